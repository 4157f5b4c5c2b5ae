#pragma once

// A mesh named on the command line: a path, or solid:NAME,key=value...

#include <utility>

#include "command.h"
#include "swept/mesh_io.h"
#include "swept/polyhedron.h"

namespace swept::tool {

/// How a mesh becomes a polyhedron, as flags.
struct ShapeFlags {
    std::string weld = "identical";
    std::string merge;  ///< a share of the extent; empty: no merging
    std::string sides = "automatic";
};

void add_shape_flags(Command& command, ShapeFlags& flags);

/// Reads the file or makes the solid; throws Failure.
[[nodiscard]] MeshFile load_mesh(const std::string& name, const CommonFlags& flags);

/// Builds the polyhedron; throws Failure.
[[nodiscard]] Polyhedron build_shape(const MeshFile& file, const std::string& name,
                                     const ShapeFlags& shape, const CommonFlags& flags);

/// Both at once, with the tree that queries need; throws Failure.
[[nodiscard]] Polyhedron load_shape(const std::string& name, const ShapeFlags& shape,
                                    const CommonFlags& flags);

/// Two of them; where both have one name they are one shape. Throws Failure.
[[nodiscard]] std::pair<Polyhedron, Polyhedron> load_shapes(const std::string& a,
                                                            const std::string& b,
                                                            const ShapeFlags& shape,
                                                            const CommonFlags& flags);

/// The shape, with its tree made now by as many threads as the flags say.
[[nodiscard]] Polyhedron with_tree(Polyhedron shape, const CommonFlags& flags);

}  // namespace swept::tool

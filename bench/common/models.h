#pragma once

// What the benchmarks of trees collide: the paper's tori, spheres and cylinders, and real meshes in
// place of its car parts. All are scaled to a cube of size 2 about the origin.

#include <functional>
#include <string>
#include <vector>

#include "data_folder.h"
#include "swept/polyhedron.h"

namespace swept::bench {

enum class Origin { solid, file };

/// A mesh by name, made when it is its turn.
struct ModelSource {
    std::string name;
    Origin origin = Origin::solid;
    std::string what;  ///< for readers: the file, or how it is made
    std::function<Result<Mesh>()> make;
};

/// A mesh as the benchmark uses it.
struct Model {
    std::string name;
    Origin origin = Origin::solid;
    std::string what;
    Polyhedron shape;
    std::size_t triangles = 0;
    double shape_seconds = 0;  ///< Polyhedron::build, before any tree
};

/// All meshes of the benchmark; those from files only where the data folder is.
[[nodiscard]] std::vector<ModelSource> model_sources();

/// A torus of 4 sides^2 triangles whose axis lies across the axis of rotation.
[[nodiscard]] ModelSource torus_source(int sides);

/// Reads or makes, scales and builds it.
[[nodiscard]] Result<Model> load(const ModelSource& source);

}  // namespace swept::bench

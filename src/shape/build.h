#pragma once

// Shapes that are part of a larger surface: built among their neighbours, so that edges and
// vertices where they end are what they are in the whole.

#include <cstdint>

#include "core/namespaces.h"
#include "swept/polyhedron.h"

namespace swept::shape_detail {

/// A shape of the first `own_polygons` of a mesh. The others are neighbours, of which those that
/// share a vertex with it should be there: edges and vertices are matched and classified with them,
/// but the shape ends where its own polygons do. When every edge of its own has its neighbours it
/// counts as sealed, but it has no inside: by itself (Sides::automatic) it collides with its front
/// where it does not cross itself. A surface that looks inward is a room, seen from within, and not
/// inside out; so it is with all polygons its own.
[[nodiscard]] Result<Polyhedron> build_among_neighbours(const Mesh& mesh,
                                                        std::uint32_t own_polygons,
                                                        const BuildOptions& options = {});

}  // namespace swept::shape_detail

#pragma once

// Are the front sides of a closed and oriented shape enough to stop what is outside?
//
// Let w be the winding number of its surface. What starts separate is where w <= 0, and to go
// through a face from behind lowers w by one. So front sides are enough where w >= 0 everywhere:
// nothing outside can see a back. And a concave edge or a surrounded vertex is then never nearest
// to anything outside: a ball that touches there, and holds no surface, would have to be on the
// inner side of its part.
//
// That is proven part by part. A part is what hangs together by edges, along the inner side: where
// four faces or more meet in an edge, the two around one sector of the solid belong together. A
// part whose faces meet nowhere but in the corners and edges that they share has one w before all
// its faces, and one more behind: it looks outward (0 and 1) or inward (-1 and 0). Outward parts
// may cross each other as they like, for w is the sum over parts: solids that overlap are sound. An
// inward part is a hollow: it may meet no other hollow, and must lie inside of what does not meet
// it. Then, at any point, the innermost hollow around it is made up for by what is around that, and
// nothing else counts less than 0.
//
// Everything is decided exactly on the stored doubles. What is not proven is no claim that the
// surface is unsound: then both sides stop, which is always safe.

#include <array>

#include "core/namespaces.h"
#include "shape/face_tree.h"

namespace swept::shape_detail {

/// What the surface encloses, as far as the maker of the shape knows.
enum class Encloses : std::uint8_t {
    matter,  ///< a solid; seen from where w = 0
    air,     ///< of a room, or a part of its walls: seen from within, so that all may look inward
};

/// Why a shape stops with which sides; `faces` as in BuildReport::sides_faces.
struct SidesProof {
    SidesReason reason = SidesReason::unproven;
    std::array<FaceIndex, 2> faces;
};

/// `tree`: the shape's tree of boxes. The shape is closed and oriented, by itself or with its
/// neighbours (shape/build.h); no two of its vertices are at one place. Time as for building the
/// tree, about; the same answer for any number of threads. Surfaces that would take much longer,
/// such as thousands of faces in one place, are not proven.
[[nodiscard]] SidesProof prove_front_sides(const Polyhedron::Data& shape, const FaceTree& tree,
                                           Encloses encloses);

}  // namespace swept::shape_detail

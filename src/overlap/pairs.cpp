// All pairs of faces that meet: of two shapes, of one with itself, of one with a box.

#include <algorithm>

#include "core/assert.h"
#include "math/boxes.h"
#include "math/predicates.h"
#include "math/unit.h"
#include "overlap/pair_search.h"
#include "overlap/volume_query.h"
#include "shape/self_meeting.h"
#include "swept/overlap.h"

namespace swept::overlap_detail {

using Eigen::Vector3d;

namespace {

using BoxPairSearch = PairSearch<BoxTraversal>;

}  // namespace

}  // namespace swept::overlap_detail

namespace swept {

using namespace overlap_detail;

bool visit_intersecting_faces(const Placed& a, const Placed& b, const PairVisitor& visit,
                              const OverlapOptions& options) {
    const PlacedShape placed_a(a.shape, a.world_from_shape), placed_b(b.shape, b.world_from_shape);
    return BoxPairSearch(placed_a, placed_b, BoxTraversal{}, visit, options).run();
}

std::vector<FacePair> intersecting_faces(const Placed& a, const Placed& b) {
    const PlacedShape placed_a(a.shape, a.world_from_shape), placed_b(b.shape, b.world_from_shape);
    std::vector<FacePair> pairs;
    const PairVisitor add = [&](FaceIndex face_a, FaceIndex face_b) {
        pairs.push_back({placed_a.source_face(face_a.value), placed_b.source_face(face_b.value)});
        return true;
    };
    (void)BoxPairSearch(placed_a, placed_b, BoxTraversal{}, add, {}).run();
    return sorted_once(std::move(pairs));
}

}  // namespace swept

namespace swept::overlap_detail {

// ---- one shape with itself
// ------------------------------------------------------------------------

namespace {

class SelfSearch : public BoxPairSearch {
   public:
    using BoxPairSearch::BoxPairSearch;

   protected:
    [[nodiscard]] bool wanted(std::uint32_t face_a, std::uint32_t face_b) const override {
        return face_a < face_b;
    }
    [[nodiscard]] bool meet(std::uint32_t face_a, std::uint32_t face_b) const override {
        const PlacedFace placed_a(a_, face_a), placed_b(b_, face_b);
        const Corners a = placed_a.corners(), b = placed_b.corners();
        if (a.size() < 3) return a[0] == b[0];  // points
        return meet_beyond_shared(a, b);
    }
};

}  // namespace

}  // namespace swept::overlap_detail

namespace swept {

bool visit_self_intersections(const Polyhedron& shape, const PairVisitor& visit,
                              const OverlapOptions& options) {
    const PlacedShape placed(shape, Pose());
    return SelfSearch(placed, placed, BoxTraversal{}, visit, options).run();
}

std::vector<FacePair> self_intersections(const Polyhedron& shape) {
    const PlacedShape placed(shape, Pose());
    std::vector<FacePair> pairs;
    const PairVisitor add = [&](FaceIndex face_a, FaceIndex face_b) {
        const std::uint32_t one = placed.source_face(face_a.value);
        const std::uint32_t other = placed.source_face(face_b.value);
        pairs.push_back({std::min(one, other), std::max(one, other)});
        return true;
    };
    (void)SelfSearch(placed, placed, BoxTraversal{}, add, {}).run();
    return sorted_once(std::move(pairs));
}

}  // namespace swept

namespace swept::overlap_detail {

// ---- faces in a box
// -------------------------------------------------------------------------------

namespace {

/// A face has a point in a box when a corner is in it or it meets one of its sides.
bool meets_box(Corners corners, const Box& box) {
    for (const Vector3d& corner : corners) {
        if (holds(box, corner)) return true;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (const Vector3d* side : {&box.lower, &box.upper}) {
            std::array<Vector3d, 4> quad;
            for (std::size_t i = 0; i < 4; ++i) {
                quad[i][axis] = (*side)[axis];
                quad[i][u] = i == 1 || i == 2 ? box.upper[u] : box.lower[u];
                quad[i][v] = i >= 2 ? box.upper[v] : box.lower[v];
            }
            if (faces_meet(corners, quad)) return true;
        }
    }
    return false;
}

}  // namespace

}  // namespace swept::overlap_detail

namespace swept {

std::vector<std::uint32_t> faces_in(const Placed& shape, const Box& box) {
    if (!(box.lower.array() <= box.upper.array()).all()) return {};
    const PlacedShape placed(shape.shape, shape.world_from_shape);
    const FaceTree& tree = shape.shape.box_tree();
    // Beyond everything that is placed, so that an endless box is one that holds it all.
    const double beyond = 2 * (tree.reach + stable_length(placed.translation)) + 1;
    const Box finite{box.lower.cwiseMax(-beyond).cwiseMin(beyond),
                     box.upper.cwiseMax(-beyond).cwiseMin(beyond)};
    if ((finite.lower.array() != box.lower.array() && box.lower.array() > 0).any() ||
        (finite.upper.array() != box.upper.array() && box.upper.array() < 0).any()) {
        return {};  // the whole box lies beyond
    }
    std::vector<std::uint32_t> faces;
    (void)visit_faces(tree, BoxQuery(placed, tree, finite.lower, finite.upper),
                      [&](std::uint32_t face) {
                          if (meets_box(PlacedFace(placed, face).corners(), finite)) {
                              faces.push_back(placed.source_face(face));
                          }
                          return false;
                      });
    std::ranges::sort(faces);
    faces.erase(std::ranges::unique(faces).begin(), faces.end());
    return faces;
}

}  // namespace swept

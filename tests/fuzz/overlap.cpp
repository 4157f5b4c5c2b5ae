// How two placed shapes stand to each other.

#include "swept/overlap.h"

#include "swept/distance.h"
#include "swept/papers/zachmann.h"
#include "tests/fuzz/target.h"

namespace swept::fuzz {
namespace {

struct Pair {
    Polyhedron a;
    Pose pose_a;
    Polyhedron b;
    Pose pose_b;
};

/// How many things an answer may name: polygons, or points.
bool is_source(const Polyhedron& shape, std::uint32_t id) {
    if (shape.face_count() == 0) {
        for (std::uint32_t i = 0; i < shape.vertex_count(); ++i) {
            if (shape.source_vertex(VertexIndex(i)) == id) return true;
        }
        return false;
    }
    for (std::uint32_t i = 0; i < shape.face_count(); ++i) {
        if (shape.source_face(FaceIndex(i)) == id) return true;
    }
    return false;
}

void check_relation(const Pair& pair, const OverlapResult& result) {
    promise(result.state != State::undecided, "without a budget all is decided");
    const auto swapped = overlap({pair.b, pair.pose_b}, {pair.a, pair.pose_a});
    promise(swapped.relation == result.relation, "roles can be swapped");
    promise(intersects({pair.a, pair.pose_a}, {pair.b, pair.pose_b}) ==
                (result.relation != Relation::separate),
            "meet says what overlap says");
    const auto pairs = intersecting_faces({pair.a, pair.pose_a}, {pair.b, pair.pose_b});
    promise(std::ranges::is_sorted(pairs), "pairs ascend");
    promise(std::ranges::adjacent_find(pairs) == pairs.end(), "each pair stands once");
    if (result.relation == Relation::separate) promise(pairs.empty(), "nothing meets");
    promise(!result.witness || !pairs.empty(), "a witness is a meeting pair");
    if (result.witness) {
        promise(std::ranges::binary_search(pairs, result.witness->faces), "it is one of them");
        promise(result.witness->point.allFinite(), "its point is finite");
    }
    for (const FacePair& faces : pairs) {
        promise(is_source(pair.a, faces.a) && is_source(pair.b, faces.b), "ids are the caller's");
    }
}

void check_other_tree(const Pair& pair, const OverlapResult& result, Bytes& bytes) {
    using namespace papers::zachmann;
    TreeOptions tree;
    tree.orientations = bytes.one_of(std::array{6, 8, 14, 18, 26});
    tree.builder = bytes.one_of(
        std::array{Builder::surface_area, Builder::furthest_pair, Builder::longest_axis});
    tree.leaf_size = 1 + bytes.below(8);
    tree.threads = 1;
    const auto a = DopTree::build(pair.a, tree), b = DopTree::build(pair.b, tree);
    promise(a.has_value() && b.has_value(), "every shape can have any tree");
    promise(overlap({*a, pair.pose_a}, {*b, pair.pose_b}).relation == result.relation,
            "answers do not depend on the tree");
}

void check_budget(const Pair& pair, const OverlapResult& result, Bytes& bytes) {
    OverlapOptions options;
    options.budget = bytes.byte();
    const auto spent = overlap({pair.a, pair.pose_a}, {pair.b, pair.pose_b}, options);
    promise(spent.relation <= result.relation, "with a budget it is no less than told");
    promise(spent.state == State::undecided || spent.relation == result.relation,
            "what is decided is so");
}

/// Contacts and distance of the same pair, which say the same about how they stand.
void check_distance(const Pair& pair, const OverlapResult& result) {
    const auto d = distance({pair.a, pair.pose_a}, {pair.b, pair.pose_b});
    promise(d.relation == result.relation, "distance knows how they stand");
    promise(d.distance >= 0, "a distance is 0 or more");
    promise(std::isfinite(d.distance) || !is_sound(pair.a) || !is_sound(pair.b),
            "a distance is finite");
    promise(d.relation == Relation::separate || d.distance == 0, "what meets has no distance");
    const auto set = contacts({pair.a, pair.pose_a}, {pair.b, pair.pose_b});
    promise(set.relation == result.relation, "contacts know how they stand");
    promise(set.contacts.empty() || set.relation != Relation::overlapping, "no depth is invented");
    for (const Contact& contact : set.contacts) {
        promise(contact.point.allFinite() && is_unit(contact.normal), "contacts are sound");
        promise(contact.separation >= 0 && contact.separation <= set.tolerance,
                "contacts are within the tolerance");
    }
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(overlap) {
    using namespace swept;
    using namespace swept::fuzz;
    const auto a = take_shape(bytes);
    const Pose pose_a = take_pose(bytes);
    const Pose pose_b = take_pose(bytes);
    const auto b = bytes.below(4) == 3 ? a : take_shape(bytes);
    if (!a || !b) return;
    const Pair pair{*a, pose_a, *b, pose_b};
    const auto result = overlap({*a, pose_a}, {*b, pose_b});
    check_relation(pair, result);
    check_other_tree(pair, result, bytes);
    check_budget(pair, result, bytes);
    check_distance(pair, result);
    const Eigen::Vector3d point = bytes.point();
    promise(contains({*a, pose_a}, point) ==
                (classify_point({*a, pose_a}, point) != PointLocation::outside),
            "contains says what classify_point says");
    Box box;
    box.add(point);
    box.add(bytes.point(true));
    const auto faces = faces_in({*a, pose_a}, box);
    promise(std::ranges::is_sorted(faces), "faces ascend");
    for (const auto& self : self_intersections(*a)) promise(self.a <= self.b, "a is the lower");
}

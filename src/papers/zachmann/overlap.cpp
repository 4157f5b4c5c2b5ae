#include "overlap/pair_search.h"
#include "overlap/relation_query.h"
#include "papers/zachmann/traverse.h"

namespace swept::papers::zachmann {

namespace {

/// Two placed trees as queries see them.
struct TreePair {
    PlacedShape a;
    PlacedShape b;
    DopTraversal traversal;

    TreePair(const PlacedTree& placed_a, const PlacedTree& placed_b)
        : a(placed_a.tree.shape(), placed_a.world_from_shape),
          b(placed_b.tree.shape(), placed_b.world_from_shape),
          traversal{placed_a.tree.data(), placed_b.tree.data()} {}
};

}  // namespace

OverlapResult overlap(const PlacedTree& a, const PlacedTree& b, const OverlapOptions& options) {
    const TreePair pair(a, b);
    return RelationQuery(pair.a, pair.b, pair.traversal, options).run();
}

bool intersects(const PlacedTree& a, const PlacedTree& b) {
    return overlap(a, b, {.mode = OverlapMode::intersects}).relation != Relation::separate;
}

bool visit_intersecting_faces(const PlacedTree& a, const PlacedTree& b, const PairVisitor& visit,
                              const OverlapOptions& options) {
    const TreePair pair(a, b);
    return PairSearch(pair.a, pair.b, pair.traversal, visit, options).run();
}

std::vector<FacePair> intersecting_faces(const PlacedTree& a, const PlacedTree& b) {
    const TreePair pair(a, b);
    std::vector<FacePair> pairs;
    const PairVisitor add = [&](FaceIndex face_a, FaceIndex face_b) {
        pairs.push_back({pair.a.source_face(face_a.value), pair.b.source_face(face_b.value)});
        return true;
    };
    (void)PairSearch(pair.a, pair.b, pair.traversal, add, {}).run();
    return sorted_once(std::move(pairs));
}

}  // namespace swept::papers::zachmann

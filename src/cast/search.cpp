#include "cast/search.h"

#include <algorithm>

namespace swept::cast_detail {

namespace {

void look_at_everything(const CastTarget& target, CastVisitor& visitor) {
    const std::uint32_t count = target.tree.triangle_begins()[target.tree.tree.leaf_count()];
    for (std::uint32_t i = 0; i < count; ++i) {
        if (visitor.look(i) < 0) return;
    }
}

}  // namespace

std::uint32_t search_triangles(const CastTarget& target, const ThickSegment& piece,
                               CastVisitor& visitor) {
    TimedSegmentInTree clipped;
    if (!find_segment_in_tree(target, piece.from, piece.vector, piece.end, piece.radius,
                              piece.rounding, clipped)) {
        return 1;  // clear of the root's box
    }
    visitor.set_clock(clipped);
    // A walk cannot number the leaves of a tree that has too many.
    if (clipped.everything || target.tree.tree.leaf_count() > FaceTree::most_packed_begin) {
        look_at_everything(target, visitor);
        return 0;
    }
    if (target.search != nullptr) return target.search->find(clipped.way, visitor);
    WalkCount count;
    SegmentInTree& way = clipped.way;
    way.latest = std::min(clipped.tau(piece.latest), 1.0F + 0x1p-20F);
    way.front = target.front;
    way.first = piece.first;
    if (piece.particle) {
        walk_ray(target.walk, way, visitor, count);
    } else {
        walk_sphere(target.walk, way, visitor, count);
    }
    return count.boxes;
}

}  // namespace swept::cast_detail

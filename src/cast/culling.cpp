#include "cast/culling.h"

#include <algorithm>
#include <cmath>

namespace swept::cast_detail {

using Eigen::Vector3d;

namespace {

/// A way in tree coordinates with both its ends.
struct CulledSegment {
    Vector3d from;
    Vector3d to;
};

/// The paper's first test: the box around the path against another.
struct PathBoxTest {
    Vector3d lower, upper;

    PathBoxTest(const CulledSegment& path, double grown)
        : lower(path.from.cwiseMin(path.to).array() - grown),
          upper(path.from.cwiseMax(path.to).array() + grown) {}

    [[nodiscard]] bool meets(const Vector3d& least, const Vector3d& most) const {
        for (int axis = 0; axis < 3; ++axis) {
            if (least[axis] > upper[axis] || most[axis] < lower[axis]) return false;
        }
        return true;
    }
};

/// The paper's second: the path itself against a box grown by the radius, after Cohen and
/// Sutherland. Each end has an outcode, a bit for every plane that it is beyond; planes that clip
/// the path are tried until it is found to cross the box (the quotient is that of
/// docs/derivations/spheres.md, "Segment and box").
class OutcodeTest {
   public:
    OutcodeTest(const CulledSegment& path, double grown) : path_(path), grown_(grown) {}

    [[nodiscard]] bool meets(const Vector3d& least, const Vector3d& most) const {
        const Vector3d lower = least.array() - grown_, upper = most.array() + grown_;
        const unsigned from = outcode(path_.from, lower, upper);
        const unsigned to = outcode(path_.to, lower, upper);
        if (from == 0 || to == 0) return true;
        if ((from & to) != 0) return false;
        const unsigned clipping = from | to;
        for (int axis = 0; axis < 3; ++axis) {
            if ((clipping >> axis & 1U) != 0 && crosses(axis, lower[axis], lower, upper)) {
                return true;
            }
            if ((clipping >> (axis + 3) & 1U) != 0 && crosses(axis, upper[axis], lower, upper)) {
                return true;
            }
        }
        return false;
    }

   private:
    CulledSegment path_;
    double grown_;

    [[nodiscard]] static unsigned outcode(const Vector3d& p, const Vector3d& lower,
                                          const Vector3d& upper) {
        unsigned code = 0;
        for (int axis = 0; axis < 3; ++axis) {
            if (p[axis] < lower[axis]) code |= 1U << axis;
            if (p[axis] > upper[axis]) code |= 8U << axis;
        }
        return code;
    }
    /// Whether the path crosses a plane within the box. What is rounded here is far below what
    /// boxes are grown by.
    [[nodiscard]] bool crosses(int axis, double plane, const Vector3d& lower,
                               const Vector3d& upper) const {
        const Vector3d way = path_.to - path_.from;
        const double share = (plane - path_.from[axis]) / way[axis];
        for (const int other : {(axis + 1) % 3, (axis + 2) % 3}) {
            const double at = path_.from[other] + share * way[other];
            const double room = 0x1p-40 * (1 + grown_);
            if (at < lower[other] - room || at > upper[other] + room) return false;
        }
        return true;
    }
};

/// Calls the visitor for every triangle whose own box is met: with the tree or without.
template <class Test>
class PaperSearch {
   public:
    PaperSearch(const FaceTree& tree, const Test& test, CastVisitor& visitor)
        : tree_(tree), test_(test), looker_(visitor) {}

    void through_tree(std::uint32_t reference) {
        if ((reference & Tree::leaf_bit) != 0) {
            return leaf(tree_.triangle_begins() + (reference & ~Tree::leaf_bit));
        }
        const TreeRow* rows = tree_.tree.rows_of(reference);
        const std::uint32_t* children = tree_.tree.children_of(reference);
        for (std::size_t lane = 0; lane < tree_width && !ended_; ++lane) {
            if (children[lane] == Tree::no_child) continue;
            Vector3d least, most;
            for (int axis = 0; axis < 3; ++axis) {
                const auto row = static_cast<std::size_t>(axis);
                most[axis] = static_cast<double>(rows[row].lane[lane]);
                least[axis] = -static_cast<double>(rows[row + 3].lane[lane]);
            }
            ++boxes;
            if (test_.meets(least, most)) through_tree(children[lane]);
        }
    }
    void flat() {
        const std::uint32_t* begins = tree_.triangle_begins();
        for (std::uint32_t i = 0; i < tree_.tree.leaf_count() && !ended_; ++i) leaf(begins + i);
    }
    std::uint32_t boxes = 0;

   private:
    const FaceTree& tree_;
    const Test& test_;
    CastVisitor& looker_;
    bool ended_ = false;

    void leaf(const std::uint32_t* leaf) {
        const std::uint32_t count = leaf[1] - leaf[0];
        const float* corners = tree_.corners_of(leaf);
        for (std::uint32_t i = 0; i < count && !ended_; ++i) {
            Vector3d least, most;
            for (int axis = 0; axis < 3; ++axis) {
                const float* at = corners + static_cast<std::size_t>(axis) * count + i;
                const float a = at[0], b = at[std::size_t{3} * count],
                            c = at[std::size_t{6} * count];
                least[axis] = static_cast<double>(std::min({a, b, c}));
                most[axis] = static_cast<double>(std::max({a, b, c}));
            }
            ++boxes;
            if (test_.meets(least, most)) ended_ = looker_.look(leaf[0] + i) < 0;
        }
    }
};

template <class Test>
std::uint32_t send_by(const CastTarget& target, const CulledSegment& path, double grown, bool flat,
                      CastVisitor& visitor) {
    const Test test(path, grown);
    PaperSearch<Test> search(target.tree, test, visitor);
    if (flat) {
        search.flat();
    } else {
        search.through_tree(0);
    }
    return search.boxes;
}

void look_at_everything(const CastTarget& target, CastVisitor& visitor) {
    const std::uint32_t count = target.tree.triangle_begins()[target.tree.tree.leaf_count()];
    for (std::uint32_t i = 0; i < count; ++i) {
        if (visitor.look(i) < 0) return;
    }
}

}  // namespace

std::uint32_t traverse(const CastTarget& target, const ThickSegment& piece, CastCulling culling,
                       CastVisitor& visitor) {
    TimedSegmentInTree clipped;
    if (!find_segment_in_tree(target, piece.from, piece.vector, piece.end, piece.radius,
                              piece.rounding, clipped)) {
        return 1;  // clear of the root's box
    }
    visitor.set_clock(clipped);
    if (clipped.everything) {
        look_at_everything(target, visitor);
        return 0;
    }
    SegmentInTree& way = clipped.way;
    // Trees of so many leaves that a walk cannot number them are searched the paper's way.
    const bool walkable = target.tree.tree.leaf_count() <= FaceTree::most_packed_begin;
    if (culling == CastCulling::slabs && walkable) {
        WalkCount count;
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
    CulledSegment path;
    for (int axis = 0; axis < 3; ++axis) {
        path.from[axis] = static_cast<double>(way.from[axis]);
        path.to[axis] = path.from[axis] + static_cast<double>(way.vector[axis]);
    }
    const bool flat =
        culling == CastCulling::path_box_flat || culling == CastCulling::outcodes_flat;
    const double grown = static_cast<double>(way.grown);
    if (culling == CastCulling::path_box || culling == CastCulling::path_box_flat) {
        return send_by<PathBoxTest>(target, path, grown, flat, visitor);
    }
    return send_by<OutcodeTest>(target, path, grown, flat, visitor);
}

}  // namespace swept::cast_detail

#include "overlap/traverse.h"

// Sanitizers would compile the vector kernels for minutes. The scalar twin is the same text and
// touches the same memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef SWEPT_SIMD
#define SWEPT_SIMD 0
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "overlap/traverse.cpp"
#include "core/simd.h"
//
#include "overlap/traverse-inl.h"

#if SWEPT_ONCE
#include <algorithm>
#include <cmath>
#include "bvh/realign.h"

namespace swept::overlap_detail {

using Eigen::Matrix3d;
using Eigen::Vector3d;

HWY_EXPORT(traverse_trees);

TreeTransform tree_from_tree(const FaceTree& a, const PlacedShape& placed_a, const FaceTree& b,
                             const PlacedShape& placed_b) {
    const Matrix3d a_from_b = placed_a.rotation.transpose() * placed_b.rotation;
    const Vector3d between = placed_b.translation - placed_a.translation;
    TreeTransform made;
    made.rotation = a_from_b * (a.tree.scale / b.tree.scale);
    made.shift =
        (a_from_b * b.tree.origin + placed_a.rotation.transpose() * between - a.tree.origin) *
        a.tree.scale;
    // Placed vertices are off by u (4 |x| + |y|), |y| <= |x| + |t| (docs/derivations/placing.md, "A
    // placed vertex"), in each shape; the transforms above and the matrices' own distance from
    // rotations cost as much again a few times. 64 u covers all of them.
    made.error =
        64 * tolerance::unit_roundoff *
        (a.reach + placed_a.translation.lpNorm<1>() + b.reach + placed_b.translation.lpNorm<1>()) *
        a.tree.scale;
    return made;
}

namespace {

constexpr float farthest = 1e30F;
// Products of three numbers up to here, and sums of them, are finite in single precision. Beyond
// it, shapes differ so much in size or lie so far apart that only the exact tests can tell.
constexpr double largest_for_triangles = 0x1p30;
// What shapes of very different size lose when numbers become too small for single precision.
constexpr double underflow = 0x1p-120;

float held(double value) {
    const double limit = static_cast<double>(farthest);
    return static_cast<float>(std::isnan(value) ? limit : std::clamp(value, -limit, limit));
}

TraverseTree leaves_of(const FaceTree& t) {
    return {.rows = nullptr,
            .children = t.tree.children.data(),
            .triangle_begins = t.triangle_begins(),
            .faces = t.faces(),
            .corners = t.corners.data(),
            .leaf_normals = t.leaf_normals.data(),
            .root = nullptr};
}

}  // namespace

TraverseSetup setup_of(const FaceTree& a, const PlacedShape& placed_a, const FaceTree& b,
                       const PlacedShape& placed_b, double within) {
    TraverseSetup setup{.query = {},
                        .b_in_a = tree_from_tree(a, placed_a, b, placed_b),
                        .a_in_b = tree_from_tree(b, placed_b, a, placed_a)};
    TreeTransform& ab = setup.b_in_a;
    // What comes within a distance would meet if it were off by as much.
    ab.error += within * a.tree.scale;
    setup.a_in_b.error += within * b.tree.scale;
    TraverseQuery& query = setup.query;
    query.a = leaves_of(a);
    query.b = leaves_of(b);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            query.b_to_a[4 * row + column] = held(ab.rotation(row, column));
        }
        query.b_to_a[4 * row + 3] = held(ab.shift[row]);
    }
    const double ratio = a.tree.scale / b.tree.scale;
    // u = 2^-24. A coordinate of a is rounded, from doubles in (-1, 1): u / 2. One of b as well,
    // then multiplied by rounded numbers, summed and shifted; with sum |m x| <= 1.75 ratio and r
    // the ratio: 8.98 u r, and the shift is rounded itself and in the last sum: 2 u |shift|
    // (docs/derivations/boxes.md).
    query.error_a = 0x1.01p-25F;
    const double far = ab.shift.lpNorm<1>();
    const double error_b = 0x1p-24 * (9 * ratio + 2 * far) * 1.001 + ab.error + underflow;
    query.error_b = held(error_b);
    query.thin_out = ratio + far + error_b <= largest_for_triangles;
    query.ratio = held(ratio);
    query.polygons = !a.triangle_faces.empty() || !b.triangle_faces.empty();
    return setup;
}

bool traverse(const PlacedShape& placed_a, const PlacedShape& placed_b, TestBudget& budget,
              CandidateTest test, void* context, double within) {
    const FaceTree &a = placed_a.polyhedron.box_tree(), &b = placed_b.polyhedron.box_tree();
    TraverseSetup setup = setup_of(a, placed_a, b, placed_b, within);
    const auto realigned = [](const TreeTransform& t) {
        return make_realignment(t.rotation, t.shift, t.error);
    };
    const Realignment b_in_a = realigned(setup.b_in_a), a_in_b = realigned(setup.a_in_b);
    TraverseQuery& query = setup.query;
    query.a.rows = a.tree.rows.data()->lane.data();
    query.a.root = a.tree.root.data();
    query.b.rows = b.tree.rows.data()->lane.data();
    query.b.root = b.tree.root.data();
    query.b_in_a = {b_in_a.weight, b_in_a.shift, b_in_a.index};
    query.a_in_b = {a_in_b.weight, a_in_b.shift, a_in_b.index};
    query.budget = &budget.left;
    query.test = test;
    query.context = context;
    HWY_DYNAMIC_DISPATCH(traverse_trees)(query);
    budget.stats.volume_tests += query.volume_tests;
    budget.spent = budget.spent || query.budget_spent;
    return !query.roots_apart;
}

}  // namespace swept::overlap_detail
#endif

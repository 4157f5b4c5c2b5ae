// How far apart boxes and triangles are, for lanes.cpp: as box_lanes-inl.h.

#if defined(SWEPT_GAP_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_GAP_LANES_INL
#undef SWEPT_GAP_LANES_INL
#else
#define SWEPT_GAP_LANES_INL
#endif

#include "features/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace swept::features_detail::HWY_NAMESPACE {
using namespace ::swept::HWY_NAMESPACE;

/// Squares of the gaps between boxes, one of the two a row of eight.
template <class T, class Box>
SWEPT_LANE_PART Row gaps_of(const Moving<T>& a, const Box& b) {
    Row sum = 0.0F;
    for (int i = 0; i < 3; ++i) {
        const Row gap =
            greater(greater(Row(a.lower[i] - b.upper[i]), 0.0F), b.lower[i] - a.upper[i]);
        sum = sum + gap * gap;
    }
    return sum;
}

HWY_INLINE unsigned within(const Row& squares, float reach, unsigned count) {
    return bits_of(is_at_most(squares, reach)) & ((1U << count) - 1);
}

unsigned mover_gaps(const Slice& slice, const NodeLanes& mover, const TreeBox& obstacle,
                    float reach, BoxLanes& boxes, GapLanes& found) {
    const BoxRows children = child_boxes(mover, boxes);
    Row square = greater(0.0F, gaps_of(moving<Row>(slice.frames[0], children), obstacle));
    if (within(square, reach, width) == 0) return 0;
    square = greater(
        square, gaps_of(moving<Row>(slice.frames[1], children), turned<float>(slice, obstacle)));
    store(square, found.square);
    return within(square, reach, width);
}

unsigned obstacle_gaps(const Slice& slice, const TreeBox& mover, const NodeLanes& obstacle,
                       float reach, BoxLanes& boxes, GapLanes& found) {
    const BoxRows children = child_boxes(obstacle, boxes);
    Row square = greater(0.0F, gaps_of(moving<float>(slice.frames[0], mover), children));
    if (within(square, reach, width) == 0) return 0;
    square = greater(square,
                     gaps_of(moving<float>(slice.frames[1], mover), turned<Row>(slice, children)));
    store(square, found.square);
    return within(square, reach, width);
}

/// The square of a gap along a direction of the given length; 0 where nothing is known.
HWY_INLINE Row shown_along(const Row& gap, const Row& length_sq) {
    constexpr float tiny = 1e-30F;  // of the normal of a triangle without area
    // Rounding of the few operations that follow, as a share: 2^-20 is far beyond it.
    constexpr float safe = 1 - 0x1p-20F, largest = 1e37F;
    const Row square = gap * gap / greater(length_sq, tiny) * safe;
    return choose(is_less(0.0F, gap) & is_less(tiny, length_sq) & is_less(square, largest), square,
                  0.0F);
}

/// Squares of gaps that the plane of one of the two triangles shows.
SWEPT_LANE_PART Row gaps_by_planes(const MovingTriangle& mover, const TriangleRows& b,
                                   const SlabRows& slab, float margin) {
    const float lower_own = least_of(mover.height), upper_own = most_of(mover.height);
    const float own_margin = mover.size * margin;
    Row lower = 1e38F, upper = -1e38F;  // the mover over the plane of the other
    Row low = 1e38F, high = -1e38F;     // the other along the mover's normal
    for (unsigned k = 0; k < 3; ++k) {
        const Row place = dot(slab.normal, mover.place[k]);
        lower = lesser(lower, place);
        upper = greater(upper, place);
        const Row q = dot(mover.normal, b.corner[k]);
        low = lesser(low, q);
        high = greater(high, q);
    }
    const Row gap = greater(lower - slab.upper, slab.lower - upper) - slab.size * margin;
    const Row gap_own = greater(lower_own - high, low - upper_own) - own_margin;
    return greater(shown_along(gap, dot(slab.normal, slab.normal)),
                   shown_along(gap_own, dot(mover.normal, mover.normal)));
}

HWY_INLINE Row within_unit(const Row& x) {
    return lesser(greater(x, 0.0F), 1.0F);
}

/// Squares of distances: at least, and of two points that are there.
struct Bounds {
    Row least, most;
};

/// Edge i of the mover's triangle against edge j of each other: clamped closest points, and where
/// edge j begins against edge i. Where their sine is below 2^-8, the closest points begin where
/// edge i does. So of edges that are almost parallel all ends are measured, each where an edge
/// begins, and that costs no more than 2^-18 of the square of a length; one end alone would not do,
/// for of two needles the other may be nearer by 2^-8 of a length. Above, lambda is off by
/// 15 2^-24 (|r| + |dp|) / (|dp| sine^2) (docs/derivations/lanes.md).
SWEPT_LANE_PART void add_edges(const float (&p)[3][3], unsigned i, const TriangleRows& b,
                               unsigned j, Bounds& bounds) {
    constexpr float tiny = 1e-30F, rounding = 0x1p-20F, largest = 3e38F;
    constexpr float least_sine_sq = 0x1p-16F;
    const unsigned next_i = i == 2 ? 0 : i + 1, next_j = j == 2 ? 0 : j + 1;
    float dp[3];
    Row dq[3], r[3];
    for (unsigned c = 0; c < 3; ++c) {
        dp[c] = p[next_i][c] - p[i][c];
        dq[c] = b.corner[next_j][c] - b.corner[j][c];
        r[c] = p[i][c] - b.corner[j][c];
    }
    const float aa = dot(dp, dp);
    const float per_length_sq = 1 / greater(aa, tiny);
    const Row ee = dot(dq, dq), bb = dot(dp, dq), cc = dot(dp, r), ff = dot(dq, r);
    const Row denominator = aa * ee - bb * bb;
    const Row parallel = least_sine_sq * (aa * ee);
    // 0 where they are parallel: divided by as much as nothing reaches.
    const Row divisor = choose(is_less(parallel, denominator), denominator, largest);
    const Row first = within_unit((bb * ff - cc * ee) / divisor);
    const Row mu = within_unit((bb * first + ff) / greater(ee, tiny));
    const Row lambda = within_unit((bb * mu - cc) / greater(aa, tiny));
    const Row foot = within_unit(-cc * per_length_sq);
    Row square = 0.0F, square_of_end = 0.0F;
    for (unsigned c = 0; c < 3; ++c) {
        const Row d = (r[c] + lambda * dp[c]) - mu * dq[c];
        const Row end = r[c] + foot * dp[c];
        square = square + d * d;
        square_of_end = square_of_end + end * end;
    }
    square = lesser(square, square_of_end);
    bounds.most = lesser(bounds.most, square);
    const Row least = square * (1 - 4 * rounding) - 4 * rounding * (aa + ee);
    // Products of tiny trees' coordinates may have overflowed.
    const Row known = choose(is_less(aa * ee, 1e37F), largest, 0.0F);
    bounds.least = lesser(bounds.least, lesser(least, known));
}

/// The height of a corner over a plane counts where its foot may lie in the triangle. Above its
/// upper side or below its lower one: the normal of a narrow triangle is not known well, and along
/// what is taken for it the triangle is not flat.
SWEPT_LANE_PART Row least_over(const Row& height, const Row& lower, const Row& upper,
                               const Row& margin, const Row& length_sq) {
    constexpr float tiny = 1e-30F;
    const Row over = greater(greater(height - upper, lower - height) - margin, 0.0F);
    const Row known = choose(is_less(tiny, length_sq), 3e38F, 0.0F);
    return lesser(over * over / greater(length_sq, tiny), known);
}

/// The least of the first `count` lanes, and the greatest.
HWY_INLINE float least_lane(const Row& row, unsigned count) {
    float least = lane_of(row, 0);
    for (unsigned lane = 1; lane < count; ++lane) least = lesser(least, lane_of(row, lane));
    return least;
}
HWY_INLINE float greatest_lane(const Row& row, unsigned count) {
    float greatest = lane_of(row, 0);
    for (unsigned lane = 1; lane < count; ++lane) greatest = greater(greatest, lane_of(row, lane));
    return greatest;
}

/// Whether a leaf's mean normal parts it from the other by more than the reach: patches of a smooth
/// surface are thin along it, and wide in all boxes that do not look its way.
SWEPT_LANE_PART bool normal_parts(const SlabRows& slab, unsigned count, const TriangleRows& a,
                                  unsigned count_a, const TriangleRows& b, unsigned count_b,
                                  float margin, float reach) {
    constexpr float tiny = 1e-30F, largest = 1e37F;
    float n[3] = {0, 0, 0};
    for (unsigned lane = 0; lane < count; ++lane) {
        for (unsigned c = 0; c < 3; ++c) n[c] += lane_of(slab.normal[c], lane);
    }
    Row lower = 1e38F, low = 1e38F, upper = -1e38F, high = -1e38F;
    for (unsigned k = 0; k < 3; ++k) {
        const Row p = dot(n, a.corner[k]);
        const Row q = dot(n, b.corner[k]);
        lower = lesser(lower, p);
        upper = greater(upper, p);
        low = lesser(low, q);
        high = greater(high, q);
    }
    const float gap = greater(least_lane(lower, count_a) - greatest_lane(high, count_b),
                              least_lane(low, count_b) - greatest_lane(upper, count_a)) -
                      size_of(n) * margin;
    const float length_sq = dot(n, n);
    const float square = gap * gap * (1 - 0x1p-20F);
    return gap > 0 && square < largest && length_sq > tiny && square > reach * length_sq;
}

/// n.(d x v): not negative for feet inside an edge d of a triangle with normal n, v from its start.
template <class N, class D>
SWEPT_LANE_PART Row turn_of(const N (&n)[3], const D (&d)[3], const Row (&v)[3]) {
    return (n[0] * (d[1] * v[2] - d[2] * v[1]) + n[1] * (d[2] * v[0] - d[0] * v[2])) +
           n[2] * (d[0] * v[1] - d[1] * v[0]);
}

/// How far apart one triangle of the mover and eight others are, at least and at most.
HWY_INLINE Bounds distances(const MovingTriangle& mover, const RestingTriangles& others,
                            float margin) {
    constexpr float largest = 3e38F;
    const TriangleRows& b = others.triangles;
    const SlabRows& slab = others.slab;
    const float(&p)[3][3] = mover.place;
    Bounds bounds{largest, largest};
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned j = 0; j < 3; ++j) add_edges(p, i, b, j, bounds);
    }
    const float own_sq = dot(mover.normal, mover.normal);
    const float own_margin = mover.size * margin;
    const float lower_own = least_of(mover.height), upper_own = most_of(mover.height);
    const Row length_sq = dot(slab.normal, slab.normal);
    for (unsigned k = 0; k < 3; ++k) {
        // Corner k of the mover's over the others, and theirs over the mover's. Lenient, which is
        // safe.
        Row worst = largest, worst_own = largest;
        for (unsigned j = 0; j < 3; ++j) {
            const unsigned next = j == 2 ? 0 : j + 1;
            float dp[3];
            Row dq[3], v[3], w[3];
            for (unsigned c = 0; c < 3; ++c) {
                const Row q = b.corner[j][c];
                dp[c] = p[next][c] - p[j][c];
                dq[c] = b.corner[next][c] - q;
                v[c] = p[k][c] - q;
                w[c] = b.corner[k][c] - p[j][c];
            }
            const Row turn = turn_of(slab.normal, dq, v), size = size_of(dq);
            const Row turn_own = turn_of(mover.normal, dp, w);
            const float size_own = size_of(dp);
            worst = lesser(worst, turn + 4 * margin * size);
            worst_own = lesser(worst_own, turn_own + 4 * margin * size_own);
        }
        const Row height = dot(slab.normal, p[k]);
        const Row height_own = dot(mover.normal, b.corner[k]);
        const Row over = least_over(height, slab.lower, slab.upper, slab.size * margin, length_sq);
        const Row over_own = least_over(height_own, lower_own, upper_own, own_margin, own_sq);
        const Row shown = greater(over, choose(is_at_most(0.0F, worst), 0.0F, largest));
        const Row shown_own = greater(over_own, choose(is_at_most(0.0F, worst_own), 0.0F, largest));
        bounds.least = lesser(bounds.least, lesser(shown, shown_own));
    }
    return bounds;
}

std::uint64_t triangle_gaps(const Slice& slice, const TriangleRun& mover, const TreeBox& leaf,
                            const TriangleRun& obstacle, const TriangleReach& reach,
                            GapLanes* found, float* closest) {
    const TriangleRows a = loaded(mover);
    const BoxRows boxes = boxes_of(a, mover.factor);
    const Moving<Row> along_axes = moving<Row>(slice.frames[0], boxes);
    const Moving<Row> along_own = moving<Row>(slice.frames[1], boxes);
    const Row near = greater(greater(0.0F, gaps_of(along_axes, leaf)),
                             gaps_of(along_own, turned<float>(slice, leaf)));
    const unsigned candidates = within(near, reach.of_boxes, mover.count);
    if (candidates == 0) return 0;
    const MovingTriangles movers = moving(slice, a);
    const RestingTriangles others = resting(slice, obstacle);
    if (normal_parts(movers.slab, mover.count, movers.place, mover.count, others.triangles,
                     obstacle.count, slice.margin, reach.of_boxes) ||
        normal_parts(others.slab, obstacle.count, movers.place, mover.count, others.triangles,
                     obstacle.count, slice.margin, reach.of_boxes)) {
        return 0;
    }
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < mover.count; ++i) {
        if ((candidates >> i & 1U) == 0) continue;
        Row square = greater(greater(0.0F, gaps_of(box_of(along_axes, i), others.boxes)),
                             gaps_of(box_of(along_own, i), others.turned_boxes));
        if (within(square, reach.of_boxes, obstacle.count) == 0) continue;
        const MovingTriangle one = triangle_of(movers, i);
        square = greater(square, gaps_by_planes(one, others.triangles, others.slab, slice.margin));
        const unsigned left = within(square, reach.of_boxes, obstacle.count);
        if (left == 0) continue;
        const Bounds bounds = distances(one, others, slice.margin);
        square = greater(square, bounds.least);
        store(square, found[i].square);
        for (unsigned lane = 0; lane < obstacle.count; ++lane) {
            *closest = lesser(*closest, lane_of(bounds.most, lane));
        }
        const unsigned near_enough = left & within(square, reach.of_triangles, obstacle.count);
        mask |= std::uint64_t{near_enough} << (8 * i);
    }
    return mask;
}

/// How many lanes an instruction has (row8-inl.h).
unsigned vector_lanes() {
    return static_cast<unsigned>(part_lanes);
}

}  // namespace swept::features_detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

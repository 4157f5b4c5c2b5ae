// How far apart boxes and triangles are, for lanes.cpp: as box_lanes-inl.h.

#if defined(SWEPT_GAP_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_GAP_LANES_INL
#undef SWEPT_GAP_LANES_INL
#else
#define SWEPT_GAP_LANES_INL
#endif

#include "features/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace swept::HWY_NAMESPACE {

HWY_INLINE void widen(const MovingBox& a, const BoxLanes& b, GapLanes& gaps) {
    for (unsigned lane = 0; lane < width; ++lane) {
        float sum = 0;
        for (int i = 0; i < 3; ++i) {
            const float gap = greater(greater(a.lower[i] - b.upper[i][lane], 0.0F),
                                      b.lower[i][lane] - a.upper[i]);
            sum += gap * gap;
        }
        gaps.square[lane] = greater(gaps.square[lane], sum);
    }
}

HWY_INLINE void widen(const MovingLanes& a, const TreeBox& b, GapLanes& gaps) {
    for (unsigned lane = 0; lane < width; ++lane) {
        float sum = 0;
        for (int i = 0; i < 3; ++i) {
            const float gap = greater(greater(a.lower[i][lane] - b.upper[i], 0.0F),
                                      b.lower[i] - a.upper[i][lane]);
            sum += gap * gap;
        }
        gaps.square[lane] = greater(gaps.square[lane], sum);
    }
}

HWY_INLINE void begin(GapLanes& gaps) {
    for (unsigned lane = 0; lane < width; ++lane) gaps.square[lane] = 0;
}

HWY_INLINE unsigned within(const GapLanes& gaps, float reach, unsigned count) {
    unsigned mask = 0;
    for (unsigned lane = 0; lane < width; ++lane) {
        mask |= static_cast<unsigned>(gaps.square[lane] <= reach) << lane;
    }
    return mask & ((1U << count) - 1);
}

unsigned mover_gaps(const Slice& slice, const NodeLanes& mover, const TreeBox& obstacle,
                    float reach, BoxLanes& boxes, GapLanes& found) {
    child_boxes(mover, boxes);
    begin(found);
    MovingLanes lanes;
    moving(slice.frames[0], boxes, lanes);
    widen(lanes, obstacle, found);
    if (within(found, reach, width) == 0) return 0;
    moving(slice.frames[1], boxes, lanes);
    widen(lanes, turned(slice, obstacle), found);
    return within(found, reach, width);
}

unsigned obstacle_gaps(const Slice& slice, const TreeBox& mover, const NodeLanes& obstacle,
                       float reach, BoxLanes& boxes, GapLanes& found) {
    child_boxes(obstacle, boxes);
    begin(found);
    widen(moving(slice.frames[0], mover), boxes, found);
    if (within(found, reach, width) == 0) return 0;
    BoxLanes others;
    turned(slice, boxes, others);
    widen(moving(slice.frames[1], mover), others, found);
    return within(found, reach, width);
}

/// Widens the gaps by what the plane of one of the two triangles shows.
HWY_INLINE void widen_by_planes(const MovingTriangles& movers, unsigned at, const TriangleLanes& b,
                                const SlabLanes& slab, float margin, GapLanes& gaps) {
    constexpr float tiny = 1e-30F;  // of the normal of a triangle without area
    // Rounding of the few operations that follow, as a share: 2^-20 is far beyond it.
    constexpr float safe = 1 - 0x1p-20F, largest = 1e37F;
    float p[3][3], own[3];
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned i = 0; i < 3; ++i) p[k][i] = movers.place.corner[k][i][at];
        own[k] = movers.slab.normal[k][at];
    }
    const float lower_own =
        lesser(lesser(movers.height[0][at], movers.height[1][at]), movers.height[2][at]);
    const float upper_own =
        greater(greater(movers.height[0][at], movers.height[1][at]), movers.height[2][at]);
    const float own_sq = (own[0] * own[0] + own[1] * own[1]) + own[2] * own[2];
    const float own_margin = movers.slab.size[at] * margin;
    for (unsigned lane = 0; lane < width; ++lane) {
        const float x = slab.normal[0][lane], y = slab.normal[1][lane], z = slab.normal[2][lane];
        float lower = 1e38F, upper = -1e38F;  // the mover over the plane of the other
        float low = 1e38F, high = -1e38F;     // the other along the mover's normal
        for (unsigned k = 0; k < 3; ++k) {
            const float place = (x * p[k][0] + y * p[k][1]) + z * p[k][2];
            lower = lesser(lower, place);
            upper = greater(upper, place);
            const float q = (own[0] * b.corner[k][0][lane] + own[1] * b.corner[k][1][lane]) +
                            own[2] * b.corner[k][2][lane];
            low = lesser(low, q);
            high = greater(high, q);
        }
        const float gap =
            greater(lower - slab.upper[lane], slab.lower[lane] - upper) - slab.size[lane] * margin;
        const float gap_own = greater(lower_own - high, low - upper_own) - own_margin;
        const float length_sq = (x * x + y * y) + z * z;
        const float square = gap * gap / greater(length_sq, tiny) * safe;
        const float square_own = gap_own * gap_own / greater(own_sq, tiny) * safe;
        const float shown = ((gap > 0) & (length_sq > tiny) & (square < largest)) ? square : 0;
        const float shown_own =
            ((gap_own > 0) & (own_sq > tiny) & (square_own < largest)) ? square_own : 0;
        gaps.square[lane] = greater(gaps.square[lane], greater(shown, shown_own));
    }
}

HWY_INLINE float within_unit(float x) {
    return lesser(greater(x, 0.0F), 1.0F);
}

/// Squares of distances: at least, and of two points that are there.
struct Bounds {
    alignas(32) float least[width];
    alignas(32) float most[width];
};

/// Edge i of the mover's triangle against edge j of each other: clamped closest points, and where
/// edge j begins against edge i. Where their sine is below 2^-8, the closest points begin where
/// edge i does. So of edges that are almost parallel all ends are measured, each where an edge
/// begins, and that costs no more than 2^-18 of the square of a length; one end alone would not do,
/// for of two needles the other may be nearer by 2^-8 of a length. Above, lambda is off by
/// 15 2^-24 (|r| + |dp|) / (|dp| sine^2) (docs/derivations/lanes.md).
HWY_INLINE void add_edges(const float (&p)[3][3], unsigned i, const TriangleLanes& b, unsigned j,
                          Bounds& bounds) {
    constexpr float tiny = 1e-30F, rounding = 0x1p-20F, largest = 3e38F;
    constexpr float least_sine_sq = 0x1p-16F;
    const unsigned next_i = i == 2 ? 0 : i + 1, next_j = j == 2 ? 0 : j + 1;
    float dp[3];
    for (unsigned c = 0; c < 3; ++c) dp[c] = p[next_i][c] - p[i][c];
    const float aa = (dp[0] * dp[0] + dp[1] * dp[1]) + dp[2] * dp[2];
    const float per_length_sq = 1 / greater(aa, tiny);
    for (unsigned lane = 0; lane < width; ++lane) {
        float dq[3], r[3];
        for (unsigned c = 0; c < 3; ++c) {
            dq[c] = b.corner[next_j][c][lane] - b.corner[j][c][lane];
            r[c] = p[i][c] - b.corner[j][c][lane];
        }
        const float ee = (dq[0] * dq[0] + dq[1] * dq[1]) + dq[2] * dq[2];
        const float bb = (dp[0] * dq[0] + dp[1] * dq[1]) + dp[2] * dq[2];
        const float cc = (dp[0] * r[0] + dp[1] * r[1]) + dp[2] * r[2];
        const float ff = (dq[0] * r[0] + dq[1] * r[1]) + dq[2] * r[2];
        const float denominator = aa * ee - bb * bb;
        const float parallel = least_sine_sq * (aa * ee);
        // 0 where they are parallel: divided by as much as nothing reaches. Selecting numbers and
        // not results keeps branches out, as below.
        const float divisor = denominator > parallel ? denominator : largest;
        const float first = within_unit((bb * ff - cc * ee) / divisor);
        const float mu = within_unit((bb * first + ff) / greater(ee, tiny));
        const float lambda = within_unit((bb * mu - cc) / greater(aa, tiny));
        const float foot = within_unit(-cc * per_length_sq);
        float square = 0, square_of_end = 0;
        for (unsigned c = 0; c < 3; ++c) {
            const float d = (r[c] + lambda * dp[c]) - mu * dq[c];
            const float end = r[c] + foot * dp[c];
            square += d * d;
            square_of_end += end * end;
        }
        square = lesser(square, square_of_end);
        bounds.most[lane] = lesser(bounds.most[lane], square);
        const float least = square * (1 - 4 * rounding) - 4 * rounding * (aa + ee);
        // Products of tiny trees' coordinates may have overflowed.
        const float known = aa * ee < 1e37F ? largest : 0.0F;
        bounds.least[lane] = lesser(bounds.least[lane], lesser(least, known));
    }
}

/// The height of a corner over a plane counts where its foot may lie in the triangle. Above its
/// upper side or below its lower one: the normal of a narrow triangle is not known well, and along
/// what is taken for it the triangle is not flat.
HWY_INLINE float least_over(float height, float lower, float upper, float margin, float length_sq) {
    constexpr float tiny = 1e-30F;
    const float over = greater(greater(height - upper, lower - height) - margin, 0.0F);
    const float known = length_sq > tiny ? 3e38F : 0.0F;
    return lesser(over * over / greater(length_sq, tiny), known);
}

/// Whether a leaf's mean normal parts it from the other by more than the reach: patches of a smooth
/// surface are thin along it, and wide in all boxes that do not look its way.
HWY_INLINE bool normal_parts(const SlabLanes& slab, unsigned count, const TriangleLanes& a,
                             unsigned count_a, const TriangleLanes& b, unsigned count_b,
                             float margin, float reach) {
    constexpr float tiny = 1e-30F, largest = 1e37F;
    float n[3] = {0, 0, 0};
    for (unsigned lane = 0; lane < count; ++lane) {
        for (unsigned c = 0; c < 3; ++c) n[c] += slab.normal[c][lane];
    }
    alignas(32) float lower[width], upper[width], low[width], high[width];
    for (unsigned lane = 0; lane < width; ++lane) {
        lower[lane] = low[lane] = 1e38F;
        upper[lane] = high[lane] = -1e38F;
    }
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned lane = 0; lane < width; ++lane) {
            const float p = (n[0] * a.corner[k][0][lane] + n[1] * a.corner[k][1][lane]) +
                            n[2] * a.corner[k][2][lane];
            const float q = (n[0] * b.corner[k][0][lane] + n[1] * b.corner[k][1][lane]) +
                            n[2] * b.corner[k][2][lane];
            lower[lane] = lesser(lower[lane], p);
            upper[lane] = greater(upper[lane], p);
            low[lane] = lesser(low[lane], q);
            high[lane] = greater(high[lane], q);
        }
    }
    for (unsigned lane = 1; lane < count_a; ++lane) {
        lower[0] = lesser(lower[0], lower[lane]);
        upper[0] = greater(upper[0], upper[lane]);
    }
    for (unsigned lane = 1; lane < count_b; ++lane) {
        low[0] = lesser(low[0], low[lane]);
        high[0] = greater(high[0], high[lane]);
    }
    const float size = (size_of(n[0]) + size_of(n[1])) + size_of(n[2]);
    const float gap = greater(lower[0] - high[0], low[0] - upper[0]) - size * margin;
    const float length_sq = (n[0] * n[0] + n[1] * n[1]) + n[2] * n[2];
    const float square = gap * gap * (1 - 0x1p-20F);
    return gap > 0 && square < largest && length_sq > tiny && square > reach * length_sq;
}

/// How far apart one triangle of the mover and eight others are, at least and at most.
HWY_INLINE void distances(const MovingTriangles& movers, unsigned at,
                          const RestingTriangles& others, float margin, Bounds& bounds) {
    constexpr float largest = 3e38F;
    const TriangleLanes& b = others.lanes;
    const SlabLanes& slab = others.slab;
    float p[3][3], own[3];
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned c = 0; c < 3; ++c) p[k][c] = movers.place.corner[k][c][at];
        own[k] = movers.slab.normal[k][at];
    }
    for (unsigned lane = 0; lane < width; ++lane) {
        bounds.least[lane] = largest;
        bounds.most[lane] = largest;
    }
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned j = 0; j < 3; ++j) add_edges(p, i, b, j, bounds);
    }
    const float own_sq = (own[0] * own[0] + own[1] * own[1]) + own[2] * own[2];
    const float own_margin = movers.slab.size[at] * margin;
    const float lower_own =
        least_of(movers.height[0][at], movers.height[1][at], movers.height[2][at]);
    const float upper_own =
        most_of(movers.height[0][at], movers.height[1][at], movers.height[2][at]);
    for (unsigned k = 0; k < 3; ++k) {
        // Corner k of the mover's over the others, and theirs over the mover's. n.(d x v) is not
        // negative for feet inside; lenient, which is safe.
        alignas(32) float worst[width], worst_own[width];
        for (unsigned lane = 0; lane < width; ++lane) worst[lane] = worst_own[lane] = largest;
        for (unsigned j = 0; j < 3; ++j) {
            const unsigned next = j == 2 ? 0 : j + 1;
            float dp[3];
            for (unsigned c = 0; c < 3; ++c) dp[c] = p[next][c] - p[j][c];
            const float size_own = (size_of(dp[0]) + size_of(dp[1])) + size_of(dp[2]);
            for (unsigned lane = 0; lane < width; ++lane) {
                float q[3], dq[3], v[3], w[3];
                for (unsigned c = 0; c < 3; ++c) {
                    q[c] = b.corner[j][c][lane];
                    dq[c] = b.corner[next][c][lane] - q[c];
                    v[c] = p[k][c] - q[c];
                    w[c] = b.corner[k][c][lane] - p[j][c];
                }
                const float turn = (slab.normal[0][lane] * (dq[1] * v[2] - dq[2] * v[1]) +
                                    slab.normal[1][lane] * (dq[2] * v[0] - dq[0] * v[2])) +
                                   slab.normal[2][lane] * (dq[0] * v[1] - dq[1] * v[0]);
                const float turn_own = (own[0] * (dp[1] * w[2] - dp[2] * w[1]) +
                                        own[1] * (dp[2] * w[0] - dp[0] * w[2])) +
                                       own[2] * (dp[0] * w[1] - dp[1] * w[0]);
                const float size = (size_of(dq[0]) + size_of(dq[1])) + size_of(dq[2]);
                worst[lane] = lesser(worst[lane], turn + 4 * margin * size);
                worst_own[lane] = lesser(worst_own[lane], turn_own + 4 * margin * size_own);
            }
        }
        for (unsigned lane = 0; lane < width; ++lane) {
            const float x = slab.normal[0][lane], y = slab.normal[1][lane];
            const float z = slab.normal[2][lane];
            const float height = (x * p[k][0] + y * p[k][1]) + z * p[k][2];
            const float height_own =
                (own[0] * b.corner[k][0][lane] + own[1] * b.corner[k][1][lane]) +
                own[2] * b.corner[k][2][lane];
            const float length_sq = (x * x + y * y) + z * z;
            const float over = least_over(height, slab.lower[lane], slab.upper[lane],
                                          slab.size[lane] * margin, length_sq);
            const float over_own = least_over(height_own, lower_own, upper_own, own_margin, own_sq);
            const float shown = greater(over, worst[lane] >= 0 ? 0.0F : largest);
            const float shown_own = greater(over_own, worst_own[lane] >= 0 ? 0.0F : largest);
            bounds.least[lane] = lesser(bounds.least[lane], lesser(shown, shown_own));
        }
    }
}

std::uint64_t triangle_gaps(const Slice& slice, const TriangleRun& mover, const TreeBox& leaf,
                            const TriangleRun& obstacle, const TriangleReach& reach,
                            GapLanes* found, float* closest) {
    TriangleLanes a;
    BoxLanes boxes;
    load(mover, a);
    boxes_of(a, mover.factor, boxes);
    MovingLanes lanes[2];
    GapLanes near;
    begin(near);
    moving(slice.frames[0], boxes, lanes[0]);
    moving(slice.frames[1], boxes, lanes[1]);
    widen(lanes[0], leaf, near);
    widen(lanes[1], turned(slice, leaf), near);
    const unsigned candidates = within(near, reach.of_boxes, mover.count);
    if (candidates == 0) return 0;
    MovingTriangles movers;
    moving(slice, a, movers);
    RestingTriangles others;
    load(slice, obstacle, others);
    if (normal_parts(movers.slab, mover.count, movers.place, mover.count, others.lanes,
                     obstacle.count, slice.margin, reach.of_boxes) ||
        normal_parts(others.slab, obstacle.count, movers.place, mover.count, others.lanes,
                     obstacle.count, slice.margin, reach.of_boxes)) {
        return 0;
    }
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < mover.count; ++i) {
        if ((candidates >> i & 1U) == 0) continue;
        begin(found[i]);
        widen(box_of(lanes[0], i), others.boxes, found[i]);
        widen(box_of(lanes[1], i), others.turned_boxes, found[i]);
        if (within(found[i], reach.of_boxes, obstacle.count) == 0) continue;
        widen_by_planes(movers, i, others.lanes, others.slab, slice.margin, found[i]);
        const unsigned left = within(found[i], reach.of_boxes, obstacle.count);
        if (left == 0) continue;
        Bounds bounds;
        distances(movers, i, others, slice.margin, bounds);
        for (unsigned lane = 0; lane < width; ++lane) {
            found[i].square[lane] = greater(found[i].square[lane], bounds.least[lane]);
        }
        for (unsigned lane = 0; lane < obstacle.count; ++lane) {
            *closest = lesser(*closest, bounds.most[lane]);
        }
        const unsigned near_enough = left & within(found[i], reach.of_triangles, obstacle.count);
        mask |= std::uint64_t{near_enough} << (8 * i);
    }
    return mask;
}

}  // namespace swept::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

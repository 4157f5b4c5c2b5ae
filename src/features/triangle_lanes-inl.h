// When triangles may meet, for lanes.cpp: as box_lanes-inl.h.

#if defined(SWEPT_TRIANGLE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_TRIANGLE_LANES_INL
#undef SWEPT_TRIANGLE_LANES_INL
#else
#define SWEPT_TRIANGLE_LANES_INL
#endif

#include "features/box_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace swept::features_detail::HWY_NAMESPACE {
using namespace ::swept::HWY_NAMESPACE;

// Most triangles whose boxes meet are parted by the plane of one of the two. A normal is only a
// direction along which both are measured: whatever it is, what it parts is apart.

/// Eight triangles: [corner][axis].
struct TriangleRows {
    Row corner[3][3];
};

HWY_INLINE TriangleRows loaded(const TriangleRun& run) {
    TriangleRows made;
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            const float* x = run.corners + (3 * k + axis) * run.stride + run.first;
            made.corner[k][axis] = load(x) * run.factor;
        }
    }
    return made;
}

template <class T>
HWY_INLINE T least_of(const T& a, const T& b, const T& c) {
    return lesser(lesser(a, b), c);
}
template <class T>
HWY_INLINE T most_of(const T& a, const T& b, const T& c) {
    return greater(greater(a, b), c);
}
template <class T>
HWY_INLINE T least_of(const T (&a)[3]) {
    return least_of(a[0], a[1], a[2]);
}
template <class T>
HWY_INLINE T most_of(const T (&a)[3]) {
    return most_of(a[0], a[1], a[2]);
}

/// Their boxes. Corners are rounded to nearest.
SWEPT_LANE_PART BoxRows boxes_of(const TriangleRows& t, float factor) {
    const float rounding = 0x1.01p-25F * factor;  // of a coordinate below 1 (FaceTree::corners)
    BoxRows boxes;
    for (unsigned i = 0; i < 3; ++i) {
        const Row a = t.corner[0][i], b = t.corner[1][i], c = t.corner[2][i];
        boxes.lower[i] = least_of(a, b, c) - rounding;
        boxes.upper[i] = most_of(a, b, c) + rounding;
    }
    return boxes;
}

/// Eight directions and how far eight triangles reach along them.
struct SlabRows {
    Row normal[3];
    Row size;  ///< its 1-norm
    Row lower, upper;
};

/// Directions across two edges of each triangle, their components at most 2: without the edges'
/// lengths, so that products with coordinates stay within single precision, however large a tree's
/// scale. The triangles lie flat in the slabs.
SWEPT_LANE_PART SlabRows slabs_of(const TriangleRows& t) {
    constexpr float tiny = 1e-30F;
    SlabRows made;
    Row p[3], q[3], height[3];
    Row size_p = tiny, size_q = tiny;
    for (unsigned i = 0; i < 3; ++i) {
        p[i] = t.corner[1][i] - t.corner[0][i];
        q[i] = t.corner[2][i] - t.corner[0][i];
        size_p = greater(size_p, magnitude(p[i]));
        size_q = greater(size_q, magnitude(q[i]));
    }
    for (unsigned i = 0; i < 3; ++i) {
        p[i] = p[i] / size_p;
        q[i] = q[i] / size_q;
    }
    made.normal[0] = p[1] * q[2] - p[2] * q[1];
    made.normal[1] = p[2] * q[0] - p[0] * q[2];
    made.normal[2] = p[0] * q[1] - p[1] * q[0];
    made.size = size_of(made.normal);
    for (unsigned k = 0; k < 3; ++k) height[k] = dot(made.normal, t.corner[k]);
    made.lower = least_of(height);
    made.upper = most_of(height);
    return made;
}

/// The mover's triangles as a slice sees them.
struct MovingTriangles {
    TriangleRows place;  ///< at tau = 0
    TriangleRows rate;
    SlabRows slab;  ///< in the middle of the slice; only the directions are meant
    Row height[3];  ///< of the corners along them, at tau = 0
    Row climb[3];   ///< how fast they change
};

SWEPT_LANE_PART MovingTriangles moving(const Slice& slice, const TriangleRows& t) {
    const SliceFrame& frame = slice.frames[0];
    const float half = slice.duration * 0.5F;
    MovingTriangles made;
    TriangleRows middle;
    for (unsigned k = 0; k < 3; ++k) {
        const Row x = t.corner[k][0], y = t.corner[k][1], z = t.corner[k][2];
        for (unsigned i = 0; i < 3; ++i) {
            const float* a = frame.place[i];
            const float* b = frame.rate[i];
            const Row place = ((frame.shift[i] + a[0] * x) + a[1] * y) + a[2] * z;
            const Row rate = ((frame.drift[i] + b[0] * x) + b[1] * y) + b[2] * z;
            made.place.corner[k][i] = place;
            made.rate.corner[k][i] = rate;
            middle.corner[k][i] = place + half * rate;
        }
    }
    made.slab = slabs_of(middle);
    for (unsigned k = 0; k < 3; ++k) {
        made.height[k] = dot(made.slab.normal, made.place.corner[k]);
        made.climb[k] = dot(made.slab.normal, made.rate.corner[k]);
    }
    return made;
}

/// One of them.
struct MovingTriangle {
    float place[3][3], rate[3][3];  ///< [corner][axis]
    float normal[3], size;
    float height[3], climb[3];
};

HWY_INLINE MovingTriangle triangle_of(const MovingTriangles& movers, unsigned lane) {
    MovingTriangle made;
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned i = 0; i < 3; ++i) {
            made.place[k][i] = lane_of(movers.place.corner[k][i], lane);
            made.rate[k][i] = lane_of(movers.rate.corner[k][i], lane);
        }
        made.normal[k] = lane_of(movers.slab.normal[k], lane);
        made.height[k] = lane_of(movers.height[k], lane);
        made.climb[k] = lane_of(movers.climb[k], lane);
    }
    made.size = lane_of(movers.slab.size, lane);
    return made;
}

/// What has overflowed says nothing.
SWEPT_LANE_PART Row bounded(const Row& p) {
    constexpr float largest = 1e37F;
    return choose(is_less(magnitude(p), largest), p, largest);
}

/// Three corners at a moment, along some direction, of their places and rates along it.
template <class T>
HWY_INLINE void at_moment(const T (&place)[3], const Row& t, const T (&rate)[3], Row (&made)[3]) {
    for (unsigned k = 0; k < 3; ++k) made[k] = place[k] + t * rate[k];
}

/// Whether a gap that is larger than `needed` is there. What has overflowed says nothing.
HWY_INLINE RowMask parts(const Row& gap, const Row& needed) {
    constexpr float largest = 1e37F;
    return is_less(needed, gap) & is_less(gap, largest);
}

/// Takes out of `entry` the lanes whose triangles stay apart between the moments in it, and narrows
/// the moments of the others.
SWEPT_LANE_PART void part_by_planes(const MovingTriangle& mover, const TriangleRows& b,
                                    const SlabRows& slab, float margin, EntryRows& entry) {
    constexpr float never = -1;
    const float own_margin = mover.size * margin;
    const float slowest_own = least_of(mover.climb), fastest_own = most_of(mover.climb);
    const Row t0 = entry.from, t1 = entry.to;
    // The mover over the resting plane: heights at the first moment and the last, and rates.
    Row r[3], p[3], first[3], last[3];
    for (unsigned k = 0; k < 3; ++k) {
        r[k] = dot(slab.normal, mover.rate[k]);
        p[k] = dot(slab.normal, mover.place[k]);
    }
    at_moment(p, t0, r, first);
    at_moment(p, t1, r, last);
    const Row lower0 = least_of(first), upper0 = most_of(first);
    const Row lower = lesser(lower0, least_of(last)), upper = greater(upper0, most_of(last));
    const Row slowest = least_of(r), fastest = most_of(r);
    // The same along the mover's normal, and the resting triangle there.
    Row own[3], end[3], q[3];
    at_moment(mover.height, t0, mover.climb, own);
    at_moment(mover.height, t1, mover.climb, end);
    const Row lower0_own = least_of(own), upper0_own = most_of(own);
    const Row lower_own = lesser(lower0_own, least_of(end));
    const Row upper_own = greater(upper0_own, most_of(end));
    for (unsigned k = 0; k < 3; ++k) q[k] = dot(mover.normal, b.corner[k]);
    const Row low = least_of(q), high = most_of(q);

    const Row wide = slab.size * margin;
    const Row gap = greater(lower - slab.upper, slab.lower - upper);
    const Row gap_own = greater(lower_own - high, low - upper_own);
    entry.to = choose(parts(gap, wide) | parts(gap_own, own_margin), never, t1);
    // They meet no earlier than their heights do.
    require(entry, bounded(((upper0 - t0 * fastest) + wide) - slab.lower), fastest);
    require(entry, bounded((slab.upper + wide) - (lower0 - t0 * slowest)), -slowest);
    require(entry, bounded(((upper0_own - t0 * fastest_own) + own_margin) - low), fastest_own);
    require(entry, bounded((high + own_margin) - (lower0_own - t0 * slowest_own)), -slowest_own);
}

/// Takes out the lanes that a direction n parts: of the mover one number per corner, or eight.
template <class T>
SWEPT_LANE_PART void part_along(const T (&n)[3], const MovingTriangle& mover, const TriangleRows& b,
                                float margin, EntryRows& entry) {
    constexpr float never = -1;
    T h[3], r[3];
    Row first[3], last[3], q[3];
    for (unsigned k = 0; k < 3; ++k) {
        h[k] = dot(n, mover.place[k]);
        r[k] = dot(n, mover.rate[k]);
        q[k] = dot(n, b.corner[k]);
    }
    at_moment(h, entry.from, r, first);
    at_moment(h, entry.to, r, last);
    const Row lower = lesser(least_of(first), least_of(last));
    const Row upper = greater(most_of(first), most_of(last));
    const Row gap = greater(lower - most_of(q), least_of(q) - upper);
    entry.to = choose(parts(gap, size_of(n) * margin), never, entry.to);
}

/// n = edge x way, by the edge's length.
template <class T>
HWY_INLINE void part_by_edge(const T (&edge)[3], const float (&way)[3], const MovingTriangle& mover,
                             const TriangleRows& b, float margin, EntryRows& entry) {
    constexpr float tiny = 1e-30F;
    const T length =
        greater(greater(magnitude(edge[0]), magnitude(edge[1])), greater(magnitude(edge[2]), tiny));
    const T n[3] = {(edge[1] * way[2] - edge[2] * way[1]) / length,
                    (edge[2] * way[0] - edge[0] * way[2]) / length,
                    (edge[0] * way[1] - edge[1] * way[0]) / length};
    part_along(n, mover, b, margin, entry);
}

/// The same by directions across the way and an edge of one of the two: seen along the way, things
/// that pass each other lie side by side.
HWY_INLINE void part_by_edges(const MovingTriangle& mover, const TriangleRows& b, float margin,
                              EntryRows& entry) {
    float way[3];
    float size = 1e-30F;
    for (unsigned c = 0; c < 3; ++c) {
        way[c] = (mover.rate[0][c] + mover.rate[1][c]) + mover.rate[2][c];
        size = greater(size, magnitude(way[c]));
    }
    for (unsigned c = 0; c < 3; ++c) way[c] /= size;
    for (unsigned i = 0; i < 3; ++i) {
        const unsigned next = i == 2 ? 0 : i + 1;
        float own[3];  // an edge of the mover: one direction for all
        Row other[3];  // an edge of each of the others
        for (unsigned c = 0; c < 3; ++c) {
            own[c] = mover.place[next][c] - mover.place[i][c];
            other[c] = b.corner[next][c] - b.corner[i][c];
        }
        part_by_edge(own, way, mover, b, margin, entry);
        part_by_edge(other, way, mover, b, margin, entry);
    }
}

/// What both kernels of triangles need of the obstacle's.
struct RestingTriangles {
    TriangleRows triangles;
    BoxRows boxes;
    BoxRows turned_boxes;
    SlabRows slab;
};

HWY_INLINE RestingTriangles resting(const Slice& slice, const TriangleRun& run) {
    RestingTriangles made;
    made.triangles = loaded(run);
    made.boxes = boxes_of(made.triangles, run.factor);
    made.turned_boxes = turned<Row>(slice, made.boxes);
    made.slab = slabs_of(made.triangles);
    return made;
}

/// When a moving box may come to the planes of eight resting triangles, as far as they reach.
SWEPT_LANE_PART void narrow_by_planes(const Slice& slice, const TreeBox& box, const SlabRows& slab,
                                      EntryRows& entry) {
    const SliceFrame& frame = slice.frames[0];
    float centre[3], half[3], place[3], rate[3];
    halve(box, centre, half);
    for (int i = 0; i < 3; ++i) {
        const float* a = frame.place[i];
        const float* b = frame.rate[i];
        place[i] = ((frame.shift[i] + a[0] * centre[0]) + a[1] * centre[1]) + a[2] * centre[2];
        rate[i] = ((frame.drift[i] + b[0] * centre[0]) + b[1] * centre[1]) + b[2] * centre[2];
    }
    const Row x = slab.normal[0], y = slab.normal[1], z = slab.normal[2];
    const Row height = dot(slab.normal, place), climb = dot(slab.normal, rate);
    Row a[3], b[3];
    for (int j = 0; j < 3; ++j) {
        a[j] = (x * frame.place[0][j] + y * frame.place[1][j]) + z * frame.place[2][j];
        b[j] = (x * frame.rate[0][j] + y * frame.rate[1][j]) + z * frame.rate[2][j];
        a[j] = magnitude(a[j]);
        b[j] = magnitude(b[j]);
    }
    const Row size =
        ((slab.size * slice.margin + a[0] * half[0]) + a[1] * half[1]) + a[2] * half[2];
    const Row spread = dot(b, half);
    require(entry, bounded((height + size) - slab.lower), climb + spread);
    require(entry, bounded(slab.upper - (height - size)), spread - climb);
}

HWY_INLINE EntryRows box_entries(const Slice& slice, const TreeBox& mover,
                                 const RestingTriangles& others, unsigned count, float until) {
    EntryRows entry = begin(until);
    narrow(moving<float>(slice.frames[0], mover), others.boxes, entry);
    if (possible(entry, count) == 0) return entry;
    narrow(moving<float>(slice.frames[1], mover), others.turned_boxes, entry);
    narrow_by_planes(slice, mover, others.slab, entry);
    return entry;
}

unsigned box_to_triangles(const Slice& slice, const TreeBox& mover, const TriangleRun& obstacle,
                          float until) {
    const RestingTriangles others = resting(slice, obstacle);
    return possible(box_entries(slice, mover, others, obstacle.count, until), obstacle.count);
}

std::uint64_t triangle_entries(const Slice& slice, const TriangleRun& mover,
                               const TreeBox& mover_box, const TriangleRun& obstacle,
                               const TreeBox& obstacle_box, float until, EntryLanes* found) {
    // All of the mover against the others first: of leaves that are large beside it, most pairs end
    // here.
    const RestingTriangles others = resting(slice, obstacle);
    const EntryRows whole = box_entries(slice, mover_box, others, obstacle.count, until);
    if (possible(whole, obstacle.count) == 0) return 0;
    const TriangleRows a = loaded(mover);
    const BoxRows boxes = boxes_of(a, mover.factor);
    EntryRows near = begin(until);
    const Moving<Row> along_axes = moving<Row>(slice.frames[0], boxes);
    narrow(along_axes, obstacle_box, near);
    if (possible(near, mover.count) == 0) return 0;
    const Moving<Row> along_own = moving<Row>(slice.frames[1], boxes);
    narrow(along_own, turned<float>(slice, obstacle_box), near);
    const unsigned candidates = possible(near, mover.count);
    if (candidates == 0) return 0;
    const MovingTriangles movers = moving(slice, a);
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < mover.count; ++i) {
        if ((candidates >> i & 1U) == 0) continue;
        EntryRows entry = whole;
        narrow(box_of(along_axes, i), others.boxes, entry);
        if (possible(entry, obstacle.count) == 0) continue;
        narrow(box_of(along_own, i), others.turned_boxes, entry);
        if (possible(entry, obstacle.count) == 0) continue;
        const MovingTriangle one = triangle_of(movers, i);
        part_by_planes(one, others.triangles, others.slab, slice.margin, entry);
        if (possible(entry, obstacle.count) == 0) continue;
        part_by_edges(one, others.triangles, slice.margin, entry);
        store(entry, found[i]);
        mask |= std::uint64_t{possible(entry, obstacle.count)} << (8 * i);
    }
    return mask;
}

}  // namespace swept::features_detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

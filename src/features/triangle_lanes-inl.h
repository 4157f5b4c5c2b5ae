// When triangles may meet, for lanes.cpp: as box_lanes-inl.h.

#if defined(SWEPT_TRIANGLE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_TRIANGLE_LANES_INL
#undef SWEPT_TRIANGLE_LANES_INL
#else
#define SWEPT_TRIANGLE_LANES_INL
#endif

#include "features/box_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace swept::HWY_NAMESPACE {

// Most triangles whose boxes meet are parted by the plane of one of the two. A normal is only a
// direction along which both are measured: whatever it is, what it parts is apart.

/// Eight triangles: [corner][axis][lane].
struct TriangleLanes {
    alignas(32) float corner[3][3][width];
};

HWY_INLINE void load(const TriangleRun& run, TriangleLanes& made) {
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            const float* x = run.corners + (3 * k + axis) * run.stride + run.first;
            for (unsigned lane = 0; lane < width; ++lane) {
                made.corner[k][axis][lane] = x[lane] * run.factor;
            }
        }
    }
}

/// Their boxes. Corners are rounded to nearest.
HWY_INLINE void boxes_of(const TriangleLanes& t, float factor, BoxLanes& boxes) {
    const float rounding = 0x1.01p-25F * factor;  // of a coordinate below 1 (FaceTree::corners)
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned lane = 0; lane < width; ++lane) {
            const float a = t.corner[0][i][lane], b = t.corner[1][i][lane];
            const float c = t.corner[2][i][lane];
            boxes.lower[i][lane] = lesser(lesser(a, b), c) - rounding;
            boxes.upper[i][lane] = greater(greater(a, b), c) + rounding;
        }
    }
}

/// Eight directions and how far eight triangles reach along them.
struct SlabLanes {
    alignas(32) float normal[3][width];
    alignas(32) float size[width];  ///< its 1-norm
    alignas(32) float lower[width];
    alignas(32) float upper[width];
};

/// Directions across two edges of each triangle, their components at most 2: without the edges'
/// lengths, so that products with coordinates stay within single precision, however large a tree's
/// scale. The triangles lie flat in the slabs.
HWY_INLINE void slabs_of(const TriangleLanes& t, SlabLanes& made) {
    constexpr float tiny = 1e-30F;
    for (unsigned lane = 0; lane < width; ++lane) {
        float p[3], q[3], n[3], height[3];
        float size_p = tiny, size_q = tiny;
        for (unsigned i = 0; i < 3; ++i) {
            p[i] = t.corner[1][i][lane] - t.corner[0][i][lane];
            q[i] = t.corner[2][i][lane] - t.corner[0][i][lane];
            size_p = greater(size_p, size_of(p[i]));
            size_q = greater(size_q, size_of(q[i]));
        }
        for (unsigned i = 0; i < 3; ++i) {
            p[i] /= size_p;
            q[i] /= size_q;
        }
        n[0] = p[1] * q[2] - p[2] * q[1];
        n[1] = p[2] * q[0] - p[0] * q[2];
        n[2] = p[0] * q[1] - p[1] * q[0];
        for (unsigned i = 0; i < 3; ++i) made.normal[i][lane] = n[i];
        made.size[lane] = (size_of(n[0]) + size_of(n[1])) + size_of(n[2]);
        for (unsigned k = 0; k < 3; ++k) {
            height[k] = (n[0] * t.corner[k][0][lane] + n[1] * t.corner[k][1][lane]) +
                        n[2] * t.corner[k][2][lane];
        }
        made.lower[lane] = lesser(lesser(height[0], height[1]), height[2]);
        made.upper[lane] = greater(greater(height[0], height[1]), height[2]);
    }
}

/// The mover's triangles as a slice sees them.
struct MovingTriangles {
    TriangleLanes place;  ///< at tau = 0
    TriangleLanes rate;
    SlabLanes slab;  ///< in the middle of the slice; only the directions are meant
    alignas(32) float height[3][width];  ///< of the corners along them, at tau = 0
    alignas(32) float climb[3][width];   ///< how fast they change
};

HWY_INLINE void moving(const Slice& slice, const TriangleLanes& t, MovingTriangles& made) {
    const SliceFrame& frame = slice.frames[0];
    const float half = slice.duration * 0.5F;
    TriangleLanes middle;
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned i = 0; i < 3; ++i) {
            const float* a = frame.place[i];
            const float* b = frame.rate[i];
            for (unsigned lane = 0; lane < width; ++lane) {
                const float x = t.corner[k][0][lane], y = t.corner[k][1][lane];
                const float z = t.corner[k][2][lane];
                const float place = ((frame.shift[i] + a[0] * x) + a[1] * y) + a[2] * z;
                const float rate = ((frame.drift[i] + b[0] * x) + b[1] * y) + b[2] * z;
                made.place.corner[k][i][lane] = place;
                made.rate.corner[k][i][lane] = rate;
                middle.corner[k][i][lane] = place + half * rate;
            }
        }
    }
    slabs_of(middle, made.slab);
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned lane = 0; lane < width; ++lane) {
            const float x = made.slab.normal[0][lane], y = made.slab.normal[1][lane];
            const float z = made.slab.normal[2][lane];
            made.height[k][lane] =
                (x * made.place.corner[k][0][lane] + y * made.place.corner[k][1][lane]) +
                z * made.place.corner[k][2][lane];
            made.climb[k][lane] =
                (x * made.rate.corner[k][0][lane] + y * made.rate.corner[k][1][lane]) +
                z * made.rate.corner[k][2][lane];
        }
    }
}

HWY_INLINE float least_of(float a, float b, float c) {
    return lesser(lesser(a, b), c);
}
HWY_INLINE float most_of(float a, float b, float c) {
    return greater(greater(a, b), c);
}

/// How far corner k lies along a direction.
HWY_INLINE float along(float x, float y, float z, const TriangleLanes& t, unsigned k,
                       unsigned lane) {
    return (x * t.corner[k][0][lane] + y * t.corner[k][1][lane]) + z * t.corner[k][2][lane];
}

/// What has overflowed says nothing.
HWY_INLINE float bounded(float p) {
    constexpr float largest = 1e37F;
    return size_of(p) < largest ? p : largest;
}

/// Takes out of `found` the lanes whose triangles stay apart between the moments in it, and narrows
/// the moments of the others.
HWY_INLINE void part_by_planes(const MovingTriangles& movers, unsigned at, const TriangleLanes& b,
                               const SlabLanes& slab, float margin, EntryLanes& found) {
    constexpr float largest = 1e37F;  // beyond it something has overflowed, and nothing is known
    constexpr float never = -1;
    float p[3][3], v[3][3], own[3], height[3], climb[3];
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned i = 0; i < 3; ++i) {
            p[k][i] = movers.place.corner[k][i][at];
            v[k][i] = movers.rate.corner[k][i][at];
        }
        own[k] = movers.slab.normal[k][at];
        height[k] = movers.height[k][at];
        climb[k] = movers.climb[k][at];
    }
    const float own_margin = movers.slab.size[at] * margin;
    const float slowest_own = least_of(climb[0], climb[1], climb[2]);
    const float fastest_own = most_of(climb[0], climb[1], climb[2]);
    for (unsigned lane = 0; lane < width; ++lane) {
        const float t0 = found.from[lane], t1 = found.to[lane];
        const float x = slab.normal[0][lane], y = slab.normal[1][lane], z = slab.normal[2][lane];
        // The mover over the resting plane: heights at the first moment and the last, and rates.
        const float r0 = (x * v[0][0] + y * v[0][1]) + z * v[0][2];
        const float r1 = (x * v[1][0] + y * v[1][1]) + z * v[1][2];
        const float r2 = (x * v[2][0] + y * v[2][1]) + z * v[2][2];
        const float p0 = (x * p[0][0] + y * p[0][1]) + z * p[0][2];
        const float p1 = (x * p[1][0] + y * p[1][1]) + z * p[1][2];
        const float p2 = (x * p[2][0] + y * p[2][1]) + z * p[2][2];
        const float first0 = p0 + t0 * r0, first1 = p1 + t0 * r1, first2 = p2 + t0 * r2;
        const float last0 = p0 + t1 * r0, last1 = p1 + t1 * r1, last2 = p2 + t1 * r2;
        const float lower0 = least_of(first0, first1, first2);
        const float upper0 = most_of(first0, first1, first2);
        const float lower = lesser(lower0, least_of(last0, last1, last2));
        const float upper = greater(upper0, most_of(last0, last1, last2));
        const float slowest = least_of(r0, r1, r2), fastest = most_of(r0, r1, r2);
        // The same along the mover's normal, and the resting triangle there.
        const float own0 = height[0] + t0 * climb[0], own1 = height[1] + t0 * climb[1];
        const float own2 = height[2] + t0 * climb[2];
        const float end0 = height[0] + t1 * climb[0], end1 = height[1] + t1 * climb[1];
        const float end2 = height[2] + t1 * climb[2];
        const float lower0_own = least_of(own0, own1, own2), upper0_own = most_of(own0, own1, own2);
        const float lower_own = lesser(lower0_own, least_of(end0, end1, end2));
        const float upper_own = greater(upper0_own, most_of(end0, end1, end2));
        const float q0 = along(own[0], own[1], own[2], b, 0, lane);
        const float q1 = along(own[0], own[1], own[2], b, 1, lane);
        const float q2 = along(own[0], own[1], own[2], b, 2, lane);
        const float low = least_of(q0, q1, q2), high = most_of(q0, q1, q2);

        const float wide = slab.size[lane] * margin;
        const float gap = greater(lower - slab.upper[lane], slab.lower[lane] - upper);
        const float gap_own = greater(lower_own - high, low - upper_own);
        const bool apart =
            ((gap > wide) & (gap < largest)) | ((gap_own > own_margin) & (gap_own < largest));
        found.to[lane] = apart ? never : t1;
        // They meet no earlier than their heights do.
        require(found, lane, bounded(((upper0 - t0 * fastest) + wide) - slab.lower[lane]), fastest);
        require(found, lane, bounded((slab.upper[lane] + wide) - (lower0 - t0 * slowest)),
                -slowest);
        require(found, lane, bounded(((upper0_own - t0 * fastest_own) + own_margin) - low),
                fastest_own);
        require(found, lane, bounded((high + own_margin) - (lower0_own - t0 * slowest_own)),
                -slowest_own);
    }
}

/// The same by directions across the way and an edge of one of the two: seen along the way, things
/// that pass each other lie side by side.
HWY_INLINE void part_by_edges(const MovingTriangles& movers, unsigned at, const TriangleLanes& b,
                              float margin, EntryLanes& found) {
    constexpr float largest = 1e37F, tiny = 1e-30F, never = -1;
    float p[3][3], v[3][3], way[3];
    float size = tiny;
    for (unsigned c = 0; c < 3; ++c) {
        for (unsigned k = 0; k < 3; ++k) {
            p[k][c] = movers.place.corner[k][c][at];
            v[k][c] = movers.rate.corner[k][c][at];
        }
        way[c] = (v[0][c] + v[1][c]) + v[2][c];
        size = greater(size, size_of(way[c]));
    }
    for (unsigned c = 0; c < 3; ++c) way[c] /= size;
    for (unsigned i = 0; i < 3; ++i) {
        const unsigned next = i == 2 ? 0 : i + 1;
        // An edge of the mover: one direction for all.
        float own[3], n[3], h[3], r[3];
        for (unsigned c = 0; c < 3; ++c) own[c] = p[next][c] - p[i][c];
        const float length =
            greater(greater(size_of(own[0]), size_of(own[1])), greater(size_of(own[2]), tiny));
        n[0] = (own[1] * way[2] - own[2] * way[1]) / length;
        n[1] = (own[2] * way[0] - own[0] * way[2]) / length;
        n[2] = (own[0] * way[1] - own[1] * way[0]) / length;
        for (unsigned k = 0; k < 3; ++k) {
            h[k] = (n[0] * p[k][0] + n[1] * p[k][1]) + n[2] * p[k][2];
            r[k] = (n[0] * v[k][0] + n[1] * v[k][1]) + n[2] * v[k][2];
        }
        const float needed = ((size_of(n[0]) + size_of(n[1])) + size_of(n[2])) * margin;
        for (unsigned lane = 0; lane < width; ++lane) {
            const float t0 = found.from[lane], t1 = found.to[lane];
            const float lower0 =
                lesser(lesser(h[0] + t0 * r[0], h[1] + t0 * r[1]), h[2] + t0 * r[2]);
            const float lower1 =
                lesser(lesser(h[0] + t1 * r[0], h[1] + t1 * r[1]), h[2] + t1 * r[2]);
            const float upper0 =
                greater(greater(h[0] + t0 * r[0], h[1] + t0 * r[1]), h[2] + t0 * r[2]);
            const float upper1 =
                greater(greater(h[0] + t1 * r[0], h[1] + t1 * r[1]), h[2] + t1 * r[2]);
            const float q0 = along(n[0], n[1], n[2], b, 0, lane);
            const float q1 = along(n[0], n[1], n[2], b, 1, lane);
            const float q2 = along(n[0], n[1], n[2], b, 2, lane);
            const float gap = greater(lesser(lower0, lower1) - greater(greater(q0, q1), q2),
                                      lesser(lesser(q0, q1), q2) - greater(upper0, upper1));
            found.to[lane] = ((gap > needed) & (gap < largest)) ? never : t1;
        }
        // An edge of each of the others.
        for (unsigned lane = 0; lane < width; ++lane) {
            const float t0 = found.from[lane], t1 = found.to[lane];
            const float e0 = b.corner[next][0][lane] - b.corner[i][0][lane];
            const float e1 = b.corner[next][1][lane] - b.corner[i][1][lane];
            const float e2 = b.corner[next][2][lane] - b.corner[i][2][lane];
            const float size_e =
                greater(greater(size_of(e0), size_of(e1)), greater(size_of(e2), tiny));
            const float x = (e1 * way[2] - e2 * way[1]) / size_e;
            const float y = (e2 * way[0] - e0 * way[2]) / size_e;
            const float z = (e0 * way[1] - e1 * way[0]) / size_e;
            const float h0 = (x * p[0][0] + y * p[0][1]) + z * p[0][2];
            const float h1 = (x * p[1][0] + y * p[1][1]) + z * p[1][2];
            const float h2 = (x * p[2][0] + y * p[2][1]) + z * p[2][2];
            const float r0 = (x * v[0][0] + y * v[0][1]) + z * v[0][2];
            const float r1 = (x * v[1][0] + y * v[1][1]) + z * v[1][2];
            const float r2 = (x * v[2][0] + y * v[2][1]) + z * v[2][2];
            const float lower = lesser(lesser(lesser(h0 + t0 * r0, h1 + t0 * r1), h2 + t0 * r2),
                                       lesser(lesser(h0 + t1 * r0, h1 + t1 * r1), h2 + t1 * r2));
            const float upper = greater(greater(greater(h0 + t0 * r0, h1 + t0 * r1), h2 + t0 * r2),
                                        greater(greater(h0 + t1 * r0, h1 + t1 * r1), h2 + t1 * r2));
            const float q0 = along(x, y, z, b, 0, lane);
            const float q1 = along(x, y, z, b, 1, lane);
            const float q2 = along(x, y, z, b, 2, lane);
            const float gap =
                greater(lower - greater(greater(q0, q1), q2), lesser(lesser(q0, q1), q2) - upper);
            const float wide = ((size_of(x) + size_of(y)) + size_of(z)) * margin;
            found.to[lane] = ((gap > wide) & (gap < largest)) ? never : t1;
        }
    }
}

/// What both kernels of triangles need of the obstacle's.
struct RestingTriangles {
    TriangleLanes lanes;
    BoxLanes boxes;
    BoxLanes turned_boxes;
    SlabLanes slab;
};

HWY_INLINE void load(const Slice& slice, const TriangleRun& run, RestingTriangles& made) {
    load(run, made.lanes);
    boxes_of(made.lanes, run.factor, made.boxes);
    turned(slice, made.boxes, made.turned_boxes);
    slabs_of(made.lanes, made.slab);
}

/// When a moving box may come to the planes of eight resting triangles, as far as they reach.
HWY_INLINE void narrow_by_planes(const Slice& slice, const TreeBox& box, const SlabLanes& slab,
                                 EntryLanes& found) {
    const SliceFrame& frame = slice.frames[0];
    float centre[3], half[3], place[3], rate[3];
    halve(box, centre, half);
    for (int i = 0; i < 3; ++i) {
        const float* a = frame.place[i];
        const float* b = frame.rate[i];
        place[i] = ((frame.shift[i] + a[0] * centre[0]) + a[1] * centre[1]) + a[2] * centre[2];
        rate[i] = ((frame.drift[i] + b[0] * centre[0]) + b[1] * centre[1]) + b[2] * centre[2];
    }
    for (unsigned lane = 0; lane < width; ++lane) {
        const float x = slab.normal[0][lane], y = slab.normal[1][lane], z = slab.normal[2][lane];
        const float height = (x * place[0] + y * place[1]) + z * place[2];
        const float climb = (x * rate[0] + y * rate[1]) + z * rate[2];
        const float a0 = (x * frame.place[0][0] + y * frame.place[1][0]) + z * frame.place[2][0];
        const float a1 = (x * frame.place[0][1] + y * frame.place[1][1]) + z * frame.place[2][1];
        const float a2 = (x * frame.place[0][2] + y * frame.place[1][2]) + z * frame.place[2][2];
        const float b0 = (x * frame.rate[0][0] + y * frame.rate[1][0]) + z * frame.rate[2][0];
        const float b1 = (x * frame.rate[0][1] + y * frame.rate[1][1]) + z * frame.rate[2][1];
        const float b2 = (x * frame.rate[0][2] + y * frame.rate[1][2]) + z * frame.rate[2][2];
        const float size =
            ((slab.size[lane] * slice.margin + size_of(a0) * half[0]) + size_of(a1) * half[1]) +
            size_of(a2) * half[2];
        const float spread =
            (size_of(b0) * half[0] + size_of(b1) * half[1]) + size_of(b2) * half[2];
        require(found, lane, bounded((height + size) - slab.lower[lane]), climb + spread);
        require(found, lane, bounded(slab.upper[lane] - (height - size)), spread - climb);
    }
}

HWY_INLINE unsigned box_entries(const Slice& slice, const TreeBox& mover,
                                const RestingTriangles& others, unsigned count, float until,
                                EntryLanes& found) {
    begin(until, found);
    narrow(moving(slice.frames[0], mover), others.boxes, found);
    if (possible(found, count) == 0) return 0;
    narrow(moving(slice.frames[1], mover), others.turned_boxes, found);
    narrow_by_planes(slice, mover, others.slab, found);
    return possible(found, count);
}

unsigned box_to_triangles(const Slice& slice, const TreeBox& mover, const TriangleRun& obstacle,
                          float until) {
    RestingTriangles others;
    load(slice, obstacle, others);
    EntryLanes found;
    return box_entries(slice, mover, others, obstacle.count, until, found);
}

std::uint64_t triangle_entries(const Slice& slice, const TriangleRun& mover,
                               const TreeBox& mover_box, const TriangleRun& obstacle,
                               const TreeBox& obstacle_box, float until, EntryLanes* found) {
    // All of the mover against the others first: of leaves that are large beside it, most pairs end
    // here.
    RestingTriangles others;
    load(slice, obstacle, others);
    EntryLanes whole;
    if (box_entries(slice, mover_box, others, obstacle.count, until, whole) == 0) return 0;
    TriangleLanes a;
    BoxLanes boxes;
    load(mover, a);
    boxes_of(a, mover.factor, boxes);
    MovingLanes lanes[2];
    EntryLanes near;
    begin(until, near);
    moving(slice.frames[0], boxes, lanes[0]);
    narrow(lanes[0], obstacle_box, near);
    if (possible(near, mover.count) == 0) return 0;
    moving(slice.frames[1], boxes, lanes[1]);
    narrow(lanes[1], turned(slice, obstacle_box), near);
    const unsigned candidates = possible(near, mover.count);
    if (candidates == 0) return 0;
    MovingTriangles movers;
    moving(slice, a, movers);
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < mover.count; ++i) {
        if ((candidates >> i & 1U) == 0) continue;
        found[i] = whole;
        narrow(box_of(lanes[0], i), others.boxes, found[i]);
        if (possible(found[i], obstacle.count) == 0) continue;
        narrow(box_of(lanes[1], i), others.turned_boxes, found[i]);
        if (possible(found[i], obstacle.count) == 0) continue;
        part_by_planes(movers, i, others.lanes, others.slab, slice.margin, found[i]);
        if (possible(found[i], obstacle.count) == 0) continue;
        part_by_edges(movers, i, others.lanes, slice.margin, found[i]);
        mask |= std::uint64_t{possible(found[i], obstacle.count)} << (8 * i);
    }
    return mask;
}

}  // namespace swept::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

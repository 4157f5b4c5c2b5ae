#pragma once

// Triangles that move straight through a slice of time past eight that rest: which pairs does the
// plane of one of the two part? Most triangles whose boxes meet are parted so. A normal is only a
// direction along which both are measured: whatever it is, what it parts is apart. Plain loops over
// lanes in single precision, as in boxes.h; rounding is in the slice's margin.

#include <cmath>

#include "sweep/boxes.h"

namespace swept {

/// Eight resting triangles: [corner][axis][lane].
struct TriangleLanes {
    alignas(32) float corner[3][3][tree_width];
};

inline TriangleLanes triangles(const FaceTree& tree, std::uint32_t first, float factor) {
    TriangleLanes made;
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            const float* x = tree.corners.data() + (3 * k + axis) * tree.stride + first;
            for (unsigned lane = 0; lane < tree_width; ++lane) {
                made.corner[k][axis][lane] = x[lane] * factor;
            }
        }
    }
    return made;
}

/// Eight directions and how far eight triangles reach along them.
struct SlabLanes {
    alignas(32) float normal[3][tree_width];
    alignas(32) float size[tree_width];  ///< its 1-norm
    alignas(32) float lower[tree_width];
    alignas(32) float upper[tree_width];
};

/// A direction across two edges of a triangle, its components at most 2: without their lengths, so
/// that products of it with coordinates stay within single precision, however large a tree's scale.
inline void normal_of(const float (&a)[3], const float (&b)[3], const float (&c)[3],
                      float (&normal)[3]) {
    constexpr float tiny = 1e-30F;
    float p[3], q[3];
    float size_p = tiny, size_q = tiny;
    for (unsigned i = 0; i < 3; ++i) {
        p[i] = b[i] - a[i];
        q[i] = c[i] - a[i];
        size_p = std::max(size_p, std::abs(p[i]));
        size_q = std::max(size_q, std::abs(q[i]));
    }
    for (unsigned i = 0; i < 3; ++i) {
        p[i] /= size_p;
        q[i] /= size_q;
    }
    normal[0] = p[1] * q[2] - p[2] * q[1];
    normal[1] = p[2] * q[0] - p[0] * q[2];
    normal[2] = p[0] * q[1] - p[1] * q[0];
}

/// The slabs in which the triangles lie flat.
inline SlabLanes slabs(const TriangleLanes& t) {
    SlabLanes made;
    for (unsigned lane = 0; lane < tree_width; ++lane) {
        float corner[3][3], n[3], height[3];
        for (unsigned k = 0; k < 3; ++k) {
            for (unsigned i = 0; i < 3; ++i) corner[k][i] = t.corner[k][i][lane];
        }
        normal_of(corner[0], corner[1], corner[2], n);
        for (unsigned i = 0; i < 3; ++i) made.normal[i][lane] = n[i];
        made.size[lane] = (std::abs(n[0]) + std::abs(n[1])) + std::abs(n[2]);
        for (unsigned k = 0; k < 3; ++k) {
            height[k] = (n[0] * corner[k][0] + n[1] * corner[k][1]) + n[2] * corner[k][2];
        }
        made.lower[lane] = std::min(std::min(height[0], height[1]), height[2]);
        made.upper[lane] = std::max(std::max(height[0], height[1]), height[2]);
    }
    return made;
}

/// A triangle of the mover as a slice sees it, and its normal in the middle of the slice.
struct MovingTriangle {
    float place[3][3];  ///< corner by corner, at tau = 0
    float rate[3][3];
    float normal[3];
    float size;       ///< the normal's 1-norm
    float height[3];  ///< of the corners along it, at tau = 0
    float climb[3];   ///< how fast they change
};

inline MovingTriangle moving_triangle(const Slice& slice, const FaceTree& tree, std::uint32_t at) {
    MovingTriangle made;
    float middle[3][3];
    const float half = slice.duration * 0.5F;
    for (unsigned k = 0; k < 3; ++k) {
        const float* y = tree.corners.data() + 3 * k * tree.stride + at;
        const float y0 = y[0], y1 = y[tree.stride], y2 = y[2 * tree.stride];
        for (unsigned i = 0; i < 3; ++i) {
            const float* a = slice.place[i];
            const float* b = slice.rate[i];
            made.place[k][i] = ((slice.shift[i] + a[0] * y0) + a[1] * y1) + a[2] * y2;
            made.rate[k][i] = ((slice.drift[i] + b[0] * y0) + b[1] * y1) + b[2] * y2;
            middle[k][i] = made.place[k][i] + half * made.rate[k][i];
        }
    }
    normal_of(middle[0], middle[1], middle[2], made.normal);
    const float* n = made.normal;
    made.size = (std::abs(n[0]) + std::abs(n[1])) + std::abs(n[2]);
    for (unsigned k = 0; k < 3; ++k) {
        const float* p = made.place[k];
        const float* v = made.rate[k];
        made.height[k] = (n[0] * p[0] + n[1] * p[1]) + n[2] * p[2];
        made.climb[k] = (n[0] * v[0] + n[1] * v[1]) + n[2] * v[2];
    }
    return made;
}

/// Takes out of `found` the lanes whose triangles stay apart between the moments in it.
inline void part_by_planes(const MovingTriangle& a, const TriangleLanes& b, const SlabLanes& slab,
                           float margin, EntryLanes& found) {
    constexpr float largest = 1e37F;  // beyond it something has overflowed, and nothing is known
    constexpr float never = -1;
    for (unsigned lane = 0; lane < tree_width; ++lane) {
        const float t0 = found.from[lane], t1 = found.to[lane];
        const float x = slab.normal[0][lane], y = slab.normal[1][lane], z = slab.normal[2][lane];
        float lower = 1e38F, upper = -1e38F;          // the mover over the resting plane
        float lower_own = 1e38F, upper_own = -1e38F;  // the mover along its own normal
        float low = 1e38F, high = -1e38F;             // the resting triangle along that
        for (unsigned k = 0; k < 3; ++k) {
            const float place = (x * a.place[k][0] + y * a.place[k][1]) + z * a.place[k][2];
            const float rate = (x * a.rate[k][0] + y * a.rate[k][1]) + z * a.rate[k][2];
            const float h0 = place + t0 * rate, h1 = place + t1 * rate;
            lower = std::min(lower, std::min(h0, h1));
            upper = std::max(upper, std::max(h0, h1));
            const float g0 = a.height[k] + t0 * a.climb[k], g1 = a.height[k] + t1 * a.climb[k];
            lower_own = std::min(lower_own, std::min(g0, g1));
            upper_own = std::max(upper_own, std::max(g0, g1));
            const float q =
                (a.normal[0] * b.corner[k][0][lane] + a.normal[1] * b.corner[k][1][lane]) +
                a.normal[2] * b.corner[k][2][lane];
            low = std::min(low, q);
            high = std::max(high, q);
        }
        const float gap = std::max(lower - slab.upper[lane], slab.lower[lane] - upper);
        const float gap_own = std::max(lower_own - high, low - upper_own);
        const bool apart = ((gap > slab.size[lane] * margin) & (gap < largest)) |
                           ((gap_own > a.size * margin) & (gap_own < largest));
        found.to[lane] = apart ? never : t1;
    }
}

}  // namespace swept

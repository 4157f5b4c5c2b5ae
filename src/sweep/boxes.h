#pragma once

// Boxes that move straight through a slice of time, eight at a time: when may each first be met?
// Plain loops over lanes, which compilers turn into vector instructions; the same bits everywhere.

#include <algorithm>

#include "sweep/slice.h"

namespace swept {

/// Eight boxes side by side.
struct BoxLanes {
    alignas(32) float lower[3][tree_width];
    alignas(32) float upper[3][tree_width];
};

/// One box as a slice sees it.
struct MovingBox {
    float lower[3], upper[3];
    float lower_rate[3], upper_rate[3];
};

/// Eight as a slice sees them: where they are at tau = 0, widened by the pad, and how fast their
/// sides go.
struct MovingLanes {
    alignas(32) float lower[3][tree_width];
    alignas(32) float upper[3][tree_width];
    alignas(32) float lower_rate[3][tree_width];
    alignas(32) float upper_rate[3][tree_width];

    [[nodiscard]] MovingBox box(unsigned lane) const {
        MovingBox made;
        for (unsigned i = 0; i < 3; ++i) {
            made.lower[i] = lower[i][lane];
            made.upper[i] = upper[i][lane];
            made.lower_rate[i] = lower_rate[i][lane];
            made.upper_rate[i] = upper_rate[i][lane];
        }
        return made;
    }
};

/// From when to when, in tau, boxes may be within the pad of each other: never where from > to.
/// Necessary conditions only: each axis gives two that are linear in tau.
struct EntryLanes {
    alignas(32) float from[tree_width];
    alignas(32) float to[tree_width];

    explicit EntryLanes(float duration) {
        for (unsigned lane = 0; lane < tree_width; ++lane) {
            from[lane] = 0;
            to[lane] = duration;
        }
    }
    [[nodiscard]] bool possible(unsigned lane) const { return from[lane] <= to[lane]; }
    [[nodiscard]] bool any(unsigned count) const {
        for (unsigned lane = 0; lane < count; ++lane) {
            if (possible(lane)) return true;
        }
        return false;
    }

    /// p + q tau >= 0. The division is made in any case, so that lanes need no branches.
    void require(unsigned lane, float p, float q) {
        constexpr float never = 1e38F;
        const float root = -p / q;
        const float entry = q > 0 ? root : never;
        const float later = entry > from[lane] ? entry : from[lane];
        from[lane] = p < 0 ? later : from[lane];
        const float exit = root < to[lane] ? root : to[lane];
        to[lane] = q < 0 ? exit : to[lane];
    }
};

inline MovingBox moving(const Slice& slice, const TreeBox& box) {
    MovingBox made;
    for (int i = 0; i < 3; ++i) {
        float place = slice.shift[i], size = slice.pad, rate = slice.drift[i], spread = 0;
        for (int j = 0; j < 3; ++j) {
            const float centre = (box.upper[j] + box.lower[j]) * 0.5F;
            const float half = (box.upper[j] - box.lower[j]) * 0.5F;
            place += slice.place[i][j] * centre;
            size += slice.place_size[i][j] * half;
            rate += slice.rate[i][j] * centre;
            spread += slice.rate_size[i][j] * half;
        }
        made.lower[i] = place - size;
        made.upper[i] = place + size;
        made.lower_rate[i] = rate - spread;
        made.upper_rate[i] = rate + spread;
    }
    return made;
}

inline void moving(const Slice& slice, const BoxLanes& boxes, MovingLanes& made) {
    alignas(32) float centre[3][tree_width], half[3][tree_width];
    for (int j = 0; j < 3; ++j) {
        for (unsigned lane = 0; lane < tree_width; ++lane) {
            centre[j][lane] = (boxes.upper[j][lane] + boxes.lower[j][lane]) * 0.5F;
            half[j][lane] = (boxes.upper[j][lane] - boxes.lower[j][lane]) * 0.5F;
        }
    }
    for (int i = 0; i < 3; ++i) {
        const float* a = slice.place[i];
        const float* s = slice.place_size[i];
        const float* b = slice.rate[i];
        const float* r = slice.rate_size[i];
        for (unsigned lane = 0; lane < tree_width; ++lane) {
            const float x = centre[0][lane], y = centre[1][lane], z = centre[2][lane];
            const float u = half[0][lane], v = half[1][lane], w = half[2][lane];
            const float place = ((slice.shift[i] + a[0] * x) + a[1] * y) + a[2] * z;
            const float size = ((slice.pad + s[0] * u) + s[1] * v) + s[2] * w;
            const float rate = ((slice.drift[i] + b[0] * x) + b[1] * y) + b[2] * z;
            const float spread = (r[0] * u + r[1] * v) + r[2] * w;
            made.lower[i][lane] = place - size;
            made.upper[i][lane] = place + size;
            made.lower_rate[i][lane] = rate - spread;
            made.upper_rate[i][lane] = rate + spread;
        }
    }
}

/// Eight resting boxes and one that moves.
inline EntryLanes entries(const MovingBox& a, const BoxLanes& b, float duration) {
    EntryLanes found(duration);
    for (int i = 0; i < 3; ++i) {
        for (unsigned lane = 0; lane < tree_width; ++lane) {
            found.require(lane, a.upper[i] - b.lower[i][lane], a.upper_rate[i]);
        }
        for (unsigned lane = 0; lane < tree_width; ++lane) {
            found.require(lane, b.upper[i][lane] - a.lower[i], -a.lower_rate[i]);
        }
    }
    return found;
}

/// Eight that move and one that rests.
inline EntryLanes entries(const MovingLanes& a, const TreeBox& b, float duration) {
    EntryLanes found(duration);
    for (int i = 0; i < 3; ++i) {
        for (unsigned lane = 0; lane < tree_width; ++lane) {
            found.require(lane, a.upper[i][lane] - b.lower[i], a.upper_rate[i][lane]);
        }
        for (unsigned lane = 0; lane < tree_width; ++lane) {
            found.require(lane, b.upper[i] - a.lower[i][lane], -a.lower_rate[i][lane]);
        }
    }
    return found;
}

}  // namespace swept

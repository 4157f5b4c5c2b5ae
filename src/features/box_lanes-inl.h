// Boxes through a slice of time, for lanes.cpp: plain loops over lanes, which compilers turn into
// vector instructions, compiled once per instruction set (hence the guard, which Highway toggles).
// No function of any other header is called here (math/simd.h).

#if defined(SWEPT_BOX_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_BOX_LANES_INL
#undef SWEPT_BOX_LANES_INL
#else
#define SWEPT_BOX_LANES_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace swept::HWY_NAMESPACE {

constexpr unsigned width = tree_width;

HWY_INLINE float lesser(float a, float b) {
    return a < b ? a : b;
}
HWY_INLINE float greater(float a, float b) {
    return a > b ? a : b;
}
HWY_INLINE float size_of(float a) {
    return a < 0 ? -a : a;
}

// ---- boxes

/// One box as a slice sees it: where it is at tau = 0, widened by the pad, and how fast its sides
/// go.
struct MovingBox {
    float lower[3], upper[3];
    float lower_rate[3], upper_rate[3];
};

/// Eight of them.
struct MovingLanes {
    alignas(32) float lower[3][width];
    alignas(32) float upper[3][width];
    alignas(32) float lower_rate[3][width];
    alignas(32) float upper_rate[3][width];
};

HWY_INLINE void halve(const TreeBox& box, float (&centre)[3], float (&half)[3]) {
    for (int j = 0; j < 3; ++j) {
        centre[j] = (box.upper[j] + box.lower[j]) * 0.5F;
        half[j] = (box.upper[j] - box.lower[j]) * 0.5F;
    }
}
HWY_INLINE void halve(const BoxLanes& boxes, float (&centre)[3][width], float (&half)[3][width]) {
    for (int j = 0; j < 3; ++j) {
        for (unsigned lane = 0; lane < width; ++lane) {
            centre[j][lane] = (boxes.upper[j][lane] + boxes.lower[j][lane]) * 0.5F;
            half[j][lane] = (boxes.upper[j][lane] - boxes.lower[j][lane]) * 0.5F;
        }
    }
}

HWY_INLINE MovingBox moving(const SliceFrame& frame, const TreeBox& box) {
    MovingBox made;
    float centre[3], half[3];
    halve(box, centre, half);
    for (int i = 0; i < 3; ++i) {
        const float* a = frame.place[i];
        const float* s = frame.place_size[i];
        const float* b = frame.rate[i];
        const float* r = frame.rate_size[i];
        const float place =
            ((frame.shift[i] + a[0] * centre[0]) + a[1] * centre[1]) + a[2] * centre[2];
        const float size = ((frame.pad + s[0] * half[0]) + s[1] * half[1]) + s[2] * half[2];
        const float rate =
            ((frame.drift[i] + b[0] * centre[0]) + b[1] * centre[1]) + b[2] * centre[2];
        const float spread = (r[0] * half[0] + r[1] * half[1]) + r[2] * half[2];
        made.lower[i] = place - size;
        made.upper[i] = place + size;
        made.lower_rate[i] = rate - spread;
        made.upper_rate[i] = rate + spread;
    }
    return made;
}

HWY_INLINE void moving(const SliceFrame& frame, const BoxLanes& boxes, MovingLanes& made) {
    alignas(32) float centre[3][width], half[3][width];
    halve(boxes, centre, half);
    for (int i = 0; i < 3; ++i) {
        const float* a = frame.place[i];
        const float* s = frame.place_size[i];
        const float* b = frame.rate[i];
        const float* r = frame.rate_size[i];
        for (unsigned lane = 0; lane < width; ++lane) {
            const float x = centre[0][lane], y = centre[1][lane], z = centre[2][lane];
            const float u = half[0][lane], v = half[1][lane], w = half[2][lane];
            const float place = ((frame.shift[i] + a[0] * x) + a[1] * y) + a[2] * z;
            const float size = ((frame.pad + s[0] * u) + s[1] * v) + s[2] * w;
            const float rate = ((frame.drift[i] + b[0] * x) + b[1] * y) + b[2] * z;
            const float spread = (r[0] * u + r[1] * v) + r[2] * w;
            made.lower[i][lane] = place - size;
            made.upper[i][lane] = place + size;
            made.lower_rate[i][lane] = rate - spread;
            made.upper_rate[i][lane] = rate + spread;
        }
    }
}

HWY_INLINE MovingBox box_of(const MovingLanes& lanes, unsigned lane) {
    MovingBox made;
    for (unsigned i = 0; i < 3; ++i) {
        made.lower[i] = lanes.lower[i][lane];
        made.upper[i] = lanes.upper[i][lane];
        made.lower_rate[i] = lanes.lower_rate[i][lane];
        made.upper_rate[i] = lanes.upper_rate[i][lane];
    }
    return made;
}

/// A resting box along the axes of frame 1.
HWY_INLINE TreeBox turned(const Slice& slice, const TreeBox& box) {
    TreeBox made;
    float centre[3], half[3];
    halve(box, centre, half);
    for (int i = 0; i < 3; ++i) {
        const float* d = slice.axes[i];
        const float* s = slice.axes_size[i];
        const float place = (d[0] * centre[0] + d[1] * centre[1]) + d[2] * centre[2];
        const float size = (s[0] * half[0] + s[1] * half[1]) + s[2] * half[2];
        made.lower[i] = place - size;
        made.upper[i] = place + size;
    }
    return made;
}

HWY_INLINE void turned(const Slice& slice, const BoxLanes& boxes, BoxLanes& made) {
    alignas(32) float centre[3][width], half[3][width];
    halve(boxes, centre, half);
    for (int i = 0; i < 3; ++i) {
        const float* d = slice.axes[i];
        const float* s = slice.axes_size[i];
        for (unsigned lane = 0; lane < width; ++lane) {
            const float place =
                (d[0] * centre[0][lane] + d[1] * centre[1][lane]) + d[2] * centre[2][lane];
            const float size = (s[0] * half[0][lane] + s[1] * half[1][lane]) + s[2] * half[2][lane];
            made.lower[i][lane] = place - size;
            made.upper[i][lane] = place + size;
        }
    }
}

/// The boxes of a node's children. Absent ones are empty.
HWY_INLINE void child_boxes(const NodeLanes& node, BoxLanes& boxes) {
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned lane = 0; lane < width; ++lane) {
            boxes.upper[i][lane] = node.rows[i * width + lane] * node.factor;
            boxes.lower[i][lane] = -node.rows[(i + 3) * width + lane] * node.factor;
        }
    }
}

// ---- when

HWY_INLINE void begin(float until, EntryLanes& found) {
    for (unsigned lane = 0; lane < width; ++lane) {
        found.from[lane] = 0;
        found.to[lane] = until;
    }
}

HWY_INLINE unsigned possible(const EntryLanes& found, unsigned count) {
    unsigned mask = 0;
    for (unsigned lane = 0; lane < width; ++lane) {
        mask |= static_cast<unsigned>(found.from[lane] <= found.to[lane]) << lane;
    }
    return mask & ((1U << count) - 1);
}

/// p + q tau >= 0. The division is made in any case, so that lanes need no branches.
HWY_INLINE void require(EntryLanes& found, unsigned lane, float p, float q) {
    constexpr float never = 1e38F;
    const float root = -p / q;
    const float entry = q > 0 ? root : never;
    const float later = greater(entry, found.from[lane]);
    found.from[lane] = p < 0 ? later : found.from[lane];
    const float exit = lesser(root, found.to[lane]);
    found.to[lane] = q < 0 ? exit : found.to[lane];
}

HWY_INLINE void narrow(const MovingBox& a, const BoxLanes& b, EntryLanes& found) {
    for (int i = 0; i < 3; ++i) {
        for (unsigned lane = 0; lane < width; ++lane) {
            require(found, lane, a.upper[i] - b.lower[i][lane], a.upper_rate[i]);
        }
        for (unsigned lane = 0; lane < width; ++lane) {
            require(found, lane, b.upper[i][lane] - a.lower[i], -a.lower_rate[i]);
        }
    }
}

HWY_INLINE void narrow(const MovingLanes& a, const TreeBox& b, EntryLanes& found) {
    for (int i = 0; i < 3; ++i) {
        for (unsigned lane = 0; lane < width; ++lane) {
            require(found, lane, a.upper[i][lane] - b.lower[i], a.upper_rate[i][lane]);
        }
        for (unsigned lane = 0; lane < width; ++lane) {
            require(found, lane, b.upper[i] - a.lower[i][lane], -a.lower_rate[i][lane]);
        }
    }
}

unsigned box_entry(const Slice& slice, const TreeBox& mover, const TreeBox& obstacle,
                   EntryLanes& found) {
    BoxLanes boxes;
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned lane = 0; lane < width; ++lane) {
            boxes.lower[i][lane] = obstacle.lower[i];
            boxes.upper[i][lane] = obstacle.upper[i];
        }
    }
    begin(slice.duration, found);
    narrow(moving(slice.frames[0], mover), boxes, found);
    if (possible(found, 1) == 0) return 0;
    BoxLanes others;
    turned(slice, boxes, others);
    narrow(moving(slice.frames[1], mover), others, found);
    return possible(found, 1);
}

unsigned mover_entries(const Slice& slice, const NodeLanes& mover, const TreeBox& obstacle,
                       BoxLanes& boxes, EntryLanes& found) {
    child_boxes(mover, boxes);
    begin(slice.duration, found);
    MovingLanes lanes;
    moving(slice.frames[0], boxes, lanes);
    narrow(lanes, obstacle, found);
    if (possible(found, width) == 0) return 0;
    moving(slice.frames[1], boxes, lanes);
    narrow(lanes, turned(slice, obstacle), found);
    return possible(found, width);
}

unsigned obstacle_entries(const Slice& slice, const TreeBox& mover, const NodeLanes& obstacle,
                          BoxLanes& boxes, EntryLanes& found) {
    child_boxes(obstacle, boxes);
    begin(slice.duration, found);
    narrow(moving(slice.frames[0], mover), boxes, found);
    if (possible(found, width) == 0) return 0;
    BoxLanes others;
    turned(slice, boxes, others);
    narrow(moving(slice.frames[1], mover), others, found);
    return possible(found, width);
}

}  // namespace swept::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Boxes through a slice of time, for lanes.cpp: explicit vector code, eight boxes at a time
// (math/row8-inl.h), compiled once per instruction set (hence the guard, which Highway toggles). No
// function of any other header is called here (math/simd.h).

#if defined(SWEPT_BOX_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_BOX_LANES_INL
#undef SWEPT_BOX_LANES_INL
#else
#define SWEPT_BOX_LANES_INL
#endif

#include "core/row8-inl.h"

// Vector code is short, and inlined. Where each operation is eight, parts of kernels are functions:
// what they are made of would be compiled for minutes otherwise.
#undef SWEPT_LANE_PART
#if SWEPT_SIMD && HWY_TARGET == HWY_SCALAR
#define SWEPT_LANE_PART HWY_NOINLINE
#else
#define SWEPT_LANE_PART HWY_INLINE
#endif

HWY_BEFORE_NAMESPACE();
namespace swept::features_detail::HWY_NAMESPACE {
using namespace ::swept::HWY_NAMESPACE;

constexpr unsigned width = tree_width;

// What Row has (row8-inl.h), of one number. Formulas that are needed for one and for eight are
// templates.
HWY_INLINE float lesser(float a, float b) {
    return a < b ? a : b;
}
HWY_INLINE float greater(float a, float b) {
    return a > b ? a : b;
}
HWY_INLINE float magnitude(float a) {
    return __builtin_fabsf(a);
}

/// The 1-norm.
template <class T>
HWY_INLINE T size_of(const T (&a)[3]) {
    return (magnitude(a[0]) + magnitude(a[1])) + magnitude(a[2]);
}
/// The largest component's size, not below `least`.
template <class T>
HWY_INLINE T largest_of(const T (&a)[3], float least) {
    return greater(greater(magnitude(a[0]), magnitude(a[1])), greater(magnitude(a[2]), least));
}
template <class A, class B>
HWY_INLINE auto dot(const A (&a)[3], const B (&b)[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

// ---- boxes

/// Eight boxes.
struct BoxRows {
    Row lower[3], upper[3];
};

/// One box (of floats) or eight (of rows) as a slice sees them: where they are at tau = 0, widened
/// by the pad, and how fast their sides go.
template <class T>
struct Moving {
    T lower[3], upper[3];
    T lower_rate[3], upper_rate[3];
};

template <class Box, class T>
HWY_INLINE void halve(const Box& box, T (&centre)[3], T (&half)[3]) {
    for (int j = 0; j < 3; ++j) {
        centre[j] = (box.upper[j] + box.lower[j]) * 0.5F;
        half[j] = (box.upper[j] - box.lower[j]) * 0.5F;
    }
}

template <class T, class Box>
SWEPT_LANE_PART Moving<T> moving(const SliceFrame& frame, const Box& box) {
    Moving<T> made;
    T centre[3], half[3];
    halve(box, centre, half);
    for (int i = 0; i < 3; ++i) {
        const float* a = frame.place[i];
        const float* s = frame.place_size[i];
        const float* b = frame.rate[i];
        const float* r = frame.rate_size[i];
        const T place = ((frame.shift[i] + a[0] * centre[0]) + a[1] * centre[1]) + a[2] * centre[2];
        const T size = ((frame.pad + s[0] * half[0]) + s[1] * half[1]) + s[2] * half[2];
        const T rate = ((frame.drift[i] + b[0] * centre[0]) + b[1] * centre[1]) + b[2] * centre[2];
        const T spread = (r[0] * half[0] + r[1] * half[1]) + r[2] * half[2];
        made.lower[i] = place - size;
        made.upper[i] = place + size;
        made.lower_rate[i] = rate - spread;
        made.upper_rate[i] = rate + spread;
    }
    return made;
}

HWY_INLINE Moving<float> box_of(const Moving<Row>& boxes, unsigned lane) {
    Moving<float> made;
    for (unsigned i = 0; i < 3; ++i) {
        made.lower[i] = lane_of(boxes.lower[i], lane);
        made.upper[i] = lane_of(boxes.upper[i], lane);
        made.lower_rate[i] = lane_of(boxes.lower_rate[i], lane);
        made.upper_rate[i] = lane_of(boxes.upper_rate[i], lane);
    }
    return made;
}

/// A resting box, or eight, along the axes of frame 1.
template <class T, class Box>
SWEPT_LANE_PART Box turned(const Slice& slice, const Box& box) {
    Box made;
    T centre[3], half[3];
    halve(box, centre, half);
    for (int i = 0; i < 3; ++i) {
        const T place = dot(slice.axes[i], centre);
        const T size = dot(slice.axes_size[i], half);
        made.lower[i] = place - size;
        made.upper[i] = place + size;
    }
    return made;
}

/// The boxes of a node's children, which are also stored. Absent ones are empty.
HWY_INLINE BoxRows child_boxes(const NodeLanes& node, BoxLanes& stored) {
    BoxRows boxes;
    for (unsigned i = 0; i < 3; ++i) {
        boxes.upper[i] = load(node.rows + i * width) * node.factor;
        boxes.lower[i] = -load(node.rows + (i + 3) * width) * node.factor;
        store(boxes.upper[i], stored.upper[i]);
        store(boxes.lower[i], stored.lower[i]);
    }
    return boxes;
}

// ---- when

/// EntryLanes, in registers.
struct EntryRows {
    Row from, to;
};

HWY_INLINE EntryRows begin(float until) {
    return {0.0F, until};
}
HWY_INLINE void store(const EntryRows& entry, EntryLanes& found) {
    store(entry.from, found.from);
    store(entry.to, found.to);
}

HWY_INLINE unsigned possible(const EntryRows& entry, unsigned count) {
    return bits_of(is_at_most(entry.from, entry.to)) & ((1U << count) - 1);
}

/// p + q tau >= 0. The division is made in any case, so that lanes need no branches.
SWEPT_LANE_PART void require(EntryRows& entry, const Row& p, const Row& q) {
    constexpr float never = 1e38F;
    const Row root = -p / q;
    const Row later = greater(choose(is_less(0.0F, q), root, never), entry.from);
    entry.from = choose(is_less(p, 0.0F), later, entry.from);
    const Row sooner = lesser(root, entry.to);
    entry.to = choose(is_less(q, 0.0F), sooner, entry.to);
}

template <class T, class Box>
SWEPT_LANE_PART void narrow(const Moving<T>& a, const Box& b, EntryRows& entry) {
    for (int i = 0; i < 3; ++i) {
        require(entry, a.upper[i] - b.lower[i], a.upper_rate[i]);
        require(entry, b.upper[i] - a.lower[i], -a.lower_rate[i]);
    }
}

unsigned box_entry(const Slice& slice, const TreeBox& mover, const TreeBox& obstacle,
                   EntryLanes& found) {
    EntryRows entry = begin(slice.duration);
    narrow(moving<float>(slice.frames[0], mover), obstacle, entry);
    if (possible(entry, 1) == 0) return 0;
    narrow(moving<float>(slice.frames[1], mover), turned<float>(slice, obstacle), entry);
    store(entry, found);
    return possible(entry, 1);
}

unsigned mover_entries(const Slice& slice, const NodeLanes& mover, const TreeBox& obstacle,
                       BoxLanes& boxes, EntryLanes& found) {
    const BoxRows children = child_boxes(mover, boxes);
    EntryRows entry = begin(slice.duration);
    narrow(moving<Row>(slice.frames[0], children), obstacle, entry);
    if (possible(entry, width) == 0) return 0;
    narrow(moving<Row>(slice.frames[1], children), turned<float>(slice, obstacle), entry);
    store(entry, found);
    return possible(entry, width);
}

unsigned obstacle_entries(const Slice& slice, const TreeBox& mover, const NodeLanes& obstacle,
                          BoxLanes& boxes, EntryLanes& found) {
    const BoxRows children = child_boxes(obstacle, boxes);
    EntryRows entry = begin(slice.duration);
    narrow(moving<float>(slice.frames[0], mover), children, entry);
    if (possible(entry, width) == 0) return 0;
    narrow(moving<float>(slice.frames[1], mover), turned<Row>(slice, children), entry);
    store(entry, found);
    return possible(entry, width);
}

}  // namespace swept::features_detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

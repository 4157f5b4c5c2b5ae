// The kernels of traverse.cpp, written once against row8-inl.h and compiled once per instruction
// set (hence the guard, which Highway toggles). No function of any other header is called here.

#if defined(SWEPT_TRAVERSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_TRAVERSE_INL
#undef SWEPT_TRAVERSE_INL
#else
#define SWEPT_TRAVERSE_INL
#endif

#include "core/assert.h"
#include "overlap/leaves-inl.h"

HWY_BEFORE_NAMESPACE();
namespace swept::overlap_detail::HWY_NAMESPACE {
using namespace ::swept::HWY_NAMESPACE;

/// Offsets of a box: those of the upper sides, then of the lower ones (Tree::sides).
constexpr std::size_t sides = 6;

/// An opened node: its children in the other frame, which of them are still to be looked at, and
/// the volume of the other tree that they are compared with.
struct Frame {
    alignas(32) float in_other[sides * 8];
    alignas(32) float depth[8];  ///< by how much they overlap at least, along all directions
    alignas(32) float size[8];
    const float* own;
    const std::uint32_t* children;
    Volume partner;
    unsigned left;  ///< bit i: child i
    unsigned tree;  ///< whose node it is: 0 a's, 1 b's

    HWY_INLINE Volume child(unsigned lane) const {
        return {own + lane, in_other + lane, children[lane], size[lane]};
    }
};

/// Compares the children of a node with the partner, in both frames; fills in all that is known of
/// them.
HWY_INLINE void compare(Frame& frame, const TraverseRealignment& to_other, float length) {
    const float* own = frame.own;
    const float* across = frame.partner.in_other;
    Row depth = load(own) + all(offset(across, 3));
    SWEPT_UNROLL for (std::size_t i = 1; i < sides; ++i) {
        depth = lesser(depth, load(own + 8 * i) + all(offset(across, reversed<sides>(i))));
    }
    const Row zero = all(0);
    frame.left = 0xff & ~bits_larger(zero, depth);
    if (frame.left == 0) return;
    across = frame.partner.own;
    SWEPT_UNROLL for (std::size_t i = 0; i < sides; ++i) {
        const float* w = to_other.weight + 3 * i;
        const std::uint8_t* j = to_other.index + 3 * i;
        const Row sum = all(w[0]) * load(own + 8 * j[0]) + all(w[1]) * load(own + 8 * j[1]);
        const Row moved = (sum + all(w[2]) * load(own + 8 * j[2])) + all(to_other.shift[i]);
        store(moved, frame.in_other + 8 * i);
        depth = lesser(depth, moved + all(offset(across, reversed<sides>(i))));
    }
    frame.left &= ~bits_larger(zero, depth);
    store(depth, frame.depth);
    Row size = load(own) + load(own + 8 * 3);
    for (std::size_t i = 1; i < 3; ++i) {
        size = size + (load(own + 8 * i) + load(own + 8 * (i + 3)));
    }
    store(size * all(length), frame.size);
}

/// Takes the child that overlaps most: where surfaces cross, the search gets there first.
HWY_INLINE unsigned take_deepest(Frame& frame) {
    SWEPT_ASSERT(frame.left != 0, "a child is left");
    unsigned best = lowest_bit(frame.left);
    for (unsigned rest = frame.left & (frame.left - 1); rest != 0; rest &= rest - 1) {
        const auto lane = lowest_bit(rest);
        best = frame.depth[lane] > frame.depth[best] ? lane : best;
    }
    frame.left &= ~(1U << best);
    return best;
}

/// The root of a tree as a volume; `rows` holds its offsets, eight apart, and those in the other
/// frame.
struct Root {
    float rows[2][sides * 8];

    HWY_INLINE Volume volume(const float* root, const TraverseRealignment& r, float length) {
        for (std::size_t i = 0; i < sides; ++i) {
            const float* w = r.weight + 3 * i;
            const std::uint8_t* j = r.index + 3 * i;
            rows[0][8 * i] = root[i];
            rows[1][8 * i] =
                ((w[0] * root[j[0]] + w[1] * root[j[1]]) + w[2] * root[j[2]]) + r.shift[i];
        }
        float size = 0;
        for (std::size_t i = 0; i < 3; ++i) size += root[i] + root[i + 3];
        return {rows[0], rows[1], 0, size * length};
    }
};

HWY_INLINE bool may_meet(const Volume& a, const Volume& b) {
    for (std::size_t i = 0; i < sides; ++i) {
        if (offset(a.own, i) + offset(b.in_other, reversed<sides>(i)) < 0) return false;
        if (offset(b.own, i) + offset(a.in_other, reversed<sides>(i)) < 0) return false;
    }
    return true;
}

/// Opens a node of one tree against a volume of the other.
HWY_INLINE void open(const TraverseQuery& query, unsigned tree, std::uint32_t node,
                     const Volume& partner, Frame& frame) {
    const TraverseTree& opened = tree == 0 ? query.a : query.b;
    SWEPT_ASSERT(!is_leaf(node), "leaves are not opened");
    frame.own = opened.rows + std::size_t{node} * (sides * 8);
    frame.children = opened.children + std::size_t{node} * 8;
    frame.partner = partner;
    frame.tree = tree;
    compare(frame, tree == 0 ? query.a_in_b : query.b_in_a, tree == 0 ? 1 : query.ratio);
}

void traverse_trees(TraverseQuery& query) {
    Root root_a, root_b;
    const Volume a = root_a.volume(query.a.root, query.a_in_b, 1);
    const Volume b = root_b.volume(query.b.root, query.b_in_a, query.ratio);
    query.roots_apart = !may_meet(a, b);
    if (query.roots_apart) return;
    if (*query.budget < 8) {
        query.budget_spent = true;
        return;
    }
    *query.budget -= 8;
    query.volume_tests += 8;

    // Two trees of depth 48 (Tree::depth_limit) open at most 96 nodes at a time.
    Frame frames[2 * 48 + 2];
    Frame* top = frames;
    if (a.size >= b.size) {
        open(query, 0, 0, b, *top);
    } else {
        open(query, 1, 0, a, *top);
    }
    for (;;) {
        if (top->left == 0) {
            if (top == frames) return;
            --top;
            continue;
        }
        const Volume child = top->child(take_deepest(*top));
        const Volume& partner = top->partner;
        if (is_leaf(child.reference) && is_leaf(partner.reference)) {
            const bool stop = top->tree == 0 ? compare_leaves<3, true>(query, child, partner)
                                             : compare_leaves<3, true>(query, partner, child);
            if (stop) return;
            continue;
        }
        if (*query.budget < 8) {
            query.budget_spent = true;
            return;
        }
        *query.budget -= 8;
        query.volume_tests += 8;
        SWEPT_ASSERT(top + 1 < frames + (2 * 48 + 2), "both trees are no deeper than the limit");
        // Open the larger of the two; a leaf is not opened.
        if (is_leaf(partner.reference) ||
            (!is_leaf(child.reference) && child.size >= partner.size)) {
            open(query, top->tree, child.reference, partner, top[1]);
        } else {
            open(query, 1 - top->tree, partner.reference, child, top[1]);
        }
        if (top[1].left != 0) ++top;
    }
}

}  // namespace swept::overlap_detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// The kernels of body_tree.cpp: once per instruction set (hence the guard, which Highway toggles).

#if defined(SWEPT_BODY_TREE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_BODY_TREE_INL
#undef SWEPT_BODY_TREE_INL
#else
#define SWEPT_BODY_TREE_INL
#endif

#include "core/assert.h"
#include "core/row8-inl.h"

HWY_BEFORE_NAMESPACE();
namespace swept::world_detail::HWY_NAMESPACE {
using namespace ::swept::HWY_NAMESPACE;

/// Which of eight boxes meet one. `rows`: six of eight floats; `box`: lower bounds, upper bounds.
HWY_INLINE unsigned lanes_meeting(const float* rows, const float* box) {
    const auto beyond = [&](std::size_t axis) {
        return greater(load(rows + 8 * axis) - all(box[axis + 3]),
                       all(box[axis]) - load(rows + 8 * (axis + 3)));
    };
    const Row gap = greater(greater(beyond(0), beyond(1)), beyond(2));
    return ~bits_larger(gap, all(0.0F)) & 0xffU;
}

HWY_INLINE void load_lane(const float* rows, std::size_t lane, float* box) {
    for (std::size_t i = 0; i < 6; ++i) box[i] = rows[8 * i + lane];
}

HWY_NOINLINE unsigned children_that_meet(const float* rows, const float* box) {
    return lanes_meeting(rows, box);
}

/// The groups of level 0 from `group` on that may meet it, into `found`, which has room for all.
/// Returns how many. `levels`: where the rows of each level begin, in floats.
HWY_NOINLINE std::size_t groups_that_meet(const float* rows, const std::size_t* levels,
                                          std::size_t level_count, std::size_t group,
                                          const float* box, std::uint32_t* found) {
    SWEPT_ASSERT(level_count > 0 && level_count <= 12, "a tree has a root, and few levels");
    struct Entry {
        std::uint32_t node;
        std::uint32_t level;
    };
    Entry stack[8 * 12];
    std::size_t depth = 0, count = 0;
    stack[depth++] = {0, static_cast<std::uint32_t>(level_count - 1)};
    while (depth != 0) {
        const Entry at = stack[--depth];
        if (at.level == 0) {
            found[count++] = at.node;
            continue;
        }
        const std::uint32_t below = at.level - 1;
        unsigned bits = lanes_meeting(rows + levels[at.level] + std::size_t{48} * at.node, box);
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t child = 8 * at.node + lowest_bit(bits);
            // The groups below the child end before this one: that pair is found from there.
            if ((std::size_t{child} + 1) << (3 * below) <= group) continue;
            SWEPT_ASSERT(depth < sizeof(stack) / sizeof(stack[0]),
                         "twelve levels of eight are more than numbers of 32 bits need");
            stack[depth++] = {child, below};
        }
    }
    return count;
}

/// Pairs of lanes (eight times the group, plus the lane) of one group and another, which may be
/// the same, into `found`, which has room for 64. Returns how many.
HWY_NOINLINE std::size_t pairs_that_meet(const float* rows, std::size_t group, std::size_t other,
                                         const float* box_of_other, std::uint32_t* found) {
    const float* own = rows + 48 * group;
    const float* others = rows + 48 * other;
    std::size_t count = 0;
    for (unsigned bits = lanes_meeting(own, box_of_other); bits != 0; bits &= bits - 1) {
        const unsigned lane = lowest_bit(bits);
        float box[6];
        load_lane(own, lane, box);
        unsigned met = lanes_meeting(others, box);
        if (group == other) met &= ~((2U << lane) - 1);
        for (; met != 0; met &= met - 1) {
            found[2 * count] = static_cast<std::uint32_t>(8 * group + lane);
            found[2 * count + 1] = static_cast<std::uint32_t>(8 * other) + lowest_bit(met);
            ++count;
        }
    }
    return count;
}

}  // namespace swept::world_detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

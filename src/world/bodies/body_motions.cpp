#include "world/bodies/body_motions.h"

#include <algorithm>
#include <string>

#include "core/assert.h"
#include "math/extremes.h"

namespace swept::world_detail {

Result<BodyMotions> motions_of(const BodyTable& table, std::span<const BodyMotion> motions) {
    BodyMotions made;
    made.motions.resize(table.size());
    made.boxes.assign(table.boxes().begin(), table.boxes().end());
    made.speeds.resize(table.size());
    std::uint32_t expected = 0;  // callers often name all of them in order
    for (const BodyMotion& motion : motions) {
        std::optional<std::uint32_t> number;
        if (expected < table.size() && table.id(expected) == motion.body) {
            number = expected;
        } else {
            number = table.find(motion.body);
        }
        const auto name = [&] { return "body " + std::to_string(motion.body.value); };
        if (!number) return fail(ErrorCode::bad_argument, "no body has this id", name());
        if (made.moves(*number)) {
            return fail(ErrorCode::bad_argument, "the body is named twice", name());
        }
        expected = *number + 1;
        made.motions[*number] = &motion.motion;
        const MotionBounds bounds = bounds_of_motion(table.measure(*number), table.pose(*number),
                                                     table.box(*number), motion.motion);
        made.boxes[*number] = bounds.box;
        made.speeds[*number] = bounds.speed;
    }
    return made;
}

void BodyMotions::grow(const BodyTable& table, double share, double length, double rounding) {
    SWEPT_ASSERT(share >= 0 && length >= 0 && rounding >= 0, "boxes only grow");
    margin = length;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        Box& box = boxes[i];
        const double largest = max_abs(box);
        const Eigen::Vector3d by = Eigen::Vector3d::Constant(
            share * table.measure(i).extent + length + rounding * (largest + speeds[i]));
        box.lower -= by;
        box.upper += by;
    }
}

std::vector<BoxPair> pairs_of(const BodyTable& table, const BodyMotions& motions) {
    const bool none_moves = std::ranges::all_of(
        motions.motions, [](const Motion* motion) { return motion == nullptr; });
    std::vector<BoxPair> pairs;
    if (none_moves) {
        table.tree().find_pairs(pairs);
    } else {
        table.tree().refitted(motions.boxes).find_pairs(pairs);
    }
    std::erase_if(pairs, [&](const BoxPair& pair) {
        if ((table.mask(pair.a) & table.mask(pair.b)) == 0) return true;
        if (!none_moves && !motions.moves(pair.a) && !motions.moves(pair.b)) return true;
        return !boxes_meet(motions.boxes[pair.a], motions.boxes[pair.b]);
    });
    put_in_order(pairs, table.size());
    return pairs;
}

}  // namespace swept::world_detail

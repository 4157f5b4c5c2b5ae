// Whole paths: rows of poses, joined in any way.

#include "swept/path.h"

#include "tests/fuzz/target.h"
#include "tests/with.h"

namespace swept::fuzz {
namespace {

PathOptions take_options(Bytes& bytes, double extent) {
    PathOptions options;
    options.join = bytes.one_of(std::array{PathJoin::screw, PathJoin::step, PathJoin::straight});
    // Finer would only take longer: the number of screws grows with it.
    if (options.join == PathJoin::straight) options.deviation = extent / 64;
    if (bytes.below(4) == 3)
        options.clearance = Clearance::of(bytes.wild_number()).value_or(Clearance());
    if (bytes.below(8) == 7) options.deviation = std::min(-0.0, bytes.wild_number());
    if (options.deviation == 0) options.deviation = extent / 64;
    if (bytes.below(4) == 3) options.pivot = bytes.point(true);
    options.initial_overlap = bytes.coin() ? InitialOverlap::surfaces : InitialOverlap::solids;
    options.budget = 8 * std::uint64_t{bytes.byte()};
    return options;
}

void check_answer(const PathResult& result, std::size_t segments) {
    promise(result.segment <= segments, "a segment is one of the path");
    promise(result.fraction >= 0 && result.fraction < 1, "a share of a segment is below 1");
    // A path of one pose has no segment that could be the one that is not free.
    promise(segments == 0 || (result.state == State::free) == (result.segment == segments),
            "free: all segments are proven");
    promise(result.state != State::free || result.fraction == 0, "free: at the end");
    promise(std::isfinite(result.margin) && result.margin >= 0, "the margin is finite");
    promise(result.end.translation().allFinite(), "the end is finite");
    if (result.state != State::hit) return;
    promise(result.contact.point.allFinite() && is_unit(result.contact.normal),
            "a contact has a point and a unit normal");
}

bool same(const PathResult& a, const PathResult& b) {
    return a.state == b.state && a.start == b.start && a.segment == b.segment &&
           same_bits(a.fraction, b.fraction) && same_bits(a.end, b.end) &&
           same_bits(a.margin, b.margin) && same_bits(a.contact.point, b.contact.point);
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(path) {
    using namespace swept;
    using namespace swept::fuzz;
    std::vector<Pose> poses;
    for (unsigned count = bytes.below(5); count > 0; --count) poses.push_back(take_pose(bytes));
    const auto mover = take_shape(bytes);
    const Pose obstacle_pose = take_pose(bytes);
    const auto obstacle = take_shape(bytes);
    if (!mover || !obstacle) return;
    const PathOptions options = take_options(bytes, mover->extent());
    const auto result = check_path(*mover, poses, {*obstacle, obstacle_pose}, options);
    Scratch scratch;
    const auto again =
        check_path(*mover, poses, {*obstacle, obstacle_pose}, with(options, &scratch));
    promise(result.has_value() == again.has_value(), "the same question, the same answer");
    if (!result) return check_error(result.error(), Where::stated);
    promise(!poses.empty(), "a path without poses is refused");
    check_answer(*result, poses.size() - 1);
    promise(same(*result, *again), "the same question, the same bits");
    if (!is_sound(*mover) || !is_sound(*obstacle)) return;
    if (overlap({*mover, poses[0]}, {*obstacle, obstacle_pose}).relation == Relation::separate) {
        promise(overlap({*mover, result->end}, {*obstacle, obstacle_pose}).relation ==
                    Relation::separate,
                "from a separate start it ends separate");
    }
}

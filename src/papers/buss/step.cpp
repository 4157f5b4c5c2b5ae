// A step from poses to answer.

#include <array>
#include <cmath>
#include <string>

#include "collisions/relative.h"
#include "papers/buss/memory.h"

namespace swept::papers::buss {

namespace {

/// Choice. Pixels of the same features that meet again at one place more than this share of the
/// step later do so for a second time: close to the axis they may.
constexpr double repeat_share = 1.0 / 16;

std::optional<Error> check_screen(const ScreenOptions& options) {
    if (auto error = check_properness(options.min_properness)) return error;
    const auto refused = [](std::string what, const char* where) {
        return Error{ErrorCode::bad_argument, std::move(what), where};
    };
    if (!(options.pixels.size > 0) || !std::isfinite(options.pixels.size)) {
        return refused("the size of a pixel is not positive; give it a length", "pixels.size");
    }
    if (!(options.pixels.time > 0) || !std::isfinite(options.pixels.time)) {
        return refused("the resolution in time is not positive; give it a share of the step",
                       "pixels.time");
    }
    return std::nullopt;
}

Result<ScreenResult> run(const Placed& a, const Motion& motion, const Placed& b,
                         const ScreenOptions& options) {
    if (auto error = check_screen(options)) return tl::unexpected(*error);
    const ScratchLease lease(options.scratch);
    ScreenMemory& memory = lease->memory().get<ScreenMemory>();
    const PlacedStep placed(a, motion, b);
    ScreenResult result;
    result.motion = motion;
    if (auto error = placed.check()) return tl::unexpected(*error);
    if (placed.setup().still) return result;
    const GlideStep step = placed.in(memory.common.positions);
    std::vector<Meeting>& meetings = memory.common.meetings;
    meetings.clear();
    ScreenStats stats;
    const auto met = meet_on_screen(step, options, memory.pixels, meetings, stats);
    if (!met) return tl::unexpected(met.error());
    result.stats = stats;
    result.pixel_records = stats.pixel_records;
    result.error_bound = (apart_bound(step, options.pixels) + 64 * step.rounding) / step.scale;
    resolve(step, meetings, options.min_properness,
            {2 * options.pixels.size * step.scale, repeat_share * step.path.end},
            memory.common.resolved, result.collisions);
    return result;
}

Result<CollisionResult> run_exactly(const Placed& a, const Motion& motion, const Placed& b,
                                    const ExactOptions& options) {
    if (auto error = check_properness(options.min_properness)) return tl::unexpected(*error);
    const ScratchLease lease(options.scratch);
    ScreenMemory& memory = lease->memory().get<ScreenMemory>();
    const PlacedStep placed(a, motion, b);
    CollisionResult result;
    result.motion = motion;
    if (auto error = placed.check()) return tl::unexpected(*error);
    if (placed.setup().still) return result;
    CollisionMemory& common = memory.common;
    const GlideStep step = placed.in(common.positions);
    common.meetings.clear();
    const Chart chart = exact_chart(step);
    cull_leaves(step, chart, options.culling, memory.cull, common.exact.pairs, result.stats);
    meet_in_leaves(step, chart, common.exact, common.meetings, result.stats);
    resolve_exactly(step, options.min_properness, common, result);
    return result;
}

}  // namespace

std::string_view name_of(PixelMode mode) {
    constexpr std::array<std::string_view, 2> names{"plain", "robust"};
    return names[static_cast<std::size_t>(mode)];
}
std::string_view name_of(PixelStore store) {
    constexpr std::array<std::string_view, 2> names{"sorted", "hashed"};
    return names[static_cast<std::size_t>(store)];
}
std::string_view name_of(ScreenCulling culling) {
    constexpr std::array<std::string_view, 3> names{"none", "coarse", "trees"};
    return names[static_cast<std::size_t>(culling)];
}

Result<ScreenResult> all_collisions(const BodyStep& a, const BodyStep& b,
                                    const ScreenOptions& options) {
    const RelativeStep step(a.from, a.to, b.from, b.to);
    auto result = run({a.shape, a.from}, step.motion(), {b.shape, b.from}, options);
    if (result) step.bring_to_world(result->collisions);
    return result;
}

Result<ScreenResult> all_collisions(const Placed& a, const Motion& motion, const Placed& b,
                                    const ScreenOptions& options) {
    auto result = run(a, motion, b, options);
    if (result) RelativeStep(a.world_from_shape, motion).bring_to_world(result->collisions);
    return result;
}

Result<CollisionResult> exact_collisions(const BodyStep& a, const BodyStep& b,
                                         const ExactOptions& options) {
    const RelativeStep step(a.from, a.to, b.from, b.to);
    auto result = run_exactly({a.shape, a.from}, step.motion(), {b.shape, b.from}, options);
    if (result) step.bring_to_world(result->collisions);
    return result;
}

Result<CollisionResult> exact_collisions(const Placed& a, const Motion& motion, const Placed& b,
                                         const ExactOptions& options) {
    auto result = run_exactly(a, motion, b, options);
    if (result) RelativeStep(a.world_from_shape, motion).bring_to_world(result->collisions);
    return result;
}

}  // namespace swept::papers::buss

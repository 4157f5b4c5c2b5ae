// A step from poses to answer.

#include "swept/collisions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "collisions/exact.h"
#include "collisions/memory.h"
#include "collisions/pixels.h"
#include "collisions/relative.h"
#include "core/assert.h"
#include "math/checks.h"

namespace swept::collisions_detail {

using Eigen::Vector3d;

namespace {

/// Choice. Pixels of the same features that meet again at one place more than this share of the
/// step later do so for a second time: close to the axis they may.
constexpr double repeat_share = 1.0 / 16;

Error refused(std::string what, const char* where) {
    return {ErrorCode::bad_argument, std::move(what), where};
}

Result<CollisionResult> run(const Polyhedron& a, const Pose& world_from_a, const Motion& motion,
                            const Polyhedron& b, const Pose& world_from_b,
                            const CollisionOptions& options, Scratch* scratch) {
    if (auto error = check(options)) return tl::unexpected(*error);
    const ScratchLease lease(scratch);
    CollisionMemory& memory = lease->memory().get<CollisionMemory>();
    const PlacedStep placed(a, world_from_a, motion, b, world_from_b);
    const SweepSetup& setup = placed.setup();
    CollisionResult result;
    result.motion = motion;
    if (auto error = placed.check()) return tl::unexpected(*error);
    if (setup.still) return result;
    const GlideStep step = placed.in(memory);
    memory.meetings.clear();
    SameMeeting same;
    if (options.pixels) {
        auto met = meet_on_screen(step, options, memory.pixels, memory.meetings, result.stats);
        if (!met) return tl::unexpected(met.error());
        same = {2 * options.pixels->size * setup.scale, repeat_share * step.path.end};
        result.error_bound =
            (apart_bound(step, *options.pixels) + 64 * setup.rounding) / setup.scale;
    } else {
        meet_exactly(step, options.culling, memory.exact, memory.meetings, result.stats);
        same = {64 * setup.rounding, 64 * setup.rounding / setup.speed};
        result.error_bound = meeting_roundings * setup.rounding / setup.scale;
    }
    resolve(step, memory.meetings, options.min_properness, same, memory.resolved,
            result.collisions);
    return result;
}

}  // namespace

PlacedStep::PlacedStep(const Polyhedron& a, const Pose& world_from_a, const Motion& motion,
                       const Polyhedron& b, const Pose& world_from_b)
    : mover_(a, world_from_a),
      resting_(b, world_from_b),
      setup_(make_course({&mover_, 1}, motion, SceneExtent({&resting_, 1}), {}, 0)) {}

std::optional<Error> PlacedStep::check() const {
    if (setup_.measurable) return std::nullopt;
    return refused(
        "the bodies are smaller than the rounding of their coordinates or the way; bring them "
        "closer to the origin",
        "poses");
}

GlideStep PlacedStep::in(CollisionMemory& memory) const {
    place_scaled(mover_.placed, setup_.scale, memory.positions_a);
    place_scaled(resting_, setup_.scale, memory.positions_b);
    const auto body = [&](const PlacedShape& placed, const std::vector<Vector3d>& positions,
                          double sign) {
        return GlideBody{placed.shape,
                         placed.rotation,
                         positions,
                         sign,
                         placed.shape.sides == Sides::front,
                         meeting_roundings * setup_.rounding};
    };
    return {.placed_a = mover_.placed,
            .placed_b = resting_,
            .a = body(mover_.placed, memory.positions_a, 1),
            .b = body(resting_, memory.positions_b, -1),
            .path = setup_.path,
            .angle = setup_.angle,
            .repeats = setup_.repeats,
            .scale = setup_.scale,
            .rounding = setup_.rounding,
            .speed = setup_.speed};
}

void place_scaled(const PlacedShape& placed, double scale, std::vector<Vector3d>& positions) {
    SWEPT_ASSERT(scale > 0, "a power of two");
    positions.clear();
    for (std::uint32_t v = 0; v < placed.shape.positions.size(); ++v) {
        positions.push_back(placed.position(VertexIndex(v)) * scale);
    }
}

std::optional<Error> check(const CollisionOptions& options) {
    if (!(options.min_properness >= -1 && options.min_properness <= 1)) {
        return refused("the least properness is not between -1 and 1", "min_properness");
    }
    if (!options.pixels) return std::nullopt;
    if (!(options.pixels->size > 0) || !std::isfinite(options.pixels->size)) {
        return refused(
            "the size of a pixel is not positive; leave the pixels out for the exact method",
            "pixels.size");
    }
    if (!(options.pixels->time > 0) || !std::isfinite(options.pixels->time)) {
        return refused("the resolution in time is not positive; give it a share of the step",
                       "pixels.time");
    }
    return std::nullopt;
}

}  // namespace swept::collisions_detail

namespace swept {

using namespace collisions_detail;

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

Result<CollisionResult> all_collisions(const Polyhedron& a, const Pose& a_from, const Pose& a_to,
                                       const Polyhedron& b, const Pose& b_from, const Pose& b_to,
                                       const CollisionOptions& options, Scratch* scratch) {
    const RelativeStep step(a_from, a_to, b_from, b_to);
    auto result = run(a, a_from, step.motion(), b, b_from, options, scratch);
    if (result) step.bring_to_world(result->collisions);
    return result;
}

Result<CollisionResult> all_collisions(const Polyhedron& a, const Pose& world_from_a,
                                       const Motion& motion, const Polyhedron& b,
                                       const Pose& world_from_b, const CollisionOptions& options,
                                       Scratch* scratch) {
    auto result = run(a, world_from_a, motion, b, world_from_b, options, scratch);
    if (result) RelativeStep(world_from_a, motion).bring_to_world(result->collisions);
    return result;
}

std::vector<std::span<const Collision>> group_within(std::span<const Collision> collisions,
                                                     double fraction) {
    std::vector<std::span<const Collision>> groups;
    std::size_t first = 0;
    for (std::size_t i = 1; i <= collisions.size(); ++i) {
        // Written so that NaN groups nothing.
        if (i < collisions.size() &&
            collisions[i].fraction - collisions[first].fraction <= fraction) {
            continue;
        }
        groups.push_back(collisions.subspan(first, i - first));
        first = i;
    }
    return groups;
}

}  // namespace swept

// A step from poses to answer.

#include "swept/collisions.h"

#include <string>

#include "collisions/exact.h"
#include "collisions/memory.h"
#include "collisions/relative.h"
#include "core/assert.h"

namespace swept::collisions_detail {

using Eigen::Vector3d;

namespace {

Error refused(std::string what, const char* where) {
    return {ErrorCode::bad_argument, std::move(what), where};
}

Result<CollisionResult> run(const Placed& a, const Motion& motion, const Placed& b,
                            const CollisionOptions& options) {
    if (auto error = check_properness(options.min_properness)) return tl::unexpected(*error);
    const ScratchLease lease(options.scratch);
    CollisionMemory& memory = lease->memory().get<CollisionMemory>();
    const PlacedStep placed(a, motion, b);
    CollisionResult result;
    result.motion = motion;
    if (auto error = placed.check()) return tl::unexpected(*error);
    if (placed.setup().still) return result;
    const GlideStep step = placed.in(memory.positions);
    memory.meetings.clear();
    meet_exactly(step, memory.exact, memory.meetings, result.stats);
    resolve_exactly(step, options.min_properness, memory, result);
    return result;
}

}  // namespace

PlacedStep::PlacedStep(const Placed& a, const Motion& motion, const Placed& b)
    : mover_(a.shape, a.world_from_shape),
      resting_(b.shape, b.world_from_shape),
      setup_(make_course({&mover_, 1}, motion, SceneExtent({&resting_, 1}), {}, 0)) {}

std::optional<Error> PlacedStep::check() const {
    if (setup_.measurable) return std::nullopt;
    return refused(
        "the bodies are smaller than the rounding of their coordinates or the way; bring them "
        "closer to the origin",
        "poses");
}

GlideStep PlacedStep::in(StepPositions& positions) const {
    place_scaled(mover_.placed, setup_.scale, positions.a);
    place_scaled(resting_, setup_.scale, positions.b);
    const auto body = [&](const PlacedShape& placed, const std::vector<Vector3d>& vertices,
                          double sign) {
        return GlideBody{placed.shape,
                         placed.rotation,
                         vertices,
                         sign,
                         placed.shape.sides == Sides::front,
                         meeting_roundings * setup_.rounding};
    };
    return {.placed_a = mover_.placed,
            .placed_b = resting_,
            .a = body(mover_.placed, positions.a, 1),
            .b = body(resting_, positions.b, -1),
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

std::optional<Error> check_properness(double least) {
    if (least >= -1 && least <= 1) return std::nullopt;
    return refused("the least properness is not between -1 and 1", "min_properness");
}

void resolve_exactly(const GlideStep& step, double min_properness, CollisionMemory& memory,
                     CollisionResult& result) {
    const SameMeeting same{64 * step.rounding, 64 * step.rounding / step.speed};
    result.error_bound = meeting_roundings * step.rounding / step.scale;
    resolve(step, memory.meetings, min_properness, same, memory.resolved, result.collisions);
}

}  // namespace swept::collisions_detail

namespace swept {

using namespace collisions_detail;

Result<CollisionResult> all_collisions(const BodyStep& a, const BodyStep& b,
                                       const CollisionOptions& options) {
    const RelativeStep step(a.from, a.to, b.from, b.to);
    auto result = run({a.shape, a.from}, step.motion(), {b.shape, b.from}, options);
    if (result) step.bring_to_world(result->collisions);
    return result;
}

Result<CollisionResult> all_collisions(const Placed& a, const Motion& motion, const Placed& b,
                                       const CollisionOptions& options) {
    auto result = run(a, motion, b, options);
    if (result) RelativeStep(a.world_from_shape, motion).bring_to_world(result->collisions);
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

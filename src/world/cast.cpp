// Casts through a world: the earliest of the casts at each room and body.

#include <algorithm>
#include <cmath>
#include <tuple>

#include "cast/query.h"
#include "core/parallel.h"
#include "math/boxes.h"
#include "swept/tolerance.h"
#include "world/bodies/body_queries.h"
#include "world/bounds.h"
#include "world/memory.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

/// The first hit of all things that are looked at, in whichever order.
class FirstHit {
   public:
    FirstHit(const WorldState& state, double end, bool any) : state_(state), end_(end), any_(any) {}

    /// Later than this nothing is of interest; what starts in contact always is.
    [[nodiscard]] double latest() const {
        if (result_.result.state != State::hit) return end_;
        return any_ ? 0 : result_.result.hit.fraction;
    }

    void offer_room(const CastResult& found, std::uint32_t number, const Room& room) {
        if (!add(found, {found.hit.fraction, found.hit.sphere, 0, number})) return;
        const std::uint32_t polygon = found.hit.face;
        result_.collider = collider_of({number, &room, nullptr}, polygon);
        result_.result.hit.face = room.polygon_of(polygon);
    }

    void offer_body(const CastResult& found, std::uint32_t number) {
        if (!add(found, {found.hit.fraction, found.hit.sphere, 1, number})) return;
        result_.collider = collider_of(state_, number);
    }

    [[nodiscard]] InWorld<CastResult> finished(double rounding) {
        result_.result.error_bound = rounding;
        if (undecided_) {
            result_ = {};
            result_.result.state = State::undecided;
        }
        return result_;
    }

   private:
    /// Fraction, sphere, rooms before bodies, number: of several hits the lowest.
    using Key = std::tuple<double, std::uint32_t, int, std::uint32_t>;

    const WorldState& state_;
    double end_;
    bool any_;
    InWorld<CastResult> result_;
    Key key_;
    bool undecided_ = false;

    bool add(const CastResult& found, const Key& key) {
        CastResult& result = result_.result;
        result.start = std::max(result.start, found.start);
        result.box_tests += found.box_tests;
        result.face_tests += found.face_tests;
        undecided_ = undecided_ || found.state == State::undecided;
        if (found.state != State::hit) return false;
        if (result.state == State::hit && !(key < key_)) return false;
        result.state = State::hit;
        result.hit = found.hit;
        key_ = key;
        return true;
    }
};

Box box_of_way(const Segment& way, double width) {
    Box box;
    box.add(way.from);
    box.add(std::isinf(way.end) ? way.from : Vector3d(way.from + way.vector));
    for (int axis = 0; std::isinf(way.end) && axis < 3; ++axis) {
        const double far = std::copysign(HUGE_VAL, way.vector[axis]);
        if (way.vector[axis] > 0) box.upper[axis] = far;
        if (way.vector[axis] < 0) box.lower[axis] = far;
    }
    return grown(box, width);
}

/// A room as a target; the room's own unless other sides are asked for.
template <class Use>
void with_target(const Room& room, Sides sides, const Use& use) {
    if (sides == Sides::automatic) {
        use(room.target());
    } else {
        use(CastTarget(room.shape(), Pose(), sides));
    }
}

InWorld<CastResult> cast_one(const Ray& ray, const Radius& radius, const WorldState& state,
                             const CastOptions& options) {
    const WorldFilter& filter = options.filter;
    const Segment way(ray);
    const SceneExtent sizes = sizes_of(state);
    const double thickness = radius.length() + options.clearance.length();
    const double rounding =
        cast_rounding(sizes.coordinates, way, thickness) + (thickness > 0 ? sizes.planes : 0);
    // Spheres that start in contact look a little further.
    const double width = thickness + 4 * tolerance::cast_contact * rounding;
    FirstHit first(state, way.end, options.mode == CastMode::any);
    const Pose home;
    if (filter.rooms) {
        state.room_boxes->along(
            {way.from, way.vector, way.end, width}, [&](std::uint32_t number, double /*entry*/) {
                std::shared_ptr<const Room> keep;
                const Room* room = state.rooms[number]->seen_by(filter.mask, keep);
                if (room == nullptr) return first.latest();
                CastResult found;
                with_target(*room, options.sides, [&](const CastTarget& target) {
                    cast_onto(target, home, way, radius.length(), std::min(first.latest(), way.end),
                              options, found);
                });
                first.offer_room(found, number, *room);
                return first.latest();
            });
    }
    if (filter.bodies && state.bodies->size() > 0) {
        const WorldMemoryLease memory;
        find_bodies(state, filter, box_of_way(way, width), memory->bodies);
        for (const std::uint32_t i : memory->bodies) {
            first.offer_body(cast_body(ray, radius, *state.bodies, i, options), i);
        }
    }
    return first.finished(rounding);
}

InWorld<CastResult> cast_one(const SphereSetCast& set, const WorldState& state,
                             const CastOptions& options) {
    const auto& [spheres, world_from_spheres, motion] = set;
    const WorldFilter& filter = options.filter;
    const MotionTrajectory path = path_of(motion);
    const SceneExtent sizes = sizes_of(state);
    double rounding = 0, widest = 0;
    for (const Sphere& ball : spheres.spheres()) {
        const double thickness = ball.radius + options.clearance.length();
        const Vector3d centre = world_from_spheres * ball.centre;
        widest = std::max(widest, thickness);
        rounding = std::max(rounding, cast_rounding(sizes.coordinates, path, centre, thickness));
    }
    rounding += sizes.planes;
    const double more = options.clearance.length() + 4 * tolerance::cast_contact * rounding;
    const Box box = grown(swept_box(spheres, world_from_spheres, motion), more);
    FirstHit first(state, 1, options.mode == CastMode::any);
    const WorldMemoryLease memory;
    find_rooms(state, filter, box, memory->rooms);
    for (const VisibleRoom& seen : memory->rooms) {
        with_target(*seen.room, options.sides, [&](const CastTarget& target) {
            first.offer_room(cast_onto(target, Pose(), spheres, world_from_spheres, path,
                                       first.latest(), options),
                             seen.number, *seen.room);
        });
    }
    find_bodies(state, filter, box, memory->bodies);
    for (const std::uint32_t i : memory->bodies) {
        first.offer_body(cast_body(spheres, world_from_spheres, motion, *state.bodies, i, options),
                         i);
    }
    return first.finished(rounding);
}

}  // namespace

}  // namespace swept::world_detail

namespace swept {

using namespace world_detail;

InWorld<CastResult> cast(const CastQuery& query, const WorldSnapshot& world,
                         const CastOptions& options) {
    const WorldState& state = world.state();
    if (const auto* ray = std::get_if<Ray>(&query)) {
        return cast_one(*ray, Radius(), state, options);
    }
    if (const auto* sphere = std::get_if<SphereCast>(&query)) {
        return cast_one(sphere->path, sphere->radius, state, options);
    }
    return cast_one(std::get<SphereSetCast>(query), state, options);
}

std::vector<InWorld<CastResult>> cast_batch(std::span<const Ray> queries,
                                            const WorldSnapshot& world, const CastOptions& options,
                                            unsigned threads) {
    constexpr std::size_t chunk = 256;
    std::vector<InWorld<CastResult>> results(queries.size());
    parallel::for_each((queries.size() + chunk - 1) / chunk, threads, [&](std::size_t number) {
        const std::size_t end = std::min((number + 1) * chunk, queries.size());
        for (std::size_t i = number * chunk; i < end; ++i) {
            results[i] = cast_one(queries[i], Radius(), world.state(), options);
        }
    });
    return results;
}

}  // namespace swept

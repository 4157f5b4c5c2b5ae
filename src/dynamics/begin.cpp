#include "dynamics/begin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "dynamics/pairs.h"
#include "dynamics/set_apart.h"
#include "swept/overlap.h"

namespace swept {

using Eigen::Vector3d;

std::string name_of(BodyId id) {
    return "body " + std::to_string(id.value);
}

Result<void> check_options(const SimulationOptions& o) {
    const auto wrong = [](const char* field, const char* what) {
        return fail(ErrorCode::bad_argument, what, field);
    };
    if (!o.gravity.allFinite()) return wrong("gravity", "not finite");
    if (!(o.skin >= 0) || !std::isfinite(o.skin)) return wrong("skin", "not a length from 0 on");
    if (!(o.least_bounce >= 0)) return wrong("least bounce", "not a speed from 0 on");
    if (!(o.sleep_speed >= 0)) return wrong("sleep speed", "not a speed from 0 on");
    if (!(o.sleep_after > 0)) return wrong("sleep after", "not a positive time");
    if (o.iterations < 1 || o.iterations > 10'000) return wrong("iterations", "not 1 to 10,000");
    if (o.events < 1 || o.events > 1000) return wrong("events", "not 1 to 1000");
    return {};
}

Result<BodyRecord> record_of(BodyId id, const BodyDef& body) {
    const auto wrong = [&](const char* field, const char* what) {
        return fail(ErrorCode::bad_argument, what, name_of(id) + ", " + field);
    };
    if (!body.velocity.allFinite()) return wrong("velocity", "not finite");
    if (!body.angular_velocity.allFinite()) return wrong("angular velocity", "not finite");
    if (!(body.restitution >= 0 && body.restitution <= 1)) {
        return wrong("restitution", "not between 0 and 1");
    }
    if (!(body.friction >= 0) || !std::isfinite(body.friction)) {
        return wrong("friction", "not a number from 0 on");
    }
    if (body.mass && !(*body.mass > 0 && std::isfinite(*body.mass))) {
        return wrong("mass", "not positive and finite; a body that is not to be moved is fixed");
    }
    BodyRecord made{.id = id, .body = body, .hull = std::make_shared<const Hull>(body.shape)};
    if (body.type == BodyType::dynamic) {
        const auto mass = mass_properties(body.shape, body.density);
        if (!mass) {
            return fail(mass.error().code, mass.error().what,
                        name_of(id) + ", " + mass.error().where);
        }
        made.mass = body.mass ? mass->with_mass(*body.mass) : *mass;
        made.centre_in_body = made.mass.centre;
        made.inverse_mass = 1 / made.mass.mass;
        made.inverse_inertia_in_body = made.mass.inertia.inverse();
        if (!made.inverse_inertia_in_body.allFinite()) {
            return wrong("shape", "too thin to be turned: it has no moment of inertia");
        }
    }
    for (const Vector3d& v : body.shape.vertices()) {
        made.radius = std::max(made.radius, (v - made.centre_in_body).norm());
    }
    made.velocity = body.type == BodyType::fixed ? Vector3d::Zero() : body.velocity;
    made.spin = body.type == BodyType::fixed ? Vector3d::Zero() : body.angular_velocity;
    made.place(body.world_from_body);
    return made;
}

Bodies rooms_of(const WorldSnapshot& world) {
    Bodies made;
    for (const RoomId room : world.rooms()) {
        const auto shape = world.shape(room);
        const auto polygons = world.polygons(room);
        if (!shape || !polygons) continue;
        std::map<Mask, std::vector<FaceIndex>> faces;
        for (std::uint32_t f = 0; f < shape->face_count(); ++f) {
            const std::uint32_t polygon = shape->source_face(FaceIndex(f));
            const bool labelled = polygon < polygons->labels.size();
            faces[labelled ? polygons->labels[polygon].mask : every_bit].push_back(FaceIndex(f));
        }
        for (const auto& [mask, list] : faces) {
            const BodyDef body{.shape = *shape, .type = BodyType::fixed, .mask = mask};
            BodyRecord& record = made.emplace_back(BodyRecord{
                .id = {}, .body = body, .hull = std::make_shared<const Hull>(*shape, list)});
            for (const Vector3d& v : shape->vertices()) {
                record.radius = std::max(record.radius, v.norm());
            }
            record.place(Pose());
        }
    }
    return made;
}

double smallest_of(std::span<const BodyRecord> bodies) {
    double least = std::numeric_limits<double>::infinity();
    for (const BodyRecord& body : bodies) {
        if (body.dynamic()) least = std::min(least, body.body.shape.extent());
    }
    return least;
}

double skin_for(const SimulationOptions& options, double smallest) {
    if (options.skin > 0) return options.skin;
    return std::isfinite(smallest) ? 2e-4 * smallest : 1e-5;
}

Relation relation_of(const BodyRecord& a, const BodyRecord& b) {
    if ((a.body.mask & b.body.mask) == 0 || (!a.dynamic() && !b.dynamic())) {
        return Relation::separate;
    }
    return overlap({a.body.shape, a.pose}, {b.body.shape, b.pose}).relation;
}

namespace {

/// What the boxes of placed bodies may lose to rounding: a few operations on coordinates as large
/// as these. Boxes that are further apart hold bodies that are separate.
double box_rounding(const Bodies& bodies) {
    double largest = 0;
    for (const BodyRecord& body : bodies) {
        const Box& own = body.body.shape.box();
        const double reach = std::max(own.lower.cwiseAbs().sum(), own.upper.cwiseAbs().sum());
        largest = std::max(largest, reach + body.pose.translation().cwiseAbs().maxCoeff());
    }
    return 0x1p-44 * largest;
}

/// Two that touch, by their names; none if none do.
using Touching = std::optional<std::string>;
using Numbers = std::vector<std::uint32_t>;

/// Whether a body touches some of the others, in this order, or the world. Error: it overlaps one
/// of them.
Result<Touching> check_apart(const Bodies& bodies, std::uint32_t number, const Numbers& others,
                             const std::optional<WorldSnapshot>& world, const Joined& joined) {
    const BodyRecord& body = bodies[number];
    Touching touching;
    // The names are made only where they are told.
    const auto overlaps = [&](Relation relation, const auto& pair) {
        if (relation == Relation::touching && !touching) touching = pair();
        return relation == Relation::overlapping;
    };
    const auto refuse = [](const std::string& pair) {
        return fail(ErrorCode::bad_argument, "overlap at the start; move one of them away", pair);
    };
    for (const std::uint32_t i : others) {
        const BodyRecord& other = bodies[i];
        if (joined(body.id, other.id)) continue;
        const auto pair = [&] {
            return name_of(std::min(body.id, other.id)) + " and " +
                   name_of(std::max(body.id, other.id));
        };
        if (overlaps(relation_of(body, other), pair)) return refuse(pair());
    }
    if (!world || !body.dynamic()) return touching;
    WorldFilter filter;
    filter.bodies = false;
    filter.mask = body.body.mask;
    const InWorld<OverlapResult> found =
        overlap({body.body.shape, body.pose}, *world, {.filter = filter});
    const auto pair = [&] {
        return name_of(body.id) + " and room " + std::to_string(found.collider.room.value);
    };
    if (overlaps(found.result.relation, pair)) return refuse(pair());
    return touching;
}

/// The same for all, those first that come first: only bodies whose boxes meet are looked at.
Result<Touching> check_apart(const Bodies& bodies, const std::optional<WorldSnapshot>& world,
                             const Joined& joined) {
    std::vector<Numbers> near(bodies.size());
    each_pair(bodies, box_rounding(bodies),
              [&](std::uint32_t i, std::uint32_t k) { near[i].push_back(k); });
    Touching touching;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        std::ranges::sort(near[i]);
        auto found = check_apart(bodies, i, near[i], world, joined);
        if (!found) return found;
        if (!touching) touching = *std::move(found);
    }
    return touching;
}

/// One against all others.
Result<Touching> check_one_apart(const Bodies& bodies, std::uint32_t number,
                                 const std::optional<WorldSnapshot>& world, const Joined& joined) {
    const double room = box_rounding(bodies);
    const Box& box = bodies[number].box;
    Numbers near;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        const Box& other = bodies[i].box;
        const bool apart = ((box.lower - other.upper).array() > room).any() ||
                           ((other.lower - box.upper).array() > room).any();
        if (i != number && !apart) near.push_back(i);
    }
    return check_apart(bodies, number, near, world, joined);
}

}  // namespace

Result<void> begin_apart(Bodies& bodies, const std::optional<WorldSnapshot>& world, double skin,
                         const Joined& joined, std::optional<std::uint32_t> only) {
    const auto check = [&] {
        return only ? check_one_apart(bodies, *only, world, joined)
                    : check_apart(bodies, world, joined);
    };
    const Result<Touching> found = check();
    if (!found) return tl::unexpected(found.error());
    if (!*found) return {};
    set_apart(bodies, world, skin, [&](std::uint32_t i) { return !only || i == *only; }, joined);
    const Result<Touching> left = check();
    if (left && !*left) return {};
    return fail(ErrorCode::bad_argument,
                "touch at the start and have no room to be set apart; leave a gap", **found);
}

}  // namespace swept

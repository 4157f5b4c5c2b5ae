#include "world/bodies/body_queries.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/assert.h"
#include "overlap/relation_of.h"
#include "swept/tolerance.h"
#include "world/bodies/body_relation.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

/// What exceeds the largest coordinate reaches everything as it is.
double limited(double length) {
    return std::min(length, tolerance::largest_coordinate);
}
Radius radius_of(double length) {
    return Radius::of(limited(length)).value();
}

/// A hit on a centre, as one on its sphere.
void put_on_sphere(const SphereGroup& group, CastHit& hit) {
    hit.point += group.radius * hit.normal;
    hit.face = group.spheres[hit.face];
    hit.face_index = FaceIndex();
}

/// Of several at one fraction that of the lowest moving sphere, then the lowest sphere.
bool before(const CastHit& p, const CastHit& q) {
    return std::tuple(p.fraction, p.sphere, p.face) < std::tuple(q.fraction, q.sphere, q.face);
}

/// The first hit of all groups. `cast_group` casts past one.
template <class CastGroup>
CastResult first_of(std::span<const SphereGroup> groups, CastMode mode,
                    const CastGroup& cast_group) {
    CastResult result;
    for (const SphereGroup& group : groups) {
        CastResult found = cast_group(group);
        result.start = std::max(result.start, found.start);
        result.box_tests += found.box_tests;
        result.face_tests += found.face_tests;
        result.error_bound = std::max(result.error_bound, found.error_bound);
        // Where one is undecided nothing is known to be first.
        if (found.state == State::undecided) result.state = State::undecided;
        if (found.state != State::hit || result.state == State::undecided) continue;
        put_on_sphere(group, found.hit);
        if (result.state == State::free || before(found.hit, result.hit)) result.hit = found.hit;
        result.state = State::hit;
        if (mode == CastMode::any) break;
    }
    return result;
}

Contact on_sphere(const SphereGroup& group, Contact contact) {
    const std::uint32_t sphere = group.spheres[contact.obstacle.face];
    contact.point += group.radius * contact.normal;
    contact.separation -= group.radius;
    contact.obstacle.face = sphere;
    contact.obstacle.vertices = {sphere, 0};
    contact.obstacle.vertex_indices = {VertexIndex(sphere), VertexIndex()};
    return contact;
}

Box placed_box(const Polyhedron& shape, const Pose& pose) {
    return outer_box(measured_by_box(shape), pose);
}

}  // namespace

double zone_of_spheres(double extent_a, const Box& box_a, double extent_b, const Box& box_b) {
    SWEPT_ASSERT(extent_a >= 0 && extent_b >= 0, "lengths");
    const double least = extent_a == 0 || extent_b == 0 ? std::max(extent_a, extent_b)
                                                        : std::min(extent_a, extent_b);
    return std::max(tolerance::margin * least, tolerance::zone_steps * sphere_slack(box_a, box_b));
}

// ---- casts ----

CastResult cast_body(const Ray& ray, const Radius& radius, const BodyTable& table, std::uint32_t i,
                     const CastOptions& options) {
    const Pose& pose = table.pose(i);
    if (const Polyhedron* shape = table.polyhedron_at(i)) {
        return cast(SphereCast{ray, radius}, {*shape, pose}, options);
    }
    return first_of(table.geometry(i).groups, options.mode, [&](const SphereGroup& group) {
        return cast(SphereCast{ray, radius_of(radius.length() + group.radius)},
                    {group.points, pose}, options);
    });
}

CastResult cast_geometry(const SphereSet& spheres, const Pose& world_from_spheres,
                         const Motion& motion, const BodyGeometry& target,
                         const Pose& world_from_target, const CastOptions& options) {
    if (const Polyhedron* shape = target.polyhedron()) {
        return cast(SphereSetCast{spheres, world_from_spheres, motion}, {*shape, world_from_target},
                    options);
    }
    return first_of(target.groups, options.mode, [&](const SphereGroup& group) {
        CastOptions grown = options;
        grown.clearance = Clearance::of(limited(options.clearance.length() + group.radius)).value();
        return cast(SphereSetCast{spheres, world_from_spheres, motion},
                    {group.points, world_from_target}, grown);
    });
}

CastResult cast_body(const SphereSet& spheres, const Pose& world_from_spheres, const Motion& motion,
                     const BodyTable& table, std::uint32_t i, const CastOptions& options) {
    return cast_geometry(spheres, world_from_spheres, motion, table.geometry(i), table.pose(i),
                         options);
}

// ---- how they stand ----

OverlapResult overlap_body(const Polyhedron& shape, const Pose& world_from_shape,
                           const BodyTable& table, std::uint32_t i, const OverlapOptions& options) {
    const Pose& pose = table.pose(i);
    if (const Polyhedron* other = table.polyhedron_at(i)) {
        return overlap({shape, world_from_shape}, {*other, pose}, options);
    }
    const double slack = sphere_slack(placed_box(shape, world_from_shape), table.box(i));
    OverlapResult result;
    for (const SphereGroup& group : table.geometry(i).groups) {
        const SphereMeeting found =
            meeting_of(shape, world_from_shape, 0, group, pose, slack, options.scratch);
        if (found.relation <= result.relation) continue;
        result.relation = found.relation;
        result.witness = found.witness;
        if (options.mode == OverlapMode::intersects || result.relation == Relation::overlapping)
            break;
    }
    result.state = overlap_detail::state_of(result.relation);
    return result;
}

DistanceResult distance_body(const Polyhedron& shape, const Pose& world_from_shape,
                             const BodyTable& table, std::uint32_t i,
                             const DistanceOptions& options) {
    const Pose& pose = table.pose(i);
    if (const Polyhedron* other = table.polyhedron_at(i)) {
        return distance({shape, world_from_shape}, {*other, pose}, options);
    }
    // How they stand comes first: then what is left are distances of surfaces.
    const OverlapResult standing =
        overlap_body(shape, world_from_shape, table, i, {.scratch = options.scratch});
    DistanceResult result;
    if (standing.relation != Relation::separate) {
        result.relation = standing.relation;
        result.witness = standing.witness;
        return result;
    }
    result.beyond = true;
    result.distance = options.limit.length();
    for (const SphereGroup& group : table.geometry(i).groups) {
        DistanceOptions further{.scratch = options.scratch};
        if (const double length = result.distance + group.radius;
            length <= tolerance::largest_coordinate) {
            further.limit = DistanceLimit::at_most(length).value();
        }
        DistanceResult found = distance({shape, world_from_shape}, {group.points, pose}, further);
        result.stats.volume_tests += found.stats.volume_tests;
        result.stats.face_pairs += found.stats.face_pairs;
        result.stats.feature_pairs += found.stats.feature_pairs;
        if (found.beyond) continue;
        const double length = std::max(found.distance - group.radius, 0.0);
        if (length > result.distance || (length == result.distance && !result.beyond)) continue;
        result.beyond = false;
        result.distance = length;
        result.closest = on_sphere(group, found.closest);
        result.points = {found.points[0], result.closest.point};
    }
    return result;
}

void find_contacts_body(const Polyhedron& shape, const Pose& world_from_shape,
                        const BodyTable& table, std::uint32_t i, const ContactOptions& options,
                        ContactSet& result, ContactSet& of_group) {
    const Pose& pose = table.pose(i);
    if (const Polyhedron* other = table.polyhedron_at(i)) {
        find_contacts({shape, world_from_shape}, {*other, pose}, options, result);
        return;
    }
    const OverlapResult standing =
        overlap_body(shape, world_from_shape, table, i, {.scratch = options.scratch});
    result.contacts.clear();
    result.relation = standing.relation;
    result.witness = standing.witness;
    result.contained = OverlapResult::Contained::none;
    result.stats = {};
    result.margin = zone_of_spheres(shape.extent(), placed_box(shape, world_from_shape),
                                    table.measure(i).extent, table.box(i));
    result.tolerance = options.tolerance.length().value_or(2 * result.margin);
    if (standing.relation == Relation::overlapping) return;
    for (const SphereGroup& group : table.geometry(i).groups) {
        ContactOptions further = options;
        further.tolerance =
            ContactTolerance::within(limited(result.tolerance + group.radius)).value();
        find_contacts({shape, world_from_shape}, {group.points, pose}, further, of_group);
        for (const Contact& contact : of_group.contacts) {
            result.contacts.push_back(on_sphere(group, contact));
        }
        result.stats.volume_tests += of_group.stats.volume_tests;
        result.stats.face_pairs += of_group.stats.face_pairs;
        result.stats.feature_pairs += of_group.stats.feature_pairs;
    }
    // No two have the same features. A stable sort would allocate.
    std::ranges::sort(result.contacts, {}, [](const Contact& c) {
        return std::tuple(c.kind, c.mover.face, c.mover.vertices, c.obstacle.face,
                          c.mover.face_index, c.mover.vertex_indices);
    });
}

}  // namespace swept::world_detail

#include "world/bodies/body_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "features/contact_frame.h"
#include "features/motion_trajectory.h"
#include "math/extremes.h"
#include "swept/distance.h"
#include "swept/tolerance.h"
#include "world/bodies/body_queries.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

/// Choice. The margin where the relative motion is not one motion, as a share of the smaller
/// extent: thinner ones take more pieces.
constexpr double zone_share = 1e-6;
/// The margin is at least this many deviations thick: a quarter of it holds what two pieces stray.
constexpr double deviations = 16;

double least_extent(const BodyGeometry& a, const BodyGeometry& b) {
    const double p = a.measure.extent, q = b.measure.extent;
    return p == 0 || q == 0 ? std::max(p, q) : std::min(p, q);
}

/// As casts on turns have it, of all that takes part.
double rounding_of(const RelativeMotion& relative, const Sphere& ball, const Box& target) {
    const ScrewTrajectory path = path_of(relative.motion).path;
    const Vector3d centre = relative.start * ball.centre;
    const double travel = (path.track(centre).speed + (path.turning ? ball.radius : 0)) * path.end;
    const double reach = max_abs(target);
    return 8 * tolerance::sweep_rounding *
           (reach + centre.lpNorm<Eigen::Infinity>() + ball.radius + travel);
}

ContactFeature sphere_feature(std::uint32_t sphere) {
    ContactFeature made;
    made.face = sphere;
    made.vertex_count = 1;
    made.vertices = {sphere, 0};
    made.vertex_indices[0] = VertexIndex(sphere);
    return made;
}

/// Of a vertex and this feature.
ContactKind kind_with_vertex(const ContactFeature& obstacle) {
    constexpr std::array kinds{ContactKind::vertex_face, ContactKind::vertex_vertex,
                               ContactKind::vertex_edge};
    return kinds[obstacle.vertex_count];
}

double distance_to_edge(const Vector3d& point, const Vector3d& begin, const Vector3d& end) {
    const Vector3d edge = end - begin;
    const double length_sq = edge.squaredNorm();
    const double foot =
        length_sq > 0 ? std::clamp((point - begin).dot(edge) / length_sq, 0.0, 1.0) : 0;
    return (point - begin - foot * edge).norm();
}

/// Which vertex, or edge, of the face that was hit: the closest to the point.
void name_feature(const CastHit& hit, const Polyhedron& shape, const Pose& world_from_shape,
                  ContactFeature& made) {
    const FaceIndex face = hit.face_index;
    const auto name = [&](std::uint8_t number, VertexIndex vertex) {
        made.vertices[number] = shape.source_vertex(vertex);
        made.vertex_indices[number] = vertex;
    };
    if (face.is_none()) {  // a set of points
        made.vertex_count = 1;
        made.vertices[0] = hit.face;
        made.vertex_indices[0] = VertexIndex(hit.face);
        return;
    }
    made.face_normal = world_from_shape.rotation_matrix() * shape.plane(face).normal;
    if (hit.feature == CastFeature::face) return;
    const auto place = [&](VertexIndex vertex) {
        return world_from_shape * shape.position(vertex);
    };
    if (hit.feature == CastFeature::vertex) {
        const VertexIndex vertex = *std::ranges::min_element(
            shape.corners(face), {}, [&](VertexIndex v) { return (place(v) - hit.point).norm(); });
        made.vertex_count = 1;
        name(0, vertex);
        return;
    }
    const EdgeIndex edge = *std::ranges::min_element(shape.edges_of(face), {}, [&](EdgeIndex e) {
        return distance_to_edge(hit.point, place(shape.ends(e)[0]), place(shape.ends(e)[1]));
    });
    made.vertex_count = 2;
    made.edge_kind = shape.kind(edge);
    name(0, shape.ends(edge)[0]);
    name(1, shape.ends(edge)[1]);
}

/// The spheres are the mover, whichever body they are.
class SpheresPast {
   public:
    SpheresPast(const MovingBody& spheres, const MovingBody& target, const SweepOptions& options)
        : spheres_(spheres), target_(target), options_(options) {}

    MutualSweepResult run() {
        const Sphere ball{spheres_.world_from_body * spheres_.geometry.measure.centre,
                          spheres_.geometry.measure.radius * (1 + 0x1p-40)};
        const RelativeMotion whole = relative_motion(spheres_.motion, target_.motion, ball);
        const double least = least_extent(spheres_.geometry, target_.geometry);
        const Box box = outer_box(target_.geometry.measure, target_.world_from_body);
        zone_ = std::max(
            {options_.margin.least(), tolerance::margin * least,
             tolerance::zone_steps * tolerance::cast_contact * rounding_of(whole, ball, box)});
        zone_ = std::min(zone_, tolerance::largest_coordinate);
        if (deviations * whole.deviation <= zone_) {
            take(whole);
            return finished();
        }
        // A start close by has less room for pieces to stray: thinner ones then, and more.
        const double thick = std::max(zone_, zone_share * least);
        const bool close = standing_at(spheres_.world_from_body, thick) != Relation::separate;
        if (!close) zone_ = thick;
        const auto pieces = relative_motion(spheres_.motion, target_.motion, ball,
                                            zone_ / (close ? 4 * deviations : deviations));
        if (!pieces) {
            result_.sweep.state = State::undecided;
            fraction_ = 0;
            return finished();
        }
        for (const RelativeMotion& piece : *pieces) {
            take(piece);
            if (result_.sweep.state != State::free) break;
        }
        return finished();
    }

   private:
    const MovingBody& spheres_;
    const MovingBody& target_;
    const SweepOptions& options_;
    double zone_ = 0;
    double fraction_ = 1;
    bool first_ = true;
    MutualSweepResult result_;

    [[nodiscard]] CastOptions options(double clearance) const {
        CastOptions made;
        // From a start that is clear a solid is met from its front: the other side is only looked
        // at so that nothing depends on which faces count at a moment.
        const Polyhedron* shape = target_.geometry.polyhedron();
        const bool solid = shape != nullptr && shape->is_closed() && shape->is_oriented();
        if (solid && options_.initial_overlap == InitialOverlap::solids) made.sides = Sides::both;
        made.initial_overlap = options_.initial_overlap;
        made.clearance = Clearance::of(clearance).value();
        made.budget = options_.budget;
        return made;
    }
    [[nodiscard]] CastResult cast_from(const Pose& from, const Motion& motion,
                                       double clearance) const {
        return cast_geometry(*spheres_.geometry.spheres(), from, motion, target_.geometry,
                             target_.world_from_body, options(clearance));
    }
    [[nodiscard]] Relation standing_at(const Pose& from, double clearance) const {
        return cast_from(from, Translation(), clearance).start;
    }

    void take(const RelativeMotion& piece) {
        const Pose from = piece.start * spheres_.world_from_body;
        const CastResult found = cast_from(from, piece.motion, zone_);
        result_.sweep.stats.volume_tests += found.box_tests;
        result_.sweep.stats.face_pairs += found.face_tests;
        const bool within_zone = found.start != Relation::separate;
        if (first_ && within_zone) {
            result_.sweep.start = std::max(Relation::touching, standing_at(from, 0));
            if (result_.sweep.start == Relation::overlapping) {
                result_.sweep.state = State::overlapping;
                fraction_ = 0;
                return;
            }
        }
        // Sliding along within the margin, piece after piece, must not use it up.
        if (!first_ && within_zone && standing_at(from, zone_ / 4) != Relation::separate) {
            result_.sweep.state = State::hit;
            result_.sweep.contact = nearest(from);
            fraction_ = piece.begin;
            return;
        }
        first_ = false;
        if (found.state == State::undecided) {
            result_.sweep.state = State::undecided;
            fraction_ = piece.begin;
        } else if (found.state == State::hit) {
            stop(from, piece.motion, piece.begin + found.hit.fraction * (piece.end - piece.begin),
                 found.hit);
        }
    }

    void stop(const Pose& from, const Motion& motion, double fraction, const CastHit& hit) {
        const Sphere& ball = spheres_.geometry.spheres()->spheres()[hit.sphere];
        const Vector3d centre = pose_at(motion, from, hit.fraction) * ball.centre;
        result_.sweep.state = State::hit;
        result_.sweep.contact = contact_of_hit(
            hit, centre, ball.radius, target_.geometry.polyhedron(), target_.world_from_body);
        fraction_ = fraction;
    }

    /// What is closest, of spheres that are clear of the target.
    [[nodiscard]] Contact nearest(const Pose& from) const {
        Contact best;
        best.separation = std::numeric_limits<double>::infinity();
        const auto look = [&](const Polyhedron& shape, const SphereGroup* of_target) {
            const double radius = of_target != nullptr ? of_target->radius : 0;
            for (const SphereGroup& group : spheres_.geometry.groups) {
                const DistanceResult found =
                    distance({shape, target_.world_from_body}, {group.points, from});
                const double separation = found.distance - group.radius - radius;
                if (separation >= best.separation) continue;
                best.separation = separation;
                best.normal = -found.closest.normal;
                best.point = found.points[0] + radius * best.normal;
                best.mover = sphere_feature(group.spheres[found.closest.obstacle.face]);
                best.obstacle = of_target == nullptr
                                    ? found.closest.mover
                                    : sphere_feature(of_target->spheres[found.closest.mover.face]);
                best.kind = kind_with_vertex(best.obstacle);
            }
        };
        if (const Polyhedron* shape = target_.geometry.polyhedron()) look(*shape, nullptr);
        for (const SphereGroup& group : target_.geometry.groups) look(group.points, &group);
        return best;
    }

    MutualSweepResult finished() {
        SweepResult& sweep = result_.sweep;
        sweep.margin = zone_;
        sweep.free_fraction =
            sweep.state == State::free ? 1 : std::clamp(fraction_, 0.0, std::nextafter(1.0, 0.0));
        sweep.end = pose_at(spheres_.motion, spheres_.world_from_body, sweep.free_fraction);
        result_.end_of_obstacle =
            pose_at(target_.motion, target_.world_from_body, sweep.free_fraction);
        if (sweep.state != State::hit) return result_;
        // The contact was found with the target where it started.
        sweep.contact =
            in_frame(result_.end_of_obstacle * target_.world_from_body.inverse(), sweep.contact);
        return result_;
    }
};

}  // namespace

Contact contact_of_hit(const CastHit& hit, const Vector3d& centre, double radius,
                       const Polyhedron* shape, const Pose& world_from_shape) {
    Contact made;
    made.point = hit.point;
    made.normal = hit.normal;
    made.separation = (centre - hit.point).norm() - radius;
    made.mover = sphere_feature(hit.sphere);
    if (shape == nullptr) {
        made.obstacle = sphere_feature(hit.face);
    } else {
        made.obstacle.face = hit.face;
        made.obstacle.face_index = hit.face_index;
        name_feature(hit, *shape, world_from_shape, made.obstacle);
    }
    made.kind = kind_with_vertex(made.obstacle);
    return made;
}

MutualSweepResult sweep_bodies(const MovingBody& mover, const MovingBody& obstacle,
                               const SweepOptions& options) {
    const Polyhedron* shape = mover.geometry.polyhedron();
    const Polyhedron* other = obstacle.geometry.polyhedron();
    if (shape != nullptr && other != nullptr) {
        return sweep_both({{*shape, mover.world_from_body}, mover.motion},
                          {{*other, obstacle.world_from_body}, obstacle.motion}, options);
    }
    if (shape == nullptr) return SpheresPast(mover, obstacle, options).run();
    MutualSweepResult result = SpheresPast(obstacle, mover, options).run();
    std::swap(result.sweep.end, result.end_of_obstacle);
    if (result.sweep.state == State::hit) result.sweep.contact = exchanged(result.sweep.contact);
    return result;
}

SweepResult sweep_body(const Polyhedron& mover, const Pose& world_from_mover, const Motion& motion,
                       const BodyTable& table, std::uint32_t i, const SweepOptions& options) {
    if (const Polyhedron* obstacle = table.polyhedron_at(i)) {
        return sweep({mover, world_from_mover}, motion, {*obstacle, table.pose(i)}, options);
    }
    const BodyGeometry geometry{mover, {}, measured_by_box(mover)};
    const Motion rest = Translation();
    return sweep_bodies({geometry, world_from_mover, motion},
                        {table.geometry(i), table.pose(i), rest}, options)
        .sweep;
}

}  // namespace swept::world_detail

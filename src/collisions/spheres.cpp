// Bodies made of spheres: every moment at which a sphere comes to touch something. A sphere is its
// centre with the level at which it stops, as in sweeps (features/search.h); where it touches, its
// surface is the plane of contact, so that the properness is that of the other body's feature.

#include <algorithm>
#include <cmath>
#include <tuple>

#include "collisions/memory.h"
#include "collisions/properness.h"
#include "collisions/relative.h"
#include "features/contact_of.h"
#include "features/motion_trajectory.h"
#include "features/numeric_scale.h"
#include "features/search.h"
#include "math/unit.h"

namespace swept::collisions_detail {

using Eigen::Vector3d;

namespace {

/// Choice. No sphere is smaller, in roundings: of points, distances say nothing.
constexpr double least_radius = 32;
/// Choice. What is touched within this many roundings of one place is one thing.
constexpr double same_place = 64;

/// A sphere that touches a feature of b.
struct Touch {
    std::uint32_t sphere = 0;
    double t = 0;
    Vector3d centre = Vector3d::Zero();  ///< of the sphere at that moment; scaled
    ContactKind kind;                    ///< of a sphere as a vertex
    std::uint32_t feature;
    Vector3d place;   ///< on b's feature; scaled
    Vector3d normal;  ///< from there to the sphere
    double properness;
};

/// The path of a set of spheres, scaled.
struct SpherePath {
    MotionTrajectory motion;
    NumericScale measures;
    std::vector<Sphere> spheres;  ///< where they start

    [[nodiscard]] const ScrewTrajectory& path() const { return motion.path; }
};

Result<SpherePath> path_of(const SphereSet& set, const Pose& from, const Motion& motion,
                           const SceneExtent& resting) {
    SpherePath made;
    made.motion = features_detail::path_of(motion);
    ScrewTrajectory& path = made.motion.path;
    SceneExtent sizes = resting;
    double speed = 0;
    for (const Sphere& own : set.spheres()) {
        const Sphere ball{from * own.centre, own.radius};
        made.spheres.push_back(ball);
        const double reach = stable_length(own.centre) + stable_length(from.translation());
        sizes.coordinates = std::max(sizes.coordinates, reach + own.radius);
        sizes.most_extent = std::max(sizes.most_extent, 2 * own.radius);
        if (own.radius > 0) sizes.least_extent = std::min(sizes.least_extent, 2 * own.radius);
        speed = std::max(speed, path.track(ball.centre).speed);
    }
    made.measures = measures_of(sizes, sizes.coordinates + speed * path.end, sizes.planes, 0);
    if (!made.measures.measurable) {
        return tl::unexpected(
            Error{ErrorCode::bad_argument,
                  "the bodies are smaller than the rounding of their coordinates or the way; "
                  "bring them closer to the origin",
                  "poses"});
    }
    const double scale = made.measures.scale;
    path.origin *= scale;
    path.advance *= scale;
    for (Sphere& ball : made.spheres) ball = {ball.centre * scale, ball.radius * scale};
    return made;
}

class SphereMethod {
   public:
    SphereMethod(const SpherePath& way, std::vector<Touch>& touches, CollisionStats& stats)
        : way_(way), touches_(touches), stats_(stats) {}

    /// All that one sphere touches of a shape.
    void run(std::uint32_t sphere, const GlideBody& b) {
        begin(sphere);
        for (std::uint32_t f = 0; f < b.face_count(); ++f) look_at_face(b, FaceIndex(f));
        if (b.shape.planes.empty()) {
            for (std::uint32_t v = 0; v < b.positions.size(); ++v) at_vertex(b, VertexIndex(v));
        }
    }

    /// All that one sphere touches of spheres at rest.
    void run(std::uint32_t sphere, std::span<const Sphere> resting) {
        begin(sphere);
        for (std::uint32_t j = 0; j < resting.size(); ++j) {
            const Sphere& other = resting[j];
            if (far_from(other.centre, other.radius)) continue;
            const StopDistance stop{level_ + other.radius, rounding()};
            each_touch(PointPastPoint(track_, other.centre, stop), stop, [&](const Vector3d& x) {
                const Vector3d normal = (x - other.centre).normalized();
                return Touch{.kind = ContactKind::vertex_vertex,
                             .feature = j,
                             .place = other.centre + other.radius * normal,
                             .normal = normal,
                             .properness = 0};
            });
        }
    }

   private:
    const SpherePath& way_;
    std::vector<Touch>& touches_;
    CollisionStats& stats_;
    std::uint32_t sphere_ = 0;
    PointTrajectory track_;
    Vector3d middle_;  // of the centre's way
    double level_ = 0;
    std::vector<Vector3d> corners_;

    [[nodiscard]] double rounding() const { return way_.measures.rounding; }

    void begin(std::uint32_t sphere) {
        const Sphere& ball = way_.spheres[sphere];
        sphere_ = sphere;
        track_ = way_.path().track(ball.centre);
        middle_ = track_.at(way_.path().moment(way_.path().end / 2));
        level_ = std::max(ball.radius, least_radius * rounding());
    }

    /// Whether the sphere passes a ball by for certain.
    [[nodiscard]] bool far_from(const Vector3d& centre, double radius) const {
        const double way = track_.speed * way_.path().end / 2 * (1 + 0x1p-40);
        return (centre - middle_).norm() > way + radius + level_ + 8 * rounding();
    }

    /// The face and what it owns.
    void look_at_face(const GlideBody& b, FaceIndex face) {
        const auto vertices = b.shape.corners_of(face);
        corners_.clear();
        for (const VertexIndex v : vertices) corners_.push_back(b.position(v));
        double radius = 0;
        for (const Vector3d& c : corners_) radius = std::max(radius, (c - corners_[0]).norm());
        if (far_from(corners_[0], radius)) return;
        ++stats_.faces;
        at_face(b, face);
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const EdgeIndex edge = b.shape.corner_edges[b.shape.face_begins[face.value] + i];
            if (b.shape.faces_of(edge)[0] == face && is_tested(b.shape, edge)) at_edge(b, edge);
            const VertexIndex v = vertices[i];
            if (b.shape.vertex_owners[v.value] == face && is_tested(b.shape, v)) at_vertex(b, v);
        }
    }

    void at_face(const GlideBody& b, FaceIndex face) {
        const FaceGeometry geometry{corners_, b.normal(face.value)};
        const StopDistance stop{level_, rounding()};
        each_touch(
            PointPastFace(track_, geometry, b.one_sided, stop), stop, [&](const Vector3d& x) {
                const double side = geometry.normal.dot(x - corners_[0]);
                return Touch{.kind = ContactKind::vertex_face,
                             .feature = face.value,
                             .place = x - side * geometry.normal,
                             .normal = side < 0 ? Vector3d(-geometry.normal) : geometry.normal,
                             .properness = 0};
            });
    }
    void at_edge(const GlideBody& b, EdgeIndex edge) {
        const auto& ends = b.shape.edge_ends[edge.value];
        const Vector3d c = b.position(ends[0]), dq = b.position(ends[1]) - c;
        const StopDistance stop{level_, rounding()};
        each_touch(PointPastEdge(track_, c, dq, stop), stop, [&](const Vector3d& x) {
            const Vector3d place = c + foot_on_edge(x, c, dq) * dq;
            const Vector3d normal = (x - place).normalized();
            return Touch{.kind = ContactKind::vertex_edge,
                         .feature = edge.value,
                         .place = place,
                         .normal = normal,
                         .properness = edge_properness(b, edge, -normal)};
        });
    }
    void at_vertex(const GlideBody& b, VertexIndex vertex) {
        const Vector3d& p = b.position(vertex);
        const StopDistance stop{level_, rounding()};
        each_touch(PointPastPoint(track_, p, stop), stop, [&](const Vector3d& x) {
            const Vector3d normal = (x - p).normalized();
            return Touch{.kind = ContactKind::vertex_vertex,
                         .feature = vertex.value,
                         .place = p,
                         .normal = normal,
                         .properness = vertex_properness(b, vertex, -normal)};
        });
    }

    /// A sphere that stays in touch does so once: where it begins. One that is in touch at the
    /// start and does not leave begins there.
    template <class Pair, class Make>
    void each_touch(const Pair& pair, const StopDistance& stop, const Make& touch_at) {
        ++stats_.candidates;
        const ScrewTrajectory& path = way_.path();
        double last = -1;
        const auto add = [&](double t) {
            last = t;
            const Vector3d centre = track_.at(path.moment(t));
            Touch touch = touch_at(centre);
            touch.sphere = sphere_;
            touch.t = t;
            touch.centre = centre;
            touches_.push_back(touch);
        };
        const PairSample start = pair.at(path.moment(0), 0);
        const double off = std::abs(start.closest.distance - stop.distance);
        if (off <= 4 * stop.rounding && start.slope <= along_motion * pair.speed()) add(0);
        each_stop(pair, path, stop, 0, path.end, stats_.search_steps, [&](double t) {
            const auto stays = [&](double between) {
                return pair.at(path.moment(between), 0).closest.distance <=
                       stop.distance + 8 * stop.rounding;
            };
            const bool is_same = last >= 0 && stays(last + (t - last) / 2);
            if (is_same) {
                last = t;
            } else {
                add(t);
            }
            return true;
        });
    }
};

/// By sphere and moment; of what is touched at one place at once the face, else the edge, counts.
void drop_repeats(std::vector<Touch>& touches, double distance) {
    const auto order = [](const Touch& t) { return std::tuple(t.sphere, t.kind, t.feature, t.t); };
    std::ranges::sort(touches, {}, order);
    std::vector<Touch> kept;
    for (const Touch& touch : touches) {
        const bool repeats = std::any_of(kept.rbegin(), kept.rend(), [&](const Touch& other) {
            return other.sphere == touch.sphere && (other.place - touch.place).norm() <= distance;
        });
        if (!repeats) kept.push_back(touch);
    }
    touches = std::move(kept);
}

ContactFeature named_sphere(std::uint32_t sphere) {
    ContactFeature made;
    made.face = sphere;
    made.vertex_count = 1;
    made.vertices[0] = sphere;
    return made;
}

template <class Name>
CollisionResult answer(std::vector<Touch>& touches, const SpherePath& way, const RelativeStep& step,
                       const CollisionOptions& options, const CollisionStats& stats,
                       const Name& name_of_feature) {
    CollisionResult result;
    result.motion = step.motion();
    result.stats = stats;
    const double scale = way.measures.scale;
    result.error_bound = 4 * way.measures.rounding / scale;
    drop_repeats(touches, same_place * way.measures.rounding);
    std::ranges::sort(touches, {},
                      [](const Touch& t) { return std::tuple(t.t, t.kind, t.sphere, t.feature); });
    for (const Touch& touch : touches) {
        if (touch.properness < options.min_properness) continue;
        Collision made;
        made.fraction = fraction_at(way.motion, touch.t);
        made.properness = touch.properness;
        made.contact.kind = touch.kind;
        made.contact.point = touch.place / scale;
        made.contact.normal = touch.normal + Vector3d::Zero();  // no negative zeros
        made.contact.mover = named_sphere(touch.sphere);
        made.contact.obstacle = name_of_feature(touch, made.contact.point);
        result.collisions.push_back(made);
    }
    step.bring_to_world(result.collisions);
    return result;
}

}  // namespace

}  // namespace swept::collisions_detail

namespace swept {

using namespace collisions_detail;

Result<CollisionResult> all_collisions(const SphereSetStep& a, const BodyStep& b,
                                       const CollisionOptions& options) {
    if (auto error = check_properness(options.min_properness)) return tl::unexpected(*error);
    const RelativeStep step(a.from, a.to, b.from, b.to);
    const PlacedShape placed(b.shape, b.from);
    const auto way = path_of(a.spheres, a.from, step.motion(), SceneExtent({&placed, 1}));
    if (!way) return tl::unexpected(way.error());
    const ScratchLease lease(options.scratch);
    auto& memory = lease->memory().get<CollisionMemory>();
    place_scaled(placed, way->measures.scale, memory.positions.b);
    const GlideBody body{placed.shape, placed.rotation, memory.positions.b, -1,
                         placed.shape.sides == Sides::front};
    CollisionStats stats;
    std::vector<Touch> touches;
    SphereMethod method(*way, touches, stats);
    for (std::uint32_t i = 0; i < way->spheres.size(); ++i) method.run(i, body);
    return answer(touches, *way, step, options, stats,
                  [&](const Touch& touch, const Vector3d& point) {
                      return named_feature(placed, parts_of(touch.kind)[1], touch.feature, point);
                  });
}

Result<CollisionResult> all_collisions(const SphereSetStep& a, const SphereSetStep& b,
                                       const CollisionOptions& options) {
    if (auto error = check_properness(options.min_properness)) return tl::unexpected(*error);
    const RelativeStep step(a.from, a.to, b.from, b.to);
    SceneExtent resting;
    for (const Sphere& own : b.spheres.spheres()) {
        resting.coordinates =
            std::max(resting.coordinates,
                     stable_length(own.centre) + stable_length(b.from.translation()) + own.radius);
        resting.most_extent = std::max(resting.most_extent, 2 * own.radius);
    }
    const auto way = path_of(a.spheres, a.from, step.motion(), resting);
    if (!way) return tl::unexpected(way.error());
    std::vector<Sphere> balls;
    for (const Sphere& own : b.spheres.spheres()) {
        balls.push_back(
            {b.from * own.centre * way->measures.scale, own.radius * way->measures.scale});
    }
    CollisionStats stats;
    std::vector<Touch> touches;
    SphereMethod method(*way, touches, stats);
    for (std::uint32_t i = 0; i < way->spheres.size(); ++i) method.run(i, balls);
    return answer(touches, *way, step, options, stats,
                  [&](const Touch& touch, const Vector3d&) { return named_sphere(touch.feature); });
}

}  // namespace swept

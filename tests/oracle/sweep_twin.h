#pragma once

// A judge of sweeps: a flat list of all pairs of features (vertex and triangle, edge and edge,
// vertex and vertex), in long double. It asks for the first moment at which the distance of two
// shapes falls to a level, and for the least distance when it does not. No feature is skipped and
// no side is preferred: from a separate start the unsigned distance is right until they meet.
//
// Each pair is advanced by steps that are proven clear. At a moment with distance D along the unit
// vector n, n.(x_i - c_j) - level is a lower bound of what is left, for every corner x_i of the
// mover's feature and c_j of the obstacle's; it falls by no more than its slope times h plus
// bend h^2 / 2 (docs/derivations/motions.md, "Anchored at the start": |(n.x)''| <= bend). So
// neither grazing nor sliding past costs many steps. Balls about features keep most pairs out.
//
// Shares with the library the plain data of its types, and nothing else.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "swept/motion.h"
#include "swept/polyhedron.h"

namespace swept::oracle {

using Length = long double;
using LongVector = Eigen::Matrix<long double, 3, 1>;
constexpr Length unbounded = std::numeric_limits<Length>::infinity();

inline LongVector wide(const Eigen::Vector3d& v) {
    return {v[0], v[1], v[2]};
}

// ---- Motion ----

/// A moment of a motion: its fraction, and sine and 1 - cosine of the angle turned so far.
struct TwinMoment {
    Length fraction = 0;
    Length sine = 0;
    Length versine = 0;
};

/// The way of a point: x0 + sin (k x q) - (1 - cos) q + fraction * glide.
struct TwinTrack {
    LongVector start = LongVector::Zero();
    LongVector across = LongVector::Zero();  ///< k x q
    LongVector arm = LongVector::Zero();     ///< q, from the axis to the point
    LongVector glide = LongVector::Zero();   ///< of the whole motion
    Length angle = 0;
    Length speed = 0;  ///< per fraction; the same at every moment
    Length along = 0;  ///< the axis, from the point that it was named by

    [[nodiscard]] LongVector at(const TwinMoment& m) const {
        return start + (m.sine * across - m.versine * arm + m.fraction * glide);
    }
    [[nodiscard]] LongVector velocity(const TwinMoment& m) const {
        return angle * ((1 - m.versine) * across - m.sine * arm) + glide;
    }
    /// Bounds |(n.x)''| per fraction squared.
    [[nodiscard]] Length bend(const LongVector& n) const {
        if (angle == 0) return 0;
        const Length s = n.dot(across), c = n.dot(arm);
        return angle * angle * std::sqrt(s * s + c * c);
    }
};

class TwinMotion {
   public:
    explicit TwinMotion(const Motion& motion) {
        if (const auto* translation = std::get_if<Translation>(&motion)) {
            glide_ = wide(translation->vector());
        } else if (const auto* rotation = std::get_if<Rotation>(&motion)) {
            turn(rotation->origin(), rotation->axis(), rotation->angle());
        } else {
            const Screw& screw = std::get<Screw>(motion);
            turn(screw.origin(), screw.axis(), screw.angle());
            glide_ = screw.glide() * axis_;
        }
    }

    [[nodiscard]] TwinMoment moment(Length fraction) const {
        if (angle_ == 0) return {fraction, 0, 0};
        const Length half = std::sin(fraction * angle_ / 2);
        return {fraction, std::sin(fraction * angle_), 2 * half * half};
    }
    [[nodiscard]] TwinTrack track(const LongVector& start) const {
        TwinTrack track{
            start, LongVector::Zero(), LongVector::Zero(), glide_, angle_, glide_.norm(), 0};
        if (angle_ == 0) return track;
        const LongVector arm = start - origin_;
        track.across = axis_.cross(arm);
        track.along = std::abs(arm.dot(axis_));
        track.arm = arm - arm.dot(axis_) * axis_;
        track.speed = std::hypot(angle_ * track.arm.norm(), track.speed);
        return track;
    }

   private:
    LongVector origin_ = LongVector::Zero();
    LongVector axis_ = LongVector::UnitZ();
    LongVector glide_ = LongVector::Zero();
    Length angle_ = 0;

    void turn(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, double angle) {
        origin_ = wide(origin);
        axis_ = wide(axis).normalized();
        angle_ = angle;
    }
};

// ---- Closest points of two features ----

struct Closest {
    LongVector on_a = LongVector::Zero();
    LongVector on_b = LongVector::Zero();
    LongVector normal = LongVector::Zero();  ///< unit, from b to a; zero when they meet
    Length distance = 0;
};

/// The cross product to its last digits, however parallel the two are (Kahan's difference of
/// products): what is left of rounding is as if the sides themselves were rounded. A plain product
/// of the sides of a sliver, 1e-12 wide, keeps seven digits, and so do heights above it.
inline LongVector whole_cross(const LongVector& p, const LongVector& q) {
    const LongVector plain = p.cross(q);
    if (plain.squaredNorm() > 1e-2L * p.squaredNorm() * q.squaredNorm()) return plain;
    const auto difference = [](Length a, Length b, Length c, Length d) {
        const Length second = c * d;
        return std::fma(a, b, -second) - std::fma(c, d, -second);
    };
    return {difference(p[1], q[2], p[2], q[1]), difference(p[2], q[0], p[0], q[2]),
            difference(p[0], q[1], p[1], q[0])};
}

/// From the closest points. `keep_across` (zero: none) is the direction of an edge that the
/// shortest line is perpendicular to: without it the direction of a short line would be rounding.
inline Closest closest_from(const LongVector& on_a, const LongVector& on_b,
                            const LongVector& keep_across) {
    LongVector line = on_a - on_b;
    const Length along_sq = keep_across.squaredNorm();
    if (along_sq > 0) line -= line.dot(keep_across) / along_sq * keep_across;
    const Length distance = line.norm();
    Closest closest{on_a, on_b, LongVector::Zero(), distance};
    if (distance > 0) closest.normal = line / distance;
    return closest;
}

inline Closest closest_on_segment(const LongVector& p, const LongVector& a, const LongVector& b) {
    const LongVector along = b - a;
    const Length length_sq = along.squaredNorm();
    const Length s = length_sq > 0 ? (p - a).dot(along) / length_sq : 0;
    if (s <= 0) return closest_from(p, a, LongVector::Zero());
    if (s >= 1) return closest_from(p, b, LongVector::Zero());
    return closest_from(p, a + s * along, along);
}

/// A point (a) and a triangle (b). Above its inside the plane decides, else the nearest side.
inline Closest closest_on_triangle(const LongVector& p, const LongVector& a, const LongVector& b,
                                   const LongVector& c) {
    const LongVector ab = b - a, bc = c - b, ca = a - c;
    const LongVector normal = whole_cross(ab, -ca);
    const Length area = normal.norm();
    if (area > 0) {
        const LongVector n = normal / area;
        if (n.cross(ab).dot(p - a) >= 0 && n.cross(bc).dot(p - b) >= 0 &&
            n.cross(ca).dot(p - c) >= 0) {
            const Length height = n.dot(p - a);
            const LongVector outward = height < 0 ? LongVector(-n) : n;
            return {p, p - height * n, height == 0 ? LongVector::Zero().eval() : outward,
                    std::abs(height)};
        }
    }
    Closest best = closest_on_segment(p, a, b);
    for (const Closest& other : {closest_on_segment(p, b, c), closest_on_segment(p, c, a)}) {
        if (other.distance < best.distance) best = other;
    }
    return best;
}

inline Closest swapped(const Closest& c) {
    return {c.on_b, c.on_a, -c.normal, c.distance};
}

/// Two segments, first a-b, then c-d: inside both the common normal decides, else an end.
inline Closest closest_of_segments(const LongVector& a, const LongVector& b, const LongVector& c,
                                   const LongVector& d) {
    const LongVector p = b - a, q = d - c, w = c - a;
    const LongVector normal = whole_cross(p, q);
    const Length n_sq = normal.squaredNorm();
    if (n_sq > 0) {
        const Length s = w.cross(q).dot(normal) / n_sq, t = w.cross(p).dot(normal) / n_sq;
        if (s > 0 && s < 1 && t > 0 && t < 1) {
            const LongVector n = normal / std::sqrt(n_sq);
            const LongVector on_a = a + s * p, on_b = c + t * q;
            const Length height = n.dot(on_a - on_b);
            const LongVector outward = height < 0 ? LongVector(-n) : n;
            return {on_a, on_b, height == 0 ? LongVector::Zero().eval() : outward,
                    std::abs(height)};
        }
    }
    Closest best = closest_on_segment(a, c, d);
    for (const Closest& other : {closest_on_segment(b, c, d), swapped(closest_on_segment(c, a, b)),
                                 swapped(closest_on_segment(d, a, b))}) {
        if (other.distance < best.distance) best = other;
    }
    return best;
}

// ---- Shapes ----

/// A vertex, an edge or a triangle, by its vertices.
struct TwinFeature {
    std::size_t count = 1;
    std::array<std::uint32_t, 3> vertices{};
};

using FeatureCorners = std::array<LongVector, 3>;

inline Closest closest_of_features(std::size_t count_a, const FeatureCorners& a,
                                   std::size_t count_b, const FeatureCorners& b) {
    if (count_a == 1 && count_b == 1) return closest_from(a[0], b[0], LongVector::Zero());
    if (count_a == 1 && count_b == 2) return closest_on_segment(a[0], b[0], b[1]);
    if (count_a == 2 && count_b == 1) return swapped(closest_on_segment(b[0], a[0], a[1]));
    if (count_a == 1) return closest_on_triangle(a[0], b[0], b[1], b[2]);
    if (count_b == 1) return swapped(closest_on_triangle(b[0], a[0], a[1], a[2]));
    return closest_of_segments(a[0], a[1], b[0], b[1]);
}

/// All vertices, edges and triangles (fans from the first corner) of a shape.
struct TwinFeatures {
    std::vector<TwinFeature> vertices, edges, triangles;

    explicit TwinFeatures(const Polyhedron& shape) {
        for (std::uint32_t v = 0; v < shape.vertex_count(); ++v) vertices.push_back({1, {v, 0, 0}});
        std::set<std::pair<std::uint32_t, std::uint32_t>> sides;  // not as the library found them
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            const auto corners = shape.corners(FaceIndex(f));
            for (std::size_t i = 0; i < corners.size(); ++i) {
                sides.insert(
                    std::minmax(corners[i].value, corners[(i + 1) % corners.size()].value));
            }
            for (std::size_t i = 2; i < corners.size(); ++i) {
                triangles.push_back(
                    {3, {corners[0].value, corners[i - 1].value, corners[i].value}});
            }
        }
        for (const auto& [from, to] : sides) edges.push_back({2, {from, to, 0}});
    }
};

struct TwinBall {
    LongVector centre = LongVector::Zero();
    Length radius = 0;
};

inline TwinBall ball_of(const std::vector<LongVector>& points) {
    LongVector lower = points[0], upper = points[0];
    for (const LongVector& p : points) {
        lower = lower.cwiseMin(p);
        upper = upper.cwiseMax(p);
    }
    TwinBall ball{(lower + upper) / 2, 0};
    for (const LongVector& p : points) {
        ball.radius = std::max(ball.radius, (p - ball.centre).norm());
    }
    ball.radius *= 1 + 1e-15L;
    return ball;
}

/// The placed shape (pose * vertex) in long double.
inline std::vector<LongVector> placed_points(const Polyhedron& shape, const Pose& pose) {
    std::vector<LongVector> placed;
    placed.reserve(shape.vertex_count());
    for (const Eigen::Vector3d& v : shape.vertices()) placed.push_back(wide(pose * v));
    return placed;
}

// ---- The twin ----

struct TwinQuestion {
    Length level = 0;
    Length tolerance = 0;  ///< the level counts as reached this far above it
    Length until = 1;      ///< the fraction to look up to
    bool least = true;     ///< whether to find the least distance when the level is not reached
    std::uint64_t most_steps = 20'000'000;
};

struct TwinAnswer {
    std::optional<Length> reached;  ///< the first fraction at the level
    Length least = unbounded;       ///< the least distance seen; when the level was not reached, no
                                    ///< distance is below by more than a twentieth of what it is
                                    ///< above the level, or the tolerance
    Length least_at = 0;            ///< its fraction
    bool gave_up = false;           ///< too many steps: nothing is claimed
    std::uint64_t steps = 0;
};

class SweepTwin {
   public:
    SweepTwin(const Polyhedron& mover, const Pose& world_from_mover, const Motion& motion,
              const Polyhedron& obstacle, const Pose& world_from_obstacle)
        : motion_(motion),
          mover_features_(mover),
          obstacle_features_(obstacle),
          obstacle_(placed_points(obstacle, world_from_obstacle)) {
        const std::vector<LongVector> start = placed_points(mover, world_from_mover);
        for (const LongVector& p : start) tracks_.push_back(motion_.track(p));
        for (const TwinTrack& t : tracks_) travel_ = std::max(travel_, t.speed);
        mover_ball_ = moving_ball(start);
        obstacle_ball_ = ball_of(obstacle_);
        for (const auto* shape : {&mover, &obstacle}) {
            for (const Eigen::Vector3d& v : shape->vertices()) note(wide(v));
        }
        for (const LongVector& p : start) note(p);
        for (const LongVector& p : obstacle_) note(p);
        add_group(mover_features_.vertices, obstacle_features_.triangles);
        add_group(mover_features_.triangles, obstacle_features_.vertices);
        add_group(mover_features_.edges, obstacle_features_.edges);
        if (mover_features_.triangles.empty() && obstacle_features_.triangles.empty()) {
            add_group(mover_features_.vertices, obstacle_features_.vertices);
        }
    }

    /// The largest coordinate, of the placed shapes and in their own frames.
    [[nodiscard]] Length largest_coordinate() const { return largest_; }
    /// The longest way of a vertex.
    [[nodiscard]] Length travel() const { return travel_; }
    [[nodiscard]] const TwinMotion& motion() const { return motion_; }
    [[nodiscard]] const std::vector<TwinTrack>& tracks() const { return tracks_; }
    [[nodiscard]] const std::vector<LongVector>& obstacle_points() const { return obstacle_; }

    /// The distance at a fraction, with the closest points.
    [[nodiscard]] Closest distance(Length fraction) const {
        const TwinMoment m = motion_.moment(fraction);
        Closest best;
        best.distance = unbounded;
        for (const Group& group : groups_) {
            for (const MovingFeature& a : group.mover) {
                const LongVector centre = a.ball.track.at(m);
                const FeatureCorners corners = corners_at(a, m);
                if ((centre - obstacle_ball_.centre).norm() - a.ball.radius -
                        obstacle_ball_.radius >=
                    best.distance) {
                    continue;
                }
                for (const FixedFeature& b : group.obstacle) {
                    const Length reach = best.distance + a.ball.radius + b.ball.radius;
                    if ((centre - b.ball.centre).squaredNorm() >= reach * reach) continue;
                    const Closest c =
                        closest_of_features(a.feature.count, corners, b.feature.count, b.corners);
                    if (c.distance < best.distance) best = c;
                }
            }
        }
        return best;
    }

    /// The first fraction at which the distance is at the level, or the least distance.
    [[nodiscard]] TwinAnswer search(const TwinQuestion& question) const {
        Search s{question, question.until, {}};
        for (const Length f : {Length(0), question.until}) {
            if (!question.least) break;
            const Length d = distance(f).distance;
            if (d < s.answer.least) {
                s.answer.least = d;
                s.answer.least_at = f;
            }
        }
        for (const Group& group : groups_) {
            // When each of them can first come near the other shape as a whole.
            std::vector<Length> near_mover;
            for (const FixedFeature& b : group.obstacle) {
                near_mover.push_back(ball_time(mover_ball_, b.ball, 0, s));
            }
            for (const MovingFeature& a : group.mover) {
                const Length near = ball_time(a.ball, obstacle_ball_, 0, s);
                if (near >= s.limit) continue;
                for (std::size_t k = 0; k < group.obstacle.size(); ++k) {
                    const Length from = std::max(near, near_mover[k]);
                    if (from < s.limit) search_pair(a, group.obstacle[k], from, s);
                }
            }
        }
        return s.answer;
    }

   private:
    struct MovingBall {
        TwinTrack track;
        Length radius = 0;
        Length speed = 0;  ///< of its fastest point
    };
    struct MovingFeature {
        TwinFeature feature;
        MovingBall ball;
    };
    struct FixedFeature {
        TwinFeature feature;
        TwinBall ball;
        FeatureCorners corners;
    };
    struct Group {
        std::vector<MovingFeature> mover;
        std::vector<FixedFeature> obstacle;
    };
    struct Search {
        TwinQuestion question;
        Length limit;
        TwinAnswer answer;

        /// What a pair must be shown to stay above: the level, or what would not be a new least
        /// distance worth knowing.
        [[nodiscard]] Length floor() const {
            const Length level = question.level;
            if (!question.least) return level;
            const Length slack = std::max(question.tolerance, (answer.least - level) / 20);
            return std::max(level, answer.least - slack);
        }
    };

    TwinMotion motion_;
    TwinFeatures mover_features_, obstacle_features_;
    std::vector<TwinTrack> tracks_;
    std::vector<LongVector> obstacle_;
    std::vector<Group> groups_;
    MovingBall mover_ball_;
    TwinBall obstacle_ball_;
    Length largest_ = 0;
    Length travel_ = 0;

    void note(const LongVector& p) { largest_ = std::max(largest_, p.cwiseAbs().maxCoeff()); }

    [[nodiscard]] MovingBall moving_ball(const std::vector<LongVector>& points) const {
        const TwinBall ball = ball_of(points);
        MovingBall moving{motion_.track(ball.centre), ball.radius, 0};
        for (const LongVector& p : points) {
            moving.speed = std::max(moving.speed, motion_.track(p).speed);
        }
        return moving;
    }

    void add_group(const std::vector<TwinFeature>& mover,
                   const std::vector<TwinFeature>& obstacle) {
        Group group;
        for (const TwinFeature& f : mover) {
            std::vector<LongVector> points;
            for (std::size_t i = 0; i < f.count; ++i)
                points.push_back(tracks_[f.vertices[i]].start);
            group.mover.push_back({f, moving_ball(points)});
        }
        for (const TwinFeature& f : obstacle) {
            std::vector<LongVector> points;
            FeatureCorners corners;
            for (std::size_t i = 0; i < f.count; ++i) {
                points.push_back(obstacle_[f.vertices[i]]);
                corners[i] = points.back();
            }
            group.obstacle.push_back({f, ball_of(points), corners});
        }
        groups_.push_back(std::move(group));
    }

    [[nodiscard]] FeatureCorners corners_at(const MovingFeature& a, const TwinMoment& m) const {
        FeatureCorners corners;
        for (std::size_t i = 0; i < a.feature.count; ++i) {
            corners[i] = tracks_[a.feature.vertices[i]].at(m);
        }
        return corners;
    }

    /// The largest h for which room - approach h - bend h^2 / 2 >= 0.
    [[nodiscard]] static Length clear_step(Length room, Length approach, Length bend) {
        if (room <= 0) return 0;
        const Length root = std::sqrt(approach * approach + 2 * bend * room);
        if (approach >= 0) return approach + root > 0 ? 2 * room / (approach + root) : unbounded;
        return bend > 0 ? (root - approach) / bend : unbounded;
    }

    [[nodiscard]] static Length ball_step(const MovingBall& a, const LongVector& between,
                                          Length room, const TwinMoment& m) {
        const LongVector n = between.normalized();
        const Length step = clear_step(room, -n.dot(a.track.velocity(m)), a.track.bend(n));
        return std::max(step, a.speed > 0 ? room / a.speed : unbounded);
    }

    /// From when on the two balls may be close, as seen from `from`.
    [[nodiscard]] Length ball_time(const MovingBall& a, const TwinBall& b, Length from,
                                   Search& s) const {
        Length t = from;
        const Length reach = a.radius + b.radius;
        while (t < s.limit) {
            const TwinMoment m = motion_.moment(t);
            const LongVector between = a.track.at(m) - b.centre;
            const Length room = between.norm() - reach - s.floor();
            if (room <= reach / 8 + s.question.tolerance) return t;
            t += ball_step(a, between, room, m);
            ++s.answer.steps;
        }
        return t;
    }

    void search_pair(const MovingFeature& a, const FixedFeature& b, Length from, Search& s) const {
        Length t = from;
        for (; t < s.limit; ++s.answer.steps) {
            if (s.answer.steps > s.question.most_steps) {
                s.answer.gave_up = true;
                return;
            }
            const TwinMoment m = motion_.moment(t);
            const LongVector between = a.ball.track.at(m) - b.ball.centre;
            const Length reach = a.ball.radius + b.ball.radius;
            const Length ball_room = between.norm() - reach - s.floor();
            if (ball_room > reach / 2 + s.question.tolerance) {
                t += ball_step(a.ball, between, ball_room, m);
                continue;
            }
            const FeatureCorners corners = corners_at(a, m);
            const Closest c =
                closest_of_features(a.feature.count, corners, b.feature.count, b.corners);
            if (c.distance < s.answer.least) {
                s.answer.least = c.distance;
                s.answer.least_at = t;
            }
            if (c.distance <= s.question.level + s.question.tolerance) {
                s.answer.reached = t;
                s.limit = t;
                return;
            }
            t += pair_step(a, corners, b, c, s.floor(), m);
        }
    }

    [[nodiscard]] Length pair_step(const MovingFeature& a, const FeatureCorners& corners,
                                   const FixedFeature& b, const Closest& c, Length floor,
                                   const TwinMoment& m) const {
        Length step = unbounded;
        for (std::size_t i = 0; i < a.feature.count; ++i) {
            Length room = unbounded;
            for (std::size_t k = 0; k < b.feature.count; ++k) {
                room = std::min(room, c.normal.dot(corners[i] - b.corners[k]) - floor);
            }
            const TwinTrack& track = tracks_[a.feature.vertices[i]];
            step = std::min(
                step, clear_step(room, -c.normal.dot(track.velocity(m)), track.bend(c.normal)));
        }
        const Length slow = a.ball.speed > 0 ? (c.distance - floor) / a.ball.speed : unbounded;
        return std::max(step, slow);
    }
};

}  // namespace swept::oracle

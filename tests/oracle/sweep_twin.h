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

/// The way of a point: x0 + sin (k x q) - (1 - cos) q + fraction * advance.
struct TwinTrack {
    LongVector start = LongVector::Zero();
    LongVector across = LongVector::Zero();   ///< k x q
    LongVector arm = LongVector::Zero();      ///< q, from the axis to the point
    LongVector advance = LongVector::Zero();  ///< of the whole motion
    Length angle = 0;
    Length speed = 0;  ///< per fraction; the same at every moment
    Length along = 0;  ///< the axis, from the point that it was named by

    [[nodiscard]] LongVector at(const TwinMoment& m) const {
        return start + (m.sine * across - m.versine * arm + m.fraction * advance);
    }
    [[nodiscard]] LongVector velocity(const TwinMoment& m) const {
        return angle * ((1 - m.versine) * across - m.sine * arm) + advance;
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
    explicit TwinMotion(const Motion& motion);

    [[nodiscard]] TwinMoment moment(Length fraction) const {
        if (angle_ == 0) return {fraction, 0, 0};
        const Length half = std::sin(fraction * angle_ / 2);
        return {fraction, std::sin(fraction * angle_), 2 * half * half};
    }
    [[nodiscard]] TwinTrack track(const LongVector& start) const;

   private:
    LongVector origin_ = LongVector::Zero();
    LongVector axis_ = LongVector::UnitZ();
    LongVector advance_ = LongVector::Zero();
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
LongVector whole_cross(const LongVector& p, const LongVector& q);

/// From the closest points. `keep_across` (zero: none) is the direction of an edge that the
/// shortest line is perpendicular to: without it the direction of a short line would be rounding.
Closest closest_from(const LongVector& on_a, const LongVector& on_b, const LongVector& keep_across);

Closest closest_on_segment(const LongVector& p, const LongVector& a, const LongVector& b);

/// A point (a) and a triangle (b). Above its inside the plane decides, else the nearest side.
Closest closest_on_triangle(const LongVector& p, const LongVector& a, const LongVector& b,
                            const LongVector& c);

inline Closest swapped(const Closest& c) {
    return {c.on_b, c.on_a, -c.normal, c.distance};
}

/// Two segments, first a-b, then c-d: inside both the common normal decides, else an end.
Closest closest_of_segments(const LongVector& a, const LongVector& b, const LongVector& c,
                            const LongVector& d);

// ---- Shapes ----

/// A vertex, an edge or a triangle, by its vertices.
struct TwinFeature {
    std::size_t count = 1;
    std::array<std::uint32_t, 3> vertices{};
};

using FeatureCorners = std::array<LongVector, 3>;

Closest closest_of_features(std::size_t count_a, const FeatureCorners& a, std::size_t count_b,
                            const FeatureCorners& b);

/// All vertices, edges and triangles (fans from the first corner) of a shape.
struct TwinFeatures {
    std::vector<TwinFeature> vertices, edges, triangles;

    explicit TwinFeatures(const Polyhedron& shape);
};

struct TwinBall {
    LongVector centre = LongVector::Zero();
    Length radius = 0;
};

TwinBall ball_of(const std::vector<LongVector>& points);

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
              const Polyhedron& obstacle, const Pose& world_from_obstacle);

    /// The largest coordinate, of the placed shapes and in their own frames.
    [[nodiscard]] Length largest_coordinate() const { return largest_; }
    /// The longest way of a vertex.
    [[nodiscard]] Length travel() const { return travel_; }
    [[nodiscard]] const TwinMotion& motion() const { return motion_; }
    [[nodiscard]] const std::vector<TwinTrack>& tracks() const { return tracks_; }
    [[nodiscard]] const std::vector<LongVector>& obstacle_points() const { return obstacle_; }

    /// The distance at a fraction, with the closest points.
    [[nodiscard]] Closest distance(Length fraction) const;

    /// The first fraction at which the distance is at the level, or the least distance.
    [[nodiscard]] TwinAnswer search(const TwinQuestion& question) const;

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

    [[nodiscard]] MovingBall moving_ball(const std::vector<LongVector>& points) const;

    void add_group(const std::vector<TwinFeature>& mover, const std::vector<TwinFeature>& obstacle);

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
                                   Search& s) const;

    void search_pair(const MovingFeature& a, const FixedFeature& b, Length from, Search& s) const;

    [[nodiscard]] Length pair_step(const MovingFeature& a, const FeatureCorners& corners,
                                   const FixedFeature& b, const Closest& c, Length floor,
                                   const TwinMoment& m) const;
};

}  // namespace swept::oracle

#pragma once

// A judge of casts: every face, without a tree.
//
// Rays: each triangle of each face's fan is decided by signs of determinants of the doubles given,
// in long double where an error bound makes the sign certain, in whole numbers of any length
// otherwise. Nothing is rounded that decides.
//
// Spheres: the distance of a point from a triangle is convex along a straight line. Its least value
// is found by the golden section, the moment at which it falls to a level by halving what lies
// before. Along turns and screws steps are taken that are proven clear
// (docs/derivations/spheres.md, "Circles and helices"): with distance D along the unit vector n the
// whole triangle lies behind the plane through the closest point, and n.x falls by no more than
// slope h + bend h^2 / 2.
//
// Shares with the library the plain data of its types and the placed vertices, which are what it
// answers for, and nothing else.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "swept/cast.h"
#include "swept/motion.h"
#include "swept/polyhedron.h"
#include "tests/oracle/sweep_twin.h"

namespace swept::oracle {

// ---- Whole numbers ----

using Whole = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                            boost::multiprecision::et_off>;
using WholeVector = std::array<Whole, 3>;

inline WholeVector operator-(const WholeVector& a, const WholeVector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Whole dot(const WholeVector& a, const WholeVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline WholeVector cross(const WholeVector& a, const WholeVector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// A double as m * 2^exponent.
struct Dyadic {
    std::int64_t mantissa = 0;
    int exponent = 0;

    explicit Dyadic(double x) {
        if (x == 0) return;
        mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
        exponent -= 53;
    }
};

/// Points in whole multiples of one power of two: exactly the doubles.
class WholePoints {
   public:
    void add(const Eigen::Vector3d& point) {
        points_.push_back(point);
        for (const double x : point) {
            if (x != 0) lowest_ = std::min(lowest_, Dyadic(x).exponent);
        }
    }
    [[nodiscard]] int exponent() const { return lowest_ == none ? 0 : lowest_; }
    [[nodiscard]] WholeVector operator[](std::size_t i) const {
        return {whole(points_[i][0]), whole(points_[i][1]), whole(points_[i][2])};
    }

   private:
    static constexpr int none = std::numeric_limits<int>::max();
    std::vector<Eigen::Vector3d> points_;
    int lowest_ = none;

    [[nodiscard]] Whole whole(double x) const {
        const Dyadic d(x);
        Whole w = d.mantissa;
        if (d.mantissa != 0) w <<= static_cast<unsigned>(d.exponent - exponent());
        return w;
    }
};

// ---- The placed shape ----

/// One triangle of a face's fan; of a set of points, a point three times.
struct CastTriangle {
    std::array<Eigen::Vector3d, 3> corners;
    std::array<LongVector, 3> wide_corners;
    LongVector normal = LongVector::Zero();  ///< unit; zero for a line or point
    Length width = 0;                        ///< its least height
    TwinBall ball;
    std::uint32_t face = 0;  ///< as the polyhedron numbers them; of a set of points the vertex

    CastTriangle(const std::array<Eigen::Vector3d, 3>& placed, std::uint32_t number)
        : corners(placed),
          wide_corners{wide(placed[0]), wide(placed[1]), wide(placed[2])},
          ball(ball_of({wide_corners.begin(), wide_corners.end()})),
          face(number) {
        WholePoints points;
        for (const Eigen::Vector3d& c : corners) points.add(c);
        // Exactly: of slivers long double would know little.
        const WholeVector n = cross(points[1] - points[0], points[2] - points[0]);
        const Whole norm_sq = dot(n, n);
        if (norm_sq == 0) return;
        const Length size = std::sqrt(norm_sq.convert_to<Length>());
        for (std::size_t i = 0; i < 3; ++i) {
            normal[static_cast<Eigen::Index>(i)] = n[i].convert_to<Length>() / size;
        }
        Length longest = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            longest = std::max(longest, (wide_corners[(i + 1) % 3] - wide_corners[i]).norm());
        }
        width = std::ldexp(size, 2 * points.exponent()) / longest;
    }

    /// Above its inside the plane decides, else the nearest side.
    [[nodiscard]] Closest closest(const LongVector& p) const;
};

/// All triangles of a placed shape.
class CastShape {
   public:
    CastShape(const Polyhedron& shape, const Pose& pose);

    [[nodiscard]] const Polyhedron& shape() const { return *shape_; }
    [[nodiscard]] bool is_points() const { return shape_->face_count() == 0; }
    [[nodiscard]] const std::vector<Eigen::Vector3d>& points() const { return points_; }
    [[nodiscard]] const std::vector<CastTriangle>& triangles() const { return triangles_; }
    [[nodiscard]] std::uint32_t face_count() const {
        return static_cast<std::uint32_t>(first_.size() - 1);
    }
    [[nodiscard]] std::span<const CastTriangle> of_face(std::uint32_t f) const {
        return std::span(triangles_).subspan(first_[f], first_[f + 1] - first_[f]);
    }
    [[nodiscard]] const TwinBall& ball() const { return ball_; }
    [[nodiscard]] Length largest_coordinate() const { return largest_; }

   private:
    const Polyhedron* shape_;
    std::vector<Eigen::Vector3d> points_;
    std::vector<CastTriangle> triangles_;
    std::vector<std::size_t> first_;
    TwinBall ball_;
    Length largest_ = 0;

    void add(const std::array<Eigen::Vector3d, 3>& corners, std::uint32_t face) {
        triangles_.emplace_back(corners, face);
    }
};

// ---- Rays, exactly ----

/// How a ray stands to a triangle.
struct RayMeeting {
    bool touches = false;  ///< the start lies on the triangle
    bool hit = false;      ///< it is met, and counts
    int way = 0;           ///< the sign of v.n: -1 against the front; 0 along it
    int on_sides = 0;      ///< through how many of the triangle's sides
    Length fraction = 0;   ///< of the hit, rounded
};

/// The signs that decide, and what they are the signs of in long double.
struct RaySigns {
    std::array<int, 3> side{};  ///< of v . (a x b), a and b the ends of a side seen from the start
    int start = 0, end = 0;     ///< of n.(p - a), p where the ray starts, where it ends
    int way = 0;                ///< of n.v
};

class RayTwin {
   public:
    explicit RayTwin(const Ray& ray)
        : ray_(ray),
          start_(wide(ray.from())),
          vector_(ray.is_bounded() ? LongVector(wide(ray.to()) - start_) : wide(ray.to())),
          length_(vector_.norm()) {}

    [[nodiscard]] const LongVector& start() const { return start_; }
    [[nodiscard]] const LongVector& vector() const { return vector_; }
    [[nodiscard]] Length until() const { return ray_.is_bounded() ? 1 : unbounded; }
    [[nodiscard]] LongVector at(Length fraction) const { return start_ + fraction * vector_; }

    [[nodiscard]] RayMeeting meet(const CastTriangle& t, Sides sides) const {
        if (t.ball.radius == 0 || passes_by(t.ball)) return {};
        const std::optional<RaySigns> quick = quick_signs(t);
        if (quick && !meets(*quick)) return {};
        return judge(t, quick ? *quick : exact_signs(t), sides);
    }

    /// How far the ray is beyond the triangle's plane at a fraction, seen as it goes.
    [[nodiscard]] Length beyond(const CastTriangle& t, double fraction) const;
    /// The same in long double, with how far it may be off.
    [[nodiscard]] Length roughly_beyond(const CastTriangle& t, Length fraction, Length& off) const {
        const LongVector from = start_ - t.wide_corners[0];
        const Length rate = t.normal.dot(vector_);
        off = 0x1p-59L * (from.norm() + fraction * length_);
        if (std::abs(rate) < 0x1p-50L * length_) off = unbounded;  // its sign is not certain
        return (rate < 0 ? -1 : 1) * (t.normal.dot(from) + fraction * rate);
    }

   private:
    Ray ray_;
    LongVector start_, vector_;
    Length length_;

    /// Whether its line keeps away from a ball, with plenty to spare for rounding.
    [[nodiscard]] bool passes_by(const TwinBall& ball) const {
        const LongVector to = ball.centre - start_;
        const Length reach = ball.radius + 1e-15L * (to.norm() + ball.centre.norm());
        if (length_ == 0) return to.norm() > reach;
        return to.cross(vector_).norm() > reach * length_;
    }

    [[nodiscard]] static int certain_sign(Length value, Length bound, bool& certain) {
        if (std::abs(value) > bound) return value < 0 ? -1 : 1;
        certain = false;
        return 0;
    }

    /// Whether these signs are of a triangle that is met or touched.
    [[nodiscard]] static bool meets(const RaySigns& s) {
        const auto [low, high] = std::ranges::minmax(s.side);
        return low >= 0 || high <= 0;
    }

    /// The signs where long double is certain of all that matter; then sides of both signs say that
    /// it is not met. Errors: a difference 2^-64 of itself, products and sums a few more.
    [[nodiscard]] std::optional<RaySigns> quick_signs(const CastTriangle& t) const;

    /// Start, end or direction, the corners.
    [[nodiscard]] WholePoints whole_points(const CastTriangle& t) const {
        WholePoints points;
        points.add(ray_.from());
        points.add(ray_.to());
        for (const Eigen::Vector3d& c : t.corners) points.add(c);
        return points;
    }
    [[nodiscard]] WholeVector whole_vector(const WholePoints& points) const {
        return ray_.is_bounded() ? points[1] - points[0] : points[1];
    }

    [[nodiscard]] RaySigns exact_signs(const CastTriangle& t) const;

    /// Whether the start, which is in the triangle's plane, lies on it.
    [[nodiscard]] bool starts_on(const CastTriangle& t) const;

    /// Exactly, then rounded: along a triangle's plane, but for a hair, long double knows nothing.
    [[nodiscard]] Length fraction_of_hit(const CastTriangle& t) const {
        const WholePoints points = whole_points(t);
        const WholeVector n = cross(points[3] - points[2], points[4] - points[2]);
        return dot(n, points[2] - points[0]).convert_to<Length>() /
               dot(n, whole_vector(points)).convert_to<Length>();
    }

    [[nodiscard]] RayMeeting judge(const CastTriangle& t, const RaySigns& s, Sides sides) const;
};

/// How often a closed and oriented surface winds about a point that is not on it. By any ray that
/// runs through no edge.
int winding(const CastShape& shape, const Eigen::Vector3d& point);

// ---- Spheres ----

/// The way of a centre: straight, or round an axis.
class CentreWay {
   public:
    CentreWay(const LongVector& start, const LongVector& vector, Length until) : until_(until) {
        track_.start = start;
        track_.advance = vector;
        track_.speed = vector.norm();
    }
    CentreWay(const Eigen::Vector3d& start, const Motion& motion)
        : motion_(TwinMotion(motion)), track_(motion_->track(wide(start))) {}

    [[nodiscard]] Length until() const { return until_; }
    [[nodiscard]] bool is_straight() const { return track_.angle == 0; }
    [[nodiscard]] const TwinTrack& track() const { return track_; }
    [[nodiscard]] TwinMoment moment(Length fraction) const {
        return motion_ ? motion_->moment(fraction) : TwinMoment{fraction, 0, 0};
    }
    [[nodiscard]] LongVector at(Length fraction) const { return track_.at(moment(fraction)); }
    [[nodiscard]] LongVector velocity(Length fraction) const {
        return track_.velocity(moment(fraction));
    }

   private:
    std::optional<TwinMotion> motion_;
    TwinTrack track_;
    Length until_ = 1;
};

struct Interval {
    Length from = 0, until = 1;
};

/// The least distance from a triangle in an interval of a straight way, and where. Once it is known
/// to stay above `interest`, anything above that.
struct LeastDistance {
    Length fraction = 0, distance = unbounded;
};

LeastDistance least_distance(const CastTriangle& t, const CentreWay& way, Interval in,
                             Length interest);

/// How far long double may be off in a distance on the way of a centre.
inline Length distance_error(const CastShape& shape, const CentreWay& way, Length fraction) {
    const TwinTrack& t = way.track();
    return 0x1p-58L * (shape.largest_coordinate() + t.start.norm() +
                       (1 + std::abs(t.angle)) * fraction * t.speed);
}

struct FirstBelow {
    std::optional<Length> fraction;  ///< none: it stays above
    bool gave_up = false;
};

/// The first moment of an interval at which the centre is within a distance of the triangle.
FirstBelow first_below_straight(const CastTriangle& t, const CentreWay& way, Interval in,
                                Length level);

/// The largest h for which room - approach h - bend h^2 / 2 >= 0.
inline Length clear_of(Length room, Length approach, Length bend) {
    const Length root = std::sqrt(approach * approach + 2 * bend * room);
    if (approach >= 0) return approach + root > 0 ? 2 * room / (approach + root) : unbounded;
    return bend > 0 ? (root - approach) / bend : unbounded;
}

/// The same along a turn, to within `tolerance` above the level.
FirstBelow first_below_turning(const CastTriangle& t, const CentreWay& way, Interval in,
                               Length level, Length tolerance);

inline FirstBelow first_below(const CastTriangle& t, const CentreWay& way, Interval in,
                              Length level, Length tolerance) {
    if (level < 0) return {};
    if (way.is_straight()) return first_below_straight(t, way, in, level);
    return first_below_turning(t, way, in, level, tolerance);
}

}  // namespace swept::oracle

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
    [[nodiscard]] Closest closest(const LongVector& p) const {
        const auto& c = wide_corners;
        if (ball.radius == 0) return closest_from(p, c[0], LongVector::Zero());
        bool inside = width > 0;
        for (std::size_t i = 0; i < 3 && inside; ++i) {
            inside = normal.cross(c[(i + 1) % 3] - c[i]).dot(p - c[i]) >= 0;
        }
        if (inside) {
            const Length height = normal.dot(p - c[0]);
            const LongVector outward = height < 0 ? LongVector(-normal) : normal;
            return {p, p - height * normal, height == 0 ? LongVector::Zero().eval() : outward,
                    std::abs(height)};
        }
        Closest best = closest_on_segment(p, c[0], c[1]);
        for (const Closest& other :
             {closest_on_segment(p, c[1], c[2]), closest_on_segment(p, c[2], c[0])}) {
            if (other.distance < best.distance) best = other;
        }
        return best;
    }
};

/// All triangles of a placed shape.
class CastShape {
   public:
    CastShape(const Polyhedron& shape, const Pose& pose) : shape_(&shape) {
        for (const Eigen::Vector3d& v : shape.vertices()) {
            points_.push_back(pose * v);
            largest_ = std::max(largest_, Length(points_.back().cwiseAbs().maxCoeff()));
        }
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            const auto corners = shape.corners(FaceIndex(f));
            first_.push_back(triangles_.size());
            for (std::size_t i = 2; i < corners.size(); ++i) {
                add({points_[corners[0].value], points_[corners[i - 1].value],
                     points_[corners[i].value]},
                    f);
            }
        }
        if (shape.face_count() == 0) {
            for (std::uint32_t v = 0; v < points_.size(); ++v) {
                first_.push_back(triangles_.size());
                add({points_[v], points_[v], points_[v]}, v);
            }
        }
        first_.push_back(triangles_.size());
        std::vector<LongVector> all;
        for (const Eigen::Vector3d& p : points_) all.push_back(wide(p));
        ball_ = ball_of(all);
    }

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
    [[nodiscard]] Length beyond(const CastTriangle& t, double fraction) const {
        WholePoints points = whole_points(t);
        const WholeVector p = points[0], a = points[2], v = whole_vector(points);
        const WholeVector n = cross(points[3] - a, points[4] - a);
        const Dyadic f(fraction);
        Whole still = dot(n, p - a), moved = dot(n, v) * f.mantissa;
        if (f.exponent < 0) {
            still <<= static_cast<unsigned>(-f.exponent);
        } else {
            moved <<= static_cast<unsigned>(f.exponent);
        }
        const Whole sum = still + moved;
        const auto scaled = [](const Whole& w, int exponent) {
            return std::ldexp(w.convert_to<Length>(), exponent);
        };
        const Length height =
            scaled(sum, std::min(f.exponent, 0)) / std::sqrt(dot(n, n).convert_to<Length>());
        const Length sign = dot(n, v).sign() < 0 ? -1 : 1;
        return sign * std::ldexp(height, points.exponent());
    }
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
    [[nodiscard]] std::optional<RaySigns> quick_signs(const CastTriangle& t) const {
        std::array<LongVector, 3> to;
        std::array<Length, 3> far{};
        for (std::size_t i = 0; i < 3; ++i) {
            to[i] = t.wide_corners[i] - start_;
            far[i] = to[i].norm();
        }
        RaySigns s;
        bool certain = true;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t k = (i + 1) % 3;
            s.side[i] = certain_sign(vector_.dot(to[i].cross(to[k])),
                                     0x1p-60L * length_ * far[i] * far[k], certain);
        }
        if (!meets(s)) return s;
        s.way = s.side[0];
        s.start = certain_sign(-to[0].dot(to[1].cross(to[2])), 0x1p-60L * far[0] * far[1] * far[2],
                               certain);
        if (ray_.is_bounded()) {
            for (std::size_t i = 0; i < 3; ++i) {
                to[i] = t.wide_corners[i] - wide(ray_.to());
                far[i] = to[i].norm();
            }
            s.end = certain_sign(-to[0].dot(to[1].cross(to[2])),
                                 0x1p-60L * far[0] * far[1] * far[2], certain);
        }
        return certain ? std::optional(s) : std::nullopt;
    }

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

    [[nodiscard]] RaySigns exact_signs(const CastTriangle& t) const {
        const WholePoints points = whole_points(t);
        const WholeVector p = points[0], q = points[1], v = whole_vector(points);
        const std::array<WholeVector, 3> to{points[2] - p, points[3] - p, points[4] - p};
        RaySigns s;
        for (std::size_t i = 0; i < 3; ++i) {
            s.side[i] = dot(v, cross(to[i], to[(i + 1) % 3])).sign();
        }
        const WholeVector n = cross(points[3] - points[2], points[4] - points[2]);
        s.start = dot(n, p - points[2]).sign();
        s.end = dot(n, q - points[2]).sign();
        s.way = dot(n, v).sign();
        return s;
    }

    /// Whether the start, which is in the triangle's plane, lies on it.
    [[nodiscard]] bool starts_on(const CastTriangle& t) const {
        const WholePoints points = whole_points(t);
        const WholeVector p = points[0];
        const WholeVector n = cross(points[3] - points[2], points[4] - points[2]);
        if (dot(n, n) == 0) return false;
        for (std::size_t i = 0; i < 3; ++i) {
            const WholeVector a = points[2 + i], b = points[2 + (i + 1) % 3];
            if (dot(n, cross(b - a, p - a)).sign() < 0) return false;
        }
        return true;
    }

    /// Exactly, then rounded: along a triangle's plane, but for a hair, long double knows nothing.
    [[nodiscard]] Length fraction_of_hit(const CastTriangle& t) const {
        const WholePoints points = whole_points(t);
        const WholeVector n = cross(points[3] - points[2], points[4] - points[2]);
        return dot(n, points[2] - points[0]).convert_to<Length>() /
               dot(n, whole_vector(points)).convert_to<Length>();
    }

    [[nodiscard]] RayMeeting judge(const CastTriangle& t, const RaySigns& s, Sides sides) const {
        RayMeeting m;
        m.way = s.way;
        m.on_sides = static_cast<int>(std::ranges::count(s.side, 0));
        if (s.start == 0) m.touches = starts_on(t);
        if (s.way == 0 || !meets(s)) return m;
        if (sides == Sides::front && s.way > 0) return m;
        const bool ends_before = ray_.is_bounded() && s.end == -s.way;
        if (s.start == s.way || ends_before) return m;
        if (s.start == 0 && s.way > 0) return m;  // a point on a face stands on its front
        m.hit = true;
        if (s.start != 0) m.fraction = fraction_of_hit(t);
        return m;
    }
};

/// How often a closed and oriented surface winds about a point that is not on it. By any ray that
/// runs through no edge.
inline int winding(const CastShape& shape, const Eigen::Vector3d& point) {
    for (int i = 0;; ++i) {
        const Eigen::Vector3d direction(std::sin(i + 1.0), std::cos(3.0 * i),
                                        std::sin(5.0 * i + 2));
        const RayTwin ray(Ray::towards(point, direction).value());
        int turns = 0;
        bool generic = true;
        for (const CastTriangle& t : shape.triangles()) {
            const RayMeeting m = ray.meet(t, Sides::both);
            generic = generic && (!m.hit || m.on_sides == 0);
            if (m.hit) turns += m.way;
        }
        if (generic) return turns;
    }
}

// ---- Spheres ----

/// The way of a centre: straight, or round an axis.
class CentreWay {
   public:
    CentreWay(const LongVector& start, const LongVector& vector, Length until) : until_(until) {
        track_.start = start;
        track_.glide = vector;
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

inline LeastDistance least_distance(const CastTriangle& t, const CentreWay& way, Interval in,
                                    Length interest) {
    const LongVector &start = way.track().start, &v = way.track().glide;
    const Length speed = way.track().speed;
    const auto measure = [&](Length fraction) {
        return t.closest(LongVector(start + fraction * v));
    };
    LeastDistance best{in.from, measure(in.from).distance};
    if (speed == 0) return best;
    // Where the centre is beside one of its points; before it comes closer, after it goes away.
    Length low = unbounded, high = -unbounded;
    for (const LongVector& c : t.wide_corners) {
        const Length beside = (c - start).dot(v) / (speed * speed);
        low = std::min(low, beside);
        high = std::max(high, beside);
    }
    low = std::clamp(low, in.from, in.until);
    high = std::clamp(high, in.from, in.until);
    // By the golden section: a comparison that rounding decides costs no more than a rounding.
    constexpr Length golden = 0.61803398874989484820L;
    const auto look = [&](Length fraction) {
        const Length distance = measure(fraction).distance;
        if (distance < best.distance) best = {fraction, distance};
        return distance;
    };
    look(low);
    look(high);
    Length left = high - golden * (high - low), right = low + golden * (high - low);
    Length at_left = look(left), at_right = look(right);
    for (int i = 0; i < 120 && low < left && left < right && right < high; ++i) {
        if (best.distance == 0 || best.distance - speed * (high - low) > interest) break;
        if (at_left <= at_right) {
            high = right, right = left, at_right = at_left;
            left = high - golden * (high - low);
            at_left = look(left);
        } else {
            low = left, left = right, at_left = at_right;
            right = low + golden * (high - low);
            at_right = look(right);
        }
    }
    return best;
}

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
inline FirstBelow first_below_straight(const CastTriangle& t, const CentreWay& way, Interval in,
                                       Length level) {
    if (t.closest(way.at(in.from)).distance <= level) return {in.from, false};
    const LeastDistance least = least_distance(t, way, in, level);
    if (least.distance > level) return {};
    Length outside = in.from, inside = least.fraction;
    for (;;) {
        const Length middle = outside + (inside - outside) / 2;
        if (middle <= outside || middle >= inside) return {inside, false};
        (t.closest(way.at(middle)).distance <= level ? inside : outside) = middle;
    }
}

/// The largest h for which room - approach h - bend h^2 / 2 >= 0.
inline Length clear_of(Length room, Length approach, Length bend) {
    const Length root = std::sqrt(approach * approach + 2 * bend * room);
    if (approach >= 0) return approach + root > 0 ? 2 * room / (approach + root) : unbounded;
    return bend > 0 ? (root - approach) / bend : unbounded;
}

/// The same along a turn, to within `tolerance` above the level.
inline FirstBelow first_below_turning(const CastTriangle& t, const CentreWay& way, Interval in,
                                      Length level, Length tolerance) {
    constexpr int most_steps = 200'000;
    Length fraction = in.from;
    for (int i = 0; i < most_steps; ++i) {
        if (fraction > in.until) return {};
        const TwinMoment m = way.moment(fraction);
        const LongVector x = way.track().at(m);
        const Length far = (x - t.ball.centre).norm() - t.ball.radius - level - tolerance;
        const Closest c = far > t.ball.radius / 2 ? Closest{} : t.closest(x);
        const LongVector n =
            far > t.ball.radius / 2 ? LongVector((x - t.ball.centre).normalized()) : c.normal;
        const Length room = far > t.ball.radius / 2 ? far : c.distance - level;
        if (room <= tolerance && far <= t.ball.radius / 2) return {fraction, false};
        const Length step = clear_of(room, -n.dot(way.track().velocity(m)), way.track().bend(n));
        fraction += std::max(step, way.track().speed > 0 ? room / way.track().speed : unbounded);
    }
    return {std::nullopt, true};
}

inline FirstBelow first_below(const CastTriangle& t, const CentreWay& way, Interval in,
                              Length level, Length tolerance) {
    if (level < 0) return {};
    if (way.is_straight()) return first_below_straight(t, way, in, level);
    return first_below_turning(t, way, in, level, tolerance);
}

}  // namespace swept::oracle

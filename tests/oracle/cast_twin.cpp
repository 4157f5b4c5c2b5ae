#include "tests/oracle/cast_twin.h"

namespace swept::oracle {

Closest CastTriangle::closest(const LongVector& p) const {
    const auto& c = wide_corners;
    if (ball.radius == 0) return closest_from(p, c[0], LongVector::Zero());
    bool inside = width > 0;
    for (std::size_t i = 0; i < 3 && inside; ++i) {
        inside = normal.cross(c[(i + 1) % 3] - c[i]).dot(p - c[i]) >= 0;
    }
    // No point of a triangle is further from its sides than the triangle is wide. Of one as thin as
    // rounding, its side at a tip leads anywhere.
    const Length height = normal.dot(p - c[0]);
    const LongVector foot = p - height * normal;
    for (std::size_t i = 0; i < 3 && inside; ++i) {
        if (closest_on_segment(foot, c[i], c[(i + 1) % 3]).distance <= width) {
            const LongVector outward = height < 0 ? LongVector(-normal) : normal;
            return {p, foot, height == 0 ? LongVector::Zero().eval() : outward, std::abs(height)};
        }
    }
    Closest best = closest_on_segment(p, c[0], c[1]);
    for (const Closest& other :
         {closest_on_segment(p, c[1], c[2]), closest_on_segment(p, c[2], c[0])}) {
        if (other.distance < best.distance) best = other;
    }
    return best;
}

CastShape::CastShape(const Polyhedron& shape, const Pose& pose) : shape_(&shape) {
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

Length RayTwin::beyond(const CastTriangle& t, double fraction) const {
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

std::optional<RaySigns> RayTwin::quick_signs(const CastTriangle& t) const {
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
    s.start =
        certain_sign(-to[0].dot(to[1].cross(to[2])), 0x1p-60L * far[0] * far[1] * far[2], certain);
    if (ray_.is_bounded()) {
        for (std::size_t i = 0; i < 3; ++i) {
            to[i] = t.wide_corners[i] - wide(ray_.to());
            far[i] = to[i].norm();
        }
        s.end = certain_sign(-to[0].dot(to[1].cross(to[2])), 0x1p-60L * far[0] * far[1] * far[2],
                             certain);
    }
    return certain ? std::optional(s) : std::nullopt;
}

RaySigns RayTwin::exact_signs(const CastTriangle& t) const {
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

bool RayTwin::starts_on(const CastTriangle& t) const {
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

RayMeeting RayTwin::judge(const CastTriangle& t, const RaySigns& s, Sides sides) const {
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

int winding(const CastShape& shape, const Eigen::Vector3d& point) {
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

LeastDistance least_distance(const CastTriangle& t, const CentreWay& way, Interval in,
                             Length interest) {
    const LongVector &start = way.track().start, &v = way.track().advance;
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

FirstBelow first_below_straight(const CastTriangle& t, const CentreWay& way, Interval in,
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

FirstBelow first_below_turning(const CastTriangle& t, const CentreWay& way, Interval in,
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

}  // namespace swept::oracle

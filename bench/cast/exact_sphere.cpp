#include "exact_sphere.h"

#include <cmath>

namespace swept::bench {

namespace {

using Fraction = std::optional<long double>;

/// The smaller root of a t^2 + 2 b t + c with a > 0, if it lies on the way.
Fraction entering(long double a, long double b, long double c) {
    const long double square = b * b - a * c;
    if (square < 0 || b >= 0) return std::nullopt;
    const long double fraction = c / (-b + std::sqrt(square));  // no cancellation: b < 0
    if (fraction < 0 || fraction > 1) return std::nullopt;
    return fraction;
}

}  // namespace

SphereWay::SphereWay(const Eigen::Vector3d& from, const Eigen::Vector3d& vector, double radius)
    : from_(from.cast<long double>()),
      vector_(vector.cast<long double>()),
      radius_(static_cast<long double>(radius)) {}

Fraction SphereWay::meets_corner(const Long3& corner) const {
    const Long3 away = from_ - corner;
    return entering(vector_.squaredNorm(), away.dot(vector_),
                    away.squaredNorm() - radius_ * radius_);
}

Fraction SphereWay::meets_edge(const Long3& a, const Long3& b) const {
    const Long3 along = (b - a).normalized(), away = from_ - a;
    const Long3 across = vector_ - along * along.dot(vector_);
    const Long3 away_across = away - along * along.dot(away);
    const Fraction fraction = entering(across.squaredNorm(), away_across.dot(across),
                                       away_across.squaredNorm() - radius_ * radius_);
    if (!fraction) return std::nullopt;
    const long double place = along.dot(away + *fraction * vector_);
    if (place < 0 || place > (b - a).norm()) return std::nullopt;
    return fraction;
}

Fraction SphereWay::meets_plane(const std::array<Long3, 3>& corners) const {
    const auto& [a, b, c] = corners;
    Long3 normal = (b - a).cross(c - a).normalized();
    long double height = normal.dot(from_ - a);
    if (height < 0) height = -height, normal = -normal;
    const long double speed = -normal.dot(vector_);
    const long double room = height - radius_;
    if (room < 0 || speed <= 0 || room > speed) return std::nullopt;
    const long double fraction = room / speed;
    const Long3 at = from_ + fraction * vector_ - radius_ * normal;
    const long double ab = normal.dot((b - a).cross(at - a));
    const long double bc = normal.dot((c - b).cross(at - b));
    const long double ca = normal.dot((a - c).cross(at - c));
    const bool inside = (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
    return inside ? Fraction(fraction) : std::nullopt;
}

std::optional<double> SphereWay::meets(const std::array<Long3, 3>& corners) const {
    // Nothing is touched before the plane of the face is within the radius.
    Fraction best = meets_plane(corners);
    const auto take = [&](const Fraction& fraction) {
        if (fraction && (!best || *fraction < *best)) best = fraction;
    };
    if (!best) {
        for (unsigned k = 0; k < 3; ++k) {
            take(meets_edge(corners[k], corners[(k + 1) % 3]));
            take(meets_corner(corners[k]));
        }
    }
    if (!best) return std::nullopt;
    return static_cast<double>(*best);
}

}  // namespace swept::bench

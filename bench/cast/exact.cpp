#include "exact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact_sphere.h"

namespace swept::bench {

namespace {

__extension__ using Wide = __int128;

using Wide3 = std::array<Wide, 3>;

template <class Vector>
Wide3 minus(const Vector& a, const Vector& b) {
    return {Wide(a[0]) - b[0], Wide(a[1]) - b[1], Wide(a[2]) - b[2]};
}

Wide3 cross(const Wide3& a, const Wide3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Wide dot(const Wide3& a, const Wide3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The sign of vector . (a x b). Doubles hold the cross product of numbers of 25 bits exactly; only
/// where the sum of the last three products may be rounding it is made of whole numbers.
int side_of(const Eigen::Vector3d& vector, const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    const Eigen::Vector3d products = vector.cwiseProduct(a.cross(b));
    const double sum = products.sum();
    if (std::abs(sum) > 0x1p-50 * products.cwiseAbs().sum()) return sum > 0 ? 1 : -1;
    const auto wide = [](const Eigen::Vector3d& v) {
        return Wide3{Wide(v.x()), Wide(v.y()), Wide(v.z())};
    };
    const Wide exact = dot(wide(vector), cross(wide(a), wide(b)));
    return int(exact > 0) - int(exact < 0);
}

/// Whether a ray passes all edges of a triangle on one side, or through them.
bool passes_inside(const std::array<Eigen::Vector3d, 3>& corners, const Eigen::Vector3d& vector) {
    const auto& [a, b, c] = corners;
    const int ab = side_of(vector, a, b), bc = side_of(vector, b, c);
    if (ab * bc < 0) return false;
    const int ca = side_of(vector, c, a);
    return ab * ca >= 0 && bc * ca >= 0;
}

}  // namespace

Judge::Judge(const Scene& scene) : grid_(scene.grid) {
    for (const auto& corners : scene.soup.triangles) {
        Triangle triangle{};
        for (unsigned k = 0; k < 3; ++k) {
            const Eigen::Vector3d& p = scene.soup.points[corners[k]];
            for (unsigned axis = 0; axis < 3; ++axis) {
                triangle.corners[k][axis] = static_cast<std::int32_t>(p[axis] / grid_);
            }
        }
        const auto& [a, b, c] = triangle.corners;
        for (unsigned axis = 0; axis < 3; ++axis) {
            triangle.lower[axis] = std::min({a[axis], b[axis], c[axis]});
            triangle.upper[axis] = std::max({a[axis], b[axis], c[axis]});
        }
        triangles_.push_back(triangle);
    }
}

Judge::Whole Judge::whole(const std::array<float, 3>& p) const {
    Whole result{};
    for (unsigned axis = 0; axis < 3; ++axis) {
        result[axis] = static_cast<std::int32_t>(double(p[axis]) / grid_);
    }
    return result;
}

std::optional<double> Judge::meets(const Whole& from, const Whole& vector, Reach reach,
                                   const Triangle& triangle) const {
    const auto& corners = triangle.corners;
    std::array<Eigen::Vector3d, 3> seen;  // from the start of the way
    for (unsigned k = 0; k < 3; ++k) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            seen[k][axis] = double(corners[k][axis]) - double(from[axis]);
        }
    }
    if (!passes_inside(seen, {double(vector[0]), double(vector[1]), double(vector[2])})) {
        return std::nullopt;
    }
    const Wide3 a = minus(corners[0], from), way{vector[0], vector[1], vector[2]};
    const Wide3 normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    Wide height = dot(normal, a), speed = dot(normal, way);
    if (speed == 0) return std::nullopt;
    if (speed < 0) height = -height, speed = -speed;
    if (height < 0 || (reach == Reach::segment && height > speed)) return std::nullopt;
    return static_cast<double>(static_cast<long double>(height) / static_cast<long double>(speed));
}

std::optional<double> Judge::meets(const Way& way, Reach reach, std::uint32_t triangle) const {
    return meets(whole(way.from), whole(way.vector), reach, triangles_[triangle]);
}

PeerHit Judge::first(const Way& way, Reach reach) const {
    const Whole from = whole(way.from), vector = whole(way.vector);
    Whole lower{}, upper{};
    for (unsigned axis = 0; axis < 3; ++axis) {
        constexpr std::int32_t furthest = std::numeric_limits<std::int32_t>::max();
        const bool endless = reach == Reach::endless && vector[axis] != 0;
        const std::int32_t up = vector[axis] > 0;
        const std::int32_t end =
            endless ? (up != 0 ? furthest : -furthest) : from[axis] + vector[axis];
        lower[axis] = std::min(from[axis], end);
        upper[axis] = std::max(from[axis], end);
    }
    PeerHit best{std::numeric_limits<double>::infinity(), no_face};
    for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
        const Triangle& t = triangles_[i];
        const bool apart = t.lower[0] > upper[0] || t.upper[0] < lower[0] ||
                           t.lower[1] > upper[1] || t.upper[1] < lower[1] ||
                           t.lower[2] > upper[2] || t.upper[2] < lower[2];
        if (apart) continue;
        const std::optional<double> fraction = meets(from, vector, reach, t);
        if (fraction && *fraction < best.fraction) best = {*fraction, i};
    }
    return best;
}

std::optional<double> Judge::first(const Way& way, double radius) const {
    const SphereWay sphere(from_of(way), vector_of(way), radius);
    const Eigen::Vector3d more = Eigen::Vector3d::Constant(radius);
    const Eigen::Vector3d from = from_of(way), to = from + vector_of(way);
    const Eigen::Vector3d lower = from.cwiseMin(to) - more, upper = from.cwiseMax(to) + more;
    std::optional<double> best;
    for (const Triangle& t : triangles_) {
        bool apart = false;
        for (unsigned axis = 0; axis < 3; ++axis) {
            apart =
                apart || t.lower[axis] * grid_ > upper[axis] || t.upper[axis] * grid_ < lower[axis];
        }
        if (apart) continue;
        std::array<Long3, 3> corners;
        for (unsigned k = 0; k < 3; ++k) {
            for (unsigned axis = 0; axis < 3; ++axis) {
                corners[k][axis] =
                    static_cast<long double>(t.corners[k][axis]) * static_cast<long double>(grid_);
            }
        }
        const std::optional<double> fraction = sphere.meets(corners);
        if (fraction && (!best || *fraction < *best)) best = fraction;
    }
    return best;
}

Verdict& Verdict::operator+=(const Verdict& other) {
    asked += other.asked;
    missed += other.missed;
    false_hits += other.false_hits;
    other_face += other.other_face;
    off += other.off;
    return *this;
}

bool is_close(const PeerHit& answer, const PeerHit& truth) {
    constexpr double tolerance = 1e-4;
    if (answer.hit() != truth.hit()) return false;
    const double off = std::abs(answer.fraction - truth.fraction);
    return !truth.hit() || off <= tolerance * std::max(1.0, truth.fraction);
}

Verdict judged(const Judge& judge, std::span<const Way> ways, Reach reach,
               std::span<const PeerHit> truths, std::span<const PeerHit> answers) {
    Verdict verdict{.asked = ways.size()};
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const PeerHit &truth = truths[i], &answer = answers[i];
        if (truth.hit() != answer.hit()) {
            ++(truth.hit() ? verdict.missed : verdict.false_hits);
            continue;
        }
        if (!truth.hit()) continue;
        const auto of_face = judge.meets(ways[i], reach, answer.face);
        if (!of_face || *of_face > truth.fraction) ++verdict.other_face;
        if (!is_close(answer, truth)) ++verdict.off;
    }
    return verdict;
}

}  // namespace swept::bench

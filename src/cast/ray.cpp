#include "cast/ray.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/bits.h"
#include "features/distance.h"
#include "math/extremes.h"
#include "math/predicates.h"
#include "swept/tolerance.h"

namespace swept::cast_detail {

using Eigen::Vector3d;

namespace {

/// A vector times a power of two, of a length about 1.
Vector3d scaled(const Vector3d& v) {
    int exponent = 0;
    (void)std::frexp(max_abs(v), &exponent);
    return v.unaryExpr([&](double x) { return std::ldexp(x, -exponent); });
}

/// The normal of a triangle, however thin; not of unit length, but such that its square is in the
/// range of double. Zero of one whose normal the rounding of its sides, by u each, may turn by more
/// than 1/2.
Vector3d normal_of(const std::array<Vector3d, 3>& p) {
    const Vector3d e1 = p[1] - p[0], e2 = p[2] - p[0];
    const Vector3d normal = accurate_cross(e1, e2, all_digits);
    const double size = max_abs(normal);
    if (size > 0x1p-400 && size < 0x1p400 && size > 0x1p-48 * max_abs(e1) * max_abs(e2)) {
        return normal;
    }
    // From the corner between its two shortest sides, whose rounding turns the normal the least:
    // by 2 u of the product of their lengths.
    std::size_t at = 0;
    double longest = -1;
    for (std::size_t i = 0; i < 3; ++i) {
        const double length = max_abs(p[(i + 2) % 3] - p[(i + 1) % 3]);
        if (length > longest) longest = length, at = i;
    }
    const Vector3d a = scaled(p[(at + 1) % 3] - p[at]), b = scaled(p[(at + 2) % 3] - p[at]);
    const Vector3d thin = accurate_cross(a, b, all_digits);
    return thin.norm() > 4 * tolerance::unit_roundoff * a.norm() * b.norm()
               ? thin
               : Vector3d(Vector3d::Zero());
}

/// h / g, both of them products of lengths that may be tiny; within [0, end].
double fraction_of(double h, double g, double end) {
    SWEPT_ASSERT(end >= 0, "fractions are not negative");
    const double fraction = h / g;
    if (!(fraction >= 0)) return 0;
    return std::min(fraction, end);
}

}  // namespace

float RayVisitor::look(std::uint32_t number) {
    ++looks;
    if (target_.points) return latest_of_interest();
    prefetch(target_.shape().face_sources.data() + target_.face_of(number));
    const Triangle p = target_.triangle(number);
    const Vector3d a = p[0] - way_.from, b = p[1] - way_.from, c = p[2] - way_.from;
    const Vector3d bc = b.cross(c);
    // Each sum below has six products of three rounded differences, each with at most eight
    // roundings (Shewchuk's filter with the largest product for all).
    constexpr double filter = 256 * tolerance::unit_roundoff;
    const double size = std::max({max_abs(a), max_abs(b), max_abs(c)});
    const double error = filter * (size * size) * max_abs(way_.vector) + exact::detail::underflow;
    const auto side = [&](double value, int from, int to) {
        if (value > error) return 1;
        if (value < -error) return -1;
        return exact::turn_exact(way_.from, p[static_cast<std::size_t>(from)],
                                 p[static_cast<std::size_t>(to)], way_.head, way_.base);
    };
    const int u = side(way_.vector.dot(bc), 1, 2);
    const int v = side(way_.vector.dot(c.cross(a)), 2, 0);
    if (u * v < 0) return latest_of_interest();
    const int w = side(way_.vector.dot(a.cross(b)), 0, 1);
    if (u * w < 0 || v * w < 0) return latest_of_interest();
    // Whether the way goes with the normal: the sides add up to its product with that. All 0: it
    // runs in the plane, and is stopped by what it meets at the triangle's edges.
    const int along = u != 0 ? u : v != 0 ? v : w;
    if (along == 0) {
        if (!touching_ && start_is_on(p)) touching_ = true;
        return latest_of_interest();
    }
    const double height = -a.dot(bc);
    const double height_error = filter * (size * size) * size + exact::detail::underflow;
    const int start = height > height_error    ? 1
                      : height < -height_error ? -1
                                               : exact::orient3d(p[0], p[1], p[2], way_.from);
    if (start == 0) touching_ = true;
    // A point on a face stands on its front: it may leave there, and is stopped on its way through.
    const bool from_front = start >= 0 && along < 0, from_back = start < 0 && along > 0;
    if (!from_front && (!from_back || target_.front)) return latest_of_interest();
    const bool bounded = !std::isinf(way_.end);
    if (bounded && start != 0 && exact::orient3d(p[0], p[1], p[2], way_.head) == start) {
        return latest_of_interest();  // it ends before the plane
    }
    const Vector3d normal = normal_at(p, number, along);
    take({start != 0 ? fraction_at(p, normal) : 0, number, from_back, normal});
    return latest_of_interest();
}

float RayVisitor::visit_crossed(std::uint32_t number) {
    ++looks;
    prefetch(target_.shape().face_sources.data() + target_.face_of(number));
    const Triangle p = target_.triangle(number);
    const Vector3d normal = normal_at(p, number, 0);
    take({fraction_at(p, normal), number, normal.dot(way_.vector) > 0, normal});
    return latest_of_interest();
}

/// Of a triangle that is too thin to tell, that of its face, or against it as the way goes `along`
/// the triangle's own. `along` is exact: a normal that rounding turned past the way is turned back
/// to a right angle with it.
Vector3d RayVisitor::normal_at(const Triangle& p, std::uint32_t number, int along) const {
    const Vector3d normal = normal_of(p);
    const double rate = normal.dot(way_.vector);
    if (!normal.isZero(0)) {
        if (rate * along >= 0) return normal;
        const Vector3d unit = way_.vector / way_.vector.norm();
        const Vector3d turned = normal - normal.dot(unit) * unit;
        if (max_abs(turned) > 0x1p-10 * max_abs(normal)) return turned;
    }
    const Vector3d of_face = target_.normal_of(target_.face_of(number));
    return of_face.dot(way_.vector) * along < 0 ? Vector3d(-of_face) : of_face;
}

/// Where the plane of a triangle is crossed.
double RayVisitor::fraction_at(const Triangle& p, const Vector3d& normal) const {
    const double fraction = fraction_in_plane(p, normal);
    const double along = normal.dot(way_.vector);
    const bool grazes = along * along < 0x1p-8 * (normal.squaredNorm() * way_.vector.squaredNorm());
    return grazes ? within_triangle(p, normal, fraction) : fraction;
}

/// Of a way that grazes a triangle, rounding moves the crossing of the plane far along it: it is
/// moved to the nearest place where the way is over the triangle, seen along an axis. The true
/// crossing is there too, so that no distance from the plane grows by more than rounding.
double RayVisitor::within_triangle(const Triangle& p, const Vector3d& normal,
                                   double fraction) const {
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    // By its own corners: `normal` is that of its face where it is thin, and placing may have
    // turned it over.
    int turn = exact::orient2d(axis, p[0], p[1], p[2]);
    for (int other = 0; turn == 0 && other < 3; ++other) {
        axis = other;
        turn = exact::orient2d(axis, p[0], p[1], p[2]);
    }
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const double sign = turn;
    // Between the corners, along the way: where edges meet in a sharp angle they say little.
    const double speed_sq = way_.vector.squaredNorm();
    double from = way_.end, to = 0;
    for (const Vector3d& corner : p) {
        const double passed = (corner - way_.from).dot(way_.vector) / speed_sq;
        from = std::min(from, passed);
        to = std::max(to, passed);
    }
    from = std::max(from, 0.0);
    to = std::min(to, way_.end);
    for (std::size_t corner = 0; corner < 3 && turn != 0; ++corner) {
        const Vector3d edge = p[(corner + 1) % 3] - p[corner], start = way_.from - p[corner];
        const double inside = sign * (edge[i] * start[j] - edge[j] * start[i]);
        const double rate = sign * (edge[i] * way_.vector[j] - edge[j] * way_.vector[i]);
        const double room = rounding_ / 8 * (std::abs(edge[i]) + std::abs(edge[j]));
        if (rate > 0) from = std::max(from, (-inside - room) / rate);
        if (rate < 0) to = std::min(to, (-inside - room) / rate);
    }
    return from <= to ? std::clamp(fraction, from, to) : std::min(from, way_.end);
}

double RayVisitor::fraction_in_plane(const Triangle& p, const Vector3d& normal) const {
    const double above = normal.dot(way_.from - p[0]);
    const double lost =
        std::isinf(way_.end) ? -normal.dot(way_.vector) : above - normal.dot(way_.head - p[0]);
    return fraction_of(above, lost, way_.end);
}

/// Of two at one fraction: an order that does not depend on the tree.
bool RayVisitor::comes_before(const Found& p, const Found& q) const {
    const auto key = [&](const Found& found) {
        return std::pair(target_.face_of(found.triangle),
                         target_.tree.triangle_vertices[found.triangle]);
    };
    return key(p) < key(q);
}

void RayVisitor::take(const Found& found) {
    if (all_ != nullptr) {
        // The triangles of a polygon come one after the other: the best stands for it.
        const bool same_face =
            hit_ && target_.face_of(found.triangle) == target_.face_of(best_.triangle);
        if (same_face && (found.fraction > best_.fraction ||
                          (found.fraction == best_.fraction && !comes_before(found, best_)))) {
            return;
        }
        describe(found, same_face ? all_->back() : all_->emplace_back());
        hit_ = true;
        best_ = found;
        return;
    }
    if (found.fraction > latest_) return;
    if (hit_ && (any_ || (found.fraction == latest_ && !comes_before(found, best_)))) return;
    hit_ = true;
    latest_ = found.fraction;
    best_ = found;
}

/// For ways that run in the plane of a triangle: whether they start on it.
bool RayVisitor::start_is_on(const Triangle& p) const {
    if (exact::orient3d(p[0], p[1], p[2], way_.from) != 0) return false;
    for (int axis = 0; axis < 3; ++axis) {
        const int turn = exact::orient2d(axis, p[0], p[1], p[2]);
        if (turn == 0) continue;
        return turn * exact::orient2d(axis, p[0], p[1], way_.from) >= 0 &&
               turn * exact::orient2d(axis, p[1], p[2], way_.from) >= 0 &&
               turn * exact::orient2d(axis, p[2], p[0], way_.from) >= 0;
    }
    return false;
}

void RayVisitor::describe(const Found& found, CastHit& hit) const {
    const std::uint32_t face = target_.face_of(found.triangle);
    const double sign = found.back ? -1 : 1;
    hit.fraction = found.fraction;
    hit.point = found.fraction == 1 && way_.end == 1
                    ? way_.head
                    : Vector3d(way_.from + found.fraction * way_.vector);
    hit.normal = found.normal * (sign / found.normal.norm());
    hit.face = target_.source_of(face, hit.point);
    hit.face_index = FaceIndex(face);
    hit.feature = CastFeature::face;
    hit.side = found.back ? FaceSide::back : FaceSide::front;
}

}  // namespace swept::cast_detail

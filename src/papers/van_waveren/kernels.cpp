#include "papers/van_waveren/kernels.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/assert.h"
#include "math/elementary.h"

namespace swept::papers::van_waveren {

using Eigen::Vector3d;
using std::numbers::pi;

void PaperMoments::add(double t, bool at_top) {
    SWEPT_ASSERT(count < candidates.size(), "a pair has at most four moments");
    std::size_t place = count++;
    for (; place > 0 && candidates[place - 1].t > t; --place) {
        candidates[place] = candidates[place - 1];
    }
    candidates[place] = {t, at_top};
}

// ---- translation -------------------------------------------------------------------------------

std::optional<double> translational_vertex_stop(double height, double change, double zone) {
    // A vertex in the zone may leave; one further behind than the zone is thick has nothing to do
    // with this face (the paper stops it: docs/derivations/paper-zone.md, "Vertex and plane,
    // translation").
    if (change >= 0 || height < -zone) return std::nullopt;
    return std::max((zone - height) / change, 0.0);
}

std::optional<double> translational_edge_stop(double meets_line, double meets_shifted) {
    // Met in this order the lines approach from outside. Written so that 0/0 stops nothing.
    if (!(meets_line >= 0 && meets_shifted <= meets_line)) return std::nullopt;
    return std::max(meets_shifted, 0.0);
}

// ---- waves -------------------------------------------------------------------------------------

namespace {

/// a b - c d, right to two roundings also where the products cancel (Kahan).
double difference_of_products(double a, double b, double c, double d) {
    const double cd = c * d;
    return std::fma(a, b, -cd) + std::fma(-c, d, cd);
}

double in_one_turn(double angle) {
    return angle < 0 ? angle + 2 * pi : angle;
}

Vector3d across(const Vector3d& v, const Vector3d& axis) {
    return v - v.dot(axis) * axis;
}

}  // namespace

double Wave::amplitude() const {
    return math::hypot(slope, bend);
}

double Wave::top() const {
    return in_one_turn(math::atan2(slope, bend));
}

std::optional<double> falling_zero(const Wave& wave) {
    const double a = wave.height - 2 * wave.bend;
    const double b = wave.slope;
    const double c = wave.height;
    const double discriminant = difference_of_products(b, b, a, c);
    if (!(discriminant >= 0) || (b == 0 && wave.bend == 0)) return std::nullopt;
    const double root = std::sqrt(discriminant);
    if (b >= 0) return 2 * math::atan2(b + root, -a);
    return in_one_turn(2 * math::atan2(c, root - b));  // negative only from a start below 0
}

Wave height_wave(const PointTrajectory& vertex, const Vector3d& normal, const Vector3d& on_plane) {
    return {normal.dot(vertex.start - on_plane), normal.dot(vertex.across), normal.dot(vertex.arm)};
}

PaperMoments rotational_vertex_stops(const Wave& height, double zone) {
    SWEPT_ASSERT(zone > 0, "a thickness");
    PaperMoments moments;
    if (height.slope == 0 && height.bend == 0) return moments;  // turns within its plane
    if (height.height >= 0 && height.height <= zone && height.falls()) moments.add(0);
    const double highest = height.highest();
    if (highest > zone) {
        // Leaves the zone and comes back. The paper also stops it where it leaves, and where it
        // comes up from behind (docs/derivations/paper-zone.md, "Rotation"): neither is an entry.
        if (const auto t = falling_zero({height.height - zone, height.slope, height.bend})) {
            moments.add(*t);
        }
    } else if (highest >= 0) {
        moments.add(height.top(), true);  // never leaves the zone: up to the top (the paper's d)
    }
    return moments;
}

// ---- turning edges -----------------------------------------------------------------------------

Wave sidedness_wave(const TurningEdge& moving, const ShiftedEdge& resting, const Vector3d& shift) {
    // Anchored at the start (docs/derivations/motions.md, "Two edges"): height and slope are formed
    // from differences; only the bend, which is multiplied by the small 1 - cos t, sees the
    // distance to the axis.
    const Vector3d& k = moving.axis;
    const Vector3d& dq = resting.direction;
    const Vector3d dp = moving.b.start - moving.a.start;
    const Vector3d w = resting.start + shift - moving.a.start;
    const Vector3d normal = dp.cross(dq);
    const Vector3d turned = k.cross(dp).cross(dq);
    const Vector3d inward = across(dp, k).cross(dq);  // -N''
    return {w.dot(normal), w.dot(turned) - moving.a.across.dot(normal),
            w.dot(inward) - moving.a.arm.dot(normal) + 2 * moving.a.across.dot(turned)};
}

namespace {

bool in_cone(const Vector3d& out, const std::array<Vector3d, 2>& cone) {
    const Vector3d axis = cone[0].cross(cone[1]);
    if (axis.isZero(0)) return out.dot(cone[0]) >= 0;
    return cone[0].cross(out).dot(axis) >= 0 && out.cross(cone[1]).dot(axis) >= 0;
}

/// Two edges at one moment, and which way is out: the sign of k.N, 0 where there is none.
struct EdgesAt {
    std::optional<ClosestOnLines> closest;
    int outward = 0;
};

EdgesAt edges_at(const TurningEdge& moving, const ShiftedEdge& resting,
                 const TrajectoryTime& moment) {
    const Vector3d a = moving.a.at(moment);
    EdgesAt edges{closest_on_lines(a, moving.b.at(moment) - a, resting.start, resting.direction)};
    if (!edges.closest) return edges;
    const double side = resting.shift.dot(edges.closest->normal);
    edges.outward = (side > 0 ? 1 : 0) - (side < 0 ? 1 : 0);
    return edges;
}

/// From a start between the line and its shifted copy: stop at once if it gets closer, at the top
/// if it never gets out.
void add_stops_in_zone(const EdgesAt& edges, const Wave& side, const Wave& side_shifted,
                       const ShiftedEdge& resting, PaperMoments& moments) {
    if (edges.outward == 0 || !edges.closest->within_both()) return;
    if (!in_cone(edges.outward * edges.closest->normal, resting.cone)) return;
    const Wave over_line = edges.outward > 0 ? -side : side;
    const Wave over_shifted = edges.outward > 0 ? -side_shifted : side_shifted;
    if (over_line.height < 0 || over_shifted.height > 0) return;
    if (over_line.falls()) {
        moments.add(0, true);
    } else if (over_shifted.highest() <= 0) {
        // The top of the volume, not of the distance; safe all the same, for 0 is what must not be
        // reached (docs/derivations/paper-zone.md, "Rotation").
        moments.add(over_line.top(), true);
    }
}

}  // namespace

PaperMoments rotational_edge_stops(const TurningEdge& moving, const ShiftedEdge& resting,
                                   const ScrewTrajectory& path) {
    PaperMoments moments;
    const Wave shifted = sidedness_wave(moving, resting, resting.shift);
    // At a root, the heights over the shifted line fall if outward * derivative > 0
    // (docs/derivations/paper-zone.md, "Rotation"): the root where the wave falls enters if outward
    // is negative there, the other if it is positive.
    for (const int rising : {-1, 1}) {
        const std::optional<double> t = falling_zero(rising > 0 ? -shifted : shifted);
        if (!t || *t >= path.end) continue;
        if (edges_at(moving, resting, path.moment(*t)).outward == rising) moments.add(*t);
    }
    const Wave side = sidedness_wave(moving, resting, Vector3d::Zero());
    if (side.height * shifted.height <= 0) {  // the start may be between the lines
        add_stops_in_zone(edges_at(moving, resting, TrajectoryTime{}), side, shifted, resting,
                          moments);
    }
    return moments;
}

// ---- lines -------------------------------------------------------------------------------------

std::optional<ClosestOnLines> closest_on_lines(const Vector3d& a, const Vector3d& dp,
                                               const Vector3d& c, const Vector3d& dq) {
    const Vector3d normal = dp.cross(dq);
    const double normal_sq = normal.squaredNorm();
    if (!(normal_sq > 0)) return std::nullopt;
    const Vector3d w = c - a;
    return ClosestOnLines{normal, w.cross(dq).dot(normal) / normal_sq,
                          w.cross(dp).dot(normal) / normal_sq};
}

namespace {

/// Lines around an arc that starts at `normal` and goes `phi` towards `outward` (unit, across it):
/// so many that each reaches no further than 1.155 e and none lets a normal of the arc through
/// below e.
EdgeShifts bevelled(const Vector3d& normal, const Vector3d& outward, double phi, double zone) {
    EdgeShifts result;
    const int lines = std::clamp(static_cast<int>(std::ceil(phi / (pi / 3) - 1e-9)), 1, 3);
    Vector3d from = normal;
    for (int i = 1; i <= lines; ++i) {
        const double angle = phi * i / lines;
        const Vector3d to = math::cos(angle) * normal + math::sin(angle) * outward;
        result.shifts[result.count++] = zone / (1 + from.dot(to)) * (from + to);
        SWEPT_ASSERT(result.count <= result.shifts.size(), "at most three lines about an edge");
        from = to;
    }
    return result;
}

}  // namespace

EdgeShifts edge_shifts(const Vector3d& normal_1, const Vector3d& normal_2, const Vector3d& outward,
                       double zone, bool bevel) {
    // Choice. The paper pulls the line of a sharp edge back and does not say to where; here to
    // twice the zone, which less than 60 degrees between the faces exceed.
    constexpr double longest = 2;
    const double cosine = normal_1.dot(normal_2);
    SWEPT_ASSERT(detail::is_unit(normal_1) && detail::is_unit(normal_2) && zone > 0,
                 "unit normals and a thickness");
    const Vector3d sum = normal_1 + normal_2;
    const double sum_norm = sum.norm();  // 2 cos(phi / 2)
    constexpr double back_to_back = 1e-7;
    EdgeShifts result;
    if (bevel) {
        const Vector3d beside = normal_2 - cosine * normal_1;
        const double sine = beside.norm();
        const bool known = sine > back_to_back;
        result = bevelled(normal_1, known ? Vector3d(beside / sine) : outward,
                          known || cosine > 0 ? math::atan2(sine, cosine) : pi, zone);
    } else if (sum_norm * longest >= 2) {
        result.shifts[result.count++] = zone / (1 + cosine) * sum;
    } else {
        const Vector3d out = sum_norm > back_to_back ? Vector3d(sum / sum_norm) : outward;
        result.shifts[result.count++] = longest * zone * out;
    }
    result.cone = {normal_1, normal_2};
    if (sum_norm <= back_to_back) result.cone = {outward, outward};
    return result;
}

EdgeShifts border_shifts(const Vector3d& normal, const Vector3d& outward, double zone, bool bevel) {
    EdgeShifts result;
    if (bevel) {
        result = bevelled(normal, outward, pi, zone);
    } else {
        result.shifts[result.count++] = zone * outward;
    }
    result.cone = {outward, outward};
    return result;
}

}  // namespace swept::papers::van_waveren

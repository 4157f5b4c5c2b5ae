// Triangle against triangle after Guigue and Devillers 2003, "Fast and robust triangle-triangle
// overlap test using orientation predicates": the sides of the corners of each on the plane of the
// other, then two comparisons on the line that the planes share. We differ in three ways: shared
// areas and crossings are told from touching, triangles without area are welcome, and triangles of
// one plane are separated by their edges rather than by a tree of cases.

#include "shape/faces_meet.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/assert.h"
#include "math/expansion.h"
#include "math/predicates.h"

namespace swept::shape_detail {

namespace {

using Eigen::Vector3d;
using exact::axis_to_see;
using exact::orient2d;
using exact::orient3d;
using exact::Point2;
using exact::precedes;

struct Triangle {
    const Vector3d* p;
    const Vector3d* q;
    const Vector3d* r;
};

// ---- Triangles in different planes ----

/// The plane of a triangle, for asking about several points: the filter of orient3d with the part
/// that the points share computed once, and no branch until a sign is in doubt.
class TrianglePlane {
   public:
    explicit TrianglePlane(const Triangle& t) : corners_(t) {
        const Vector3d &a = *t.p, &b = *t.q, &c = *t.r;
        const double bx = b[0] - a[0], by = b[1] - a[1], bz = b[2] - a[2];
        const double cx = c[0] - a[0], cy = c[1] - a[1], cz = c[2] - a[2];
        x_ = Minor(by * cz, bz * cy);
        y_ = Minor(bz * cx, bx * cz);
        z_ = Minor(bx * cy, by * cx);
    }

    /// orient3d of the corners and a point where the filter is certain, 0 elsewhere. Operations and
    /// bound are those of orient3d, but for a larger allowance for underflow: subnormal numbers are
    /// slow.
    [[nodiscard]] int certain_side(const Vector3d& point) const {
        const Vector3d& a = *corners_.p;
        const double dx = point[0] - a[0], dy = point[1] - a[1], dz = point[2] - a[2];
        const double ax = std::abs(dx), ay = std::abs(dy), az = std::abs(dz);
        const double determinant = x_.value * dx + y_.value * dy + z_.value * dz;
        const double permanent = x_.spread * ax + y_.spread * ay + z_.spread * az;
        const double bound = exact::detail::filter3d * permanent + 0x1p-1000 * (1 + ax + ay + az);
        return static_cast<int>(determinant > bound) - static_cast<int>(-determinant > bound);
    }

    /// orient3d of the corners and a point where the filter is not certain. Shapes that touch often
    /// share corners, and these need no arithmetic.
    [[nodiscard]] int doubtful_side(const Vector3d& point) const {
        if (point == *corners_.p || point == *corners_.q || point == *corners_.r) return 0;
        return exact::orient3d_exact(*corners_.p, *corners_.q, *corners_.r, point);
    }

   private:
    struct Minor {
        double value = 0;
        double spread = 0;
        Minor() = default;
        Minor(double left, double right)
            : value(left - right), spread(std::abs(left) + std::abs(right)) {}
    };

    Triangle corners_;
    Minor x_, y_, z_;
};

/// On which side of a plane the corners of a triangle lie.
struct CornerSides {
    int p;
    int q;
    int r;

    [[nodiscard]] bool on_one_side() const { return p == q && q == r && p != 0; }
    [[nodiscard]] bool in_plane() const { return p == 0 && q == 0 && r == 0; }
    [[nodiscard]] bool on_both_sides() const {
        return std::min({p, q, r}) < 0 && std::max({p, q, r}) > 0;
    }
};

CornerSides sides_of(const TrianglePlane& plane, const Triangle& t) {
    CornerSides sides{plane.certain_side(*t.p), plane.certain_side(*t.q), plane.certain_side(*t.r)};
    if (sides.p != 0 && sides.q != 0 && sides.r != 0) return sides;
    if (sides.p == 0) sides.p = plane.doubtful_side(*t.p);
    if (sides.q == 0) sides.q = plane.doubtful_side(*t.q);
    if (sides.r == 0) sides.r = plane.doubtful_side(*t.r);
    return sides;
}

/// The corner that stands alone: the two others lie on the other side of the plane or in it; or it
/// lies in the plane and both others on one side.
struct LoneCorner {
    std::uint8_t index;  ///< of p, q, r
    bool in_front;       ///< where it counts as being
};

constexpr LoneCorner lone_corner(std::array<int, 3> sides) {
    const auto count = [&](int side) { return std::ranges::count(sides, side); };
    const auto find = [&](int side) {
        return static_cast<std::uint8_t>(std::ranges::find(sides, side) - sides.begin());
    };
    if (count(1) == 1) return {find(1), true};
    if (count(-1) == 1) return {find(-1), false};
    return {find(0), count(1) == 0};  // two others on one side: the other side is its own
}

/// By 9 p + 3 q + r of sides + 1. A table, for these branches would be taken at random.
constexpr std::array<LoneCorner, 27> lone_corners = [] {
    std::array<LoneCorner, 27> table{};
    for (int i = 0; i < 27; ++i) {
        const std::array<int, 3> sides{i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1};
        const bool all_alike = sides[0] == sides[1] && sides[1] == sides[2];
        if (!all_alike) table[static_cast<std::size_t>(i)] = lone_corner(sides);
    }
    return table;
}();

LoneCorner lone_corner(const CornerSides& s) {
    const int index = 9 * s.p + 3 * s.q + s.r + 13;
    return lone_corners[static_cast<std::size_t>(index)];
}

/// The triangle turned until p is the corner of this index, then mirrored by swapping q and r.
Triangle turned(const Triangle& t, std::uint8_t index, bool mirrored) {
    SWEPT_ASSERT(index < 3, "a corner of the triangle");
    const std::array<const Vector3d*, 5> round{t.p, t.q, t.r, t.p, t.q};
    return {round[index], round[index + 1U + mirrored], round[index + 2U - mirrored]};
}

/// Two triangles with area whose planes meet in a line that both reach.
Meeting meeting_on_line(const Triangle& in_a, const CornerSides& sides_a, const Triangle& in_b,
                        const CornerSides& sides_b) {
    // With both lone corners p in front of the other's plane, the line enters a through its side
    // rp and leaves by pq, and enters b through pq and leaves by rp.
    const LoneCorner lone_a = lone_corner(sides_a), lone_b = lone_corner(sides_b);
    const Triangle a = turned(in_a, lone_a.index, !lone_b.in_front);
    const Triangle b = turned(in_b, lone_b.index, !lone_a.in_front);
    const int b_begins = orient3d(*a.p, *a.q, *b.p, *b.q);  // before a ends: < 0
    if (b_begins > 0) return Meeting::apart;
    const int a_begins = orient3d(*a.p, *a.r, *b.r, *b.p);  // before b ends: < 0
    if (a_begins > 0) return Meeting::apart;
    // Both intervals have a length when corners lie strictly on both sides, and then they share a
    // length unless one ends where the other begins.
    const bool crossing =
        b_begins < 0 && a_begins < 0 && sides_a.on_both_sides() && sides_b.on_both_sides();
    return crossing ? Meeting::crossing : Meeting::touching;
}

// ---- In one plane ----

/// A triangle (counter-clockwise) or a segment, seen along an axis.
struct Flat {
    std::array<Point2, 3> corner;
    int size;
};

/// +1 when some corner of `other` lies strictly left of the line, -1 when all lie strictly right
/// of it, 0 otherwise.
int reach_left_of(Point2 from, Point2 to, const Flat& other) {
    int reach = -1;
    for (int i = 0; i < other.size && reach < 1; ++i) {
        reach = std::max(reach, orient2d(from, to, other.corner[static_cast<std::size_t>(i)]));
    }
    return reach;
}

/// The least reach of b over the edges of a (both directions of a segment).
int reach_into(const Flat& a, const Flat& b) {
    int reach = 1;
    for (int i = 0; i < a.size && reach >= 0; ++i) {
        const auto from = static_cast<std::size_t>(i);
        const auto to = static_cast<std::size_t>((i + 1) % a.size);
        reach = std::min(reach, reach_left_of(a.corner[from], a.corner[to], b));
    }
    return reach;
}

/// +1 when the inner parts overlap (of two triangles), 0 when they only touch, -1 when they are
/// apart. Convex flat shapes that do not lie on one line are separated by a line along an edge of
/// one of them if by any: their Minkowski difference has no other edges.
int flat_overlap(const Flat& a, const Flat& b) {
    const int reach = reach_into(a, b);
    return reach < 0 ? reach : std::min(reach, reach_into(b, a));
}

Flat flat(int axis, const Vector3d& p, const Vector3d& q) {
    SWEPT_ASSERT(axis >= 0 && axis < 3, "x, y or z");
    return {{exact::seen_along(axis, p), exact::seen_along(axis, q), {}}, 2};
}

/// Counter-clockwise, whichever way round the corners run; `turn` is the way.
Flat flat(int axis, const Triangle& t, int turn) {
    const Vector3d& q = turn > 0 ? *t.q : *t.r;
    const Vector3d& r = turn > 0 ? *t.r : *t.q;
    return {{exact::seen_along(axis, *t.p), exact::seen_along(axis, q), exact::seen_along(axis, r)},
            3};
}

Flat flat(int axis, const Triangle& t) {
    return flat(axis, t, orient2d(axis, *t.p, *t.q, *t.r));
}

/// Two triangles with area in one plane.
Meeting meeting_in_plane(const Triangle& a, const Triangle& b) {
    const int axis = axis_to_see(*a.p, *a.q, *a.r);
    const int turn_a = orient2d(axis, *a.p, *a.q, *a.r);
    const int turn_b = orient2d(axis, *b.p, *b.q, *b.r);
    const int overlap = flat_overlap(flat(axis, a, turn_a), flat(axis, b, turn_b));
    if (overlap < 0) return Meeting::apart;
    return overlap > 0 && turn_a == turn_b ? Meeting::crossing : Meeting::touching;
}

// ---- Points and segments: what triangles without area are ----

struct Segment {
    const Vector3d* p;
    const Vector3d* q;
};

bool has_area(const Triangle& t) {
    return !exact::collinear(*t.p, *t.q, *t.r);
}

/// The segment that a triangle without area covers; of no length when it is a point.
Segment segment_of(const Triangle& t) {
    Segment s{t.p, t.p};
    for (const Vector3d* corner : {t.q, t.r}) {
        if (precedes(*corner, *s.p)) s.p = corner;
        if (precedes(*s.q, *corner)) s.q = corner;
    }
    return s;
}

Segment sorted(const Segment& s) {
    return precedes(*s.q, *s.p) ? Segment{s.q, s.p} : s;
}

bool is_point(const Segment& s) {
    return *s.p == *s.q;
}

bool on_segment(const Vector3d& x, const Segment& any) {
    const Segment s = sorted(any);
    return !precedes(x, *s.p) && !precedes(*s.q, x) && exact::collinear(*s.p, *s.q, x);
}

bool segments_meet(const Segment& a, const Segment& b) {
    if (is_point(a)) return on_segment(*a.p, b);
    if (is_point(b)) return on_segment(*b.p, a);
    if (orient3d(*a.p, *a.q, *b.p, *b.q) != 0) return false;
    const bool p_in_line = exact::collinear(*a.p, *a.q, *b.p);
    if (p_in_line && exact::collinear(*a.p, *a.q, *b.q)) {
        const Segment x = sorted(a), y = sorted(b);
        return !precedes(*x.q, *y.p) && !precedes(*y.q, *x.p);
    }
    const int axis = axis_to_see(*a.p, *a.q, p_in_line ? *b.q : *b.p);
    return flat_overlap(flat(axis, *a.p, *a.q), flat(axis, *b.p, *b.q)) >= 0;
}

/// Whether a point of the triangle's plane lies in the triangle.
bool in_triangle(const Vector3d& x, const Triangle& t) {
    const int axis = axis_to_see(*t.p, *t.q, *t.r);
    const Flat around = flat(axis, t);
    const Point2 seen = exact::seen_along(axis, x);
    return reach_into(around, {{seen, seen, seen}, 1}) >= 0;
}

struct EndSides {
    int p;
    int q;
};

EndSides sides_of(const Triangle& plane, const Segment& s) {
    return {orient3d(*plane.p, *plane.q, *plane.r, *s.p),
            orient3d(*plane.p, *plane.q, *plane.r, *s.q)};
}

/// Whether a segment that has a single point in the plane of a triangle has it in the triangle: its
/// line passes all three sides the same way round.
bool pierces(const Segment& s, const Triangle& t) {
    const int pq = orient3d(*s.p, *s.q, *t.p, *t.q);
    const int qr = orient3d(*s.p, *s.q, *t.q, *t.r);
    if (pq * qr < 0) return false;
    const int rp = orient3d(*s.p, *s.q, *t.r, *t.p);
    return pq * rp >= 0 && qr * rp >= 0;
}

bool segment_meets_triangle(const Segment& s, const Triangle& t) {
    const EndSides sides = sides_of(t, s);
    if (sides.p * sides.q > 0) return false;
    if (sides.p != 0 || sides.q != 0) return pierces(s, t);
    if (is_point(s)) return in_triangle(*s.p, t);
    const int axis = axis_to_see(*t.p, *t.q, *t.r);
    return flat_overlap(flat(axis, t), flat(axis, *s.p, *s.q)) >= 0;
}

// ---- Any two triangles ----

/// Two triangles in one plane, or of which one has no area.
Meeting meeting_of_degenerate(const Triangle& a, const Triangle& b) {
    const bool area_a = has_area(a), area_b = has_area(b);
    if (area_a && area_b) return meeting_in_plane(a, b);
    const bool meet = area_a   ? segment_meets_triangle(segment_of(b), a)
                      : area_b ? segment_meets_triangle(segment_of(a), b)
                               : segments_meet(segment_of(a), segment_of(b));
    return meet ? Meeting::touching : Meeting::apart;
}

Meeting meeting_of_triangles(const TrianglePlane& plane_a, const Triangle& a, const Triangle& b) {
    const CornerSides sides_b = sides_of(plane_a, b);
    if (sides_b.on_one_side()) return Meeting::apart;
    const CornerSides sides_a = sides_of(TrianglePlane(b), a);
    if (sides_a.on_one_side()) return Meeting::apart;
    // A plane of three points on one line has all points in it, so triangles without area come by
    // here too and cost the others nothing.
    if (sides_a.in_plane() || sides_b.in_plane()) return meeting_of_degenerate(a, b);
    return meeting_on_line(a, sides_a, b, sides_b);
}

Meeting meeting_of_triangles(const Triangle& a, const Triangle& b) {
    return meeting_of_triangles(TrianglePlane(a), a, b);
}

// ---- Faces of any number of corners ----

std::size_t piece_count(Corners face) {
    SWEPT_ASSERT(!face.empty(), "a face has corners");
    return face.size() < 3 ? 1 : face.size() - 2;
}

/// A triangle of the fan; a segment or a point as a triangle without area.
Triangle piece(Corners face, std::size_t i) {
    SWEPT_ASSERT(i < piece_count(face), "a triangle of the fan");
    const std::size_t last = face.size() - 1;
    const Vector3d* const first = face.data();
    return {first, first + std::min(i + 1, last), first + std::min(i + 2, last)};
}

struct Range {
    double lower = std::numeric_limits<double>::infinity();
    double upper = -std::numeric_limits<double>::infinity();
};

/// Where the corners lie along a direction from an origin, rounded outward: 3 products and 2 sums
/// of differences are off by at most 4 u of their magnitudes; 8 u covers the bound's own rounding
/// too.
Range range_along(const Vector3d& direction, const Vector3d& origin, Corners face) {
    SWEPT_ASSERT(!face.empty(), "a face has corners");
    Range range;
    for (const Vector3d& corner : face) {
        const double x = direction[0] * (corner[0] - origin[0]);
        const double y = direction[1] * (corner[1] - origin[1]);
        const double z = direction[2] * (corner[2] - origin[2]);
        const double place = x + y + z;
        const double off = 8 * tolerance::unit_roundoff * (std::abs(x) + std::abs(y) + std::abs(z));
        range.lower = std::min(range.lower, place - off - 0x1p-1000);
        range.upper = std::max(range.upper, place + off + 0x1p-1000);
    }
    return range;
}

/// Whether some plane across the mean normal of `face` lies strictly between the two. Any direction
/// is safe; values that are not finite say no.
bool plane_between(Corners face, Corners other) {
    SWEPT_ASSERT(!face.empty() && !other.empty(), "faces have corners");
    Vector3d normal = Vector3d::Zero();
    for (std::size_t i = 2; i < face.size(); ++i) {
        normal += (face[i - 1] - face[0]).cross(face[i] - face[0]);
    }
    const Range mine = range_along(normal, face[0], face);
    const Range theirs = range_along(normal, face[0], other);
    return mine.upper < theirs.lower || theirs.upper < mine.lower;
}

/// Whether the boxes round a triangle and round a face are apart.
bool boxes_apart(const Triangle& t, Corners face) {
    for (int axis = 0; axis < 3; ++axis) {
        const double p = (*t.p)[axis], q = (*t.q)[axis], r = (*t.r)[axis];
        const double lower = std::min({p, q, r}), upper = std::max({p, q, r});
        bool all_below = true, all_above = true;
        for (const Vector3d& corner : face) {
            all_below = all_below && corner[axis] < lower;
            all_above = all_above && corner[axis] > upper;
        }
        if (all_below || all_above) return true;
    }
    return false;
}

struct PiecePair {
    Meeting meeting = Meeting::apart;
    Triangle a{};
    Triangle b{};
};

/// The pair of triangles that meet most, or the first that meets at least as `enough`.
PiecePair strongest_pair(Corners a, Corners b, Meeting enough) {
    PiecePair best;
    const bool both_have_planes = a.size() > 2 && b.size() > 2;
    for (std::size_t i = 0; i < piece_count(a); ++i) {
        const Triangle in_a = piece(a, i);
        if (boxes_apart(in_a, b)) continue;
        const TrianglePlane plane_a(in_a);
        for (std::size_t j = 0; j < piece_count(b); ++j) {
            const Triangle in_b = piece(b, j);
            const Meeting meeting = both_have_planes ? meeting_of_triangles(plane_a, in_a, in_b)
                                                     : meeting_of_degenerate(in_a, in_b);
            if (meeting > best.meeting) best = {meeting, in_a, in_b};
            if (best.meeting >= enough) return best;
        }
    }
    return best;
}

Meeting meeting_of_fans(Corners a, Corners b, Meeting enough) {
    if (plane_between(a, b) || plane_between(b, a)) return Meeting::apart;
    return strongest_pair(a, b, enough).meeting;
}

Triangle triangle_of(Corners face) {
    return {face.data(), face.data() + 1, face.data() + 2};
}

// ---- A common point ----

// Points where an edge crosses a plane or an edge come from determinants evaluated exactly and
// rounded once, for near-parallel faces would send a rounded quotient far along the edge, out of
// the other face.

/// Exact differences, scaled by a power of two that keeps their products in range.
struct Differences {
    double scale;
    exact::TwoTerms operator()(double x, double y) const {
        return exact::two_difference(scale * x, scale * y);
    }
};

double largest_coordinate(const Triangle& t) {
    return std::max({t.p->lpNorm<Eigen::Infinity>(), t.q->lpNorm<Eigen::Infinity>(),
                     t.r->lpNorm<Eigen::Infinity>()});
}

/// Brings the largest coordinate to about 2^310: products of three differences stay below 2^950,
/// and nothing underflows that counts beside it.
double scale_of(const Triangle& a, const Triangle& b) {
    int exponent = 0;
    std::frexp(std::max(largest_coordinate(a), largest_coordinate(b)), &exponent);
    return std::ldexp(1.0, std::min(310 - exponent, 1023));
}

using exact::TwoTerms;

/// Where the two cancel, what is left may be smaller than the errors: no order of the terms is
/// taken for granted, here and below.
TwoTerms sum(TwoTerms x, TwoTerms y) {
    const TwoTerms s = exact::two_sum(x.sum, y.sum);
    return exact::two_sum(s.sum, s.error + (x.error + y.error));
}

TwoTerms product(TwoTerms x, TwoTerms y) {
    const TwoTerms p = exact::two_product(x.sum, y.sum);
    return exact::two_sum(p.sum, p.error + (x.sum * y.error + x.error * y.sum));
}

/// A determinant in about twice the precision of double, with the sum of what it is made of.
struct Determinant {
    TwoTerms value{};
    double permanent = 0;

    /// Adds x (y z - v w).
    void add(TwoTerms x, TwoTerms y, TwoTerms z, TwoTerms v, TwoTerms w) {
        const TwoTerms left = product(y, z), right = product(v, w);
        value = sum(value, product(x, sum(left, {-right.sum, -right.error})));
        permanent += std::abs(x.sum) * (std::abs(left.sum) + std::abs(right.sum));
    }
};

/// |((b - a) x (c - a)) . (d - a)| to a few u of itself.
double volume(Differences difference, const Vector3d& a, const Vector3d& b, const Vector3d& c,
              const Vector3d& d) {
    const auto from_a = [&](const Vector3d& v, int axis) { return difference(v[axis], a[axis]); };
    const TwoTerms bx = from_a(b, 0), by = from_a(b, 1), bz = from_a(b, 2);
    const TwoTerms cx = from_a(c, 0), cy = from_a(c, 1), cz = from_a(c, 2);
    const TwoTerms dx = from_a(d, 0), dy = from_a(d, 1), dz = from_a(d, 2);
    Determinant doubled;
    doubled.add(bz, cx, dy, cy, dx);
    doubled.add(cz, dx, by, dy, bx);
    doubled.add(dz, bx, cy, by, cx);
    // Off by at most 2^-100 of the permanent: enough unless nearly all of it cancels.
    if (std::abs(doubled.value.sum) > 0x1p-40 * doubled.permanent) {
        return std::abs(doubled.value.sum);
    }
    using Exact = exact::Expansion<2>;
    const Exact x[] = {Exact(bx), Exact(cx), Exact(dx)};
    const Exact y[] = {Exact(by), Exact(cy), Exact(dy)};
    const Exact z[] = {Exact(bz), Exact(cz), Exact(dz)};
    const auto minor = [&](int i, int j) { return x[i] * y[j] - y[i] * x[j]; };
    const auto exactly = minor(1, 2) * z[0] + minor(2, 0) * z[1] + minor(0, 1) * z[2];
    return std::abs(exactly.estimate());
}

/// |(b - a) x (c - a)|
double area(Differences difference, Point2 a, Point2 b, Point2 c) {
    using Exact = exact::Expansion<2>;
    const auto left = Exact(difference(b.x, a.x)) * Exact(difference(c.y, a.y));
    const auto right = Exact(difference(b.y, a.y)) * Exact(difference(c.x, a.x));
    return std::abs((left - right).estimate());
}

/// The point of a segment that divides it by two distances, from the nearer end.
Vector3d divided(const Segment& s, double from_p, double from_q) {
    const double sum = from_p + from_q;
    if (!(sum > 0)) return *s.p;  // underflow: the ends are as near as can be
    const double share = std::min(from_p, from_q) / sum;
    const bool from_start = from_p <= from_q;
    const Vector3d& near = from_start ? *s.p : *s.q;
    const Vector3d& far = from_start ? *s.q : *s.p;
    return near + (share * far - share * near);
}

/// Gathers points of the convex set that two pieces share: its corners, some more than once.
struct CommonPoints {
    Differences difference;
    Vector3d least = Vector3d::Zero();  ///< first and last in lexicographic order
    Vector3d most = Vector3d::Zero();
    Vector3d offsets = Vector3d::Zero();  ///< from the first that was added
    Vector3d first = Vector3d::Zero();
    int count = 0;

    void add(const Vector3d& point) {
        if (count++ == 0) first = least = most = point;
        if (precedes(point, least)) least = point;
        if (precedes(most, point)) most = point;
        offsets += point - first;
    }
    /// Of a segment.
    [[nodiscard]] Vector3d middle() const { return least / 2 + most / 2; }
    /// Inside, where the points span an area.
    [[nodiscard]] Vector3d mean() const { return first + offsets / std::max(count, 1); }
};

void add_common(CommonPoints& points, const Segment& a, const Segment& b) {
    if (!segments_meet(a, b)) return;
    const int before = points.count;
    for (const Vector3d* end : {a.p, a.q}) {
        if (on_segment(*end, b)) points.add(*end);
    }
    for (const Vector3d* end : {b.p, b.q}) {
        if (on_segment(*end, a)) points.add(*end);
    }
    if (points.count > before) return;
    // No end is on the other: they cross in one point.
    const int axis = axis_to_see(*a.p, *a.q, *b.p);
    const Point2 p = exact::seen_along(axis, *b.p), q = exact::seen_along(axis, *b.q);
    points.add(divided(a, area(points.difference, p, q, exact::seen_along(axis, *a.p)),
                       area(points.difference, p, q, exact::seen_along(axis, *a.q))));
}

void add_common(CommonPoints& points, const Segment& s, const Triangle& t) {
    if (!segment_meets_triangle(s, t)) return;
    const EndSides sides = sides_of(t, s);
    if (sides.p != 0 || sides.q != 0) {
        points.add(divided(s, volume(points.difference, *t.p, *t.q, *t.r, *s.p),
                           volume(points.difference, *t.p, *t.q, *t.r, *s.q)));
        return;
    }
    for (const Vector3d* end : {s.p, s.q}) {
        if (in_triangle(*end, t)) points.add(*end);
    }
    for (const Segment& side : {Segment{t.p, t.q}, Segment{t.q, t.r}, Segment{t.r, t.p}}) {
        add_common(points, s, side);
    }
}

void add_sides(CommonPoints& points, const Triangle& of, const Triangle& t) {
    for (const Segment& side : {Segment{of.p, of.q}, Segment{of.q, of.r}, Segment{of.r, of.p}}) {
        add_common(points, side, t);
    }
}

/// A corner that two triangles share, if any.
const Vector3d* shared_corner(const Triangle& a, const Triangle& b) {
    for (const Vector3d* x : {a.p, a.q, a.r}) {
        if (*x == *b.p || *x == *b.q || *x == *b.r) return x;
    }
    return nullptr;
}

Vector3d common_point(Meeting meeting, const Triangle& a, const Triangle& b) {
    if (meeting == Meeting::touching) {
        if (const Vector3d* const corner = shared_corner(a, b)) return *corner;
    }
    CommonPoints points{{scale_of(a, b)}};
    const bool area_a = has_area(a), area_b = has_area(b);
    if (area_a && area_b) {
        add_sides(points, a, b);
        add_sides(points, b, a);
        if (sides_of(TrianglePlane(a), b).in_plane()) return points.mean();
    } else if (area_a || area_b) {
        add_common(points, segment_of(area_a ? b : a), area_a ? a : b);
    } else {
        add_common(points, segment_of(a), segment_of(b));
    }
    return points.middle();
}

}  // namespace

bool faces_meet(Corners a, Corners b) {
    if (a.size() == 3 && b.size() == 3) {
        return meeting_of_triangles(triangle_of(a), triangle_of(b)) != Meeting::apart;
    }
    return meeting_of_fans(a, b, Meeting::touching) != Meeting::apart;
}

Meeting meeting_of(Corners a, Corners b) {
    if (a.size() == 3 && b.size() == 3) {
        return meeting_of_triangles(triangle_of(a), triangle_of(b));
    }
    return meeting_of_fans(a, b, Meeting::crossing);
}

Eigen::Vector3d point_on_both(Corners a, Corners b) {
    const PiecePair pair = strongest_pair(a, b, Meeting::crossing);
    return pair.meeting == Meeting::apart ? a[0] : common_point(pair.meeting, pair.a, pair.b);
}

}  // namespace swept::shape_detail

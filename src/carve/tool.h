#pragma once

// The tool of a carve, placed: its exact hull, and on which side of it things lie. No side is ever
// undecided as long as points are not on one line: ties are broken by growing the tool.
//
// The tool is thought of as scaled by 1 + e about a centre strictly inside it, with e > 0 smaller
// than any number. Only signs that are 0 without e depend on it, and their first derivative by e
// decides. With c the centre, p and q of the tool, A to C of the surface:
//   a point of the surface in the plane of a hull triangle: behind it, for c is behind it;
//   p in the plane of A, B, C: moves away from c, so it lies where c does not;
//   lines p q and A B that meet: the sign of ((q - p) x (c - p)) . (B - A).
// The centre is not a round number, so that these do not vanish as well. They do for parallel lines
// and for triangles without area; neither ever decides anything.

#include <optional>
#include <span>

#include "carve/hull.h"
#include "core/namespaces.h"
#include "math/predicates.h"
#include "swept/polyhedron.h"

namespace swept::carve_detail {

/// A plane through three points, made for many questions about the side of a point.
class SidePlane {
   public:
    SidePlane() = default;
    SidePlane(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c)
        : a_(a), b_(b), c_(c), normal_((b - a).cross(c - a)) {
        // orient3d's filter, with its permanent bounded by 6 |b - a| |c - a| |d - a| in the largest
        // coordinates.
        bound_ = 64 * tolerance::unit_roundoff * (b - a).cwiseAbs().maxCoeff() *
                 (c - a).cwiseAbs().maxCoeff();
    }
    [[nodiscard]] int side(const Eigen::Vector3d& d) const {
        const Eigen::Vector3d to = d - a_;
        const double value = normal_.dot(to);
        const double error = bound_ * to.cwiseAbs().maxCoeff() + exact::detail::underflow;
        if (value > error) return 1;
        if (-value > error) return -1;
        return exact::orient3d(a_, b_, c_, d);
    }
    [[nodiscard]] const Eigen::Vector3d& normal() const { return normal_; }
    [[nodiscard]] const Eigen::Vector3d& corner(int i) const {
        return i == 0 ? a_ : i == 1 ? b_ : c_;
    }

   private:
    Eigen::Vector3d a_, b_, c_, normal_;
    double bound_ = 0;
};

/// ((b - a) x (c - a)) . (d - a) with a relative error of a few u, however small it is.
[[nodiscard]] double determinant(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                 const Eigen::Vector3d& c, const Eigen::Vector3d& d);

struct CarveTool {
    std::vector<Eigen::Vector3d> points;
    ConvexHull hull;
    std::vector<SidePlane> planes;  // of the hull's triangles
    std::vector<std::uint32_t>
        sides;  // of the hull's triangles: those with one number are coplanar
    std::vector<std::uint32_t> side_faces;  // per side: the caller's polygon
    std::vector<Eigen::Vector3d>
        side_normals;                // per side: sum of its triangles', not of unit length
    std::vector<std::uint8_t> flat;  // of the hull's edges: within one side
    Eigen::Vector3d centre;
    Box box;
    double extent = 0;
    double grown = 0;  ///< no point of its surface was moved further outward

    /// -1: a point of the surface lies behind a hull triangle; +1: in front.
    [[nodiscard]] int side(std::size_t triangle, const Eigen::Vector3d& point) const {
        return planes[triangle].side(point) > 0 ? 1 : -1;
    }
    /// The side of a surface triangle on which a point of the tool lies; 0: it has no area.
    [[nodiscard]] int side_of(const SidePlane& triangle, const Eigen::Vector3d& point) const {
        const int side = triangle.side(point);
        return side != 0 ? side : -triangle.side(centre);
    }
    /// How the line p q of the tool passes the line A B of the surface: orient3d(p, q, A, B).
    [[nodiscard]] int passes(const Eigen::Vector3d& p, const Eigen::Vector3d& q,
                             const Eigen::Vector3d& a, const Eigen::Vector3d& b) const {
        const int side = exact::orient3d(p, q, a, b);
        return side != 0 ? side : exact::turn_exact(p, q, centre, b, a);
    }
    /// Whether a side of the tool lies in a polygon's plane to rounding but not exactly, looks the
    /// same way and is not beyond it: it would leave a film that nobody meant.
    [[nodiscard]] bool nearly_flush_with(std::span<const Eigen::Vector3d> positions,
                                         std::span<const std::uint32_t> polygon) const;
    /// How deep a point lies in the tool; negative: outside.
    [[nodiscard]] double depth(const Eigen::Vector3d& point) const;
};

/// Makes tools out of a polyhedron: as it stands, or for another attempt grown for real, by scaling
/// about the centre. Attempt n > 0 moves each face outward by 2^(n - 41) of the extent and some
/// roundings of the coordinates, up to attempt 16: 2^-25.
class ToolMaker {
   public:
    static constexpr int last_attempt = 16;

    [[nodiscard]] static Result<ToolMaker> make(const Polyhedron& tool, const Pose& pose);
    /// Nothing where the coordinates are so large that rounding flattens the tool.
    [[nodiscard]] std::optional<CarveTool> tool(int attempt) const;

   private:
    explicit ToolMaker(const Polyhedron& tool) : tool_(tool) {}
    [[nodiscard]] std::uint32_t face_of(const std::array<std::uint32_t, 3>& triangle) const;
    void grow(int attempt, CarveTool& made) const;
    void find_sides(CarveTool& made) const;

    const Polyhedron& tool_;
    std::vector<Eigen::Vector3d> placed_;
    Eigen::Vector3d middle_;
    double inner_radius_ = 0;  // of a ball about the middle that lies inside
};

}  // namespace swept::carve_detail

#include "carve/tool.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/assert.h"
#include "math/expansion.h"
#include "math/extremes.h"

namespace swept::carve_detail {

namespace {

using Eigen::Vector3d;

/// Choice. No vertex of a tool may stand out of the plane of a face by more than this share of its
/// extent, and it must be thicker than that. Smaller is safe.
constexpr double convexity = 1e-9;

exact::Expansion<2> scaled_difference(double x, double y, double factor) {
    const auto [difference, error] = exact::two_difference(x, y);
    return exact::Expansion<2>({difference * factor, error * factor});
}

double exact_determinant(const Vector3d& a, const Vector3d& b, const Vector3d& c,
                         const Vector3d& d) {
    const double largest = std::max({(b - a).cwiseAbs().maxCoeff(), (c - a).cwiseAbs().maxCoeff(),
                                     (d - a).cwiseAbs().maxCoeff()});
    if (!(largest > 0)) return 0;
    // A power of two, so that no product leaves the range of double.
    const double factor = std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
    const auto to = [&](const Vector3d& p, int axis) {
        return scaled_difference(p[axis % 3], a[axis % 3], factor);
    };
    const auto term = [&](int axis) {
        return (to(b, axis + 1) * to(c, axis + 2) - to(b, axis + 2) * to(c, axis + 1)) *
               to(d, axis);
    };
    const double inverse = 1 / factor;
    return (term(0) + term(1) + term(2)).estimate() * inverse * inverse * inverse;
}

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// Three numbers in -1 to 1 that depend on where the tool stands, so that tools side by side get
/// different ones.
Vector3d jitter(std::span<const Vector3d> points, int attempt) {
    SWEPT_ASSERT(!points.empty() && attempt >= 0, "points, and how often they were moved");
    std::uint64_t state = mixed(static_cast<std::uint64_t>(attempt));
    for (const Vector3d& p : points) {
        for (int k = 0; k < 3; ++k) state = mixed(state ^ std::bit_cast<std::uint64_t>(p[k] + 0.0));
    }
    Vector3d result;
    for (int k = 0; k < 3; ++k) {
        state = mixed(state);
        result[k] = static_cast<double>(state >> 11) * 0x1p-52 - 1;
    }
    return result;
}

double largest_coordinate(std::span<const Vector3d> points) {
    double largest = 0;
    for (const Vector3d& p : points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
    return largest;
}

/// What is wrong with a tool, or empty.
std::string fault_of(const Polyhedron& tool) {
    if (tool.face_count() == 0) return "the tool is a set of points: use a closed convex solid";
    if (!tool.is_closed()) return "the tool is not closed: use a closed convex solid";
    if (!tool.is_oriented() || tool.volume().value_or(0) <= 0) {
        return "the faces of the tool do not all look outward: turn them";
    }
    double area = 0;
    for (std::uint32_t f = 0; f < tool.face_count(); ++f) {
        const Plane& plane = tool.plane(FaceIndex(f));
        const auto corners = tool.corners(FaceIndex(f));
        for (std::size_t i = 2; i < corners.size(); ++i) {
            const Vector3d& a = tool.position(corners[0]);
            area += (tool.position(corners[i - 1]) - a).cross(tool.position(corners[i]) - a).norm();
        }
        for (const Vector3d& v : tool.vertices()) {
            if (plane.normal.dot(v) + plane.offset <= convexity * tool.extent()) continue;
            return "the tool is not convex: carve with its convex parts, one after the other";
        }
    }
    if (*tool.volume() <= convexity * tool.extent() * area) {
        return "the tool is flat: give it a thickness";
    }
    return {};
}

/// Numbers the sides from 0, and says of each what it is.
void number_sides(std::span<const std::uint32_t> faces, CarveTool& made) {
    std::vector<std::uint32_t> numbers(made.sides.size(), 0xffffffff);
    for (std::size_t t = 0; t < made.sides.size(); ++t) {
        std::uint32_t& number = numbers[made.sides[t]];
        if (number == 0xffffffff) {
            number = static_cast<std::uint32_t>(made.side_faces.size());
            made.side_faces.push_back(faces[t]);
            made.side_normals.emplace_back(Vector3d::Zero());
        }
        made.sides[t] = number;
        made.side_normals[number] += made.planes[t].normal();
    }
}

}  // namespace

double determinant(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
    const Vector3d ab = b - a, ac = c - a, ad = d - a;
    const double value = ab.cross(ac).dot(ad);
    const double size =
        ab.cwiseAbs().maxCoeff() * ac.cwiseAbs().maxCoeff() * ad.cwiseAbs().maxCoeff();
    // The error is below 64 u size: thirteen digits are left.
    if (std::abs(value) > 1e-2 * size && size > 0x1p-900 && size < 0x1p900) return value;
    return exact_determinant(a, b, c, d);
}

bool CarveTool::nearly_flush_with(std::span<const Vector3d> positions,
                                  std::span<const std::uint32_t> polygon) const {
    const Vector3d& origin = positions[polygon[0]];
    Vector3d normal = Vector3d::Zero();
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        normal += (positions[polygon[i - 1]] - origin).cross(positions[polygon[i]] - origin);
    }
    const double length = normal.norm();
    if (!(length > 0)) return false;
    normal /= length;
    const double within = 2 * tolerance::planarity * max_abs(box);
    // Heights of the tool's points above the polygon: few are near it.
    for (std::size_t t = 0; t < planes.size(); ++t) {
        double lowest = infinity, highest = -infinity;
        for (int k = 0; k < 3 && (k == 0 || (lowest > -within && highest < within)); ++k) {
            const double height = normal.dot(planes[t].corner(k) - origin);
            lowest = std::min(lowest, height);
            highest = std::max(highest, height);
        }
        if (!(lowest > -within && highest < within)) continue;
        if (!(normal.dot(planes[t].normal()) > 0)) continue;
        const SidePlane exact_plane(origin, positions[polygon[1]], positions[polygon[2]]);
        for (int k = 0; k < 3; ++k) {
            if (exact_plane.side(planes[t].corner(k)) < 0) return true;
        }
    }
    return false;
}

double CarveTool::depth(const Vector3d& point) const {
    double depth = std::numeric_limits<double>::infinity();
    for (const SidePlane& plane : planes) {
        const double length = plane.normal().norm();
        if (!(length > 0)) continue;
        depth = std::min(depth, plane.normal().dot(plane.corner(0) - point) / length);
    }
    return depth;
}

Result<ToolMaker> ToolMaker::make(const Polyhedron& tool, const Pose& pose) {
    if (std::string fault = fault_of(tool); !fault.empty()) {
        return fail(ErrorCode::bad_mesh, std::move(fault), "tool");
    }
    ToolMaker maker(tool);
    maker.placed_.resize(tool.vertex_count());
    place(pose, tool.vertices(), maker.placed_);
    Vector3d middle_in_tool = Vector3d::Zero();
    for (const Vector3d& v : tool.vertices()) middle_in_tool += v;
    middle_in_tool /= tool.vertex_count();
    double radius = tool.extent();
    for (std::uint32_t f = 0; f < tool.face_count(); ++f) {
        const Plane& plane = tool.plane(FaceIndex(f));
        radius = std::min(radius, -plane.normal.dot(middle_in_tool) - plane.offset);
    }
    maker.middle_ = pose * middle_in_tool;
    maker.inner_radius_ = radius;
    return maker;
}

void ToolMaker::grow(int attempt, CarveTool& made) const {
    const double distance = std::ldexp(tool_.extent(), attempt - 41) +
                            8 * tolerance::unit_roundoff * largest_coordinate(placed_);
    const double share = distance / (0.5 * inner_radius_);
    for (Vector3d& p : made.points) {
        const Vector3d moved = share * (p - made.centre);
        made.grown = std::max(made.grown, moved.norm());
        p += moved;
    }
}

std::optional<CarveTool> ToolMaker::tool(int attempt) const {
    CarveTool made;
    made.points = placed_;
    made.extent = tool_.extent();
    made.centre = middle_ + 0.25 * inner_radius_ * jitter(placed_, attempt);
    if (attempt > 0) grow(attempt, made);
    std::optional<ConvexHull> hull = convex_hull(made.points);
    if (!hull) return std::nullopt;
    made.hull = std::move(*hull);
    for (const auto& t : made.hull.triangles) {
        made.planes.emplace_back(made.points[t[0]], made.points[t[1]], made.points[t[2]]);
        if (made.planes.back().side(made.centre) >= 0) return std::nullopt;
        for (const std::uint32_t v : t) made.box.add(made.points[v]);
    }
    find_sides(made);
    return made;
}

/// Triangles of one face of the tool that lie in one plane to rounding are one side: what crosses
/// the edges between them leaves no vertex there.
void ToolMaker::find_sides(CarveTool& made) const {
    const auto& triangles = made.hull.triangles;
    std::vector<std::uint32_t> faces;
    for (const auto& t : triangles) faces.push_back(face_of(t));
    const double within = tolerance::planarity * largest_coordinate(made.points);
    const auto lies_in = [&](std::uint32_t t, std::uint32_t plane) {
        const Vector3d normal = made.planes[plane].normal().normalized();
        return std::ranges::all_of(triangles[t], [&](std::uint32_t v) {
            return std::abs(normal.dot(made.points[v] - made.planes[plane].corner(0))) <= within;
        });
    };
    made.sides.resize(triangles.size());
    std::iota(made.sides.begin(), made.sides.end(), 0U);
    for (const ConvexHull::Edge& e : made.hull.edges) {
        const bool flat = faces[e.left] == faces[e.right] &&
                          (lies_in(e.left, e.right) || lies_in(e.right, e.left));
        made.flat.push_back(flat ? 1 : 0);
        if (!flat) continue;
        const std::uint32_t from = made.sides[e.left], to = made.sides[e.right];
        std::ranges::replace(made.sides, from, to);
    }
    number_sides(faces, made);
}

/// The face that has most of the three corners; of several, the one whose plane they fit best.
std::uint32_t ToolMaker::face_of(const std::array<std::uint32_t, 3>& triangle) const {
    FaceIndex best;
    int most = 0;
    double least = 0;
    for (const std::uint32_t v : triangle) {
        for (const EdgeIndex edge : tool_.edges_of(VertexIndex(v))) {
            for (const FaceIndex face : tool_.faces_of(edge)) {
                if (face == best) continue;
                int count = 0;
                for (const VertexIndex corner : tool_.corners(face)) {
                    count += std::ranges::count(triangle, corner.value) > 0 ? 1 : 0;
                }
                if (count < most) continue;
                const Plane& plane = tool_.plane(face);
                double away = 0;
                for (const std::uint32_t w : triangle) {
                    const Vector3d& p = tool_.position(VertexIndex(w));
                    away = std::max(away, std::abs(plane.normal.dot(p) + plane.offset));
                }
                if (count > most || away < least || (away == least && face < best)) {
                    best = face;
                    most = count;
                    least = away;
                }
                if (most == 3) return tool_.source_face(best);
            }
        }
    }
    return tool_.source_face(best);
}

}  // namespace swept::carve_detail

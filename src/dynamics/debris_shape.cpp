// Polygons as debris: about their centre of mass, with their moments of inertia.

#include <algorithm>
#include <cmath>
#include <string>

#include "dynamics/debris_piece.h"
#include "swept/dynamics/debris.h"

namespace swept {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// Calls use(a, b, c) for the triangles that the faces are made of.
template <class Use>
void for_each_triangle(const Polyhedron& shape, const Use& use) {
    for (std::uint32_t face = 0; face < shape.face_count(); ++face) {
        const auto corners = shape.corners(FaceIndex(face));
        for (std::size_t i = 2; i < corners.size(); ++i) {
            use(shape.position(corners[0]), shape.position(corners[i - 1]),
                shape.position(corners[i]));
        }
    }
}

double area_of(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
    return (b - a).cross(c - a).norm() / 2;
}

/// The integral of x xᵀ over a triangle, per area: (s sᵀ + a aᵀ + b bᵀ + c cᵀ) / 12, s = a + b + c.
Matrix3d second_moments(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
    const Vector3d s = a + b + c;
    return (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose()) / 12;
}

}  // namespace

struct DebrisShape::Data {
    Polyhedron polyhedron;
    Vector3d centre;
    double radius;
    Matrix3d inertia;
    Matrix3d inverse_inertia;
};

const Polyhedron& DebrisShape::polyhedron() const {
    return data_->polyhedron;
}
const Vector3d& DebrisShape::centre() const {
    return data_->centre;
}
double DebrisShape::radius() const {
    return data_->radius;
}
double DebrisShape::skin() const {
    return data_->radius * 5e-3;
}
const Matrix3d& DebrisShape::inertia() const {
    return data_->inertia;
}
const Matrix3d& DebrisShape::inverse_inertia() const {
    return data_->inverse_inertia;
}

Result<DebrisShape> DebrisShape::make(std::span<const Vector3d> outline) {
    if (outline.size() < 3) {
        return fail(ErrorCode::bad_mesh, "a polygon has three corners or more", "outline");
    }
    Mesh mesh;
    std::vector<std::uint32_t> corners;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        if (!outline[i].allFinite() || outline[i].cwiseAbs().maxCoeff() > debris::largest_number) {
            return fail(ErrorCode::bad_mesh, "coordinates must be finite and within 1e9",
                        "corner " + std::to_string(i));
        }
        corners.push_back(mesh.add_vertex(outline[i]));
    }
    mesh.add_polygon(corners);
    const auto whole = Polyhedron::build(mesh);
    if (!whole) return tl::unexpected(whole.error());

    double area = 0;
    Vector3d centre = Vector3d::Zero();
    for_each_triangle(*whole, [&](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
        const double part = area_of(a, b, c);
        area += part;
        // Relative to a corner, so that polygons far from the origin keep their digits.
        centre += part * ((a - outline[0]) + (b - outline[0]) + (c - outline[0])) / 3;
    });
    if (!(area > 0)) return fail(ErrorCode::bad_mesh, "the polygon has no area", "outline");
    centre = outline[0] + centre / area;

    for (Vector3d& vertex : mesh.vertices) vertex -= centre;
    auto moved = Polyhedron::build(mesh);
    if (!moved) return tl::unexpected(moved.error());
    double radius = 0;
    for (const Vector3d& vertex : moved->vertices()) radius = std::max(radius, vertex.norm());
    Matrix3d moments = Matrix3d::Zero();
    for_each_triangle(*moved, [&](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
        moments += area_of(a, b, c) / area * second_moments(a, b, c);
    });
    // A splinter without width would take any spin from the least impulse.
    moments += Matrix3d::Identity() * (1e-4 * radius * radius / 12);
    const Matrix3d inertia = moments.trace() * Matrix3d::Identity() - moments;
    const Matrix3d inverse = inertia.inverse();
    if (!inverse.allFinite()) {
        return fail(ErrorCode::bad_mesh, "the polygon is too small to turn", "outline");
    }
    return DebrisShape(
        std::make_shared<const Data>(Data{std::move(*moved), centre, radius, inertia, inverse}));
}

Result<DebrisShape> DebrisShape::make(const Mesh& mesh, std::size_t polygon) {
    if (polygon >= mesh.polygon_count()) {
        return fail(ErrorCode::bad_argument,
                    "the mesh has " + std::to_string(mesh.polygon_count()) + " polygons",
                    "polygon " + std::to_string(polygon));
    }
    std::vector<Vector3d> outline;
    for (const std::uint32_t corner : mesh.polygon(polygon)) {
        if (corner >= mesh.vertices.size()) {
            return fail(ErrorCode::bad_mesh, "a corner is no vertex of the mesh",
                        "polygon " + std::to_string(polygon));
        }
        outline.push_back(mesh.vertices[corner]);
    }
    return make(outline);
}

}  // namespace swept

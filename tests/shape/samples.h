#pragma once

// Small meshes that the tests of the builder share, and short ways to build and to measure.

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "swept/polyhedron.h"
#include "swept/solids.h"

namespace swept::test {
inline namespace of_shapes {  // tests of papers are of several modules, with samples of their own

using Eigen::Vector3d;

inline Polyhedron built(const Mesh& mesh, const BuildOptions& options = {}) {
    Result<Polyhedron> result = Polyhedron::build(mesh, options);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message());
    return result.value();
}

inline std::string message_of(const Mesh& mesh, const BuildOptions& options = {}) {
    const Result<Polyhedron> result = Polyhedron::build(mesh, options);
    EXPECT_FALSE(result.has_value());
    return result ? "" : result.error().message();
}

inline Mesh polygon_of(const std::vector<Vector3d>& points) {
    Mesh mesh;
    std::vector<std::uint32_t> loop;
    for (const Vector3d& p : points) loop.push_back(mesh.add_vertex(p));
    mesh.add_polygon(loop);
    return mesh;
}

/// Two meshes in one.
inline Mesh joined(Mesh a, const Mesh& b) {
    const auto offset = static_cast<std::uint32_t>(a.vertices.size());
    for (const Vector3d& p : b.vertices) a.add_vertex(p);
    for (std::size_t i = 0; i < b.polygon_count(); ++i) {
        std::vector<std::uint32_t> loop;
        for (const std::uint32_t v : b.polygon(i)) loop.push_back(v + offset);
        a.add_polygon(loop);
    }
    return a;
}

/// A board of n by n unit squares at z = 0.
inline Mesh flat_grid(std::uint32_t n) {
    Mesh mesh;
    for (std::uint32_t j = 0; j <= n; ++j) {
        for (std::uint32_t i = 0; i <= n; ++i) mesh.add_vertex({double(i), double(j), 0});
    }
    for (std::uint32_t j = 0; j < n; ++j) {
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t a = j * (n + 1) + i;
            mesh.add_polygon({a, a + 1, a + n + 2, a + n + 1});
        }
    }
    return mesh;
}

/// A box with one edge split by a vertex in the middle on one side only, and the triangle without
/// area that closes the gap, as CAD programs leave it.
struct GappedBox {
    Mesh mesh;
    std::array<std::uint32_t, 3> sliver;
};
inline GappedBox gapped_box() {
    const Mesh box = make_box({2, 2, 2}).value();
    const auto first = box.polygon(0);
    GappedBox gapped;
    gapped.mesh.vertices = box.vertices;
    const std::uint32_t middle =
        gapped.mesh.add_vertex((box.vertices[first[0]] + box.vertices[first[1]]) / 2);
    gapped.mesh.add_polygon({first[0], middle, first[1], first[2], first[3]});
    for (std::size_t i = 1; i < box.polygon_count(); ++i) gapped.mesh.add_polygon(box.polygon(i));
    gapped.sliver = {first[0], first[1], middle};
    return gapped;
}

inline std::uint32_t count_of(const Polyhedron& shape, EdgeKind kind) {
    return shape.edge_counts()[static_cast<std::size_t>(kind)];
}

inline double area_of(const Polyhedron& shape) {
    Vector3d sum = Vector3d::Zero();
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const auto corners = shape.corners(FaceIndex(f));
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            const Vector3d& a = shape.position(corners[0]);
            sum += (shape.position(corners[i]) - a).cross(shape.position(corners[i + 1]) - a) / 2;
        }
    }
    return sum.norm();
}

/// The areas of the faces added up, whichever way they look.
inline double total_area_of(const Polyhedron& shape) {
    double sum = 0;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const auto corners = shape.corners(FaceIndex(f));
        const Vector3d& a = shape.position(corners[0]);
        Vector3d area = Vector3d::Zero();
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            area += (shape.position(corners[i]) - a).cross(shape.position(corners[i + 1]) - a) / 2;
        }
        sum += area.norm();
    }
    return sum;
}

inline Mesh two_triangles(double height) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, height}, {0, -1, 0}};
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({1, 0, 3});
    return mesh;
}

}  // namespace of_shapes
}  // namespace swept::test

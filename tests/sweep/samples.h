#pragma once

// Shapes, poses and motions that the tests of sweeps share.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "swept/solids.h"
#include "swept/sweep.h"

namespace swept::test {
inline namespace of_sweeps {  // tests of papers are of several modules, with samples of their own

using Eigen::Vector3d;
inline constexpr double pi = std::numbers::pi;

inline Polyhedron built(const Result<Mesh>& mesh, const BuildOptions& options = {}) {
    return Polyhedron::build(*mesh, options).value();
}
inline Polyhedron box(double x, double y, double z) {
    return built(make_box({x, y, z}));
}
inline Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}
inline Pose turned(const Vector3d& place, const Vector3d& axis, double angle) {
    return Pose::make(place, Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized())))
        .value();
}
inline Motion along(double x, double y, double z) {
    return Translation::make({x, y, z}).value();
}
inline Motion about(const Vector3d& origin, const Vector3d& axis, double angle) {
    return Rotation::make(origin, axis, angle).value();
}

/// A polygon soup from corner lists.
inline Polyhedron from_faces(const std::vector<std::vector<Vector3d>>& faces,
                             const BuildOptions& options = {}) {
    Mesh mesh;
    for (const auto& face : faces) {
        std::vector<std::uint32_t> corners;
        for (const Vector3d& corner : face) {
            corners.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
            mesh.vertices.push_back(corner);
        }
        mesh.add_polygon(corners);
    }
    return built(mesh, options);
}

/// A square floor at height 0 in cells x cells squares of two triangles each: open, seen from
/// above.
inline Polyhedron triangulated_floor(double size, int cells) {
    std::vector<std::vector<Vector3d>> faces;
    const auto corner = [&](int i, int j) {
        return Vector3d((double(i) / cells - 0.5) * size, (double(j) / cells - 0.5) * size, 0);
    };
    for (int i = 0; i < cells; ++i) {
        for (int j = 0; j < cells; ++j) {
            const Vector3d a = corner(i, j), b = corner(i + 1, j), c = corner(i + 1, j + 1),
                           d = corner(i, j + 1);
            faces.push_back({a, b, c});
            faces.push_back({a, c, d});
        }
    }
    return from_faces(faces);
}

/// Sets of points.
inline Polyhedron points(const std::vector<Vector3d>& places) {
    Mesh mesh;
    mesh.vertices = places;
    return built(mesh);
}

class Random {
   public:
    explicit Random(unsigned seed) : engine_(seed) {}
    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    int integer(int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(engine_);
    }
    Vector3d point(double size) {
        const double x = uniform(-size, size), y = uniform(-size, size), z = uniform(-size, size);
        return {x, y, z};
    }
    Vector3d direction() {
        for (;;) {
            const Vector3d v = point(1);
            if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
        }
    }
    Pose pose(double size) { return turned(point(size), direction(), uniform(-pi, pi)); }

   private:
    std::mt19937 engine_;
};

/// A motion that takes the point `from` past the origin, within `miss` of it: straight, or about an
/// axis some way off, either way round.
inline Motion past_the_origin(Random& random, const Vector3d& from, double miss, bool turn) {
    const Vector3d target = random.point(miss), way = target - from;
    if (!turn) return Translation::make(random.uniform(0.7, 2) * way).value();
    const Vector3d axis = way.cross(random.direction()).normalized();
    const Vector3d origin = from + way / 2 + random.uniform(-2, 2) * axis.cross(way);
    return about(origin, axis, random.uniform(-2 * pi, 2 * pi));
}

/// Whether two answers are the same, bit for bit.
inline bool same_answer(const SweepResult& a, const SweepResult& b) {
    return a.start == b.start && a.state == b.state && a.free_fraction == b.free_fraction &&
           a.margin == b.margin && a.end.translation() == b.end.translation() &&
           a.end.rotation().coeffs() == b.end.rotation().coeffs() &&
           (a.state != State::hit ||
            (a.contact.kind == b.contact.kind && a.contact.point == b.contact.point &&
             a.contact.normal == b.contact.normal && a.obstacle == b.obstacle &&
             a.contact.mover.face == b.contact.mover.face &&
             a.contact.obstacle.face == b.contact.obstacle.face));
}

}  // namespace of_sweeps
}  // namespace swept::test

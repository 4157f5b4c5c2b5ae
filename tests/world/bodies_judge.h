#pragma once

// What bodies are judged by: long double, every moment looked at anew, no code of the library but
// the numbers of poses and motions.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "swept/world.h"

namespace swept::test {

using Real = long double;

struct Place {
    Real x = 0, y = 0, z = 0;

    Place() = default;
    Place(Real px, Real py, Real pz) : x(px), y(py), z(pz) {}
    explicit Place(const Eigen::Vector3d& v) : x(v[0]), y(v[1]), z(v[2]) {}
    Place operator+(const Place& o) const { return {x + o.x, y + o.y, z + o.z}; }
    Place operator-(const Place& o) const { return {x - o.x, y - o.y, z - o.z}; }
    Place operator*(Real s) const { return {x * s, y * s, z * s}; }
    [[nodiscard]] Real dot(const Place& o) const { return x * o.x + y * o.y + z * o.z; }
    [[nodiscard]] Place cross(const Place& o) const {
        return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x};
    }
    [[nodiscard]] Real norm() const { return std::sqrt(dot(*this)); }
};

inline Place placed(const Pose& pose, const Eigen::Vector3d& point) {
    const Place q(pose.rotation().x(), pose.rotation().y(), pose.rotation().z()), p(point);
    const Real w = pose.rotation().w();
    const Real scale = 1 / (w * w + q.dot(q));
    const Place twice = (q.cross(p) * w + q.cross(q.cross(p))) * (2 * scale);
    return p + twice + Place(pose.translation());
}

inline Place turned_about(const Place& p, const Eigen::Vector3d& origin,
                          const Eigen::Vector3d& axis, Real angle, Real glide) {
    const Place k = Place(axis) * (1 / Place(axis).norm()), arm = p - Place(origin);
    return Place(origin) + arm * std::cos(angle) + k.cross(arm) * std::sin(angle) +
           k * (k.dot(arm) * (1 - std::cos(angle)) + glide);
}

inline Place displaced(const Motion& motion, Real f, const Place& p) {
    if (const auto* m = std::get_if<Translation>(&motion)) return p + Place(m->vector()) * f;
    if (const auto* m = std::get_if<Rotation>(&motion)) {
        return turned_about(p, m->origin(), m->axis(), f * m->angle(), 0);
    }
    const auto& m = std::get<Screw>(motion);
    return turned_about(p, m.origin(), m.axis(), f * m.angle(), f * m.advance());
}

inline Real to_segment(const Place& p, const Place& a, const Place& b) {
    const Place edge = b - a;
    const Real t = std::clamp((p - a).dot(edge) / edge.dot(edge), Real(0), Real(1));
    return (p - a - edge * t).norm();
}

inline Real to_triangle(const Place& p, const Place& a, const Place& b, const Place& c) {
    const Place n = (b - a).cross(c - a);
    const bool over = n.cross(b - a).dot(p - a) >= 0 && n.cross(c - b).dot(p - b) >= 0 &&
                      n.cross(a - c).dot(p - c) >= 0;
    if (over) return std::abs(n.dot(p - a)) / n.norm();
    return std::min({to_segment(p, a, b), to_segment(p, b, c), to_segment(p, c, a)});
}

/// A body and how it moves.
struct JudgedBody {
    BodyShape shape;
    Pose pose;
    Motion motion = Translation();

    /// Triangles (three places each), or centres.
    [[nodiscard]] std::vector<Place> places(Real f) const {
        std::vector<Place> made;
        if (const auto* set = std::get_if<SphereSet>(&shape)) {
            for (const Sphere& ball : set->spheres()) {
                made.push_back(displaced(motion, f, placed(pose, ball.centre)));
            }
            return made;
        }
        const Mesh mesh = std::get<Polyhedron>(shape).mesh();
        for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
            const auto corners = mesh.polygon(i);
            for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
                for (const std::uint32_t corner : {corners[0], corners[k], corners[k + 1]}) {
                    made.push_back(displaced(motion, f, placed(pose, mesh.vertices[corner])));
                }
            }
        }
        return made;
    }
};

/// Surface from spheres, or spheres from spheres: negative where they overlap. One of them at least
/// is a set of spheres.
inline Real clearance(const JudgedBody& a, const JudgedBody& b, Real f) {
    const auto* spheres = std::get_if<SphereSet>(&a.shape);
    if (spheres == nullptr) return clearance(b, a, f);
    const std::vector<Place> centres = a.places(f), others = b.places(f);
    Real least = std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < centres.size(); ++i) {
        const Real radius = spheres->spheres()[i].radius;
        if (const auto* set = std::get_if<SphereSet>(&b.shape)) {
            for (std::size_t j = 0; j < others.size(); ++j) {
                least = std::min(least, (centres[i] - others[j]).norm() - radius -
                                            Real(set->spheres()[j].radius));
            }
        } else {
            for (std::size_t j = 0; j < others.size(); j += 3) {
                least = std::min(
                    least,
                    to_triangle(centres[i], others[j], others[j + 1], others[j + 2]) - radius);
            }
        }
    }
    return least;
}

}  // namespace swept::test

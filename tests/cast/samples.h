#pragma once

// Rays, spheres and shapes that the tests of casts share.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "swept/cast.h"
#include "swept/solids.h"
#include "swept/tolerance.h"
#include "tests/overlap/samples.h"

namespace swept::test {

inline constexpr double pi = std::numbers::pi;

inline Polyhedron built(const Result<Mesh>& mesh) {
    return built(mesh.value(), BuildOptions());
}
inline Polyhedron box(double x, double y, double z) {
    return built(make_box({x, y, z}));
}
inline Polyhedron from_faces(const std::vector<Face>& faces, const BuildOptions& options = {}) {
    return built(soup_of(faces), options);
}
inline Polyhedron points(const std::vector<Vector3d>& places) {
    return built(points_of(places), BuildOptions());
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
/// Unit, any.
inline Vector3d direction(Random& random) {
    for (;;) {
        const Vector3d v = random.point(1);
        if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
    }
}

inline Ray segment(const Vector3d& from, const Vector3d& to) {
    return Ray::between(from, to).value();
}
inline Ray endless(const Vector3d& from, const Vector3d& direction) {
    return Ray::towards(from, direction).value();
}
inline Radius radius(double length) {
    return Radius::of(length).value();
}
inline SphereSet spheres(const std::vector<Sphere>& balls) {
    return SphereSet::make(balls).value();
}
inline CastOptions only(Sides sides) {
    CastOptions options;
    options.sides = sides;
    return options;
}
inline CastOptions with_buffer(double length) {
    CastOptions options;
    options.clearance = Clearance::of(length).value();
    return options;
}

/// A square at height 0 from (0, 0) to (size, size), seen from above: open, so that both sides are
/// hit.
inline Polyhedron square(double size) {
    return from_faces({{{0, 0, 0}, {size, 0, 0}, {size, size, 0}, {0, size, 0}}});
}

inline void expect_hit(const CastResult& r, double fraction, const Vector3d& point,
                       const Vector3d& normal, CastFeature feature) {
    ASSERT_EQ(r.state, State::hit);
    EXPECT_NEAR(r.hit.fraction, fraction, 1e-14);
    EXPECT_LE((r.hit.point - point).norm(), 1e-13) << r.hit.point.transpose();
    EXPECT_LE((r.hit.normal - normal).norm(), 1e-13) << r.hit.normal.transpose();
    EXPECT_EQ(r.hit.feature, feature);
}

inline bool same_hit_bits(const CastHit& a, const CastHit& b) {
    return a.fraction == b.fraction && a.point == b.point && a.normal == b.normal &&
           a.face == b.face && a.face_index == b.face_index && a.sphere == b.sphere &&
           a.feature == b.feature && a.side == b.side;
}
/// Whether two answers are the same, bit for bit, but for what they took.
inline bool same_bits(const CastResult& a, const CastResult& b) {
    return a.state == b.state && a.start == b.start && a.error_bound == b.error_bound &&
           (a.state != State::hit || same_hit_bits(a.hit, b.hit));
}

}  // namespace swept::test

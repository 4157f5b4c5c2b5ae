#pragma once

// Poses and motions in 100 decimal digits, written from their definitions: what the library
// computes is compared with this. It reads the numbers of the library's types and shares no code
// with it.

#include <Eigen/Core>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "swept/motion.h"

namespace oracle {

using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>,
                                           boost::multiprecision::et_off>;

struct Vec {
    Real x = 0, y = 0, z = 0;

    Vec() = default;
    Vec(const Real& x_, const Real& y_, const Real& z_) : x(x_), y(y_), z(z_) {}
    explicit Vec(const Eigen::Vector3d& v) : x(v[0]), y(v[1]), z(v[2]) {}
};

inline Vec operator+(const Vec& a, const Vec& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec operator-(const Vec& a, const Vec& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec operator*(const Real& s, const Vec& a) {
    return {s * a.x, s * a.y, s * a.z};
}
inline Real dot(const Vec& a, const Vec& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec cross(const Vec& a, const Vec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Real length(const Vec& a) {
    return sqrt(dot(a, a));
}
inline double distance(const Vec& a, const Vec& b) {
    return static_cast<double>(length(a - b));
}
inline double distance(const Eigen::Vector3d& a, const Vec& b) {
    return distance(Vec(a), b);
}

/// A rigid map by its rows and its translation.
struct Rigid {
    std::array<Vec, 3> row = {Vec(1, 0, 0), Vec(0, 1, 0), Vec(0, 0, 1)};
    Vec t;

    [[nodiscard]] Vec turned(const Vec& p) const {
        return {dot(row[0], p), dot(row[1], p), dot(row[2], p)};
    }
    Vec operator*(const Vec& p) const { return turned(p) + t; }
    Rigid operator*(const Rigid& right) const {
        const std::array<Vec, 3> c = right.columns();
        Rigid product;
        for (std::size_t i = 0; i < 3; ++i) {
            product.row[i] = {dot(row[i], c[0]), dot(row[i], c[1]), dot(row[i], c[2])};
        }
        product.t = *this * right.t;
        return product;
    }
    [[nodiscard]] std::array<Vec, 3> columns() const {
        return {Vec(row[0].x, row[1].x, row[2].x), Vec(row[0].y, row[1].y, row[2].y),
                Vec(row[0].z, row[1].z, row[2].z)};
    }
    [[nodiscard]] Rigid inverse() const {
        Rigid result;
        result.row = columns();
        result.t = Real(-1) * result.turned(t);
        return result;
    }
};

/// How far two rotations take a unit vector apart at most: the chord 2 sin(angle/2) of the rotation
/// between them. Their difference has the Frobenius norm sqrt(2) times that.
inline double rotation_distance(const Rigid& a, const Rigid& b) {
    Real sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += dot(a.row[i] - b.row[i], a.row[i] - b.row[i]);
    return static_cast<double>(sqrt(sum / 2));
}

/// The exact rotation that a quaternion stands for, whatever its length.
inline Rigid rigid(const swept::Pose& pose) {
    const Real w = pose.rotation().w(), x = pose.rotation().x();
    const Real y = pose.rotation().y(), z = pose.rotation().z();
    const Real s = Real(2) / (w * w + x * x + y * y + z * z);
    Rigid r;
    r.row[0] = {1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)};
    r.row[1] = {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)};
    r.row[2] = {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)};
    r.t = Vec(pose.translation());
    return r;
}

/// A turn about a line with an advance, by Rodrigues' formula about the line itself.
inline Rigid turn(const Vec& origin, const Vec& direction, const Real& angle, const Real& advance) {
    const Vec k = (Real(1) / length(direction)) * direction;
    const Real s = sin(angle), c = cos(angle), v = Real(1) - c;
    Rigid r;
    r.row[0] = {c + v * k.x * k.x, v * k.x * k.y - s * k.z, v * k.x * k.z + s * k.y};
    r.row[1] = {v * k.y * k.x + s * k.z, c + v * k.y * k.y, v * k.y * k.z - s * k.x};
    r.row[2] = {v * k.z * k.x - s * k.y, v * k.z * k.y + s * k.x, c + v * k.z * k.z};
    r.t = origin - r.turned(origin) + advance * k;
    return r;
}

inline Rigid displacement(const swept::Translation& m, const Real& f) {
    Rigid r;
    r.t = f * Vec(m.vector());
    return r;
}
inline Rigid displacement(const swept::Rotation& m, const Real& f) {
    return turn(Vec(m.origin()), Vec(m.axis()), f * Real(m.angle()), 0);
}
inline Rigid displacement(const swept::Screw& m, const Real& f) {
    return turn(Vec(m.origin()), Vec(m.axis()), f * Real(m.angle()), f * Real(m.advance()));
}
/// The displacement of a motion at a fraction.
inline Rigid displacement(const swept::Motion& motion, const Real& f) {
    return std::visit([&](const auto& m) { return displacement(m, f); }, motion);
}

/// The displacement of body a seen from body b: b's motion undone after a's.
inline Rigid relative(const swept::Motion& a, const swept::Motion& b, const Real& f) {
    return displacement(b, f).inverse() * displacement(a, f);
}

}  // namespace oracle

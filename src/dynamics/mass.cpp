#include "swept/dynamics/mass.h"

#include <cmath>

namespace swept {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// Integrals over the tetrahedra that the faces span with the origin: of 1, x and x x^T. A face is
/// fanned; a tetrahedron (0, a, b, c) of volume V = a.(b x c) / 6 holds V, V (a + b + c) / 4 and
/// V / 20 (s s^T + a a^T + b b^T + c c^T), s = a + b + c.
struct Integrals {
    double volume = 0;
    Vector3d first = Vector3d::Zero();
    Matrix3d second = Matrix3d::Zero();

    void add(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
        const double v = a.dot(b.cross(c)) / 6;
        const Vector3d s = a + b + c;
        volume += v;
        first += v / 4 * s;
        second += v / 20 *
                  (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
};

/// About a point near the shape: far from the origin the sums would cancel.
Integrals integrals_of(const Polyhedron& shape, const Vector3d& about) {
    Integrals made;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const auto corners = shape.corners(FaceIndex(f));
        const Vector3d a = shape.position(corners[0]) - about;
        for (std::size_t i = 2; i < corners.size(); ++i) {
            made.add(a, shape.position(corners[i - 1]) - about, shape.position(corners[i]) - about);
        }
    }
    return made;
}

}  // namespace

Result<MassProperties> mass_properties(const Polyhedron& shape, double density) {
    if (!(density > 0) || !std::isfinite(density)) {
        return fail(ErrorCode::bad_argument,
                    "not a positive, finite number; give a mass per volume", "density");
    }
    if (!shape.is_closed() || !shape.is_oriented()) {
        return fail(ErrorCode::bad_mesh,
                    "the shape is open or its faces disagree, so that it has no mass; close it",
                    "shape");
    }
    const Vector3d about = shape.box().centre();
    const Integrals sums = integrals_of(shape, about);
    // Less than rounding leaves of it is none.
    const double extent = shape.extent();
    if (!(sums.volume > 1e-14 * extent * extent * extent)) {
        return fail(ErrorCode::bad_mesh,
                    sums.volume < 0 ? "the faces look inward: turn them over"
                                    : "the shape has no volume, so that it has no mass",
                    "shape");
    }
    const Vector3d offset = sums.first / sums.volume;
    const Matrix3d spread = density * (sums.second - sums.volume * (offset * offset.transpose()));
    MassProperties made;
    made.mass = density * sums.volume;
    made.centre = about + offset;
    made.inertia = Matrix3d::Identity() * spread.trace() - spread;
    return made;
}

}  // namespace swept

#pragma once

// Random shapes, placements and motions for the judges of sweeps: many hard ones, all from a seed.
// Numbers come from the bits of the engine alone, so that a seed means the same everywhere.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "swept/motion.h"
#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/oracle/close_corners.h"

namespace swept::oracle {

using Eigen::Vector3d;

// ---- Chance ----

class SceneChance {
   public:
    SceneChance(std::uint64_t seed, std::uint64_t part)
        : engine_(seed * 0x9e3779b97f4a7c15 ^ (part + 1) * 0xd1342543de82ef95) {}

    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    double real(double low, double high) { return low + (high - low) * unit(); }
    /// Evenly spread over the exponents.
    double magnitude(double low, double high) {
        return std::exp(real(std::log(low), std::log(high)));
    }
    int integer(int low, int high) {
        return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool one_in(int n) { return integer(1, n) == 1; }
    double sign() { return one_in(2) ? -1 : 1; }
    template <class Container>
    const auto& any_of(const Container& container) {
        return container[static_cast<std::size_t>(
            integer(0, static_cast<int>(std::size(container)) - 1))];
    }
    Vector3d in_cube(double reach) {
        const double x = real(-reach, reach), y = real(-reach, reach), z = real(-reach, reach);
        return {x, y, z};
    }
    Vector3d direction() {
        for (;;) {
            const Vector3d v = in_cube(1);
            if (v.norm() < 1 && v.norm() > 0.1) return v.normalized();
        }
    }
    /// Random, or along an axis, or nearly so.
    Vector3d odd_direction() {
        const int kind = integer(0, 3);
        if (kind <= 1) return direction();
        const Vector3d axis = sign() * Vector3d::Unit(integer(0, 2));
        if (kind == 2) return axis;
        return (axis + magnitude(1e-12, 1e-2) * direction()).normalized();
    }
    Eigen::Quaterniond rotation();

   private:
    std::mt19937_64 engine_;
};

// ---- Shapes ----

struct NamedShape {
    std::string name;
    Polyhedron shape;
};

inline Vector3d random_across(SceneChance& chance, const Vector3d& v) {
    for (;;) {
        const Vector3d across = v.cross(chance.direction());
        if (across.norm() > 0.1 * v.norm()) return across.normalized();
    }
}

inline Mesh scaled(Mesh mesh, const Vector3d& factors) {
    for (Vector3d& v : mesh.vertices) v = v.cwiseProduct(factors);
    return mesh;
}

/// The hull of a few points: every triple with all others on one side.
Mesh hull_mesh(const std::vector<Vector3d>& points);

inline Mesh random_hull(SceneChance& chance, int points) {
    std::vector<Vector3d> cloud;
    for (int i = 0; i < points; ++i) {
        cloud.push_back(chance.one_in(4) ? chance.in_cube(0.6) : chance.direction() * 0.8);
    }
    return hull_mesh(cloud);
}

/// A prism over any outline in the xy plane, counter-clockwise.
Mesh prism_over(const std::vector<Eigen::Vector2d>& outline, double height);

inline Mesh l_shape(double thickness, double height) {
    const double t = thickness;
    return prism_over({{-1, -1}, {1, -1}, {1, -1 + t}, {-1 + t, -1 + t}, {-1 + t, 1}, {-1, 1}},
                      height);
}

Mesh star_prism(int spikes, double inner, double height);

/// A long wedge whose sharp edge, along y at the origin, has this angle; it widens along +z.
Mesh knife(double angle, double length);

/// A patch of triangles over a grid with height x^2 - y^2, and a body below it if closed.
Mesh saddle(int n, double bend, bool closed);

/// A roof: its ridge runs along x at height 0, the body lies below (z < 0).
Mesh roof(double length, double slope);

Mesh soup(SceneChance& chance, int triangles);

inline Mesh point_set(SceneChance& chance, int points) {
    Mesh mesh;
    for (int i = 0; i < points; ++i) {
        mesh.add_vertex(points == 1 ? Vector3d(0, 0, 0) : chance.in_cube(1));
    }
    return mesh;
}

Mesh regular_polygon(int corners);

/// Some of the faces; at least one.
Mesh some_faces(SceneChance& chance, const Mesh& mesh);

enum class ShapeFamily : std::uint8_t {
    convex,
    concave,
    thin,
    flat,
    open,
    soup,
    points,
    patch,
    folded,         ///< closed, but it shows its back to what is outside
    close_corners,  ///< one of the others, with features below rounding
};
inline constexpr int shape_families = 10;

struct NamedMesh {
    std::string name;
    Mesh mesh;
};

NamedMesh convex_mesh(SceneChance& chance);

NamedMesh concave_mesh(SceneChance& chance);

NamedMesh thin_mesh(SceneChance& chance);

inline NamedMesh flat_mesh(SceneChance& chance) {
    if (chance.one_in(2)) return {"polygon", regular_polygon(chance.integer(3, 7))};
    return {"triangle", soup(chance, 1)};
}

/// All faces turned round.
Mesh inside_out(const Mesh& mesh);

/// Two meshes in one, the second shifted.
Mesh side_by_side(Mesh mesh, const Mesh& other, const Vector3d& shift);

/// Closed and oriented, but it shows its back to what is outside, in whole or in part: vertices
/// pulled through the other side, tubes that run through themselves, a torus that is thicker than
/// it is wide, shells that cross and look opposite ways, shells inside out. Some are sound after
/// all: solids that overlap.
NamedMesh folded_mesh(SceneChance& chance);
NamedMesh mesh_of_family(SceneChance& chance, ShapeFamily family);

/// A shape of a family, some 2 across before it is scaled, and away from its own origin at times.
NamedShape random_shape(SceneChance& chance, ShapeFamily family, double scale);

inline Vector3d middle_of(const Polyhedron& shape) {
    return shape.box().centre();
}
/// Half the diagonal; for a single point something small.
inline double radius_of(const Polyhedron& shape) {
    return std::max(shape.extent() / 2, 1e-6);
}
inline const Vector3d& any_vertex(SceneChance& chance, const Polyhedron& shape) {
    return chance.any_of(shape.vertices());
}

// ---- Motions ----

/// A turn (with an advance) that takes `from` to `to`: through this angle, about an axis across the
/// way between them but for `along`, the share of the way that is advance.
Motion turn_towards(SceneChance& chance, const Vector3d& from, const Vector3d& to, double angle,
                    double overshoot, bool with_advance);

/// A screw that takes `from` to `to`: from a hair's turn about an axis far away to several turns,
/// from no pitch to steep.
Motion screw_towards(SceneChance& chance, const Vector3d& from, const Vector3d& to,
                     double overshoot);

/// An angle of any size up to a full turn, either sign.
inline double any_angle(SceneChance& chance) {
    const int kind = chance.integer(0, 7);
    if (kind == 0) return chance.sign() * 2 * std::numbers::pi;
    if (kind <= 2) return chance.sign() * chance.magnitude(1e-9, 1e-2);
    return chance.sign() * chance.real(0.01, 2 * std::numbers::pi);
}

// ---- Sweeps ----

/// More tests than any of these questions is worth: who spends them does not come to an end.
inline constexpr std::uint64_t judged_budget = 10'000'000;

/// One question, with all that is needed to ask it again.
struct SweepCase {
    NamedShape mover, obstacle;
    Pose world_from_mover, world_from_obstacle;
    Motion motion;
    SweepOptions options;
};

inline std::string hex(const Vector3d& v) {
    char text[128];
    std::snprintf(text, sizeof text, "{%a, %a, %a}", v[0], v[1], v[2]);
    return text;
}

inline std::string describe(const Pose& pose) {
    char text[256];
    const Quaternion& q = pose.rotation();
    std::snprintf(text, sizeof text, ", (w, x, y, z) = (%a, %a, %a, %a)", q.w(), q.x(), q.y(),
                  q.z());
    return hex(pose.translation()) + text;
}

std::string describe(const Motion& motion);

std::string describe(const NamedShape& named);

inline std::string describe(const SweepCase& c) {
    char margin[64];
    std::snprintf(margin, sizeof margin, "%a", c.options.margin.least());
    return "    mover " + describe(c.mover) + "    at " + describe(c.world_from_mover) +
           "\n    obstacle " + describe(c.obstacle) + "    at " + describe(c.world_from_obstacle) +
           "\n    " + describe(c.motion) + "\n    margin at least " + margin + "\n";
}

namespace scenes {

/// Whether every shape has features below rounding. Set by a judge before it makes its first scene.
inline bool only_close_corners = false;

inline ShapeFamily any_family(SceneChance& chance) {
    if (only_close_corners) return ShapeFamily::close_corners;
    return static_cast<ShapeFamily>(chance.integer(0, shape_families - 1));
}

/// Motions that bring some point of the mover near some point of the obstacle, or about there.
Motion aimed_motion(SceneChance& chance, const SweepCase& c);

}  // namespace scenes

/// Ridge upon ridge: edges that cross at a tiny angle, met straight, askew or while spinning.
SweepCase ridge_sweep(SceneChance& chance);

/// A random sweep. The start may overlap; whether it does is for the caller to judge.
SweepCase random_sweep(SceneChance& chance);

}  // namespace swept::oracle

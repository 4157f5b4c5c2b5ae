#pragma once

// Random steps for the judge of collisions: boxes, cars, tori, gears, concave solids, sheets and
// soups, one or both of them moving, from translations to turns of nearly half a circle; aligned
// and at random, near the origin and far away. All from a seed.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "swept/collisions.h"
#include "swept/solids.h"
#include "tests/oracle/sweep_scenes.h"

namespace swept::oracle {

/// One question, with all that is needed to ask it again.
struct GlideCase {
    NamedShape a, b;
    Pose a_from, a_to, b_from, b_to;
    bool generic = true;  ///< not aligned on purpose
};

inline std::string describe(const GlideCase& c) {
    return "    a " + describe(c.a) + "    from " + describe(c.a_from) + "\n    to   " +
           describe(c.a_to) + "\n    b " + describe(c.b) + "    from " + describe(c.b_from) +
           "\n    to   " + describe(c.b_to) + "\n";
}

/// A torus of rectangular faces about the z axis, as in the glide paper.
Mesh quad_torus(int rings, int sides, double major, double minor);

Mesh u_shape(double thickness, double height);

/// Three sheets that meet in one edge.
Mesh fan_of_sheets();

namespace scenes {

enum class GlideFamily : std::uint8_t { box, car, torus, gear, concave, sphere, sheet, points };

Mesh glide_mesh(SceneChance& chance, GlideFamily family);

inline const char* name_of(GlideFamily family) {
    constexpr const char* names[] = {"box",     "car",    "torus", "gear",
                                     "concave", "sphere", "sheet", "points"};
    return names[static_cast<int>(family)];
}

GlideFamily glide_family(SceneChance& chance);

NamedShape glide_shape(SceneChance& chance, double scale);

/// How far a step turns: not at all, a hair, some, up to nearly half a circle.
double glide_angle(SceneChance& chance);

/// From this pose by a screw about an axis through the point.
inline Pose screwed(const Pose& from, const Vector3d& through, const Vector3d& axis, double angle,
                    const Vector3d& shift) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, axis));
    const Eigen::Quaterniond rotation(turn * Eigen::Quaterniond(from.rotation()));
    return Pose::make(through + turn * (from.translation() - through) + shift,
                      angle == 0 ? from.rotation() : Quaternion(rotation.normalized()))
        .value();
}

/// Where a body that stands at `from` is to end: its middle at `goal`.
inline Pose stepped(SceneChance& chance, const Polyhedron& shape, const Pose& from,
                    const Vector3d& goal) {
    const Vector3d middle = from * middle_of(shape);
    const double angle = glide_angle(chance);
    const Vector3d axis = chance.odd_direction();
    return screwed(from, middle, axis, angle, goal - middle);
}

/// Shapes at random: a goes from one side of b to another, past it or through; b may move, too.
GlideCase random_glide(SceneChance& chance);

/// A shape with whole numbers of quarters for coordinates.
NamedShape quarters_shape(SceneChance& chance);

/// Edges exactly parallel, faces in one plane, corners that meet: all in quarters, and along the
/// axes or in quarter turns about them.
GlideCase aligned_glide(SceneChance& chance);

}  // namespace scenes

/// The case of a number: the same for any number of threads.
inline GlideCase glide_case(std::uint64_t seed, std::uint64_t number) {
    SceneChance chance(seed, number);
    return chance.one_in(6) ? scenes::aligned_glide(chance) : scenes::random_glide(chance);
}

}  // namespace swept::oracle

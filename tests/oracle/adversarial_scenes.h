#pragma once

// Sweeps that are meant to go wrong: needles and slivers, edges that are parallel but for a hair,
// faces that coincide or nearly do, angles of 0.01 and 359.99 degrees between faces, lengths from
// 1e-6 to 1e6 far from the origin, motions along a surface, and motions that end exactly where the
// two come to touch.

#include <array>
#include <string>

#include "tests/oracle/sweep_check.h"

namespace swept::oracle {

enum class Trick : std::uint8_t {
    needles,
    slivers,
    parallel_edges,
    coincident_faces,
    sharp_edges,
    offsets,
    tangential,
    exact_ends,
    close_corners,
};
inline constexpr int trick_count = 9;

[[nodiscard]] inline const char* name_of(Trick trick) {
    constexpr std::array names{"needles",          "slivers",     "parallel edges",
                               "coincident faces", "sharp edges", "offsets",
                               "tangential",       "exact ends",  "close corners"};
    return names[static_cast<std::size_t>(trick)];
}

namespace adversarial {

inline NamedShape built(const char* name, const Mesh& mesh) {
    return {name, Polyhedron::build(mesh).value()};
}

/// A block of side 2 with a slit from above, whose walls are at this angle: inside the block the
/// angle at its bottom is 360 degrees less that.
inline Mesh slit_block(double angle) {
    const double half = 1.5 * std::tan(angle / 2);
    return prism_over({{-1, -1}, {1, -1}, {1, 1}, {half, 1}, {0, -0.5}, {-half, 1}, {-1, 1}}, 2);
}

/// Triangles with two corners next to each other, or all three nearly on a line.
Mesh slivers(SceneChance& chance, int triangles);

NamedShape needle(SceneChance& chance);

inline NamedShape sliver_soup(SceneChance& chance) {
    for (;;) {
        if (auto shape = Polyhedron::build(slivers(chance, chance.integer(1, 8)))) {
            return {"slivers", *shape};
        }
    }
}

/// Sides that doubles hold exactly.
inline Vector3d dyadic_sides(SceneChance& chance) {
    Vector3d sides;
    for (int i = 0; i < 3; ++i) sides[i] = chance.integer(1, 16) / 8.0;
    return sides;
}

/// None, a few units in the last place, or a hair.
inline double slight(SceneChance& chance) {
    const int kind = chance.integer(0, 3);
    if (kind == 0) return 0;
    if (kind == 1) return chance.integer(-3, 3) * 0x1p-52;
    return chance.sign() * chance.magnitude(1e-15, 1e-6);
}

inline Eigen::Quaterniond slight_turn(SceneChance& chance) {
    if (chance.one_in(2)) return Eigen::Quaterniond::Identity();
    return Eigen::Quaterniond(
        Eigen::AngleAxisd(chance.magnitude(1e-16, 1e-3), chance.odd_direction()));
}

/// Any motion from where the two are face to face: along the faces, off, into and about.
Motion from_touch(SceneChance& chance, const Vector3d& normal, const Vector3d& point);

/// Two boxes, the mover on top: face on face, edge along edge or corner over corner, but for a
/// hair.
SweepCase stacked(SceneChance& chance);

/// Boxes whose gap and way doubles hold exactly: the motion ends at contact, or a unit in the last
/// place before or after.
SweepCase ending_at_contact(SceneChance& chance);

/// Edges that cross at a hair's angle: of boxes, one turned onto its edge.
SweepCase near_parallel(SceneChance& chance);

/// A thin wedge and a slit that it just fits.
SweepCase sharp(SceneChance& chance);

/// Both by one pose and factor, far away: lengths from 1e-6 to 1e6.
SweepCase far_off(SceneChance& chance, SweepCase c);

/// A shape of a kind before another one, aimed at it.
SweepCase aimed(SceneChance& chance, NamedShape mover, NamedShape obstacle);

}  // namespace adversarial

struct AdversarialCase {
    Trick trick;
    SweepCase sweep;
};

/// The case of a number: the same for any number of threads.
AdversarialCase adversarial_case(std::uint64_t seed, std::uint64_t number,
                                 std::optional<Trick> only = std::nullopt);

}  // namespace swept::oracle

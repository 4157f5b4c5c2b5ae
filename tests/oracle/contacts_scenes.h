#pragma once

// Random pairs of shapes for the judge of contacts: touching exactly, at rest within the margin,
// close by, some sizes apart; aligned and at random. All from a seed.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "swept/distance.h"
#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/oracle/sweep_scenes.h"

namespace swept::oracle {

/// One question, with all that is needed to ask it again.
struct ContactCase {
    NamedShape a, b;
    Pose world_from_a, world_from_b;
    ContactOptions contacts;
    DistanceOptions distance;
};

inline std::string describe(const ContactCase& c) {
    char text[128];
    std::snprintf(text, sizeof text, "\n    tolerance %a limit %a\n",
                  c.contacts.tolerance.length().value_or(-1), c.distance.limit.length());
    return "    a " + describe(c.a) + "    at " + describe(c.world_from_a) + "\n    b " +
           describe(c.b) + "    at " + describe(c.world_from_b) + text;
}

/// A floor of 2 n n triangles at z = 0 from -1 to 1, heights off by so much; open.
Mesh fine_floor(SceneChance& chance, int n, double off);

/// A solid below such a floor.
Mesh fine_slab(SceneChance& chance, int n, double off);

namespace scenes {

NamedMesh machined_mesh(SceneChance& chance);

/// Real meshes about the origin with a diagonal of 2, where they are at hand.
using RealMeshes = std::vector<NamedMesh>;

NamedShape contact_shape(SceneChance& chance, const RealMeshes& real, double scale);

/// A shape with whole numbers of eighths for coordinates, so that placing by such numbers is exact.
NamedShape eighths_shape(SceneChance& chance);

/// One set exactly on, beside or near the other, all in eighths; at times not a hair apart.
ContactCase aligned_case(SceneChance& chance);

/// Where a sweep towards the other ends: within the margin of it, or where it stood.
void come_to_rest(SceneChance& chance, ContactCase& c);

}  // namespace scenes

ContactCase random_contact_case(SceneChance& chance, const scenes::RealMeshes& real);

/// The case of a number: the same for any number of threads.
inline ContactCase contact_case(std::uint64_t seed, std::uint64_t number,
                                const scenes::RealMeshes& real = {}) {
    SceneChance chance(seed, number);
    return random_contact_case(chance, real);
}

}  // namespace swept::oracle

#pragma once

// What a walk does next: fly, push, slide, turn, roll, spin, or make its way out.

#include <array>
#include <numbers>
#include <optional>
#include <vector>

#include "tests/oracle/separation.h"
#include "tests/oracle/walk_scenes.h"

namespace swept::oracle {

enum class MoveKind : std::uint8_t {
    flight,
    push,
    slide,
    about_contact,
    about_body,
    far_axis,
    roll,
    spin,
    tiny,
    screw,
    random,
    outward,
};
inline constexpr std::size_t move_kinds = 12;
inline constexpr std::array<const char*, move_kinds> move_names{
    "flight", "push", "slide", "about contact", "about body", "far axis",
    "roll",   "spin", "tiny",  "screw",         "random",     "outward"};

struct Move {
    MoveKind kind = MoveKind::flight;
    Motion motion = Translation();
};

/// Where a walk stands.
struct WalkState {
    Pose pose;
    std::optional<SweepResult> last_hit;
    std::vector<NearPair> near;  ///< of the mover (a) and all obstacles
    double distance = 0;         ///< as far as it is known
    double known_to = 0;         ///< distances beyond this were not looked for
    int zeros = 0;               ///< stops at fraction 0 in a row
};

inline double any_turn(SceneChance& chance) {
    return chance.sign() *
           (chance.one_in(3) ? chance.real(0, 2 * std::numbers::pi) : chance.magnitude(1e-7, 1));
}

/// A direction in which all near features are left, as far as there is one.
Vector3d outward_direction(const std::vector<NearPair>& near);

/// The direction of the contact's edge, of one or the other shape; zero when it has none.
Vector3d contact_edge(const WalkScene& scene, const WalkState& state);

inline Move flight(SceneChance& chance, const WalkScene& scene, const WalkState& state) {
    const Placed& target = chance.any_of(scene.obstacles);
    const Vector3d to = target.world_from_shape * any_vertex(chance, target.shape);
    const Vector3d from = state.pose * any_vertex(chance, scene.mover.shape);
    return {MoveKind::flight, Translation::make(chance.real(0.3, 1.5) * (to - from)).value()};
}

Move next_move(SceneChance& chance, const WalkScene& scene, const WalkState& state);

}  // namespace swept::oracle

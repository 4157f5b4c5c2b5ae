#pragma once

// How a character feels its way: straight sweeps and what it touches, the same for a polyhedron and
// for a set of spheres. Every pose that it hands out is the end of a sweep, so separate if the
// start was.

#include <vector>

#include "dynamics/character_memory.h"

namespace swept {

/// Where a straight way ended.
struct WayEnd {
    Pose pose;            ///< of the character
    double fraction = 1;  ///< of the way
    bool hit = false;     ///< whether something ended it: `met`
    CharacterState state = CharacterState::moved;
    InWorld<Contact> met = {};
};

/// What a character's sweeps need to know.
class CharacterSweeps {
   public:
    CharacterSweeps(const BodyShape& shape, const Polyhedron* centres, double skin,
                    const WorldSnapshot& world, const WorldFilter& filter, CharacterMemory& memory);

    /// As far as the world allows. A way without length ends at once.
    [[nodiscard]] WayEnd go(const Pose& from, const Eigen::Vector3d& way);
    /// The same past a body alone, which stands still.
    [[nodiscard]] WayEnd go_past(const Pose& from, const Eigen::Vector3d& way,
                                 const Polyhedron& body, const Pose& world_from_body);
    /// How far the body gets along a motion that begins where it stands; `pose` is the character's,
    /// and the contact's normal leads from body to character, at the body's end.
    [[nodiscard]] WayEnd approach(const Pose& character, const Polyhedron& body,
                                  const Pose& world_from_body, const Motion& motion);
    /// All that is no further away than about the skin.
    void touching(const Pose& pose, std::vector<InWorld<Contact>>& found);
    /// Whether a face that can be walked on lies under this segment, which leads down.
    [[nodiscard]] bool is_floor_between(const Eigen::Vector3d& top, const Eigen::Vector3d& bottom,
                                        const Eigen::Vector3d& up, double walkable) const;

    /// How many sweeps and casts were made.
    [[nodiscard]] int sweeps() const { return sweeps_; }
    /// The height of the lowest point along `up`.
    [[nodiscard]] double lowest(const Pose& pose, const Eigen::Vector3d& up) const;

   private:
    const BodyShape& shape_;
    const Polyhedron* centres_;
    double skin_;
    double thickest_ = 0;
    const WorldSnapshot& world_;
    CharacterMemory& memory_;
    SweepOptions sweep_options_;
    CastOptions cast_options_;
    bool clear_ = false;  ///< of spheres: they are known to overlap nothing
    int sweeps_ = 0;

    [[nodiscard]] bool overlaps(const SphereSet& spheres, const Pose& pose) const;
};

}  // namespace swept

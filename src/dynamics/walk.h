#pragma once

// One move of a character: the walk or flight of the header.

#include <vector>

#include "dynamics/character_memory.h"
#include "dynamics/character_sweeps.h"

namespace swept {

/// How a character walks, as it was checked.
struct Gait {
    Eigen::Vector3d up;  ///< unit
    double step_height;
    double walkable;  ///< least cosine between `up` and the normal of a ground
    double skin;
    int slides;
};

/// Runs one move from a pose.
class CharacterWalk {
   public:
    /// `made` is the answer, overwritten.
    CharacterWalk(const Gait& gait, CharacterSweeps& probe, const Pose& start, CharacterMove& made,
                  CharacterMemory& memory);

    /// `grounds` and `stands`: how the last move left it.
    void run(const Eigen::Vector3d& displacement, const std::vector<Eigen::Vector3d>& grounds,
             bool stands);
    /// What it stands on now.
    [[nodiscard]] const Footing& footing() const { return footing_; }

   private:
    Gait gait_;
    CharacterSweeps& probe_;
    Pose start_;
    Pose pose_;
    CharacterMove& made_;
    CharacterMemory& memory_;
    Planes& planes_;    ///< what is in the way where it is
    Footing& footing_;  ///< under `looked_`
    Pose looked_;       ///< where `near_` and `footing_` are true
    bool has_looked_ = false;
    std::vector<InWorld<Contact>>& near_;
    Eigen::Vector3d across_ = Eigen::Vector3d::Zero();  ///< what is left to go across `up`
    double rise_ = 0;                                   ///< and along it
    bool walking_ = false;
    std::optional<Pose> wedged_at_;  ///< where it could not fall any further
    bool ended_ = false;             ///< a sweep found it overlapping or was not decided

    [[nodiscard]] int strides_of(double length) const;
    void stride();
    void slide();
    bool advance(const Eigen::Vector3d& way);
    bool meet(const WayEnd& end, double length);
    bool step_over(const InWorld<Contact>& wall);
    [[nodiscard]] bool may_be_step(const InWorld<Contact>& wall) const;
    void keep_to_ground();
    void look();
    [[nodiscard]] bool is_edge_of_ground(const InWorld<Contact>& contact, double feet) const;
    [[nodiscard]] WayEnd go(const Eigen::Vector3d& way);
    void arrive(const Pose& pose);
    void touch(const InWorld<Contact>& contact);
};

}  // namespace swept

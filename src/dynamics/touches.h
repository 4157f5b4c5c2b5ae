#pragma once

// Which bodies touch, and where: what impulses act at.

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "dynamics/bodies.h"
#include "dynamics/joints.h"
#include "swept/distance.h"
#include "swept/world.h"

namespace swept {

/// A point at which a body touches another, or a room.
struct Touch {
    std::uint32_t a = 0;
    std::uint32_t b = no_body;
    Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< in world
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< from b to a
    double separation = 0;
    double friction = 0;
    double restitution = 0;
    std::uint64_t feature = 0;  ///< which features meet: the same from step to step
    ColliderRef collider;       ///< of a room
    double impulse = 0;         ///< along the normal, of the last solution
    Eigen::Vector3d rub = Eigen::Vector3d::Zero();  ///< across it
};

/// Finds touches. It keeps only working memory and directions to begin with.
class TouchFinder {
   public:
    TouchFinder(const Bodies& bodies, const Joints& joints,
                const std::optional<WorldSnapshot>& world, double skin)
        : bodies_(bodies), joints_(joints), world_(world), skin_(skin) {}

    /// Adds what a pair of bodies, a < b, has within a reach.
    void pair(std::uint32_t a, std::uint32_t b, double reach, std::vector<Touch>& found);
    /// Adds what a body has with the rooms.
    void rooms(std::uint32_t a, double reach, std::vector<Touch>& found);
    /// What is closer touches: between it and the skin there is room to rub without sweeps.
    [[nodiscard]] double near() const { return 3 * skin_; }
    /// What two may come together within a time is within reach; but no more than a twentieth of
    /// their size: a contact that far off says little about how they will meet.
    [[nodiscard]] double reach(std::uint32_t a, std::uint32_t b, double time) const;
    /// Whether two bodies may touch: boxes, masks, one of them can be pushed, and no joint
    /// holds them.
    [[nodiscard]] bool may_touch(std::uint32_t a, std::uint32_t b, double reach) const;
    /// A direction that led from b to a before, to be used and renewed.
    [[nodiscard]] Eigen::Vector3d& direction(std::uint32_t a, std::uint32_t b);
    /// Forgets directions: bodies have other numbers.
    void forget() { directions_.clear(); }

   private:
    const Bodies& bodies_;
    const Joints& joints_;
    const std::optional<WorldSnapshot>& world_;
    double skin_;
    std::unordered_map<std::uint64_t, Eigen::Vector3d> directions_;
    Scratch scratch_;
    ContactSet set_;
};

/// All touches: of bodies that sleep those that were, of others those that are or may be within the
/// time. What was is matched by its features, so that impulses are taken over.
void refresh(std::vector<Touch>& touches, const Bodies& bodies, TouchFinder& finder, double time);

}  // namespace swept

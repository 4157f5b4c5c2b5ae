#pragma once

// An engine of rigid bodies, behind a small interface: what is measured is the same for ours and
// for Bullet.

#include <cstddef>
#include <memory>

#include "swept/dynamics/simulation.h"

namespace swept::bench {

class Engine {
   public:
    Engine() = default;
    virtual ~Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// The next body; the first is number 0. All of a start are added before the first step.
    virtual void add(const BodyDef& body) = 0;
    virtual void step(double duration) = 0;
    [[nodiscard]] virtual BodyState state(std::size_t number) const = 0;
};

[[nodiscard]] std::unique_ptr<Engine> make_swept(const Eigen::Vector3d& gravity);

/// What of Bullet's settings is not its own.
struct BulletSettings {
    int rounds = 10;      ///< of its solver, over all contacts
    bool sweeps = false;  ///< balls ahead of fast bodies, as its manual says one should
};

/// Boxes and spheres as Bullet has them, one step per step. Frictions are such that the same counts
/// for a pair as with us. Null where Bullet was not found at build time.
[[nodiscard]] std::unique_ptr<Engine> make_bullet(const Eigen::Vector3d& gravity,
                                                  const BulletSettings& settings);

}  // namespace swept::bench

#pragma once

// All that a simulation has.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dynamics/bodies.h"
#include "dynamics/impulses.h"
#include "dynamics/joints.h"
#include "dynamics/touches.h"
#include "dynamics/travel.h"
#include "swept/dynamics/simulation.h"

namespace swept {

struct Simulation::State {
    SimulationOptions options;
    std::optional<WorldSnapshot> world;
    double skin = 0;
    double smallest = 0;  ///< extent of a dynamic body
    Bodies bodies;        ///< by ascending id
    Bodies rooms;         ///< of the world, as bodies that stand
    std::map<BodyId, std::uint32_t> numbers;
    std::vector<Touch> touches;
    Joints joints;
    std::vector<std::uint32_t> joint_numbers;  ///< the caller's, ascending
    std::uint32_t joint_count = 0;
    ImpulseSolver solver{joints};
    std::optional<TouchFinder> finder;
    std::optional<Travel> travel;
    double work = 0;

    void advance(double duration, double whole, StepReport& report);
    void keep_energy(std::span<const double> before, double given,
                     std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs);
    [[nodiscard]] std::vector<double> energies() const;

    /// After bodies have come or gone.
    void renumber() {
        numbers.clear();
        for (std::uint32_t i = 0; i < bodies.size(); ++i) numbers.emplace(bodies[i].id, i);
        finder->forget();
        for (JointRecord& joint : joints.list) {
            joint.a = numbers.at(joint.joint.a);
            if (joint.joint.b) joint.b = numbers.at(*joint.joint.b);
        }
        joints.connect(bodies);
    }

    Result<void> add_joints(std::span<const Joint> given);
    /// As the bodies stand now.
    Result<void> renew_joints();
    /// Velocities become such that joints stay closed: impulses and new joints are answered.
    void answer_joints();
    [[nodiscard]] bool joined(BodyId a, BodyId b) const {
        const auto p = numbers.find(a), q = numbers.find(b);
        return p != numbers.end() && q != numbers.end() && joints.joined(p->second, q->second);
    }
    /// By the caller's number; null for what is none.
    JointRecord* find_joint(std::uint32_t number) {
        const auto at = std::ranges::lower_bound(joint_numbers, number);
        if (at == joint_numbers.end() || *at != number) return nullptr;
        return &joints.list[static_cast<std::size_t>(at - joint_numbers.begin())];
    }

    void connect() {
        finder.emplace(bodies, joints, world, skin);
        travel.emplace(bodies, joints, rooms, *finder, solver, options, skin);
    }
};

}  // namespace swept

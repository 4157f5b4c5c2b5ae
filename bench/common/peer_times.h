#pragma once

// Whoever answers "do these two placed meshes meet?", behind one small interface, and how long they
// take over the same poses, in turns, on one thread. Times are microseconds a query: the mean over
// the turns at a distance, the median over rounds.

#include <span>
#include <vector>

#include "course.h"
#include "swept/geometry.h"

namespace swept::bench {

/// Two copies of one mesh, sharing one tree.
class Peer {
   public:
    Peer() = default;
    virtual ~Peer() = default;
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    [[nodiscard]] virtual bool collide(const Pose& world_from_a, const Pose& world_from_b) = 0;
};

/// Mean microseconds a query at each distance.
using Curve = std::vector<double>;

/// The paper's mean over all distances and turns.
[[nodiscard]] double mean_with_0(const Curve& curve);
/// The same without distance 0, where copies coincide and some peers drown.
[[nodiscard]] double mean_without_0(const Curve& curve);

/// Microseconds a query over some poses; `answers` takes what was said, for each of them.
[[nodiscard]] double time_poses(Peer& peer, std::span<const Pose> poses, std::span<char> answers);

/// Microseconds a query over a list of poses, in turns: a number for each contestant.
[[nodiscard]] std::vector<double> time_all(std::span<Peer* const> peers,
                                           std::span<const Pose> poses, int rounds);

/// Times of contestants in turns: a curve each. `answers`, if given, takes what they said.
[[nodiscard]] std::vector<Curve> time_course(std::span<Peer* const> peers, const Course& course,
                                             int rounds,
                                             std::vector<std::vector<char>>* answers = nullptr);

}  // namespace swept::bench

#pragma once

// Which sweeps are asked: starts that are separate, near the obstacle and at random, the same in
// every run; motions short and long, straight and turning.

#include <array>
#include <cstdint>
#include <random>
#include <span>

#include "subjects.h"
#include "swept/sweep.h"

namespace swept::bench {

/// The same numbers on every machine.
class Random {
   public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    double uniform(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
    }
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(engine_() % count);
    }
    Eigen::Vector3d direction();
    Quaternion rotation();

   private:
    std::mt19937_64 engine_;
};

enum class MotionKind : std::uint8_t { step, way, small_turn, turn };
inline constexpr std::array all_motions{MotionKind::step, MotionKind::way, MotionKind::small_turn,
                                        MotionKind::turn};

/// "step" (a tenth of the mover's size), "way" (long), "small turn" (whose arc is a step), "turn"
/// (up to a full one).
[[nodiscard]] const char* name_of(MotionKind kind);

/// A start, and where the mover is heading: what all kinds of motion are made from.
struct Start {
    Pose pose;
    Eigen::Vector3d way = Eigen::Vector3d::Zero();        ///< to a place at the obstacle
    Eigen::Vector3d sideways = Eigen::Vector3d::UnitX();  ///< unit, across the way
    double lean = 0;   ///< -1 to 1: where the axis of a turn lies
    double share = 0;  ///< 0.25 to 1: how much of the longest motion is made
};

struct Question {
    Pose start;
    Motion motion;
};

/// As many starts as are wanted, or fewer where there is no room for them.
[[nodiscard]] std::vector<Start> make_starts(const Subject& mover, const Subject& obstacle,
                                             std::size_t count, std::uint64_t seed);

/// `reach` scales long motions.
[[nodiscard]] Motion make_motion(const Start& start, MotionKind kind, double mover_size,
                                 double reach);

/// The questions of one kind. The reach of long motions is chosen so that about half of them hit.
[[nodiscard]] std::vector<Question> make_questions(const Subject& mover, const Subject& obstacle,
                                                   std::span<const Start> starts, MotionKind kind);

}  // namespace swept::bench

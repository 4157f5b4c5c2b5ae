#pragma once

// Plays a scene step by step, keeps the books on it, and judges it.
//
// Characters and bodies take turns, so that neither is ever inside the other: a character walks,
// and gets out of the way of what is kinematic, while bodies stand; bodies then move while it
// stands.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simulate_scene.h"

namespace swept::tool {

struct CharacterInstant {
    Pose pose;
    bool on_ground = false;
    std::size_t reached = 0;  ///< places of its way that it has been to
};

/// How all is after a step; step 0 is the start.
struct Instant {
    std::size_t step = 0;
    double time = 0;
    std::span<const std::optional<BodyState>> bodies;  ///< of the scene; none: not there yet
    std::span<const CharacterInstant> characters;      ///< of the scene
    Energy energy;
    std::size_t contacts = 0;
};

/// What was found by judging: exact overlap of all that could, bodies and rooms.
struct Judgement {
    std::size_t steps = 0;     ///< after how many steps it was judged
    std::size_t pairs = 0;     ///< how many pairs were near enough to be asked about
    std::size_t overlaps = 0;  ///< pairs that overlap, over all these steps
    std::string first;         ///< the first of them, in words
    double first_time = 0;
};

struct RunReport {
    std::size_t steps = 0;
    double seconds = 0;
    std::size_t dynamic = 0, kinematic = 0, fixed = 0;  ///< bodies
    // Energy is counted from the lowest place of the scene at its start.
    double energy_start = 0;
    double energy_end = 0;
    double brought = 0;  ///< by bodies that came later
    double work = 0;     ///< by kinematic bodies and forces
    /// The largest of what there was as a share of what there could be: the least there had been so
    /// far, and what was brought and worked since. 1: it never grew of itself.
    double growth = 1;
    /// The largest as a share of all that there was to begin with, was brought and worked.
    double over_start = 1;
    std::size_t joints = 0;
    double position_error = 0;  ///< the furthest that a joint was open after a step, a length
    double angle_error = 0;     ///< and turned as it may not be, radians
    Judgement judged;
    std::size_t contacts = 0, most_contacts = 0;
    std::size_t asleep = 0;
    std::size_t blocked = 0;          ///< steps in which some body lost a part of its way
    double lost = 0;                  ///< the most that one lost in a step, seconds
    double ms_mean = 0, ms_most = 0;  ///< per step, without judging and writing
    std::uint64_t hash = 0;           ///< of all poses after all steps
    std::vector<CharacterInstant> characters;
};

struct RunOptions {
    bool judge_all = false;  ///< after every step, not only at the end
    Progress progress = {};
    std::function<void(const Instant&)> record = {};  ///< called at the start and after each step
};

/// Throws Failure where something was inside something, with the exit code for that.
void check_judgement(const std::string& scene, const Judgement& judged);

/// Throws Failure where the scene cannot be played; it names what is wrong.
[[nodiscard]] RunReport run_scene(const Scene& scene, const RunOptions& options);

/// How many steps a scene has.
[[nodiscard]] std::size_t steps_of(const Scene& scene);

}  // namespace swept::tool

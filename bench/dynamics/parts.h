#pragma once

// What bench/dynamics.cpp measures, one function per part.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace swept::bench {

/// Pushes of a character through a level.
struct CharacterRow {
    std::string level, shape;
    int pushes = 0;
    double us = 0;           ///< per push, of the processor
    double sweeps = 0;       ///< per push
    std::uint64_t hash = 0;  ///< of all places
};
/// Walks of `pushes` steps of 30 cm through the generated level, by a box, a prism and spheres; and
/// through the levels of games, where there are any.
[[nodiscard]] std::vector<CharacterRow> measure_characters(int pushes);

/// Pieces thrown about in a level until they rest.
struct DebrisRow {
    std::string pieces;
    std::size_t count = 0, hits = 0, at_rest = 0, inside = 0;
    double ms = 0;           ///< per step, on the wall
    double longest_ms = 0;   ///< of any step
    double busiest_ms = 0;   ///< per step, of the processor, in the busiest half second
    double cpu_ms = 0;       ///< per step, of the processor, all threads together
    std::uint64_t hash = 0;  ///< of all places
};
/// `count` polygons, and as many points, through `steps` steps at 60 Hz.
[[nodiscard]] std::vector<DebrisRow> measure_debris(std::size_t count, int steps);

/// A scene of 'swept simulate' in one engine. Times are of the processor, per step.
struct SceneRow {
    std::string scene, engine;
    double rate = 0;                  ///< steps per second
    double penetration_standing = 0;  ///< the deepest after any step, metres; 0: none, exactly
    double penetration_at_rest = 0;   ///< the same at the end of standing
    double penetration_moving = 0;    ///< the same after something was thrown, or of all of it
    double drift = 0;                 ///< of any body while all stands, metres
    double ms_awake = 0;              ///< while standing, in the first half second
    double ms_standing = 0;           ///< while standing
    double ms_moving = 0;             ///< after
    double energy_growth = 0;         ///< the most there was at any time, of what bodies came with
    double energy_regained = 0;       ///< the most above what it once had come down to, likewise
};
/// The wall at four rates, a tower and a ring of dominoes; ours and, in turns, Bullet.
[[nodiscard]] std::vector<SceneRow> measure_scenes(bool quick);

/// Fast things that must not get through thin ones, in one engine.
struct TunnelRow {
    std::string scene, engine;
    double rate = 0;  ///< steps per second
    int runs = 0, tunnelled = 0;
    double energy_growth = 0;  ///< as of a SceneRow
};
[[nodiscard]] std::vector<TunnelRow> measure_tunnels(bool quick);

}  // namespace swept::bench

#pragma once

// The questions, by kind. Each kind asks them in batches of a hundred: about two shapes, or one
// world, with one set of options, all drawn from the batch's own random numbers. So a batch can be
// asked by any thread, in any order, one by one or through the library's own batches.

#include <span>
#include <string_view>

#include "tests/determinism/hash.h"
#include "tests/determinism/scenes.h"

namespace swept::determinism {

inline constexpr int batch_size = 100;

/// How a batch is asked, which must not show in the answers.
struct Manner {
    bool in_batches = false;  ///< through overlap_batch and the like, where there is such
    unsigned threads = 1;     ///< for these, and for trees
};

struct Kind {
    std::string_view name;
    void (*ask)(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers);
};

/// All kinds, in the order in which they are asked and listed.
[[nodiscard]] std::span<const Kind> kinds();

using AskKind = void(const Scenes&, Random&, const Manner&, Hash&);
AskKind ask_relation, ask_meetings, ask_distance, ask_contacts;
AskKind ask_translation, ask_rotation, ask_screw, ask_many, ask_path;
AskKind ask_collisions, ask_pixels, ask_sphere_collisions;
AskKind ask_rays, ask_spheres, ask_sphere_sets;
AskKind ask_world_casts, ask_world_sweeps, ask_world_places, ask_world_steps, ask_world_edits;
AskKind ask_motions, ask_trees, ask_polyhedra;
AskKind ask_dynamics;

}  // namespace swept::determinism

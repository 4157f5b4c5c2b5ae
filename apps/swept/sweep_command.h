#pragma once

// What the commands about a mover and an obstacle in its way share: flags, the two meshes, and how
// it is told where the mover ended and why.

#include <cstdint>
#include <string>

#include "command.h"
#include "json_text.h"
#include "mesh_source.h"
#include "picture_flag.h"
#include "swept/sweep.h"

namespace swept::tool {

struct MovingFlags : CommonFlags {
    std::string mover;
    std::string obstacle;
    std::string obstacle_at;
    std::string picture;
    bool surfaces = false;
    std::uint64_t budget = no_budget;
    ShapeFlags shape;
};

/// All of them, those of every command and of meshes included.
void add_moving_flags(Command& command, MovingFlags& flags);

/// What the flags mean; throws Failure.
[[nodiscard]] Pose obstacle_pose(const MovingFlags& flags);
[[nodiscard]] InitialOverlap initial_overlap(const MovingFlags& flags);

struct MovingPair {
    Polyhedron mover;
    Polyhedron obstacle;
};

/// Throws Failure.
[[nodiscard]] MovingPair load_pair(const MovingFlags& flags);

/// Where a mover ended and why.
struct Ending {
    State state = State::free;
    Contact contact;
    OverlapResult::Contained contained = OverlapResult::Contained::none;
    Pose pose;
    double margin = 0;
};

/// Of the answer to a sweep or a path.
template <class Answer>
[[nodiscard]] Ending ending_of(const Answer& answer) {
    return {answer.state, answer.contact, answer.contained, answer.end, answer.margin};
}

/// Whether there is a contact to tell of. Not where only what lies inside makes them overlap.
[[nodiscard]] bool has_contact(const Ending& ending);

/// The keys contact, pose, margin and, where it applies, contained.
/// `obstacle` is the shape that the contact is with, or null where that is none.
void add_ending(JsonObject& json, const Ending& ending, const Polyhedron& mover,
                const Polyhedron* obstacle);

// For people.

/// "MOVER past OBSTACLE: " and what the state says.
void print_state(const std::string& mover, const std::string& obstacle, State state);

/// "40.00 % of the motion, fraction 0.4"
[[nodiscard]] std::string share_in_words(double fraction, const char* whole);

/// The rows below: contact, contained, why it is not decided, end and margin.
void print_ending(const Ending& ending, bool has_budget);

}  // namespace swept::tool

#pragma once

// What the commands about two meshes that stand still share: flags, the two meshes, where they
// are, and how it is told that they meet.

#include <optional>
#include <string>

#include "command.h"
#include "json_text.h"
#include "mesh_source.h"
#include "picture_flag.h"
#include "swept/distance.h"
#include "swept/overlap.h"

namespace swept::tool {

struct StandingFlags : CommonFlags {
    std::string a;
    std::string b;
    std::string at;
    std::string obstacle_at;
    std::string batch;
    std::string picture;
    ShapeFlags shape;
};

/// All of them, those of every command and of meshes included.
void add_standing_flags(Command& command, StandingFlags& flags);

/// Refuses flags that do not go together; throws Failure.
void check_standing(const StandingFlags& flags, const char* command);

/// Where the two meshes are.
struct PosePair {
    Pose world_from_a;
    Pose world_from_b;
};

/// What the flags mean; throws Failure.
[[nodiscard]] PosePair poses_of(const StandingFlags& flags);
/// Those of a line of a batch; throws BadQuestion.
[[nodiscard]] PosePair poses_of(const Json& line);

struct StandingPair {
    Polyhedron a;
    Polyhedron b;
};

/// Throws Failure.
[[nodiscard]] StandingPair load_pair(const StandingFlags& flags);

/// What --tolerance and --reduced, and --limit, mean; empty: the usual. Throws Failure.
[[nodiscard]] ContactOptions contact_options(const std::string& tolerance, bool reduced);
[[nodiscard]] DistanceOptions distance_options(const std::string& limit);

/// How the two meet, as `overlap` tells it.
struct Meeting {
    Relation relation = Relation::separate;
    std::optional<Witness> witness = std::nullopt;
    OverlapResult::Contained contained = OverlapResult::Contained::none;
};

/// Of the answer to a question about contacts or distance.
template <class Answer>
[[nodiscard]] Meeting meeting_of(const Answer& answer) {
    return {answer.relation, answer.witness, answer.contained};
}

/// Where they meet the keys witness and point, and, where it applies, contained.
void add_meeting(JsonObject& json, const Meeting& meeting);

/// The contact as an object.
[[nodiscard]] std::string json_contact(const Contact& contact, const Polyhedron& a,
                                       const Polyhedron* b);

/// The closest points: [[x,y,z],[x,y,z]].
[[nodiscard]] std::string json_points(const DistanceResult& result);

/// Begins a picture of the two, with what they meet at where no contact says it.
[[nodiscard]] Picture picture_of(const StandingFlags& flags, const StandingPair& pair,
                                 const PosePair& poses, const Meeting& meeting,
                                 const char* command);

// For people: the rows witness, point and contained.
void print_meeting(const Meeting& meeting, const StandingPair& pair);

}  // namespace swept::tool

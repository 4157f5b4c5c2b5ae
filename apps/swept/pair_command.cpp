#include "pair_command.h"

#include <fmt/format.h>

#include "command_line.h"
#include "format.h"
#include "json_blocks.h"

namespace swept::tool {
namespace {

using Contained = OverlapResult::Contained;

/// What the ids of a shape count.
const char* part_of(const Polyhedron& shape) {
    return shape.face_count() == 0 ? "point" : "face";
}

}  // namespace

void add_standing_flags(Command& command, StandingFlags& flags) {
    command.argument("A", flags.a, "A mesh: a file or solid:NAME,key=value...", true);
    command.argument("B", flags.b, "The other mesh", true);
    command.option("--at", flags.at, "POSE", "Where A is (default: as in its file)");
    command.option("--obstacle-at", flags.obstacle_at, "POSE", "Where B is");
    command.option("--batch", flags.batch, "FILE",
                   "Answer many questions, one JSON object per line; - is stdin");
    add_picture_flag(command, flags.picture);
    add_shape_flags(command, flags.shape);
    add_common_flags(command, flags);
}

void check_standing(const StandingFlags& flags, const char* command) {
    check_picture(flags.picture, flags.batch, command);
    const auto refuse = [&](bool wrong, const char* why) {
        if (wrong) throw Failure{Exit::bad_usage, fmt::format("{}: {}", command, why)};
    };
    const bool many = !flags.batch.empty();
    refuse(many && (!flags.at.empty() || !flags.obstacle_at.empty()),
           "with --batch the poses stand in the lines; leave out --at and --obstacle-at");
    refuse(many && flags.json,
           "--batch answers with JSON lines, --json with one document; leave out --json");
}

PosePair poses_of(const StandingFlags& flags) {
    PosePair poses;
    if (!flags.at.empty()) poses.world_from_a = pose_of_flag("--at", flags.at);
    if (!flags.obstacle_at.empty()) {
        poses.world_from_b = pose_of_flag("--obstacle-at", flags.obstacle_at);
    }
    return poses;
}

PosePair poses_of(const Json& line) {
    return {read_pose_of(line, "pose"), read_pose_of(line, "obstacle_pose")};
}

StandingPair load_pair(const StandingFlags& flags) {
    const auto [a, b] = load_shapes(flags.a, flags.b, flags.shape, flags);
    return {a, b};
}

ContactOptions contact_options(const std::string& tolerance, bool reduced) {
    ContactOptions options;
    options.reduced = reduced;
    if (tolerance.empty()) return options;
    const auto made = ContactTolerance::within(number_of_flag("--tolerance", "", tolerance));
    if (!made) throw Failure{Exit::bad_usage, "--tolerance: " + made.error().what};
    options.tolerance = *made;
    return options;
}

DistanceOptions distance_options(const std::string& limit) {
    DistanceOptions options;
    if (limit.empty()) return options;
    const auto made = DistanceLimit::at_most(number_of_flag("--limit", "", limit));
    if (!made) throw Failure{Exit::bad_usage, "--limit: " + made.error().what};
    options.limit = *made;
    return options;
}

void add_meeting(JsonObject& json, const Meeting& meeting) {
    if (meeting.relation == Relation::separate) return;
    if (const auto& witness = meeting.witness) {
        json.add_raw("witness", fmt::format("[{},{}]", witness->faces.a, witness->faces.b));
        json.add("point", witness->point);
    } else {
        json.add_null("witness");
        json.add_null("point");
    }
    if (meeting.contained == Contained::a) json.add("contained", "a");
    if (meeting.contained == Contained::b) json.add("contained", "b");
}

std::string json_contact(const Contact& contact, const Polyhedron& a, const Polyhedron* b) {
    JsonObject json;
    add_contact(json, contact, a, b);
    return std::move(json).text();
}

std::string json_points(const DistanceResult& result) {
    std::string text = "[";
    for (const Eigen::Vector3d& point : result.points) {
        text += text.size() == 1 ? "[" : ",[";
        for (int i = 0; i < 3; ++i) {
            if (i > 0) text += ',';
            append_number(text, point[i]);
        }
        text += ']';
    }
    return text + ']';
}

Picture picture_of(const StandingFlags& flags, const StandingPair& pair, const PosePair& poses,
                   const Meeting& meeting, const char* command) {
    Picture picture{.command = command, .state = std::string(name_of(meeting.relation))};
    add_pair(picture, {flags.a, {pair.a, poses.world_from_a}},
             {flags.b, {pair.b, poses.world_from_b}}, meeting.witness);
    return picture;
}

void print_meeting(const Meeting& meeting, const StandingPair& pair) {
    if (const auto& witness = meeting.witness) {
        print_row("witness", fmt::format("{} {} of A meets {} {} of B", part_of(pair.a),
                                         witness->faces.a, part_of(pair.b), witness->faces.b));
        print_row("point", words_of(witness->point));
    }
    if (meeting.contained == Contained::a) print_row("contained", "A lies inside B");
    if (meeting.contained == Contained::b) print_row("contained", "B lies inside A");
}

}  // namespace swept::tool

// swept distance A B: how far apart are they?

#include <fmt/format.h>

#include "batch.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "pair_command.h"
#include "swept/distance.h"

namespace swept::tool {
namespace {

struct DistanceFlags : StandingFlags {
    std::string limit;
};

/// The two meshes and how every question about them is asked.
struct Setting : StandingPair {
    DistanceOptions options;
};

DistanceResult answered(const Setting& setting, const PosePair& poses,
                        const DistanceOptions& options) {
    return distance({setting.a, poses.world_from_a}, {setting.b, poses.world_from_b}, options);
}

bool has_closest(const DistanceResult& result) {
    return result.relation == Relation::separate && !result.beyond;
}

void add_answer(const Setting& setting, const DistanceResult& result, JsonObject& json) {
    json.add("relation", name_of(result.relation));
    json.add("distance", result.distance);
    json.add("beyond", result.beyond);
    if (has_closest(result)) {
        json.add_raw("points", json_points(result));
        json.add_raw("closest", json_contact(result.closest, setting.a, &setting.b));
    } else {
        json.add_null("points");
        json.add_null("closest");
    }
    add_meeting(json, meeting_of(result));
}

// ---- for people ----

void print_text(const DistanceFlags& flags, const Setting& setting, const DistanceResult& result) {
    print_headline(fmt::format("{} and {}: {}", short_name(flags.a), short_name(flags.b),
                               name_of(result.relation)));
    if (result.beyond) {
        return print_row("distance", fmt::format("more than {:.9g}, the limit", result.distance));
    }
    print_row("distance", short_number(result.distance));
    if (!has_closest(result)) return print_meeting(meeting_of(result), setting);
    const Contact& closest = result.closest;
    print_row("of A", fmt::format("{} at {}", words_of(closest.mover), words_of(result.points[0])));
    print_row("of B",
              fmt::format("{} at {}", words_of(closest.obstacle), words_of(result.points[1])));
    print_row("normal", words_of(closest.normal) + " from B to A");
}

// ---- the picture ----

void draw(const DistanceFlags& flags, const Setting& setting, const PosePair& poses,
          const DistanceResult& result) {
    Picture picture = picture_of(flags, setting, poses, meeting_of(result), "distance");
    picture.text = picture_text([&] { print_text(flags, setting, result); });
    if (has_closest(result)) {
        picture.marks.push_back(
            mark_of(result.closest, {PictureMeeting::closest, flags.a, flags.b}));
        picture.lines.push_back(
            {.kind = PictureLineKind::gap, .points = {result.points[0], result.points[1]}});
    }
    write_picture(picture, flags.picture, flags);
}

// ---- what is asked ----

/// Those of all lines, but for what the line says.
DistanceOptions options_of(const Json& line, DistanceOptions options) {
    const auto length = read_number_of(line, "limit");
    if (!length) return options;
    const auto made = DistanceLimit::at_most(*length);
    if (!made) throw BadQuestion{"limit: " + made.error().what};
    options.limit = *made;
    return options;
}

void run_many(const DistanceFlags& flags) {
    const DistanceOptions options = distance_options(flags.limit);
    const LineInput input(flags.batch);
    const Setting setting{load_pair(flags), options};
    const auto answer = [&](const Json& line, JsonObject& json) {
        const auto result = answered(setting, poses_of(line), options_of(line, setting.options));
        add_answer(setting, result, json);
    };
    run_batch(input, {{"pose", "obstacle_pose", "limit"}, answer}, flags);
}

void run_one(const DistanceFlags& flags) {
    const PosePair poses = poses_of(flags);
    const DistanceOptions options = distance_options(flags.limit);
    const Setting setting{load_pair(flags), options};
    const DistanceResult result = answered(setting, poses, options);
    if (flags.json) {
        JsonObject json;
        add_answer(setting, result, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_text(flags, setting, result);
    }
    if (!flags.picture.empty()) draw(flags, setting, poses, result);
    end_query(flags, flags.limit.empty() ? result.relation != Relation::separate : !result.beyond);
}

void run(const DistanceFlags& flags) {
    check_standing(flags, "distance");
    check_exit_code(flags, flags.batch, "distance");
    if (!flags.batch.empty()) return run_many(flags);
    run_one(flags);
}

}  // namespace

void add_distance(CommandLine& program) {
    Command command = program.add("distance", "How far apart are two meshes, and where?");
    command.examples(
        "  swept distance part.stl housing.stl --at 0,0,12.5\n"
        "  swept distance --json part.stl housing.stl --limit 5\n"
        "  swept distance part.stl housing.stl --batch poses.jsonl > answers.jsonl\n"
        "A pose: x,y,z or x,y,z,qw,qx,qy,qz or {\"translation\":[x,y,z],\"rotation\":[w,x,y,z]}\n"
        "        or {\"matrix\":[[4 numbers],[4],[4]]}\n"
        "A line of a batch: {\"id\":...,\"pose\":{...},\"obstacle_pose\":{...},\"limit\":length},\n"
        "        all of them optional");
    auto flags = std::make_shared<DistanceFlags>();
    command.option("--limit", flags->limit, "LENGTH",
                   "Measure no further than this (default: any distance; in a batch, of lines that "
                   "say nothing else)");
    add_standing_flags(command, *flags);
    add_exit_code_flag(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool

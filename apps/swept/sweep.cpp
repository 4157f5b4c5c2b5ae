// swept sweep MOVER OBSTACLE: how far does it get?

#include "swept/sweep.h"

#include <fmt/format.h>

#include <numbers>
#include <optional>

#include "batch.h"
#include "command.h"
#include "command_line.h"
#include "json_blocks.h"
#include "moving.h"

namespace swept::tool {
namespace {

using Words = std::vector<std::string>;

struct SweepFlags : MovingFlags {
    std::string at;
    std::string translate;
    Words rotate;
    Words screw;
    std::string to;
    std::string batch;
    std::string zone;
};

/// The two meshes and how every question about them is asked.
struct Setting : MovingPair {
    SweepOptions options;
};

SweepResult answered(const Setting& setting, const SweepQuestion& question) {
    // Batches ask from several threads. It holds nothing that an answer depends on.
    thread_local SweepScratch scratch;
    return sweep(setting.mover, question.world_from_mover, question.motion, setting.obstacle,
                 question.world_from_obstacle, setting.options, &scratch);
}

void add_answer(const Setting& setting, const SweepQuestion& question, JsonObject& json) {
    const SweepResult result = answered(setting, question);
    json.add("start", name_of(result.start));
    json.add("state", name_of(result.state));
    json.add("free_fraction", result.free_fraction);
    add_ending(json, ending_of(result), setting);
}

// ---- for people ----

/// "1.5 of 3", the whole and a share of it.
std::string part_of(double whole, double fraction) {
    return fmt::format("{} of {}", fraction * whole, whole);
}

std::string turned(double angle, double fraction) {
    return part_of(angle / std::numbers::pi * 180, fraction) + " degrees";
}

/// How far along its motion something got.
std::string travelled(const Motion& motion, double fraction) {
    if (const auto* translation = std::get_if<Translation>(&motion)) {
        return part_of(translation->vector().stableNorm(), fraction);
    }
    if (const auto* rotation = std::get_if<Rotation>(&motion)) {
        return turned(rotation->angle(), fraction);
    }
    const auto& screw = std::get<Screw>(motion);
    if (screw.angle() == 0) return part_of(screw.glide(), fraction);
    if (screw.glide() == 0) return turned(screw.angle(), fraction);
    return fmt::format("{}, {} along the axis", turned(screw.angle(), fraction),
                       part_of(screw.glide(), fraction));
}

void print_text(const SweepFlags& flags, const SweepResult& result, const Motion& motion) {
    print_state(flags, result.state);
    if (result.state != SweepState::overlapping) {
        print_row("start", std::string(name_of(result.start)));
        print_row("free", share_in_words(result.free_fraction, "the motion"));
        print_row("travelled", travelled(motion, result.free_fraction));
    }
    print_ending(flags, ending_of(result));
}

// ---- what the flags mean ----

/// The motion, unless its maker says what is wrong with it.
template <class Made>
Motion motion_of(std::string_view flag, const Result<Made>& made) {
    if (!made) throw Failure{Exit::bad_usage, fmt::format("{}: {}", flag, made.error().message())};
    return *made;
}

Motion translate_of(const std::string& text) {
    const Result<Translation> made = Translation::make(vector_of_flag("--translate", "", text));
    if (!made) throw Failure{Exit::bad_usage, "--translate: " + made.error().what};
    return *made;
}

double radians_of_flag(std::string_view flag, const std::string& text) {
    // In this order quarter turns and their halves are as exact as a double can be.
    return number_of_flag(flag, "DEGREES", text) / 180 * std::numbers::pi;
}

Motion rotate_of(const Words& values) {
    constexpr std::string_view flag = "--rotate";
    const Eigen::Vector3d origin = vector_of_flag(flag, "ORIGIN", values[0]);
    const Eigen::Vector3d axis = vector_of_flag(flag, "AXIS", values[1]);
    return motion_of(flag, Rotation::make(origin, axis, radians_of_flag(flag, values[2])));
}

Motion screw_of(const Words& values) {
    constexpr std::string_view flag = "--screw";
    const Eigen::Vector3d origin = vector_of_flag(flag, "ORIGIN", values[0]);
    const Eigen::Vector3d axis = vector_of_flag(flag, "AXIS", values[1]);
    const double angle = radians_of_flag(flag, values[2]);
    const double glide = number_of_flag(flag, "GLIDE", values[3]);
    return motion_of(flag, Screw::make(origin, axis, angle, glide));
}

/// Which motions were given, as the flags are called.
Words motions_in(const SweepFlags& flags) {
    Words given;
    if (!flags.translate.empty()) given.emplace_back("--translate");
    if (!flags.rotate.empty()) given.emplace_back("--rotate");
    if (!flags.screw.empty()) given.emplace_back("--screw");
    if (!flags.to.empty()) given.emplace_back("--to");
    return given;
}

SweepQuestion question_of(const SweepFlags& flags) {
    SweepQuestion question;
    if (!flags.at.empty()) question.world_from_mover = pose_of_flag("--at", flags.at);
    question.world_from_obstacle = obstacle_pose(flags);
    if (!flags.translate.empty()) question.motion = translate_of(flags.translate);
    if (!flags.rotate.empty()) question.motion = rotate_of(flags.rotate);
    if (!flags.screw.empty()) question.motion = screw_of(flags.screw);
    if (!flags.to.empty()) {
        question.motion = screw_between(question.world_from_mover, pose_of_flag("--to", flags.to));
    }
    return question;
}

SweepOptions options_of(const SweepFlags& flags) {
    SweepOptions options;
    options.budget = flags.budget;
    options.start_check = start_check(flags);
    if (flags.zone.empty()) return options;
    const auto zone = ZoneThickness::at_least(number_of_flag("--zone", "", flags.zone));
    if (!zone) throw Failure{Exit::bad_usage, "--zone: " + zone.error().what};
    options.zone = *zone;
    return options;
}

void check_combination(const SweepFlags& flags) {
    const auto refuse = [](bool wrong, const std::string& why) {
        if (wrong) throw Failure{Exit::bad_usage, "sweep: " + why};
    };
    const bool many = !flags.batch.empty();
    const bool placed = !flags.at.empty() || !flags.obstacle_at.empty();
    const Words motions = motions_in(flags);
    refuse(many && (placed || !motions.empty()),
           "with --batch poses and motions stand in the lines; leave out --at, --obstacle-at, " +
               std::string("--translate, --rotate, --screw and --to"));
    refuse(many && flags.json,
           "--batch answers with JSON lines, --json with one document; leave out --json");
    refuse(!many && motions.empty(),
           "no motion is given; add --translate, --rotate, --screw or --to, or --batch");
    refuse(motions.size() > 1, fmt::format("{} are given; a sweep has one motion, leave out the "
                                           "others",
                                           fmt::join(motions, " and ")));
}

// ---- the two ways to ask ----

void run_many(const SweepFlags& flags) {
    const SweepOptions options = options_of(flags);
    const LineInput input(flags.batch);
    const Setting setting{load_pair(flags), options};
    const auto answer = [&](const Json& line, JsonObject& json) {
        SweepQuestion question;
        question.world_from_mover = read_pose_of(line, "mover_pose");
        question.world_from_obstacle = read_pose_of(line, "obstacle_pose");
        const Json* motion = line.find("motion");
        if (motion == nullptr) throw BadQuestion{"motion: is missing"};
        question.motion = read_motion(*motion, question.world_from_mover, {"motion"});
        add_answer(setting, question, json);
    };
    run_batch(input, {{"mover_pose", "obstacle_pose", "motion"}, answer}, flags);
}

void run_one(const SweepFlags& flags) {
    const SweepQuestion question = question_of(flags);
    const SweepOptions options = options_of(flags);
    const Setting setting{load_pair(flags), options};
    if (!flags.json) return print_text(flags, answered(setting, question), question.motion);
    JsonObject json;
    add_answer(setting, question, json);
    fmt::print("{}\n", std::move(json).text());
}

void run(const SweepFlags& flags) {
    check_combination(flags);
    if (!flags.batch.empty()) return run_many(flags);
    run_one(flags);
}

}  // namespace

void add_sweep(CommandLine& program) {
    Command command = program.add("sweep", "How far does a mesh get before it touches another?");
    command.examples(
        "  swept sweep part.stl housing.stl --translate 0,0,-40\n"
        "  swept sweep door.obj frame.obj --rotate 0.4,0,0 0,0,1 90\n"
        "  swept sweep bolt.stl plate.stl --at 0,0,30 --screw 0,0,0 0,0,1 -3600 -12.5\n"
        "  swept sweep --json a.obj b.obj --to '{\"translation\":[1,2,3],"
        "\"rotation\":[0.6,0.8,0,0]}'\n"
        "  swept sweep part.stl housing.stl --batch moves.jsonl > answers.jsonl\n"
        "ORIGIN is any point of the axis and AXIS its direction, both x,y,z in the world; a turn "
        "is\n"
        "right-handed, and GLIDE the length travelled along the axis meanwhile.\n"
        "A pose: x,y,z or x,y,z,qw,qx,qy,qz or {\"translation\":[x,y,z],\"rotation\":[w,x,y,z]}\n"
        "        or {\"matrix\":[[4 numbers],[4],[4]]}\n"
        "A line of a batch: {\"id\":...,\"mover_pose\":{...},\"obstacle_pose\":{...},"
        "\"motion\":MOTION};\n"
        "        MOTION is one of (angles here in radians)\n"
        "        {\"translate\":[x,y,z]}  {\"rotate\":{\"origin\":[...],\"axis\":[...],"
        "\"angle\":a}}\n"
        "        {\"screw\":{\"origin\":[...],\"axis\":[...],\"angle\":a,\"glide\":g}}  "
        "{\"to\":{a pose}}");
    auto flags = std::make_shared<SweepFlags>();
    command.option("--translate", flags->translate, "X,Y,Z", "Move straight, by this");
    command.option("--rotate", flags->rotate, 3, "ORIGIN AXIS DEGREES", "Turn about an axis");
    command.option("--screw", flags->screw, 4, "ORIGIN AXIS DEGREES GLIDE",
                   "Turn about an axis and glide along it");
    command.option("--to", flags->to, "POSE", "Move along the screw from the start pose to this");
    command.option("--batch", flags->batch, "FILE",
                   "Answer many questions, one JSON object per line; - is stdin");
    command.option("--zone", flags->zone, "LENGTH",
                   "Stop at least this far away (default: as near as can be proven)");
    command.option("--at", flags->at, "POSE", "Where the mover starts (default: as in its file)");
    add_moving_flags(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool

// swept sweep MOVER OBSTACLE: how far does it get?

#include "swept/sweep.h"

#include <fmt/format.h>

#include "batch.h"
#include "command.h"
#include "command_line.h"
#include "json_blocks.h"
#include "motion_flags.h"
#include "sweep_command.h"

namespace swept::tool {
namespace {

struct SweepFlags : MovingFlags {
    MotionFlags motion;
    std::string batch;
    std::string margin;
};

/// The two meshes and how every question about them is asked.
struct Setting : MovingPair {
    SweepOptions options;
};

/// What one line of a batch asks.
struct SweepQuestion {
    Pose world_from_mover;
    Pose world_from_obstacle;
    Motion motion;
};

SweepResult answered(const Setting& setting, const SweepQuestion& question) {
    return sweep({setting.mover, question.world_from_mover}, question.motion,
                 {setting.obstacle, question.world_from_obstacle}, setting.options);
}

void add_answer(const Setting& setting, const SweepResult& result, JsonObject& json) {
    json.add("start", name_of(result.start));
    json.add("state", name_of(result.state));
    json.add("free_fraction", result.free_fraction);
    add_ending(json, ending_of(result), setting.mover, &setting.obstacle);
}

// ---- for people ----

void print_text(const SweepFlags& flags, const SweepResult& result, const Motion& motion) {
    print_state(flags.mover, flags.obstacle, result.state);
    if (result.state != State::overlapping) {
        print_row("start", std::string(name_of(result.start)));
        print_row("free", share_in_words(result.free_fraction, "the motion"));
        print_row("travelled", travelled(motion, result.free_fraction));
    }
    print_ending(ending_of(result), flags.budget != no_budget);
}

// ---- the picture ----

void draw(const SweepFlags& flags, const Setting& setting, const SweepQuestion& question,
          const SweepResult& result) {
    Picture picture{.command = "sweep",
                    .text = picture_text([&] { print_text(flags, result, question.motion); }),
                    .state = std::string(name_of(result.state)),
                    .margin = result.margin};
    const Contact* const contact = has_contact(ending_of(result)) ? &result.contact : nullptr;
    add_mover(picture, flags.mover, {{setting.mover, question.world_from_mover}, question.motion},
              {result.free_fraction, contact});
    add_obstacle(picture, flags.obstacle, {setting.obstacle, question.world_from_obstacle},
                 contact);
    if (contact != nullptr) {
        picture.marks.push_back(mark_of(*contact, {PictureMeeting::met, flags.mover, flags.obstacle,
                                                   result.free_fraction, result.margin}));
    }
    write_picture(picture, flags.picture, flags);
}

// ---- what the flags mean ----

SweepQuestion question_of(const SweepFlags& flags) {
    return {start_of(flags.motion), obstacle_pose(flags), motion_of(flags.motion)};
}

SweepOptions options_of(const SweepFlags& flags) {
    SweepOptions options;
    options.budget = flags.budget;
    options.initial_overlap = initial_overlap(flags);
    if (flags.margin.empty()) return options;
    const auto margin = Margin::at_least(number_of_flag("--margin", "", flags.margin));
    if (!margin) throw Failure{Exit::bad_usage, "--margin: " + margin.error().what};
    options.margin = *margin;
    return options;
}

void check_combination(const SweepFlags& flags) {
    const auto refuse = [](bool wrong, const std::string& why) {
        if (wrong) throw Failure{Exit::bad_usage, "sweep: " + why};
    };
    const bool many = !flags.batch.empty();
    const bool placed = !flags.motion.at.empty() || !flags.obstacle_at.empty();
    const auto motions = motions_in(flags.motion);
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
        question.world_from_mover = read_pose_of(line, "pose");
        question.world_from_obstacle = read_pose_of(line, "obstacle_pose");
        const Json* motion = line.find("motion");
        if (motion == nullptr) throw BadQuestion{"motion: is missing"};
        question.motion = read_motion(*motion, question.world_from_mover, {"motion"});
        add_answer(setting, answered(setting, question), json);
    };
    run_batch(input, {{"pose", "obstacle_pose", "motion"}, answer}, flags);
}

void run_one(const SweepFlags& flags) {
    const SweepQuestion question = question_of(flags);
    const SweepOptions options = options_of(flags);
    const Setting setting{load_pair(flags), options};
    const SweepResult result = answered(setting, question);
    if (flags.json) {
        JsonObject json;
        add_answer(setting, result, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_text(flags, result, question.motion);
    }
    if (!flags.picture.empty()) draw(flags, setting, question, result);
    end_query(flags, result.state != State::free);
}

void run(const SweepFlags& flags) {
    check_combination(flags);
    check_picture(flags.picture, flags.batch, "sweep");
    check_exit_code(flags, flags.batch, "sweep");
    if (!flags.batch.empty()) return run_many(flags);
    run_one(flags);
}

}  // namespace

void add_sweep(CommandLine& program) {
    Command command = program.add("sweep", "How far does a mesh get before it touches another?");
    command.examples(
        std::string("  swept sweep part.stl housing.stl --translate 0,0,-40\n"
                    "  swept sweep door.obj frame.obj --rotate 0.4,0,0 0,0,1 90\n"
                    "  swept sweep bolt.stl plate.stl --at 0,0,30 --screw 0,0,0 0,0,1 -3600 -12.5\n"
                    "  swept sweep --json a.obj b.obj --to '{\"translation\":[1,2,3],"
                    "\"rotation\":[0.6,0.8,0,0]}'\n"
                    "  swept sweep part.stl housing.stl --batch moves.jsonl > answers.jsonl\n") +
        help_on_motion_flags +
        "A line of a batch: {\"id\":...,\"pose\":{...},\"obstacle_pose\":{...},"
        "\"motion\":MOTION};\n" +
        help_on_motions);
    auto flags = std::make_shared<SweepFlags>();
    add_motion_flags(command, flags->motion);
    command.option("--batch", flags->batch, "FILE",
                   "Answer many questions, one JSON object per line; - is stdin");
    command.option("--margin", flags->margin, "LENGTH",
                   "Stop at least this far away (default: as near as can be proven)");
    add_moving_flags(command, *flags);
    add_exit_code_flag(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool

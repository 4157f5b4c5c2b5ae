// swept world FILE sweep MOVER: how far does a mesh get in a world?

#include <fmt/format.h>

#include "batch.h"
#include "command_line.h"
#include "json_blocks.h"
#include "mesh_source.h"
#include "motion_flags.h"
#include "sweep_command.h"
#include "world_source.h"

namespace swept::tool {
namespace {

struct Flags {
    SharedWorldFlags world;
    std::string mover;
    MotionFlags motion;
    std::string batch;
    std::string margin;
    bool surfaces = false;
    std::uint64_t budget = no_budget;
    FilterFlags filter;
    ShapeFlags shape;
};

/// The world, the mover, and how every question about them is asked.
struct Setting {
    WorldSnapshot world;
    Polyhedron mover;
    SweepOptions options;
};

struct Question {
    Pose world_from_mover;
    Motion motion;
};

InWorld<SweepResult> answered(const Setting& setting, const Question& question) {
    return sweep({setting.mover, question.world_from_mover}, question.motion, setting.world,
                 setting.options);
}

void add_answer(const Setting& setting, const InWorld<SweepResult>& answer, JsonObject& json) {
    const auto& [result, collider] = answer;
    json.add("start", name_of(result.start));
    json.add("state", name_of(result.state));
    json.add("free_fraction", result.free_fraction);
    const auto obstacle = shape_of(collider, setting.world);
    add_ending(json, ending_of(result), setting.mover, obstacle ? &*obstacle : nullptr);
    json.add_raw("collider", json_collider(collider));
}

void print_text(const Flags& flags, const Motion& motion, const InWorld<SweepResult>& answer) {
    const SweepResult& result = answer.result;
    print_state(flags.mover, flags.world->world, result.state);
    if (result.state != State::overlapping) {
        print_row("start", std::string(name_of(result.start)));
        print_row("free", share_in_words(result.free_fraction, "the motion"));
        print_row("travelled", travelled(motion, result.free_fraction));
    }
    if (answer.collider.kind != ColliderRef::Kind::nothing)
        print_row("met", words_of(answer.collider));
    print_ending(ending_of(result), flags.budget != no_budget);
}

void draw(const Flags& flags, const Setting& setting, const Question& question,
          const InWorld<SweepResult>& answer) {
    const SweepResult& result = answer.result;
    Picture picture{.command = "world",
                    .text = picture_text([&] { print_text(flags, question.motion, answer); }),
                    .state = std::string(name_of(result.state)),
                    .margin = result.margin};
    const Contact* const contact = has_contact(ending_of(result)) ? &result.contact : nullptr;
    add_mover(picture, flags.mover, {{setting.mover, question.world_from_mover}, question.motion},
              {result.free_fraction, contact});
    add_world(picture, setting.world, answer.collider,
              contact != nullptr ? contact->obstacle.face_index : FaceIndex());
    if (contact != nullptr) {
        picture.marks.push_back(
            mark_of(*contact, {PictureMeeting::met, flags.mover, words_of(answer.collider),
                               result.free_fraction, result.margin}));
    }
    write_picture(picture, flags.world->picture, *flags.world);
}

SweepOptions options_of(const Flags& flags) {
    SweepOptions options;
    options.budget = flags.budget;
    options.initial_overlap = flags.surfaces ? InitialOverlap::surfaces : InitialOverlap::solids;
    if (flags.margin.empty()) return options;
    const auto margin = Margin::at_least(number_of_flag("--margin", "", flags.margin));
    if (!margin) throw Failure{Exit::bad_usage, "--margin: " + margin.error().what};
    options.margin = *margin;
    return options;
}

void check_combination(const Flags& flags) {
    const auto refuse = [](bool wrong, const std::string& why) {
        if (wrong) throw Failure{Exit::bad_usage, "world sweep: " + why};
    };
    const bool many = !flags.batch.empty();
    const auto motions = motions_in(flags.motion);
    refuse(many && (!flags.motion.at.empty() || !motions.empty()),
           "with --batch poses and motions stand in the lines; leave out --at, --translate, "
           "--rotate, --screw and --to");
    refuse(many && flags.world->json,
           "--batch answers with JSON lines, --json with one document; leave out --json");
    refuse(!many && motions.empty(),
           "no motion is given; add --translate, --rotate, --screw or --to, or --batch");
    refuse(motions.size() > 1,
           fmt::format("{} are given; a sweep has one motion, leave out the others",
                       fmt::join(motions, " and ")));
}

/// The world and the mover last: what is wrong with the flags is told before they are read.
Setting setting_of(const Flags& flags) {
    SweepOptions options = options_of(flags);
    options.filter = filter_of(flags.filter);
    const Polyhedron mover = load_shape(flags.mover, flags.shape, *flags.world);
    return {load_world(*flags.world).snapshot(), mover, options};
}

void run_many(const Flags& flags) {
    const LineInput input(flags.batch);
    const Setting setting = setting_of(flags);
    const auto answer = [&](const Json& line, JsonObject& json) {
        Question question;
        question.world_from_mover = read_pose_of(line, "pose");
        const Json* motion = line.find("motion");
        if (motion == nullptr) throw BadQuestion{"motion: is missing"};
        question.motion = read_motion(*motion, question.world_from_mover, {"motion"});
        add_answer(setting, answered(setting, question), json);
    };
    run_batch(input, {{"pose", "motion"}, answer}, *flags.world);
}

void run(const Flags& flags) {
    check_combination(flags);
    check_picture(flags.world->picture, flags.batch, "world sweep");
    check_exit_code(*flags.world, flags.batch, "world sweep");
    if (!flags.batch.empty()) return run_many(flags);
    const Question question{start_of(flags.motion), motion_of(flags.motion)};
    const Setting setting = setting_of(flags);
    const InWorld<SweepResult> answer = answered(setting, question);
    if (flags.world->json) {
        JsonObject json;
        add_answer(setting, answer, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_text(flags, question.motion, answer);
    }
    if (!flags.world->picture.empty()) draw(flags, setting, question, answer);
    end_query(*flags.world, answer.result.state != State::free);
}

}  // namespace

void add_world_sweep(Command& world, const SharedWorldFlags& world_flags) {
    Command command =
        world.question("sweep", "How far does a mesh get before it touches anything?");
    command.examples(
        std::string(
            "  swept world hall.world.json sweep crate.obj --at 0,0,1 --translate 20,0,0\n"
            "  swept world hall.world.json sweep door.obj --rotate 5,0,0 0,0,1 90 --except 7\n"
            "  swept world hall.world.json sweep crate.obj --batch moves.jsonl > answers.jsonl\n") +
        help_on_motion_flags +
        "A line of a batch: {\"id\":...,\"pose\":{...},\"motion\":MOTION};\n" + help_on_motions);
    auto flags = std::make_shared<Flags>();
    flags->world = world_flags;
    command.argument("MOVER", flags->mover,
                     "The mesh that moves: a file or solid:NAME,key=value...", true);
    add_motion_flags(command, flags->motion);
    command.option("--batch", flags->batch, "FILE",
                   "Answer many questions, one JSON object per line; - is stdin");
    command.option("--margin", flags->margin, "LENGTH",
                   "Stop at least this far away (default: as near as can be proven)");
    command.flag(
        "--surfaces", flags->surfaces,
        "Only surfaces that cross count as overlapping at the start, not what lies inside");
    command.option("--budget", flags->budget, "N",
                   "Give up after N tests of volumes and features (default: never)", 1);
    add_picture_flag(command, world_flags->picture);
    add_exit_code_flag(command, *world_flags);
    add_outside_flag(command, world_flags->allow_outside);
    add_filter_flags(command, flags->filter);
    add_shape_flags(command, flags->shape);
    add_common_flags(command, *world_flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool

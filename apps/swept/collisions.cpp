// swept collisions A B: all collisions of a whole step.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "batch.h"
#include "command.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "mesh_source.h"
#include "motion_flags.h"
#include "output.h"
#include "picture_flag.h"
#include "screen_picture.h"
#include "swept/collisions.h"
#include "swept/papers/buss.h"

namespace swept::tool {
namespace {

using papers::buss::CollisionScreen;
using papers::buss::PixelMode;
using papers::buss::Pixels;

struct CollisionFlags : CommonFlags {
    std::string a;
    std::string b;
    MotionFlags motion;
    std::string obstacle_at;
    std::string obstacle_to;
    std::string batch;
    std::string min_properness;
    std::string resolution;
    std::string time_resolution;
    bool plain = false;
    std::string group_within;
    std::string screen;
    std::string picture;
    ShapeFlags shape;
};

/// The two meshes and how every question about them is asked.
struct Setting {
    Polyhedron a;
    Polyhedron b;
    double min_properness;
    std::optional<Pixels> pixels;        ///< none: exactly, without pixels
    std::optional<double> group_within;  ///< none: groups are not asked for
};

/// Where a body is before the step and after it.
struct Stretch {
    Pose from;
    Pose to;
};

struct StepQuestion {
    Stretch a;
    Stretch b;
    /// Where b is at rest, how a moves: it may turn further than from pose to pose.
    std::optional<Motion> motion = std::nullopt;
};

papers::buss::ScreenOptions screen_options(const Setting& setting, const Pixels& pixels,
                                           Scratch* scratch = nullptr) {
    return {.pixels = pixels, .min_properness = setting.min_properness, .scratch = scratch};
}

/// Asked as all_collisions is, exactly or by pixels.
template <class... Question>
Result<CollisionResult> result_of(const Setting& setting, const Question&... question) {
    // Batches ask from several threads. It holds nothing that an answer depends on.
    thread_local Scratch scratch;
    if (setting.pixels) {
        return papers::buss::all_collisions(question...,
                                            screen_options(setting, *setting.pixels, &scratch));
    }
    return all_collisions(question..., CollisionOptions{setting.min_properness, &scratch});
}

Result<CollisionResult> answered(const Setting& setting, const StepQuestion& question) {
    const auto& [a, b, motion] = question;
    if (motion) {
        return result_of(setting, swept::Placed{setting.a, a.from}, *motion,
                         swept::Placed{setting.b, b.from});
    }
    return result_of(setting, BodyStep{setting.a, a.from, a.to}, BodyStep{setting.b, b.from, b.to});
}

Result<CollisionScreen> screen_of(const Setting& setting, const StepQuestion& question,
                                  const Pixels& pixels) {
    const auto& [a, b, motion] = question;
    return papers::buss::collision_screen({setting.a, a.from, a.to}, {setting.b, b.from, b.to},
                                          screen_options(setting, pixels));
}

// ---- as JSON ----

std::string json_collision(const Collision& collision, const Setting& setting) {
    JsonObject json;
    json.add("fraction", collision.fraction);
    json.add("properness", collision.properness);
    add_contact(json, collision.contact, setting.a, &setting.b);
    json.add("point_in_a", collision.point_in_a);
    return std::move(json).text();
}

/// Which collisions are in each group: [[0,1],[2]].
std::string json_groups(std::span<const Collision> all, double within) {
    std::string text;
    std::size_t index = 0;
    for (const auto& group : group_within(all, within)) {
        text += text.empty() ? "[[" : ",[";
        for (std::size_t i = 0; i < group.size(); ++i) {
            text += fmt::format("{}{}", i == 0 ? "" : ",", index++);
        }
        text += ']';
    }
    return text.empty() ? "[]" : text + ']';
}

void add_answer(const Setting& setting, const CollisionResult& result, JsonObject& json) {
    std::string list;
    for (const Collision& collision : result.collisions) {
        list += list.empty() ? "[" : ",";
        list += json_collision(collision, setting);
    }
    json.add_raw("collisions", list.empty() ? "[]" : list + "]");
    if (setting.group_within) {
        json.add_raw("groups", json_groups(result.collisions, *setting.group_within));
    }
    json.add("error_bound", result.error_bound);
}

// ---- for people ----

void print_collision(const Collision& collision) {
    const Contact& contact = collision.contact;
    print_row("collision",
              fmt::format("at fraction {:.9g}, properness {:.9g}: {} of A meets {} of B",
                          collision.fraction, collision.properness, words_of(contact.mover),
                          words_of(contact.obstacle)));
    print_row("", fmt::format("at {}, normal {} from B to A", words_of(contact.point),
                              words_of(contact.normal)));
}

void print_text(const CollisionFlags& flags, const Setting& setting,
                const CollisionResult& result) {
    constexpr std::size_t most = 8;
    const std::size_t count = result.collisions.size();
    // Without groups all are one.
    const auto groups = group_within(result.collisions, setting.group_within.value_or(1));
    print_headline(fmt::format(
        "{} past {}: {}{}", short_name(flags.a), short_name(flags.b), counted(count, "collision"),
        setting.group_within ? " in " + counted(groups.size(), "group") : ""));
    print_row("motion", words_of(result.motion) + ", A seen from B");
    std::size_t printed = 0;
    for (const auto& group : groups) {
        if (printed > 0 && printed < most) print_gap();
        for (const Collision& collision : group) {
            if (printed++ < most) print_collision(collision);
        }
    }
    if (count > most) print_row("", fmt::format("and {} more; --json lists them", count - most));
    print_row("error <=", short_number(result.error_bound));
}

// ---- the screen ----

void draw(const CollisionFlags& flags, const CollisionScreen& screen) {
    constexpr std::size_t most = 500'000;  // what a viewer still opens
    const std::size_t runs = screen.runs_a.size() + screen.runs_b.size();
    if (runs > most) {
        throw Failure{Exit::bad_usage,
                      fmt::format("--screen: {} runs of pixels are too many for a picture; choose "
                                  "a larger --resolution",
                                  grouped(runs))};
    }
    write_file(flags.screen, svg_of(screen, flags.a, flags.b));
}

void add_screen(const CollisionFlags& flags, const CollisionScreen& screen, JsonObject& json) {
    const ScreenExtent extent = extent_of(screen);
    JsonObject about;
    about.add("file", flags.screen);
    about.add("rows", static_cast<std::uint64_t>(extent.rows()));
    about.add("columns", static_cast<std::uint64_t>(extent.columns()));
    about.add("runs_a", screen.runs_a.size());
    about.add("runs_b", screen.runs_b.size());
    json.add_raw("screen", std::move(about).text());
}

void print_screen(const CollisionFlags& flags, const CollisionScreen& screen) {
    const ScreenExtent extent = extent_of(screen);
    print_row("screen",
              fmt::format("{}: {} x {} pixels, {} of A, {} of B", flags.screen, extent.rows(),
                          extent.columns(), counted(screen.runs_a.size(), "run"),
                          grouped(screen.runs_b.size())));
}

// ---- what the flags mean ----

/// Ends with what is wrong with a flag.
[[noreturn]] void refuse_flag(std::string_view flag, const char* what, const std::string& text) {
    throw Failure{Exit::bad_usage, fmt::format("{}: must be {}, not '{}'", flag, what, text)};
}

double positive_of_flag(std::string_view flag, const char* what, const std::string& text) {
    const double number = number_of_flag(flag, "", text);
    if (std::isfinite(number) && number > 0) return number;
    refuse_flag(flag, what, text);
}

std::optional<Pixels> pixels_of(const CollisionFlags& flags) {
    if (flags.resolution.empty()) return std::nullopt;
    Pixels pixels;
    pixels.size = positive_of_flag("--resolution", "a length, more than 0", flags.resolution);
    if (!flags.time_resolution.empty()) {
        pixels.time = positive_of_flag("--time-resolution", "a share of the step, more than 0",
                                       flags.time_resolution);
    }
    pixels.mode = flags.plain ? PixelMode::plain : PixelMode::robust;
    return pixels;
}

double min_properness_of(const CollisionFlags& flags) {
    if (flags.min_properness.empty()) return CollisionOptions().min_properness;
    const double least = number_of_flag("--min-properness", "", flags.min_properness);
    if (least >= -1 && least <= 1) return least;
    refuse_flag("--min-properness", "a number from -1 to 1", flags.min_properness);
}

std::optional<double> group_within_of(const CollisionFlags& flags) {
    if (flags.group_within.empty()) return std::nullopt;
    const double within = number_of_flag("--group-within", "", flags.group_within);
    if (within >= 0 && within <= 1) return within;
    refuse_flag("--group-within", "a share of the step, 0 to 1", flags.group_within);
}

Setting load_setting(const CollisionFlags& flags) {
    const std::optional<Pixels> pixels = pixels_of(flags);
    const double least = min_properness_of(flags);
    const std::optional<double> within = group_within_of(flags);
    const auto [a, b] = load_shapes(flags.a, flags.b, flags.shape, flags);
    return {a, b, least, pixels, within};
}

bool turns_far(const Motion& motion) {
    if (const auto* rotation = std::get_if<Rotation>(&motion)) {
        return std::abs(rotation->angle()) >= std::numbers::pi;
    }
    const auto* screw = std::get_if<Screw>(&motion);
    // From pose to pose a screw goes the short way: half a turn is given by --to alone.
    return screw != nullptr && std::abs(screw->angle()) >= std::numbers::pi;
}

StepQuestion question_of(const CollisionFlags& flags) {
    StepQuestion question;
    question.a.from = start_of(flags.motion);
    if (!flags.obstacle_at.empty()) {
        question.b.from = pose_of_flag("--obstacle-at", flags.obstacle_at);
    }
    question.a.to = question.a.from;
    question.b.to = question.b.from;
    const bool by_poses = !flags.obstacle_to.empty() || !flags.screen.empty();
    if (!flags.obstacle_to.empty()) {
        question.b.to = pose_of_flag("--obstacle-to", flags.obstacle_to);
    }
    if (!flags.motion.to.empty()) {
        question.a.to = pose_of_flag("--to", flags.motion.to);
    } else if (!motions_in(flags.motion).empty()) {
        const Motion motion = motion_of(flags.motion);
        if (!by_poses) {
            question.motion = motion;
        } else if (turns_far(motion)) {
            throw Failure{Exit::bad_usage,
                          fmt::format("{}: with {} a step goes from pose to pose, the short way "
                                      "round; turn by less than 180 degrees",
                                      motions_in(flags.motion).front(),
                                      flags.screen.empty() ? "--obstacle-to" : "--screen")};
        }
        question.a.to = pose_at(motion, question.a.from, 1);
    }
    return question;
}

void check_combination(const CollisionFlags& flags) {
    const auto refuse = [](bool wrong, const std::string& why) {
        if (wrong) throw Failure{Exit::bad_usage, "collisions: " + why};
    };
    const bool many = !flags.batch.empty();
    const auto motions = motions_in(flags.motion);
    const bool moves = !motions.empty() || !flags.obstacle_to.empty();
    const bool placed = !flags.motion.at.empty() || !flags.obstacle_at.empty();
    const bool exact = flags.resolution.empty();
    refuse(many && (placed || moves),
           "with --batch the poses stand in the lines; leave out --at, --obstacle-at, " +
               std::string("--obstacle-to, --translate, --rotate, --screw and --to"));
    refuse(many && flags.json,
           "--batch answers with JSON lines, --json with one document; leave out --json");
    refuse(many && !flags.screen.empty(), "--screen is about one step; leave out --batch");
    refuse(!many && !moves,
           "nothing moves; add --translate, --rotate, --screw or --to for A, --obstacle-to for B, "
           "or --batch");
    refuse(motions.size() > 1, fmt::format("{} are given; a step has one motion of A, leave out "
                                           "the others",
                                           fmt::join(motions, " and ")));
    refuse(exact && flags.plain, "--plain is about pixels; add --resolution, or leave it out");
    refuse(exact && !flags.time_resolution.empty(),
           "--time-resolution is about pixels; add --resolution, or leave it out");
    refuse(exact && !flags.screen.empty(), "--screen draws pixels; add --resolution");
}

// ---- the picture ----

/// The collision screen beside it; nothing where a step cannot be drawn so.
std::string inset_of(const CollisionFlags& flags, const Setting& setting,
                     const StepQuestion& question) {
    if (question.motion && turns_far(*question.motion)) return "";
    const Pixels coarse{.size = (setting.a.extent() + setting.b.extent()) / 300};
    const auto screen = screen_of(setting, question, setting.pixels.value_or(coarse));
    constexpr std::size_t most = 20'000;  // what is still small beside the rest
    if (!screen || screen->runs_a.size() + screen->runs_b.size() > most) return "";
    return svg_of(*screen, flags.a, flags.b);
}

/// A body on its own screw, from pose to pose or as it was asked for.
PictureShape body_of(PictureRole role, const std::string& name, const Polyhedron& shape,
                     const Stretch& stretch, const std::optional<Motion>& motion) {
    PictureShape collider{.role = role, .name = name, .shape = shape, .pose = stretch.from};
    const Motion way = motion ? *motion : Motion(screw_between(stretch.from, stretch.to));
    collider.keys = keys_along({{shape, stretch.from}, way}, 1);
    const bool moves =
        (stretch.to * shape.box().centre() - stretch.from * shape.box().centre()).norm() > 0 ||
        motion || stretch.to.rotation().coeffs() != stretch.from.rotation().coeffs();
    if (!moves) {
        collider.keys.clear();
        return collider;
    }
    for (const double at : {0.0, 0.5})
        collider.ghosts.push_back({at, pose_at(way, stretch.from, at)});
    return collider;
}

void draw_picture(const CollisionFlags& flags, const Setting& setting, const StepQuestion& question,
                  const CollisionResult& result) {
    const std::size_t count = result.collisions.size();
    Picture picture{.command = "collisions",
                    .text = picture_text([&] { print_text(flags, setting, result); }),
                    .state = counted(count, "collision")};
    picture.shapes.push_back(
        body_of(PictureRole::mover, flags.a, setting.a, question.a, question.motion));
    picture.shapes.push_back(
        body_of(PictureRole::obstacle, flags.b, setting.b, question.b, std::nullopt));
    picture.timeline = PictureTimeline{};
    for (const Collision& collision : result.collisions) {
        PictureMark mark =
            mark_of(collision.contact, {PictureMeeting::met, flags.a, flags.b, collision.fraction});
        mark.properness = collision.properness;
        picture.timeline->moments.push_back({collision.fraction,
                                             std::string(name_of(collision.contact.kind)),
                                             picture.marks.size()});
        picture.marks.push_back(std::move(mark));
    }
    picture.inset = {.title = "The collision screen: all that can meet has one place on it",
                     .svg = inset_of(flags, setting, question)};
    write_picture(picture, flags.picture, flags);
}

// ---- lines of a batch ----

/// {"from":POSE,"to":POSE}: without the second it stays where it is, without both as in its file.
Stretch read_stretch(const Json& line, std::string_view key) {
    constexpr std::array<std::string_view, 2> known = {"from", "to"};
    const Json* const value = line.find(key);
    if (value == nullptr) return {};
    const Place place{key};
    check_keys(*value, known, place);
    Stretch stretch;
    if (const Json* from = value->find("from")) {
        stretch.from = read_pose(*from, {"from", &place});
    }
    const Json* const to = value->find("to");
    stretch.to = to == nullptr ? stretch.from : read_pose(*to, {"to", &place});
    return stretch;
}

// ---- the two ways to ask ----

void run_many(const CollisionFlags& flags) {
    const LineInput input(flags.batch);
    const Setting setting = load_setting(flags);
    const auto answer = [&](const Json& line, JsonObject& json) {
        const auto result = answered(setting, {read_stretch(line, "a"), read_stretch(line, "b")});
        if (!result) throw BadQuestion{result.error().message()};
        add_answer(setting, *result, json);
    };
    run_batch(input, {{"a", "b"}, answer}, flags);
}

/// The answer of one question, or how the command ends. What is wrong with pixels, after the flags
/// have been looked at, is that there would be too many.
template <class Answer>
Answer value_of(Result<Answer> answer) {
    if (answer) return std::move(*answer);
    const Error& error = answer.error();
    throw Failure{Exit::bad_usage, error.where.starts_with("pixels")
                                       ? "--resolution: " + error.what
                                       : "collisions: " + error.message()};
}

void run_one(const CollisionFlags& flags) {
    const StepQuestion question = question_of(flags);
    const Setting setting = load_setting(flags);
    std::optional<CollisionScreen> screen;
    if (!flags.screen.empty()) {
        screen = value_of(screen_of(setting, question, *setting.pixels));
        draw(flags, *screen);
    }
    const CollisionResult result = screen ? screen->answer : value_of(answered(setting, question));
    if (flags.json) {
        JsonObject json;
        add_answer(setting, result, json);
        if (screen) add_screen(flags, *screen, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_text(flags, setting, result);
        if (screen) print_screen(flags, *screen);
    }
    if (!flags.picture.empty()) draw_picture(flags, setting, question, result);
    end_query(flags, !result.collisions.empty());
}

void run(const CollisionFlags& flags) {
    check_combination(flags);
    check_picture(flags.picture, flags.batch, "collisions");
    check_exit_code(flags, flags.batch, "collisions");
    if (!flags.batch.empty()) return run_many(flags);
    run_one(flags);
}

}  // namespace

void add_collisions(CommandLine& program) {
    Command command =
        program.add("collisions",
                    "All collisions of a whole step, as if the meshes passed through each other.");
    command.examples(
        std::string(
            "  swept collisions car.obj wall.obj --translate 0.8,0,0\n"
            "  swept collisions a.stl b.stl --to 1,0,0,0.96,0,0,0.28 --obstacle-to -1,0,0\n"
            "  swept collisions --json a.stl b.stl --screw 0,0,0 0,0,1 40 2 --group-within 0.05\n"
            "  swept collisions a.stl b.stl --rotate 0,0,0 0,0,1 40 --resolution 0.05 --screen "
            "pixels.svg\n"
            "  swept collisions a.stl b.stl --batch steps.jsonl > answers.jsonl\n") +
        help_on_motion_flags +
        "Where both move, the motion of A seen from B is taken to be a screw, the short way "
        "round.\n"
        "A line of a batch: {\"id\":...,\"a\":{\"from\":{a pose},\"to\":{a pose}},"
        "\"b\":{\"from\":{...},\"to\":{...}}};\n"
        "        without \"to\" a mesh stays where it is");
    auto flags = std::make_shared<CollisionFlags>();
    command.argument("A", flags->a, "A mesh: a file or solid:NAME,key=value...", true);
    command.argument("B", flags->b, "The other mesh", true);
    add_motion_flags(command, flags->motion);
    command.option("--obstacle-at", flags->obstacle_at, "POSE", "Where B is, or starts");
    command.option("--obstacle-to", flags->obstacle_to, "POSE",
                   "Where B goes meanwhile (default: it stays)");
    command.option("--batch", flags->batch, "FILE",
                   "Answer many questions, one JSON object per line; - is stdin");
    command.option("--min-properness", flags->min_properness, "P",
                   "Leave out what is less proper, -1 to 1 (default: -0.1)");
    command.option("--group-within", flags->group_within, "FRACTION",
                   "Put together what collides within this share of the step");
    command.option("--resolution", flags->resolution, "LENGTH",
                   "Compare pixels of this size (default: exactly, without pixels)");
    command.option("--time-resolution", flags->time_resolution, "FRACTION",
                   "With --resolution: how well times of pixels are known (default: 1/64)");
    command.flag("--plain", flags->plain,
                 "With --resolution: only what meets in a pixel, not what comes within one");
    command.option("--screen", flags->screen, "FILE",
                   "With --resolution: draw the collision screen, as SVG");
    add_picture_flag(command, flags->picture);
    add_exit_code_flag(command, *flags);
    add_shape_flags(command, flags->shape);
    add_common_flags(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool

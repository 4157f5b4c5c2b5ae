// swept simulate SCENE: bodies, joints, motors and characters, step by step.

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "command_line.h"
#include "core/output_file.h"
#include "json_blocks.h"
#include "output.h"
#include "picture_flag.h"
#include "scenes.h"
#include "simulate_run.h"
#include "world_source.h"

namespace swept::tool {
namespace {

struct Flags : CommonFlags {
    std::string scene;
    std::string output;
    std::string picture;
    std::string rate;
    std::string seconds;
    unsigned every = 1;
    bool judge = false;
    bool list = false;
    bool allow_outside = false;
};

// ---- the list of scenes ----

void print_list(bool as_json) {
    std::string list;
    for (const SceneKind& kind : scene_kinds()) {
        if (!as_json) fmt::print("scene:{:<9} {}\n", kind.name, kind.meaning);
        std::string keys;
        for (const SceneKey& key : kind.keys) {
            if (!as_json) {
                fmt::print("    {:<30} {}\n", fmt::format("{}={}", key.name, key.fallback),
                           key.meaning);
            }
            JsonObject json;
            json.add("name", key.name);
            json.add("default", key.fallback);
            json.add("meaning", key.meaning);
            keys += (keys.empty() ? "" : ",") + std::move(json).text();
        }
        JsonObject json;
        json.add("name", kind.name);
        json.add("meaning", kind.meaning);
        json.add_raw("keys", "[" + keys + "]");
        list += (list.empty() ? "" : ",") + std::move(json).text();
    }
    if (as_json) fmt::print("[{}]\n", list);
}

// ---- the trajectory as JSON lines ----

std::string_view name_of(BodyType type) {
    return type == BodyType::dynamic     ? "dynamic"
           : type == BodyType::kinematic ? "kinematic"
                                         : "fixed";
}

/// A file that is written line by line: a long trajectory does not stay in memory.
class Trajectory {
   public:
    explicit Trajectory(const std::string& file) : name_(file), file_(file) { check(); }

    void add(const Scene& scene, const Instant& now) {
        file_.text(line_of(scene, now) + "\n");
        check();
    }

    void close() {
        if (const auto whole = file_.finish(); !whole) throw failure_of(whole.error(), name_);
    }

   private:
    std::string name_;
    core_detail::OutputFile file_;
    std::vector<bool> told_;  ///< bodies that were in a line

    /// Ends a long run as soon as it cannot be written.
    void check() {
        if (file_.failed()) close();
    }

    std::string line_of(const Scene& scene, const Instant& now) {
        told_.resize(scene.bodies.size(), false);
        JsonObject json;
        json.add("step", now.step);
        json.add("time", now.time);
        std::string bodies;
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
            if (!now.bodies[i]) continue;
            const BodyState& state = *now.bodies[i];
            const bool first = !told_[i];
            told_[i] = true;
            // What is fixed is told once.
            if (!first && scene.bodies[i].body.type == BodyType::fixed) continue;
            JsonObject body;
            body.add("name", scene.bodies[i].name);
            if (first) body.add("type", name_of(scene.bodies[i].body.type));
            body.add_raw("pose", json_pose(state.world_from_body));
            if (scene.bodies[i].body.type != BodyType::fixed) {
                body.add("velocity", state.velocity);
                body.add("angular_velocity", state.angular_velocity);
                body.add("asleep", state.asleep);
            }
            bodies += (bodies.empty() ? "" : ",") + std::move(body).text();
        }
        json.add_raw("bodies", "[" + bodies + "]");
        if (!scene.characters.empty()) {
            std::string characters;
            for (std::size_t i = 0; i < scene.characters.size(); ++i) {
                JsonObject character;
                character.add("name", scene.characters[i].name);
                character.add_raw("pose", json_pose(now.characters[i].pose));
                character.add("on_ground", now.characters[i].on_ground);
                characters += (characters.empty() ? "" : ",") + std::move(character).text();
            }
            json.add_raw("characters", "[" + characters + "]");
        }
        JsonObject energy;
        energy.add("kinetic", now.energy.kinetic);
        energy.add("potential", now.energy.potential);
        energy.add("work", now.energy.work);
        json.add_raw("energy", std::move(energy).text());
        json.add("contacts", now.contacts);
        return std::move(json).text();
    }
};

// ---- the picture ----

/// Where everything was, as keys of an animation. What stands still has a key at both ends of that.
class Film {
   public:
    explicit Film(const Scene& scene)
        : bodies_(scene.bodies.size()),
          characters_(scene.characters.size()),
          between_(std::max(1.0 / 60, scene.seconds / most_frames) - 0.5 / scene.rate) {}

    void add(const Scene& scene, const Instant& now) {
        if (now.step != steps_of(scene) && now.time < next_) return;
        next_ = now.time + between_;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const bool fixed = scene.bodies[i].body.type == BodyType::fixed;
            if (fixed && !bodies_[i].empty()) continue;
            add(bodies_[i], now.time,
                now.bodies[i] ? now.bodies[i]->world_from_body
                              : scene.bodies[i].body.world_from_body);
        }
        for (std::size_t i = 0; i < characters_.size(); ++i) {
            add(characters_[i], now.time, now.characters[i].pose);
        }
    }

    [[nodiscard]] Picture picture(const Scene& scene, const RunReport& report,
                                  PictureText text) const {
        Picture picture{.command = "simulate", .text = std::move(text)};
        picture.state = report.judged.overlaps == 0 ? "nothing inside" : "overlapping";
        picture.timeline = PictureTimeline{
            .label = "seconds", .to = report.seconds, .seconds = report.seconds, .plays = true};
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
            const SceneBody& body = scene.bodies[i];
            const bool fixed = body.body.type == BodyType::fixed;
            picture.shapes.push_back({.role = fixed ? PictureRole::obstacle : PictureRole::body,
                                      .name = body.name,
                                      .index = i,
                                      .shape = body.body.shape,
                                      .pose = bodies_[i].back().pose});
            if (!fixed) picture.shapes.back().keys = bodies_[i];
            if (body.at > 0) picture.shapes.back().comes = body.at;
            if (body.at > 0 && body.at < report.seconds) {
                picture.timeline->moments.push_back({body.at, body.name + " comes", std::nullopt});
            }
        }
        for (std::size_t i = 0; i < scene.characters.size(); ++i) {
            picture.shapes.push_back({.role = PictureRole::mover,
                                      .name = scene.characters[i].name,
                                      .index = i,
                                      .shape = scene.characters[i].shape,
                                      .keys = characters_[i]});
            picture.lines.push_back(
                trail_of(characters_[i],
                         characters_[i].back().pose * scene.characters[i].shape.box().centre()));
        }
        if (scene.world) add_world(picture, *scene.world);
        return picture;
    }

   private:
    // Nor does the eye need more than 60 in a second.
    static constexpr double most_frames = 20'000;

    std::vector<std::vector<PictureKey>> bodies_, characters_;
    double between_;  ///< the least time from key to key
    double next_ = 0;

    static bool same(const Pose& a, const Pose& b) {
        return a.translation() == b.translation() && a.rotation().coeffs() == b.rotation().coeffs();
    }

    static void add(std::vector<PictureKey>& keys, double time, const Pose& pose) {
        const std::size_t count = keys.size();
        if (count >= 2 && same(keys[count - 1].pose, pose) && same(keys[count - 2].pose, pose)) {
            keys.back().at = time;
        } else {
            keys.push_back({time, pose});
        }
    }
};

// ---- the answer ----

void print_json(const Scene& scene, const RunReport& report) {
    JsonObject json;
    json.add("scene", scene.name);
    json.add("steps", report.steps);
    json.add("rate", scene.rate);
    json.add("seconds", report.seconds);
    JsonObject bodies;
    bodies.add("dynamic", report.dynamic);
    bodies.add("kinematic", report.kinematic);
    bodies.add("fixed", report.fixed);
    json.add_raw("bodies", std::move(bodies).text());
    if (report.joints > 0) {
        JsonObject joints;
        joints.add("count", report.joints);
        joints.add("position_error", report.position_error);
        joints.add("angle_error", report.angle_error);
        json.add_raw("joints", std::move(joints).text());
    }
    JsonObject energy;
    energy.add("start", report.energy_start);
    energy.add("brought", report.brought);
    energy.add("work", report.work);
    energy.add("end", report.energy_end);
    energy.add("growth", report.growth);
    energy.add("over_start", report.over_start);
    json.add_raw("energy", std::move(energy).text());
    JsonObject judged;
    judged.add("steps", report.judged.steps);
    judged.add("pairs", report.judged.pairs);
    judged.add("overlaps", report.judged.overlaps);
    if (report.judged.overlaps > 0) {
        judged.add("first", report.judged.first);
        judged.add("first_time", report.judged.first_time);
    }
    json.add_raw("penetration", std::move(judged).text());
    json.add("contacts", report.contacts);
    json.add("most_contacts", report.most_contacts);
    json.add("asleep", report.asleep);
    json.add("blocked_steps", report.blocked);
    json.add("lost", report.lost);
    std::string characters;
    for (std::size_t i = 0; i < report.characters.size(); ++i) {
        JsonObject character;
        character.add("name", scene.characters[i].name);
        character.add_raw("pose", json_pose(report.characters[i].pose));
        character.add("on_ground", report.characters[i].on_ground);
        character.add("reached", report.characters[i].reached);
        character.add("places", scene.characters[i].way.size());
        characters += (characters.empty() ? "" : ",") + std::move(character).text();
    }
    json.add_raw("characters", "[" + characters + "]");
    JsonObject time;
    time.add("mean", report.ms_mean);
    time.add("most", report.ms_most);
    json.add_raw("ms_per_step", std::move(time).text());
    json.add("hash", fmt::format("{:016x}", report.hash));
    fmt::print("{}\n", std::move(json).text());
}

std::string penetration_in_words(const Judgement& judged) {
    const std::string when =
        judged.steps == 1 ? "at the end" : fmt::format("{} times", grouped(judged.steps));
    const std::string asked =
        fmt::format("judged exactly {}, {}", when, counted(judged.pairs, "pair"));
    if (judged.overlaps == 0) return "none; " + asked;
    return fmt::format("{}; first {} at {:.6g} s; {}", counted(judged.overlaps, "overlap"),
                       judged.first, judged.first_time, asked);
}

void print_text(const Scene& scene, const RunReport& report) {
    print_headline(fmt::format(
        "{}: {} at {:.6g} Hz, {}", scene.name, counted(report.steps, "step"), scene.rate,
        report.judged.overlaps == 0 ? "nothing inside anything" : "bodies overlap"));
    if (!scene.words.empty()) print_row("scene", scene.words);
    print_row("bodies", fmt::format("{} dynamic, {} kinematic, {} fixed", report.dynamic,
                                    report.kinematic, report.fixed));
    if (report.joints > 0) {
        print_row("joints", fmt::format("{}; open by {:.3g} at most", grouped(report.joints),
                                        report.position_error));
    }
    const std::string came =
        report.brought == 0 ? "" : fmt::format(", {:.6g} came with bodies", report.brought);
    const std::string done = report.work == 0 ? "" : fmt::format(", {:.6g} of work", report.work);
    print_row("energy",
              fmt::format("{:.6g} at the start{}{}, {:.6g} at the end; largest growth "
                          "{:.9g}",
                          report.energy_start, came, done, report.energy_end, report.growth));
    print_row("inside", penetration_in_words(report.judged));
    print_row("contacts", fmt::format("{} at the end, at most {}", grouped(report.contacts),
                                      grouped(report.most_contacts)));
    print_row("asleep", fmt::format("{} of {} at the end", report.asleep, report.dynamic));
    if (report.blocked > 0) {
        print_row("held up", fmt::format("in {}, by {:.3g} s at most",
                                         counted(report.blocked, "step"), report.lost));
    }
    for (std::size_t i = 0; i < report.characters.size(); ++i) {
        const std::size_t places = scene.characters[i].way.size();
        const std::string way = places == 0 ? "walked"
                                            : fmt::format("reached {} of {} places",
                                                          report.characters[i].reached, places);
        print_row("character",
                  fmt::format("{} {}, {}", scene.characters[i].name, way,
                              report.characters[i].on_ground ? "on the ground" : "in the air"));
    }
}

/// Beside the answer, which is the same whenever it is asked for.
void print_time(const RunReport& report) {
    fmt::print(stderr, "  {:<9} {:.3g} ms per step, {:.3g} at most\n", "time", report.ms_mean,
               report.ms_most);
}

// ---- the command ----

double positive_flag(const char* flag, const std::string& text, double most) {
    const double value = number_of_flag(flag, "", text);
    if (value > 0 && value <= most) return value;
    throw Failure{
        Exit::bad_usage,
        fmt::format("{}: must be greater than 0 and at most {}, not '{}'", flag, most, text)};
}

enum class Output : std::uint8_t { none, lines, glb };

Output output_of(const Flags& flags) {
    if (flags.output.empty()) return Output::none;
    const std::string ending = std::filesystem::path(flags.output).extension();
    if (ending == ".jsonl") return Output::lines;
    if (ending == ".glb") return Output::glb;
    throw Failure{Exit::bad_usage, "-o: " + flags.output + " must end in .jsonl or .glb"};
}

Scene scene_of(const Flags& flags) {
    const std::optional<double> rate =
        flags.rate.empty() ? std::nullopt : std::optional(positive_flag("--rate", flags.rate, 1e6));
    const std::optional<double> seconds =
        flags.seconds.empty() ? std::nullopt
                              : std::optional(positive_flag("--seconds", flags.seconds, 1e6));
    Scene scene = flags.scene.starts_with("scene:")
                      ? make_scene(flags.scene)
                      : read_scene(flags.scene, flags.allow_outside, flags);
    scene.rate = rate.value_or(scene.rate);
    scene.seconds = seconds.value_or(scene.seconds);
    constexpr double most_steps = 1e8;
    if (scene.rate * scene.seconds > most_steps) {
        throw Failure{rate || seconds ? Exit::bad_usage : Exit::bad_file,
                      scene.name +
                          ": more than 100 million steps; ask for a lower rate or less "
                          "time"};
    }
    return scene;
}

void run(const Flags& flags) {
    if (flags.list) return print_list(flags.json);
    if (flags.scene.empty()) {
        throw Failure{Exit::bad_usage,
                      "simulate: no scene; name a file, or one of those that --list names"};
    }
    const Output output = output_of(flags);
    check_picture(flags.picture, "", "simulate");
    const Scene scene = scene_of(flags);
    std::optional<Trajectory> trajectory;
    if (output == Output::lines) trajectory.emplace(flags.output);
    std::optional<Film> film;
    if (output == Output::glb || !flags.picture.empty()) film.emplace(scene);
    RunOptions options;
    options.judge_all = flags.judge;
    options.progress = progress_bar("simulating", flags);
    options.record = [&](const Instant& now) {
        const bool last = now.step == steps_of(scene);
        if (trajectory && (now.step % flags.every == 0 || last)) trajectory->add(scene, now);
        if (film) film->add(scene, now);
    };
    const RunReport report = run_scene(scene, options);
    if (trajectory) trajectory->close();
    if (flags.json) {
        print_json(scene, report);
    } else {
        print_text(scene, report);
        if (trajectory) print_row("written", flags.output);
    }
    if (!flags.json && !flags.quiet) print_time(report);
    if (film) {
        const Picture picture =
            film->picture(scene, report, picture_text([&] { print_text(scene, report); }));
        if (output == Output::glb) write_picture(picture, flags.output, flags);
        if (!flags.picture.empty()) write_picture(picture, flags.picture, flags);
    }
    // At last: what was found is told and written before.
    if (flags.judge) check_judgement(scene.name, report.judged);
}

}  // namespace

void add_simulate(CommandLine& program) {
    Command command =
        program.add("simulate", "What becomes of bodies that fall, collide, rub and are driven?");
    command.examples(
        "  swept simulate --list\n"
        "  swept simulate scene:wall,stand=2 --picture wall.html\n"
        "  swept simulate scene:dominoes,count=60 --rate 120 --judge\n"
        "  swept simulate yard.json --seconds 20 -o yard.jsonl --json\n"
        "A scene file, in metres, kilogrammes and seconds:\n"
        "        {\"swept_scene\":1, \"world\":FILE, \"gravity\":[0,0,-9.81], \"rate\":60,\n"
        "         \"duration\":5, \"bodies\":[...], \"joints\":[...], \"motors\":[...],\n"
        "         \"characters\":[...]}\n"
        "        a body: {\"name\":..., \"mesh\":\"solid:box\", \"pose\":POSE,\n"
        "                 \"type\":\"dynamic|kinematic|fixed\", \"density\":1000 or \"mass\":...,\n"
        "                 \"restitution\":0, \"friction\":0.5, \"velocity\":[x,y,z],\n"
        "                 \"angular_velocity\":[x,y,z], \"at\":0}\n"
        "        all of it: docs/cli-files.md");
    auto flags = std::make_shared<Flags>();
    command.argument("SCENE", flags->scene, "A scene file, or scene:NAME,key=value...", false);
    command.flag("--list", flags->list, "Name all built-in scenes with their keys and defaults");
    command.option("-o,--output", flags->output, "FILE",
                   "Write the trajectory: .jsonl, a line per step, or .glb, an animation");
    command.option("--every", flags->every, "N", "Write every Nth step only, and the last", 1,
                   1'000'000);
    command.option("--rate", flags->rate, "HZ", "Steps per second (default: the scene's)");
    command.option("--seconds", flags->seconds, "S", "How long (default: the scene's)");
    command.flag("--judge", flags->judge,
                 "Ask exactly after every step whether anything is inside anything, not only at "
                 "the end; exit code 1 if so");
    add_picture_flag(command, flags->picture);
    add_outside_flag(command, flags->allow_outside);
    add_common_flags(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool

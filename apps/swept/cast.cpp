// swept cast MESH: what does a ray or a sphere hit first?

#include "swept/cast.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch.h"
#include "cast_command.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "mesh_source.h"

namespace swept::tool {
namespace {

struct CastFlags : CommonFlags {
    std::string mesh;
    WayFlags way;
    std::string at;
    bool all = false;
    std::string picture;
    ShapeFlags shape;
};

/// The mesh and how every question about it is asked.
struct Setting {
    Polyhedron shape;
    Pose world_from_shape;
    CastOptions options;
    bool all = false;
};

struct Answer {
    Relation start = Relation::separate;
    std::vector<CastHit> hits;  ///< in their order; without --all one or none
};

Answer answered(const Setting& setting, const SphereCast& question) {
    Answer answer;
    if (setting.all) {
        answer.start =
            cast_all(SphereCast{question.path, question.radius},
                     {setting.shape, setting.world_from_shape}, setting.options, answer.hits)
                .start;
        return answer;
    }
    const CastResult result = cast(SphereCast{question.path, question.radius},
                                   {setting.shape, setting.world_from_shape}, setting.options);
    answer.start = result.start;
    if (result.state == State::hit) answer.hits.push_back(result.hit);
    return answer;
}

std::string json_hits(const std::vector<CastHit>& hits) {
    std::string list;
    for (const CastHit& hit : hits) {
        JsonObject json;
        add_hit(json, hit);
        list += (list.empty() ? "" : ",") + std::move(json).text();
    }
    return "[" + list + "]";
}

void add_answer(const Setting& setting, const Answer& answer, JsonObject& json) {
    json.add("start", name_of(answer.start));
    json.add("hit", !answer.hits.empty());
    if (answer.hits.empty()) {
        add_no_hit(json);
    } else {
        add_hit(json, answer.hits.front());
    }
    if (setting.all) json.add_raw("hits", json_hits(answer.hits));
}

// ---- for people ----

std::string what_was_hit(const CastHit& hit) {
    if (hit.face_index.is_none()) return fmt::format("point {}", hit.face);
    return part_in_words(hit, fmt::format("face {}", hit.face));
}

void print_hits(const std::vector<CastHit>& hits) {
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(hits.size(), most); ++i) {
        print_row("hit", fmt::format("{} at fraction {:.9g}, {}", what_was_hit(hits[i]),
                                     hits[i].fraction, words_of(hits[i].point)));
    }
    if (hits.size() > most) {
        print_row("", fmt::format("and {} more; --json lists them", grouped(hits.size() - most)));
    }
}

void print_text(const CastFlags& flags, const SphereCast& question, const Answer& answer) {
    const std::size_t count = answer.hits.size();
    const std::string outcome = count == 0 ? "free" : flags.all ? counted(count, "hit") : "hit";
    print_headline(
        fmt::format("{} past {}: {}", caster(question), short_name(flags.mesh), outcome));
    print_row("start", std::string(name_of(answer.start)));
    if (flags.all) return print_hits(answer.hits);
    if (count == 0) return;
    print_row("hit", what_was_hit(answer.hits.front()));
    print_hit(answer.hits.front(), question.path);
}

// ---- the picture ----

void draw(const CastFlags& flags, const Setting& setting, const SphereCast& question,
          const Answer& answer) {
    Picture picture{.command = "cast",
                    .text = picture_text([&] { print_text(flags, question, answer); }),
                    .state = answer.hits.empty() ? "free" : "hit"};
    PictureShape mesh{.role = PictureRole::obstacle,
                      .name = flags.mesh,
                      .shape = setting.shape,
                      .pose = setting.world_from_shape};
    for (const CastHit& hit : answer.hits) {
        if (!hit.face_index.is_none()) mesh.faces.push_back(hit.face_index);
    }
    picture.shapes.push_back(std::move(mesh));
    add_cast_way(picture, question, answer.hits.empty() ? nullptr : answer.hits.data(),
                 setting.shape.extent());
    const bool moving = question.radius.length() > 0;
    for (const CastHit& hit : answer.hits) add_cast_hit(picture, hit, flags.mesh, moving);
    write_picture(picture, flags.picture, flags);
}

// ---- what is asked ----

/// The mesh last: what is wrong with the flags is told before it is read.
Setting setting_of(const CastFlags& flags) {
    const CastOptions options = cast_options(flags.way);
    const Pose pose = flags.at.empty() ? Pose() : pose_of_flag("--at", flags.at);
    return {load_shape(flags.mesh, flags.shape, flags), pose, options, flags.all};
}

void check_combination(const CastFlags& flags) {
    check_way(flags.way, flags.json, "cast");
    check_picture(flags.picture, flags.way.batch, "cast");
    check_exit_code(flags, flags.way.batch, "cast");
    if (flags.all && flags.way.any) {
        throw Failure{Exit::bad_usage, "cast: --all and --any are given; leave out one of them"};
    }
}

// ---- the two ways to ask ----

void run_many(const CastFlags& flags) {
    const Radius usual = usual_radius(flags.way);
    const LineInput input(flags.way.batch);
    const Setting setting = setting_of(flags);
    const auto answer = [&](const Json& line, JsonObject& json) {
        add_answer(setting, answered(setting, question_of(line, usual)), json);
    };
    run_batch(input, {{std::begin(way_keys), std::end(way_keys)}, answer}, flags);
}

void run_one(const CastFlags& flags) {
    const SphereCast question = question_of(flags.way);
    const Setting setting = setting_of(flags);
    const Answer answer = answered(setting, question);
    if (flags.json) {
        JsonObject json;
        add_answer(setting, answer, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_text(flags, question, answer);
    }
    if (!flags.picture.empty()) draw(flags, setting, question, answer);
    end_query(flags, !answer.hits.empty());
}

void run(const CastFlags& flags) {
    check_combination(flags);
    if (!flags.way.batch.empty()) return run_many(flags);
    run_one(flags);
}

}  // namespace

void add_cast(CommandLine& program) {
    Command command = program.add("cast", "What does a ray or a sphere hit first?");
    command.examples(
        "  swept cast level.obj --from 0,0,1.7 --to 25,0,1.7\n"
        "  swept cast level.obj --from 0,0,1.7 --direction 1,0,-0.1 --radius 0.3\n"
        "  swept cast --json --all part.stl --at 0,0,12.5 --from 0,0,99 --direction 0,0,-1\n"
        "  swept cast level.obj --batch rays.jsonl > answers.jsonl\n"
        "A pose: x,y,z or x,y,z,qw,qx,qy,qz or {\"translation\":[x,y,z],\"rotation\":[w,x,y,z]}\n"
        "        or {\"matrix\":[[4 numbers],[4],[4]]}\n"
        "A line of a batch: {\"id\":...,\"from\":[x,y,z],\"to\":[x,y,z],\"radius\":r}, or with\n"
        "        \"direction\" in place of \"to\"; id and radius are optional");
    auto flags = std::make_shared<CastFlags>();
    command.argument("MESH", flags->mesh, "A mesh: a file or solid:NAME,key=value...", true);
    add_way_flags(command, flags->way);
    command.option("--at", flags->at, "POSE", "Where the mesh is (default: as in its file)");
    command.flag("--all", flags->all, "All faces that are hit, not only the first");
    add_picture_flag(command, flags->picture);
    add_exit_code_flag(command, *flags);
    add_shape_flags(command, flags->shape);
    add_common_flags(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool

// swept cast MESH: what does a ray or a sphere hit first?

#include "swept/cast.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch.h"
#include "command_line.h"
#include "json_blocks.h"
#include "mesh_source.h"
#include "moving.h"
#include "words.h"

namespace swept::tool {
namespace {

struct CastFlags : CommonFlags {
    std::string mesh;
    std::string from;
    std::string to;
    std::string direction;
    std::string radius;
    std::string buffer;
    std::string at;
    std::string batch;
    bool all = false;
    bool any = false;
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
        answer.start = cast_all(question.path, question.radius, setting.shape,
                                setting.world_from_shape, setting.options, answer.hits)
                           .start;
        return answer;
    }
    const CastResult result = cast(question.path, question.radius, setting.shape,
                                   setting.world_from_shape, setting.options);
    answer.start = result.start;
    if (result.state == CastState::hit) answer.hits.push_back(result.hit);
    return answer;
}

void add_hit(JsonObject& json, const CastHit& hit) {
    json.add("fraction", hit.fraction);
    json.add("point", hit.point);
    json.add("normal", hit.normal);
    json.add("face", hit.face);
    if (hit.face_index.is_none()) {
        json.add_null("side");  // points have none
    } else {
        json.add("side", name_of(hit.side));
    }
    json.add("feature", name_of(hit.feature));
}

void add_no_hit(JsonObject& json) {
    for (const char* key : {"fraction", "point", "normal", "face", "side", "feature"}) {
        json.add_null(key);
    }
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

void add_answer(const Setting& setting, const SphereCast& question, JsonObject& json) {
    const Answer answer = answered(setting, question);
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

std::string caster(const SphereCast& question) {
    const double radius = question.radius.length();
    return radius == 0 ? "a ray" : fmt::format("a sphere of radius {}", radius);
}

/// "the front of face 3", "an edge of face 3, from the front", "point 3"
std::string what_was_hit(const CastHit& hit) {
    if (hit.face_index.is_none()) return fmt::format("point {}", hit.face);
    const std::string face = fmt::format("face {}", hit.face);
    if (hit.feature == CastFeature::face)
        return fmt::format("the {} of {}", name_of(hit.side), face);
    const char* const part = hit.feature == CastFeature::edge ? "an edge" : "a corner";
    return fmt::format("{} of {}, from the {}", part, face, name_of(hit.side));
}

/// How far along its way it got.
std::string travelled(const Ray& path, double fraction) {
    const double length = path.vector().stableNorm();
    const std::string way = fmt::format("{}", fraction * length);
    return path.is_bounded() ? fmt::format("{} of {}", way, length) : way;
}

std::string share_of(const Ray& path, double fraction) {
    if (path.is_bounded()) return share_in_words(fraction, "the way");
    return fmt::format("{} times the direction", fraction);
}

void print_hit(const CastHit& hit, const Ray& path) {
    print_row("hit", what_was_hit(hit));
    print_row("free", share_of(path, hit.fraction));
    print_row("travelled", travelled(path, hit.fraction));
    print_row("point", words_of(hit.point));
    print_row("normal", words_of(hit.normal));
}

void print_hits(const std::vector<CastHit>& hits) {
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(hits.size(), most); ++i) {
        print_row("hit", fmt::format("{} at fraction {}, {}", what_was_hit(hits[i]),
                                     hits[i].fraction, words_of(hits[i].point)));
    }
    if (hits.size() > most) {
        print_row("", fmt::format("and {} more; --json lists them", grouped(hits.size() - most)));
    }
}

void print_text(const CastFlags& flags, const SphereCast& question, const Answer& answer) {
    const std::size_t count = answer.hits.size();
    const std::string outcome = count == 0 ? "free" : flags.all ? counted(count, "hit") : "hit";
    fmt::print("{} past {}: {}\n", caster(question), flags.mesh, outcome);
    print_row("start", std::string(name_of(answer.start)));
    if (flags.all) return print_hits(answer.hits);
    if (count > 0) print_hit(answer.hits.front(), question.path);
}

// ---- what is asked ----

template <class Made>
Made value_of_flag(std::string_view flag, const Result<Made>& made) {
    if (!made) throw Failure{Exit::bad_usage, fmt::format("{}: {}", flag, made.error().what)};
    return *made;
}

Radius length_of_flag(std::string_view flag, const std::string& text) {
    if (text.empty()) return {};
    return value_of_flag(flag, Radius::of(number_of_flag(flag, "", text)));
}

SphereCast question_of(const CastFlags& flags) {
    const Eigen::Vector3d from = vector_of_flag("--from", "", flags.from);
    const bool bounded = !flags.to.empty();
    const Eigen::Vector3d to = bounded ? vector_of_flag("--to", "", flags.to)
                                       : vector_of_flag("--direction", "", flags.direction);
    const Result<Ray> path = bounded ? Ray::between(from, to) : Ray::towards(from, to);
    const std::string flag = "--" + (path ? "" : path.error().where);
    return {value_of_flag(flag, path), length_of_flag("--radius", flags.radius)};
}

/// A value of a line, unless its maker says what is wrong with it.
template <class Made>
Made value_of_line(const Result<Made>& made) {
    if (!made) throw BadQuestion{made.error().message()};
    return *made;
}

Eigen::Vector3d vector_of_line(const Json& line, const char* key) {
    const auto vector = read_vector_of(line, key);
    if (!vector) throw BadQuestion{fmt::format("{}: is missing", key)};
    return *vector;
}

SphereCast question_of(const Json& line, const Radius& usual) {
    const Eigen::Vector3d from = vector_of_line(line, "from");
    const auto direction = read_vector_of(line, "direction");
    if (direction && line.find("to") != nullptr) {
        throw BadQuestion{"direction: cannot stand beside to"};
    }
    const Ray path = value_of_line(direction ? Ray::towards(from, *direction)
                                             : Ray::between(from, vector_of_line(line, "to")));
    const auto radius = read_number_of(line, "radius");
    return {path, radius ? value_of_line(Radius::of(*radius)) : usual};
}

/// The mesh last: what is wrong with the flags is told before it is read.
Setting setting_of(const CastFlags& flags) {
    CastOptions options;
    options.ask = flags.any ? CastAsk::any : CastAsk::first;
    options.buffer = length_of_flag("--buffer", flags.buffer);
    options.start = StartCheck::solids;
    const Pose pose = flags.at.empty() ? Pose() : pose_of_flag("--at", flags.at);
    return {load_shape(flags.mesh, flags.shape, flags), pose, options, flags.all};
}

void check_combination(const CastFlags& flags) {
    const auto refuse = [](bool wrong, const char* why) {
        if (wrong) throw Failure{Exit::bad_usage, std::string("cast: ") + why};
    };
    const bool many = !flags.batch.empty();
    const bool goes = !flags.to.empty() || !flags.direction.empty();
    refuse(many && (goes || !flags.from.empty()),
           "with --batch the ways stand in the lines; leave out --from, --to and --direction");
    refuse(many && flags.json,
           "--batch answers with JSON lines, --json with one document; leave out --json");
    refuse(!many && flags.from.empty(),
           "no way is given; add --from with --to or --direction, or --batch");
    refuse(!many && !goes, "no end is given; add --to, or --direction for a ray without end");
    refuse(!flags.to.empty() && !flags.direction.empty(),
           "--to and --direction are given; a way has one of them, leave out the other");
    refuse(flags.all && flags.any, "--all and --any are given; leave out one of them");
}

// ---- the two ways to ask ----

void run_many(const CastFlags& flags) {
    const Radius usual = length_of_flag("--radius", flags.radius);
    const LineInput input(flags.batch);
    const Setting setting = setting_of(flags);
    const auto answer = [&](const Json& line, JsonObject& json) {
        add_answer(setting, question_of(line, usual), json);
    };
    run_batch(input, {{"from", "to", "direction", "radius"}, answer}, flags);
}

void run_one(const CastFlags& flags) {
    const SphereCast question = question_of(flags);
    const Setting setting = setting_of(flags);
    if (!flags.json) return print_text(flags, question, answered(setting, question));
    JsonObject json;
    add_answer(setting, question, json);
    fmt::print("{}\n", std::move(json).text());
}

void run(const CastFlags& flags) {
    check_combination(flags);
    if (!flags.batch.empty()) return run_many(flags);
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
    command.option("--from", flags->from, "X,Y,Z", "Where it starts: the ray, or the centre");
    command.option("--to", flags->to, "X,Y,Z", "Where it ends");
    command.option("--direction", flags->direction, "X,Y,Z", "Which way it goes, without end");
    command.option("--radius", flags->radius, "LENGTH",
                   "Of the sphere (default: 0, a ray; in a batch, of lines that say nothing else)");
    command.option("--buffer", flags->buffer, "LENGTH",
                   "Keep this far away from what is hit (default: 0)");
    command.option("--at", flags->at, "POSE", "Where the mesh is (default: as in its file)");
    command.flag("--all", flags->all, "All faces that are hit, not only the first");
    command.flag("--any", flags->any, "Whether anything is hit: name the first hit that is found");
    command.option("--batch", flags->batch, "FILE",
                   "Answer many questions, one JSON object per line; - is stdin");
    add_shape_flags(command, flags->shape);
    add_common_flags(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool

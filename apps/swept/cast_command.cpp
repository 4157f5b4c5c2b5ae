#include "cast_command.h"

#include <fmt/format.h>

#include <cmath>

#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "sweep_command.h"
#include "swept/solids.h"

namespace swept::tool {
namespace {

template <class Made>
Made value_of_flag(std::string_view flag, const Result<Made>& made) {
    if (!made) throw Failure{Exit::bad_usage, fmt::format("{}: {}", flag, made.error().what)};
    return *made;
}

Radius length_of_flag(std::string_view flag, const std::string& text) {
    if (text.empty()) return {};
    return value_of_flag(flag, Radius::of(number_of_flag(flag, "", text)));
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

/// How far along its way it got.
std::string travelled(const Ray& path, double fraction) {
    const double length = std::hypot(path.vector()[0], path.vector()[1], path.vector()[2]);
    const std::string way = short_number(fraction * length);
    return path.is_bounded() ? fmt::format("{} of {:.9g}", way, length) : way;
}

std::string share_of(const Ray& path, double fraction) {
    if (path.is_bounded()) return share_in_words(fraction, "the way");
    return fmt::format("{:.9g} times the direction", fraction);
}

}  // namespace

void add_way_flags(Command& command, WayFlags& flags) {
    command.option("--from", flags.from, "X,Y,Z", "Where it starts: the ray, or the centre");
    command.option("--to", flags.to, "X,Y,Z", "Where it ends");
    command.option("--direction", flags.direction, "X,Y,Z", "Which way it goes, without end");
    command.option("--radius", flags.radius, "LENGTH",
                   "Of the sphere (default: 0, a ray; in a batch, of lines that say nothing else)");
    command.option("--clearance", flags.clearance, "LENGTH",
                   "Keep this far away from what is hit (default: 0)");
    command.flag("--any", flags.any, "Whether anything is hit: name the first hit that is found");
    command.option("--batch", flags.batch, "FILE",
                   "Answer many questions, one JSON object per line; - is stdin");
}

void check_way(const WayFlags& flags, bool json, const std::string& command) {
    const auto refuse = [&](bool wrong, const char* why) {
        if (wrong) throw Failure{Exit::bad_usage, command + ": " + why};
    };
    const bool many = !flags.batch.empty();
    const bool goes = !flags.to.empty() || !flags.direction.empty();
    refuse(many && (goes || !flags.from.empty()),
           "with --batch the ways stand in the lines; leave out --from, --to and --direction");
    refuse(many && json,
           "--batch answers with JSON lines, --json with one document; leave out --json");
    refuse(!many && flags.from.empty(),
           "no way is given; add --from with --to or --direction, or --batch");
    refuse(!many && !goes, "no end is given; add --to, or --direction for a ray without end");
    refuse(!flags.to.empty() && !flags.direction.empty(),
           "--to and --direction are given; a way has one of them, leave out the other");
}

SphereCast question_of(const WayFlags& flags) {
    const Eigen::Vector3d from = vector_of_flag("--from", "", flags.from);
    const bool bounded = !flags.to.empty();
    const Eigen::Vector3d to = bounded ? vector_of_flag("--to", "", flags.to)
                                       : vector_of_flag("--direction", "", flags.direction);
    const Result<Ray> path = bounded ? Ray::between(from, to) : Ray::towards(from, to);
    const std::string flag = "--" + (path ? "" : path.error().where);
    return {value_of_flag(flag, path), usual_radius(flags)};
}

CastOptions cast_options(const WayFlags& flags) {
    CastOptions options;
    options.mode = flags.any ? CastMode::any : CastMode::first;
    if (!flags.clearance.empty()) {
        const double length = number_of_flag("--clearance", "", flags.clearance);
        options.clearance = value_of_flag("--clearance", Clearance::of(length));
    }
    options.initial_overlap = InitialOverlap::solids;
    return options;
}

Radius usual_radius(const WayFlags& flags) {
    return length_of_flag("--radius", flags.radius);
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

void add_cast_way(Picture& picture, const SphereCast& question, const CastHit* first,
                  double reach) {
    const Ray& path = question.path;
    // One without end is drawn so far that it passes all there is.
    const double whole = path.is_bounded()
                             ? 1
                             : std::max(2 * reach / std::max(path.vector().norm(), 1e-300),
                                        first != nullptr ? 1.2 * first->fraction : 0);
    const double until = first != nullptr ? first->fraction : whole;
    picture.lines.push_back(
        {.kind = PictureLineKind::ray, .points = {path.from(), path.at(whole)}});
    picture.lines.push_back(
        {.kind = PictureLineKind::ray, .points = {path.from(), path.at(until)}, .stopped = true});
    const double radius = question.radius.length();
    if (radius == 0) return;
    const Polyhedron ball = Polyhedron::build(make_sphere(radius, 24, 36).value()).value();
    const auto at = [&](double fraction) { return Pose::make(path.at(fraction)).value(); };
    PictureShape sphere{
        .role = PictureRole::sphere, .name = caster(question), .shape = ball, .pose = at(until)};
    sphere.keys = {{0, at(0)}, {until, at(until)}};
    for (const double share : {0.0, 0.5}) {
        sphere.ghosts.push_back({share * until, at(share * until)});
    }
    if (until < whole) sphere.ghosts.push_back({whole, at(whole), true});
    picture.shapes.push_back(std::move(sphere));
    picture.timeline =
        PictureTimeline{.label = path.is_bounded() ? "fraction" : "times the direction",
                        .to = whole,
                        .free = until};
    if (first != nullptr) picture.timeline->moments.push_back({until, "hit", 0});
}

void add_cast_hit(Picture& picture, const CastHit& hit, const std::string& name, bool moving) {
    picture.marks.push_back({.point = hit.point,
                             .normal = hit.normal,
                             .at = moving ? std::optional(hit.fraction) : std::nullopt,
                             .kind = std::string(name_of(hit.feature)),
                             .text = fmt::format("{} {} of {}", name_of(hit.side), hit.face, name),
                             .b = PictureFeature{name, hit.face}});
}

std::string caster(const SphereCast& question) {
    const double radius = question.radius.length();
    return radius == 0 ? "a ray" : fmt::format("a sphere of radius {:.9g}", radius);
}

std::string part_in_words(const CastHit& hit, const std::string& face) {
    if (hit.feature == CastFeature::face)
        return fmt::format("the {} of {}", name_of(hit.side), face);
    const char* const part = hit.feature == CastFeature::edge ? "an edge" : "a corner";
    return fmt::format("{} of {}, from the {}", part, face, name_of(hit.side));
}

void print_hit(const CastHit& hit, const Ray& path) {
    print_row("free", share_of(path, hit.fraction));
    print_row("travelled", travelled(path, hit.fraction));
    print_row("point", words_of(hit.point));
    print_row("normal", words_of(hit.normal));
}

}  // namespace swept::tool

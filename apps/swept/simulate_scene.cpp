// Scenes from JSON files.

#include "simulate_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "io/named_file.h"
#include "json_blocks.h"
#include "mesh_source.h"
#include "world_source.h"

namespace swept::tool {
namespace {

using Eigen::Vector3d;

[[noreturn]] void refuse(const std::string& where, const std::string& why) {
    throw BadQuestion{where.empty() ? why : where + ": " + why};
}

/// One object of the file, and where it stands.
class Entry {
   public:
    Entry(const Json& json, std::string where, std::span<const std::string_view> known)
        : json_(json), where_(std::move(where)) {
        check_keys(json_, known, {where_});
    }

    [[nodiscard]] std::string place_of(std::string_view key) const {
        return where_.empty() ? std::string(key) : fmt::format("{}.{}", where_, key);
    }
    [[nodiscard]] const std::string& place() const { return where_; }
    [[nodiscard]] const Json* find(std::string_view key) const { return json_.find(key); }

    [[nodiscard]] std::optional<std::string> text(std::string_view key) const {
        const Json* value = json_.find(key);
        if (value == nullptr) return std::nullopt;
        if (value->kind != Json::Kind::string) refuse(place_of(key), "must be a string");
        return value->text;
    }
    [[nodiscard]] std::string needed_text(std::string_view key, const char* example) const {
        const auto value = text(key);
        if (!value) refuse(place_of(key), fmt::format("is missing; add one, such as {}", example));
        return *value;
    }

    [[nodiscard]] double number(std::string_view key, double fallback) const {
        const Json* value = json_.find(key);
        if (value == nullptr) return fallback;
        if (value->kind != Json::Kind::number) refuse(place_of(key), "must be a number");
        return value->number;
    }
    [[nodiscard]] double positive(std::string_view key, double fallback) const {
        const double value = number(key, fallback);
        if (value > 0) return value;
        refuse(place_of(key), fmt::format("must be greater than 0, not {}", value));
    }
    [[nodiscard]] double not_negative(std::string_view key, double fallback) const {
        const double value = number(key, fallback);
        if (value >= 0) return value;
        refuse(place_of(key), fmt::format("must be 0 or more, not {}", value));
    }
    [[nodiscard]] Vector3d vector(std::string_view key, const Vector3d& fallback) const {
        const Json* value = json_.find(key);
        return value == nullptr ? fallback : vector_of(*value, place_of(key));
    }
    [[nodiscard]] Pose pose(std::string_view key) const {
        const Json* value = json_.find(key);
        return value == nullptr ? Pose() : read_pose(*value, {place_of(key)});
    }

    static Vector3d vector_of(const Json& value, const std::string& where) {
        const auto is_number = [](const Json& item) { return item.kind == Json::Kind::number; };
        if (value.kind != Json::Kind::array || value.items.size() != 3 ||
            !std::ranges::all_of(value.items, is_number)) {
            refuse(where, "must be three numbers [x,y,z]");
        }
        return {value.items[0].number, value.items[1].number, value.items[2].number};
    }

    /// The items of a list that may be missing, each with its place.
    template <class Take>
    void each(std::string_view key, Take take) const {
        const Json* list = json_.find(key);
        if (list == nullptr) return;
        if (list->kind != Json::Kind::array) refuse(place_of(key), "must be a list: [...]");
        for (std::size_t i = 0; i < list->items.size(); ++i) {
            take(list->items[i], fmt::format("{}[{}]", place_of(key), i));
        }
    }

   private:
    const Json& json_;
    std::string where_;
};

/// [x,y,z], or rows [time,x,y,z].
Course course_of(const Json& value, const std::string& where) {
    constexpr const char* form = "must be [x,y,z], or a list of [time,x,y,z]";
    if (value.kind != Json::Kind::array || value.items.empty()) refuse(where, form);
    if (value.items[0].kind == Json::Kind::number) {
        return {{{0, Entry::vector_of(value, where)}}};
    }
    Course course;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        const Json& row = value.items[i];
        const auto is_number = [](const Json& item) { return item.kind == Json::Kind::number; };
        if (row.kind != Json::Kind::array || row.items.size() != 4 ||
            !std::ranges::all_of(row.items, is_number)) {
            refuse(fmt::format("{}[{}]", where, i), form);
        }
        const double time = row.items[0].number;
        if (!course.keys.empty() && !(time > course.keys.back().time)) {
            refuse(fmt::format("{}[{}]", where, i),
                   "its time must be later than that of the row before; sort the rows");
        }
        course.keys.push_back(
            {time, {row.items[1].number, row.items[2].number, row.items[3].number}});
    }
    return course;
}

class Reader {
   public:
    Reader(const std::string& file, bool allow_outside, const CommonFlags& flags)
        : folder_(std::filesystem::path(file).parent_path()),
          allow_outside_(allow_outside),
          flags_(flags) {
        scene_.name = file;
    }

    Scene read(const Json& json) {
        constexpr std::array<std::string_view, 10> known = {
            "swept_scene", "world",  "gravity", "rate",   "duration",
            "skin",        "bodies", "joints",  "motors", "characters"};
        const Entry top(json, "", known);
        if (const double format = top.number("swept_scene", 0); format != 1) {
            refuse("swept_scene", top.find("swept_scene") == nullptr
                                      ? "is missing; a scene has \"swept_scene\":1"
                                      : fmt::format("is {}; this tool reads 1", format));
        }
        scene_.options.gravity = top.vector("gravity", scene_.options.gravity);
        scene_.options.skin = top.not_negative("skin", 0);
        scene_.rate = top.positive("rate", scene_.rate);
        scene_.seconds = top.positive("duration", scene_.seconds);
        top.each("bodies", [&](const Json& one, const std::string& at) { add_body(one, at); });
        top.each("characters",
                 [&](const Json& one, const std::string& at) { add_character(one, at); });
        top.each("joints", [&](const Json& one, const std::string& at) { add_joint(one, at); });
        top.each("motors", [&](const Json& one, const std::string& at) { add_motor(one, at); });
        if (scene_.bodies.empty() && scene_.characters.empty()) {
            refuse("bodies", "there is nothing that could move; add a body or a character");
        }
        if (const auto world = top.text("world")) add_world(*world);
        return std::move(scene_);
    }

   private:
    std::filesystem::path folder_;
    bool allow_outside_;
    const CommonFlags& flags_;
    Scene scene_;
    std::map<std::string, Polyhedron> shapes_;

    /// Files are named as seen from the scene's.
    [[nodiscard]] std::string path_of(const std::string& name, const std::string& where) const {
        if (name.starts_with("solid:")) return name;
        const FileReach reach = allow_outside_ ? FileReach::anywhere : FileReach::own_folder;
        const auto path = io_detail::named_file(folder_, name, reach);
        if (!path) refuse(where, path.error().what);
        return path->string();
    }

    /// What the scene names is part of what the scene says: bad names are bad content.
    template <class Load>
    auto loaded(const std::string& where, Load load) {
        try {
            return load();
        } catch (const Failure& failure) {
            refuse(where, failure.message);
        }
    }

    void add_world(const std::string& name) {
        WorldFlags flags;
        static_cast<CommonFlags&>(flags) = flags_;
        flags.world = path_of(name, "world");
        flags.allow_outside = allow_outside_;
        WorldContents contents = loaded("world", [&] { return load_contents(flags); });
        // What stands about in it does so here, too.
        for (const auto& placed : contents.bodies) {
            const std::string own = fmt::format("world body {}", placed.id.value);
            const auto* shape = std::get_if<Polyhedron>(&placed.body.shape);
            if (shape == nullptr) {
                refuse("world", own +
                                    " is made of spheres, which do not collide with bodies "
                                    "here; take it out of the world, or give it a mesh");
            }
            scene_.bodies.push_back({own,
                                     {.shape = *shape,
                                      .world_from_body = placed.body.world_from_body,
                                      .type = BodyType::fixed,
                                      .mask = placed.body.mask}});
        }
        contents.bodies.clear();
        const auto world = World::make(contents);
        if (!world) refuse("world", world.error().message());
        scene_.world = world->snapshot();
    }

    Polyhedron shape_of(const Entry& entry) {
        const std::string name =
            path_of(entry.needed_text("mesh", "\"solid:box,size=1x1x1\""), entry.place_of("mesh"));
        if (const auto found = shapes_.find(name); found != shapes_.end()) return found->second;
        const Polyhedron shape =
            loaded(entry.place_of("mesh"), [&] { return load_shape(name, {}, flags_); });
        shapes_.emplace(name, shape);
        return shape;
    }

    /// The name given, or one that counts; no two things have one name.
    std::string name_of(const Entry& entry, const char* kind, std::size_t number) {
        const std::string name = entry.text("name").value_or(fmt::format("{} {}", kind, number));
        const auto taken = [&](const auto& collider) { return collider.name == name; };
        if (std::ranges::any_of(scene_.bodies, taken) ||
            std::ranges::any_of(scene_.characters, taken)) {
            refuse(entry.place_of("name"),
                   fmt::format("'{}' is taken; give each its own name", name));
        }
        return name;
    }

    std::size_t body_called(const std::string& name, const std::string& where) {
        const auto found = std::ranges::find(scene_.bodies, name, &SceneBody::name);
        if (found == scene_.bodies.end()) {
            refuse(where, fmt::format("no body is called '{}'; name one of \"bodies\"", name));
        }
        return static_cast<std::size_t>(found - scene_.bodies.begin());
    }

    void add_body(const Json& json, const std::string& where) {
        constexpr std::array<std::string_view, 12> known = {
            "name", "mesh",        "pose",     "type",     "density",
            "mass", "restitution", "friction", "velocity", "angular_velocity",
            "mask", "at"};
        const Entry entry(json, where, known);
        BodyDef body{.shape = shape_of(entry)};
        body.world_from_body = entry.pose("pose");
        const std::string type = entry.text("type").value_or("dynamic");
        if (type == "kinematic") {
            body.type = BodyType::kinematic;
        } else if (type == "fixed") {
            body.type = BodyType::fixed;
        } else if (type != "dynamic") {
            refuse(entry.place_of("type"),
                   fmt::format("must be dynamic, kinematic or fixed, not '{}'", type));
        }
        body.density = entry.positive("density", body.density);
        if (entry.find("mass") != nullptr) {
            if (entry.find("density") != nullptr) {
                refuse(entry.place_of("mass"), "stands beside density; leave one of them out");
            }
            body.mass = entry.positive("mass", 1);
        }
        body.restitution = entry.number("restitution", body.restitution);
        if (!(body.restitution >= 0 && body.restitution <= 1)) {
            refuse(entry.place_of("restitution"),
                   fmt::format("must be from 0 to 1, not {}", body.restitution));
        }
        body.friction = entry.not_negative("friction", body.friction);
        body.velocity = entry.vector("velocity", body.velocity);
        body.angular_velocity = entry.vector("angular_velocity", body.angular_velocity);
        const double mask = entry.number("mask", -1);
        if (entry.find("mask") != nullptr) {
            if (!(mask >= 0 && mask < 9e15 && mask == std::floor(mask))) {
                refuse(entry.place_of("mask"), "must be a whole number, 0 to 2^53");
            }
            body.mask = static_cast<Mask>(mask);
        }
        const std::string name = name_of(entry, "body", scene_.bodies.size());
        scene_.bodies.push_back({name, std::move(body), entry.not_negative("at", 0)});
    }

    void add_character(const Json& json, const std::string& where) {
        constexpr std::array<std::string_view, 9> known = {
            "name",  "mesh", "pose",        "velocity",      "way",
            "speed", "push", "step_height", "steepest_slope"};
        const Entry entry(json, where, known);
        SceneCharacter character{.name = name_of(entry, "character", scene_.characters.size()),
                                 .shape = shape_of(entry)};
        character.start = entry.pose("pose");
        if (entry.find("step_height") != nullptr) {
            character.options.step_height = entry.not_negative("step_height", 0);
        }
        character.options.steepest_slope =
            entry.not_negative("steepest_slope", character.options.steepest_slope);
        character.speed = entry.positive("speed", character.speed);
        character.push = entry.not_negative("push", character.push);
        entry.each("way", [&](const Json& one, const std::string& at) {
            character.way.push_back(Entry::vector_of(one, at));
        });
        if (const Json* velocity = entry.find("velocity")) {
            character.velocity = course_of(*velocity, entry.place_of("velocity"));
        }
        if (character.way.empty() == character.velocity.keys.empty()) {
            refuse(where, "needs either \"velocity\" or \"way\", to know where to go");
        }
        scene_.characters.push_back(std::move(character));
    }

    void add_joint(const Json& json, const std::string& where) {
        constexpr std::array<std::string_view, 9> known = {
            "name", "kind", "a", "b", "point", "axis", "limits", "friction", "motor"};
        const Entry entry(json, where, known);
        SceneJoint joint;
        joint.name = entry.text("name").value_or(fmt::format("joint {}", scene_.joints.size()));
        if (std::ranges::find(scene_.joints, joint.name, &SceneJoint::name) !=
            scene_.joints.end()) {
            refuse(entry.place_of("name"),
                   fmt::format("'{}' is taken; give each its own name", joint.name));
        }
        const std::string kind = entry.needed_text("kind", "\"hinge\"");
        if (kind == "hinge") {
            joint.kind = SceneJoint::Kind::hinge;
        } else if (kind == "fixed") {
            joint.kind = SceneJoint::Kind::fixed;
        } else if (kind != "ball") {
            refuse(entry.place_of("kind"),
                   fmt::format("must be ball, hinge or fixed, not '{}'", kind));
        }
        joint.a = joined_body(entry.needed_text("a", "\"body 0\""), entry.place_of("a"));
        if (const auto other = entry.text("b")) {
            joint.b = joined_body(*other, entry.place_of("b"));
            if (*joint.b == joint.a) refuse(entry.place_of("b"), "is a again; name another body");
        }
        if (entry.find("point") == nullptr) {
            refuse(entry.place_of("point"), "is missing; say where they are joined, [x,y,z]");
        }
        joint.point = entry.vector("point", joint.point);
        joint.axis = entry.vector("axis", joint.axis);
        if (joint.axis.isZero(0)) refuse(entry.place_of("axis"), "has no length");
        joint.axis.normalize();
        joint.friction = entry.not_negative("friction", 0);
        std::vector<double> limits;
        entry.each("limits", [&](const Json& one, const std::string& at) {
            if (one.kind != Json::Kind::number) refuse(at, "must be a number, in radians");
            limits.push_back(one.number);
        });
        if (entry.find("limits") != nullptr) {
            if (joint.kind != SceneJoint::Kind::hinge || limits.size() != 2 ||
                !(limits[0] <= limits[1])) {
                refuse(entry.place_of("limits"), "must be [least,most] of a hinge, in radians");
            }
            if (limits[0] > 0 || limits[1] < 0) {
                refuse(entry.place_of("limits"),
                       "do not hold 0, the angle at which it starts; turn the bodies instead");
            }
            joint.limits = {limits[0], limits[1]};
        }
        if (const Json* motor = entry.find("motor")) {
            if (joint.kind != SceneJoint::Kind::hinge) {
                refuse(entry.place_of("motor"), "is of hinges only");
            }
            joint.motor = joint_motor(*motor, entry.place_of("motor"));
        }
        scene_.joints.push_back(joint);
    }

    static JointMotor joint_motor(const Json& json, const std::string& where) {
        constexpr std::array<std::string_view, 2> known = {"speed", "torque"};
        const Entry entry(json, where, known);
        for (const std::string_view key : known) {
            if (entry.find(key) == nullptr) {
                refuse(entry.place_of(key), "is missing; a motor has a speed and a torque");
            }
        }
        return {entry.number("speed", 0), entry.not_negative("torque", 0)};
    }

    /// Joints are there from the start, so their bodies must be.
    std::size_t joined_body(const std::string& name, const std::string& where) {
        const std::size_t body = body_called(name, where);
        if (scene_.bodies[body].at > 0) {
            refuse(where,
                   fmt::format("'{}' comes later; joints are of bodies that are there at 0", name));
        }
        return body;
    }

    void add_motor(const Json& json, const std::string& where) {
        constexpr std::array<std::string_view, 7> known = {
            "body", "force", "torque", "velocity", "angular_velocity", "along", "point"};
        const Entry entry(json, where, known);
        SceneMotor motor;
        motor.body = body_called(entry.needed_text("body", "\"body 0\""), entry.place_of("body"));
        using Kind = SceneMotor::Kind;
        constexpr std::array<std::pair<std::string_view, Kind>, 4> kinds = {
            {{"force", Kind::force},
             {"torque", Kind::torque},
             {"velocity", Kind::velocity},
             {"angular_velocity", Kind::angular_velocity}}};
        for (const auto& [key, kind] : kinds) {
            const Json* value = entry.find(key);
            if (value == nullptr) continue;
            if (!motor.course.keys.empty()) {
                refuse(entry.place_of(key), "a motor does one thing; make another for this");
            }
            motor.kind = kind;
            motor.course = course_of(*value, entry.place_of(key));
            const bool drives = kind == Kind::velocity || kind == Kind::angular_velocity;
            const BodyType type = scene_.bodies[motor.body].body.type;
            if (type != (drives ? BodyType::kinematic : BodyType::dynamic)) {
                refuse(entry.place_of(key),
                       fmt::format("is for {} bodies, and this one is not; change its type",
                                   drives ? "kinematic" : "dynamic"));
            }
        }
        if (motor.course.keys.empty()) {
            refuse(where, "needs one of force, torque, velocity and angular_velocity");
        }
        const std::string along = entry.text("along").value_or("world");
        if (along != "world" && along != "body") {
            refuse(entry.place_of("along"), "must be world or body, not '" + along + "'");
        }
        motor.along_body = along == "body";
        if (entry.find("point") != nullptr) {
            if (motor.kind != Kind::force) refuse(entry.place_of("point"), "is of forces only");
            motor.point = entry.vector("point", Vector3d::Zero());
        }
        scene_.motors.push_back(std::move(motor));
    }
};

std::string text_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    if (!stream.is_open() || stream.bad() || std::filesystem::is_directory(file)) {
        throw Failure{Exit::bad_file,
                      file +
                          ": cannot be read; name a scene file, or one of those that 'swept "
                          "simulate --list' names"};
    }
    return text.str();
}

/// The line in which a parser's "at byte N" lies.
std::size_t line_of(const std::string& error, const std::string& text) {
    const std::size_t at = error.find("at byte ");
    if (at == std::string::npos) return 0;
    std::size_t byte = 0;
    std::from_chars(error.data() + at + 8, error.data() + error.size(), byte);
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

}  // namespace

Vector3d Course::at(double time) const {
    const auto next = std::ranges::upper_bound(keys, time, {}, &Key::time);
    if (next == keys.begin()) return keys.front().value;
    const Key& before = *(next - 1);
    if (next == keys.end()) return before.value;
    const double share = (time - before.time) / (next->time - before.time);
    return before.value + share * (next->value - before.value);
}

Scene read_scene(const std::string& file, bool allow_outside, const CommonFlags& flags) {
    const std::string text = text_of(file);
    const ParsedJson parsed = parse_json(text);
    if (!parsed.error.empty()) {
        const std::size_t line = line_of(parsed.error, text);
        throw Failure{Exit::bad_file,
                      fmt::format("{}{}: {}; correct it", file,
                                  line > 0 ? fmt::format(":{}", line) : "", parsed.error)};
    }
    try {
        return Reader(file, allow_outside, flags).read(parsed.value);
    } catch (const BadQuestion& bad) {
        const bool advises = bad.message.find("; ") != std::string::npos;
        throw Failure{Exit::bad_file,
                      fmt::format("{}: {}{}", file, bad.message, advises ? "" : "; correct it")};
    }
}

}  // namespace swept::tool

#include "scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "scene_rooms.h"
#include "swept/solids.h"

namespace swept::tool {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;
using Values = std::map<std::string_view, double>;

// Lengths in metres, masses in kilogrammes. Bodies start a little apart, by a gap that is of the
// order of what simulations keep, so that all of them are separate at the start.
constexpr double gap = 2e-4;

Polyhedron built(const std::string& solid) {
    return Polyhedron::build(make_solid(solid).value()).value();
}

Polyhedron box(double x, double y, double z) {
    return Polyhedron::build(make_box({x, y, z}).value()).value();
}

Pose placed(const Vector3d& at, const Vector3d& axis = Vector3d::UnitZ(), double angle = 0) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, axis));
    return Pose::make(at, turn).value();
}

std::size_t add(Scene& scene, std::string name, BodyDef body, double at = 0) {
    scene.bodies.push_back({std::move(name), std::move(body), at});
    return scene.bodies.size() - 1;
}

/// Its top is at z = 0.
void add_ground(Scene& scene, double x, double y, const Vector3d& centre = Vector3d::Zero()) {
    const double thick = 0.01 * std::max(x, y);
    add(scene, "ground",
        {.shape = box(x, y, thick),
         .world_from_body = placed(centre - Vector3d(0, 0, thick / 2)),
         .type = BodyType::fixed,
         .friction = 0.6});
}

// ---- things that stand, until something hits them ----

Scene wall(const Values& v) {
    Scene scene;
    const int courses = static_cast<int>(v.at("courses")),
              length = static_cast<int>(v.at("length"));
    add_ground(scene, 30, 26, {0, 1, 0});
    const Polyhedron brick = box(0.4, 0.2, 0.2);
    for (int course = 0; course < courses; ++course) {
        const int count = course % 2 == 0 ? length : length - 1;
        for (int k = 0; k < count; ++k) {
            const double x = (k - (count - 1) / 2.0) * (0.4 + 1e-3);
            add(scene, fmt::format("brick {}.{}", course, k),
                {.shape = brick,
                 .world_from_body = placed({x, 0, 0.1 + gap + course * (0.2 + gap)}),
                 .density = 2000,
                 .friction = 0.6});
        }
    }
    add(scene, "backstop",
        {.shape = box(30, 0.5, 3),
         .world_from_body = placed({0, 11, 1.51}),
         .type = BodyType::fixed});
    add(scene, "ball",
        {.shape = built("sphere,radius=0.5"),
         .world_from_body = placed({0.03, -3, 1.0}),
         .mass = 4000,
         .velocity = {0, v.at("speed"), 0}},
        v.at("stand"));
    scene.seconds = v.at("stand") + 5;
    return scene;
}

Scene tower(const Values& v) {
    Scene scene;
    add_ground(scene, 24, 16, {4, 0, 0});
    const Polyhedron block = box(0.75, 0.245, 0.15);
    const int levels = static_cast<int>(v.at("levels"));
    for (int level = 0; level < levels; ++level) {
        for (int k = 0; k < 3; ++k) {
            const double across = (k - 1) * 0.25;
            const bool turned = level % 2 == 1;
            const double z = 0.075 + gap + level * (0.15 + gap);
            add(scene, fmt::format("block {}.{}", level, k),
                {.shape = block,
                 .world_from_body = placed({turned ? across : 0, turned ? 0 : across, z},
                                           Vector3d::UnitZ(), turned ? pi / 2 : 0),
                 .density = 600,
                 .friction = 0.5});
        }
    }
    add(scene, "ball",
        {.shape = built("sphere,radius=0.2,rings=12,segments=24"),
         .world_from_body = placed({-3, 0.1, 0.15 * levels * 0.55}),
         .mass = 60,
         .restitution = 0.2,
         .velocity = {v.at("speed"), 0, 1}},
        v.at("stand"));
    scene.seconds = v.at("stand") + 5;
    return scene;
}

Scene dominoes(const Values& v) {
    Scene scene;
    const int count = static_cast<int>(v.at("count"));
    const double spacing = v.at("spacing"), radius = count * spacing / (2 * pi);
    const double thick = 0.02, wide = 0.1, high = 0.2;
    add_ground(scene, 2 * radius + 0.6, 2 * radius + 0.6);
    const Polyhedron stone = box(thick, wide, high);
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * pi * i / count;
        BodyDef body{.shape = stone,
                     .world_from_body = placed(
                         {radius * std::cos(angle), radius * std::sin(angle), high / 2 + gap},
                         Vector3d::UnitZ(), angle + pi / 2),
                     .density = 700,
                     .friction = 0.4};
        if (i == 0) {  // at (radius, 0): it tips along +y about its lower edge
            body.angular_velocity = {-v.at("push"), 0, 0};
            body.velocity = body.angular_velocity.cross(Vector3d(0, -thick / 2, high / 2));
        }
        add(scene, fmt::format("domino {}", i), std::move(body));
    }
    scene.seconds = 2 + 0.1 * count;
    return scene;
}

Scene cars(const Values& v) {
    Scene scene;
    const int count = static_cast<int>(v.at("count"));
    const double speed = v.at("speed"), between = v.at("gap");
    const double road = 50 + count * (4.2 + between);
    add_ground(scene, road, 30, {40 - road / 2, 0, 0});
    add(scene, "barrier",
        {.shape = box(1, 12, 1.2),
         .world_from_body = placed({8, 0, 0.601}),
         .type = BodyType::fixed});
    const Polyhedron car = built("car");
    for (int i = 0; i < count; ++i) {
        // Not quite in line, so that they turn.
        const double side = 0.7 * std::sin(2.4 * i), turn = 0.06 * std::sin(1.7 * i + 1);
        add(scene, fmt::format("car {}", i),
            {.shape = car,
             .world_from_body = placed({-(4.2 + between) * i, side, gap}, Vector3d::UnitZ(), turn),
             .mass = 1200,
             .restitution = 0.15,
             .friction = 0.5,
             .velocity = {speed * std::cos(turn), speed * std::sin(turn), 0}});
    }
    scene.seconds = 6;
    return scene;
}

// ---- a figure ----

struct Limb {
    const char* name;
    Vector3d size;
    Vector3d centre;  ///< above the place where the figure stands
};

Scene stairs(const Values& v) {
    Scene scene;
    const int steps = static_cast<int>(v.at("steps"));
    const double run = 0.28, rise = 0.18, top = steps * rise;
    add_ground(scene, steps * run + 8, 5, {steps * run / 2, 0, 0});
    add(scene, "stairs",
        {.shape = built(fmt::format("stairs,steps={},run={},rise={},width=3", steps, run, rise)),
         .world_from_body = placed({0, 0, 0}),
         .type = BodyType::fixed,
         .friction = 0.6});
    // It stands on the topmost step, leaning down the flight, which is along -x.
    const Pose stand = placed({(steps - 0.5) * run, 0, top + 0.04}, Vector3d::UnitY(), -0.2);
    constexpr double y = 0.12;
    const std::array<Limb, 10> limbs = {{{"torso", {0.2, 0.36, 0.56}, {0, 0, 1.14}},
                                         {"head", {0.18, 0.16, 0.22}, {0, 0, 1.56}},
                                         {"left upper arm", {0.09, 0.09, 0.3}, {0, 0.25, 1.25}},
                                         {"right upper arm", {0.09, 0.09, 0.3}, {0, -0.25, 1.25}},
                                         {"left lower arm", {0.08, 0.08, 0.3}, {0, 0.25, 0.92}},
                                         {"right lower arm", {0.08, 0.08, 0.3}, {0, -0.25, 0.92}},
                                         {"left thigh", {0.14, 0.13, 0.4}, {0, y, 0.63}},
                                         {"right thigh", {0.14, 0.13, 0.4}, {0, -y, 0.63}},
                                         {"left shin", {0.11, 0.1, 0.4}, {0, y, 0.2}},
                                         {"right shin", {0.11, 0.1, 0.4}, {0, -y, 0.2}}}};
    const std::size_t first = scene.bodies.size();
    for (const Limb& limb : limbs) {
        add(scene, limb.name,
            {.shape = box(limb.size[0], limb.size[1], limb.size[2]),
             .world_from_body = stand * placed(limb.centre),
             .density = 950,
             .friction = 0.5,
             .velocity = {-v.at("speed"), 0, 0}});
    }
    using Kind = SceneJoint::Kind;
    const auto join = [&](const char* name, Kind kind, std::size_t a, std::size_t b,
                          const Vector3d& point, double least, double most) {
        SceneJoint joint{.name = name, .kind = kind, .a = first + a, .b = first + b};
        joint.point = stand * point;
        joint.axis = stand.rotation_matrix() * Vector3d::UnitY();
        if (kind == Kind::hinge) joint.limits = {least, most};
        joint.friction = 1;
        if (v.at("joints") != 0) scene.joints.push_back(joint);
    };
    join("neck", Kind::ball, 0, 1, {0, 0, 1.435}, 0, 0);
    join("left shoulder", Kind::ball, 0, 2, {0, 0.2, 1.39}, 0, 0);
    join("right shoulder", Kind::ball, 0, 3, {0, -0.2, 1.39}, 0, 0);
    join("left elbow", Kind::hinge, 2, 4, {0, 0.25, 1.085}, -2.4, 0);
    join("right elbow", Kind::hinge, 3, 5, {0, -0.25, 1.085}, -2.4, 0);
    join("left hip", Kind::ball, 0, 6, {0, y, 0.845}, 0, 0);
    join("right hip", Kind::ball, 0, 7, {0, -y, 0.845}, 0, 0);
    join("left knee", Kind::hinge, 6, 8, {0, y, 0.415}, 0, 2.4);
    join("right knee", Kind::hinge, 7, 9, {0, -y, 0.415}, 0, 2.4);
    scene.seconds = 8;
    return scene;
}

// ---- gears ----

/// Gears that lie on a table, each about a fixed pin; the first is turned by a motor.
Scene gears(const Values& v) {
    Scene scene;
    const int count = static_cast<int>(v.at("count"));
    constexpr double module = 0.02, width = 0.06, bore = 0.08;
    const std::array<int, 3> teeth = {20, 30, 16};
    double x = 0, length = 0;
    for (int i = 0; i < count; ++i) length += module * teeth[static_cast<std::size_t>(i) % 3];
    add(scene, "table",
        {.shape = box(length + 0.4, 1, 0.1),
         .world_from_body = placed({length / 2 - module * teeth[0] / 2, 0, -0.05}),
         .type = BodyType::fixed,
         .friction = 0.05});
    // Where a gear has a tooth towards the next one this one needs a gap: phases in teeth.
    double phase = 0;
    for (int i = 0; i < count; ++i) {
        const int z = teeth[static_cast<std::size_t>(i) % 3];
        const double pitch = 2 * pi / z;
        const double turn = i == 0 ? 0 : pi - pitch * (phase + 0.5);
        phase = i == 0 ? 0 : phase + 0.5 - 0.5 * z;
        if (i > 0) x += module * z / 2;
        const std::string solid =
            fmt::format("gear,teeth={},module={},width={},bore={},backlash={},flank_points=4", z,
                        module, width, bore, 0.1 * module);
        BodyDef gear{.shape = built(solid),
                     .world_from_body = placed({x, 0, width / 2 + gap}, Vector3d::UnitZ(), turn),
                     .type = i == 0 ? BodyType::kinematic : BodyType::dynamic,
                     .density = 2700,
                     .friction = 0.05};
        const std::size_t body = add(scene, fmt::format("gear {}", i), std::move(gear));
        if (i == 0) {
            const double speed = v.at("speed");
            scene.motors.push_back({.body = body,
                                    .kind = SceneMotor::Kind::angular_velocity,
                                    .course = {{{0, Vector3d::Zero()}, {1, {0, 0, speed}}}}});
        } else {
            add(scene, fmt::format("pin {}", i),
                {.shape = built(
                     fmt::format("prism,sides=24,radius={},height={}", 0.48 * bore, 2 * width)),
                 .world_from_body = placed({x, 0, width + 1e-3}),
                 .type = BodyType::fixed,
                 .friction = 0.05});
        }
        x += module * z / 2;
    }
    scene.seconds = 5;
    return scene;
}

// ---- the list ----

constexpr std::array wall_keys = {SceneKey{"courses", 10, 1, 60, "rows of bricks", true},
                                  SceneKey{"length", 11, 2, 60, "bricks in the lowest row", true},
                                  SceneKey{"stand", 10, 0, 1000, "seconds before the ball comes"},
                                  SceneKey{"speed", 30, 0, 1000, "of the ball, metres per second"}};
constexpr std::array tower_keys = {
    SceneKey{"levels", 12, 1, 60, "of three blocks each", true},
    SceneKey{"stand", 3, 0, 1000, "seconds before the ball comes"},
    SceneKey{"speed", 20, 0, 1000, "of the ball, metres per second"}};
constexpr std::array domino_keys = {
    SceneKey{"count", 40, 12, 2000, "stones in the ring", true},
    SceneKey{"spacing", 0.1, 0.06, 0.18, "from stone to stone, metres"},
    SceneKey{"push", 1.5, 0, 20, "how fast the first one tips, radians per second"}};
constexpr std::array stairs_keys = {
    SceneKey{"steps", 12, 1, 200, "of the flight", true},
    SceneKey{"speed", 1, 0, 20, "of the figure at its start, metres per second"},
    SceneKey{"joints", 1, 0, 1, "0: its limbs are loose", true}};
constexpr std::array walk_keys = {
    SceneKey{"rooms", 4, 1, 64, "of the level", true},
    SceneKey{"seed", 1, 0, 1e9, "another level", true},
    SceneKey{"speed", 2, 0.1, 20, "of the character, metres per second"},
    SceneKey{"crates", 6, 0, 100, "that stand in its way", true}};
constexpr std::array cars_keys = {
    SceneKey{"count", 8, 1, 100, "cars in a row", true},
    SceneKey{"speed", 25, 0, 100, "of all of them, metres per second"},
    SceneKey{"gap", 5, 0.5, 100, "from car to car, metres"}};
constexpr std::array crater_keys = {SceneKey{"chunks", 16, 1, 256, "that fall", true},
                                    SceneKey{"radius", 1.6, 0.5, 2.5, "of the hole, metres"},
                                    SceneKey{"seed", 1, 0, 1e9, "other chunks", true}};
constexpr std::array gears_keys = {
    SceneKey{"count", 3, 1, 20, "gears in the train", true},
    SceneKey{"speed", 2, -20, 20, "of the first one, radians per second"}};

constexpr std::array<SceneKind, 8> kinds = {{
    {"wall", "a brick wall stands, then a ball of 4 tonnes hits it", wall_keys},
    {"tower", "a tower of blocks stands, then a ball hits it", tower_keys},
    {"dominoes", "a ring of dominoes, the first one tipped", domino_keys},
    {"stairs", "a figure with joints falls down a flight of stairs", stairs_keys},
    {"walk", "a character walks through all rooms of a level", walk_keys},
    {"cars", "cars in a row run into a barrier, and into each other", cars_keys},
    {"crater", "a hole is blown into a ceiling, and the chunks fall", crater_keys},
    {"gears", "gears on pins, the first one turned by a motor", gears_keys},
}};

Scene made(std::string_view name, const Values& values) {
    if (name == "wall") return wall(values);
    if (name == "tower") return tower(values);
    if (name == "dominoes") return dominoes(values);
    if (name == "stairs") return stairs(values);
    if (name == "cars") return cars(values);
    if (name == "gears") return gears(values);
    if (name == "crater") {
        return crater_scene({.chunks = static_cast<int>(values.at("chunks")),
                             .radius = values.at("radius"),
                             .seed = static_cast<unsigned>(values.at("seed"))});
    }
    return walk_scene({.rooms = static_cast<int>(values.at("rooms")),
                       .seed = static_cast<int>(values.at("seed")),
                       .speed = values.at("speed"),
                       .crates = static_cast<int>(values.at("crates"))});
}

[[noreturn]] void refuse(const std::string& description, const std::string& why) {
    throw Failure{Exit::bad_usage, fmt::format("{}: {}", description, why)};
}

/// One key=value.
void set(Values& values, const SceneKind& kind, std::string_view part,
         const std::string& description) {
    const std::size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    const auto key = std::ranges::find(kind.keys, name, &SceneKey::name);
    if (equals == std::string_view::npos || key == kind.keys.end()) {
        std::vector<std::string_view> names;
        for (const SceneKey& one : kind.keys) names.push_back(one.name);
        refuse(description,
               fmt::format("'{}' is none of its keys; they are {}", part, fmt::join(names, ", ")));
    }
    const std::string_view text = part.substr(equals + 1);
    double value = 0;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool number = bad == std::errc() && end == text.data() + text.size();
    if (!number || !(value >= key->least && value <= key->most) ||
        (key->whole && value != std::floor(value))) {
        refuse(description,
               fmt::format("{} must be a {} from {} to {}, not '{}'", name,
                           key->whole ? "whole number" : "number", key->least, key->most, text));
    }
    values[key->name] = value;
}

}  // namespace

std::span<const SceneKind> scene_kinds() {
    return kinds;
}

Scene make_scene(const std::string& description) {
    std::string_view rest = std::string_view(description).substr(std::string_view("scene:").size());
    const std::string_view name = rest.substr(0, rest.find(','));
    const auto kind = std::ranges::find(kinds, name, &SceneKind::name);
    if (kind == kinds.end()) {
        refuse(description, "no such scene; 'swept simulate --list' names them");
    }
    Values values;
    for (const SceneKey& key : kind->keys) values[key.name] = key.fallback;
    while (rest.find(',') != std::string_view::npos) {
        rest = rest.substr(rest.find(',') + 1);
        set(values, *kind, rest.substr(0, rest.find(',')), description);
    }
    Scene scene = made(name, values);
    scene.name = description;
    scene.words = kind->meaning;
    return scene;
}

}  // namespace swept::tool

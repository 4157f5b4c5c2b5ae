#pragma once

// What 'swept simulate' plays: bodies, joints, motors and characters in a world. A scene comes from
// a JSON file (docs/cli.md) or is a built-in one by name (scenes.h).

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "swept/dynamics/character.h"
#include "swept/dynamics/simulation.h"

namespace swept::tool {

/// A vector over time: straight from key to key; before the first as the first, after the last as
/// the last.
struct Course {
    struct Key {
        double time;
        Eigen::Vector3d value;
    };
    std::vector<Key> keys = {};  ///< by ascending time, at least one where it is used

    [[nodiscard]] Eigen::Vector3d at(double time) const;
};

struct SceneBody {
    std::string name;
    BodyDef body;
    double at = 0;  ///< when it comes into the scene, seconds
};

/// Two bodies that hold together at a point, or a body and the world.
struct SceneJoint {
    enum class Kind : std::uint8_t { ball, hinge, fixed };

    std::string name = {};
    Kind kind = Kind::ball;
    std::size_t a = 0;                                ///< counts the scene's bodies
    std::optional<std::size_t> b = std::nullopt;      ///< none: the world
    Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< in world, at the start
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< of a hinge, in world, at the start
    std::optional<std::array<double, 2>> limits = std::nullopt;  ///< of a hinge, radians
    double friction = 0;                                         ///< a torque
    std::optional<JointMotor> motor = std::nullopt;              ///< of a hinge
};

/// What moves a body from outside.
struct SceneMotor {
    enum class Kind : std::uint8_t { force, torque, velocity, angular_velocity };

    std::size_t body = 0;     ///< counts the scene's bodies
    Kind kind = Kind::force;  ///< velocities are of kinematic bodies, the others of dynamic ones
    Course course;            ///< in world
    bool along_body = false;  ///< in the body's coordinates instead
    std::optional<Eigen::Vector3d> point = std::nullopt;  ///< of a force, in the body; none: centre
};

/// A player who walks.
struct SceneCharacter {
    std::string name;
    Polyhedron shape;
    Pose start = {};
    CharacterOptions options = {};
    Course velocity = {};                   ///< where it wants to go, in world; or
    std::vector<Eigen::Vector3d> way = {};  ///< places that it makes for, one after another
    double speed = 1.4;                     ///< on its way
    double push = 200;                      ///< the force with which it pushes bodies
};

struct Scene {
    std::string name;   ///< as it was asked for
    std::string words;  ///< of a built-in scene, what it shows
    std::optional<WorldSnapshot> world = std::nullopt;
    SimulationOptions options = {};
    double rate = 60;    ///< steps per second
    double seconds = 5;  ///< how long
    std::vector<SceneBody> bodies = {};
    std::vector<SceneJoint> joints = {};
    std::vector<SceneMotor> motors = {};
    std::vector<SceneCharacter> characters = {};
};

/// A file of this form, and the files that it names: those in or below its own folder, or
/// (`allow_outside`) any. Throws Failure, which names the file, the place in it, and what to do.
[[nodiscard]] Scene read_scene(const std::string& file, bool allow_outside,
                               const CommonFlags& flags);

}  // namespace swept::tool

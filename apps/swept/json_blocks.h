#pragma once

// The building blocks of questions and answers (docs/cli.md): poses, motions, contacts. Read from
// JSON or from the values of flags, written as JSON.

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "json_text.h"
#include "swept/contact.h"
#include "swept/geometry.h"
#include "swept/motion.h"
#include "swept/polyhedron.h"

namespace swept::tool {

/// Where a value stands: `pose.rotation`. The words are made only when something is wrong.
struct Place {
    std::string_view name;
    const Place* within = nullptr;

    [[nodiscard]] std::string words() const;
};

/// Thrown where a question cannot be understood; says where and why.
struct BadQuestion {
    std::string message;
};

// Readers of one value each; they throw BadQuestion.

/// A rigid pose: {"translation":[x,y,z],"rotation":[w,x,y,z]}, both optional, or {"matrix":...}
/// with three rows of four, or four of which the last is 0 0 0 1.
[[nodiscard]] Pose read_pose(const Json& value, const Place& place);

/// A pose as text: JSON, or x,y,z or x,y,z,qw,qx,qy,qz.
[[nodiscard]] Pose read_pose_text(const std::string& text);

/// The pose under a key of the object; the identity when the key is missing.
[[nodiscard]] Pose read_pose_of(const Json& object, std::string_view key);

/// The number under a key of the object, or the three as [x,y,z]; none when the key is missing.
[[nodiscard]] std::optional<double> read_number_of(const Json& object, std::string_view key);
[[nodiscard]] std::optional<Eigen::Vector3d> read_vector_of(const Json& object,
                                                            std::string_view key);

/// A motion: {"translate":[x,y,z]}, {"rotate":{"origin","axis","angle"}}, {"screw":{...,
/// "advance"}} or {"to":POSE}, the screw from `start` to there. Angles are in radians.
[[nodiscard]] Motion read_motion(const Json& value, const Pose& start, const Place& place);

/// Refuses a value that is no object, and keys that are not known: a typing error shall not be
/// taken for a missing value.
void check_keys(const Json& object, std::span<const std::string_view> known, const Place& place);

/// The pose given to a flag: as JSON, or short as x,y,z or x,y,z,qw,qx,qy,qz. Throws Failure.
[[nodiscard]] Pose pose_of_flag(std::string_view flag, const std::string& text);

/// One value of a flag that is a number, or three as x,y,z; `name` tells which of several values of
/// the flag, and is empty where there is only one. The numbers need not be finite. Throws Failure.
[[nodiscard]] double number_of_flag(std::string_view flag, std::string_view name,
                                    const std::string& text);
[[nodiscard]] Eigen::Vector3d vector_of_flag(std::string_view flag, std::string_view name,
                                             const std::string& text);

// Writers.

/// {"translation":[x,y,z],"rotation":[w,x,y,z]}: reads back to the same pose, bit for bit.
[[nodiscard]] std::string json_pose(const Pose& pose);

/// Adds the keys of a contact: kind, point, normal, separation, mover, obstacle; of these two the
/// keys face, vertices, normal and, of an edge, edge. `obstacle` is null where it is no polyhedron:
/// its faces have no vertices.
void add_contact(JsonObject& json, const Contact& contact, const Polyhedron& mover,
                 const Polyhedron* obstacle);

}  // namespace swept::tool

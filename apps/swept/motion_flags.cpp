#include "motion_flags.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "command.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"

namespace swept::tool {
namespace {

using Words = std::vector<std::string>;

/// The motion, unless its maker says what is wrong with it.
template <class Made>
Motion motion_of(std::string_view flag, const Result<Made>& made) {
    if (!made) throw Failure{Exit::bad_usage, fmt::format("{}: {}", flag, made.error().message())};
    return *made;
}

Motion translate_of(const std::string& text) {
    const Result<Translation> made = Translation::make(vector_of_flag("--translate", "", text));
    if (!made) throw Failure{Exit::bad_usage, "--translate: " + made.error().what};
    return *made;
}

double radians_of_flag(std::string_view flag, const std::string& text) {
    // In this order quarter turns and their halves are as exact as a double can be.
    return number_of_flag(flag, "DEGREES", text) / 180 * std::numbers::pi;
}

Motion rotate_of(const Words& values) {
    constexpr std::string_view flag = "--rotate";
    const Eigen::Vector3d origin = vector_of_flag(flag, "ORIGIN", values[0]);
    const Eigen::Vector3d axis = vector_of_flag(flag, "AXIS", values[1]);
    return motion_of(flag, Rotation::make(origin, axis, radians_of_flag(flag, values[2])));
}

Motion screw_of(const Words& values) {
    constexpr std::string_view flag = "--screw";
    const Eigen::Vector3d origin = vector_of_flag(flag, "ORIGIN", values[0]);
    const Eigen::Vector3d axis = vector_of_flag(flag, "AXIS", values[1]);
    const double angle = radians_of_flag(flag, values[2]);
    const double advance = number_of_flag(flag, "ADVANCE", values[3]);
    return motion_of(flag, Screw::make(origin, axis, angle, advance));
}

/// "1.5 of 3", the whole and a share of it.
std::string part_of(double whole, double fraction) {
    return fmt::format("{:.9g} of {:.9g}", fraction * whole, whole);
}

double degrees(double angle) {
    return angle / std::numbers::pi * 180;
}

std::string turned(double angle, double fraction) {
    return part_of(degrees(angle), fraction) + " degrees";
}

std::string turn_about(double angle, const Eigen::Vector3d& axis, const Eigen::Vector3d& origin) {
    return fmt::format("{:.9g} degrees about {} through {}", degrees(angle), words_of(axis),
                       words_of(origin));
}

}  // namespace

void add_motion_flags(Command& command, MotionFlags& flags) {
    command.option("--translate", flags.translate, "X,Y,Z", "Move straight, by this");
    command.option("--rotate", flags.rotate, 3, "ORIGIN AXIS DEGREES", "Turn about an axis");
    command.option("--screw", flags.screw, 4, "ORIGIN AXIS DEGREES ADVANCE",
                   "Turn about an axis and advance along it");
    command.option("--to", flags.to, "POSE", "Move along the screw from the start pose to this");
    command.option("--at", flags.at, "POSE", "Where the mover starts (default: as in its file)");
}

Words motions_in(const MotionFlags& flags) {
    Words given;
    if (!flags.translate.empty()) given.emplace_back("--translate");
    if (!flags.rotate.empty()) given.emplace_back("--rotate");
    if (!flags.screw.empty()) given.emplace_back("--screw");
    if (!flags.to.empty()) given.emplace_back("--to");
    return given;
}

Pose start_of(const MotionFlags& flags) {
    return flags.at.empty() ? Pose() : pose_of_flag("--at", flags.at);
}

Motion motion_of(const MotionFlags& flags) {
    if (!flags.translate.empty()) return translate_of(flags.translate);
    if (!flags.rotate.empty()) return rotate_of(flags.rotate);
    if (!flags.screw.empty()) return screw_of(flags.screw);
    return screw_between(start_of(flags), pose_of_flag("--to", flags.to));
}

std::string travelled(const Motion& motion, double fraction) {
    if (const auto* translation = std::get_if<Translation>(&motion)) {
        const Eigen::Vector3d& way = translation->vector();
        return part_of(std::hypot(way[0], way[1], way[2]), fraction);
    }
    if (const auto* rotation = std::get_if<Rotation>(&motion)) {
        return turned(rotation->angle(), fraction);
    }
    const auto& screw = std::get<Screw>(motion);
    if (screw.angle() == 0) return part_of(screw.advance(), fraction);
    if (screw.advance() == 0) return turned(screw.angle(), fraction);
    return fmt::format("{}, {} along the axis", turned(screw.angle(), fraction),
                       part_of(screw.advance(), fraction));
}

std::string words_of(const Motion& motion) {
    if (const auto* translation = std::get_if<Translation>(&motion)) {
        return "by " + words_of(translation->vector());
    }
    if (const auto* rotation = std::get_if<Rotation>(&motion)) {
        return turn_about(rotation->angle(), rotation->axis(), rotation->origin());
    }
    const auto& screw = std::get<Screw>(motion);
    if (screw.angle() == 0) return "by " + words_of(screw.advance() * screw.axis());
    const std::string turn = turn_about(screw.angle(), screw.axis(), screw.origin());
    if (screw.advance() == 0) return turn;
    return turn + fmt::format(", {:.9g} along it", screw.advance());
}

}  // namespace swept::tool

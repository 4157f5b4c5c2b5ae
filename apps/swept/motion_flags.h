#pragma once

// A motion given by flags: --translate, --rotate, --screw or --to, from where --at says.

#include <string>
#include <vector>

#include "swept/motion.h"

namespace swept::tool {

class Command;

struct MotionFlags {
    std::string at;
    std::string translate;
    std::vector<std::string> rotate;
    std::vector<std::string> screw;
    std::string to;
};

void add_motion_flags(Command& command, MotionFlags& flags);

/// Which motions were given, as the flags are called.
[[nodiscard]] std::vector<std::string> motions_in(const MotionFlags& flags);

// What the flags mean; throw Failure.
[[nodiscard]] Pose start_of(const MotionFlags& flags);
[[nodiscard]] Motion motion_of(const MotionFlags& flags);

/// How far along its motion something got, for people: "1.5 of 3".
[[nodiscard]] std::string travelled(const Motion& motion, double fraction);

/// The motion for people: "by 1,0,0", "30 degrees about 0,0,1 through 0,0,0, 2 along it".
[[nodiscard]] std::string words_of(const Motion& motion);

/// What --help says about the flags, and about motions in JSON.
inline constexpr const char* help_on_motion_flags =
    "ORIGIN is any point of the axis and AXIS its direction, both x,y,z in the world; a turn is\n"
    "right-handed, and ADVANCE the length travelled along the axis meanwhile.\n"
    "A pose: x,y,z or x,y,z,qw,qx,qy,qz or {\"translation\":[x,y,z],\"rotation\":[w,x,y,z]}\n"
    "        or {\"matrix\":[[4 numbers],[4],[4]]}\n";
inline constexpr const char* help_on_motions =
    "        MOTION is one of (angles here in radians)\n"
    "        {\"translate\":[x,y,z]}  {\"rotate\":{\"origin\":[...],\"axis\":[...],\"angle\":a}}\n"
    "        {\"screw\":{\"origin\":[...],\"axis\":[...],\"angle\":a,\"advance\":g}}  "
    "{\"to\":{a pose}}";

}  // namespace swept::tool

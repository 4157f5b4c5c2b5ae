#pragma once

// What the commands share that cast a ray or a sphere: flags and lines, and how a hit is told.

#include <string>

#include "command.h"
#include "json_text.h"
#include "picture_flag.h"
#include "swept/cast.h"

namespace swept::tool {

class Command;

/// A way, and how it is looked at.
struct WayFlags {
    std::string from;
    std::string to;
    std::string direction;
    std::string radius;
    std::string clearance;
    std::string batch;
    bool any = false;
};

void add_way_flags(Command& command, WayFlags& flags);

/// The keys of a line of a batch, besides "id".
inline constexpr const char* way_keys[] = {"from", "to", "direction", "radius"};

/// Refuses flags that do not go together; throws Failure.
void check_way(const WayFlags& flags, bool json, const std::string& command);

/// What the flags mean; throw Failure.
[[nodiscard]] SphereCast question_of(const WayFlags& flags);
[[nodiscard]] CastOptions cast_options(const WayFlags& flags);
/// The radius of lines that say nothing else.
[[nodiscard]] Radius usual_radius(const WayFlags& flags);

/// That of a line of a batch; throws BadQuestion.
[[nodiscard]] SphereCast question_of(const Json& line, const Radius& usual);

/// The keys fraction, point, normal, face, side and feature.
void add_hit(JsonObject& json, const CastHit& hit);
/// The same, all null.
void add_no_hit(JsonObject& json);

/// The way in a picture: a ray, or a sphere that goes as far as it gets; and the marks of what was
/// hit, with the name of the thing.
void add_cast_way(Picture& picture, const SphereCast& question, const CastHit* first, double reach);
void add_cast_hit(Picture& picture, const CastHit& hit, const std::string& name, bool moving);

// For people.

/// "a ray", "a sphere of radius 2"
[[nodiscard]] std::string caster(const SphereCast& question);
/// "the front of face 3", "an edge of face 3, from the front"; `face` is the name of the face.
[[nodiscard]] std::string part_in_words(const CastHit& hit, const std::string& face);
/// The rows free, travelled, point and normal.
void print_hit(const CastHit& hit, const Ray& path);

}  // namespace swept::tool

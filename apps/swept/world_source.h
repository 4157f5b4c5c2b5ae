#pragma once

// What the questions of 'swept world FILE' share: the world, what of it is looked at, and how it is
// told what was met.

#include <optional>
#include <string>

#include "command.h"
#include "json_text.h"
#include "picture_flag.h"
#include "swept/world.h"

namespace swept::tool {

class Command;

/// Of the command and all its questions: wherever they stand, they mean the same.
struct WorldFlags : CommonFlags {
    std::string world;
    std::string picture;
    bool allow_outside = false;
};

/// --allow-outside: of world files and scenes, which follow one rule (docs/cli.md).
void add_outside_flag(Command& command, bool& allowed);

/// What of a world is looked at, as flags.
struct FilterFlags {
    std::string mask;
    std::string only;
    std::string except;
};
void add_filter_flags(Command& command, FilterFlags& flags);
/// What the flags mean; throws Failure.
[[nodiscard]] WorldFilter filter_of(const FilterFlags& flags);

/// A whole number of 64 bits, decimal or 0x...; throws Failure.
[[nodiscard]] std::uint64_t whole_of_flag(std::string_view flag, const std::string& text);

/// The contents of a world file; of solid:level its rooms and portals; of any other mesh one room.
/// Throws Failure.
[[nodiscard]] WorldContents load_contents(const WorldFlags& flags);
/// The world itself; throws Failure.
[[nodiscard]] World load_world(const WorldFlags& flags);
/// Throws Failure.
void save_world(const WorldContents& contents, const std::string& file);

// ---- what was met ----

/// The shape of a room or of a body that is a polyhedron.
[[nodiscard]] std::optional<Polyhedron> shape_of(const ColliderRef& collider,
                                                 const WorldSnapshot& world);

/// The keys room, polygon and body; null where they do not apply.
void add_thing(JsonObject& json, const ColliderRef& collider);
/// {"room":3,"polygon":7}, {"body":4} or null.
[[nodiscard]] std::string json_collider(const ColliderRef& collider);

/// All rooms and bodies in a picture, with the face that was met, if one was, set off.
void add_world(Picture& picture, const WorldSnapshot& world, const ColliderRef& met = {},
               FaceIndex face = FaceIndex());

// For people.

/// "polygon 7 of room 3", "body 4"
[[nodiscard]] std::string words_of(const ColliderRef& collider);

// ---- the questions: one per file ----

using SharedWorldFlags = std::shared_ptr<WorldFlags>;
void add_world_cast(Command& world, const SharedWorldFlags& flags);
void add_world_sweep(Command& world, const SharedWorldFlags& flags);
void add_world_standing(Command& world, const SharedWorldFlags& flags);
void add_world_carve(Command& world, const SharedWorldFlags& flags);

}  // namespace swept::tool

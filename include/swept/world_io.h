#pragma once

// Worlds from files and to files. Part of the component swept::io.
//
// A world file is a JSON document, with the meshes of rooms and bodies in files beside it:
//
//   {"swept_world": 1,
//    "rooms":   [{"id": 0, "mesh": "hall.meshes/room-0.ply", "ids": [[0, 153], 7], "mask":
//    "0xff"}], "portals": [{"id": 0, "rooms": [0, 1], "outline": [[x, y, z], ...]}], "bodies":
//    [{"id": 4, "mesh": "crate.obj", "pose": {"translation": [x, y, z],
//                                                        "rotation": [w, x, y, z]}},
//                {"id": 5, "spheres": [[x, y, z, radius], ...], "mask": "0x1"}]}
//
// All lists may be missing, and of their items all keys but id, a portal's rooms and outline, and a
// body's shape.
// - mesh: a file that read_mesh knows, in or below the folder of the JSON once symbolic links are
//   followed (FileReach), or solid:NAME,key=value.
//   A room without it has no polygons; two rooms cannot have the same, bodies can.
// - ids: of the polygons, one after the other; [a, b] stands for a, a + 1, ... b. Default: 0, 1,
// ...
// - mask: of a body, or of all polygons of a room; masks: of its polygons, as [[mask, count], ...].
//   Default: every bit. A mask is a string, "0x..." or decimal, or a whole number; so are ids.
// - pose: as above, both optional, or {"matrix": [[4 numbers], [4], [4]]}. Default: the identity.
// - sides: "front" or "both", of a body's mesh. Default: as Sides::automatic decides.
//
// Nothing in a file is trusted. What cannot be used is an Error that names the line of the JSON, or
// the place in it as /rooms/3/mesh, and says what to do: keys that are missing, not known or there
// twice, ids that are taken, rooms that are not there, paths that lead out of the folder, whatever
// is wrong with a mesh. What only a world can judge, such as a portal that is not on a wall, is
// left to World::make.

#include <cstdint>
#include <filesystem>

#include "swept/export.h"
#include "swept/result.h"
#include "swept/world_parts.h"

namespace swept {

/// Which files a world file may name.
enum class FileReach : std::uint8_t {
    own_folder,  ///< those in or below its own folder, symbolic links followed
    anywhere,    ///< any: for files that you trust
};

/// How a world is read.
struct WorldReadOptions {
    FileReach files = FileReach::own_folder;  ///< which files it may name
};

/// A world from a JSON file and the meshes beside it.
[[nodiscard]] SWEPT_IO_API Result<WorldContents> read_world(const std::filesystem::path& path,
                                                            const WorldReadOptions& options = {});

/// Writes NAME.json or NAME.world.json, and before it the meshes into the folder NAME.meshes beside
/// it, as .ply in double precision; bodies that share a shape share a file. What is read back has
/// the same doubles, ids, masks and order. The shapes of bodies are written as they are: their
/// faces and vertices are numbered as Polyhedron::mesh does.
///
/// A world that is there is replaced at once: until the new JSON is whole, and where anything
/// fails, it and its meshes are as they were. So new meshes have names that are free (room-0.ply,
/// else room-0-2.ply ...), meshes that have not changed are not written again, and those that only
/// the old JSON named are removed from NAME.meshes at last. Errors: ids that stand twice, portals
/// to rooms that are not there, as many labels as polygons or none, a mesh that write_mesh refuses,
/// each with the room, portal or body; and what cannot be written, with the file.
[[nodiscard]] SWEPT_IO_API Result<void> write_world(const WorldContents& world,
                                                    const std::filesystem::path& path);

}  // namespace swept

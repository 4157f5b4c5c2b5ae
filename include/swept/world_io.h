#pragma once

// World files: reading (import) and writing (export). Part of the component swept::io.
//
// A world file is a JSON document, with the meshes of rooms and bodies in files beside it:
//
//   {"swept_world": 1,
//    "rooms":   [{"id": 0, "mesh": "hall.meshes/room-0.ply", "ids": [[0, 153], 7],
//                 "mask": "0xff"}],
//    "portals": [{"id": 0, "rooms": [0, 1], "outline": [[x, y, z], ...]}],
//    "bodies":  [{"id": 4, "mesh": "crate.obj",
//                 "pose": {"translation": [x, y, z], "rotation": [w, x, y, z]}},
//                {"id": 5, "spheres": [[x, y, z, radius], ...], "mask": "0x1"}]}
//
// All lists are optional. In their items, all keys are optional except id, a portal's rooms and
// outline, and a body's shape.
// - mesh: a file that read_mesh accepts, or solid:NAME,key=value. The file is in or below the
//   folder of the JSON, after symbolic links are followed (FileReach). A room without a mesh has no
//   polygons. Two rooms cannot have the same mesh; bodies can.
// - ids: of the polygons, in order; [a, b] means a, a + 1, ... b. Default: 0, 1, ...
// - mask: of a body, or of all polygons of a room; masks: of its polygons, as [[mask, count], ...].
//   Default: every bit. A mask is a string, "0x..." or decimal, or a whole number; so are ids.
// - pose: as above, both keys optional, or {"matrix": [[4 numbers], [4], [4]]}. Default: identity.
// - sides: "front" or "both", of a body's mesh. Default: Sides::automatic.
//
// Nothing in a file is trusted. An Error names the line of the JSON, or the place in it as
// /rooms/3/mesh, and says what to do: keys that are missing, unknown or repeated, ids that are
// taken, rooms that do not exist, paths that lead out of the folder, any error of a mesh. What only
// a world can check, such as a portal that is not on a wall, is checked by World::make.

#include <cstdint>
#include <filesystem>

#include "swept/export.h"
#include "swept/result.h"
#include "swept/world_parts.h"

namespace swept {

/// The files that a world file may name.
enum class FileReach : std::uint8_t {
    own_folder,  ///< files in or below its own folder, after symbolic links are followed
    anywhere,    ///< any file; only for world files that you trust
};

/// Options of read_world.
struct WorldReadOptions {
    FileReach files = FileReach::own_folder;  ///< the files that a world file may name
};

/// Reads a world from a JSON file and its meshes. Errors: as described above.
[[nodiscard]] SWEPT_IO_API Result<WorldContents> read_world(const std::filesystem::path& path,
                                                            const WorldReadOptions& options = {});

/// Writes NAME.json or NAME.world.json, after the meshes in the folder NAME.meshes beside it, as
/// .ply in double precision; bodies that share a shape share a file. Reading returns the same
/// doubles, ids, masks and order. Shapes of bodies are written with the faces and vertices of
/// Polyhedron::mesh, and its numbers.
///
/// An existing world is replaced atomically: until the new JSON is complete, and on any Error, the
/// old JSON and its meshes are unchanged. So new meshes get names that are free (room-0.ply, else
/// room-0-2.ply ...), unchanged meshes are not written again, and meshes that only the old JSON
/// named are removed from NAME.meshes at the end. Errors, with the room, portal or body: repeated
/// ids, portals to rooms that do not exist, a number of labels that is neither 0 nor the number of
/// polygons, a mesh that write_mesh refuses. Also, with the file: what cannot be written.
[[nodiscard]] SWEPT_IO_API Result<void> write_world(const WorldContents& world,
                                                    const std::filesystem::path& path);

}  // namespace swept

#pragma once

// Meshes from files and to files. Part of the component swept::io.
// Nothing in a file is trusted: counts are checked against the bytes that are there before anything
// is allocated, indices against the vertices, numbers for being finite. Every Error names the line
// (text) or byte (binary) and what to do.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "swept/export.h"
#include "swept/mesh.h"
#include "swept/progress.h"
#include "swept/result.h"

namespace swept {

/// A mesh read from a file. Vertex and polygon ids count from 0 in file order (STL: vertex = 3 face
/// + corner; glTF: through the scene in node order).
struct MeshFile {
    Mesh mesh;           ///< vertices and polygons as the file has them
    std::string format;  ///< "obj", "stl", "ply", "off", "gltf", or assimp's ending
    bool double_precision =
        true;  ///< false: coordinates went through single precision while reading
    std::vector<std::string> notes;  ///< what the file holds that was not read, one line each
};

/// How a mesh is read.
struct ReadOptions {
    Progress progress = {};  ///< may be empty
};

/// Reads .obj, .stl, .ply, .off, .gltf, .glb, by ending; other endings through assimp where it is
/// built in. Files without polygons but with vertices are sets of points.
[[nodiscard]] SWEPT_IO_API Result<MeshFile> read_mesh(const std::filesystem::path& path,
                                                      const ReadOptions& options = {});

/// Reads a mesh from memory. `format` is one of "obj", "stl", "ply", "off", "glb", "gltf" (with all
/// buffers embedded).
[[nodiscard]] SWEPT_IO_API Result<MeshFile> parse_mesh(std::string_view bytes,
                                                       std::string_view format,
                                                       const ReadOptions& options = {});

/// How numbers are written.
enum class Encoding : std::uint8_t { binary, text };

/// How a mesh is written.
struct WriteOptions {
    Encoding encoding = Encoding::binary;  ///< where the format has both (.stl, .ply)
    Progress progress = {};                ///< may be empty
};

/// Writes .obj, .stl, .ply or .off, by ending. Coordinates read back to the same doubles, but for
/// binary .stl, which holds single precision. Polygons are cut into triangles for .stl. A file that
/// is there is replaced when the new one is whole; where that fails, it is as it was.
[[nodiscard]] SWEPT_IO_API Result<void> write_mesh(const Mesh& mesh,
                                                   const std::filesystem::path& path,
                                                   const WriteOptions& options = {});

/// The endings that read_mesh knows in this build, with what reads them: "obj", "stl" ...
[[nodiscard]] SWEPT_IO_API std::vector<std::string> readable_formats();

/// Whether this build reads further formats through assimp.
[[nodiscard]] SWEPT_IO_API bool has_assimp();

}  // namespace swept

#pragma once

// Mesh files: reading (import) and writing (export). Part of the component swept::io.
//
// Nothing in a file is trusted. Counts are checked against the number of bytes before anything is
// allocated, indices against the vertices, and numbers must be finite. Every Error names the line
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
    Mesh mesh;           ///< vertices and polygons as in the file
    std::string format;  ///< "obj", "stl", "ply", "off", "gltf", or the extension for assimp
    bool double_precision = true;    ///< false: coordinates were read in single precision
    std::vector<std::string> notes;  ///< content of the file that was not read, one line each
};

/// Options of a reader.
struct ReadOptions {
    Progress progress = {};  ///< may be empty
};

/// Reads .obj, .stl, .ply, .off, .gltf or .glb, chosen by the file extension; other extensions
/// through assimp, if the build has it. A file with vertices but no polygons is a set of points.
/// Errors: a file that cannot be read, an unknown format, invalid content.
[[nodiscard]] SWEPT_IO_API Result<MeshFile> read_mesh(const std::filesystem::path& path,
                                                      const ReadOptions& options = {});

/// Reads a mesh from memory. `format` is one of "obj", "stl", "ply", "off", "glb", "gltf" (with all
/// buffers embedded). Errors: an unknown format, invalid content.
[[nodiscard]] SWEPT_IO_API Result<MeshFile> parse_mesh(std::string_view bytes,
                                                       std::string_view format,
                                                       const ReadOptions& options = {});

/// Encoding of the numbers in a file.
enum class Encoding : std::uint8_t { binary, text };

/// Options of a writer.
struct WriteOptions {
    Encoding encoding = Encoding::binary;  ///< for formats that have both (.stl, .ply)
    Progress progress = {};                ///< may be empty
};

/// Writes .obj, .stl, .ply or .off, chosen by the file extension. Coordinates are read back as the
/// same doubles, except for binary .stl (single precision). Polygons are split into triangles for
/// .stl. An existing file is replaced once the new one is complete; on any Error it is unchanged.
[[nodiscard]] SWEPT_IO_API Result<void> write_mesh(const Mesh& mesh,
                                                   const std::filesystem::path& path,
                                                   const WriteOptions& options = {});

/// The file extensions that read_mesh accepts in this build: "obj", "stl" ...
[[nodiscard]] SWEPT_IO_API std::vector<std::string> readable_formats();

/// Whether this build reads further formats through assimp.
[[nodiscard]] SWEPT_IO_API bool has_assimp();

}  // namespace swept

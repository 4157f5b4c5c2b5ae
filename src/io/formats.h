#pragma once

// The readers of the single formats, each from bytes in memory.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "swept/mesh_io.h"

namespace swept::io_detail {

[[nodiscard]] Result<MeshFile> read_obj(std::string_view bytes, const ReadOptions& options);
[[nodiscard]] Result<MeshFile> read_stl(std::string_view bytes, const ReadOptions& options);
[[nodiscard]] Result<MeshFile> read_ply(std::string_view bytes, const ReadOptions& options);
[[nodiscard]] Result<MeshFile> read_off(std::string_view bytes, const ReadOptions& options);

/// .gltf and .glb. Buffers in files of their own are looked for in and below `folder`; an empty
/// folder means that there are none.
[[nodiscard]] Result<MeshFile> read_gltf(std::string_view bytes,
                                         const std::filesystem::path& folder,
                                         const ReadOptions& options);

/// Whatever assimp reads, in single precision. `ending` is in lower case, without the dot.
[[nodiscard]] Result<MeshFile> read_with_assimp(const std::filesystem::path& path,
                                                const std::string& ending,
                                                const ReadOptions& options);

/// The endings that assimp reads; empty where it is not built in.
[[nodiscard]] std::vector<std::string> assimp_endings();

/// The ending of a path in lower case, without the dot.
[[nodiscard]] std::string ending_of(const std::filesystem::path& path);

/// "obj, stl, ply", for messages.
[[nodiscard]] std::string joined(const std::vector<std::string>& words);

}  // namespace swept::io_detail

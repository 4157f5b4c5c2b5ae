#pragma once

// Files that another file names: the meshes of worlds and scenes, the worlds of scenes. One rule
// for all of them: they lie in or below the folder of the file that names them, unless the caller
// allows more. So a file that was got from somewhere reads no files of others.

#include <filesystem>

#include "swept/export.h"
#include "swept/result.h"
#include "swept/world_io.h"

namespace swept::io_detail {

/// Where the file is that `name` means, seen from `folder` (empty: the working directory); an
/// absolute name means itself. What counts is where it leads once all symbolic links and .. are
/// followed. It need not exist. Error: an empty name, or one that leads out of the folder and may
/// not; it says how, and ends with what to do.
[[nodiscard]] SWEPT_API Result<std::filesystem::path> named_file(
    const std::filesystem::path& folder, const std::filesystem::path& name, FileReach reach);

}  // namespace swept::io_detail

#pragma once

// Hashes that are kept in a file: a line per kind, with the hash of each block of a thousand
// questions. They are the same on every machine, for the library calls no function of libm that
// machines round differently.

#include <filesystem>

#include "tests/determinism/run.h"

namespace swept::determinism {

/// Error: no such file, or a line that is none of ours.
[[nodiscard]] Result<Hashes> read_kept(const std::filesystem::path& path);
[[nodiscard]] Result<void> write_kept(const Hashes& kept, const std::filesystem::path& path);

}  // namespace swept::determinism

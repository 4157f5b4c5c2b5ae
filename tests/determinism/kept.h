#pragma once

// Hashes that are kept in a file: a line per kind, with the hash of each block of a thousand
// questions. They stand for one libm: sines and the like may differ in the last bit between
// versions of it and, as it chooses its code by what the processor can do, between processors. A
// probe of it is kept with them.

#include <filesystem>

#include "tests/determinism/run.h"

namespace swept::determinism {

/// A hash over sines, cosines, arc tangents and hypotenuses, as this machine's libm computes them.
[[nodiscard]] std::uint64_t probe_of_libm();

struct Kept {
    std::uint64_t libm = 0;
    Hashes hashes;
};

/// Error: no such file, or a line that is none of ours.
[[nodiscard]] Result<Kept> read_kept(const std::filesystem::path& path);
[[nodiscard]] Result<void> write_kept(const Kept& kept, const std::filesystem::path& path);

}  // namespace swept::determinism

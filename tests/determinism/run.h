#pragma once

// Asks all questions in one way and hashes the answers, a thousand questions to a block.

#include <map>
#include <string>
#include <vector>

#include "core/inside.h"
#include "core/simd_targets.h"
#include "tests/determinism/kinds.h"

namespace swept::determinism {

inline constexpr int batches_in_block = 10;
inline constexpr int block_size = batch_size * batches_in_block;
inline constexpr int all_blocks = 100;

/// One way to ask.
struct Variant {
    SimdTarget target;
    unsigned threads = 1;
    bool in_batches = false;  ///< the library's threads, else as many of our own

    [[nodiscard]] std::string name() const;
};

/// What of it is asked.
struct Extent {
    std::vector<Kind> kinds;
    int blocks = all_blocks;
};

using BlockHashes = std::vector<std::uint32_t>;
using Hashes = std::map<std::string, BlockHashes, std::less<>>;  ///< by kind

/// The hashes of all blocks; of each kind what was answered, and how long it took.
struct Run {
    struct Account {
        Hash::Tally tally;
        double seconds = 0;
    };
    Hashes hashes;
    std::map<std::string, Account, std::less<>> accounts;
};
[[nodiscard]] Run run(const Extent& extent, const Variant& variant);

/// Ways to ask: every instruction set with 1 and 8 threads, the best one with 2, too, ours and the
/// library's; or a few that meet each of these once.
[[nodiscard]] std::vector<Variant> variants(bool few);

}  // namespace swept::determinism

#pragma once

// How much slower are casts while another thread edits?

#include "levels.h"

namespace swept::bench {

struct ReaderRow {
    std::size_t rooms = 0;
    std::size_t polygons = 0;
    int rounds = 0;
    double alone = 0;          ///< casts per second, one reader; median of the rounds
    double while_edited = 0;   ///< the same with an editor beside it
    double share = 0;          ///< median of the rounds' shares
    double wall_share = 0;     ///< the same on the wall, other programs included
    double edits = 0;          ///< per second of the editor's
    std::size_t versions = 0;  ///< snapshots that the reader saw
    bool answered = true;      ///< every cast without an editor was answered as at first
    std::uint64_t hash = 0;    ///< of those answers
};

/// One reader takes a snapshot for each batch of 256 rays; first alone, then beside an editor that
/// replaces rooms of 1,000 polygons as fast as it can; in turns.
[[nodiscard]] ReaderRow measure_readers(const Level& level, int rounds, double seconds);

}  // namespace swept::bench

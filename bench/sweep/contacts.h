#pragma once

// All contacts of a box that rests in a level, where a fall stopped it.

#include "../common/sweep_times.h"

namespace swept::bench {

struct ContactRow {
    std::string level;
    std::size_t faces = 0;
    std::size_t poses = 0;
    double mean = 0;  ///< microseconds of a pose, the whole series timed at once
    Times times{};
    double contacts = 0;     ///< mean of a pose
    std::size_t empty = 0;   ///< poses without a contact
    std::uint64_t hash = 0;  ///< of the answers
};

[[nodiscard]] std::vector<ContactRow> measure_contacts(std::size_t poses, int rounds);

}  // namespace swept::bench

#pragma once

// A robot arm moves past things on a table: every link's path of a thousand poses, checked all
// along, and compared with many samples.

#include <string>
#include <vector>

#include "swept/path.h"

namespace swept::bench {

/// One motion of the whole arm.
struct ArmRow {
    std::string name;
    std::size_t poses = 0;
    std::size_t links = 0;
    std::size_t link_faces = 0;
    std::size_t obstacle_faces = 0;
    double seconds = 0;      ///< of the processor, all links by one thread; median
    double all_threads = 0;  ///< on the wall, by all threads; median
    unsigned threads = 0;
    double segments = 0;   ///< that were checked, all links together
    std::size_t free = 0;  ///< links
    std::size_t hit = 0;
    std::string first_link = {};  ///< that hits
    double first_hit = 0;         ///< in segments from the start
    std::size_t samples = 0;
    std::size_t disagree = 0;  ///< samples, and hits after which no sample meets
    std::uint64_t hash = 0;    ///< of the answers
    bool same = false;         ///< all threads answer as one does
};

/// A motion that is free and one that hits. Error when a mesh cannot be read.
[[nodiscard]] Result<std::vector<ArmRow>> measure_arm(std::size_t poses, int rounds);

}  // namespace swept::bench

#pragma once

// A nut on its bolt, M16, with much and with little play: screws that follow the thread and screws
// that do not. What is right is known from elsewhere: the cases come with the interval of the first
// contact.

#include <string>
#include <vector>

#include "swept/sweep.h"

namespace swept::bench {

/// What is known about a case.
enum class Known { free, contact, undecided };

/// One screw of a nut on a bolt, measured and judged.
struct FastenerRow {
    std::string fit;  ///< "loose", "tight"
    int number = 0;   ///< of the case, from 1
    std::size_t nut_faces = 0;
    std::size_t bolt_faces = 0;
    double pitches = 0;  ///< travelled along the axis, over what the thread asks for
    double seconds = 0;  ///< median
    SweepResult answer = {};
    Known known = Known::undecided;
    double earliest = 0;  ///< of the first contact, as known
    double latest = 1;
    std::size_t samples = 0;  ///< poses of the part that is called free
    std::size_t meeting = 0;  ///< of them those at which nut and bolt meet: 0 if all is right

    /// The state is as known, the fraction within the interval, and no sample meets. Where nothing
    /// is known the samples alone judge.
    [[nodiscard]] bool right() const;
};

/// The cases of one fit. Error when they cannot be read.
[[nodiscard]] Result<std::vector<FastenerRow>> measure_fasteners(const std::string& fit,
                                                                 int rounds);

}  // namespace swept::bench

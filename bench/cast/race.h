#pragma once

// Several ways to answer the same questions, timed in turns: each round every runner takes its
// share of the next slice of the questions, so that a busy machine slows all of them alike.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace swept::bench {

struct Runner {
    std::string name;
    std::size_t share = 0;  ///< questions of each round; a slow one takes fewer
    std::function<void(std::size_t first, std::size_t count)> run;
    /// Takes the answers of the last run away, untimed; may be empty.
    std::function<void(std::size_t first, std::size_t count)> keep = {};
};

/// Seconds of the processor that each runner takes for a question, the medians of the rounds. The
/// slices of the rounds begin at multiples of `slice`.
[[nodiscard]] std::vector<double> race(const std::vector<Runner>& runners, int rounds,
                                       std::size_t slice);

}  // namespace swept::bench

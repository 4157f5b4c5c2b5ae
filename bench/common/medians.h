#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "cpu_clock.h"

namespace swept::bench {

/// The middle one; of an even number the upper of the two.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// Medians of the processor seconds of several calls in this thread, taken in turns, so that a busy
/// machine slows all of them alike.
template <class... Calls>
std::array<double, sizeof...(Calls)> cpu_medians(int rounds, const Calls&... calls) {
    std::array<std::vector<double>, sizeof...(Calls)> times;
    for (int round = 0; round < rounds; ++round) {
        std::size_t i = 0;
        const auto time = [&](const auto& call) {
            const double begin = thread_now();
            call();
            times[i++].push_back(thread_now() - begin);
        };
        (time(calls), ...);
    }
    std::array<double, sizeof...(Calls)> result;
    std::ranges::transform(times, result.begin(), median);
    return result;
}

}  // namespace swept::bench

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

/// At least `fewest` rounds of a call, so many that they take about a fraction of a second: short
/// ones are noisier.
template <class Call>
int rounds_of(int fewest, const Call& call) {
    constexpr double enough = 0.2;
    constexpr int most = 41;
    const double seconds = cpu_seconds(call);
    return std::max(fewest, static_cast<int>(std::min<double>(most, enough / seconds)));
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

#pragma once

// How benchmarks measure and what they print at the end.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
#include <vector>

namespace swept::bench {

/// Seconds that a call takes.
inline double seconds(const std::function<void()>& call) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Medians of several calls, taken in turns, so that a busy machine slows all of them alike.
inline std::vector<double> medians(int rounds, const std::vector<std::function<void()>>& calls) {
    std::vector<std::vector<double>> times(calls.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < calls.size(); ++i) times[i].push_back(seconds(calls[i]));
    }
    std::vector<double> result;
    for (std::vector<double>& t : times) {
        std::ranges::nth_element(t, t.begin() + static_cast<std::ptrdiff_t>(t.size() / 2));
        result.push_back(t[t.size() / 2]);
    }
    return result;
}

enum class Wanted { at_least, at_most };

/// The line of a promised bar: `bar NAME VALUE TARGET ok|short`. What was not measured is short.
inline void bar(const char* name, std::optional<double> value, Wanted wanted, double target) {
    if (!value) {
        std::printf("bar %s none %g short\n", name, target);
        return;
    }
    const bool reached = wanted == Wanted::at_least ? *value >= target : *value <= target;
    std::printf("bar %s %.3g %g %s\n", name, *value, target, reached ? "ok" : "short");
}

}  // namespace swept::bench

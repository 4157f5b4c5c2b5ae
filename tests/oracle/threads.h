#pragma once

// Judges on several threads: plain ones, which sanitizers see through.

#include <algorithm>
#include <functional>
#include <thread>
#include <vector>

namespace swept::oracle {

/// Runs `work` on so many threads at once, this one among them; 0: as many as there are.
inline void on_threads(unsigned count, const std::function<void()>& work) {
    if (count == 0) count = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < count; ++i) threads.emplace_back(work);
    work();
    for (std::thread& t : threads) t.join();
}

}  // namespace swept::oracle

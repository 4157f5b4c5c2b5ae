#pragma once

// Time of a thread on the wall, less what it waited for a processor that other programs had. What
// it waits for locks counts.

#include <cstdint>
#include <fstream>

#include "../common/cpu_clock.h"

namespace swept::bench {

/// Of the calling thread, from its making on.
class RunningClock {
   public:
    [[nodiscard]] double seconds() const { return wall() - wall_; }
    [[nodiscard]] double seconds_running() const { return wall() - wall_ - (waited() - waited_); }

   private:
    static double wall() { return clock_seconds(CLOCK_MONOTONIC); }
    /// Linux tells it; 0 where nobody does.
    static double waited() {
        std::ifstream file("/proc/thread-self/schedstat");
        std::uint64_t ran = 0, waited = 0;
        file >> ran >> waited;
        return file ? 1e-9 * static_cast<double>(waited) : 0;
    }

    double wall_ = wall();
    double waited_ = waited();
};

}  // namespace swept::bench

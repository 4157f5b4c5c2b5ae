#pragma once

// How long a run has taken so far, for its progress lines.

#include <chrono>

namespace swept::bench {

class Stopwatch {
   public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

   private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace swept::bench

#pragma once

// Work shared out among threads: through oneTBB where the library is built with it, one after the
// other elsewhere. What is computed must not depend on it. `for_each` serves swept::dynamics, too.

#include <cstddef>
#include <functional>

#include "swept/export.h"

namespace swept::parallel {

/// Calls body(i) for all i < count, on up to `threads` threads (0: all).
SWEPT_API void for_each(std::size_t count, unsigned threads,
                        const std::function<void(std::size_t)>& body);

/// Runs `work` where calls of `both` inside it may use up to `threads` threads (0: all).
SWEPT_API void inside(unsigned threads, const std::function<void()>& work);

/// Calls both, maybe at the same time; to be called inside `inside`.
SWEPT_API void both(const std::function<void()>& first, const std::function<void()>& second);

}  // namespace swept::parallel

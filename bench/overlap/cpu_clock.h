#pragma once

// Time that this program spends on the processor, all its threads together. Unlike time on the
// wall it does not count what other programs do on a busy machine, and nobody can look faster by
// using more threads.

#include <ctime>

namespace swept::bench {

/// Processor seconds since the program began.
inline double cpu_now() {
    timespec now{};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Processor seconds that a call takes.
template <class Call>
double cpu_seconds(const Call& call) {
    const double begin = cpu_now();
    call();
    return cpu_now() - begin;
}

}  // namespace swept::bench

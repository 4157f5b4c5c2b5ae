#pragma once

// Time on the processor. Unlike time on the wall it does not count what other programs do on a busy
// machine.

#include <ctime>

namespace swept::bench {

inline double clock_seconds(clockid_t clock) {
    timespec now{};
    (void)clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Processor seconds of this program, all its threads together: nobody can look faster by using
/// more of them.
inline double cpu_now() {
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

/// Processor seconds of this thread.
inline double thread_now() {
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

/// Processor seconds that a call takes.
template <class Call>
double cpu_seconds(const Call& call) {
    const double begin = cpu_now();
    call();
    return cpu_now() - begin;
}

}  // namespace swept::bench

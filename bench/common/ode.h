#pragma once

// For the files that are compiled where ODE was found.

#include <ode/ode.h>

namespace swept::bench {

/// ODE must be started once, and told of every thread that collides. It is never stopped: the
/// program ends with it.
inline void start_ode() {
    constexpr auto all = static_cast<unsigned>(dAllocateMaskAll);
    static const int started = dInitODE2(0) + dAllocateODEDataForThread(all);
    (void)started;
}

}  // namespace swept::bench

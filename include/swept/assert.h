#pragma once

// What happens when the library finds a mistake of its own.
//
// Builds without NDEBUG (debug, development, sanitizers) check the preconditions of the library's
// inner functions: sizes, index ranges, capacities of fixed stacks, unit normals. Release builds
// check nothing and never call a handler. No mesh, file or number makes a check fail: what is wrong
// with them is an Error. An index that does not exist, passed to an accessor, does.

#include "swept/export.h"

namespace swept {

/// A check that failed.
struct AssertFailure {
    const char* expression = "";  ///< the condition, as it is written
    const char* file = "";        ///< where it stands
    int line = 0;                 ///< in which line
    const char* message = "";     ///< what the code relies on, in words
};

/// Called in the thread that found it. A handler may throw, log and return, or end the program.
/// When it returns, the library goes on as a release build would: its answers are worth nothing.
using AssertHandler = void (*)(const AssertFailure& failure);

/// Replaces the handler and returns the one before; nullptr: the first one again, which prints the
/// failure to stderr and aborts. May be called from any thread, at any time.
SWEPT_API AssertHandler set_assert_handler(AssertHandler handler);

/// Whether this build of the library checks anything.
[[nodiscard]] SWEPT_API bool asserts_enabled();

}  // namespace swept

#pragma once

// Assertions: the library's checks of its own code, and the handler that is called when one fails.
//
// Builds without NDEBUG (debug, development, sanitizers) check the preconditions of inner
// functions: sizes, index ranges, capacities of fixed stacks, unit normals. Release builds check
// nothing and never call a handler. Bad meshes, files and numbers are an Error and never make a
// check fail. An index out of range, passed to an accessor, does.

#include "swept/export.h"

namespace swept {

/// A failed check.
struct AssertFailure {
    const char* expression = "";  ///< the condition as written
    const char* file = "";        ///< source file of the check
    int line = 0;                 ///< line in that file
    const char* message = "";     ///< what the code relies on, in words
};

/// Called in the thread in which a check failed. A handler may throw, log and return, or end the
/// program. If it returns, the library continues as a release build; its results are then invalid.
using AssertHandler = void (*)(const AssertFailure& failure);

/// Replaces the handler and returns the previous one. nullptr restores the default handler, which
/// prints the failure to stderr and aborts. May be called from any thread, at any time.
SWEPT_API AssertHandler set_assert_handler(AssertHandler handler);

/// True if this build of the library performs checks.
[[nodiscard]] SWEPT_API bool asserts_enabled();

}  // namespace swept

#pragma once

// A fuzz target: one function that is given bytes and checks promises about what they make. The
// same file serves libFuzzer (driver.cpp, one program per target) and the tests (replay.cpp, all
// targets in one program).

#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "swept/result.h"
#include "tests/fuzz/bytes.h"

namespace swept::fuzz {

struct Target {
    std::string_view name;
    void (*run)(Bytes bytes);
};

/// All targets that are linked into this program.
inline std::vector<Target>& targets() {
    static std::vector<Target> all;
    return all;
}

/// Ends the program with the promise that was broken; libFuzzer then keeps the input.
inline void promise(bool kept, std::string_view text,
                    const std::source_location& place = std::source_location::current()) {
    if (kept) return;
    (void)std::fprintf(stderr, "%s:%u: broken promise: %.*s\n", place.file_name(), place.line(),
                       static_cast<int>(text.size()), text.data());
    std::abort();
}

/// What every Error promises: words on one line, and, where the caller says so, a place.
enum class Where { stated, maybe };
inline void check_error(const Error& error, Where where = Where::maybe,
                        const std::source_location& place = std::source_location::current()) {
    const auto printable = [](const std::string& text) {
        for (const char c : text) {
            if (c < ' ' || c > '~') return false;
        }
        return true;
    };
    promise(!error.what.empty(), "an error has a text", place);
    promise(printable(error.what) && printable(error.where), "an error is one printable line",
            place);
    promise(where == Where::maybe || !error.where.empty(), "an error names its place", place);
}

}  // namespace swept::fuzz

/// Begins the function of a target and adds it to the list.
#define SWEPT_FUZZ_TARGET(target_name)                                                \
    static void fuzz_##target_name(swept::fuzz::Bytes bytes);                         \
    [[maybe_unused]] static const bool added_##target_name =                          \
        (swept::fuzz::targets().push_back({#target_name, fuzz_##target_name}), true); \
    static void fuzz_##target_name([[maybe_unused]] swept::fuzz::Bytes bytes)

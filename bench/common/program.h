#pragma once

// What the programs of benchmarks share: their flags, and how a run ends.

#include <cstdio>
#include <optional>
#include <string>

#include "stopwatch.h"

namespace swept::bench {

struct RunFlags {
    bool full = false;
    bool quick = false;
    std::string only;  ///< a part of it
    std::string docs;  ///< the folder of the page

    [[nodiscard]] bool partial() const { return quick || !only.empty(); }
};

/// Nothing when a word is not known, or the page of a part is asked for: it shows all.
[[nodiscard]] inline std::optional<RunFlags> run_flags(int count, char** words) {
    RunFlags flags;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool more = i + 1 < count;
        if (word == "--full") {
            flags.full = true;
        } else if (word == "--quick") {
            flags.quick = true;
        } else if (word == "--only" && more) {
            flags.only = words[++i];
        } else if (word == "--docs" && more) {
            flags.docs = words[++i];
        } else {
            return std::nullopt;
        }
    }
    if (!flags.docs.empty() && !flags.only.empty()) return std::nullopt;
    return flags;
}

inline int refuse(const char* usage) {
    (void)std::fprintf(stderr, "usage: %s\n", usage);
    return 2;
}

/// Report, page, what is left out in words, bars. `print_gaps` names what else is left out.
template <class Results, class Gaps>
int finish(const Results& results, const RunFlags& flags, const Stopwatch& clock,
           const Gaps& print_gaps) {
    print_report(results);
    if (!flags.docs.empty()) {
        if (const auto written = write_page(results, flags.docs); !written) {
            (void)std::fprintf(stderr, "bench: %s\n", written.error().message().c_str());
            return 1;
        }
    }
    print_gaps();
    if (flags.partial()) std::printf("a partial run: its bars prove nothing\n");
    (void)std::fprintf(stderr, "done in %.0f s\n", clock.seconds());
    print_bars(results);
    return 0;
}

}  // namespace swept::bench

// the four papers' methods as published: their tables and figures, beside our own methods
//
// One thread, one run.
//   --full         more cases than the papers had
//   --quick        few cases, to see that it runs
//   --only PAPER   van_waveren, zachmann, buss or schroeder
//   --docs FOLDER  writes FOLDER/dop-trees-paper.md, its tables and its figures

#include "papers/papers.h"

#include <array>
#include <cstdio>
#include <string>

#include "common/program.h"

namespace {

using namespace swept::bench;

struct Paper {
    const char* name;
    const char* title;
    void (*report)(const RunFlags&);
};

constexpr std::array<Paper, 4> papers{{
    {"van_waveren", "van Waveren 2005: trajectories, expel zone, axial BSP-tree",
     report_van_waveren},
    {"zachmann", "Zachmann 1998: DOP-trees", report_zachmann},
    {"buss", "Buss 2004: the collision screen by pixels", report_buss},
    {"schroeder", "Schroeder 2001: culling, tree of bins", report_schroeder},
}};

}  // namespace

int main(int count, char** words) {
    const std::optional<RunFlags> flags = run_flags(count, words);
    bool known = flags && flags->only.empty();
    if (flags) {
        for (const Paper& paper : papers) known = known || flags->only == paper.name;
    }
    if (!known) return refuse("papers [--full | --quick] [--only PAPER | --docs FOLDER]");
    const Stopwatch clock;
    for (const Paper& paper : papers) {
        if (!flags->only.empty() && flags->only != paper.name) continue;
        (void)std::fprintf(stderr, "[%.0f s] %s\n", clock.seconds(), paper.name);
        std::printf("== %s\n\n", paper.title);
        paper.report(*flags);
    }
    (void)std::fprintf(stderr, "done in %.0f s\n", clock.seconds());
    return 0;
}

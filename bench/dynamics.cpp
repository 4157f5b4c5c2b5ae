// things that move: players and debris in levels
//
// Questions are the same in every run.
//   --quick        fewer pushes and steps
//   --only PART    movers or debris; nothing but that

#include <cstdio>
#include <optional>

#include "bench.h"
#include "common/program.h"
#include "dynamics/parts.h"

namespace {

using namespace swept::bench;

void print(const std::vector<MoverRow>& rows) {
    std::printf("%-10s %-8s %8s %8s %8s %18s\n", "level", "mover", "pushes", "us", "sweeps",
                "hash");
    for (const MoverRow& row : rows) {
        std::printf("%-10s %-8s %8d %8.1f %8.2f   %016llx\n", row.level.c_str(), row.shape.c_str(),
                    row.pushes, row.us, row.sweeps, static_cast<unsigned long long>(row.hash));
    }
}

void print(const std::vector<DebrisRow>& rows) {
    std::printf("%-10s %8s %8s %8s %8s %8s %8s %8s %8s %18s\n", "debris", "pieces", "ms", "longest",
                "cpu ms", "busiest", "hits", "at rest", "inside", "hash");
    for (const DebrisRow& row : rows) {
        std::printf("%-10s %8zu %8.2f %8.2f %8.2f %8.2f %8zu %8zu %8zu   %016llx\n",
                    row.pieces.c_str(), row.count, row.ms, row.longest_ms, row.cpu_ms,
                    row.busiest_ms, row.hits, row.at_rest, row.inside,
                    static_cast<unsigned long long>(row.hash));
    }
}

}  // namespace

int main(int count, char** words) {
    const std::optional<RunFlags> flags = run_flags(count, words);
    const bool known = flags && !flags->full && flags->docs.empty() &&
                       (flags->only.empty() || flags->only == "movers" || flags->only == "debris");
    if (!known) return refuse("dynamics [--quick] [--only movers | --only debris]");
    std::optional<double> mover_us, debris_ms;
    if (flags->only != "debris") {
        const auto rows = measure_movers(flags->quick ? 1'000 : 10'000);
        print(rows);
        mover_us = rows.front().us;
    }
    if (flags->only != "movers") {
        const auto rows = measure_debris(flags->quick ? 1'000 : 10'000, flags->quick ? 60 : 300);
        print(rows);
        debris_ms = rows.front().ms;
    }
    if (flags->partial()) std::printf("a partial run: its bars prove nothing\n");
    bar("mover_us", mover_us, Wanted::at_most, 50);
    bar("debris_10k_ms", debris_ms, Wanted::at_most, 10);
}

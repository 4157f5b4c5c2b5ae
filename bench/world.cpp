// craters, edits, readers beside an editor and many bodies, in levels of up to a million polygons
//
// Questions are the same in every run. Times are those of the processor.
//   --quick        small levels, fewer questions
//   --only PART    carves, edits, readers, bodies or portals; nothing but that
//   --docs FOLDER  writes FOLDER/worlds-measured.md and its tables

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>

#include "common/program.h"
#include "world/page.h"
#include "world/report.h"

namespace {

using namespace swept;
using namespace swept::bench;

constexpr std::array parts{"carves", "edits", "readers", "bodies", "portals"};

Effort quick_effort() {
    return {.rooms = {11, 35},
            .carves = 100,
            .edits = 20,
            .sanity_casts = 500,
            .casts = 2'000,
            .cast_rounds = 3,
            .reader_rounds = 2,
            .reader_seconds = 0.2,
            .bodies = 1'000,
            .body_steps = 10};
}

bool is_usage(const std::optional<RunFlags>& flags) {
    return flags && !flags->full &&
           (flags->only.empty() || std::ranges::find(parts, flags->only) != parts.end());
}

/// What is measured in one level. Bodies only in the largest.
class LevelRun {
   public:
    LevelRun(const RunFlags& flags, const Stopwatch& clock, Results& results)
        : flags_(flags), clock_(clock), results_(results) {}

    void measure(int rooms) {
        const Effort& effort = results_.effort;
        const Level level = make_level_of(rooms);
        if (begins("portals", rooms)) {
            for (const PortalRow& row : measure_portals(level, effort.casts, effort.cast_rounds)) {
                results_.portals.push_back(row);
            }
        }
        if (begins("edits", rooms)) {
            for (const EditRow& row : measure_edits(level, effort.edits, effort.sanity_casts)) {
                results_.edits.push_back(row);
            }
        }
        if (begins("carves", rooms)) {
            results_.carves.push_back(measure_carves(level, effort.carves, effort.sanity_casts));
        }
        if (begins("readers", rooms)) {
            results_.readers.push_back(
                measure_readers(level, effort.reader_rounds, effort.reader_seconds));
        }
        if (rooms == effort.rooms.back() && begins("bodies", rooms)) measure_crowds(level);
    }

   private:
    const RunFlags& flags_;
    const Stopwatch& clock_;
    Results& results_;

    bool begins(const char* part, int rooms) {
        if (!flags_.only.empty() && flags_.only != part) return false;
        (void)std::fprintf(stderr, "[%.0f s] %d rooms: %s\n", clock_.seconds(), rooms, part);
        return true;
    }

    void measure_crowds(const Level& level) {
        const Effort& effort = results_.effort;
        for (const double apart : {2.0, 1.0, 0.9, usual_apart}) {
            results_.bodies.push_back(
                measure_bodies(World(), effort.bodies, apart, effort.body_steps));
        }
        results_.bodies.push_back(
            measure_bodies(world_of(level), effort.bodies, usual_apart, effort.body_steps));
    }
};

}  // namespace

int main(int count, char** words) {
    const std::optional<RunFlags> flags = run_flags(count, words);
    if (!is_usage(flags)) return refuse("world [--quick] [--only PART | --docs FOLDER]");
    const Stopwatch clock;
    Results results{.effort = flags->quick ? quick_effort() : Effort{}};
    LevelRun run(*flags, clock, results);
    for (const int rooms : results.effort.rooms) run.measure(rooms);
    return finish(results, *flags, clock, [] {});
}

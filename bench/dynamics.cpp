// things that move: walls of bricks and fast bodies beside Bullet; players and debris in levels
//
// Questions are the same in every run.
//   --quick        less of everything
//   --only PART    bodies, characters or debris; nothing but that

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "bench.h"
#include "common/program.h"
#include "common/table.h"
#include "dynamics/parts.h"

namespace {

using namespace swept::bench;

void print(const std::vector<CharacterRow>& rows) {
    std::printf("%-10s %-8s %8s %8s %8s %18s\n", "level", "character", "pushes", "us", "sweeps",
                "hash");
    for (const CharacterRow& row : rows) {
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

std::string fixed(double value, int digits) {
    char text[32];
    (void)std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string mm(double metres) {
    return metres == 0 ? "0" : short_number(1e3 * metres);
}

void print(const std::vector<SceneRow>& rows) {
    Table table{{"<scene", "Hz", "<engine", "inside, standing, mm", "at rest, mm", "drift, mm",
                 "stands", "ms, awake", "ms, standing", "inside, moving, mm", "ms, moving",
                 "energy, most", "regained"},
                {}};
    for (const SceneRow& row : rows) {
        const bool stood = row.ms_standing > 0;
        const auto if_stood = [&](const std::string& text) { return stood ? text : "-"; };
        table.add({row.scene, short_number(row.rate), row.engine,
                   if_stood(mm(row.penetration_standing)), if_stood(mm(row.penetration_at_rest)),
                   if_stood(mm(row.drift)), if_stood(row.drift < 0.1 ? "yes" : "no"),
                   if_stood(short_number(row.ms_awake)), if_stood(short_number(row.ms_standing)),
                   mm(row.penetration_moving), short_number(row.ms_moving),
                   fixed(row.energy_growth, 5), fixed(row.energy_regained, 5)});
    }
    print_table("Bodies: how deep in each other, how steady, how costly", table);
}

void print(const std::vector<TunnelRow>& rows) {
    Table table{{"<scene", "Hz", "<engine", "runs", "tunnelled", "energy, most"}, {}};
    for (const TunnelRow& row : rows) {
        table.add({row.scene, short_number(row.rate), row.engine, std::to_string(row.runs),
                   std::to_string(row.tunnelled), fixed(row.energy_growth, 5)});
    }
    print_table("Fast bodies: how many get through", table);
    const bool has_bullet =
        std::ranges::any_of(rows, [](const TunnelRow& row) { return row.engine == "Bullet"; });
    if (!has_bullet) std::printf("Bullet was not found: ours only\n");
}

/// What the bars are about; nothing that was not measured.
struct BodyBars {
    std::optional<double> penetration_mm, drift_60_mm, drift_15_mm, ms_standing, ms_impact,
        tunnelled, energy_growth;
};

BodyBars bars_of(const std::vector<SceneRow>& scenes, const std::vector<TunnelRow>& tunnels) {
    BodyBars bars;
    const auto most = [](std::optional<double>& bar, double value) {
        bar = std::max(bar.value_or(value), value);
    };
    for (const SceneRow& row : scenes) {
        if (row.engine != "swept") continue;
        most(bars.energy_growth, row.energy_growth);
        if (row.scene != "wall") continue;
        most(bars.penetration_mm, 1e3 * std::max(row.penetration_standing, row.penetration_moving));
        if (row.rate == 60) {
            bars.drift_60_mm = 1e3 * row.drift;
            bars.ms_standing = row.ms_standing;
            bars.ms_impact = row.ms_moving;
        }
        if (row.rate == 15) bars.drift_15_mm = 1e3 * row.drift;
    }
    for (const TunnelRow& row : tunnels) {
        if (row.engine != "swept") continue;
        most(bars.energy_growth, row.energy_growth);
        bars.tunnelled = bars.tunnelled.value_or(0) + row.tunnelled;
    }
    return bars;
}

}  // namespace

int main(int count, char** words) {
    const std::optional<RunFlags> flags = run_flags(count, words);
    const auto wanted = [&](const char* part) {
        return flags->only.empty() || flags->only == part;
    };
    const bool known = flags && !flags->full && flags->docs.empty() &&
                       (wanted("bodies") || wanted("characters") || wanted("debris"));
    if (!known) return refuse("dynamics [--quick] [--only bodies | characters | debris]");
    BodyBars bodies;
    std::optional<double> character_us, debris_ms;
    if (wanted("bodies")) {
        const auto scenes = measure_scenes(flags->quick);
        print(scenes);
        const auto tunnels = measure_tunnels(flags->quick);
        print(tunnels);
        bodies = bars_of(scenes, tunnels);
    }
    if (wanted("characters")) {
        const auto rows = measure_characters(flags->quick ? 1'000 : 10'000);
        print(rows);
        character_us = rows.front().us;
    }
    if (wanted("debris")) {
        const auto rows = measure_debris(flags->quick ? 1'000 : 10'000, flags->quick ? 60 : 300);
        print(rows);
        debris_ms = rows.front().ms;
    }
    if (flags->partial()) std::printf("a partial run: its bars prove nothing\n");
    bar("wall_penetration_mm", bodies.penetration_mm, Wanted::at_most, 0);
    bar("wall_drift_60_mm", bodies.drift_60_mm, Wanted::at_most, 1);
    bar("wall_drift_15_mm", bodies.drift_15_mm, Wanted::at_most, 5);
    bar("wall_ms_standing", bodies.ms_standing, Wanted::at_most, 0.5);
    bar("wall_ms_impact", bodies.ms_impact, Wanted::at_most, 4);
    bar("tunnelled", bodies.tunnelled, Wanted::at_most, 0);
    bar("energy_growth", bodies.energy_growth, Wanted::at_most, 1.001);
    bar("character_us", character_us, Wanted::at_most, 50);
    bar("debris_10k_ms", debris_ms, Wanted::at_most, 10);
}

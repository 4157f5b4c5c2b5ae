// van Waveren 2005: his expel zone beside the rounded one, his axial BSP-tree beside the trees of
// both shapes, and how much the offset shapes of section 3.5 lose.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <span>

#include "../common/subjects.h"
#include "../common/table.h"
#include "broad_phases.h"
#include "papers.h"
#include "swept/papers/van_waveren.h"
#include "swept/solids.h"
#include "zones.h"

namespace swept::bench {

namespace {

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
    return std::ranges::any_of(names, [&](const char* n) { return name == n; });
}

/// Some movers past some obstacles, with both zones; knives among them, at whose edges the paper's
/// zone has to bridge the widest gaps.
std::vector<ZoneRow> measure_zones(const ZoneEffort& effort) {
    std::vector<ZoneRow> rows;
    std::vector<ObstacleSource> obstacles = obstacle_sources();
    std::vector<Source> movers = mover_sources();
    obstacles.push_back({knife_source(), Family::made, 0.5});
    movers.push_back(knife_source());
    for (const ObstacleSource& source : obstacles) {
        const std::string& name = source.source.name;
        if (!is_one_of(name, {"room", "torus", "knife"})) continue;
        (void)std::fprintf(stderr, "zones: %s\n", name.c_str());
        const Result<Subject> obstacle = make_obstacle(source.source);
        if (!obstacle) continue;
        for (const Source& mover_source : movers) {
            if (!is_one_of(mover_source.name, {"box", "torus", "knife"})) continue;
            const auto mover = make_mover(mover_source, source.mover_size * obstacle->size);
            if (mover) rows.push_back(measure_zones(*mover, *obstacle, effort));
        }
    }
    return rows;
}

Table zone_table(std::span<const ZoneRow> rows) {
    Table table{
        {"<mover", "<obstacle", "us rounded", "us paper", "paper / rounded", "other answers",
         "moves", "leaks", "thick zone", "leaks, paper", "thick zone, paper"},
        {}};
    for (const ZoneRow& row : rows) {
        if (row.questions == 0) continue;
        table.add({row.mover, row.obstacle, short_number(row.rounded_time),
                   short_number(row.paper_time), short_number(row.paper_time / row.rounded_time),
                   fmt::format("{} of {}", row.differ, row.questions), grouped(row.moves),
                   grouped(row.rounded_leaks.thin), grouped(row.rounded_leaks.thick),
                   grouped(row.paper_leaks.thin), grouped(row.paper_leaks.thick)});
    }
    return table;
}

Table broad_phase_table(std::span<const BroadPhaseRow> rows) {
    Table table{{"<mover", "<level", "faces", "way, m", "trees", "axial BSP", "BSP / trees",
                 "differ", "apart, m", "answers"},
                {}};
    for (const BroadPhaseRow& row : rows) {
        table.add({row.body, row.level, grouped(row.faces), short_number(row.length),
                   short_number(row.trees), short_number(row.axial_bsp),
                   short_number(row.axial_bsp / row.trees), grouped(row.differ),
                   fmt::format("{:.0e}", row.apart), fmt::format("{:016x}", row.hash)});
    }
    return table;
}

Table offset_table() {
    Table table{{"<solid", "faces", "faces offset inward by 1/100"}, {}};
    for (const char* name : {"box", "prism,sides=12", "brick", "sphere,rings=8,segments=12"}) {
        const auto shape =
            make_solid(name).and_then([](const Mesh& m) { return Polyhedron::build(m); });
        const auto offset = papers::van_waveren::offset_inward(shape.value(), 0.01);
        table.add({name, std::to_string(shape->face_count()),
                   offset ? std::to_string(offset->face_count()) : "none"});
    }
    return table;
}

}  // namespace

void report_van_waveren(const RunFlags& flags) {
    ZoneEffort effort;
    if (flags.quick) effort = {.questions = 40, .walk_moves = 600};
    if (flags.full) effort = {.questions = 1000, .walk_moves = 20'000};
    print_table("The two zones (3)", zone_table(measure_zones(effort)));
    const std::size_t questions = flags.quick ? 40 : flags.full ? 1000 : 200;
    print_table("Broad phases (5), mean microseconds",
                broad_phase_table(measure_broad_phases(questions, 2 * effort.rounds + 1)));
    print_table("Shapes offset inward (3.5)", offset_table());
}

}  // namespace swept::bench

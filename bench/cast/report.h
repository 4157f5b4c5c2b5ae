#pragma once

// What the numbers say: the bars, and tables for the terminal and for docs/casts-measured.md.

#include "../common/table.h"
#include "builds.h"
#include "sets.h"
#include "spheres.h"
#include "subdivision.h"

namespace swept::bench {

struct Results {
    Effort effort;
    RayResults rays = {};
    std::vector<SphereRow> spheres = {};
    std::vector<BuildRow> builds = {};
    std::size_t level_faces = 0;
    std::vector<SubdivisionRow> subdivision = {};
    std::vector<SetRow> sets = {};
};

// What the bars promise; none where nothing was measured. Ratios are geometric means of the other's
// time divided by ours.

[[nodiscard]] std::optional<double> embree_ratio(const Results& results);
[[nodiscard]] std::optional<double> embree_batch_ratio(const Results& results);
[[nodiscard]] std::optional<double> bullet_ray_ratio(const Results& results);
[[nodiscard]] std::optional<double> bullet_sphere_ratio(const Results& results, double length);
[[nodiscard]] std::optional<double> build_ratio(const Results& results);
/// Of the tree, for each triangle, in the scene that takes most.
[[nodiscard]] std::optional<double> most_bytes(const Results& results);

/// "1 m", "10 m", "no end".
[[nodiscard]] std::string name_of_length(double length);

[[nodiscard]] Table ray_table(const Results& results);
[[nodiscard]] Table slow_ray_table(const Results& results);
/// Everyone's answers to all of their rays beside ours.
[[nodiscard]] Table tally_table(const Results& results);
[[nodiscard]] Table verdict_table(const Verdicts& verdicts);
[[nodiscard]] Table sphere_table(const Results& results);
[[nodiscard]] Table sphere_error_table(const Results& results);
[[nodiscard]] Table build_table(const Results& results);
/// Over the halvings, for the largest spheres.
[[nodiscard]] Table halving_table(const Results& results);
/// Over speed and radius.
[[nodiscard]] Table tunnel_table(const Results& results);
[[nodiscard]] Table set_table(const Results& results);

void print_report(const Results& results);
void print_bars(const Results& results);

}  // namespace swept::bench

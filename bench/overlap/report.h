#pragma once

// What the numbers say: the bars, and tables for the terminal and for docs/dop-trees.md alike.

#include <optional>
#include <string>
#include <vector>

#include "../common/table.h"
#include "measure.h"
#include "scaling.h"

namespace swept::bench {

struct Results {
    Effort effort;
    std::vector<ModelRow> models = {};
    std::vector<ScalingRow> scaling = {};
};

// Ratios of one mesh: how many times faster swept is. None without FCL.
/// Mean query time against the better of OBB and OBBRSS; the worse of with and without distance 0.
[[nodiscard]] std::optional<double> query_ratio(const ModelRow& row);
[[nodiscard]] std::optional<double> near_ratio(const ModelRow& row);
/// Building the tree against FCL's OBB.
[[nodiscard]] std::optional<double> build_ratio(const ModelRow& row);

using Ratio = std::optional<double> (*)(const ModelRow&);
[[nodiscard]] std::optional<double> geometric_mean(const std::vector<ModelRow>& rows, Ratio ratio);
[[nodiscard]] std::optional<double> worst(const std::vector<ModelRow>& rows, Ratio ratio);
/// Answers of FCL's trees that differ from swept's, of how many.
struct Agreement {
    std::size_t differ = 0;
    std::size_t compared = 0;
};
[[nodiscard]] Agreement agreement(const Results& results);
/// Bytes of the tree for each triangle; the mesh that needs most.
[[nodiscard]] std::optional<double> worst_tree_bytes(const std::vector<ModelRow>& rows);

// Tables.
[[nodiscard]] Table mesh_table(const Results& results);
[[nodiscard]] Table query_table(const Results& results);
[[nodiscard]] Table curve_table(const Results& results);
[[nodiscard]] Table near_table(const Results& results);
[[nodiscard]] Table build_table(const Results& results);
[[nodiscard]] Table memory_table(const Results& results);
[[nodiscard]] Table warm_table(const Results& results);
[[nodiscard]] Table sample_table(const Results& results);
/// The same in short: a row for each mesh.
[[nodiscard]] Table sample_summary_table(const Results& results);
/// Where answers differ.
[[nodiscard]] Table agreement_table(const Results& results);
[[nodiscard]] Table scaling_table(const Results& results);
/// All tables in turn, and disagreements one by one.
void print_report(const Results& results);

/// The six promised lines.
void print_bars(const Results& results);

}  // namespace swept::bench

#pragma once

// What the numbers say: the bars, and tables for the terminal and for docs/dop-trees.md alike.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../common/table.h"
#include "looseness.h"
#include "measure.h"
#include "scaling.h"

namespace swept::bench {

struct Results {
    Effort effort;
    std::vector<ModelRow> models = {};
    std::vector<ScalingRow> scaling = {};
    std::vector<LoosenessRow> looseness = {};
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
/// Bytes of the default tree for each triangle; the mesh that needs most.
[[nodiscard]] std::optional<double> worst_tree_bytes(const std::vector<ModelRow>& rows);

/// One number of a tree.
using TreeNumber = std::function<double(const ModelRow&, const TreeRow&)>;
/// Geometric mean over all meshes of a number of one of the trees, as a multiple of the same for
/// the default tree.
[[nodiscard]] double relative(const Results& results, int orientations, TreeBuilder builder,
                              const TreeNumber& number);
/// The number of the tree (k, builder) as a multiple of that of (6, the same builder).
[[nodiscard]] double relative_to_boxes(const Results& results, int orientations,
                                       TreeBuilder builder, const TreeNumber& number);

/// Numbers that relative() takes.
[[nodiscard]] double query_time(const ModelRow& row, const TreeRow& tree);
[[nodiscard]] double near_time(const ModelRow& row, const TreeRow& tree);
[[nodiscard]] double volume_tests(const ModelRow& row, const TreeRow& tree);
[[nodiscard]] double face_tests(const ModelRow& row, const TreeRow& tree);
[[nodiscard]] double build_time(const ModelRow& row, const TreeRow& tree);
[[nodiscard]] double tree_bytes(const ModelRow& row, const TreeRow& tree);
[[nodiscard]] double total_volume(const ModelRow& row, const TreeRow& tree);
[[nodiscard]] double sibling_overlap(const ModelRow& row, const TreeRow& tree);

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
/// A number of the trees of the paper's builder: meshes by orientations.
[[nodiscard]] Table orientation_table(const Results& results, const TreeNumber& number);
/// Orientations by builders: what a query costs and does, as multiples of the default tree's.
[[nodiscard]] Table tree_table(const Results& results);
/// The paper's criteria for the three builders (boxes).
[[nodiscard]] Table criteria_table(const Results& results);
/// How often a criterion tells the faster of two trees.
[[nodiscard]] Table prediction_table(const Results& results);
/// How deep the leaves lie (boxes, the paper's builder and the default).
[[nodiscard]] Table depth_table(const Results& results);

/// The room that the volumes of pieces of a mesh take.
[[nodiscard]] Table looseness_table(const Results& results);

/// All tables in turn, and disagreements one by one.
void print_report(const Results& results);

/// The six promised lines.
void print_bars(const Results& results);

}  // namespace swept::bench

#pragma once

// Zachmann 1998: trees of every number of orientations by every builder, on the paper's benchmark
// (common/course.h). Results as numbers, and what they say: tables and figures for the terminal and
// for docs/dop-trees-paper.md alike.

#include <array>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "common/models.h"
#include "common/peer_times.h"
#include "common/table.h"
#include "papers/looseness.h"
#include "swept/papers/zachmann.h"

namespace swept::bench::zachmann {

using papers::zachmann::Builder;
using papers::zachmann::DopTree;
using papers::zachmann::Statistics;

inline constexpr std::array all_builders{Builder::surface_area, Builder::furthest_pair,
                                         Builder::longest_axis};

/// How much to measure.
struct Effort {
    std::size_t turns = 50;
    std::size_t near_angles = 64;
    int rounds = 3;
    std::size_t pieces = 4000;                                      ///< of measure_looseness
    std::size_t largest = std::numeric_limits<std::size_t>::max();  ///< no larger mesh, triangles
};

/// One tree over the course.
struct TreeRow {
    int orientations = 6;
    Builder builder = Builder::surface_area;
    Curve curve = {};
    double near = 0;  ///< microseconds a query at near_gap
    double build_seconds = 0;
    double volume_tests = 0;  ///< a query, mean over the course
    double face_tests = 0;
    Statistics statistics = {};
};

/// All trees of one mesh.
struct MeshRow {
    std::string name;
    std::size_t triangles = 0;
    std::vector<double> distances = {};
    std::vector<TreeRow> trees = {};
};

/// One torus: how the mean query time grows with the number of polygons (Figure 6).
struct TorusRow {
    std::size_t triangles = 0;
    Curve swept;              ///< boxes by the surface area heuristic
    std::vector<Curve> dops;  ///< the paper's builder, for each of all_orientations
};

struct Results {
    Effort effort = {};
    std::vector<MeshRow> meshes = {};
    std::vector<TorusRow> tori = {};
    std::vector<LoosenessRow> looseness = {};
};

/// Every number of orientations by every builder.
[[nodiscard]] MeshRow measure_mesh(const Model& model, const Effort& effort);
[[nodiscard]] std::vector<TorusRow> measure_tori(const Effort& effort);

/// One number of a tree.
using TreeNumber = std::function<double(const MeshRow&, const TreeRow&)>;
/// Geometric mean over all meshes of a number of one of the trees, as a multiple of the same for
/// boxes by the surface area heuristic.
[[nodiscard]] double relative(const Results& results, int orientations, Builder builder,
                              const TreeNumber& number);
/// The number of the tree (k, builder) as a multiple of that of (6, the same builder).
[[nodiscard]] double relative_to_boxes(const Results& results, int orientations, Builder builder,
                                       const TreeNumber& number);

/// Numbers that relative() takes.
[[nodiscard]] double query_time(const MeshRow& row, const TreeRow& tree);
[[nodiscard]] double near_time(const MeshRow& row, const TreeRow& tree);
[[nodiscard]] double volume_tests(const MeshRow& row, const TreeRow& tree);
[[nodiscard]] double face_tests(const MeshRow& row, const TreeRow& tree);
[[nodiscard]] double build_time(const MeshRow& row, const TreeRow& tree);
[[nodiscard]] double tree_bytes(const MeshRow& row, const TreeRow& tree);
[[nodiscard]] double total_volume(const MeshRow& row, const TreeRow& tree);
[[nodiscard]] double sibling_overlap(const MeshRow& row, const TreeRow& tree);

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
/// Figure 6 in numbers.
[[nodiscard]] Table torus_table(const Results& results);
/// The room that the volumes of pieces of a mesh take.
[[nodiscard]] Table looseness_table(const Results& results);

/// Writes FOLDER/dop-trees-paper.md, its tables and its figures. Error: a file cannot be written,
/// or a mesh that the page shows was not measured.
[[nodiscard]] Result<void> write_page(const Results& results, const std::filesystem::path& folder);

}  // namespace swept::bench::zachmann

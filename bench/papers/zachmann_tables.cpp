#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/zachmann.h"

namespace swept::bench::zachmann {

namespace {

double geometric_mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += std::log(v);
    return std::exp(sum / static_cast<double>(values.size()));
}

const TreeRow* find_tree(const MeshRow& row, int orientations, Builder builder) {
    const auto found = std::ranges::find_if(row.trees, [&](const TreeRow& tree) {
        return tree.orientations == orientations && tree.builder == builder;
    });
    return found == row.trees.end() ? nullptr : &*found;
}

/// Which tree.
struct Kind {
    int orientations = 6;
    Builder builder = Builder::surface_area;
};

/// Geometric mean over the meshes of a number of one tree over that of another.
double mean_ratio(const Results& results, const Kind& of, const Kind& over,
                  const TreeNumber& number) {
    std::vector<double> ratios;
    for (const MeshRow& row : results.meshes) {
        const TreeRow* const a = find_tree(row, of.orientations, of.builder);
        const TreeRow* const b = find_tree(row, over.orientations, over.builder);
        if (a != nullptr && b != nullptr) ratios.push_back(number(row, *a) / number(row, *b));
    }
    return ratios.empty() ? 0 : geometric_mean(ratios);
}

const TreeRow& tree_of(const MeshRow& row, int orientations, Builder builder) {
    return *std::ranges::find_if(row.trees, [&](const TreeRow& tree) {
        return tree.orientations == orientations && tree.builder == builder;
    });
}

/// Over pairs of trees of one mesh: agreeing and all.
struct Votes {
    int right = 0;
    int all = 0;
};

/// Whether the tree with the smaller number is also the faster one. Pairs within 3 % of each other
/// in time are left out: that is noise.
void vote(const MeshRow& row, const TreeRow& a, const TreeRow& b, const TreeNumber& number,
          Votes& votes) {
    const double time_a = query_time(row, a);
    const double time_b = query_time(row, b);
    if (std::max(time_a, time_b) < 1.03 * std::min(time_a, time_b)) return;
    votes.all += 1;
    votes.right += (time_a < time_b) == (number(row, a) < number(row, b)) ? 1 : 0;
}

enum class Pairs { one_k, any };

std::string share_right(const Results& results, const TreeNumber& number, Pairs pairs) {
    Votes votes;
    for (const MeshRow& row : results.meshes) {
        for (std::size_t i = 0; i < row.trees.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const bool same = row.trees[i].orientations == row.trees[j].orientations;
                if (same || pairs == Pairs::any) {
                    vote(row, row.trees[i], row.trees[j], number, votes);
                }
            }
        }
    }
    return votes.all == 0
               ? "-"
               : fmt::format("{:.0f} % of {}", 100.0 * votes.right / votes.all, votes.all);
}

std::vector<std::string> depth_row(const std::string& name, const TreeRow& tree,
                                   std::size_t depths) {
    std::vector<std::string> row{name, std::string(name_of(tree.builder))};
    const auto& leaves = tree.statistics.leaves_at_depth;
    for (std::size_t d = 0; d < depths; ++d) {
        row.push_back(d < leaves.size() && leaves[d] != 0 ? std::to_string(leaves[d]) : "");
    }
    return row;
}

}  // namespace

double relative(const Results& results, int orientations, Builder builder,
                const TreeNumber& number) {
    return mean_ratio(results, {.orientations = orientations, .builder = builder}, {}, number);
}

double relative_to_boxes(const Results& results, int orientations, Builder builder,
                         const TreeNumber& number) {
    return mean_ratio(results, {.orientations = orientations, .builder = builder},
                      {.orientations = 6, .builder = builder}, number);
}

double query_time(const MeshRow& /*row*/, const TreeRow& tree) {
    return mean_with_0(tree.curve);
}
double near_time(const MeshRow& /*row*/, const TreeRow& tree) {
    return tree.near;
}
double volume_tests(const MeshRow& /*row*/, const TreeRow& tree) {
    return tree.volume_tests;
}
double face_tests(const MeshRow& /*row*/, const TreeRow& tree) {
    return tree.face_tests;
}
double build_time(const MeshRow& /*row*/, const TreeRow& tree) {
    return tree.build_seconds * 1e3;
}
double tree_bytes(const MeshRow& row, const TreeRow& tree) {
    return static_cast<double>(tree.statistics.bytes) / static_cast<double>(row.triangles);
}
double total_volume(const MeshRow& /*row*/, const TreeRow& tree) {
    return tree.statistics.total_volume;
}
double sibling_overlap(const MeshRow& /*row*/, const TreeRow& tree) {
    return tree.statistics.sibling_overlap;
}

Table orientation_table(const Results& results, const TreeNumber& number) {
    Table table{{"<mesh", "triangles"}, {}};
    for (const int k : all_orientations) table.head.push_back(fmt::format("k = {}", k));
    for (const MeshRow& row : results.meshes) {
        if (row.trees.empty()) continue;
        std::vector<std::string> cells{row.name, grouped(row.triangles)};
        for (const int k : all_orientations) {
            const TreeRow& tree = tree_of(row, k, Builder::furthest_pair);
            cells.push_back(short_number(number(row, tree)));
        }
        table.add(cells);
    }
    return table;
}

Table tree_table(const Results& results) {
    Table table{{"<builder", "k", "query time", "near", "volume tests", "face tests",
                 "total volume", "sibling overlap", "bytes", "build time"},
                {}};
    if (results.meshes.empty() || results.meshes[0].trees.empty()) return table;
    for (const Builder builder : all_builders) {
        for (const int k : all_orientations) {
            std::vector<std::string> cells{std::string(name_of(builder)), std::to_string(k)};
            for (const TreeNumber& number :
                 {TreeNumber(query_time), TreeNumber(near_time), TreeNumber(volume_tests),
                  TreeNumber(face_tests), TreeNumber(total_volume), TreeNumber(sibling_overlap),
                  TreeNumber(tree_bytes), TreeNumber(build_time)}) {
                cells.push_back(short_number(relative(results, k, builder, number)));
            }
            table.add(cells);
        }
    }
    return table;
}

Table criteria_table(const Results& results) {
    Table table{{"<mesh", "<builder", "query us", "volume tests", "face tests", "total volume",
                 "balance", "sibling overlap"},
                {}};
    for (const MeshRow& row : results.meshes) {
        for (const TreeRow& tree : row.trees) {
            if (tree.orientations != 6) continue;
            const Statistics& s = tree.statistics;
            table.add({tree.builder == Builder::surface_area ? row.name : "",
                       std::string(name_of(tree.builder)), short_number(query_time(row, tree)),
                       short_number(tree.volume_tests), short_number(tree.face_tests),
                       short_number(s.total_volume), short_number(s.balance),
                       short_number(s.sibling_overlap)});
        }
    }
    return table;
}

Table prediction_table(const Results& results) {
    Table table{{"<the faster tree is the one with", "<of two trees of one k", "<of any two trees"},
                {}};
    const auto add = [&](const char* name, const TreeNumber& number) {
        table.add({name, share_right(results, number, Pairs::one_k),
                   share_right(results, number, Pairs::any)});
    };
    if (results.meshes.empty() || results.meshes[0].trees.empty()) return table;
    add("less total volume", total_volume);
    add("better balance", [](const MeshRow&, const TreeRow& t) { return -t.statistics.balance; });
    add("less overlap of siblings", sibling_overlap);
    add("fewer nodes",
        [](const MeshRow&, const TreeRow& t) { return static_cast<double>(t.statistics.nodes); });
    add("fewer volume tests in a query", volume_tests);
    add("fewer face tests in a query", face_tests);
    return table;
}

Table looseness_table(const Results& results) {
    Table table{{"<in a cell of the tree lies"}, {}};
    for (const int k : all_orientations) table.head.push_back(fmt::format("k = {}", k));
    for (const LoosenessRow& row : results.looseness) {
        std::vector<std::string> cells{row.piece};
        for (const double room : row.room) cells.push_back(fmt::format("{:.2f}", room));
        table.add(cells);
    }
    return table;
}

Table depth_table(const Results& results) {
    std::size_t depths = 0;
    for (const MeshRow& row : results.meshes) {
        for (const TreeRow& tree : row.trees) {
            if (tree.orientations == 6) {
                depths = std::max(depths, tree.statistics.leaves_at_depth.size());
            }
        }
    }
    Table table{{"<mesh", "<builder"}, {}};
    for (std::size_t d = 0; d < depths; ++d) table.head.push_back(std::to_string(d));
    for (const MeshRow& row : results.meshes) {
        if (row.trees.empty()) continue;
        table.add(depth_row(row.name, tree_of(row, 6, Builder::surface_area), depths));
        table.add(depth_row("", tree_of(row, 6, Builder::furthest_pair), depths));
    }
    return table;
}

Table torus_table(const Results& results) {
    Table table{{"triangles", "boxes, surface area"}, {}};
    for (const int k : all_orientations) table.head.push_back(fmt::format("{}-DOPs", k));
    for (const TorusRow& row : results.tori) {
        std::vector<std::string> cells{grouped(row.triangles),
                                       short_number(mean_with_0(row.swept))};
        for (const Curve& curve : row.dops) cells.push_back(short_number(mean_with_0(curve)));
        table.add(cells);
    }
    return table;
}

}  // namespace swept::bench::zachmann

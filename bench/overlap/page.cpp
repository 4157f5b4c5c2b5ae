#include "page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "../common/page_template.h"
#include "../common/plot.h"

namespace swept::bench {

namespace {

// What the paper's objects are here.
constexpr const char* paper_torus = "torus 53824";
constexpr const char* paper_car = "car";
constexpr const char* paper_lock = "watch";  ///< many parts inside a case, as a lock has

// Colours of what appears in several charts (indices of plot.cpp's palette).
constexpr int swept_colour = 0;
constexpr std::array fcl_colours{6, 1};           // OBB, OBBRSS
constexpr std::array dop_colours{3, 1, 2, 4, 5};  // as all_orientations

const ModelRow* find(const Results& results, std::string_view name) {
    const auto found = std::ranges::find(results.models, name, &ModelRow::name);
    return found == results.models.end() ? nullptr : &*found;
}

Series series_of(std::string name, const std::vector<double>& x, const Curve& y, int colour,
                 bool strong) {
    Series series{std::move(name), {}, colour, strong};
    for (std::size_t i = 0; i < y.size(); ++i) series.points.emplace_back(x[i], y[i]);
    return series;
}

constexpr const char* distance_label = "distance between the centres of the boxes (size: 2)";
constexpr const char* time_label = "microseconds a query";

std::string subtitle(const ModelRow& row, std::size_t turns) {
    return fmt::format("two copies of {} triangles, mean over {} turns at each distance",
                       grouped(row.triangles), turns);
}

/// Figures 4 and 5: each number of orientations, the paper's builder.
Plot dop_plot(const Results& results, const ModelRow& row, std::string title) {
    Plot plot{std::move(title),
              subtitle(row, results.effort.tree_turns),
              distance_label,
              time_label,
              false,
              true,
              {}};
    std::size_t number = 0;
    for (const TreeRow& tree : row.trees) {
        if (tree.builder != TreeBuilder::furthest_pair) continue;
        plot.series.push_back(series_of(fmt::format("{}-DOPs", tree.orientations), row.distances,
                                        tree.curve, dop_colours.at(number++),
                                        tree.orientations == 6));
    }
    return plot;
}

/// Figure 6.
Plot scaling_plot(const Results& results) {
    Plot plot{"Figure 6: tori of more and more polygons",
              "mean over all distances and turns; k-DOPs by the paper's builder",
              "triangles in each torus",
              time_label,
              true,
              true,
              {}};
    Series swept{"swept, default", {}, swept_colour, true};
    Series fcl{"FCL OBB", {}, fcl_colours[0], false};
    std::vector<Series> dops;
    dops.reserve(all_orientations.size());
    for (std::size_t i = 0; i < all_orientations.size(); ++i) {
        dops.push_back({fmt::format("{}-DOPs", all_orientations[i]), {}, dop_colours[i], false});
    }
    for (const ScalingRow& row : results.scaling) {
        const auto x = static_cast<double>(row.triangles);
        swept.points.emplace_back(x, mean_with_0(row.swept));
        if (row.fcl) fcl.points.emplace_back(x, mean_with_0(*row.fcl));
        for (std::size_t i = 0; i < row.dops.size(); ++i) {
            dops[i].points.emplace_back(x, mean_with_0(row.dops[i]));
        }
    }
    plot.series = dops;
    if (!fcl.points.empty()) plot.series.push_back(fcl);
    plot.series.push_back(swept);
    return plot;
}

/// Figures 7 and 8: against trees of oriented boxes.
Plot peer_plot(const Results& results, const ModelRow& row, std::string title) {
    Plot plot{std::move(title),
              subtitle(row, results.effort.turns),
              distance_label,
              time_label,
              false,
              true,
              {}};
    plot.series.push_back(series_of("swept", row.distances, row.swept.curve, swept_colour, true));
    std::size_t number = 0;
    for (const PeerRow& peer : row.fcl) {
        plot.series.push_back(
            series_of(peer.name, row.distances, peer.curve, fcl_colours.at(number++), false));
    }
    return plot;
}

/// Do more orientations pay?
Plot orientation_plot(const Results& results) {
    Plot plot{"More orientations: fewer tests, each dearer",
              "trees by the paper's builder, geometric mean over all meshes",
              "orientations k",
              "as a multiple of boxes (k = 6)",
              false,
              true,
              {}};
    const auto add = [&](const char* name, const TreeNumber& number, int colour, bool strong) {
        Series series{name, {}, colour, strong};
        for (const int k : all_orientations) {
            series.points.emplace_back(
                k, relative_to_boxes(results, k, TreeBuilder::furthest_pair, number));
        }
        plot.series.push_back(series);
    };
    plot.x_ticks.assign(all_orientations.begin(), all_orientations.end());
    add("mean query time", query_time, 0, true);
    add("near contact", near_time, 4, true);
    add("volume tests", volume_tests, 1, false);
    add("face tests", face_tests, 2, false);
    add("total volume", total_volume, 3, false);
    return plot;
}

/// How many times faster than the better of FCL's trees, mesh by mesh.
BarChart speed_chart(const Results& results) {
    BarChart chart{"swept beside FCL: how many times faster",
                   "two copies of each mesh; the better of FCL's OBB and OBBRSS trees, one thread",
                   {"whole benchmark", "gap of 0.001 of the size"},
                   {}};
    for (const ModelRow& row : results.models) {
        chart.groups.push_back(
            {row.name, {query_ratio(row).value_or(0), near_ratio(row).value_or(0)}});
    }
    return chart;
}

std::string number_word(std::optional<double> value) {
    return value ? short_number(*value) : "?";
}

/// Numbers in the prose: `time_8` is the query time of 8-DOPs as a multiple of that of boxes, both
/// of the paper's builder, and so on.
void add_ratios(const Results& results, Words& words) {
    const std::array<std::pair<const char*, TreeNumber>, 7> numbers{
        {{"time", query_time},
         {"near_time", near_time},
         {"volume_tests", volume_tests},
         {"face_tests", face_tests},
         {"total_volume", total_volume},
         {"sibling_overlap", sibling_overlap},
         {"bytes", tree_bytes}}};
    for (const int k : all_orientations) {
        for (const auto& [name, number] : numbers) {
            words[fmt::format("{}_{}", name, k)] =
                short_number(relative_to_boxes(results, k, TreeBuilder::furthest_pair, number));
        }
    }
    for (const TreeBuilder builder : all_builders) {
        std::string name(name_of(builder));
        std::ranges::replace(name, ' ', '_');
        for (const int k : all_orientations) {
            words[fmt::format("{}_{}", name, k)] =
                short_number(relative(results, k, builder, query_time));
        }
    }
}

void add_tables(const Results& results, Words& words) {
    words["meshes"] = word_of(mesh_table(results));
    words["query"] = word_of(query_table(results));
    words["near"] = word_of(near_table(results));
    words["build"] = word_of(build_table(results));
    words["memory"] = word_of(memory_table(results));
    words["warm"] = word_of(warm_table(results));
    words["samples"] = word_of(sample_summary_table(results));
    words["agreement"] = word_of(agreement_table(results));
    words["scaling"] = word_of(scaling_table(results));
    words["orientation_time"] = word_of(orientation_table(results, query_time));
    words["orientation_build"] = word_of(orientation_table(results, build_time));
    words["orientation_bytes"] = word_of(orientation_table(results, tree_bytes));
    words["trees"] = word_of(tree_table(results));
    words["criteria"] = word_of(criteria_table(results));
    words["predictions"] = word_of(prediction_table(results));
    words["looseness"] = word_of(looseness_table(results));
    words["depths"] = word_of(depth_table(results));
}

Words words_of(const Results& results) {
    Words words;
    add_tables(results, words);
    add_ratios(results, words);
    words["differ"] = grouped(agreement(results).differ);
    words["compared"] = grouped(agreement(results).compared);
    words["turns"] = std::to_string(results.effort.turns);
    words["tree_turns"] = std::to_string(results.effort.tree_turns);
    words["rounds"] = std::to_string(results.effort.rounds);
    words["mesh_count"] = std::to_string(results.models.size());
    words["fcl_geomean"] = number_word(geometric_mean(results.models, query_ratio));
    words["fcl_worst"] = number_word(worst(results.models, query_ratio));
    words["near_geomean"] = number_word(geometric_mean(results.models, near_ratio));
    words["near_worst"] = number_word(worst(results.models, near_ratio));
    words["build_geomean"] = number_word(geometric_mean(results.models, build_ratio));
    words["tree_bytes"] = number_word(worst_tree_bytes(results.models));
    words["doubling"] = fmt::format("{:.2f}", growth_per_doubling(results.scaling));
    return words;
}

Result<void> write_plots(const Results& results, const std::filesystem::path& images) {
    const ModelRow* const torus = find(results, paper_torus);
    const ModelRow* const car = find(results, paper_car);
    const ModelRow* const lock = find(results, paper_lock);
    if (torus == nullptr || car == nullptr || lock == nullptr || results.scaling.empty()) {
        return fail(ErrorCode::bad_argument,
                    "the page needs all meshes: run without --only, with the data folder");
    }
    const std::map<std::string, std::string> plots{
        {"speed", svg_of(speed_chart(results))},
        {"figure-4", svg_of(dop_plot(results, *torus, "Figure 4: two tori"))},
        {"figure-5", svg_of(dop_plot(results, *lock, "Figure 5: two watches"))},
        {"figure-6", svg_of(scaling_plot(results))},
        {"figure-7", svg_of(peer_plot(results, *car, "Figure 7: two cars"))},
        {"figure-8", svg_of(peer_plot(results, *lock, "Figure 8: two watches"))},
        {"orientations", svg_of(orientation_plot(results))}};
    for (const auto& [name, svg] : plots) {
        auto written = write_text(images / ("overlap-" + name + ".svg"), svg);
        if (!written) return written;
    }
    return {};
}

}  // namespace

Result<void> write_page(const Results& results, const std::filesystem::path& folder) {
    std::error_code ignored;  // a folder that cannot be made shows when the first file is written
    std::filesystem::create_directories(folder / "images", ignored);
    auto plots = write_plots(results, folder / "images");
    if (!plots) return plots;
    return write_filled(std::filesystem::path(__FILE__).parent_path() / "page.md",
                        words_of(results), folder / "dop-trees.md");
}

}  // namespace swept::bench

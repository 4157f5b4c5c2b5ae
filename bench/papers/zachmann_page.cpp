#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/page_template.h"
#include "common/plot.h"
#include "papers/zachmann.h"

namespace swept::bench::zachmann {

namespace {

// What the paper's objects are here.
constexpr const char* paper_torus = "torus 53824";
constexpr const char* paper_lock = "watch";  ///< many parts inside a case, as a lock has

// Colours of what appears in several charts (indices of plot.cpp's palette).
constexpr int swept_colour = 0;
constexpr std::array dop_colours{3, 1, 2, 4, 5};  // as all_orientations

const MeshRow* find(const Results& results, std::string_view name) {
    const auto found = std::ranges::find(results.meshes, name, &MeshRow::name);
    return found == results.meshes.end() ? nullptr : &*found;
}

Series series_of(std::string name, const std::vector<double>& x, const Curve& y, int colour,
                 bool strong) {
    Series series{std::move(name), {}, colour, strong};
    for (std::size_t i = 0; i < y.size(); ++i) series.points.emplace_back(x[i], y[i]);
    return series;
}

constexpr const char* distance_label = "distance between the centres of the boxes (size: 2)";
constexpr const char* time_label = "microseconds a query";

std::string subtitle(const MeshRow& row, std::size_t turns) {
    return fmt::format("two copies of {} triangles, mean over {} turns at each distance",
                       grouped(row.triangles), turns);
}

/// Figures 4 and 5: each number of orientations, the paper's builder.
Plot dop_plot(const Results& results, const MeshRow& row, std::string title) {
    Plot plot{std::move(title),
              subtitle(row, results.effort.turns),
              distance_label,
              time_label,
              false,
              true,
              {}};
    std::size_t number = 0;
    for (const TreeRow& tree : row.trees) {
        if (tree.builder != Builder::furthest_pair) continue;
        plot.series.push_back(series_of(fmt::format("{}-DOPs", tree.orientations), row.distances,
                                        tree.curve, dop_colours.at(number++),
                                        tree.orientations == 6));
    }
    return plot;
}

/// Figure 6.
Plot torus_plot(const Results& results) {
    Plot plot{"Figure 6: tori of more and more polygons",
              "mean over all distances and turns; k-DOPs by the paper's builder",
              "triangles in each torus",
              time_label,
              true,
              true,
              {}};
    Series swept{"boxes, surface area", {}, swept_colour, true};
    std::vector<Series> dops;
    dops.reserve(all_orientations.size());
    for (std::size_t i = 0; i < all_orientations.size(); ++i) {
        dops.push_back({fmt::format("{}-DOPs", all_orientations[i]), {}, dop_colours[i], false});
    }
    for (const TorusRow& row : results.tori) {
        const auto x = static_cast<double>(row.triangles);
        swept.points.emplace_back(x, mean_with_0(row.swept));
        for (std::size_t i = 0; i < row.dops.size(); ++i) {
            dops[i].points.emplace_back(x, mean_with_0(row.dops[i]));
        }
    }
    plot.series = dops;
    plot.series.push_back(swept);
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
                k, relative_to_boxes(results, k, Builder::furthest_pair, number));
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
                short_number(relative_to_boxes(results, k, Builder::furthest_pair, number));
        }
    }
    for (const Builder builder : all_builders) {
        std::string name(name_of(builder));
        std::ranges::replace(name, ' ', '_');
        for (const int k : all_orientations) {
            words[fmt::format("{}_{}", name, k)] =
                short_number(relative(results, k, builder, query_time));
        }
    }
}

Words words_of(const Results& results) {
    Words words;
    words["scaling"] = word_of(torus_table(results));
    words["orientation_time"] = word_of(orientation_table(results, query_time));
    words["orientation_build"] = word_of(orientation_table(results, build_time));
    words["orientation_bytes"] = word_of(orientation_table(results, tree_bytes));
    words["trees"] = word_of(tree_table(results));
    words["criteria"] = word_of(criteria_table(results));
    words["predictions"] = word_of(prediction_table(results));
    words["looseness"] = word_of(looseness_table(results));
    words["depths"] = word_of(depth_table(results));
    add_ratios(results, words);
    words["turns"] = std::to_string(results.effort.turns);
    words["rounds"] = std::to_string(results.effort.rounds);
    words["mesh_count"] = std::to_string(results.meshes.size());
    return words;
}

Result<void> write_plots(const Results& results, const std::filesystem::path& images) {
    const MeshRow* const torus = find(results, paper_torus);
    const MeshRow* const lock = find(results, paper_lock);
    if (torus == nullptr || lock == nullptr || results.tori.empty()) {
        return fail(ErrorCode::bad_argument, "the page needs all meshes: run with the data folder");
    }
    const std::map<std::string, std::string> plots{
        {"figure-4", svg_of(dop_plot(results, *torus, "Figure 4: two tori"))},
        {"figure-5", svg_of(dop_plot(results, *lock, "Figure 5: two watches"))},
        {"figure-6", svg_of(torus_plot(results))},
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
    return write_filled(std::filesystem::path(__FILE__).parent_path() / "zachmann_page.md",
                        words_of(results), folder / "dop-trees-paper.md");
}

}  // namespace swept::bench::zachmann

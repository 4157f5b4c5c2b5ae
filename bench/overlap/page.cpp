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
constexpr const char* paper_car = "car";
constexpr const char* paper_lock = "watch";  ///< many parts inside a case, as a lock has

// Colours of what appears in several charts (indices of plot.cpp's palette).
constexpr int swept_colour = 0;
constexpr std::array fcl_colours{6, 1};  // OBB, OBBRSS

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
}

Words words_of(const Results& results) {
    Words words;
    add_tables(results, words);
    words["differ"] = grouped(agreement(results).differ);
    words["compared"] = grouped(agreement(results).compared);
    words["turns"] = std::to_string(results.effort.turns);
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
    const ModelRow* const car = find(results, paper_car);
    const ModelRow* const lock = find(results, paper_lock);
    if (car == nullptr || lock == nullptr || results.scaling.empty()) {
        return fail(ErrorCode::bad_argument,
                    "the page needs all meshes: run without --only, with the data folder");
    }
    const std::map<std::string, std::string> plots{
        {"speed", svg_of(speed_chart(results))},
        {"figure-7", svg_of(peer_plot(results, *car, "Figure 7: two cars"))},
        {"figure-8", svg_of(peer_plot(results, *lock, "Figure 8: two watches"))}};
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

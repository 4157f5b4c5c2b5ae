#include "page.h"

#include <fmt/format.h>

#include "../common/page_template.h"
#include "../common/plot.h"

namespace swept::bench {

namespace {

Plot growth_plot(const Results& results) {
    Plot plot{"All collisions of a step, bodies of more and more faces",
              fmt::format("the same {} steps; mean of a step", results.effort.large_steps),
              "faces of each body",
              "microseconds a step",
              true,
              true,
              {}};
    int colour = 0;
    for (const GrowthSeries& series : results.growth) {
        Series line{series.name, {}, colour++, series.is_bar};
        for (const GrowthPoint& point : series.points) {
            if (point.mean) line.points.emplace_back(static_cast<double>(point.faces), *point.mean);
        }
        if (!line.points.empty()) plot.series.push_back(line);
    }
    return plot;
}

std::string number_word(std::optional<double> value) {
    return value ? short_number(*value) : "?";
}

/// A table, or that there is none.
std::string table_word(const Table& table) {
    const std::string word = word_of(table);
    return word.empty() ? "Not measured in this run." : word;
}

Words words_of(const Results& results) {
    Words words;
    words["cubes"] = number_word(microseconds_of(results, "cubes"));
    words["cars"] = number_word(microseconds_of(results, "cars"));
    words["tori"] = number_word(microseconds_of(results, "tori"));
    words["faces10k"] = number_word(large_ms(results));
    words["growth_exponent"] = number_word(growth_exponent(results));
    words["small"] = table_word(small_table(results));
    words["sampling"] = table_word(sampling_table(results));
    words["growth"] = table_word(growth_table(results));
    words["exponents"] = table_word(exponent_table(results));
    words["large"] = table_word(body_table(results.large));
    words["meshes"] = table_word(body_table(results.meshes));
    words["small_steps"] = std::to_string(results.effort.small_steps);
    words["steps"] = std::to_string(results.effort.steps);
    words["large_steps"] = std::to_string(results.effort.large_steps);
    return words;
}

}  // namespace

Result<void> write_page(const Results& results, const std::filesystem::path& folder) {
    std::error_code ignored;  // a folder that cannot be made shows when the first file is written
    std::filesystem::create_directories(folder / "images", ignored);
    auto plot = write_text(folder / "images/glide-growth.svg", svg_of(growth_plot(results)));
    if (!plot) return plot;
    return write_filled(std::filesystem::path(__FILE__).parent_path() / "page.md",
                        words_of(results), folder / "glide-measured.md");
}

}  // namespace swept::bench

#include "page.h"

#include <fmt/format.h>

#include "../common/page_template.h"
#include "../common/plot.h"

namespace swept::bench {

namespace {

Plot growth_plot(const Results& results) {
    Plot plot{"Sweeps past shapes of more and more faces",
              fmt::format("a torus past its copy, a box past a sphere; mean of {} queries",
                          results.effort.growth_questions),
              "faces of the obstacle",
              "microseconds a query",
              true,
              true,
              {}};
    int colour = 0;
    for (const GrowthSeries& series : results.growth) {
        Series line{series.name, {}, colour++, series.name.ends_with("way")};
        for (const GrowthPoint& point : series.points) {
            line.points.emplace_back(static_cast<double>(point.faces), point.mean);
        }
        plot.series.push_back(line);
    }
    return plot;
}

std::string number_word(std::optional<double> value) {
    return value ? short_number(*value) : "?";
}

Words words_of(const Results& results) {
    Words words;
    words["ways"] = word_of(mover_table(results, MotionKind::way));
    words["turns"] = word_of(mover_table(results, MotionKind::turn));
    words["steps"] = word_of(mover_table(results, MotionKind::step));
    words["small_turns"] = word_of(mover_table(results, MotionKind::small_turn));
    words["slowest"] = word_of(slowest_table(results, 8));
    words["all"] = word_of(sweep_table(results));
    words["flat"] = word_of(flat_table(results));
    words["growth"] = word_of(growth_table(results));
    words["exponents"] = word_of(exponent_table(results));
    words["slower_than_flat"] = number_word(slower_than_flat(results));
    words["exponent"] = number_word(tori_exponent(results));
    words["bullet_1m"] = number_word(bullet_ratio(results, 1));
    words["bullet_10m"] = number_word(bullet_ratio(results, 10));
    words["fcl100"] = number_word(fcl_ratio(results, 100));
    words["fcl1000"] = number_word(fcl_ratio(results, 1000));
    words["mesh70k_p50_ms"] = number_word(large_ms(results, 0.5));
    words["mesh70k_p99_ms"] = number_word(large_ms(results, 0.99));
    words["contacts_us"] = number_word(contacts_us(results));
    words["fcl_distance"] = number_word(distance_ratio(results));
    words["distance_deviation"] = number_word(distance_deviation(results));
    words["bullet_short"] = word_of(bullet_table(results, 1));
    words["bullet_long"] = word_of(bullet_table(results, 10));
    words["fcl"] = word_of(fcl_table(results));
    words["missed"] = word_of(missed_table(results));
    words["large"] = word_of(large_table(results));
    words["coherence"] = word_of(coherence_table(results));
    words["contacts"] = word_of(contact_table(results));
    words["distances"] = word_of(distance_table(results));
    words["level_questions"] = std::to_string(results.effort.level_questions);
    words["level_rounds"] = std::to_string(results.effort.level_rounds);
    words["zone_share"] = number_word(zone_share(results));
    words["flat_differ"] = grouped(flat_disagreements(results));
    words["flat_questions"] = grouped(flat_questions(results));
    words["questions"] = std::to_string(results.effort.questions);
    words["rounds"] = std::to_string(results.effort.rounds);
    return words;
}

}  // namespace

Result<void> write_page(const Results& results, const std::filesystem::path& folder) {
    std::error_code ignored;  // a folder that cannot be made shows when the first file is written
    std::filesystem::create_directories(folder / "images", ignored);
    auto plot = write_text(folder / "images/sweep-growth.svg", svg_of(growth_plot(results)));
    if (!plot) return plot;
    return write_filled(std::filesystem::path(__FILE__).parent_path() / "page.md",
                        words_of(results), folder / "sweeps-measured.md");
}

}  // namespace swept::bench

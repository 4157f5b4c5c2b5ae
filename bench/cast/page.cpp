#include "page.h"

#include <fmt/format.h>

#include "../common/page_template.h"
#include "../common/plot.h"

namespace swept::bench {

namespace {

/// How many hits the baseline passes through, over speed.
Plot tunnel_plot(const Results& results) {
    Plot plot{"What intersection testing tunnels through",
              fmt::format("spheres in a level of {} triangles; share of the hits of the exact cast",
                          grouped(results.level_faces)),
              "metres a step",
              "hits passed through, %",
              true,
              false,
              {}};
    int colour = 0;
    for (const SubdivisionRow& row : results.subdivision) {
        if (row.halvings != 8) continue;
        const std::string name = fmt::format("radius {:g} m", row.radius);
        if (plot.series.empty() || plot.series.back().name != name) {
            plot.series.push_back({name, {}, colour++, false});
        }
        const auto hits = static_cast<double>(std::max<std::size_t>(1, row.hits));
        const double share = 100 * static_cast<double>(row.tunnels) / hits;
        plot.series.back().points.emplace_back(row.speed, share);
    }
    plot.x_ticks = {0.1, 0.3, 1, 3, 10};
    return plot;
}

std::string number_word(std::optional<double> value) {
    return value ? short_number(*value) : "?";
}

Words words_of(const Results& results) {
    Words words;
    words["embree"] = number_word(embree_ratio(results));
    words["embree_batch"] = number_word(embree_batch_ratio(results));
    words["ray_bullet"] = number_word(bullet_ray_ratio(results));
    words["sphere_bullet_1m"] = number_word(bullet_sphere_ratio(results, 1));
    words["sphere_bullet_10m"] = number_word(bullet_sphere_ratio(results, 10));
    words["build_vs_embree"] = number_word(build_ratio(results));
    words["bytes"] = number_word(most_bytes(results));
    words["rays"] = word_of(ray_table(results));
    words["slow_rays"] = word_of(slow_ray_table(results));
    words["tallies"] = word_of(tally_table(results));
    words["random_verdicts"] = word_of(verdict_table(results.rays.random));
    words["vertex_verdicts"] = word_of(verdict_table(results.rays.vertices));
    words["spheres"] = word_of(sphere_table(results));
    words["sphere_errors"] = word_of(sphere_error_table(results));
    words["builds"] = word_of(build_table(results));
    words["halvings"] = word_of(halving_table(results));
    words["tunnels"] = word_of(tunnel_table(results));
    words["sets"] = word_of(set_table(results));
    words["rounds"] = std::to_string(results.effort.rounds);
    words["ray_count"] = grouped(results.effort.rays);
    words["slow_ray_count"] = grouped(results.effort.slow_rays);
    words["sphere_count"] = grouped(results.effort.spheres);
    words["slow_sphere_count"] = grouped(results.effort.slow_spheres);
    words["level_faces"] = grouped(results.level_faces);
    return words;
}

}  // namespace

Result<void> write_page(const Results& results, const std::filesystem::path& folder) {
    std::error_code ignored;  // a folder that cannot be made shows when the first file is written
    std::filesystem::create_directories(folder / "images", ignored);
    auto plot = write_text(folder / "images/cast-tunnelling.svg", svg_of(tunnel_plot(results)));
    if (!plot) return plot;
    return write_filled(std::filesystem::path(__FILE__).parent_path() / "page.md",
                        words_of(results), folder / "casts-measured.md");
}

}  // namespace swept::bench

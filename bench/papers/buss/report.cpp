#include "report.h"

#include <fmt/format.h>

#include <cstdio>

namespace swept::bench {

namespace {

constexpr std::array resolutions{"low", "medium", "high"};

/// Short, or a dash for what there is not.
std::string number_or_dash(std::optional<double> value) {
    return value ? short_number(*value) : "-";
}

std::string count_or_dash(const std::optional<std::size_t>& value) {
    return value ? grouped(*value) : "-";
}

std::string found_word(const FirstContacts& first) {
    return first.contacts > 0 ? fmt::format("{} of {}", first.found, first.contacts) : "-";
}

std::string off_word(const FirstContacts& first) {
    return first.found > 0 ? fmt::format("{:.1e}", first.most_off) : "-";
}

std::string hash_text(const Answers& answers) {
    return answers.complete() ? fmt::format("{:016x}", answers.hash()) : "-";
}

std::string mean_count(const Answers& answers) {
    return answers.complete() ? short_number(answers.mean_count()) : "-";
}

std::optional<double> milliseconds(const WayRow& way) {
    const auto time = way.microseconds();
    if (!time) return std::nullopt;
    return *time / 1000;
}

std::string same_word(const WayRow& a, const WayRow& b) {
    if (!a.answers.complete() || !b.answers.complete()) return "-";
    return a.answers.hash() == b.answers.hash() ? "the same" : "others";
}

void add_answers(const PaperRow& row, const std::string& method, const WayRow& way,
                 const FirstContacts& first, Table& table) {
    const CollisionStats stats = way.answers.mean_stats();
    table.add({row.scene, method, mean_count(way.answers), found_word(first), off_word(first),
               grouped(stats.volume_tests), grouped(stats.faces),
               grouped(way.answers.mean_pixel_records()), grouped(stats.candidates),
               grouped(stats.search_steps), hash_text(way.answers)});
}

void add_growth(const GrowthSeries& series, const GrowthPoint& point, Table& table) {
    table.add({series.name, grouped(point.faces),
               fmt::format("{:.5f}", point.short_edge / low_pixels), number_or_dash(point.mean),
               short_number(point.collisions), grouped(point.stats.faces),
               grouped(point.pixel_records), grouped(point.stats.candidates)});
}

void add_culling(const CullingRow& row, std::size_t which, Table& table) {
    constexpr std::array names{"none", "coarse", "trees"};
    const char* const method = row.exact ? "exact" : "pixels";
    if (!row.ways[which]) {
        table.add({row.scene, method, names[which], grouped(row.faces), "-", "", "", "", "", "",
                   "not measured"});
        return;
    }
    const WayRow& way = *row.ways[which];
    const CollisionStats stats = way.answers.mean_stats();
    table.add({row.scene, method, names[which], grouped(row.faces),
               number_or_dash(way.microseconds()), grouped(stats.faces),
               grouped(stats.volume_tests), grouped(way.answers.mean_pixel_records()),
               grouped(stats.candidates), mean_count(way.answers),
               row.same ? "the same" : "others"});
}

/// What a method says that does not answer, once.
void print_refusals(const Results& results) {
    for (const PaperRow& row : results.paper) {
        for (const WayRow* way : {&row.pixels.front(), &row.exact}) {
            if (way->answers.complete()) continue;
            std::printf("%s, %s: %s\n", row.scene.c_str(), way->name.c_str(),
                        way->answers.refused.c_str());
        }
    }
}

}  // namespace

Table paper_table(const Results& results) {
    Table table{{"<scene", "faces each", "steps", "<resolution", "pixel", "us", "in 2004", "ratio",
                 "robust us", "exact us", "exact over pixels"},
                {}};
    for (const PaperRow& row : results.paper) {
        for (std::size_t i = 0; i < resolutions.size(); ++i) {
            const auto time = row.pixels[i].microseconds(), exact = row.exact.microseconds();
            table.add({row.scene, grouped(row.faces), grouped(row.timed), resolutions[i],
                       fmt::format("{:.4f}", row.short_edge / (low_pixels * (1 << i))),
                       number_or_dash(time), grouped(static_cast<std::size_t>(row.paper[i])),
                       number_or_dash(ratio_of(row.paper[i], time)),
                       number_or_dash(row.robust[i].microseconds()), number_or_dash(exact),
                       number_or_dash(ratio_of(exact, time))});
        }
    }
    return table;
}

Table answer_table(const Results& results) {
    Table table{{"<scene", "<method", "collisions", "first contacts", "off by", "volume tests",
                 "faces left", "pixel records", "candidates", "search steps", "answers"},
                {}};
    for (const PaperRow& row : results.paper) {
        for (std::size_t i = 0; i < resolutions.size(); ++i) {
            add_answers(row, fmt::format("pixels, {}", resolutions[i]), row.pixels[i],
                        row.pixels_first[i], table);
        }
        for (std::size_t i = 0; i < resolutions.size(); ++i) {
            add_answers(row, fmt::format("robust, {}", resolutions[i]), row.robust[i],
                        row.robust_first[i], table);
        }
        add_answers(row, "exact", row.exact, row.exact_first, table);
    }
    return table;
}

Table mode_table(const Results& results) {
    Table table{
        {"<scene", "faces each", "robust us", "plain us", "plain over robust", "robust, hashed us",
         "hashed over sorted", "plain, hashed us", "hashed over sorted, plain", "<hashed answers"},
        {}};
    for (const ModeRow& row : results.modes) {
        const auto robust = row.robust.microseconds(), plain = row.plain.microseconds();
        const auto hashed = row.robust_hashed.microseconds();
        const auto plain_hashed = row.plain_hashed.microseconds();
        table.add({row.scene, grouped(row.faces), number_or_dash(robust), number_or_dash(plain),
                   number_or_dash(ratio_of(plain, robust)), number_or_dash(hashed),
                   number_or_dash(ratio_of(hashed, robust)), number_or_dash(plain_hashed),
                   number_or_dash(ratio_of(plain_hashed, plain)),
                   same_word(row.robust, row.robust_hashed)});
    }
    return table;
}

Table missed_table(const Results& results) {
    Table table{
        {"<scene", "proper ones", "missed by robust", "missed by plain", "collisions, robust",
         "collisions, plain", "candidates, robust", "candidates, plain"},
        {}};
    for (const ModeRow& row : results.modes) {
        table.add({row.scene, grouped(row.proper), count_or_dash(row.robust_missed),
                   count_or_dash(row.plain_missed), mean_count(row.robust.answers),
                   mean_count(row.plain.answers),
                   grouped(row.robust.answers.mean_stats().candidates),
                   grouped(row.plain.answers.mean_stats().candidates)});
    }
    return table;
}

Table culling_table(const Results& results) {
    Table table{{"<scene", "<method", "<culling", "faces of both", "us", "faces left",
                 "volume tests", "pixel records", "candidates", "collisions", "<answers"},
                {}};
    for (const CullingRow& row : results.culling) {
        for (std::size_t i = 0; i < row.ways.size(); ++i) add_culling(row, i, table);
    }
    return table;
}

Table growth_table(const Results& results) {
    Table table{{"<bodies, method", "faces each", "pixel", "us, mean", "collisions", "faces left",
                 "pixel records", "candidates"},
                {}};
    for (const GrowthSeries& series : results.growth) {
        for (const GrowthPoint& point : series.points) add_growth(series, point, table);
    }
    return table;
}

Table exponent_table(const Results& results) {
    Table table{{"<bodies, method", "exponent"}, {}};
    for (const GrowthSeries& series : results.growth) {
        table.add({series.name, number_or_dash(series.exponent())});
    }
    return table;
}

Table body_table(const std::vector<BodyRow>& rows) {
    Table table{{"<scene", "faces", "steps", "pixels ms", "exact ms", "ratio", "collisions, pixels",
                 "collisions, exact", "first contacts", "off by", "faces left", "pixel records",
                 "candidates", "candidates, exact", "answers, pixels", "answers, exact"},
                {}};
    for (const BodyRow& row : rows) {
        const CollisionStats stats = row.pixels.answers.mean_stats();
        const auto pixels = milliseconds(row.pixels), exact = milliseconds(row.exact);
        table.add({row.scene, fmt::format("{} / {}", grouped(row.faces_a), grouped(row.faces_b)),
                   grouped(row.steps), number_or_dash(pixels), number_or_dash(exact),
                   number_or_dash(ratio_of(exact, pixels)), mean_count(row.pixels.answers),
                   mean_count(row.exact.answers), found_word(row.exact_first),
                   off_word(row.exact_first), grouped(stats.faces),
                   grouped(row.pixels.answers.mean_pixel_records()), grouped(stats.candidates),
                   grouped(row.exact.answers.mean_stats().candidates),
                   hash_text(row.pixels.answers), hash_text(row.exact.answers)});
    }
    return table;
}

Table error_table(const Results& results) {
    Table table{{"degrees", "printed", "right", "sampled"}, {}};
    for (const ErrorRow& row : results.errors) {
        table.add({fmt::format("{:g}", row.degrees), fmt::format("{:.3f}", row.printed),
                   fmt::format("{:.3f}", row.formula), fmt::format("{:.5f}", row.sampled)});
    }
    return table;
}

void print_report(const Results& results) {
    print_refusals(results);
    print_table("The paper's table", paper_table(results));
    print_table("What was found", answer_table(results));
    print_table("Robust and plain, sorted and hashed, at low resolution", mode_table(results));
    print_table("What the pixel method misses", missed_table(results));
    print_table("Culling", culling_table(results));
    print_table("Growth", growth_table(results));
    print_table("Exponents", exponent_table(results));
    print_table("Bodies of 10,000 faces", body_table(results.large));
    print_table("Meshes", body_table(results.meshes));
    print_table("The error of a glide rotation, as a share of the arc", error_table(results));
}

}  // namespace swept::bench

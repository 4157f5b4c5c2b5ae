#include "report.h"

#include <fmt/format.h>

#include <cstdio>

namespace swept::bench {

namespace {

/// Short, or a dash for what there is not.
std::string number_or_dash(std::optional<double> value) {
    return value ? short_number(*value) : "-";
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

/// What the library says where it does not answer.
template <class Rows>
void print_refusals(const Rows& rows) {
    for (const auto& row : rows) {
        if (row.exact.answers.complete()) continue;
        std::printf("%s: %s\n", row.scene.c_str(), row.exact.answers.refused.c_str());
    }
}

}  // namespace

Table small_table(const Results& results) {
    Table table{{"<scene", "faces each", "timed steps", "us", "collisions", "first contacts",
                 "off by", "10 poses us", "100 poses us", "1,000 poses us", "volume tests",
                 "faces left", "candidates", "search steps", "answers"},
                {}};
    for (const SmallRow& row : results.small) {
        const Answers& answers = row.exact.answers;
        const CollisionStats stats = answers.mean_stats();
        table.add({row.scene, grouped(row.faces), grouped(row.timed),
                   number_or_dash(row.exact.microseconds()), mean_count(answers),
                   found_word(row.first), off_word(row.first),
                   short_number(row.sampled[0].times.median()),
                   short_number(row.sampled[1].times.median()),
                   short_number(row.sampled[2].times.median()), grouped(stats.volume_tests),
                   grouped(stats.faces), grouped(stats.candidates), grouped(stats.search_steps),
                   hash_text(answers)});
    }
    return table;
}

Table sampling_table(const Results& results) {
    Table table{{"<scene", "poses", "us", "first contacts", "found", "missed", "late by, mean",
                 "late by, at most", "gone on by, at most"},
                {}};
    for (const SmallRow& row : results.small) {
        for (const Sampling& s : row.sampled) {
            table.add({row.scene, grouped(s.poses), short_number(s.times.median()),
                       grouped(s.steps), grouped(s.found), grouped(s.steps - s.found),
                       short_number(s.mean_late), short_number(s.most_late),
                       short_number(s.most_beyond)});
        }
    }
    return table;
}

Table growth_table(const Results& results) {
    Table table{{"<bodies", "faces each", "us, mean", "collisions", "faces left", "candidates"},
                {}};
    for (const GrowthSeries& series : results.growth) {
        for (const GrowthPoint& point : series.points) {
            table.add({series.name, grouped(point.faces), number_or_dash(point.mean),
                       short_number(point.collisions), grouped(point.stats.faces),
                       grouped(point.stats.candidates)});
        }
    }
    return table;
}

Table exponent_table(const Results& results) {
    Table table{{"<bodies", "exponent"}, {}};
    for (const GrowthSeries& series : results.growth) {
        table.add({series.name, number_or_dash(series.exponent())});
    }
    return table;
}

Table body_table(const std::vector<BodyRow>& rows) {
    Table table{{"<scene", "faces", "steps", "ms", "collisions", "first contacts", "off by",
                 "candidates", "answers"},
                {}};
    for (const BodyRow& row : rows) {
        const Answers& answers = row.exact.answers;
        table.add({row.scene, fmt::format("{} / {}", grouped(row.faces_a), grouped(row.faces_b)),
                   grouped(row.steps), number_or_dash(milliseconds(row.exact)), mean_count(answers),
                   found_word(row.first), off_word(row.first),
                   grouped(answers.mean_stats().candidates), hash_text(answers)});
    }
    return table;
}

void print_report(const Results& results) {
    print_refusals(results.small);
    print_refusals(results.large);
    print_table("Small bodies", small_table(results));
    print_table("Sampling along the same motions", sampling_table(results));
    print_table("Growth", growth_table(results));
    print_table("Exponents", exponent_table(results));
    print_table("Bodies of 10,000 faces", body_table(results.large));
    print_table("Meshes", body_table(results.meshes));
}

}  // namespace swept::bench

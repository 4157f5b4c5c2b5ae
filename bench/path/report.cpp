#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../bench.h"

namespace swept::bench {

namespace {

/// None without rows.
template <class Rows, class Number>
std::optional<double> geometric_mean(const Rows& rows, const Number& number) {
    if (rows.empty()) return std::nullopt;
    double sum = 0;
    for (const auto& row : rows) sum += std::log(number(row));
    return std::exp(sum / static_cast<double>(rows.size()));
}

std::string answer_word(bool hit, double fraction) {
    return hit ? fmt::format("{:.6f}", fraction) : "free";
}

std::string known_word(const FastenerRow& row) {
    switch (row.known) {
        case Known::free:
            return "free";
        case Known::contact:
            return fmt::format("{:.6f} to {:.6f}", row.earliest, row.latest);
        case Known::undecided:
            break;
    }
    return "undecided";
}

/// Where nothing is known, samples cannot prove an answer right.
const char* judged_word(const FastenerRow& row) {
    if (!row.right()) return "wrong";
    return row.known == Known::undecided ? "not refuted" : "right";
}

void add_fasteners(const std::vector<FastenerRow>& rows, Table& table) {
    for (const FastenerRow& row : rows) {
        const bool claims = row.answer.state == State::free || row.answer.state == State::hit;
        table.add({row.fit, fmt::format("{:.1f}", row.pitches), grouped(row.nut_faces),
                   grouped(row.bolt_faces), short_number(row.seconds),
                   claims ? answer_word(row.answer.state == State::hit, row.answer.free_fraction)
                          : std::string(name_of(row.answer.state)),
                   known_word(row), fmt::format("{} of {}", row.meeting, row.samples),
                   judged_word(row)});
    }
}

std::string error_word(const SampledRow& row) {
    if (row.contradicts()) return "contradicts";
    if (row.missed()) return "missed";
    if (!row.hit()) return "";
    return fmt::format("{:.1e}", row.peer.fraction - row.answer.free_fraction);
}

/// The rows of each scene, in the order of their coming.
std::vector<std::vector<SampledRow>> scenes_of(const Results& results) {
    std::vector<std::vector<SampledRow>> scenes;
    for (const SampledRow& row : results.sampled) {
        if (scenes.empty() || scenes.back()[0].scene != row.scene) scenes.emplace_back();
        scenes.back().push_back(row);
    }
    return scenes;
}

/// The geometric mean of those that hit, or of those that do not; nothing where there is none.
std::string ratio_word(const std::vector<SampledRow>& rows, bool hit) {
    std::vector<SampledRow> chosen;
    std::ranges::copy_if(rows, std::back_inserter(chosen),
                         [&](const SampledRow& row) { return row.hit() == hit; });
    const auto mean = geometric_mean(chosen, [](const SampledRow& row) { return row.ratio(); });
    return mean ? short_number(*mean) : "";
}

}  // namespace

std::optional<double> slowest(const std::vector<FastenerRow>& rows) {
    if (rows.empty() || !std::ranges::all_of(rows, &FastenerRow::right)) return std::nullopt;
    return std::ranges::max(rows, {}, &FastenerRow::seconds).seconds;
}

std::optional<double> screw_vs_rotation(const Results& results) {
    return geometric_mean(results.screws, [](const ScrewRow& row) { return row.ratio(); });
}

std::optional<double> fcl_ratio(const Results& results) {
    if (contradictions(results) != 0) return std::nullopt;
    return geometric_mean(results.sampled, [](const SampledRow& row) { return row.ratio(); });
}

double half_apart(const Results& results) {
    double most = 0;
    for (const SampledRow& row : results.sampled) most = std::max(most, row.half_apart);
    return most;
}

std::size_t missed_hits(const Results& results) {
    return static_cast<std::size_t>(std::ranges::count_if(results.sampled, &SampledRow::missed));
}

std::size_t contradictions(const Results& results) {
    return static_cast<std::size_t>(
        std::ranges::count_if(results.sampled, &SampledRow::contradicts));
}

Table fastener_table(const Results& results) {
    Table table{{"<fit", "advance", "faces of nut", "faces of bolt", "seconds", "answer", "known",
                 "samples that meet", "<judged"},
                {}};
    add_fasteners(results.loose, table);
    add_fasteners(results.tight, table);
    return table;
}

Table screw_table(const Results& results) {
    Table table{{"<mover", "faces", "<obstacle", "faces", "queries", "turn us", "screw us", "ratio",
                 "turns that hit", "screws that hit", "answers"},
                {}};
    for (const ScrewRow& row : results.screws) {
        table.add({row.mover, grouped(row.mover_faces), row.obstacle, grouped(row.obstacle_faces),
                   grouped(row.questions), short_number(row.turn_time),
                   short_number(row.screw_time), short_number(row.ratio()), percent(row.turn_hits),
                   percent(row.screw_hits), fmt::format("{:016x}", row.hash)});
    }
    return table;
}

Table scene_table(const Results& results) {
    Table table{{"<scene", "faces", "screws", "hits", "missed by FCL", "ms", "FCL ms",
                 "ratio of sums", "ratio", "of free ones", "of hits"},
                {}};
    for (const std::vector<SampledRow>& rows : scenes_of(results)) {
        double ours = 0, theirs = 0;
        for (const SampledRow& row : rows) {
            ours += row.seconds;
            theirs += row.peer_seconds;
        }
        const auto count = static_cast<double>(rows.size());
        const auto mean = geometric_mean(rows, [](const SampledRow& row) { return row.ratio(); });
        table.add(
            {rows[0].scene,
             fmt::format("{} / {}", grouped(rows[0].mover_faces), grouped(rows[0].obstacle_faces)),
             grouped(rows.size()), std::to_string(std::ranges::count_if(rows, &SampledRow::hit)),
             std::to_string(std::ranges::count_if(rows, &SampledRow::missed)),
             short_number(1e3 * ours / count), short_number(1e3 * theirs / count),
             short_number(theirs / ours), short_number(*mean), ratio_word(rows, false),
             ratio_word(rows, true)});
    }
    return table;
}

Table sampled_table(const Results& results) {
    Table table{{"<scene", "degrees", "advance", "ms", "FCL ms", "ratio", "answer", "FCL's answer",
                 "its error", "volume tests", "face pairs", "feature pairs"},
                {}};
    for (const SampledRow& row : results.sampled) {
        table.add({row.scene, fmt::format("{:.1f}", row.angle * 180 / std::numbers::pi),
                   fmt::format("{:.2f}", row.advance), short_number(1e3 * row.seconds),
                   short_number(1e3 * row.peer_seconds), short_number(row.ratio()),
                   answer_word(row.hit(), row.answer.free_fraction),
                   answer_word(row.peer.hit, row.peer.fraction), error_word(row),
                   grouped(row.answer.stats.volume_tests), grouped(row.answer.stats.face_pairs),
                   grouped(row.answer.stats.feature_pairs)});
    }
    return table;
}

Table arm_table(const Results& results) {
    Table table{{"<path", "links", "faces", "faces of obstacles", "segments", "seconds",
                 "us a segment", "seconds, all threads", "threads", "free", "hit", "<first hit",
                 "samples", "<samples say", "answers"},
                {}};
    for (const ArmRow& row : results.arm) {
        const std::string first =
            row.hit == 0 ? "" : fmt::format("{} in segment {:.4f}", row.first_link, row.first_hit);
        const std::string say =
            row.disagree == 0 ? "agreed" : fmt::format("{} disagree", row.disagree);
        table.add({row.name, grouped(row.links), grouped(row.link_faces),
                   grouped(row.obstacle_faces), grouped(static_cast<std::size_t>(row.segments)),
                   short_number(row.seconds), short_number(1e6 * row.seconds / row.segments),
                   short_number(row.all_threads), std::to_string(row.threads), grouped(row.free),
                   grouped(row.hit), first, grouped(row.samples), say,
                   fmt::format("{:016x}{}", row.hash, row.same ? "" : ", others by all threads")});
    }
    return table;
}

void print_report(const Results& results) {
    print_table("A nut on its bolt", fastener_table(results));
    print_table("Screws beside turns", screw_table(results));
    print_table("Screws beside FCL, each", sampled_table(results));
    print_table("Screws beside FCL at 1,000 poses, mean milliseconds", scene_table(results));
    if (!results.sampled.empty()) {
        std::printf("%zu hits missed by FCL, %zu answers contradict\n", missed_hits(results),
                    contradictions(results));
        std::printf("poses at the half differ by at most %.1e of the mover's extent\n\n",
                    half_apart(results));
    }
    print_table("A robot arm", arm_table(results));
}

void print_bars(const Results& results) {
    bar("m16_loose_s", slowest(results.loose), Wanted::at_most, 1);
    bar("m16_tight_s", slowest(results.tight), Wanted::at_most, 10);
    bar("screw_vs_rotation", screw_vs_rotation(results), Wanted::at_most, 3);
    bar("fcl1000_ratio", fcl_ratio(results), Wanted::at_least, 3);
}

}  // namespace swept::bench

#include "report.h"

#include <fmt/format.h>

#include <cmath>

#include "../bench.h"

namespace swept::bench {

namespace {

std::string hash_text(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

/// How many answers differ from what they ought to be.
std::string differing(std::size_t other) {
    return other == 0 ? "the same" : fmt::format("{} differ", grouped(other));
}

std::string differing(const Sanity& sanity) {
    return sanity.casts == 0 ? "" : differing(sanity.other);
}

std::string yes(bool is) {
    return is ? "yes" : "no";
}

bool is_right(const CarveRow& row) {
    return row.carves > 0 && row.closed && row.only_met && row.sanity.other == 0;
}

}  // namespace

std::optional<double> carve_median(const Results& results) {
    if (results.carves.empty() || !is_right(results.carves.back())) return std::nullopt;
    return results.carves.back().median_ms;
}

std::optional<double> carve_p99(const Results& results) {
    if (results.carves.empty() || !is_right(results.carves.back())) return std::nullopt;
    return results.carves.back().p99_ms;
}

std::optional<double> edit_median(const Results& results) {
    std::optional<double> last;
    for (const EditRow& row : results.edits) {
        if (row.kind != whole_room) continue;
        last = row.sanity.other == 0 ? std::optional(row.median_ms) : std::nullopt;
    }
    return last;
}

std::optional<double> reader_share(const Results& results) {
    if (results.readers.empty() || !results.readers.back().answered) return std::nullopt;
    return results.readers.back().share;
}

std::optional<double> body_median(const Results& results) {
    std::optional<double> last;
    for (const BodyRow& row : results.bodies) {
        if (row.apart != usual_apart) continue;
        last = row.missing == 0 ? std::optional(row.median_ms) : std::nullopt;
    }
    return last;
}

std::optional<double> portal_gain(const Results& results) {
    double sum = 0, count = 0;
    for (const PortalRow& row : results.portals) {
        if (row.rooms != results.portals.back().rooms) continue;
        if (row.other != 0) return std::nullopt;
        sum += std::log(row.gain());
        count += 1;
    }
    if (count == 0) return std::nullopt;
    return std::exp(sum / count);
}

Table carve_table(const Results& results) {
    Table table{{"rooms", "polygons", "carves", "median ms", "p99 ms", "longest ms",
                 "rooms met, mean", "most", "polygons of these", "answers", "as one shape"},
                {}};
    for (const CarveRow& row : results.carves) {
        table.add({grouped(row.rooms), grouped(row.polygons), grouped(row.carves),
                   short_number(row.median_ms), short_number(row.p99_ms), short_number(row.most_ms),
                   short_number(row.rooms_met), grouped(row.most_rooms_met),
                   short_number(row.polygons_met), hash_text(row.sanity.hash),
                   differing(row.sanity)});
    }
    return table;
}

Table crater_table(const Results& results) {
    Table table{{"rooms", "carves", "that took a piece out", "parts that came loose",
                 "other rooms untouched", "closed afterwards"},
                {}};
    for (const CarveRow& row : results.carves) {
        table.add({grouped(row.rooms), grouped(row.carves), grouped(row.pieces),
                   grouped(row.fragments), yes(row.only_met), yes(row.closed)});
    }
    return table;
}

Table edit_table(const Results& results) {
    Table table{{"rooms", "polygons", "<what is replaced", "polygons out", "in", "edits",
                 "median ms", "p99 ms", "answers", "as one shape"},
                {}};
    for (const EditRow& row : results.edits) {
        table.add({grouped(row.rooms), grouped(row.polygons), row.kind, short_number(row.replaced),
                   short_number(row.by), grouped(row.edits), short_number(row.median_ms),
                   short_number(row.p99_ms), hash_text(row.sanity.hash), differing(row.sanity)});
    }
    return table;
}

Table reader_table(const Results& results) {
    Table table{{"rooms", "polygons", "rounds", "casts a second", "while edited", "share",
                 "share on the wall", "edits a second", "snapshots seen", "answers", "<kept"},
                {}};
    for (const ReaderRow& row : results.readers) {
        table.add({grouped(row.rooms), grouped(row.polygons), std::to_string(row.rounds),
                   short_number(row.alone), short_number(row.while_edited), short_number(row.share),
                   short_number(row.wall_share), short_number(row.edits), grouped(row.versions),
                   hash_text(row.hash), row.answered ? "the same" : "others"});
    }
    return table;
}

Table body_table(const Results& results) {
    Table table{{"rooms around", "bodies", "apart m", "steps", "median ms", "p99 ms", "moving ms",
                 "pairs ms", "pairs", "that touch", "of these missing", "answers"},
                {}};
    for (const BodyRow& row : results.bodies) {
        table.add({grouped(row.rooms), grouped(row.bodies), fmt::format("{:g}", row.apart),
                   grouped(row.steps), short_number(row.median_ms), short_number(row.p99_ms),
                   short_number(row.edit_ms), short_number(row.pairs_ms), short_number(row.pairs),
                   grouped(row.touching), grouped(row.missing), hash_text(row.hash)});
    }
    return table;
}

Table portal_table(const Results& results) {
    Table table{{"rooms", "polygons", "<length", "casts", "hits", "world ns", "one shape ns",
                 "ratio", "answers", "as one shape"},
                {}};
    for (const PortalRow& row : results.portals) {
        table.add({grouped(row.rooms), grouped(row.polygons),
                   row.length == 0 ? "no end" : fmt::format("{:g} m", row.length),
                   grouped(row.casts), percent(row.hits), short_number(row.world_ns),
                   short_number(row.shape_ns), short_number(row.gain()), hash_text(row.hash),
                   differing(row.other)});
    }
    return table;
}

void print_report(const Results& results) {
    print_table("Craters, one an edit", carve_table(results));
    print_table("What they did", crater_table(results));
    print_table("Edits of one room", edit_table(results));
    print_table("Casts beside an editor", reader_table(results));
    print_table("Bodies, a step", body_table(results));
    print_table("Casts in rooms beside one shape", portal_table(results));
}

void print_bars(const Results& results) {
    bar("carve_p50_ms", carve_median(results), Wanted::at_most, 2);
    bar("carve_p99_ms", carve_p99(results), Wanted::at_most, 10);
    bar("edit_1k_ms", edit_median(results), Wanted::at_most, 1);
    bar("cast_while_editing", reader_share(results), Wanted::at_least, 0.8);
    bar("bodies_10k_ms", body_median(results), Wanted::at_most, 5);
    bar("portal_gain", portal_gain(results), Wanted::at_least, 0.9);
}

}  // namespace swept::bench

#pragma once

// What was measured, as tables, and the bars.

#include <optional>
#include <vector>

#include "../common/table.h"
#include "bodies.h"
#include "carves.h"
#include "edits.h"
#include "portals.h"
#include "readers.h"

namespace swept::bench {

struct Effort {
    std::vector<int> rooms{11, 35, 108, 342, 1080};  ///< of the levels; ascending
    std::size_t carves = 1000;
    std::size_t edits = 200;
    std::size_t sanity_casts = 2000;
    std::size_t casts = 20'000;
    int cast_rounds = 9;
    int reader_rounds = 7;
    double reader_seconds = 1;
    std::size_t bodies = 10'000;
    std::size_t body_steps = 200;
};

struct Results {
    Effort effort;
    std::vector<CarveRow> carves = {};
    std::vector<EditRow> edits = {};
    std::vector<ReaderRow> readers = {};
    std::vector<BodyRow> bodies = {};
    std::vector<PortalRow> portals = {};
};

/// Metres that a body has to itself, in the crowd of the bar: about as many pairs as bodies.
inline constexpr double usual_apart = 0.7;

// What the bars say, of the largest level. None where it was not measured, or is not right.
[[nodiscard]] std::optional<double> carve_median(const Results& results);
[[nodiscard]] std::optional<double> carve_p99(const Results& results);
[[nodiscard]] std::optional<double> edit_median(const Results& results);
[[nodiscard]] std::optional<double> reader_share(const Results& results);
[[nodiscard]] std::optional<double> body_median(const Results& results);
/// The geometric mean over the lengths of rays.
[[nodiscard]] std::optional<double> portal_gain(const Results& results);

[[nodiscard]] Table carve_table(const Results& results);
/// What the carves of the same rows did.
[[nodiscard]] Table crater_table(const Results& results);
[[nodiscard]] Table edit_table(const Results& results);
[[nodiscard]] Table reader_table(const Results& results);
[[nodiscard]] Table body_table(const Results& results);
[[nodiscard]] Table portal_table(const Results& results);

void print_report(const Results& results);
void print_bars(const Results& results);

}  // namespace swept::bench

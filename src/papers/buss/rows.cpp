#include "papers/buss/rows.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace swept::papers::buss {

namespace {

/// Of the pieces of one edge that follow each other in one row, one record.
void add(const PixelRecord& made, std::span<const Chord> chords,
         std::vector<PixelRecord>& records) {
    if (!records.empty() && made.chord > 0) {
        PixelRecord& last = records.back();
        const Chord &before = chords[made.chord - 1], &chord = chords[made.chord];
        if (last.row == made.row && last.last_chord == made.chord - 1 &&
            before.edge == chord.edge && before.end == chord.begin &&
            before.is_virtual == chord.is_virtual && before.is_point == chord.is_point) {
            last.first = std::min(last.first, made.first);
            last.last = std::max(last.last, made.last);
            last.begin = std::min(last.begin, made.begin);
            last.end = std::max(last.end, made.end);
            last.last_chord = made.chord;
            return;
        }
    }
    records.push_back(made);
}

}  // namespace

void fill_pixels(std::span<const Chord> chords, const PixelFill& fill,
                 std::vector<PixelRecord>& records) {
    records.clear();
    const double size = fill.size, per_size = 1 / size, blur = fill.blur;
    const std::int32_t around = fill.around;
    const ScreenArea& window = fill.window;
    const std::int32_t window_low = pixel_of(window.u.lo, per_size);
    const std::int32_t window_high = pixel_of(window.u.hi, per_size);
    for (std::uint32_t i = 0; i < chords.size(); ++i) {
        const Chord& chord = chords[i];
        ScreenPoint low = chord.from, high = chord.to;
        if (low.u > high.u) std::swap(low, high);
        if (low.u > window.u.hi || high.u < window.u.lo || std::min(low.v, high.v) > window.v.hi ||
            std::max(low.v, high.v) < window.v.lo) {
            continue;
        }
        PixelRecord made{.chord = i, .last_chord = i};
        const auto late = static_cast<float>(chord.late * (1 + 0x1p-20));
        const double from = std::min(low.t, high.t), to = std::max(low.t, high.t);
        const double rounding = 0x1p-23 * (std::abs(from) + std::abs(to));
        const std::int32_t first = std::max(pixel_of(low.u - blur, per_size) - around, window_low);
        const std::int32_t last = std::min(pixel_of(high.u + blur, per_size) + around, window_high);
        // What the chord covers of a row, and of those around, lies between where it comes in and
        // where it leaves.
        const double width = high.u - low.u;
        const double v_per_u = width > 0 ? (high.v - low.v) / width : 0;
        const double t_per_u = width > 0 ? (high.t - low.t) / width : 0;
        for (std::int32_t row = first; row <= last; ++row) {
            ScreenPoint in = low, out = high;
            const double enters = (row - around) * size - blur;
            const double leaves = (row + 1 + around) * size + blur;
            if (enters > low.u) {
                in.v += (enters - low.u) * v_per_u;
                in.t += (enters - low.u) * t_per_u;
            }
            if (leaves < high.u) {
                out.v = low.v + (leaves - low.u) * v_per_u;
                out.t = low.t + (leaves - low.u) * t_per_u;
            }
            made.row = row;
            made.first = pixel_of(std::min(in.v, out.v) - blur, per_size) - around;
            made.last = pixel_of(std::max(in.v, out.v) + blur, per_size) + around;
            made.begin = static_cast<float>(std::min(in.t, out.t) - rounding) - late;
            made.end = static_cast<float>(std::max(in.t, out.t) + rounding) + late;
            add(made, chords, records);
        }
    }
}

void PixelRows::begin(std::span<const PixelRecord> b, std::size_t chords_of_b, PixelStore store,
                      double early) {
    b_ = b;
    store_ = store;
    early_ = early;
    met_.assign(chords_of_b, 0);
    if (store == PixelStore::sorted) {
        sort_records();
    } else {
        hash_records();
    }
}

void PixelRows::sort_records() {
    low_row_ = 0, high_row_ = -1;
    times_ = 1, rows_ = 0;
    entries_.clear();
    if (b_.empty()) return;
    low_row_ = high_row_ = b_[0].row;
    float low = b_[0].begin, high = b_[0].end;
    for (const PixelRecord& r : b_) {
        low_row_ = std::min(low_row_, r.row), high_row_ = std::max(high_row_, r.row);
        low = std::min(low, r.begin), high = std::max(high, r.end);
    }
    low_time_ = static_cast<double>(low);
    // No more cells than there are records, about: rows that are mostly empty share one.
    const std::size_t most_cells = 4 * b_.size() + 256;
    const auto all_rows = static_cast<std::uint64_t>(std::int64_t{high_row_} - low_row_);
    for (row_shift_ = 0; (all_rows >> row_shift_) + 1 > most_cells;) ++row_shift_;
    rows_ = static_cast<std::uint32_t>((all_rows >> row_shift_) + 1);
    const double steps = static_cast<double>(high) - low_time_ + 1;
    times_ = static_cast<std::uint32_t>(
        std::clamp(std::min(steps, static_cast<double>(most_cells) / rows_), 1.0, 4096.0));
    cell_begins_.assign(std::size_t{rows_} * times_ + 2, 0);
    const auto each_cell = [&](const PixelRecord& r, const auto& use) {
        const auto row = static_cast<std::uint32_t>((r.row - low_row_) >> row_shift_);
        const std::uint32_t last = time_of(static_cast<double>(r.end));
        for (std::uint32_t t = time_of(static_cast<double>(r.begin)); t <= last; ++t) {
            use(row * times_ + t);
        }
    };
    for (const PixelRecord& r : b_) {
        each_cell(r, [&](std::uint32_t cell) { ++cell_begins_[cell + 2]; });
    }
    for (std::size_t i = 2; i < cell_begins_.size(); ++i) cell_begins_[i] += cell_begins_[i - 1];
    entries_.resize(cell_begins_.back());
    for (std::uint32_t i = 0; i < b_.size(); ++i) {
        each_cell(b_[i], [&](std::uint32_t cell) {
            entries_[cell_begins_[cell + 1]++] = {b_[i].first, i};
        });
    }
    for (std::size_t cell = 0; cell + 1 < cell_begins_.size(); ++cell) {
        std::sort(entries_.begin() + cell_begins_[cell], entries_.begin() + cell_begins_[cell + 1]);
    }
}

void PixelRows::hash_records() {
    std::size_t count = 0;
    for (const PixelRecord& r : b_) count += static_cast<std::size_t>(r.last - r.first) + 1;
    heads_.assign(std::bit_ceil(2 * count + 16), none);
    pixels_.clear();
    for (std::uint32_t i = 0; i < b_.size(); ++i) {
        for (std::int32_t c = b_[i].first; c <= b_[i].last; ++c) {
            std::uint32_t& head = heads_[slot_of(b_[i].row, c)];
            pixels_.push_back({b_[i].row, c, i, head});
            head = static_cast<std::uint32_t>(pixels_.size() - 1);
        }
    }
    stamp_ = 0;
    seen_by_.assign(b_.size(), 0);
}

}  // namespace swept::papers::buss

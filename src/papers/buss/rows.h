#pragma once

// The pixels of the collision screen (Buss 9, third and fourth step). A chord is filled in row by
// row, a row being the pixels of one radius; what an edge covers of a row is one record. Records
// that share a pixel, or are within a few pixels of each other, are found by sorting them by row,
// time and height (Buss 9), or in a hash table of pixels (Buss 10). Sorted by time, in steps: so
// that layers of bodies far from convex, a bolt in its nut, are not compared (Buss 9.1).

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"
#include "papers/buss/draw.h"
#include "swept/papers/buss.h"

namespace swept::papers::buss {

/// The pixels of an edge in one row: from column `first` to `last`.
struct PixelRecord {
    std::int32_t row = 0;
    std::int32_t first = 0;
    std::int32_t last = 0;
    float begin = 0;  ///< its times, rounded outward
    float end = 0;
    std::uint32_t chord = 0;       ///< of which these are the pixels: from here
    std::uint32_t last_chord = 0;  ///< to here, pieces of one edge
};

/// Which pixels to fill: those of all chords that come into the window.
struct PixelFill {
    double size = 1;          ///< of a pixel
    std::int32_t around = 0;  ///< with so many pixels around them
    double blur = 0;          ///< and those that are this near: places are rounded
    ScreenArea window;
};

/// Chord after chord.
void fill_pixels(std::span<const Chord> chords, const PixelFill& fill,
                 std::vector<PixelRecord>& records);

/// The row or column of a place, of pixels with this many to a unit of length.
[[nodiscard]] inline std::int32_t pixel_of(double place, double per_size) {
    // No more rows or columns than this from the screen's origin: a pixel is far larger than the
    // rounding of places there.
    constexpr double most_columns = 0x1p30;
    const double at = std::clamp(place * per_size, -most_columns, most_columns);
    const auto whole = static_cast<std::int32_t>(at);  // std::floor is a call on plain x86-64
    return whole - (static_cast<double>(whole) > at ? 1 : 0);
}

/// Finds chords of a and b that share a pixel, b's within a step after a's.
class PixelRows {
   public:
    /// The step is longer by `early` at both ends.
    void begin(std::span<const PixelRecord> b, std::size_t chords_of_b, PixelStore store,
               double early);

    /// Calls visit(chord of a, chord of b), once for each two.
    template <class Visit>
    void match(std::span<const PixelRecord> a, Visit&& visit) {
        for (const PixelRecord& record : a) {
            each_near(record, [&](const PixelRecord& other) {
                for (std::uint32_t i = record.chord; i <= record.last_chord; ++i) {
                    for (std::uint32_t j = other.chord; j <= other.last_chord; ++j) {
                        SWEPT_ASSERT(j < met_.size(), "a chord of b");
                        // Records are in the order of a's chords, so that the last one says all.
                        if (met_[j] > i) continue;
                        met_[j] = i + 1;
                        visit(i, j);
                    }
                }
            });
        }
    }

   private:
    static constexpr std::uint32_t none = 0xffffffff;

    std::span<const PixelRecord> b_;
    double early_ = 0;
    PixelStore store_ = PixelStore::sorted;

    // Sorted: cells of some rows and a step of time each; in a cell by first column.
    std::int32_t low_row_ = 0, high_row_ = -1;
    int row_shift_ = 0;
    double low_time_ = 0;
    std::uint32_t rows_ = 0, times_ = 1;
    std::vector<std::uint32_t> cell_begins_;
    struct Entry {
        std::int32_t first;
        std::uint32_t record;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    std::vector<Entry> entries_;

    // Hashed: pixels.
    struct PixelEntry {
        std::int32_t row, column;
        std::uint32_t record, next;
    };
    std::vector<std::uint32_t> heads_;
    std::vector<PixelEntry> pixels_;
    std::vector<std::uint32_t> seen_by_;  // per record of b: the last record of a that met it
    std::uint32_t stamp_ = 0;

    std::vector<std::uint32_t> met_;  // per chord of b: one more than the last chord of a

    void sort_records();
    void hash_records();

    [[nodiscard]] std::uint32_t time_of(double t) const {
        const double at = t - low_time_;
        return at <= 0 ? 0 : static_cast<std::uint32_t>(std::min<double>(at, times_ - 1));
    }
    [[nodiscard]] std::size_t slot_of(std::int32_t row, std::int32_t column) const {
        SWEPT_ASSERT(std::has_single_bit(heads_.size()), "slots are chosen by the lowest bits");
        const auto mixed = static_cast<std::uint32_t>(row) * 2654435769U ^
                           static_cast<std::uint32_t>(column) * 2246822519U;
        return (mixed ^ mixed >> 15U) & (heads_.size() - 1);
    }
    [[nodiscard]] bool shares(const PixelRecord& a, const PixelRecord& b) const {
        return b.row == a.row && b.first <= a.last && b.last >= a.first &&
               static_cast<double>(b.begin) - static_cast<double>(a.end) <= 1 + early_ &&
               static_cast<double>(b.end) - static_cast<double>(a.begin) >= -early_;
    }

    template <class Visit>
    void each_near(const PixelRecord& a, const Visit& visit) {
        if (store_ == PixelStore::sorted) {
            each_in_cells(a, visit);
        } else {
            each_in_pixels(a, visit);
        }
    }

    template <class Visit>
    void each_in_cells(const PixelRecord& a, const Visit& visit) const {
        if (a.row < low_row_ || a.row > high_row_) return;
        const auto row = static_cast<std::uint32_t>((a.row - low_row_) >> row_shift_);
        const std::uint32_t first_time = time_of(static_cast<double>(a.begin) - early_);
        const std::uint32_t last_time = time_of(static_cast<double>(a.end) + 1 + early_);
        for (std::uint32_t time = first_time; time <= last_time; ++time) {
            const std::uint32_t cell = row * times_ + time;
            SWEPT_ASSERT(std::size_t{cell} + 1 < cell_begins_.size(), "a cell of the rows");
            for (std::uint32_t i = cell_begins_[cell]; i < cell_begins_[cell + 1]; ++i) {
                if (entries_[i].first > a.last) break;
                const PixelRecord& b = b_[entries_[i].record];
                if (!shares(a, b)) continue;
                // A record that lasts longer is in several cells: only in the first of them.
                if (std::max(time_of(static_cast<double>(b.begin)), first_time) == time) visit(b);
            }
        }
    }

    template <class Visit>
    void each_in_pixels(const PixelRecord& a, const Visit& visit) {
        ++stamp_;
        for (std::int32_t c = a.first; c <= a.last; ++c) {
            for (std::uint32_t i = heads_[slot_of(a.row, c)]; i != none; i = pixels_[i].next) {
                const PixelEntry& pixel = pixels_[i];
                if (pixel.row != a.row || pixel.column != c) continue;
                if (seen_by_[pixel.record] == stamp_) continue;
                seen_by_[pixel.record] = stamp_;
                if (shares(a, b_[pixel.record])) visit(b_[pixel.record]);
            }
        }
    }
};

}  // namespace swept::papers::buss

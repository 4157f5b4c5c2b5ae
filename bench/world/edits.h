#pragma once

// How long does an edit of one room take, and what does it grow with?

#include "levels.h"

namespace swept::bench {

struct EditRow {
    std::size_t rooms = 0;
    std::size_t polygons = 0;  ///< of the level
    const char* kind = "";
    double replaced = 0;  ///< polygons taken out, mean
    double by = 0;        ///< polygons put in, mean
    std::size_t edits = 0;
    double median_ms = 0;  ///< of the processor, publication included
    double p99_ms = 0;
    Sanity sanity = {};
};

inline constexpr const char* whole_room = "a whole room";

/// Rooms in turn: all of their polygons are replaced, those of one id, and nothing at all.
[[nodiscard]] std::vector<EditRow> measure_edits(const Level& level, std::size_t edits,
                                                 std::size_t sanity_casts);

/// Replaces all polygons of rooms of about 1,000 polygons by as many others, and back.
class RoomSwapper {
   public:
    explicit RoomSwapper(const Level& level);

    /// What the next swap takes out and puts in.
    struct Swap {
        RoomId room;
        std::vector<PolygonId> out;
        const RoomPolygons* in = nullptr;
    };
    [[nodiscard]] Swap next();
    /// After so many swaps everything is as it was.
    [[nodiscard]] std::size_t period() const { return 2 * choices_.size(); }
    [[nodiscard]] static bool apply(const Swap& swap, World& world);

   private:
    struct Choice {
        RoomId room;
        RoomPolygons now, other;
    };
    std::vector<Choice> choices_;
    std::size_t next_ = 0;
};

}  // namespace swept::bench

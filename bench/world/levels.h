#pragma once

// Levels of rooms of about a thousand polygons each, as worlds, and what is asked of all of them.

#include <span>
#include <vector>

#include "../common/questions.h"
#include "swept/world.h"

namespace swept::bench {

/// A level as it is at first.
struct Level {
    WorldContents contents;
    std::size_t polygons = 0;
    std::vector<Box> boxes;  ///< of the rooms

    [[nodiscard]] std::size_t rooms() const { return contents.rooms.size(); }
};

/// 926 polygons in a room, on average. Levels of another seed have their rooms at the same places.
[[nodiscard]] Level make_level_of(int rooms, int seed = 1);
[[nodiscard]] World world_of(const Level& level);

/// Rays from places in the boxes of rooms, in all directions; a length of 0: without end.
[[nodiscard]] std::vector<Ray> rays_in(const Level& level, std::size_t count, double length,
                                       std::uint64_t seed);

/// All polygons of a world as one shape: those of the first room first.
struct OneShape {
    explicit OneShape(const WorldSnapshot& world);

    /// The number of a polygon of a room.
    [[nodiscard]] std::uint32_t number_of(RoomId room, std::uint32_t polygon) const;

    std::vector<RoomId> rooms;
    std::vector<std::uint32_t> begins;
    Polyhedron shape;
};

/// Whether the two hit the same polygon at the same fraction, bit for bit, or both nothing.
[[nodiscard]] bool same_answer(const InWorld<CastResult>& in_world, const CastResult& at_shape,
                               const OneShape& one);

/// Of fractions and polygons.
[[nodiscard]] std::uint64_t hash_of(std::span<const InWorld<CastResult>> answers);

/// Whether casts answer as one shape of the same polygons does.
struct Sanity {
    std::size_t casts = 0;
    std::size_t other = 0;   ///< that are answered otherwise
    std::uint64_t hash = 0;  ///< of the world's answers
};
[[nodiscard]] Sanity compare(const WorldSnapshot& world, std::span<const Ray> rays);

}  // namespace swept::bench

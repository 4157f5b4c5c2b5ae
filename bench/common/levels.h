#pragma once

// Places of human measure: levels and large things in metres, bodies that move in them, and starts
// in open space.

#include "questions.h"

namespace swept::bench {

/// Where starts are looked for.
enum class Room {
    indoors,  ///< up to a metre above a floor, between walls
    beside,   ///< near a face
};

struct Place {
    Subject obstacle;  ///< in metres, z up
    Room room = Room::indoors;
};

/// A place by name, made when it is its turn.
struct PlaceSource {
    Source source;
    Room room = Room::indoors;
};

/// The generated level, if the library knows it, and the real ones.
[[nodiscard]] std::vector<PlaceSource> level_sources();
/// Real things, ten metres long.
[[nodiscard]] std::vector<PlaceSource> thing_sources();
[[nodiscard]] Result<Place> make_place(const PlaceSource& source);

/// A convex mover about the origin that touches a ball of `in_radius` with all faces; a box has
/// its size besides.
struct Body {
    Subject subject;
    Polyhedron grown;  ///< larger by five centimetres all round: what it needs to stand clear
    bool upright = false;
    std::optional<Eigen::Vector3d> box_size;
    double in_radius = 0;
};

/// 1 x 1 metre and 2 high; starts upright, turned about the vertical.
[[nodiscard]] Body box_body();
/// A regular dodecahedron, 1 metre across its faces; starts at any orientation.
[[nodiscard]] Body dodecahedron_body();

/// As many clear places to stand as are wanted, or fewer where there is no room for them.
[[nodiscard]] std::vector<Pose> stands_in(const Place& place, const Body& body, std::size_t count,
                                          std::uint64_t seed);

/// Straight ways of one length, in all directions.
[[nodiscard]] std::vector<Question> ways_from(std::span<const Pose> stands, double length,
                                              std::uint64_t seed);

}  // namespace swept::bench

#pragma once

// The level of a game with its rooms kept apart.

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

#include "core/namespaces.h"
#include "swept/mesh.h"
#include "swept/result.h"
#include "swept/solids.h"

namespace swept::solids_detail {

/// A doorway between two rooms: a rectangle across it, in the plane where the two rooms meet,
/// counter-clockwise as seen from `to`. The openings of the two rooms differ by a few centimetres;
/// its sides run midway between those of the one and those of the other.
struct LevelDoorway {
    std::uint32_t from = 0;  ///< the lower of the two rooms
    std::uint32_t to = 0;
    std::array<Eigen::Vector3d, 4> outline;
};

struct LevelParts {
    Mesh mesh;                             ///< all of it, room after room
    std::vector<std::uint32_t> room_ends;  ///< where each room's polygons end
    std::vector<LevelDoorway> doorways;
};

/// As make_level, which returns its mesh.
[[nodiscard]] Result<LevelParts> make_level_parts(const LevelOptions& options);

}  // namespace swept::solids_detail

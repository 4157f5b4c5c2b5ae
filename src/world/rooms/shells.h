#pragma once

// Which polygons hang together? Within a room, and across all of them. Carving treats surfaces that
// are separate apart from each other.

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/namespaces.h"
#include "swept/polyhedron.h"

namespace swept::world_detail {

class Room;
class RoomList;

/// An open edge of a room: an end of a part of its surface, unless another room goes on there.
struct RimEdge {
    Eigen::Vector3d low, high;  ///< its ends, in the order of their coordinates
    std::uint32_t part;
    int balance;  ///< how often faces run from low to high, less how often back
    int count;    ///< faces
};

/// The parts of the surface of one room.
struct RoomShells {
    std::vector<std::uint32_t> part_of;  ///< by own face
    std::uint32_t part_count = 0;
    std::vector<double>
        six_volumes;         ///< by part: six times the signed volume between it and the
                             ///< origin of the world; of a closed surface, what it encloses
    std::vector<Box> boxes;  ///< by part
    std::vector<RimEdge> rim;
    /// Polygons without area are parts of their own after those of faces, with all their sides in
    /// the rim: what they join hangs together.
    std::uint32_t first_sliver = 0;

    explicit RoomShells(const Room& room);
};

/// All of a world: surfaces across rooms.
class Shells {
   public:
    /// Of rooms that have a rim, and of the others that are named: what is closed by itself is not
    /// joined to anything.
    Shells(const RoomList& rooms, std::span<const std::uint32_t> named);

    struct Shell {
        bool closed = true;  ///< every edge has its neighbours, which agree about the front
        double six_volumes = 0;
        Box box;
    };
    [[nodiscard]] std::uint32_t shell_of(std::size_t room, std::uint32_t part) const {
        return shell_of_[begins_[room] + part];
    }
    [[nodiscard]] bool knows(std::size_t room) const { return begins_[room] < begins_[room + 1]; }
    [[nodiscard]] const Shell& operator[](std::uint32_t shell) const { return shells_[shell]; }
    /// Shells are numbered by their lowest part: numbers below this that are such a part.
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(shells_.size()); }
    [[nodiscard]] bool is_shell(std::uint32_t number) const { return shell_of_[number] == number; }

   private:
    std::vector<std::uint32_t> begins_;    // of the parts of each room
    std::vector<std::uint32_t> shell_of_;  // by part
    std::vector<Shell> shells_;            // by its lowest part
};

}  // namespace swept::world_detail

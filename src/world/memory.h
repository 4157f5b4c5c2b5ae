#pragma once

// Working memory of a world's queries: what they see of it, and lists that they fill. One for each
// thread and for each query that runs in it, kept from one to the next: once warm they do not
// allocate. No answer depends on it.

#include <array>
#include <tuple>
#include <vector>

#include "core/namespaces.h"
#include "swept/distance.h"
#include "world/visible.h"

namespace swept::world_detail {

/// How two features of different rooms are known to be the same: at a seam.
using SeamKey = std::tuple<ContactKind, FaceIndex, std::array<VertexIndex, 2>,
                           std::array<std::array<double, 3>, 2>>;

struct WorldMemory {
    std::vector<VisibleRoom> rooms;
    std::vector<std::uint32_t> bodies;
    std::vector<std::uint32_t> solids;   ///< bodies that are polyhedra
    std::vector<std::uint32_t> spheres;  ///< bodies made of spheres
    std::vector<Eigen::Vector3d> starts;
    std::vector<std::uint32_t> entered;
    std::vector<std::uint32_t> reached;
    ContactSet contacts;
    ContactSet contacts_of_group;
    std::vector<SeamKey> at_seams;

    /// Keeps the memory, and nothing of the world.
    void forget();
};

/// Lends memory for as long as it lives. Those of one thread are given back in the order opposite
/// to that in which they were lent, as variables of functions are.
class WorldMemoryLease {
   public:
    WorldMemoryLease();
    ~WorldMemoryLease();
    WorldMemoryLease(const WorldMemoryLease&) = delete;
    WorldMemoryLease& operator=(const WorldMemoryLease&) = delete;

    [[nodiscard]] WorldMemory& operator*() const { return memory_; }
    [[nodiscard]] WorldMemory* operator->() const { return &memory_; }

   private:
    WorldMemory& memory_;
};

}  // namespace swept::world_detail

#include "shape/weld.h"
#include "core/assert.h"
#include "math/unit.h"

#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

namespace swept::shape_detail {

namespace {

constexpr std::uint32_t no_vertex = std::numeric_limits<std::uint32_t>::max();

std::uint64_t mixed(std::uint64_t h, double x) {
    // Adding 0 makes -0 and 0, which are one place, one bit pattern.
    h = (h ^ std::bit_cast<std::uint64_t>(x + 0.0)) * 0x9e3779b97f4a7c15ULL;
    return h ^ (h >> 32);
}

std::uint64_t hash(std::uint64_t seed, const Eigen::Vector3d& p) {
    return mixed(mixed(mixed(seed, p[0]), p[1]), p[2]);
}

/// A table from places to lists of vertices. Only looked up, never walked through: the order of its
/// slots leaves no trace in the answer.
class PlaceTable {
   public:
    explicit PlaceTable(std::size_t count)
        : slots_(std::bit_ceil(2 * count + 2), Slot{0, no_vertex}),
          mask_(slots_.size() - 1),
          // Other than last time, so that no file can be made whose places all fall together.
          seed_(static_cast<std::uint64_t>(
                    std::chrono::steady_clock::now().time_since_epoch().count()) *
                    0x243f6a8885a308d3ULL ^
                reinterpret_cast<std::uintptr_t>(slots_.data())) {}

    /// The slot that holds a vertex at this place for which `same` is true, or the free slot where
    /// it would go.
    template <class Same>
    std::uint32_t& find(const Eigen::Vector3d& place, const Same& same) {
        const std::uint64_t key = hash(seed_, place);
        const auto tag = static_cast<std::uint32_t>(key >> 32);
        for (std::size_t i = key & mask_;; i = (i + 1) & mask_) {
            Slot& slot = slots_[i];
            if (slot.vertex == no_vertex) {
                slot.tag = tag;
                return slot.vertex;
            }
            if (slot.tag == tag && same(slot.vertex)) return slot.vertex;
        }
    }

   private:
    struct Slot {
        std::uint32_t tag;  // upper half of the hash: saves most look-ups of the vertex itself
        std::uint32_t vertex;
    };
    std::vector<Slot> slots_;
    std::size_t mask_;
    std::uint64_t seed_;
};

std::vector<std::uint32_t> weld_identical(std::span<const Eigen::Vector3d> vertices) {
    std::vector<std::uint32_t> stands_for(vertices.size());
    PlaceTable table(vertices.size());
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
        const Eigen::Vector3d& p = vertices[v];
        std::uint32_t& found = table.find(p, [&](std::uint32_t w) {
            const Eigen::Vector3d& q = vertices[w];
            return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
        });
        if (found == no_vertex) found = v;
        stands_for[v] = found;
    }
    return stands_for;
}

/// Representatives in cubes of the size of the distance: whoever is near is in one of 27. Two
/// representatives are further apart than the distance, so a cube holds a handful.
std::vector<std::uint32_t> weld_within(std::span<const Eigen::Vector3d> vertices, double distance) {
    SWEPT_ASSERT(distance >= 0, "a length");
    std::vector<Eigen::Vector3d> cell(vertices.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        for (int axis = 0; axis < 3; ++axis)
            cell[v][axis] = std::floor(vertices[v][axis] / distance);
    }
    std::vector<std::uint32_t> stands_for(vertices.size());
    std::vector<std::uint32_t> next_in_cell(vertices.size(), no_vertex);
    PlaceTable table(vertices.size());
    const auto first_in = [&](const Eigen::Vector3d& c) -> std::uint32_t& {
        return table.find(c, [&](std::uint32_t w) {
            return cell[w][0] == c[0] && cell[w][1] == c[1] && cell[w][2] == c[2];
        });
    };
    const auto lowest_near = [&](std::uint32_t v) {
        std::uint32_t lowest = no_vertex;
        for (int i = 0; i < 27; ++i) {
            const Eigen::Vector3d c =
                cell[v] + Eigen::Vector3d(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
            for (std::uint32_t w = first_in(c); w != no_vertex; w = next_in_cell[w]) {
                if (w < lowest && stable_length(vertices[v] - vertices[w]) <= distance) lowest = w;
            }
        }
        return lowest;
    };
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
        const std::uint32_t near = lowest_near(v);
        stands_for[v] = near == no_vertex ? v : near;
        if (near != no_vertex) continue;
        std::uint32_t& first = first_in(cell[v]);
        next_in_cell[v] = first;
        first = v;
    }
    return stands_for;
}

}  // namespace

std::vector<std::uint32_t> weld_vertices(std::span<const Eigen::Vector3d> vertices, Weld weld,
                                         double distance) {
    if (weld == Weld::identical || (weld == Weld::within && distance == 0)) {
        return weld_identical(vertices);
    }
    if (weld == Weld::within) return weld_within(vertices, distance);
    std::vector<std::uint32_t> stands_for(vertices.size());
    std::iota(stands_for.begin(), stands_for.end(), 0U);
    return stands_for;
}

}  // namespace swept::shape_detail

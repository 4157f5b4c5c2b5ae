#include "solids/solid_carving.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "math/boxes.h"

namespace swept::solids_detail {

namespace {

class CarvedBox {
   public:
    CarvedBox(const Box& whole, std::span<const Box> holes) : whole_(whole), holes_(holes) {
        for (int axis = 0; axis < 3; ++axis) cut(axis);
        vertex_at_.assign(cuts_[0].size() * cuts_[1].size() * cuts_[2].size(), none);
    }

    Mesh mesh() {
        for (std::size_t i = 0; i + 1 < cuts_[0].size(); ++i) {
            for (std::size_t j = 0; j + 1 < cuts_[1].size(); ++j) {
                for (std::size_t k = 0; k + 1 < cuts_[2].size(); ++k) add_faces({i, j, k});
            }
        }
        return std::move(mesh_);
    }

   private:
    using Cell = std::array<std::size_t, 3>;  ///< also a corner of the grid: a cell's lowest
    static constexpr std::uint32_t none = 0xffffffff;

    void cut(int axis) {
        std::vector<double>& cuts = cuts_[static_cast<std::size_t>(axis)];
        cuts = {whole_.lower[axis], whole_.upper[axis]};
        for (const Box& hole : holes_) {
            cuts.push_back(hole.lower[axis]);
            cuts.push_back(hole.upper[axis]);
        }
        std::ranges::sort(cuts);
        cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
    }

    [[nodiscard]] Eigen::Vector3d position(const Cell& corner) const {
        return {cuts_[0][corner[0]], cuts_[1][corner[1]], cuts_[2][corner[2]]};
    }

    [[nodiscard]] bool filled(const Cell& cell) const {
        const Box box{position(cell), position({cell[0] + 1, cell[1] + 1, cell[2] + 1})};
        return std::ranges::none_of(holes_, [&](const Box& hole) { return holds(hole, box); });
    }

    [[nodiscard]] bool neighbour_filled(Cell cell, std::size_t axis, bool upward) const {
        if (upward ? cell[axis] + 2 == cuts_[axis].size() : cell[axis] == 0) return false;
        cell[axis] = upward ? cell[axis] + 1 : cell[axis] - 1;
        return filled(cell);
    }

    void add_faces(const Cell& cell) {
        if (!filled(cell)) return;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const bool upward : {false, true}) {
                if (!neighbour_filled(cell, axis, upward)) add_face(cell, axis, upward);
            }
        }
    }

    void add_face(const Cell& cell, std::size_t axis, bool upward) {
        const std::size_t u = (axis + 1) % 3;
        const std::size_t v = (axis + 2) % 3;
        Cell first = cell;
        if (upward) ++first[axis];
        std::array<Cell, 4> corners{first, first, first, first};
        ++corners[1][u];
        ++corners[2][u];
        ++corners[2][v];
        ++corners[3][v];
        if (!upward) std::swap(corners[1], corners[3]);
        mesh_.add_polygon(
            {vertex(corners[0]), vertex(corners[1]), vertex(corners[2]), vertex(corners[3])});
    }

    std::uint32_t vertex(const Cell& corner) {
        const std::size_t place =
            (corner[0] * cuts_[1].size() + corner[1]) * cuts_[2].size() + corner[2];
        if (vertex_at_[place] == none) vertex_at_[place] = mesh_.add_vertex(position(corner));
        return vertex_at_[place];
    }

    Box whole_;
    std::span<const Box> holes_;
    std::array<std::vector<double>, 3> cuts_;
    std::vector<std::uint32_t> vertex_at_;
    Mesh mesh_;
};

}  // namespace

Mesh carve_box(const Box& whole, std::span<const Box> holes) {
    SWEPT_ASSERT((whole.lower.array() < whole.upper.array()).all(), "a box with a volume");
    return CarvedBox(whole, holes).mesh();
}

}  // namespace swept::solids_detail

#pragma once

// Trees of k-DOPs: the links of the library's own trees, with k offsets in place of a box's six.
// Nodes hold the DOPs of up to eight children side by side, in single precision and in the tree's
// own coordinates, rounded outward.

#include <array>
#include <span>

#include "bvh/frame.h"
#include "bvh/tree.h"
#include "core/assert.h"
#include "papers/zachmann/orientations.h"
#include "shape/face_tree.h"
#include "swept/papers/zachmann.h"

namespace swept::papers::zachmann {

/// What a tree is built over: a box of each thing and, for k > 6, k offsets of each (n.x for the
/// normals of dop::normals, in the coordinates of the boxes). At least one thing; all finite.
struct Bounds {
    std::span<const Box> boxes;
    std::span<const double> offsets;  ///< may be empty for k = 6
};

/// The volumes of a tree.
struct Dops {
    int k = 6;
    Builder builder = Builder::surface_area;
    std::array<float, dop::largest_k> root{};  ///< the DOP of everything
    HugeVector<TreeRow> rows;                  ///< k per node; node 0 is the root

    [[nodiscard]] const TreeRow* rows_of(std::uint32_t node) const {
        SWEPT_ASSERT((std::size_t{node} + 1) * static_cast<unsigned>(k) <= rows.size(),
                     "a node of this tree, no leaf");
        return rows.data() + std::size_t{node} * static_cast<unsigned>(k);
    }
    [[nodiscard]] std::size_t bytes() const {
        return sizeof(Dops) + rows.capacity() * sizeof(TreeRow);
    }
};

/// A tree over any things. `links` is without its own root and rows.
struct DopNodes {
    Tree links;
    Dops dops;
};

/// Whether options can be used; the Error says which cannot.
[[nodiscard]] Result<void> check(const TreeOptions& options);

/// The same tree for any number of threads. The options are good (check).
[[nodiscard]] DopNodes build_nodes(const Bounds& bounds, const TreeOptions& options);

/// The paper's criteria (section 4.2). `bytes` is that of the tree alone.
[[nodiscard]] Statistics statistics_of(const Tree& links, const Dops& dops);

/// The tree as bytes (bvh/saved_format.cpp); the same bytes for the same tree on every machine.
[[nodiscard]] std::vector<std::byte> saved(const Tree& links, const Dops& dops);

/// The k of a saved tree, so that its bounds can be made; 6 of bytes that are none.
[[nodiscard]] int orientations_of(std::span<const std::byte> bytes);

/// A saved tree. It is not believed: what is not exactly a tree over `bounds`, every thing in one
/// leaf and no volume that cuts off what it should hold, is an Error.
[[nodiscard]] Result<DopNodes> load_nodes(std::span<const std::byte> bytes, const Bounds& bounds);

/// The offsets of things in a frame. They exceed the true ones: k = 6 by Tree::margin less the
/// rounding to single precision, the others at least by that.
class OutwardDops {
   public:
    using Offsets = std::array<float, dop::largest_k>;
    OutwardDops(int k, const TreeFrame& frame, const Bounds& bounds);

    [[nodiscard]] std::size_t directions() const { return static_cast<std::size_t>(k_); }
    /// The k offsets of one thing.
    void of(std::size_t thing, float* offsets) const;

   private:
    int k_;
    TreeFrame frame_;
    Bounds bounds_;
    OutwardBoxes boxes_;
    std::array<double, dop::largest_k> of_origin_{};
    double error_ = 0;  ///< of offsets, a length
};

/// A shape's tree, with what the library's queries keep with its leaves.
struct DopTree::Data {
    Polyhedron shape;
    FaceTree faces;  ///< without boxes
    Dops dops;
};

}  // namespace swept::papers::zachmann

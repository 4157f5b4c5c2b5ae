#pragma once

// The tree of a shape's faces, and what queries keep with its leaves: the corners of the faces'
// triangles in single precision, coordinate by coordinate, so that eight can be tested at once.

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "bvh/tree.h"
#include "core/assert.h"
#include "core/namespaces.h"
#include "shape/polyhedron_data.h"

namespace swept {

struct FaceTree {
    /// Over the faces; for a set of points, over its vertices.
    bvh_detail::Tree tree;

    /// The triangles' corners in tree coordinates, rounded to nearest, leaf after leaf (see
    /// corners_of). A face of n corners has n - 2 triangles, those of its fan (0, i, i + 1); a
    /// point is a triangle of three equal corners. Eight may be read from anywhere on.
    math_detail::HugeVector<float> corners;

    // Both empty when every face is a triangle: then they equal tree.leaf_begins and tree.order.
    std::vector<std::uint32_t> leaf_triangles;  // begins of leaves; one more than leaves
    std::vector<std::uint32_t> triangle_faces;

    /// The vertices of each triangle, in the order of `corners`.
    math_detail::HugeVector<std::array<std::uint32_t, 3>> triangle_vertices;

    /// As Tree::children, but for leaves of up to `most_packed` triangles: there the leaf bit,
    /// where its triangles begin (from bit 4 on) and how many there are. So a walk finds them at
    /// once.
    math_detail::HugeVector<std::uint32_t> packed_children;
    static constexpr std::uint32_t most_packed = 15;
    static constexpr std::uint32_t most_packed_begin = 0x07ffffff;

    /// The mean direction that the triangles of a leaf look in, of unit length or 0; three per
    /// leaf.
    std::vector<float> leaf_normals;

    /// How wide each face is across its longest diagonal, rounded: how well its corners show its
    /// normal. One per face of the shape; empty for a set of points.
    std::vector<float> face_widths;

    /// No vertex lies further from the origin of the shape's coordinates.
    double reach = 0;

    /// One face (of a set of points: vertex) of each part of the surface that hangs together by
    /// edges, in ascending order.
    std::vector<std::uint32_t> parts;
    /// The first corner of each of these faces, in tree coordinates.
    std::vector<Eigen::Vector3f> part_points;

    [[nodiscard]] const std::uint32_t* triangle_begins() const {
        return leaf_triangles.empty() ? tree.leaf_begins.data() : leaf_triangles.data();
    }
    [[nodiscard]] const std::uint32_t* faces() const {
        return triangle_faces.empty() ? tree.order.data() : triangle_faces.data();
    }
    /// Of a leaf whose triangles begin at leaf[0] and end at leaf[1]: coordinate c of corner v of
    /// triangle t stands at [(3 v + c) * (leaf[1] - leaf[0]) + t - leaf[0]].
    [[nodiscard]] const float* corners_of(const std::uint32_t* leaf) const {
        SWEPT_ASSERT(leaf[0] <= leaf[1] && std::size_t{9} * leaf[1] <= corners.size(),
                     "triangles of this tree");
        return corners.data() + std::size_t{9} * leaf[0];
    }
    [[nodiscard]] SWEPT_API std::size_t bytes() const;
};

}  // namespace swept

namespace swept::shape_detail {

[[nodiscard]] inline bool is_points(const Polyhedron::Data& shape) {
    return shape.planes.empty();
}

/// Calls `see` with each corner of one of the things that the tree is over: of a face; of a set of
/// points, with the point.
template <class See>
void for_each_tree_corner(const Polyhedron::Data& shape, std::size_t thing, const See& see) {
    if (is_points(shape)) {
        see(shape.positions[thing]);
        return;
    }
    for (std::uint32_t c = shape.face_begins[thing]; c < shape.face_begins[thing + 1]; ++c) {
        see(shape.positions[shape.corners[c].value]);
    }
}

/// What the tree is built over.
[[nodiscard]] SWEPT_API std::vector<Box> boxes_of_faces(const Polyhedron::Data& shape);

/// A tree over these things, with what queries keep with its leaves.
[[nodiscard]] SWEPT_API FaceTree with_leaves(const Polyhedron::Data& shape, Tree tree);

/// `threads` 0: all; the tree does not depend on it.
[[nodiscard]] FaceTree build_face_tree(const Polyhedron::Data& shape, unsigned threads = 0);
[[nodiscard]] Result<FaceTree> load_face_tree(const Polyhedron::Data& shape,
                                              std::span<const std::byte> saved);

/// Something that is made when it is first asked for, once, whoever asks.
template <class Thing>
class MadeOnce {
   public:
    template <class Make>
    [[nodiscard]] const Thing& get(const Make& make) {
        if (const Thing* made = made_.load(std::memory_order_acquire)) return *made;
        std::call_once(once_, [&] {
            thing_ = std::make_unique<const Thing>(make());
            made_.store(thing_.get(), std::memory_order_release);
        });
        return *thing_;
    }

   private:
    std::once_flag once_;
    std::unique_ptr<const Thing> thing_;
    std::atomic<const Thing*> made_{nullptr};  // spares queries the once_flag
};

}  // namespace swept::shape_detail

namespace swept {

/// Holds the trees of a polyhedron.
class FaceTreeHolder {
   public:
    FaceTreeHolder() = default;
    explicit FaceTreeHolder(FaceTree loaded)
        : loaded_(std::make_unique<const FaceTree>(std::move(loaded))) {}

    [[nodiscard]] const FaceTree& boxes(const Polyhedron::Data& shape, unsigned threads = 0) {
        if (loaded_) return *loaded_;
        return boxes_.get([&] { return shape_detail::build_face_tree(shape, threads); });
    }

   private:
    std::unique_ptr<const FaceTree> loaded_;
    shape_detail::MadeOnce<FaceTree> boxes_;
};

}  // namespace swept

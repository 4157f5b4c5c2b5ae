#include "shape/face_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "math/unit.h"
#include "swept/tolerance.h"

namespace swept::shape_detail {

using Eigen::Vector3d;

namespace {

std::size_t thing_count(const Polyhedron::Data& shape) {
    return is_points(shape) ? shape.positions.size() : shape.own_faces;
}

/// Fills in the triangles of the leaves.
class TriangleFiller {
   public:
    TriangleFiller(const Polyhedron::Data& shape, FaceTree& made) : shape_(shape), made_(made) {}

    void run() {
        const std::size_t count = count_triangles();
        made_.corners.assign(9 * count + tree_width - 1, 0.0F);
        made_.triangle_vertices.reserve(count);
        made_.leaf_normals.reserve(std::size_t{3} * made_.tree.leaf_count());
        for (std::uint32_t leaf = 0; leaf < made_.tree.leaf_count(); ++leaf) {
            leaf_ = made_.triangle_begins() + leaf;
            next_ = leaf_[0];
            const std::uint32_t* things = made_.tree.leaf_begins.data() + leaf;
            for (std::uint32_t i = things[0]; i < things[1]; ++i) add(made_.tree.order[i]);
            add_normal();
        }
    }

   private:
    const Polyhedron::Data& shape_;
    FaceTree& made_;
    const std::uint32_t* leaf_ = nullptr;  // begin and end of the triangles of the one being filled
    std::uint32_t next_ = 0;

    [[nodiscard]] std::uint32_t triangles_of(std::uint32_t thing) const {
        if (is_points(shape_)) return 1;
        return shape_.face_begins[thing + 1] - shape_.face_begins[thing] - 2;
    }

    std::size_t count_triangles() {
        const Tree& tree = made_.tree;
        std::size_t count = 0;
        for (const std::uint32_t thing : tree.order) count += triangles_of(thing);
        if (count == tree.order.size()) return count;
        made_.leaf_triangles.reserve(tree.leaf_begins.size());
        made_.leaf_triangles.push_back(0);
        made_.triangle_faces.reserve(count);
        for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf) {
            for (std::uint32_t p = tree.leaf_begins[leaf]; p < tree.leaf_begins[leaf + 1]; ++p) {
                made_.triangle_faces.insert(made_.triangle_faces.end(), triangles_of(tree.order[p]),
                                            tree.order[p]);
            }
            made_.leaf_triangles.push_back(static_cast<std::uint32_t>(made_.triangle_faces.size()));
        }
        return count;
    }

    void add(std::uint32_t thing) {
        if (is_points(shape_)) {
            add_triangle(thing, thing, thing);
            return;
        }
        const std::uint32_t begin = shape_.face_begins[thing];
        for (std::uint32_t c = begin + 1; c + 1 < shape_.face_begins[thing + 1]; ++c) {
            add_triangle(shape_.corners[begin].value, shape_.corners[c].value,
                         shape_.corners[c + 1].value);
        }
    }

    void add_normal() {
        Vector3d sum = Vector3d::Zero();
        for (std::uint32_t t = leaf_[0]; t < leaf_[1]; ++t) {
            const Vector3d a = corner(t, 0);
            sum += (corner(t, 1) - a).cross(corner(t, 2) - a);
        }
        const double length = stable_length(sum);
        for (int axis = 0; axis < 3; ++axis) {
            made_.leaf_normals.push_back(length > 0 ? static_cast<float>(sum[axis] / length)
                                                    : 0.0F);
        }
    }

    [[nodiscard]] Vector3d corner(std::uint32_t triangle, std::size_t i) const {
        const std::size_t count = leaf_[1] - leaf_[0];
        const float* from = made_.corners_of(leaf_) + 3 * i * count + (triangle - leaf_[0]);
        return {static_cast<double>(from[0]), static_cast<double>(from[count]),
                static_cast<double>(from[2 * count])};
    }

    void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        made_.triangle_vertices.push_back({a, b, c});
        const std::size_t count = leaf_[1] - leaf_[0];
        float* to = made_.corners.data() + std::size_t{9} * leaf_[0] + (next_ - leaf_[0]);
        for (const std::uint32_t vertex : {a, b, c}) {
            const Vector3d p = made_.tree.to_tree(shape_.positions[vertex]);
            for (int axis = 0; axis < 3; ++axis, to += count) *to = static_cast<float>(p[axis]);
        }
        ++next_;
    }
};

/// Leaves that are too large for it, or lie too far back, keep their number: their count says 0.
HugeVector<std::uint32_t> packed_children(const FaceTree& made) {
    HugeVector<std::uint32_t> packed;
    packed.reserve(made.tree.children.size());
    for (const std::uint32_t child : made.tree.children) {
        if ((child & Tree::leaf_bit) == 0 || child == Tree::no_child) {
            packed.push_back(child);
            continue;
        }
        const std::uint32_t* leaf = made.triangle_begins() + (child & ~Tree::leaf_bit);
        const std::uint32_t count = leaf[1] - leaf[0];
        const bool fits = count <= FaceTree::most_packed && leaf[0] <= FaceTree::most_packed_begin;
        packed.push_back(Tree::leaf_bit |
                         (fits ? leaf[0] << 4 | count : (child & ~Tree::leaf_bit) << 4));
    }
    return packed;
}

/// One face of each part that hangs together by edges: the lowest.
std::vector<std::uint32_t> parts_of(const Polyhedron::Data& shape) {
    std::vector<std::uint32_t> leader(is_points(shape) ? thing_count(shape) : shape.planes.size());
    std::iota(leader.begin(), leader.end(), 0U);
    const auto find = [&](std::uint32_t face) {
        while (leader[face] != face) face = leader[face] = leader[leader[face]];
        return face;
    };
    const auto join = [&](FaceIndex p, FaceIndex q) {
        const std::uint32_t a = find(p.value), b = find(q.value);
        leader[std::max(a, b)] = std::min(a, b);
    };
    for (std::size_t e = 0; e < shape.edge_ends.size(); ++e) {
        const std::span<const FaceIndex> faces =
            shape.faces_of(EdgeIndex(static_cast<std::uint32_t>(e)));
        for (std::size_t i = 1; i < faces.size(); ++i) join(faces[0], faces[i]);
    }
    std::vector<std::uint32_t> parts;
    for (std::uint32_t i = 0; i < thing_count(shape); ++i) {
        if (find(i) == i) parts.push_back(i);
    }
    return parts;
}

/// Twice the area over the longest way between corners.
std::vector<float> widths_of(const Polyhedron::Data& shape) {
    std::vector<float> widths;
    widths.reserve(shape.planes.size());
    for (std::uint32_t f = 0; f < shape.planes.size(); ++f) {
        const std::span<const VertexIndex> corners = shape.corners_of(FaceIndex(f));
        const Vector3d& first = shape.positions[corners[0].value];
        double area = 0, length = 0;
        for (std::size_t i = 1; i < corners.size(); ++i) {
            const Vector3d a = shape.positions[corners[i - 1].value] - first;
            const Vector3d b = shape.positions[corners[i].value] - first;
            area += shape.planes[f].normal.dot(a.cross(b));
            length = std::max({length, b.norm(), (b - a).norm()});
        }
        // From the first corner the longest way is at least half of the longest of all.
        const double width = length > 0 ? area / (2 * length) : 0;
        widths.push_back(static_cast<float>(std::min(width, 1e38)));
    }
    return widths;
}

}  // namespace

std::vector<Box> boxes_of_faces(const Polyhedron::Data& shape) {
    std::vector<Box> boxes(thing_count(shape));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for_each_tree_corner(shape, i, [&](const Vector3d& p) { boxes[i].add(p); });
    }
    return boxes;
}

FaceTree with_leaves(const Polyhedron::Data& shape, Tree tree) {
    FaceTree made;
    made.tree = std::move(tree);
    TriangleFiller(shape, made).run();
    made.packed_children = packed_children(made);
    made.face_widths = widths_of(shape);
    made.parts = parts_of(shape);
    made.part_points.reserve(made.parts.size());
    for (const std::uint32_t part : made.parts) {
        const std::size_t vertex =
            is_points(shape) ? part : shape.corners_of(FaceIndex(part))[0].value;
        made.part_points.emplace_back(made.tree.to_tree(shape.positions[vertex]).cast<float>());
    }
    Vector3d corner = shape.box.lower.cwiseAbs().cwiseMax(shape.box.upper.cwiseAbs());
    if (!is_points(shape) && shape.own_faces < shape.planes.size()) {
        for (const Vector3d& p : shape.positions) corner = corner.cwiseMax(p.cwiseAbs());
    }
    made.reach = stable_length(corner) * (1 + 8 * tolerance::unit_roundoff) +
                 std::numeric_limits<double>::min();  // rounded up
    return made;
}

FaceTree build_face_tree(const Polyhedron::Data& shape, unsigned threads) {
    return with_leaves(shape, build_tree(boxes_of_faces(shape), threads));
}

Result<FaceTree> load_face_tree(const Polyhedron::Data& shape, std::span<const std::byte> saved) {
    Result<Tree> tree = load_tree(saved, boxes_of_faces(shape));
    if (!tree) return tl::unexpected(tree.error());
    return with_leaves(shape, std::move(*tree));
}

}  // namespace swept::shape_detail

namespace swept {

using namespace shape_detail;

std::size_t FaceTree::bytes() const {
    return sizeof(FaceTree) - sizeof(Tree) + tree.bytes() +
           (corners.capacity() + leaf_normals.capacity() + face_widths.capacity()) * sizeof(float) +
           (leaf_triangles.capacity() + triangle_faces.capacity() + parts.capacity() +
            packed_children.capacity() + 3 * triangle_vertices.capacity()) *
               sizeof(std::uint32_t) +
           part_points.capacity() * sizeof(Eigen::Vector3f);
}

}  // namespace swept

#include <limits>

#include "papers/zachmann/dops.h"

namespace swept::papers::zachmann {

namespace {

/// What the tree is built over, and what holds it.
struct FaceBounds {
    std::vector<Box> boxes;
    std::vector<double> offsets;

    FaceBounds(const Polyhedron::Data& shape, int k) : boxes(boxes_of_faces(shape)) {
        if (k == 6) return;
        const auto per_face = static_cast<std::size_t>(k);
        offsets.assign(boxes.size() * per_face, -std::numeric_limits<double>::infinity());
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            for_each_tree_corner(shape, i, [&](const Eigen::Vector3d& p) {
                dop::widen(k, p, offsets.data() + i * per_face);
            });
        }
    }
    [[nodiscard]] Bounds bounds() const { return {boxes, offsets}; }
};

std::shared_ptr<const DopTree::Data> data_of(const Polyhedron& shape, DopNodes nodes) {
    return std::make_shared<const DopTree::Data>(
        DopTree::Data{.shape = shape,
                      .faces = with_leaves(shape.data(), std::move(nodes.links)),
                      .dops = std::move(nodes.dops)});
}

}  // namespace

Result<DopTree> DopTree::build(const Polyhedron& shape, const TreeOptions& options) {
    if (Result<void> good = check(options); !good) return tl::unexpected(good.error());
    const FaceBounds of_faces(shape.data(), options.orientations);
    return DopTree(data_of(shape, build_nodes(of_faces.bounds(), options)));
}

Result<DopTree> DopTree::load(const Polyhedron& shape, std::span<const std::byte> saved) {
    const FaceBounds of_faces(shape.data(), orientations_of(saved));
    Result<DopNodes> nodes = load_nodes(saved, of_faces.bounds());
    if (!nodes) return tl::unexpected(nodes.error());
    return DopTree(data_of(shape, std::move(*nodes)));
}

std::vector<std::byte> DopTree::saved() const {
    return zachmann::saved(data_->faces.tree, data_->dops);
}

Statistics DopTree::statistics() const {
    Statistics made = statistics_of(data_->faces.tree, data_->dops);
    made.bytes = data_->faces.bytes() + data_->dops.bytes();
    return made;
}

const Polyhedron& DopTree::shape() const {
    return data_->shape;
}

}  // namespace swept::papers::zachmann

// Casts with the paper's cullings: what they leave goes to the tests of swept/cast.h.

#include <algorithm>
#include <array>
#include <utility>

#include "cast/query.h"
#include "papers/schroeder/bins.h"
#include "papers/schroeder/culling.h"
#include "swept/papers/schroeder.h"

namespace swept::papers::schroeder {

namespace {

using Eigen::Vector3d;

// ---- boxes of triangles, in the coordinates of the shape's tree ----

Box box_of_triangle(const FaceTree& tree, const std::uint32_t* leaf, std::uint32_t triangle) {
    const std::uint32_t count = leaf[1] - leaf[0];
    const float* corners = tree.corners_of(leaf) + (triangle - leaf[0]);
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
        const float* at = corners + static_cast<std::size_t>(axis) * count;
        const float a = at[0], b = at[std::size_t{3} * count], c = at[std::size_t{6} * count];
        box.lower[axis] = static_cast<double>(std::min({a, b, c}));
        box.upper[axis] = static_cast<double>(std::max({a, b, c}));
    }
    return box;
}

/// Calls use(triangle, box) -> whether to stop.
template <class Use>
bool for_triangles_of(const FaceTree& tree, const std::uint32_t* leaf, const Use& use) {
    for (std::uint32_t i = leaf[0]; i < leaf[1]; ++i) {
        if (use(i, box_of_triangle(tree, leaf, i))) return true;
    }
    return false;
}

PolygonBins bins_of(const FaceTree& tree, const BinLimits& limits) {
    std::vector<Box> boxes;
    PolygonBins made;
    const auto add = [&](std::uint32_t triangle, const Box& box) {
        const std::uint32_t* faces = tree.faces();
        if (triangle == 0 || faces[triangle] != faces[triangle - 1]) {
            made.triangle_begins.push_back(triangle);
            boxes.emplace_back();
        }
        boxes.back().add(box.lower);
        boxes.back().add(box.upper);
        return false;
    };
    const std::uint32_t leaves = tree.tree.leaf_count();
    for (std::uint32_t i = 0; i < leaves; ++i) {
        for_triangles_of(tree, tree.triangle_begins() + i, add);
    }
    made.triangle_begins.push_back(tree.triangle_begins()[leaves]);
    made.bins = build_bins(std::move(boxes), limits);
    return made;
}

/// Calls the visitor for every triangle whose own box is met.
template <class Test>
class CulledSearch {
   public:
    CulledSearch(const Model& model, const SegmentInTree& way, CastVisitor& visitor)
        : model_(model),
          tree_(model.shape().box_tree()),
          test_(CulledSegment(way), static_cast<double>(way.grown)),
          visitor_(visitor) {}

    std::uint32_t run(Partition partition) {
        if (partition == Partition::bins) through_bins();
        if (partition == Partition::tree) through_tree(0);
        if (partition == Partition::none) flat();
        return boxes_;
    }

   private:
    const Model& model_;
    const FaceTree& tree_;
    Test test_;
    CastVisitor& visitor_;
    std::uint32_t boxes_ = 0;
    bool ended_ = false;

    bool look(std::uint32_t triangle, const Box& box) {
        ++boxes_;
        if (test_(box)) ended_ = visitor_.look(triangle) < 0;
        return ended_;
    }

    void through_bins() {
        const Bins& bins = model_.bins().bins;
        const std::vector<std::uint32_t>& triangle_begins = model_.bins().triangle_begins;
        const auto see = [&](std::uint32_t polygon) {
            ++boxes_;
            if (!test_(bins.boxes[polygon])) return false;
            for (std::uint32_t i = triangle_begins[polygon]; i < triangle_begins[polygon + 1];
                 ++i) {
                if (visitor_.look(i) < 0) return true;
            }
            return false;
        };
        bins.visit(test_, see, boxes_);
    }

    void leaf(std::uint32_t number) {
        for_triangles_of(tree_, tree_.triangle_begins() + number,
                         [&](std::uint32_t i, const Box& box) { return look(i, box); });
    }

    void flat() {
        for (std::uint32_t i = 0; i < tree_.tree.leaf_count() && !ended_; ++i) leaf(i);
    }

    void through_tree(std::uint32_t reference) {
        if ((reference & Tree::leaf_bit) != 0) return leaf(reference & ~Tree::leaf_bit);
        const TreeRow* rows = tree_.tree.rows_of(reference);
        const std::uint32_t* children = tree_.tree.children_of(reference);
        for (std::size_t lane = 0; lane < tree_width && !ended_; ++lane) {
            if (children[lane] == Tree::no_child) continue;
            Box box;
            for (int axis = 0; axis < 3; ++axis) {
                const auto row = static_cast<std::size_t>(axis);
                box.upper[axis] = static_cast<double>(rows[row].lane[lane]);
                box.lower[axis] = -static_cast<double>(rows[row + 3].lane[lane]);
            }
            ++boxes_;
            if (test_(box)) through_tree(children[lane]);
        }
    }
};

/// In place of the library's own walk (cast/target.h).
class PaperSearch final : public TriangleSearch {
   public:
    PaperSearch(const Model& model, const CastOptions& options)
        : model_(model), culling_(options.culling), partition_(options.partition) {}

    std::uint32_t find(const SegmentInTree& way, CastVisitor& visitor) const override {
        return culling_ == Culling::path_box
                   ? CulledSearch<PathBoxTest>(model_, way, visitor).run(partition_)
                   : CulledSearch<OutcodeTest>(model_, way, visitor).run(partition_);
    }

   private:
    const Model& model_;
    Culling culling_;
    Partition partition_;
};

/// What a cast needs, made of its arguments.
struct Prepared {
    PaperSearch search;
    CastTarget target;
    swept::CastOptions options;

    Prepared(const PlacedModel& placed, const CastOptions& given)
        : search(placed.model, given),
          target(placed.model.shape(), placed.world_from_model, given.sides) {
        target.search = &search;
        options.mode = given.mode;
        options.sides = given.sides;
        options.clearance = given.clearance;
        options.initial_overlap = given.initial_overlap;
        options.budget = given.budget;
    }
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;
};

tl::unexpected<Error> bad_limit(const char* what, const char* where) {
    return fail(ErrorCode::bad_argument, what, where);
}

}  // namespace

std::string_view name_of(Culling culling) {
    return culling == Culling::path_box ? "path box" : "outcodes";
}

std::string_view name_of(Partition partition) {
    constexpr std::array<std::string_view, 3> names{"bins", "tree", "none"};
    return names[static_cast<std::size_t>(partition)];
}

Result<Model> Model::make(const Polyhedron& shape, const BinLimits& limits) {
    if (limits.leaf_size < 1 || limits.leaf_size > 1000) {
        return bad_limit("must be from 1 to 1000", "leaf_size");
    }
    if (limits.max_depth > 48) return bad_limit("must be from 0 to 48", "max_depth");
    if (!(limits.min_volume >= 0 && limits.min_volume <= 1)) {
        return bad_limit("must be from 0 to 1", "min_volume");
    }
    return Model(shape, std::make_shared<const PolygonBins>(bins_of(shape.box_tree(), limits)));
}

std::size_t Model::bin_count() const {
    return bins_->bins.bins.size();
}

CastResult cast(const Ray& ray, const Radius& radius, const PlacedModel& target,
                const CastOptions& options) {
    const Prepared prepared(target, options);
    const Segment way(ray);
    CastResult result;
    cast_onto(prepared.target, target.world_from_model, way, radius.length(), way.end,
              prepared.options, result);
    return result;
}

CastResult cast(const MovingSpheres& spheres, const PlacedModel& target,
                const CastOptions& options) {
    const Prepared prepared(target, options);
    return cast_onto(prepared.target, target.world_from_model, spheres.spheres,
                     spheres.world_from_spheres, path_of(spheres.motion), 1, prepared.options);
}

AllHits cast_all(const Ray& ray, const Radius& radius, const PlacedModel& target,
                 const CastOptions& options) {
    const Prepared prepared(target, options);
    AllHits all;
    all.result = cast_all_onto(prepared.target, target.world_from_model, Segment(ray),
                               radius.length(), prepared.options, all.hits);
    return all;
}

AllHits cast_all(const MovingSpheres& spheres, const PlacedModel& target,
                 const CastOptions& options) {
    const Prepared prepared(target, options);
    AllHits all;
    all.result = cast_all_onto(prepared.target, target.world_from_model, spheres.spheres,
                               spheres.world_from_spheres, path_of(spheres.motion),
                               prepared.options, all.hits);
    return all;
}

}  // namespace swept::papers::schroeder

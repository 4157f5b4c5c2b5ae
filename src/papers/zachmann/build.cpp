// Top-down: a binary tree by one of three builders, then nodes of up to eight children out of it,
// then their k-DOPs from the leaves up.

#include <algorithm>
#include <chrono>

#include "bvh/flatten.h"
#include "core/assert.h"
#include "papers/zachmann/dops.h"
#include "papers/zachmann/split.h"

namespace swept::papers::zachmann {

namespace {

double volume_of(const ItemBox& box) {
    return static_cast<double>(box.size(0)) * static_cast<double>(box.size(1)) *
           static_cast<double>(box.size(2));
}

/// What ranges of things are split by.
struct BuilderSplits {
    const TreeOptions& options;
    ItemOffsets offsets;
    double smallest_volume;

    [[nodiscard]] bool is_leaf(const ItemBox& box, std::size_t count, unsigned depth) const {
        if (count <= 1 || count <= options.leaf_size || depth >= options.max_depth) return true;
        if (options.builder != Builder::longest_axis || depth == 0) return false;
        return volume_of(box) < smallest_volume;
    }
    [[nodiscard]] std::size_t split(std::span<TreeItem> items, const ItemBox& box) const {
        switch (options.builder) {
            case Builder::furthest_pair:
                return split_furthest_pair(items, offsets);
            case Builder::longest_axis:
                return split_longest_axis(items, box);
            case Builder::surface_area:
                break;
        }
        return split_by_surface_area(items);
    }
};

/// DOPs, from the last node to the first: children come after their parent.
class DopFiller {
   public:
    DopFiller(const Tree& links, std::span<const float> offsets, Dops& dops)
        : links_(links), offsets_(offsets), dops_(dops), k_(static_cast<std::size_t>(dops.k)) {}

    void run() {
        TreeRow blank;
        blank.lane.fill(Tree::absent);
        dops_.rows.assign(links_.node_count() * k_, blank);
        for (std::uint32_t node = links_.node_count(); node-- > 0;) fill_node(node);
        dops_.root.fill(Tree::absent);
        widen_by_children(0, dops_.root.data());
    }

   private:
    const Tree& links_;
    std::span<const float> offsets_;  // k per thing, rounded outward
    Dops& dops_;
    std::size_t k_;

    void widen_by_children(std::uint32_t node, float* offsets) const {
        for (std::size_t i = 0; i < k_; ++i) {
            for (const float offset : dops_.rows_of(node)[i].lane) {
                offsets[i] = std::max(offsets[i], offset);
            }
        }
    }

    void widen_by_leaf(std::uint32_t leaf, float* offsets) const {
        for (std::uint32_t p = links_.leaf_begins[leaf]; p < links_.leaf_begins[leaf + 1]; ++p) {
            const float* item = offsets_.data() + links_.order[p] * k_;
            for (std::size_t i = 0; i < k_; ++i) offsets[i] = std::max(offsets[i], item[i]);
        }
    }

    void fill_node(std::uint32_t node) {
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            const std::uint32_t child = links_.children_of(node)[lane];
            if (child == Tree::no_child) continue;
            std::array<float, dop::largest_k> offsets;
            offsets.fill(Tree::absent);
            SWEPT_ASSERT((child & Tree::leaf_bit) != 0 || child > node,
                         "children come after their parent");
            if ((child & Tree::leaf_bit) == 0) {
                widen_by_children(child, offsets.data());
            } else {
                widen_by_leaf(child & ~Tree::leaf_bit, offsets.data());
            }
            TreeRow* rows = dops_.rows.data() + node * k_;
            for (std::size_t i = 0; i < k_; ++i) rows[i].lane[lane] = offsets[i];
        }
    }
};

/// k per thing, rounded outward; none where boxes do.
std::vector<float> offsets_of_things(const TreeFrame& frame, const Bounds& bounds,
                                     const TreeOptions& options) {
    std::vector<float> offsets;
    if (options.orientations == 6 && options.builder != Builder::furthest_pair) return offsets;
    const auto k = static_cast<std::size_t>(options.orientations);
    offsets.resize(bounds.boxes.size() * k);
    const OutwardDops outward(options.orientations, frame, bounds);
    for (std::size_t i = 0; i < bounds.boxes.size(); ++i) outward.of(i, offsets.data() + i * k);
    return offsets;
}

}  // namespace

std::string_view name_of(Builder builder) {
    constexpr std::array<std::string_view, 3> names{"surface area", "furthest pair",
                                                    "longest axis"};
    return names[static_cast<std::size_t>(builder)];
}

Result<void> check(const TreeOptions& options) {
    const auto bad = [](const char* what, const char* where) {
        return fail(ErrorCode::bad_argument, what, where);
    };
    if (!dop::is_k(options.orientations)) {
        return bad("must be 6, 8, 14, 18 or 26", "orientations");
    }
    if (options.builder > Builder::longest_axis) return bad("no such builder", "builder");
    if (options.leaf_size < 1 || options.leaf_size > 1000) {
        return bad("must be from 1 to 1000", "leaf_size");
    }
    if (options.max_depth < 1 || options.max_depth > Tree::depth_limit) {
        return bad("must be from 1 to 48", "max_depth");
    }
    const bool is_share = options.min_volume >= 0 && options.min_volume <= 1;  // no NaN
    if (!is_share) {
        return bad("must be from 0 to 1", "min_volume");
    }
    return {};
}

DopNodes build_nodes(const Bounds& bounds, const TreeOptions& options) {
    SWEPT_ASSERT(check(options).has_value(), "options were checked");
    SWEPT_ASSERT(!bounds.boxes.empty(), "there is something to build over");
    const auto report = [&](double share) {
        if (options.progress) options.progress(share);
    };
    const auto begin = std::chrono::steady_clock::now();
    const TreeFrame frame = frame_of(bounds.boxes);
    std::vector<TreeItem> items = items_of(frame, bounds.boxes);
    const std::vector<float> offsets = offsets_of_things(frame, bounds, options);
    ItemBox whole;
    for (const TreeItem& item : items) whole.add(item);
    const BuilderSplits splits{
        options, {options.orientations, offsets}, options.min_volume * volume_of(whole)};
    const std::vector<BinaryNode> binary =
        BinaryBuilder(std::span(items), splits, options.threads).run();
    report(0.7);
    DopNodes made{.links = flattened(frame, items, binary), .dops = {}};
    report(0.85);
    made.dops.k = options.orientations;
    made.dops.builder = options.builder;
    if (options.orientations == 6) {
        made.dops.rows = std::move(made.links.rows);
        made.dops.root.fill(Tree::absent);
        std::ranges::copy(made.links.root, made.dops.root.begin());
    } else {
        DopFiller(made.links, offsets, made.dops).run();
    }
    made.links.rows = HugeVector<TreeRow>();  // frees them
    made.links.root = {};
    report(1);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    made.links.build_seconds = time.count();
    return made;
}

}  // namespace swept::papers::zachmann

#include "sweep/traverse.h"

#include <algorithm>

#include "sweep/planes.h"

namespace swept {
namespace {

constexpr unsigned width = tree_width;

/// A volume of a tree: a node or a leaf and its box, in the mover's tree coordinates or in those of
/// slices.
struct Volume {
    std::uint32_t reference;
    TreeBox box;

    [[nodiscard]] bool is_leaf() const { return (reference & Tree::leaf_bit) != 0; }
    [[nodiscard]] std::uint32_t leaf() const { return reference & ~Tree::leaf_bit; }
};

/// The boxes of a node's children, times a factor. Absent ones are empty.
BoxLanes child_boxes(const TreeRow* rows, float factor) {
    BoxLanes boxes;
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned lane = 0; lane < width; ++lane) {
            boxes.upper[i][lane] = rows[i].lane[lane] * factor;
            boxes.lower[i][lane] = -rows[i + 3].lane[lane] * factor;
        }
    }
    return boxes;
}

TreeBox box_of(const BoxLanes& boxes, unsigned lane) {
    TreeBox box;
    for (unsigned i = 0; i < 3; ++i) {
        box.lower[i] = boxes.lower[i][lane];
        box.upper[i] = boxes.upper[i][lane];
    }
    return box;
}

TreeBox root_box(const Tree& tree, float factor) {
    TreeBox box;
    for (unsigned i = 0; i < 3; ++i) {
        box.upper[i] = tree.root[i] * factor;
        box.lower[i] = -tree.root[i + 3] * factor;
    }
    return box;
}

/// The boxes of eight triangles from `first` on. Their corners are rounded to nearest.
BoxLanes triangle_boxes(const FaceTree& tree, std::uint32_t first, float factor) {
    constexpr float rounding = 0x1.01p-25F;  // of a coordinate below 1 (FaceTree::corners)
    BoxLanes boxes;
    for (unsigned c = 0; c < 3; ++c) {
        const float* x = tree.corners.data() + c * tree.stride + first;
        const float* y = x + 3 * tree.stride;
        const float* z = y + 3 * tree.stride;
        for (unsigned lane = 0; lane < width; ++lane) {
            const float low = std::min(std::min(x[lane], y[lane]), z[lane]);
            const float high = std::max(std::max(x[lane], y[lane]), z[lane]);
            boxes.lower[c][lane] = (low - rounding) * factor;
            boxes.upper[c][lane] = (high + rounding) * factor;
        }
    }
    return boxes;
}

class Walk {
   public:
    Walk(SweepTraversal& sweep)
        : sweep_(sweep),
          mover_tree_(sweep.mover.polyhedron.box_tree()),
          obstacle_tree_(sweep.obstacle.polyhedron.box_tree()),
          slicer_(sweep.mover, mover_tree_, sweep.obstacle, obstacle_tree_, sweep.setting.path,
                  sweep.scale, sweep.zone + sweep.lift.norm()),
          polygons_(!mover_tree_.triangle_faces.empty() || !obstacle_tree_.triangle_faces.empty()),
          mover_culling_(culling(sweep.setting.inverse)),
          obstacle_culling_(culling(sweep.setting.path)) {}

    void run() {
        const Volume a{0, root_box(mover_tree_.tree, 1)};
        const Volume b{0, root_box(obstacle_tree_.tree, slicer_.obstacle_factor())};
        const auto [begin, end] = side_by_side();
        if (begin <= end) in_slice(slicer_.slice(begin, end), a, b, 0);
    }

   private:
    // Choice: when the blur of a slice exceeds this share of the two sizes, the slice is halved. Of
    // 1/8 to 1/64, 1/32 is about the fastest for turns and screws ('./dev bench path'): longer
    // slices leave more to the kernels where things slide along each other; ways have no blur.
    static constexpr float blur_share = 0.03125F;
    // No slice is halved more often; then the volumes are opened.
    static constexpr int most_halvings = 40;

    SweepTraversal& sweep_;
    const FaceTree& mover_tree_;
    const FaceTree& obstacle_tree_;
    Slicer slicer_;
    bool polygons_;  // faces may have several triangles
    Culling mover_culling_;
    Culling obstacle_culling_;

    [[nodiscard]] Culling culling(const Path& passing) const {
        // Contacts are up to the zone away from the feature, where the turn's velocity is another;
        // lifts count in.
        const double near = sweep_.zone + sweep_.lift.norm();
        const double rounding = sweep_.setting.stop.rounding;
        return {passing, (passing.turning ? 2 * near : 0) + 8 * rounding, rounding, sweep_.scale};
    }

    struct Times {
        double begin;
        double end;
    };

    /// When the two are side by side along a screw's axis. Of many turns most may pass before or
    /// after: slices would have to be short to see that.
    [[nodiscard]] Times side_by_side() const {
        const Path& path = sweep_.setting.path;
        Times times{0, path.end};
        const double climb = path.turning ? path.glide.dot(path.axis) : 0;
        if (climb == 0) return times;
        const auto [low_a, high_a] = reach_along(sweep_.mover, path.axis);
        const auto [low_b, high_b] = reach_along(sweep_.obstacle, path.axis);
        const double pad = sweep_.zone + sweep_.lift.norm() + 4 * sweep_.setting.stop.rounding;
        const double first = (low_b - pad - high_a) / climb, last = (high_b + pad - low_a) / climb;
        const double slack = 0x1p-40 * path.end;
        times.begin = std::max(times.begin, std::min(first, last) - slack);
        times.end = std::min(times.end, std::max(first, last) + slack);
        return times;
    }

    struct Reach {
        double lower;
        double upper;
    };
    [[nodiscard]] Reach reach_along(const PlacedShape& placed, const Eigen::Vector3d& axis) const {
        const Box& box = placed.shape.box;
        const Eigen::Vector3d direction = placed.rotation.transpose() * axis;
        const double middle = direction.dot(box.centre()) + placed.translation.dot(axis);
        const double half = direction.cwiseAbs().dot(box.size()) / 2;
        return {(middle - half) * sweep_.scale, (middle + half) * sweep_.scale};
    }

    [[nodiscard]] double latest() const { return sweep_.best.t; }

    /// Moments round down: a little early is safe.
    static double moment(const Slice& slice, float tau) {
        return slice.begin + static_cast<double>(tau) * (1 - 0x1p-20);
    }

    bool pay(std::uint64_t cost, double moment) {
        if (sweep_.budget >= cost) {
            sweep_.budget -= cost;
            return true;
        }
        sweep_.budget = 0;
        sweep_.unproven = std::min(sweep_.unproven, moment);
        return false;
    }

    /// Two volumes in a slice that has not been asked about them yet.
    void in_slice(const Slice& slice, const Volume& a, const Volume& b, int halvings) {
        BoxLanes boxes;
        for (unsigned i = 0; i < 3; ++i) {
            std::fill_n(boxes.lower[i], width, b.box.lower[i]);
            std::fill_n(boxes.upper[i], width, b.box.upper[i]);
        }
        const EntryLanes found = entries(moving(slice, a.box), boxes, slice.duration);
        ++sweep_.stats.volume_tests;
        if (found.possible(0) && moment(slice, found.from[0]) <= latest()) {
            descend(slice, a, b, found.from[0], halvings);
        }
    }

    void descend(const Slice& slice, const Volume& a, const Volume& b, float from, int halvings) {
        const float size_a = a.box.size() * slicer_.ratio(), size_b = b.box.size();
        // Velocities that differ over a box count half: else things that slide on each other all
        // the way, whom nothing parts, would be looked at in twice as many slices.
        const float blur = slice.blur + 0.5F * slice.spread * size_a;
        if (blur > blur_share * (size_a + size_b + slice.firm) && halvings < most_halvings) {
            if (!pay(2, moment(slice, from))) return;
            const double middle = slice.begin + (slice.end - slice.begin) / 2;
            in_slice(slicer_.slice(slice.begin, middle), a, b, halvings + 1);
            if (middle <= latest()) in_slice(slicer_.slice(middle, slice.end), a, b, halvings + 1);
            return;
        }
        if (a.is_leaf() && b.is_leaf()) return leaves(slice, a, b, from);
        const bool open_mover = b.is_leaf() || (!a.is_leaf() && size_a >= size_b);
        if (!pay(width, moment(slice, from))) return;
        sweep_.stats.volume_tests += width;
        open(slice, a, b, open_mover, halvings);
    }

    void open(const Slice& slice, const Volume& a, const Volume& b, bool open_mover, int halvings) {
        const Tree& tree = open_mover ? mover_tree_.tree : obstacle_tree_.tree;
        const std::uint32_t node = open_mover ? a.reference : b.reference;
        const std::uint32_t* references = tree.children_of(node);
        const BoxLanes boxes =
            child_boxes(tree.rows_of(node), open_mover ? 1 : slicer_.obstacle_factor());
        const EntryLanes found = open_mover ? moving_entries(slice, boxes, b.box)
                                            : entries(moving(slice, a.box), boxes, slice.duration);
        unsigned order[width];
        unsigned count = 0;
        for (unsigned lane = 0; lane < width; ++lane) {
            if (references[lane] == Tree::no_child || !found.possible(lane)) continue;
            unsigned at = count++;
            for (; at > 0 && found.from[order[at - 1]] > found.from[lane]; --at) {
                order[at] = order[at - 1];
            }
            order[at] = lane;
        }
        for (unsigned i = 0; i < count; ++i) {
            const unsigned lane = order[i];
            const float from = found.from[lane];
            if (moment(slice, from) > latest()) break;
            const Volume child{references[lane], box_of(boxes, lane)};
            if (open_mover) {
                descend(slice, child, b, from, halvings);
            } else {
                descend(slice, a, child, from, halvings);
            }
        }
    }

    static EntryLanes moving_entries(const Slice& slice, const BoxLanes& boxes, const TreeBox& b) {
        MovingLanes lanes;
        moving(slice, boxes, lanes);
        return entries(lanes, b, slice.duration);
    }

    /// All triangles of one leaf against all of the other; of what may meet, the faces, those that
    /// may meet first before the others.
    void leaves(const Slice& slice, const Volume& a, const Volume& b, float from) {
        const std::uint32_t* begins_a = mover_tree_.triangle_begins() + a.leaf();
        const std::uint32_t* begins_b = obstacle_tree_.triangle_begins() + b.leaf();
        const std::uint64_t pairs =
            std::uint64_t{begins_a[1] - begins_a[0]} * (begins_b[1] - begins_b[0]);
        if (!pay(pairs, moment(slice, from))) return;
        std::vector<FaceCandidate>& candidates = sweep_.candidates;
        candidates.clear();
        for (std::uint32_t i = begins_a[0]; i < begins_a[1]; i += width) {
            MovingLanes moving_a;
            moving(slice, triangle_boxes(mover_tree_, i, 1), moving_a);
            const EntryLanes near = entries(moving_a, b.box, slice.duration);
            const unsigned count = std::min(begins_a[1] - i, width);
            for (std::uint32_t j = begins_b[0]; j < begins_b[1]; j += width) {
                const Block block{i, count, j, std::min(begins_b[1] - j, width)};
                compare(slice, block, moving_a, near, begins_a[0], begins_b[0]);
            }
        }
        std::ranges::sort(candidates);
        for (const FaceCandidate& c : candidates) {
            if (c.from > latest()) break;
            faces(c, {a.leaf(), c.face_a, c.place_a}, {b.leaf(), c.face_b, c.place_b});
        }
    }

    /// Up to eight triangles of the mover and up to eight of the obstacle.
    struct Block {
        std::uint32_t mover;
        unsigned mover_count;
        std::uint32_t obstacle;
        unsigned obstacle_count;
    };

    /// `near`: the mover's triangles that may come to the obstacle's leaf.
    void compare(const Slice& slice, const Block& block, const MovingLanes& moving_a,
                 const EntryLanes& near, std::uint32_t begin_a, std::uint32_t begin_b) {
        const BoxLanes boxes =
            triangle_boxes(obstacle_tree_, block.obstacle, slicer_.obstacle_factor());
        const TriangleLanes others =
            triangles(obstacle_tree_, block.obstacle, slicer_.obstacle_factor());
        const SlabLanes slab = slabs(others);
        for (unsigned lane_a = 0; lane_a < block.mover_count; ++lane_a) {
            if (!near.possible(lane_a)) continue;
            const std::uint32_t at = block.mover + lane_a;
            EntryLanes found = entries(moving_a.box(lane_a), boxes, slice.duration);
            if (!found.any(block.obstacle_count)) continue;
            part_by_planes(moving_triangle(slice, mover_tree_, at), others, slab, slice.margin,
                           found);
            for (unsigned lane = 0; lane < block.obstacle_count; ++lane) {
                if (!found.possible(lane)) continue;
                const double begin = moment(slice, found.from[lane]);
                const double end =
                    slice.begin + static_cast<double>(found.to[lane]) * (1 + 0x1p-20);
                const std::uint32_t other = block.obstacle + lane;
                add_candidate({begin, std::min(end, slice.end), at - begin_a, other - begin_b,
                               mover_tree_.faces()[at], obstacle_tree_.faces()[other]});
            }
        }
    }

    /// Pairs of triangles of the same two faces become one, with all their moments.
    void add_candidate(const FaceCandidate& candidate) {
        if (polygons_) {
            for (FaceCandidate& c : sweep_.candidates) {
                if (c.face_a != candidate.face_a || c.face_b != candidate.face_b) continue;
                c.from = std::min(c.from, candidate.from);
                c.to = std::max(c.to, candidate.to);
                return;
            }
        }
        sweep_.candidates.push_back(candidate);
    }

    /// A face as a leaf holds it.
    struct LeafFace {
        std::uint32_t leaf;
        std::uint32_t face;
        std::uint32_t place;  ///< of its triangle in the leaf
    };

    void faces(const FaceCandidate& candidate, const LeafFace& leaf_a, const LeafFace& leaf_b) {
        const PairSetting& setting = sweep_.setting;
        if (sweep_.paper != nullptr) return paper_faces(leaf_a.face, leaf_b.face);
        const LoadedFace& a =
            loaded(sweep_.mover_leaf, mover_tree_, leaf_a, sweep_.mover, setting.path,
                   staging_of_mover(sweep_.scale, sweep_.lift), mover_culling_);
        const LoadedFace& b =
            loaded(sweep_.obstacle_leaf, obstacle_tree_, leaf_b, sweep_.obstacle, setting.inverse,
                   staging_of_obstacle(sweep_.scale, sweep_.lift), obstacle_culling_);
        // Outside these moments the two are further apart than the zone.
        search_face_pair(setting, a, b, candidate.from, candidate.to, sweep_.best, sweep_.stats);
    }

    void paper_faces(std::uint32_t face_a, std::uint32_t face_b) {
        ++sweep_.stats.face_pairs;
        const double until = std::min(latest(), sweep_.setting.path.end);
        // Without the paper's cache of sides: with it the same answers take 0.1 to 0.3 % more
        // instructions, for the moments are tested first and few sides are asked for twice.
        const auto stop = paper_stop(*sweep_.paper, face_a, face_b, until, nullptr);
        if (!stop) return;
        const FeaturePair pair{
            stop->kind,
            sweep_.setting.mover_number,
            sweep_.setting.obstacle_number,
            face_a,
            face_b,
            corner_of(sweep_.mover.shape, face_a, stop->mover_feature,
                      stop->kind == ContactKind::vertex_face, stop->kind == ContactKind::edge_edge),
            corner_of(sweep_.obstacle.shape, face_b, stop->obstacle_feature,
                      stop->kind == ContactKind::face_vertex,
                      stop->kind == ContactKind::edge_edge)};
        sweep_.best.offer(stop->t, pair);
    }

    /// The corner of a face where a vertex is, or an edge begins; 0 for the face itself.
    static std::uint32_t corner_of(const Polyhedron::Data& shape, std::uint32_t face,
                                   std::uint32_t feature, bool is_vertex, bool is_edge) {
        if (shape.planes.empty() || !(is_vertex || is_edge)) return 0;
        const std::uint32_t begin = shape.face_begins[face];
        for (std::uint32_t i = begin; i < shape.face_begins[face + 1]; ++i) {
            if (is_vertex && shape.corners[i].value == feature) return i - begin;
            if (is_edge && shape.corner_edges[i].value == feature) return i - begin;
        }
        return 0;
    }

    static const LoadedFace& loaded(LoadedLeaf& memory, const FaceTree& tree,
                                    const LeafFace& wanted, const PlacedShape& shape,
                                    const Path& path, const Staging& staging,
                                    const Culling& leaving) {
        if (memory.leaf != wanted.leaf) {
            const std::uint32_t* begins = tree.triangle_begins() + wanted.leaf;
            memory.begin(wanted.leaf, begins[1] - begins[0]);
        }
        LoadedFace& face = memory.faces[wanted.place];
        if (memory.loaded[wanted.place] == 0) {
            memory.loaded[wanted.place] = 1;
            load_face(shape, wanted.face, path, staging, &leaving, face);
        }
        return face;
    }
};

}  // namespace

void SweepTraversal::run() {
    mover_leaf.leaf = Tree::no_child;
    obstacle_leaf.leaf = Tree::no_child;
    Walk(*this).run();
}

}  // namespace swept

#pragma once

// The walk of two trees (traverse.h).

#include <algorithm>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/volumes.h"
#include "sweep/narrow_phase.h"

namespace swept::sweep_detail {

/// `narrow` holds and searches the candidates that the walk finds.
template <class Narrow>
class TreeWalk {
   public:
    TreeWalk(SweepTraversal& sweep, const LaneKernels& kernels, Narrow& narrow)
        : sweep_(sweep),
          kernels_(kernels),
          narrow_(narrow),
          mover_tree_(sweep.mover.polyhedron.box_tree()),
          obstacle_tree_(sweep.obstacle.polyhedron.box_tree()),
          slicer_(sweep.mover, mover_tree_, sweep.obstacle, obstacle_tree_, sweep.setting.path,
                  sweep.scale, sweep.margin + sweep.lift.norm()) {}

    void run() {
        const Volume a = root_of(mover_tree_.tree, 1);
        const Volume b = root_of(obstacle_tree_.tree, slicer_.obstacle_factor());
        const auto [begin, end] = side_by_side();
        if (begin <= end) in_slice(slicer_.slice(begin, end), a, b, {0, 0});
    }

   private:
    // Choice: when the blur of a slice exceeds this share of the two sizes, the slice is halved. Of
    // 1/8 to 1/64, 1/32 is about the fastest for turns and screws ('./dev bench path'): longer
    // slices leave more to the kernels where things slide along each other; ways have no blur.
    static constexpr float blur_share = 0.03125F;
    // No slice is halved more often; then the volumes are opened.
    static constexpr int most_halvings = 40;

    SweepTraversal& sweep_;
    const LaneKernels& kernels_;
    Narrow& narrow_;
    const FaceTree& mover_tree_;
    const FaceTree& obstacle_tree_;
    Slicer slicer_;

    /// What volumes are parts of.
    struct Depth {
        int halvings;     ///< how often the motion was halved
        double earliest;  ///< nothing of it is met before this moment
    };

    struct Times {
        double begin;
        double end;
    };

    /// When the two are side by side along a screw's axis. Of many turns most may pass before or
    /// after: slices would have to be short to see that.
    [[nodiscard]] Times side_by_side() const {
        const ScrewTrajectory& path = sweep_.setting.path;
        Times times{0, path.end};
        const double climb = path.turning ? path.advance.dot(path.axis) : 0;
        if (climb == 0) return times;
        const auto [low_a, high_a] = reach_along(sweep_.mover, path.axis);
        const auto [low_b, high_b] = reach_along(sweep_.obstacle, path.axis);
        const double pad = sweep_.margin + sweep_.lift.norm() + 4 * sweep_.setting.stop.rounding;
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

    [[nodiscard]] double latest() const { return narrow_.latest(); }
    static double moment(const Slice& slice, float tau) { return Narrow::moment(slice, tau); }

    /// Two volumes in a slice that has not been asked about them yet.
    void in_slice(const Slice& slice, const Volume& a, const Volume& b, const Depth& above) {
        EntryLanes found;
        ++sweep_.stats.volume_tests;
        if (kernels_.box_entry(slice, a.box, b.box, found) != 0 &&
            moment(slice, found.from[0]) <= latest()) {
            descend(slice, a, b, found.from[0], above);
        }
    }

    void descend(const Slice& slice, const Volume& a, const Volume& b, float from,
                 const Depth& above) {
        const int halvings = above.halvings;
        // By rounding a part may seem to come earlier than the whole did.
        const double earliest = std::max(above.earliest, moment(slice, from));
        const float size_a = a.box.size() * slicer_.ratio(), size_b = b.box.size();
        // Velocities that differ over a box count half: else things that slide on each other all
        // the way, whom nothing parts, would be looked at in twice as many slices.
        const float blur = slice.blur + 0.5F * slice.spread * size_a;
        if (blur > blur_share * (size_a + size_b + slice.firm) && halvings < most_halvings) {
            if (!narrow_.pay(2, earliest)) return;
            const double middle = slice.begin + (slice.end - slice.begin) / 2;
            const Depth half{halvings + 1, earliest};
            in_slice(slicer_.slice(slice.begin, middle), a, b, half);
            if (middle <= latest()) in_slice(slicer_.slice(middle, slice.end), a, b, half);
            return;
        }
        if (a.is_leaf() && b.is_leaf()) return leaves(slice, a, b, earliest);
        if (b.is_leaf() && size_b > size_a && !reaches(slice, a, b, earliest)) return;
        const bool open_mover = b.is_leaf() || (!a.is_leaf() && size_a >= size_b);
        if (!narrow_.pay(tree_width, earliest)) return;
        sweep_.stats.volume_tests += tree_width;
        open(slice, a, b, open_mover, {halvings, earliest});
    }

    /// Whether a volume of the mover may come to a triangle of a leaf: large ones, such as walls,
    /// say more than their boxes.
    [[nodiscard]] bool reaches(const Slice& slice, const Volume& a, const Volume& b,
                               double earliest) {
        const std::uint32_t* begins = obstacle_tree_.triangle_begins() + b.leaf();
        for (std::uint32_t j = begins[0]; j < begins[1]; j += tree_width) {
            if (!narrow_.pay(tree_width, earliest)) return false;
            sweep_.stats.volume_tests += tree_width;
            if (kernels_.box_to_triangles(
                    slice, a.box,
                    triangles_of(obstacle_tree_, begins, j, slicer_.obstacle_factor()),
                    narrow_.until(slice)) != 0) {
                return true;
            }
        }
        return false;
    }

    void open(const Slice& slice, const Volume& a, const Volume& b, bool open_mover,
              const Depth& above) {
        const Tree& tree = open_mover ? mover_tree_.tree : obstacle_tree_.tree;
        const std::uint32_t node = open_mover ? a.reference : b.reference;
        const std::uint32_t* references = tree.children_of(node);
        const NodeLanes lanes = node_of(tree, node, open_mover ? 1 : slicer_.obstacle_factor());
        BoxLanes boxes;
        EntryLanes found;
        const unsigned possible =
            open_mover ? kernels_.mover_entries(slice, lanes, b.box, boxes, found)
                       : kernels_.obstacle_entries(slice, a.box, lanes, boxes, found);
        unsigned order[tree_width];
        const unsigned count =
            sorted_lanes(possible, [&](unsigned lane) { return found.from[lane]; }, order);
        for (unsigned i = 0; i < count; ++i) {
            const unsigned lane = order[i];
            const float from = found.from[lane];
            if (moment(slice, from) > latest()) break;
            if (references[lane] == Tree::no_child) continue;
            const Volume child{references[lane], boxes.box(lane)};
            if (open_mover) {
                descend(slice, child, b, from, above);
            } else {
                descend(slice, a, child, from, above);
            }
        }
    }

    /// All triangles of one leaf against all of the other.
    void leaves(const Slice& slice, const Volume& a, const Volume& b, double earliest) {
        const std::uint32_t* begins_a = mover_tree_.triangle_begins() + a.leaf();
        const std::uint32_t* begins_b = obstacle_tree_.triangle_begins() + b.leaf();
        const std::uint64_t pairs =
            std::uint64_t{begins_a[1] - begins_a[0]} * (begins_b[1] - begins_b[0]);
        if (!narrow_.pay(pairs, earliest)) return;
        for (std::uint32_t i = begins_a[0]; i < begins_a[1]; i += tree_width) {
            const FaceRun mover = faces_of(mover_tree_, begins_a, i, 1);
            for (std::uint32_t j = begins_b[0]; j < begins_b[1]; j += tree_width) {
                const FaceRun obstacle =
                    faces_of(obstacle_tree_, begins_b, j, slicer_.obstacle_factor());
                narrow_.compare(slice, mover, a.box, obstacle, b.box);
            }
        }
        narrow_.search();
    }
};

}  // namespace swept::sweep_detail

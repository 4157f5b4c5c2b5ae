#include "papers/van_waveren/bsp_traverse.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/assert.h"
#include "math/elementary.h"
#include "math/extremes.h"
#include "papers/van_waveren/zone_search.h"
#include "sweep/narrow_phase.h"
#include "swept/tolerance.h"

namespace swept::papers::van_waveren {

using Eigen::Vector3d;

namespace {

// ---- the box of a motion ----

struct Range {
    double lower = infinity;
    double upper = -infinity;

    void add(double value) {
        lower = std::min(lower, value);
        upper = std::max(upper, value);
    }
};

/// a sin t - b (1 - cos t) for 0 <= t <= end.
Range range_of_turn(double a, double b, double end) {
    SWEPT_ASSERT(end >= 0, "angles are not negative");
    Range range;
    range.add(0);
    range.add(a * math::sin(end) - b * (1 - math::cos(end)));
    // The turning points; one that is a rounding outside may be taken in.
    constexpr double half_turn = std::numbers::pi, slack = 0x1p-30;
    const double amplitude = math::hypot(a, b);
    double at = math::atan2(a, b);  // of the upper one
    if (at < -slack) at += 2 * half_turn;
    if (at <= end + slack) range.add(amplitude - b);
    const double opposite = at >= half_turn - slack ? at - half_turn : at + half_turn;
    if (opposite <= end + slack) range.add(-amplitude - b);
    return range;
}

/// A corner of the mover's box where it starts, scaled.
Vector3d corner_of(const PlacedShape& mover, unsigned corner, double scale) {
    SWEPT_ASSERT(corner < 8 && scale > 0, "a corner of a box");
    Vector3d x;
    for (unsigned i = 0; i < 3; ++i) {
        x[i] = (corner >> i & 1U) != 0 ? mover.shape.box.upper[i] : mover.shape.box.lower[i];
    }
    return (mover.rotation * x + mover.translation) * scale;
}

// ---- the obstacle's faces ----

/// The corners of resting faces in tree coordinates, rounded as in FaceTree::corners.
class RestingCorners {
   public:
    RestingCorners(const PlacedShape& obstacle, const Tree& tree)
        : shape_(obstacle.shape), tree_(tree) {}

    /// Times the factor.
    [[nodiscard]] TreeBox box(std::uint32_t face, float factor) const {
        constexpr float rounding = 0x1.01p-25F;  // of a coordinate below 1
        TreeBox made{{1e38F, 1e38F, 1e38F}, {-1e38F, -1e38F, -1e38F}};
        for (std::uint32_t i = 0; i < count(face); ++i) {
            const Eigen::Vector3f p = corner(face, i);
            for (int axis = 0; axis < 3; ++axis) {
                made.lower[axis] = std::min(made.lower[axis], (p[axis] - rounding) * factor);
                made.upper[axis] = std::max(made.upper[axis], (p[axis] + rounding) * factor);
            }
        }
        return made;
    }

    /// The fan (0, i, i + 1) of a face; a point is a triangle of three equal corners.
    void triangles(std::uint32_t face, BspMemory& memory) const {
        const std::uint32_t corners = count(face), triangles = corners < 3 ? 1 : corners - 2;
        const std::size_t stride =
            (std::size_t{triangles} + tree_width - 1) & ~std::size_t{tree_width - 1};
        memory.corners.assign(9 * stride, 0.0F);
        memory.triangle_faces.assign(triangles, face);
        for (std::uint32_t t = 0; t < triangles; ++t) {
            float* to = memory.corners.data() + t;
            for (const std::uint32_t i : {0U, t + 1, t + 2}) {
                const Eigen::Vector3f p = corner(face, std::min(i, corners - 1));
                for (int axis = 0; axis < 3; ++axis, to += stride) *to = p[axis];
            }
        }
    }

   private:
    const Polyhedron::Data& shape_;
    const Tree& tree_;

    [[nodiscard]] std::uint32_t count(std::uint32_t face) const {
        SWEPT_ASSERT(shape_.planes.empty() || std::size_t{face} + 1 < shape_.face_begins.size(),
                     "a face of this shape");
        return shape_.planes.empty() ? 1 : shape_.face_begins[face + 1] - shape_.face_begins[face];
    }
    [[nodiscard]] Eigen::Vector3f corner(std::uint32_t face, std::uint32_t i) const {
        SWEPT_ASSERT(i < count(face), "a corner of the face");
        const std::size_t vertex =
            shape_.planes.empty() ? face : shape_.corners[shape_.face_begins[face] + i].value;
        return tree_.to_tree(shape_.positions[vertex]).cast<float>();
    }
};

// ---- the search ----

template <class Narrow>
class BspWalk {
   public:
    BspWalk(SweepTraversal& sweep, const AxialBsp& faces, const LaneKernels& kernels,
            Narrow& narrow, BspMemory& memory)
        : sweep_(sweep),
          faces_(faces),
          kernels_(kernels),
          narrow_(narrow),
          memory_(memory),
          mover_tree_(sweep.mover.polyhedron.box_tree()),
          obstacle_tree_(sweep.obstacle.polyhedron.box_tree()),
          slicer_(sweep.mover, mover_tree_, sweep.obstacle, obstacle_tree_, sweep.setting.path,
                  sweep.scale, sweep.margin + sweep.lift.norm()),
          corners_(sweep.obstacle, obstacle_tree_.tree),
          mover_(root_of(mover_tree_.tree, 1).box) {}

    void run() {
        if (!find_faces() || memory_.resting.empty()) return;
        make_slices();
        if (!make_tasks()) return;
        std::ranges::sort(memory_.tasks);
        for (const FaceInSlice& task : memory_.tasks) {
            if (task.from > narrow_.latest() || task.from >= sweep_.unproven) break;
            look_at(task);
        }
    }

   private:
    // Choice. Slices of a turn are so short that what strays from straight lines is at most this
    // share of the mover's size, but within these bounds.
    static constexpr double blur_share = 0.03125;
    static constexpr double longest_slice = std::numbers::pi / 8;
    static constexpr double shortest_slice = std::numbers::pi / 64;
    static constexpr double most_slices = 4096;

    SweepTraversal& sweep_;
    const AxialBsp& faces_;
    const LaneKernels& kernels_;
    Narrow& narrow_;
    BspMemory& memory_;
    const FaceTree& mover_tree_;
    const FaceTree& obstacle_tree_;
    Slicer slicer_;
    RestingCorners corners_;
    TreeBox mover_;  // all of it
    const FaceInSlice* task_ = nullptr;
    bool has_triangles_ = false;  // whether those of the task's face are at hand

    bool pay(std::uint64_t tests, double moment) {
        sweep_.stats.volume_tests += tests;
        return narrow_.pay(tests, moment);
    }

    bool find_faces() {
        memory_.resting.clear();
        const float factor = slicer_.obstacle_factor();
        std::uint64_t tests = 0;
        const auto see = [&](std::uint32_t face) {
            memory_.resting.push_back({face, corners_.box(face, factor)});
            return tests > sweep_.budget;
        };
        faces_.visit(box_of_motion(sweep_), tests, see);
        return pay(tests, 0);
    }

    void make_slices() {
        const ScrewTrajectory& path = sweep_.setting.path;
        double count = 1;
        if (path.turning) {
            // The whole motion as one slice tells how far the mover reaches from the axis.
            const auto sagitta = static_cast<double>(slicer_.slice(0, path.end).blur);
            const auto size = static_cast<double>(mover_.size() * slicer_.ratio());
            const double fitting = path.end * std::sqrt(blur_share * size / sagitta);
            const double angle =
                fitting > shortest_slice ? std::min(fitting, longest_slice) : shortest_slice;
            count = std::clamp(std::ceil(path.end / angle), 1.0, most_slices);
        }
        memory_.slices.clear();
        for (double i = 0; i < count; i += 1) {
            const double end = i + 1 < count ? path.end * ((i + 1) / count) : path.end;
            memory_.slices.push_back(slicer_.slice(path.end * (i / count), end));
        }
    }

    /// Which faces the mover as a whole may reach in which slice.
    bool make_tasks() {
        memory_.tasks.clear();
        const auto n = static_cast<std::uint32_t>(memory_.resting.size());
        if (!pay(std::uint64_t{n} * memory_.slices.size(), 0)) return false;
        for (std::uint32_t first = 0; first < n; first += tree_width) {
            const std::uint32_t count = std::min(n - first, tree_width);
            alignas(32) float rows[6][tree_width];  // as a node of a tree has them
            for (unsigned lane = 0; lane < tree_width; ++lane) {
                const TreeBox& box = memory_.resting[first + std::min(lane, count - 1)].box;
                for (unsigned i = 0; i < 3; ++i) {
                    rows[i][lane] = box.upper[i];
                    rows[i + 3][lane] = -box.lower[i];
                }
            }
            for (std::uint32_t s = 0; s < memory_.slices.size(); ++s) {
                add_tasks(s, {rows[0], 1}, first, count);
            }
        }
        return true;
    }

    void add_tasks(std::uint32_t slice, const NodeLanes& faces, std::uint32_t first,
                   std::uint32_t count) {
        BoxLanes boxes;
        EntryLanes found;
        const unsigned possible =
            kernels_.obstacle_entries(memory_.slices[slice], mover_, faces, boxes, found);
        for (std::uint32_t lane = 0; lane < count; ++lane) {
            if ((possible >> lane & 1U) == 0) continue;
            const double from = Narrow::moment(memory_.slices[slice], found.from[lane]);
            memory_.tasks.push_back({from, slice, first + lane});
        }
    }

    void look_at(const FaceInSlice& task) {
        task_ = &task;
        has_triangles_ = false;
        open(0);
    }

    [[nodiscard]] const Slice& slice() const { return memory_.slices[task_->slice]; }
    [[nodiscard]] const FaceAtRest& resting() const { return memory_.resting[task_->resting]; }

    /// All of the mover's tree that may reach the face, nearest first.
    void open(std::uint32_t node) {
        if (!pay(tree_width, task_->from)) return;
        const Tree& tree = mover_tree_.tree;
        const std::uint32_t* references = tree.children_of(node);
        BoxLanes boxes;
        EntryLanes found;
        const unsigned possible =
            kernels_.mover_entries(slice(), node_of(tree, node, 1), resting().box, boxes, found);
        unsigned order[tree_width];
        const unsigned count =
            sorted_lanes(possible, [&](unsigned lane) { return found.from[lane]; }, order);
        for (unsigned i = 0; i < count; ++i) {
            const std::uint32_t child = references[order[i]];
            if (Narrow::moment(slice(), found.from[order[i]]) > narrow_.latest()) break;
            if (child == Tree::no_child) continue;
            if ((child & Tree::leaf_bit) == 0) {
                open(child);
            } else {
                leaf(child & ~Tree::leaf_bit, boxes.box(order[i]));
            }
        }
    }

    /// The triangles of a leaf of the mover against those of the face.
    void leaf(std::uint32_t number, const TreeBox& box) {
        if (!has_triangles_) corners_.triangles(resting().face, memory_);
        has_triangles_ = true;
        const std::uint32_t* begins = mover_tree_.triangle_begins() + number;
        const auto others = static_cast<std::uint32_t>(memory_.triangle_faces.size());
        if (!pay(std::uint64_t{begins[1] - begins[0]} * others, task_->from)) return;
        for (std::uint32_t i = begins[0]; i < begins[1]; i += tree_width) {
            const FaceRun mover = faces_of(mover_tree_, begins, i, 1);
            for (std::uint32_t j = 0; j < others; j += tree_width) {
                const TriangleRun triangles{memory_.corners.data(), memory_.corners.size() / 9, j,
                                            std::min(others - j, tree_width),
                                            slicer_.obstacle_factor()};
                narrow_.compare(slice(), mover, box, {triangles, memory_.triangle_faces.data() + j},
                                resting().box);
            }
        }
        narrow_.search();
    }
};

}  // namespace

Box box_of_motion(const SweepTraversal& traversal) {
    const PlacedShape& mover = traversal.mover;
    const PlacedShape& obstacle = traversal.obstacle;
    const ScrewTrajectory& path = traversal.setting.path;
    const double scale = traversal.scale;
    std::array<Range, 3> ranges;
    bool finite = true;  // else nothing is known: everything may be met
    double reach = path.origin.lpNorm<1>() + path.advance.lpNorm<1>() * path.end;
    for (unsigned corner = 0; corner < 8; ++corner) {
        // The place of a point at any one moment is affine in where it starts: so no point of the
        // box is ever beyond all of its corners.
        const PointTrajectory track = path.track(corner_of(mover, corner, scale));
        reach = std::max(reach, track.start.lpNorm<1>() + track.arm.lpNorm<1>());
        for (int axis = 0; axis < 3; ++axis) {
            const Vector3d along = obstacle.rotation.col(axis);
            const double start = along.dot(track.start - obstacle.translation * scale);
            const double advance = along.dot(track.advance) * path.end;
            const Range turn =
                range_of_turn(along.dot(track.across), along.dot(track.arm), path.end);
            Range& range = ranges[static_cast<std::size_t>(axis)];
            const double lower = start + turn.lower + std::min(advance, 0.0);
            const double upper = start + turn.upper + std::max(advance, 0.0);
            finite = finite && std::isfinite(lower) && std::isfinite(upper);
            range.add(lower);
            range.add(upper);
        }
    }
    // Placed vertices, tracks and the sums above, as in slice.cpp; the path's own sizes count in.
    const double sizes = (mover.polyhedron.box_tree().reach + mover.translation.lpNorm<1>() +
                          obstacle.polyhedron.box_tree().reach + obstacle.translation.lpNorm<1>()) *
                         scale;
    const double pad = traversal.margin + traversal.lift.norm() +
                       128 * tolerance::unit_roundoff * (sizes + reach * (1 + path.end));
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
        const Range& range = ranges[static_cast<std::size_t>(axis)];
        box.lower[axis] = finite ? (range.lower - pad) / scale : -infinity;
        box.upper[axis] = finite ? (range.upper + pad) / scale : infinity;
    }
    return box;
}

template <class SearchFaces>
void run_axial_bsp(SweepTraversal& traversal, const AxialBsp& faces,
                   const SearchFaces& search_faces, BspMemory& memory) {
    const LaneKernels kernels = lane_kernels();
    NarrowPhase narrow(traversal, kernels, search_faces);
    BspWalk(traversal, faces, kernels, narrow, memory).run();
}

template void run_axial_bsp(SweepTraversal&, const AxialBsp&, const MarginSearch&, BspMemory&);
template void run_axial_bsp(SweepTraversal&, const AxialBsp&, const ZoneSearch&, BspMemory&);

}  // namespace swept::papers::van_waveren

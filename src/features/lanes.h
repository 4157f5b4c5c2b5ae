#pragma once

// Boxes and triangles that move straight through a slice of time, eight at a time: when may each
// first be met, how far apart are they at the beginning? Kernels in single precision, vector code
// compiled for several instruction sets with the same bits; what rounding costs is in the slice.

#include <cstddef>
#include <cstdint>

#include "bvh/tree.h"
#include "core/namespaces.h"

namespace swept::features_detail {

/// A box of a tree in single precision.
struct TreeBox {
    float lower[3];
    float upper[3];

    [[nodiscard]] float size() const {
        return (upper[0] - lower[0]) + (upper[1] - lower[1]) + (upper[2] - lower[2]);
    }
};

/// Eight boxes side by side.
struct BoxLanes {
    alignas(32) float lower[3][tree_width];
    alignas(32) float upper[3][tree_width];

    [[nodiscard]] TreeBox box(unsigned lane) const {
        return {{lower[0][lane], lower[1][lane], lower[2][lane]},
                {upper[0][lane], upper[1][lane], upper[2][lane]}};
    }
};

/// From when to when, in tau, two may be within the pad of each other: never where from > to.
/// Necessary conditions only: each axis gives two that are linear in tau.
struct EntryLanes {
    alignas(32) float from[tree_width];
    alignas(32) float to[tree_width];
};

/// Squares of the least distances of eight pairs.
struct GapLanes {
    alignas(32) float square[tree_width];
};

/// What a slice makes of boxes, along three directions. In frame 0 they are the axes of the
/// obstacle's tree; in frame 1 those of the mover's, as they look in the middle of the slice: boxes
/// that are thin in their own tree stay thin there.
struct SliceFrame {
    float place[3][3], place_size[3][3];  ///< A and its absolute values
    float rate[3][3], rate_size[3][3];    ///< B and its absolute values
    float shift[3], drift[3];             ///< a and b
    float pad;                            ///< what the boxes are widened by
};

struct Slice {
    SliceFrame frames[2];
    float axes[3][3], axes_size[3][3];  ///< the unit directions of frame 1, in those of frame 0
    float margin;  ///< the pad for heights over planes, per unit of the normal's 1-norm
    float duration;
    float blur;    ///< the part of the pad that shorter slices would not have
    float firm;    ///< the rest of it
    float spread;  ///< how much velocities differ over a box of the mover, times its size
    double begin;  ///< the moment tau = 0 stands for
    double end;
};

/// The children of a node, whose boxes are multiplied by `factor`.
struct NodeLanes {
    const float* rows;  ///< tree_width to a row
    float factor;
};

/// Up to eight triangles from `first` on, as a FaceTree holds them, times a factor.
struct TriangleRun {
    const float* corners;
    std::size_t stride;
    std::uint32_t first;
    unsigned count;
    float factor;
};

/// How far apart triangles may be that count: squares, for boxes that are widened by the pad
/// already, and for triangles that are off by as much.
struct TriangleReach {
    float of_boxes;
    float of_triangles;
};

/// The kernels for the instructions of this machine. Masks have a bit for each lane that is
/// possible or near; of triangles, bit 8 i + j for the mover's i-th and the obstacle's j-th.
struct LaneKernels {
    /// One box of the mover, one that rests.
    unsigned (*box_entry)(const Slice& slice, const TreeBox& mover, const TreeBox& obstacle,
                          EntryLanes& found);
    /// The children of a node against a box of the other tree. Fills in their boxes.
    unsigned (*mover_entries)(const Slice& slice, const NodeLanes& mover, const TreeBox& obstacle,
                              BoxLanes& boxes, EntryLanes& found);
    unsigned (*obstacle_entries)(const Slice& slice, const TreeBox& mover,
                                 const NodeLanes& obstacle, BoxLanes& boxes, EntryLanes& found);
    /// One box of the mover against triangles, up to a moment.
    unsigned (*box_to_triangles)(const Slice& slice, const TreeBox& mover,
                                 const TriangleRun& obstacle, float until);
    /// Triangles against triangles, up to a moment; the boxes hold all of them. found[i] is that of
    /// the mover's i.
    std::uint64_t (*triangle_entries)(const Slice& slice, const TriangleRun& mover,
                                      const TreeBox& mover_box, const TriangleRun& obstacle,
                                      const TreeBox& obstacle_box, float until, EntryLanes* found);
    /// The same for distances: near are those whose gap has a square of at most `reach`.
    unsigned (*mover_gaps)(const Slice& slice, const NodeLanes& mover, const TreeBox& obstacle,
                           float reach, BoxLanes& boxes, GapLanes& found);
    unsigned (*obstacle_gaps)(const Slice& slice, const TreeBox& mover, const NodeLanes& obstacle,
                              float reach, BoxLanes& boxes, GapLanes& found);
    /// `closest` becomes the square of a distance that two of the triangles have at most, but for
    /// twice the slice's margin, if that is less.
    std::uint64_t (*triangle_gaps)(const Slice& slice, const TriangleRun& mover,
                                   const TreeBox& leaf, const TriangleRun& obstacle,
                                   const TriangleReach& reach, GapLanes* found, float* closest);
    /// How many floats one instruction of theirs takes: 1 is the scalar twin. For tests.
    unsigned vector_lanes;
};

[[nodiscard]] SWEPT_API LaneKernels lane_kernels();

}  // namespace swept::features_detail

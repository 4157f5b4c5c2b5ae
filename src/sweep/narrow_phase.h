#pragma once

// What follows when a broad phase has found triangles that may meet: pairs of faces and the moments
// between which they may come within the margin, searched in the order of these moments. The same
// for the walk of two trees (traverse.cpp) and for that of the axial BSP-tree (bsp_traverse.cpp).

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/volumes.h"
#include "sweep/traverse.h"

namespace swept::sweep_detail {

/// Up to eight triangles and the faces that they belong to.
struct FaceRun {
    TriangleRun triangles;
    const std::uint32_t* faces;
};

/// Those of a leaf, from triangle `first` on.
inline FaceRun faces_of(const FaceTree& tree, const std::uint32_t* leaf, std::uint32_t first,
                        float factor) {
    return {triangles_of(tree, leaf, first, factor), tree.faces() + first};
}

class NarrowPhase {
   public:
    NarrowPhase(SweepTraversal& sweep, const LaneKernels& kernels);

    [[nodiscard]] double latest() const { return sweep_.best.t; }

    /// Moments round down: a little early is safe.
    [[nodiscard]] static double moment(const Slice& slice, float tau) {
        return slice.begin + static_cast<double>(tau) * (1 - 0x1p-20);
    }

    /// Whether the budget has this much; if not, nothing from the moment on is proven.
    [[nodiscard]] bool pay(std::uint64_t cost, double moment) {
        if (sweep_.budget >= cost) {
            sweep_.budget -= cost;
            return true;
        }
        sweep_.budget = 0;
        sweep_.unproven = std::min(sweep_.unproven, moment);
        return false;
    }

    /// Adds candidates: the faces of triangles that may meet in the slice. The boxes hold those of
    /// the mover and of the obstacle.
    void compare(const Slice& slice, const FaceRun& mover, const TreeBox& mover_box,
                 const FaceRun& obstacle, const TreeBox& obstacle_box) {
        EntryLanes found[tree_width];
        SWEPT_ASSERT(mover.triangles.count <= tree_width && obstacle.triangles.count <= tree_width,
                     "eight at a time");
        const std::uint64_t possible =
            kernels_.triangle_entries(slice, mover.triangles, mover_box, obstacle.triangles,
                                      obstacle_box, until(slice), found);
        if (possible != 0) add(slice, possible, found, mover.faces, obstacle.faces);
    }
    /// Searches the candidates, those that may meet first before the others, and forgets them.
    void search() {
        if (!sweep_.candidates.empty()) search_all();
    }

    /// The end of the slice or the best stop so far, whichever is first, and a little more.
    [[nodiscard]] float until(const Slice& slice) const {
        const double left = (latest() - slice.begin) * (1 + 0x1p-20);
        return left < static_cast<double>(slice.duration) ? static_cast<float>(left)
                                                          : slice.duration;
    }

   private:
    SweepTraversal& sweep_;
    const LaneKernels& kernels_;
    bool polygons_;  // faces may have several triangles
    Culling mover_culling_;
    Culling obstacle_culling_;

    [[nodiscard]] Culling culling(const ScrewTrajectory& passing) const;
    void begin_with(const std::array<FaceIndex, 2>& last);
    void add(const Slice& slice, std::uint64_t possible, const EntryLanes* found,
             const std::uint32_t* mover_faces, const std::uint32_t* obstacle_faces);
    void add(const FaceCandidate& candidate);
    void search_all();
    void faces(const FaceCandidate& candidate);
    void paper_faces(std::uint32_t face_a, std::uint32_t face_b);
};

}  // namespace swept::sweep_detail

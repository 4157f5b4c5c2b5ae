#pragma once

// What follows when a broad phase has found triangles that may meet: pairs of faces and the moments
// between which they may come within the margin, searched in the order of these moments.
//
// Both a broad phase (tree_walk.h) and the search of a pair of faces (MarginSearch) are types of
// their own, so that other methods can be built from the same parts.

#include <algorithm>

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

/// Collects pairs of faces that a broad phase finds.
class CandidateCollector {
   public:
    SWEPT_API CandidateCollector(SweepTraversal& sweep, const LaneKernels& kernels);

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

    /// The end of the slice or the best stop so far, whichever is first, and a little more.
    [[nodiscard]] float until(const Slice& slice) const {
        const double left = (latest() - slice.begin) * (1 + 0x1p-20);
        return left < static_cast<double>(slice.duration) ? static_cast<float>(left)
                                                          : slice.duration;
    }

   protected:
    SweepTraversal& sweep_;

   private:
    const LaneKernels& kernels_;
    bool polygons_;  // faces may have several triangles

    SWEPT_API void add(const Slice& slice, std::uint64_t possible, const EntryLanes* found,
                       const std::uint32_t* mover_faces, const std::uint32_t* obstacle_faces);
    void add(const FaceCandidate& candidate);
};

/// Searches a pair of faces for its first stop at the margin, and offers it to the best one.
class MarginSearch {
   public:
    SWEPT_API explicit MarginSearch(SweepTraversal& sweep);

    SWEPT_API void operator()(const FaceCandidate& candidate) const;

   private:
    SweepTraversal& sweep_;
    Culling mover_culling_;
    Culling obstacle_culling_;

    [[nodiscard]] Culling culling(const ScrewTrajectory& passing) const;
};

/// Candidates and the search of them: `search_faces` takes a FaceCandidate.
template <class SearchFaces>
class NarrowPhase : public CandidateCollector {
   public:
    NarrowPhase(SweepTraversal& sweep, const LaneKernels& kernels, const SearchFaces& search_faces)
        : CandidateCollector(sweep, kernels), search_faces_(search_faces) {
        if (sweep.warm_start) begin_with(*sweep.warm_start);
    }

    /// Searches the candidates, those that may meet first before the others, and forgets them.
    void search() {
        if (!sweep_.candidates.empty()) search_all();
    }

   private:
    SearchFaces search_faces_;

    void begin_with(const std::array<FaceIndex, 2>& last) {
        const auto [face_a, face_b] = last;
        if (face_a.value >= sweep_.mover.face_count()) return;
        if (face_b.value >= sweep_.obstacle.face_count()) return;
        if (!pay(1, 0)) return;
        search_faces_({0, sweep_.setting.path.end, face_a.value, face_b.value});
    }

    void search_all() {
        std::ranges::sort(sweep_.candidates);
        for (const FaceCandidate& candidate : sweep_.candidates) {
            if (candidate.from > latest()) break;
            search_faces_(candidate);
        }
        sweep_.candidates.clear();
    }
};

}  // namespace swept::sweep_detail

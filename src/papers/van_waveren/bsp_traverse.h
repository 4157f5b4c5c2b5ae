#pragma once

// The trajectory paper's broad phase (van Waveren 2005, section 5): a box in the obstacle's
// coordinates that holds the mover's whole motion finds the obstacle's faces in an axial BSP-tree;
// each is then held against the mover's tree, in slices of time. The pairs of faces that come out,
// with the moments between which they may meet, go where those of two trees go
// (sweep/narrow_phase.h).

#include "core/namespaces.h"
#include "features/slice.h"
#include "papers/van_waveren/axial_bsp.h"
#include "sweep/traverse.h"

namespace swept::papers::van_waveren {

/// A face of the obstacle and its box in the coordinates of slices.
struct FaceAtRest {
    std::uint32_t face;
    TreeBox box;
};

/// One of them in a slice of time, and the moment at which the mover may reach it.
struct FaceInSlice {
    double from;
    std::uint32_t slice;
    std::uint32_t resting;

    friend auto operator<=>(const FaceInSlice&, const FaceInSlice&) = default;
};

/// Memory of such a search.
struct BspMemory {
    std::vector<FaceAtRest> resting;  ///< in the box of the motion
    std::vector<Slice> slices;
    std::vector<FaceInSlice> tasks;
    // The triangles of the face at hand, as a FaceTree holds them.
    std::vector<float> corners;
    std::vector<std::uint32_t> triangle_faces;
};

/// In place of traversal.run(): `faces` are those of the obstacle, `search_faces` decides about
/// pairs of faces.
template <class SearchFaces>
void run_axial_bsp(SweepTraversal& traversal, const AxialBsp& faces,
                   const SearchFaces& search_faces, BspMemory& memory);

/// The box in the obstacle's coordinates that holds all points of the mover over its whole motion,
/// and whatever may come within the margin of them. Too large only costs time.
[[nodiscard]] Box box_of_motion(const SweepTraversal& traversal);

}  // namespace swept::papers::van_waveren

#pragma once

// How much room k-DOPs waste, apart from any tree. Two pieces of meshes, each as it lies in a cell
// of its tree, stand to each other anyhow. The room is the volume of all relative positions at
// which their k-DOPs overlap: how many pairs of volumes a query opens grows with it. Answers the
// paper's question why 8-DOPs are bad.

#include <array>
#include <string>
#include <vector>

namespace swept::bench::zachmann {

inline constexpr std::array all_orientations{6, 8, 14, 18, 26};

struct LoosenessRow {
    std::string piece;         ///< what lies in the cell, in words
    std::vector<double> room;  ///< for each of all_orientations, as a multiple of that of boxes
};

[[nodiscard]] std::vector<LoosenessRow> measure_looseness(std::size_t samples);

}  // namespace swept::bench::zachmann

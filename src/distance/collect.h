#pragma once

// All contacts between two shapes that stand still: which pairs of features are within the
// tolerance, which of them are places of lowest distance, and the normal of each.

#include "core/namespaces.h"
#include "core/scratch.h"
#include "distance/star.h"
#include "features/numeric_scale.h"
#include "overlap/traverse.h"
#include "swept/distance.h"

namespace swept::distance_detail {

/// A contact as the polyhedra number it; lengths are scaled.
struct FoundContact {
    FeaturePair pair;
    Eigen::Vector3d point;  ///< on b
    Eigen::Vector3d way;    ///< from there to a
    Eigen::Vector3d normal;
    double separation;
};

/// How far a leaf reaches along the direction that a search for the closest features follows; kept
/// as long as the direction is.
struct LeafExtent {
    std::uint32_t direction = 0;  ///< the number of the direction, from 1 on
    float lower = 0;
    float upper = 0;
};

/// The box of a leaf in a frame whose first axis is that direction, in scaled lengths.
struct LeafBox {
    std::uint32_t direction = 0;  ///< as of LeafExtent
    Box box;
};

/// Working memory of contacts and distances.
struct ContactMemory : Scratch::Memory::Piece {
    static constexpr auto owner = Scratch::Memory::Owner::distance;

    FeatureCache faces_a;
    FeatureCache faces_b;
    Star star_a;
    Star star_b;
    LoadedPair closest;
    std::vector<FoundContact> found;
    std::vector<std::uint32_t> order;
    std::vector<std::uint8_t> kept;
    std::vector<LeafExtent> extents_a;
    std::vector<LeafExtent> extents_b;
    std::vector<LeafBox> boxes_a;
    std::vector<LeafBox> boxes_b;
    std::uint32_t direction = 0;  ///< the number of the last one
};

/// Finds the pairs of faces that may be within a distance of each other. `see` is as for
/// overlap/traverse.h.
struct NearPairs {
    /// Returns how many volumes were tested.
    using Visit = std::uint64_t (*)(const void* context, double within, CandidateTest see,
                                    void* seer);
    const void* context;
    Visit visit;
};

/// Fills memory.found, in the order of the pairs. `tolerance` is scaled. `pairs` null: by the trees
/// of both shapes.
void collect_contacts(const PlacedShape& a, const PlacedShape& b, const NumericScale& measures,
                      double tolerance, const NearPairs* pairs, ContactMemory& memory,
                      DistanceStats& stats);

/// Keeps of the contacts with about one normal the closest and those that span the largest area.
void reduce_contacts(ContactMemory& memory);

}  // namespace swept::distance_detail

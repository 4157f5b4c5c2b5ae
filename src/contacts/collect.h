#pragma once

// All contacts between two shapes that stand still: which pairs of features are within the
// tolerance, which of them are places of lowest distance, and the normal of each.

#include "contacts/star.h"
#include "features/measures.h"
#include "swept/contacts.h"

namespace swept {

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

struct ContactScratch::Memory {
    LoadedFaces faces_a;
    LoadedFaces faces_b;
    Star star_a;
    Star star_b;
    LoadedPair closest;
    std::vector<FoundContact> found;
    std::vector<std::uint32_t> order;
    std::vector<std::uint8_t> kept;
    std::vector<LeafExtent> extents_a;
    std::vector<LeafExtent> extents_b;
    std::uint32_t direction = 0;  ///< the number of the last one
};

/// Fills memory.found, in the order of the pairs. `tolerance` is scaled.
void collect_contacts(const PlacedShape& a, const PlacedShape& b, const Measures& measures,
                      double tolerance, BroadPhase broad_phase, ContactScratch::Memory& memory,
                      DistanceStats& stats);

/// Keeps of the contacts with about one normal the closest and those that span the largest area.
void reduce_contacts(ContactScratch::Memory& memory);

}  // namespace swept

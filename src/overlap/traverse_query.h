#pragma once

// What the traversal's kernels get: plain numbers and pointers, for they are compiled once per
// instruction set.

#include <cstddef>
#include <cstdint>
#include "core/namespaces.h"

namespace swept::overlap_detail {

struct TraverseTree {
    const float* rows;                     ///< 8 per node and direction
    const std::uint32_t* children;         ///< 8 per node
    const std::uint32_t* triangle_begins;  ///< of leaves
    const std::uint32_t* faces;            ///< of triangles
    const float* corners;                  ///< nine rows a leaf (FaceTree)
    const float* leaf_normals;             ///< three per leaf
    const float* root;                     ///< one per direction
};

struct TraverseRealignment {  ///< Realignment
    const float* weight;
    const float* shift;
    const std::uint8_t* index;
};

struct TraverseQuery {
    TraverseTree a;
    TraverseTree b;
    TraverseRealignment b_in_a;
    TraverseRealignment a_in_b;
    float b_to_a[12];       ///< rows r0 r1 r2 t, for corners
    float error_a;          ///< how far a coordinate of a corner of a may be off
    float error_b;          ///< how far one of b, brought into a's frame, may be off
    float ratio;            ///< lengths of b, times this, are lengths of a
    bool thin_out;          ///< whether the numbers are small enough to test triangles in floats
    bool polygons;          ///< whether faces may have more than one triangle
    std::uint64_t* budget;  ///< what is left; the test spends from it too
    bool (*test)(void* context, std::uint32_t face_a, std::uint32_t face_b);
    void* context;
    bool roots_apart;            ///< out: nothing was compared but the wholes
    std::uint64_t volume_tests;  ///< out
    bool budget_spent;           ///< out: the next eight could not be paid
};

}  // namespace swept::overlap_detail

#pragma once

// A binary tree of boxes (Schroeder 2001, "Putting Boxes into Bins"). Step by step as in the paper:
// a bin that encompasses all boxes is divided in half across its longest axis; the centre of each
// box tells to which half it belongs; the same again for both. What stops it is a limit on the
// depth, on the number of boxes in a bin or on its volume.
//
// Where we differ from the paper: bins are the boxes of what is in them, not halves of the bin
// above. Where all centres lie in one half, the box of the centres is divided instead, and equal
// centres by their number.

#include <cstdint>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"
#include "swept/geometry.h"
#include "swept/papers/schroeder.h"

namespace swept::papers::schroeder {

struct Bins {
    struct Bin {
        Box box;
        std::uint32_t first = 0;  ///< of `order`; of a divided bin, the first half
        std::uint32_t count = 0;  ///< 0: divided, the second half is the bin after the first
    };

    std::vector<Bin> bins;             ///< bins[0] holds everything; none: there is nothing
    std::vector<std::uint32_t> order;  ///< the things, bin after bin
    std::vector<Box> boxes;            ///< theirs, by their numbers

    /// Calls see(thing) -> whether to stop for each thing of all bins whose boxes meets(box), in
    /// the order of the tree. Returns whether it was stopped. `tests` counts the boxes.
    template <class Meets, class See>
    bool visit(const Meets& meets, const See& see, std::uint32_t& tests) const {
        return !bins.empty() && visit(0, meets, see, tests);
    }

   private:
    template <class Meets, class See>
    bool visit(std::uint32_t number, const Meets& meets, const See& see,
               std::uint32_t& tests) const {
        SWEPT_ASSERT(number < bins.size(), "a bin of this tree");
        const Bin& bin = bins[number];
        ++tests;
        if (!meets(bin.box)) return false;
        if (bin.count == 0) {
            return visit(bin.first, meets, see, tests) || visit(bin.first + 1, meets, see, tests);
        }
        for (std::uint32_t i = bin.first; i < bin.first + bin.count; ++i) {
            if (see(order[i])) return true;
        }
        return false;
    }
};

/// The polygons of a shape, in the coordinates of its tree. All triangles of one come one after the
/// other, as FaceTree numbers them.
struct PolygonBins {
    Bins bins;
    std::vector<std::uint32_t> triangle_begins;  ///< of polygons; one more than polygons
};

/// Over boxes that are finite and not empty; the limits are in range.
[[nodiscard]] Bins build_bins(std::vector<Box> boxes, const BinLimits& limits);

}  // namespace swept::papers::schroeder

#pragma once

// All pairs of faces that meet, out of those that a traversal finds.

#include <algorithm>
#include <set>
#include <vector>

#include "core/namespaces.h"
#include "overlap/traverse.h"
#include "shape/faces_meet.h"
#include "shape/placed_shape.h"
#include "swept/overlap.h"

namespace swept::overlap_detail {

/// Hands on the pairs that meet, each once, by any traversal of any trees: traversal(a, b, budget,
/// test, context) does what traverse() does.
template <class Traversal>
class PairSearch {
   public:
    PairSearch(const PlacedShape& a, const PlacedShape& b, const Traversal& traversal,
               const PairVisitor& visit, const OverlapOptions& options)
        : a_(a),
          b_(b),
          traversal_(traversal),
          visit_(visit),
          budget_{options.budget, options.budget == 0} {}
    virtual ~PairSearch() = default;
    PairSearch(const PairSearch&) = delete;
    PairSearch& operator=(const PairSearch&) = delete;

    /// False when the budget was spent.
    bool run() {
        (void)traversal_(
            a_, b_, budget_,
            [](void* search, std::uint32_t face_a, std::uint32_t face_b) {
                return static_cast<PairSearch*>(search)->look(face_a, face_b);
            },
            this);
        return !budget_.spent;
    }

   protected:
    const PlacedShape& a_;
    const PlacedShape& b_;

    [[nodiscard]] virtual bool wanted(std::uint32_t /*face_a*/, std::uint32_t /*face_b*/) const {
        return true;
    }
    [[nodiscard]] virtual bool meet(std::uint32_t face_a, std::uint32_t face_b) const {
        const PlacedFace placed_a(a_, face_a), placed_b(b_, face_b);
        return faces_meet(placed_a.corners(), placed_b.corners());
    }

   private:
    const Traversal& traversal_;
    const PairVisitor& visit_;
    TestBudget budget_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;  // pairs with a face of many triangles

    bool look(std::uint32_t face_a, std::uint32_t face_b) {
        if (!wanted(face_a, face_b)) return false;
        if (!budget_.pay_face_test()) return true;
        if (!meet(face_a, face_b)) return false;
        if ((is_polygon(a_, face_a) || is_polygon(b_, face_b)) &&
            !seen_.emplace(face_a, face_b).second) {
            return false;
        }
        return !visit_(FaceIndex(face_a), FaceIndex(face_b));
    }

    static bool is_polygon(const PlacedShape& placed, std::uint32_t face) {
        return !placed.shape.planes.empty() && placed.shape.corners_of(FaceIndex(face)).size() > 3;
    }
};

inline std::vector<FacePair> sorted_once(std::vector<FacePair> pairs) {
    std::ranges::sort(pairs);
    pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
    return pairs;
}

}  // namespace swept::overlap_detail

#pragma once

// The curves of the features themselves (Buss 6, "has not been done yet"). Pairs of features whose
// bounds in the chart meet are searched for all moments at which they do (features/crossings.h).

#include <array>

#include "collisions/cull.h"
#include "collisions/resolve.h"
#include "core/namespaces.h"

namespace swept::collisions_detail {

/// What one body has to offer, leaf by leaf of its tree, as the culling gets to them.
struct ExactBody {
    struct Feature {
        std::uint32_t index;
        ScreenBox box;
    };
    struct Leaf {  ///< of each kind, from the first to before the last
        std::array<std::uint32_t, 2> vertices, edges, faces;
    };
    std::vector<std::uint32_t> leaf_numbers;  ///< into leaves, per leaf of the tree; or none
    std::vector<Leaf> leaves;
    std::vector<Feature> vertices, edges, faces;  ///< those that count, once each
};

struct ExactMemory {
    ExactBody a, b;
    CullMemory culling;
    std::vector<LeafPair> pairs;  ///< of leaves that may meet
    std::vector<ChartPoint> chart_points;
    std::vector<Eigen::Vector3d> corners;
};

/// How far features may be apart at a meeting: `rounding` of these, but for those that graze.
inline constexpr double meeting_roundings = 4;

/// The chart in which it culls.
[[nodiscard]] SWEPT_API Chart exact_chart(const GlideStep& step);

/// Fills `meetings` with all there are.
void meet_exactly(const GlideStep& step, ExactMemory& memory, std::vector<Meeting>& meetings,
                  CollisionStats& stats);

/// The same, after culling: of the leaves in `memory.pairs`.
SWEPT_API void meet_in_leaves(const GlideStep& step, const Chart& chart, ExactMemory& memory,
                              std::vector<Meeting>& meetings, CollisionStats& stats);

}  // namespace swept::collisions_detail

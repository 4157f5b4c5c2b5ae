#pragma once

// The boxes of one tree enclosed by boxes along the axes of another tree's frame, by non-negative
// combinations of their offsets (docs/derivations/boxes.md, "Non-negative combinations"): the
// re-alignment of Zachmann 1998, section 4.1. Set up once per query and pair of frames; then 18
// multiplications per box.

#include <Eigen/Core>
#include <array>
#include <cstdint>

#include "bvh/tree.h"
#include "core/namespaces.h"

namespace swept::bvh_detail {

/// d'[i] = weight[3i] d[index[3i]] + weight[3i + 1] d[...] + weight[3i + 2] d[...] + shift[i], in
/// single precision and in this order. All finite; weights >= 0.
struct Realignment {
    alignas(32) float weight[3 * Tree::sides];
    alignas(32) float shift[Tree::sides];
    std::uint8_t index[3 * Tree::sides];
};

/// For x' = m x + o, m a rotation times a positive scale, in the coordinates of two trees: points
/// of the source have coordinates of at most 1. `slack` is a length of the target, added to every
/// offset on top of the rounding of the realignment itself.
[[nodiscard]] Realignment make_realignment(const Eigen::Matrix3d& m, const Eigen::Vector3d& o,
                                           double slack);

/// One box realigned: the scalar twin of what traversals do with eight at once.
void realign(const Realignment& realignment, const float* offsets, float* realigned);

/// The numbers of a realignment along one direction n and its reverse, rounded to single precision
/// so that what they enclose stays enclosed.
class RealignmentRounding {
   public:
    /// As for make_realignment.
    SWEPT_API RealignmentRounding(const Eigen::Matrix3d& m, const Eigen::Vector3d& o, double slack);

    /// False when the source is so large that nothing bounds it: all weights 0, all shifts
    /// `farthest`.
    [[nodiscard]] bool is_bounded() const { return bounded_; }

    struct Direction {
        std::array<float, 3> weight;
        float shift;
        float reversed_shift;
    };
    /// `shift` is n.o.
    [[nodiscard]] SWEPT_API Direction of(const std::array<double, 3>& weights, double shift) const;

    // Whatever is shifted that far is apart, or the slack is as large. Far below -Tree::absent, so
    // that a child that is not there is apart even from that.
    static constexpr double farthest = 1e18;

   private:
    double scale_;
    double always_;
    bool bounded_;
};

}  // namespace swept::bvh_detail

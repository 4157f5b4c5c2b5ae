#include "papers/zachmann/realign.h"

#include <algorithm>

#include "bvh/realign.h"
#include "core/assert.h"

namespace swept::papers::zachmann {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// The second half of the directions is the first reversed, and so are the combinations.
Realignment make_realignment(int k, const Matrix3d& m, const Vector3d& o, double slack) {
    SWEPT_ASSERT(dop::is_k(k), "one of the five DOPs");
    Realignment made{};  // entries beyond k are never read
    const RealignmentRounding rounding(m, o, slack);
    if (!rounding.is_bounded()) {  // holds everything
        std::ranges::fill(made.shift, static_cast<float>(RealignmentRounding::farthest));
        return made;
    }
    const auto& normals = dop::normals(k);
    const int half = k / 2;
    for (int i = 0; i < half; ++i) {
        const Vector3d& n = normals[static_cast<std::size_t>(i)];
        const dop::Combination c = dop::combination(k, m.transpose() * n);
        SWEPT_ASSERT(c.index[0] < k && c.index[1] < k && c.index[2] < k, "directions of this DOP");
        const RealignmentRounding::Direction along = rounding.of(c.weight, n.dot(o));
        for (std::size_t l = 0; l < 3; ++l) {
            const std::size_t at = 3 * static_cast<std::size_t>(i) + l;
            const std::size_t reversed = at + 3 * static_cast<std::size_t>(half);
            made.weight[at] = made.weight[reversed] = along.weight[l];
            made.index[at] = c.index[l];
            made.index[reversed] = static_cast<std::uint8_t>(dop::opposite(k, c.index[l]));
        }
        made.shift[i] = along.shift;
        made.shift[i + half] = along.reversed_shift;
    }
    return made;
}

void realign(int k, const Realignment& r, const float* offsets, float* realigned) {
    for (int i = 0; i < k; ++i) {
        const float* w = r.weight + static_cast<std::ptrdiff_t>(3) * i;
        const std::uint8_t* j = r.index + static_cast<std::ptrdiff_t>(3) * i;
        SWEPT_ASSERT(j[0] < k && j[1] < k && j[2] < k, "directions of this DOP");
        realigned[i] =
            ((w[0] * offsets[j[0]] + w[1] * offsets[j[1]]) + w[2] * offsets[j[2]]) + r.shift[i];
    }
}

}  // namespace swept::papers::zachmann

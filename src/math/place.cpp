// Places many points at once. Each lane does what Pose::operator* does, in its order
// (docs/derivations/placing.md, "A placed vertex"), so that the bits do not depend on the machine.
// Twin: place_equals_the_placing_of_each_point.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/place.cpp"
#include "core/simd.h"

#if SWEPT_SIMD
HWY_BEFORE_NAMESPACE();
namespace swept::math_detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<double>;
using Lanes = hn::Vec<Tag>;

/// One coordinate of as many points as there are lanes; `row` is r0, r1, r2, t.
HWY_INLINE Lanes placed_lanes(const double* row, Lanes x, Lanes y, Lanes z) {
    const Tag tag;
    const Lanes sum = hn::Add(hn::Mul(hn::Set(tag, row[0]), x), hn::Mul(hn::Set(tag, row[1]), y));
    return hn::Add(hn::Add(sum, hn::Mul(hn::Set(tag, row[2]), z)), hn::Set(tag, row[3]));
}

/// Places the points that fill whole vectors and returns how many these are. `rows` are three rows
/// of r0, r1, r2, t; points are x y z x y z ...; `placed` may be `points`.
std::size_t place_vectors(const double* rows, const double* points, std::size_t count,
                          double* placed) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    // A copy that nothing else can point to stays in registers across the stores.
    double row[12];
    for (int k = 0; k < 12; ++k) row[k] = rows[k];
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        Lanes x, y, z;
        hn::LoadInterleaved3(tag, points + 3 * i, x, y, z);
        hn::StoreInterleaved3(placed_lanes(row, x, y, z), placed_lanes(row + 4, x, y, z),
                              placed_lanes(row + 8, x, y, z), tag, placed + 3 * i);
    }
    return i;
}

}  // namespace swept::math_detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if SWEPT_ONCE
#include "core/assert.h"
#include "math/pose_access.h"
#include "swept/geometry.h"

#if SWEPT_SIMD
namespace swept::math_detail {

HWY_EXPORT(place_vectors);

}  // namespace swept::math_detail
#endif

namespace swept {

using namespace math_detail;

void place(const Pose& pose, std::span<const Eigen::Vector3d> points,
           std::span<Eigen::Vector3d> placed) {
    SWEPT_ASSERT(points.size() == placed.size(), "each point has its place in the result");
    if (points.empty()) return;
    const Eigen::Matrix3d r = pose.rotation_matrix();
    const Eigen::Vector3d& t = pose.translation();
    std::size_t i = 0;
#if SWEPT_SIMD
    Eigen::Matrix<double, 3, 4, Eigen::RowMajor> rows;
    rows << r, t;
    i = HWY_DYNAMIC_DISPATCH(place_vectors)(rows.data(), points.data()->data(), points.size(),
                                            placed.data()->data());
#endif
    for (; i < points.size(); ++i) placed[i] = placed_point(r, t, points[i]);
}

}  // namespace swept
#endif

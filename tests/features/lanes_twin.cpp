#include "tests/features/lanes_twin.h"

// The kernels' text once more, compiled for one lane whatever the library is compiled for, in a
// namespace of its own.
#undef SWEPT_SIMD
#define SWEPT_SIMD 0
#define HWY_NAMESPACE scalar_twin
#define HWY_INLINE inline
#define HWY_NOINLINE inline
#define HWY_BEFORE_NAMESPACE() static_assert(true)
#define HWY_AFTER_NAMESPACE() static_assert(true)
#include "core/simd.h"
//
#include "core/inside.h"
#include "features/gap_lanes-inl.h"

namespace swept {

namespace twin = features_detail::scalar_twin;

LaneKernels scalar_lane_kernels() {
    return {&twin::box_entry,        &twin::mover_entries,    &twin::obstacle_entries,
            &twin::box_to_triangles, &twin::triangle_entries, &twin::mover_gaps,
            &twin::obstacle_gaps,    &twin::triangle_gaps,    twin::vector_lanes()};
}

}  // namespace swept

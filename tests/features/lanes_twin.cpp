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
#include "math/simd.h"
//
#include "features/gap_lanes-inl.h"

namespace swept {

LaneKernels scalar_lane_kernels() {
    return {&scalar_twin::box_entry,        &scalar_twin::mover_entries,
            &scalar_twin::obstacle_entries, &scalar_twin::box_to_triangles,
            &scalar_twin::triangle_entries, &scalar_twin::mover_gaps,
            &scalar_twin::obstacle_gaps,    &scalar_twin::triangle_gaps,
            scalar_twin::vector_lanes()};
}

}  // namespace swept

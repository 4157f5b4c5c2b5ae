#include "features/lanes.h"

// Sanitizers would compile the vector kernels for minutes. The scalar twin is the same text and
// touches the same memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef SWEPT_SIMD
#define SWEPT_SIMD 0
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "features/lanes.cpp"
#include "core/simd.h"
//
#include "features/gap_lanes-inl.h"

#if SWEPT_ONCE
namespace swept::features_detail {

HWY_EXPORT(box_entry);
HWY_EXPORT(mover_entries);
HWY_EXPORT(obstacle_entries);
HWY_EXPORT(box_to_triangles);
HWY_EXPORT(triangle_entries);
HWY_EXPORT(mover_gaps);
HWY_EXPORT(obstacle_gaps);
HWY_EXPORT(triangle_gaps);
HWY_EXPORT(vector_lanes);

LaneKernels lane_kernels() {
    return {&HWY_DYNAMIC_DISPATCH(box_entry),        &HWY_DYNAMIC_DISPATCH(mover_entries),
            &HWY_DYNAMIC_DISPATCH(obstacle_entries), &HWY_DYNAMIC_DISPATCH(box_to_triangles),
            &HWY_DYNAMIC_DISPATCH(triangle_entries), &HWY_DYNAMIC_DISPATCH(mover_gaps),
            &HWY_DYNAMIC_DISPATCH(obstacle_gaps),    &HWY_DYNAMIC_DISPATCH(triangle_gaps),
            HWY_DYNAMIC_DISPATCH(vector_lanes)()};
}

}  // namespace swept::features_detail
#endif

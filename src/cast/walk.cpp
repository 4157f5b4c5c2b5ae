#include "cast/walk.h"

// Sanitizers would compile the vector kernels for minutes. The scalar twin is the same text and
// touches the same memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef SWEPT_SIMD
#define SWEPT_SIMD 0
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cast/walk.cpp"
#include "core/simd.h"
//
#include "cast/walk-inl.h"

#if SWEPT_ONCE
namespace swept::cast_detail {

HWY_EXPORT(ray_walk);
HWY_EXPORT(sphere_walk);

void walk_ray(const WalkTree& tree, const SegmentInTree& way, LeafVisitor& visitor,
              WalkCount& count) {
    HWY_DYNAMIC_DISPATCH(ray_walk)(tree, way, visitor, count);
}

void walk_sphere(const WalkTree& tree, const SegmentInTree& way, LeafVisitor& visitor,
                 WalkCount& count) {
    HWY_DYNAMIC_DISPATCH(sphere_walk)(tree, way, visitor, count);
}

}  // namespace swept::cast_detail
#endif

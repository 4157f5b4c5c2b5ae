#include "core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/simd_targets.cpp"
#include "core/simd.h"

#if SWEPT_ONCE
namespace swept::core_detail {

#if SWEPT_SIMD
std::vector<SimdTarget> simd_targets() {
    std::vector<SimdTarget> targets;
    std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS;
    for (; left != 0; left &= left - 1) {  // Highway's better targets have the lower bits
        const std::int64_t bit = left & -left;
        targets.push_back({bit, hwy::TargetName(bit)});
    }
    return targets;
}

void use_simd_target(std::int64_t bit) {
    hwy::SetSupportedTargetsForTest(bit);
}
#else
std::vector<SimdTarget> simd_targets() {
    return {};
}

void use_simd_target(std::int64_t /*bit*/) {}
#endif

}  // namespace swept::core_detail
#endif

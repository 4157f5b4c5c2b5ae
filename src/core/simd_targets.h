#pragma once

// Which instruction sets the kernels were compiled for, and how a test restricts them to one.

#include <cstdint>
#include <string>
#include <vector>
#include "core/namespaces.h"

namespace swept::core_detail {

struct SimdTarget {
    std::int64_t bit = 0;  ///< Highway's bit
    std::string name;
};

/// The targets of the kernels that this machine can run, the best first. Empty without SWEPT_SIMD.
[[nodiscard]] std::vector<SimdTarget> simd_targets();

/// From now on kernels run on this target; 0 means the best one again. For tests: not thread-safe.
void use_simd_target(std::int64_t bit);

}  // namespace swept::core_detail

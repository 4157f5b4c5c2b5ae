#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"

namespace swept::core_detail {

/// Groups of numbers that grow together; each is known by its lowest member.
class Groups {
   public:
    Groups() = default;
    explicit Groups(std::size_t count) { reset(count); }

    /// Each of 0 to count - 1 by itself.
    void reset(std::size_t count) {
        up_.resize(count);
        std::iota(up_.begin(), up_.end(), 0U);
    }
    [[nodiscard]] std::uint32_t root(std::uint32_t i) {
        SWEPT_ASSERT(i < up_.size(), "a member of one of the groups");
        while (up_[i] != i) i = up_[i] = up_[up_[i]];
        return i;
    }
    void join(std::uint32_t i, std::uint32_t k) {
        const std::uint32_t p = root(i), q = root(k);
        up_[std::max(p, q)] = std::min(p, q);
    }

   private:
    std::vector<std::uint32_t> up_;
};

}  // namespace swept::core_detail

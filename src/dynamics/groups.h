#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace swept {

/// Which bodies hang together: each group has a root.
class Groups {
   public:
    explicit Groups(std::uint32_t count) : up_(count) { std::iota(up_.begin(), up_.end(), 0U); }
    [[nodiscard]] std::uint32_t root(std::uint32_t i) {
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

}  // namespace swept

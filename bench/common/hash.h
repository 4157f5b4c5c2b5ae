#pragma once

// A hash of answers: a fast wrong answer shows.

#include <cstdint>

#include "swept/contact.h"

namespace swept::bench {

class Hash {
   public:
    void add(std::uint64_t value) {
        for (int i = 0; i < 8; ++i) {
            value_ = (value_ ^ (value & 0xff)) * 0x100000001b3;
            value >>= 8;
        }
    }
    void add(const ContactFeature& feature) {
        add(feature.face);
        for (unsigned i = 0; i < feature.vertex_count; ++i) add(feature.vertices[i]);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

   private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace swept::bench

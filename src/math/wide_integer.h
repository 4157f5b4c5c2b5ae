#pragma once

// Whole numbers of up to 6,800 bits on the stack: the last resort of the exact predicates, for
// coordinates so far apart in size that expansions would over- or underflow. Slow and never wrong.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "core/assert.h"

namespace swept::exact {

class WideInteger {
   public:
    /// A finite x as a multiple of 2^exponent. The exponent is at most that of x's last bit.
    static WideInteger from_double(double x, int exponent) {
        WideInteger result;
        if (x == 0) return result;
        SWEPT_ASSERT(std::isfinite(x), "whole numbers are finite");
        int x_exponent = 0;
        const double mantissa = std::frexp(std::abs(x), &x_exponent);
        const auto bits = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));
        const int shift = x_exponent - 53 - exponent;
        SWEPT_ASSERT(shift > -64, "the exponent is no larger than that of the last bit");
        SWEPT_ASSERT(shift >= 0 || (bits & ((std::uint64_t{1} << -shift) - 1)) == 0,
                     "no bit is lost");
        result.negative_ = x < 0;
        // shift may be negative for subnormal x: their low bits are zeros.
        const std::uint64_t whole = shift < 0 ? bits >> -shift : bits;
        const int up = shift < 0 ? 0 : shift;
        const auto limb = static_cast<std::size_t>(up / 32);
        const int rest = up % 32;
        SWEPT_ASSERT(limb + 2 < result.limbs_.size(),
                     "three limbs hold the 53 bits wherever they begin");
        const std::uint64_t low = whole << rest;
        const std::uint64_t high = rest == 0 ? 0 : whole >> (64 - rest);
        result.limbs_[limb] = static_cast<std::uint32_t>(low);
        result.limbs_[limb + 1] = static_cast<std::uint32_t>(low >> 32);
        result.limbs_[limb + 2] = static_cast<std::uint32_t>(high);
        result.size_ = limb + 3;
        result.trim();
        return result;
    }

    [[nodiscard]] int sign() const { return size_ == 0 ? 0 : (negative_ ? -1 : 1); }

    friend WideInteger operator-(WideInteger a) {
        a.negative_ = !a.negative_;
        return a;
    }
    friend WideInteger operator-(const WideInteger& a, const WideInteger& b) { return a + -b; }

    friend WideInteger operator+(const WideInteger& a, const WideInteger& b) {
        if (a.negative_ == b.negative_) return added(a, b);
        return a.smaller_than(b) ? subtracted(b, a) : subtracted(a, b);
    }

    friend WideInteger operator*(const WideInteger& a, const WideInteger& b) {
        SWEPT_ASSERT(a.size_ + b.size_ <= a.limbs_.size(), "products of three differences fit");
        WideInteger result;
        for (std::size_t i = 0; i < a.size_; ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; j < b.size_; ++j) {
                carry += result.limbs_[i + j] + std::uint64_t{a.limbs_[i]} * b.limbs_[j];
                result.limbs_[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
            result.limbs_[i + b.size_] = static_cast<std::uint32_t>(carry);
        }
        result.size_ = a.size_ + b.size_;
        result.negative_ = a.negative_ != b.negative_;
        result.trim();
        return result;
    }

   private:
    // Doubles span 2,098 bits; a determinant of three differences needs three times that and a few.
    std::array<std::uint32_t, 213> limbs_{};
    std::size_t size_ = 0;
    bool negative_ = false;

    void trim() {
        while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
    }
    [[nodiscard]] bool smaller_than(const WideInteger& other) const {  // by magnitude
        if (size_ != other.size_) return size_ < other.size_;
        for (std::size_t i = size_; i-- > 0;) {
            if (limbs_[i] != other.limbs_[i]) return limbs_[i] < other.limbs_[i];
        }
        return false;
    }
    static WideInteger added(const WideInteger& a, const WideInteger& b) {
        WideInteger result;
        result.negative_ = a.negative_;
        result.size_ = (a.size_ > b.size_ ? a.size_ : b.size_) + 1;
        SWEPT_ASSERT(result.size_ <= result.limbs_.size(), "sums fit");
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < result.size_; ++i) {
            carry += std::uint64_t{a.limbs_[i]} + b.limbs_[i];
            result.limbs_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        result.trim();
        return result;
    }
    static WideInteger subtracted(const WideInteger& larger, const WideInteger& smaller) {
        SWEPT_ASSERT(!larger.smaller_than(smaller), "nothing is left to borrow from");
        WideInteger result;
        result.negative_ = larger.negative_;
        result.size_ = larger.size_;
        std::int64_t borrow = 0;
        for (std::size_t i = 0; i < larger.size_; ++i) {
            std::int64_t digit = std::int64_t{larger.limbs_[i]} - smaller.limbs_[i] + borrow;
            borrow = digit < 0 ? -1 : 0;
            if (digit < 0) digit += std::int64_t{1} << 32;
            result.limbs_[i] = static_cast<std::uint32_t>(digit);
        }
        result.trim();
        return result;
    }
};

}  // namespace swept::exact

// Eight floats at once, for kernels that are written once: however many vectors the instruction set
// needs for them, and a plain array without SWEPT_SIMD. Every operation but one is done lane by
// lane and rounded once, so that all of them give the same bits. A float stands for eight equal
// ones. To be included after simd.h, once per instruction set (hence the guard, which Highway
// toggles).

#if defined(SWEPT_ROW8_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_ROW8_INL
#undef SWEPT_ROW8_INL
#else
#define SWEPT_ROW8_INL
#endif

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/bits.h"

HWY_BEFORE_NAMESPACE();
namespace swept::HWY_NAMESPACE {

#if SWEPT_SIMD

namespace hn = hwy::HWY_NAMESPACE;
using RowTag = hn::CappedTag<float, 8>;
inline constexpr std::size_t part_lanes = hn::MaxLanes(RowTag());
inline constexpr std::size_t row_parts = 8 / part_lanes;

#define SWEPT_FOR_PARTS for (std::size_t p = 0; p < row_parts; ++p)

struct Row {
    hn::Vec<RowTag> part[row_parts];

    Row() = default;
    HWY_INLINE Row(float value) {  // NOLINT(google-explicit-constructor): formulas mix both
        SWEPT_FOR_PARTS part[p] = hn::Set(RowTag(), value);
    }
};

/// Of eight lanes, some.
struct RowMask {
    hn::Mask<RowTag> part[row_parts];
};

/// From any address.
HWY_INLINE Row load(const float* from) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::LoadU(RowTag(), from + p * part_lanes);
    return row;
}
HWY_INLINE void store(const Row& row, float* to) {
    SWEPT_FOR_PARTS hn::StoreU(row.part[p], RowTag(), to + p * part_lanes);
}
HWY_INLINE Row all(float value) {
    return Row(value);
}
HWY_INLINE Row operator+(const Row& a, const Row& b) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Add(a.part[p], b.part[p]);
    return row;
}
HWY_INLINE Row operator-(const Row& a, const Row& b) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Sub(a.part[p], b.part[p]);
    return row;
}
HWY_INLINE Row operator*(const Row& a, const Row& b) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Mul(a.part[p], b.part[p]);
    return row;
}
HWY_INLINE Row operator/(const Row& a, const Row& b) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Div(a.part[p], b.part[p]);
    return row;
}
HWY_INLINE Row operator-(const Row& a) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Neg(a.part[p]);
    return row;
}
HWY_INLINE Row square_root(const Row& a) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Sqrt(a.part[p]);
    return row;
}
/// a where `chooser` is positive, b elsewhere.
HWY_INLINE Row where_positive(const Row& chooser, const Row& a, const Row& b) {
    Row row;
    SWEPT_FOR_PARTS {
        const auto mask = hn::Gt(chooser.part[p], hn::Zero(RowTag()));
        row.part[p] = hn::IfThenElse(mask, a.part[p], b.part[p]);
    }
    return row;
}
/// a b + c, in one rounding or in two: only for bounds that allow for either.
HWY_INLINE Row about_product_sum(const Row& a, const Row& b, const Row& c) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::MulAdd(a.part[p], b.part[p], c.part[p]);
    return row;
}
/// a where it is less than b, else b: also where one is NaN, or both are zeros. x86 has an
/// instruction that does just this; Min and Max of other sets treat NaN otherwise.
HWY_INLINE Row lesser(const Row& a, const Row& b) {
    Row row;
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    SWEPT_FOR_PARTS row.part[p] = hn::Min(a.part[p], b.part[p]);
#else
    SWEPT_FOR_PARTS {
        const auto mask = hn::Lt(a.part[p], b.part[p]);
        row.part[p] = hn::IfThenElse(mask, a.part[p], b.part[p]);
    }
#endif
    return row;
}
HWY_INLINE Row greater(const Row& a, const Row& b) {
    Row row;
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    SWEPT_FOR_PARTS row.part[p] = hn::Max(a.part[p], b.part[p]);
#else
    SWEPT_FOR_PARTS {
        const auto mask = hn::Gt(a.part[p], b.part[p]);
        row.part[p] = hn::IfThenElse(mask, a.part[p], b.part[p]);
    }
#endif
    return row;
}
HWY_INLINE Row magnitude(const Row& a) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Abs(a.part[p]);
    return row;
}
HWY_INLINE RowMask is_less(const Row& a, const Row& b) {
    RowMask mask;
    SWEPT_FOR_PARTS mask.part[p] = hn::Lt(a.part[p], b.part[p]);
    return mask;
}
HWY_INLINE RowMask is_at_most(const Row& a, const Row& b) {
    RowMask mask;
    SWEPT_FOR_PARTS mask.part[p] = hn::Le(a.part[p], b.part[p]);
    return mask;
}
HWY_INLINE RowMask operator&(const RowMask& a, const RowMask& b) {
    RowMask mask;
    SWEPT_FOR_PARTS mask.part[p] = hn::And(a.part[p], b.part[p]);
    return mask;
}
HWY_INLINE RowMask operator|(const RowMask& a, const RowMask& b) {
    RowMask mask;
    SWEPT_FOR_PARTS mask.part[p] = hn::Or(a.part[p], b.part[p]);
    return mask;
}
/// a in the lanes of the mask, b elsewhere.
HWY_INLINE Row choose(const RowMask& mask, const Row& a, const Row& b) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::IfThenElse(mask.part[p], a.part[p], b.part[p]);
    return row;
}
/// Bit i: whether the mask has lane i.
HWY_INLINE unsigned bits_of(const RowMask& mask) {
    unsigned bits = 0;
    SWEPT_FOR_PARTS {
        std::uint8_t of_part[8] = {};  // Highway writes whole bytes, at least one
        hn::StoreMaskBits(RowTag(), mask.part[p], of_part);
        bits |= static_cast<unsigned>(of_part[0]) << (p * part_lanes);
    }
    return bits;
}
#undef SWEPT_FOR_PARTS

#else

inline constexpr std::size_t part_lanes = 1;

struct Row {
    float lane[8];

    Row() = default;
    Row(float value) {  // NOLINT(google-explicit-constructor): formulas mix both
        for (std::size_t i = 0; i < 8; ++i) lane[i] = value;
    }
};

struct RowMask {
    bool lane[8];
};

#define SWEPT_LANES(expression)                                     \
    Row row;                                                        \
    for (std::size_t i = 0; i < 8; ++i) row.lane[i] = (expression); \
    return row

inline Row load(const float* from) {
    SWEPT_LANES(from[i]);
}
inline void store(const Row& row, float* to) {
    for (std::size_t i = 0; i < 8; ++i) to[i] = row.lane[i];
}
inline Row all(float value) {
    return Row(value);
}
inline Row operator+(const Row& a, const Row& b) {
    SWEPT_LANES(a.lane[i] + b.lane[i]);
}
inline Row operator-(const Row& a, const Row& b) {
    SWEPT_LANES(a.lane[i] - b.lane[i]);
}
inline Row operator*(const Row& a, const Row& b) {
    SWEPT_LANES(a.lane[i] * b.lane[i]);
}
inline Row operator/(const Row& a, const Row& b) {
    SWEPT_LANES(a.lane[i] / b.lane[i]);
}
inline Row operator-(const Row& a) {
    SWEPT_LANES(-a.lane[i]);
}
inline Row square_root(const Row& a) {
    SWEPT_LANES(std::sqrt(a.lane[i]));
}
inline Row where_positive(const Row& chooser, const Row& a, const Row& b) {
    SWEPT_LANES(chooser.lane[i] > 0 ? a.lane[i] : b.lane[i]);
}
inline Row about_product_sum(const Row& a, const Row& b, const Row& c) {
    SWEPT_LANES(a.lane[i] * b.lane[i] + c.lane[i]);
}
inline Row lesser(const Row& a, const Row& b) {
    SWEPT_LANES(a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i]);
}
inline Row greater(const Row& a, const Row& b) {
    SWEPT_LANES(a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i]);
}
inline Row magnitude(const Row& a) {
    SWEPT_LANES(__builtin_fabsf(a.lane[i]));
}
#undef SWEPT_LANES

#define SWEPT_LANES(expression)                                      \
    RowMask mask;                                                    \
    for (std::size_t i = 0; i < 8; ++i) mask.lane[i] = (expression); \
    return mask

inline RowMask is_less(const Row& a, const Row& b) {
    SWEPT_LANES(a.lane[i] < b.lane[i]);
}
inline RowMask is_at_most(const Row& a, const Row& b) {
    SWEPT_LANES(a.lane[i] <= b.lane[i]);
}
inline RowMask operator&(const RowMask& a, const RowMask& b) {
    SWEPT_LANES(a.lane[i] && b.lane[i]);
}
inline RowMask operator|(const RowMask& a, const RowMask& b) {
    SWEPT_LANES(a.lane[i] || b.lane[i]);
}
#undef SWEPT_LANES
inline Row choose(const RowMask& mask, const Row& a, const Row& b) {
    Row row;
    for (std::size_t i = 0; i < 8; ++i) row.lane[i] = mask.lane[i] ? a.lane[i] : b.lane[i];
    return row;
}
inline unsigned bits_of(const RowMask& mask) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= mask.lane[i] ? 1U << i : 0U;
    return bits;
}

#endif

/// Bit i: whether lane i of a is larger.
HWY_INLINE unsigned bits_larger(const Row& a, const Row& b) {
    return bits_of(is_less(b, a));
}

/// One of the eight.
HWY_INLINE float lane_of(const Row& row, unsigned lane) {
    static_assert(sizeof(Row) == 8 * sizeof(float));  // so that they lie side by side
    float value;
    __builtin_memcpy(&value, reinterpret_cast<const char*>(&row) + lane * sizeof(float),
                     sizeof(float));
    return value;
}

}  // namespace swept::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Eight floats at once, for kernels that are written once: however many vectors the instruction set
// needs for them, and a plain array without SWEPT_SIMD. Every operation but one is done lane by
// lane and rounded once, so that all of them give the same bits. To be included after simd.h, once
// per instruction set (hence the guard, which Highway toggles).

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

#include "math/bits.h"

HWY_BEFORE_NAMESPACE();
namespace swept::HWY_NAMESPACE {

#if SWEPT_SIMD

namespace hn = hwy::HWY_NAMESPACE;
using RowTag = hn::CappedTag<float, 8>;
inline constexpr std::size_t part_lanes = hn::MaxLanes(RowTag());
inline constexpr std::size_t row_parts = 8 / part_lanes;

struct Row {
    hn::Vec<RowTag> part[row_parts];
};

#define SWEPT_FOR_PARTS for (std::size_t p = 0; p < row_parts; ++p)

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
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Set(RowTag(), value);
    return row;
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
/// No lane may be NaN: instruction sets differ there.
HWY_INLINE Row lesser(const Row& a, const Row& b) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Min(a.part[p], b.part[p]);
    return row;
}
HWY_INLINE Row greater(const Row& a, const Row& b) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Max(a.part[p], b.part[p]);
    return row;
}
HWY_INLINE Row magnitude(const Row& a) {
    Row row;
    SWEPT_FOR_PARTS row.part[p] = hn::Abs(a.part[p]);
    return row;
}
/// Bit i: whether lane i of a is larger.
HWY_INLINE unsigned bits_larger(const Row& a, const Row& b) {
    unsigned bits = 0;
    SWEPT_FOR_PARTS {
        std::uint8_t of_part[8] = {};  // Highway writes whole bytes, at least one
        hn::StoreMaskBits(RowTag(), hn::Gt(a.part[p], b.part[p]), of_part);
        bits |= static_cast<unsigned>(of_part[0]) << (p * part_lanes);
    }
    return bits;
}
#undef SWEPT_FOR_PARTS

#else

struct Row {
    float lane[8];
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
    SWEPT_LANES(value);
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
    SWEPT_LANES(a.lane[i] < 0 ? -a.lane[i] : a.lane[i]);
}
inline unsigned bits_larger(const Row& a, const Row& b) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= a.lane[i] > b.lane[i] ? 1U << i : 0U;
    return bits;
}
#undef SWEPT_LANES

#endif

}  // namespace swept::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

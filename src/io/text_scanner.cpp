#include "io/text_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <string>
#include <system_error>

#include "core/assert.h"

namespace swept::io_detail {
namespace {

constexpr std::array<double, 16> powers_of_ten = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::uint64_t digit(char c) {
    return static_cast<std::uint64_t>(c - '0');
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// std::from_chars says "out of range" for too large and too small alike. They differ in the decimal
// exponent of the first digit that is not 0.
bool is_below_one(const char* first, const char* last) {
    std::int64_t exponent = 0;
    bool seen_point = false;
    bool seen_nonzero = false;
    const char* p = first;
    for (; p < last && (is_digit(*p) || *p == '.' || *p == '-'); ++p) {
        if (*p == '.') seen_point = true;
        if (!is_digit(*p)) continue;
        seen_nonzero = seen_nonzero || *p != '0';
        if (seen_point && !seen_nonzero) --exponent;
        if (!seen_point && seen_nonzero) ++exponent;
    }
    if (p == last) return exponent <= 0;
    const bool negative = p + 1 < last && p[1] == '-';
    p += p + 1 < last && (p[1] == '-' || p[1] == '+') ? 2 : 1;
    std::int64_t written = 0;
    const auto [end, code] = std::from_chars(p, last, written);
    if (code == std::errc::result_out_of_range) return negative;
    return exponent + (negative ? -written : written) <= 0;
}

double value_out_of_range(const char* first, const char* last) {
    const double size = is_below_one(first, last) ? 0.0 : std::numeric_limits<double>::infinity();
    return *first == '-' ? -size : size;
}

bool all_digits(const char* p) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, p, sizeof eight);
    // '0' to '9' are 0x30 to 0x39: the upper half must be 3, also after adding 6 to the lower half.
    constexpr std::uint64_t upper = 0xf0f0f0f0f0f0f0f0, threes = 0x3030303030303030;
    return (eight & upper) == threes && ((eight + 0x0606060606060606) & upper) == threes;
}

/// Whether a number that starts here is seen at a glance to have more digits than short_number
/// takes: digits all the way from its fifth to its nineteenth character.
bool is_long_number(const char* first, const char* end) {
    return end - first >= 20 && all_digits(first + 4) && all_digits(first + 11);
}

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

// Most numbers are short: digits that make a whole number below 2^53, and a point. Then number and
// power of ten are exact doubles, and one division rounds correctly. Returns where the number ends,
// or nullptr if it is not of this kind.
const char* TextScanner::short_number(const char* first, double& value) const {
    constexpr std::ptrdiff_t most_digits = 15;
    const char* p = first;
    const bool negative = p < end_ && *p == '-';
    if (negative) ++p;
    const char* const digits = p;
    std::uint64_t whole = 0;
    while (p < end_ && is_digit(*p) && p - digits <= most_digits) whole = 10 * whole + digit(*p++);
    std::ptrdiff_t count = p - digits;
    std::ptrdiff_t decimals = 0;
    if (p < end_ && *p == '.') {
        const char* const point = p++;
        while (p < end_ && is_digit(*p) && p - point <= most_digits) {
            whole = 10 * whole + digit(*p++);
        }
        decimals = p - point - 1;
        count += decimals;
    }
    if (count == 0 || count > most_digits || !token_may_end(p)) return nullptr;
    SWEPT_ASSERT(static_cast<std::size_t>(decimals) < powers_of_ten.size(), "few digits");
    const double size =
        static_cast<double>(whole) / powers_of_ten[static_cast<std::size_t>(decimals)];
    value = negative ? -size : size;
    return p;
}

bool TextScanner::number(double& value) {
    skip_blanks();
    const char* const short_end = is_long_number(at_, end_) ? nullptr : short_number(at_, value);
    if (short_end != nullptr) {
        at_ = short_end;
        return true;
    }
    const char* first = at_;
    if (first < end_ && *first == '+') ++first;
    const auto [last, code] = std::from_chars(first, end_, value);
    const bool two_signs = first != at_ && first < end_ && *first == '-';
    if (code == std::errc::invalid_argument || two_signs || !token_may_end(last)) {
        return refuse(at_, "a number");
    }
    if (code == std::errc::result_out_of_range) value = value_out_of_range(first, last);
    at_ = last;
    return true;
}

std::string_view TextScanner::word() {
    skip_blanks();
    const char* const first = at_;
    SWEPT_ASSERT(at_ <= end_, "within the text");
    while (!token_may_end(at_)) ++at_;
    return {first, static_cast<std::size_t>(at_ - first)};
}

bool TextScanner::refuse(const char* token, std::string_view expected) {
    at_ = token;
    const bool nothing = at_line_end();
    const char* const place = at_;
    std::string_view found = word();
    // A lone backslash is no continuation and no part of a word either.
    if (found.empty() && !nothing) found = {place, 1};
    const std::string what = "expected " + std::string(expected) + " but ";
    if (!nothing) return context_.fail(place, what + "found " + in_quotes(found) + "; correct it");
    const bool ended = place == end_;
    return context_.fail(place, what + (ended ? "the file ends; it may be cut off"
                                              : "the line ends; add what is missing"));
}

void TextScanner::skip_rest_of_line() {
    const bool comment = at_ < end_ && *at_ == '#' && rules_.comments;
    while (at_ < end_) {
        const void* found = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
        const char* const line_end = found == nullptr ? end_ : static_cast<const char*>(found);
        const char* last = line_end;
        while (last > at_ && is_blank(last[-1])) --last;
        const bool joined = rules_.continuations && !comment && last > at_ && last[-1] == '\\';
        at_ = line_end == end_ ? end_ : line_end + 1;
        if (!joined) break;
    }
    context_.advance(at_);
}

bool TextScanner::next_filled_line() {
    while (at_line_end()) {
        if (at_end()) return false;
        next_line();
    }
    return true;
}

// Where the next line starts if this backslash joins it, or nullptr.
const char* TextScanner::after_continuation(const char* backslash) const {
    SWEPT_ASSERT(backslash < end_ && *backslash == '\\', "where a line may go on");
    const char* p = backslash + 1;
    while (p < end_ && is_blank(*p)) ++p;
    if (p == end_) return end_;
    return *p == '\n' ? p + 1 : nullptr;
}

void TextScanner::join_lines() {
    while (at_ < end_ && *at_ == '\\') {
        const char* const next = after_continuation(at_);
        if (next == nullptr) return;
        at_ = next;
        while (at_ < end_ && is_blank(*at_)) ++at_;
    }
}

}  // namespace swept::io_detail

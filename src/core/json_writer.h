#pragma once

// JSON text: numbers, strings and objects, key after key.

#include <Eigen/Core>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "swept/export.h"

namespace swept::core_detail {

/// As a JSON string, in quotes; what is not UTF-8 is replaced.
[[nodiscard]] SWEPT_API std::string json_string(std::string_view text);

/// Appends the shortest decimal number that reads back to the same bits: without an exponent
/// between 1e-4 and 1e16, without a point where it is whole. The number must be finite.
SWEPT_API void append_shortest(std::string& text, double number);

/// Appends a number so that it reads back to the same double, and as a double: 1 is written 1.0.
/// JSON has no infinity and no NaN: for what is not finite, as a measure that is beyond the range
/// of doubles, null is written. All numbers of answers pass here.
SWEPT_API void append_number(std::string& text, double number);

/// Writes an object on one line, key after key.
class JsonObject {
   public:
    void add(std::string_view key, bool value) { add_raw(key, value ? "true" : "false"); }
    void add(std::string_view key, std::string_view value) { add_raw(key, json_string(value)); }
    void add(std::string_view key, const char* value) { add(key, std::string_view(value)); }
    template <std::unsigned_integral Count>
    void add(std::string_view key, Count value) {
        add_raw(key, std::to_string(value));
    }
    template <std::floating_point Number>
    void add(std::string_view key, Number value) {
        begin(key);
        append_number(text_, value);
    }
    SWEPT_API void add(std::string_view key, const Eigen::Vector3d& value);
    void add_null(std::string_view key) { add_raw(key, "null"); }
    /// A value that is JSON already.
    SWEPT_API void add_raw(std::string_view key, std::string_view json);

    /// Pairs of whole numbers: [[1,2],[3,4]].
    template <class Pairs>
    void add_pairs(std::string_view key, const Pairs& pairs) {
        begin(key);
        text_ += '[';
        for (bool first = true; const auto& [a, b] : pairs) {
            if (!first) text_ += ',';
            first = false;
            append_pair(a, b);
        }
        text_ += ']';
    }

    /// The object, closed.
    [[nodiscard]] std::string text() && {
        text_ += '}';
        return std::move(text_);
    }

   private:
    SWEPT_API void begin(std::string_view key);
    SWEPT_API void append_pair(std::uint32_t a, std::uint32_t b);

    std::string text_ = "{";
};

}  // namespace swept::core_detail

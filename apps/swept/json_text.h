#pragma once

// JSON text in and out. Behind it stands nlohmann/json, seen by json_text.cpp alone in what batches
// use: its header costs seconds in every file that includes it, and its values keep neither the
// text of a number nor a key that stands twice.

#include <Eigen/Core>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace swept::tool {

/// One value of a document.
struct Json {
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    bool boolean = false;
    double number = 0;
    std::string text = {};         ///< a string; a number as it was written
    std::vector<Json> items = {};  ///< of an array; the values of an object
    std::vector<std::string> keys =
        {};  ///< of an object, one for each of the items; none stands twice

    /// The value of a key, or null.
    [[nodiscard]] const Json* find(std::string_view key) const;
};

/// What was read of a text: all of it, or what stands before the error.
struct ParsedJson {
    Json value;
    std::string error;  ///< what is wrong and where, in words; empty when nothing is
};

/// Reads one document. Refused besides what is not JSON: numbers beyond the range of a double,
/// invalid UTF-8, a key that stands twice, more than 64 levels or 64 keys in one object (so that
/// hostile text costs no more than its length).
[[nodiscard]] ParsedJson parse_json(std::string_view text);

/// As a JSON string, in quotes; what is not UTF-8 is replaced.
[[nodiscard]] std::string json_string(std::string_view text);

/// Appends a number so that it reads back to the same double, and as a double: 1 is written 1.0.
/// JSON has no infinity and no NaN: for what is not finite, as a measure that is beyond the range
/// of doubles, null is written. All numbers of answers pass here.
void append_number(std::string& text, double number);

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
    void add(std::string_view key, const Eigen::Vector3d& value);
    void add_null(std::string_view key) { add_raw(key, "null"); }
    /// A value that is JSON already.
    void add_raw(std::string_view key, std::string_view json);

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

    /// What stands between its braces, to be put into another.
    [[nodiscard]] std::string members() && { return std::move(text_).substr(1); }

   private:
    void begin(std::string_view key);
    void append_pair(std::uint32_t a, std::uint32_t b);

    std::string text_ = "{";
};

}  // namespace swept::tool

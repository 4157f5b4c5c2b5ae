#pragma once

// JSON text in and out. Behind it stands nlohmann/json, seen by json_text.cpp alone in what batches
// use: its header costs seconds in every file that includes it, and its values keep neither the
// text of a number nor a key that stands twice.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_writer.h"

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

using core_detail::append_number;
using core_detail::json_string;
using core_detail::JsonObject;

}  // namespace swept::tool

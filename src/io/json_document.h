#pragma once

// JSON from outside: parsed so that hostile text costs no more than its length.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "swept/result.h"

namespace swept::io_detail {

/// Reads one document. Refused besides what is not JSON: numbers beyond the range of a double, a
/// key that stands twice, more than 32 levels of brackets or 64 keys in one object. The Error names
/// the line, or for what is wrong with a key its place, as /rooms/3/mesh.
[[nodiscard]] Result<nlohmann::json> parse_json_document(std::string_view text);

}  // namespace swept::io_detail

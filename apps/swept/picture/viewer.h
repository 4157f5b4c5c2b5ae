#pragma once

// The page that shows a picture, bundled from viewer/ when the tool is built.

#include <string_view>

namespace swept::tool {

/// With a place for the title and one for the scene; empty where the tool was built without it.
[[nodiscard]] std::string_view viewer_page();

}  // namespace swept::tool

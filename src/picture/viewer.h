#pragma once

// The page that shows a picture, bundled from viewer/ when the library is built.

#include <string_view>

namespace swept::picture_detail {

/// With a place for the title and one for the scene; empty where the library was built without it.
[[nodiscard]] std::string_view viewer_page();

}  // namespace swept::picture_detail

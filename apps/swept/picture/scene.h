#pragma once

// A picture as a glTF scene (viewer/FORMAT.md).

#include <string>

#include "picture/picture.h"

namespace swept::tool {

/// The bytes of the .glb file; throws Failure where it would be too large.
[[nodiscard]] std::string glb_of(const Picture& picture);

}  // namespace swept::tool

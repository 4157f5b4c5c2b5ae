#pragma once

// A picture as a glTF scene (viewer/FORMAT.md).

#include <string>

#include "core/namespaces.h"
#include "swept/picture.h"

namespace swept::picture_detail {

/// The bytes of the .glb file. Errors: those of picture_glb.
[[nodiscard]] Result<std::string> glb_of(const Picture& picture);

}  // namespace swept::picture_detail

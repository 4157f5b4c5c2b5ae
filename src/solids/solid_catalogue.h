#pragma once

// What the descriptions of solids ask for.

#include <optional>
#include <string_view>

#include "core/namespaces.h"
#include "swept/result.h"
#include "swept/solids.h"

namespace swept::solids_detail {

/// The options of a level that is described as for make_solid; nothing for another solid. Errors as
/// those of make_solid, but for values out of range.
[[nodiscard]] Result<std::optional<LevelOptions>> read_level_options(std::string_view description);

}  // namespace swept::solids_detail

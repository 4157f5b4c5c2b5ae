#pragma once

#include <cstdlib>
#include <filesystem>

namespace swept::bench {

/// Real meshes, beside the project where they are at hand.
[[nodiscard]] inline std::filesystem::path data_folder() {
    if (const char* const set = std::getenv("SWEPT_DATA")) return set;
    return std::filesystem::path(__FILE__).parent_path() / "../../../shared/data";
}

}  // namespace swept::bench

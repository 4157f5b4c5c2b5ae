#pragma once

// docs/glide-measured.md and its chart. The prose is in page.md beside this file; {{names}} in it
// are filled with what was measured.

#include <filesystem>

#include "report.h"

namespace swept::bench {

/// Writes FOLDER/glide-measured.md, the tables in FOLDER/measured and
/// FOLDER/images/glide-growth.svg. Error: a file cannot be written.
[[nodiscard]] Result<void> write_page(const Results& results, const std::filesystem::path& folder);

}  // namespace swept::bench

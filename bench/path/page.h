#pragma once

// docs/paths-measured.md. The prose is in page.md beside this file; {{names}} in it are filled with
// what was measured.

#include <filesystem>

#include "report.h"

namespace swept::bench {

/// Writes FOLDER/paths-measured.md and the tables in FOLDER/measured. Error: a file cannot be
/// written.
[[nodiscard]] Result<void> write_page(const Results& results, const std::filesystem::path& folder);

}  // namespace swept::bench

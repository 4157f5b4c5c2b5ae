#pragma once

// docs/dop-trees.md and its charts. The prose is in page.md beside this file; {{names}} in it are
// filled with what was measured.

#include <filesystem>

#include "report.h"

namespace swept::bench {

/// Writes FOLDER/dop-trees.md, FOLDER/measured/trees-*.txt and FOLDER/images/overlap-*.svg.
/// Error: a file cannot be written, or a mesh that the page shows was not measured.
[[nodiscard]] Result<void> write_page(const Results& results, const std::filesystem::path& folder);

}  // namespace swept::bench

#pragma once

// Files that commands write besides their answer.

#include <string>

namespace swept::tool {

/// The whole text, in place of what is there, which a failure leaves as it is (core/output_file.h).
/// Throws Failure.
void write_file(const std::string& file, const std::string& text);

}  // namespace swept::tool

#pragma once

// Pages of docs/: prose with {{names}} that are filled with what was measured. Of a table,
// {{name: head; head}} takes the columns with these heads, and {{name: head; head where head is
// cell; cell}} only the rows that have one of these cells there. A link to measured/PAGE-NAME.txt
// writes the whole table NAME to that file beside the page.

#include <filesystem>
#include <map>
#include <string>

#include "swept/result.h"
#include "table.h"

namespace swept::bench {

using Words = std::map<std::string, std::string>;

/// A table as a word: without its last line break, and nothing at all of a table without rows.
[[nodiscard]] std::string word_of(const Table& table);

/// The template with every {{name}} filled. Error: a name that is not among the words, or a column
/// that its table does not have.
[[nodiscard]] Result<std::string> filled(const std::string& text, const Words& words);

/// The page of a template: filled, and written, with the files of the tables that it links to.
/// Error: as for filled(), or a file cannot be written.
[[nodiscard]] Result<void> write_filled(const std::filesystem::path& from, const Words& words,
                                        const std::filesystem::path& to);

[[nodiscard]] Result<std::string> read_text(const std::filesystem::path& path);
[[nodiscard]] Result<void> write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace swept::bench

#include "page_template.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

namespace swept::bench {

namespace {

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// The pieces between separators, as they are.
std::vector<std::string> pieces_of(const std::string& text, char separator) {
    std::vector<std::string> pieces;
    std::istringstream stream(text);
    for (std::string piece; std::getline(stream, piece, separator);) pieces.push_back(piece);
    return pieces;
}

/// What "head; head where head is cell; cell" asks for: columns, and the rows that have one of the
/// cells in one column. Without "where", all rows.
struct Choice {
    std::vector<std::string> heads;
    std::string head_of_cells;
    std::vector<std::string> cells;
};

std::vector<std::string> listed(const std::string& text) {
    std::vector<std::string> names;
    for (const std::string& piece : pieces_of(text, ';')) names.push_back(trimmed(piece));
    return names;
}

Choice choice_of(const std::string& text) {
    const std::string where = " where ", is = " is ";
    const std::size_t at = text.find(where);
    Choice choice{listed(text.substr(0, at)), "", {}};
    if (at == std::string::npos) return choice;
    const std::string rows = text.substr(at + where.size());
    const std::size_t value = rows.find(is);
    choice.head_of_cells = trimmed(rows.substr(0, value));
    if (value != std::string::npos) choice.cells = listed(rows.substr(value + is.size()));
    return choice;
}

/// The first column with this head; heads.size() if there is none.
std::size_t column_of(const std::vector<std::string>& heads, const std::string& name) {
    std::size_t column = 0;
    while (column < heads.size() && trimmed(heads[column]) != name) ++column;
    return column;
}

/// The columns and rows of a Markdown table that are asked for. A text without a table, such as
/// "Not measured in this run.", stays as it is.
Result<std::string> part_of(const std::string& table, const Choice& choice) {
    if (!table.starts_with('|')) return table;
    const std::vector<std::string> lines = pieces_of(table, '\n');
    const std::vector<std::string> heads = pieces_of(lines[0].substr(1), '|');
    std::vector<std::size_t> columns;
    for (const std::string& name : choice.heads) {
        columns.push_back(column_of(heads, name));
        if (columns.back() == heads.size()) {
            return fail(ErrorCode::bad_file, "page.md: no column " + name);
        }
    }
    const std::size_t key = column_of(heads, choice.head_of_cells);
    if (!choice.cells.empty() && key == heads.size()) {
        return fail(ErrorCode::bad_file, "page.md: no column " + choice.head_of_cells);
    }
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::vector<std::string> cells = pieces_of(lines[i].substr(1), '|');
        const bool wanted =
            i < 2 || choice.cells.empty() ||
            std::ranges::find(choice.cells, trimmed(cells.at(key))) != choice.cells.end();
        if (!wanted) continue;
        if (!out.empty()) out += "\n";
        out += "|";
        for (const std::size_t column : columns) out += cells.at(column) + "|";
    }
    return out;
}

Result<std::string> word_for(const std::string& asked, const Words& words) {
    const std::size_t colon = asked.find(':');
    const auto word = words.find(asked.substr(0, colon));
    if (word == words.end()) return fail(ErrorCode::bad_file, "page.md: unknown name " + asked);
    if (colon == std::string::npos) return word->second;
    return part_of(word->second, choice_of(asked.substr(colon + 1)));
}

/// Writes each table that the page links to as measured/PAGE-NAME.txt.
Result<void> write_linked(const std::string& page, const Words& words, const std::string& command,
                          const std::filesystem::path& folder) {
    std::error_code ignored;  // a folder that cannot be made shows when the file is written
    std::filesystem::create_directories(folder / "measured", ignored);
    const std::regex link(R"(\]\((measured/[a-z]+-(\w+)\.txt)\))");
    for (std::sregex_iterator i(page.begin(), page.end(), link), end; i != end; ++i) {
        const std::string file = (*i)[1].str(), name = (*i)[2].str();
        const auto word = words.find(name);
        if (word == words.end()) {
            return fail(ErrorCode::bad_file, "page.md: unknown table " + name);
        }
        const std::string head = "Printed by: " + command + " (table " + name + ")\n\n";
        auto written = write_text(folder / file, head + word->second + "\n");
        if (!written) return written;
    }
    return {};
}

}  // namespace

std::string word_of(const Table& table) {
    std::string text = table.rows.empty() ? "" : table.markdown();
    if (!text.empty()) text.pop_back();
    return text;
}

Result<std::string> filled(const std::string& text, const Words& words) {
    std::string out;
    std::size_t at = 0;
    for (;;) {
        const std::size_t open = text.find("{{", at);
        out += text.substr(at, open - at);
        if (open == std::string::npos) return out;
        const std::size_t close = text.find("}}", open);
        const std::string name = text.substr(open + 2, close - open - 2);
        const Result<std::string> word = word_for(name, words);
        if (!word) return word;
        out += *word;
        at = close + 2;
    }
}

Result<std::string> read_text(const std::filesystem::path& path) {
    const std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) return fail(ErrorCode::no_file, "cannot be read", path.string());
    return text.str();
}

Result<void> write_text(const std::filesystem::path& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) return fail(ErrorCode::cannot_write, "cannot be written", path.string());
    return {};
}

Result<void> write_filled(const std::filesystem::path& from, const Words& words,
                          const std::filesystem::path& to) {
    const auto page =
        read_text(from).and_then([&](const std::string& text) { return filled(text, words); });
    if (!page) return tl::unexpected<Error>(page.error());
    const std::string bench = from.parent_path().filename().string();
    auto tables =
        write_linked(*page, words, "./dev bench " + bench + " --docs docs", to.parent_path());
    if (!tables) return tables;
    return write_text(to, *page);
}

}  // namespace swept::bench

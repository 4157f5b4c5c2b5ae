#include "page_template.h"

#include <fstream>
#include <sstream>

namespace swept::bench {

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
        const auto word = words.find(name);
        if (word == words.end()) return fail(ErrorCode::bad_file, "page.md: unknown name " + name);
        out += word->second;
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
    return read_text(from)
        .and_then([&](const std::string& text) { return filled(text, words); })
        .and_then([&](const std::string& text) { return write_text(to, text); });
}

}  // namespace swept::bench

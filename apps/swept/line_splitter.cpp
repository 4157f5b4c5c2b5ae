#include "line_splitter.h"

#include <utility>

namespace swept::tool {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

void LineSplitter::feed(std::string_view bytes, std::vector<InputLine>& lines) {
    while (!bytes.empty()) {
        const std::size_t newline = bytes.find('\n');
        extend(bytes.substr(0, newline));
        if (newline == std::string_view::npos) return;
        line_.end += 1;
        end_line(lines);
        bytes.remove_prefix(newline + 1);
    }
}

void LineSplitter::finish(std::vector<InputLine>& lines) {
    end_line(lines);
}

void LineSplitter::extend(std::string_view bytes) {
    line_.end += bytes.size();
    if (line_.too_long) return;
    line_.too_long = line_.text.size() + bytes.size() > longest_line;
    if (line_.too_long) {
        line_.text = {};
    } else {
        line_.text += bytes;
    }
}

void LineSplitter::end_line(std::vector<InputLine>& lines) {
    if (line_.number == 1 && line_.text.starts_with(byte_order_mark)) {
        line_.text.erase(0, byte_order_mark.size());
    }
    InputLine next{.number = line_.number + 1, .end = line_.end};
    if (line_.too_long || !is_blank(line_.text)) lines.push_back(std::move(line_));
    line_ = std::move(next);
}

}  // namespace swept::tool

#include "io/read_context.h"

#include <algorithm>
#include <cstddef>

namespace swept::io_detail {
namespace {

constexpr std::ptrdiff_t report_step = 1 << 20;

char printable(char c) {
    return c >= ' ' && c <= '~' ? c : '?';
}

}  // namespace

ReadContext::ReadContext(std::string_view bytes, Places places, const Progress& progress)
    : bytes_(bytes), places_(places), progress_(progress), next_report_(bytes.data()) {}

bool ReadContext::fail(const char* at, std::string what, ErrorCode code) {
    if (error_) return false;
    std::string where;
    if (at != nullptr && places_ == Places::lines) {
        where = "line " + std::to_string(1 + std::count(begin(), at, '\n'));
    } else if (at != nullptr) {
        where = "byte " + std::to_string(at - begin());
    }
    error_ = Error{.code = code, .what = std::move(what), .where = std::move(where)};
    return false;
}

void ReadContext::report(const char* at) {
    const auto total = static_cast<std::ptrdiff_t>(bytes_.size());
    const std::ptrdiff_t done = at - begin();
    const std::ptrdiff_t step = std::max(report_step, total / 100);
    // Never past the end, which is as far as a pointer may go.
    next_report_ = begin() + std::min(done + step, total);
    if (progress_ && total > 0) {
        progress_(static_cast<double>(done) / static_cast<double>(total));
    }
}

std::string in_quotes(std::string_view piece) {
    constexpr std::size_t longest = 32;
    std::string text = "'";
    for (const char c : piece.substr(0, longest)) text += printable(c);
    return text + (piece.size() > longest ? "...'" : "'");
}

std::string one_line(std::string_view message) {
    constexpr std::size_t longest = 240;
    while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) {
        message.remove_suffix(1);
    }
    std::string text;
    for (const char c : message.substr(0, longest)) text += c == '\n' ? ' ' : printable(c);
    return text + (message.size() > longest ? "..." : "");
}

}  // namespace swept::io_detail

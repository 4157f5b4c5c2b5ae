#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace swept::bench {

namespace {

bool is_left(const std::string& head) {
    return head.starts_with('<');
}

std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                 const std::vector<std::string>& head) {
    std::string text = "|";
    for (std::size_t i = 0; i < cells.size(); ++i) {
        text += is_left(head[i]) ? fmt::format(" {:<{}} |", cells[i], widths[i])
                                 : fmt::format(" {:>{}} |", cells[i], widths[i]);
    }
    return text + "\n";
}

}  // namespace

std::string Table::markdown() const {
    std::vector<std::string> titles;
    std::vector<std::size_t> widths;
    for (const std::string& h : head) {
        titles.push_back(is_left(h) ? h.substr(1) : h);
        widths.push_back(std::max<std::size_t>(3, titles.back().size()));
    }
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::string text = line(titles, widths, head) + "|";
    for (std::size_t i = 0; i < head.size(); ++i) {
        text += std::string(widths[i] + 1, '-') + (is_left(head[i]) ? "-|" : ":|");
    }
    text += "\n";
    for (const auto& row : rows) text += line(row, widths, head);
    return text;
}

void print_table(const char* title, const Table& table) {
    if (!table.rows.empty()) std::printf("%s\n\n%s\n", title, table.markdown().c_str());
}

std::string percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

std::string short_number(double value) {
    const double size = std::abs(value);
    if (size == 0) return "0";
    if (size >= 999.5) return grouped(static_cast<std::size_t>(std::llround(value)));
    if (size >= 99.95) return fmt::format("{:.0f}", value);
    if (size >= 9.995) return fmt::format("{:.1f}", value);
    if (size >= 0.9995) return fmt::format("{:.2f}", value);
    return fmt::format("{:.3g}", value);
}

std::string grouped(std::size_t value) {
    std::string digits = std::to_string(value);
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) {
        digits.insert(static_cast<std::size_t>(i), ",");
    }
    return digits;
}

}  // namespace swept::bench

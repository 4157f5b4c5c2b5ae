#pragma once

// A table in Markdown, with its columns aligned so that it reads on a terminal too.

#include <string>
#include <vector>

namespace swept::bench {

struct Table {
    std::vector<std::string> head;  ///< a head that begins with '<' makes its column left-aligned
    std::vector<std::vector<std::string>> rows;

    void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
    [[nodiscard]] std::string markdown() const;
};

/// On stdout, under its title; nothing without rows.
void print_table(const char* title, const Table& table);

/// 43 %.
[[nodiscard]] std::string percent(double share);

/// Three digits: 0.123, 1.23, 12.3, 123, 1,234.
[[nodiscard]] std::string short_number(double value);

/// 12,544.
[[nodiscard]] std::string grouped(std::size_t value);

}  // namespace swept::bench

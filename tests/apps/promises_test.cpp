// docs/guarantees*.md, proof.md, its lists in docs/measured and docs/derivations name tests, files
// and constants: all of them must be there, and the table of constants must be that of
// include/swept/tolerance.h, value for value.

#include <map>
#include <regex>
#include <set>

#include "tests/apps/tool.h"

namespace {

namespace fs = std::filesystem;
using swept::test::contains;
using swept::test::lines_of;
using swept::test::text_of;

const fs::path root = SWEPT_SOURCE_DIR;

std::vector<fs::path> pages() {
    std::vector<fs::path> found;
    for (const char* name : {"guarantees-cases.md", "guarantees.md", "measured/findings.txt",
                             "measured/guarantees-tests.txt", "measured/mutants.txt", "proof.md"}) {
        found.push_back(root / "docs" / name);
    }
    for (const auto& entry : fs::directory_iterator(root / "docs/derivations")) {
        if (entry.path().extension() == ".md") found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
}

/// What stands between ` and `; not in blocks of code.
std::vector<std::string> in_ticks(const std::string& line) {
    std::vector<std::string> found;
    for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at + 1)) {
        const std::size_t end = line.find('`', at + 1);
        if (end == std::string::npos) break;
        found.push_back(line.substr(at + 1, end - at - 1));
        at = end;
    }
    return found;
}

/// The names of ctest: module.suite.test, and those that CMake adds itself (judge.sweep).
std::set<std::string> all_tests() {
    std::set<std::string> names;
    const std::regex test(R"((?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+))");
    for (const auto& entry : fs::recursive_directory_iterator(root / "tests")) {
        if (!entry.path().filename().string().ends_with("_test.cpp")) continue;
        const std::string text = text_of(entry.path());
        // The folder in tests/: tests/papers/PAPER are one module.
        const fs::path place = fs::relative(entry.path(), root / "tests");
        const std::string module = place.begin()->string();
        for (std::sregex_iterator i(text.begin(), text.end(), test), end; i != end; ++i) {
            names.insert(module + "." + (*i)[1].str() + "." + (*i)[2].str());
        }
    }
    const std::string cmake = text_of(root / "tests/CMakeLists.txt");
    const std::regex added(R"(add_test\(NAME ([\w.-]+))");
    for (std::sregex_iterator i(cmake.begin(), cmake.end(), added), end; i != end; ++i) {
        names.insert((*i)[1].str());
    }
    return names;
}

/// Calls see(page, line) for every line that is not code.
template <class See>
void each_line(const See& see) {
    for (const fs::path& page : pages()) {
        bool code = false;
        for (const std::string& line : lines_of(text_of(page))) {
            if (line.starts_with("```")) code = !code;
            if (!code) see(page, line);
        }
    }
}

/// A constant of tolerance.h, or a row of the table: name and value as they are written.
using Constants = std::map<std::string, std::string>;

Constants constants_of_header() {
    Constants found;
    const std::string text = text_of(root / "include/swept/tolerance.h");
    const std::regex constant(R"(inline constexpr double (\w+) = ([^;]+);)");
    for (std::sregex_iterator i(text.begin(), text.end(), constant), end; i != end; ++i) {
        found[(*i)[1].str()] = (*i)[2].str();
    }
    return found;
}

struct Row {
    std::string name, value, used, page, tests;
};

/// The rows of the first table of the index, which has a column for each of these.
std::vector<Row> rows_of_index() {
    std::vector<Row> rows;
    for (const std::string& line : lines_of(text_of(root / "docs/derivations/README.md"))) {
        if (!line.starts_with("| `") && !rows.empty()) break;
        if (!line.starts_with("| `")) continue;
        std::vector<std::string> cells;
        std::istringstream stream(line.substr(1));
        for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(cell);
        cells.resize(5);
        rows.push_back(
            {in_ticks(cells[0]).at(0), in_ticks(cells[1]).at(0), cells[2], cells[3], cells[4]});
    }
    return rows;
}

TEST(promises, every_test_that_is_named_exists) {
    const std::set<std::string> tests = all_tests();
    const std::regex name(R"([a-z_]+\.[a-z_]\w*\.\w+|judge\.\w+)");
    int count = 0;
    each_line([&](const fs::path& page, const std::string& line) {
        for (const std::string& text : in_ticks(line)) {
            const bool is_file = contains(text, "/") || text.ends_with(".h") ||
                                 text.ends_with(".cpp") || text.ends_with(".md");
            if (is_file || !std::regex_match(text, name)) continue;
            ++count;
            EXPECT_TRUE(tests.contains(text)) << page << " names " << text;
        }
    });
    EXPECT_GE(count, 60);
}

TEST(promises, every_file_that_is_named_exists) {
    const std::regex path(R"((?:tests|src|include|docs|examples|bench)/[\w./-]+)");
    const std::regex link(R"(\]\(([\w./-]+\.(?:md|svg))(?:#[\w-]*)?\))");
    each_line([&](const fs::path& page, const std::string& line) {
        for (const std::string& text : in_ticks(line)) {
            if (!std::regex_match(text, path)) continue;
            EXPECT_TRUE(fs::exists(root / text)) << page << " names " << text;
        }
        for (std::sregex_iterator i(line.begin(), line.end(), link), end; i != end; ++i) {
            EXPECT_TRUE(fs::exists(page.parent_path() / (*i)[1].str())) << page << ": " << line;
        }
    });
}

// "In code: `file`: `text`, ..." says what stands there, to the letter.
TEST(promises, constants_in_code_are_those_that_were_derived) {
    int count = 0;
    each_line([&](const fs::path& page, const std::string& line) {
        if (!line.starts_with("In code: ")) return;
        const std::vector<std::string> parts = in_ticks(line);
        ASSERT_GE(parts.size(), 2U) << page << ": " << line;
        const std::string text = text_of(root / parts[0]);
        EXPECT_FALSE(text.empty()) << page << " names " << parts[0];
        for (std::size_t i = 1; i < parts.size(); ++i) {
            ++count;
            EXPECT_TRUE(contains(text, parts[i])) << parts[0] << " has no " << parts[i];
        }
    });
    EXPECT_GE(count, 30);
}

TEST(promises, every_constant_of_the_header_is_in_the_table_with_its_value) {
    Constants in_table;
    for (const Row& row : rows_of_index()) {
        EXPECT_TRUE(in_table.emplace(row.name, row.value).second) << row.name << " stands twice";
    }
    EXPECT_EQ(in_table, constants_of_header());
}

TEST(promises, every_row_of_the_table_names_its_use_its_derivation_and_a_test) {
    const std::set<std::string> tests = all_tests();
    for (const Row& row : rows_of_index()) {
        const std::vector<std::string> used = in_ticks(row.used), named = in_ticks(row.tests);
        EXPECT_FALSE(used.empty()) << row.name;
        for (const std::string& file : used) {
            EXPECT_TRUE(contains(text_of(root / file), row.name)) << file << ": " << row.name;
        }
        std::smatch link;
        ASSERT_TRUE(std::regex_search(row.page, link, std::regex(R"(\]\(([\w-]+\.md))")))
            << row.name;
        const std::string page = text_of(root / "docs/derivations" / link[1].str());
        EXPECT_TRUE(contains(page, "`" + row.name + "`")) << link[1] << " lacks " << row.name;
        EXPECT_FALSE(named.empty()) << row.name;
        for (const std::string& test : named) EXPECT_TRUE(tests.contains(test)) << test;
    }
}

}  // namespace

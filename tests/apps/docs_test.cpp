// The pages are true: every command in them is run, and must print what stands below it; every
// piece of code stands in a program that is built and run; every field of an answer is explained.

#include <cctype>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "tests/apps/tool.h"

namespace {

namespace fs = std::filesystem;
using swept::test::lines_of;
using swept::test::text_of;

const fs::path root = SWEPT_SOURCE_DIR;

/// README.md, CONTRIBUTING.md, SECURITY.md and all of docs/, ascending.
std::vector<fs::path> pages() {
    std::vector<fs::path> found{root / "README.md", root / "CONTRIBUTING.md", root / "SECURITY.md"};
    for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
        if (entry.path().extension() == ".md") found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
}

std::vector<fs::path> files_in(const fs::path& folder, const std::set<std::string>& endings) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        if (endings.contains(entry.path().extension().string())) found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
}

/// What stands between ``` and ```.
struct Block {
    std::string place;  ///< page:line
    std::string language;
    std::vector<std::string> lines;

    [[nodiscard]] bool has_commands() const {
        return std::ranges::any_of(lines, [](const auto& line) { return line.starts_with("$ "); });
    }
};

std::vector<Block> blocks_of(const fs::path& page) {
    std::vector<Block> blocks;
    bool inside = false;
    int number = 0;
    for (const std::string& line : lines_of(text_of(page))) {
        ++number;
        if (line.starts_with("```")) {
            inside = !inside;
            const std::string place =
                fs::relative(page, root).string() + ":" + std::to_string(number);
            if (inside) blocks.push_back({place, line.substr(3), {}});
        } else if (inside) {
            blocks.back().lines.push_back(line);
        }
    }
    EXPECT_FALSE(inside) << page << ": a block of code has no end";
    return blocks;
}

std::vector<Block> blocks_in(const std::string& language) {
    std::vector<Block> found;
    for (const fs::path& page : pages()) {
        for (const Block& block : blocks_of(page)) {
            if (block.language == language) found.push_back(block);
        }
    }
    return found;
}

std::size_t indentation(const std::string& line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

/// The lines without the spaces that all of them begin with.
std::vector<std::string> to_the_left(std::vector<std::string> lines) {
    std::size_t common = std::string::npos;
    for (const std::string& line : lines) {
        if (!line.empty()) common = std::min(common, indentation(line));
    }
    for (std::string& line : lines) {
        if (!line.empty()) line.erase(0, common);
    }
    return lines;
}

/// Whether these lines stand in a file, one after the other, all of them further to the right by
/// the same number of spaces.
bool stand_in(const std::vector<std::string>& file, const std::vector<std::string>& lines) {
    for (std::size_t first = 0; first + lines.size() <= file.size(); ++first) {
        const std::size_t by = indentation(file[first]) - indentation(lines[0]);
        const std::string spaces(by <= 100 ? by : 0, ' ');
        bool same = true;
        for (std::size_t i = 0; same && i < lines.size(); ++i) {
            same =
                lines[i].empty() ? file[first + i].empty() : file[first + i] == spaces + lines[i];
        }
        if (same) return true;
    }
    return false;
}

void expect_in_files(const std::vector<Block>& blocks, const std::vector<fs::path>& files) {
    std::vector<std::vector<std::string>> texts;
    for (const fs::path& file : files) texts.push_back(lines_of(text_of(file)));
    for (const Block& block : blocks) {
        const std::vector<std::string> lines = to_the_left(block.lines);
        ASSERT_FALSE(lines.empty()) << block.place << ": an empty block";
        const bool found =
            std::ranges::any_of(texts, [&](const auto& text) { return stand_in(text, lines); });
        EXPECT_TRUE(found) << block.place
                           << ": stands in no program that the tests build: " << lines[0];
    }
}

class docs : public swept::test::ToolTest {
   protected:
    /// Runs the commands after "$ ", and compares what they print with what stands below each.
    void check(const Block& block) {
        for (std::size_t i = 0; i < block.lines.size();) {
            ASSERT_TRUE(block.lines[i].starts_with("$ ")) << block.place << ": " << block.lines[i];
            const std::string command = block.lines[i++].substr(2);
            std::string output;
            for (; i < block.lines.size() && !block.lines[i].starts_with("$ "); ++i) {
                output += block.lines[i] + "\n";
            }
            // A file that is shown is thereby made.
            if (command.starts_with("cat ")) {
                write(command.substr(4), output);
                continue;
            }
            ASSERT_TRUE(command.starts_with("swept ")) << block.place << ": " << command;
            const Answer answer = run(command.substr(6));
            EXPECT_EQ(answer.out + answer.error, output) << block.place << ": " << command;
            run_count_ += 1;
        }
    }

    int run_count_ = 0;
};

// Each page begins in an empty folder.
TEST_F(docs, every_command_prints_what_the_page_says) {
    for (const fs::path& page : pages()) {
        for (const auto& entry : fs::directory_iterator(in_folder(""))) fs::remove_all(entry);
        for (const Block& block : blocks_of(page)) {
            if (block.has_commands()) check(block);
        }
    }
    EXPECT_GE(run_count_, 50);
}

// Formulas, files and what programs print have no language; commands are run whatever it says.
TEST(pages, every_block_is_of_a_known_language) {
    const std::set<std::string> known{"", "console", "cpp", "cmake", "sh"};
    int count = 0;
    for (const fs::path& page : pages()) {
        for (const Block& block : blocks_of(page)) {
            ++count;
            EXPECT_TRUE(known.contains(block.language)) << block.place << ": " << block.language;
            const bool is_console = block.language == "console";
            EXPECT_TRUE(!is_console || block.has_commands()) << block.place;
        }
    }
    EXPECT_GE(count, 80);
}

TEST(pages, every_piece_of_cpp_stands_in_a_program) {
    std::vector<fs::path> programs = files_in("examples", {".cpp"});
    for (const fs::path& file : files_in("tests/install/outside", {".cpp"})) {
        programs.push_back(file);
    }
    const std::vector<Block> blocks = blocks_in("cpp");
    expect_in_files(blocks, programs);
    EXPECT_GE(blocks.size(), 20U);
}

TEST(pages, every_piece_of_cmake_stands_in_a_project_outside) {
    const std::vector<Block> blocks = blocks_in("cmake");
    expect_in_files(blocks, files_in("tests/install/outside", {".txt"}));
    EXPECT_GE(blocks.size(), 2U);
}

/// The words that './dev help' lists.
std::set<std::string> commands_of_dev() {
    std::set<std::string> commands{"help"};
    const std::string text = text_of(root / "dev");
    const std::regex listed(R"(\n\./dev (\w+))");
    for (std::sregex_iterator i(text.begin(), text.end(), listed), end; i != end; ++i) {
        commands.insert((*i)[1].str());
    }
    return commands;
}

TEST(pages, every_command_of_dev_is_one_that_it_lists) {
    const std::set<std::string> commands = commands_of_dev();
    const std::regex use(R"(\./dev ([a-z]\w*))");
    int count = 0;
    for (const fs::path& page : pages()) {
        const std::string text = text_of(page);
        for (std::sregex_iterator i(text.begin(), text.end(), use), end; i != end; ++i) {
            ++count;
            EXPECT_TRUE(commands.contains((*i)[1].str())) << page << ": " << (*i)[0];
        }
    }
    EXPECT_GE(count, 20);
    // What else a shell is told: to fetch, to build with cmake, and to start what was built.
    const std::regex line(R"((\./dev \w+|git clone |cd |cmake |build/|python3 -m ).*|)");
    for (const Block& block : blocks_in("sh")) {
        for (const std::string& text : block.lines) {
            EXPECT_TRUE(std::regex_match(text, line)) << block.place << ": " << text;
        }
    }
}

// The README's second command, with two meshes of one triangle each. Without the page of pictures
// in the tool (SWEPT_VIEWER=OFF) it writes a .glb.
TEST_F(docs, every_line_for_a_shell_that_starts_the_tool_runs) {
    const auto triangle = [](const std::string& z) {
        return "solid one\nfacet normal 0 0 1\nouter loop\nvertex 0 0 " + z + "\nvertex 1 0 " + z +
               "\nvertex 0 1 " + z + "\nendloop\nendfacet\nendsolid one\n";
    };
    write("mover.stl", triangle("30"));
    write("obstacle.stl", triangle("0"));
    const std::string start = "build/swept ";
    int count = 0;
    for (const Block& block : blocks_in("sh")) {
        for (const std::string& text : block.lines) {
            if (!text.starts_with(start)) continue;
            ++count;
            const std::string arguments = text.substr(start.size());
            Answer answer = run(arguments);
            if (answer.code != 0 && answer.error.find(".glb") != std::string::npos) {
                answer = run(std::regex_replace(arguments, std::regex(R"(\.html)"), ".glb"));
            }
            EXPECT_EQ(answer.code, 0) << block.place << ": " << text << "\n" << answer.error;
            EXPECT_NE(answer.out.find("hit"), std::string::npos) << answer.out;
        }
    }
    EXPECT_GE(count, 1);
}

/// The anchor that GitHub makes of a heading.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char letter : heading.substr(heading.find(' ') + 1)) {
        if (letter == ' ') anchor += '-';
        if (letter == '-' || letter == '_' || std::isalnum(static_cast<unsigned char>(letter))) {
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        }
    }
    return anchor;
}

/// The lines of a page from a heading to the next one that is no deeper; all without an anchor.
std::string section_of(const std::string& page, const std::string& anchor) {
    if (anchor.empty()) return page;
    std::string section;
    std::size_t depth = 0;
    for (const std::string& line : lines_of(page)) {
        const std::size_t now = line.find_first_not_of('#');
        const bool heading = line.starts_with("#") && now < line.size() && line[now] == ' ';
        if (heading && depth > 0 && now <= depth) break;
        if (heading && depth == 0 && anchor_of(line) == anchor) depth = now;
        if (depth > 0) section += line + "\n";
    }
    return section;
}

std::set<std::string> figures_in(const std::string& text) {
    const std::regex figure(R"(\d[\d,.]*\d|\d)");
    std::set<std::string> found;
    for (std::sregex_iterator i(text.begin(), text.end(), figure), end; i != end; ++i) {
        found.insert(i->str());
    }
    return found;
}

// Measured pages are written anew by every run of a benchmark: whoever quotes them notices.
TEST(pages, every_figure_of_performance_stands_where_its_row_links_to) {
    const std::regex link(R"(\]\(([\w-]+\.md)#?([\w-]*)\))");
    std::size_t count = 0;
    for (const std::string& line : lines_of(text_of(root / "docs/performance.md"))) {
        if (!line.starts_with("| ")) continue;
        std::string cited;
        for (std::sregex_iterator i(line.begin(), line.end(), link), end; i != end; ++i) {
            cited += section_of(text_of(root / "docs" / (*i)[1].str()), (*i)[2].str());
        }
        if (cited.empty()) continue;
        // The first cell says in words what the figures are of.
        const std::string cells =
            std::regex_replace(line.substr(line.find('|', 1)), link, std::string());
        const std::set<std::string> there = figures_in(cited);
        for (const std::string& figure : figures_in(cells)) {
            ++count;
            EXPECT_TRUE(there.contains(figure)) << figure << ": " << line;
        }
    }
    EXPECT_GE(count, 30U);
}

// ---- the fields of answers ----

/// The text without // comments.
std::string without_comments(const std::string& text) {
    std::string kept;
    for (const std::string& line : lines_of(text)) kept += line.substr(0, line.find("//")) + "\n";
    return kept;
}

std::vector<std::string> headers() {
    std::vector<std::string> texts;
    for (const fs::path& header : files_in("include/swept", {".h"})) {
        texts.push_back(without_comments(text_of(header)));
    }
    return texts;
}

/// What stands between the braces of `struct NAME {` or `struct NAME : BASE {`, in whichever
/// header.
std::optional<std::string> body_of(const std::string& name, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
        std::smatch head;
        if (!std::regex_search(text, head, std::regex("struct " + name + R"((?: : \w+)? \{)"))) {
            continue;
        }
        const auto at = static_cast<std::size_t>(head.position());
        const std::size_t begin = text.find('{', at) + 1;
        std::size_t end = begin;
        for (int depth = 1; depth > 0 && end < text.size(); ++end) {
            if (text[end] == '{') ++depth;
            if (text[end] == '}') --depth;
        }
        return text.substr(begin, end - begin - 1);
    }
    return std::nullopt;
}

/// The declarations of a body, without what is in braces and angle brackets. After the body of a
/// function there is no semicolon, but a declaration ends.
std::vector<std::string> declarations_of(const std::string& body) {
    std::vector<std::string> found;
    std::string now;
    int braces = 0, angles = 0;
    for (const char letter : body) {
        if (letter == '{') ++braces;
        if (braces == 0 && letter == '<') ++angles;
        const bool ends_function = letter == '}' && braces == 1 &&
                                   now.find('(') != std::string::npos &&
                                   now.find('=') == std::string::npos;
        if (braces == 0 && angles == 0 && letter != ';') now += letter;
        if ((letter == ';' && braces == 0) || ends_function) {
            found.push_back(now);
            now.clear();
            angles = 0;
        }
        if (letter == '}') --braces;
        if (braces == 0 && letter == '>' && angles > 0) --angles;
    }
    return found;
}

/// The names of the data that a struct holds.
std::set<std::string> fields_of(const std::string& body) {
    std::set<std::string> fields;
    const std::regex word(R"(\w+)");
    for (std::string text : declarations_of(body)) {
        text = text.substr(0, text.find('='));
        if (text.find('(') != std::string::npos || text.find("operator") != std::string::npos) {
            continue;
        }
        if (std::regex_search(text, std::regex(R"(^\s*(struct|class|using|static|friend)\b)"))) {
            continue;
        }
        // `T a, b`: the last word before each comma and at the end.
        std::istringstream parts(text);
        for (std::string part; std::getline(parts, part, ',');) {
            std::string last;
            for (std::sregex_iterator i(part.begin(), part.end(), word), end; i != end; ++i) {
                last = i->str();
            }
            if (!last.empty()) fields.insert(last);
        }
    }
    return fields;
}

/// By the struct that a heading names, as in "## `SweepResult`", the first cells of its table.
std::map<std::string, std::set<std::string>> fields_on_pages() {
    std::map<std::string, std::set<std::string>> found;
    const std::regex heading(R"(#+ `(\w+)`.*)"), row(R"(\| `(\w+)` \|.*)");
    for (const fs::path& page : files_in("docs/results", {".md"})) {
        std::set<std::string>* now = nullptr;
        for (const std::string& line : lines_of(text_of(page))) {
            std::smatch match;
            if (line.starts_with("#")) now = nullptr;
            if (std::regex_match(line, match, heading)) now = &found[match[1].str()];
            if (now && std::regex_match(line, match, row)) now->insert(match[1].str());
        }
    }
    return found;
}

TEST(pages, every_field_of_an_answer_is_explained_and_no_other) {
    const std::vector<std::string> texts = headers();
    for (const auto& [name, on_page] : fields_on_pages()) {
        const std::optional<std::string> body = body_of(name, texts);
        ASSERT_TRUE(body) << "docs/results explains " << name << ", which no header has";
        EXPECT_EQ(on_page, fields_of(*body)) << name;
    }
}

TEST(pages, every_answer_has_its_page) {
    const auto on_pages = fields_on_pages();
    const std::regex answer(
        R"(\nstruct (\w*(?:Result|Report|Stats|Set|Screen)|StepContact|ColliderRef|Contact|ContactFeature|Witness|Collision|CastHit|CarveResult|Error)(?: : \w+)? \{)");
    int count = 0;
    for (const fs::path& header : files_in("include/swept", {".h"})) {
        const std::string text = text_of(header);
        for (std::sregex_iterator i(text.begin(), text.end(), answer), end; i != end; ++i) {
            ++count;
            EXPECT_TRUE(on_pages.contains((*i)[1].str())) << header << ": " << (*i)[1];
        }
    }
    EXPECT_GE(count, 25);
}

TEST(pages, fields_are_told_from_everything_else_in_a_struct) {
    const std::string body = R"(
        enum class Kind : int { one, two } kind = Kind::one;
        static constexpr int limit = 3;
        std::array<int, 2> pair{}, other;
        Vector point = Vector::Zero();
        struct Inner { int not_mine = 0; };
        std::vector<Inner> inner;
        bool good() const { return limit > 2; }
        std::map<int, std::vector<int>> after;
        friend bool operator==(const A&, const A&) = default;
        double last = 0;)";
    EXPECT_EQ(fields_of(body),
              (std::set<std::string>{"after", "inner", "kind", "last", "other", "pair", "point"}));
}

}  // namespace

// docs/cli.md is true: every command in it is run, and must print what stands below it.

#include "tests/apps/tool.h"

namespace {

namespace fs = std::filesystem;

struct Example {
    std::string command;
    std::string output;
};

/// What stands between ``` and ```: commands after "$ ", each with its output.
std::vector<Example> examples_of(const std::string& text) {
    std::vector<Example> examples;
    bool inside = false;
    bool after_command = false;
    for (const std::string& line : swept::test::lines_of(text)) {
        if (line.starts_with("```")) {
            inside = !inside;
            after_command = false;
        } else if (inside && line.starts_with("$ ")) {
            examples.push_back({line.substr(2), ""});
            after_command = true;
        } else if (after_command) {
            examples.back().output += line + "\n";
        }
    }
    return examples;
}

class docs : public swept::test::ToolTest {};

TEST_F(docs, every_example_prints_what_the_page_says) {
    const auto examples =
        examples_of(swept::test::text_of(fs::path(SWEPT_SOURCE_DIR) / "docs/cli.md"));
    int run_count = 0;
    for (const auto& [command, output] : examples) {
        // A file that is shown is thereby made.
        if (command.starts_with("cat ")) {
            write(command.substr(4), output);
            continue;
        }
        ASSERT_TRUE(command.starts_with("swept ")) << command;
        const Answer answer = run(command.substr(6));
        EXPECT_EQ(answer.out + answer.error, output) << command;
        run_count += 1;
    }
    EXPECT_GE(run_count, 8);
}

}  // namespace

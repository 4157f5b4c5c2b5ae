#pragma once

// The tool as a program: run in a folder of its own, judged by what it prints where and by its exit
// code.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace swept::test {

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A folder of its own for each test.
class ToolTest : public testing::Test {
   protected:
    ToolTest() {
        std::string name = (std::filesystem::temp_directory_path() / "swept-cli-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~ToolTest() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::filesystem::path in_folder(const std::string& name) const {
        return folder_ / name;
    }

    std::filesystem::path write(const std::string& name, const std::string& content) const {
        std::ofstream(in_folder(name), std::ios::binary) << content;
        return in_folder(name);
    }

    struct Answer {
        int code;
        std::string out;
        std::string error;
    };
    /// Arguments as the shell takes them, redirections included.
    [[nodiscard]] Answer run(const std::string& arguments) const {
        const std::string out = in_folder(".out").string();
        const std::string error = in_folder(".error").string();
        const std::string command = "cd " + folder_.string() + " && " + SWEPT_TOOL_PATH + " >" +
                                    out + " 2>" + error + " " + arguments;
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(error)};
    }

    /// What is printed by a run that must succeed and say nothing else.
    [[nodiscard]] std::string answer_to(const std::string& arguments) const {
        const Answer answer = run(arguments);
        EXPECT_EQ(answer.code, 0) << arguments << "\n" << answer.error;
        EXPECT_EQ(answer.error, "") << arguments;
        return answer.out;
    }

    /// An error is one line on stderr, and nothing on stdout.
    void expect_failure(const std::string& arguments, int code, const std::string& message) const {
        const Answer answer = run(arguments);
        EXPECT_EQ(answer.code, code) << arguments << "\n" << answer.error;
        EXPECT_EQ(answer.out, "") << arguments;
        EXPECT_EQ(std::ranges::count(answer.error, '\n'), 1) << answer.error;
        EXPECT_TRUE(answer.error.starts_with("swept: ")) << answer.error;
        EXPECT_TRUE(contains(answer.error, message)) << arguments << "\n" << answer.error;
    }

   private:
    std::filesystem::path folder_;
};

}  // namespace swept::test

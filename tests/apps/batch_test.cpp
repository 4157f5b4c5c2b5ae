// Many questions at once: what docs/cli.md promises about --batch, tried with `swept overlap`.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "tests/apps/tool.h"
#include "tests/repeats.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_line = 1 << 20;

class batch : public swept::test::ToolTest {
   protected:
    /// Asks about two unit cubes.
    [[nodiscard]] Answer ask(const std::string& lines, const std::string& flags = "") const {
        write("q.jsonl", lines);
        return run("overlap solid:box solid:box --batch q.jsonl " + flags);
    }

    /// The answers to lines that are all good.
    [[nodiscard]] std::vector<Json> answers_to(const std::string& lines) const {
        const Answer answer = ask(lines);
        EXPECT_EQ(answer.code, 0) << answer.error;
        EXPECT_EQ(answer.error, "");
        std::vector<Json> answers;
        for (const std::string& line : lines_of(answer.out)) answers.push_back(Json::parse(line));
        return answers;
    }
};

std::string pose_text(std::mt19937& random) {
    std::normal_distribution<double> normal;
    const auto next = [&] { return normal(random); };
    std::array<double, 4> q{next(), next(), next(), next()};
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (double& x : q) x /= length;
    return Json{{"translation", {next(), next(), next()}}, {"rotation", q}}.dump();
}

/// Questions with ids 0, 1, ...
std::string random_questions(int count) {
    std::mt19937 random(7);
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += R"({"id":)" + std::to_string(i) + R"(,"pose":)" + pose_text(random) +
                R"(,"obstacle_pose":)" + pose_text(random) + "}\n";
    }
    return text;
}

// ---- order, ids, lines ----

TEST_F(batch, answers_come_in_order_and_do_not_depend_on_threads) {
    // Of very different cost, so that those behind are often done first. Sanitizers are slow.
    constexpr int count = swept::test::repeats(3000);
    write("q.jsonl", random_questions(count));
    const std::string pair =
        "overlap --all solid:torus,rings=40,sides=20 solid:sphere,rings=12,segments=24 ";
    const std::string question = pair + "--batch q.jsonl ";
    const std::string expected = answer_to(question);
    int overlapping = 0;
    int next = 0;
    for (const std::string& line : lines_of(expected)) {
        const Json answer = Json::parse(line);
        EXPECT_EQ(answer["id"], next++);
        overlapping += answer["overlap"].get<bool>() ? 1 : 0;
    }
    EXPECT_EQ(next, count);
    EXPECT_GT(overlapping, count / 5);
    EXPECT_LT(overlapping, count * 4 / 5);
    for (const char* threads : {"1", "2", "8", "64"}) {
        EXPECT_EQ(answer_to(question + "--threads " + threads), expected) << threads;
    }
    EXPECT_EQ(answer_to(question + "--quiet"), expected);
    EXPECT_EQ(answer_to(pair + "--batch - <q.jsonl"), expected);
}

TEST_F(batch, a_line_is_answered_like_a_single_question) {
    std::mt19937 random(11);
    for (int i = 0; i < 20; ++i) {
        const std::string a = pose_text(random), b = pose_text(random);
        const std::string single = answer_to("overlap --json solid:box solid:box --at '" + a +
                                             "' --obstacle-at '" + b + "'");
        const std::string line =
            ask(R"({"id":"i","pose":)" + a + R"(,"obstacle_pose":)" + b + "}").out;
        EXPECT_EQ(line, R"({"id":"i",)" + single.substr(1));
    }
}

TEST_F(batch, a_missing_id_is_the_number_of_the_line_blank_ones_counted) {
    const auto answers = answers_to("{}\n\n   \t\n{}\n{\"id\":1}\n\r\n{}");
    ASSERT_EQ(answers.size(), 4U);
    EXPECT_EQ(answers[0]["id"], 1);
    EXPECT_EQ(answers[1]["id"], 4);
    EXPECT_EQ(answers[2]["id"], 1);
    EXPECT_EQ(answers[3]["id"], 7);
}

TEST_F(batch, ids_are_echoed_as_they_are) {
    for (const char* id :
         {"7", "-3", "0", "1.50", "1e3", "-0.0", "12345678901234567890123", "18446744073709551615",
          "\"\"", "\"x y\"", "\"\xC3\xA9\"", R"("a\"b\\c\n")", R"("\u0000")"}) {
        const Answer answer = ask("{\"id\":" + std::string(id) + "}");
        EXPECT_EQ(answer.code, 0);
        EXPECT_TRUE(answer.out.starts_with("{\"id\":" + std::string(id) + ",\"overlap\":"))
            << answer.out;
    }
    for (const char* id : {"null", "true", "[1]", "{}"}) {
        const Answer answer = ask("\n{\"id\":" + std::string(id) + "}");
        EXPECT_EQ(answer.code, 1);
        EXPECT_EQ(answer.out, "{\"id\":2,\"error\":\"id: must be a string or a number\"}\n");
    }
}

TEST_F(batch, line_ends_of_windows_and_a_byte_order_mark_are_fine) {
    const std::string expected = ask("{\"id\":1}\n{\"id\":2}\n").out;
    EXPECT_EQ(lines_of(expected).size(), 2U);
    EXPECT_EQ(ask("{\"id\":1}\r\n{\"id\":2}\r\n").out, expected);
    EXPECT_EQ(ask("\xEF\xBB\xBF{\"id\":1}\n{\"id\":2}").out, expected);
    EXPECT_EQ(ask("\xEF\xBB\xBF\r\n{\"id\":1}\n{\"id\":2}").out, expected);
}

TEST_F(batch, nothing_asked_is_nothing_answered) {
    EXPECT_TRUE(answers_to("").empty());
    EXPECT_TRUE(answers_to("\n\n  \n").empty());
    EXPECT_EQ(answer_to("overlap solid:box solid:box --batch - </dev/null"), "");
}

// ---- bad lines ----

TEST_F(batch, a_bad_line_is_answered_in_its_place_and_the_rest_goes_on) {
    const Answer answer =
        ask("{\"id\":\"a\"}\nnonsense\n{\"id\":\"c\",\"place\":1}\n{\"id\":\"d\"}\n");
    EXPECT_EQ(answer.code, 1);
    const auto lines = lines_of(answer.out);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_TRUE(lines[0].starts_with(R"({"id":"a","overlap":true)"));
    EXPECT_TRUE(lines[1].starts_with(R"({"id":2,"error":"not JSON at byte 2: )")) << lines[1];
    EXPECT_EQ(lines[2],
              R"({"id":"c","error":"unknown key \"place\"; known are id, pose, obstacle_pose"})");
    EXPECT_TRUE(lines[3].starts_with(R"({"id":"d","overlap":true)"));
    EXPECT_EQ(answer.error,
              "swept: q.jsonl:2: 2 of 4 lines could not be answered, this is the first; "
              "the answers say why\n");
    EXPECT_EQ(ask("nonsense", "--quiet").error,
              "swept: q.jsonl:1: 1 of 1 line could not be answered, this is the first; "
              "the answers say why\n");
}

TEST_F(batch, every_error_names_the_place) {
    struct Case {
        std::string line;
        std::string error;
    };
    const std::vector<Case> cases = {
        {R"([1,2])", "must be an object"},
        {R"("x")", "must be an object"},
        {R"({"pose":1})", "pose: must be an object"},
        {R"({"pose":{"translation":[1,2]}})", "pose.translation: must be three numbers"},
        {R"({"obstacle_pose":{"translation":"1,2,3"}})",
         "obstacle_pose.translation: must be three numbers"},
        {R"({"obstacle_pose":{"translation":[1,2,null]}})",
         "obstacle_pose.translation: must be three numbers"},
        {R"({"obstacle_pose":{"rotation":[1,2,3,4]}})",
         "obstacle_pose.rotation: the quaternion is not of unit"},
        {R"({"obstacle_pose":{"rotation":[0,0,0,0]}})",
         "obstacle_pose.rotation: the quaternion is not of unit"},
        {R"({"obstacle_pose":{"matrix":[[1,0,0,0]]}})",
         "obstacle_pose.matrix: must be three rows of four"},
        {R"({"obstacle_pose":{"matrix":{"a":1}}})",
         "obstacle_pose.matrix: must be three rows of four"},
        {R"({"obstacle_pose":{"scale":2}})",
         R"(obstacle_pose: unknown key "scale"; known are translation)"},
        {R"({"Pose":{}})", R"(unknown key "Pose"; known are id, pose, obstacle_pose)"},
        {R"({"pose":{"translation":[1e200,0,0]}})", "pose.translation: larger than 2^300"},
        {R"({"pose":{"translation":[1e999,0,0]}})", "a number beyond the range of doubles"},
        {R"({"pose":{"translation":[-1e999,0,0]}})", "a number beyond the range of doubles"},
        {R"({"id":)" + std::string(400, '9') + "}", "a number beyond the range of doubles"},
        {R"({"pose":{"translation":[NaN,0,0]}})", "not JSON at byte "},
        {R"({"pose":{"translation":[Infinity,0,0]}})", "not JSON at byte "},
        {R"({"pose":{"translation":[01,0,0]}})", "not JSON at byte "},
        {R"({"pose":{},"pose":{}})", R"(the key "pose" stands twice in one object)"},
        {R"({"id":1,"id":1})", R"(the key "id" stands twice in one object)"},
        {R"({"id":1)", "not JSON at byte "},
        {R"({"id":1} {"id":2})", "not JSON at byte "},
        {R"({"id":1},)", "not JSON at byte "},
        {R"({id:1})", "not JSON at byte "},
        {R"({"id":"\ud800"})", "not JSON at byte "},
        {"{\"id\":\"\xFF\"}", "ill-formed UTF-8"},
        {"{\"id\":\"\xC0\x80\"}", "ill-formed UTF-8"},
        {"{\"id\":\"\xED\xA0\x80\"}", "ill-formed UTF-8"},
        {"{\"id\":1\xFF}", "not JSON at byte "},
        {"{\"id\":\"tab\there\"}", "not JSON at byte "},
        {std::string("{\"id\":1}\0", 9), "a zero byte at byte 9"},
        {std::string("\0{\"id\":1}", 9), "a zero byte at byte 1"},
        {"// comment", "not JSON at byte "},
    };
    std::string lines;
    for (const Case& bad : cases) lines += bad.line + "\n";
    const Answer answer = ask(lines + "{\"id\":\"last\"}\n");
    EXPECT_EQ(answer.code, 1);
    const auto answers = lines_of(answer.out);
    ASSERT_EQ(answers.size(), cases.size() + 1);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Json parsed = Json::parse(answers[i]);
        ASSERT_EQ(parsed.size(), 2U) << answers[i];
        EXPECT_TRUE(contains(parsed["error"], cases[i].error)) << cases[i].line << answers[i];
        EXPECT_LT(answers[i].size(), 250U) << answers[i];
    }
    EXPECT_TRUE(answers.back().starts_with(R"({"id":"last","overlap":true)"));
}

TEST_F(batch, a_line_that_ends_too_early_is_found_by_the_id_that_it_has) {
    EXPECT_TRUE(ask(R"({"id":"x","pose":{"tr)").out.starts_with(R"({"id":"x","error":)"));
    EXPECT_TRUE(ask(R"({"pose":{"id":5,"tr)").out.starts_with(R"({"id":1,"error":)"));
    EXPECT_TRUE(ask(R"({"id")").out.starts_with(R"({"id":1,"error":)"));
    EXPECT_TRUE(ask(R"({"id":)").out.starts_with(R"({"id":1,"error":)"));
}

TEST_F(batch, hostile_lines_cost_no_more_than_their_length) {
    std::string keys = "{\"k\":0";
    for (int i = 0; i < 80'000; ++i) keys += ",\"k" + std::to_string(i) + "\":0";
    std::string opened;
    for (int i = 0; i < 150'000; ++i) opened += "{\"a\":";
    std::string nothing = "{\"id\":[" + std::string(400'000, ' ');
    for (int i = 0; i < 200'000; ++i) nothing += "[],";
    const std::string lines = std::string(1'000'000, '[') + "\n" + opened + "\n" + keys + "\n" +
                              nothing + "\n" + std::string(1'000'000, '"') + "\n" +
                              std::string(1'000'000, '9') + "\n" + "{\"id\":\"end\"}\n";
    const auto begin = Clock::now();
    const Answer answer = ask(lines);
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(30));
    EXPECT_EQ(answer.code, 1);
    const auto answers = lines_of(answer.out);
    ASSERT_EQ(answers.size(), 7U);
    EXPECT_EQ(answers[0], R"({"id":1,"error":"more than 64 levels of brackets"})");
    EXPECT_EQ(answers[1], R"({"id":2,"error":"more than 64 levels of brackets"})");
    EXPECT_EQ(answers[2], R"({"id":3,"error":"an object has more than 64 keys"})");
    for (std::size_t i = 3; i < 6; ++i) {
        EXPECT_TRUE(contains(answers[i], "\"error\":\"not JSON at byte ")) << answers[i];
    }
    EXPECT_TRUE(answers[6].starts_with(R"({"id":"end","overlap":true)"));
}

TEST_F(batch, a_line_without_end_is_refused_and_the_next_one_answered) {
    const std::string fits = "{}" + std::string(longest_line - 2, ' ');
    EXPECT_EQ(ask(fits + "\n").code, 0);
    const std::string answer = "{\"id\":1,\"error\":\"the line is longer than 1048576 bytes\"}";
    for (const std::size_t more : {std::size_t{1}, 20 * longest_line}) {
        const Answer refused = ask(fits + std::string(more, ' ') + "\n{\"id\":\"next\"}\n");
        EXPECT_EQ(refused.code, 1);
        const auto lines = lines_of(refused.out);
        ASSERT_EQ(lines.size(), 2U);
        EXPECT_EQ(lines[0], answer);
        EXPECT_TRUE(lines[1].starts_with("{\"id\":\"next\",\"overlap\":true"));
    }
    EXPECT_EQ(ask(fits + "  ").out, answer + "\n") << "also at the end of the input";
}

// ---- files that cannot be used ----

TEST_F(batch, questions_that_cannot_be_read_exit_with_3) {
    const std::string boxes = "overlap solid:box solid:box --batch ";
    expect_failure(boxes + "missing.jsonl", 3,
                   "swept: missing.jsonl: cannot be read: there is no such file");
    expect_failure(boxes + ".", 3, "swept: .: cannot be read: it is a directory");
    expect_failure(boxes + "- <.", 3, "swept: stdin: cannot be read: it is a directory");
    expect_failure(boxes + "- <&-", 3, "swept: stdin: cannot be read: ");
    // Told before a mesh is looked at, for that may take long.
    expect_failure("overlap missing.obj missing.obj --batch missing.jsonl", 3, "missing.jsonl");
}

TEST_F(batch, answers_that_cannot_be_written_exit_with_4) {
    write("q.jsonl", random_questions(2000));
    const std::string question = "overlap solid:box solid:box --batch q.jsonl ";
    expect_failure(question + ">/dev/full", 4, "swept: stdout: the answers could not be written: ");
    expect_failure(question + ">&-", 4, "swept: stdout: the answers could not be written: ");
}

// ---- a program on the other side ----

/// The tool at work, with its stdin and stdout in our hands.
class Child {
   public:
    struct Streams {
        const char* input = nullptr;   ///< a file in place of the pipe
        const char* output = nullptr;  ///< the same
        bool nonblocking = false;      ///< the pipe for the output
    };
    explicit Child(const std::string& arguments) : Child(arguments, Streams()) {}
    Child(const std::string& arguments, const Streams& streams) {
        std::array<int, 2> in{-1, -1}, out{-1, -1};
        if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0) std::abort();
        if (streams.nonblocking && fcntl(out[1], F_SETFL, O_NONBLOCK) != 0) std::abort();
        const std::string command = std::string("exec " SWEPT_TOOL_PATH " ") + arguments;
        process_ = fork();
        if (process_ == 0) {
            const auto [input, output, nonblocking] = streams;
            dup2(input != nullptr ? open(input, O_RDONLY) : in[0], STDIN_FILENO);
            dup2(output != nullptr ? open(output, O_WRONLY) : out[1], STDOUT_FILENO);
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        to_ = in[1];
        from_ = out[0];
    }
    ~Child() {
        close_input();
        close_output();
        if (process_ > 0) {
            kill(process_, SIGKILL);
            waitpid(process_, nullptr, 0);
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// False when it could not be sent, for nobody reads it.
    [[nodiscard]] bool send(const std::string& text) const {
        return ::write(to_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    }

    /// The next line; empty when none comes for a long time.
    std::string receive_line() {
        while (!contains(received_, "\n")) {
            pollfd file{from_, POLLIN, 0};
            std::array<char, 4096> buffer;
            if (poll(&file, 1, patience_ms) != 1) return "";
            const ssize_t count = read(from_, buffer.data(), buffer.size());
            if (count <= 0) return "";
            received_.append(buffer.data(), static_cast<std::size_t>(count));
        }
        const std::string line = received_.substr(0, received_.find('\n'));
        received_.erase(0, line.size() + 1);
        return line;
    }

    void close_input() { close_once(to_); }
    void close_output() { close_once(from_); }

    /// The exit code; -1 when it does not end.
    int wait() {
        for (int waited = 0; waited < patience_ms; waited += 20) {
            int status = 0;
            if (wait4(process_, &status, WNOHANG, &usage_) == process_) {
                process_ = -1;
                return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return -1;
    }

    /// The most memory that it held, once it has ended.
    [[nodiscard]] long most_kilobytes() const { return usage_.ru_maxrss; }

   private:
    static constexpr int patience_ms = 60'000;

    static void close_once(int& file) {
        if (file >= 0) close(file);
        file = -1;
    }

    pid_t process_ = -1;
    int to_ = -1;
    int from_ = -1;
    std::string received_;
    rusage usage_{};
};

constexpr const char* interactive = "overlap solid:box solid:box --batch - ";

TEST_F(batch, a_program_that_waits_for_each_answer_gets_it) {
    for (const char* threads : {"--threads 1", "--threads 4", ""}) {
        Child child(interactive + std::string(threads));
        for (int i = 0; i < 200; ++i) {
            ASSERT_TRUE(child.send("{\"id\":" + std::to_string(i) + "}\n"));
            const std::string answer = child.receive_line();
            ASSERT_TRUE(answer.starts_with("{\"id\":" + std::to_string(i) + ",\"overlap\":"))
                << answer;
        }
        child.close_input();
        EXPECT_EQ(child.wait(), 0);
    }
}

TEST_F(batch, lines_may_arrive_in_pieces) {
    Child child(interactive);
    std::string text =
        "\xEF\xBB\xBF{\"id\":1}\r\n\r\n{\"pose\":{}}\n{\"id\":\"\xC3\xA9\"}\n{\"id\":4}";
    for (const char c : text) {
        ASSERT_TRUE(child.send(std::string(1, c)));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(child.receive_line().starts_with("{\"id\":1,\"overlap\":"));
    EXPECT_TRUE(child.receive_line().starts_with("{\"id\":3,\"overlap\":"));
    EXPECT_TRUE(child.receive_line().starts_with("{\"id\":\"\xC3\xA9\",\"overlap\":"));
    child.close_input();
    EXPECT_TRUE(child.receive_line().starts_with("{\"id\":4,\"overlap\":"));
    EXPECT_EQ(child.wait(), 0);
}

TEST_F(batch, a_bad_line_is_answered_at_once_too) {
    Child child(std::string(interactive) + "2>" + in_folder("error").string());
    ASSERT_TRUE(child.send("oops\n"));
    EXPECT_TRUE(child.receive_line().starts_with("{\"id\":1,\"error\":"));
    ASSERT_TRUE(child.send("{}\n"));
    EXPECT_TRUE(child.receive_line().starts_with("{\"id\":2,\"overlap\":"));
    child.close_input();
    EXPECT_EQ(child.wait(), 1);
    EXPECT_TRUE(
        swept::test::text_of(in_folder("error")).starts_with("swept: stdin:1: 1 of 2 lines"));
}

TEST_F(batch, it_ends_when_nobody_reads_the_answers_though_more_questions_may_come) {
    Child child(std::string(interactive) + "2>" + in_folder("error").string());
    ASSERT_TRUE(child.send("{}\n"));
    EXPECT_NE(child.receive_line(), "");
    child.close_output();
    EXPECT_EQ(child.wait(), 4);  // stdin is still open
    EXPECT_TRUE(contains(swept::test::text_of(in_folder("error")), "swept: stdout: the answers"));
}

TEST_F(batch, a_pipe_that_does_not_block_loses_nothing) {
    // As left behind by programs that share their end of a pipe.
    Child child("overlap --all solid:sphere solid:sphere --batch -", {.nonblocking = true});
    std::string questions;
    for (int i = 0; i < 100; ++i) questions += "{\"pose\":{\"translation\":[0.1,0,0]}}\n";
    ASSERT_TRUE(child.send(questions));
    child.close_input();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // the pipe is full by now
    for (int i = 1; i <= 100; ++i) {
        const std::string answer = child.receive_line();
        ASSERT_TRUE(answer.starts_with("{\"id\":" + std::to_string(i) + ",")) << i;
        ASSERT_TRUE(answer.ends_with("]]}"));
    }
    EXPECT_EQ(child.wait(), 0);
}

// ---- memory ----

TEST_F(batch, memory_does_not_grow_with_the_number_of_lines) {
    // Sanitizers keep freed memory for a while; that is not ours.
    setenv("ASAN_OPTIONS", "quarantine_size_mb=1", 1);
    const std::string line = "{\"pose\":{\"translation\":[0.1,0.2,0.3]}" + std::string(200, ' ');
    long before = 0;
    for (const int count : {2'000, 200'000}) {
        const std::string path = in_folder("many.jsonl").string();
        {
            std::ofstream file(path);
            for (int i = 0; i < count; ++i) file << line << "}\n";
        }
        Child child(interactive, {.input = path.c_str(), .output = "/dev/null"});
        EXPECT_EQ(child.wait(), 0);
        // The input has 48 MB, the answers 20.
        if (before != 0) {
            EXPECT_LT(child.most_kilobytes(), before + 12'000);
        }
        before = child.most_kilobytes();
    }
}

}  // namespace

// The lines of a batch, through the whole tool: the first byte chooses the command, the rest is the
// file of lines. Every line that is not blank gets exactly one answer, which is JSON with an id; a
// line that is wrong gets one with an error, and the others are answered all the same.

#include "command_line.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <utility>

#include "command.h"
#include "json_text.h"
#include "line_splitter.h"
#include "tests/fuzz/target.h"

namespace swept::fuzz {
namespace {

using tool::Exit;
using tool::Failure;
using Words = std::vector<const char*>;

const std::vector<Words>& commands() {
    static const std::vector<Words> all = {
        {"overlap", "solid:box", "solid:box,size=3x3x1"},
        {"contacts", "solid:box", "solid:car"},
        {"distance", "solid:car", "solid:box"},
        {"sweep", "solid:box", "solid:box,size=3x3x1", "--budget", "2000"},
        {"collisions", "solid:box", "solid:prism,sides=3"},
        {"cast", "solid:box"},
        {"world", "solid:box", "cast"},
        {"world", "solid:box", "sweep", "solid:box", "--budget", "2000"},
        {"world", "solid:box", "contacts", "solid:box"},
        {"world", "solid:box", "carve", "solid:box,size=0.5x0.5x3"},
    };
    return all;
}

/// A file in memory.
class MemoryFile {
   public:
    explicit MemoryFile(std::string_view bytes = {}) : descriptor_(memfd_create("fuzz", 0)) {
        promise(descriptor_ >= 0, "there is a file in memory");
        promise(
            write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
            "it can be written");
    }
    ~MemoryFile() { (void)close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }
    [[nodiscard]] std::string path() const {
        return "/proc/self/fd/" + std::to_string(descriptor_);
    }
    [[nodiscard]] std::string content() const {
        std::string text(static_cast<std::size_t>(lseek(descriptor_, 0, SEEK_END)), '\0');
        promise(
            pread(descriptor_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()),
            "it can be read");
        return text;
    }

   private:
    int descriptor_;
};

/// While it lives, what is printed goes to a file.
class Printed {
   public:
    explicit Printed(const MemoryFile& file) {
        (void)std::fflush(stdout);
        (void)dup2(file.descriptor(), STDOUT_FILENO);
    }
    ~Printed() {
        (void)std::fflush(stdout);
        (void)dup2(before_, STDOUT_FILENO);
        (void)close(before_);
    }
    Printed(const Printed&) = delete;
    Printed& operator=(const Printed&) = delete;

   private:
    int before_ = dup(STDOUT_FILENO);
};

struct Outcome {
    Exit code = Exit::answered;
    std::string message;
    std::string answers;
};

Outcome run(const Words& command, std::string_view lines, const char* threads) {
    const MemoryFile input(lines);
    const MemoryFile output;
    const std::string path = input.path();
    Words words = {"swept"};
    words.insert(words.end(), command.begin(), command.end());
    words.insert(words.end(), {"--batch", path.c_str(), "--threads", threads, "--quiet"});
    Outcome outcome;
    try {
        const Printed printed(output);
        tool::CommandLine program("swept", "0");
        tool::add_overlap(program);
        tool::add_contacts(program);
        tool::add_distance(program);
        tool::add_sweep(program);
        tool::add_collisions(program);
        tool::add_cast(program);
        tool::add_world(program);
        program.run(static_cast<int>(words.size()), words.data());
    } catch (const Failure& failure) {
        outcome.code = failure.code;
        outcome.message = failure.message;
    }
    outcome.answers = output.content();
    return outcome;
}

std::vector<tool::InputLine> lines_of(std::string_view text) {
    std::vector<tool::InputLine> lines;
    tool::LineSplitter splitter;
    splitter.feed(text, lines);
    splitter.finish(lines);
    return lines;
}

void check_answers(const Outcome& outcome, std::size_t questions) {
    std::size_t bad_count = 0;
    const auto answers = lines_of(outcome.answers);
    promise(answers.size() == questions, "every line has one answer");
    for (const tool::InputLine& answer : answers) {
        const tool::ParsedJson json = tool::parse_json(answer.text);
        promise(json.error.empty() && json.value.kind == tool::Json::Kind::object,
                "an answer is a JSON object");
        promise(json.value.find("id") != nullptr, "an answer has an id");
        const tool::Json* error = json.value.find("error");
        promise(error == nullptr || !error->text.empty(), "an error has a text");
        bad_count += error != nullptr ? 1 : 0;
    }
    promise((outcome.code == Exit::found) == (bad_count > 0),
            "the exit code tells that a line was wrong");
    promise(outcome.message.empty() == (bad_count == 0), "and a message does");
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(command_line) {
    using namespace swept::fuzz;
    const Words& command = commands()[bytes.below(static_cast<unsigned>(commands().size()))];
    const std::string_view text = bytes.text();
    if (text.size() > 2000) return;
    const auto questions = lines_of(text);
    if (questions.size() > 8) return;
    const Outcome outcome = run(command, text, "1");
    promise(outcome.code == Exit::answered || outcome.code == Exit::found,
            "lines end a batch with 0 or 1");
    check_answers(outcome, questions.size());
    promise(run(command, text, "2").answers == outcome.answers,
            "answers do not depend on the number of threads");
}

#include "batch.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <system_error>
#include <thread>

#include "batch_window.h"
#include "json_blocks.h"

namespace swept::tool {
namespace {

Failure cannot_write(const std::string& why) {
    return {Exit::cannot_write,
            "stdout: the answers could not be written: " + why + "; check where they go"};
}

// ---- one line ----

/// The id as JSON: that of the question, or the number of the line.
std::string id_of(const Json& question, std::uint64_t number) {
    const Json* id = question.find("id");
    if (id == nullptr) return std::to_string(number);
    if (id->kind == Json::Kind::string) return json_string(id->text);
    if (id->kind == Json::Kind::number) return id->text;
    throw BadQuestion{"id: must be a string or a number"};
}

std::string error_answer(const ParsedJson& question, std::uint64_t number,
                         const std::string& message) {
    JsonObject answer;
    try {
        // Also where reading ended in the middle: whoever asked finds the question by its id.
        answer.add_raw("id", id_of(question.value, number));
    } catch (const BadQuestion&) {
        answer.add_raw("id", std::to_string(number));
    }
    answer.add("error", message);
    return std::move(answer).text();
}

void answer_line(const BatchCommand& command, BatchSlot& slot) {
    const ParsedJson question = parse_line(slot.line);
    try {
        if (!question.error.empty()) throw BadQuestion{question.error};
        check_keys(question.value, command.keys, {});
        JsonObject answer;
        answer.add_raw("id", id_of(question.value, slot.line.number));
        command.answer(question.value, answer);
        slot.answer = std::move(answer).text();
    } catch (const BadQuestion& bad) {
        slot.bad = true;
        slot.answer = error_answer(question, slot.line.number, bad.message);
    }
    slot.answer += '\n';
}

// ---- input and output ----

enum class Wait : std::uint8_t { readable, output_gone, nothing_yet };

/// Waits a moment for input. Whether somebody still reads the answers is watched too: a pipeline
/// shall end when its last program does, not only at the next line.
Wait wait_for_input(int descriptor) {
    constexpr int moment_ms = 100;
    std::array<pollfd, 2> files = {pollfd{descriptor, POLLIN, 0}, pollfd{STDOUT_FILENO, 0, 0}};
    if (poll(files.data(), files.size(), moment_ms) <= 0) return Wait::nothing_yet;
    if ((files[1].revents & POLLERR) != 0) return Wait::output_gone;
    return files[0].revents != 0 ? Wait::readable : Wait::nothing_yet;
}

void write_all(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && !try_again(errno)) throw cannot_write(system_reason());
        if (written < 0) {
            // Somebody made the pipe non-blocking: wait until it takes more.
            pollfd file{STDOUT_FILENO, POLLOUT, 0};
            (void)poll(&file, 1, -1);
            continue;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

// ---- the pipeline ----

class Pipeline {
   public:
    Pipeline(const LineInput& input, const BatchCommand& command, const CommonFlags& flags)
        : input_(input), command_(command), flags_(flags) {}

    /// One thread reads, some answer, this one writes.
    BatchWindow::Answers run() {
        BatchWindow::Answers total;
        {
            std::vector<std::jthread> threads;
            guarded([&] {
                start(threads);
                write(total);
            });
        }
        if (failure_) std::rethrow_exception(failure_);
        if (input_failure_) std::rethrow_exception(input_failure_);
        return total;
    }

   private:
    void start(std::vector<std::jthread>& threads);
    void read();
    [[nodiscard]] std::optional<std::size_t> read_some(std::span<char> buffer);
    void work();
    void write(BatchWindow::Answers& total);

    /// Whatever goes wrong in any thread ends them all.
    template <class Work>
    void guarded(const Work& work) {
        try {
            work();
        } catch (...) {
            const std::scoped_lock lock(failing_);
            if (!failure_) failure_ = std::current_exception();
            window_.stop();
        }
    }

    const LineInput& input_;
    const BatchCommand& command_;
    const CommonFlags& flags_;
    BatchWindow window_;
    std::mutex failing_;
    std::exception_ptr failure_;        // of any thread; ends the work
    std::exception_ptr input_failure_;  // of the reader; told when what was read is answered
};

void Pipeline::start(std::vector<std::jthread>& threads) {
    const unsigned all = std::max(1U, std::thread::hardware_concurrency());
    const unsigned workers = flags_.threads == 0 ? all : flags_.threads;
    try {
        threads.emplace_back([this] { guarded([this] { read(); }); });
        for (unsigned i = 0; i < workers; ++i) {
            threads.emplace_back([this] { guarded([this] { work(); }); });
        }
    } catch (const std::system_error&) {
        // The system has no more threads to give; the answers do not depend on how many there are.
        if (threads.size() < 2) throw Failure{Exit::bad_usage, "no thread could be started"};
    }
}

/// As LineInput::read; an input that cannot be read ends here.
std::optional<std::size_t> Pipeline::read_some(std::span<char> buffer) {
    try {
        return input_.read(buffer);
    } catch (const Failure&) {
        // The lines before are answered all the same.
        input_failure_ = std::current_exception();
        return 0;
    }
}

void Pipeline::read() {
    std::vector<char> buffer(std::size_t{1} << 16);
    std::vector<InputLine> lines;
    LineSplitter splitter;
    while (!window_.stopped()) {
        const Wait wait = wait_for_input(input_.descriptor());
        if (wait == Wait::output_gone) throw cannot_write("nobody reads them");
        if (wait == Wait::nothing_yet) continue;
        const auto count = read_some(buffer);
        if (!count) continue;
        if (*count == 0) break;
        splitter.feed({buffer.data(), *count}, lines);
        if (!window_.put(lines)) return;
    }
    if (!input_failure_) splitter.finish(lines);
    if (window_.put(lines)) window_.close();
}

void Pipeline::work() {
    while (BatchSlot* slot = window_.take()) {
        answer_line(command_, *slot);
        window_.finish(*slot);
    }
}

void Pipeline::write(BatchWindow::Answers& total) {
    // On a terminal the answers themselves show how far it is.
    const bool shows = input_.size().value_or(0) > 0 && isatty(STDOUT_FILENO) == 0;
    const Progress progress = shows ? progress_bar("answering", flags_) : Progress();
    while (const auto answers = window_.collect()) {
        write_all(answers->text);
        if (total.bad_lines == 0) total.first_bad_line = answers->first_bad_line;
        total.lines += answers->lines;
        total.bad_lines += answers->bad_lines;
        if (progress) progress(input_.share_at(answers->end));
    }
    if (progress) progress(1);
}

}  // namespace

void run_batch(const LineInput& input, const BatchCommand& command, const CommonFlags& flags) {
    BatchCommand with_id = command;
    with_id.keys.insert(with_id.keys.begin(), "id");
    const BatchWindow::Answers total = Pipeline(input, with_id, flags).run();
    if (total.bad_lines == 0) return;
    throw Failure{
        Exit::found,
        fmt::format("{}:{}: {} of {} could not be answered, this is the first; the answers say why",
                    input.name(), total.first_bad_line, grouped(total.bad_lines),
                    counted(total.lines, "line"))};
}

}  // namespace swept::tool

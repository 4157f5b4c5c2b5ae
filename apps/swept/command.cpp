#include "command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>

#include "command_line.h"

namespace swept::tool {

void add_common_flags(Command& command, CommonFlags& flags) {
    command.flag("--json", flags.json, "Print exactly one JSON document");
    command.flag("--quiet", flags.quiet, "Print nothing on stderr but an error line");
    command.option("--threads", flags.threads, "N", "Threads to use (default: all)", 1, 1024);
}

void add_exit_code_flag(Command& command, CommonFlags& flags) {
    command.flag("--exit-code", flags.exit_code,
                 "Exit with 1 if something is hit, intersects or overlaps");
}

void end_query(const CommonFlags& flags, bool found) {
    if (flags.exit_code && found) throw Found{};
}

void check_exit_code(const CommonFlags& flags, const std::string& batch, std::string_view command) {
    if (!flags.exit_code || batch.empty()) return;
    throw Failure{Exit::bad_usage,
                  fmt::format("{}: --exit-code is about one query; leave out --batch", command)};
}

Failure failure_of(const Error& error, const std::string& file) {
    const Exit code = error.code == ErrorCode::cannot_write   ? Exit::cannot_write
                      : error.code == ErrorCode::bad_argument ? Exit::bad_usage
                                                              : Exit::bad_file;
    constexpr std::string_view line = "line ";
    if (error.where.starts_with(line)) {
        return {code, fmt::format("{}:{}: {}", file, error.where.substr(line.size()), error.what)};
    }
    return {code, fmt::format("{}: {}", file, error.message())};
}

Progress progress_bar(std::string label, const CommonFlags& flags) {
    if (flags.quiet || isatty(STDERR_FILENO) == 0) return {};
    using Clock = std::chrono::steady_clock;
    struct State {
        Clock::time_point begin = Clock::now();
        Clock::time_point drawn = begin;
        bool visible = false;
    };
    return [label = std::move(label), state = std::make_shared<State>()](double share) {
        const auto now = Clock::now();
        const bool done = share >= 1;
        if (done && state->visible) fmt::print(stderr, "\r{:60}\r", "");
        if (done) return;
        if (now - state->begin < std::chrono::milliseconds(400)) return;
        if (now - state->drawn < std::chrono::milliseconds(50)) return;
        state->drawn = now;
        state->visible = true;
        const auto filled = static_cast<std::size_t>(share * 30);
        fmt::print(stderr, "\r{:12} [{:30}] {:3.0f} %", label, std::string(filled, '='),
                   share * 100);
        (void)std::fflush(stderr);
    };
}

namespace {
thread_local Told* listener = nullptr;  // who gets what would be printed
}

void print_headline(const std::string& text) {
    if (listener != nullptr) {
        listener->headline = text;
    } else {
        fmt::print("{}\n", text);
    }
}

void print_row(const char* label, const std::string& text) {
    if (listener != nullptr) {
        listener->rows.push_back({label, text});
    } else {
        fmt::print("  {:<9} {}\n", label, text);
    }
}

void print_gap() {
    if (listener == nullptr) fmt::print("\n");
}

Told told_by(const std::function<void()>& telling) {
    Told told;
    listener = &told;
    telling();
    listener = nullptr;
    return told;
}

std::string grouped(std::size_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
    return digits;
}

std::string counted(std::size_t number, const char* one, const char* many) {
    const std::string word = number == 1 ? one : many != nullptr ? many : one + std::string("s");
    return grouped(number) + " " + word;
}

}  // namespace swept::tool

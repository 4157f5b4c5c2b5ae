#pragma once

// What all commands share: the flags that every one has, and how a command ends.

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "swept/progress.h"
#include "swept/result.h"

namespace swept::tool {

class Command;
class CommandLine;

/// Exit codes, promised in docs/cli.md.
enum class Exit : int {
    answered = 0,
    found_wrong = 1,  ///< a line of a batch that has no answer; an overlap, by simulate --judge
    bad_usage = 2,
    bad_file = 3,
    cannot_write = 4,
};

/// Ends a command; main prints the one line and returns the code.
struct Failure {
    Exit code;
    std::string message;
};

/// The flags of every command.
struct CommonFlags {
    bool json = false;
    bool quiet = false;
    unsigned threads = 0;  ///< 0: all; the answers do not depend on it
};

void add_common_flags(Command& command, CommonFlags& flags);

/// The line `FILE:LINE: what` for an Error about a file, and its exit code.
[[nodiscard]] Failure failure_of(const Error& error, const std::string& file);

/// A progress bar on stderr with a label, drawn only when stderr is a terminal, the work takes
/// longer than a moment, and --quiet is not given. It goes away when the share is 1.
[[nodiscard]] Progress progress_bar(std::string label, const CommonFlags& flags);

// ---- an answer in words ----

/// Its first line.
void print_headline(const std::string& text);
/// One row below it.
void print_row(const char* label, const std::string& text);

/// An empty line between rows.
void print_gap();

/// An answer in words, kept instead of printed.
struct Told {
    std::string headline;
    std::vector<std::array<std::string, 2>> rows;  ///< label and text
};
/// What `telling` would print.
[[nodiscard]] Told told_by(const std::function<void()>& telling);

/// 1234567 -> 1,234,567
[[nodiscard]] std::string grouped(std::size_t number);
/// 1, "face" -> 1 face; 2, "vertex", "vertices" -> 2 vertices
[[nodiscard]] std::string counted(std::size_t number, const char* one, const char* many = nullptr);

// One per file: adds the command to the program.
void add_info(CommandLine& program);
void add_make(CommandLine& program);
void add_overlap(CommandLine& program);
void add_contacts(CommandLine& program);
void add_distance(CommandLine& program);
void add_sweep(CommandLine& program);
void add_path(CommandLine& program);
void add_collisions(CommandLine& program);
void add_cast(CommandLine& program);
void add_world(CommandLine& program);
void add_simulate(CommandLine& program);

}  // namespace swept::tool

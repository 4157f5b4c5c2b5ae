#pragma once

// What all commands share: the flags that every one has, and how a command ends.

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "swept/progress.h"
#include "swept/result.h"

namespace swept::tool {

class Command;
class CommandLine;

/// Exit codes, promised in docs/cli.md.
enum class Exit : int {
    answered = 0,
    found = 1,  ///< a line of a batch has no result; simulate --judge found an overlap; with
                ///< --exit-code, the query found something
    bad_usage = 2,
    bad_file = 3,
    cannot_write = 4,
};

/// Ends a command; main prints the one line and returns the code.
struct Failure {
    Exit code;
    std::string message;
};

/// Ends a command whose result was printed with Exit::found.
struct Found {};

/// The flags of every command.
struct CommonFlags {
    bool json = false;
    bool quiet = false;
    bool exit_code = false;  ///< of queries: exit with 1 if something was found
    unsigned threads = 0;    ///< 0: all; the answers do not depend on it
};

void add_common_flags(Command& command, CommonFlags& flags);
/// --exit-code, of queries.
void add_exit_code_flag(Command& command, CommonFlags& flags);
/// The last call of a query: throws Found with --exit-code if something was found.
void end_query(const CommonFlags& flags, bool found);
/// Throws Failure: --exit-code is about one query.
void check_exit_code(const CommonFlags& flags, const std::string& batch, std::string_view command);

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

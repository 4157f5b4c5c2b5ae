// The command line. Answers go to stdout, everything else to stderr; the exit codes are a promise
// (docs/cli.md).

#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "command.h"
#include "swept/version.h"

namespace {

using swept::tool::Exit;
using swept::tool::Failure;

int ended(Exit code, const std::string& message) {
    // One line, whatever a library put into its message.
    std::string line = message.substr(0, message.find('\n'));
    fmt::print(stderr, "swept: {}\n", line);
    return static_cast<int>(code);
}

/// 'swept info --help' once a command is known, 'swept --help' before.
std::string help_for(const CLI::App& program) {
    const auto commands = program.get_subcommands();
    return commands.empty() ? "swept --help"
                            : fmt::format("swept {} --help", commands[0]->get_name());
}

/// Said in our words: the parser would only miss a command.
void refuse_unknown_command(const CLI::App& program, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::string known;
    for (const CLI::App* command : program.get_subcommands({})) {
        if (command->get_name() == argv[1]) return;
        known += (known.empty() ? "" : ", ") + command->get_name();
    }
    throw Failure{Exit::bad_usage, fmt::format("no command '{}'; there are: {}", argv[1], known)};
}

int run(int argc, char** argv) {
    CLI::App program{"swept: when one thing moves, what does it hit, where, and when?", "swept"};
    program.set_version_flag("--version", std::string("swept ") + SWEPT_VERSION);
    program.require_subcommand(1);
    program.footer("'swept COMMAND --help' explains a command with examples.");
    swept::tool::add_info(program);
    swept::tool::add_make(program);
    try {
        refuse_unknown_command(program, argc, argv);
        program.parse(argc, argv);
    } catch (const CLI::Success& answer) {  // --help, --version
        program.exit(answer);
    } catch (const CLI::ParseError& error) {
        return ended(Exit::bad_usage, fmt::format("{}; see '{}'", error.what(), help_for(program)));
    } catch (const Failure& failure) {
        return ended(failure.code, failure.message);
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        return ended(Exit::cannot_write, "stdout: the answer could not be written; check the disk");
    }
    return static_cast<int>(Exit::answered);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        return ended(Exit::bad_file, "out of memory; use a smaller mesh");
    } catch (const std::exception& error) {
        return ended(Exit::cannot_write, error.what());
    }
}

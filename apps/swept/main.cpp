// The command line. Answers go to stdout, everything else to stderr; the exit codes are a promise
// (docs/cli.md).

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "command.h"
#include "command_line.h"
#include "swept/version.h"

namespace {

using swept::tool::Exit;
using swept::tool::Failure;
using swept::tool::Found;

int ended(Exit code, const std::string& message) {
    // One line, whatever a file name or a library put into it.
    std::string line = message;
    std::ranges::replace_if(line, [](unsigned char c) { return c < ' ' || c == 127; }, '?');
    (void)std::fprintf(stderr, "swept: %s\n", line.c_str());
    return static_cast<int>(code);
}

/// An output that is gone, or larger than is allowed, is an exit code, not a signal. And where the
/// caller has closed stdin, stdout or stderr, no file that we open may come to stand in its place
/// and receive what is printed: something stands there that can be used for neither.
void prepare_output() {
    (void)std::signal(SIGPIPE, SIG_IGN);
    (void)std::signal(SIGXFSZ, SIG_IGN);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(descriptor, F_GETFD) != -1) continue;
        (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

Exit run(int argc, char** argv) {
    swept::tool::CommandLine program(
        "swept: when one thing moves, what does it hit, where, and when?", SWEPT_VERSION);
    swept::tool::add_info(program);
    swept::tool::add_make(program);
    swept::tool::add_overlap(program);
    swept::tool::add_contacts(program);
    swept::tool::add_distance(program);
    swept::tool::add_sweep(program);
    swept::tool::add_path(program);
    swept::tool::add_collisions(program);
    swept::tool::add_cast(program);
    swept::tool::add_world(program);
    swept::tool::add_simulate(program);
    Exit code = Exit::answered;
    try {
        program.run(argc, argv);
    } catch (const Found&) {
        code = Exit::found;
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        throw Failure{Exit::cannot_write,
                      "stdout: the result could not be written; check the disk"};
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    prepare_output();
    try {
        return static_cast<int>(run(argc, argv));
    } catch (const Failure& failure) {
        return ended(failure.code, failure.message);
    } catch (const std::bad_alloc&) {
        return ended(Exit::bad_file, "out of memory; use a smaller mesh");
    } catch (const std::exception& error) {  // what fmt throws when stdout cannot be written
        return ended(Exit::cannot_write,
                     std::string("stdout: ") + error.what() + "; check the disk");
    }
}

#pragma once

// How commands describe themselves. Behind it stands CLI11, seen by command_line.cpp alone: its
// header costs several seconds in every file that includes it.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace swept::tool {

/// Says in words what is wrong with a value, or nothing when it is fine.
using ValueCheck = std::function<std::string(const std::string&)>;

/// One command: its arguments, flags and what it does.
class Command {
   public:
    explicit Command(CLI::App& app) : app_(app) {}

    void argument(const char* name, std::string& value, const char* meaning, bool required);
    /// `names` as in "-o,--output"; `unit` stands for the value in the help.
    void option(const char* names, std::string& value, const char* unit, const char* meaning,
                const ValueCheck& check = {});
    /// Exactly `count` values, as in "--rotate ORIGIN AXIS DEGREES"; none when it is not given.
    void option(const char* names, std::vector<std::string>& values, int count, const char* units,
                const char* meaning);
    void option(const char* names, unsigned& value, const char* unit, const char* meaning,
                unsigned least, unsigned most);
    void option(const char* names, std::uint64_t& value, const char* unit, const char* meaning,
                std::uint64_t least);
    void flag(const char* names, bool& value, const char* meaning);
    void examples(const std::string& lines);
    /// What it does, unless one of its questions is asked.
    void does(std::function<void()> action);

    /// A question of this command, with flags of its own: 'swept world FILE cast ...'.
    Command question(const char* name, const char* meaning);

   private:
    CLI::App& app_;
};

/// The whole command line.
class CommandLine {
   public:
    CommandLine(const char* meaning, const char* version);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    Command add(const char* name, const char* meaning);

    /// Parses and does what is asked for. --help and --version are answers on stdout. Throws
    /// Failure with Exit::bad_usage for what cannot be understood.
    void run(int argc, const char* const* argv);

   private:
    std::unique_ptr<CLI::App> program_;
};

}  // namespace swept::tool

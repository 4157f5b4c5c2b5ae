#include "command_line.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>

#include "command.h"

namespace swept::tool {
namespace {

/// A check of our own: the parser's would print its types into the help.
ValueCheck whole_number(std::uint64_t least, std::uint64_t most) {
    return [least, most](const std::string& text) -> std::string {
        std::uint64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [last, error] = std::from_chars(text.data(), end, number);
        if (error == std::errc() && last == end && number >= least && number <= most) return "";
        return "must be a whole number from " + std::to_string(least) + " to " +
               std::to_string(most) + ", not '" + text + "'";
    };
}

/// Nothing is not a value: a variable of a script that is not set shall not go unnoticed.
std::string not_empty(const std::string& text) {
    return text.empty() ? "must not be empty" : "";
}

/// Says where the questions of a command stand: after its own arguments.
class HelpFormatter : public CLI::Formatter {
   public:
    std::string make_usage(const CLI::App* app, std::string name) const override {
        const CLI::App* const command = app->get_parent();
        if (command != nullptr && command->get_parent() != nullptr) {
            name.insert(name.rfind(' '), " " + arguments_of(*command));
        }
        std::string usage = Formatter::make_usage(app, name);
        const std::string_view marker = "[SUBCOMMAND]";
        const auto found = usage.find(marker);
        return found == std::string::npos ? usage
                                          : usage.replace(found, marker.size(), "[QUESTION ...]");
    }

    static std::string arguments_of(const CLI::App& command) {
        std::string words;
        for (const CLI::Option* option : command.get_options()) {
            if (option->get_positional()) words += (words.empty() ? "" : " ") + option->get_name();
        }
        return words;
    }
};

}  // namespace

void Command::argument(const char* name, std::string& value, const char* meaning, bool required) {
    app_.add_option(name, value, meaning)->required(required)->type_name("");
}

void Command::option(const char* names, std::string& value, const char* unit, const char* meaning,
                     const ValueCheck& check) {
    CLI::Option* option = app_.add_option(names, value, meaning)->type_name(unit);
    if (!value.empty()) option->capture_default_str();
    option->check(not_empty);
    if (check) option->check(check);
}

void Command::option(const char* names, std::vector<std::string>& values, int count,
                     const char* units, const char* meaning) {
    // Of one item of so many values, not of so many items: the help would count them.
    app_.add_option(names, values, meaning)
        ->type_size(count)
        ->expected(1)
        ->type_name(units)
        ->check(not_empty);
}

void Command::option(const char* names, unsigned& value, const char* unit, const char* meaning,
                     unsigned least, unsigned most) {
    app_.add_option(names, value, meaning)->type_name(unit)->check(whole_number(least, most));
}

void Command::option(const char* names, std::uint64_t& value, const char* unit, const char* meaning,
                     std::uint64_t least) {
    app_.add_option(names, value, meaning)
        ->type_name(unit)
        ->check(whole_number(least, std::numeric_limits<std::uint64_t>::max()));
}

void Command::flag(const char* names, bool& value, const char* meaning) {
    app_.add_flag(names, value, meaning);
}

void Command::examples(const std::string& lines) {
    app_.footer("Examples:\n" + lines);
}

void Command::does(std::function<void()> action) {
    app_.callback([&app = app_, action = std::move(action)] {
        if (app.get_subcommands().empty()) action();
    });
}

Command Command::question(const char* name, const char* meaning) {
    app_.require_subcommand(0, 1);
    return Command(*app_.add_subcommand(name, meaning)->group("Questions"));
}

CommandLine::CommandLine(const char* meaning, const char* version)
    : program_(std::make_unique<CLI::App>(meaning, "swept")) {
    program_->formatter(std::make_shared<HelpFormatter>());
    program_->set_version_flag("--version", std::string("swept ") + version);
    program_->require_subcommand(1);
    program_->footer("'swept COMMAND --help' explains a command with examples.");
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const char* name, const char* meaning) {
    return Command(*program_->add_subcommand(name, meaning));
}

namespace {

/// Said in our words: the parser would only miss a command.
void refuse_unknown_command(const CLI::App& program, int argc, const char* const* argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::string known;
    for (const CLI::App* command : program.get_subcommands({})) {
        if (command->get_name() == argv[1]) return;
        known += (known.empty() ? "" : ", ") + command->get_name();
    }
    throw Failure{Exit::bad_usage,
                  "no command '" + std::string(argv[1]) + "'; there are: " + known};
}

/// 'swept info --help' once a command is known, 'swept --help' before.
std::string help_for(const CLI::App& program) {
    const auto commands = program.get_subcommands();
    if (commands.empty()) return "swept --help";
    const std::string command = "swept " + commands[0]->get_name() + " ";
    const auto questions = commands[0]->get_subcommands();
    if (questions.empty()) return command + "--help";
    return command + HelpFormatter::arguments_of(*commands[0]) + " " + questions[0]->get_name() +
           " --help";
}

}  // namespace

void CommandLine::run(int argc, const char* const* argv) {
    refuse_unknown_command(*program_, argc, argv);
    try {
        program_->parse(argc, argv);
    } catch (const CLI::Success& answer) {
        program_->exit(answer);
    } catch (const CLI::ParseError& error) {
        throw Failure{Exit::bad_usage,
                      std::string(error.what()) + "; see '" + help_for(*program_) + "'"};
    }
}

}  // namespace swept::tool

#include "command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

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
    program_->footer("'swept help COMMAND' explains a command with examples.");
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const char* name, const char* meaning) {
    return Command(*program_->add_subcommand(name, meaning));
}

namespace {

/// How many letters must be changed, added or left out to make one word of the other.
std::size_t edits_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
            corner = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
        }
    }
    return row.back();
}

/// Said in our words: the parser would only miss a command.
void refuse_unknown_command(const CLI::App& program, int argc, const char* const* argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::string known;
    std::string nearest;
    std::size_t least = 2;
    for (const CLI::App* command : program.get_subcommands({})) {
        const std::string& name = command->get_name();
        if (name == argv[1]) return;
        known += (known.empty() ? "" : ", ") + name;
        const std::size_t edits = edits_between(name, argv[1]);
        if (edits <= least) least = edits, nearest = name;
    }
    const std::string meant = nearest.empty() ? "" : "did you mean '" + nearest + "'? ";
    throw Failure{Exit::bad_usage,
                  "no command '" + std::string(argv[1]) + "'; " + meant + "there are: " + known};
}

/// Of all commands in use, the innermost.
const CLI::App& command_in_use(const CLI::App& program) {
    const CLI::App* app = &program;
    while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
    return *app;
}

/// The flag that was probably meant; empty if none is near.
std::string nearest_flag(const CLI::App& command, const std::string& mistyped) {
    std::string nearest;
    std::size_t least = 1 + mistyped.size() / 3;  // more edits than that make another word
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            const std::size_t edits = edits_between("--" + name, mistyped);
            if (edits <= least && (nearest.empty() || edits < least)) {
                nearest = "--" + name;
                least = edits;
            }
        }
    }
    return nearest;
}

/// "0 0" after --translate 1: the flag takes one word, with commas.
std::string comma_hint(const CLI::App& command, const std::vector<std::string>& extras) {
    const auto is_number = [](const std::string& word) {
        double number = 0;
        const char* const end = word.data() + word.size();
        return std::from_chars(word.data(), end, number).ptr == end;
    };
    if (!std::ranges::all_of(extras, is_number)) return "";
    for (const CLI::Option* option : command.get_options()) {
        const std::string unit = option->get_type_name();
        const bool vector = unit == "X,Y,Z" || unit == "POSE";
        if (!vector || option->count() == 0 || !is_number(option->as<std::string>())) continue;
        std::string joined = option->as<std::string>();
        for (const std::string& word : extras) joined += "," + word;
        const std::string name = option->get_name();
        return fmt::format("{} takes {} with commas and without blanks: {} {}", name, unit, name,
                           joined);
    }
    return "";
}

/// What is wrong with words that no flag takes.
std::string hint_for_extras(const CLI::App& program) {
    const CLI::App& command = command_in_use(program);
    const std::vector<std::string> extras = program.remaining(true);
    if (extras.empty()) return "";
    for (const std::string& word : extras) {
        if (!word.starts_with("--")) continue;
        const std::string flag = word.substr(0, word.find('='));
        const std::string meant = nearest_flag(command, flag);
        return "unknown flag '" + flag + "'" +
               (meant.empty() ? "" : "; did you mean '" + meant + "'?");
    }
    return comma_hint(command, extras);
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
    // 'swept help CMD' is 'swept CMD --help'.
    std::vector<const char*> words(argv, argv + argc);
    if (argc > 1 && std::string_view(argv[1]) == "help") {
        words.erase(words.begin() + 1);
        words.push_back("--help");
    }
    const int count = static_cast<int>(words.size());
    refuse_unknown_command(*program_, count, words.data());
    try {
        program_->parse(count, words.data());
    } catch (const CLI::Success& answer) {
        program_->exit(answer);
    } catch (const CLI::ExtrasError& error) {
        const std::string hint = hint_for_extras(*program_);
        throw Failure{Exit::bad_usage,
                      (hint.empty() ? error.what() : hint) + "; see '" + help_for(*program_) + "'"};
    } catch (const CLI::ParseError& error) {
        throw Failure{Exit::bad_usage,
                      std::string(error.what()) + "; see '" + help_for(*program_) + "'"};
    }
}

}  // namespace swept::tool

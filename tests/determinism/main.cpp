// Are the answers the same bits? Asks a fixed set of questions of each kind on every instruction
// set and with several numbers of threads, and compares hashes of all answers with each other and
// with those that are kept. './dev determinism' builds and runs it.

#include <charconv>
#include <cstdio>
#include <optional>
#include <string>

#include "tests/determinism/kept.h"

namespace swept::determinism {
namespace {

constexpr const char* help =
    "determinism [options]   are the answers the same bits, whatever asks?\n"
    "  --kept FILE    compare with these hashes\n"
    "  --save FILE    write the hashes to FILE instead, if all variants agree\n"
    "  --slice        2 of 100 blocks of each kind, and few variants\n"
    "  --blocks N     the first N blocks of 1000 questions of each kind, 1 to 100; default 100\n"
    "  --few          a few variants: each instruction set, each number of threads, not all "
    "together\n"
    "  --one          one variant: the best instruction set, one thread\n"
    "  --kind NAME    only this kind\n"
    "  --account      of each kind, how often something was met or made, and how long it took\n"
    "Exit code: 0 equal, 1 a difference, 2 a wrong argument or file.\n";

struct Arguments {
    Extent extent{{kinds().begin(), kinds().end()}, all_blocks};
    bool few = false;
    bool one = false;
    bool account = false;
    std::string kept, save;
};

/// Nothing when a kind is not known.
std::optional<Kind> kind_of(std::string_view name) {
    for (const Kind& kind : kinds()) {
        if (kind.name == name) return kind;
    }
    return std::nullopt;
}

bool take_blocks(std::string_view text, int& blocks) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), blocks);
    return error == std::errc() && end == text.data() + text.size() && blocks >= 1 &&
           blocks <= all_blocks;
}

/// Nothing when an argument is wrong, which has been said.
std::optional<Arguments> parse(std::span<char*> words) {
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const bool takes_value =
            word == "--kept" || word == "--save" || word == "--blocks" || word == "--kind";
        const char* value = takes_value && i + 1 < words.size() ? words[++i] : nullptr;
        bool good = !takes_value || value != nullptr;
        if (word == "--slice") {
            arguments.extent.blocks = 2;
            arguments.few = true;
        } else if (word == "--few") {
            arguments.few = true;
        } else if (word == "--one") {
            arguments.one = true;
        } else if (word == "--account") {
            arguments.account = true;
        } else if (word == "--kept" && good) {
            arguments.kept = value;
        } else if (word == "--save" && good) {
            arguments.save = value;
        } else if (word == "--blocks" && good) {
            good = take_blocks(value, arguments.extent.blocks);
        } else if (word == "--kind" && good) {
            const std::optional<Kind> kind = kind_of(value);
            good = kind.has_value();
            if (kind) arguments.extent.kinds = {*kind};
        } else {
            good = false;
        }
        if (good) continue;
        std::fprintf(stderr, "determinism: %s%s%s cannot be used; --help lists what can\n",
                     words[i - (value != nullptr)], value != nullptr ? " " : "",
                     value != nullptr ? value : "");
        return std::nullopt;
    }
    return arguments;
}

/// Whether these are the same, as far as both go; says for each kind where they begin to differ.
bool same(const Hashes& asked, const Hashes& expected, const std::string& whose) {
    bool all = true;
    for (const auto& [kind, blocks] : asked) {
        const auto found = expected.find(kind);
        const std::size_t known = found == expected.end() ? 0 : found->second.size();
        if (known < blocks.size()) {
            std::printf("%s: %zu blocks of %s, %s has %zu\n", "not kept", blocks.size(),
                        kind.c_str(), whose.c_str(), known);
            all = false;
        }
        for (std::size_t i = 0; i < std::min(known, blocks.size()); ++i) {
            if (blocks[i] == found->second[i]) continue;
            std::printf("DIFFERENT: %s from block %zu on (questions %zu to %zu) from %s\n",
                        kind.c_str(), i, i * block_size, (i + 1) * block_size - 1, whose.c_str());
            all = false;
            break;
        }
    }
    return all;
}

void print_account(const Run& run) {
    for (const auto& [kind, account] : run.accounts) {
        const double share = static_cast<double>(account.tally.met) /
                             static_cast<double>(std::max<std::uint64_t>(account.tally.answers, 1));
        std::printf("    %-20s %3.0f %% met %8.2f s\n", kind.c_str(), 100 * share, account.seconds);
    }
}

/// Asks in all variants. Nothing when two differ.
std::optional<Hashes> agreed(const Arguments& arguments) {
    std::optional<Hashes> first;
    std::string name_of_first;
    bool all = true;
    std::vector<Variant> asked = variants(arguments.few);
    if (arguments.one) asked.resize(1);
    for (const Variant& variant : asked) {
        const Run made = run(arguments.extent, variant);
        if (!first) {
            first = made.hashes;
            name_of_first = variant.name();
        }
        const bool equal = same(made.hashes, *first, name_of_first);
        all = all && equal;
        std::printf("%-40s %s\n", variant.name().c_str(), equal ? "same" : "different");
        if (arguments.account) print_account(made);
        std::fflush(stdout);
    }
    return all ? first : std::nullopt;
}

/// The exit code of comparing with what is kept.
int compare_with_kept(const Hashes& hashes, const std::string& path) {
    const Result<Hashes> kept = read_kept(path);
    if (!kept) {
        std::fprintf(stderr, "determinism: %s\n", kept.error().message().c_str());
        return 2;
    }
    if (!same(hashes, *kept, "what is kept")) return 1;
    std::printf("kept hashes: same\n");
    return 0;
}

int main_of(std::span<char*> words) {
    for (const std::string_view word : words) {
        if (word != "--help" && word != "-h") continue;
        std::fputs(help, stdout);
        return 0;
    }
    const std::optional<Arguments> arguments = parse(words);
    if (!arguments) return 2;
    std::printf("%d questions of each of %zu kinds\n", arguments->extent.blocks * block_size,
                arguments->extent.kinds.size());
    const std::optional<Hashes> hashes = agreed(*arguments);
    if (!hashes) return 1;
    if (!arguments->save.empty()) {
        if (const auto done = write_kept(*hashes, arguments->save); !done) {
            std::fprintf(stderr, "determinism: %s\n", done.error().message().c_str());
            return 2;
        }
        std::printf("written: %s\n", arguments->save.c_str());
    }
    return arguments->kept.empty() ? 0 : compare_with_kept(*hashes, arguments->kept);
}

}  // namespace
}  // namespace swept::determinism

int main(int count, char** words) {
    return swept::determinism::main_of(
        std::span(words, static_cast<std::size_t>(count)).subspan(1));
}

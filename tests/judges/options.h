#pragma once

// The options of judges: pairs of a name and a value.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace swept::judge {

/// Where the value of an option goes: a whole number, a switch (0 or not), or words.
using OptionTarget = std::variant<std::uint64_t*, unsigned*, bool*, std::optional<std::uint64_t>*,
                                  std::string*, std::filesystem::path*>;
using KnownOption = std::pair<std::string_view, OptionTarget>;

/// Whether the words are what the target takes.
inline bool set_option(const OptionTarget& target, const char* words) {
    if (const auto* text = std::get_if<std::string*>(&target)) {
        **text = words;
        return true;
    }
    if (const auto* path = std::get_if<std::filesystem::path*>(&target)) {
        **path = words;
        return true;
    }
    char* end = nullptr;
    const std::uint64_t number = std::strtoull(words, &end, 10);
    if (*words == '\0' || *end != '\0') return false;
    if (const auto* whole = std::get_if<std::uint64_t*>(&target)) **whole = number;
    if (const auto* few = std::get_if<unsigned*>(&target)) **few = static_cast<unsigned>(number);
    if (const auto* on = std::get_if<bool*>(&target)) **on = number != 0;
    if (const auto* one = std::get_if<std::optional<std::uint64_t>*>(&target)) **one = number;
    return true;
}

/// Reads them all; false when one is not known, no number or without its value.
inline bool read_options(int count, char** words, std::initializer_list<KnownOption> known) {
    if (count % 2 == 0) return false;
    for (int i = 1; i + 1 < count; i += 2) {
        bool found = false;
        for (const auto& [name, target] : known) {
            if (name != words[i]) continue;
            if (!set_option(target, words[i + 1])) return false;
            found = true;
        }
        if (!found) return false;
    }
    return true;
}

/// Where reproducers go unless it is said.
inline constexpr const char* usual_reproducers = "reproducers";

}  // namespace swept::judge

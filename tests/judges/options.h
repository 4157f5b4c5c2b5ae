#pragma once

// The options of judges: pairs of a name and a whole number, some of a name and a text.

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string_view>

namespace swept::judge {

/// What an option means. Returns false for a name it does not know.
using NumberOption = std::function<bool(std::string_view name, std::uint64_t number)>;
using TextOption = std::function<bool(std::string_view name, const char* text)>;

/// Reads them all, texts first; false when one is not known, no number or without its value.
inline bool read_options(int count, char** words, const NumberOption& number,
                         const TextOption& text = {}) {
    if (count % 2 == 0) return false;
    for (int i = 1; i + 1 < count; i += 2) {
        if (text && text(words[i], words[i + 1])) continue;
        char* end = nullptr;
        const std::uint64_t value = std::strtoull(words[i + 1], &end, 10);
        if (*words[i + 1] == '\0' || *end != '\0') return false;
        if (!number(words[i], value)) return false;
    }
    return true;
}

}  // namespace swept::judge

// The slice of fuzzing that tests run: replay TARGET CORPUS [mutations] gives a target all files of
// its corpus, and of each some mutations by a fixed seed. Without arguments it lists its targets.
// Also replays single files: replay TARGET FILE 0.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"

namespace {

using swept::fuzz::Target;
using Content = std::vector<std::uint8_t>;

Content content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::filesystem::path> files_of(const std::filesystem::path& path) {
    if (!std::filesystem::is_directory(path)) return {path};
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

/// A few bytes changed, repeated or left out.
Content mutated(const Content& original, std::mt19937& random) {
    Content bytes = original;
    const auto below = [&](std::size_t limit) { return random() % limit; };
    for (std::size_t count = 1 + below(4); count > 0; --count) {
        if (bytes.empty()) bytes.push_back(0);
        const std::size_t at = below(bytes.size());
        const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        switch (below(5)) {
            case 0:
                bytes.insert(place, static_cast<std::uint8_t>(random()));
                break;
            case 1:
                bytes.erase(place);
                break;
            case 2: {
                const std::size_t from = below(bytes.size());
                const std::size_t size = std::min(1 + below(16), bytes.size() - from);
                const Content copy(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                                   bytes.begin() + static_cast<std::ptrdiff_t>(from + size));
                bytes.insert(place, copy.begin(), copy.end());
                break;
            }
            case 3:
                *place = static_cast<std::uint8_t>(*place + (below(2) == 0 ? 1U : 255U));
                break;
            default:
                *place = static_cast<std::uint8_t>(random());
                break;
        }
    }
    return bytes;
}

/// The copy has exactly the bytes, so that a sanitizer sees one read too many. It is kept in a file
/// while it is tried, so that what breaks can be replayed.
void run(const Target& target, const Content& bytes, const std::filesystem::path& kept) {
    if (!kept.empty()) {
        std::ofstream(kept, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    }
    const Content copy(bytes.begin(), bytes.end());
    target.run({copy.data(), copy.size()});
}

int list_targets() {
    for (const Target& target : swept::fuzz::targets()) {
        std::printf("%.*s\n", static_cast<int>(target.name.size()), target.name.data());
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return list_targets();
    const auto target = std::ranges::find(swept::fuzz::targets(), argv[1], &Target::name);
    if (target == swept::fuzz::targets().end()) {
        (void)std::fprintf(stderr, "replay: no target '%s'\n", argv[1]);
        return 2;
    }
    const int mutations = argc > 3 ? std::atoi(argv[3]) : 20;
    const std::filesystem::path kept = "fuzz-" + std::string(argv[1]) + ".input";
    const auto files = files_of(argv[2]);
    std::mt19937 random(20240607);
    for (const auto& file : files) {
        const Content original = content_of(file);
        run(*target, original, kept);
        for (int i = 0; i < mutations; ++i) run(*target, mutated(original, random), kept);
    }
    std::error_code ignored;
    std::filesystem::remove(kept, ignored);
    std::printf("%zu files, %zu inputs\n", files.size(),
                files.size() * static_cast<std::size_t>(1 + mutations));
    return files.empty() ? 1 : 0;
}

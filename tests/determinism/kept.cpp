#include "tests/determinism/kept.h"

#include <fstream>
#include <iomanip>
#include <sstream>

namespace swept::determinism {

Result<Hashes> read_kept(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) return fail(ErrorCode::no_file, "cannot be read; --update makes it", path.string());
    Hashes kept;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream words(line);
        std::string name;
        words >> name >> std::hex;
        BlockHashes& blocks = kept[name];
        for (std::uint32_t hash = 0; words >> hash;) blocks.push_back(hash);
        if (!words.eof()) {
            return fail(ErrorCode::bad_file, "not a hash",
                        path.string() + ", line " + std::to_string(number));
        }
    }
    return kept;
}

Result<void> write_kept(const Hashes& kept, const std::filesystem::path& path) {
    std::ofstream file(path);
    file << "# Hashes of answers, by './dev determinism --update', for every machine: a line per "
            "kind "
            "of\n"
            "# question, a number per thousand questions: tests/determinism/kept.h.\n"
         << std::hex << std::setfill('0');
    for (const Kind& kind : kinds()) {  // in their order
        const auto found = kept.find(kind.name);
        if (found == kept.end()) continue;
        file << kind.name;
        for (const std::uint32_t hash : found->second) file << ' ' << std::setw(8) << hash;
        file << '\n';
    }
    file.close();
    if (!file) return fail(ErrorCode::cannot_write, "cannot be written", path.string());
    return {};
}

}  // namespace swept::determinism

#include "tests/determinism/kept.h"

#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace swept::determinism {

std::uint64_t probe_of_libm() {
    Random random(7);
    Hash hash;
    for (int i = 0; i < 10000; ++i) {
        const double range = i % 2 == 0 ? 1 : 8;
        const double x = random.between(-range, range), y = random.between(-range, range);
        for (const double value :
             {std::sin(x), std::cos(x), std::atan(x), std::atan2(y, x), std::hypot(x, y)}) {
            hash.add(value);
        }
    }
    return hash.value();
}

Result<Kept> read_kept(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) return fail(ErrorCode::no_file, "cannot be read; --update makes it", path.string());
    Kept kept;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream words(line);
        std::string name;
        words >> name >> std::hex;
        if (name == "libm") {
            words >> kept.libm;
        } else {
            BlockHashes& blocks = kept.hashes[name];
            for (std::uint32_t hash = 0; words >> hash;) blocks.push_back(hash);
        }
        if (!words.eof()) {
            return fail(ErrorCode::bad_file, "not a hash",
                        path.string() + ", line " + std::to_string(number));
        }
    }
    return kept;
}

Result<void> write_kept(const Kept& kept, const std::filesystem::path& path) {
    std::ofstream file(path);
    file << "# Hashes of answers, by './dev determinism --update'. Valid where the probe of libm "
            "is this;\n"
            "# a line per kind of question, a number per thousand questions: "
            "tests/determinism/kept.h.\n"
         << std::hex << std::setfill('0') << "libm " << std::setw(16) << kept.libm << '\n';
    for (const Kind& kind : kinds()) {  // in their order
        const auto found = kept.hashes.find(kind.name);
        if (found == kept.hashes.end()) continue;
        file << kind.name;
        for (const std::uint32_t hash : found->second) file << ' ' << std::setw(8) << hash;
        file << '\n';
    }
    file.close();
    if (!file) return fail(ErrorCode::cannot_write, "cannot be written", path.string());
    return {};
}

}  // namespace swept::determinism

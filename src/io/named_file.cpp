#include "io/named_file.h"

#include <algorithm>
#include <string>
#include <system_error>

#include "io/read_context.h"

namespace swept::io_detail {
namespace {

namespace fs = std::filesystem;

/// Both without . and ..
bool begins_with(const fs::path& path, const fs::path& folder) {
    const auto [end, stop] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end() || (end->empty() && std::next(end) == folder.end());
}

fs::path or_here(const fs::path& folder) {
    return folder.empty() ? fs::path(".") : folder;
}

/// By their names alone, links not followed.
bool looks_inside(const fs::path& folder, const fs::path& path) {
    std::error_code code;
    const fs::path around = fs::absolute(or_here(folder), code).lexically_normal();
    return begins_with(fs::absolute(path, code).lexically_normal(), around);
}

/// All symbolic links and .. followed. What does not exist is where its name says.
bool leads_into(const fs::path& folder, const fs::path& path) {
    std::error_code code;
    const fs::path around = fs::weakly_canonical(fs::absolute(or_here(folder), code), code);
    if (code) return false;
    // Absolute first: what does not exist would stay relative.
    const fs::path real = fs::weakly_canonical(fs::absolute(path, code), code);
    return !code && begins_with(real, around);
}

}  // namespace

Result<fs::path> named_file(const fs::path& folder, const fs::path& name, FileReach reach) {
    if (name.empty()) return fail(ErrorCode::bad_file, "is empty; name a file or solid:...");
    if (name.native().find('\0') != fs::path::string_type::npos) {
        return fail(ErrorCode::bad_file, "has a zero byte in it; name a file or solid:...");
    }
    const fs::path path = folder / name;
    if (reach == FileReach::anywhere || leads_into(folder, path)) return path;
    const std::string how = looks_inside(folder, path)
                                ? " is a symbolic link, or leads through one, out of the folder "
                                  "of the file that names it"
                                : " lies outside the folder of the file that names it";
    return fail(ErrorCode::bad_file,
                in_quotes(name.string()) + how +
                    "; put it in or below that folder, or allow files outside it");
}

}  // namespace swept::io_detail

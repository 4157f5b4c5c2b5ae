#include "core/output_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>

#if __has_include(<unistd.h>)
#include <sys/stat.h>
#include <unistd.h>
#define SWEPT_POSIX_FILES 1
#else
#define SWEPT_POSIX_FILES 0
#endif

namespace swept::core_detail {
namespace {

namespace fs = std::filesystem;

/// Where the system keeps devices and open files under names: no place for files of ours, but for
/// shared memory.
bool is_of_the_system(const fs::path& path) {
    std::error_code code;
    const std::string text = fs::absolute(path, code).lexically_normal().generic_string();
    if (text.starts_with("/dev/shm/")) return false;
    return text.starts_with("/dev/") || text.starts_with("/proc/");
}

/// The file that a path means, all links followed; none where it has to be written in place.
std::optional<fs::path> replaceable(fs::path path) {
    constexpr int most_links = 40;  // as many as the system follows
    std::error_code code;
    for (int i = 0; i < most_links; ++i) {
        if (is_of_the_system(path)) return std::nullopt;
        const fs::file_type type = fs::symlink_status(path, code).type();
        if (type == fs::file_type::regular || type == fs::file_type::not_found) return path;
        if (type != fs::file_type::symlink) return std::nullopt;
        const fs::path to = fs::read_symlink(path, code);
        if (code) return std::nullopt;
        path = path.parent_path() / to;  // an absolute one takes the place of it all
    }
    return std::nullopt;
}

/// 0 where there is no such file, or it may be written.
int problem_of_old(const fs::path& path) {
    std::FILE* const old = std::fopen(path.c_str(), "r+b");
    if (old == nullptr) return errno == ENOENT ? 0 : errno;
    (void)std::fclose(old);
    return 0;
}

/// As far as this user may: a file of root's that others could read stays so.
void take_over_rights(std::FILE* file, const fs::path& temporary, const fs::path& old) {
    std::error_code code;
    const fs::file_status status = fs::status(old, code);
    if (code || !fs::exists(status)) return;
#if SWEPT_POSIX_FILES
    struct stat about{};
    if (stat(old.c_str(), &about) == 0) {
        [[maybe_unused]] const int kept = fchown(fileno(file), about.st_uid, about.st_gid);
    }
#else
    (void)file;
#endif
    fs::permissions(temporary, status.permissions(), code);
}

/// To the disk, so that a power cut does not leave a new name with old or no content. What cannot
/// be synchronised, as on some network disks, is written all the same.
int synchronise(std::FILE* file) {
#if SWEPT_POSIX_FILES
    if (fsync(fileno(file)) != 0 && errno != EINVAL && errno != ENOTSUP) return errno;
#else
    (void)file;
#endif
    return 0;
}

}  // namespace

OutputFile::OutputFile(const fs::path& path)
    : buffer_(std::make_unique_for_overwrite<char[]>(capacity)) {
    if (auto target = replaceable(path)) {
        target_ = std::move(*target);
        open_beside();
    } else {
        target_ = path;
        file_ = std::fopen(path.c_str(), "wb");
        if (file_ == nullptr) fail_with(errno);
    }
    opened_ = file_ != nullptr;
}

void OutputFile::open_beside() {
    if (const int problem = problem_of_old(target_); problem != 0) return fail_with(problem);
    // Others may write here at the same time, or have left something behind.
    constexpr int most_names = 10'000;
    for (int i = 0; i < most_names && file_ == nullptr; ++i) {
        temporary_ = target_.parent_path() / (".swept-" + std::to_string(i) + ".tmp");
        file_ = std::fopen(temporary_.c_str(), "wbx");
        if (file_ == nullptr && errno != EEXIST) break;
    }
    if (file_ == nullptr) return fail_with(errno);
    take_over_rights(file_, temporary_, target_);
}

OutputFile::~OutputFile() {
    drop();
}

void OutputFile::drop() {
    if (file_ == nullptr) return;
    (void)std::fclose(file_);
    file_ = nullptr;
    if (!temporary_.empty()) (void)std::remove(temporary_.c_str());
}

void OutputFile::text(std::string_view text) {
    while (!text.empty()) {
        if (used_ == capacity) flush();
        const std::size_t size = std::min(text.size(), capacity - used_);
        std::memcpy(buffer_.get() + used_, text.data(), size);
        used_ += size;
        text.remove_prefix(size);
    }
}

void OutputFile::flush() {
    if (problem_ == 0 && std::fwrite(buffer_.get(), 1, used_, file_) != used_) fail_with(errno);
    used_ = 0;
}

Result<void> OutputFile::finish() {
    flush();
    if (problem_ == 0 && std::fflush(file_) != 0) fail_with(errno);
    if (problem_ == 0 && !temporary_.empty()) fail_with(synchronise(file_));
    if (problem_ == 0) replace();
    drop();
    if (problem_ == 0) return {};
    const std::string why = "cannot be written: " + std::generic_category().message(problem_);
    if (!opened_) return fail(ErrorCode::cannot_write, why + "; name another place");
    return fail(ErrorCode::cannot_write, temporary_.empty()
                                             ? why + "; what is there is not whole"
                                             : why + "; nothing was changed, make room for it");
}

void OutputFile::replace() {
    if (std::fclose(std::exchange(file_, nullptr)) != 0) fail_with(errno);
    if (temporary_.empty()) return;
    std::error_code code;
    if (problem_ == 0) fs::rename(temporary_, target_, code);
    if (code) fail_with(code.value());
    if (problem_ != 0) (void)std::remove(temporary_.c_str());
}

}  // namespace swept::core_detail

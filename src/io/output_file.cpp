#include "io/output_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace swept::io {

OutputFile::OutputFile(const std::filesystem::path& path)
    : buffer_(std::make_unique_for_overwrite<char[]>(capacity)),
      file_(std::fopen(path.c_str(), "wb")) {
    opened_ = file_ != nullptr;
    if (!opened_) problem_ = errno;
}

OutputFile::~OutputFile() {
    if (file_ != nullptr) (void)std::fclose(file_);
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
    if (problem_ == 0 && std::fwrite(buffer_.get(), 1, used_, file_) != used_) problem_ = errno;
    used_ = 0;
}

Result<void> OutputFile::finish() {
    flush();
    if (file_ != nullptr && std::fclose(file_) != 0 && problem_ == 0) problem_ = errno;
    file_ = nullptr;
    if (problem_ == 0) return {};
    const std::string why = "cannot be written: " + std::generic_category().message(problem_);
    return fail(ErrorCode::cannot_write,
                opened_ ? why + "; what is there is not whole" : why + "; name another place");
}

}  // namespace swept::io

#pragma once

// A file as a block of memory.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

#include "swept/result.h"

namespace swept::io_detail {

struct FileBytes {
    std::unique_ptr<char[]> data;
    std::size_t size = 0;

    [[nodiscard]] std::string_view view() const { return {data.get(), size}; }
};

/// Reads a regular file or a pipe to its end. Directories, devices and sockets are refused.
[[nodiscard]] Result<FileBytes> read_file_bytes(const std::filesystem::path& path);

/// The same refusal for those who open the file themselves.
[[nodiscard]] Result<void> check_readable(const std::filesystem::path& path);

}  // namespace swept::io_detail

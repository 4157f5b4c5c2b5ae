#include "io/file_bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <system_error>

#include "core/huge_pages.h"
#include "core/namespaces.h"

namespace swept::io_detail {
namespace {

namespace fs = std::filesystem;

// A pipe does not say how much will come. A file may grow while we read it, but not without end.
constexpr std::size_t most_unannounced = std::size_t{4} << 30;

struct Closer {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

tl::unexpected<Error> refuse(const std::string& why) {
    return fail(ErrorCode::no_file, "cannot be read: " + why);
}

std::string system_reason(int code) {
    return std::generic_category().message(code);
}

bool grow(FileBytes& bytes, std::size_t capacity) {
    std::unique_ptr<char[]> larger(new (std::nothrow) char[capacity]);
    if (!larger) return false;
    prefer_huge_pages(larger.get(), capacity);
    if (bytes.size > 0) std::memcpy(larger.get(), bytes.data.get(), bytes.size);
    bytes.data = std::move(larger);
    return true;
}

Result<FileBytes> read_all(std::FILE* file, std::size_t announced) {
    FileBytes bytes;
    // One byte more than announced, so that the end is seen without growing.
    std::size_t capacity = std::max<std::size_t>(announced + 1, 1 << 16);
    const std::size_t most = announced + most_unannounced;
    if (!grow(bytes, capacity)) return refuse("not enough memory for it");
    while (true) {
        bytes.size += std::fread(bytes.data.get() + bytes.size, 1, capacity - bytes.size, file);
        if (bytes.size < capacity) break;
        capacity = std::min(2 * capacity, most);
        if (bytes.size >= most) return refuse("more than 4 GiB came without end; store it first");
        if (!grow(bytes, capacity)) return refuse("not enough memory for it");
    }
    if (std::ferror(file) != 0) return refuse(system_reason(errno));
    return bytes;
}

}  // namespace

Result<void> check_readable(const fs::path& path) {
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (status.type() == fs::file_type::not_found) return refuse("there is no such file");
    if (code) return refuse(code.message());
    if (status.type() == fs::file_type::directory) return refuse("it is a directory; name a file");
    if (status.type() != fs::file_type::regular && status.type() != fs::file_type::fifo) {
        return refuse("it is neither a file nor a pipe");
    }
    return {};
}

Result<FileBytes> read_file_bytes(const fs::path& path) {
    if (auto readable = check_readable(path); !readable) {
        return tl::unexpected<Error>(readable.error());
    }
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return refuse(system_reason(errno));
    // Unbuffered: we read in large pieces. If it stays buffered, no harm.
    (void)std::setvbuf(file.get(), nullptr, _IONBF, 0);
    std::error_code code;
    const std::uintmax_t announced = fs::file_size(path, code);
    return read_all(file.get(), code ? 0 : static_cast<std::size_t>(announced));
}

}  // namespace swept::io_detail

#include "output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "command.h"

namespace swept::tool {

void write_file(const std::string& file, const std::string& text) {
    std::FILE* const out = std::fopen(file.c_str(), "wb");
    if (out == nullptr) {
        throw Failure{Exit::cannot_write,
                      fmt::format("{}: cannot be written: {}; name another place", file,
                                  std::generic_category().message(errno))};
    }
    const bool whole = std::fwrite(text.data(), 1, text.size(), out) == text.size();
    if (std::fclose(out) != 0 || !whole) {
        throw Failure{Exit::cannot_write,
                      file + ": cannot be written; what is there is not whole, check the disk"};
    }
}

}  // namespace swept::tool

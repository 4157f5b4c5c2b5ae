#pragma once

// A file that is written through one buffer. The first problem is kept; finish() tells it.

#include <charconv>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "io/byte_order.h"
#include "swept/result.h"

namespace swept::io {

class OutputFile {
   public:
    explicit OutputFile(const std::filesystem::path& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void text(std::string_view text);

    /// The shortest decimal number that reads back to the same bits.
    template <class T>
    void number(T value) {
        make_room();
        char* const first = buffer_.get() + used_;
        used_ += static_cast<std::size_t>(std::to_chars(first, first + longest_number, value).ptr -
                                          first);
    }

    /// The bytes of a number in little-endian order.
    template <class T>
    void bytes(T value) {
        const auto little = little_endian_bytes(value);
        text({little.data(), little.size()});
    }

    /// Writes what is left and closes. A file that is not whole on the disk is an error.
    [[nodiscard]] Result<void> finish();

   private:
    static constexpr std::size_t capacity = 1 << 20;
    static constexpr std::size_t longest_number = 32;

    void make_room() {
        if (used_ + longest_number > capacity) flush();
    }
    void flush();

    std::unique_ptr<char[]> buffer_;
    std::size_t used_ = 0;
    std::FILE* file_;
    int problem_ = 0;  ///< errno of the first failure
    bool opened_ = false;
};

}  // namespace swept::io

#pragma once

// A file that is written beside the old one and takes its place when it is whole.
//
// The bytes go to a temporary file in the same folder, .swept-N.tmp. finish() brings them to the
// disk and renames the file. Until then, and after any failure, the old file is as it was: neither
// a full disk nor a kill destroys it. A failure removes the temporary file; only a kill leaves it
// behind, and it can be deleted.
//
// A symbolic link stays one: what it leads to is replaced. The new file has the owner and the
// permissions of the old one. Other hard links keep the old content. What cannot be replaced is
// written in place: pipes, devices, and all that leads through /dev or /proc, as /dev/stdout does.

#include <charconv>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "core/byte_order.h"
#include "swept/export.h"
#include "swept/result.h"

namespace swept::core_detail {

/// The first problem is kept; finish() returns it.
class OutputFile {
   public:
    SWEPT_API explicit OutputFile(const std::filesystem::path& path);
    /// What was not finished is dropped.
    SWEPT_API ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    SWEPT_API void text(std::string_view text);

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

    /// Whether something went wrong so far: what is still to come need not be computed.
    [[nodiscard]] bool failed() const { return problem_ != 0; }

    /// Writes what is left, closes the file and puts it in its place. To be called once.
    [[nodiscard]] SWEPT_API Result<void> finish();

   private:
    static constexpr std::size_t capacity = 1 << 20;
    static constexpr std::size_t longest_number = 32;

    void make_room() {
        if (used_ + longest_number > capacity) flush();
    }
    SWEPT_API void flush();
    void open_beside();
    void replace();
    void drop();
    void fail_with(int problem) {
        if (problem_ == 0) problem_ = problem;
    }

    std::unique_ptr<char[]> buffer_;
    std::size_t used_ = 0;
    std::filesystem::path target_;     ///< links followed
    std::filesystem::path temporary_;  ///< empty: the target is written in place
    std::FILE* file_ = nullptr;
    int problem_ = 0;  ///< errno of the first failure
    bool opened_ = false;
};

}  // namespace swept::core_detail

#pragma once

// Lines of JSON from a file or from stdin: the questions of a batch, the poses of a path.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "command.h"
#include "json_text.h"
#include "line_splitter.h"

namespace swept::tool {

/// A file, or stdin when it is called "-". Open before the work begins, so that a name that was
/// mistyped is told before large meshes are read.
class LineInput {
   public:
    /// Throws Failure when the file cannot be opened.
    explicit LineInput(const std::string& file);
    ~LineInput();
    LineInput(const LineInput&) = delete;
    LineInput& operator=(const LineInput&) = delete;

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] int descriptor() const { return descriptor_; }
    /// How many bytes there are, where that is known.
    [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }
    /// The share of the input that ends at a byte, below 1; 0 where the size is not known.
    [[nodiscard]] double share_at(std::uint64_t end) const;

    /// Reads some bytes and returns how many, 0 at the end; nothing: there are none yet. Throws
    /// Failure.
    [[nodiscard]] std::optional<std::size_t> read(std::span<char> buffer) const;

   private:
    std::string name_;
    int descriptor_;
    std::optional<std::uint64_t> size_;
};

/// Hands out all lines, one after the other, waiting for them. Throws Failure.
void for_each_line(const LineInput& input, const std::function<void(const InputLine&)>& take);

/// The JSON of a line; a line that is too long is an error too.
[[nodiscard]] ParsedJson parse_line(const InputLine& line);

/// Whether reading or writing shall be tried again after this error.
[[nodiscard]] bool try_again(int error);

/// What errno says, in words.
[[nodiscard]] std::string system_reason();

}  // namespace swept::tool

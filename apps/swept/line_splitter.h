#pragma once

// Cuts a stream of bytes into lines, in memory that does not depend on what comes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace swept::tool {

/// The longest line that is kept. Questions have some hundred bytes; a line without end is refused
/// before it fills the memory.
constexpr std::size_t longest_line = std::size_t{1} << 20;

struct InputLine {
    std::uint64_t number = 0;  ///< counted from 1
    std::uint64_t end = 0;     ///< bytes of the input up to here, its own included
    std::string text = {};     ///< without its end
    bool too_long = false;     ///< the text was thrown away
};

/// Lines end in \n or \r\n; the last one need not. Blank lines are counted, but not handed out. A
/// byte order mark at the start is no part of the first line.
class LineSplitter {
   public:
    /// Appends the lines that end within `bytes` and keeps the rest for later.
    void feed(std::string_view bytes, std::vector<InputLine>& lines);
    /// Appends the last line where it has no end.
    void finish(std::vector<InputLine>& lines);

   private:
    void extend(std::string_view bytes);
    void end_line(std::vector<InputLine>& lines);

    InputLine line_{.number = 1};
};

}  // namespace swept::tool

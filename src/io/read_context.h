#pragma once

// What one reading shares: the bytes of the file, the first error, the notes, the progress.
//
// Readers work with pointers into the bytes. A pointer is all that an error needs: the line number
// is counted only when something is wrong, so that good files pay nothing for it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "swept/mesh_io.h"

namespace swept::io_detail {

/// How an error names its place: text by line, binary by byte.
enum class Places : std::uint8_t { lines, bytes };

class ReadContext {
   public:
    ReadContext(std::string_view bytes, Places places, const Progress& progress);

    [[nodiscard]] const char* begin() const { return bytes_.data(); }
    [[nodiscard]] const char* end() const { return bytes_.data() + bytes_.size(); }
    [[nodiscard]] std::uint64_t bytes_after(const char* at) const {
        return static_cast<std::uint64_t>(end() - at);
    }
    void name_places_by(Places places) { places_ = places; }

    /// Keeps the first error and returns false. `at` is a place in the bytes, or nullptr for the
    /// file as a whole.
    bool fail(const char* at, std::string what, ErrorCode code = ErrorCode::bad_file);

    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] Error take_error() { return std::move(*error_); }

    void note(std::string line) { notes_.push_back(std::move(line)); }
    [[nodiscard]] std::vector<std::string> take_notes() { return std::move(notes_); }

    /// Says how far the reading is. Cheap enough for every line.
    void advance(const char* at) {
        if (at >= next_report_) [[unlikely]] {
            report(at);
        }
    }

   private:
    void report(const char* at);

    std::string_view bytes_;
    Places places_;
    const Progress& progress_;
    const char* next_report_;
    std::optional<Error> error_;
    std::vector<std::string> notes_;
};

/// Where a piece of the file starts, for messages and for reading on: a place, not a string.
[[nodiscard]] inline const char* start_of(std::string_view piece) {
    return piece.data();
}

/// A piece of the file for use in a message: quoted, short, printable, on one line.
[[nodiscard]] std::string in_quotes(std::string_view piece);

/// A message from elsewhere made fit for ours: one line, not too long.
[[nodiscard]] std::string one_line(std::string_view message);

}  // namespace swept::io_detail

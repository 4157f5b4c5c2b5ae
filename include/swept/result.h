#pragma once

// How the library says that something cannot be used: a value or an Error, never an exception.

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace swept {

/// What kind of thing was wrong. `Error::what` says it in words.
enum class ErrorCode : std::uint8_t {
    bad_argument,  ///< a number or option that means nothing here (NaN, zero axis, negative size)
    bad_mesh,      ///< vertices or polygons that cannot become a polyhedron
    bad_file,      ///< the content of a file does not follow its format
    no_file,       ///< the file cannot be opened or read
    cannot_write,  ///< the output cannot be written
    unsupported,   ///< well-formed, but of a kind that this build does not read
};

/// Why there is no value: one line in words, and the place.
struct Error {
    ErrorCode code = ErrorCode::bad_argument;  ///< what kind of thing is wrong, for programs
    std::string what;                          ///< what is wrong, then what to do about it
    std::string where;  ///< line, byte, face, vertex or argument; empty when there is no place

    /// `where: what`, or `what` alone.
    [[nodiscard]] std::string message() const { return where.empty() ? what : where + ": " + what; }
};

/// A value, or the reason why there is none.
template <class T>
using Result = tl::expected<T, Error>;

/// Short for returning an Error from a function that returns a Result.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string what,
                                                std::string where = {}) {
    return tl::unexpected<Error>(Error{code, std::move(what), std::move(where)});
}

}  // namespace swept

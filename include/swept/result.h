#pragma once

// Errors: a function that can fail returns a Result, a value or an Error, and never throws.

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace swept {

/// The kind of an error. `Error::what` describes it in words.
enum class ErrorCode : std::uint8_t {
    bad_argument,  ///< an invalid number or option (NaN, an axis of zero length, a negative size)
    bad_mesh,      ///< vertices or polygons that cannot become a polyhedron
    bad_file,      ///< the content of a file does not follow its format
    no_file,       ///< the file cannot be opened or read
    cannot_write,  ///< the output cannot be written
    unsupported,   ///< well-formed, but of a kind that this build does not read
};

/// The reason why there is no value, and its place.
struct Error {
    ErrorCode code = ErrorCode::bad_argument;  ///< the kind of error, for programs
    std::string what;                          ///< what is wrong, then what to do; one line
    std::string where;  ///< line, byte, face, vertex or argument; empty if there is no place

    /// `where: what`, or `what` alone.
    [[nodiscard]] std::string message() const { return where.empty() ? what : where + ": " + what; }
};

/// A value or an Error.
template <class T>
using Result = tl::expected<T, Error>;

/// Makes an Error that a function with a Result can return.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string what,
                                                std::string where = {}) {
    return tl::unexpected<Error>(Error{code, std::move(what), std::move(where)});
}

}  // namespace swept

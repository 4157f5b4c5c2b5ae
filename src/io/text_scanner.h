#pragma once

// The tokenizer of all text formats: words and numbers within a line, and lines.
//
// Blanks are spaces, tabs and carriage returns, so that CRLF needs no further care. Numbers are
// read with std::from_chars, which knows no locale and rounds correctly.

#include <Eigen/Core>
#include <cstdint>
#include <string_view>

#include "io/read_context.h"

namespace swept::io_detail {

struct TextRules {
    bool comments = false;       ///< '#' ends a line
    bool continuations = false;  ///< a backslash before the end of a line joins the next one
};

class TextScanner {
   public:
    TextScanner(ReadContext& context, const char* at, TextRules rules)
        : context_(context), at_(at), end_(context.end()), rules_(rules) {}

    [[nodiscard]] const char* at() const { return at_; }
    void move_to(const char* at) { at_ = at; }
    [[nodiscard]] bool at_end() const { return at_ == end_; }

    /// Skips blanks, and says whether nothing more is on this line.
    bool at_line_end() {
        skip_blanks();
        return at_end() || *at_ == '\n' || (rules_.comments && *at_ == '#');
    }

    /// Goes to the start of the next line, or to the end of the file.
    void next_line() {
        if (at_ < end_ && *at_ == '\n') [[likely]] {
            context_.advance(++at_);
        } else {
            skip_rest_of_line();
        }
    }

    /// Goes to the next line with something on it, this one included; false at the end of the file.
    bool next_filled_line();

    /// The next word of this line; empty at the end of the line.
    std::string_view word();

    /// Reads a number. Too large becomes infinite, which the mesh refuses; too small becomes 0.
    bool number(double& value);

    /// Reads three numbers.
    bool point(Eigen::Vector3d& value) {
        return number(value.x()) && number(value.y()) && number(value.z());
    }

    /// Reads a whole number.
    bool integer(std::int64_t& value) {
        skip_blanks();
        const char* const token = at_;
        return (digits(value) && at_token_end()) || refuse(token, "a whole number");
    }

    /// Reads a whole number that something other than a blank may follow. Says nothing if it fails.
    bool digits(std::int64_t& value) {
        const char* p = at_;
        const bool negative = p < end_ && *p == '-';
        if (p < end_ && (*p == '-' || *p == '+')) ++p;
        const char* const first = p;
        std::int64_t sum = 0;
        const auto is_digit = [&] { return p < end_ && *p >= '0' && *p <= '9'; };
        while (is_digit() && p - first < 18) sum = 10 * sum + (*p++ - '0');
        // 18 digits always fit; more mean nothing in a mesh.
        if (p == first || is_digit()) return false;
        value = negative ? -sum : sum;
        at_ = p;
        return true;
    }

    /// Whether a token may end here.
    [[nodiscard]] bool at_token_end() const { return token_may_end(at_); }

    /// Fails: something else was expected than the token that starts here.
    bool refuse(const char* token, std::string_view expected);

    void skip_blanks() {
        while (at_ < end_ && is_blank(*at_)) ++at_;
        if (at_ < end_ && *at_ == '\\' && rules_.continuations) [[unlikely]] {
            join_lines();
        }
    }

   private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
    [[nodiscard]] bool token_may_end(const char* p) const {
        return p == end_ || is_blank(*p) || *p == '\n' || (rules_.comments && *p == '#') ||
               (rules_.continuations && *p == '\\');
    }
    void skip_rest_of_line();
    void join_lines();
    [[nodiscard]] const char* short_number(const char* first, double& value) const;
    [[nodiscard]] const char* after_continuation(const char* backslash) const;

    ReadContext& context_;
    const char* at_;
    const char* end_;
    TextRules rules_;
};

/// Whether two words are the same but for upper and lower case.
[[nodiscard]] bool same_word(std::string_view a, std::string_view b);

}  // namespace swept::io_detail

#pragma once

// The lines of a batch on their way from the reader through the workers to the writer: a queue of
// bounded size that is filled at one end, answered in the middle by any number of threads, and
// emptied in order at the other end. Nobody waits for a chunk to fill: an answer may be written as
// soon as those before it are, so that a program that sends one line and waits gets its answer.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "line_splitter.h"

namespace swept::tool {

/// A line and, once a worker is done with it, its answer.
struct BatchSlot {
    InputLine line = {};
    std::string answer = {};  ///< with its newline
    bool bad = false;         ///< the answer says why there is none
    bool done = false;
};

class BatchWindow {
   public:
    // The reader.
    /// Takes all the lines, waiting for room; false: stopped.
    bool put(std::vector<InputLine>& lines);
    /// There will be no more lines.
    void close();
    [[nodiscard]] bool stopped();

    // The workers.
    /// The next line to answer, waiting for one; null: there is none and will be none.
    [[nodiscard]] BatchSlot* take();
    /// The slot has got its answer.
    void finish(BatchSlot& slot);

    // The writer.
    struct Answers {
        std::string text;
        std::uint64_t lines = 0;
        std::uint64_t bad_lines = 0;
        std::uint64_t first_bad_line = 0;
        std::uint64_t end = 0;  ///< bytes of the input that are answered
    };
    /// The answers that can be written now, waiting for the first; nothing: all were written, or
    /// stopped.
    [[nodiscard]] std::optional<Answers> collect();

    // Anybody.
    /// Everybody gets to hear that it is over.
    void stop();

   private:
    [[nodiscard]] bool has_room() const;
    [[nodiscard]] bool is_half_empty() const;
    [[nodiscard]] bool may_take() const;
    [[nodiscard]] bool worth_writing() const;

    std::mutex mutex_;
    std::condition_variable room_;   // for the reader
    std::condition_variable work_;   // for the workers
    std::condition_variable ready_;  // for the writer
    std::deque<BatchSlot> slots_;    // in the order of the input; a deque, so that slots stay
    std::size_t taken_ = 0;          // how many of them, from the front, a worker has taken
    std::size_t done_ = 0;           // how many of them have their answer
    std::size_t line_bytes_ = 0;     // of lines not yet answered
    std::size_t answer_bytes_ = 0;   // of answers not yet written
    bool closed_ = false;
    bool stopped_ = false;
};

}  // namespace swept::tool

#include "batch_window.h"

#include <chrono>
#include <utility>

namespace swept::tool {
namespace {

// Enough lines that a slow one at the front does not starve the other workers; few enough bytes
// that the window never shows in the memory of the process.
constexpr std::size_t most_lines = 4096;
constexpr std::size_t most_line_bytes = 4 * longest_line;
constexpr std::size_t most_answer_bytes = std::size_t{32} << 20;

// What is worth writing at once, and how long the first answer may wait for it.
constexpr std::size_t enough_to_write = std::size_t{1} << 16;
constexpr std::chrono::milliseconds longest_delay(2);

}  // namespace

bool BatchWindow::has_room() const {
    return slots_.size() < most_lines && line_bytes_ < most_line_bytes;
}

bool BatchWindow::is_half_empty() const {
    return slots_.size() <= most_lines / 2 && line_bytes_ <= most_line_bytes / 2;
}

// Answers may be longer than anything (all pairs of two large meshes). Once many bytes wait for the
// one at the front, nobody begins another line, unless it is the front itself: that would wait for
// itself.
bool BatchWindow::may_take() const {
    if (taken_ == slots_.size()) return false;
    return taken_ == 0 || answer_bytes_ < most_answer_bytes;
}

/// Nothing else is under way, or it is much already.
bool BatchWindow::worth_writing() const {
    return done_ == slots_.size() || answer_bytes_ >= enough_to_write;
}

bool BatchWindow::put(std::vector<InputLine>& lines) {
    std::unique_lock lock(mutex_);
    for (InputLine& line : lines) {
        if (!has_room()) {
            // Half of it at once: to wake up for each line would cost more than the line.
            work_.notify_all();
            room_.wait(lock, [&] { return stopped_ || is_half_empty(); });
        }
        if (stopped_) return false;
        line_bytes_ += line.text.size();
        slots_.push_back({.line = std::move(line)});
    }
    if (lines.size() == 1) {
        work_.notify_one();
    } else {
        work_.notify_all();
    }
    lines.clear();
    return true;
}

void BatchWindow::close() {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    work_.notify_all();
    ready_.notify_all();
}

bool BatchWindow::stopped() {
    const std::scoped_lock lock(mutex_);
    return stopped_;
}

BatchSlot* BatchWindow::take() {
    std::unique_lock lock(mutex_);
    work_.wait(lock,
               [&] { return stopped_ || may_take() || (closed_ && taken_ == slots_.size()); });
    if (stopped_ || taken_ == slots_.size()) return nullptr;
    return &slots_[taken_++];
}

void BatchWindow::finish(BatchSlot& slot) {
    const std::scoped_lock lock(mutex_);
    line_bytes_ -= slot.line.text.size();
    slot.line.text = {};
    answer_bytes_ += slot.answer.size();
    slot.done = true;
    done_ += 1;
    if (&slot == &slots_.front() || worth_writing()) ready_.notify_one();
    if (is_half_empty()) room_.notify_one();
}

std::optional<BatchWindow::Answers> BatchWindow::collect() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [&] { return stopped_ || (slots_.empty() ? closed_ : slots_.front().done); });
    // While others are being answered it pays to wait a little for them, but no longer.
    ready_.wait_for(lock, longest_delay, [&] { return stopped_ || worth_writing(); });
    if (stopped_ || slots_.empty()) return std::nullopt;
    const bool held_up = answer_bytes_ >= most_answer_bytes;
    Answers answers;
    while (!slots_.empty() && slots_.front().done) {
        const BatchSlot& slot = slots_.front();
        answers.text += slot.answer;
        answers.lines += 1;
        if (slot.bad && answers.bad_lines++ == 0) answers.first_bad_line = slot.line.number;
        answers.end = slot.line.end;
        slots_.pop_front();
        taken_ -= 1;
        done_ -= 1;
    }
    answer_bytes_ -= answers.text.size();
    if (is_half_empty()) room_.notify_one();
    if (held_up) work_.notify_all();
    return answers;
}

void BatchWindow::stop() {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    room_.notify_all();
    work_.notify_all();
    ready_.notify_all();
}

}  // namespace swept::tool

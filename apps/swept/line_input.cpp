#include "line_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

namespace swept::tool {
namespace {

Failure cannot_read(const std::string& file, const std::string& why) {
    return {Exit::bad_file, file + ": cannot be read: " + why};
}

int opened(const std::string& file) {
    if (file == "-") return STDIN_FILENO;
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) return descriptor;
    throw cannot_read(file, errno == ENOENT ? "there is no such file" : system_reason());
}

void take_all(std::vector<InputLine>& lines, const std::function<void(const InputLine&)>& take) {
    for (const InputLine& line : lines) take(line);
    lines.clear();
}

}  // namespace

LineInput::LineInput(const std::string& file)
    : name_(file == "-" ? "stdin" : file), descriptor_(opened(file)) {
    struct stat status = {};
    if (fstat(descriptor_, &status) != 0) return;
    if (S_ISDIR(status.st_mode)) throw cannot_read(name_, "it is a directory; name a file");
    if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
}

LineInput::~LineInput() {
    if (descriptor_ != STDIN_FILENO) (void)close(descriptor_);
}

double LineInput::share_at(std::uint64_t end) const {
    if (size_.value_or(0) == 0) return 0;
    return std::min(0.999, static_cast<double>(end) / static_cast<double>(*size_));
}

std::optional<std::size_t> LineInput::read(std::span<char> buffer) const {
    const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (try_again(errno)) return std::nullopt;
    throw cannot_read(name_, system_reason());
}

void for_each_line(const LineInput& input, const std::function<void(const InputLine&)>& take) {
    std::vector<char> buffer(std::size_t{1} << 16);
    std::vector<InputLine> lines;
    LineSplitter splitter;
    while (true) {
        const auto count = input.read(buffer);
        if (!count) {
            // Somebody made the pipe non-blocking: wait until there is more.
            pollfd file{input.descriptor(), POLLIN, 0};
            (void)poll(&file, 1, -1);
            continue;
        }
        if (*count == 0) break;
        splitter.feed({buffer.data(), *count}, lines);
        take_all(lines, take);
    }
    splitter.finish(lines);
    take_all(lines, take);
}

ParsedJson parse_line(const InputLine& line) {
    if (!line.too_long) return parse_json(line.text);
    return {{}, fmt::format("the line is longer than {} bytes", longest_line)};
}

bool try_again(int error) {
    return error == EINTR || error == EAGAIN;
}

std::string system_reason() {
    return std::generic_category().message(errno);
}

}  // namespace swept::tool

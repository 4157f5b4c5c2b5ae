#pragma once

// Many questions, one JSON object per line, answered in parallel and written in their order: what
// docs/cli.md promises about --batch, for every command that has it.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "json_text.h"

namespace swept::tool {

/// The questions: a file, or stdin when it is called "-". Open before the work begins, so that a
/// name that was mistyped is told before large meshes are read.
class BatchInput {
   public:
    /// Throws Failure when the file cannot be opened.
    explicit BatchInput(const std::string& file);
    ~BatchInput();
    BatchInput(const BatchInput&) = delete;
    BatchInput& operator=(const BatchInput&) = delete;

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] int descriptor() const { return descriptor_; }
    /// How many bytes there are, where that is known.
    [[nodiscard]] std::optional<std::uint64_t> size() const { return size_; }

   private:
    std::string name_;
    int descriptor_;
    std::optional<std::uint64_t> size_;
};

/// What one command does with a line.
struct BatchCommand {
    /// The keys that a question may have, besides "id".
    std::vector<std::string_view> keys;
    /// Adds the answer's keys; "id" is there already. Called from several threads at once; throws
    /// BadQuestion. The answer must not depend on other lines.
    std::function<void(const Json& question, JsonObject& answer)> answer;
};

/// Answers all lines. Throws Failure: a line had an error, the input could not be read, the output
/// not be written.
void run_batch(const BatchInput& input, const BatchCommand& command, const CommonFlags& flags);

}  // namespace swept::tool

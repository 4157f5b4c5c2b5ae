#pragma once

// Many questions, one JSON object per line, answered in parallel and written in their order: what
// docs/cli.md promises about --batch, for every command that has it.

#include <functional>
#include <string_view>
#include <vector>

#include "command.h"
#include "json_text.h"
#include "line_input.h"

namespace swept::tool {

/// What one command does with a line.
struct BatchCommand {
    /// The keys that a question may have, besides "id".
    std::vector<std::string_view> keys;
    /// Adds the answer's keys; "id" is there already. Called from several threads at once; throws
    /// BadQuestion. The answer must not depend on other lines, but for one thread, which takes them
    /// in their order.
    std::function<void(const Json& question, JsonObject& answer)> answer;
};

/// Answers all lines. Throws Failure: a line had an error, the input could not be read, the output
/// not be written.
void run_batch(const LineInput& input, const BatchCommand& command, const CommonFlags& flags);

}  // namespace swept::tool

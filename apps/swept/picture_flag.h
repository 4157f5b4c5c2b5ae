#pragma once

// --picture: the result of a command as a file, drawn by swept::picture.

#include <functional>
#include <string>

#include "command.h"
#include "swept/picture.h"

namespace swept::tool {

class Command;

/// --picture FILE.
void add_picture_flag(Command& command, std::string& file);

/// Refuses, before anything is read, a file that cannot become a picture, and --batch beside it;
/// throws Failure.
void check_picture(const std::string& file, const std::string& batch, const std::string& command);

/// What `telling` would print, as the words of a picture.
[[nodiscard]] PictureText picture_text(const std::function<void()>& telling);

/// Writes it: .glb as it is, .html in the viewer. Says so, below an answer in words. Throws
/// Failure.
void write_picture(const Picture& picture, const std::string& file, const CommonFlags& flags);

}  // namespace swept::tool

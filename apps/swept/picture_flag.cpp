#include "picture_flag.h"

#include <filesystem>

#include "command_line.h"

namespace swept::tool {

void add_picture_flag(Command& command, std::string& file) {
    command.option("--picture", file, "FILE",
                   "Draw the answer: .html to look at, .glb for other programs");
}

void check_picture(const std::string& file, const std::string& batch, const std::string& command) {
    if (file.empty()) return;
    if (!batch.empty()) {
        throw Failure{Exit::bad_usage,
                      command + ": --picture is about one question; leave out --batch"};
    }
    const std::filesystem::path ending = std::filesystem::path(file).extension();
    if (ending != ".glb" && ending != ".html") {
        throw Failure{Exit::bad_usage, "--picture: " + file + " must end in .html or .glb"};
    }
    if (ending == ".html" && !has_viewer()) {
        throw Failure{Exit::bad_usage,
                      "--picture: this tool was built without the viewer, which takes npm; ask for "
                      "a .glb, or build it again where there is npm"};
    }
}

PictureText picture_text(const std::function<void()>& telling) {
    Told told = told_by(telling);
    return {std::move(told.headline), std::move(told.rows)};
}

void write_picture(const Picture& picture, const std::string& file, const CommonFlags& flags) {
    if (const Result<void> written = swept::write_picture(picture, file); !written) {
        const Error& error = written.error();
        if (error.code == ErrorCode::cannot_write)
            throw failure_of({error.code, error.what, ""}, file);
        throw Failure{Exit::bad_usage, "--picture: " + error.what};
    }
    if (!flags.json) print_row("picture", file);
}

}  // namespace swept::tool

// The file that a picture becomes.

#include <fmt/format.h>

#include <filesystem>

#include "command_line.h"
#include "output.h"
#include "picture/scene.h"
#include "picture/viewer.h"

namespace swept::tool {
namespace {

enum class Ending : std::uint8_t { glb, html, other };

Ending ending_of(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension();
    return ending == ".glb" ? Ending::glb : ending == ".html" ? Ending::html : Ending::other;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            text += k <= count ? digits[bits >> (18 - 6 * k) & 63U] : '=';
        }
    }
    return text;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

/// The page with its two places filled in.
std::string page_of(const Picture& picture, std::string_view scene) {
    constexpr std::string_view title = "@SWEPT_TITLE@", data = "@SWEPT_GLB@";
    const std::string_view page = viewer_page();
    const std::size_t at_title = page.find(title), at_data = page.find(data);
    std::string text;
    text.reserve(page.size() + scene.size() * 4 / 3 + 1000);
    text += page.substr(0, at_title);
    text += escaped(picture.told.headline);
    text += page.substr(at_title + title.size(), at_data - at_title - title.size());
    text += base64(scene);
    text += page.substr(at_data + data.size());
    return text;
}

}  // namespace

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
    const Ending ending = ending_of(file);
    if (ending == Ending::other) {
        throw Failure{Exit::bad_usage, "--picture: " + file + " must end in .html or .glb"};
    }
    if (ending == Ending::html && viewer_page().empty()) {
        throw Failure{Exit::bad_usage,
                      "--picture: this tool was built without the viewer, which takes npm; ask for "
                      "a .glb, or build it again where there is npm"};
    }
}

void write_picture(const Picture& picture, const std::string& file, const CommonFlags& flags) {
    const std::string scene = glb_of(picture);
    write_file(file, ending_of(file) == Ending::html ? page_of(picture, scene) : scene);
    if (!flags.json) print_row("picture", file);
}

}  // namespace swept::tool

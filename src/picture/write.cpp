// The file that a picture becomes.

#include <array>
#include <filesystem>

#include "core/output_file.h"
#include "picture/scene.h"
#include "picture/viewer.h"

namespace swept {
namespace picture_detail {
namespace {

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
    text += escaped(picture.text.title);
    text += page.substr(at_title + title.size(), at_data - at_title - title.size());
    text += base64(scene);
    text += page.substr(at_data + data.size());
    return text;
}

Result<void> write_bytes(const Result<std::string>& bytes, const std::filesystem::path& file) {
    if (!bytes) return tl::unexpected(bytes.error());
    OutputFile out(file);
    out.text(*bytes);
    return out.finish();
}

Result<void> write_by_ending(const Picture& picture, const std::filesystem::path& file) {
    if (file.extension() == ".glb") return write_bytes(picture_glb(picture), file);
    if (file.extension() == ".html") return write_bytes(picture_html(picture), file);
    return fail(ErrorCode::unsupported, "must end in .html or .glb");
}

}  // namespace
}  // namespace picture_detail

std::string_view name_of(PictureRole role) {
    constexpr std::array<std::string_view, 8> names = {"mover",   "obstacle", "body",   "room",
                                                       "shape_a", "shape_b",  "sphere", "ghost"};
    return names[static_cast<std::size_t>(role)];
}

std::string_view name_of(PictureLineKind kind) {
    constexpr std::array<std::string_view, 3> names = {"trail", "ray", "gap"};
    return names[static_cast<std::size_t>(kind)];
}

bool has_viewer() {
    return !picture_detail::viewer_page().empty();
}

Result<std::string> picture_glb(const Picture& picture) {
    return picture_detail::glb_of(picture);
}

Result<std::string> picture_html(const Picture& picture) {
    if (!has_viewer()) {
        return fail(ErrorCode::unsupported,
                    "this build is without the viewer, which takes npm; write a .glb, or build it "
                    "again where there is npm");
    }
    return picture_detail::glb_of(picture).map(
        [&](const std::string& scene) { return picture_detail::page_of(picture, scene); });
}

Result<void> write_picture(const Picture& picture, const std::filesystem::path& file) {
    return picture_detail::write_by_ending(picture, file).map_error([&](Error error) {
        error.where = file.string() + (error.where.empty() ? "" : ", " + error.where);
        return error;
    });
}

}  // namespace swept

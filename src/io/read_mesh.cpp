// Which reader takes which file.

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "io/file_bytes.h"
#include "io/formats.h"
#include "io/read_context.h"
#include "swept/mesh_io.h"

namespace swept {
namespace io_detail {
namespace {

constexpr std::array<std::string_view, 6> own_endings = {"obj", "stl", "ply", "off", "gltf", "glb"};

bool is_own(std::string_view ending) {
    return std::ranges::find(own_endings, ending) != own_endings.end();
}

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

Result<MeshFile> read_bytes(std::string_view bytes, std::string_view format,
                            const std::filesystem::path& folder, const ReadOptions& options) {
    if (bytes.empty()) {
        return fail(ErrorCode::bad_file, "the file is empty; check where it comes from");
    }
    if (format == "obj") return read_obj(bytes, options);
    if (format == "stl") return read_stl(bytes, options);
    if (format == "ply") return read_ply(bytes, options);
    if (format == "off") return read_off(bytes, options);
    return read_gltf(bytes, folder, options);
}

tl::unexpected<Error> refuse_ending(std::string_view ending,
                                    const std::vector<std::string>& known) {
    const std::string what = ending.empty() ? "the name has no ending that tells the format"
                                            : "cannot read the format '" + one_line(ending) + "'";
    return fail(ErrorCode::unsupported, what + "; readable are " + joined(known));
}

}  // namespace

std::string ending_of(const std::filesystem::path& path) {
    const std::string ending = path.extension().string();
    return ending.empty() ? ending : lower_case(std::string_view(ending).substr(1));
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

}  // namespace io_detail

Result<MeshFile> read_mesh(const std::filesystem::path& path, const ReadOptions& options) {
    const std::string ending = io_detail::ending_of(path);
    if (io_detail::is_own(ending)) {
        const auto bytes = io_detail::read_file_bytes(path);
        if (!bytes) return tl::unexpected<Error>(bytes.error());
        const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
        return io_detail::read_bytes(bytes->view(), ending, folder, options);
    }
    if (auto readable = io_detail::check_readable(path); !readable) {
        return tl::unexpected<Error>(readable.error());
    }
    const auto known = readable_formats();
    if (std::ranges::find(known, ending) == known.end()) {
        return io_detail::refuse_ending(ending, known);
    }
    return io_detail::read_with_assimp(path, ending, options);
}

Result<MeshFile> parse_mesh(std::string_view bytes, std::string_view format,
                            const ReadOptions& options) {
    const std::string known_format = io_detail::lower_case(format);
    if (!io_detail::is_own(known_format)) {
        return io_detail::refuse_ending(
            known_format, {io_detail::own_endings.begin(), io_detail::own_endings.end()});
    }
    return io_detail::read_bytes(bytes, known_format, {}, options);
}

std::vector<std::string> readable_formats() {
    std::vector<std::string> endings(io_detail::own_endings.begin(), io_detail::own_endings.end());
    for (std::string& ending : io_detail::assimp_endings()) {
        if (!io_detail::is_own(ending)) endings.push_back(std::move(ending));
    }
    return endings;
}

bool has_assimp() {
    return SWEPT_WITH_ASSIMP != 0;
}

}  // namespace swept

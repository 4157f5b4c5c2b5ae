// glTF 2.0: JSON with buffers (.gltf) or both in one file (.glb), through tinygltf.
//
// The container and the JSON are checked before tinygltf sees them (gltf_document), the ranges of
// the buffers after (gltf_accessor).

#include <tiny_gltf.h>

#include <exception>
#include <limits>
#include <string>

#include "core/byte_order.h"
#include "io/file_bytes.h"
#include "io/formats.h"
#include "io/gltf_document.h"
#include "io/gltf_scene.h"
#include "io/mesh_builder.h"

namespace swept::io_detail {
namespace {

constexpr std::size_t glb_header_size = 12;
constexpr std::size_t chunk_header_size = 8;
constexpr std::uint32_t json_chunk = 0x4E4F534A;
constexpr std::uint32_t binary_chunk = 0x004E4942;

struct Parts {
    std::string_view json;
    std::string_view binary;
};

bool is_glb(std::string_view bytes) {
    return bytes.starts_with("glTF");
}

// Takes one chunk off the rest.
bool next_chunk(ReadContext& context, std::string_view& rest, std::uint32_t& type,
                std::string_view& content) {
    if (rest.size() < chunk_header_size) {
        return context.fail(start_of(rest) + rest.size(),
                            "the file ends within a chunk header; it may be cut off");
    }
    const auto length = load<std::uint32_t>(start_of(rest));
    type = load<std::uint32_t>(start_of(rest) + 4);
    if (length > rest.size() - chunk_header_size) {
        return context.fail(start_of(rest),
                            "a chunk of " + std::to_string(length) +
                                " bytes reaches past the end; the file may be cut off");
    }
    content = rest.substr(chunk_header_size, length);
    rest.remove_prefix(chunk_header_size + length);
    return true;
}

bool split_glb(ReadContext& context, std::string_view bytes, Parts& parts) {
    if (bytes.size() < glb_header_size) {
        return context.fail(context.end(), "the file ends within its header; it may be cut off");
    }
    const auto version = load<std::uint32_t>(start_of(bytes) + 4);
    const auto length = load<std::uint32_t>(start_of(bytes) + 8);
    if (version != 2) {
        return context.fail(
            start_of(bytes) + 4,
            "glb version " + std::to_string(version) + " is not read; convert it to 2",
            ErrorCode::unsupported);
    }
    if (length > bytes.size() || length < glb_header_size) {
        return context.fail(start_of(bytes) + 8, "the header promises " + std::to_string(length) +
                                                     " bytes but the file has " +
                                                     std::to_string(bytes.size()) +
                                                     "; it may be cut off");
    }
    if (length < bytes.size()) {
        context.note(std::to_string(bytes.size() - length) + " bytes after the end were not read");
    }
    std::string_view rest = bytes.substr(glb_header_size, length - glb_header_size);
    std::uint32_t type = 0;
    if (!next_chunk(context, rest, type, parts.json)) return false;
    if (type != json_chunk) {
        return context.fail(start_of(bytes) + glb_header_size + 4,
                            "the first chunk is not JSON; it is not a glb file");
    }
    if (rest.empty()) return true;
    std::string_view content;
    if (!next_chunk(context, rest, type, content)) return false;
    if (type == binary_chunk) parts.binary = content;
    return true;
}

void append(std::string& bytes, std::uint32_t value) {
    const auto little = little_endian_bytes(value);
    bytes.append(little.data(), little.size());
}

void append_chunk(std::string& bytes, std::uint32_t type, std::string_view content, char padding) {
    const std::size_t padded = (content.size() + 3) / 4 * 4;
    append(bytes, static_cast<std::uint32_t>(padded));
    append(bytes, type);
    bytes += content;
    bytes.append(padded - content.size(), padding);
}

std::string make_glb(std::string_view json, std::string_view binary) {
    std::string chunks;
    chunks.reserve(json.size() + binary.size() + 32);
    append_chunk(chunks, json_chunk, json, ' ');
    if (!binary.empty()) append_chunk(chunks, binary_chunk, binary, '\0');
    std::string glb = "glTF";
    append(glb, 2);
    append(glb, static_cast<std::uint32_t>(glb_header_size + chunks.size()));
    return glb + chunks;
}

// Whether tinygltf may open this file: it is in or below the folder of the mesh. tinygltf would
// look in the working directory as well.
bool may_open(const std::string& name, const std::filesystem::path& folder) {
    if (folder.empty()) return false;
    const auto inside = std::filesystem::path(name).lexically_normal().lexically_relative(
        folder.lexically_normal());
    return !inside.empty() && *inside.begin() != ".." && check_readable(name).has_value();
}

// The callbacks of tinygltf, with the folder of the mesh as their user data. Its own ones expand
// shell variables in names.
tinygltf::FsCallbacks file_access(const std::filesystem::path& folder) {
    tinygltf::FsCallbacks access{};
    access.FileExists = [](const std::string& name, void* data) {
        return may_open(name, *static_cast<const std::filesystem::path*>(data));
    };
    access.ExpandFilePath = [](const std::string& name, void* /*data*/) { return name; };
    access.ReadWholeFile = [](std::vector<unsigned char>* out, std::string* error,
                              const std::string& name, void* /*data*/) {
        const auto bytes = read_file_bytes(name);
        if (!bytes) {
            *error = bytes.error().what;
            return false;
        }
        out->assign(bytes->view().begin(), bytes->view().end());
        return true;
    };
    access.user_data = const_cast<std::filesystem::path*>(&folder);
    return access;
}

// With a binary chunk as glb, without as JSON: tinygltf knows buffers without `uri` in glb only.
bool load_model(ReadContext& context, std::string_view json, std::string_view binary,
                const std::filesystem::path& folder, tinygltf::Model& model) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 64;
    if (binary.size() > most || json.size() > most - binary.size()) {
        return context.fail(nullptr, "the file has more than 4 GiB; split it");
    }
    std::string error;
    std::string warning;
    try {
        tinygltf::TinyGLTF loader;
        loader.SetFsCallbacks(file_access(folder));
        bool good = false;
        if (binary.empty()) {
            good = loader.LoadASCIIFromString(&model, &error, &warning, json.data(),
                                              static_cast<unsigned>(json.size()), folder.string());
        } else {
            const std::string glb = make_glb(json, binary);
            good = loader.LoadBinaryFromMemory(&model, &error, &warning,
                                               reinterpret_cast<const unsigned char*>(glb.data()),
                                               static_cast<unsigned>(glb.size()), folder.string());
        }
        if (good) return true;
    } catch (const std::exception& problem) {
        error = problem.what();
    }
    return context.fail(nullptr, "tinygltf cannot read it: " + one_line(error) + "; repair it");
}

std::uint64_t size_of_buffers(const tinygltf::Model& model) {
    std::uint64_t size = 0;
    for (const tinygltf::Buffer& buffer : model.buffers) size += buffer.data.size();
    return size;
}

bool read_all(ReadContext& context, MeshBuilder& build, std::string_view bytes,
              const std::filesystem::path& folder) {
    Parts parts{.json = bytes, .binary = {}};
    if (is_glb(bytes) && !split_glb(context, bytes, parts)) return false;
    const BinaryChunk chunk = parts.binary.empty() ? BinaryChunk::absent : BinaryChunk::present;
    std::string json;
    tinygltf::Model model;
    return reduce_gltf(context, parts.json, chunk, json) &&
           load_model(context, json, parts.binary, folder, model) &&
           read_gltf_scene(model, bytes.size() + size_of_buffers(model), context, build);
}

}  // namespace

Result<MeshFile> read_gltf(std::string_view bytes, const std::filesystem::path& folder,
                           const ReadOptions& options) {
    ReadContext context(bytes, is_glb(bytes) ? Places::bytes : Places::lines, options.progress);
    MeshBuilder build(context, 0);
    read_all(context, build, bytes, folder);
    return build.finish("gltf");
}

}  // namespace swept::io_detail

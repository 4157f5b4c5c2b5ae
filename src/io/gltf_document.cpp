#include "io/gltf_document.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

namespace swept::io_detail {
namespace {

using nlohmann::json;

constexpr int deepest_nesting = 100;
constexpr std::uint64_t largest_index = std::uint64_t{1} << 30;
constexpr std::uint64_t largest_size = std::uint64_t{1} << 52;

enum class Kind : std::uint8_t { index, size, flag, text, indices, numbers, position, primitives };

enum class Need : bool { optional, required };

struct Field {
    constexpr Field(const char* field_name, Kind field_kind, Need field_need = Need::optional,
                    std::size_t field_length = 0)
        : name(field_name), kind(field_kind), need(field_need), length(field_length) {}

    const char* name;
    Kind kind;
    Need need;
    std::size_t length;  ///< of `numbers`
};

constexpr std::array buffer_fields = {
    Field{"byteLength", Kind::size, Need::required},
    Field{"uri", Kind::text},
};
constexpr std::array view_fields = {
    Field{"buffer", Kind::index, Need::required},
    Field{"byteOffset", Kind::size},
    Field{"byteLength", Kind::size, Need::required},
    Field{"byteStride", Kind::size},
};
constexpr std::array accessor_fields = {
    Field{"bufferView", Kind::index},
    Field{"byteOffset", Kind::size},
    Field{"normalized", Kind::flag},
    Field{"componentType", Kind::index, Need::required},
    Field{"count", Kind::index, Need::required},
    Field{"type", Kind::text, Need::required},
};
constexpr std::array primitive_fields = {
    Field{"attributes", Kind::position, Need::required},
    Field{"indices", Kind::index},
    Field{"mode", Kind::index},
};
constexpr std::array mesh_fields = {Field{"primitives", Kind::primitives, Need::required}};
constexpr std::array node_fields = {
    Field{"mesh", Kind::index},
    Field{"children", Kind::indices},
    Field{"matrix", Kind::numbers, Need::optional, 16},
    Field{"rotation", Kind::numbers, Need::optional, 4},
    Field{"scale", Kind::numbers, Need::optional, 3},
    Field{"translation", Kind::numbers, Need::optional, 3},
};
constexpr std::array scene_fields = {Field{"nodes", Kind::indices}};

// Extensions that a file may require without changing where its triangles are.
constexpr std::array<std::string_view, 7> harmless_extensions = {
    "KHR_materials_", "KHR_texture_", "EXT_texture_",          "MSFT_texture_",
    "KHR_lights_",    "KHR_xmp",      "KHR_mesh_quantization",
};

// Writers may put 3.0 for 3.
bool copy_whole(const json& from, std::uint64_t most, json& to) {
    if (!from.is_number()) return false;
    const double value = from.get<double>();
    if (!(value >= 0 && value <= static_cast<double>(most)) || value != std::floor(value))
        return false;
    to = static_cast<std::uint64_t>(value);
    return true;
}

bool copy_indices(const json& from, json& to) {
    to = json::array();
    return from.is_array() && std::ranges::all_of(from, [&to](const json& item) {
               return copy_whole(item, largest_index, to.emplace_back());
           });
}

bool copy_numbers(const json& from, std::size_t length, json& to) {
    to = from;
    return from.is_array() && from.size() == length &&
           std::ranges::all_of(from, [](const json& item) { return item.is_number(); });
}

bool copy_position(const json& from, json& to) {
    to = json::object();
    if (!from.is_object()) return false;
    const auto found = from.find("POSITION");
    return found == from.end() || copy_whole(*found, largest_index, to["POSITION"]);
}

bool copy_fields(const json& from, std::span<const Field> fields, json& to);

bool copy_objects(const json& from, std::span<const Field> fields, json& to) {
    to = json::array();
    return from.is_array() && std::ranges::all_of(from, [&](const json& item) {
               return copy_fields(item, fields, to.emplace_back());
           });
}

bool copy_field(const json& from, const Field& field, json& to) {
    switch (field.kind) {
        case Kind::index:
            return copy_whole(from, largest_index, to);
        case Kind::size:
            return copy_whole(from, largest_size, to);
        case Kind::flag:
            to = from;
            return from.is_boolean();
        case Kind::text:
            to = from;
            return from.is_string();
        case Kind::indices:
            return copy_indices(from, to);
        case Kind::numbers:
            return copy_numbers(from, field.length, to);
        case Kind::position:
            return copy_position(from, to);
        case Kind::primitives:
            return copy_objects(from, primitive_fields, to);
    }
    return false;
}

const Field* first_bad_field(const json& from, std::span<const Field> fields, json& to) {
    for (const Field& field : fields) {
        const auto found = from.find(field.name);
        const bool good = found == from.end() ? field.need == Need::optional
                                              : copy_field(*found, field, to[field.name]);
        if (!good) return &field;
    }
    return nullptr;
}

bool copy_fields(const json& from, std::span<const Field> fields, json& to) {
    to = json::object();
    return from.is_object() && first_bad_field(from, fields, to) == nullptr;
}

class Reducer {
   public:
    Reducer(ReadContext& context, const json& from) : context_(context), from_(from) {}

    bool reduce(BinaryChunk chunk) {
        to_["asset"] = {{"version", "2.0"}};
        note_unread();
        return check_version() && check_extensions() && copy_scene() &&
               copy_all("scenes", "scene", scene_fields) &&
               copy_all("nodes", "node", node_fields) && copy_all("meshes", "mesh", mesh_fields) &&
               copy_all("accessors", "accessor", accessor_fields) &&
               copy_all("bufferViews", "bufferView", view_fields) &&
               copy_all("buffers", "buffer", buffer_fields) && check_buffers(chunk) &&
               check_sparse();
    }

    [[nodiscard]] std::string text() const { return to_.dump(); }

   private:
    bool fail(const std::string& what, ErrorCode code = ErrorCode::bad_file) {
        return context_.fail(nullptr, what, code);
    }

    void note_unread() {
        for (const char* const name : {"skins", "animations"}) {
            const auto found = from_.find(name);
            if (found == from_.end() || !found->is_array() || found->empty()) continue;
            context_.note(std::to_string(found->size()) + " " + name +
                          " were not applied; the mesh is at rest");
        }
    }

    bool check_version() {
        const json version = from_.value("/asset/version"_json_pointer, json());
        if (!version.is_string()) {
            return fail("asset.version is missing; it is not a glTF file");
        }
        const auto& text = version.get_ref<const std::string&>();
        return text.starts_with("2.") ||
               fail("glTF version " + in_quotes(text) + " is not read; convert it to 2.0",
                    ErrorCode::unsupported);
    }

    bool check_extensions() {
        const auto required = from_.find("extensionsRequired");
        if (required == from_.end()) return true;
        if (!required->is_array()) return fail("extensionsRequired is not an array; repair it");
        return std::ranges::all_of(*required, [this](const json& name) {
            if (!name.is_string()) return fail("extensionsRequired holds no names; repair it");
            return check_extension(name.get_ref<const std::string&>());
        });
    }

    bool check_extension(std::string_view name) {
        const bool harmless = std::ranges::any_of(
            harmless_extensions, [&](std::string_view known) { return name.starts_with(known); });
        const bool compressed = name.find("draco") != std::string_view::npos ||
                                name.find("meshopt") != std::string_view::npos;
        return harmless ||
               fail("the file requires the extension " + in_quotes(name) +
                        (compressed ? "; decompress it first, for example with gltf-transform"
                                    : ", which is not read; export it without"),
                    ErrorCode::unsupported);
    }

    bool copy_scene() {
        const auto scene = from_.find("scene");
        return scene == from_.end() || copy_whole(*scene, largest_index, to_["scene"]) ||
               fail("'scene' is not an index; repair it");
    }

    bool copy_all(const char* name, const std::string& item_name, std::span<const Field> fields) {
        const auto items = from_.find(name);
        if (items == from_.end()) return true;
        if (!items->is_array()) return fail(in_quotes(name) + " is not an array; repair it");
        json& copies = to_[name] = json::array();
        for (std::size_t i = 0; i < items->size(); ++i) {
            if (!copy_one((*items)[i], item_name + " " + std::to_string(i), fields,
                          copies.emplace_back(json::object()))) {
                return false;
            }
        }
        return true;
    }

    bool copy_one(const json& item, const std::string& name, std::span<const Field> fields,
                  json& copy) {
        if (!item.is_object()) return fail(name + " is not an object; repair it");
        const Field* const bad = first_bad_field(item, fields, copy);
        return bad == nullptr ||
               fail(name + ": '" + bad->name +
                    (item.contains(bad->name) ? "' is not what glTF allows; repair it"
                                              : "' is missing; add it"));
    }

    // Each buffer is read once: naming the same data again and again would multiply it in memory.
    bool check_buffers(BinaryChunk chunk) {
        std::set<std::string> files;
        const json& buffers = to_["buffers"];
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            const std::string name = "buffer " + std::to_string(i);
            if (buffers[i]["byteLength"] == 0) return fail(name + " has no bytes; remove it");
            const std::string uri = buffers[i].value("uri", "");
            if (uri.empty() && (i > 0 || chunk == BinaryChunk::absent)) {
                return fail(name + " has no 'uri'; add it");
            }
            if (!uri.starts_with("data:") && !files.insert(uri).second) {
                return fail(name + " is the same file as another; use one buffer for both");
            }
        }
        return true;
    }

    bool check_sparse() {
        const json& meshes = to_["meshes"];
        return std::ranges::all_of(meshes, [this](const json& mesh) {
            const json& primitives = mesh["primitives"];
            return std::ranges::all_of(primitives, [this](const json& primitive) {
                return check_not_sparse(primitive["attributes"], "POSITION") &&
                       check_not_sparse(primitive, "indices");
            });
        });
    }

    bool check_not_sparse(const json& owner, const char* field) {
        const auto found = owner.find(field);
        if (found == owner.end()) return true;
        const auto index = found->get<std::uint64_t>();
        const json& accessors = to_["accessors"];
        return index >= accessors.size() || !from_["accessors"][index].contains("sparse") ||
               fail("accessor " + std::to_string(index) +
                        " is sparse, which is not read; export it dense",
                    ErrorCode::unsupported);
    }

    ReadContext& context_;
    const json& from_;
    json to_;
};

// Before the parser sees it: brackets that open and open would be a tree as deep as the file is
// long.
bool check_nesting(ReadContext& context, std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') in_string = !in_string;
        if (in_string) {
            i += c == '\\' ? 1 : 0;
            continue;
        }
        depth += c == '[' || c == '{' ? 1 : 0;
        depth -= c == ']' || c == '}' ? 1 : 0;
        if (depth > deepest_nesting) {
            return context.fail(start_of(text) + i,
                                "JSON nested more than 100 deep; it is no mesh");
        }
    }
    return true;
}

bool parse(ReadContext& context, std::string_view text, json& root) {
    try {
        root = json::parse(text);
    } catch (const json::parse_error& problem) {
        const std::size_t byte =
            std::min(problem.byte - std::min<std::size_t>(problem.byte, 1), text.size());
        return context.fail(start_of(text) + byte,
                            "the JSON is broken here; repair it, or the file may be cut off");
    } catch (const json::exception& problem) {
        return context.fail(start_of(text), "the JSON cannot be used: " + one_line(problem.what()));
    }
    return root.is_object() ||
           context.fail(start_of(text), "the JSON is no object; it is not a glTF file");
}

}  // namespace

bool reduce_gltf(ReadContext& context, std::string_view text, BinaryChunk chunk,
                 std::string& reduced) {
    json root;
    if (!check_nesting(context, text) || !parse(context, text, root)) return false;
    try {
        Reducer reducer(context, root);
        if (!reducer.reduce(chunk)) return false;
        reduced = reducer.text();
        return true;
    } catch (const json::exception& problem) {
        return context.fail(nullptr, "the JSON cannot be used: " + one_line(problem.what()));
    }
}

}  // namespace swept::io_detail

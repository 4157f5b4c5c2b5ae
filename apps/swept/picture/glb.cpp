#include "picture/glb.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "json_text.h"

namespace swept::tool {
namespace {

// The format is little-endian, and so are all machines that this is built for.
static_assert(std::endian::native == std::endian::little);

constexpr int component_float = 5126, component_uint = 5125;
constexpr int target_vertices = 34962, target_indices = 34963;

template <class Items>
std::string listed(const Items& items) {
    return fmt::format("[{}]", fmt::join(items, ","));
}

/// As short as reads back to the same double; never in a form that JSON does not know.
std::string numbers(std::span<const double> values) {
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) text += ',';
        append_number(text, values[i]);
    }
    return text + "]";
}

template <class Value>
std::uint32_t push(std::vector<Value>& list, Value value) {
    list.push_back(std::move(value));
    return static_cast<std::uint32_t>(list.size() - 1);
}

template <class Value>
std::string_view bytes_of(std::span<const Value> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

void append_u32(std::string& text, std::size_t value) {
    const auto number = static_cast<std::uint32_t>(value);
    char bytes[4];
    std::memcpy(bytes, &number, 4);
    text.append(bytes, 4);
}

}  // namespace

std::uint32_t GlbFile::add_accessor(std::string_view data, std::size_t count, int component,
                                    std::string_view type, int target, const std::string& limits) {
    const std::uint32_t view =
        push(views_,
             fmt::format("{{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{}{}}}", binary_.size(),
                         data.size(), target == 0 ? "" : fmt::format(",\"target\":{}", target)));
    binary_ += data;  // all components have four bytes: what follows is aligned
    return push(
        accessors_,
        fmt::format("{{\"bufferView\":{},\"componentType\":{},\"count\":{},\"type\":\"{}\"{}}}",
                    view, component, count, type, limits));
}

std::uint32_t GlbFile::add_floats(std::span<const float> values, std::size_t width,
                                  std::string_view type, bool limits) {
    finite_ = finite_ && std::ranges::all_of(values, [](float x) { return std::isfinite(x); });
    std::string text;
    if (limits) {
        std::vector<double> least(width, 0), most(width, 0);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto value = static_cast<double>(values[i]);
            double& low = least[i % width];
            double& high = most[i % width];
            low = i < width ? value : std::min(low, value);
            high = i < width ? value : std::max(high, value);
        }
        text = fmt::format(",\"min\":{},\"max\":{}", numbers(least), numbers(most));
    }
    return add_accessor(bytes_of(values), values.size() / width, component_float, type,
                        type == "VEC3" && limits ? target_vertices : 0, text);
}

std::uint32_t GlbFile::add_positions(std::span<const Eigen::Vector3f> positions) {
    static_assert(sizeof(Eigen::Vector3f) == 3 * sizeof(float));
    return add_floats({positions.empty() ? nullptr : positions[0].data(), 3 * positions.size()}, 3,
                      "VEC3", true);
}

std::uint32_t GlbFile::add_vectors(std::span<const Eigen::Vector3f> vectors) {
    return add_floats({vectors.empty() ? nullptr : vectors[0].data(), 3 * vectors.size()}, 3,
                      "VEC3", false);
}

std::uint32_t GlbFile::add_indices(std::span<const std::uint32_t> indices) {
    return add_accessor(bytes_of(indices), indices.size(), component_uint, "SCALAR", target_indices,
                        "");
}

std::uint32_t GlbFile::add_numbers(std::span<const std::uint32_t> values) {
    return add_accessor(bytes_of(values), values.size(), component_uint, "SCALAR", 0, "");
}

std::uint32_t GlbFile::add(const GlbMaterial& material) {
    const bool clear = material.colour[3] < 1;
    return push(
        materials_,
        fmt::format("{{\"name\":{},\"pbrMetallicRoughness\":{{\"baseColorFactor\":{},"
                    "\"metallicFactor\":0,\"roughnessFactor\":0.8}},\"doubleSided\":true{}}}",
                    json_string(material.name), listed(material.colour),
                    clear ? ",\"alphaMode\":\"BLEND\"" : ""));
}

std::uint32_t GlbFile::add_mesh(std::string_view name, std::span<const GlbPrimitive> primitives) {
    std::vector<std::string> list;
    for (const GlbPrimitive& p : primitives) {
        list.push_back(fmt::format(
            "{{\"attributes\":{{\"POSITION\":{}}}{},\"mode\":{},\"material\":{}{}}}", p.positions,
            p.indices ? fmt::format(",\"indices\":{}", *p.indices) : "", static_cast<int>(p.mode),
            p.material, p.extras.empty() ? "" : ",\"extras\":{\"swept\":" + p.extras + "}"));
    }
    return push(meshes_,
                fmt::format("{{\"name\":{},\"primitives\":{}}}", json_string(name), listed(list)));
}

std::uint32_t GlbFile::add(const GlbNode& node) {
    finite_ = finite_ && node.translation.allFinite() && std::isfinite(node.scale);
    std::string text = "{\"name\":" + json_string(node.name);
    if (!node.translation.isZero(0)) {
        text += ",\"translation\":" + numbers(std::span(node.translation.data(), 3));
    }
    const Quaternion& q = node.rotation;
    if (q.w() != 1) {
        text += ",\"rotation\":" + numbers(std::array{q.x(), q.y(), q.z(), q.w()});
    }
    if (node.scale != 1) {
        text += ",\"scale\":" + numbers(std::array{node.scale, node.scale, node.scale});
    }
    if (node.mesh) text += fmt::format(",\"mesh\":{}", *node.mesh);
    if (!node.children.empty()) text += ",\"children\":" + listed(node.children);
    if (!node.extras.empty()) text += ",\"extras\":{\"swept\":" + node.extras + "}";
    return push(nodes_, text + "}");
}

void GlbFile::add(const GlbTrack& track) {
    const std::uint32_t input = add_floats(track.seconds, 1, "SCALAR", true);
    const auto add_channel = [&](std::uint32_t output, std::string_view path,
                                 std::optional<std::uint32_t> other_input = std::nullopt) {
        const std::uint32_t sampler =
            push(samplers_,
                 fmt::format("{{\"input\":{},\"output\":{},\"interpolation\":\"{}\"}}",
                             other_input.value_or(input), output, other_input ? "STEP" : "LINEAR"));
        channels_.push_back(
            fmt::format("{{\"sampler\":{},\"target\":{{\"node\":{},\"path\":\"{}\"}}}}", sampler,
                        track.node, path));
    };
    add_channel(
        add_floats({track.translations[0].data(), 3 * track.translations.size()}, 3, "VEC3", false),
        "translation");
    add_channel(
        add_floats({track.rotations[0].data(), 4 * track.rotations.size()}, 4, "VEC4", false),
        "rotation");
    if (!(track.appears > 0)) return;
    constexpr std::array<float, 6> sizes = {0, 0, 0, 1, 1, 1};
    const std::uint32_t scales = add_floats(sizes, 3, "VEC3", false);
    add_channel(scales, "scale", add_floats(std::array{0.0F, track.appears}, 1, "SCALAR", true));
}

std::string GlbFile::finish(std::uint32_t root, const std::string& scene_extras,
                            std::string& bytes) && {
    if (!finite_) return "has places beyond the single precision that the format has";
    std::string json = fmt::format(
        "{{\"asset\":{{\"version\":\"2.0\",\"generator\":\"swept\"}},\"scene\":0,\"scenes\":[{{"
        "\"nodes\":[{}],\"extras\":{{\"swept\":{}}}}}],\"nodes\":{}",
        root, scene_extras, listed(nodes_));
    const auto add_list = [&](std::string_view key, const std::vector<std::string>& items) {
        if (!items.empty()) json += fmt::format(",\"{}\":{}", key, listed(items));
    };
    add_list("meshes", meshes_);
    add_list("materials", materials_);
    add_list("accessors", accessors_);
    add_list("bufferViews", views_);
    if (!channels_.empty()) {
        json +=
            fmt::format(",\"animations\":[{{\"name\":\"motion\",\"samplers\":{},\"channels\":{}}}]",
                        listed(samplers_), listed(channels_));
    }
    if (!binary_.empty()) {
        json += fmt::format(",\"buffers\":[{{\"byteLength\":{}}}]", binary_.size());
    }
    json += '}';
    json.append((4 - json.size() % 4) % 4, ' ');
    const std::size_t whole = 12 + 8 + json.size() + (binary_.empty() ? 0 : 8 + binary_.size());
    if (whole > 0xFFFF'FFFFU) return "would be larger than the 4 GB that the format allows";
    bytes.clear();
    bytes.reserve(whole);
    bytes += "glTF";
    append_u32(bytes, 2);
    append_u32(bytes, whole);
    append_u32(bytes, json.size());
    bytes += "JSON";
    bytes += json;
    if (!binary_.empty()) {
        append_u32(bytes, binary_.size());
        bytes += std::string_view("BIN\0", 4);
        bytes += binary_;
    }
    return "";
}

}  // namespace swept::tool

#include "picture/glb.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/json_writer.h"

namespace swept::picture_detail {
namespace {

// The format is little-endian, and so are all machines that this is built for.
static_assert(std::endian::native == std::endian::little);

constexpr std::uint32_t component_float = 5126, component_uint = 5125;
constexpr std::uint32_t target_vertices = 34962, target_indices = 34963;

/// A JSON array: append(text, item) writes an item.
template <class Items, class Append>
std::string array_of(const Items& items, const Append& append) {
    std::string text = "[";
    for (const auto& item : items) {
        if (text.size() > 1) text += ',';
        append(text, item);
    }
    return text + ']';
}

/// Of what is JSON already.
std::string array_of(const std::vector<std::string>& items) {
    return array_of(items, [](std::string& text, const std::string& item) { text += item; });
}

std::string array_of(const std::vector<std::uint32_t>& items) {
    return array_of(items, [](std::string& text, auto item) { text += std::to_string(item); });
}

/// As short as reads back to the same double; never in a form that JSON does not know.
std::string numbers(std::span<const double> values) {
    return array_of(values, append_number);
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

std::uint32_t GlbFile::add_accessor(std::string_view data, const GlbAccessor& about) {
    JsonObject view;
    view.add("buffer", 0U);
    view.add("byteOffset", binary_.size());
    view.add("byteLength", data.size());
    if (about.target != 0) view.add("target", about.target);
    binary_ += data;  // all components have four bytes: what follows is aligned
    JsonObject accessor;
    accessor.add("bufferView", push(views_, std::move(view).text()));
    accessor.add("componentType", about.component);
    accessor.add("count", about.count);
    accessor.add("type", about.type);
    if (!about.least.empty()) {
        accessor.add_raw("min", numbers(about.least));
        accessor.add_raw("max", numbers(about.most));
    }
    return push(accessors_, std::move(accessor).text());
}

std::uint32_t GlbFile::add_floats(std::span<const float> values, std::size_t width,
                                  std::string_view type, bool limits) {
    finite_ = finite_ && std::ranges::all_of(values, [](float x) { return std::isfinite(x); });
    GlbAccessor about{.count = values.size() / width, .component = component_float, .type = type};
    if (limits) {
        about.least.resize(width, 0), about.most.resize(width, 0);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto value = static_cast<double>(values[i]);
            double& low = about.least[i % width];
            double& high = about.most[i % width];
            low = i < width ? value : std::min(low, value);
            high = i < width ? value : std::max(high, value);
        }
        if (type == "VEC3") about.target = target_vertices;
    }
    return add_accessor(bytes_of(values), about);
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
    return add_accessor(bytes_of(indices), {.count = indices.size(),
                                            .component = component_uint,
                                            .type = "SCALAR",
                                            .target = target_indices});
}

std::uint32_t GlbFile::add_numbers(std::span<const std::uint32_t> values) {
    return add_accessor(bytes_of(values),
                        {.count = values.size(), .component = component_uint, .type = "SCALAR"});
}

std::uint32_t GlbFile::add(const GlbMaterial& material) {
    JsonObject surface;
    surface.add_raw("baseColorFactor", array_of(material.colour, append_shortest));
    surface.add("metallicFactor", 0U);
    surface.add("roughnessFactor", 0.8);
    JsonObject json;
    json.add("name", material.name);
    json.add_raw("pbrMetallicRoughness", std::move(surface).text());
    json.add("doubleSided", true);
    if (material.colour[3] < 1) json.add("alphaMode", "BLEND");
    return push(materials_, std::move(json).text());
}

std::uint32_t GlbFile::add_mesh(std::string_view name, std::span<const GlbPrimitive> primitives) {
    std::vector<std::string> list;
    for (const GlbPrimitive& p : primitives) {
        JsonObject attributes;
        attributes.add("POSITION", p.positions);
        JsonObject json;
        json.add_raw("attributes", std::move(attributes).text());
        if (p.indices) json.add("indices", *p.indices);
        json.add("mode", static_cast<std::uint32_t>(p.mode));
        json.add("material", p.material);
        if (!p.extras.empty()) json.add_raw("extras", "{\"swept\":" + p.extras + "}");
        list.push_back(std::move(json).text());
    }
    JsonObject json;
    json.add("name", name);
    json.add_raw("primitives", array_of(list));
    return push(meshes_, std::move(json).text());
}

std::uint32_t GlbFile::add(const GlbNode& node) {
    finite_ = finite_ && node.translation.allFinite() && std::isfinite(node.scale);
    JsonObject json;
    json.add("name", node.name);
    if (!node.translation.isZero(0)) json.add("translation", node.translation);
    const Quaternion& q = node.rotation;
    if (q.w() != 1) {
        json.add_raw("rotation", numbers(std::array{q.x(), q.y(), q.z(), q.w()}));
    }
    if (node.scale != 1) {
        json.add("scale", Eigen::Vector3d(Eigen::Vector3d::Constant(node.scale)));
    }
    if (node.mesh) json.add("mesh", *node.mesh);
    if (!node.children.empty()) json.add_raw("children", array_of(node.children));
    if (!node.extras.empty()) json.add_raw("extras", "{\"swept\":" + node.extras + "}");
    return push(nodes_, std::move(json).text());
}

void GlbFile::add_channel(std::uint32_t node, std::string_view path, const GlbSampler& sampler) {
    JsonObject json;
    json.add("input", sampler.input);
    json.add("output", sampler.output);
    json.add("interpolation", sampler.steps ? "STEP" : "LINEAR");
    JsonObject target;
    target.add("node", node);
    target.add("path", path);
    JsonObject channel;
    channel.add("sampler", push(samplers_, std::move(json).text()));
    channel.add_raw("target", std::move(target).text());
    channels_.push_back(std::move(channel).text());
}

void GlbFile::add(const GlbTrack& track) {
    const std::uint32_t input = add_floats(track.seconds, 1, "SCALAR", true);
    const auto places = std::span(track.translations[0].data(), 3 * track.translations.size());
    const auto turns = std::span(track.rotations[0].data(), 4 * track.rotations.size());
    add_channel(track.node, "translation", {input, add_floats(places, 3, "VEC3", false)});
    add_channel(track.node, "rotation", {input, add_floats(turns, 4, "VEC4", false)});
    if (!(track.appears > 0)) return;
    constexpr std::array<float, 6> sizes = {0, 0, 0, 1, 1, 1};
    const std::uint32_t scales = add_floats(sizes, 3, "VEC3", false);
    const std::uint32_t moments = add_floats(std::array{0.0F, track.appears}, 1, "SCALAR", true);
    add_channel(track.node, "scale", {moments, scales, true});
}

std::string GlbFile::json_of(std::uint32_t root, const std::string& scene_extras) const {
    JsonObject asset;
    asset.add("version", "2.0");
    asset.add("generator", "swept");
    JsonObject json;
    json.add_raw("asset", std::move(asset).text());
    json.add("scene", 0U);
    json.add_raw("scenes", "[{\"nodes\":[" + std::to_string(root) +
                               "],\"extras\":{\"swept\":" + scene_extras + "}}]");
    json.add_raw("nodes", array_of(nodes_));
    const auto add_list = [&](std::string_view key, const std::vector<std::string>& items) {
        if (!items.empty()) json.add_raw(key, array_of(items));
    };
    add_list("meshes", meshes_);
    add_list("materials", materials_);
    add_list("accessors", accessors_);
    add_list("bufferViews", views_);
    if (!channels_.empty()) {
        JsonObject animation;
        animation.add("name", "motion");
        animation.add_raw("samplers", array_of(samplers_));
        animation.add_raw("channels", array_of(channels_));
        add_list("animations", {std::move(animation).text()});
    }
    if (!binary_.empty()) {
        JsonObject buffer;
        buffer.add("byteLength", binary_.size());
        add_list("buffers", {std::move(buffer).text()});
    }
    return std::move(json).text();
}

Result<std::string> GlbFile::finish(std::uint32_t root, const std::string& scene_extras) && {
    if (!finite_) {
        return fail(ErrorCode::unsupported,
                    "has places beyond the single precision that the format has; ask about fewer "
                    "or smaller meshes");
    }
    std::string json = json_of(root, scene_extras);
    json.append((4 - json.size() % 4) % 4, ' ');
    const std::size_t whole = 12 + 8 + json.size() + (binary_.empty() ? 0 : 8 + binary_.size());
    if (whole > 0xFFFF'FFFFU) {
        return fail(ErrorCode::unsupported,
                    "would be larger than the 4 GB that the format allows; ask about fewer or "
                    "smaller meshes");
    }
    std::string bytes;
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
    return bytes;
}

}  // namespace swept::picture_detail

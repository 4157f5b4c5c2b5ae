#include "io/gltf_accessor.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <limits>

#include "core/assert.h"
#include "core/byte_order.h"
#include "io/mesh_builder.h"

namespace swept::io_detail {
namespace {

std::size_t component_size(int type) {
    switch (type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return 1;
        case TINYGLTF_COMPONENT_TYPE_SHORT:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return 2;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return 4;
        case TINYGLTF_COMPONENT_TYPE_DOUBLE:
            return 8;
        default:
            return 0;
    }
}

bool is_index_type(int type) {
    return type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
           type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
           type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

template <class T>
double quantized(const char* at, bool normalized) {
    const double value = load<T>(at);
    const double scale = std::numeric_limits<T>::max();
    return normalized ? std::max(value / scale, -1.0) : value;
}

template <class Items>
bool holds(const Items& items, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < items.size();
}

}  // namespace

double GltfRows::number(std::uint64_t row, std::size_t column) const {
    SWEPT_ASSERT(row < count && column < 3, "a number of these rows");
    const char* const at = data + row * stride + column * component_size(component_type);
    switch (component_type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return quantized<std::int8_t>(at, normalized);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return quantized<std::uint8_t>(at, normalized);
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return quantized<std::int16_t>(at, normalized);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return quantized<std::uint16_t>(at, normalized);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return quantized<std::uint32_t>(at, normalized);
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return static_cast<double>(load<float>(at));
        default:
            return load<double>(at);
    }
}

std::uint32_t GltfRows::index(std::uint64_t row) const {
    SWEPT_ASSERT(row < count, "one of these rows");
    const char* const at = data + row * stride;
    switch (component_type) {
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return load<std::uint8_t>(at);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return load<std::uint16_t>(at);
        default:
            return load<std::uint32_t>(at);
    }
}

bool find_rows(const tinygltf::Model& model, int id, GltfRowKind kind, ReadContext& context,
               GltfRows& rows) {
    const auto refuse = [&](const std::string& what) {
        return context.fail(nullptr, "accessor " + std::to_string(id) + " " + what);
    };
    if (!holds(model.accessors, id)) return refuse("does not exist; check the mesh that uses it");
    const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(id)];
    const bool is_index = kind == GltfRowKind::index;
    const int wanted = is_index ? TINYGLTF_TYPE_SCALAR : TINYGLTF_TYPE_VEC3;
    const std::size_t size = component_size(accessor.componentType);
    if (accessor.type != wanted || size == 0 ||
        (is_index && !is_index_type(accessor.componentType))) {
        return refuse(is_index ? "does not hold indices; check the mesh that uses it"
                               : "does not hold positions; check the mesh that uses it");
    }
    if (accessor.count > most_items) return refuse("has more than 2^30 rows; split the mesh");
    if (!holds(model.bufferViews, accessor.bufferView))
        return refuse("has no bufferView; repair it");
    const auto& view = model.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
    if (!holds(model.buffers, view.buffer)) return refuse("has no buffer; repair it");
    const auto& bytes = model.buffers[static_cast<std::size_t>(view.buffer)].data;

    // Sizes are below 2^52, counts below 2^31, strides below 2^8: nothing here can overflow.
    const std::size_t row_size = size * (is_index ? 1 : 3);
    const std::size_t stride = view.byteStride == 0 ? row_size : view.byteStride;
    const std::size_t needed = accessor.count == 0 ? 0 : (accessor.count - 1) * stride + row_size;
    if (stride < row_size || accessor.byteOffset + needed > view.byteLength ||
        view.byteOffset + view.byteLength > bytes.size()) {
        return refuse(
            "reaches past its bytes; check offsets and counts, or the file may be cut off");
    }
    const char* const data =
        reinterpret_cast<const char*>(bytes.data()) + view.byteOffset + accessor.byteOffset;
    rows = {.data = data,
            .count = accessor.count,
            .stride = stride,
            .component_type = accessor.componentType,
            .normalized = accessor.normalized};
    return true;
}

}  // namespace swept::io_detail

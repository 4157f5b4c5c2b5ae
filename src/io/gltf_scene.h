#pragma once

// The triangles of a glTF scene, in the order of its nodes.

#include <cstdint>

#include "io/mesh_builder.h"
#include "io/read_context.h"

namespace tinygltf {
class Model;
}

namespace swept::io_detail {

/// Adds all triangles of the scene, transformed by their nodes. `file_size` bounds how far
/// instances may multiply the data.
[[nodiscard]] bool read_gltf_scene(const tinygltf::Model& model, std::uint64_t file_size,
                                   ReadContext& context, MeshBuilder& build);

}  // namespace swept::io_detail

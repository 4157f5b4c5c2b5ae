#pragma once

// The JSON of a glTF file, reduced to what a mesh needs.
//
// tinygltf trusts types and values of the fields that it reads, and reads many that are of no use
// here: images, materials, animations. So we parse first, keep only the fields of scenes, nodes,
// meshes and buffers, each checked for its type, and give tinygltf that.

#include <string>
#include <string_view>

#include "io/read_context.h"

namespace swept::io_detail {

/// Whether the file has a chunk of binary data, which a buffer without `uri` refers to.
enum class BinaryChunk : bool { absent, present };

/// `text` is part of the bytes of the context. `reduced` becomes JSON again.
[[nodiscard]] bool reduce_gltf(ReadContext& context, std::string_view text, BinaryChunk chunk,
                               std::string& reduced);

}  // namespace swept::io_detail

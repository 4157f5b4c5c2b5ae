#pragma once

// What every reader of meshes promises, whatever the bytes: a sound mesh or an Error with its line
// or byte; the same answer when asked again; and what is written of it reads back the same.

#include <array>
#include <cmath>
#include <string_view>

#include "swept/mesh_io.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/temp_folder.h"

namespace swept::fuzz {

inline void check_mesh(const Mesh& mesh) {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : mesh.polygon_ends) {
        promise(end >= begin + 3, "a polygon has three corners or more");
        begin = end;
    }
    promise(begin == mesh.corners.size(), "all corners are of polygons");
    for (const std::uint32_t corner : mesh.corners) {
        promise(corner < mesh.vertices.size(), "a corner is a vertex");
    }
    for (const auto& vertex : mesh.vertices) promise(vertex.allFinite(), "vertices are finite");
}

inline void check_reader_error(const Error& error) {
    check_error(error);
    const bool placed = error.where.starts_with("line ") || error.where.starts_with("byte ");
    promise(error.where.empty() || placed, "the place is a line or a byte");
}

/// Files that keep doubles and polygons: what is read back is the same, bit for bit.
inline void check_written(const Mesh& mesh) {
    struct Kind {
        const char* name;
        Encoding encoding;
    };
    constexpr std::array kinds = {Kind{"a.ply", Encoding::binary}, Kind{"b.ply", Encoding::text},
                                  Kind{"c.obj", Encoding::text}, Kind{"d.off", Encoding::text}};
    const Kind kind = kinds[(mesh.vertices.size() + mesh.polygon_count()) % kinds.size()];
    const auto path = TempFolder::get() / kind.name;
    const auto written = write_mesh(mesh, path, {.encoding = kind.encoding, .progress = {}});
    promise(written.has_value(), "what was read can be written");
    const auto again = read_mesh(path);
    promise(again.has_value(), "what was written can be read");
    promise(same_bits(again->mesh, mesh), "what was written reads back the same");
}

/// Binary .stl: triangles in single precision; too large a number is refused.
inline void check_stl(const Mesh& mesh) {
    const auto path = TempFolder::get() / "e.stl";
    const auto written = write_mesh(mesh, path);
    if (!written) return check_error(written.error());
    const auto again = read_mesh(path);
    promise(again.has_value(), "a written .stl can be read");
    promise(again->mesh.polygon_count() + 2 * mesh.polygon_count() == mesh.corners.size(),
            "a polygon of n corners is n - 2 triangles of the .stl");
}

inline void read(Bytes bytes, std::string_view format) {
    if (bytes.size() > 4096) return;
    const auto file = parse_mesh(bytes.text(), format);
    const auto again = parse_mesh(bytes.text(), format);
    promise(file.has_value() == again.has_value(), "the same bytes give the same answer");
    if (!file) {
        check_reader_error(file.error());
        promise(file.error().message() == again.error().message(), "the same error twice");
        return;
    }
    check_mesh(file->mesh);
    promise(same_bits(file->mesh, again->mesh), "the same mesh twice");
    promise(!file->mesh.vertices.empty(), "a mesh has vertices");
    if (file->mesh.vertices.size() > 5000 || file->mesh.corners.size() > 20000) return;
    check_written(file->mesh);
    if (file->mesh.polygon_count() > 0) check_stl(file->mesh);
}

}  // namespace swept::fuzz

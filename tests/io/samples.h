#pragma once

// Small meshes in every format, and short ways to read them.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "swept/mesh_io.h"

namespace swept::test {

using Corners = std::vector<std::uint32_t>;

/// The mesh of a text that must be good.
inline MeshFile parsed(std::string_view bytes, std::string_view format) {
    auto file = parse_mesh(bytes, format);
    EXPECT_TRUE(file.has_value()) << (file ? "" : file.error().message());
    return file ? *file : MeshFile{};
}

/// The error of a text that must be bad.
inline Error refused(std::string_view bytes, std::string_view format) {
    const auto file = parse_mesh(bytes, format);
    EXPECT_FALSE(file.has_value()) << "was read: " << bytes.substr(0, 200);
    return file ? Error{} : file.error();
}

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// What every error promises: words, one line, a place that programs can read.
inline void expect_well_formed(const Error& error) {
    EXPECT_FALSE(error.what.empty());
    for (const char c : error.what + error.where) EXPECT_TRUE(c >= ' ' && c <= '~') << error.what;
    if (error.where.empty()) return;
    const bool line = error.where.starts_with("line ");
    EXPECT_TRUE(line || error.where.starts_with("byte ")) << error.where;
    EXPECT_EQ(error.where.find_first_not_of("0123456789", 5), std::string::npos) << error.where;
}

/// What every mesh that was read promises.
inline void expect_well_formed(const Mesh& mesh) {
    bool finite = true;
    for (const auto& vertex : mesh.vertices) finite = finite && vertex.allFinite();
    EXPECT_TRUE(finite);
    std::uint32_t begin = 0;
    for (const std::uint32_t end : mesh.polygon_ends) {
        ASSERT_GE(end, begin + 3);
        begin = end;
    }
    ASSERT_EQ(begin, mesh.corners.size());
    bool in_range = true;
    for (const std::uint32_t corner : mesh.corners) in_range &= corner < mesh.vertices.size();
    EXPECT_TRUE(in_range);
}

/// Reads bytes that may be anything: a mesh or an error, both well formed. Says whether it is a
/// mesh.
inline bool expect_sane(std::string_view bytes, std::string_view format) {
    const auto file = parse_mesh(bytes, format);
    if (file) {
        expect_well_formed(file->mesh);
    } else {
        expect_well_formed(file.error());
    }
    return file.has_value();
}

inline Corners polygon(const Mesh& mesh, std::size_t i) {
    const auto corners = mesh.polygon(i);
    return {corners.begin(), corners.end()};
}

template <class T>
void append(std::string& bytes, T value, std::endian order = std::endian::little) {
    std::array<char, sizeof(T)> raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
    bytes.append(raw.data(), raw.size());
}

template <class T>
void append_all(std::string& bytes, std::initializer_list<T> values,
                std::endian order = std::endian::little) {
    for (const T value : values) append(bytes, value, order);
}

/// A folder that goes away with its content.
class TempFolder {
   public:
    TempFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "swept_io_XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    [[nodiscard]] std::filesystem::path operator/(std::string_view name) const {
        return path_ / name;
    }

    /// Makes a file and returns its path.
    [[nodiscard]] std::filesystem::path file(std::string_view name, std::string_view bytes) const {
        std::ofstream out(path_ / name, std::ios::binary);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return path_ / name;
    }

   private:
    std::filesystem::path path_;
};

inline std::string content(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Doubles that a careless writer or reader loses.
inline Mesh awkward_mesh() {
    Mesh mesh;
    mesh.vertices = {{0.1, 1e-300, -0.0},
                     {123456789.123456789, 1.0 / 3, 5e-324},
                     {-1e300, 0.30000000000000004, 4503599627370497.5},
                     {1, 2, 3},
                     {-1.7976931348623157e308, 2.2250738585072014e-308, 1e22}};
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({2, 1, 3, 4});
    mesh.add_polygon({4, 3, 2, 1, 0});
    return mesh;
}

inline std::string binary_stl(std::uint32_t promised, const std::vector<float>& coordinates,
                              std::string header = "made by a test") {
    header.resize(80, '\0');
    std::string bytes = header;
    append(bytes, promised);
    for (std::size_t i = 0; i + 9 <= coordinates.size(); i += 9) {
        for (int k = 0; k < 3; ++k) append(bytes, 0.0F);
        for (std::size_t k = 0; k < 9; ++k) append(bytes, coordinates[i + k]);
        append(bytes, std::uint16_t{0});
    }
    return bytes;
}

inline std::string glb(std::string json, std::string binary) {
    json.resize((json.size() + 3) / 4 * 4, ' ');
    binary.resize((binary.size() + 3) / 4 * 4, '\0');
    std::string bytes = "glTF";
    append(bytes, std::uint32_t{2});
    const std::size_t size = 12 + 8 + json.size() + (binary.empty() ? 0 : 8 + binary.size());
    append(bytes, static_cast<std::uint32_t>(size));
    append(bytes, static_cast<std::uint32_t>(json.size()));
    bytes += "JSON" + json;
    if (binary.empty()) return bytes;
    append(bytes, static_cast<std::uint32_t>(binary.size()));
    bytes.append("BIN\0", 4);
    return bytes + binary;
}

inline const std::string square_obj =
    "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nf 1 2 3\nf 1/1 3//2 4/1/2\n";
inline const std::string square_off =
    "OFF\n# a square\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n";
inline const std::string triangle_stl =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    "endloop\nendfacet\nendsolid a\n";
inline const std::string square_ply =
    "ply\nformat ascii 1.0\ncomment a square\nelement vertex 4\nproperty float x\n"
    "property float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\n"
    "end_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n";

/// A square of four floats vertices and two triangles of 16-bit indices, with any JSON around it.
inline std::string square_buffer() {
    std::string bytes;
    append_all<float>(bytes, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0});
    append_all<std::uint16_t>(bytes, {0, 1, 2, 0, 2, 3});
    return bytes;
}
inline const std::string square_accessors =
    R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},)"
    R"({"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}],)"
    R"("bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],)"
    R"("buffers":[{"byteLength":60}])";
inline const std::string square_mesh =
    R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])";

inline std::string gltf_json(const std::string& nodes, const std::string& mesh = square_mesh,
                             const std::string& accessors = square_accessors) {
    return R"({"asset":{"version":"2.0"},)" + nodes + "," + mesh + "," + accessors + "}";
}
inline std::string square_glb(const std::string& nodes = R"("nodes":[{"mesh":0}])",
                              const std::string& mesh = square_mesh,
                              const std::string& accessors = square_accessors) {
    return glb(gltf_json(nodes, mesh, accessors), square_buffer());
}

/// Real meshes, beside the project where they are at hand.
inline std::filesystem::path data_folder() {
    if (const char* const set = std::getenv("SWEPT_DATA")) return set;
    return std::filesystem::path(__FILE__).parent_path() / "../../../shared/data";
}

}  // namespace swept::test

#include "tests/io/samples.h"

namespace swept::test {
namespace {

const std::string xyz = "property float x\nproperty float y\nproperty float z\n";

std::string header(const std::string& format, const std::string& elements) {
    return "ply\nformat " + format + " 1.0\n" + elements + "end_header\n";
}

// A triangle with properties of all types around its positions, elements before and after, lists.
std::string rich_binary(std::endian order) {
    const bool little = order == std::endian::little;
    std::string bytes =
        header(little ? "binary_little_endian" : "binary_big_endian",
               "comment all types\nobj_info none\nelement extra 2\nproperty list ushort short "
               "values\nproperty uchar flag\n"
               "element vertex 3\nproperty char a\nproperty float64 y\nproperty int16 b\nproperty "
               "float32 x\n"
               "property list uint8 double l\nproperty int z\nelement face 1\nproperty uint id\n"
               "property list uint16 uint32 vertex_index\nproperty float quality\nelement edge "
               "1\nproperty int v\n");
    const auto put = [&](auto value) { append(bytes, value, order); };
    for (std::uint16_t n : {std::uint16_t{0}, std::uint16_t{2}}) {
        put(n);
        for (int i = 0; i < n; ++i) put(std::int16_t{-7});
        put(std::uint8_t{1});
    }
    for (int i = 0; i < 3; ++i) {
        put(std::int8_t{-1});
        put(0.1 * i);
        put(std::int16_t{300});
        put(0.5F * static_cast<float>(i));
        put(static_cast<std::uint8_t>(i));
        for (int k = 0; k < i; ++k) put(1.0);
        put(std::int32_t{-i});
    }
    put(std::uint32_t{9});
    put(std::uint16_t{3});
    for (const std::uint32_t corner : {2U, 1U, 0U}) put(corner);
    put(1.0F);
    put(std::int32_t{5});
    return bytes;
}

TEST(ply, text_is_read) {
    const MeshFile file = parsed(square_ply, "ply");
    EXPECT_EQ(file.format, "ply");
    EXPECT_TRUE(file.notes.empty());
    EXPECT_EQ(file.mesh.vertices[2], Eigen::Vector3d(1, 1, 0));
    ASSERT_EQ(file.mesh.polygon_count(), 2U);
    EXPECT_EQ(polygon(file.mesh, 1), (Corners{0, 2, 3}));
}

TEST(ply, binary_of_both_byte_orders_finds_positions_among_other_properties) {
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        const MeshFile file = parsed(rich_binary(order), "ply");
        ASSERT_EQ(file.mesh.vertices.size(), 3U);
        EXPECT_EQ(file.mesh.vertices[2], Eigen::Vector3d(1, 0.2, -2));
        ASSERT_EQ(file.mesh.polygon_count(), 1U);
        EXPECT_EQ(polygon(file.mesh, 0), (Corners{2, 1, 0}));
        ASSERT_EQ(file.notes.size(), 2U);
        EXPECT_TRUE(contains(file.notes[0], "'extra'"));
        EXPECT_TRUE(contains(file.notes[1], "'edge'"));
    }
}

TEST(ply, text_skips_other_properties_and_elements) {
    const MeshFile file = parsed(
        header(
            "ascii",
            "element material 1\nproperty list uchar int m\nproperty int k\n"
            "element face 1\nproperty list uchar int vertex_index\nproperty list uchar float uv\n"
            "element vertex 3\nproperty float nx\n" +
                xyz + "property uchar red\n") +
            "2 5 6 7\n3 0 1 2 2 0.5 0.5\n\n9 0 0 0 255\r\n9 1 0 0 255\r\n9 0 1 0 255",
        "ply");
    EXPECT_EQ(file.mesh.vertices[1], Eigen::Vector3d(1, 0, 0));
    EXPECT_EQ(polygon(file.mesh, 0), (Corners{0, 1, 2}));
    ASSERT_EQ(file.notes.size(), 1U);
    EXPECT_TRUE(contains(file.notes[0], "'material'"));
}

TEST(ply, header_may_have_crlf_lines_and_binary_bytes_that_look_like_blanks_follow) {
    std::string bytes =
        "ply\r\nformat binary_little_endian 1.0\r\nelement vertex 1\r\nproperty uchar x\r\n"
        "property uchar y\r\nproperty uchar z\r\nend_header\r\n";
    bytes += "\n \r";
    const Mesh mesh = parsed(bytes, "ply").mesh;
    ASSERT_EQ(mesh.vertices.size(), 1U);
    EXPECT_EQ(mesh.vertices[0], Eigen::Vector3d(10, 32, 13));
}

TEST(ply, file_without_faces_is_a_set_of_points) {
    const Mesh mesh =
        parsed(header("ascii", "element vertex 2\n" + xyz) + "0 0 0\n1 2 3\n", "ply").mesh;
    EXPECT_EQ(mesh.vertices.size(), 2U);
    EXPECT_EQ(mesh.polygon_count(), 0U);
}

TEST(ply, strips_of_triangles_are_noted) {
    const MeshFile file =
        parsed(header("ascii", "element vertex 1\n" + xyz +
                                   "element tristrips 1\nproperty list int int vertex_indices\n") +
                   "0 0 0\n4 0 1 2 -1\n",
               "ply");
    ASSERT_EQ(file.notes.size(), 1U);
    EXPECT_TRUE(contains(file.notes[0], "'tristrips'"));
}

TEST(ply, errors_of_the_header_name_the_line) {
    const auto where = [](const std::string& elements) {
        const Error error = refused(header("ascii", elements) + "0 0 0\n", "ply");
        expect_well_formed(error);
        return error.where;
    };
    EXPECT_EQ(where("element vertex 1\nproperty float x\nproperty float y\n"), "line 3");
    EXPECT_EQ(where("element vertex 1\n" + xyz + "property float x\n"), "line 7");
    EXPECT_EQ(where("element vertex 1\n" + xyz + "property quad w\n"), "line 7");
    EXPECT_EQ(
        where(
            "element vertex 1\nproperty list uchar float x\nproperty float y\nproperty float z\n"),
        "line 4");
    EXPECT_EQ(where("element vertex 1\n" + xyz + "element vertex 1\n"), "line 7");
    EXPECT_EQ(where("element vertex -1\n" + xyz), "line 3");
    EXPECT_EQ(where("element vertex\n" + xyz), "line 3");
    EXPECT_EQ(where("property float x\n"), "line 3");
    EXPECT_EQ(where("elephant vertex 1\n"), "line 3");
    EXPECT_EQ(where("element vertex 1\n" + xyz +
                    "element face 1\nproperty list uchar float vertex_indices\n"),
              "line 8");
    EXPECT_EQ(where("element vertex 1\n" + xyz + "element face 1\nproperty int vertex_indices\n"),
              "line 8");
    EXPECT_EQ(where("element vertex 1\n" + xyz +
                    "element face 1\nproperty list float int vertex_indices\n"),
              "line 8");
    EXPECT_EQ(where("element vertex 1\n" + xyz + "element face 1\nproperty int colour\n"),
              "line 7");
    EXPECT_EQ(refused("plx\n", "ply").where, "line 1");
    EXPECT_EQ(refused("ply\nformat morse 1.0\n", "ply").where, "line 2");
    EXPECT_EQ(refused("ply\nformat ascii 2.0\n", "ply").where, "line 2");
    EXPECT_TRUE(
        contains(refused(header("ascii", "element face 0\n"), "ply").what, "no element 'vertex'"));
}

TEST(ply, counts_of_billions_in_a_small_file_are_refused) {
    for (const std::string format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
        const Error error =
            refused(header(format, "element vertex 3000000000\n" + xyz) + "0 0 0\n", "ply");
        EXPECT_EQ(error.where, "line 3");
        EXPECT_TRUE(contains(error.what, "promises 3000000000 times 'vertex'")) << error.what;
        const Error faces = refused(
            header(
                format,
                "element vertex 0\n" + xyz +
                    "element face 9000000000000000000\nproperty list uchar int vertex_indices\n"),
            "ply");
        EXPECT_EQ(faces.where, "line 7");
    }
}

TEST(ply, elements_without_properties_cost_nothing) {
    const Mesh mesh =
        parsed(header("ascii", "element nothing 900000000000000000\nelement vertex 1\n" + xyz) +
                   "1 2 3\n",
               "ply")
            .mesh;
    EXPECT_EQ(mesh.vertices.size(), 1U);
}

TEST(ply, lists_longer_than_the_file_are_refused) {
    std::string bytes = header(
        "binary_little_endian",
        "element vertex 1\n" + xyz + "element face 1\nproperty list uint int vertex_indices\n");
    for (int i = 0; i < 3; ++i) append(bytes, 0.0F);
    append(bytes, std::uint32_t{0xFFFFFFFF});
    append(bytes, std::int32_t{0});
    const Error error = refused(bytes, "ply");
    EXPECT_EQ(error.where, "byte " + std::to_string(bytes.size()));
    EXPECT_TRUE(contains(error.what, "cut off")) << error.what;
}

TEST(ply, lists_of_negative_length_are_refused) {
    const std::string elements =
        "element vertex 1\n" + xyz + "element face 1\nproperty list char int vertex_indices\n";
    EXPECT_EQ(refused(header("ascii", elements) + "0 0 0\n-3 0 0 0\n", "ply").where, "line 11");
    std::string bytes = header("binary_little_endian", elements);
    for (int i = 0; i < 3; ++i) append(bytes, 0.0F);
    const std::size_t at = bytes.size();
    bytes += std::string("\xff") + std::string(20, '\0');
    EXPECT_EQ(refused(bytes, "ply").where, "byte " + std::to_string(at));
}

TEST(ply, indices_out_of_range_name_line_or_byte) {
    const std::string elements =
        "element vertex 1\n" + xyz + "element face 1\nproperty list uchar int vertex_indices\n";
    const Error text = refused(header("ascii", elements) + "0 0 0\n3 0 0 1\n", "ply");
    EXPECT_EQ(text.where, "line 11");
    EXPECT_TRUE(contains(text.what, "vertex 1 but only 1 are defined")) << text.what;
    EXPECT_EQ(refused(header("ascii", elements) + "0 0 0\n3 0 0 -1\n", "ply").where, "line 11");
    std::string bytes = header("binary_little_endian", elements);
    for (int i = 0; i < 3; ++i) append(bytes, 0.0F);
    append(bytes, std::uint8_t{3});
    const std::size_t at = bytes.size();
    for (const std::int32_t corner : {0, -2, 0}) append(bytes, corner);
    const Error binary = refused(bytes, "ply");
    EXPECT_EQ(binary.where, "byte " + std::to_string(at + 4));
    EXPECT_TRUE(contains(binary.what, "vertex -2")) << binary.what;
}

TEST(ply, faces_of_two_corners_are_refused) {
    const Error error =
        refused(header("ascii", "element vertex 2\n" + xyz +
                                    "element face 1\nproperty list uchar int vertex_indices\n") +
                    "0 0 0\n1 0 0\n2 0 1\n",
                "ply");
    EXPECT_TRUE(contains(error.what, "2 corners")) << error.what;
    EXPECT_EQ(error.where, "line 12");
}

TEST(ply, lines_must_have_as_many_numbers_as_declared) {
    const std::string head = header("ascii", "element vertex 2\n" + xyz);
    const Error few = refused(head + "0 0   \n1 1 1\n", "ply");
    EXPECT_EQ(few.where, "line 8") << few.what;
    EXPECT_EQ(refused(head + "0 0 0 0\n1 1 1\n", "ply").where, "line 8");
    EXPECT_TRUE(contains(refused(head + "0 0 0      \n", "ply").what, "the file ends"));
}

TEST(ply, nan_names_line_or_byte_and_vertex) {
    const Error text =
        refused(header("ascii", "element vertex 2\n" + xyz) + "0 0 0\n0 nan 0\n", "ply");
    EXPECT_EQ(text.where, "line 9");
    EXPECT_TRUE(contains(text.what, "vertex 1 has y = nan; remove or repair it")) << text.what;
    std::string bytes = header("binary_big_endian", "element vertex 1\n" + xyz);
    const std::size_t at = bytes.size();
    for (const float c : {0.0F, 0.0F, -INFINITY}) append(bytes, c, std::endian::big);
    const Error binary = refused(bytes, "ply");
    EXPECT_EQ(binary.where, "byte " + std::to_string(at));
    EXPECT_TRUE(contains(binary.what, "vertex 0 has z = -inf")) << binary.what;
}

TEST(ply, bytes_after_the_last_element_are_noted) {
    EXPECT_EQ(parsed(square_ply + "\n\n", "ply").notes.size(), 0U);
    ASSERT_EQ(parsed(square_ply + "more\n", "ply").notes.size(), 1U);
    EXPECT_TRUE(
        contains(parsed(rich_binary(std::endian::big) + "xyz", "ply").notes.back(), "3 bytes"));
}

}  // namespace
}  // namespace swept::test

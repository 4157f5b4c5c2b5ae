#include "tests/io/samples.h"

namespace swept::test {
namespace {

const std::vector<float> triangle = {0, 0, 0, 1, 0, 0, 0, 1, 0};

std::string two_triangles(const std::string& header) {
    std::vector<float> coordinates = triangle;
    coordinates.insert(coordinates.end(), {0.1F, 2, 3, 4, 5, 6, 7, 8, 9});
    return binary_stl(2, coordinates, header);
}

TEST(stl, vertex_is_three_times_face_plus_corner) {
    const MeshFile file = parsed(two_triangles("x"), "stl");
    EXPECT_EQ(file.format, "stl");
    EXPECT_TRUE(file.double_precision);
    ASSERT_EQ(file.mesh.vertices.size(), 6U);
    EXPECT_EQ(file.mesh.vertices[3].x(), static_cast<double>(0.1F));
    ASSERT_EQ(file.mesh.polygon_count(), 2U);
    EXPECT_EQ(polygon(file.mesh, 1), (Corners{3, 4, 5}));
}

TEST(stl, binary_file_may_begin_with_solid) {
    EXPECT_EQ(parsed(two_triangles("solid like text"), "stl").mesh.polygon_count(), 2U);
}

TEST(stl, truncated_binary_says_what_is_promised_and_what_is_there) {
    for (const std::string header : {"x", "solid x"}) {
        std::string bytes = two_triangles(header);
        bytes.pop_back();
        const Error error = refused(bytes, "stl");
        EXPECT_EQ(error.where, "byte " + std::to_string(bytes.size()));
        EXPECT_TRUE(contains(error.what, "promises 2 triangles but the file holds 1"))
            << error.what;
    }
}

TEST(stl, binary_header_of_three_billion_triangles_is_refused) {
    const Error error = refused(binary_stl(3'000'000'000U, triangle), "stl");
    EXPECT_TRUE(contains(error.what, "promises 3000000000 triangles but the file holds 1"));
}

TEST(stl, bytes_after_the_last_triangle_are_noted) {
    const MeshFile file = parsed(two_triangles("x") + "colours", "stl");
    EXPECT_EQ(file.mesh.polygon_count(), 2U);
    ASSERT_EQ(file.notes.size(), 1U);
    EXPECT_TRUE(contains(file.notes[0], "7 bytes"));
}

TEST(stl, binary_nan_names_its_byte) {
    std::vector<float> coordinates = triangle;
    coordinates[4] = std::nanf("");
    const Error error = refused(binary_stl(1, coordinates), "stl");
    EXPECT_EQ(error.where, "byte 108");
    EXPECT_TRUE(contains(error.what, "vertex 1 has y = nan")) << error.what;
}

TEST(stl, text_is_read_in_double_precision) {
    const Mesh mesh =
        parsed(
            "solid\nfacet normal nan nan nan\nouter loop\nvertex 0.1 0 0\nvertex 1 0 0\n"
            "vertex 0 1e-300 0\nendloop\nendfacet\nendsolid",
            "stl")
            .mesh;
    ASSERT_EQ(mesh.vertices.size(), 3U);
    EXPECT_EQ(mesh.vertices[0].x(), 0.1);
    EXPECT_EQ(mesh.vertices[2].y(), 1e-300);
    EXPECT_EQ(polygon(mesh, 0), (Corners{0, 1, 2}));
}

TEST(stl, text_may_hold_several_solids_in_any_case_with_crlf) {
    std::string text = triangle_stl + triangle_stl;
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<char>(std::toupper(text[i]));
    std::string crlf = "  ";
    for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const Mesh mesh = parsed(crlf, "stl").mesh;
    EXPECT_EQ(mesh.polygon_count(), 2U);
    EXPECT_EQ(mesh.vertices.size(), 6U);
}

TEST(stl, facet_without_exactly_three_vertices_is_refused) {
    const std::string head =
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n";
    const std::string tail = "endloop\nendfacet\nendsolid\n";
    const Error two = refused(head + tail, "stl");
    EXPECT_EQ(two.where, "line 2");
    EXPECT_TRUE(contains(two.what, "facet has 2 vertices")) << two.what;
    EXPECT_TRUE(
        contains(refused(head + "vertex 0 1 0\nvertex 1 1 0\n" + tail, "stl").what, "4 vertices"));
}

TEST(stl, text_errors_name_the_line_and_what_was_expected) {
    const Error word = refused("solid a\nfacet normal 0 0 1\nouter lop\n", "stl");
    EXPECT_EQ(word.where, "line 3");
    EXPECT_TRUE(contains(word.what, "expected 'loop' but found 'lop'")) << word.what;
    const Error end = refused(triangle_stl.substr(0, triangle_stl.find("endsolid")), "stl");
    EXPECT_TRUE(contains(end.what, "'facet' or 'endsolid' but the file ends")) << end.what;
    const Error nan = refused("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n", "stl");
    EXPECT_EQ(nan.where, "line 4");
    EXPECT_TRUE(contains(nan.what, "vertex 0 has z = nan")) << nan.what;
}

TEST(stl, file_that_is_neither_text_nor_long_enough_is_refused) {
    const Error error = refused("hello", "stl");
    EXPECT_EQ(error.where, "byte 5");
    EXPECT_TRUE(contains(error.what, "84 bytes")) << error.what;
}

TEST(stl, file_without_triangles_is_refused) {
    EXPECT_TRUE(contains(refused("solid nothing\nendsolid\n", "stl").what, "no vertices"));
    EXPECT_TRUE(contains(refused(binary_stl(0, {}), "stl").what, "no vertices"));
}

}  // namespace
}  // namespace swept::test

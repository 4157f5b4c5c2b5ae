#include "tests/io/samples.h"

namespace swept::test {
namespace {

const std::string four = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(obj, vertices_and_faces_come_in_file_order) {
    const MeshFile file = parsed(square_obj, "obj");
    EXPECT_EQ(file.format, "obj");
    EXPECT_TRUE(file.double_precision);
    EXPECT_TRUE(file.notes.empty());
    ASSERT_EQ(file.mesh.vertices.size(), 4U);
    EXPECT_EQ(file.mesh.vertices[2], Eigen::Vector3d(1, 1, 0));
    ASSERT_EQ(file.mesh.polygon_count(), 2U);
    EXPECT_EQ(polygon(file.mesh, 0), (Corners{0, 1, 2}));
    EXPECT_EQ(polygon(file.mesh, 1), (Corners{0, 2, 3}));
}

TEST(obj, corners_may_name_texture_and_normal) {
    const Mesh mesh = parsed(four + "f 1/7 2//8 3/7/8 4/ \n", "obj").mesh;
    ASSERT_EQ(mesh.polygon_count(), 1U);
    EXPECT_EQ(polygon(mesh, 0), (Corners{0, 1, 2, 3}));
}

TEST(obj, negative_indices_count_back_from_the_last_vertex) {
    const Mesh mesh =
        parsed("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -1/-1 -2//-3 1\n", "obj").mesh;
    ASSERT_EQ(mesh.polygon_count(), 2U);
    EXPECT_EQ(polygon(mesh, 0), (Corners{0, 1, 2}));
    EXPECT_EQ(polygon(mesh, 1), (Corners{3, 2, 0}));
}

TEST(obj, negative_index_before_the_first_vertex_is_refused) {
    const Error error = refused("v 0 0 0\nv 1 0 0\nf -1 -2 -3\n", "obj");
    EXPECT_EQ(error.where, "line 3");
    EXPECT_TRUE(contains(error.what, "vertex -3")) << error.what;
}

TEST(obj, faces_may_come_before_their_vertices) {
    const Mesh mesh = parsed("f 1 2 3\n" + four, "obj").mesh;
    ASSERT_EQ(mesh.polygon_count(), 1U);
    EXPECT_EQ(polygon(mesh, 0), (Corners{0, 1, 2}));
}

TEST(obj, index_past_the_last_vertex_names_its_line) {
    const Error error = refused(four + "f 1 2 3\nf 1 2 12\nf 1 2 3\n", "obj");
    EXPECT_EQ(error.code, ErrorCode::bad_file);
    EXPECT_EQ(error.where, "line 6");
    EXPECT_TRUE(contains(error.what, "face refers to vertex 12 but only 4 are defined"))
        << error.what;
    EXPECT_TRUE(contains(error.what, "check the indices")) << error.what;
}

TEST(obj, index_zero_is_refused) {
    const Error error = refused(four + "f 0 1 2\n", "obj");
    EXPECT_EQ(error.where, "line 5");
    EXPECT_TRUE(contains(error.what, "vertex 0")) << error.what;
}

TEST(obj, index_of_twenty_digits_is_refused) {
    const Error error = refused(four + "f 1 2 18446744073709551617\n", "obj");
    EXPECT_EQ(error.where, "line 5");
    EXPECT_EQ(refused(four + "f 1 2 4294967297\n", "obj").where, "line 5");
    // 19 digits may not fit 63 bits: they were added up before they were counted.
    EXPECT_EQ(refused(four + "f 1 2 9999999999999999999\n", "obj").where, "line 5");
}

TEST(obj, face_of_two_corners_is_refused) {
    const Error error = refused(four + "\nf 1 2\n", "obj");
    EXPECT_EQ(error.where, "line 6");
    EXPECT_TRUE(contains(error.what, "2 corners")) << error.what;
    EXPECT_TRUE(contains(refused(four + "f\n", "obj").what, "0 corners"));
}

TEST(obj, polygons_have_any_size) {
    std::string text;
    std::string face = "f";
    for (int i = 1; i <= 1000; ++i) {
        text += "v " + std::to_string(i) + " 0 0\n";
        face.append(" ").append(std::to_string(i));
    }
    const Mesh mesh = parsed(text + face, "obj").mesh;
    ASSERT_EQ(mesh.polygon_count(), 1U);
    EXPECT_EQ(mesh.polygon(0).size(), 1000U);
    EXPECT_EQ(mesh.polygon(0)[999], 999U);
}

TEST(obj, backslash_joins_lines) {
    const Mesh mesh =
        parsed("v 0 \\\n0 0\nv 1 0\\\r\n 0\nv 0 1 0\nf 1 2\\\n\\\n 3\ng a \\\nv\n", "obj").mesh;
    EXPECT_EQ(mesh.vertices.size(), 3U);
    ASSERT_EQ(mesh.polygon_count(), 1U);
    EXPECT_EQ(polygon(mesh, 0), (Corners{0, 1, 2}));
}

TEST(obj, joined_lines_count_as_they_are_in_the_file) {
    EXPECT_EQ(refused("v 0 0 0\nv 1 0 0\nf 1 \\\n2 \\\nx\n", "obj").where, "line 5");
}

TEST(obj, backslash_at_the_end_of_a_comment_joins_nothing) {
    EXPECT_EQ(parsed("# C:\\meshes\\\nv 1 2 3\n", "obj").mesh.vertices.size(), 1U);
}

TEST(obj, lone_backslash_is_refused) {
    EXPECT_EQ(refused("v 1 \\ 2 3\n", "obj").where, "line 1");
}

TEST(obj, blanks_tabs_crlf_and_a_missing_last_newline_do_no_harm) {
    const Mesh mesh =
        parsed(" \tv  0\t0 0 \r\n\r\nv 1 0 0\r\n\tv 0 1 0 # third\r\n  f  1\t2   3#face", "obj")
            .mesh;
    EXPECT_EQ(mesh.vertices.size(), 3U);
    ASSERT_EQ(mesh.polygon_count(), 1U);
    EXPECT_EQ(polygon(mesh, 0), (Corners{0, 1, 2}));
}

TEST(obj, plus_signs_are_taken) {
    const Mesh mesh = parsed("v +1 +0.5e+1 -2\nv +.5 1 1\nv 0 0 0\nf +1 +2 +3\n", "obj").mesh;
    EXPECT_EQ(mesh.vertices[0], Eigen::Vector3d(1, 5, -2));
    EXPECT_EQ(mesh.vertices[1].x(), 0.5);
    EXPECT_EQ(refused("v +-1 0 0\n", "obj").where, "line 1");
}

TEST(obj, weights_and_colours_of_vertices_are_ignored) {
    const MeshFile file = parsed("v 1 2 3 0.5\nv 4 5 6 1 0.2 0.3 0.4\n", "obj");
    EXPECT_EQ(file.mesh.vertices[1], Eigen::Vector3d(4, 5, 6));
    EXPECT_TRUE(file.notes.empty());
}

TEST(obj, vertex_of_two_numbers_is_refused) {
    const Error error = refused("v 1 2\nv 1 2 3\n", "obj");
    EXPECT_EQ(error.where, "line 1");
    EXPECT_TRUE(contains(error.what, "the line ends")) << error.what;
}

TEST(obj, words_in_place_of_numbers_are_quoted) {
    const Error error = refused("v 1 2 3\nv 1 two 3\n", "obj");
    EXPECT_EQ(error.where, "line 2");
    EXPECT_TRUE(contains(error.what, "expected a number but found 'two'")) << error.what;
    EXPECT_TRUE(contains(refused("v 1 0x10 3\n", "obj").what, "0x10"));
    EXPECT_TRUE(contains(refused(four + "f 1 2 3a\n", "obj").what, "3a"));
    EXPECT_TRUE(contains(refused(four + "f 1 2 3/1/1/1\n", "obj").what, "3/1/1/1"));
}

TEST(obj, nan_and_infinity_name_line_and_vertex) {
    const Error error = refused("v 0 0 0\nv 0 0 0\n\nv nan 0 0\n", "obj");
    EXPECT_EQ(error.where, "line 4");
    EXPECT_TRUE(contains(error.what, "vertex 3 has x = nan; remove or repair it")) << error.what;
    EXPECT_TRUE(contains(refused("v 0 inf 0\n", "obj").what, "vertex 1 has y = inf"));
    EXPECT_TRUE(contains(refused("v 0 0 -Infinity\n", "obj").what, "z = -inf"));
}

TEST(obj, numbers_too_large_for_a_double_are_refused_and_too_small_ones_are_zero) {
    EXPECT_TRUE(contains(refused("v 0 1e400 0\n", "obj").what, "too large for a double"));
    EXPECT_TRUE(contains(refused("v 0 0 -1e999999999999999999999\n", "obj").what, "z = -inf"));
    EXPECT_TRUE(contains(refused("v " + std::string(400, '9') + " 0 0\n", "obj").what, "x = inf"));
    const Mesh mesh = parsed("v 1e-400 -1e-999999999999999999999 1e308\nv 0." +
                                 std::string(400, '0') + "1 4.9e-324 1e-310\n",
                             "obj")
                          .mesh;
    EXPECT_EQ(mesh.vertices[0].x(), 0);
    EXPECT_EQ(mesh.vertices[0].y(), 0);
    EXPECT_EQ(mesh.vertices[0].z(), 1e308);
    EXPECT_EQ(mesh.vertices[1].x(), 0);
    EXPECT_EQ(mesh.vertices[1].y(), 5e-324);
    EXPECT_EQ(mesh.vertices[1].z(), 1e-310);
}

// Short numbers take a path of their own, which must round like the long way.
TEST(obj, short_and_long_numbers_are_rounded_correctly) {
    const std::array<std::string, 12> texts = {"0.1",
                                               "-0.3",
                                               "123456.789012345",
                                               "999999999999999",
                                               "0.00000000000001",
                                               "-0",
                                               "1234567890123456",
                                               "0.1234567890123456789",
                                               "9007199254740993",
                                               "1e23",
                                               "5.",
                                               ".25"};
    for (const std::string& text : texts) {
        const Mesh mesh = parsed("v " + text + " 0 0", "obj").mesh;
        ASSERT_EQ(mesh.vertices.size(), 1U);
        const double expected = std::strtod(text.c_str(), nullptr);
        EXPECT_EQ(std::bit_cast<std::uint64_t>(mesh.vertices[0].x()),
                  std::bit_cast<std::uint64_t>(expected))
            << text;
    }
}

TEST(obj, names_and_materials_are_skipped_silently) {
    const MeshFile file = parsed(
        "mtllib a.mtl\no box\ng side top\nusemtl red\ns 1\nvn 0 0 1\n" + four + "f 1 2 3\n", "obj");
    EXPECT_TRUE(file.notes.empty());
    EXPECT_EQ(file.mesh.polygon_count(), 1U);
}

TEST(obj, geometry_that_is_not_read_is_noted) {
    const MeshFile file =
        parsed(four + "l 1 2\nl 2 3\nl 3 4\np 1\ncurv 0 1 1 2\nwhat is this\nf 1 2 3\n", "obj");
    ASSERT_EQ(file.notes.size(), 4U);
    EXPECT_EQ(file.notes[0], "3 lines 'l' (polylines) were not read");
    EXPECT_EQ(file.notes[1], "1 line 'p' (points) was not read");
    EXPECT_TRUE(contains(file.notes[2], "'curv' (curves)"));
    EXPECT_TRUE(contains(file.notes[3], "'what'"));
}

TEST(obj, notes_stay_few_however_many_words_are_unknown) {
    std::string text = four;
    for (int i = 0; i < 1000; ++i) text += "word" + std::to_string(i) + "\n";
    const MeshFile file = parsed(text, "obj");
    EXPECT_EQ(file.notes.size(), 17U);
    EXPECT_TRUE(contains(file.notes.back(), "984 lines"));
}

TEST(obj, duplicate_and_degenerate_faces_pass) {
    const Mesh mesh = parsed(four + "f 1 2 3\nf 1 2 3\nf 1 1 1\n", "obj").mesh;
    ASSERT_EQ(mesh.polygon_count(), 3U);
    EXPECT_EQ(polygon(mesh, 2), (Corners{0, 0, 0}));
}

TEST(obj, vertices_without_faces_are_a_set_of_points) {
    const Mesh mesh = parsed(four, "obj").mesh;
    EXPECT_EQ(mesh.vertices.size(), 4U);
    EXPECT_EQ(mesh.polygon_count(), 0U);
}

TEST(obj, file_without_vertices_is_refused) {
    const Error error = refused("# nothing\n", "obj");
    EXPECT_TRUE(error.where.empty());
    EXPECT_TRUE(contains(error.what, "no vertices")) << error.what;
}

}  // namespace
}  // namespace swept::test

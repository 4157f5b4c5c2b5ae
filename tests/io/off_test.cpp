#include "tests/io/samples.h"

namespace swept::test {
namespace {

const std::string body = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n4 0 1 2 3\n";

TEST(off, vertices_and_faces_come_in_file_order) {
    const MeshFile file = parsed(square_off, "off");
    EXPECT_EQ(file.format, "off");
    EXPECT_EQ(file.mesh.vertices.size(), 4U);
    ASSERT_EQ(file.mesh.polygon_count(), 2U);
    EXPECT_EQ(polygon(file.mesh, 1), (Corners{0, 2, 3}));
    EXPECT_TRUE(file.notes.empty());
}

TEST(off, header_may_take_several_forms) {
    for (const std::string header :
         {"OFF\n4 2 0\n", "OFF 4 2 0\n", "4 2 0\n", "OFF4 2 0\n", "# c\nOFF # c\n\n4 2\n",
          "OFF\r\n4 2 0\r\n", "\n\tOFF\n 4 2 0 \n"}) {
        const Mesh mesh = parsed(header + body, "off").mesh;
        EXPECT_EQ(mesh.vertices.size(), 4U) << header;
        EXPECT_EQ(mesh.polygon_count(), 2U) << header;
    }
}

TEST(off, further_numbers_of_vertices_and_faces_are_skipped) {
    for (const std::string header : {"COFF", "NOFF", "STOFF", "CNOFF", "STCNOFF"}) {
        const Mesh mesh =
            parsed(header +
                       "\n3 1 3\n0 0 0 255 0 0 255\n1 0 0 0.5 0.5 0.5 1 # red\n0 1 0 1 2 3\n"
                       "3 0 1 2  255 0 0 # colour\n",
                   "off")
                .mesh;
        ASSERT_EQ(mesh.vertices.size(), 3U) << header;
        EXPECT_EQ(mesh.vertices[1], Eigen::Vector3d(1, 0, 0));
        EXPECT_EQ(polygon(mesh, 0), (Corners{0, 1, 2}));
    }
}

TEST(off, other_kinds_of_off_are_unsupported) {
    for (const std::string header : {"OFF BINARY\n", "4OFF\n", "nOFF\n3\n", "C4OFF\n"}) {
        const Error error = refused(header + "4 2 0\n" + body, "off");
        EXPECT_EQ(error.code, ErrorCode::unsupported) << header;
        EXPECT_EQ(error.where, "line 1");
    }
}

TEST(off, counts_of_billions_in_a_small_file_are_refused) {
    const Error vertices = refused("OFF\n3000000000 1 0\n" + body, "off");
    EXPECT_EQ(vertices.where, "line 2");
    EXPECT_TRUE(contains(vertices.what, "promises 3000000000 vertices")) << vertices.what;
    EXPECT_TRUE(contains(refused("OFF\n4 3000000000 0\n" + body, "off").what, "3000000000 faces"));
    EXPECT_TRUE(contains(refused("OFF\n-4 2 0\n" + body, "off").what, "-4 vertices"));
}

TEST(off, indices_out_of_range_name_their_line) {
    const Error large = refused("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "off");
    EXPECT_EQ(large.where, "line 6");
    EXPECT_TRUE(contains(large.what, "vertex 3 but only 3 are defined (counted from 0)"))
        << large.what;
    EXPECT_TRUE(
        contains(refused("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", "off").what, "vertex -1"));
}

TEST(off, faces_need_three_corners_and_all_that_they_promise) {
    EXPECT_TRUE(
        contains(refused("3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1    \n", "off").what, "2 corners"));
    const Error error = refused("3 1 0\n0 0 0\n1 0 0\n0 1 0\n3000000000 0 1 2\n", "off");
    EXPECT_EQ(error.where, "line 5");
    EXPECT_TRUE(contains(error.what, "the line ends")) << error.what;
}

TEST(off, missing_items_are_counted) {
    const Error error =
        refused("OFF\n4 2 0\n0 0 0\n1 0 0\n# a comment that is long enough to hide it\n", "off");
    EXPECT_TRUE(contains(error.what, "ends after 2 of 4 vertices")) << error.what;
}

TEST(off, nan_names_line_and_vertex) {
    const Error error = refused("OFF\n1 0 0\n0 nan 0\n", "off");
    EXPECT_EQ(error.where, "line 3");
    EXPECT_TRUE(contains(error.what, "vertex 0 has y = nan")) << error.what;
}

TEST(off, text_after_the_last_face_is_noted) {
    ASSERT_EQ(parsed(square_off + "more\n", "off").notes.size(), 1U);
    EXPECT_EQ(refused("hello world\n", "off").where, "line 1");
}

}  // namespace
}  // namespace swept::test

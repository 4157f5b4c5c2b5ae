#include "swept/cast.h"
#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "tests/io/samples.h"

namespace swept::test {
namespace {

void expect_same_bits(const Mesh& a, const Mesh& b) {
    ASSERT_EQ(a.vertices.size(), b.vertices.size());
    for (std::size_t i = 0; i < a.vertices.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(std::bit_cast<std::uint64_t>(a.vertices[i][axis]),
                      std::bit_cast<std::uint64_t>(b.vertices[i][axis]))
                << a.vertices[i][axis] << " became " << b.vertices[i][axis];
        }
    }
    EXPECT_EQ(a.corners, b.corners);
    EXPECT_EQ(a.polygon_ends, b.polygon_ends);
}

// What STL keeps: triangles of a fan, with vertices of their own.
Mesh as_triangle_soup(const Mesh& mesh) {
    Mesh soup;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto corners = mesh.polygon(i);
        for (std::size_t k = 2; k < corners.size(); ++k) {
            const std::uint32_t first = soup.add_vertex(mesh.vertices[corners[0]]);
            soup.add_vertex(mesh.vertices[corners[k - 1]]);
            soup.add_vertex(mesh.vertices[corners[k]]);
            soup.add_polygon({first, first + 1, first + 2});
        }
    }
    return soup;
}

Mesh written_and_read(const Mesh& mesh, const std::string& name, Encoding encoding) {
    const TempFolder folder;
    const auto written = write_mesh(mesh, folder / name, {.encoding = encoding, .progress = {}});
    EXPECT_TRUE(written.has_value()) << (written ? "" : written.error().message());
    const auto file = read_mesh(folder / name);
    EXPECT_TRUE(file.has_value()) << (file ? "" : file.error().message());
    return file ? file->mesh : Mesh{};
}

Error refused_writing(const Mesh& mesh, const std::string& name) {
    const TempFolder folder;
    const auto written = write_mesh(mesh, folder / name);
    EXPECT_FALSE(written.has_value());
    EXPECT_FALSE(std::filesystem::exists(folder / name));
    return written ? Error{} : written.error();
}

TEST(write, all_but_stl_keep_every_bit_in_every_encoding) {
    const Mesh mesh = awkward_mesh();
    for (const std::string name : {"a.obj", "a.ply", "a.off", "a.PLY"}) {
        for (const Encoding encoding : {Encoding::binary, Encoding::text}) {
            expect_same_bits(mesh, written_and_read(mesh, name, encoding));
        }
    }
}

TEST(write, text_stl_keeps_every_bit_of_its_triangles) {
    const Mesh mesh = awkward_mesh();
    expect_same_bits(as_triangle_soup(mesh), written_and_read(mesh, "a.stl", Encoding::text));
}

TEST(write, binary_stl_rounds_to_float) {
    Mesh mesh = awkward_mesh();
    for (auto& vertex : mesh.vertices) vertex = vertex.cwiseMax(-1e30).cwiseMin(1e30);
    Mesh rounded = mesh;
    for (auto& vertex : rounded.vertices) {
        for (double& coordinate : vertex) {
            // Volatile: gcc 12 drops the way there and back from pairs of doubles (-O2,
            // vectorized).
            const volatile float single = static_cast<float>(coordinate);
            coordinate = static_cast<double>(single);
        }
    }
    expect_same_bits(as_triangle_soup(rounded), written_and_read(mesh, "a.stl", Encoding::binary));
}

TEST(write, stl_of_polygons_that_are_not_convex_has_the_same_surface) {
    // An L, whose fan from the first corner would cover what is outside it; a comb, of which no fan
    // covers all; a square with a corner on a side, from which a fan would leave a gap.
    const std::vector<std::vector<Eigen::Vector3d>> outlines{
        {{2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}, {0, 0, 0}},
        {{0, 0, 0},
         {5, 0, 0},
         {5, 3, 0},
         {4, 3, 0},
         {4, 1, 0},
         {3, 1, 0},
         {3, 3, 0},
         {2, 3, 0},
         {2, 1, 0},
         {1, 1, 0},
         {1, 3, 0},
         {0, 3, 0}},
        {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}};
    const std::array<double, 3> areas{3, 11, 4};
    for (std::size_t i = 0; i < outlines.size(); ++i) {
        Mesh mesh;
        std::vector<std::uint32_t> loop;
        for (const Eigen::Vector3d& x : outlines[i]) loop.push_back(mesh.add_vertex(x));
        mesh.add_polygon(loop);
        const Mesh read = written_and_read(mesh, "a.stl", Encoding::binary);
        EXPECT_EQ(read.polygon_count(), loop.size() - 2);
        double area = 0;
        for (std::size_t k = 0; k < read.polygon_count(); ++k) {
            const auto corners = read.polygon(k);
            const Eigen::Vector3d& x = read.vertices[corners[0]];
            const double own =
                (read.vertices[corners[1]] - x).cross(read.vertices[corners[2]] - x).z() / 2;
            EXPECT_GT(own, 0) << i;  // none is turned over or flat
            area += own;
        }
        EXPECT_DOUBLE_EQ(area, areas[i]);
    }
    // A solid keeps its volume and its edges.
    const Mesh stairs = make_stairs(5, 0.3, 0.2, 1).value();
    const Polyhedron before = Polyhedron::build(stairs).value();
    const Polyhedron after =
        Polyhedron::build(written_and_read(stairs, "a.stl", Encoding::text)).value();
    EXPECT_TRUE(after.is_closed() && after.is_oriented());
    EXPECT_NEAR(after.volume().value(), before.volume().value(), 1e-12);
    for (const double y : {0.0, 0.5}) {  // beside the solid, and within it
        const Ray ray = Ray::between({0.265, y - 2, 0.9}, {0.265, y + 2, 0.9}).value();
        EXPECT_EQ(cast(ray, {after}).state, cast(ray, {before}).state);
    }
}

TEST(write, stl_holds_unit_normals) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1e200, 0, 0}, {0, 1e200, 0}, {0, 0, 0}};
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({0, 0, 3});
    const TempFolder folder;
    ASSERT_TRUE(write_mesh(mesh, folder / "a.stl", {.encoding = Encoding::text, .progress = {}}));
    const std::string text = content(folder / "a.stl");
    EXPECT_TRUE(contains(text, "facet normal 0 0 1\n")) << text;
    EXPECT_TRUE(contains(text, "facet normal 0 0 0\n")) << text;
}

TEST(write, points_without_polygons_are_written_but_not_as_stl) {
    Mesh mesh;
    mesh.vertices = {{1, 2, 3}, {4, 5, 6}};
    for (const std::string name : {"a.obj", "a.ply", "a.off"}) {
        expect_same_bits(mesh, written_and_read(mesh, name, Encoding::binary));
    }
    EXPECT_EQ(refused_writing(mesh, "a.stl").code, ErrorCode::unsupported);
}

TEST(write, polygons_of_more_than_255_corners_are_written) {
    Mesh mesh;
    Corners corners;
    for (int i = 0; i < 300; ++i) corners.push_back(mesh.add_vertex({std::cos(i), std::sin(i), 0}));
    mesh.add_polygon(corners);
    for (const std::string name : {"a.obj", "a.ply", "a.off"}) {
        expect_same_bits(mesh, written_and_read(mesh, name, Encoding::binary));
    }
}

// More than one buffer, so that numbers meet its end.
TEST(write, files_larger_than_the_buffer_are_whole) {
    Mesh mesh;
    for (int i = 0; i < 60000; ++i) mesh.add_vertex({i / 7.0, i / 11.0, i / 13.0});
    for (std::uint32_t i = 0; i + 2 < 60000; ++i) mesh.add_polygon({i, i + 1, i + 2});
    for (const std::string name : {"a.obj", "a.ply", "a.off"}) {
        expect_same_bits(mesh, written_and_read(mesh, name, Encoding::text));
        expect_same_bits(mesh, written_and_read(mesh, name, Encoding::binary));
    }
    expect_same_bits(as_triangle_soup(mesh), written_and_read(mesh, "a.stl", Encoding::text));
}

TEST(write, bad_meshes_are_refused_and_leave_no_file) {
    Mesh mesh = awkward_mesh();
    mesh.corners[4] = 5;
    const Error index = refused_writing(mesh, "a.obj");
    EXPECT_EQ(index.code, ErrorCode::bad_mesh);
    EXPECT_EQ(index.where, "polygon 1");
    EXPECT_TRUE(contains(index.what, "vertex 5 but there are only 5")) << index.what;

    mesh = awkward_mesh();
    mesh.polygon_ends[1] = 100;
    EXPECT_EQ(refused_writing(mesh, "a.ply").where, "polygon 1");
    mesh.polygon_ends[1] = 1;
    EXPECT_EQ(refused_writing(mesh, "a.ply").where, "polygon 1");
    mesh.polygon_ends[1] = 5;
    EXPECT_TRUE(contains(refused_writing(mesh, "a.off").what, "fewer than 3"));

    mesh = awkward_mesh();
    mesh.vertices[2].y() = std::nan("");
    EXPECT_EQ(refused_writing(mesh, "a.stl").where, "vertex 2");
}

TEST(write, coordinates_too_large_for_binary_stl_are_refused) {
    const Error error = refused_writing(awkward_mesh(), "a.stl");
    EXPECT_EQ(error.where, "vertex 2");
    EXPECT_TRUE(contains(error.what, "write it as text")) << error.what;
}

TEST(write, unknown_endings_list_the_known_ones) {
    const Error error = refused_writing(awkward_mesh(), "a.glb");
    EXPECT_EQ(error.code, ErrorCode::unsupported);
    EXPECT_TRUE(contains(error.what, "obj, stl, ply, off")) << error.what;
}

TEST(write, reasons_of_the_system_are_told) {
    const TempFolder folder;
    const auto missing = write_mesh(awkward_mesh(), folder / "no" / "a.obj");
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().code, ErrorCode::cannot_write);
    EXPECT_TRUE(contains(missing.error().what, "No such file")) << missing.error().what;

    // A link with a known ending to a device on which nothing fits.
    std::filesystem::create_symlink("/dev/full", folder / "full.obj");
    const auto full = write_mesh(awkward_mesh(), folder / "full.obj");
    ASSERT_FALSE(full.has_value());
    EXPECT_EQ(full.error().code, ErrorCode::cannot_write);
    EXPECT_TRUE(contains(full.error().what, "No space left")) << full.error().what;
}

TEST(write, progress_rises_to_no_more_than_one) {
    Mesh mesh;
    for (int i = 0; i < 200000; ++i) mesh.add_vertex({0.5 * i, 0, 0});
    std::vector<double> shares;
    const TempFolder folder;
    ASSERT_TRUE(write_mesh(mesh, folder / "a.obj",
                           {.progress = [&](double share) { shares.push_back(share); }}));
    ASSERT_GT(shares.size(), 2U);
    EXPECT_LT(shares.size(), 100U);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_LE(shares.back(), 1.0);
}

}  // namespace
}  // namespace swept::test

// read_mesh and parse_mesh as a whole: endings, kinds of files, progress, real meshes.

#include <sys/stat.h>

#include <cstdlib>
#include <thread>

#include "tests/io/samples.h"

namespace swept::test {
namespace {

Error refused_file(const std::filesystem::path& path) {
    const auto file = read_mesh(path);
    EXPECT_FALSE(file.has_value()) << path;
    return file ? Error{} : file.error();
}

TEST(files, endings_choose_the_reader_in_any_case) {
    const TempFolder folder;
    EXPECT_EQ(read_mesh(folder.file("a.OBJ", square_obj))->format, "obj");
    EXPECT_EQ(read_mesh(folder.file("a.Stl", triangle_stl))->format, "stl");
    EXPECT_EQ(read_mesh(folder.file("a.ply", square_ply))->format, "ply");
    EXPECT_EQ(read_mesh(folder.file("a.off", square_off))->format, "off");
    EXPECT_EQ(read_mesh(folder.file("a.glb", square_glb()))->format, "gltf");
    EXPECT_EQ(parsed(square_obj, "OBJ").format, "obj");
}

TEST(files, unknown_endings_list_the_readable_ones) {
    const TempFolder folder;
    for (const std::string name : {"a.docx", "a", "a."}) {
        const Error error = refused_file(folder.file(name, "x"));
        EXPECT_EQ(error.code, ErrorCode::unsupported);
        EXPECT_TRUE(contains(error.what, "obj, stl, ply, off, gltf, glb")) << error.what;
        expect_well_formed(error);
    }
    EXPECT_EQ(refused("x", "docx").code, ErrorCode::unsupported);
}

TEST(files, missing_files_directories_and_devices_are_no_files) {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "dir.obj");
    std::filesystem::create_symlink("/dev/zero", folder / "zero.stl");
    std::filesystem::create_symlink("/proc/self/mem", folder / "mem.ply");
    std::filesystem::create_symlink("loop.obj", folder / "loop.obj");
    for (const std::string name :
         {"missing.obj", "dir.obj", "zero.stl", "mem.ply", "loop.obj", "missing.dae", "no/a.obj"}) {
        const Error error = refused_file(folder / name);
        EXPECT_EQ(error.code, ErrorCode::no_file) << name;
        EXPECT_TRUE(error.where.empty()) << error.where;
        expect_well_formed(error);
    }
    EXPECT_TRUE(contains(refused_file(folder / "dir.obj").what, "directory"));
}

TEST(files, empty_files_are_bad_in_every_format) {
    const TempFolder folder;
    for (const std::string format : {"obj", "stl", "ply", "off", "gltf", "glb"}) {
        const Error error = refused_file(folder.file("a." + format, ""));
        EXPECT_EQ(error.code, ErrorCode::bad_file);
        EXPECT_TRUE(error.where.empty());
        EXPECT_TRUE(contains(error.what, "empty")) << error.what;
    }
}

TEST(files, pipes_are_read_to_their_end) {
    const TempFolder folder;
    const auto path = folder / "pipe.obj";
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    std::string text = square_obj;
    for (int i = 0; i < 50000; ++i) text += "v 1 2 3\n";
    std::thread writer([&] { std::ofstream(path, std::ios::binary) << text; });
    const auto file = read_mesh(path);
    writer.join();
    ASSERT_TRUE(file.has_value()) << file.error().message();
    EXPECT_EQ(file->mesh.vertices.size(), 50004U);
}

TEST(files, progress_rises_from_zero_to_one_in_few_steps) {
    std::string text;
    for (int i = 0; i < 500000; ++i) text += "v 1 2 3\n";
    std::vector<double> shares;
    const auto file =
        parse_mesh(text, "obj", {.progress = [&](double share) { shares.push_back(share); }});
    ASSERT_TRUE(file.has_value());
    ASSERT_GE(shares.size(), 3U);
    EXPECT_LT(shares.size(), 110U);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_EQ(shares.back(), 1.0);
}

TEST(files, readable_formats_begin_with_ours) {
    const auto formats = readable_formats();
    ASSERT_GE(formats.size(), 6U);
    EXPECT_EQ(formats[0], "obj");
    EXPECT_EQ(formats.size() > 6, has_assimp());
}

// DXF and the like in single precision, where assimp is built in; a clear word where it is not.
TEST(files, other_formats_go_through_assimp) {
    const TempFolder folder;
    const auto path = folder.file("a.raw", "0 0 0 1 0 0 0 1 0.1\n");
    const auto file = read_mesh(path);
    if (!has_assimp()) {
        ASSERT_FALSE(file.has_value());
        EXPECT_EQ(file.error().code, ErrorCode::unsupported);
        return;
    }
    ASSERT_TRUE(file.has_value()) << file.error().message();
    EXPECT_EQ(file->format, "raw");
    EXPECT_FALSE(file->double_precision);
    ASSERT_EQ(file->mesh.polygon_count(), 1U);
    EXPECT_EQ(file->mesh.vertices[2].z(), static_cast<double>(0.1F));
    const Error error = refused_file(folder.file("bad.dae", "this is no xml"));
    EXPECT_EQ(error.code, ErrorCode::bad_file);
    expect_well_formed(error);
}

// Real meshes where they are at hand, and one that we make where they are not.
TEST(files, real_meshes_are_read_or_refused_in_words) {
    const TempFolder folder;
    std::vector<std::filesystem::path> paths = {folder.file("own.obj", square_obj)};
    std::error_code none;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data_folder(), none)) {
        const auto ending = entry.path().extension();
        if (ending == ".obj" || ending == ".stl" || ending == ".ply") paths.push_back(entry.path());
    }
    for (const auto& path : paths) {
        const auto file = read_mesh(path);
        if (file) {
            EXPECT_GT(file->mesh.polygon_count(), 0U) << path;
            expect_well_formed(file->mesh);
        } else {
            EXPECT_TRUE(contains(file.error().what, "nan")) << path << file.error().message();
            expect_well_formed(file.error());
        }
    }
}

}  // namespace
}  // namespace swept::test

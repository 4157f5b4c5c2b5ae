#include "tests/io/samples.h"

namespace swept::test {
namespace {

const std::string base64_square =
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAAAgD8AAAAAAAABAAIAAAACAAMA";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::string with_uri(const std::string& uri) {
    return replaced(gltf_json(R"("nodes":[{"mesh":0}])"), R"("byteLength":60)",
                    R"("byteLength":60,"uri":")" + uri + "\"");
}

TEST(gltf, glb_is_read) {
    const MeshFile file = parsed(square_glb(), "glb");
    EXPECT_EQ(file.format, "gltf");
    EXPECT_TRUE(file.double_precision);
    ASSERT_EQ(file.mesh.vertices.size(), 4U);
    EXPECT_EQ(file.mesh.vertices[2], Eigen::Vector3d(1, 1, 0));
    ASSERT_EQ(file.mesh.polygon_count(), 2U);
    EXPECT_EQ(polygon(file.mesh, 1), (Corners{0, 2, 3}));
}

TEST(gltf, embedded_buffers_are_read) {
    const Mesh mesh =
        parsed(with_uri("data:application/octet-stream;base64," + base64_square), "gltf").mesh;
    ASSERT_EQ(mesh.vertices.size(), 4U);
    EXPECT_EQ(mesh.polygon_count(), 2U);
}

TEST(gltf, buffers_next_to_the_file_are_read_but_no_others) {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "in");
    const auto path = folder.file("in/a.gltf", with_uri("my%20data.bin"));
    ASSERT_FALSE(read_mesh(path).has_value());
    (void)folder.file("in/my data.bin", square_buffer());
    const auto file = read_mesh(path);
    ASSERT_TRUE(file.has_value()) << file.error().message();
    EXPECT_EQ(file->mesh.polygon_count(), 2U);

    (void)folder.file("data.bin", square_buffer());
    const auto outside = read_mesh(folder.file("in/b.gltf", with_uri("../data.bin")));
    ASSERT_FALSE(outside.has_value());
    EXPECT_TRUE(contains(outside.error().what, "not found")) << outside.error().what;
    EXPECT_FALSE(
        read_mesh(folder.file("in/c.gltf", with_uri((folder / "data.bin").string()))).has_value());
    EXPECT_FALSE(parse_mesh(with_uri("my data.bin"), "gltf").has_value());
    EXPECT_FALSE(read_mesh(folder.file("in/d.gltf", with_uri("."))).has_value());
}

TEST(gltf, transforms_of_nodes_are_composed) {
    const Mesh mesh =
        parsed(
            square_glb(
                R"("nodes":[{"mesh":0,"translation":[0.1,0,0],"rotation":[0,0,0.7071067811865476,0.7071067811865476],"scale":[2,3,4]},)"
                R"({"children":[0],"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 10,20,30,1]}],"scenes":[{"nodes":[1]}],"scene":0)"),
            "glb")
            .mesh;
    ASSERT_EQ(mesh.vertices.size(), 4U);
    EXPECT_NEAR((mesh.vertices[0] - Eigen::Vector3d(10.1, 20, 30)).norm(), 0, 1e-14);
    EXPECT_NEAR((mesh.vertices[1] - Eigen::Vector3d(10.1, 22, 30)).norm(), 0, 1e-14);
    EXPECT_NEAR((mesh.vertices[3] - Eigen::Vector3d(7.1, 20, 30)).norm(), 0, 1e-14);
    EXPECT_EQ(polygon(mesh, 0), (Corners{0, 1, 2}));
}

TEST(gltf, mirrored_nodes_reverse_their_polygons) {
    const Mesh mesh = parsed(square_glb(R"("nodes":[{"mesh":0,"scale":[-1,1,1]}])"), "glb").mesh;
    EXPECT_EQ(polygon(mesh, 0), (Corners{0, 2, 1}));
    EXPECT_EQ(mesh.vertices[1], Eigen::Vector3d(-1, 0, 0));
}

TEST(gltf, nodes_are_read_depth_first_in_their_order) {
    const Mesh mesh =
        parsed(
            square_glb(
                R"("nodes":[{"mesh":0,"translation":[4,0,0]},{"mesh":0,"translation":[1,0,0],"children":[3,2]},)"
                R"({"mesh":0,"translation":[2,0,0]},{"mesh":0,"translation":[1,0,0]},{"mesh":0,"translation":[9,0,0]}],)"
                R"("scenes":[{"nodes":[4]},{"nodes":[1,0]}],"scene":1)"),
            "glb")
            .mesh;
    ASSERT_EQ(mesh.vertices.size(), 16U);
    EXPECT_EQ(mesh.vertices[0].x(), 1);
    EXPECT_EQ(mesh.vertices[4].x(), 2);
    EXPECT_EQ(mesh.vertices[8].x(), 3);
    EXPECT_EQ(mesh.vertices[12].x(), 4);
    EXPECT_EQ(polygon(mesh, 3), (Corners{4, 6, 7}));
}

TEST(gltf, files_without_scenes_show_all_root_nodes) {
    const Mesh mesh =
        parsed(square_glb(R"("nodes":[{"mesh":0},{"children":[0]},{"mesh":0}])"), "glb").mesh;
    EXPECT_EQ(mesh.vertices.size(), 8U);
}

TEST(gltf, strips_fans_and_missing_indices_are_read) {
    const auto with_mode = [](const std::string& mode) {
        return parsed(
                   square_glb(R"("nodes":[{"mesh":0}])",
                              R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":)" +
                                  mode + "}]}]"),
                   "glb")
            .mesh;
    };
    const Mesh strip = with_mode("5");
    ASSERT_EQ(strip.polygon_count(), 2U);
    EXPECT_EQ(polygon(strip, 0), (Corners{0, 1, 2}));
    EXPECT_EQ(polygon(strip, 1), (Corners{1, 3, 2}));
    const Mesh fan = with_mode("6");
    ASSERT_EQ(fan.polygon_count(), 2U);
    EXPECT_EQ(polygon(fan, 1), (Corners{0, 2, 3}));
}

TEST(gltf, corners_that_are_no_multiple_of_three_are_refused) {
    const Error error =
        refused(square_glb(R"("nodes":[{"mesh":0}])",
                           R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])"),
                "glb");
    EXPECT_TRUE(contains(error.what, "4 corners")) << error.what;
}

TEST(gltf, indices_of_8_and_32_bits_are_read) {
    const std::string as_bytes =
        replaced(replaced(square_accessors, "5123", "5121"), "\"count\":6", "\"count\":12");
    const Mesh bytes =
        parsed(square_glb(R"("nodes":[{"mesh":0}])", square_mesh, as_bytes), "glb").mesh;
    ASSERT_EQ(bytes.polygon_count(), 4U);
    EXPECT_EQ(polygon(bytes, 0), (Corners{0, 0, 1}));
    const std::string as_words =
        replaced(replaced(square_accessors, "5123", "5125"), "\"count\":6", "\"count\":3");
    const Error error =
        refused(square_glb(R"("nodes":[{"mesh":0}])", square_mesh, as_words), "glb");
    EXPECT_TRUE(contains(error.what, "vertex 65536 but only 4")) << error.what;
}

TEST(gltf, points_and_lines_are_noted) {
    const MeshFile file = parsed(
        square_glb(
            R"("skins":[{}],"nodes":[{"mesh":0}])",
            R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":0},"mode":0},)"
            R"({"attributes":{"POSITION":0},"mode":1},{"attributes":{}}]}])"),
        "glb");
    EXPECT_EQ(file.mesh.polygon_count(), 2U);
    ASSERT_EQ(file.notes.size(), 2U);
    EXPECT_TRUE(contains(file.notes[0], "1 skins")) << file.notes[0];
    EXPECT_TRUE(contains(file.notes[1], "3 primitives")) << file.notes[1];
}

TEST(gltf, primitives_of_a_mesh_share_their_vertices) {
    const Mesh mesh =
        parsed(
            square_glb(
                R"("nodes":[{"mesh":0}])",
                R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":0},"indices":1}]}])"),
            "glb")
            .mesh;
    EXPECT_EQ(mesh.vertices.size(), 4U);
    EXPECT_EQ(mesh.polygon_count(), 4U);
}

TEST(gltf, quantized_positions_are_read) {
    std::string bytes;
    append_all<std::int16_t>(bytes, {0, 0, 0, 0, 32767, 0, 0, 0, -32768, 16384, 0, 0});
    const std::string json =
        R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_mesh_quantization"],"nodes":[{"mesh":0}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5122,)"
        R"("normalized":true,"count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":24,"byteStride":8}],"buffers":[{"byteLength":24}]})";
    const Mesh mesh = parsed(glb(json, bytes), "glb").mesh;
    ASSERT_EQ(mesh.vertices.size(), 3U);
    EXPECT_EQ(mesh.vertices[1].x(), 1);
    EXPECT_EQ(mesh.vertices[2], Eigen::Vector3d(-1, 16384 / 32767.0, 0));
}

TEST(gltf, ranges_past_the_data_are_refused) {
    const auto error = [](const std::string& from, const std::string& to) {
        const Error e = refused(square_glb(R"("nodes":[{"mesh":0}])", square_mesh,
                                           replaced(square_accessors, from, to)),
                                "glb");
        expect_well_formed(e);
        return e.what;
    };
    EXPECT_TRUE(contains(error("\"count\":4", "\"count\":5"), "accessor 0 reaches past"));
    EXPECT_TRUE(contains(error("\"count\":6", "\"count\":7"), "accessor 1 reaches past"));
    EXPECT_TRUE(contains(error("\"count\":4", "\"count\":1000000000"), "accessor 0 reaches past"));
    EXPECT_TRUE(contains(error("\"count\":4", "\"count\":4294967300"), "accessor 0: 'count'"));
    EXPECT_TRUE(contains(error("\"count\":4", "\"count\":-1"), "accessor 0: 'count'"));
    EXPECT_TRUE(contains(error("\"count\":4", "\"count\":4.5"), "accessor 0: 'count'"));
    EXPECT_TRUE(contains(error("\"count\":4", "\"count\":4,\"byteOffset\":4503599627370496"),
                         "accessor 0 reaches past"));
    EXPECT_TRUE(
        contains(error("\"byteOffset\":48", "\"byteOffset\":49"), "accessor 1 reaches past"));
    EXPECT_TRUE(contains(error("\"byteLength\":48", "\"byteLength\":4503599627370496"),
                         "accessor 0 reaches past"));
    EXPECT_TRUE(contains(error("\"byteLength\":48", "\"byteLength\":48,\"byteStride\":4"),
                         "accessor 0 reaches past"));
    EXPECT_TRUE(
        contains(error("{\"buffer\":0,\"byteLength\":48}", "{\"buffer\":7,\"byteLength\":48}"),
                 "no buffer"));
    EXPECT_TRUE(contains(error("\"bufferView\":0", "\"bufferView\":9"), "no bufferView"));
    EXPECT_TRUE(contains(error("VEC3", "VEC2"), "does not hold positions"));
    EXPECT_TRUE(contains(error("5126", "5124"), "does not hold positions"));
    EXPECT_TRUE(contains(error("5123", "5126"), "does not hold indices"));
    EXPECT_TRUE(contains(error("{\"byteLength\":60}", "{\"byteLength\":0}"), "no bytes"));
    EXPECT_FALSE(error("{\"byteLength\":60}", "{\"byteLength\":3000000000}").empty());
    EXPECT_TRUE(contains(error("{\"byteLength\":60}", "{\"byteLength\":60},{\"byteLength\":60}"),
                         "buffer 1 has no 'uri'"));
    EXPECT_TRUE(contains(error("\"type\":\"VEC3\"", "\"type\":7"), "accessor 0: 'type'"));
}

TEST(gltf, wrong_types_in_the_json_are_refused) {
    for (const std::string nodes :
         {R"("nodes":7)", R"("nodes":[7])", R"("nodes":[{"mesh":"x"}])",
          R"("nodes":[{"children":3}])", R"("nodes":[{"matrix":[1,2]}])",
          R"("nodes":[{"scale":[1,2,"3"]}])", R"("scene":"a")", R"("scenes":[{"nodes":[-1]}])",
          R"("nodes":[{"mesh":1e99}])", R"("extensionsRequired":{})", R"("extensionsRequired":[4])",
          R"("nodes":[{"mesh":1}])", R"("scenes":[{"nodes":[5]}])", R"("scenes":[{}],"scene":3)"}) {
        const Error error = refused(square_glb(nodes), "glb");
        EXPECT_EQ(error.code, ErrorCode::bad_file) << nodes;
        expect_well_formed(error);
    }
    for (const std::string mesh :
         {R"("meshes":[{}])", R"("meshes":[{"primitives":[{}]}])",
          R"("meshes":[{"primitives":[3]}])",
          R"("meshes":[{"primitives":[{"attributes":{"POSITION":9}}]}])",
          R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":9}]}])"}) {
        const Error error = refused(square_glb(R"("nodes":[{"mesh":0}])", mesh), "glb");
        EXPECT_EQ(error.code, ErrorCode::bad_file) << mesh;
        expect_well_formed(error);
    }
}

TEST(gltf, cycles_shared_nodes_and_deep_trees_are_refused) {
    EXPECT_TRUE(contains(
        refused(
            square_glb(R"("nodes":[{"children":[1]},{"children":[0]}],"scenes":[{"nodes":[0]}])"),
            "glb")
            .what,
        "node 0 is used twice"));
    EXPECT_TRUE(
        contains(refused(square_glb(R"("nodes":[{"children":[1,1]},{"mesh":0}])"), "glb").what,
                 "node 1 is used twice"));
    std::string nodes;
    for (int i = 0; i < 1200; ++i) nodes += R"({"children":[)" + std::to_string(i + 1) + "]},";
    EXPECT_TRUE(contains(refused(square_glb("\"nodes\":[" + nodes + R"({"mesh":0}])"), "glb").what,
                         "1000 deep"));
}

TEST(gltf, instances_beyond_all_measure_are_refused) {
    std::string bytes;
    for (int i = 0; i < 30000; ++i) append(bytes, 0.0F);
    std::string nodes;
    for (int i = 0; i < 3000; ++i) nodes += R"({"mesh":0},)";
    const std::string json =
        R"({"asset":{"version":"2.0"},"nodes":[)" + nodes +
        R"({"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":5}]}],)"
        R"("accessors":[{"bufferView":0,"componentType":5126,"count":10000,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":120000}],"buffers":[{"byteLength":120000}]})";
    const Error error = refused(glb(json, bytes), "glb");
    EXPECT_TRUE(contains(error.what, "repeat the meshes")) << error.what;
}

TEST(gltf, compression_and_unknown_extensions_are_unsupported) {
    for (const std::string name :
         {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "EXT_mesh_gpu_instancing"}) {
        const Error error = refused(
            square_glb(R"("extensionsRequired":[")" + name + R"("],"nodes":[{"mesh":0}])"), "glb");
        EXPECT_EQ(error.code, ErrorCode::unsupported);
        EXPECT_TRUE(contains(error.what, name)) << error.what;
        EXPECT_EQ(contains(error.what, "decompress"), contains(name, "compression")) << error.what;
    }
    const Mesh mesh =
        parsed(square_glb(R"("extensionsRequired":["KHR_materials_unlit"],"nodes":[{"mesh":0}])"),
               "glb")
            .mesh;
    EXPECT_EQ(mesh.polygon_count(), 2U);
}

TEST(gltf, sparse_accessors_are_unsupported) {
    const Error error = refused(square_glb(R"("nodes":[{"mesh":0}])", square_mesh,
                                           replaced(square_accessors, "\"count\":4",
                                                    "\"count\":4,\"sparse\":{\"count\":1}")),
                                "glb");
    EXPECT_EQ(error.code, ErrorCode::unsupported);
    EXPECT_TRUE(contains(error.what, "accessor 0 is sparse")) << error.what;
}

TEST(gltf, images_and_materials_are_not_looked_at) {
    const Mesh mesh =
        parsed(
            square_glb(
                R"("images":[{"uri":"none.png"},{"bufferView":99}],"textures":[7],"materials":"?","nodes":[{"mesh":0}])"),
            "glb")
            .mesh;
    EXPECT_EQ(mesh.polygon_count(), 2U);
}

TEST(gltf, broken_json_names_its_place) {
    const Error text = refused("{\"asset\":\n{\"version\":\"2.0\"},\n!}", "gltf");
    EXPECT_EQ(text.where, "line 3");
    EXPECT_EQ(refused(glb("{\"asset\":!}", ""), "glb").where, "byte 29");
    EXPECT_EQ(refused("[1]", "gltf").where, "line 1");
    EXPECT_TRUE(contains(refused("{}", "gltf").what, "asset.version"));
    EXPECT_EQ(refused(R"({"asset":{"version":"1.0"}})", "gltf").code, ErrorCode::unsupported);
    EXPECT_TRUE(contains(refused(R"({"asset":{"version":2}})", "gltf").what, "asset.version"));
    EXPECT_TRUE(contains(refused(R"({"asset":7})", "gltf").what, "asset.version"));
    EXPECT_TRUE(contains(refused(R"({"asset":{"version":"2.0"},"x":1e999})", "gltf").what, "JSON"));
}

TEST(gltf, deeply_nested_json_is_refused) {
    const Error error = refused("{\"asset\":\n" + std::string(1000000, '['), "gltf");
    EXPECT_EQ(error.where, "line 2");
    EXPECT_TRUE(contains(error.what, "100 deep")) << error.what;
    const std::string brackets =
        R"({"asset":{"version":"2.0","copyright":"\")" + std::string(200, '[') + R"("}})";
    EXPECT_TRUE(contains(refused(brackets, "gltf").what, "no vertices"));
}

TEST(gltf, lengths_of_the_container_are_checked) {
    const std::string good = square_glb();
    EXPECT_EQ(refused(good.substr(0, good.size() - 1), "glb").where, "byte 8");
    std::string version = good;
    version[4] = 1;
    EXPECT_EQ(refused(version, "glb").code, ErrorCode::unsupported);
    std::string chunk = good;
    chunk[15] = '\x7f';
    EXPECT_EQ(refused(chunk, "glb").where, "byte 12");
    std::string type = good;
    type[16] = 'X';
    EXPECT_EQ(refused(type, "glb").where, "byte 16");
    ASSERT_EQ(parsed(good + "tail", "glb").notes.size(), 1U);
}

TEST(gltf, positions_that_are_not_finite_are_refused) {
    std::string bytes = square_buffer();
    for (int i = 4; i < 8; ++i) bytes[static_cast<std::size_t>(i)] = '\x7f';
    bytes[7] = '\x7f';
    bytes[6] = '\xff';
    const Error error = refused(glb(gltf_json(R"("nodes":[{"mesh":0}])"), bytes), "glb");
    EXPECT_TRUE(contains(error.what, "vertex 0 has y = nan")) << error.what;
    const Error large = refused(
        square_glb(
            R"("nodes":[{"children":[1],"scale":[1e300,1,1]},{"mesh":0,"scale":[1e300,1,1]}])"),
        "glb");
    EXPECT_TRUE(contains(large.what, "x = ")) << large.what;
}

// KHR_mesh_quantization: positions of whole numbers, as they are or as shares of the largest.
TEST(gltf, quantized_positions_are_read_in_every_type) {
    const auto first_positions = [](int type, bool normalized, const std::string& bytes) {
        std::string buffer = bytes;
        const std::string size = std::to_string(buffer.size());
        return parsed(glb(gltf_json(R"("nodes":[{"mesh":0}])",
                                    R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])",
                                    R"("accessors":[{"bufferView":0,"componentType":)" +
                                        std::to_string(type) +
                                        R"(,"count":3,"type":"VEC3","normalized":)" +
                                        (normalized ? "true" : "false") +
                                        R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + size +
                                        R"(}],"buffers":[{"byteLength":)" + size + "}]"),
                          buffer),
                      "glb")
            .mesh.vertices;
    };
    const auto check = [&]<class T>(int type, T /*of the type*/) {
        constexpr T low = std::numeric_limits<T>::lowest(), high = std::numeric_limits<T>::max();
        std::string bytes;
        append_all<T>(bytes, {0, low, high, high, 0, 1, 2, 3, 4});
        const auto plain = first_positions(type, false, bytes);
        ASSERT_EQ(plain.size(), 3U);
        EXPECT_EQ(plain[0], Eigen::Vector3d(0, static_cast<double>(low), static_cast<double>(high)))
            << type;
        EXPECT_EQ(plain[2], Eigen::Vector3d(2, 3, 4)) << type;
        if (std::is_floating_point_v<T>) return;
        const auto shares = first_positions(type, true, bytes);
        EXPECT_EQ(shares[0], Eigen::Vector3d(0, std::is_signed_v<T> ? -1 : 0, 1)) << type;
        EXPECT_EQ(shares[2], Eigen::Vector3d(2, 3, 4) / static_cast<double>(high)) << type;
    };
    check(5120, std::int8_t());
    check(5121, std::uint8_t());
    check(5122, std::int16_t());
    check(5123, std::uint16_t());
    check(5125, std::uint32_t());
}

TEST(gltf, positions_of_a_type_that_is_none_are_refused) {
    for (const std::string type : {"5124", "5127", "0", "99999"}) {
        const auto file =
            parse_mesh(square_glb(R"("nodes":[{"mesh":0}])", square_mesh,
                                  replaced(square_accessors, R"("componentType":5126)",
                                           R"("componentType":)" + type)),
                       "glb");
        ASSERT_FALSE(file.has_value()) << type;
        EXPECT_EQ(file.error().code, ErrorCode::bad_file) << type;
        expect_well_formed(file.error());
    }
}

}  // namespace
}  // namespace swept::test

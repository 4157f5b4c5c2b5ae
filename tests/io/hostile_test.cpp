// Damaged files of every format: cut off at every byte, and with random bytes changed. A reader
// gives a sound mesh or an error in words, and never more memory than the file explains.

#include <random>

#include "tests/io/samples.h"

namespace swept::test {
namespace {

struct Sample {
    std::string name;
    std::string format;
    std::string bytes;
};

std::string written(const std::string& name, Encoding encoding) {
    Mesh mesh = awkward_mesh();
    for (auto& vertex : mesh.vertices) vertex = vertex.cwiseMax(-1e30).cwiseMin(1e30);
    const TempFolder folder;
    EXPECT_TRUE(
        write_mesh(mesh, folder / name, {.encoding = encoding, .progress = {}}).has_value());
    return content(folder / name);
}

std::string big_endian_ply() {
    std::string bytes =
        "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty double x\nproperty float y\n"
        "property short z\nelement face 1\nproperty list uchar ushort vertex_index\nend_header\n";
    for (int i = 0; i < 3; ++i) {
        append(bytes, 0.1 * i, std::endian::big);
        append(bytes, 0.5F * static_cast<float>(i * i), std::endian::big);
        append(bytes, static_cast<std::int16_t>(i), std::endian::big);
    }
    bytes += '\x03';
    append_all<std::uint16_t>(bytes, {0, 1, 2}, std::endian::big);
    return bytes;
}

std::vector<Sample> samples() {
    return {
        {"obj", "obj", square_obj + "f -1 -2 \\\n-3\nl 1 2\n"},
        {"off", "off", square_off},
        {"coff", "off", "STCNOFF 3 1\n0 0 0 1 1 1 1\n1 0 0 1\n0 1 0\n3 0 1 2 255 0 0"},
        {"text stl", "stl", triangle_stl},
        {"binary stl", "stl", written("a.stl", Encoding::binary)},
        {"text ply", "ply", square_ply},
        {"little-endian ply", "ply", written("a.ply", Encoding::binary)},
        {"big-endian ply", "ply", big_endian_ply()},
        {"glb", "glb",
         square_glb(
             R"("nodes":[{"mesh":0,"scale":[1,-2,1]},{"children":[0],"translation":[1,2,3]}],"scenes":[{"nodes":[1]}],"scene":0)")},
        {"gltf", "gltf",
         gltf_json(
             R"("nodes":[{"mesh":0}])", square_mesh,
             R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},)"
             R"({"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}],)"
             R"("bufferViews":[{"buffer":0,"byteLength":36}],)"
             R"("buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}])")},
    };
}

TEST(hostile, samples_are_good_as_they_are) {
    for (const Sample& sample : samples()) {
        const auto file = parse_mesh(sample.bytes, sample.format);
        ASSERT_TRUE(file.has_value()) << sample.name << ": " << file.error().message();
        EXPECT_GT(file->mesh.polygon_count(), 0U) << sample.name;
    }
}

// The copy has exactly the bytes, so that a sanitizer sees one read too many.
TEST(hostile, files_cut_off_at_any_byte_do_no_harm) {
    for (const Sample& sample : samples()) {
        SCOPED_TRACE(sample.name);
        std::size_t refused_count = 0;
        for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
            const std::vector<char> bytes(sample.bytes.begin(),
                                          sample.bytes.begin() + static_cast<std::ptrdiff_t>(size));
            refused_count += expect_sane({bytes.data(), bytes.size()}, sample.format) ? 0U : 1U;
        }
        EXPECT_GT(refused_count, sample.bytes.size() / 10);
    }
}

std::string mutated(const std::string& original, std::mt19937& random) {
    std::string bytes = original;
    const auto below = [&](std::size_t limit) { return random() % limit; };
    // Digits, signs and separators hit the parsers harder than any byte.
    constexpr std::string_view likely = "0123456789-+./eE \n\r\t\\#\"[]{},:xnaif\0\xff\x7f\x80";
    for (std::size_t count = 1 + below(4); count > 0; --count) {
        const std::size_t at = below(bytes.size());
        const char byte =
            below(2) == 0 ? static_cast<char>(below(256)) : likely[below(likely.size())];
        switch (below(5)) {
            case 0:
                bytes.insert(at, 1, byte);
                break;
            case 1:
                bytes.erase(at, 1 + below(3));
                break;
            case 2:
                bytes.insert(at, bytes.substr(below(bytes.size()), below(20)));
                break;
            default:
                bytes[at] = byte;
                break;
        }
        if (bytes.empty()) bytes.push_back('x');
    }
    return bytes;
}

TEST(hostile, random_changes_do_no_harm) {
    std::mt19937 random(20240607);
    for (const Sample& sample : samples()) {
        SCOPED_TRACE(sample.name);
        std::size_t read_count = 0;
        constexpr std::size_t tries = 4000;
        for (std::size_t i = 0; i < tries; ++i) {
            read_count += expect_sane(mutated(sample.bytes, random), sample.format) ? 1U : 0U;
        }
        // Neither all refused nor all read, or the test would show little.
        EXPECT_GT(read_count, tries / 100);
        EXPECT_LT(read_count, tries);
    }
}

TEST(hostile, bytes_of_one_format_under_the_name_of_another_do_no_harm) {
    std::size_t refused_count = 0;
    for (const Sample& sample : samples()) {
        for (const std::string format : {"obj", "stl", "ply", "off", "gltf", "glb"}) {
            refused_count += expect_sane(sample.bytes, format) ? 0U : 1U;
        }
    }
    EXPECT_GT(refused_count, 30U);
}

TEST(hostile, noise_does_no_harm) {
    std::mt19937 random(7);
    for (const std::string format : {"obj", "stl", "ply", "off", "gltf", "glb"}) {
        for (int i = 0; i < 500; ++i) {
            std::string bytes(1 + random() % 300, '\0');
            for (char& c : bytes) c = static_cast<char>(random());
            EXPECT_FALSE(expect_sane(bytes, format)) << format;
        }
    }
}

}  // namespace
}  // namespace swept::test

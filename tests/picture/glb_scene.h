#pragma once

// Pictures as tests read them back: viewer/FORMAT.md.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace swept::test {

inline std::uint32_t number_at(const std::string& bytes, std::size_t at) {
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data() + at, 4);
    return number;
}

/// A .glb taken apart; whatever is not as the format wants it fails the test.
struct GlbScene {
    nlohmann::json document;
    std::string binary;

    explicit GlbScene(const std::string& bytes) {
        EXPECT_EQ(bytes.substr(0, 4), "glTF");
        EXPECT_EQ(number_at(bytes, 4), 2U);
        EXPECT_EQ(number_at(bytes, 8), bytes.size());
        const std::size_t length = number_at(bytes, 12);
        EXPECT_EQ(bytes.substr(16, 4), "JSON");
        EXPECT_EQ(length % 4, 0U);
        document = nlohmann::json::parse(bytes.substr(20, length));
        if (20 + length < bytes.size()) {
            EXPECT_EQ(number_at(bytes, 20 + length) + 28 + length, bytes.size());
            binary = bytes.substr(28 + length);
        }
        check_accessors();
    }

    void check_accessors() const {
        const nlohmann::json none = nlohmann::json::array();
        const nlohmann::json views = document.value("bufferViews", none);
        for (const nlohmann::json& accessor : document.value("accessors", none)) {
            const nlohmann::json& view = views[accessor["bufferView"].get<std::size_t>()];
            const std::string type = accessor["type"];
            const std::size_t width = type == "VEC3" ? 3 : type == "VEC4" ? 4 : 1;
            EXPECT_EQ(view["byteLength"], 4 * width * accessor["count"].get<std::size_t>());
            EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(),
                      binary.size());
        }
    }

    [[nodiscard]] const nlohmann::json& about() const {
        return document["scenes"][0]["extras"]["swept"];
    }
    /// Nodes of a role.
    [[nodiscard]] std::vector<nlohmann::json> nodes(const std::string& role) const {
        std::vector<nlohmann::json> found;
        for (const nlohmann::json& node : document["nodes"]) {
            if (node.contains("extras") && node["extras"]["swept"]["role"] == role) {
                found.push_back(node);
            }
        }
        return found;
    }
    template <class Number>
    [[nodiscard]] std::vector<Number> values(std::size_t accessor) const {
        const nlohmann::json& a = document["accessors"][accessor];
        const nlohmann::json& view = document["bufferViews"][a["bufferView"].get<std::size_t>()];
        std::vector<Number> numbers(view["byteLength"].get<std::size_t>() / sizeof(Number));
        std::memcpy(numbers.data(), binary.data() + view["byteOffset"].get<std::size_t>(),
                    numbers.size() * sizeof(Number));
        return numbers;
    }
};

}  // namespace swept::test

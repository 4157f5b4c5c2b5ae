#pragma once

// A binary glTF 2.0 file, put together piece by piece. Knows the format and nothing of what is
// drawn.

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "swept/geometry.h"

namespace swept::tool {

/// How the corners of a primitive are joined.
enum class GlbMode : std::uint8_t { points = 0, lines = 1, line_strip = 3, triangles = 4 };

/// One drawing of a mesh. Accessors are numbered by GlbFile::add.
struct GlbPrimitive {
    std::uint32_t positions = 0;
    std::optional<std::uint32_t> indices = std::nullopt;
    GlbMode mode = GlbMode::triangles;
    std::uint32_t material = 0;
    std::string extras = {};  ///< a JSON object, or nothing
};

/// A place in the tree of nodes, relative to its parent.
struct GlbNode {
    std::string name;
    Eigen::Vector3d translation = Eigen::Vector3d::Zero();
    Quaternion rotation = Quaternion::Identity();
    double scale = 1;
    std::optional<std::uint32_t> mesh = std::nullopt;
    std::vector<std::uint32_t> children = {};
    std::string extras = {};
};

/// A colour (linear, with its opacity) and how it is lit.
struct GlbMaterial {
    std::string name;
    std::array<float, 4> colour{1, 1, 1, 1};
};

/// A node over time, from key to key straight and by the shortest turn.
struct GlbTrack {
    std::uint32_t node = 0;
    std::vector<float> seconds;
    std::vector<Eigen::Vector3f> translations;
    std::vector<Eigen::Vector4f> rotations;  ///< x, y, z, w
    float appears = 0;                       ///< before that many seconds it has no size
};

class GlbFile {
   public:
    [[nodiscard]] std::uint32_t add_positions(std::span<const Eigen::Vector3f> positions);
    [[nodiscard]] std::uint32_t add_indices(std::span<const std::uint32_t> indices);
    /// Places that are no positions, for readers who know what they are.
    [[nodiscard]] std::uint32_t add_vectors(std::span<const Eigen::Vector3f> vectors);
    /// Numbers for readers who know what they are; of no use to others.
    [[nodiscard]] std::uint32_t add_numbers(std::span<const std::uint32_t> numbers);
    [[nodiscard]] std::uint32_t add(const GlbMaterial& material);
    [[nodiscard]] std::uint32_t add_mesh(std::string_view name,
                                         std::span<const GlbPrimitive> primitives);
    [[nodiscard]] std::uint32_t add(const GlbNode& node);
    void add(const GlbTrack& track);

    /// The whole file, with one scene of one root. Error in words when it would be too large for
    /// the format, 4 GB, or has places beyond its single precision; else empty.
    [[nodiscard]] std::string finish(std::uint32_t root, const std::string& scene_extras,
                                     std::string& bytes) &&;

   private:
    bool finite_ = true;  ///< so are all places
    std::string binary_;
    std::vector<std::string> views_, accessors_, materials_, meshes_, nodes_, samplers_, channels_;

    std::uint32_t add_accessor(std::string_view data, std::size_t count, int component,
                               std::string_view type, int target, const std::string& limits);
    std::uint32_t add_floats(std::span<const float> values, std::size_t width,
                             std::string_view type, bool limits);
};

}  // namespace swept::tool

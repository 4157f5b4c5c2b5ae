#pragma once

// A binary glTF 2.0 file, put together piece by piece. Knows the format and nothing of what is
// drawn.

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/namespaces.h"
#include "swept/geometry.h"
#include "swept/result.h"

namespace swept::picture_detail {

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
    std::array<double, 4> colour{1, 1, 1, 1};
};

/// A node over time, from key to key straight and by the shortest turn.
struct GlbTrack {
    std::uint32_t node = 0;
    std::vector<float> seconds;
    std::vector<Eigen::Vector3f> translations;
    std::vector<Eigen::Vector4f> rotations;  ///< x, y, z, w
    float appears = 0;                       ///< before that many seconds it has no size
};

/// What a piece of the binary part holds.
struct GlbAccessor {
    std::size_t count = 0;
    std::uint32_t component = 0;  ///< as the format numbers types
    std::string_view type;
    std::uint32_t target = 0;                   ///< as the format numbers uses; 0: none
    std::vector<double> least = {}, most = {};  ///< of each component; or none
};

/// Values over time, by their accessors.
struct GlbSampler {
    std::uint32_t input = 0;   ///< seconds
    std::uint32_t output = 0;  ///< values
    bool steps = false;        ///< from value to value at once
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

    /// The whole file, with one scene of one root. Error: it would be too large for the format,
    /// 4 GB, or has places beyond its single precision.
    [[nodiscard]] Result<std::string> finish(std::uint32_t root,
                                             const std::string& scene_extras) &&;

   private:
    bool finite_ = true;  ///< so are all places
    std::string binary_;
    std::vector<std::string> views_, accessors_, materials_, meshes_, nodes_, samplers_, channels_;

    std::uint32_t add_accessor(std::string_view data, const GlbAccessor& about);
    std::uint32_t add_floats(std::span<const float> values, std::size_t width,
                             std::string_view type, bool limits);
    void add_channel(std::uint32_t node, std::string_view path, const GlbSampler& sampler);
    [[nodiscard]] std::string json_of(std::uint32_t root, const std::string& scene_extras) const;
};

}  // namespace swept::picture_detail

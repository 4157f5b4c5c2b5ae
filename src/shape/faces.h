#pragma once

// Faces in flat arrays while a polyhedron is being built.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"

namespace swept::shape_detail {

struct Faces {
    std::vector<std::uint32_t> begins{0};  // into corners; one more than faces
    std::vector<std::uint32_t> corners;    // vertices, counter-clockwise from the front
    std::vector<std::uint32_t> sources;    // the caller's polygon of each face

    [[nodiscard]] std::size_t size() const { return sources.size(); }
    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t face) const {
        SWEPT_ASSERT(face < size() && begins.size() == size() + 1, "one of the faces");
        return {corners.data() + begins[face], begins[face + 1] - begins[face]};
    }
    void add(std::span<const std::uint32_t> loop, std::uint32_t source) {
        SWEPT_ASSERT(loop.size() >= 3, "a face has three corners or more");
        corners.insert(corners.end(), loop.begin(), loop.end());
        begins.push_back(static_cast<std::uint32_t>(corners.size()));
        sources.push_back(source);
    }
};

}  // namespace swept::shape_detail

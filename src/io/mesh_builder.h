#pragma once

// The one place where vertices and polygons enter a mesh, and where they are checked: coordinates
// for being finite, corners against the vertices, polygons for having three corners, all against
// the limits of 32-bit ids.

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/huge_pages.h"
#include "core/namespaces.h"
#include "io/read_context.h"
#include "swept/mesh_io.h"

namespace swept::io_detail {

/// As many vertices or corners as a mesh may have: ids stay clear of the ends of 32 bits.
inline constexpr std::uint64_t most_items = std::uint64_t{1} << 30;

class MeshBuilder {
   public:
    /// `first_id` is the number that the format gives to the first vertex, for messages.
    MeshBuilder(ReadContext& context, std::int64_t first_id)
        : context_(context), first_id_(first_id) {}

    [[nodiscard]] std::uint64_t vertex_count() const { return mesh_.vertices.size(); }
    [[nodiscard]] std::uint64_t corner_count() const { return mesh_.corners.size(); }

    /// Room for what is to come. The caller has checked the counts against the bytes of the file.
    void reserve_vertices(std::uint64_t count) { reserve(mesh_.vertices, count); }
    void reserve_polygons(std::uint64_t count) {
        reserve(mesh_.polygon_ends, count);
        reserve(mesh_.corners, 3 * count);
    }

    bool add_vertex(const Eigen::Vector3d& position, const char* at) {
        const bool finite = std::isfinite(position.x()) && std::isfinite(position.y()) &&
                            std::isfinite(position.z());
        if (!finite || vertex_count() >= most_items) [[unlikely]] {
            return refuse_vertex(position, at);
        }
        append(mesh_.vertices, position);
        return true;
    }

    /// Adds a corner to the polygon under way. `index` counts from 0. It may be that of a vertex
    /// which is yet to come; finish() looks whether it came.
    bool add_corner(std::int64_t index, const char* at) {
        if (static_cast<std::uint64_t>(index) >= vertex_count()) [[unlikely]] {
            if (!expect_vertex(index, at)) return false;
        }
        append(mesh_.corners, static_cast<std::uint32_t>(index));
        return true;
    }

    /// Closes the polygon under way.
    bool end_polygon(const char* at) {
        const std::uint64_t size = corner_count() - polygon_begin_;
        if (size < 3 || corner_count() > most_items) [[unlikely]] {
            return refuse_polygon(size, at);
        }
        polygon_begin_ = corner_count();
        append(mesh_.polygon_ends, static_cast<std::uint32_t>(polygon_begin_));
        return true;
    }

    /// Fails: the face refers to a vertex which is not among `vertex_count`. Ids as in the file.
    bool refuse_corner(std::int64_t id, std::uint64_t vertex_count, const char* at);

    /// The mesh, or the error of the context, or what is wrong with the mesh as a whole.
    [[nodiscard]] Result<MeshFile> finish(std::string format);

   private:
    template <class T>
    static void reserve(std::vector<T>& items, std::uint64_t count) {
        items.reserve(count);
        prefer_huge_pages(items.data(), items.capacity() * sizeof(T));
    }
    template <class T>
    static void append(std::vector<T>& items, const T& item) {
        if (items.size() == items.capacity()) [[unlikely]] {
            reserve(items, 2 * items.size() + 64);
        }
        items.push_back(item);
    }

    bool refuse_vertex(const Eigen::Vector3d& position, const char* at);
    bool refuse_polygon(std::uint64_t size, const char* at);
    bool expect_vertex(std::int64_t index, const char* at);

    ReadContext& context_;
    std::int64_t first_id_;
    Mesh mesh_;
    std::uint64_t polygon_begin_ = 0;

    // The largest index that was ahead of its vertex. If that vertex comes, all come.
    std::int64_t expected_index_ = -1;
    const char* expected_at_ = nullptr;
};

}  // namespace swept::io_detail

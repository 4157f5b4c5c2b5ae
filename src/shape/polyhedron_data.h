#pragma once

// The arrays behind a Polyhedron, for the library's own kernels. Written once by the builder, then
// const.

#include <algorithm>
#include <vector>

#include "core/assert.h"
#include "core/huge_pages.h"
#include "core/namespaces.h"
#include "swept/polyhedron.h"

namespace swept {

struct Polyhedron::Data {
    // Vertices.
    math_detail::HugeVector<Eigen::Vector3d> positions;
    std::vector<std::uint32_t> vertex_sources;
    std::vector<FaceIndex> vertex_owners;
    std::vector<std::uint8_t> vertex_internal;      // 0 or 1; counts where only the front does
    std::vector<std::uint32_t> vertex_edge_begins;  // one more than vertices
    std::vector<EdgeIndex> vertex_edges;

    // Faces.
    std::vector<std::uint32_t> face_begins;  // into corners; one more than faces
    std::vector<VertexIndex> corners;
    std::vector<EdgeIndex> corner_edges;  // the edge from this corner to the next
    std::vector<Plane> planes;
    std::vector<std::uint32_t> face_sources;
    /// Faces beyond these are neighbours (shape/build.h): they are known at edges and vertices, but
    /// stand in no tree and are not part of the shape.
    std::uint32_t own_faces = 0;

    // Edges. A tangled edge has the begin and the end of its faces in tangled_faces instead of two
    // faces.
    std::vector<std::array<VertexIndex, 2>> edge_ends;
    std::vector<std::array<FaceIndex, 2>> edge_faces;
    std::vector<EdgeKind> edge_kinds;
    std::vector<FaceIndex> tangled_faces;
    /// Edges of faces that are too thin to tell which way they look, in ascending order: whatever
    /// their kind, none of them is internal.
    std::vector<EdgeIndex> thin_edges;
    std::vector<FaceIndex> thin_faces;  ///< those faces, in ascending order
    double thin_width = 0;              ///< an edge no longer than this is one of them, too

    // What merged faces were made of: the outlines of the caller's polygons. Empty without merging.
    std::vector<std::uint32_t> face_piece_begins;  // into piece_begins; one more than faces
    std::vector<std::uint32_t> piece_begins;       // into piece_points; one more than pieces
    std::vector<std::uint32_t> piece_sources;
    std::vector<Eigen::Vector3d> piece_points;

    Box box;
    double extent = 0;
    double plane_deviation = 0;
    double error_bound = 0;
    double volume = 0;
    std::uint32_t internal_vertices = 0;
    EdgeCounts edge_counts{};
    Sides sides = Sides::both;
    bool closed = false;
    bool oriented = false;
    BuildReport report;

    /// Closed and oriented, by itself or with its neighbours.
    [[nodiscard]] bool is_sealed() const { return closed && oriented; }
    /// Whether concave edges and surrounded vertices are internal: only its front counts.
    [[nodiscard]] bool has_internal() const { return is_sealed() && sides == Sides::front; }
    /// Closed and oriented by itself: it has an inside.
    [[nodiscard]] bool is_solid() const { return is_sealed() && own_faces == planes.size(); }

    [[nodiscard]] std::span<const FaceIndex> faces_of(EdgeIndex edge) const {
        SWEPT_ASSERT(edge.value < edge_faces.size(), "an edge of this shape");
        const auto& faces = edge_faces[edge.value];
        switch (edge_kinds[edge.value]) {
            case EdgeKind::border:
                return {faces.data(), 1};
            case EdgeKind::tangled:
                return {tangled_faces.data() + faces[0].value, faces[1].value - faces[0].value};
            default:
                return faces;
        }
    }
    /// Whether it may be the first to touch for rounding, though its kind says that it can not.
    [[nodiscard]] bool is_thin(EdgeIndex edge) const {
        return !thin_edges.empty() && std::ranges::binary_search(thin_edges, edge);
    }
    /// Whether the ends of an edge are so close that it has no direction.
    [[nodiscard]] bool is_short(EdgeIndex edge) const {
        if (!is_thin(edge)) return false;
        const auto [p, q] = edge_ends[edge.value];
        const Eigen::Vector3d way = positions[q.value] - positions[p.value];
        return !(way.lpNorm<Eigen::Infinity>() > thin_width);
    }
    /// Whether a face is so narrow, or so small, that it has no normal.
    [[nodiscard]] bool is_thin(FaceIndex face) const {
        return !thin_faces.empty() && std::ranges::binary_search(thin_faces, face);
    }
    [[nodiscard]] std::span<const VertexIndex> corners_of(FaceIndex face) const {
        SWEPT_ASSERT(std::size_t{face.value} + 1 < face_begins.size(),
                     "a face of this shape or a neighbour");
        const std::uint32_t begin = face_begins[face.value];
        return {corners.data() + begin, face_begins[face.value + 1] - begin};
    }
};

}  // namespace swept

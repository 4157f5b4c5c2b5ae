#include "swept/polyhedron.h"

#include <algorithm>
#include <limits>

#include "core/assert.h"
#include "shape/face_tree.h"
#include "shape/polyhedron_data.h"

namespace swept::shape_detail {

using Eigen::Vector3d;

namespace {
template <class Array>
std::size_t bytes_of(const Array& v) {
    return v.capacity() * sizeof(typename Array::value_type);
}
template <class T>
std::span<const T> slice(const std::vector<T>& v, std::uint32_t begin, std::uint32_t end) {
    SWEPT_ASSERT(begin <= end && end <= v.size(), "a part of the array");
    return {v.data() + begin, end - begin};
}
}  // namespace

}  // namespace swept::shape_detail

namespace swept {

using namespace shape_detail;

std::string_view name_of(EdgeKind kind) {
    constexpr std::array<std::string_view, 5> names{"convex", "flat", "concave", "border",
                                                    "tangled"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(SidesReason reason) {
    constexpr std::array<std::string_view, 6> names{"asked",          "proven",     "open",
                                                    "crosses itself", "inside out", "unproven"};
    return names[static_cast<std::size_t>(reason)];
}

std::uint32_t Polyhedron::vertex_count() const {
    return static_cast<std::uint32_t>(data_->positions.size());
}
std::uint32_t Polyhedron::edge_count() const {
    return static_cast<std::uint32_t>(data_->edge_ends.size());
}
std::uint32_t Polyhedron::face_count() const {
    return static_cast<std::uint32_t>(data_->planes.size());
}

std::span<const Vector3d> Polyhedron::vertices() const {
    return data_->positions;
}
const Vector3d& Polyhedron::position(VertexIndex vertex) const {
    SWEPT_ASSERT(vertex.value < data_->positions.size(), "a vertex of this shape");
    return data_->positions[vertex.value];
}
std::span<const EdgeIndex> Polyhedron::edges_of(VertexIndex vertex) const {
    SWEPT_ASSERT(vertex.value < data_->positions.size(), "a vertex of this shape");
    return slice(data_->vertex_edges, data_->vertex_edge_begins[vertex.value],
                 data_->vertex_edge_begins[vertex.value + 1]);
}

std::span<const VertexIndex> Polyhedron::corners(FaceIndex face) const {
    return data_->corners_of(face);
}
std::span<const EdgeIndex> Polyhedron::edges_of(FaceIndex face) const {
    return slice(data_->corner_edges, data_->face_begins[face.value],
                 data_->face_begins[face.value + 1]);
}
const Plane& Polyhedron::plane(FaceIndex face) const {
    SWEPT_ASSERT(face.value < data_->planes.size(), "a face of this shape");
    return data_->planes[face.value];
}

std::array<VertexIndex, 2> Polyhedron::ends(EdgeIndex edge) const {
    SWEPT_ASSERT(edge.value < data_->edge_ends.size(), "an edge of this shape");
    return data_->edge_ends[edge.value];
}
std::span<const FaceIndex> Polyhedron::faces_of(EdgeIndex edge) const {
    return data_->faces_of(edge);
}
EdgeKind Polyhedron::kind(EdgeIndex edge) const {
    SWEPT_ASSERT(edge.value < data_->edge_kinds.size(), "an edge of this shape");
    return data_->edge_kinds[edge.value];
}
EdgeCounts Polyhedron::edge_counts() const {
    return data_->edge_counts;
}

bool Polyhedron::is_internal(EdgeIndex edge) const {
    const EdgeKind kind = data_->edge_kinds[edge.value];
    return (kind == EdgeKind::flat || (kind == EdgeKind::concave && data_->has_internal())) &&
           !data_->is_thin(edge);
}
bool Polyhedron::is_internal(VertexIndex vertex) const {
    return data_->has_internal() && data_->vertex_internal[vertex.value] != 0;
}
std::uint32_t Polyhedron::internal_edge_count() const {
    const auto count = [&](EdgeKind kind) {
        const auto thin = std::ranges::count_if(
            data_->thin_edges, [&](EdgeIndex e) { return data_->edge_kinds[e.value] == kind; });
        return data_->edge_counts[static_cast<std::size_t>(kind)] -
               static_cast<std::uint32_t>(thin);
    };
    return count(EdgeKind::flat) + (data_->has_internal() ? count(EdgeKind::concave) : 0);
}
std::uint32_t Polyhedron::internal_vertex_count() const {
    return data_->has_internal() ? data_->internal_vertices : 0;
}

FaceIndex Polyhedron::owner(EdgeIndex edge) const {
    return faces_of(edge)[0];
}
FaceIndex Polyhedron::owner(VertexIndex vertex) const {
    return data_->vertex_owners[vertex.value];
}

std::uint32_t Polyhedron::source_vertex(VertexIndex vertex) const {
    SWEPT_ASSERT(vertex.value < data_->vertex_sources.size(), "a vertex of this shape");
    return data_->vertex_sources[vertex.value];
}
std::uint32_t Polyhedron::source_face(FaceIndex face) const {
    SWEPT_ASSERT(face.value < data_->face_sources.size(), "a face of this shape");
    return data_->face_sources[face.value];
}

}  // namespace swept

namespace swept::shape_detail {

namespace {
/// How far inside a convex outline a point lies, seen along its normal: the distance to the nearest
/// side, negative outside. Sides no longer than `thin` have no direction.
double depth_in(std::span<const Vector3d> outline, const Vector3d& normal, const Vector3d& point,
                double thin) {
    double depth = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vector3d& a = outline[i];
        const Vector3d side = outline[(i + 1) % outline.size()] - a;
        if (!(side.lpNorm<Eigen::Infinity>() > thin)) continue;
        depth = std::min(depth, normal.cross(side).normalized().dot(point - a));
    }
    return depth;
}
}  // namespace

}  // namespace swept::shape_detail

namespace swept {

std::uint32_t Polyhedron::source_face(FaceIndex face, const Vector3d& point) const {
    const Data& d = *data_;
    if (d.face_piece_begins.empty()) return source_face(face);
    double deepest = -std::numeric_limits<double>::infinity();
    std::uint32_t source = source_face(face);
    // The faces that a large one was cut into share a list, which the first of them has; after it
    // they begin where they end.
    const auto& begins = d.face_piece_begins;
    const auto end = std::ranges::lower_bound(begins, begins[face.value + 1]);
    for (std::uint32_t p = *(end - 1); p < *end; ++p) {
        const double depth =
            depth_in(slice(d.piece_points, d.piece_begins[p], d.piece_begins[p + 1]),
                     d.planes[face.value].normal, point, d.thin_width);
        if (depth <= deepest) continue;
        deepest = depth;
        source = d.piece_sources[p];
    }
    return source;
}

const Box& Polyhedron::box() const {
    return data_->box;
}
double Polyhedron::extent() const {
    return data_->extent;
}
double Polyhedron::plane_deviation() const {
    return data_->plane_deviation;
}
double Polyhedron::error_bound() const {
    return data_->error_bound;
}
bool Polyhedron::is_closed() const {
    return data_->closed;
}
bool Polyhedron::is_oriented() const {
    return data_->oriented;
}
std::optional<double> Polyhedron::volume() const {
    return data_->is_solid() ? std::optional(data_->volume) : std::nullopt;
}
Sides Polyhedron::sides() const {
    return data_->sides;
}
const BuildReport& Polyhedron::report() const {
    return data_->report;
}

std::size_t Polyhedron::bytes() const {
    const Data& d = *data_;
    return sizeof(Data) + bytes_of(d.positions) + bytes_of(d.vertex_sources) +
           bytes_of(d.vertex_owners) + bytes_of(d.vertex_internal) +
           bytes_of(d.vertex_edge_begins) + bytes_of(d.vertex_edges) + bytes_of(d.face_begins) +
           bytes_of(d.corners) + bytes_of(d.corner_edges) + bytes_of(d.planes) +
           bytes_of(d.face_sources) + bytes_of(d.edge_ends) + bytes_of(d.edge_faces) +
           bytes_of(d.edge_kinds) + bytes_of(d.tangled_faces) + bytes_of(d.thin_edges) +
           bytes_of(d.thin_faces) + bytes_of(d.face_piece_begins) + bytes_of(d.piece_begins) +
           bytes_of(d.piece_sources) + bytes_of(d.piece_points);
}

Mesh Polyhedron::mesh() const {
    Mesh mesh;
    mesh.vertices.assign(data_->positions.begin(), data_->positions.end());
    mesh.corners.reserve(data_->corners.size());
    for (const VertexIndex v : data_->corners) mesh.corners.push_back(v.value);
    mesh.polygon_ends.assign(data_->face_begins.begin() + 1, data_->face_begins.end());
    return mesh;
}

// ---- the tree
// ------------------------------------------------------------------------------------

const FaceTree& Polyhedron::box_tree() const {
    return tree_->boxes(*data_);
}

void Polyhedron::prepare(unsigned threads) const {
    (void)tree_->boxes(*data_, threads);
}

Result<Polyhedron> Polyhedron::with_saved_tree(std::span<const std::byte> saved) const {
    Result<FaceTree> tree = load_face_tree(*data_, saved);
    if (!tree) return tl::unexpected(tree.error());
    return Polyhedron(data_, std::make_shared<FaceTreeHolder>(std::move(*tree)));
}

std::vector<std::byte> Polyhedron::saved_tree() const {
    return saved(box_tree().tree);
}

TreeStatistics Polyhedron::tree_statistics() const {
    TreeStatistics statistics = statistics_of(box_tree().tree);
    statistics.bytes = box_tree().bytes();
    return statistics;
}

}  // namespace swept

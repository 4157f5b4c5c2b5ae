#include "features/placed_features.h"

#include <algorithm>

#include "core/assert.h"
#include "shape/face_tree.h"

namespace swept::features_detail {

bool is_tested(const Polyhedron::Data& shape, EdgeIndex edge) {
    SWEPT_ASSERT(edge.value < shape.edge_kinds.size(), "an edge of this shape");
    const EdgeKind kind = shape.edge_kinds[edge.value];
    const bool internal =
        kind == EdgeKind::flat || (kind == EdgeKind::concave && shape.has_internal());
    return !internal || shape.is_thin(edge);
}

bool is_tested(const Polyhedron::Data& shape, VertexIndex vertex) {
    SWEPT_ASSERT(vertex.value < shape.positions.size(), "a vertex of this shape");
    return shape.sides != Sides::front || shape.vertex_internal[vertex.value] == 0;
}

namespace {

/// Which features of a loaded face the other shape leaves. The face itself is asked first: of those
/// that look against the motion nothing else needs to be known.
class Culler {
   public:
    Culler(const PlacedShape& placed, const Culling* culling, const PlacedFeatures& loaded)
        : placed_(placed), shape_(placed.shape), culling_(culling), loaded_(loaded) {
        if (shape_.sides != Sides::front) culling_ = nullptr;
        if (culling_ != nullptr && !shows_normal(loaded.face)) culling_ = nullptr;
    }

    /// At one corner of the face.
    [[nodiscard]] bool corner(std::size_t i) const {
        return culling_ != nullptr && leaves(loaded_.normal, loaded_.corners[i]);
    }
    /// A contact at a convex edge has a normal between those of its two faces; the first of them,
    /// this one, is left at both ends.
    [[nodiscard]] bool edge(EdgeIndex edge, std::size_t from, std::size_t to) const {
        if (shape_.edge_kinds[edge.value] != EdgeKind::convex || !shape_.is_sealed()) return false;
        const FaceIndex other = shape_.faces_of(edge)[1];
        if (!shows_normal(other.value)) return false;
        const Eigen::Vector3d n = normal_of(other);
        return leaves(n, loaded_.corners[from]) && leaves(n, loaded_.corners[to]);
    }
    /// One at a vertex without concave edges has a normal among those of its faces.
    [[nodiscard]] bool vertex(VertexIndex vertex, std::size_t at) const {
        if (!shape_.is_sealed()) return false;
        const std::uint32_t begin = shape_.vertex_edge_begins[vertex.value];
        const std::uint32_t end = shape_.vertex_edge_begins[vertex.value + 1];
        for (std::uint32_t i = begin; i < end; ++i) {
            const EdgeIndex edge = shape_.vertex_edges[i];
            const EdgeKind kind = shape_.edge_kinds[edge.value];
            if (kind != EdgeKind::convex && kind != EdgeKind::flat) return false;
            for (const FaceIndex f : shape_.faces_of(edge)) {
                if (!shows_normal(f.value)) return false;
                if (!leaves(normal_of(f), loaded_.corners[at])) return false;
            }
        }
        return true;
    }

   private:
    // A face shows its normal to this angle when it is so many roundings wide.
    static constexpr double angle = 0x1p-20;

    const PlacedShape& placed_;
    const Polyhedron::Data& shape_;
    const Culling* culling_;
    const PlacedFeatures& loaded_;

    [[nodiscard]] bool shows_normal(std::uint32_t face) const {
        SWEPT_ASSERT(face < placed_.polyhedron.box_tree().face_widths.size(),
                     "each face has its width");
        const double width = static_cast<double>(placed_.polyhedron.box_tree().face_widths[face]);
        return width * culling_->scale * angle > 8 * culling_->rounding;
    }
    [[nodiscard]] Eigen::Vector3d normal_of(FaceIndex face) const {
        return placed_.rotation * shape_.planes[face.value].normal;
    }
    [[nodiscard]] bool leaves(const Eigen::Vector3d& n, const Eigen::Vector3d& x) const {
        const Eigen::Vector3d velocity = culling_->passing.velocity_at(x);
        return n.dot(velocity) > culling_->margin + 2 * angle * velocity.lpNorm<1>();
    }
};

/// A face of a set of points is a point.
void load_corner(const PlacedShape& placed, VertexIndex vertex, const ScrewTrajectory& path,
                 const ScaledPlacement& staging, PlacedFeatures& loaded) {
    loaded.corners.push_back(placed.position(vertex) * staging.scale);
    PointTrajectory track = path.track(loaded.corners.back() + staging.before);
    track.start += staging.after;
    loaded.tracks.push_back(track);
}

void clear(PlacedFeatures& loaded, std::uint32_t face) {
    loaded.face = face;
    loaded.culled = false;
    loaded.corners.clear();
    loaded.tracks.clear();
    loaded.own_vertices.clear();
    loaded.own_edges.clear();
    loaded.ends.clear();
    loaded.left.clear();
}

}  // namespace

void load_face(const PlacedShape& placed, std::uint32_t face, const ScrewTrajectory& path,
               const ScaledPlacement& staging, const Culling* culling, PlacedFeatures& loaded) {
    const Polyhedron::Data& shape = placed.shape;
    clear(loaded, face);
    SWEPT_ASSERT(face < placed.face_count(), "a face of this shape");
    SWEPT_ASSERT(staging.scale > 0, "a power of two");
    if (shape.planes.empty()) {
        load_corner(placed, VertexIndex(face), path, staging, loaded);
        loaded.own_vertices.push_back(0);
        return;
    }
    const std::uint32_t begin = shape.face_begins[face];
    const std::uint32_t count = shape.face_begins[face + 1] - begin;
    for (std::uint32_t i = 0; i < count; ++i) {
        load_corner(placed, shape.corners[begin + i], path, staging, loaded);
    }
    loaded.normal = placed.rotation * shape.planes[face].normal;
    const Culler culler(placed, culling, loaded);
    for (std::uint32_t i = 0; i < count; ++i) loaded.left.push_back(culler.corner(i) ? 1 : 0);
    loaded.culled = std::ranges::find(loaded.left, 0) == loaded.left.end();
    loaded.ends.assign(count, {});
    for (std::uint32_t i = 0; i < count; ++i) {
        const VertexIndex vertex = shape.corners[begin + i];
        const EdgeIndex edge = shape.corner_edges[begin + i];
        const std::size_t next = loaded.next(i);
        if (shape.vertex_owners[vertex.value].value == face && is_tested(shape, vertex) &&
            !(loaded.left[i] != 0 && culler.vertex(vertex, i))) {
            loaded.own_vertices.push_back(i);
        }
        if (shape.faces_of(edge)[0].value == face && is_tested(shape, edge) &&
            !(loaded.left[i] != 0 && loaded.left[next] != 0 && culler.edge(edge, i, next))) {
            loaded.own_edges.push_back(i);
            loaded.ends[i] = {is_tested(shape, vertex),
                              is_tested(shape, shape.corners[begin + next])};
        }
    }
}

}  // namespace swept::features_detail

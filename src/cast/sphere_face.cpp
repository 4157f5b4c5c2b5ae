#include "cast/sphere_face.h"
#include "core/assert.h"
#include "math/unit.h"
#include "swept/tolerance.h"

#include <algorithm>
#include <cmath>

namespace swept::cast_detail {

using Eigen::Vector3d;

double scale_for(double largest) {
    int exponent = 0;
    (void)std::frexp(std::max(largest, 0x1p-900), &exponent);
    return std::ldexp(1.0, -exponent);
}

void SphereFace::load(std::uint32_t face) {
    SWEPT_ASSERT(face < target_.placed.face_count(), "a face of the target");
    face_ = face;
    if (target_.points) {
        count_ = 1;
        few_[0] = target_.position(VertexIndex(face)) * scale_;
        normal_.setZero();
        return;
    }
    const std::span<const VertexIndex> vertices = target_.shape().corners_of(FaceIndex(face));
    count_ = vertices.size();
    if (count_ > few_.size()) many_.resize(count_);
    Vector3d* to = count_ > few_.size() ? many_.data() : few_.data();
    for (std::size_t i = 0; i < count_; ++i) to[i] = target_.position(vertices[i]) * scale_;
    if (count_ > 3) {
        normal_ = target_.normal_of(face);
        return;
    }
    const Vector3d e1 = to[1] - to[0], e2 = to[2] - to[0];
    normal_ = accurate_cross(e1, e2, all_digits);
    double length = normal_.norm();
    if (!(length > 0x1p-500)) length = stable_length(normal_);
    // A triangle so thin that the product of its sides vanishes is in the plane of its face.
    normal_ = length > 0 ? Vector3d(normal_ / length) : target_.normal_of(face);
}

double SphereFace::distance_from(const Vector3d& point) const {
    if (is_point()) return (point - corner(0)).norm();
    return point_to_face(point, geometry()).distance;
}

bool SphereFace::put_at_start(SphereStop& stop, const Vector3d& centre) const {
    stop.fraction = 0;
    const std::size_t i = stop.corner;
    if (stop.feature == CastFeature::vertex) {
        stop.point = corner(i);
        return true;
    }
    if (stop.feature == CastFeature::edge) {
        const Vector3d edge = after(i) - corner(i);
        stop.point = corner(i) + foot_on_edge(centre, corner(i), edge) * edge;
        return true;
    }
    const ClosestOnFace closest = point_to_face(centre, geometry());
    stop.point = centre - closest.vector;
    return closest.beside(normal_) <= 0x1p-8 * closest.distance;
}

bool SphereFace::has_edge(std::size_t i, bool flat_too) const {
    SWEPT_ASSERT(i < count_, "an edge of the loaded face");
    const Polyhedron::Data& shape = target_.shape();
    const EdgeIndex edge = shape.corner_edges[shape.face_begins[face_] + i];
    return flat_too || shape.edge_kinds[edge.value] != EdgeKind::flat || shape.is_thin(edge);
}

bool SphereFace::owns_edge(std::size_t i, bool flat_too) const {
    const Polyhedron::Data& shape = target_.shape();
    const EdgeIndex edge = shape.corner_edges[shape.face_begins[face_] + i];
    return has_edge(i, flat_too) && shape.faces_of(edge)[0].value == face_;
}

bool SphereFace::has_vertex(std::size_t i) const {
    SWEPT_ASSERT(i < count_, "a corner of the loaded face");
    if (is_point() || target_.front) return true;
    const Polyhedron::Data& shape = target_.shape();
    // An internal vertex is met after its faces and edges, as long as all of these count.
    return shape.vertex_internal[shape.corners[shape.face_begins[face_] + i].value] == 0;
}

bool SphereFace::owns_vertex(std::size_t i) const {
    if (is_point()) return true;
    const Polyhedron::Data& shape = target_.shape();
    const VertexIndex vertex = shape.corners[shape.face_begins[face_] + i];
    return has_vertex(i) && shape.vertex_owners[vertex.value].value == face_;
}

void describe(const CastTarget& target, const SphereStop& stop, const Vector3d& centre,
              double scale, CastHit& hit) {
    const Vector3d away = centre - stop.point;
    const double length = stable_length(away);
    hit.fraction = stop.fraction;
    hit.point = stop.point / scale;
    hit.face = target.source_of(stop.face, hit.point);
    hit.face_index = target.points ? FaceIndex() : FaceIndex(stop.face);
    hit.feature = stop.feature;
    if (length > 0) hit.normal = away / length;
    if (target.points) return;
    const Vector3d first =
        target.position(target.shape().corners_of(FaceIndex(stop.face))[0]) * scale;
    const Vector3d normal = target.normal_of(stop.face);
    hit.side = normal.dot(centre - first) < 0 ? FaceSide::back : FaceSide::front;
    if (stop.feature != CastFeature::face && length > 0) return;
    const Vector3d of_plane = hit.side == FaceSide::back ? Vector3d(-normal) : normal;
    // The plane of a triangle as thin as rounding says nothing. Lengths are scaled to about 1, so
    // that the point and the centre are known far better than this.
    const bool says_nothing = length > 0x1p-36 && (of_plane - hit.normal).squaredNorm() > 0x1p-16;
    if (!says_nothing) hit.normal = of_plane;
}

}  // namespace swept::cast_detail

#include "features/contact_of.h"

#include <algorithm>
#include <array>

#include "core/assert.h"

namespace swept::features_detail {

using Eigen::Vector3d;

namespace {

/// A feature of a face, placed and scaled.
struct Placed {
    const PlacedShape& shape;
    const PlacedFeatures& loaded;
    std::uint32_t corner;

    [[nodiscard]] bool is_point() const { return shape.shape.planes.empty(); }
    [[nodiscard]] VertexIndex vertex(std::uint32_t of_corner) const {
        if (is_point()) return VertexIndex(loaded.face);
        const auto corners = shape.shape.corners_of(FaceIndex(loaded.face));
        return corners[of_corner % corners.size()];
    }
    [[nodiscard]] const Vector3d& position() const { return loaded.corners[corner]; }
    [[nodiscard]] Vector3d edge() const { return loaded.edge(corner); }
};

ContactFeature feature_of(const Placed& placed, FeaturePart part, const Vector3d& point_in_world) {
    ContactFeature made;
    const PlacedShape& shape = placed.shape;
    if (!placed.is_point()) made.face_index = FaceIndex(placed.loaded.face);
    made.face = shape.source_face(placed.loaded.face);
    if (!placed.is_point() && !shape.shape.face_piece_begins.empty()) {
        const Vector3d local = shape.rotation.transpose() * (point_in_world - shape.translation);
        made.face = shape.polyhedron.source_face(FaceIndex(placed.loaded.face), local);
    }
    if (!placed.is_point()) {
        const Vector3d& normal = shape.shape.planes[placed.loaded.face].normal;
        made.face_normal = shape.rotation * normal + Vector3d::Zero();  // no negative zeros
        if (part == FeaturePart::edge) {
            const auto at = shape.shape.face_begins[placed.loaded.face] + placed.corner;
            made.edge_kind = shape.shape.edge_kinds[shape.shape.corner_edges[at].value];
        }
    }
    made.vertex_count = part == FeaturePart::face ? 0 : part == FeaturePart::vertex ? 1 : 2;
    for (std::uint32_t i = 0; i < made.vertex_count; ++i) {
        made.vertex_indices[i] = placed.vertex(placed.corner + i);
        made.vertices[i] = shape.polyhedron.source_vertex(made.vertex_indices[i]);
    }
    return made;
}

/// A face that has the feature, and the corner of it where the feature starts.
struct Corner {
    std::uint32_t face;
    std::uint32_t corner;
};
Corner corner_of(const Polyhedron::Data& shape, FeaturePart part, std::uint32_t feature) {
    if (part == FeaturePart::face || shape.planes.empty()) return {feature, 0};
    if (part == FeaturePart::vertex) {
        const FaceIndex face = shape.vertex_owners[feature];
        const auto corners = shape.corners_of(face);
        const auto at = std::ranges::find(corners, VertexIndex(feature)) - corners.begin();
        return {face.value, static_cast<std::uint32_t>(at)};
    }
    const FaceIndex face = shape.faces_of(EdgeIndex(feature))[0];
    const std::uint32_t begin = shape.face_begins[face.value];
    std::uint32_t at = begin;
    while (shape.corner_edges[at].value != feature) ++at;
    return {face.value, at - begin};
}

/// From the obstacle's closest point to the mover's, the obstacle's point, and a normal that is
/// accurate where the distance is too small to show one (docs/derivations/search.md, "Normals"): of
/// a face or of two edges.
struct Found {
    Vector3d vector;
    Vector3d point;
    Vector3d accurate = Vector3d::Zero();
};

Found find(ContactKind kind, const Placed& mover, const Placed& obstacle) {
    switch (kind) {
        case ContactKind::vertex_face: {
            const Vector3d x = mover.position(), n = obstacle.loaded.normal;
            const auto closest = point_to_face(x, obstacle.loaded.geometry());
            return {closest.vector, x - closest.vector, closest.foot_inside ? n : Vector3d::Zero()};
        }
        case ContactKind::face_vertex: {
            const Vector3d x = obstacle.position(), n = mover.loaded.normal;
            const auto closest = point_to_face(x, mover.loaded.geometry());
            return {-closest.vector, x, closest.foot_inside ? Vector3d(-n) : Vector3d::Zero()};
        }
        case ContactKind::edge_edge: {
            const Vector3d a = mover.position(), dp = mover.edge();
            const Vector3d c = obstacle.position(), dq = obstacle.edge();
            const Vector3d normal = accurate_cross(dp, dq);
            const auto closest = edge_to_edge(a, dp, c, dq, normal);
            return {closest.vector, c + closest.mu * dq,
                    closest.inside ? normal.stableNormalized() : Vector3d::Zero()};
        }
        case ContactKind::vertex_edge: {
            const Vector3d x = mover.position();
            const auto closest = point_to_edge(x, obstacle.position(), obstacle.edge());
            return {closest.vector, x - closest.vector};
        }
        case ContactKind::edge_vertex: {
            const Vector3d x = obstacle.position();
            return {-point_to_edge(x, mover.position(), mover.edge()).vector, x};
        }
        case ContactKind::vertex_vertex:
            break;
    }
    return {mover.position() - obstacle.position(), obstacle.position()};
}

}  // namespace

Contact contact_of(const FeaturePair& pair, const PlacedShape& mover, const PlacedShape& obstacle,
                   const ScrewTrajectory& path, double scale, LoadedPair& memory) {
    const ScrewTrajectory rest;
    load_face(mover, pair.mover_face, rest, {.scale = scale}, nullptr, memory.mover);
    load_face(obstacle, pair.obstacle_face, rest, {.scale = scale}, nullptr, memory.obstacle);
    const Placed on_mover{mover, memory.mover, pair.mover_corner};
    const Placed on_obstacle{obstacle, memory.obstacle, pair.obstacle_corner};
    const Found found = find(pair.kind, on_mover, on_obstacle);
    const double separation = found.vector.norm();
    SWEPT_ASSERT(scale > 0, "a power of two");
    const Vector3d velocity = path.velocity_at(found.point);
    Vector3d normal = found.accurate.isZero(0) ? found.vector : found.accurate;
    if (normal.isZero(0)) normal = -velocity;
    if (normal.isZero(0)) normal = Vector3d::UnitZ();
    normal.stableNormalize();
    // Where the distance is certain it shows the side; where it is rounding, the motion does.
    const double along = normal.dot(found.vector);
    const double certain = 0x1p-48 * (found.point.norm() + separation);
    if (std::abs(along) > certain ? along < 0 : normal.dot(velocity) > 0) normal = -normal;

    return named_contact(pair, {found.point / scale, normal, separation / scale}, mover,
                         memory.mover, obstacle, memory.obstacle);
}

Contact named_contact(const FeaturePair& pair, const ContactPlace& place, const PlacedShape& mover,
                      const PlacedFeatures& mover_face, const PlacedShape& obstacle,
                      const PlacedFeatures& obstacle_face) {
    Contact contact;
    contact.kind = pair.kind;
    SWEPT_ASSERT(detail::is_unit(place.normal), "normals of contacts are of unit length");
    contact.point = place.point;
    contact.normal = place.normal + Vector3d::Zero();  // no negative zeros
    contact.separation = place.separation;
    const auto [part_of_mover, part_of_obstacle] = parts_of(pair.kind);
    contact.mover = feature_of({mover, mover_face, pair.mover_corner}, part_of_mover, place.point);
    contact.obstacle =
        feature_of({obstacle, obstacle_face, pair.obstacle_corner}, part_of_obstacle, place.point);
    return contact;
}

ContactFeature named_feature(const PlacedShape& shape, FeaturePart part, std::uint32_t feature,
                             const Vector3d& point_in_world) {
    const Corner corner = corner_of(shape.shape, part, feature);
    PlacedFeatures loaded;
    loaded.face = corner.face;
    return feature_of({shape, loaded, corner.corner}, part, point_in_world);
}

Contact contact_of(const Witness& witness, const PlacedShape& mover, const PlacedShape& obstacle) {
    const auto named = [&](const PlacedShape& shape, FaceIndex face) {
        const bool is_point = shape.shape.planes.empty();
        return named_feature(shape, is_point ? FeaturePart::vertex : FeaturePart::face, face.value,
                             witness.point);
    };
    const auto normal = [](const PlacedShape& shape, FaceIndex face) {
        return Vector3d(shape.rotation * shape.shape.planes[face.value].normal);
    };
    Contact contact;
    contact.point = witness.point;
    if (!obstacle.shape.planes.empty()) {
        contact.normal = normal(obstacle, witness.indices[1]);
    } else if (!mover.shape.planes.empty()) {
        contact.normal = -normal(mover, witness.indices[0]);
        contact.kind = ContactKind::face_vertex;
    } else {
        contact.kind = ContactKind::vertex_vertex;
    }
    contact.mover = named(mover, witness.indices[0]);
    contact.obstacle = named(obstacle, witness.indices[1]);
    return contact;
}

}  // namespace swept::features_detail

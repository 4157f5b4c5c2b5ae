#include "sweep/features_of.h"

namespace swept {

bool is_tested(const Polyhedron::Data& shape, EdgeIndex edge) {
    const EdgeKind kind = shape.edge_kinds[edge.value];
    const bool front_of_solid = shape.is_solid() && shape.sides == Sides::front;
    return kind != EdgeKind::flat && !(kind == EdgeKind::concave && front_of_solid);
}

bool is_tested(const Polyhedron::Data& shape, VertexIndex vertex) {
    return shape.sides != Sides::front || shape.vertex_internal[vertex.value] == 0;
}

void load_face(const PlacedShape& placed, std::uint32_t face, const Path& path,
               const Staging& staging, LoadedFace& loaded) {
    const Polyhedron::Data& shape = placed.shape;
    loaded.face = face;
    loaded.corners.clear();
    loaded.tracks.clear();
    loaded.own_vertices.clear();
    loaded.own_edges.clear();
    loaded.speed = 0;
    const auto add = [&](VertexIndex vertex) {
        loaded.corners.push_back(placed.position(vertex) * staging.scale + staging.lift);
        loaded.tracks.push_back(path.track(loaded.corners.back()));
        loaded.speed = std::max(loaded.speed, loaded.tracks.back().speed);
    };
    if (shape.planes.empty()) {
        add(VertexIndex(face));
        loaded.own_vertices.push_back(0);
        return;
    }
    loaded.normal = placed.rotation * shape.planes[face].normal;
    const std::uint32_t begin = shape.face_begins[face], end = shape.face_begins[face + 1];
    for (std::uint32_t i = begin; i < end; ++i) {
        const VertexIndex vertex = shape.corners[i];
        const EdgeIndex edge = shape.corner_edges[i];
        add(vertex);
        if (shape.vertex_owners[vertex.value].value == face && is_tested(shape, vertex)) {
            loaded.own_vertices.push_back(i - begin);
        }
        if (shape.faces_of(edge)[0].value == face && is_tested(shape, edge)) {
            loaded.own_edges.push_back(i - begin);
        }
    }
}

}  // namespace swept

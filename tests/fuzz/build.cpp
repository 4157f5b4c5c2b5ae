// The builder of polyhedra: any mesh, any options.

#include "tests/fuzz/target.h"

namespace swept::fuzz {
namespace {

BuildOptions take_options(Bytes& bytes) {
    BuildOptions options;
    options.weld = bytes.one_of(std::array{Weld::identical, Weld::none, Weld::within});
    if (options.weld == Weld::within) options.weld_distance = bytes.wild_number();
    if (bytes.coin()) options.merge_coplanar = bytes.coin() ? 1e-9 : bytes.wild_number();
    options.sides = bytes.one_of(std::array{Sides::automatic, Sides::front, Sides::both});
    return options;
}

void check_faces(const Polyhedron& shape, const Mesh& mesh) {
    for (std::uint32_t i = 0; i < shape.face_count(); ++i) {
        const FaceIndex face(i);
        const auto corners = shape.corners(face);
        promise(corners.size() >= 3, "a face has three corners or more");
        promise(shape.edges_of(face).size() == corners.size(), "a face has an edge per corner");
        promise(shape.source_face(face) < mesh.polygon_count(), "a face is of a caller's polygon");
        promise(is_unit(shape.plane(face).normal), "a plane has a unit normal");
        for (std::size_t c = 0; c < corners.size(); ++c) {
            promise(corners[c].value < shape.vertex_count(), "a corner is a vertex");
            auto ends = shape.ends(shape.edges_of(face)[c]);
            std::array expected = {corners[c], corners[(c + 1) % corners.size()]};
            std::ranges::sort(ends);
            std::ranges::sort(expected);
            promise(ends == expected, "edge i starts at corner i");
        }
    }
}

void check_edges(const Polyhedron& shape) {
    std::uint32_t internal_count = 0;
    EdgeCounts counts{};
    for (std::uint32_t i = 0; i < shape.edge_count(); ++i) {
        const EdgeIndex edge(i);
        const auto faces = shape.faces_of(edge);
        promise(!faces.empty() && std::ranges::is_sorted(faces), "an edge's faces ascend");
        promise(shape.owner(edge) == faces.front(), "an edge is owned by its lowest face");
        promise((shape.kind(edge) == EdgeKind::border) == (faces.size() == 1),
                "an edge of one face is a border");
        counts[static_cast<std::size_t>(shape.kind(edge))]++;
        internal_count += shape.is_internal(edge) ? 1U : 0U;
    }
    promise(counts == shape.edge_counts(), "edges are counted by kind");
    promise(internal_count == shape.internal_edge_count(), "internal edges are counted");
}

void check_vertices(const Polyhedron& shape, const Mesh& mesh) {
    for (std::uint32_t i = 0; i < shape.vertex_count(); ++i) {
        const VertexIndex vertex(i);
        const auto& place = shape.position(vertex);
        promise((shape.box().lower.array() <= place.array()).all() &&
                    (place.array() <= shape.box().upper.array()).all(),
                "the box holds all vertices");
        promise(shape.source_vertex(vertex) < mesh.vertices.size(), "a vertex is a caller's");
        promise(shape.owner(vertex).is_none() == (shape.face_count() == 0),
                "a vertex has an owner unless there are only points");
    }
}

void check_whole(const Polyhedron& shape) {
    promise(std::isfinite(shape.extent()) && shape.extent() >= 0, "the extent is finite");
    promise(std::isfinite(shape.plane_deviation()) && shape.plane_deviation() >= 0,
            "the deviation is finite");
    promise(std::isfinite(shape.error_bound()), "the error bound is finite");
    promise(shape.volume().has_value() ==
                (shape.face_count() > 0 && shape.is_closed() && shape.is_oriented()),
            "what is closed and oriented has a volume");
    promise(shape.sides() != Sides::automatic, "the sides are decided");
    promise(shape.vertex_count() > 0, "a shape has vertices");
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(build) {
    using namespace swept;
    using namespace swept::fuzz;
    const BuildOptions options = take_options(bytes);
    const Mesh mesh = take_mesh(bytes, true);
    const auto shape = Polyhedron::build(mesh, options);
    const auto again = Polyhedron::build(mesh, options);
    promise(shape.has_value() == again.has_value(), "the same mesh gives the same answer");
    if (!shape) return check_error(shape.error());
    check_whole(*shape);
    check_faces(*shape, mesh);
    check_edges(*shape);
    check_vertices(*shape, mesh);
    promise(same_bits(shape->mesh(), again->mesh()) && shape->report() == again->report(),
            "the same mesh gives the same shape");
    promise(shape->tree_statistics().leaves >= 1, "every shape gets a tree");
}

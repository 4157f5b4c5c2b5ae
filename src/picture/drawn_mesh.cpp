#include "picture/drawn_mesh.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace swept::picture_detail {
namespace {

using Eigen::Vector3d;

constexpr std::uint32_t most_in_full = 200'000;  // vertices whose last digits are worth the bytes

/// Calls take(a, b, c) for the triangles of a face.
template <class Take>
void each_triangle(const Polyhedron& shape, FaceIndex face, const Take& take) {
    const auto corners = shape.corners(face);
    for (std::size_t i = 2; i < corners.size(); ++i) {
        take(corners[0].value, corners[i - 1].value, corners[i].value);
    }
}

/// Edges at which the surface bends by so much that one sees it, and those where it ends.
bool is_seen(const Polyhedron& shape, EdgeIndex edge) {
    const auto faces = shape.faces_of(edge);
    if (faces.size() != 2) return true;
    constexpr double cosine = 0.97;  // 14 degrees
    return shape.plane(faces[0]).normal.dot(shape.plane(faces[1]).normal) < cosine;
}

void add_lines(const Polyhedron& shape, DrawnMesh& mesh) {
    for (std::uint32_t e = 0; e < shape.edge_count(); ++e) {
        if (!is_seen(shape, EdgeIndex(e))) continue;
        for (const VertexIndex end : shape.ends(EdgeIndex(e))) mesh.lines.push_back(end.value);
    }
}

DrawnMesh whole(const Polyhedron& shape) {
    DrawnMesh mesh;
    mesh.middle = shape.box().centre();
    for (std::uint32_t v = 0; v < shape.vertex_count(); ++v) {
        const Vector3d position = shape.vertices()[v] - mesh.middle;
        mesh.positions.emplace_back(position.cast<float>());
        if (shape.vertex_count() <= most_in_full) {
            mesh.low.emplace_back((position - mesh.positions.back().cast<double>()).cast<float>());
        }
        mesh.vertices.push_back(shape.source_vertex(VertexIndex(v)));
    }
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        each_triangle(shape, FaceIndex(f), [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            mesh.triangles.insert(mesh.triangles.end(), {a, b, c});
            mesh.faces.push_back(shape.source_face(FaceIndex(f)));
        });
    }
    add_lines(shape, mesh);
    return mesh;
}

/// All vertices within a cell of a grid become one, and triangles that shrink to nothing go.
DrawnMesh clustered(const Polyhedron& shape, int cells) {
    DrawnMesh mesh;
    const Box& box = shape.box();
    mesh.middle = box.centre();
    const double side = box.size().maxCoeff() / cells;
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    std::vector<std::uint32_t> becomes;
    std::vector<Vector3d> sums;
    std::vector<double> counts;
    becomes.reserve(shape.vertex_count());
    for (const Vector3d& v : shape.vertices()) {
        std::uint64_t cell = 0;
        for (int i = 0; i < 3; ++i) {
            cell = cell << 21U | static_cast<std::uint64_t>((v[i] - box.lower[i]) / side);
        }
        const auto [place, is_new] = known.emplace(cell, static_cast<std::uint32_t>(sums.size()));
        if (is_new) {
            sums.emplace_back(Vector3d::Zero());
            counts.push_back(0);
        }
        sums[place->second] += v - mesh.middle;
        counts[place->second] += 1;
        becomes.push_back(place->second);
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        mesh.positions.emplace_back((sums[i] / counts[i]).cast<float>());
    }
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        each_triangle(shape, FaceIndex(f), [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            a = becomes[a], b = becomes[b], c = becomes[c];
            if (a != b && b != c && c != a) {
                mesh.triangles.insert(mesh.triangles.end(), {a, b, c});
            }
        });
    }
    return mesh;
}

}  // namespace

std::size_t triangle_count(const Polyhedron& shape) {
    std::size_t count = 0;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        count += shape.corners(FaceIndex(f)).size() - 2;
    }
    return count;
}

DrawnMesh drawn(const Polyhedron& shape, std::size_t most) {
    const std::size_t count = triangle_count(shape);
    if (count <= most) return whole(shape);
    DrawnMesh mesh;
    // A surface meets about 3 n^2 of n^3 cells, and has some two triangles in each.
    int cells = std::clamp(static_cast<int>(std::sqrt(static_cast<double>(most) / 2)), 4, 2000);
    do {
        mesh = clustered(shape, cells);
        cells = cells * 3 / 4;
    } while (mesh.triangles.size() / 3 > most && cells >= 4);
    mesh.reduced_from = count;
    return mesh;
}

DrawnMesh drawn_faces(const Polyhedron& shape, std::span<const FaceIndex> faces,
                      const Vector3d& middle) {
    DrawnMesh mesh;
    mesh.middle = middle;
    for (const FaceIndex f : faces) {
        each_triangle(shape, f, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            for (const std::uint32_t v : {a, b, c}) {
                mesh.triangles.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
                mesh.positions.emplace_back((shape.vertices()[v] - middle).cast<float>());
            }
            mesh.faces.push_back(shape.source_face(f));
        });
    }
    return mesh;
}

}  // namespace swept::picture_detail

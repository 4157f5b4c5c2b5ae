#include "world/rooms/polygons.h"

#include <cmath>
#include <string>

#include "core/assert.h"
#include "swept/tolerance.h"

namespace swept::world_detail {

namespace {

Error bad_polygon(std::size_t i, const char* what) {
    return {ErrorCode::bad_mesh, what, "polygon " + std::to_string(i)};
}

}  // namespace

std::optional<Error> check(const RoomPolygons& polygons) {
    const Mesh& mesh = polygons.mesh;
    if (!polygons.labels.empty() && polygons.labels.size() != mesh.polygon_count()) {
        return Error{ErrorCode::bad_argument,
                     "there are " + std::to_string(polygons.labels.size()) + " for " +
                         std::to_string(mesh.polygon_count()) +
                         " polygons; give each polygon one, or none at all",
                     "labels"};
    }
    std::size_t begin = 0;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const std::size_t end = mesh.polygon_ends[i];
        if (end < begin || end > mesh.corners.size()) {
            return bad_polygon(i, "polygon_ends must ascend within the corners");
        }
        if (end - begin < 3) return bad_polygon(i, "has fewer than three corners; remove it");
        for (std::size_t c = begin; c < end; ++c) {
            if (mesh.corners[c] >= mesh.vertices.size()) {
                return bad_polygon(i, "has a corner that is no vertex; check the indices");
            }
            // Written so that NaN fails it.
            const Eigen::Vector3d& p = mesh.vertices[mesh.corners[c]];
            for (const double x : p) {
                if (!(std::abs(x) <= tolerance::largest_coordinate)) {
                    return bad_polygon(
                        i,
                        "has a coordinate that is not finite or beyond 2^300; repair the vertex");
                }
            }
        }
        begin = end;
    }
    return std::nullopt;
}

void append(Mesh& to, const Mesh& more) {
    const auto first = static_cast<std::uint32_t>(to.vertices.size());
    to.vertices.insert(to.vertices.end(), more.vertices.begin(), more.vertices.end());
    to.corners.reserve(to.corners.size() + more.corners.size());
    for (std::size_t i = 0; i < more.polygon_count(); ++i) {
        for (const std::uint32_t v : more.polygon(i)) to.corners.push_back(first + v);
        to.polygon_ends.push_back(static_cast<std::uint32_t>(to.corners.size()));
    }
}

void append(RoomPolygons& to, const RoomPolygons& more) {
    append(to.mesh, more.mesh);
    for (std::size_t i = 0; i < more.mesh.polygon_count(); ++i) {
        to.labels.push_back(more.labels.empty() ? PolygonLabel{PolygonId(i)} : more.labels[i]);
    }
}

Mesh chosen(const Mesh& from, std::span<const std::uint32_t> polygons) {
    constexpr std::uint32_t none = 0xffffffff;
    Mesh made;
    std::vector<std::uint32_t> renumbered(from.vertices.size(), none);
    for (const std::uint32_t polygon : polygons) {
        for (const std::uint32_t v : from.polygon(polygon)) {
            if (renumbered[v] == none) renumbered[v] = made.add_vertex(from.vertices[v]);
            made.corners.push_back(renumbered[v]);
        }
        made.polygon_ends.push_back(static_cast<std::uint32_t>(made.corners.size()));
    }
    return made;
}

RoomPolygons chosen(const RoomPolygons& from, std::span<const std::uint32_t> polygons) {
    SWEPT_ASSERT(from.labels.empty() || from.labels.size() == from.mesh.polygon_count(),
                 "none, or each polygon has its label");
    RoomPolygons made{chosen(from.mesh, polygons), {}};
    if (from.labels.empty()) return made;
    for (const std::uint32_t polygon : polygons) made.labels.push_back(from.labels[polygon]);
    return made;
}

}  // namespace swept::world_detail

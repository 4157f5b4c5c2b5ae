// Solids as worlds: the level of a game with its rooms and doorways, any other solid as one room.

#include <algorithm>
#include <optional>
#include <utility>

#include "core/assert.h"
#include "solids/level.h"
#include "solids/solid_catalogue.h"
#include "swept/solids.h"

namespace swept::solids_detail {

namespace {

/// The polygons from `first` on, up to `end`, with the vertices that they use in their order.
Mesh part_of(const Mesh& mesh, std::uint32_t first, std::uint32_t end) {
    SWEPT_ASSERT(first <= end && end <= mesh.polygon_ends.size(), "polygons of the mesh");
    const std::uint32_t first_corner = first == 0 ? 0 : mesh.polygon_ends[first - 1];
    Mesh part;
    part.corners.assign(mesh.corners.begin() + first_corner,
                        mesh.corners.begin() + mesh.polygon_ends[end - 1]);
    std::vector<std::uint32_t> used = part.corners;
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    for (const std::uint32_t vertex : used) part.add_vertex(mesh.vertices[vertex]);
    for (std::uint32_t& corner : part.corners) {
        corner = static_cast<std::uint32_t>(std::ranges::lower_bound(used, corner) - used.begin());
    }
    for (std::uint32_t i = first; i < end; ++i) {
        part.polygon_ends.push_back(mesh.polygon_ends[i] - first_corner);
    }
    return part;
}

std::vector<PolygonLabel> numbered_labels(std::uint32_t first, std::uint32_t end) {
    std::vector<PolygonLabel> labels;
    labels.reserve(end - first);
    for (std::uint32_t i = first; i < end; ++i) labels.push_back({PolygonId(i)});
    return labels;
}

}  // namespace

}  // namespace swept::solids_detail

namespace swept {

using namespace solids_detail;

Result<WorldContents> make_level_world(const LevelOptions& options) {
    const Result<LevelParts> level = make_level_parts(options);
    if (!level) return tl::unexpected(level.error());
    WorldContents world;
    std::uint32_t first = 0;
    for (const std::uint32_t end : level->room_ends) {
        world.rooms.push_back({RoomId(world.rooms.size()),
                               {part_of(level->mesh, first, end), numbered_labels(first, end)}});
        first = end;
    }
    for (const LevelDoorway& doorway : level->doorways) {
        world.portals.push_back({PortalId(world.portals.size()),
                                 {RoomId(doorway.from),
                                  RoomId(doorway.to),
                                  {doorway.outline.begin(), doorway.outline.end()}}});
    }
    return world;
}

Result<WorldContents> make_solid_world(std::string_view description) {
    const auto level = read_level_options(description);
    if (!level) return tl::unexpected(level.error());
    if (level->has_value()) {
        return make_level_world(**level).map_error([](Error error) {
            error.where = "level," + error.where;
            return error;
        });
    }
    return make_solid(description).map([](Mesh&& mesh) {
        WorldContents world;
        world.rooms.push_back({RoomId(0), {std::move(mesh), {}}});
        return world;
    });
}

}  // namespace swept

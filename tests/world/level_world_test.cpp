// Levels as worlds: the polygons of make_level, room by room, and a portal across every doorway.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "swept/solids.h"
#include "swept/world_parts.h"
#include "tests/shape/samples.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using test::built;

const std::vector<LevelOptions> cases{
    {.rooms = 1},
    {.rooms = 2, .seed = 5, .clutter = 0},
    {},
    {.rooms = 11, .seed = -3, .size = 8, .height = 4, .clutter = 64},
    {.rooms = 23, .seed = 4, .size = 14.7, .height = 7, .clutter = 5},
    {.rooms = 3, .seed = 9, .clutter = 9, .detail = 1},
    {.rooms = 4, .seed = 2, .clutter = 3, .detail = 2},
};

std::vector<Vector3d> corners_of(const Mesh& mesh, std::size_t polygon) {
    std::vector<Vector3d> corners;
    for (const std::uint32_t corner : mesh.polygon(polygon)) {
        corners.push_back(mesh.vertices[corner]);
    }
    return corners;
}

TEST(LevelWorlds, have_the_polygons_of_the_level_with_its_numbers) {
    for (const LevelOptions& options : cases) {
        SCOPED_TRACE(options.rooms);
        const Mesh level = make_level(options).value();
        const WorldContents world = make_level_world(options).value();
        ASSERT_EQ(world.rooms.size(), static_cast<std::size_t>(options.rooms));
        EXPECT_TRUE(world.bodies.empty());
        std::size_t polygon = 0;
        std::size_t vertices = 0;
        for (std::size_t i = 0; i < world.rooms.size(); ++i) {
            const auto& [id, room] = world.rooms[i];
            EXPECT_EQ(id, RoomId(i));
            ASSERT_EQ(room.labels.size(), room.mesh.polygon_count());
            vertices += room.mesh.vertices.size();
            for (std::size_t k = 0; k < room.mesh.polygon_count(); ++k, ++polygon) {
                ASSERT_EQ(room.labels[k], PolygonLabel{PolygonId(polygon)});
                ASSERT_EQ(corners_of(room.mesh, k), corners_of(level, polygon));
            }
        }
        EXPECT_EQ(polygon, level.polygon_count());
        EXPECT_EQ(vertices, level.vertices.size());
    }
}

TEST(LevelWorlds, are_made_of_rooms_that_are_closed_by_themselves) {
    for (const LevelOptions& options : cases) {
        const WorldContents world = make_level_world(options).value();
        for (const auto& [id, room] : world.rooms) {
            const Polyhedron shape = built(room.mesh);
            EXPECT_TRUE(shape.is_closed());
            EXPECT_TRUE(shape.is_oriented());
            EXPECT_TRUE(shape.report().clean());
        }
    }
}

/// The distance of a point from a polygon that is convex and flat.
double distance_from(const Vector3d& p, const std::vector<Vector3d>& corners) {
    const Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[1]).normalized();
    bool within = true;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vector3d& a = corners[i];
        const Vector3d along = corners[(i + 1) % corners.size()] - a;
        within = within && normal.dot(along.cross(p - a)) >= 0;
        const double share = std::clamp((p - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
        nearest = std::min(nearest, (p - a - share * along).norm());
    }
    return within ? std::abs(normal.dot(p - corners[0])) : nearest;
}

double distance_from(const Vector3d& p, const Mesh& mesh) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        nearest = std::min(nearest, distance_from(p, corners_of(mesh, i)));
    }
    return nearest;
}

TEST(LevelWorlds, have_portals_whose_sides_run_along_walls_of_both_rooms) {
    double farthest = 0;
    int looked_at = 0;
    for (const LevelOptions& options : cases) {
        if (options.detail > 1) continue;  // the same walls
        const WorldContents world = make_level_world(options).value();
        for (const auto& [id, portal] : world.portals) {
            ASSERT_EQ(portal.outline.size(), 4U);
            const double width = (portal.outline[1] - portal.outline[0]).norm();
            const double height = (portal.outline[2] - portal.outline[1]).norm();
            for (const RoomId room : {portal.from, portal.to}) {
                const Mesh& walls = world.rooms[room.value].polygons.mesh;
                for (std::size_t i = 0; i < 4; ++i) {
                    const Vector3d& a = portal.outline[i];
                    const Vector3d& b = portal.outline[(i + 1) % 4];
                    for (const double share : {0.05, 0.35, 0.5, 0.8, 0.95}) {
                        const double away = distance_from(a + share * (b - a), walls);
                        farthest = std::max(farthest, away / std::min(width, height));
                        ++looked_at;
                    }
                }
            }
        }
    }
    EXPECT_GT(looked_at, 1000);
    EXPECT_LT(farthest, 0.005);
    EXPECT_GT(farthest, 0.004);
}

TEST(LevelWorlds, have_a_portal_across_every_doorway_and_nowhere_else) {
    for (const LevelOptions& options : cases) {
        const WorldContents world = make_level_world(options).value();
        std::set<std::pair<RoomId, RoomId>> joined;
        for (std::size_t i = 0; i < world.portals.size(); ++i) {
            const auto& [id, portal] = world.portals[i];
            EXPECT_EQ(id, PortalId(i));
            EXPECT_LT(portal.from, portal.to);
            EXPECT_TRUE(joined.emplace(portal.from, portal.to).second);
            // In one plane exactly, looking from the one room to the other.
            const Vector3d normal = (portal.outline[1] - portal.outline[0])
                                        .cross(portal.outline[2] - portal.outline[1])
                                        .normalized();
            for (const Vector3d& p : portal.outline) {
                EXPECT_EQ(normal.dot(p), normal.dot(portal.outline[0]));
            }
            const auto middle = [&](RoomId room) {
                return built(world.rooms[room.value].polygons.mesh).box().centre();
            };
            EXPECT_GT(normal.dot(middle(portal.to) - middle(portal.from)), 8);
        }
        // Where rooms are neighbours without a portal there is a wall between them.
        const Polyhedron level = built(make_level(options).value());
        const int columns = static_cast<int>(std::ceil(std::sqrt(options.rooms)));
        const double pitch = options.size + 0.6;
        const auto middle = [&](int i) {
            return Vector3d(pitch * (i % columns), pitch * (i / columns), 2);
        };
        for (int i = 0; i < options.rooms; ++i) {
            for (const int k : {i % columns > 0 ? i - 1 : -1, i - columns}) {
                if (k < 0) continue;
                const bool open =
                    classify_point({level}, (middle(i) + middle(k)) / 2) == PointLocation::outside;
                EXPECT_EQ(open, joined.erase({RoomId(static_cast<std::uint64_t>(k)),
                                              RoomId(static_cast<std::uint64_t>(i))}) == 1);
            }
        }
        EXPECT_TRUE(joined.empty());
    }
}

TEST(LevelWorlds, come_from_descriptions_too) {
    const WorldContents level = make_solid_world("solid:level,rooms=5,seed=3,clutter=2").value();
    const WorldContents same = make_level_world({.rooms = 5, .seed = 3, .clutter = 2}).value();
    ASSERT_EQ(level.rooms.size(), 5U);
    EXPECT_EQ(level.portals.size(), same.portals.size());
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(level.rooms[i].polygons.mesh.vertices, same.rooms[i].polygons.mesh.vertices);
    }
    const WorldContents box = make_solid_world("box,size=1x2x3").value();
    ASSERT_EQ(box.rooms.size(), 1U);
    EXPECT_EQ(box.rooms[0].polygons.mesh.polygon_count(), 6U);
    EXPECT_TRUE(box.rooms[0].polygons.labels.empty());
    EXPECT_TRUE(box.portals.empty());
}

TEST(LevelWorlds, refuse_what_levels_refuse_in_the_same_words) {
    EXPECT_EQ(make_level_world({.rooms = 0}).error().message(),
              make_level({.rooms = 0}).error().message());
    for (const std::string_view text :
         {"level,rooms=0", "level,rooms=x", "level,size=7", "level,room=3", "level,rooms",
          "level,rooms=1,rooms=2", "levle", "box,size=0x1x1", ""}) {
        ASSERT_FALSE(make_solid_world(text)) << text;
        EXPECT_EQ(make_solid_world(text).error().message(), make_solid(text).error().message());
    }
}

}  // namespace
}  // namespace swept

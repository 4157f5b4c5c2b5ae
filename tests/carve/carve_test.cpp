// Worked examples: what is left, what was taken out, and that both are closed.

#include "carve/carve.h"

#include <gtest/gtest.h>

#include "core/inside.h"
#include "swept/solids.h"
#include "tests/carve/samples.h"

namespace swept::test {
namespace {

int euler_characteristic(const Polyhedron& p) {
    return static_cast<int>(p.vertex_count()) - static_cast<int>(p.edge_count()) +
           static_cast<int>(p.face_count());
}

TEST(carve, a_box_through_one_face_leaves_a_pit) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 4}));
    const Polyhedron tool = solid(box({1.25, 1.5, 3}, {2.5, 2.75, 5}));
    const Carved result = carve_and_check(rock, tool);
    EXPECT_TRUE(result.met);
    EXPECT_EQ(result.attempts, 1);
    EXPECT_EQ(result.removed.size(), 1U);  // only the top
    EXPECT_NEAR(volume_of(rock.mesh()), 64 - 1.25 * 1.25, 1e-12);
    EXPECT_NEAR(volume_of(result.piece), 1.25 * 1.25, 1e-12);
    EXPECT_TRUE(builds_closed(rock.mesh()));
    EXPECT_TRUE(builds_closed(result.piece));
    EXPECT_EQ(euler_characteristic(solid(rock.mesh())), 2);
    std::size_t caps = 0;
    for (const CarvedPolygon& p : result.added) caps += p.cap ? 1 : 0;
    EXPECT_EQ(caps, 5U);                        // four sides and the ground
    EXPECT_LE(result.added.size() - caps, 9U);  // the top around the hole
    EXPECT_EQ(result.piece.polygon_count(), 6U);
}

TEST(carve, a_drill_right_through_leaves_a_handle) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 4}));
    const Polyhedron tool = solid(make_prism(7, 1, 10).value());
    carve_and_check(rock, tool, at({2.03, 1.96, 2.1}));
    const Polyhedron left = solid(rock.mesh());
    EXPECT_TRUE(left.is_closed() && left.is_oriented());
    EXPECT_EQ(euler_characteristic(left), 0);
    EXPECT_NEAR(*left.volume(), 64 - 4 * 3.5 * std::sin(2 * std::acos(-1.0) / 7), 1e-12);
}

TEST(carve, a_pillar_is_swallowed) {
    Rock rock;
    rock.add(box({0, 0, 0}, {1, 1, 3})).add(box({5, 0, 0}, {6, 1, 3}));
    const Carved result = carve_and_check(rock, solid(box({-1, -1, -1}, {2, 2, 4})));
    EXPECT_EQ(rock.size(), 6U);
    EXPECT_EQ(result.added.size(), 0U);
    EXPECT_NEAR(volume_of(result.piece), 3, 1e-12);
}

TEST(carve, a_tool_in_the_air_or_in_rock_meets_nothing) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 4}));
    EXPECT_FALSE(carved(rock, solid(box({5, 5, 5}, {6, 6, 6}))).met);
    EXPECT_FALSE(carved(rock, solid(box({1, 1, 1}, {2, 2, 2}))).met);
    // Near a corner: boxes meet, surfaces do not.
    const Polyhedron ball = solid(make_sphere(1, 8, 12).value());
    EXPECT_FALSE(carved(rock, ball, at({4.7, 4.7, 4.7})).met);
    EXPECT_TRUE(carved(rock, ball, at({4.4, 4.4, 4.4})).met);
}

TEST(carve, a_room_turned_inside_out_grows) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 3}), true, true);
    const Carved result = carve_and_check(rock, solid(box({3.5, 1, 0.5}, {5, 2, 2.25})));
    EXPECT_NEAR(volume_of(rock.mesh()), -(48 + 1.0 * 1 * 1.75), 1e-12);
    EXPECT_NEAR(volume_of(result.piece), 1.75, 1e-12);
    EXPECT_TRUE(builds_closed(rock.mesh()));
}

TEST(carve, a_flush_tool_leaves_no_film) {
    // The tool ends exactly where the wall does, on both sides.
    Rock rock;
    rock.add(box({0, 0, 0}, {10, 1, 5}));
    carve_and_check(rock, solid(box({4, 0, 1}, {5, 1, 2})));
    const Polyhedron left = solid(rock.mesh());
    EXPECT_TRUE(left.is_closed() && left.is_oriented());
    EXPECT_DOUBLE_EQ(*left.volume(), 49);
    EXPECT_EQ(euler_characteristic(left), 0);
    // All coordinates are still whole numbers.
    for (const Vector3d& v : left.vertices()) EXPECT_EQ(v, v.array().round().matrix());
    // A slice over the whole end of the wall: three faces flush.
    carve_and_check(rock, solid(box({8, 0, 0}, {10, 1, 5})));
    EXPECT_DOUBLE_EQ(*solid(rock.mesh()).volume(), 39);
    EXPECT_TRUE(builds_closed(rock.mesh()));
    // The whole rest.
    carve_and_check(rock, solid(box({0, 0, 0}, {8, 1, 5})));
    EXPECT_NEAR(volume_of(rock.mesh()), 0, 1e-12);
}

TEST(carve, a_tool_that_only_touches_changes_nothing) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 1}));
    EXPECT_FALSE(carved(rock, solid(box({1, 1, 1}, {2, 2, 2}))).met);  // stands on it
    EXPECT_FALSE(carved(rock, solid(box({4, 4, 1}, {5, 5, 2}))).met);  // corner to corner
    EXPECT_FALSE(carved(rock, solid(box({4, 1, 0}, {5, 2, 1}))).met);  // side by side
    EXPECT_FALSE(carved(rock, solid(box({0, 0, 1}, {4, 4, 2}))).met);  // face to face
    Rock sheet;
    Mesh square;
    for (const auto& [x, y] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}}) {
        square.add_vertex(Vector3d(x, y, 0));
    }
    square.add_polygon({0, 1, 2, 3});
    sheet.add(square, false);
    EXPECT_FALSE(carved(sheet, solid(box({0, 0, 0}, {1, 1, 1}))).met);
}

TEST(carve, the_same_tool_twice_changes_nothing_more) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 4}));
    std::mt19937 random(7);
    for (int i = 0; i < 20; ++i) {
        const Pose pose = random_pose(random, 2);
        const Polyhedron tool = solid(make_prism(3 + i % 5, 1, 1.5).value());
        carve_and_check(rock, tool, pose);
        const Carved again = carved(rock, tool, pose);
        EXPECT_FALSE(again.met) << i << ", after " << again.attempts << " attempts";
    }
}

TEST(carve, a_tool_vertex_on_an_edge_of_the_surface_is_no_trouble) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 4}));
    // An octahedron whose tip lies on an edge of the box, and others on faces and at a corner.
    Mesh octahedron;
    for (int k = 0; k < 3; ++k) {
        for (const int s : {1, -1}) octahedron.add_vertex(s * Vector3d::Unit(k));
    }
    for (const std::uint32_t x : {0U, 1U}) {
        for (const std::uint32_t y : {2U, 3U}) {
            for (const std::uint32_t z : {4U, 5U}) {
                if ((x + y + z) % 2 == 0)
                    octahedron.add_polygon({x, y, z});
                else
                    octahedron.add_polygon({y, x, z});
            }
        }
    }
    const Polyhedron tool = solid(octahedron);
    for (const Vector3d& place : {Vector3d(1, 4, 4), Vector3d(4, 4, 3), Vector3d(2, 2, 4),
                                  Vector3d(4, 4, 4), Vector3d(0, 1, 1), Vector3d(1, 0, 0)}) {
        carve_and_check(rock, tool, at(place));
        EXPECT_TRUE(builds_closed(rock.mesh()));
    }
}

TEST(carve, overlapping_shells_are_carved_each_on_its_own) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 4})).add(box({3, 1, 1}, {7, 3, 3}));
    const Carved result = carve_and_check(rock, solid(box({3.5, 1.5, 2}, {5, 2.5, 6})));
    EXPECT_NEAR(volume_of(rock.mesh(0)), 64 - 0.5 * 1 * 2, 1e-12);
    EXPECT_NEAR(volume_of(rock.mesh(1)), 16 - 1.5 * 1 * 1, 1e-12);
    EXPECT_TRUE(builds_closed(rock.mesh(0)));
    EXPECT_TRUE(builds_closed(rock.mesh(1)));
    EXPECT_NEAR(volume_of(result.piece), 1 + 1.5, 1e-12);
}

TEST(carve, open_sheets_are_only_cut) {
    Mesh sheet;
    for (const auto& [x, y] : {std::pair(0, 0), {4, 0}, {4, 4}, {0, 4}}) {
        sheet.add_vertex(Vector3d(x, y, 0));
    }
    sheet.add_polygon({0, 1, 2, 3});
    Rock rock;
    rock.add(sheet, false);
    const Carved result = carve_and_check(rock, solid(box({1, 1, -1}, {2, 2.5, 1})), {}, true);
    EXPECT_TRUE(result.met);
    EXPECT_EQ(result.piece.polygon_count(), 0U);
    for (const CarvedPolygon& p : result.added) EXPECT_FALSE(p.cap);
    // As a cone to the tip (0, 0, 3) it has a volume that tells its area.
    EXPECT_NEAR(volume_of(rock.mesh(), {0, 0, -3}), 16 - 1.5, 1e-12);
}

TEST(carve, a_cavity_that_is_swallowed_becomes_the_tool) {
    Rock rock;
    rock.add(box({0, 0, 0}, {8, 8, 8})).add(box({3, 3, 3}, {4, 4, 4}), true, true);
    const Carved result = carve_and_check(rock, solid(box({2, 2, 2}, {5, 5, 5})));
    EXPECT_NEAR(volume_of(rock.mesh()), 512 - 27, 1e-12);
    EXPECT_NEAR(volume_of(result.piece), 26, 1e-12);
    EXPECT_EQ(result.removed.size(), 6U);
    EXPECT_EQ(result.added.size(), 6U);
    EXPECT_TRUE(builds_closed(rock.mesh()));
}

TEST(carve, caps_name_the_tools_polygons_and_pieces_their_own) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 4}));
    const Mesh mesh = box({1, 1, 3}, {2, 2, 5});
    const Carved result = carve_and_check(rock, solid(mesh));
    for (std::size_t i = 0; i < result.added.size(); ++i) {
        const CarvedPolygon& p = result.added[i];
        EXPECT_EQ(p.source, result.removed[0]);
        if (!p.cap) continue;
        // All corners lie in the plane of the tool's polygon.
        Box around;
        for (const std::uint32_t v : mesh.polygon(p.tool_face)) around.add(mesh.vertices[v]);
        Box cap;
        for (const std::uint32_t v : result.polygon(i)) cap.add(rock.positions[v]);
        EXPECT_TRUE((cap.lower.array() >= around.lower.array()).all());
        EXPECT_TRUE((cap.upper.array() <= around.upper.array()).all());
    }
}

TEST(carve, pieces_of_polygons_of_different_groups_stay_apart) {
    // Two squares side by side in one plane, with a hole across their seam.
    Mesh squares;
    for (const auto& [x, y] : {std::pair(0, 0), {2, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}}) {
        squares.add_vertex(Vector3d(x, y, 0));
    }
    squares.add_polygon({0, 1, 4, 5});
    squares.add_polygon({1, 2, 3, 4});
    const Polyhedron tool = solid(box({1, 1, -1}, {3, 2.5, 1}));
    const auto carved_with = [&](const std::vector<std::uint32_t>& groups, Rock& rock) {
        rock.add(squares, false);
        rock.grouped = !groups.empty();
        if (rock.grouped) rock.groups = groups;
        return carved(rock, tool);
    };
    Rock one;
    const std::size_t merged = carved_with({7, 7}, one).added.size();
    for (const std::vector<std::uint32_t>& groups :
         {std::vector<std::uint32_t>{7, 8}, std::vector<std::uint32_t>{}}) {
        Rock rock;
        const Carved result = carved_with(groups, rock);
        EXPECT_GT(result.added.size(), merged);
        rock.positions.insert(rock.positions.end(), result.vertices.begin(), result.vertices.end());
        for (std::size_t i = 0; i < result.added.size(); ++i) {
            // Left of the seam or right of it, as its source is.
            for (const std::uint32_t v : result.polygon(i)) {
                const double x = rock.positions[v][0];
                EXPECT_TRUE(result.added[i].source == 0 ? x <= 2 : x >= 2) << i;
            }
        }
    }
}

TEST(carve, tools_that_are_none_are_refused_with_a_reason) {
    Rock rock;
    rock.add(box({0, 0, 0}, {4, 4, 4}));
    const auto message = [&](const Mesh& tool) {
        const Result<Carved> result = carve(rock.surface(), solid(tool), {});
        EXPECT_FALSE(result.has_value());
        return result ? "" : result.error().message();
    };
    Mesh points;
    points.add_vertex({0, 0, 0});
    points.add_vertex({1, 0, 0});
    EXPECT_NE(message(points).find("set of points"), std::string::npos);
    Mesh open = box({0, 0, 0}, {1, 1, 1});
    open.polygon_ends.pop_back();
    open.corners.resize(20);
    EXPECT_NE(message(open).find("not closed"), std::string::npos);
    EXPECT_NE(message(make_torus(8, 6, 2, 0.5).value()).find("not convex"), std::string::npos);
    Rock turned;
    turned.add(box({0, 0, 0}, {1, 1, 1}), true, true);
    EXPECT_NE(message(turned.mesh()).find("look outward"), std::string::npos);
    EXPECT_NE(message(box({0, 0, 0}, {1, 1, 1e-11})).find("flat"), std::string::npos);
}

TEST(carve, a_surface_that_is_not_closed_though_called_so_is_refused_where_it_is_open) {
    const Mesh whole = box({0, 0, 0}, {4, 4, 4});
    Mesh open = whole;
    open.polygon_ends.pop_back();
    open.corners.resize(20);
    Rock rock;
    rock.add(open);
    const Polyhedron tool = solid(make_prism(5, 1, 1).value());
    for (std::size_t i = 0; i < 6; ++i) {
        Vector3d middle(0.01, 0.02, 0.03);
        for (const std::uint32_t v : whole.polygon(i)) middle += whole.vertices[v] / 4;
        // A hole that is not met does not matter: there the tool finds nothing.
        const Result<Carved> result = carve(rock.surface(), tool, at(middle));
        ASSERT_TRUE(result.has_value());
        EXPECT_EQ(result->met, i < 5);
    }
    for (const std::uint32_t v : whole.polygon(5)) {
        const Result<Carved> result = carve(rock.surface(), tool, at(whole.vertices[v]));
        ASSERT_FALSE(result.has_value());
        EXPECT_EQ(result.error().code, ErrorCode::unsupported);
    }
}

}  // namespace
}  // namespace swept::test

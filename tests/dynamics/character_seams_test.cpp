// Seams, T-junctions and faces that do not quite fit must not be felt.

#include <gtest/gtest.h>

#include <functional>

#include "swept/solids.h"
#include "tests/dynamics/samples.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using namespace test;

using Numbers = std::mt19937;

double uniform(Numbers& numbers, double low, double high) {
    return low + (high - low) * (static_cast<double>(numbers()) / 4294967296.0);
}

/// n by n squares of a metre in the plane z = 0, centred, inner corners shifted about, each cut
/// into two triangles along either diagonal.
Mesh random_triangles(int n, Numbers& numbers) {
    Mesh mesh;
    const auto corner = [&](int i, int k) { return static_cast<std::uint32_t>(k * (n + 1) + i); };
    for (int k = 0; k <= n; ++k) {
        for (int i = 0; i <= n; ++i) {
            const bool inner = i > 0 && k > 0 && i < n && k < n;
            const double shift = inner ? 0.3 : 0;
            mesh.add_vertex({i - n / 2.0 + uniform(numbers, -shift, shift),
                             k - n / 2.0 + uniform(numbers, -shift, shift), 0});
        }
    }
    for (int k = 0; k < n; ++k) {
        for (int i = 0; i < n; ++i) {
            const std::uint32_t a = corner(i, k), b = corner(i + 1, k), c = corner(i + 1, k + 1),
                                d = corner(i, k + 1);
            if (numbers() % 2 == 0) {
                mesh.add_polygon({a, b, c});
                mesh.add_polygon({a, c, d});
            } else {
                mesh.add_polygon({a, b, d});
                mesh.add_polygon({b, c, d});
            }
        }
    }
    return mesh;
}

/// Every polygon with corners of its own.
Mesh taken_apart(const Mesh& mesh) {
    Mesh apart;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        std::vector<std::uint32_t> corners;
        for (const std::uint32_t corner : mesh.polygon(i)) {
            corners.push_back(apart.add_vertex(mesh.vertices[corner]));
        }
        apart.add_polygon(corners);
    }
    return apart;
}

/// Rows of rectangles whose joints do not meet those of the next row: T-junctions everywhere.
Mesh bricks(int n, Numbers& numbers) {
    Mesh mesh;
    for (int k = 0; k < n; ++k) {
        double x = -n / 2.0;
        while (x < n / 2.0) {
            const double end = std::min(x + uniform(numbers, 0.2, 1.5), n / 2.0);
            const double y = k - n / 2.0;
            const std::uint32_t first = mesh.add_vertex({x, y, 0});
            mesh.add_vertex({end, y, 0});
            mesh.add_vertex({end, y + 1, 0});
            mesh.add_vertex({x, y + 1, 0});
            mesh.add_polygon({first, first + 1, first + 2, first + 3});
            x = end;
        }
    }
    return mesh;
}

void lift_at_random(Mesh& mesh, double height, Numbers& numbers) {
    for (Vector3d& v : mesh.vertices) v.z() += uniform(numbers, -height, height);
}

/// Walks to and fro over a floor of 20 by 20 m; what it lost, as a share of the way.
double lost_on(const Mesh& floor, const auto& shape, Numbers& numbers) {
    const WorldSnapshot world = world_of({floor});
    Character character = standing(shape, at(0, 0, 1), world);
    double lost = 0, way = 0;
    double heading = 0;
    for (int i = 0; i < 400; ++i) {
        heading += uniform(numbers, -0.3, 0.3);
        Vector3d step(0.25 * std::cos(heading), 0.25 * std::sin(heading), -0.02);
        const Vector3d next = character.pose().translation() + step;
        if (std::abs(next.x()) > 9 || std::abs(next.y()) > 9) {
            step.head<2>() *= -1;
            heading += std::numbers::pi;
        }
        const CharacterMove made = walked(character, step, world);
        EXPECT_TRUE(made.on_ground) << i;
        lost += made.lost.norm();
        way += 0.25;
    }
    return lost / way;
}

struct Floor {
    const char* name;
    Mesh mesh;
};

std::vector<Floor> floors(Numbers& numbers, double jitter) {
    std::vector<Floor> made{{"triangles", random_triangles(23, numbers)},
                            {"triangles apart", taken_apart(random_triangles(23, numbers))},
                            {"bricks", bricks(20, numbers)}};
    for (const double height : {1e-12, 1e-9, 1e-6, 0.1 * jitter, jitter}) {
        if (test::sanitized && height < jitter) continue;
        Mesh apart = taken_apart(random_triangles(23, numbers));
        lift_at_random(apart, height, numbers);
        made.push_back({"triangles apart that do not fit", apart});
        Mesh joined = random_triangles(23, numbers);
        lift_at_random(joined, height, numbers);
        made.push_back({"triangles that are not in one plane", joined});
        Mesh rows = bricks(20, numbers);
        lift_at_random(rows, height, numbers);
        made.push_back({"bricks that do not fit", rows});
    }
    return made;
}

TEST(characters_over_seams, lose_nothing_on_floors_of_a_thousand_triangles) {
    Numbers numbers(1);
    const double skin = Character::make(player_box()).value().skin();
    for (const Floor& floor : floors(numbers, 0.2 * skin)) {
        SCOPED_TRACE(floor.name);
        EXPECT_LT(lost_on(floor.mesh, player_box(), numbers), 1e-6);
    }
}

TEST(characters_over_seams, lose_nothing_whatever_their_shape) {
    Numbers numbers(2);
    for (const Floor& floor : floors(numbers, 2e-5)) {
        SCOPED_TRACE(floor.name);
        EXPECT_LT(lost_on(floor.mesh, Polyhedron::build(make_prism(7, 0.3, 1.8).value()).value(),
                          numbers),
                  1e-6);
        EXPECT_LT(
            lost_on(floor.mesh, Polyhedron::build(make_sphere(0.5, 6, 9).value()).value(), numbers),
            1e-6);
        EXPECT_LT(lost_on(floor.mesh, player_spheres(), numbers), 1e-6);
    }
}

TEST(characters_over_seams, step_over_what_stands_out_by_more_than_the_skin) {
    Numbers numbers(3);
    for (const double height : {0.0005, 0.005, 0.05}) {
        Mesh floor = taken_apart(random_triangles(23, numbers));
        lift_at_random(floor, height, numbers);
        EXPECT_LT(lost_on(floor, player_box(), numbers), 1e-6) << height;
    }
}

TEST(characters_over_seams, slide_along_walls_of_triangles) {
    Numbers numbers(4);
    const double skin = Character::make(player_box()).value().skin();
    for (const double height : {0.0, 1e-9, 1e-6, 0.1 * skin}) {
        // The floor of triangles set upright, at x = 2, looking along -x.
        Mesh wall = taken_apart(random_triangles(23, numbers));
        lift_at_random(wall, height, numbers);
        for (Vector3d& v : wall.vertices) v = Vector3d(2 - v.z(), v.y(), v.x() + 10);
        const WorldSnapshot world = world_of({floor_mesh(), wall});
        Character character = standing(player_box(), at(0, -9, 1), world);
        static_cast<void>(walked(character, {3, 0, -0.1}, world));
        const double begin = character.pose().translation().y();
        for (int i = 0; i < 70; ++i)
            static_cast<void>(walked(character, {0.1, 0.25, -0.02}, world));
        // A wall that is not flat is longer, and each bump turns the rest of a move aside.
        const double share = (character.pose().translation().y() - begin) / (70 * 0.25);
        EXPECT_GT(share, height == 0 ? 1 - 1e-6 : 1 - 0.005) << height;
    }
}

}  // namespace
}  // namespace swept

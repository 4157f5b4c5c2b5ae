#include "tests/determinism/scenes.h"
#include "swept/solids.h"

#include <map>

namespace swept::determinism {
namespace {

using Eigen::Vector3d;

/// n = 4 k points of the unit circle, from rational parameters.
std::vector<Eigen::Vector2d> circle(int n) {
    std::vector<Eigen::Vector2d> points;
    for (int quarter = 0; quarter < 4; ++quarter) {
        for (int i = 0; i < n / 4; ++i) {
            const double t = 4.0 * i / n, c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
            const double x[] = {c, -s, -c, s}, y[] = {s, c, -s, -c};
            points.emplace_back(x[quarter], y[quarter]);
        }
    }
    return points;
}

Mesh torus(int rings, int sides) {
    Mesh mesh;
    for (const Eigen::Vector2d& around : circle(rings)) {
        for (const Eigen::Vector2d& tube : circle(sides)) {
            const double r = 0.7 + 0.25 * tube[0];
            mesh.add_vertex({r * around[0], r * around[1], 0.25 * tube[1]});
        }
    }
    const auto at = [&](int i, int k) {
        return static_cast<std::uint32_t>((i % rings) * sides + k % sides);
    };
    for (int i = 0; i < rings; ++i) {
        for (int k = 0; k < sides; ++k) {
            mesh.add_polygon({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
            mesh.add_polygon({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
        }
    }
    return mesh;
}

/// An octahedron whose triangles are cut in four `levels` times; `radius` of each direction.
template <class Radius>
Mesh ball(int levels, const Radius& radius) {
    Mesh mesh;
    mesh.vertices = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    for (const auto& [a, b, c] : std::initializer_list<std::array<std::uint32_t, 3>>{{0, 1, 2},
                                                                                     {1, 3, 2},
                                                                                     {3, 4, 2},
                                                                                     {4, 0, 2},
                                                                                     {1, 0, 5},
                                                                                     {3, 1, 5},
                                                                                     {4, 3, 5},
                                                                                     {0, 4, 5}}) {
        mesh.add_polygon({a, b, c});
    }
    for (int level = 0; level < levels; ++level) {
        Mesh finer;
        finer.vertices = mesh.vertices;
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [place, added] = middles.try_emplace(std::minmax(a, b), 0);
            if (added)
                place->second =
                    finer.add_vertex((mesh.vertices[a] + mesh.vertices[b]).normalized());
            return place->second;
        };
        for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
            const auto corners = mesh.polygon(i);
            const std::uint32_t a = corners[0], b = corners[1], c = corners[2];
            const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            for (const auto& [p, q, r] : std::initializer_list<std::array<std::uint32_t, 3>>{
                     {a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}}) {
                finer.add_polygon({p, q, r});
            }
        }
        mesh = std::move(finer);
    }
    for (Vector3d& vertex : mesh.vertices) vertex *= radius();
    return mesh;
}

/// An open sheet of triangles with hills.
Mesh sheet(Random& random, std::uint32_t n) {
    Mesh mesh;
    for (std::uint32_t i = 0; i <= n; ++i) {
        for (std::uint32_t k = 0; k <= n; ++k) {
            const double height = random.once_in(2) ? 0 : random.between(-0.2, 0.2);
            mesh.add_vertex({2.0 * i / n - 1, 2.0 * k / n - 1, height});
        }
    }
    const std::uint32_t row = n + 1;
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t k = 0; k < n; ++k) {
            const std::uint32_t at = i * row + k;
            mesh.add_polygon({at, at + row, at + row + 1});
            mesh.add_polygon({at, at + row + 1, at + 1});
        }
    }
    return mesh;
}

Mesh soup(Random& random, int triangles) {
    Mesh mesh;
    for (int i = 0; i < triangles; ++i) {
        const Vector3d middle = random.place(0.75);
        std::array<std::uint32_t, 3> corners{};
        for (std::uint32_t& corner : corners) {
            const Vector3d offset = random.place(0.5);
            corner = mesh.add_vertex(middle + offset);
        }
        mesh.add_polygon(corners);
    }
    return mesh;
}

void append(Mesh& mesh, const Mesh& other, double scale, const Vector3d& offset) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vector3d& vertex : other.vertices) mesh.add_vertex(vertex * scale + offset);
    for (std::size_t i = 0; i < other.polygon_count(); ++i) {
        std::vector<std::uint32_t> corners;
        for (const std::uint32_t corner : other.polygon(i)) corners.push_back(first + corner);
        mesh.add_polygon(corners);
    }
}

std::vector<Mesh> solid_meshes(Random& random) {
    Mesh stairs;
    append(stairs, make_stairs(4, 0.5, 0.25, 1).value(), 1, {-1, 0, -0.5});
    Mesh room;
    append(room, make_room().value(), 0.25, {0, 0, -0.4});
    Mesh two;  // two boxes that overlap each other
    append(two, make_box({1, 1, 1}).value(), 1, {-0.25, -0.25, 0});
    append(two, make_box({1, 0.5, 1}).value(), 1, {0.25, 0.25, 0.25});
    return {make_box({1, 1.5, 0.5}).value(),
            make_brick({1.5, 1, 0.75}, 0.125).value(),
            stairs,
            make_car(2, 1, 0.75).value(),
            ball(1, [&] { return random.between(0.5, 1); }),
            ball(2, [] { return 0.875; }),
            torus(12, 8),
            room,
            two};
}

std::vector<Mesh> open_meshes(Random& random) {
    Mesh points;
    for (int i = 0; i < 12; ++i) points.add_vertex(random.place(1));
    Mesh hexagon;
    for (const Eigen::Vector2d& p : circle(8)) hexagon.add_vertex({p[0], p[1], 0});
    hexagon.add_polygon({0, 1, 2, 3, 4, 5, 6, 7});
    return {sheet(random, 5), soup(random, 16), points, hexagon};
}

std::vector<SphereSet> make_sphere_sets(Random& random) {
    std::vector<SphereSet> sets;
    for (const std::uint32_t count : {1U, 3U, 8U}) {
        std::vector<Sphere> balls(count);
        for (Sphere& ball : balls) {
            ball.centre = random.place(0.5);
            ball.radius = random.between(0.1, 0.4);
        }
        sets.push_back(SphereSet::make(std::move(balls)).value());
    }
    return sets;
}

}  // namespace

Scenes Scenes::make() {
    Random random(1);
    Scenes scenes;
    scenes.meshes = solid_meshes(random);
    for (const Mesh& mesh : scenes.meshes) scenes.solids.push_back(Polyhedron::build(mesh).value());
    scenes.all = scenes.solids;
    for (Mesh& mesh : open_meshes(random)) {
        scenes.all.push_back(Polyhedron::build(mesh).value());
        scenes.meshes.push_back(std::move(mesh));
    }
    scenes.sphere_sets = make_sphere_sets(random);
    scenes.level = make_level_world({.rooms = 4, .seed = 5, .clutter = 3}).value();
    scenes.world = World::make(scenes.level).value();
    const auto insert = [&](WorldEdit& edit) -> Result<void> {
        for (std::uint64_t i = 0; i < 24; ++i) {
            const Vector3d at =
                random.point(1).cwiseProduct(Vector3d(9, 9, 1)) + Vector3d(5, 5, 1.5);
            const Pose pose = Pose::make(at, random.rotation()).value();
            const BodyShape shape = i % 6 == 5 ? BodyShape(random.one_of(scenes.sphere_sets))
                                               : BodyShape(random.one_of(scenes.all));
            const Mask mask = i % 4 == 0 ? 0x5U : every_bit;
            if (auto done = edit.insert_body(BodyId(i * 3), {shape, pose, mask}); !done)
                return done;
            scenes.bodies.emplace_back(i * 3);
        }
        return {};
    };
    (void)scenes.world.edit(insert).value();
    return scenes;
}

}  // namespace swept::determinism

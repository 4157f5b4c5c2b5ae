#include "scenes.h"

#include <algorithm>
#include <cmath>

#include "../common/levels.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

constexpr double longest_way = 10;  // metres

double rounded(double value, double grid) {
    return std::round(value / grid) * grid;
}

Vector3d rounded(const Vector3d& p, double grid) {
    return {rounded(p.x(), grid), rounded(p.y(), grid), rounded(p.z(), grid)};
}

/// The finest grid on which floats hold every place that a way may lead to.
double grid_of(std::span<const Vector3d> points) {
    double most = 0;
    for (const Vector3d& p : points) most = std::max(most, p.cwiseAbs().maxCoeff());
    return std::exp2(std::ceil(std::log2(most + longest_way)) - std::numeric_limits<float>::digits);
}

/// About the origin, with a diagonal of 100 m.
void scale_thing(std::vector<Vector3d>& points) {
    Box box;
    for (const Vector3d& p : points) box.add(p);
    const double factor = 100 / box.size().norm();
    for (Vector3d& p : points) p = factor * (p - box.centre());
}

Mesh mesh_of(const Soup& soup) {
    Mesh mesh;
    mesh.vertices = soup.points;
    for (const auto& triangle : soup.triangles) mesh.add_polygon(triangle);
    return mesh;
}

/// Along all axes there are walls, seen from their fronts; one direction may lead to the sky.
bool is_indoors(const Scene& scene, const Vector3d& at) {
    const CastOptions options{.sides = Sides::both};
    int open = 0;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {-1.0, 1.0}) {
            const Ray ray = Ray::towards(at, sign * Vector3d::Unit(axis)).value();
            const CastResult seen = cast(ray, {scene.shape}, options);
            if (seen.state == State::hit ? seen.hit.side == FaceSide::back : ++open > 1) {
                return false;
            }
        }
    }
    return true;
}

Way way_of(const Vector3d& from, const Vector3d& vector) {
    Way way;
    for (unsigned axis = 0; axis < 3; ++axis) {
        way.from[axis] = static_cast<float>(from[axis]);
        way.vector[axis] = static_cast<float>(vector[axis]);
    }
    return way;
}

}  // namespace

std::vector<SceneSource> scene_sources() {
    std::vector<SceneSource> sources{
        {solid_source("level", "level,rooms=128,detail=1"), StartPlace::rooms}};
    for (const PlaceSource& level : level_sources()) {
        if (level.source.name == "e1m1") sources.push_back({level.source, StartPlace::rooms});
    }
    for (const PlaceSource& thing : thing_sources()) {
        if (thing.source.name != "helmet") sources.push_back({thing.source, StartPlace::box});
    }
    return sources;
}

Result<Scene> make_scene(const SceneSource& source) {
    // Built twice: what is rounded are triangles, for larger faces would not stay flat.
    return source.source.make()
        .and_then([](const Mesh& mesh) { return Polyhedron::build(mesh); })
        .and_then([&](const Polyhedron& faces) -> Result<Scene> {
            Soup soup = soup_of(faces);
            if (source.place == StartPlace::box) scale_thing(soup.points);
            const double grid = grid_of(soup.points);
            for (Vector3d& p : soup.points) p = rounded(p, grid);
            const Result<Polyhedron> shape = Polyhedron::build(mesh_of(soup));
            if (!shape) return tl::unexpected(shape.error());
            (void)shape->box_tree();  // made now, not in the first query
            return Scene{source.source.name, *shape, soup_of(*shape), source.place, grid};
        });
}

std::vector<Vector3d> starts_in(const Scene& scene, std::size_t count, std::uint64_t seed) {
    return clear_starts_in(scene, Radius(), count, seed);
}

std::vector<Vector3d> clear_starts_in(const Scene& scene, const Radius& radius, std::size_t count,
                                      std::uint64_t seed) {
    const CastOptions options{.sides = Sides::both};
    const Box box = scene.shape.box();
    Random random(seed);
    std::vector<Vector3d> starts;
    for (std::size_t tries = 0; tries < 1000 * count && starts.size() < count; ++tries) {
        Vector3d at;
        for (int axis = 0; axis < 3; ++axis) {
            at[axis] = rounded(random.uniform(box.lower[axis], box.upper[axis]), scene.grid);
        }
        const Ray here = Ray::between(at, at).value();
        const Relation relation = cast(SphereCast{here, radius}, {scene.shape}, options).start;
        if (relation != Relation::separate) continue;
        if (scene.place == StartPlace::box || is_indoors(scene, at)) starts.push_back(at);
    }
    return starts;
}

std::vector<Way> ways_from(const Scene& scene, std::span<const Vector3d> starts, double length,
                           std::uint64_t seed) {
    Random random(seed);
    std::vector<Way> ways;
    ways.reserve(starts.size());
    for (const Vector3d& from : starts) {
        ways.push_back(way_of(from, rounded(Vector3d(length * random.direction()), scene.grid)));
    }
    return ways;
}

std::vector<Way> ways_through_vertices(const Scene& scene, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<Way> ways;
    const auto vertices = static_cast<std::uint32_t>(scene.soup.points.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Vector3d& goal = scene.soup.points[random.below(vertices)];
        const Vector3d half =
            rounded(Vector3d(random.uniform(0.1, 1) * random.direction()), scene.grid);
        ways.push_back(way_of(goal - half, 2 * half));
    }
    return ways;
}

Vector3d from_of(const Way& way) {
    return {double(way.from[0]), double(way.from[1]), double(way.from[2])};
}

Vector3d vector_of(const Way& way) {
    return {double(way.vector[0]), double(way.vector[1]), double(way.vector[2])};
}

std::vector<Ray> rays_of(std::span<const Way> ways, Reach reach) {
    std::vector<Ray> rays;
    rays.reserve(ways.size());
    for (const Way& way : ways) {
        const Vector3d from = from_of(way), vector = vector_of(way);
        rays.push_back(reach == Reach::segment ? Ray::between(from, from + vector).value()
                                               : Ray::towards(from, vector).value());
    }
    return rays;
}

}  // namespace swept::bench

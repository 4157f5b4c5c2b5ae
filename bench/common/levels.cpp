#include "levels.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "data_folder.h"
#include "swept/mesh_io.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

constexpr double clearance = 0.05;

Source scaled(const Source& source, const std::function<double(const Mesh&)>& scale) {
    return {source.name, [=] {
                return source.make().map([&](Mesh mesh) {
                    const double factor = scale(mesh);
                    for (Vector3d& p : mesh.vertices) p *= factor;
                    return mesh;
                });
            }};
}

/// The game's unit is an inch and a bit: 32 make a metre.
Source level_file(const char* name, const char* path) {
    return scaled(file_source(name, path), [](const Mesh&) { return 1.0 / 32; });
}

Source thing_file(const char* name, const char* path) {
    return scaled(file_source(name, path), [](const Mesh& mesh) {
        Box box;
        for (const Vector3d& p : mesh.vertices) box.add(p);
        return 10 / box.size().maxCoeff();
    });
}

Subject subject_of(const char* name, const Mesh& mesh) {
    const Polyhedron shape = Polyhedron::build(mesh).value();
    (void)shape.box_tree();  // made now, not in the first query
    return {name, shape, shape.box().size().maxCoeff()};
}

Mesh scaled(Mesh mesh, double factor) {
    for (Vector3d& p : mesh.vertices) p *= factor;
    return mesh;
}

/// Of in-radius 1. A face looks along each vertex of an icosahedron.
Mesh dodecahedron() {
    constexpr double golden = std::numbers::phi;
    std::vector<Vector3d> normals, corners;
    for (const double a : {-1.0, 1.0}) {
        for (const double b : {-1.0, 1.0}) {
            for (int axis = 0; axis < 3; ++axis) {
                Vector3d normal, corner;
                normal[axis] = 0;
                normal[(axis + 1) % 3] = a;
                normal[(axis + 2) % 3] = b * golden;
                corner[axis] = 0;
                corner[(axis + 1) % 3] = a * golden;
                corner[(axis + 2) % 3] = b / golden;
                normals.push_back(normal.normalized());
                corners.push_back(corner);
            }
            for (const double c : {-1.0, 1.0}) corners.emplace_back(a, b, c);
        }
    }
    double in_radius = 0;
    for (const Vector3d& c : corners) in_radius = std::max(in_radius, normals[0].dot(c));
    Mesh mesh;
    for (const Vector3d& c : corners) mesh.add_vertex(c / in_radius);
    for (const Vector3d& normal : normals) {
        const Vector3d across = normal.unitOrthogonal(), up = normal.cross(across);
        std::vector<std::pair<double, std::uint32_t>> around;
        for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i) {
            const Vector3d& p = mesh.vertices[i];
            if (normal.dot(p) > 1 - 1e-9)
                around.emplace_back(std::atan2(up.dot(p), across.dot(p)), i);
        }
        std::ranges::sort(around);
        std::vector<std::uint32_t> polygon;
        for (const auto& [angle, index] : around) polygon.push_back(index);
        mesh.add_polygon(polygon);
    }
    return mesh;
}

bool is_clear(const Place& place, const Body& body, const Pose& pose) {
    return overlap({body.grown, pose}, {place.obstacle.shape}).relation == Relation::separate;
}

/// Of the six directions five or more lead to a wall, and down to a floor: the sky may be open.
bool is_indoors(const Polyhedron& point, const Place& place, const Vector3d& at) {
    const Pose pose = Pose::make(at, Quaternion::Identity()).value();
    const double far = place.obstacle.size;
    int walls = 0;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {-1.0, 1.0}) {
            const Motion way = Translation::make(sign * far * Vector3d::Unit(axis)).value();
            const bool hit = sweep({point, pose}, way, {place.obstacle.shape}).state == State::hit;
            walls += hit ? 1 : 0;
        }
    }
    return walls >= 5;
}

/// Up to a metre above the floor that it falls on, and clear of it; none without a floor.
std::optional<Pose> near_floor(const Place& place, const Body& body, const Pose& pose,
                               Random& random) {
    const Motion fall = Translation::make(-place.obstacle.size * Vector3d::UnitZ()).value();
    const double lift = random.uniform(0, 1);
    const SweepResult fell = sweep({body.grown, pose}, fall, {place.obstacle.shape});
    if (fell.state != State::hit) return std::nullopt;
    const Vector3d up =
        std::min(lift, pose.translation().z() - fell.end.translation().z()) * Vector3d::UnitZ();
    return Pose::make(fell.end.translation() + up, pose.rotation()).value();
}

Quaternion orientation(const Body& body, Random& random) {
    if (!body.upright) return random.rotation();
    const double angle = random.uniform(-std::numbers::pi, std::numbers::pi);
    return Quaternion(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
}

std::vector<Pose> stands_indoors(const Place& place, const Body& body, std::size_t count,
                                 std::uint64_t seed) {
    Mesh single;
    single.add_vertex(Vector3d::Zero());
    const Polyhedron point = Polyhedron::build(single).value();
    const Box box = place.obstacle.shape.box();
    Random random(seed);
    std::vector<Pose> stands;
    for (std::size_t tries = 0; tries < 500 * count && stands.size() < count; ++tries) {
        Vector3d at;
        for (int axis = 0; axis < 3; ++axis)
            at[axis] = random.uniform(box.lower[axis], box.upper[axis]);
        const Pose pose = Pose::make(at, orientation(body, random)).value();
        if (!is_clear(place, body, pose) || !is_indoors(point, place, at)) continue;
        if (const auto stand = near_floor(place, body, pose, random)) stands.push_back(*stand);
    }
    return stands;
}

std::vector<Pose> stands_beside(const Place& place, const Body& body, std::size_t count,
                                std::uint64_t seed) {
    const Subject grown{body.subject.name, body.grown, 1};
    std::vector<Pose> stands;
    for (const Start& start : make_starts(grown, place.obstacle, count, seed)) {
        stands.push_back(start.pose);
    }
    return stands;
}

}  // namespace

std::vector<PlaceSource> level_sources() {
    std::vector<PlaceSource> sources;
    if (std::ranges::any_of(solid_kinds(), [](const SolidKind& k) { return k.name == "level"; })) {
        sources.push_back({solid_source("made level", "level,rooms=64"), Room::indoors});
    }
    if (!std::filesystem::exists(data_folder())) return sources;
    sources.push_back({level_file("e0m1", "levels/lq_e0m1.obj"), Room::indoors});
    sources.push_back({level_file("dm4", "levels/lqdm4.obj"), Room::indoors});
    sources.push_back({level_file("e1m1", "levels/lq_e1m1.obj"), Room::indoors});
    return sources;
}

std::vector<PlaceSource> thing_sources() {
    if (!std::filesystem::exists(data_folder())) return {};
    return {{thing_file("helmet", "products/SciFiHelmet.ply"), Room::beside},
            {thing_file("chair", "products/SheenChair.ply"), Room::beside},
            {thing_file("watch", "products/ChronographWatch.ply"), Room::beside},
            {thing_file("car", "products/CarConcept.ply"), Room::beside}};
}

Result<Place> make_place(const PlaceSource& source) {
    return make_obstacle(source.source).map([&](const Subject& subject) {
        return Place{subject, source.room};
    });
}

Body box_body() {
    const Vector3d size(1, 1, 2), more = Vector3d::Constant(2 * clearance);
    return {.subject = subject_of("box", make_box(size).value()),
            .grown = subject_of("box", make_box(size + more).value()).shape,
            .upright = true,
            .box_size = size,
            .in_radius = 0.5};
}

Body dodecahedron_body() {
    const double in_radius = 0.5;
    return {
        .subject = subject_of("dodecahedron", scaled(dodecahedron(), in_radius)),
        .grown = subject_of("dodecahedron", scaled(dodecahedron(), in_radius + clearance)).shape,
        .upright = false,
        .box_size = std::nullopt,
        .in_radius = in_radius};
}

std::vector<Pose> stands_in(const Place& place, const Body& body, std::size_t count,
                            std::uint64_t seed) {
    return place.room == Room::indoors ? stands_indoors(place, body, count, seed)
                                       : stands_beside(place, body, count, seed);
}

std::vector<Question> ways_from(std::span<const Pose> stands, double length, std::uint64_t seed) {
    Random random(seed);
    std::vector<Question> questions;
    for (const Pose& stand : stands) {
        questions.push_back({stand, Translation::make(length * random.direction()).value()});
    }
    return questions;
}

}  // namespace swept::bench

#include "subjects.h"

#include <algorithm>

#include "data_folder.h"
#include "swept/mesh_io.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

bool knows_solid(std::string_view name) {
    return std::ranges::any_of(solid_kinds(), [&](const SolidKind& k) { return k.name == name; });
}

Result<Mesh> single_point() {
    Mesh mesh;
    mesh.add_vertex(Eigen::Vector3d::Zero());
    return mesh;
}

bool is_there(const std::string& path) {
    return std::filesystem::exists(data_folder() / path);
}

void append(Mesh& mesh, const Mesh& part, const Eigen::Vector3d& shift) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Eigen::Vector3d& p : part.vertices) mesh.add_vertex(p + shift);
    for (std::size_t i = 0; i < part.polygon_count(); ++i) {
        std::vector<std::uint32_t> corners(part.polygon(i).begin(), part.polygon(i).end());
        for (std::uint32_t& c : corners) c += first;
        mesh.add_polygon(corners);
    }
}

/// A building of rooms side by side on two floors, a flight of stairs and a column in each.
Result<Mesh> building() {
    constexpr int rooms = 6;
    const Result<Mesh> room = make_room({.doors = 4});
    const Result<Mesh> stairs = make_stairs(12, 0.28, 0.18, 1);
    const Result<Mesh> column = make_prism(12, 0.25, 2.9);
    if (!room) return room;
    if (!stairs) return stairs;
    if (!column) return column;
    Mesh mesh;
    for (int i = 0; i < rooms; ++i) {
        for (int j = 0; j < rooms; ++j) {
            for (int floor = 0; floor < 2; ++floor) {
                const Eigen::Vector3d at(6.5 * i, 4.5 * j, 3.5 * floor);
                append(mesh, *room, at);
                append(mesh, *stairs, at + Eigen::Vector3d(-1.5, 1.2, 0.01));
                append(mesh, *column, at + Eigen::Vector3d(1.5, -1, 1.5));
            }
        }
    }
    return mesh;
}

void centre_and_scale(Mesh& mesh, double size) {
    Box box;
    for (const Eigen::Vector3d& p : mesh.vertices) box.add(p);
    const double side = box.size().maxCoeff();
    const double scale = side > 0 ? size / side : 1;
    const Eigen::Vector3d centre = box.centre();
    for (Eigen::Vector3d& p : mesh.vertices) p = (p - centre) * scale;
}

Result<Subject> built(const Source& source, const Mesh& mesh) {
    const Result<Polyhedron> shape = Polyhedron::build(mesh);
    if (!shape) return tl::unexpected(shape.error());
    (void)shape->box_tree();  // made now, not in the first query
    return Subject{source.name, *shape, shape->extent()};
}

}  // namespace

Source file_source(std::string name, const std::string& path) {
    return {
        std::move(name), [path]() -> Result<Mesh> {
            return read_mesh(data_folder() / path).map([](const MeshFile& f) { return f.mesh; });
        }};
}

Source solid_source(std::string name, const std::string& description) {
    return {std::move(name), [description] { return make_solid(description); }};
}

std::optional<Source> gear_source() {
    if (knows_solid("gear")) return solid_source("gear", "gear");
    if (is_there("gears/rigid-ipc_gear.obj"))
        return file_source("gear", "gears/rigid-ipc_gear.obj");
    return std::nullopt;
}

std::vector<Source> mover_sources() {
    std::vector<Source> sources{{"point", single_point},
                                solid_source("box", "box,size=1x0.8x0.6"),
                                solid_source("convex", "prism,sides=10,radius=0.5,height=0.8"),
                                solid_source("torus", "torus,rings=24,sides=12")};
    if (const auto gear = gear_source()) sources.push_back(*gear);
    return sources;
}

Source large_mover_source() {
    return solid_source("large ball", "sphere,rings=157,segments=311");
}

Source knife_source() {
    return {"knife", [] {
                return make_prism(3, 1, 1.5).map([](Mesh mesh) {
                    for (Eigen::Vector3d& p : mesh.vertices) p.x() *= 0.03;
                    return mesh;
                });
            }};
}

std::vector<ObstacleSource> obstacle_sources() {
    std::vector<ObstacleSource> sources{
        {{"building", building}, Family::level, 0.02},
        {solid_source("room", "room"), Family::made, 0.1},
        {solid_source("sphere", "sphere,rings=77,segments=82"), Family::made, 0.15},
        {solid_source("torus", "torus,rings=112,sides=56"), Family::made, 0.15}};
    const std::vector<ObstacleSource> files{
        {file_source("level e0m1", "levels/lq_e0m1.obj"), Family::level, 0.01},
        {file_source("level dm4", "levels/lqdm4.obj"), Family::level, 0.01},
        {file_source("level e1m1", "levels/lq_e1m1.obj"), Family::level, 0.008},
        {file_source("insert", "ariac/insert_collision.stl"), Family::part, 0.1},
        {file_source("nut", "fasteners/nut_m16_tight.ply"), Family::part, 0.15},
        {file_source("small gear", "gears/gear_small_space_5e-4.ply"), Family::part, 0.15},
        {file_source("helmet", "products/SciFiHelmet.ply"), Family::part, 0.1},
        {file_source("car", "products/CarConcept.ply"), Family::part, 0.05}};
    if (!std::filesystem::exists(data_folder())) {
        return sources;
    }
    sources.insert(sources.end(), files.begin(), files.end());
    return sources;
}

std::vector<ObstacleSource> small_obstacle_sources() {
    return {{solid_source("box", "box"), Family::made, 0.3},
            {solid_source("stairs", "stairs"), Family::made, 0.2},
            {solid_source("brick", "brick"), Family::made, 0.3},
            {solid_source("sphere 264", "sphere,rings=12,segments=12"), Family::made, 0.2},
            {solid_source("torus 2048", "torus,rings=64,sides=16"), Family::made, 0.2}};
}

Result<Subject> make_mover(const Source& source, double size) {
    Result<Mesh> mesh = source.make();
    if (!mesh) return tl::unexpected(mesh.error());
    centre_and_scale(*mesh, size);
    return built(source, *mesh).map([&](Subject subject) {
        subject.size = size;
        return subject;
    });
}

Result<Subject> make_obstacle(const Source& source) {
    const Result<Mesh> mesh = source.make();
    if (!mesh) return tl::unexpected(mesh.error());
    return built(source, *mesh);
}

}  // namespace swept::bench

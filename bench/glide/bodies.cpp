#include "bodies.h"

#include <cstdio>
#include <numbers>

#include "../common/data_folder.h"
#include "swept/mesh_io.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

constexpr double degree = std::numbers::pi / 180;

BodyRow measure(const Scene& scene, double seconds, bool is_bar = false) {
    const std::vector<Way> ways{{"pixels", pixel_options(scene, low_pixels)},
                                {"exact", exact_options()}};
    RaceResult race = race_ways(scene, ways, seconds);
    BodyRow row{.scene = scene.name,
                .faces_a = scene.a.face_count(),
                .faces_b = scene.b.face_count(),
                .steps = scene.steps.size(),
                .is_bar = is_bar};
    row.exact_first = first_contacts(scene, race.ways[1].answers);
    row.pixels = std::move(race.ways[0]);
    row.exact = std::move(race.ways[1]);
    return row;
}

Result<Mesh> read(const std::string& path) {
    return read_mesh(data_folder() / path).map([](const MeshFile& file) { return file.mesh; });
}

Result<Polyhedron> read_shape(const std::string& path) {
    return read(path)
        .and_then([](const Mesh& mesh) { return Polyhedron::build(mesh); })
        .map([](Polyhedron shape) {
            (void)shape.box_tree();
            (void)shape.box_tree();
            return shape;
        });
}

/// Two meshes, each 1 large, past each other.
Result<Scene> passing(const char* name, const std::string& a, const std::string& b,
                      std::size_t steps) {
    const Result<Mesh> mesh_a = read(a), mesh_b = read(b);
    if (!mesh_a) return tl::unexpected(mesh_a.error());
    if (!mesh_b) return tl::unexpected(mesh_b.error());
    Scene scene{name, unit_body(*mesh_a), unit_body(*mesh_b)};
    scene.steps = passing_steps(scene.a, scene.b, steps);
    return scene;
}

/// Two gears that stand in mesh in their files: one is lifted along its axis by a fifth of its
/// height while it turns by up to four degrees, which is more than the play of their teeth.
Result<Scene> gears_in_mesh(std::size_t steps) {
    const auto a = read_shape("gears/gear_medium_space_5e-4.ply");
    const auto b = read_shape("gears/gear_small_space_5e-4.ply");
    if (!a) return tl::unexpected(a.error());
    if (!b) return tl::unexpected(b.error());
    Scene scene{"gears in mesh", *a, *b};
    for (std::size_t i = 0; i < steps; ++i) {
        const double angle = 4 * degree * static_cast<double>(i + 1) / static_cast<double>(steps);
        const Screw screw =
            Screw::make(a->box().centre(), Vector3d::UnitZ(), angle, a->box().size().z() / 5)
                .value();
        scene.steps.push_back(step_of(*a, Pose(), screw, *b));
    }
    return scene;
}

/// A nut on its bolt where it stands in the cases of the folder, turned by thirty degrees with a
/// share of the thread's glide.
Result<Scene> nut_on_bolt(const char* name, const std::string& fit, double glide_share) {
    constexpr double pitch = 2e-3, height = 5e-3, angle = 30 * degree;
    const auto nut = read_shape("fasteners/nut_m16_" + fit + ".ply");
    const auto bolt = read_shape("fasteners/bolt_m16_" + fit + ".ply");
    if (!nut) return tl::unexpected(nut.error());
    if (!bolt) return tl::unexpected(bolt.error());
    Scene scene{name, *nut, *bolt};
    const Quaternion half_turn(0, 0, 0, 1);
    const Pose from = Pose::make({0, 0, height}, half_turn).value();
    const double glide = glide_share * pitch * angle / (360 * degree);
    const Screw screw = Screw::make(Vector3d::Zero(), Vector3d::UnitZ(), angle, glide).value();
    scene.steps.push_back(step_of(*nut, from, screw, *bolt));
    return scene;
}

void add(const char* what, const Result<Scene>& scene, double seconds, std::vector<BodyRow>& rows) {
    if (scene) {
        rows.push_back(measure(*scene, seconds));
    } else {
        std::printf("%s: %s: skipped\n", what, scene.error().message().c_str());
    }
}

}  // namespace

std::vector<BodyRow> measure_large(std::size_t steps, double seconds) {
    return {measure(large_tori(10'000, steps), seconds, true),
            measure(large_balls(10'000, steps), seconds, true),
            measure(gears(10'000, steps), seconds)};
}

std::vector<BodyRow> measure_meshes(std::size_t steps, double seconds) {
    std::vector<BodyRow> rows;
    if (!std::filesystem::exists(data_folder())) return rows;
    const char* const suzanne = "products/Suzanne.ply";
    const char* const helmet = "products/SciFiHelmet.ply";
    const char* const gear = "gears/rigid-ipc_gear.obj";
    add("gears", passing("gear past gear", gear, gear, steps), seconds, rows);
    add("gears in mesh", gears_in_mesh(steps), seconds, rows);
    add("M16", nut_on_bolt("nut along its bolt", "loose", 1), seconds, rows);
    add("M16", nut_on_bolt("nut turned on its bolt", "loose", 0), seconds, rows);
    add("Suzanne", passing("Suzanne past Suzanne", suzanne, suzanne, steps), seconds, rows);
    add("helmet", passing("Suzanne past a helmet", suzanne, helmet, steps), seconds, rows);
    return rows;
}

}  // namespace swept::bench

#include "bodies.h"

#include <cstdio>
#include <numbers>

#include "../data_folder.h"
#include "swept/mesh_io.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

constexpr double degree = std::numbers::pi / 180;

Result<Mesh> read(const std::string& path) {
    return read_mesh(data_folder() / path).map([](const MeshFile& file) { return file.mesh; });
}

Result<Polyhedron> read_shape(const std::string& path) {
    return read(path)
        .and_then([](const Mesh& mesh) { return Polyhedron::build(mesh); })
        .map([](Polyhedron shape) {
            shape.prepare();
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

void add(const char* what, const Result<Scene>& scene, std::vector<LargeScene>& scenes) {
    if (scene) {
        scenes.push_back({*scene});
    } else {
        std::printf("%s: %s: skipped\n", what, scene.error().message().c_str());
    }
}

}  // namespace

std::vector<LargeScene> large_scenes(std::size_t steps) {
    return {{large_tori(10'000, steps), true},
            {large_balls(10'000, steps), true},
            {gears(10'000, steps)}};
}

std::vector<LargeScene> mesh_scenes(std::size_t steps) {
    std::vector<LargeScene> scenes;
    if (!std::filesystem::exists(data_folder())) return scenes;
    const char* const suzanne = "products/Suzanne.ply";
    const char* const helmet = "products/SciFiHelmet.ply";
    const char* const gear = "gears/rigid-ipc_gear.obj";
    add("gears", passing("gear past gear", gear, gear, steps), scenes);
    add("gears in mesh", gears_in_mesh(steps), scenes);
    add("M16", nut_on_bolt("nut along its bolt", "loose", 1), scenes);
    add("M16", nut_on_bolt("nut turned on its bolt", "loose", 0), scenes);
    add("Suzanne", passing("Suzanne past Suzanne", suzanne, suzanne, steps), scenes);
    add("helmet", passing("Suzanne past a helmet", suzanne, helmet, steps), scenes);
    return scenes;
}

}  // namespace swept::bench

#pragma once

// Where random walks take place: a mover, its obstacles and the margin that is asked for.

#include <span>
#include <string>
#include <vector>

#include "swept/sweep.h"
#include "tests/oracle/sweep_scenes.h"

namespace swept::oracle {

struct WalkScene {
    WalkScene(std::string scene_name, NamedShape moving, const Vector3d& place)
        : name(std::move(scene_name)), mover(std::move(moving)), centre(place) {}

    std::string name;
    NamedShape mover;
    std::vector<Placed> obstacles;
    std::vector<std::string> obstacle_names;
    Vector3d centre;                               ///< of the obstacles, in world
    double scale = 1;                              ///< of the shapes
    double reach = 1;                              ///< the walk turns back when it is further away
    Vector3d start_direction = Vector3d::UnitZ();  ///< from the centre
    double start_distance = 0;
    Eigen::Quaterniond start_rotation = Eigen::Quaterniond::Identity();
    SweepOptions options;
};

/// Meshes from files, scaled to a size of some 2; may be empty.
using RealMeshes = std::vector<NamedShape>;

namespace scenes {

inline NamedShape built(const std::string& name, Mesh mesh, double scale) {
    for (Vector3d& v : mesh.vertices) v *= scale;
    return {name, Polyhedron::build(mesh).value()};
}

inline void add_obstacle(WalkScene& scene, const NamedShape& shape, const Pose& pose) {
    scene.obstacles.push_back({shape.shape, pose});
    scene.obstacle_names.push_back(shape.name);
}

inline Pose at(const Vector3d& place,
               const Eigen::Quaterniond& turn = Eigen::Quaterniond(1, 0, 0, 0)) {
    return Pose::make(place, turn).value();
}

/// Rows of bricks that abut exactly; joints that do not line up.
void add_wall(SceneChance& chance, WalkScene& scene, double scale);

NamedShape small_mover(SceneChance& chance, double scale);

/// Two roofs, ridge on ridge, crossing at a tiny angle.
WalkScene ridges(SceneChance& chance, double scale, const Vector3d& centre);

WalkScene pair_scene(SceneChance& chance, double scale, const Vector3d& centre);

inline WalkScene named_scene(SceneChance& chance, const char* name, double scale,
                             const Vector3d& centre) {
    WalkScene scene(name, small_mover(chance, scale), centre);
    scene.start_direction = Vector3d::UnitZ();
    if (chance.one_in(2)) scene.start_rotation = chance.rotation();
    return scene;
}

WalkScene real_scene(SceneChance& chance, const Vector3d& centre, const RealMeshes& meshes);

}  // namespace scenes

WalkScene random_walk_scene(SceneChance& chance, const RealMeshes& meshes);

}  // namespace swept::oracle

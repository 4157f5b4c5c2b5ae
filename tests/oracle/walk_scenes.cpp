#include "tests/oracle/walk_scenes.h"
#include "swept/solids.h"

namespace swept::oracle {

namespace scenes {

void add_wall(SceneChance& chance, WalkScene& scene, double scale) {
    const NamedShape brick = built("brick", make_box({2, 1, 0.5}).value(), scale / 2);
    for (int row = 0; row < 3; ++row) {
        for (int i = -1; i <= 1; ++i) {
            const Vector3d place(i + row % 2 * 0.5, 0, 0.25 * row);
            add_obstacle(scene, brick, at(scene.centre + scale * place));
        }
    }
    scene.start_direction =
        chance.one_in(2) ? Vector3d(0, chance.sign(), 0.1).normalized() : Vector3d::UnitZ();
}

NamedShape small_mover(SceneChance& chance, double scale) {
    switch (chance.integer(0, 6)) {
        case 0:
            return built("box", make_box({1, 0.7, 0.5}).value(), scale);
        case 1:
            return built("tetrahedron", random_hull(chance, 4), scale);
        case 2:
            return built("L", l_shape(0.4, 0.5), 0.6 * scale);
        case 3:
            return built("star", star_prism(5, 0.4, 0.3), 0.6 * scale);
        case 4:
            return built("needle", scaled(random_hull(chance, 4), {1e-3, 1e-3, 1}), scale);
        case 5:
            return built("knife", knife(std::numbers::pi / 180, 2), scale);
        default:
            return built("triangle", soup(chance, 1), scale);
    }
}

WalkScene ridges(SceneChance& chance, double scale, const Vector3d& centre) {
    const double slope = chance.real(0.2, 3);
    WalkScene scene("ridges", built("roof", roof(2, slope), scale), centre);
    add_obstacle(scene, built("roof", roof(chance.real(1, 3), slope), scale), at(centre));
    const double angle = chance.sign() * chance.magnitude(1e-12, 1e-3);
    scene.start_rotation = Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ())) *
                           Eigen::Quaterniond(0, 1, 0, 0);  // upside down
    scene.start_direction = Vector3d::UnitZ();
    return scene;
}

WalkScene pair_scene(SceneChance& chance, double scale, const Vector3d& centre) {
    WalkScene scene("pair", random_shape(chance, any_family(chance), scale), centre);
    const double other = scale * (chance.one_in(3) ? chance.magnitude(0.01, 100) : 1);
    const NamedShape obstacle =
        random_shape(chance, any_family(chance), std::clamp(other, 1e-3, 1e3));
    const Eigen::Quaterniond turn = chance.rotation();
    add_obstacle(scene, obstacle, at(centre - turn * middle_of(obstacle.shape), turn));
    scene.start_direction = chance.direction();
    scene.start_rotation = chance.rotation();
    return scene;
}

WalkScene real_scene(SceneChance& chance, const Vector3d& centre, const RealMeshes& meshes) {
    const double scale = chance.magnitude(0.1, 2);
    WalkScene scene = named_scene(chance, "real", scale / 4, centre);
    const NamedShape& obstacle = chance.any_of(meshes);
    if (chance.one_in(4)) scene.mover = chance.any_of(meshes);
    if (scene.mover.shape.face_count() > 4000) scene.mover = small_mover(chance, scale / 4);
    add_obstacle(scene, obstacle, at(centre, chance.rotation()));
    scene.start_direction = chance.direction();
    return scene;
}

}  // namespace scenes

WalkScene random_walk_scene(SceneChance& chance, const RealMeshes& meshes) {
    using scenes::add_obstacle;
    using scenes::at;
    using scenes::built;
    const double scale = chance.one_in(2) ? 1 : chance.magnitude(1e-3, 1e3);
    const Vector3d centre =
        chance.one_in(4)
            ? Vector3d(chance.magnitude(1, 1e6) * chance.odd_direction())
            : Vector3d(chance.one_in(2) ? Vector3d::Zero().eval() : chance.in_cube(scale));
    const int kind = chance.integer(0, 15);
    WalkScene scene = scenes::pair_scene(chance, scale, centre);
    switch (kind) {
        case 0:
        case 1:
            scene = scenes::ridges(chance, scale, centre);
            break;
        case 2: {  // two boxes side by side: one floor made of two bodies
            scene = scenes::named_scene(chance, "abutting boxes", scale, centre);
            const NamedShape box = built("box", make_box({4, 4, 1}).value(), scale);
            add_obstacle(scene, box, at(centre - Vector3d(2 * scale, 0, 0)));
            add_obstacle(scene, box, at(centre + Vector3d(2 * scale, 0, 0)));
            break;
        }
        case 3:
            scene = scenes::named_scene(chance, "brick wall", scale / 3, centre);
            scenes::add_wall(chance, scene, scale);
            break;
        case 4: {
            scene = scenes::named_scene(chance, "floor", scale, centre);
            const bool thick = chance.one_in(2);
            Mesh floor = thick ? make_box({8, 8, 1}).value() : regular_polygon(4);
            add_obstacle(scene, built("floor", floor, thick ? scale : 5 * scale), at(centre));
            break;
        }
        case 5: {
            scene = scenes::named_scene(chance, "room", scale / 4, centre);
            add_obstacle(scene, built("room", make_room().value(), scale / 2),
                         at(centre - Vector3d(0, 0, 0.75 * scale)));
            break;
        }
        case 6: {
            scene = scenes::named_scene(chance, "saddle", scale, centre);
            add_obstacle(
                scene, built("saddle", saddle(4, chance.real(0.1, 1), chance.one_in(2)), 2 * scale),
                at(centre));
            break;
        }
        case 7: {
            scene = scenes::named_scene(chance, "knife", scale, centre);
            add_obstacle(scene, built("knife", knife(std::numbers::pi / 180, 3), scale),
                         at(centre, Eigen::Quaterniond(0, 1, 0, 0)));
            break;
        }
        case 8: {  // the same box on top of another, aligned
            const NamedShape box = built("box", make_box({1, 1, 1}).value(), scale);
            scene = WalkScene("box on box", box, centre);
            add_obstacle(scene, box, at(centre));
            break;
        }
        case 9: {
            scene = scenes::named_scene(chance, "stairs", scale / 3, centre);
            add_obstacle(scene, built("stairs", make_stairs(4, 0.3, 0.25, 1).value(), scale),
                         at(centre));
            break;
        }
        case 10:
            if (!meshes.empty()) scene = scenes::real_scene(chance, centre, meshes);
            break;
        default:
            break;
    }
    Box box;
    for (const Placed& o : scene.obstacles) {
        for (const Vector3d& v : o.shape.vertices()) box.add(o.world_from_shape * v);
    }
    const double size = box.size().norm() / 2, mover = radius_of(scene.mover.shape);
    scene.scale = scale;
    scene.reach = 2 * (size + mover);
    scene.start_distance = (kind == 5 ? 0 : 1.1) * (size + mover) + scale * 0.01;
    scene.options.budget = judged_budget;
    if (chance.one_in(4) && scene.name != "real") {
        const double least = chance.magnitude(1e-7, 1e-3) * std::min(mover, std::max(size, 1e-6));
        scene.options.margin = Margin::at_least(least).value();
    }
    return scene;
}

}  // namespace swept::oracle

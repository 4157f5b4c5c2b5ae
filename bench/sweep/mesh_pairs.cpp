#include "mesh_pairs.h"

#include <cstdio>

#include "../common/data_folder.h"

namespace swept::bench {

std::vector<MeshPairSource> medium_pair_sources() {
    const Source torus = solid_source("torus", "torus,rings=64,sides=32");
    const Source sphere = solid_source("sphere", "sphere,rings=46,segments=46");
    const Source gear = solid_source("gear", "gear,teeth=40,flank_points=8");
    std::vector<MeshPairSource> pairs{{torus, torus, 0.7}, {gear, gear, 0.7}, {torus, gear, 0.5}};
    if (!std::filesystem::exists(data_folder())) return pairs;
    const Source suzanne = file_source("Suzanne", "products/Suzanne.ply");
    const Source insert = file_source("insert", "ariac/insert_collision.stl");
    const Source conveyor = file_source("conveyor", "ariac/conveyor.stl");
    const Source rail_guard = file_source("rail guard", "gears/rigid-ipc_rail-guard.obj");
    const Source upper_arm = file_source("upper arm", "robots/ur5e/collision/upperarm.stl");
    const Source wrist = file_source("wrist", "robots/ur5e/collision/wrist2.stl");
    const Source peg = file_source("peg", "pegs/rectangular_peg_8mm_tight_subdiv_3x.obj");
    const Source hole = file_source("hole", "pegs/rectangular_hole_8mm_subdiv_3x.obj");
    pairs.insert(pairs.end(), {{suzanne, suzanne, 0.7},
                               {wrist, upper_arm, 0.4},
                               {upper_arm, suzanne, 0.8},
                               {insert, rail_guard, 0.5},
                               {sphere, conveyor, 0.2},
                               {peg, hole, 0.5}});
    return pairs;
}

std::vector<MeshPairSource> large_pair_sources() {
    const Source torus = solid_source("large torus", "torus,rings=272,sides=136");
    const Source sphere = solid_source("large sphere", "sphere,rings=137,segments=273");
    std::vector<MeshPairSource> pairs{
        {torus, torus, 0.7}, {sphere, sphere, 0.6}, {torus, sphere, 0.6}};
    if (!std::filesystem::exists(data_folder())) return pairs;
    const Source chair = file_source("chair", "products/SheenChair.ply");
    const Source watch = file_source("watch", "products/ChronographWatch.ply");
    pairs.insert(pairs.end(), {{chair, chair, 0.7}, {watch, watch, 0.7}, {torus, chair, 0.6}});
    return pairs;
}

Result<MeshPair> make_pair(const MeshPairSource& source) {
    const Result<Subject> obstacle = make_obstacle(source.obstacle);
    if (!obstacle) return tl::unexpected(obstacle.error());
    return make_mover(source.mover, source.mover_size * obstacle->size)
        .map([&](const Subject& mover) { return MeshPair{mover, *obstacle}; });
}

void for_each_pair(const char* what, std::span<const MeshPairSource> sources,
                   const std::function<void(const MeshPair&)>& call) {
    for (const MeshPairSource& source : sources) {
        const std::string name = source.mover.name + " past " + source.obstacle.name;
        (void)std::fprintf(stderr, "%s: %s\n", what, name.c_str());
        if (const auto pair = make_pair(source)) {
            call(*pair);
        } else {
            std::printf("%s: %s: skipped\n", name.c_str(), pair.error().message().c_str());
        }
    }
}

}  // namespace swept::bench

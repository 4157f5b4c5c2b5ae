#include "tests/determinism/kinds.h"

namespace swept::determinism {

std::span<const Kind> kinds() {
    static constexpr Kind all[] = {
        {"motion", ask_motions},
        {"polyhedron", ask_polyhedra},
        {"tree", ask_trees},
        {"relation", ask_relation},
        {"meetings", ask_meetings},
        {"distance", ask_distance},
        {"contacts", ask_contacts},
        {"sweep-translation", ask_translation},
        {"sweep-rotation", ask_rotation},
        {"sweep-screw", ask_screw},
        {"sweep-many", ask_many},
        {"path", ask_path},
        {"collisions-exact", ask_collisions},
        {"collisions-pixels", ask_pixels},
        {"collisions-spheres", ask_sphere_collisions},
        {"cast-ray", ask_rays},
        {"cast-sphere", ask_spheres},
        {"cast-set", ask_sphere_sets},
        {"world-cast", ask_world_casts},
        {"world-sweep", ask_world_sweeps},
        {"world-place", ask_world_places},
        {"world-step", ask_world_steps},
        {"world-edit", ask_world_edits},
        {"dynamics", ask_dynamics},
    };
    return all;
}

}  // namespace swept::determinism

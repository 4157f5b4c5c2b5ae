// A world that is edited while it is asked: a wall between two rooms is blown open. Who holds the
// snapshot from before sees the old wall; a ray in the new one looks into the next room, and a
// crate fits through the hole. world_cut.cpp draws the same.

#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace {

const Eigen::Vector3d eye(1.2, 11.6, 0.7), target(17, 11, 0.7), wall(5.3, 10.6, 0.9);
const swept::BodyId crate(1);

/// The value, or the end of the program with the reason why there is none.
template <class Value>
Value must(swept::Result<Value> result) {
    if (result) return std::move(*result);
    (void)std::fprintf(stderr, "crater: %s\n", result.error().message().c_str());
    std::exit(1);
}

void look(const char* when, const swept::WorldSnapshot& world) {
    const swept::Ray ray = must(swept::Ray::between(eye, target));
    const swept::InWorld<swept::CastResult> seen = swept::cast(ray, world);
    std::printf("%s: polygon %u of room %u after %.2f m\n", when,
                static_cast<unsigned>(seen.collider.polygon.id.value),
                static_cast<unsigned>(seen.collider.room.value),
                (seen.result.hit.point - eye).norm());
}

}  // namespace

int main() {
    // Rooms with their polygons, portals across the doorways; ids are the caller's own.
    swept::World world =
        must(swept::World::make(must(swept::make_level_world({.rooms = 4, .seed = 18}))));
    const swept::WorldSnapshot before = world.snapshot();
    std::printf("%zu rooms, %zu polygons, %zu portals\n", before.rooms().size(),
                before.polygon_count(), before.portals().size());
    look("the ray meets", before);

    // A batch of changes is published at once: a crater in the wall, and a crate before it.
    const auto blast = must(swept::Polyhedron::build(must(swept::make_sphere(1.25, 7, 11))));
    const auto box = must(swept::Polyhedron::build(must(swept::make_box({0.8, 0.8, 0.8}))));
    swept::CarveResult carving;
    const swept::EditReport report =
        must(world.edit([&](swept::WorldEdit& edit) -> swept::Result<void> {
            swept::CarveOptions options;
            options.label = swept::PolygonLabel{swept::PolygonId(1'000'000)};  // of the new walls
            auto carved = edit.carve({blast, must(swept::Pose::make(wall))}, options);
            if (!carved) return tl::unexpected(carved.error());
            carving = std::move(*carved);
            return edit.insert_body(crate, {box, must(swept::Pose::make({3, 10.1, 0.6}))});
        }));
    std::printf("%.2f cubic metres are gone; %zu of %zu rooms were rebuilt\n",
                carving.piece ? carving.piece->volume().value_or(0) : 0, report.changed.size(),
                before.rooms().size());

    const swept::WorldSnapshot after = world.snapshot();
    look("now the ray meets", after);
    look("in the old snapshot", before);

    // The crate is pushed through the hole: a sweep that does not see the crate itself, and a move.
    swept::WorldFilter others;
    others.except = crate;
    const swept::Translation push = must(swept::Translation::make({5, 0, 0}));
    const swept::Pose start = after.body(crate)->world_from_body;
    const auto way = swept::sweep({box, start}, push, after, {.filter = others}).result;
    std::printf("the crate gets %.2f m far: %s\n", 5 * way.free_fraction,
                swept::name_of(way.state).data());
    must(world.edit([&](swept::WorldEdit& edit) { return edit.move_body(crate, way.end); }));
    std::printf("snapshot %u follows %u\n", static_cast<unsigned>(world.snapshot().version()),
                static_cast<unsigned>(before.version()));
}

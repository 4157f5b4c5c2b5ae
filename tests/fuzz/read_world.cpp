// The reader of worlds: the bytes are the JSON; some small meshes stand beside it.

#include "swept/world.h"
#include "swept/world_io.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/temp_folder.h"

namespace swept::fuzz {
namespace {

/// Solids of any size may be asked for; those here are small.
bool takes_long(std::string_view text) {
    for (const std::string_view large :
         {"level", "gear", "bolt", "nut", "sphere,", "torus", "cylinder", "stairs,", "prism,"}) {
        if (text.find(large) != std::string_view::npos) return true;
    }
    return false;
}

void lay_out_meshes(const TempFolder& folder) {
    static const bool done = [&] {
        (void)folder.file("square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
        (void)folder.file("points.obj", "v 0 0 0\nv 1 0 0\n");
        (void)folder.file("bad.obj", "v 0 0 nan\nf 1 2 3\n");
        return true;
    }();
    (void)done;
}

bool same(const WorldContents& a, const WorldContents& b) {
    const auto same_room = [](const WorldContents::Room& x, const WorldContents::Room& y) {
        return x.id == y.id && same_bits(x.polygons.mesh, y.polygons.mesh) &&
               (x.polygons.labels == y.polygons.labels);
    };
    const auto same_portal = [](const WorldContents::Door& x, const WorldContents::Door& y) {
        return x.id == y.id && x.portal.from == y.portal.from && x.portal.to == y.portal.to &&
               std::ranges::equal(x.portal.outline, y.portal.outline,
                                  [](const auto& p, const auto& q) { return same_bits(p, q); });
    };
    const auto same_body = [](const WorldContents::Placed& x, const WorldContents::Placed& y) {
        return x.id == y.id && x.body.mask == y.body.mask &&
               same_bits(x.body.world_from_body, y.body.world_from_body) &&
               x.body.shape.index() == y.body.shape.index();
    };
    return std::ranges::equal(a.rooms, b.rooms, same_room) &&
           std::ranges::equal(a.portals, b.portals, same_portal) &&
           std::ranges::equal(a.bodies, b.bodies, same_body);
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(read_world) {
    using namespace swept;
    using namespace swept::fuzz;
    if (bytes.size() > 2048 || takes_long(bytes.text())) return;
    const TempFolder& folder = TempFolder::get();
    lay_out_meshes(folder);
    const auto contents = read_world(folder.file("world.json", bytes.text()));
    if (!contents) return check_error(contents.error());
    const auto world = World::make(*contents);
    if (!world) check_error(world.error());
    const auto written = write_world(*contents, folder / "copy.json");
    promise(written.has_value(), "what was read can be written");
    const auto copy = read_world(folder / "copy.json");
    promise(copy.has_value(), "what was written can be read");
    promise(same(*contents, *copy), "what was written reads back the same");
}

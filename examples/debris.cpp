// A crate is blown to pieces in a level: every face becomes debris, sparks fly with it. After a few
// seconds all lie on floors and furniture, none of them in a wall.

#include <swept/dynamics/debris.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

/// The value, or the end of the program with the reason why there is none.
template <class Value>
Value must(swept::Result<Value> result) {
    if (result) return std::move(*result);
    (void)std::fprintf(stderr, "debris: %s\n", result.error().message().c_str());
    std::exit(1);
}

/// How many pieces cross the world's surfaces, decided exactly.
std::size_t count_inside(const swept::Debris& debris, const swept::WorldSnapshot& world) {
    std::size_t inside = 0;
    for (std::size_t i = 0; i < debris.size(); ++i) {
        const swept::DebrisShape* shape = debris.shape(i);
        if (shape == nullptr) continue;  // a spark
        const auto found = swept::overlap({shape->polyhedron(), debris.pose(i)}, world);
        inside += found.result.relation == swept::Relation::overlapping ? 1 : 0;
    }
    return inside;
}

}  // namespace

int main() {
    const swept::World world =
        must(swept::World::make(must(swept::make_level_world({.rooms = 4}))));
    const swept::WorldSnapshot level = world.snapshot();

    // A ball of 180 triangles stands in for the crate. It is not in the world any more.
    const auto crate = must(swept::Polyhedron::build(must(swept::make_sphere(0.5, 10, 10))));
    const Eigen::Vector3d place(0, 0, 1.5);
    swept::Debris debris = must(swept::Debris::make());
    const auto shattered =
        must(debris.add_shattered(crate, must(swept::Pose::make(place)), {.centre = place}, level));
    std::vector<Eigen::Vector3d> sparks, velocities;
    for (int i = 0; i < 100; ++i) {
        sparks.push_back(place);
        velocities.emplace_back(i % 10 - 4.5, i / 10 - 4.5, 3);
    }
    must(debris.add_points(sparks, velocities, level));
    std::printf("%zu faces and %zu sparks\n", shattered.added, sparks.size());

    swept::DebrisReport report;
    std::size_t hits = 0, inside = 0;
    int steps = 0;
    for (; steps < 600 && report.at_rest < debris.size(); ++steps) {
        report = must(debris.step(1.0 / 60, level));
        hits += report.hits;
        inside += count_inside(debris, level);
    }
    std::printf("they hit something more often than once each: %s\n",
                hits > debris.size() ? "yes" : "no");
    std::printf("after ten seconds at most %zu of %zu are at rest; %zu were ever inside a wall\n",
                report.at_rest, debris.size(), inside);
}

#include "portals.h"

#include <algorithm>

#include "../common/medians.h"

namespace swept::bench {

namespace {

PortalRow measure(const Level& level, const WorldSnapshot& world, const OneShape& one,
                  double length, std::size_t casts, int rounds) {
    const std::vector<Ray> rays = rays_in(level, casts, length, 84);
    std::vector<InWorld<CastResult>> in_world(casts);
    std::vector<CastResult> at_shape(casts);
    const auto [world_seconds, shape_seconds] = cpu_medians(
        rounds,
        [&] {
            for (std::size_t i = 0; i < casts; ++i) in_world[i] = cast(rays[i], world);
        },
        [&] {
            for (std::size_t i = 0; i < casts; ++i) at_shape[i] = cast(rays[i], {one.shape});
        });
    PortalRow row{.rooms = level.rooms(),
                  .polygons = level.polygons,
                  .length = length,
                  .casts = casts,
                  .world_ns = 1e9 * world_seconds / static_cast<double>(casts),
                  .shape_ns = 1e9 * shape_seconds / static_cast<double>(casts),
                  .hash = hash_of(in_world)};
    for (std::size_t i = 0; i < casts; ++i) {
        row.hits += in_world[i].result.state == State::hit ? 1 : 0;
        row.other += same_answer(in_world[i], at_shape[i], one) ? 0U : 1U;
    }
    row.hits /= static_cast<double>(casts);
    return row;
}

}  // namespace

std::vector<PortalRow> measure_portals(const Level& level, std::size_t casts, int rounds) {
    const World world = world_of(level);
    const WorldSnapshot snapshot = world.snapshot();
    const OneShape one(snapshot);
    std::vector<PortalRow> rows;
    for (const double length : {1.0, 10.0, 0.0}) {
        rows.push_back(measure(level, snapshot, one, length, casts, rounds));
    }
    return rows;
}

}  // namespace swept::bench

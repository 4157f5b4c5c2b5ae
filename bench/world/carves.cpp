#include "carves.h"

#include <algorithm>

#include "../common/medians.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

constexpr std::size_t carves_of_a_room = 3;

struct Crater {
    Polyhedron tool;
    Pose pose;
};

/// Of 40 triangles and a radius of 0.3 to 1 m, about where a ray hits.
std::optional<Crater> crater_at(const Ray& ray, const WorldSnapshot& world, Random& random) {
    const InWorld<CastResult> found = cast(ray, world);
    const double radius = random.uniform(0.3, 1);
    const Quaternion turn = random.rotation();
    if (found.result.state != State::hit) return std::nullopt;
    return Crater{Polyhedron::build(make_sphere(radius, 5, 5).value()).value(),
                  Pose::make(found.result.hit.point, turn).value()};
}

/// What carves in one world after the other have taken and done.
class Carver {
   public:
    explicit Carver(CarveRow& row) : row_(row) {}

    void carve(World& world, const Crater& crater) {
        CarveResult carving;
        const double begin = cpu_now();
        const auto report = world.edit([&](WorldEdit& edit) -> Result<void> {
            auto done = edit.carve({crater.tool, crater.pose});
            if (!done) return tl::unexpected(done.error());
            carving = std::move(*done);
            return {};
        });
        const double seconds = cpu_now() - begin;
        if (!report || carving.rooms.empty()) return;
        milliseconds_.push_back(1e3 * seconds);
        count(world.snapshot(), carving, *report);
    }

    void finish() {
        row_.carves = milliseconds_.size();
        if (row_.carves == 0) return;
        std::ranges::sort(milliseconds_);
        row_.median_ms = milliseconds_[row_.carves / 2];
        row_.p99_ms = milliseconds_[row_.carves * 99 / 100];
        row_.most_ms = milliseconds_.back();
        row_.rooms_met /= static_cast<double>(row_.carves);
        row_.polygons_met /= static_cast<double>(row_.carves);
    }

   private:
    CarveRow& row_;
    std::vector<double> milliseconds_;

    void count(const WorldSnapshot& now, const CarveResult& carving, const EditReport& report) {
        row_.rooms_met += static_cast<double>(carving.rooms.size());
        row_.most_rooms_met = std::max(row_.most_rooms_met, carving.rooms.size());
        for (const RoomId room : carving.rooms) {
            row_.polygons_met += static_cast<double>(now.polygons(room)->mesh.polygon_count());
        }
        row_.pieces += carving.piece ? 1U : 0U;
        row_.fragments += carving.fragments.size();
        row_.only_met = row_.only_met && report.changed == carving.rooms && report.rejoined.empty();
    }
};

}  // namespace

CarveRow measure_carves(const Level& level, std::size_t carves, std::size_t sanity_casts) {
    CarveRow row{.rooms = level.rooms(), .polygons = level.polygons};
    Random random(8);
    Carver carver(row);
    const std::vector<Ray> rays = rays_in(level, carves, 0, 80);
    std::optional<World> world;
    for (std::size_t i = 0; i < carves; ++i) {
        if (i % (carves_of_a_room * level.rooms()) == 0) world = world_of(level);
        if (const auto crater = crater_at(rays[i], world->snapshot(), random)) {
            carver.carve(*world, *crater);
        }
    }
    carver.finish();
    row.closed = world->snapshot().seams().closed;
    row.sanity = compare(world->snapshot(), rays_in(level, sanity_casts, 0, 81));
    return row;
}

}  // namespace swept::bench

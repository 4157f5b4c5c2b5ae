// What does a step of ten thousand pieces cost, from the explosion to the last one at rest?

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "../bench.h"
#include "../common/cpu_clock.h"
#include "../common/hash.h"
#include "parts.h"
#include "swept/dynamics/debris.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

/// A splinter of three to five corners.
DebrisShape splinter(std::mt19937& random) {
    std::uniform_real_distribution<double> size(0.04, 0.16), share(0.6, 1);
    const int corners = 3 + static_cast<int>(random() % 3);
    const double radius = size(random);
    std::vector<Vector3d> outline;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * 3.14159265358979 * i / corners, r = radius * share(random);
        outline.emplace_back(r * std::cos(angle), r * std::sin(angle), 0);
    }
    return DebrisShape::make(outline).value();
}

/// Two metres above the middles of the rooms.
std::vector<Vector3d> middles_of(const WorldSnapshot& world) {
    std::vector<Vector3d> middles;
    for (const RoomId room : world.rooms()) {
        const Box box = world.shape(room)->box();
        Vector3d middle = box.centre();
        middle.z() = box.lower.z() + 2;
        middles.push_back(middle);
    }
    return middles;
}

class Explosions {
   public:
    explicit Explosions(const WorldSnapshot& world) : world_(world), middles_(middles_of(world)) {}

    void polygons(Debris& debris, std::size_t count) {
        std::vector<DebrisShape> shapes;
        for (int i = 0; i < 64; ++i) shapes.push_back(splinter(random_));
        for (std::size_t i = 0; debris.size() < count && i < 20 * count; ++i) {
            const Vector3d offset = vector(), axis = vector();
            const double angle = 3 * unit_(random_), speed = 4 + 4 * unit_(random_);
            const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, axis.normalized()));
            const Pose pose = Pose::make(middle(i) + 0.5 * offset, turn).value();
            const DebrisMotion motion{speed * offset.normalized() + Vector3d(0, 0, 2), 15 * axis};
            (void)debris.add(shapes[i % shapes.size()], pose, motion, world_);
        }
    }

    void points(Debris& debris, std::size_t count) {
        for (std::size_t i = 0; debris.size() < count && i < 20 * count; ++i) {
            const Vector3d offset = vector(), place = middle(i) + 0.5 * offset;
            const double speed = 4 + 4 * unit_(random_);
            const Vector3d velocity = speed * offset.normalized() + Vector3d(0, 0, 2);
            (void)debris.add_points({&place, 1}, {&velocity, 1}, world_);
        }
    }

   private:
    const WorldSnapshot& world_;
    std::vector<Vector3d> middles_;
    std::mt19937 random_{7};
    std::uniform_real_distribution<double> unit_{-1, 1};

    [[nodiscard]] const Vector3d& middle(std::size_t i) const {
        return middles_[i % middles_.size()];
    }
    Vector3d vector() {
        const double x = unit_(random_), y = unit_(random_), z = unit_(random_);
        return {x, y, z};
    }
};

DebrisRow measured(Debris& debris, const WorldSnapshot& world, int steps) {
    DebrisRow row;
    row.count = debris.size();
    DebrisReport report;
    double in_half_second = 0;
    for (int i = 0; i < steps; ++i) {
        const double before = cpu_now();
        const double ms = 1e3 * seconds([&] { report = *debris.step(1.0 / 60, world); });
        const double cpu = 1e3 * (cpu_now() - before);
        row.cpu_ms += cpu / steps;
        if (i % 30 == 0) in_half_second = 0;
        in_half_second += cpu / 30;
        row.busiest_ms = std::max(row.busiest_ms, in_half_second);
        row.ms += ms / steps;
        row.longest_ms = std::max(row.longest_ms, ms);
        row.hits += report.hits;
    }
    row.at_rest = report.at_rest;
    Hash hash;
    for (std::size_t i = 0; i < debris.size(); ++i) {
        for (const double x : debris.centres()[i]) hash.add(std::bit_cast<std::uint64_t>(x));
        const DebrisShape* const shape = debris.shape(i);
        if (shape == nullptr) continue;
        const auto found = overlap({shape->polyhedron(), debris.pose(i)}, world).result;
        if (found.relation == Relation::overlapping) ++row.inside;
    }
    row.hash = hash.value();
    return row;
}

}  // namespace

std::vector<DebrisRow> measure_debris(std::size_t count, int steps) {
    const World level = World::make(make_level_world({.rooms = 16}).value()).value();
    const WorldSnapshot world = level.snapshot();
    Debris polygons = Debris::make().value(), points = Debris::make().value();
    Explosions explosions(world);
    explosions.polygons(polygons, count);
    explosions.points(points, count);
    std::vector<DebrisRow> rows{measured(polygons, world, steps), measured(points, world, steps)};
    rows[0].pieces = "polygons";
    rows[1].pieces = "points";
    return rows;
}

}  // namespace swept::bench

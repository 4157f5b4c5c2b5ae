// Ten thousand polygons in a level, from the explosion to the last one at rest: what does a step
// cost? Times are of the wall and of all threads' processor time together: on a machine that is
// busy with other things the first says little.

#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "bench/bench.h"
#include "bench/common/hash.h"
#include "swept/dynamics/debris.h"

namespace {

using Eigen::Vector3d;
using namespace swept;

double processor_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) {
        return double(t.tv_sec) + 1e-6 * double(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

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

/// Thrown from the middles of the rooms.
void explode(Debris& debris, const WorldSnapshot& world, std::size_t count) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(-1, 1);
    std::vector<DebrisShape> shapes;
    for (int i = 0; i < 64; ++i) shapes.push_back(splinter(random));
    std::vector<Vector3d> middles;
    for (const RoomId room : world.rooms()) {
        const Box box = world.shape(room)->box();
        Vector3d middle = box.centre();
        middle.z() = box.lower.z() + 2;
        middles.push_back(middle);
    }
    for (std::size_t i = 0; debris.size() < count && i < 20 * count; ++i) {
        const Vector3d& middle = middles[i % middles.size()];
        const Vector3d offset(unit(random), unit(random), unit(random));
        const Vector3d axis(unit(random), unit(random), unit(random));
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(3 * unit(random), axis.normalized()));
        const Pose pose = Pose::make(middle + 0.5 * offset, turn).value();
        const DebrisMotion motion{(4 + 4 * unit(random)) * offset.normalized() + Vector3d(0, 0, 2),
                                  15 * axis};
        (void)debris.add(shapes[i % shapes.size()], pose, motion, world);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000;
    const unsigned threads = argc > 2 ? unsigned(std::strtoul(argv[2], nullptr, 10)) : 0;
    const World world = World::make(make_level_world({.rooms = 16}).value()).value();
    const WorldSnapshot snapshot = world.snapshot();
    Debris debris = Debris::make({.threads = threads}).value();
    explode(debris, snapshot, count);
    std::printf("%zu polygons, %zu polygons in the level\n", debris.size(),
                snapshot.polygon_count());

    double total = 0, largest = 0, processor = 0;
    constexpr int steps = 300;
    std::size_t hits = 0;
    DebrisReport report;
    std::printf("%8s %8s %8s %8s %8s %8s\n", "second", "ms", "cpu ms", "moved", "hits", "at rest");
    double ms_here = 0, cpu_here = 0;
    std::size_t hits_here = 0;
    for (int i = 0; i < steps; ++i) {
        const double before = processor_seconds();
        const double ms = 1e3 * bench::seconds([&] { report = *debris.step(1.0 / 60, snapshot); });
        const double cpu = 1e3 * (processor_seconds() - before);
        total += ms, processor += cpu, largest = std::max(largest, ms), hits += report.hits;
        ms_here += ms / 20, cpu_here += cpu / 20, hits_here += report.hits;
        if (i % 20 != 19) continue;
        std::printf("%8.2f %8.2f %8.2f %8zu %8zu %8zu\n", (i + 1) / 60.0, ms_here, cpu_here,
                    report.moved, hits_here, report.at_rest);
        ms_here = cpu_here = 0, hits_here = 0;
    }
    std::size_t inside = 0;
    bench::Hash hash;
    for (std::size_t i = 0; i < debris.size(); ++i) {
        const auto found = overlap(debris.shape(i)->polyhedron(), debris.pose(i), snapshot);
        inside += found.overlap.relation == Relation::overlapping ? 1 : 0;
        for (const double x : debris.centres()[i]) hash.add(std::bit_cast<std::uint64_t>(x));
    }
    std::printf("a step: %.2f ms, the longest %.2f ms; %.2f ms of processor time\n", total / steps,
                largest, processor / steps);
    std::printf("%zu hits, %zu of %zu at rest, %zu inside, hash %016llx\n", hits, report.at_rest,
                debris.size(), inside, static_cast<unsigned long long>(hash.value()));
    bench::bar("debris_10k_ms", total / steps, bench::Wanted::at_most, 10);
}

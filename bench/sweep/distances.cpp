#include "distances.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "../common/fcl/sampling_peer.h"
#include "../common/hash.h"
#include "../common/medians.h"
#include "fcl_distance_peer.h"
#include "mesh_pairs.h"

#include "swept/distance.h"

namespace swept::bench {

namespace {

struct Peers {
    explicit Peers(const MeshPair& pair)
        : a(soup_of(pair.mover.shape)),
          b(soup_of(pair.obstacle.shape)),
          obbrss(make_fcl_distance(a, b, FclVolume::obbrss)),
          rss(make_fcl_distance(a, b, FclVolume::rss)) {}

    Soup a, b;
    std::unique_ptr<DistancePeer> obbrss, rss;
};

/// Separate. Far ones lie half to four of the mover's sizes from a face; near ones have gone on
/// until a hundredth to a tenth of a size was left of the way to the first contact.
std::vector<Pose> placements_of(const MeshPair& pair, bool near, std::size_t count) {
    Random random(42);
    std::vector<Pose> poses;
    for (const Start& start : make_starts(pair.mover, pair.obstacle, 2 * count, 41)) {
        if (poses.size() == count) break;
        if (!near) {
            poses.push_back(start.pose);
            continue;
        }
        const double left = pair.mover.size * random.uniform(0.01, 0.1);
        const Motion way = Translation::make(2 * start.way).value();
        const SweepResult found = sweep({pair.mover.shape, start.pose}, way, {pair.obstacle.shape});
        const double fraction = found.free_fraction - left / (2 * start.way).norm();
        if (found.state != State::hit || fraction < 0) continue;
        poses.push_back(pose_at(way, start.pose, fraction));
    }
    return poses;
}

DistanceRow measure_pair(const MeshPair& pair, bool near, std::span<const Pose> poses,
                         const Peers& peers, int rounds) {
    const Subject& mover = pair.mover;
    const Subject& obstacle = pair.obstacle;
    DistanceRow row{.mover = mover.name,
                    .obstacle = obstacle.name,
                    .mover_faces = mover.face_count(),
                    .obstacle_faces = obstacle.face_count(),
                    .near = near,
                    .placements = poses.size()};
    const auto ask = [&](std::size_t i) {
        return distance({mover.shape, poses[i]}, {obstacle.shape}).distance;
    };
    std::vector<double> ours(poses.size()), theirs(poses.size()), by_rss(poses.size());
    const auto each = [&](std::vector<double>& out, const auto& call) {
        for (std::size_t i = 0; i < poses.size(); ++i) out[i] = call(i);
    };
    const auto times = cpu_medians(
        rounds, [&] { each(ours, ask); },
        [&] { each(theirs, [&](std::size_t i) { return peers.obbrss->distance(poses[i]); }); },
        [&] { each(by_rss, [&](std::size_t i) { return peers.rss->distance(poses[i]); }); });
    const double scale = 1e6 / static_cast<double>(poses.size());
    row.mean = scale * times[0];
    row.obbrss_mean = scale * times[1];
    row.rss_mean = scale * times[2];
    row.times =
        Times(least_microseconds(poses.size(), rounds, [&](std::size_t i) { (void)ask(i); }));
    const double extent = std::max(mover.shape.extent(), obstacle.shape.extent());
    Hash hash;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        hash.add(std::bit_cast<std::uint64_t>(ours[i]));
        for (const double other : {theirs[i], by_rss[i]}) {
            row.deviation = std::max(row.deviation, std::abs(ours[i] - other) / extent);
        }
    }
    row.hash = hash.value();
    return row;
}

}  // namespace

std::vector<DistanceRow> measure_distances(std::size_t placements, int rounds) {
    std::vector<DistanceRow> rows;
    if (!has_fcl()) return rows;
    const auto measure = [&](const MeshPair& pair, std::size_t count) {
        const Peers peers(pair);
        for (const bool near : {true, false}) {
            const std::vector<Pose> poses = placements_of(pair, near, count);
            if (poses.empty()) continue;
            rows.push_back(measure_pair(pair, near, poses, peers, rounds));
        }
    };
    for_each_pair("distance", medium_pair_sources(),
                  [&](const MeshPair& pair) { measure(pair, placements); });
    for_each_pair("distance", large_pair_sources(),
                  [&](const MeshPair& pair) { measure(pair, placements / 4); });
    return rows;
}

}  // namespace swept::bench

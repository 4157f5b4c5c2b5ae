#include "measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "../common/cpu_clock.h"
#include "../common/medians.h"
#include "../common/tree_build.h"
#include "swept/overlap.h"

namespace swept::bench {

namespace {

using Answers = std::vector<char>;

std::uint64_t hash_of(const Answers& answers) {
    std::uint64_t h = 14695981039346656037ULL;
    for (const char a : answers) h = (h ^ std::uint64_t{a != 0}) * 1099511628211ULL;
    return h;
}

/// Median build times, in turns; the contestants keep their last build.
void time_builds(const Model& model, const Soup& soup, const Effort& effort,
                 std::span<const PeerKind> kinds, ModelRow& row, std::vector<BuiltPeer>& built) {
    std::vector<std::vector<double>> times(kinds.size());
    std::vector<double> ours;
    for (int round = 0; round < effort.rounds; ++round) {
        ours.push_back(cpu_seconds([&] { (void)tree_built_anew(model.shape); }));
        built.clear();
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            built.push_back(build_peer(kinds[i], soup));
            times[i].push_back(built.back().build_seconds);
        }
    }
    row.swept.build_seconds = median(ours);
    for (std::size_t i = 0; i < kinds.size(); ++i) built[i].build_seconds = median(times[i]);
}

Disagreement compare(const Polyhedron& shape, const Course& course, const Answers& ours,
                     const Answers& theirs) {
    constexpr std::size_t shown = 3;
    Disagreement result;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        if (ours[i] == theirs[i]) continue;
        const bool inside =
            ours[i] != 0 &&
            !overlap({shape}, {shape, course.poses[i]}, {.mode = OverlapMode::intersects}).witness;
        ++(ours[i] != 0 ? result.only_swept : result.only_peer);
        if (inside) ++result.inside;
        if (result.count() > shown) continue;
        result.examples.push_back(
            fmt::format("distance {:.6g}, angle {:.6g}: {}", course.distances[i / course.turns],
                        course.angle(i % course.turns),
                        inside ? "swept: a part inside"
                               : (ours[i] != 0 ? "only swept meets" : "only the peer meets")));
    }
    return result;
}

std::vector<double> hit_share(const Course& course, const Answers& answers) {
    std::vector<double> shares;
    for (std::size_t d = 0; d < course.distances.size(); ++d) {
        const auto at = std::span(answers).subspan(d * course.turns, course.turns);
        shares.push_back(static_cast<double>(std::ranges::count(at, 1)) /
                         static_cast<double>(course.turns));
    }
    return shares;
}

void time_near(const Polyhedron& shape, const Effort& effort, std::span<Peer* const> peers,
               ModelRow& row) {
    const std::vector<Pose> poses = near_poses(shape, effort.near_angles);
    const std::vector<double> times = time_all(peers, poses, effort.rounds);
    row.near_poses = poses.size();
    row.swept.near = times[0];
    for (std::size_t i = 0; i < row.fcl.size(); ++i) row.fcl[i].near = times[i + 1];
}

/// One pass over the course with overlap(); microseconds a query.
double time_overlap(const Polyhedron& shape, const Course& course, bool warm) {
    OverlapOptions options{.mode = OverlapMode::intersects};
    std::size_t hits = 0;
    const double spent = cpu_seconds([&] {
        for (const Pose& pose : course.poses) {
            const OverlapResult result = overlap({shape}, {shape, pose}, options);
            if (result.relation != Relation::separate) ++hits;
            if (warm && result.witness) options.warm_start = result.witness->indices;
        }
    });
    return hits == 0 ? 0 : spent / static_cast<double>(course.poses.size()) * 1e6;
}

void time_warm_start(const Polyhedron& shape, const Course& course, int rounds, ModelRow& row) {
    std::vector<double> cold;
    std::vector<double> warm;
    for (int round = 0; round < rounds; ++round) {
        cold.push_back(time_overlap(shape, course, false));
        warm.push_back(time_overlap(shape, course, true));
    }
    row.cold = median(cold);
    row.warm = median(warm);
}

/// The slow peers see the poses in an order that spreads any number of them evenly: one at each
/// distance in turn, at angles all over.
std::vector<std::size_t> spread_order(const Course& course) {
    const std::size_t turns = course.turns;
    std::size_t stride = turns * 382 / 1000 + 1;
    while (std::gcd(stride, turns) != 1) ++stride;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < course.poses.size(); ++i) {
        // Half a stride first: at angle 0 everything is symmetric.
        const std::size_t turn = (i * stride + stride / 2) % turns;
        order.push_back(i % course.distances.size() * turns + turn);
    }
    return order;
}

SampleRow sample(const PeerKind& kind, const Soup& soup, Peer& ours, const Course& course,
                 double budget) {
    const BuiltPeer built = build_peer(kind, soup);
    SampleRow row{.name = kind.name, .build_seconds = built.build_seconds, .bytes = built.bytes};
    std::vector<Pose> poses;
    Answers theirs;
    double spent = 0;
    for (const std::size_t i : spread_order(course)) {
        bool hit = false;
        spent += cpu_seconds([&] { hit = built.peer->collide(Pose(), course.poses[i]); });
        poses.push_back(course.poses[i]);
        theirs.push_back(static_cast<char>(hit));
        // Every distance once, whatever it takes; then as long as there is time.
        if (spent > budget && poses.size() >= course.distances.size()) break;
    }
    Answers answers(poses.size());
    row.poses = poses.size();
    row.mean = spent / static_cast<double>(poses.size()) * 1e6;
    row.swept_mean = median({time_poses(ours, poses, answers), time_poses(ours, poses, answers),
                             time_poses(ours, poses, answers)});
    for (std::size_t i = 0; i < poses.size(); ++i)
        if (answers[i] != theirs[i]) ++row.disagreements;
    return row;
}

void sample_slow_peers(const Soup& soup, Peer& ours, const Course& course, const Effort& effort,
                       ModelRow& row) {
    if (effort.sample_seconds <= 0) return;
    for (const auto& kinds : {fcl_dop_kinds(), ode_kinds(), bullet_kinds()}) {
        for (const PeerKind& kind : kinds) {
            row.samples.push_back(sample(kind, soup, ours, course, effort.sample_seconds));
        }
    }
}

}  // namespace

ModelRow measure_model(const Model& model, const Effort& effort) {
    ModelRow row{.name = model.name,
                 .origin = model.origin,
                 .what = model.what,
                 .triangles = model.triangles,
                 .shape_seconds = model.shape_seconds};
    const Soup soup = soup_of(model.shape);
    std::vector<BuiltPeer> built;
    time_builds(model, soup, effort, fcl_oriented_kinds(), row, built);

    const Polyhedron& shape = model.shape;
    row.statistics = shape.tree_statistics();
    const std::unique_ptr<Peer> ours = swept_peer(shape);
    std::vector<Peer*> peers{ours.get()};
    for (const BuiltPeer& b : built) peers.push_back(b.peer.get());

    const Course course = make_course(shape, effort.turns);
    std::vector<Answers> answers;
    const std::vector<Curve> curves = time_course(peers, course, effort.rounds, &answers);
    row.distances = course.distances;
    row.hit_share = hit_share(course, answers[0]);
    row.hash = hash_of(answers[0]);
    row.swept.name = "swept";
    row.swept.curve = curves[0];
    row.swept.bytes = row.statistics.bytes;
    for (std::size_t i = 0; i < built.size(); ++i) {
        row.fcl.push_back({.name = built[i].name,
                           .curve = curves[i + 1],
                           .build_seconds = built[i].build_seconds,
                           .bytes = built[i].bytes,
                           .disagreement = compare(shape, course, answers[0], answers[i + 1])});
    }
    time_near(shape, effort, peers, row);
    time_warm_start(shape, course, effort.rounds, row);
    sample_slow_peers(soup, *ours, course, effort, row);
    return row;
}

}  // namespace swept::bench

#include "peer_times.h"

#include <algorithm>
#include <numeric>

#include "cpu_clock.h"
#include "medians.h"

namespace swept::bench {

namespace {

using Answers = std::vector<char>;

double mean(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// A few of the queries to come, so that nobody is timed while his tree moves into the caches.
void warm_up(Peer& peer, std::span<const Pose> poses) {
    constexpr std::size_t queries = 16;
    const std::size_t step = std::max<std::size_t>(1, poses.size() / queries);
    for (std::size_t i = 0; i < poses.size(); i += step) (void)peer.collide(Pose(), poses[i]);
}

}  // namespace

double time_poses(Peer& peer, std::span<const Pose> poses, std::span<char> answers) {
    warm_up(peer, poses);
    const double spent = cpu_seconds([&] {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            answers[i] = static_cast<char>(peer.collide(Pose(), poses[i]));
        }
    });
    return spent / static_cast<double>(poses.size()) * 1e6;
}

std::vector<double> time_all(std::span<Peer* const> peers, std::span<const Pose> poses,
                             int rounds) {
    std::vector<double> result(peers.size());
    if (poses.empty()) return result;
    Answers answers(poses.size());
    std::vector<std::vector<double>> times(peers.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < peers.size(); ++i) {
            times[i].push_back(time_poses(*peers[i], poses, answers));
        }
    }
    std::ranges::transform(times, result.begin(),
                           [](const std::vector<double>& t) { return median(t); });
    return result;
}

double mean_with_0(const Curve& curve) {
    return mean(curve);
}

double mean_without_0(const Curve& curve) {
    return mean(std::span(curve).subspan(1));
}

std::vector<Curve> time_course(std::span<Peer* const> peers, const Course& course, int rounds,
                               std::vector<std::vector<char>>* answers) {
    std::vector<Answers> said(peers.size(), Answers(course.poses.size()));
    std::vector<Curve> curves(peers.size());
    for (std::size_t d = 0; d < course.distances.size(); ++d) {
        const std::size_t begin = d * course.turns;
        const auto poses = std::span(course.poses).subspan(begin, course.turns);
        std::vector<std::vector<double>> times(peers.size());
        for (int round = 0; round < rounds; ++round) {
            for (std::size_t i = 0; i < peers.size(); ++i) {
                const auto into = std::span(said[i]).subspan(begin, course.turns);
                times[i].push_back(time_poses(*peers[i], poses, into));
            }
        }
        for (std::size_t i = 0; i < peers.size(); ++i) curves[i].push_back(median(times[i]));
    }
    if (answers != nullptr) *answers = std::move(said);
    return curves;
}

}  // namespace swept::bench

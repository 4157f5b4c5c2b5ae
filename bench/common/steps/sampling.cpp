#include "sampling.h"

#include <algorithm>

#include "swept/overlap.h"

namespace swept::bench {

std::optional<double> first_meeting(const Scene& scene, const ScrewStep& step, std::size_t poses) {
    for (std::size_t i = 1; i <= poses; ++i) {
        const double fraction = static_cast<double>(i) / static_cast<double>(poses);
        if (intersects({scene.a, step.screw.pose_at(step.from, fraction)}, {scene.b}))
            return fraction;
    }
    return std::nullopt;
}

Sampling sample(const Scene& scene, std::size_t poses) {
    Sampling sampling{.poses = poses, .steps = scene.steps.size()};
    for (const ScrewStep& step : scene.steps) {
        const std::optional<double> fraction = first_meeting(scene, step, poses);
        if (!fraction) continue;
        const double late = *fraction - step.first;
        const Eigen::Vector3d there = step.screw.pose_at(step.from, *fraction).translation();
        const Eigen::Vector3d first = step.screw.pose_at(step.from, step.first).translation();
        sampling.found += 1;
        sampling.mean_late += late;
        sampling.most_late = std::max(sampling.most_late, late);
        sampling.most_beyond = std::max(sampling.most_beyond, (there - first).norm());
    }
    if (sampling.found > 0) sampling.mean_late /= static_cast<double>(sampling.found);
    return sampling;
}

}  // namespace swept::bench

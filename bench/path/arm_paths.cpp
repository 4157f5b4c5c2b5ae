#include "arm_paths.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <thread>

#include "../common/medians.h"
#include "../common/stopwatch.h"
#include "../common/subjects.h"
#include "arm.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

/// Samples of each segment.
constexpr int density = 20;

struct Scene {
    std::vector<ArmLink> links;
    std::vector<Placed> obstacles;
};

/// Through these joint angles, one after the other.
struct ArmMotion {
    std::string name;
    std::vector<Joints> waypoints;
};

/// In front of the arm a table, and a helmet on it, whose extent is 0.3.
Result<Scene> make_scene() {
    auto links = read_arm();
    if (!links) return tl::unexpected(links.error());
    const auto table =
        make_box({0.6, 1.4, 0.05}).and_then([](const Mesh& m) { return Polyhedron::build(m); });
    if (!table) return tl::unexpected(table.error());
    const auto helmet = make_mover(file_source("helmet", "products/SciFiHelmet.ply"), 0.3);
    if (!helmet) return tl::unexpected(helmet.error());
    const Pose world_from_table = Pose::make({0.55, 0, 0.075}).value();
    const double top = 0.1;
    const Pose world_from_helmet =
        Pose::make({0.5, 0, top + helmet->shape.box().size().z() / 2 + 0.001}).value();
    return Scene{std::move(*links),
                 {{*table, world_from_table}, {helmet->shape, world_from_helmet}}};
}

/// Across the table from right to left, over the helmet, and the same lower.
std::vector<ArmMotion> motions() {
    const Joints right{-1.1, 0.1, 0, -2.0, 0, 2.1, 0.8};
    const Joints left{1.1, 0.1, 0, -2.0, 0, 2.1, 0.8};
    const Joints above{0, -0.6, 0.1, -2.3, 0, 1.9, 0.2};
    const Joints low{0, 0.5, 0.1, -1.9, 0.2, 2.3, 0.2};
    return {{"over it", {right, above, left}}, {"into it", {right, low, left}}};
}

/// Smooth: at rest at every waypoint.
Joints joints_at(const ArmMotion& motion, double share) {
    const double place = share * static_cast<double>(motion.waypoints.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(place), motion.waypoints.size() - 2);
    const double eased = 0.5 - 0.5 * std::cos(std::numbers::pi * (place - static_cast<double>(i)));
    Joints joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        joints[j] = std::lerp(motion.waypoints[i][j], motion.waypoints[i + 1][j], eased);
    }
    return joints;
}

/// The poses of each link.
std::vector<std::vector<Pose>> link_paths(const ArmMotion& motion, std::size_t links,
                                          std::size_t count) {
    std::vector<std::vector<Pose>> paths(links);
    for (std::size_t k = 0; k < count; ++k) {
        const double share = static_cast<double>(k) / static_cast<double>(count - 1);
        const std::vector<Pose> poses = arm_poses(joints_at(motion, share));
        for (std::size_t link = 0; link < links; ++link) paths[link].push_back(poses[link]);
    }
    return paths;
}

bool meets_any(const Polyhedron& shape, const Pose& pose, std::span<const Placed> obstacles) {
    return std::ranges::any_of(obstacles, [&](const Placed& o) {
        return intersects({shape, pose}, {o.shape, o.world_from_shape});
    });
}

Pose pose_on(const std::vector<Pose>& poses, double place) {
    const auto segment = std::min(static_cast<std::size_t>(place), poses.size() - 2);
    const double fraction = std::min(place - static_cast<double>(segment), 1.0);
    return pose_between(poses[segment], poses[segment + 1], fraction);
}

/// Samples of what is called free are separate; soon after a hit there is one that meets.
void compare(const ArmLink& link, const std::vector<Pose>& poses, const PathResult& answer,
             std::span<const Placed> obstacles, ArmRow& row) {
    const double proven = answer.proven();
    const auto count = static_cast<std::size_t>(proven * density);
    for (std::size_t i = 0; i <= count; ++i) {
        const double place = static_cast<double>(i) / density;
        ++row.samples;
        if (meets_any(link.shape, pose_on(poses, place), obstacles)) ++row.disagree;
    }
    if (answer.state != State::hit) return;
    for (const double later : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1}) {
        const double place = std::min(proven + later, static_cast<double>(poses.size() - 1));
        ++row.samples;
        if (meets_any(link.shape, pose_on(poses, place), obstacles)) return;
    }
    ++row.disagree;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    return std::rotl(hash ^ value, 23) * 0x9e3779b97f4a7c15;
}

using Answers = std::vector<Result<PathResult>>;

std::uint64_t hash_of(const Answers& answers) {
    std::uint64_t hash = 0;
    for (const auto& answer : answers) {
        if (!answer) continue;
        hash = mixed(hash, static_cast<std::uint64_t>(answer->state));
        hash = mixed(hash, answer->segment);
        hash = mixed(hash, std::bit_cast<std::uint64_t>(answer->fraction));
        hash = mixed(hash, answer->contact.mover.face);
        hash = mixed(hash, answer->contact.obstacle.face);
    }
    return hash;
}

void judge(const Scene& scene, const std::vector<std::vector<Pose>>& paths, const Answers& answers,
           ArmRow& row) {
    row.first_hit = static_cast<double>(row.poses);
    for (std::size_t i = 0; i < scene.links.size(); ++i) {
        if (!answers[i]) {
            ++row.disagree;
            continue;
        }
        row.segments += std::ceil(answers[i]->proven());
        if (answers[i]->state == State::free) ++row.free;
        if (answers[i]->state == State::hit) {
            ++row.hit;
            if (answers[i]->proven() < row.first_hit) {
                row.first_hit = answers[i]->proven();
                row.first_link = scene.links[i].name;
            }
        }
        compare(scene.links[i], paths[i], *answers[i], scene.obstacles, row);
    }
}

ArmRow measure(const Scene& scene, const ArmMotion& motion, std::size_t poses, int rounds) {
    ArmRow row{.name = motion.name,
               .poses = poses,
               .links = scene.links.size(),
               .threads = std::max(1U, std::thread::hardware_concurrency())};
    const auto paths = link_paths(motion, scene.links.size(), poses);
    std::vector<Part> parts;
    parts.reserve(scene.links.size());
    for (const ArmLink& link : scene.links) {
        parts.push_back({link.shape, Pose()});
        row.link_faces += link.shape.face_count();
    }
    for (const Placed& obstacle : scene.obstacles) {
        row.obstacle_faces += obstacle.shape.face_count();
    }
    std::vector<PathQuery> questions;
    questions.reserve(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        questions.push_back({{&parts[i], 1}, paths[i], scene.obstacles});
    }
    Answers by_one, by_all;
    std::vector<double> times, wall_times;
    for (int round = 0; round < rounds; ++round) {
        times.push_back(cpu_seconds([&] { by_one = check_path_batch(questions, {}, 1); }));
        const Stopwatch clock;
        by_all = check_path_batch(questions, {}, 0);
        wall_times.push_back(clock.seconds());
    }
    row.seconds = median(times);
    row.all_threads = median(wall_times);
    row.hash = hash_of(by_one);
    row.same = row.hash == hash_of(by_all);
    judge(scene, paths, by_one, row);
    return row;
}

}  // namespace

Result<std::vector<ArmRow>> measure_arm(std::size_t poses, int rounds) {
    const Result<Scene> scene = make_scene();
    if (!scene) return tl::unexpected(scene.error());
    std::vector<ArmRow> rows;
    for (const ArmMotion& motion : motions()) {
        rows.push_back(measure(*scene, motion, poses, rounds));
    }
    return rows;
}

}  // namespace swept::bench

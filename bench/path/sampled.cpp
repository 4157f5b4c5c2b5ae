#include "sampled.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "../common/data_folder.h"
#include "../common/medians.h"
#include "../common/questions.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

constexpr double degree = std::numbers::pi / 180;
// Two poses are joined the short way round, by less than half a turn.
constexpr double largest_angle = 170 * degree;

/// From one pose to another, by the screw between them.
struct PosesToJoin {
    Pose from;
    Pose to;
};

struct Scene {
    std::string name;
    Subject mover;
    Subject obstacle;
    std::vector<PosesToJoin> questions;
};

void add(Scene& scene, const Pose& from, const Vector3d& origin, const Vector3d& axis, double angle,
         double advance) {
    const Screw screw = Screw::make(origin, axis, angle, advance).value();
    scene.questions.push_back({from, screw.pose_at(from, 1)});
}

/// Turns near the obstacle of which about half hit, with an advance.
Result<Scene> passing(const std::string& name, const Source& mover_source, double mover_size,
                      const Source& obstacle_source, std::size_t count) {
    const auto obstacle = make_obstacle(obstacle_source);
    if (!obstacle) return tl::unexpected(obstacle.error());
    const auto mover = make_mover(mover_source, mover_size * obstacle->size);
    if (!mover) return tl::unexpected(mover.error());
    Scene scene{name, *mover, *obstacle, {}};
    const auto starts = make_starts(*mover, *obstacle, count, 99);
    for (const Question& q : make_questions(*mover, *obstacle, starts, MotionKind::turn)) {
        const auto& turn = std::get<Rotation>(q.motion);
        const double angle = std::clamp(turn.angle(), -largest_angle, largest_angle);
        add(scene, q.start, turn.origin(), turn.axis(), angle, 0.3 * mover->shape.extent());
    }
    return scene;
}

/// One ring of a chain goes round along the other; glides beyond the play of 0.5 hit.
Result<Scene> linked_rings(std::size_t count) {
    const Source ring = solid_source("torus", "torus,rings=112,sides=56,major=1,minor=0.25");
    const auto shape = make_obstacle(ring);
    if (!shape) return tl::unexpected(shape.error());
    Scene scene{"linked rings", *shape, *shape, {}};
    Random random(5);
    for (std::size_t i = 0; i < count; ++i) {
        const double lean = random.uniform(60, 120) * degree;
        const Quaternion turned(Eigen::AngleAxisd(lean, Vector3d::UnitX()));
        const Pose from = Pose::make(Vector3d::UnitX(), turned).value();
        add(scene, from, Vector3d::Zero(), Vector3d::UnitZ(), random.uniform(60, 170) * degree,
            random.uniform(-0.8, 0.8));
    }
    return scene;
}

/// Two gears that stand in mesh in their files: one is lifted out along its own axis while it turns
/// by up to eight degrees, which is more than the play of their teeth.
Result<Scene> gear_out_of_mesh(std::size_t count) {
    const auto mover =
        make_obstacle(file_source("medium gear", "gears/gear_medium_space_5e-4.ply"));
    if (!mover) return tl::unexpected(mover.error());
    const auto obstacle =
        make_obstacle(file_source("small gear", "gears/gear_small_space_5e-4.ply"));
    if (!obstacle) return tl::unexpected(obstacle.error());
    Scene scene{"gear out of mesh", *mover, *obstacle, {}};
    const Vector3d axis = Vector3d::UnitZ();
    const double height = mover->shape.box().size().z();
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = 8 * degree * static_cast<double>(i + 1) / static_cast<double>(count);
        add(scene, Pose(), mover->shape.box().centre(), axis, angle, 1.25 * height);
    }
    return scene;
}

/// How far two poses put the points of a ball about the mover's origin apart, at most.
double apart(const Pose& a, const Pose& b, double radius) {
    const double turn = a.rotation().angularDistance(b.rotation());
    return (a.translation() - b.translation()).norm() + turn * radius;
}

SampledRow measure(const Scene& scene, const PosesToJoin& question, SamplingPeer& peer,
                   int rounds) {
    const auto& [from, to] = question;
    const Screw screw = screw_between(from, to);
    const double extent = scene.mover.shape.extent();
    SampledRow row{.scene = scene.name,
                   .mover_faces = scene.mover.face_count(),
                   .obstacle_faces = scene.obstacle.face_count(),
                   .angle = screw.angle(),
                   .advance = screw.advance() / extent};
    const auto times = cpu_medians(
        rounds,
        [&] {
            row.answer =
                sweep({scene.mover.shape, from}, screw_between(from, to), {scene.obstacle.shape});
        },
        [&] { row.peer = peer.check(from, to); });
    row.seconds = times[0];
    row.peer_seconds = times[1];
    row.half_apart = apart(screw.pose_at(from, 0.5), peer.pose_at(from, to, 0.5), extent) / extent;
    return row;
}

void measure_scene(const Result<Scene>& scene, int rounds, std::vector<SampledRow>& rows) {
    if (!scene) {
        std::printf("a scene of gears: %s: skipped\n", scene.error().message().c_str());
        return;
    }
    const auto peer =
        make_fcl_peer(soup_of(scene->mover.shape), soup_of(scene->obstacle.shape), sampled_poses);
    if (!peer) return;
    for (const PosesToJoin& question : scene->questions) {
        const OverlapResult start =
            overlap({scene->mover.shape, question.from}, {scene->obstacle.shape});
        if (start.relation != Relation::separate) continue;  // FCL would see no further
        rows.push_back(measure(*scene, question, *peer, rounds));
    }
}

}  // namespace

std::vector<SampledRow> measure_sampled(std::size_t questions, int rounds) {
    const Source torus = solid_source("torus", "torus,rings=112,sides=56");
    const Source small_gear = file_source("small gear", "gears/gear_small_space_5e-4.ply");
    const Source medium_gear = file_source("medium gear", "gears/gear_medium_space_5e-4.ply");
    std::vector<SampledRow> rows;
    measure_scene(passing("ring past ring", torus, 1, torus, questions), rounds, rows);
    measure_scene(linked_rings(questions), rounds, rows);
    if (const auto gear = gear_source()) {
        measure_scene(passing("gear past gear", *gear, 1, *gear, questions), rounds, rows);
    }
    if (!std::filesystem::exists(data_folder())) return rows;
    measure_scene(passing("small past medium gear", small_gear, 0.5, medium_gear, questions),
                  rounds, rows);
    measure_scene(passing("ring past medium gear", torus, 0.5, medium_gear, questions), rounds,
                  rows);
    measure_scene(gear_out_of_mesh(questions), rounds, rows);
    return rows;
}

}  // namespace swept::bench

#include "sets.h"

#include <cmath>
#include <numbers>

#include "../common/medians.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

/// A motion of each kind from one start, and how far the object's middle goes.
struct MotionMaker {
    const char* name;
    Motion (*make)(const Pose& start, Random& random);
    double path;
};

constexpr double quarter = std::numbers::pi / 2;

/// A point a metre beside the object, for a vertical axis.
Vector3d beside(const Pose& start, Random& random) {
    const double angle = random.uniform(-std::numbers::pi, std::numbers::pi);
    return start.translation() + Vector3d(std::cos(angle), std::sin(angle), 0);
}

Motion short_way(const Pose& /*start*/, Random& random) {
    return Translation::make(random.direction()).value();
}
Motion long_way(const Pose& /*start*/, Random& random) {
    return Translation::make(10 * random.direction()).value();
}
Motion turn(const Pose& start, Random& random) {
    return Rotation::make(beside(start, random), Vector3d::UnitZ(), quarter).value();
}
Motion screw(const Pose& start, Random& random) {
    return Screw::make(beside(start, random), Vector3d::UnitZ(), quarter, 1).value();
}

std::vector<MotionMaker> motions() {
    return {{"way of 1 m", short_way, 1},
            {"way of 10 m", long_way, 10},
            {"quarter turn", turn, quarter},
            {"quarter turn, 1 m along", screw, std::hypot(quarter, 1)}};
}

std::vector<Source> objects() {
    return {solid_source("car", "car,length=1.2,width=0.6,height=0.5"),
            solid_source("torus", "torus,rings=24,sides=12,major=0.35,minor=0.15"),
            solid_source("fine torus", "torus,rings=224,sides=112,major=0.35,minor=0.15")};
}

/// Poses at which the fattest set, and so the object in it, is clear of everything.
std::vector<Pose> clear_poses(const Scene& scene, const SphereSet& set, std::size_t count) {
    const CastOptions options{.sides = Sides::both, .initial_overlap = InitialOverlap::solids};
    Random random(14);
    std::vector<Pose> poses;
    for (std::uint64_t seed = 100; poses.size() < count && seed < 200; ++seed) {
        for (const Vector3d& at : starts_in(scene, count, seed)) {
            const Pose pose = Pose::make(at, random.rotation()).value();
            const CastResult here =
                cast(SphereSetCast{set, pose, Translation()}, {scene.shape}, options);
            if (here.start == Relation::separate && poses.size() < count) poses.push_back(pose);
        }
    }
    return poses;
}

SetRow measure(const Scene& scene, const Polyhedron& object, const SphereSet& set,
               std::span<const Pose> poses, const MotionMaker& maker) {
    const CastOptions options;
    const SweepOptions sweep_options{.initial_overlap = InitialOverlap::surfaces};
    Random random(15);
    std::vector<Motion> motions;
    for (const Pose& pose : poses) motions.push_back(maker.make(pose, random));
    std::vector<CastResult> casts(poses.size());
    std::vector<SweepResult> sweeps(poses.size());
    const auto ask = [&] {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            casts[i] = cast(SphereSetCast{set, poses[i], motions[i]}, {scene.shape}, options);
        }
    };
    const auto ask_mesh = [&] {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            sweeps[i] = sweep({object, poses[i]}, motions[i], {scene.shape}, sweep_options);
        }
    };
    const auto [seconds, mesh_seconds] = cpu_medians(3, ask, ask_mesh);
    const auto count = static_cast<double>(poses.size());
    SetRow row{.object = {},
               .faces = object.face_count(),
               .spheres = set.spheres().size(),
               .motion = maker.name,
               .sweeps = poses.size(),
               .us = 1e6 * seconds / count,
               .mesh_us = 1e6 * mesh_seconds / count};
    std::vector<double> earlier;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const bool hit = casts[i].state == State::hit;
        const bool mesh_hit = sweeps[i].state == State::hit;
        if (casts[i].state == State::undecided) ++row.undecided;
        row.hits += hit ? 1 / count : 0;
        row.mesh_hits += mesh_hit ? 1 / count : 0;
        const double before = hit ? casts[i].hit.fraction : 1;
        if (hit && mesh_hit) earlier.push_back(sweeps[i].free_fraction - before);
        // The mesh stops a margin before it touches, so that a set may be later by as much.
        const double mm = 1000 * maker.path * (before - sweeps[i].free_fraction);
        if (mm > 0.1) ++row.later;
    }
    if (!earlier.empty()) row.earlier_mm = 1000 * maker.path * median(earlier);
    return row;
}

}  // namespace

std::vector<SetRow> measure_sets(const Scene& scene, const Effort& effort) {
    std::vector<SetRow> rows;
    for (const Source& source : objects()) {
        const Polyhedron object = Polyhedron::build(source.make().value()).value();
        (void)object.box_tree();  // made now, not in the first query
        const std::array sets{fit_spheres(object, 16).value(), fit_spheres(object, 64).value()};
        const std::vector<Pose> poses = clear_poses(scene, sets[0], effort.set_sweeps);
        if (poses.size() < effort.set_sweeps) continue;
        for (const MotionMaker& maker : motions()) {
            for (const SphereSet& set : sets) {
                rows.push_back(measure(scene, object, set, poses, maker));
                rows.back().object = source.name;
            }
        }
    }
    return rows;
}

}  // namespace swept::bench

// Paths before a judge that shares no code with them: poses all along the way, densely, each
// decided in exact arithmetic.

#include <gtest/gtest.h>

#include "swept/path.h"
#include "swept/solids.h"
#include "tests/oracle/separation.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept::test {
namespace {

struct Scene {
    std::vector<Part> parts;
    std::vector<Placed> obstacles;
    std::vector<Pose> poses;
};

Scene random_scene(Random& random) {
    Scene scene;
    const auto shape = [&] {
        switch (random.integer(0, 3)) {
            case 0:
                return box(random.uniform(0.1, 1), random.uniform(0.1, 1), 1);
            case 1:
                return built(make_torus(9, 6, 0.7, random.uniform(0.1, 0.4)));
            case 2:
                return built(make_stairs(4, 0.3, 0.3, 1));
            default:
                return from_faces({{random.point(1), random.point(1), random.point(1)}});
        }
    };
    const int parts = random.integer(1, 2);
    for (int i = 0; i < parts; ++i) {
        scene.parts.push_back({shape(), i == 0 ? Pose() : random.pose(0.5)});
    }
    const int obstacles = random.integer(1, 3);
    for (int i = 0; i < obstacles; ++i) scene.obstacles.push_back({shape(), random.pose(2)});
    // A way of small steps, as planners make them, or of a few large ones.
    const bool fine = random.integer(0, 1) == 0;
    const int count = fine ? 30 : 4;
    Vector3d place = 3 * random.direction(), axis = random.direction();
    const Vector3d goal = random.point(1.5);
    const double angle = random.uniform(0, 3);
    for (int i = 0; i < count; ++i) {
        const double share = double(i) / (count - 1);
        const Vector3d here =
            place + 1.5 * share * (goal - place) + random.point(fine ? 0.02 : 0.5);
        scene.poses.push_back(turned(here, axis, angle * share));
    }
    return scene;
}

/// Whether all stay this far apart with the mover at a pose; a distance of 0 asks for separateness.
bool stands(const Scene& scene, const Pose& pose, double distance) {
    for (const Part& part : scene.parts) {
        const Pose placed = pose * part.mover_from_shape;
        for (const Placed& o : scene.obstacles) {
            if (oracle::interpenetrate(part.shape, placed, o.shape, o.world_from_shape) ||
                (distance > 0 && !oracle::separation_at_least(part.shape, placed, o.shape,
                                                              o.world_from_shape, distance))) {
                return false;
            }
        }
    }
    return true;
}

TEST(judged_paths, what_is_proven_free_is_free_and_stops_are_where_they_must_be) {
    Random random(77);
    int hits = 0, free = 0, samples = 0;
    for (int i = 0; i < 90; ++i) {
        const Scene scene = random_scene(random);
        PathOptions options;
        options.join = static_cast<PathJoin>(i % 3);
        options.clearance = clearance_of(i % 2 == 0 ? 0 : random.uniform(1e-3, 0.2));
        options.deviation = options.join == PathJoin::straight ? 1e-4 : 0;
        const auto result = check_path(scene.parts, scene.poses, scene.obstacles, options);
        ASSERT_TRUE(result);
        if (result->state == State::overlapping || result->proven() == 0) continue;
        ASSERT_NE(result->state, State::undecided);
        // Kept to within rounding: sizes are below 10 here.
        const double kept = options.clearance.length() * (1 - 1e-12);
        const int per_segment = scene.poses.size() > 10 ? 3 : 40;
        for (std::size_t s = 0; s + 1 < scene.poses.size(); ++s) {
            for (int k = 0; k < per_segment; ++k) {
                const double fraction = double(k) / per_segment;
                if (double(s) + fraction > result->proven()) break;
                const Pose pose =
                    pose_between(scene.poses[s], scene.poses[s + 1], fraction, options);
                EXPECT_TRUE(stands(scene, pose, kept)) << i << " at " << s << " " << fraction;
                ++samples;
            }
        }
        EXPECT_TRUE(stands(scene, result->end, kept)) << i;
        if (result->state == State::free) {
            ++free;
            continue;
        }
        ++hits;
        // At the stop something is as close as the margin, and no closer than a deviation allows.
        const double near = options.clearance.length() + 3 * options.deviation + 2e-9;
        EXPECT_FALSE(stands(scene, result->end, near + result->margin - options.clearance.length()))
            << i;
    }
    EXPECT_GT(hits, 20);
    EXPECT_GT(free, 10);
    EXPECT_GT(samples, 1500);
}

}  // namespace
}  // namespace swept::test

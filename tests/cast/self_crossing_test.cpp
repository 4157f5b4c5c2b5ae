// Rays and spheres at closed meshes that cross themselves: an inverted fold is hit like any face.

#include <gtest/gtest.h>

#include "tests/cast/samples.h"
#include "tests/oracle/sweep_scenes.h"

namespace swept::test {
namespace {

/// A cube whose top centre is pulled down through its bottom: below it the spike shows its backs.
Polyhedron spike() {
    return from_faces({{{-0.5, 0.5, -0.5}, {0.5, 0.5, -0.5}, {0.5, -0.5, -0.5}, {-0.5, -0.5, -0.5}},
                       {{-0.5, -0.5, -0.5}, {0.5, -0.5, -0.5}, {0.5, -0.5, 0.5}, {-0.5, -0.5, 0.5}},
                       {{0.5, -0.5, -0.5}, {0.5, 0.5, -0.5}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}},
                       {{0.5, 0.5, -0.5}, {-0.5, 0.5, -0.5}, {-0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}},
                       {{-0.5, 0.5, -0.5}, {-0.5, -0.5, -0.5}, {-0.5, -0.5, 0.5}, {-0.5, 0.5, 0.5}},
                       {{-0.5, -0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, -1.5}},
                       {{0.5, -0.5, 0.5}, {0.5, 0.5, 0.5}, {0, 0, -1.5}},
                       {{0.5, 0.5, 0.5}, {-0.5, 0.5, 0.5}, {0, 0, -1.5}},
                       {{-0.5, 0.5, 0.5}, {-0.5, -0.5, 0.5}, {0, 0, -1.5}}});
}

TEST(cast_self_crossing, the_spike_is_hit_by_a_ray_and_a_sphere) {
    const Polyhedron shape = spike();
    ASSERT_TRUE(shape.is_closed() && shape.is_oriented());
    const Ray past = segment({-3, 0, -1.25}, {3, 0, -1.25});
    const CastResult ray = cast(past, {shape});
    ASSERT_EQ(ray.state, State::hit) << "it went through the back of the fold";
    EXPECT_NEAR(ray.hit.point[0], -0.0625, 1e-12);
    EXPECT_EQ(ray.hit.side, FaceSide::back);
    const CastResult ball = cast(SphereCast{past, radius(0.1)}, {shape});
    ASSERT_EQ(ball.state, State::hit);
    EXPECT_LT(ball.hit.fraction, ray.hit.fraction);
}

TEST(cast_self_crossing, no_segment_gets_through_a_folded_mesh_unseen) {
    // Whatever meets the surface by exact overlap is hit by the ray along it.
    int hits = 0, misses = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) {
        oracle::SceneChance chance(4711, i);
        const Polyhedron shape = oracle::random_shape(chance, oracle::ShapeFamily::folded, 1).shape;
        if (shape.report().sides_reason == SidesReason::proven) continue;
        const Vector3d middle = oracle::middle_of(shape);
        const Vector3d from = middle + oracle::radius_of(shape) * chance.in_cube(1.2);
        const Vector3d to = middle + oracle::radius_of(shape) * chance.in_cube(1.2);
        bool met = false;
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            std::vector<Vector3d> corners;
            for (const VertexIndex v : shape.corners(FaceIndex(f))) {
                corners.push_back(shape.position(v));
            }
            const std::array<Vector3d, 2> way{from, to};
            met = met || faces_meet(way, corners);
        }
        EXPECT_EQ(cast(segment(from, to), {shape}).state == State::hit, met) << i;
        ++(met ? hits : misses);
    }
    EXPECT_GT(hits, 300);
    EXPECT_GT(misses, 300);
}

}  // namespace
}  // namespace swept::test

// Casts by the paper's cullings, in bins, in the library's tree and without a tree, give the same
// bits as those of the library.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "swept/papers/schroeder.h"
#include "swept/solids.h"
#include "tests/oracle/cast_runs.h"
#include "tests/repeats.h"

namespace swept::papers::schroeder {
namespace {

using Eigen::Vector3d;
using oracle::CastCase;
using oracle::SceneChance;
using oracle::SetCase;
using std::numbers::pi;

constexpr std::array cullings{Culling::path_box, Culling::outcodes};
constexpr std::array partitions{Partition::bins, Partition::tree, Partition::none};

bool same_hits(const CastHit& a, const CastHit& b) {
    return a.fraction == b.fraction && a.point == b.point && a.normal == b.normal &&
           a.face == b.face && a.face_index == b.face_index && a.sphere == b.sphere &&
           a.feature == b.feature && a.side == b.side;
}

/// But for what they took.
bool same_answers(const CastResult& a, const CastResult& b) {
    return a.state == b.state && a.start == b.start && a.error_bound == b.error_bound &&
           (a.state != State::hit || same_hits(a.hit, b.hit));
}

CastOptions options_of(const swept::CastOptions& options, Culling culling, Partition partition) {
    return {.culling = culling,
            .partition = partition,
            .mode = options.mode,
            .sides = options.sides,
            .clearance = options.clearance,
            .initial_overlap = options.initial_overlap};
}

PlacedModel placed(const Polyhedron& shape, const Pose& pose, unsigned leaf_size = 8) {
    return {Model::make(shape, {.leaf_size = leaf_size}).value(), pose};
}

/// By every culling and partition, `ask` and `ask_all` answer as the library does.
template <class Ask, class AskAll>
void expect_same(const CastResult& first, const std::vector<CastHit>& hits,
                 const swept::CastOptions& options, const Ask& ask, const AskAll& ask_all) {
    for (const Culling culling : cullings) {
        for (const Partition partition : partitions) {
            const CastOptions by_paper = options_of(options, culling, partition);
            const std::string method =
                std::string(name_of(culling)) + ", " + std::string(name_of(partition));
            EXPECT_TRUE(same_answers(ask(by_paper), first)) << method;
            const AllHits all = ask_all(by_paper);
            EXPECT_EQ(all.result.start, first.start) << method;
            EXPECT_TRUE(std::ranges::equal(all.hits, hits, same_hits)) << method;
        }
    }
}

TEST(schroeder_cast, gives_the_same_bits_in_random_scenes) {
    int hits = 0, casts = 0;
    for (int i = 0; i < test::repeats(300); ++i) {
        SceneChance chance(41, static_cast<std::uint64_t>(i));
        const oracle::JudgedScene judged(oracle::cast_scene(chance), false);
        const Polyhedron& shape = judged.scene.named.shape;
        const Pose& pose = judged.scene.world_from_shape;
        const PlacedModel target = placed(shape, pose, 1 + static_cast<unsigned>(i % 4));
        oracle::CastChance questions(chance, judged.scene, judged.shape);
        for (int k = 0; k < 8; ++k) {
            const CastCase c = k % 2 == 0 ? CastCase{questions.ray(), {}, questions.options()}
                                          : questions.sphere();
            std::vector<CastHit> all;
            const CastResult first = cast(SphereCast{c.ray, c.radius}, {shape, pose}, c.options);
            cast_all(SphereCast{c.ray, c.radius}, {shape, pose}, c.options, all);
            expect_same(
                first, all, c.options,
                [&](const CastOptions& o) { return cast(c.ray, c.radius, target, o); },
                [&](const CastOptions& o) { return cast_all(c.ray, c.radius, target, o); });
            ASSERT_FALSE(HasFailure()) << i << '\n' << describe(c) << describe(judged.scene);
            hits += first.state == State::hit;
            ++casts;
        }
    }
    EXPECT_GT(hits, casts / 5);
    EXPECT_LT(hits, casts);
}

TEST(schroeder_cast, gives_the_same_bits_for_sets_of_spheres) {
    int hits = 0, casts = 0;
    for (int i = 0; i < test::repeats(60); ++i) {
        SceneChance chance(42, static_cast<std::uint64_t>(i));
        const oracle::JudgedScene judged(oracle::cast_scene(chance), false);
        const Polyhedron& shape = judged.scene.named.shape;
        const Pose& pose = judged.scene.world_from_shape;
        const PlacedModel target = placed(shape, pose, 2);
        oracle::CastChance questions(chance, judged.scene, judged.shape);
        const SetCase c = questions.sphere_set();
        const MovingSpheres moving{c.spheres, c.world_from_spheres, c.motion};
        const CastResult first = cast(SphereSetCast{c.spheres, c.world_from_spheres, c.motion},
                                      {shape, pose}, c.options);
        if (first.state == State::undecided) continue;  // the budget is for boxes, too
        std::vector<CastHit> all;
        cast_all(SphereSetCast{c.spheres, c.world_from_spheres, c.motion}, {shape, pose}, c.options,
                 all);
        expect_same(
            first, all, c.options, [&](const CastOptions& o) { return cast(moving, target, o); },
            [&](const CastOptions& o) { return cast_all(moving, target, o); });
        ASSERT_FALSE(HasFailure()) << i << '\n' << describe(judged.scene);
        hits += first.state == State::hit;
        ++casts;
    }
    EXPECT_GT(hits, casts / 5);
    EXPECT_LT(hits, casts);
}

TEST(schroeder_cast, through_a_corner_of_a_polygon_has_one_normal) {
    // All triangles of a fan meet in its first corner; turned, they are not quite in one plane.
    Mesh mesh;
    std::vector<std::uint32_t> corners;
    for (unsigned i = 0; i < 12; ++i) {
        mesh.add_vertex({std::cos(pi * i / 6), std::sin(pi * i / 6), 0});
        corners.push_back(i);
    }
    mesh.add_polygon(corners);
    const Polyhedron disc = Polyhedron::build(mesh).value();
    for (int i = 0; i < 100; ++i) {
        SceneChance chance(43, static_cast<std::uint64_t>(i));
        const auto number = [&] { return chance.real(-1, 1); };
        const Quaternion turn(number(), number(), number(), number());
        const Pose pose = Pose::make({number(), number(), number()}, turn.normalized()).value();
        const Vector3d goal = pose * disc.vertices()[0];
        const Vector3d from = goal + Vector3d(number(), number(), number());
        const Ray ray = Ray::between(from, goal).value();
        const CastResult first = cast(ray, {disc, pose});
        ASSERT_EQ(first.state, State::hit);
        std::vector<CastHit> all;
        cast_all(ray, {disc, pose}, {}, all);
        ASSERT_EQ(all.size(), 1U);
        const PlacedModel target = placed(disc, pose, 1);
        expect_same(
            first, all, {}, [&](const CastOptions& o) { return cast(ray, {}, target, o); },
            [&](const CastOptions& o) { return cast_all(ray, {}, target, o); });
    }
}

TEST(schroeder_cast, any_hit_is_one_of_all) {
    const Polyhedron shape = Polyhedron::build(make_torus(24, 16, 1, 0.4).value()).value();
    const PlacedModel target = placed(shape, Pose());
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        const double y = -1.5 + 0.05 * i;
        const Ray ray = Ray::between({-3, y, 0.1}, {3, y, 0.1}).value();
        const CastResult any = cast(ray, {}, target, {.mode = CastMode::any});
        const AllHits all = cast_all(ray, {}, target);
        ASSERT_EQ(any.state, all.result.state) << i;
        if (any.state != State::hit) continue;
        ++hits;
        EXPECT_TRUE(std::ranges::any_of(all.hits, [&](const CastHit& h) {
            return same_hits(h, any.hit);
        })) << i;
    }
    EXPECT_GT(hits, 20);
    EXPECT_LT(hits, 60);
}

TEST(schroeder_cast, boxes_leave_fewer_triangles_the_closer_they_are_tested) {
    const Polyhedron level = Polyhedron::build(make_level({.rooms = 16}).value()).value();
    const PlacedModel target = placed(level, Pose());
    const Ray ray = Ray::between({1, 1, 1.5}, {20, 17, 1.9}).value();
    const auto asked = [&](Culling culling, Partition partition) {
        return cast(ray, {}, target, {.culling = culling, .partition = partition});
    };
    const CastResult box = asked(Culling::path_box, Partition::none);
    const CastResult codes = asked(Culling::outcodes, Partition::none);
    const CastResult box_in_bins = asked(Culling::path_box, Partition::bins);
    const CastResult codes_in_bins = asked(Culling::outcodes, Partition::bins);
    EXPECT_LT(codes.face_tests, box.face_tests);
    EXPECT_LT(codes_in_bins.face_tests, box_in_bins.face_tests);
    EXPECT_LT(box_in_bins.box_tests, box.box_tests);
    EXPECT_LT(codes_in_bins.box_tests, box_in_bins.box_tests);
}

TEST(schroeder_cast, options_have_names) {
    EXPECT_EQ(name_of(Culling::path_box), "path box");
    EXPECT_EQ(name_of(Culling::outcodes), "outcodes");
    EXPECT_EQ(name_of(Partition::bins), "bins");
    EXPECT_EQ(name_of(Partition::tree), "tree");
    EXPECT_EQ(name_of(Partition::none), "none");
}

}  // namespace
}  // namespace swept::papers::schroeder

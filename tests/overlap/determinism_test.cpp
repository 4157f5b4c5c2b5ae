// The same bits for any number of threads, any instruction set and any number of askers at once.

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <thread>

#include "core/inside.h"
#include "core/simd_targets.h"
#include "swept/solids.h"
#include "tests/other_trees.h"
#include "tests/overlap/samples.h"
#include "tests/with.h"

namespace swept {
namespace {

using namespace test;

/// FNV-1a over everything that is answered.
class Hash {
   public:
    void add(std::uint64_t number) {
        for (int i = 0; i < 8; ++i, number >>= 8U) value_ = (value_ ^ (number & 0xffU)) * prime;
    }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    void add(const OverlapResult& result) {
        add(static_cast<std::uint64_t>(result.relation));
        add(static_cast<std::uint64_t>(result.contained));
        add(std::uint64_t{result.state != State::undecided});
        add(result.stats.volume_tests);
        add(result.stats.face_tests);
        add(std::uint64_t{result.witness.has_value()});
        if (!result.witness) return;
        for (const FaceIndex face : result.witness->indices) add(std::uint64_t{face.value});
        add(std::uint64_t{result.witness->faces.a});
        add(std::uint64_t{result.witness->faces.b});
        for (int i = 0; i < 3; ++i) add(result.witness->point[i]);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

   private:
    static constexpr std::uint64_t prime = 0x100000001b3;
    std::uint64_t value_ = 0xcbf29ce484222325;
};

/// Two shapes and places for them.
struct Scene {
    Polyhedron a;
    Polyhedron b;
    std::vector<PosePair> placements;
};

std::vector<Scene> scenes(unsigned seed) {
    Random random(seed);
    const std::vector<std::pair<Mesh, Mesh>> meshes{
        {make_torus(20, 12, 3, 1).value(), make_torus(16, 10, 2, 0.5).value()},
        {make_sphere(2, 12, 14).value(), make_stairs(10, 0.4, 0.3, 2).value()},
        {make_prism(30, 2, 1).value(), scaled(make_sphere(1, 8, 9).value(), 0x1p-20)},
        {make_room().value(), make_car(2, 1, 0.8).value()},
        {cube(1), points_of({{0, 0, 0}, {1, 1, 1}, {3, 2, 1}})}};
    std::vector<Scene> made;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        Scene scene{built(meshes[i].first), built(meshes[i].second), {}};
        for (int k = 0; k < 80; ++k) scene.placements.push_back({random.pose(1), random.pose(3)});
        for (int k = 0; k < 20; ++k) {
            scene.placements.push_back({at(random.grid_point(1)), at(random.grid_point(2))});
        }
        for (int k = 0; k < 10; ++k) {  // the two lie on each other
            const Pose both = random.pose(100);
            scene.placements.push_back({both, both});
        }
        made.push_back(std::move(scene));
    }
    return made;
}

/// Everything that one thread can ask of two placed shapes.
void ask_all(const Scene& scene, const PosePair& placement, Hash& hash) {
    const auto& [pose_a, pose_b] = placement;
    hash.add(overlap({scene.a, pose_a}, {scene.b, pose_b}));
    hash.add(overlap({scene.a, pose_a}, {scene.b, pose_b}, {.mode = OverlapMode::intersects}));
    hash.add(overlap({scene.a, pose_a}, {scene.b, pose_b}, {.budget = 100}));
    hash.add(std::uint64_t{intersects({scene.a, pose_a}, {scene.b, pose_b})});
    (void)visit_intersecting_faces(
        {scene.a, pose_a}, {scene.b, pose_b}, [&](FaceIndex i, FaceIndex k) {
            hash.add(std::uint64_t{i.value});  // in the order in which they come
            hash.add(std::uint64_t{k.value});
            return true;
        });
    const Vector3d point = pose_b * scene.b.position(VertexIndex(0));
    hash.add(static_cast<std::uint64_t>(classify_point({scene.a, pose_a}, point)));
    Box box;
    box.add(point);
    box.add(pose_a.translation());
    for (const std::uint32_t face : faces_in({scene.a, pose_a}, box)) hash.add(std::uint64_t{face});
}

std::uint64_t hash_of(const std::vector<Scene>& all) {
    Hash hash;
    for (const Scene& scene : all) {
        for (const PosePair& placement : scene.placements) ask_all(scene, placement, hash);
        for (const FacePair& pair : self_intersections(scene.b)) {
            hash.add(std::uint64_t{pair.a});
            hash.add(std::uint64_t{pair.b});
        }
    }
    return hash.value();
}

TEST(determinism, every_instruction_set_gives_the_same_bits) {
    const std::vector<Scene> all = scenes(91);
    const std::uint64_t expected = hash_of(all);
    EXPECT_EQ(hash_of(all), expected);
    for (const SimdTarget& target : simd_targets()) {
        SCOPED_TRACE(target.name);
        use_simd_target(target.bit);
        EXPECT_EQ(hash_of(all), expected);
        EXPECT_EQ(hash_of(scenes(91)), expected);  // trees built on it too
    }
    use_simd_target(0);
    EXPECT_EQ(hash_of(all), expected);
}

TEST(determinism, both_answers_are_among_those_compared) {
    int met = 0, asked = 0;
    for (const Scene& scene : scenes(91)) {
        for (const auto& [pose_a, pose_b] : scene.placements) {
            met += intersects({scene.a, pose_a}, {scene.b, pose_b}) ? 1 : 0;
            ++asked;
        }
    }
    EXPECT_GT(met, asked * 3 / 10);
    EXPECT_LT(met, asked * 7 / 10);
}

TEST(determinism, a_batch_answers_as_single_queries_do_with_any_number_of_threads) {
    for (const Scene& scene : scenes(92)) {
        for (const OverlapOptions& options :
             {OverlapOptions{}, OverlapOptions{.mode = OverlapMode::intersects},
              OverlapOptions{.budget = 60},
              OverlapOptions{.warm_start = {{FaceIndex(0), FaceIndex(1)}}}}) {
            Hash expected;
            for (const auto& [pose_a, pose_b] : scene.placements) {
                expected.add(overlap({scene.a, pose_a}, {scene.b, pose_b}, options));
            }
            for (const unsigned threads : {0U, 1U, 2U, 8U}) {
                const auto results = overlap_batch(placed_pairs(scene.a, scene.b, scene.placements),
                                                   options, threads);
                ASSERT_EQ(results.size(), scene.placements.size());
                Hash hash;
                for (const OverlapResult& result : results) hash.add(result);
                EXPECT_EQ(hash.value(), expected.value()) << threads << " threads";
            }
        }
        EXPECT_TRUE(overlap_batch({}).empty());
    }
}

TEST(determinism, a_batch_answers_as_single_queries_do) {
    const Scene scene = std::move(scenes(93)[0]);
    const Polyhedron a = built(scene.a.mesh()), b = built(scene.b.mesh());
    const auto results =
        overlap_batch(placed_pairs(a, b, scene.placements), {}, 8);  // makes the trees
    for (std::size_t i = 0; i < results.size(); ++i) {
        Hash batch, single;
        batch.add(results[i]);
        single.add(
            overlap({a, scene.placements[i].world_from_a}, {b, scene.placements[i].world_from_b}));
        EXPECT_EQ(batch.value(), single.value());
    }
}

TEST(determinism, no_answer_but_the_witness_depends_on_the_tree) {
    Random random(94);
    const Mesh mesh_a = make_torus(12, 8, 3, 1).value(), mesh_b = make_car(3, 2, 1).value();
    std::vector<PosePair> placements;
    for (int i = 0; i < 60; ++i) placements.push_back({random.pose(1), random.pose(3)});
    const auto answers = [&](const Polyhedron& a, const Polyhedron& b) {
        Hash hash;
        for (const auto& [pose_a, pose_b] : placements) {
            const OverlapResult result = overlap({a, pose_a}, {b, pose_b});
            hash.add(static_cast<std::uint64_t>(result.relation));
            hash.add(static_cast<std::uint64_t>(result.contained));
            for (const FacePair& pair : intersecting_faces({a, pose_a}, {b, pose_b})) {
                hash.add(std::uint64_t{pair.a});
                hash.add(std::uint64_t{pair.b});
            }
        }
        return hash.value();
    };
    const Polyhedron a = built(mesh_a), b = built(mesh_b);
    const std::uint64_t expected = answers(a, b);
    for (const Halving halving : all_halvings) {
        for (const std::size_t leaf_size : {1U, 5U, 40U}) {
            const Polyhedron other_a = with_other_tree(a, leaf_size, halving);
            EXPECT_EQ(answers(other_a, b), expected);
            EXPECT_EQ(answers(other_a, with_other_tree(b, leaf_size, halving)), expected);
        }
    }
    const auto saved = a.saved_tree();
    EXPECT_EQ(answers(built(mesh_a).with_saved_tree(saved).value(), b), expected);
}

TEST(determinism, many_threads_may_ask_a_shape_that_has_no_tree_yet) {
    const Mesh mesh_a = make_torus(20, 12, 3, 1).value(), mesh_b = make_sphere(1, 10, 12).value();
    Random random(95);
    std::vector<PosePair> placements;
    for (int i = 0; i < 10; ++i) placements.push_back({random.pose(1), random.pose(3)});
    const Scene known{built(mesh_a), built(mesh_b), placements};
    Hash expected;
    for (const PosePair& placement : placements) ask_all(known, placement, expected);
    for (int round = 0; round < 10; ++round) {
        const Scene fresh{built(mesh_a), built(mesh_b), placements};
        std::array<std::uint64_t, 8> hashes{};
        std::atomic<int> waiting{8};
        std::vector<std::thread> threads;
        for (std::uint64_t& value : hashes) {
            threads.emplace_back([&] {
                const Scene copy = fresh;  // copies share their trees
                --waiting;
                while (waiting > 0) std::this_thread::yield();
                Hash hash;
                for (const PosePair& placement : copy.placements) ask_all(copy, placement, hash);
                value = hash.value();
            });
        }
        for (std::thread& thread : threads) thread.join();
        for (const std::uint64_t value : hashes) EXPECT_EQ(value, hashes[0]);
        EXPECT_EQ(hashes[0], expected.value());
    }
}

}  // namespace
}  // namespace swept

// The same question gives the same bits: for any number of threads, any vector instructions and any
// tree.

#include <bit>
#include <cstdint>

#include "core/inside.h"
#include "core/simd_targets.h"
#include "swept/solids.h"
#include "tests/cast/samples.h"
#include "tests/other_trees.h"

namespace swept {
namespace {

using namespace test;

/// FNV over the bits of an answer.
class Hash {
   public:
    void add(std::uint64_t bits) { value_ = (value_ ^ bits) * 0x100000001b3; }
    void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
    void add(const Vector3d& v) {
        for (const double x : v) add(x);
    }
    void add(const CastHit& h) {
        add(h.fraction);
        add(h.point);
        add(h.normal);
        for (const std::uint32_t n : {h.face, h.face_index.value, h.sphere}) add(std::uint64_t{n});
        add(static_cast<std::uint64_t>(h.feature));
        add(static_cast<std::uint64_t>(h.side));
    }
    void add(const CastResult& r) {
        add(static_cast<std::uint64_t>(r.state));
        add(static_cast<std::uint64_t>(r.start));
        add(r.error_bound);
        if (r.state == State::hit) add(r.hit);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

   private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

struct Questions {
    std::vector<Ray> rays;
    std::vector<SphereCast> spheres;
};

/// Ways within and about a level.
Questions questions(int count) {
    Random random(7);
    Questions q;
    for (int i = 0; i < count; ++i) {
        const Vector3d from =
            Vector3d(8, 8, 1.5) + random.point(1).cwiseProduct(Vector3d(12, 12, 3));
        const Vector3d way = random.uniform(0.5, 15) * direction(random);
        const Ray ray = i % 4 == 3 ? endless(from, way) : segment(from, from + way);
        q.rays.push_back(ray);
        q.spheres.push_back({ray, radius(i % 7 == 6 ? 3 : random.uniform(0.001, 0.5))});
    }
    return q;
}

struct Hashes {
    std::uint64_t hash = 0;
    int hits = 0;
};

/// Rays, spheres, all hits and turning sets.
Hashes hash_of(const Questions& q, const Polyhedron& shape, const Pose& pose,
               const CastOptions& options, unsigned threads) {
    Hash hash;
    int hits = 0;
    for (const CastResult& r : cast_batch(q.rays, {shape, pose}, options, threads)) {
        hash.add(r);
        hits += r.state == State::hit ? 1 : 0;
    }
    for (const CastResult& r : cast_batch(q.spheres, {shape, pose}, options, threads)) {
        hash.add(r);
        hits += r.state == State::hit ? 1 : 0;
    }
    std::vector<CastHit> all;
    for (std::size_t i = 0; i < q.rays.size(); i += 16) {
        hash.add(cast_all(q.rays[i], {shape, pose}, options, all));
        for (const CastHit& h : all) hash.add(h);
        const SphereCast& s = q.spheres[i];
        hash.add(cast_all(SphereCast{s.path, s.radius}, {shape, pose}, options, all));
        for (const CastHit& h : all) hash.add(h);
        const Vector3d from = s.path.from();
        const Motion turn = about(from + Vector3d(1, 0.5, 0), {0.1, 0.2, 1}, i % 32 == 0 ? 3 : -3);
        hash.add(cast(SphereSetCast{spheres({{{0, 0, 0}, 0.2}, {{0.3, 0, 0}, 0.1}}),
                                    Pose::make(from).value(), turn},
                      {shape, pose}, options));
    }
    return {hash.value(), hits};
}

TEST(cast_repeat, answers_do_not_depend_on_threads_vectors_or_trees) {
    const Polyhedron level = built(make_level({.rooms = 4, .clutter = 4}));
    const Questions q = questions(600);
    for (const Pose& pose : {Pose(), turned({0.5, -0.25, 0.125}, {1, 1, 3}, 0.1)}) {
        const Hashes first = hash_of(q, level, pose, {}, 1);
        EXPECT_GT(first.hits, 360);
        EXPECT_LT(first.hits, 1100);
        for (const unsigned threads : {2U, 4U, 0U}) {
            EXPECT_EQ(hash_of(q, level, pose, {}, threads).hash, first.hash) << threads;
        }
        for (const SimdTarget& target : simd_targets()) {
            use_simd_target(target.bit);
            EXPECT_EQ(hash_of(q, level, pose, {}, 1).hash, first.hash) << target.name;
        }
        use_simd_target(0);
        for (const Halving halving : all_halvings) {
            const Polyhedron other = with_other_tree(level, 2, halving);
            EXPECT_EQ(hash_of(q, other, pose, {}, 2).hash, first.hash);
        }
    }
}

TEST(cast_repeat, batch_is_as_long_as_its_questions_whatever_their_number) {
    const Polyhedron cube = box(2, 2, 2);
    for (const int count : {1, 2, 63, 64, 65, 255, 256, 257, 1000}) {
        const Questions q = questions(count);
        const auto results = cast_batch(q.rays, {cube, at(8, 8, 1)}, {}, 3);
        ASSERT_EQ(results.size(), q.rays.size());
        for (std::size_t i = 0; i < q.rays.size(); ++i) {
            EXPECT_TRUE(same_bits(results[i], cast(q.rays[i], {cube, at(8, 8, 1)}))) << i;
        }
    }
}

// Of a shape that fits no cache a batch is done in the order of its starts: the answers stand where
// their questions do all the same, and are those one by one. Starts far outside and at one place
// are sorted like any other.
TEST(cast_repeat, batch_on_a_shape_larger_than_caches_answers_in_the_callers_order) {
    const Polyhedron ring = with_other_tree(built(make_torus(240, 160, 2, 0.8)), 1);
    ASSERT_GT(ring.tree_statistics().bytes, std::size_t{8} << 20);
    const Pose pose = turned({0.5, -0.25, 0.125}, {1, 1, 3}, 0.4);
    Random random(8);
    for (const int count : {256, 257, 700}) {
        Questions q;
        for (int i = 0; i < count; ++i) {
            const Vector3d from = i % 50 == 0   ? Vector3d(1e6, -1e6, 1e6)
                                  : i % 50 == 1 ? Vector3d(3, 3, 3)
                                                : random.point(3);
            const Vector3d to = random.point(3);
            q.rays.push_back(segment(from, to));
            q.spheres.push_back({q.rays.back(), radius(random.uniform(0.001, 0.2))});
        }
        int hits = 0, spheres_hit = 0;
        for (const unsigned threads : {1U, 3U}) {
            auto results = cast_batch(q.rays, {ring, pose}, {}, threads);
            for (std::size_t i = 0; i < q.rays.size(); ++i) {
                EXPECT_TRUE(same_bits(results[i], cast(q.rays[i], {ring, pose}))) << i;
                hits += results[i].state == State::hit ? 1 : 0;
            }
            results = cast_batch(q.spheres, {ring, pose}, {}, threads);
            for (std::size_t i = 0; i < q.rays.size(); ++i) {
                const SphereCast& s = q.spheres[i];
                EXPECT_TRUE(same_bits(results[i], cast(SphereCast{s.path, s.radius}, {ring, pose})))
                    << i;
                spheres_hit += results[i].state == State::hit ? 1 : 0;
            }
        }
        std::printf("[ measured ] %d and %d of %d\n", hits, spheres_hit, 2 * count);
        for (const int all : {hits, spheres_hit}) {
            EXPECT_GT(all, 0.3 * 2 * count);
            EXPECT_LT(all, 0.75 * 2 * count);
        }
    }
}

}  // namespace
}  // namespace swept

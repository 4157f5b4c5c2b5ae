// The kernels over boxes and triangles: the same bits for every instruction set, and nothing is
// excluded that is there.

#include "features/lanes.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstring>
#include <random>

#include "core/inside.h"
#include "core/simd_targets.h"
#include "features/distance.h"
#include "features/slice.h"
#include "features/volumes.h"
#include "shape/faces_meet.h"
#include "swept/solids.h"
#include "tests/features/lanes_twin.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using Eigen::Vector3d;

struct Scene {
    Polyhedron a, b;
    PlacedShape placed_a, placed_b;
    ScrewTrajectory path;
    double scale;

    Scene(const Polyhedron& shape_a, const Pose& pose_a, const Polyhedron& shape_b,
          const Pose& pose_b, const ScrewTrajectory& scaled_path, double scale_of_it)
        : a(shape_a),
          b(shape_b),
          placed_a(a, pose_a),
          placed_b(b, pose_b),
          path(scaled_path),
          scale(scale_of_it) {}
};

class Random {
   public:
    double uniform(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
    }
    Vector3d vector(double size) {
        return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
    }
    Pose pose(double size) {
        Quaternion q(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
        q.normalize();
        return Pose::make(vector(size), q).value();
    }

   private:
    std::mt19937_64 engine_{11};
};

Polyhedron shape(int which) {
    const auto mesh = which == 0   ? make_torus(12, 8, 0.7, 0.3)
                      : which == 1 ? make_box({0.5, 1, 0.2})
                                   : make_stairs(5, 0.2, 0.15, 0.6);
    return Polyhedron::build(mesh.value()).value();
}

ScrewTrajectory random_path(Random& random, int kind) {
    ScrewTrajectory path;
    path.advance = random.vector(0.25);
    if (kind == 0) return path;
    path.turning = true;
    path.axis = random.vector(1).normalized();
    path.origin = random.vector(0.25);
    path.end = random.uniform(0.05, 0.5);
    if (kind == 1) path.advance.setZero();
    return path;
}

/// All that the kernels say of the roots and the first leaves of two shapes, as bytes.
std::vector<float> said(const Scene& scene, const LaneKernels& kernels = lane_kernels()) {
    const FaceTree& tree_a = scene.a.box_tree();
    const FaceTree& tree_b = scene.b.box_tree();
    const Slicer slicer(scene.placed_a, tree_a, scene.placed_b, tree_b, scene.path, scene.scale,
                        1e-6);
    const Slice slice = slicer.slice(0, scene.path.end);
    const float factor = slicer.obstacle_factor();
    const Volume a = root_of(tree_a.tree, 1), b = root_of(tree_b.tree, factor);
    std::vector<float> words;
    const auto add = [&](unsigned mask, const float* values) {
        words.push_back(static_cast<float>(mask));
        for (unsigned lane = 0; lane < tree_width; ++lane) {
            if ((mask >> lane & 1U) != 0) words.push_back(values[lane]);
        }
    };
    BoxLanes boxes;
    EntryLanes entry;
    GapLanes gap;
    add(kernels.box_entry(slice, a.box, b.box, entry), entry.from);
    add(kernels.mover_entries(slice, node_of(tree_a.tree, 0, 1), b.box, boxes, entry), entry.from);
    add(kernels.obstacle_entries(slice, a.box, node_of(tree_b.tree, 0, factor), boxes, entry),
        entry.to);
    constexpr float reach = 1;
    add(kernels.mover_gaps(slice, node_of(tree_a.tree, 0, 1), b.box, reach, boxes, gap),
        gap.square);
    add(kernels.obstacle_gaps(slice, a.box, node_of(tree_b.tree, 0, factor), reach, boxes, gap),
        gap.square);
    const TriangleRun run_a = triangles_of(tree_a, tree_a.triangle_begins(), 0, 1);
    const TriangleRun run_b = triangles_of(tree_b, tree_b.triangle_begins(), 0, factor);
    EntryLanes entries[tree_width];
    GapLanes gaps[tree_width];
    float closest = 1e38F;
    const std::uint64_t meet =
        kernels.triangle_entries(slice, run_a, a.box, run_b, b.box, slice.duration, entries);
    const std::uint64_t near =
        kernels.triangle_gaps(slice, run_a, b.box, run_b, {reach, reach}, gaps, &closest);
    words.push_back(closest);
    for (unsigned i = 0; i < tree_width; ++i) {
        add(static_cast<unsigned>(meet >> (8 * i) & 0xffU), entries[i].from);
        add(static_cast<unsigned>(meet >> (8 * i) & 0xffU), entries[i].to);
        add(static_cast<unsigned>(near >> (8 * i) & 0xffU), gaps[i].square);
    }
    return words;
}

/// What takes most of the time of distances: triangles against triangles, all of them near.
void gaps_of(const Scene& scene, const LaneKernels& kernels) {
    const FaceTree& tree_a = scene.a.box_tree();
    const FaceTree& tree_b = scene.b.box_tree();
    const Slicer slicer(scene.placed_a, tree_a, scene.placed_b, tree_b, scene.path, scene.scale, 0);
    const Slice slice = slicer.slice(0, 0);
    const TriangleRun run_a = triangles_of(tree_a, tree_a.triangle_begins(), 0, 1);
    const TriangleRun run_b =
        triangles_of(tree_b, tree_b.triangle_begins(), 0, slicer.obstacle_factor());
    GapLanes gaps[tree_width];
    float closest = 1e38F;
    for (int i = 0; i < 20; ++i) {
        kernels.triangle_gaps(slice, run_a, root_of(tree_b.tree, slicer.obstacle_factor()).box,
                              run_b, {1e37F, 1e37F}, gaps, &closest);
    }
}

TEST(lanes, every_instruction_set_gives_the_same_bits) {
    Random random;
    const std::vector<SimdTarget> targets = simd_targets();
    std::size_t compared = 0;
    for (int i = 0; i < 300; ++i) {
        const Scene scene(shape(i % 3), random.pose(0.6), shape(i / 3 % 3), random.pose(0.6),
                          random_path(random, i % 2 == 0 ? 0 : 2), 0.25);
        const std::vector<float> first = said(scene, scalar_lane_kernels());
        for (const SimdTarget& target : targets) {
            use_simd_target(target.bit);
            const std::vector<float> words = said(scene);
            ASSERT_EQ(first.size(), words.size()) << target.name;
            EXPECT_EQ(std::memcmp(first.data(), words.data(), words.size() * sizeof(float)), 0)
                << target.name << ", scene " << i;
            compared += words.size();
        }
        use_simd_target(0);
    }
    EXPECT_TRUE(targets.empty() || compared > 10000U);
}

// Once the kernels were loops that a compiler was to turn into vector instructions. It did not, for
// a flag got lost; the answers were the same, and nothing noticed but the clock.
TEST(lanes, kernels_are_vector_code_wherever_the_machine_has_it) {
    if (test::sanitized)
        GTEST_SKIP() << "under sanitizers there is the scalar twin only (lanes.cpp)";
    EXPECT_EQ(scalar_lane_kernels().vector_lanes, 1U);
    for (const SimdTarget& target : simd_targets()) {
        use_simd_target(target.bit);
        const unsigned expected = target.name == "AVX2"                              ? 8
                                  : target.name == "SCALAR" || target.name == "NONE" ? 1
                                                                                     : 4;
        EXPECT_EQ(lane_kernels().vector_lanes, expected) << target.name;
    }
    use_simd_target(0);
#ifdef NDEBUG
    constexpr bool optimised = true;
#else  // in builds for debugging a clock would measure something else
    constexpr bool optimised = false;
#endif
    if (!optimised || simd_targets().empty()) return;
    // The best one is taken, and gives what it is there for: an instruction works on several lanes.
    // Of each the quickest of many is taken: whatever else the machine does only adds.
    Random random;
    const Scene scene(shape(0), random.pose(0.3), shape(2), random.pose(0.3),
                      random_path(random, 2), 0.25);
    const auto quickest = [&](const LaneKernels& kernels) {
        auto least = std::chrono::steady_clock::duration::max();
        for (int i = 0; i < 200; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            gaps_of(scene, kernels);
            least = std::min(least, std::chrono::steady_clock::now() - begin);
        }
        return std::chrono::duration<double>(least).count();
    };
    const LaneKernels vectors = lane_kernels(), scalars = scalar_lane_kernels();
    if (vectors.vector_lanes < 4) return;
    EXPECT_LT(1.5 * quickest(vectors), quickest(scalars));
}

/// The distance of two triangles, from all pairs of their features.
double distance_of(const std::array<Vector3d, 3>& a, const std::array<Vector3d, 3>& b) {
    const auto face = [](const std::array<Vector3d, 3>& t) {
        return FaceGeometry{t, (t[1] - t[0]).cross(t[2] - t[0]).normalized()};
    };
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
        least = std::min(least, point_to_face(a[i], face(b)).distance);
        least = std::min(least, point_to_face(b[i], face(a)).distance);
        for (std::size_t j = 0; j < 3; ++j) {
            const Vector3d dp = a[(i + 1) % 3] - a[i], dq = b[(j + 1) % 3] - b[j];
            least =
                std::min(least, edge_to_edge(a[i], dp, b[j], dq, accurate_cross(dp, dq)).distance);
        }
    }
    return least;
}

std::array<Vector3d, 3> corners_of(const PlacedShape& placed, const FaceTree& tree,
                                   std::uint32_t triangle, const ScrewTrajectory& path, double t,
                                   double scale) {
    std::array<Vector3d, 3> made;
    for (unsigned k = 0; k < 3; ++k) {
        Vector3d y;
        for (unsigned c = 0; c < 3; ++c) {
            const std::uint32_t* leaf = tree.triangle_begins();  // the first one
            y[c] = static_cast<double>(tree.corners_of(leaf)[(3 * k + c) * leaf[1] + triangle]);
        }
        const Vector3d x =
            placed.rotation * (y / tree.tree.scale + tree.tree.origin) + placed.translation;
        made[k] = path.track(x * scale).at(path.moment(t));
    }
    return made;
}

TEST(lanes, triangles_that_meet_on_the_way_are_not_excluded) {
    Random random;
    int met = 0;
    for (int i = 0; i < 400; ++i) {
        const Scene scene(shape(i % 3), random.pose(0.5), shape(i / 3 % 3), random.pose(0.5),
                          random_path(random, i % 3), 0.25);
        const LaneKernels kernels = lane_kernels();
        const FaceTree& tree_a = scene.a.box_tree();
        const FaceTree& tree_b = scene.b.box_tree();
        const Slicer slicer(scene.placed_a, tree_a, scene.placed_b, tree_b, scene.path, scene.scale,
                            0);
        const Slice slice = slicer.slice(0, scene.path.end);
        const TriangleRun run_a = triangles_of(tree_a, tree_a.triangle_begins(), 0, 1);
        const TriangleRun run_b =
            triangles_of(tree_b, tree_b.triangle_begins(), 0, slicer.obstacle_factor());
        EntryLanes found[tree_width];
        const std::uint64_t possible = kernels.triangle_entries(
            slice, run_a, root_of(tree_a.tree, 1).box, run_b,
            root_of(tree_b.tree, slicer.obstacle_factor()).box, slice.duration, found);
        const ScrewTrajectory rest;
        for (unsigned a = 0; a < run_a.count; ++a) {
            for (unsigned b = 0; b < run_b.count; ++b) {
                const auto other = corners_of(scene.placed_b, tree_b, b, rest, 0, scene.scale);
                for (int step = 0; step <= 8; ++step) {
                    const double t = scene.path.end * step / 8;
                    const auto mover =
                        corners_of(scene.placed_a, tree_a, a, scene.path, t, scene.scale);
                    if (!faces_meet(mover, other)) continue;
                    ++met;
                    EXPECT_NE(possible >> (8 * a + b) & 1U, 0U) << i << ' ' << a << ' ' << b;
                    EXPECT_LE(static_cast<double>(found[a].from[b]) * (1 - 0x1p-20), t);
                    EXPECT_GE(static_cast<double>(found[a].to[b]) * (1 + 0x1p-20), t);
                }
            }
        }
    }
    EXPECT_GT(met, 200);
}

TEST(lanes, gaps_of_triangles_are_bounds) {
    Random random;
    int near = 0;
    for (int i = 0; i < 400; ++i) {
        const Scene scene(shape(i % 3), random.pose(0.8), shape(i / 3 % 3), random.pose(0.8),
                          ScrewTrajectory{}, 0.25);
        const FaceTree& tree_a = scene.a.box_tree();
        const FaceTree& tree_b = scene.b.box_tree();
        const Slicer slicer(scene.placed_a, tree_a, scene.placed_b, tree_b, scene.path, scene.scale,
                            0);
        const Slice slice = slicer.slice(0, 0);
        const TriangleRun run_a = triangles_of(tree_a, tree_a.triangle_begins(), 0, 1);
        const TriangleRun run_b =
            triangles_of(tree_b, tree_b.triangle_begins(), 0, slicer.obstacle_factor());
        const double margin = 2 * static_cast<double>(slice.margin);
        GapLanes gaps[tree_width];
        float closest = 1e38F;
        const std::uint64_t mask = lane_kernels().triangle_gaps(
            slice, run_a, root_of(tree_b.tree, slicer.obstacle_factor()).box, run_b, {1e37F, 1e37F},
            gaps, &closest);
        double least = std::numeric_limits<double>::infinity();
        const ScrewTrajectory rest;
        for (unsigned a = 0; a < run_a.count; ++a) {
            for (unsigned b = 0; b < run_b.count; ++b) {
                const double distance =
                    distance_of(corners_of(scene.placed_a, tree_a, a, rest, 0, scene.scale),
                                corners_of(scene.placed_b, tree_b, b, rest, 0, scene.scale)) *
                    slicer.unit();
                ASSERT_NE(mask >> (8 * a + b) & 1U, 0U);  // the reach is endless
                const double bound = std::sqrt(static_cast<double>(gaps[a].square[b]));
                EXPECT_LE(bound, distance + margin) << i << ' ' << a << ' ' << b;
                if (bound > 0.99 * distance) ++near;
                least = std::min(least, distance);
            }
        }
        EXPECT_GE(std::sqrt(static_cast<double>(closest)) + margin, least);
    }
    EXPECT_GT(near, 10000);  // and good ones
}

}  // namespace
}  // namespace swept

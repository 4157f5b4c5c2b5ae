// The paper's criteria on DOP-trees by all builders.

#include <gtest/gtest.h>

#include <numeric>

#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "tests/papers/zachmann/samples.h"

namespace swept::papers::zachmann::test {
namespace {

TEST(dop_tree_statistics, of_real_trees_stay_within_their_limits) {
    for (const int k : dop::all_k) {
        const DopThings things(strewn_triangles(1000, 0.05, 1), k);
        for (const Builder builder : all_builders) {
            const NodeTree tree =
                build_tree(things.bounds(), {.orientations = k, .builder = builder});
            const Statistics statistics = statistics_of(tree);
            EXPECT_EQ(statistics.orientations, k);
            EXPECT_EQ(statistics.builder, builder);
            EXPECT_EQ(statistics.nodes, tree.node_count());
            EXPECT_EQ(statistics.leaves, tree.leaf_count());
            const auto& at_depth = statistics.leaves_at_depth;
            EXPECT_EQ(std::accumulate(at_depth.begin(), at_depth.end(), 0U), statistics.leaves);
            EXPECT_GT(at_depth.back(), 0U);
            EXPECT_GT(statistics.total_volume, 1);
            EXPECT_LT(statistics.total_volume, 10);
            EXPECT_GT(statistics.balance, 0.125);
            EXPECT_LE(statistics.balance, 1);
            EXPECT_GE(statistics.sibling_overlap, 0);
            EXPECT_LT(statistics.sibling_overlap, 0.2);
            EXPECT_EQ(statistics.bytes, tree.bytes() + tree.dops.bytes());
            EXPECT_GT(statistics.build_seconds, 0);
        }
    }
}

TEST(dop_tree_statistics, of_a_flat_board_are_those_of_its_areas) {
    // A board of 64 by 64 squares halves evenly: each level of the tree covers it once.
    std::vector<Corners> squares;
    for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) {
            squares.push_back({Vector3d(x, y, 0), Vector3d(x + 1, y + 1, 0)});
        }
    }
    const DopThings things(squares, 6);
    const Statistics statistics = statistics_of(
        build_tree(things.bounds(), {.builder = Builder::longest_axis, .leaf_size = 1}));
    EXPECT_EQ(statistics.leaves_at_depth, (std::vector<std::uint32_t>{0, 0, 0, 0, 4096}));
    EXPECT_NEAR(statistics.total_volume, 5, 0.001);
    EXPECT_EQ(statistics.balance, 1);
    EXPECT_LT(statistics.sibling_overlap, 1e-4);
}

TEST(dop_tree_statistics, of_a_shape_count_what_is_kept_with_the_leaves) {
    const Polyhedron sphere = Polyhedron::build(make_sphere(1, 20, 20).value()).value();
    std::size_t least = 9 * sizeof(float) * sphere.face_count();
    for (const int k : dop::all_k) {
        const Statistics statistics =
            DopTree::build(sphere, {.orientations = k}).value().statistics();
        EXPECT_EQ(statistics.orientations, k);
        EXPECT_GT(statistics.bytes, least);
        least = statistics.bytes;
    }
}

}  // namespace
}  // namespace swept::papers::zachmann::test

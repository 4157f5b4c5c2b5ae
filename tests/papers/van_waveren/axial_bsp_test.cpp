// The axial BSP-tree: every box that meets a query, each once, no other; and few looked at.

#include "papers/van_waveren/axial_bsp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "core/inside.h"
#include "swept/solids.h"
#include "tests/bvh/samples.h"

namespace swept::papers::van_waveren {
namespace {

using namespace test;

Box box_about(const Vector3d& centre, const Vector3d& half) {
    return {centre - half, centre + half};
}

bool boxes_meet(const Box& a, const Box& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

std::vector<std::uint32_t> met_by_tree(const AxialBsp& tree, const Box& query) {
    std::vector<std::uint32_t> met;
    std::uint64_t tests = 0;
    EXPECT_FALSE(tree.visit(query, tests, [&](std::uint32_t thing) {
        met.push_back(thing);
        return false;
    }));
    std::ranges::sort(met);
    return met;
}

std::vector<std::uint32_t> met_by_list(std::span<const Box> boxes, const Box& query) {
    std::vector<std::uint32_t> met;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (boxes_meet(boxes[i], query)) met.push_back(i);
    }
    return met;
}

/// Every thing in one leaf, parents before children, no path longer than the limit.
void expect_sound(const AxialBsp& tree, std::size_t count) {
    ASSERT_EQ(tree.order.size(), count);
    std::vector<std::uint32_t> order = tree.order;
    std::ranges::sort(order);
    for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(order[i], i);
    if (count == 0) {
        EXPECT_EQ(tree.root, AxialBsp::no_child);
        return;
    }
    std::vector<unsigned> depth(tree.nodes.size(), 1);
    unsigned leaves = (tree.root & AxialBsp::leaf_bit) != 0 ? 1U : 0U;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        ASSERT_LE(depth[i], AxialBsp::depth_limit);
        for (const std::uint32_t child :
             {tree.nodes[i].below, tree.nodes[i].middle, tree.nodes[i].above}) {
            if (child == AxialBsp::no_child) continue;
            if ((child & AxialBsp::leaf_bit) != 0) {
                ++leaves;
                continue;
            }
            ASSERT_GT(child, i);
            depth[child] = depth[i] + 1;
        }
    }
    EXPECT_EQ(leaves + 1, tree.leaf_begins.size());
}

/// Against a flat list: queries anywhere, queries that are the boxes themselves, and queries that
/// touch a box from outside or fall short of it by one bit.
void expect_as_listed(const std::vector<Box>& boxes, unsigned seed) {
    const AxialBsp tree = build_axial_bsp(boxes);
    expect_sound(tree, boxes.size());
    Random random(seed);
    std::vector<Box> queries;
    for (int i = 0; i < 60; ++i) {
        const double size = std::pow(10, random.uniform(-3, 0));
        queries.push_back(box_about(random.point(), random.point().cwiseAbs() * size));
    }
    for (int i = 0; i < 60 && !boxes.empty(); ++i) {
        const Box& box = boxes[random.below(static_cast<std::uint32_t>(boxes.size()))];
        queries.push_back(box);
        const int axis = static_cast<int>(random.below(3));
        Box beside = box;
        beside.lower[axis] = box.upper[axis];
        beside.upper[axis] += 1;
        queries.push_back(beside);
        beside.lower[axis] = std::nextafter(box.upper[axis], 1e300);
        queries.push_back(beside);
        queries.push_back({box.lower, box.lower});
    }
    const double infinity = std::numeric_limits<double>::infinity();
    queries.push_back({Vector3d::Constant(-infinity), Vector3d::Constant(infinity)});
    queries.push_back({});  // empty
    for (const Box& query : queries) {
        ASSERT_EQ(met_by_tree(tree, query), met_by_list(boxes, query));
    }
}

TEST(axial_bsp, finds_what_a_flat_list_finds_in_random_boxes) {
    for (const std::size_t count : {0U, 1U, 2U, 8U, 9U, 30U, 300U, 3000U}) {
        for (const double size : {1e-3, 0.05, 0.5}) {
            Random random(static_cast<unsigned>(count));
            std::vector<Box> boxes;
            for (std::size_t i = 0; i < count; ++i) {
                boxes.push_back(box_about(random.point(), random.point().cwiseAbs() * size));
            }
            expect_as_listed(boxes, 7);
        }
    }
}

TEST(axial_bsp, takes_flat_boxes_and_points) {
    Random random(2);
    std::vector<Box> planes, points, grid;
    for (int i = 0; i < 1000; ++i) {
        Vector3d half = random.point().cwiseAbs() * 0.1;
        half[static_cast<int>(random.below(3))] = 0;
        planes.push_back(box_about(random.point(), half));
        points.push_back(box_about(random.point(), Vector3d::Zero()));
        // On few planes, so that all touch and many are equal.
        const Vector3d corner = (random.point() * 3).array().round() / 3;
        grid.push_back({corner, corner + Vector3d(random.below(2), random.below(2), 0) / 3});
    }
    expect_as_listed(planes, 3);
    expect_as_listed(points, 4);
    expect_as_listed(grid, 5);
}

TEST(axial_bsp, takes_equal_nested_and_chained_boxes) {
    const std::vector<Box> equal(500, box_about({0.1, 0.2, 0.3}, {0.2, 0.2, 0.2}));
    expect_as_listed(equal, 1);
    std::vector<Box> nested, chained, staircase;
    for (int i = 1; i <= 2000; ++i) {
        nested.push_back(box_about({0, 0, 0}, Vector3d::Constant(i / 2000.0)));
        chained.push_back({{-1 + i / 1000.0, 0, 0}, {-1 + (i + 1) / 1000.0, 1, 1}});
        // Every size is a thousandth of the next.
        staircase.push_back(box_about({0, 0, 0}, Vector3d::Constant(std::pow(1.5, -(i % 1000)))));
    }
    expect_as_listed(nested, 2);
    expect_as_listed(chained, 3);
    expect_as_listed(staircase, 4);
}

TEST(axial_bsp, takes_boxes_of_any_size) {
    std::vector<Box> boxes;
    for (const double size : {0x1p300, 1e308, 0x1p-1074, 1.0}) {
        for (int i = 0; i < 50; ++i) {
            boxes.push_back(
                {Vector3d(-size, i * size / 50, 0), Vector3d(size, (i + 0.5) * size / 50, size)});
        }
    }
    expect_as_listed(boxes, 1);
}

TEST(axial_bsp, stops_when_told) {
    const std::vector<Box> boxes(100, box_about({0, 0, 0}, {1, 1, 1}));
    const AxialBsp tree = build_axial_bsp(boxes);
    int seen = 0;
    std::uint64_t tests = 0;
    EXPECT_TRUE(tree.visit(boxes[0], tests, [&](std::uint32_t) { return ++seen == 5; }));
    EXPECT_EQ(seen, 5);
}

// ---- of shapes ----

TEST(axial_bsp, holds_the_faces_of_a_shape) {
    for (const char* solid : {"box", "room", "car", "torus", "level,rooms=4"}) {
        const Polyhedron shape = Polyhedron::build(make_solid(solid).value()).value();
        const Model model(shape);
        const AxialBsp& tree = model.tree();
        expect_sound(tree, shape.face_count());
        for (std::uint32_t i = 0; i < shape.face_count(); ++i) {
            Box box;
            for (const VertexIndex v : shape.corners(FaceIndex(tree.order[i]))) {
                box.add(shape.position(v));
            }
            ASSERT_EQ(box.lower, tree.boxes[i].lower);
            ASSERT_EQ(box.upper, tree.boxes[i].upper);
        }
    }
    Mesh points;
    for (int i = 0; i < 20; ++i) points.add_vertex({double(i), 0, 1});
    expect_sound(Model(Polyhedron::build(points).value()).tree(), 20);
}

TEST(axial_bsp, is_shared_by_copies_of_a_model) {
    const Model model(Polyhedron::build(make_solid("torus").value()).value());
    const Model copy = model;
    EXPECT_EQ(&copy.tree(), &model.tree());
}

TEST(axial_bsp, looks_at_little_of_a_level) {
    const Polyhedron level =
        Polyhedron::build(make_level({.rooms = 400, .seed = 2}).value()).value();
    ASSERT_GT(level.face_count(), 100'000U);
    const Model model(level);
    const AxialBsp& tree = model.tree();
    Random random(1);
    std::uint64_t tests = 0, found = 0;
    constexpr int count = 1000;
    for (int i = 0; i < count; ++i) {
        const Vector3d middle(random.uniform(0, 200), random.uniform(0, 200), 1.5);
        tree.visit(box_about(middle, {0.5, 0.5, 1}), tests, [&](std::uint32_t) {
            ++found;
            return false;
        });
    }
    EXPECT_GT(found, 500U);
    EXPECT_LT(tests / count, 200U);
    // One leaf for almost every eight things, and not too deep.
    EXPECT_LT(tree.leaf_begins.size(), level.face_count() / 2);
}

TEST(axial_bsp, of_many_boxes_is_built_in_short_time) {
    Random random(6);
    std::vector<Box> boxes;
    for (int i = 0; i < 200'000; ++i) {
        boxes.push_back(box_about(random.point(), random.point().cwiseAbs() * 0.02));
    }
    const auto before = std::chrono::steady_clock::now();
    const AxialBsp tree = build_axial_bsp(boxes);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - before;
    expect_sound(tree, boxes.size());
    RecordProperty("milliseconds", static_cast<int>(1000 * taken.count()));
    EXPECT_LT(taken.count(), 10);  // below 1 on a machine with nothing else to do
}

TEST(axial_bsp, options_have_names) {
    EXPECT_EQ(name_of(BroadPhase::trees), "trees");
    EXPECT_EQ(name_of(BroadPhase::axial_bsp), "axial BSP");
    EXPECT_EQ(name_of(Zone::paper), "paper");
    EXPECT_EQ(name_of(Zone::rounded), "rounded");
}

}  // namespace
}  // namespace swept::papers::van_waveren

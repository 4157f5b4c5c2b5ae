// The tree that a polyhedron carries: made once, whoever asks first, and what is kept with its
// leaves.

#include "shape/face_tree.h"

#include <gtest/gtest.h>

#include <barrier>
#include <set>
#include <thread>

#include "core/inside.h"
#include "core/parallel.h"
#include "swept/solids.h"
#include "tests/bvh/samples.h"

namespace swept::test {
namespace {

Polyhedron built(const Mesh& mesh) {
    return Polyhedron::build(mesh).value();
}

Mesh points_mesh(std::size_t count) {
    Random random(1);
    Mesh mesh;
    for (std::size_t i = 0; i < count; ++i) mesh.add_vertex(random.point());
    return mesh;
}

// ---- who holds it
// --------------------------------------------------------------------------------------

/// How many trees eight threads see that ask a shape and its copy at the same time.
std::size_t trees_seen(const Polyhedron& shape) {
    constexpr std::size_t count = 8;
    const Polyhedron copy = shape;
    std::array<const FaceTree*, count> seen{};
    std::barrier start(count);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) {
        threads.emplace_back([&, i] {
            start.arrive_and_wait();
            seen[i] = &(i % 2 == 0 ? shape : copy).box_tree();
        });
    }
    for (std::thread& thread : threads) thread.join();
    return std::set(seen.begin(), seen.end()).size();
}

TEST(tree_holder, threads_that_ask_at_once_get_one_tree) {
    for (int repeat = 0; repeat < 20; ++repeat) {
        const Polyhedron shape = built(make_torus(40, 20, 2, 0.5).value());
        EXPECT_EQ(trees_seen(shape), 1U);
    }
}

TEST(tree_holder, work_shared_out_among_threads_may_ask_too) {
    // The tree is built by several threads itself: none of them may pick up work that waits for it.
    for (int repeat = 0; repeat < 20; ++repeat) {
        const Polyhedron shape = built(make_torus(100, 60, 2, 0.5).value());
        std::vector<const FaceTree*> seen(64);
        parallel::for_each(seen.size(), 0, [&](std::size_t i) { seen[i] = &shape.box_tree(); });
        EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 1U);
    }
}

TEST(tree_holder, a_loaded_tree_leaves_the_first_shape_alone) {
    const Polyhedron shape = built(make_torus(40, 20, 2, 0.5).value());
    const Polyhedron other = shape.with_saved_tree(shape.saved_tree()).value();
    EXPECT_NE(&shape.box_tree(), &other.box_tree());
    EXPECT_EQ(&shape.data(), &other.data());
    const Polyhedron copy = other;
    EXPECT_EQ(&copy.box_tree(), &other.box_tree());
}

// ---- what is kept with the leaves
// ------------------------------------------------------------------------

/// The corner of a triangle as it is kept.
Eigen::Vector3f kept(const FaceTree& faces, std::uint32_t leaf, std::size_t triangle,
                     std::size_t corner) {
    const std::uint32_t* begins = faces.triangle_begins() + leaf;
    const std::size_t count = begins[1] - begins[0];
    Eigen::Vector3f p;
    for (std::size_t c = 0; c < 3; ++c) {
        p[static_cast<int>(c)] =
            faces.corners_of(begins)[(3 * corner + c) * count + triangle - begins[0]];
    }
    return p;
}

void expect_triangles_of_faces(const Polyhedron& shape) {
    const FaceTree& faces = shape.box_tree();
    std::uint32_t leaf = 0;
    const auto expect_corner = [&](std::size_t triangle, std::size_t corner, VertexIndex vertex) {
        const Vector3d p = faces.tree.to_tree(shape.position(vertex));
        EXPECT_EQ(kept(faces, leaf, triangle, corner), p.cast<float>());
        EXPECT_LE(p.cwiseAbs().maxCoeff(), 1);
    };
    std::size_t triangle = 0;
    for (; leaf < faces.tree.leaf_count(); ++leaf) {
        EXPECT_EQ(faces.triangle_begins()[leaf], triangle);
        for (const std::uint32_t face : things_of(faces.tree, leaf)) {
            const auto corners = shape.corners(FaceIndex(face));
            for (std::size_t i = 1; i + 1 < corners.size(); ++i, ++triangle) {
                EXPECT_EQ(faces.faces()[triangle], face);
                expect_corner(triangle, 0, corners[0]);
                expect_corner(triangle, 1, corners[i]);
                expect_corner(triangle, 2, corners[i + 1]);
            }
        }
    }
    EXPECT_EQ(faces.triangle_begins()[faces.tree.leaf_count()], triangle);
    EXPECT_GE(faces.corners.size(), 9 * triangle + 7);  // eight may be read from the last one on
}

TEST(face_tree, keeps_the_triangles_of_its_faces_leaf_after_leaf) {
    for (const char* solid : {"box", "sphere", "prism", "room", "stairs", "torus"}) {
        SCOPED_TRACE(solid);
        Result<Mesh> mesh = make_solid(solid);
        ASSERT_TRUE(mesh.has_value()) << mesh.error().message();
        const Polyhedron shape = built(*mesh);
        expect_triangles_of_faces(shape);
        const bool triangles_only =
            shape.box_tree().triangle_begins() == shape.box_tree().tree.leaf_begins.data();
        EXPECT_EQ(triangles_only, shape.box_tree().triangle_faces.empty());
        expect_triangles_of_faces(shape.with_saved_tree(shape.saved_tree()).value());
    }
}

TEST(face_tree, of_points_keeps_each_point_three_times) {
    const Polyhedron cloud = built(points_mesh(100));
    const FaceTree& faces = cloud.box_tree();
    ASSERT_EQ(faces.tree.order.size(), 100U);
    for (std::uint32_t leaf = 0; leaf < faces.tree.leaf_count(); ++leaf) {
        const std::uint32_t* begins = faces.triangle_begins() + leaf;
        for (std::uint32_t i = begins[0]; i < begins[1]; ++i) {
            const Vector3d p = faces.tree.to_tree(cloud.position(VertexIndex(faces.faces()[i])));
            for (std::size_t corner = 0; corner < 3; ++corner) {
                EXPECT_EQ(kept(faces, leaf, i, corner), p.cast<float>());
            }
        }
    }
    EXPECT_EQ(faces.parts.size(), 100U);
}

TEST(face_tree, knows_one_face_of_each_part) {
    EXPECT_EQ(built(make_torus(10, 10, 2, 0.5).value()).box_tree().parts,
              std::vector<std::uint32_t>{0});
    const Mesh box = make_box({1, 1, 1}).value();
    Mesh mesh;
    for (std::uint32_t part = 0; part < 3; ++part) {
        for (const Vector3d& p : box.vertices) mesh.add_vertex(p + Vector3d(2 * part, 0, 0));
    }
    for (std::size_t face = 0; face < box.polygon_count(); ++face) {  // by turns
        for (std::uint32_t part = 0; part < 3; ++part) {
            std::vector<std::uint32_t> corners;
            for (const std::uint32_t v : box.polygon(face)) corners.push_back(v + 8 * part);
            mesh.add_polygon(corners);
        }
    }
    const Polyhedron boxes = built(mesh);
    const FaceTree& faces = boxes.box_tree();
    EXPECT_EQ(faces.parts, (std::vector<std::uint32_t>{0, 1, 2}));
    ASSERT_EQ(faces.part_points.size(), 3U);
    for (std::uint32_t part = 0; part < 3; ++part) {
        const Vector3d& corner = boxes.position(boxes.corners(FaceIndex(part))[0]);
        EXPECT_EQ(faces.part_points[part], faces.tree.to_tree(corner).cast<float>());
    }
}

TEST(face_tree, knows_where_a_leaf_looks) {
    const Polyhedron sphere = built(make_sphere(1, 40, 40).value());
    const FaceTree& faces = sphere.box_tree();
    ASSERT_EQ(faces.leaf_normals.size(), std::size_t{3} * faces.tree.leaf_count());
    for (std::uint32_t leaf = 0; leaf < faces.tree.leaf_count(); ++leaf) {
        const Eigen::Vector3f normal(faces.leaf_normals.data() + std::size_t{3} * leaf);
        EXPECT_NEAR(normal.norm(), 1, 1e-6);
        for (const std::uint32_t face : things_of(faces.tree, leaf)) {  // all look much alike
            EXPECT_GT(normal.cast<double>().dot(sphere.plane(FaceIndex(face)).normal), 0.8);
        }
    }
    const Polyhedron points = built(points_mesh(20));
    EXPECT_TRUE(
        std::ranges::all_of(points.box_tree().leaf_normals, [](float n) { return n == 0; }));
}

TEST(face_tree, no_vertex_lies_beyond_its_reach) {
    Random random(2);
    for (int repeat = 0; repeat < 300; ++repeat) {
        Mesh mesh;
        const double size = std::ldexp(1.0, static_cast<int>(random.below(1370)) - 1074);
        mesh.add_vertex(random.point(size));
        const Polyhedron point = built(mesh);
        const oracle::RationalVector p = oracle::rational(point.vertices()[0]);
        const oracle::Rational reach(point.box_tree().reach);
        ASSERT_LE(oracle::dot(p, p), reach * reach) << size;
    }
}

TEST(face_tree, its_bytes_are_at_least_those_of_its_arrays) {
    const Polyhedron room = built(make_room().value());
    const FaceTree& faces = room.box_tree();
    EXPECT_GE(faces.bytes(), faces.corners.size() * 4 + faces.tree.rows.size() * 32 +
                                 4 * (faces.tree.children.size() + faces.tree.order.size() +
                                      faces.triangle_faces.size() + faces.leaf_triangles.size()));
}

}  // namespace
}  // namespace swept::test

// Where points lie: on paper, in solids made of cells against their cells, and elsewhere against
// the solid angle. Rays run through vertices and along edges on purpose.

#include "overlap/containment.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "core/inside.h"
#include "swept/solids.h"
#include "tests/other_trees.h"
#include "tests/overlap/samples.h"

namespace swept {
namespace {

using namespace test;

constexpr PointLocation outside = PointLocation::outside;
constexpr PointLocation surface = PointLocation::surface;
constexpr PointLocation inside = PointLocation::inside;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The answer, which must not depend on the tree or on the way of asking.
PointLocation place(const Polyhedron& shape, const Vector3d& point, const Pose& pose = Pose()) {
    const PointLocation answer = classify_point({shape, pose}, point);
    EXPECT_EQ(contains({shape, pose}, point), answer != outside);
    return answer;
}

std::vector<Polyhedron> with_all_trees(const Polyhedron& shape) {
    std::vector<Polyhedron> shapes{shape};
    for (const Halving halving : all_halvings) {
        for (const std::size_t leaf_size : {1U, 3U, 40U}) {
            shapes.push_back(with_other_tree(shape, leaf_size, halving));
        }
    }
    return shapes;
}

Mesh octahedron(double r) {
    return mesh_of(
        {{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}, {0, 0, r}, {0, 0, -r}},
        {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}});
}

// ---- On paper ----

TEST(locate, points_of_a_box) {
    const Polyhedron box = built(cube(2));
    for (const double x : {-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0}) {
        for (const double y : {-3.0, -2.0, 0.0, 1.5, 2.0, 3.0}) {
            for (const double z : {-3.0, -2.0, 0.0, 0.5, 2.0, 3.0}) {
                const double reach = std::max({std::abs(x), std::abs(y), std::abs(z)});
                const PointLocation expected = reach < 2 ? inside : reach > 2 ? outside : surface;
                EXPECT_EQ(place(box, {x, y, z}), expected);
            }
        }
    }
}

TEST(locate, one_step_of_the_last_place_decides) {
    for (const Polyhedron& box : with_all_trees(built(cube(2)))) {
        for (int axis = 0; axis < 3; ++axis) {
            for (const double side : {-2.0, 2.0}) {
                Vector3d p(0.25, 0.5, 0.75);
                p[axis] = side;
                EXPECT_EQ(place(box, p), surface);
                p[axis] = std::nextafter(side, 0);
                EXPECT_EQ(place(box, p), inside);
                p[axis] = std::nextafter(side, side * 2);
                EXPECT_EQ(place(box, p), outside);
            }
        }
    }
}

TEST(locate, rays_through_vertices_and_along_edges_and_faces_count_once) {
    // From the middle, all six rays leave through a vertex; beside it, along edges and in planes.
    for (const Polyhedron& shape : with_all_trees(built(octahedron(4)))) {
        for (const double x : {-4.0, -3.0, -1.0, 0.0, 0.5, 2.0, 4.0, 5.0}) {
            for (const double y : {-4.0, -1.0, 0.0, 0.5, 3.0}) {
                for (const double z : {-4.0, -0.5, 0.0, 1.0}) {
                    const double sum = std::abs(x) + std::abs(y) + std::abs(z);
                    const PointLocation expected = sum < 4 ? inside : sum > 4 ? outside : surface;
                    EXPECT_EQ(place(shape, {x, y, z}), expected) << x << " " << y << " " << z;
                }
            }
        }
    }
}

TEST(locate, points_level_with_vertices_of_a_sphere_and_a_torus) {
    const Mesh sphere = make_sphere(2, 8, 12).value(), torus = make_torus(12, 8, 3, 1).value();
    for (const Mesh& mesh : {sphere, torus}) {
        const Polyhedron shape = built(mesh);
        const bool hole = mesh.vertices.size() == torus.vertices.size();
        for (const Vector3d& level : mesh.vertices) {
            EXPECT_EQ(place(shape, level), surface);
            for (int axis = 0; axis < 3; ++axis) {
                Vector3d p = level;
                p[axis] = 9;
                EXPECT_EQ(place(shape, p), outside);
                p[axis] = -9;
                EXPECT_EQ(place(shape, p), outside);
            }
            if (!hole) {
                EXPECT_EQ(place(shape, level / 4), inside);
                EXPECT_EQ(place(shape, {level[0] / 2, 0, 0}), inside);
                EXPECT_EQ(place(shape, {0, level[1] / 2, level[2] / 2}), inside);
            } else {
                EXPECT_EQ(place(shape, level / 8), outside);
                const double turn = std::atan2(level[1], level[0]);
                const Vector3d middle(3 * std::cos(turn), 3 * std::sin(turn), 0);
                EXPECT_EQ(place(shape, middle), inside);
                EXPECT_EQ(place(shape, middle + (level - middle) / 4), inside);
                EXPECT_EQ(place(shape, middle + (level - middle) * 2), outside);
            }
        }
    }
}

TEST(locate, nested_shells_take_turns) {
    const Mesh shells =
        joined(joined(cube(8), reversed(cube(6))), joined(cube(4), reversed(cube(2))));
    const Polyhedron shape = built(shells);
    const std::array<PointLocation, 10> along{outside, outside, surface, inside,  surface,
                                              outside, surface, inside,  surface, outside};
    for (int i = 0; i < 10; ++i) {
        const double x = 10 - i;
        EXPECT_EQ(place(shape, {x, 0, 0}), along[static_cast<std::size_t>(i)]) << x;
        EXPECT_EQ(place(shape, {0, -x, 0}), along[static_cast<std::size_t>(i)]) << x;
        EXPECT_EQ(place(shape, {x, x, x}), along[static_cast<std::size_t>(i)]) << x;
    }
}

TEST(locate, where_solids_of_one_shape_overlap_is_inside) {
    const Polyhedron two = built(joined(cube(2), moved(cube(2), {1, 1, 1})));
    EXPECT_EQ(place(two, {0.5, 0.5, 0.5}), inside);
    EXPECT_EQ(place(two, {-1.5, 0, 0}), inside);
    EXPECT_EQ(place(two, {2, 0.5, 0.5}), surface);
    EXPECT_EQ(place(two, {-1.5, 2.5, 0}), outside);
    const Polyhedron undone = built(joined(cube(2), reversed(moved(cube(2), {1, 1, 1}))));
    EXPECT_EQ(place(undone, {0.5, 0.5, 0.5}), outside);  // 1 - 1
    EXPECT_EQ(place(undone, {-1.5, 0, 0}), inside);
    EXPECT_EQ(place(undone, {2.5, 2, 2.5}), outside);  // -1
}

TEST(locate, shapes_turned_inside_out_and_sheets_have_no_inside) {
    EXPECT_EQ(place(built(reversed(cube(2))), {0, 0, 0}), outside);
    EXPECT_EQ(place(built(reversed(cube(2))), {2, 0, 0}), surface);
    EXPECT_EQ(place(built(reversed(cube(2))), {9, 0, 0}), outside);
    Mesh open = cube(2);
    open.polygon_ends.pop_back();
    open.corners.resize(20);
    EXPECT_EQ(place(built(open), {0, 0, 0}), outside);
    EXPECT_EQ(place(built(open), {2, 0, 0}), surface);
    EXPECT_EQ(place(built(open), {2, 2, 2}), surface);
    EXPECT_EQ(place(built(open), {0, 0, 2}), outside);
    Mesh disagreeing = cube(2);  // closed, not oriented
    std::swap(disagreeing.corners[1], disagreeing.corners[3]);
    EXPECT_EQ(place(built(disagreeing), {0, 0, 0}), outside);
    EXPECT_EQ(place(built(disagreeing), {0, 0, -2}), surface);
    EXPECT_EQ(place(built(points_of({{1, 2, 3}, {0, 0, 0}})), {1, 2, 3}), surface);
    EXPECT_EQ(place(built(points_of({{1, 2, 3}, {0, 0, 0}})), {1, 2, 4}), outside);
}

TEST(locate, a_point_that_is_none_is_outside) {
    for (const Polyhedron& shape : {built(cube(2)), built(points_of({{0, 0, 0}}))}) {
        for (const double bad : {nan, infinity, -infinity}) {
            for (int axis = 0; axis < 3; ++axis) {
                Vector3d p(0, 0, 0);
                p[axis] = bad;
                EXPECT_EQ(place(shape, p), outside);
                EXPECT_EQ(place(shape, p, Random(80).pose(5)), outside);
            }
        }
    }
}

TEST(locate, points_as_far_as_can_be_are_outside) {
    // Seen from a tiny shape, all ways out were endless and none was chosen.
    const double largest = std::numeric_limits<double>::max();
    for (const double size : {1e-200, 1e-300, 1.0, 0x1p299}) {
        const Polyhedron shape = built(cube(size));
        for (const double far : {1e91, 1e150, 1e308, largest}) {
            for (const Vector3d& way :
                 {Vector3d(1, 0, 0), Vector3d(-1, 1, 0), Vector3d(1, -1, 1)}) {
                const Vector3d point = far * way;
                EXPECT_EQ(place(shape, point), outside);
                EXPECT_EQ(place(shape, point, Random(81).pose(5)), outside);
            }
        }
        EXPECT_EQ(place(shape, {0, size / 2, 0}), inside);
        EXPECT_EQ(place(shape, {0, size, 0}), surface);
    }
}

// ---- Against cells ----

TEST(locate, points_lie_in_solids_made_of_cells_as_in_their_cells) {
    Random random(82);
    std::array<int, 3> counted{};
    for (int i = 0; i < 60; ++i) {
        const Cells cells = Cells::random(random, random.integer(3, 5), random.uniform(0.4, 0.95));
        const Mesh mesh = cells.mesh();
        BuildOptions options;
        if (i % 3 == 2) options.merge_coplanar = 0.0;
        const Halving halving = all_halvings[random.below(2)];
        const Polyhedron shape = with_other_tree(
            built(i % 3 == 1 ? triangulated(mesh) : mesh, options), 1 + random.below(9), halving);
        for (int k = 0; k < 150; ++k) {
            Vector3d p = random.grid_point(8) / 4;  // corners, edges, faces, middles of cells
            if (k % 5 == 0) p = random.point(2);
            const auto turns = exact_turns();
            const Pose pose = *Pose::make(random.grid_point(4), turns[random.below(turns.size())]);
            const PointLocation expected = place_in(cells, p);
            EXPECT_EQ(place(shape, k % 5 == 0 ? p : pose * p, k % 5 == 0 ? Pose() : pose),
                      expected);
            ++counted[static_cast<std::size_t>(expected)];
        }
    }
    for (const int count : counted) EXPECT_GT(count, 60 * 150 / 8);
}

// ---- Against the solid angle ----

using LongVector = Eigen::Matrix<long double, 3, 1>;

/// How often the placed surface goes round a point (van Oosterom and Strackee 1983).
long double winding_number(const std::vector<Face>& faces, const Vector3d& point) {
    long double sum = 0;
    const auto seen = [&](const Vector3d& p) -> LongVector {
        return p.cast<long double>() - point.cast<long double>();
    };
    for (const Face& face : faces) {
        for (std::size_t i = 2; i < face.size(); ++i) {
            const LongVector a = seen(face[0]), b = seen(face[i - 1]), c = seen(face[i]);
            const long double la = a.norm(), lb = b.norm(), lc = c.norm();
            sum += 2 * std::atan2(a.dot(b.cross(c)),
                                  la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
        }
    }
    return sum / (4 * std::numbers::pi_v<long double>);
}

TEST(locate, points_lie_in_turned_solids_as_the_solid_angle_says) {
    Random random(83);
    const std::vector<Polyhedron> shapes{
        built(make_torus(14, 9, 3, 1).value()),
        built(make_stairs(6, 0.5, 0.4, 2).value()),
        built(make_room().value()),
        built(make_car(4, 2, 1.5).value()),
        built(make_prism(30, 2, 3).value()),
        built(joined(make_sphere(3, 10, 12).value(), reversed(make_sphere(2, 7, 9).value()))),
        built(make_stairs(6, 0.5, 0.4, 2).value(), {.merge_coplanar = 1e-9})};
    int within = 0, asked = 0;
    for (int i = 0; i < 1500; ++i) {
        const Polyhedron& shape = shapes[random.below(shapes.size())];
        const Pose pose = random.pose(i % 3 == 0 ? 1000 : 2);
        const Box& box = shape.box();
        Vector3d local = box.centre() + 0.6 * (random.point(1).cwiseProduct(box.size()));
        if (i % 4 == 0) {  // near the surface, on either side
            const FaceIndex face(random.below(shape.face_count()));
            const auto corners = shape.corners(face);
            local = (shape.position(corners[0]) + shape.position(corners[1]) +
                     shape.position(corners[2])) /
                        3 +
                    shape.plane(face).normal * random.uniform(-1, 1) * 1e-6;
        }
        const Vector3d point = pose * local;
        const long double winding = winding_number(placed_faces(shape, pose), point);
        ASSERT_LT(std::abs(winding - std::round(winding)), 1e-6L);
        EXPECT_EQ(place(shape, point, pose), winding > 0.5L ? inside : outside);
        ++asked;
        within += winding > 0.5L ? 1 : 0;
    }
    EXPECT_GT(within, asked * 3 / 10);
    EXPECT_LT(within, asked * 7 / 10);
}

TEST(locate, points_level_with_placed_vertices_lie_as_the_solid_angle_says) {
    // Two coordinates of a placed vertex, the third from another: the ray runs into the vertex.
    Random random(84);
    const std::vector<Polyhedron> shapes{built(make_torus(10, 7, 3, 1).value()),
                                         built(make_room().value()),
                                         built(make_prism(30, 2, 3).value())};
    int within = 0, asked = 0;
    for (int i = 0; i < 1500; ++i) {
        const Polyhedron& shape = shapes[random.below(shapes.size())];
        const Pose pose = random.pose(2);
        const auto vertex = [&] {
            return pose * shape.position(VertexIndex(random.below(shape.vertex_count())));
        };
        Vector3d point = vertex();
        const int axis = random.integer(0, 2);
        point[axis] = (point[axis] + vertex()[axis]) / 2;
        const std::vector<Face> faces = placed_faces(shape, pose);
        const long double winding = winding_number(faces, point);
        if (std::abs(winding - std::round(winding)) > 1e-6L) continue;  // in the surface
        EXPECT_EQ(place(shape, point, pose), winding > 0.5L ? inside : outside);
        ++asked;
        within += winding > 0.5L ? 1 : 0;
    }
    EXPECT_GT(within, asked * 2 / 10);
    EXPECT_LT(within, asked * 8 / 10);
}

TEST(locate, placed_vertices_are_on_the_surface) {
    Random random(85);
    for (const Mesh& mesh :
         {make_torus(10, 7, 3, 1).value(), make_room().value(), make_prism(30, 2, 3).value(),
          reversed(make_sphere(1, 6, 7).value()), points_of({{1, 2, 3}, {4, 5, 6}})}) {
        const Polyhedron shape = built(mesh);
        for (int i = 0; i < 30; ++i) {
            const Pose pose = random.pose(std::exp2(random.uniform(-10, 30)));
            for (const Vector3d& p : shape.vertices())
                EXPECT_EQ(place(shape, pose * p, pose), surface);
        }
    }
}

// ---- Parts ----

TEST(containment, parts_are_counted_as_all_or_some) {
    const Polyhedron big = built(cube(4));
    const auto inside_big = [&](const Mesh& mesh, const Vector3d& shift, bool apart) {
        const Polyhedron shape = built(mesh);
        return parts_inside(PlacedShape(shape, at(shift)), PlacedShape(big, Pose()), apart);
    };
    const Mesh two = joined(cube(1), moved(cube(1), {6, 0, 0}));
    EXPECT_EQ(inside_big(two, {0, 0, 0}, true), Inside::some);
    EXPECT_EQ(inside_big(two, {-6, 0, 0}, true), Inside::some);
    EXPECT_EQ(inside_big(two, {0, 9, 0}, true), Inside::none);
    EXPECT_EQ(inside_big(joined(cube(1), moved(cube(1), {0, 2.5, 0})), {0, 0, 0}, true),
              Inside::all);
    EXPECT_EQ(inside_big(points_of({{0, 0, 0}, {1, 1, 1}}), {0, 0, 0}, true), Inside::all);
    EXPECT_EQ(inside_big(points_of({{0, 0, 0}, {9, 1, 1}}), {0, 0, 0}, true), Inside::some);
    EXPECT_EQ(inside_big(points_of({{4, 0, 0}, {9, 1, 1}}), {0, 0, 0}, false), Inside::none);
}

TEST(containment, a_part_just_inside_is_seen_inside_at_every_scale) {
    // A quick look in single precision must not turn it away.
    Random random(86);
    for (const double small : {1.0, 1e-3, 1e-7, 1e-12, 1e-30, 1e-200}) {
        for (int i = 0; i < 20; ++i) {
            const Pose pose = random.pose(i % 2 == 0 ? 0.0 : 3.0);
            Vector3d corner(4, 4, 4);
            for (int axis = 0; axis < 3; ++axis) {
                if (random.chance(0.5)) corner[axis] = -4;
            }
            // The small box fills a corner up to a share of itself and of rounding.
            const double gap = std::max(small * 1e-3, 1e-13);
            const Vector3d centre = corner - corner / 4 * (small + gap);
            const Polyhedron big = built(cube(4)), box = built(cube(small));
            const Pose there = *Pose::make(pose * centre, pose.rotation());
            SCOPED_TRACE(small);
            EXPECT_EQ(overlap({big, pose}, {box, there}).contained, OverlapResult::Contained::b);
            EXPECT_EQ(overlap({box, there}, {big, pose}).contained, OverlapResult::Contained::a);
            const Vector3d beyond = corner + corner / 4 * (small + gap);
            const Pose out = *Pose::make(pose * beyond, pose.rotation());
            EXPECT_EQ(overlap({big, pose}, {box, out}).relation, Relation::separate);
            EXPECT_FALSE(intersects({box, out}, {big, pose}));
        }
    }
}

}  // namespace
}  // namespace swept

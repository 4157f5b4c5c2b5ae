// What DOP-trees find, against the flat list of all pairs of faces: any tree, any two sizes, from
// far apart to the last place. A pair that bounding volumes or single precision lost would be
// missing here.

#include "swept/papers/zachmann.h"
#include "swept/solids.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <map>

#include "core/inside.h"
#include "tests/overlap/samples.h"
#include "tests/repeats.h"

namespace swept::papers::zachmann {
namespace {

using namespace swept::test;

constexpr std::array<int, 5> all_orientations{6, 8, 14, 18, 26};
constexpr std::array<Builder, 3> all_builders{Builder::surface_area, Builder::furthest_pair,
                                              Builder::longest_axis};

IndexPairs visited_pairs(const PlacedTree& a, const PlacedTree& b) {
    IndexPairs pairs;
    EXPECT_TRUE(visit_intersecting_faces(a, b, [&](FaceIndex i, FaceIndex k) {
        pairs.emplace_back(i.value, k.value);
        return true;
    }));
    std::ranges::sort(pairs);
    EXPECT_EQ(std::ranges::adjacent_find(pairs), pairs.end()) << "a pair came twice";
    return pairs;
}

/// The flat list: all pairs by the exact test alone.
IndexPairs flat_list(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                     const Pose& pose_b) {
    return all_pairs(placed_faces(a, pose_a), placed_faces(b, pose_b),
                     [](const Face& x, const Face& y) { return faces_meet(x, y); });
}

/// Triangles of all sizes and proportions, strewn over a cube.
Mesh strewn(Random& random, std::size_t count, double size) {
    std::vector<Face> faces;
    while (faces.size() < count) {
        const double length = size * std::exp2(random.uniform(-4, 0));
        const double width = length * (random.chance(0.3) ? std::exp2(random.uniform(-20, 0)) : 1);
        const Vector3d p = random.point(1), along = random.point(length);
        faces.push_back({p, p + along, p + random.uniform(-1, 1) * along + random.point(width)});
        const Face& t = faces.back();
        if ((t[1] - t[0]).cross(t[2] - t[0]).norm() == 0) faces.pop_back();
    }
    return soup_of(faces);
}

/// The same surface with all trees that there are.
class AllTrees {
   public:
    explicit AllTrees(const Polyhedron& shape) : shape_(shape) {}

    const DopTree& get(int k, Builder builder, unsigned leaf_size) {
        const auto key = std::make_tuple(k, builder, leaf_size);
        auto at = made_.find(key);
        if (at == made_.end()) {
            const TreeOptions options{
                .orientations = k, .builder = builder, .leaf_size = leaf_size};
            at = made_.emplace(key, DopTree::build(shape_, options).value()).first;
        }
        return at->second;
    }
    [[nodiscard]] const Polyhedron& shape() const { return shape_; }

   private:
    Polyhedron shape_;
    std::map<std::tuple<int, Builder, unsigned>, DopTree> made_;
};

constexpr std::array<unsigned, 4> leaf_sizes{1, 3, 8, 40};

/// How much work a comparison does: all trees of both shapes alike, or a few of them at random.
enum class Trees : std::uint8_t { all, some };

/// Compares what the trees find with the flat list; returns how many pairs meet.
std::size_t expect_flat_list(AllTrees& a, const Pose& pose_a, AllTrees& b, const Pose& pose_b,
                             Trees trees, Random& random) {
    const IndexPairs expected = flat_list(a.shape(), pose_a, b.shape(), pose_b);
    const auto compare = [&](int k_a, Builder by_a, unsigned leaf_a, int k_b, Builder by_b,
                             unsigned leaf_b) {
        const IndexPairs found =
            visited_pairs({a.get(k_a, by_a, leaf_a), pose_a}, {b.get(k_b, by_b, leaf_b), pose_b});
        EXPECT_EQ(found == expected, true)
            << found.size() << " pairs of " << expected.size() << "; k " << k_a << " and " << k_b
            << ", leaves of " << leaf_a << " and " << leaf_b << ", builders " << name_of(by_a)
            << " and " << name_of(by_b);
    };
    const auto builder = [&] { return all_builders[random.below(3)]; };
    const auto leaf_size = [&] { return leaf_sizes[random.below(4)]; };
    for (const int k : all_orientations) {
        if (trees == Trees::some || swept::test::sanitized) {
            compare(k, builder(), leaf_size(), k, builder(), leaf_size());
            continue;
        }
        for (const Builder by : all_builders) {
            for (const unsigned leaf : leaf_sizes) compare(k, by, leaf, k, by, leaf);
        }
        for (const int other : all_orientations) {
            compare(k, builder(), leaf_size(), other, builder(), leaf_size());
        }
    }
    return expected.size();
}

// ---- All trees ----

TEST(dop_traverse, every_tree_finds_every_pair_of_crossing_surfaces) {
    Random random(61);
    AllTrees torus(built(make_torus(40, 25, 3, 1).value()));
    AllTrees sphere(built(make_sphere(2, 20, 24).value()));
    EXPECT_EQ(torus.shape().face_count(), 2000U);
    EXPECT_GT(expect_flat_list(torus, random.pose(1), sphere, random.pose(3), Trees::all, random),
              100U);
    EXPECT_GT(expect_flat_list(torus, at(1, 0, 0), torus, at(0, 1, 0.5), Trees::all, random), 100U);
}

TEST(dop_traverse, every_tree_finds_every_pair_of_strewn_triangles) {
    Random random(62);
    AllTrees coarse(built(strewn(random, 700, 1))), fine(built(strewn(random, 1000, 0.4)));
    EXPECT_GT(
        expect_flat_list(coarse, random.pose(0.1), fine, random.pose(0.1), Trees::all, random),
        300U);
}

TEST(dop_traverse, every_tree_finds_every_pair_of_polygons_and_points) {
    Random random(63);
    Mesh prisms, points;
    for (int i = 0; i < 20; ++i) {
        const Mesh prism = make_prism(3 + 2 * i, random.uniform(0.1, 0.5), 0.5).value();
        const Pose pose = random.pose(1);
        prisms = joined(prisms, mapped(prism, [&](const Vector3d& p) { return pose * p; }));
    }
    AllTrees many(built(prisms));
    for (std::uint32_t f = 0; f < many.shape().face_count(); f += 2) {  // half of them on faces
        const Face face = placed_faces(many.shape(), Pose())[f];
        points.add_vertex(f % 4 == 0 ? face[0] : Vector3d(random.point(1)));
    }
    AllTrees set(built(points));
    EXPECT_GT(expect_flat_list(many, Pose(), many, at(0.1, 0.2, 0.3), Trees::all, random), 500U);
    EXPECT_GT(expect_flat_list(many, Pose(), set, Pose(), Trees::all, random), 50U);
}

TEST(dop_traverse, every_tree_finds_surfaces_that_lie_on_each_other) {
    Random random(64);
    Mesh board;
    for (std::uint32_t j = 0; j <= 10; ++j) {
        for (std::uint32_t i = 0; i <= 10; ++i) {
            board.add_vertex({i / 16.0, j / 16.0, (i * j % 5) / 64.0});
        }
    }
    for (std::uint32_t j = 0; j < 10; ++j) {
        for (std::uint32_t i = 0; i < 10; ++i) {
            const std::uint32_t a = 11 * j + i;
            board.add_polygon({a, a + 1, a + 12});
            board.add_polygon({a, a + 12, a + 11});
        }
    }
    AllTrees shape(built(board)), back(built(reversed(board)));
    for (const Pose& pose : {Pose(), at(0x1p20, 3, 5), random.pose(1), random.pose(1000)}) {
        EXPECT_GT(expect_flat_list(shape, pose, shape, pose, Trees::all, random), 1000U);
        EXPECT_GT(expect_flat_list(shape, pose, back, pose, Trees::some, random), 1000U);
    }
}

// ---- Near first contact ----

/// The last place on the way from `apart` to `touching` (shares of a translation) where the shapes
/// are apart, and the first where they meet: neighbours among doubles, or as near as can be.
struct FirstContact {
    double apart;
    double meeting;
};
FirstContact first_contact(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                           const std::function<Pose(double)>& pose_b, double apart,
                           double meeting) {
    FirstContact found{apart, meeting};
    for (int i = 0; i < 200; ++i) {
        const double middle = found.apart + (found.meeting - found.apart) / 2;
        if (middle == found.apart || middle == found.meeting) break;
        (swept::intersects({a, pose_a}, {b, pose_b(middle)}) ? found.meeting : found.apart) =
            middle;
    }
    return found;
}

TEST(dop_traverse, every_pair_is_found_near_first_contact) {
    Random random(65);
    std::vector<AllTrees> shapes;
    shapes.emplace_back(built(make_torus(16, 10, 2, 0.7).value()));
    shapes.emplace_back(built(make_sphere(1, 10, 12).value()));
    shapes.emplace_back(built(make_stairs(12, 0.3, 0.2, 1).value()));
    shapes.emplace_back(built(make_brick({2, 1, 1}, 0.1).value()));
    shapes.emplace_back(built(cube(1)));
    int apart = 0, met = 0;
    for (int i = 0; i < swept::test::repeats(60); ++i) {
        AllTrees& a = shapes[random.below(shapes.size())];
        AllTrees& b = shapes[random.below(shapes.size())];
        const bool turned = i % 3 != 0;  // or parallel faces meet, exactly
        const Pose pose_a = turned ? random.pose(1) : Pose();
        const Pose turn = turned ? random.pose(0) : Pose();
        const Vector3d direction =
            turned ? random.point(1).normalized() : Vector3d::Unit(random.integer(0, 2));
        const auto pose_b = [&](double distance) {
            return *Pose::make(pose_a.translation() + distance * direction, turn.rotation());
        };
        const FirstContact contact = first_contact(a.shape(), pose_a, b.shape(), pose_b, 20, 0);
        for (const double off : {0.0, 1e-16, 1e-14, 1e-10, 1e-7, 1e-5}) {
            for (const double at : {contact.apart + off, contact.meeting - off}) {
                const std::size_t count =
                    expect_flat_list(a, pose_a, b, pose_b(at), Trees::some, random);
                ++(count > 0 ? met : apart);
            }
        }
    }
    EXPECT_GT(met, (met + apart) * 3 / 10);
    EXPECT_GT(apart, (met + apart) * 3 / 10);
}

TEST(dop_traverse, one_step_of_the_last_place_parts_facing_boards) {
    Random random(66);
    Mesh board;
    for (std::uint32_t j = 0; j <= 12; ++j) {
        for (std::uint32_t i = 0; i <= 12; ++i) board.add_vertex({i / 4.0, j / 4.0, 1});
    }
    for (std::uint32_t j = 0; j < 12; ++j) {
        for (std::uint32_t i = 0; i < 12; ++i) {
            const std::uint32_t a = 13 * j + i;
            board.add_polygon({a, a + 1, a + 14, a + 13});
        }
    }
    AllTrees lower(built(board)), upper(built(reversed(board)));
    for (const double shift : {0.0, 0.125, 0.3}) {
        const Pose on = at(shift, shift, 0);
        EXPECT_GT(expect_flat_list(lower, Pose(), upper, on, Trees::all, random), 144U);
        for (const double gap : {0x1p-52, -0x1p-53, 1e-12, 1e-8, 1e-7, -1e-6}) {
            const Pose over = at(shift, shift, gap);
            EXPECT_EQ(expect_flat_list(lower, Pose(), upper, over, Trees::some, random), 0U);
        }
    }
}

// ---- Sizes and places ----

TEST(dop_traverse, shapes_of_any_two_sizes_find_every_pair) {
    // From a small shape, a large one overflowed single precision, and faces were lost between
    // 2^100 and 2^110.
    Random random(67);
    const Mesh large = make_torus(10, 6, 3, 1).value();
    const Mesh small = make_sphere(1, 4, 5).value();
    int met = 0, asked = 0;
    std::vector<int> exponents;
    for (int e = 0; e >= -64; e -= 2) exponents.push_back(e);
    for (int e = -68; e >= -136; e -= 4) exponents.push_back(e);
    for (int e = -150; e >= -1000; e -= 170) exponents.push_back(e);
    for (const int exponent : exponents) {
        const double scale = std::ldexp(1.0, exponent);
        for (int i = 0; i < 3; ++i) {
            // A vertex, the middle of an edge or of a face of the large one comes to the origin.
            const auto loop = large.polygon(random.below(large.polygon_count()));
            Vector3d centre = large.vertices[loop[0]];
            if (i % 3 == 1) centre = (centre + large.vertices[loop[1]]) / 2;
            if (i % 3 == 2) {
                centre = (centre + large.vertices[loop[1]] + large.vertices[loop[2]]) / 3;
            }
            AllTrees a(built(moved(large, -centre)));
            AllTrees b(built(mapped(small, [&](const Vector3d& p) -> Vector3d {
                return scale * (p + random.point(1) * 0.1);
            })));
            const Pose away = *Pose::make(scale * random.point(2), random.pose(0).rotation());
            SCOPED_TRACE(exponent);
            const bool some = expect_flat_list(a, Pose(), b, away, Trees::some, random) > 0;
            EXPECT_EQ(expect_flat_list(b, away, a, Pose(), Trees::some, random) > 0, some);
            ++asked;
            met += some ? 1 : 0;
        }
    }
    EXPECT_GT(met, asked * 2 / 10);
    EXPECT_LT(met, asked * 8 / 10);
}

TEST(dop_traverse, shapes_far_from_the_origin_find_every_pair) {
    Random random(68);
    AllTrees torus(built(make_torus(16, 10, 3, 1).value()));
    AllTrees sphere(built(make_sphere(1.5, 8, 10).value()));
    AllTrees displaced(built(moved(make_torus(16, 10, 3, 1).value(), {1e7, -1e7, 3e6})));
    int met = 0, asked = 0;
    for (const double far : {1e3, 1e6, 1e9, 1e12, 1e15, 1e20}) {
        for (int i = 0; i < 3; ++i) {
            SCOPED_TRACE(far);
            const Vector3d place = random.point(far);
            const Pose pose_a = *Pose::make(place, random.pose(0).rotation());
            const Pose pose_b = *Pose::make(place + random.point(4), random.pose(0).rotation());
            const bool some =
                expect_flat_list(torus, pose_a, sphere, pose_b, Trees::some, random) > 0;
            met += some ? 1 : 0;
            ++asked;
            // Far in its own coordinates, and brought back.
            const Pose back = *Pose::make(Vector3d(-1e7, 1e7, -3e6) + random.point(1));
            expect_flat_list(displaced, back, sphere, random.pose(3), Trees::some, random);
        }
    }
    EXPECT_GT(met, asked * 3 / 10);
}

TEST(dop_traverse, the_smallest_and_the_largest_coordinates_find_every_pair) {
    Random random(69);
    for (const int exponent : {-1060, -1000, -910, -600, 200, 296}) {
        SCOPED_TRACE(exponent);
        const double scale = std::ldexp(1.0, exponent);
        AllTrees a(built(scaled(make_torus(6, 4, 3, 1).value(), scale)));
        AllTrees b(built(scaled(strewn(random, 50, 2), 2 * scale)));
        const Pose pose = *Pose::make(scale * random.point(1), random.pose(0).rotation());
        EXPECT_GT(expect_flat_list(a, pose, b, Pose(), Trees::some, random), 10U);
    }
    // As different as they can be.
    AllTrees tiny(built(scaled(cube(1), 0x1p-1000))), huge(built(scaled(cube(1), 0x1p299)));
    for (const Vector3d& corner : {Vector3d(1, 0.5, 0.25), Vector3d(1, 1, 0), Vector3d(1, 1, 1)}) {
        const Pose on = at(corner * -0x1p299);
        EXPECT_GT(expect_flat_list(tiny, Pose(), huge, on, Trees::some, random), 0U);
        EXPECT_GT(expect_flat_list(huge, on, tiny, Pose(), Trees::some, random), 0U);
    }
}

TEST(dop_traverse, flat_and_thin_shapes_find_every_pair) {
    Random random(70);
    const auto flattened = [&](const Mesh& mesh, double y, double z) {
        return mapped(mesh, [&](const Vector3d& p) { return Vector3d(p[0], y * p[1], z * p[2]); });
    };
    const Mesh ball = make_sphere(1, 12, 14).value();
    AllTrees plate(built(flattened(ball, 1, 1e-7))), needle(built(flattened(ball, 1e-9, 1e-7)));
    AllTrees other(built(flattened(ball, 1, 1e-5)));
    std::size_t pairs = 0;
    for (int i = 0; i < 6; ++i) {
        const Pose pose = random.pose(0.2);
        pairs += expect_flat_list(plate, Pose(), other, pose, Trees::some, random);
        pairs += expect_flat_list(needle, Pose(), other, pose, Trees::some, random);
        pairs += expect_flat_list(plate, pose, needle, pose, Trees::some, random);
        const Pose near = at(random.point(1e-7));  // all but parallel
        pairs += expect_flat_list(plate, Pose(), other, near, Trees::some, random);
        pairs += expect_flat_list(plate, Pose(), plate, near, Trees::some, random);
        pairs += expect_flat_list(needle, Pose(), needle, near, Trees::some, random);
    }
    EXPECT_GT(pairs, 1000U);
}

// ---- What queries answer ----

TEST(dop_overlap, no_answer_but_the_witness_depends_on_the_tree) {
    Random random(94);
    const Polyhedron a = built(make_torus(12, 8, 3, 1).value());
    const Polyhedron b = built(make_car(3, 2, 1).value());
    const Polyhedron small = built(scaled(make_sphere(1, 8, 9).value(), 0.1));
    for (int i = 0; i < 60; ++i) {
        const Pose pose_a = random.pose(1), pose_b = random.pose(3);
        for (const Polyhedron* other : {&b, &small}) {
            const OverlapResult expected = swept::overlap({a, pose_a}, {*other, pose_b});
            const auto pairs = swept::intersecting_faces({a, pose_a}, {*other, pose_b});
            for (const int k : all_orientations) {
                const TreeOptions options{.orientations = k,
                                          .builder = all_builders[random.below(3)],
                                          .leaf_size = 1 + static_cast<unsigned>(random.below(9))};
                const PlacedTree tree_a{DopTree::build(a, options).value(), pose_a};
                const PlacedTree tree_b{DopTree::build(*other, options).value(), pose_b};
                const OverlapResult result = overlap(tree_a, tree_b);
                ASSERT_EQ(result.relation, expected.relation);
                ASSERT_EQ(result.contained, expected.contained);
                ASSERT_EQ(intersects(tree_a, tree_b), expected.relation != Relation::separate);
                ASSERT_EQ(intersecting_faces(tree_a, tree_b), pairs);
                ASSERT_EQ(result.witness.has_value(), expected.witness.has_value());
                if (result.witness) {
                    ASSERT_TRUE(std::ranges::binary_search(pairs, result.witness->faces));
                }
            }
        }
    }
}

TEST(dop_overlap, by_the_default_tree_does_the_same_work_as_the_librarys) {
    Random random(95);
    const Polyhedron a = built(make_torus(40, 25, 3, 1).value());
    const Polyhedron b = built(make_sphere(2, 20, 24).value());
    const DopTree tree_a = DopTree::build(a).value(), tree_b = DopTree::build(b).value();
    for (int i = 0; i < 200; ++i) {
        const Pose pose_a = random.pose(1), pose_b = random.pose(3);
        const OverlapResult ours = swept::overlap({a, pose_a}, {b, pose_b});
        const OverlapResult theirs = overlap({tree_a, pose_a}, {tree_b, pose_b});
        EXPECT_EQ(ours.stats.volume_tests, theirs.stats.volume_tests);
        EXPECT_EQ(ours.stats.face_tests, theirs.stats.face_tests);
        ASSERT_EQ(ours.witness.has_value(), theirs.witness.has_value());
        if (ours.witness) {
            EXPECT_EQ(ours.witness->indices, theirs.witness->indices);
            EXPECT_EQ(ours.witness->point, theirs.witness->point);
        }
    }
}

TEST(dop_overlap, a_budget_bounds_the_work) {
    const DopTree torus =
        DopTree::build(built(make_torus(40, 25, 3, 1).value()), {.orientations = 18}).value();
    const PlacedTree a{torus, Pose()}, b{torus, at(0.1, 0.2, 0.3)};
    EXPECT_EQ(overlap(a, b, {.budget = 0}).state, State::undecided);
    EXPECT_FALSE(
        visit_intersecting_faces(a, b, [](FaceIndex, FaceIndex) { return true; }, {.budget = 20}));
    EXPECT_NE(overlap(a, b).state, State::undecided);
}

TEST(dop_tree, options_out_of_range_name_the_option) {
    const Polyhedron shape = built(cube(1));
    const auto message = [&](const TreeOptions& options) {
        const Result<DopTree> result = DopTree::build(shape, options);
        return result ? "" : result.error().message();
    };
    EXPECT_EQ(message({.orientations = 10}), "orientations: must be 6, 8, 14, 18 or 26");
    EXPECT_EQ(message({.builder = static_cast<Builder>(9)}), "builder: no such builder");
    EXPECT_EQ(message({.leaf_size = 0}), "leaf_size: must be from 1 to 1000");
    EXPECT_EQ(message({.max_depth = 49}), "max_depth: must be from 1 to 48");
    EXPECT_EQ(message({.min_volume = -1}), "min_volume: must be from 0 to 1");
    EXPECT_EQ(message({}), "");
}

TEST(dop_tree, builders_have_names) {
    EXPECT_EQ(name_of(Builder::surface_area), "surface area");
    EXPECT_EQ(name_of(Builder::furthest_pair), "furthest pair");
    EXPECT_EQ(name_of(Builder::longest_axis), "longest axis");
}

}  // namespace
}  // namespace swept::papers::zachmann

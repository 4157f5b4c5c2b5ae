// Properness by its definition (Buss 5, corrected: sin(min phi)): the surfaces of both bodies about
// the point are looked at in thousands of directions across the normal.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "swept/collisions.h"
#include "swept/solids.h"
#include "tests/oracle/sweep_scenes.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using oracle::SceneChance;
constexpr double pi = std::numbers::pi;

Polyhedron built(const Mesh& mesh, Sides sides = Sides::automatic) {
    BuildOptions options;
    options.sides = sides;
    return Polyhedron::build(mesh, options).value();
}

double sine_of_least(double angle) {
    return angle < -pi / 2 ? -1 : std::sin(angle);
}

// ---- A vertex on a face ----

/// The corner of a body about the z axis, at the origin: its edges leave in directions that go once
/// around, at any heights.
struct Corner {
    std::vector<double> around;    ///< ascending
    std::vector<double> tangents;  ///< of the heights

    [[nodiscard]] Vector3d edge(std::size_t i) const {
        return {std::cos(around[i]), std::sin(around[i]), tangents[i]};
    }
    /// The body: from the corner up to a lid.
    [[nodiscard]] Mesh body() const {
        Mesh mesh;
        mesh.add_vertex({0, 0, 0});
        const auto n = static_cast<std::uint32_t>(around.size());
        for (std::size_t i = 0; i < n; ++i) mesh.add_vertex(0.3 * edge(i));
        const std::uint32_t top = mesh.add_vertex({0, 0, 5});
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t p = 1 + i, q = 1 + (i + 1) % n;
            mesh.add_polygon({0, q, p});
            mesh.add_polygon({top, p, q});
        }
        return mesh;
    }
    /// The tangent of the surface's height in a direction.
    [[nodiscard]] double height(double direction) const {
        const Vector3d d(std::cos(direction), std::sin(direction), 0);
        const std::size_t n = around.size();
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t k = (i + 1) % n;
            double from = std::fmod(direction - around[i] + 4 * pi, 2 * pi);
            const double opening = std::fmod(around[k] - around[i] + 4 * pi, 2 * pi);
            if (from > opening) continue;
            const Vector3d normal = edge(i).cross(edge(k));
            return -normal.dot(d) / normal.z();
        }
        return 1e300;
    }
    [[nodiscard]] double properness() const {
        constexpr int directions = 20'000;
        double least = 1e300;
        for (int i = 0; i < directions; ++i) {
            least = std::min(least, std::atan(height(2 * pi * i / directions)));
        }
        for (const double t : tangents) least = std::min(least, std::atan(t));
        return sine_of_least(least);
    }
};

Corner random_corner(SceneChance& chance) {
    for (;;) {
        Corner corner;
        const int n = chance.integer(3, 7);
        const double lean = chance.real(-0.6, 0.9), wave = chance.real(0, 0.8);
        for (int i = 0; i < n; ++i) corner.around.push_back(chance.real(-pi, pi));
        std::ranges::sort(corner.around);
        bool fits = true;
        for (std::size_t i = 0; i < corner.around.size(); ++i) {
            const std::size_t k = (i + 1) % corner.around.size();
            const double opening = std::fmod(corner.around[k] - corner.around[i] + 4 * pi, 2 * pi);
            fits = fits && opening > 0.2 && opening < 0.9 * pi;
            // Convex, like a pit, like a saddle.
            corner.tangents.push_back(lean + wave * std::cos(2 * corner.around[i]) +
                                      chance.real(-0.1, 0.1));
        }
        if (fits) return corner;
    }
}

TEST(properness, of_a_vertex_on_a_face_is_the_least_height_of_its_surface) {
    SceneChance chance(11, 1);
    const Polyhedron floor = built(make_box({20, 20, 2}).value());
    int proper = 0, improper = 0;
    for (int i = 0; i < 300; ++i) {
        const Corner corner = random_corner(chance);
        const Polyhedron a = built(corner.body());
        CollisionOptions all;
        all.min_properness = -1;
        const auto found =
            all_collisions({a, Pose::make({0, 0, 2}).value(), Pose::make({0, 0, 0}).value()},
                           {floor, Pose(), Pose()}, all)
                .value();
        const auto at = std::ranges::find_if(found.collisions, [](const Collision& c) {
            return c.contact.kind == ContactKind::vertex_face && c.contact.mover.vertices[0] == 0;
        });
        ASSERT_NE(at, found.collisions.end()) << "corner " << i;
        EXPECT_NEAR(at->fraction, 0.5, 1e-12);
        EXPECT_NEAR(at->properness, corner.properness(), 1e-6) << "corner " << i;
        EXPECT_NEAR((at->contact.normal - Vector3d::UnitZ()).norm(), 0, 1e-12);
        (at->properness >= 0 ? proper : improper) += 1;
    }
    EXPECT_GT(proper, 60);
    EXPECT_GT(improper, 60);
}

TEST(properness, of_a_face_on_a_vertex_is_the_same_upside_down) {
    SceneChance chance(11, 2);
    const Polyhedron plate = built(make_box({20, 20, 2}).value());
    for (int i = 0; i < 100; ++i) {
        const Corner corner = random_corner(chance);
        const Polyhedron b = built(corner.body());
        const Pose upside_down = Pose::make({0, 0, 0}, Quaternion(0, 1, 0, 0)).value();
        CollisionOptions all;
        all.min_properness = -1;
        const auto found =
            all_collisions({plate, Pose::make({0, 0, 2}).value(), Pose::make({0, 0, 0}).value()},
                           {b, upside_down, upside_down}, all)
                .value();
        const auto at = std::ranges::find_if(found.collisions, [](const Collision& c) {
            return c.contact.kind == ContactKind::face_vertex &&
                   c.contact.obstacle.vertices[0] == 0;
        });
        ASSERT_NE(at, found.collisions.end()) << "corner " << i;
        EXPECT_NEAR(at->properness, corner.properness(), 1e-6) << "corner " << i;
    }
}

// ---- Two edges ----

/// A ridge along x through the origin whose faces fall off at these angles, left (+y) and right;
/// below 0 they rise. Closed: with a body below.
struct Ridge {
    double left, right;

    [[nodiscard]] Mesh sheet() const {
        Mesh mesh;
        for (const double x : {-1.0, 1.0}) {
            mesh.add_vertex({x, 0, 0});
            mesh.add_vertex({x, std::cos(left), -std::sin(left)});
            mesh.add_vertex({x, -std::cos(right), -std::sin(right)});
        }
        mesh.add_polygon({0, 3, 4, 1});
        mesh.add_polygon({0, 2, 5, 3});
        return mesh;
    }
    [[nodiscard]] Mesh body() const {
        Mesh mesh = sheet();
        for (const double x : {-1.0, 1.0}) {
            mesh.add_vertex({x, std::cos(left), -5});
            mesh.add_vertex({x, -std::cos(right), -5});
        }
        mesh.add_polygon({1, 4, 8, 6});     // left
        mesh.add_polygon({2, 7, 9, 5});     // right
        mesh.add_polygon({6, 8, 9, 7});     // bottom
        mesh.add_polygon({0, 1, 6, 7, 2});  // ends
        mesh.add_polygon({3, 5, 9, 8, 4});
        return mesh;
    }
    /// The height of its surface, as an angle, in a direction from the x axis.
    [[nodiscard]] double height(double direction) const {
        const double s = std::sin(direction);
        return -std::atan(std::tan(s >= 0 ? left : right) * std::abs(s));
    }
};

/// Of two ridges back to back, the upper one turned by `angle`.
double properness_of(const Ridge& upper, const Ridge& lower, double angle) {
    constexpr int directions = 40'000;
    double least = 1e300;
    // Turned over about its ridge, what was left is right.
    const Ridge mirrored{upper.right, upper.left};
    const auto look = [&](double d) {
        least = std::min(least, -mirrored.height(d - angle) - lower.height(d));
    };
    for (int i = 0; i < directions; ++i) look(2 * pi * i / directions);
    for (const double d : {0.0, pi, angle, angle + pi}) look(d);
    return sine_of_least(least);
}

/// What is reported of the two ridges themselves.
std::optional<Collision> ridge_on_ridge(const Polyhedron& upper, const Polyhedron& lower,
                                        double angle) {
    const Eigen::Quaterniond turn =
        Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ())) *
        Eigen::Quaterniond(0, 1, 0, 0);
    CollisionOptions all;
    all.min_properness = -1;
    const auto found = all_collisions({upper, Pose::make({0, 0, 0.7}, turn).value(),
                                       Pose::make({0, 0, -0.3}, turn).value()},
                                      {lower, Pose(), Pose()}, all)
                           .value();
    for (const Collision& c : found.collisions) {
        if (c.contact.kind != ContactKind::edge_edge) continue;
        const auto &p = c.contact.mover.vertices, &q = c.contact.obstacle.vertices;
        if (std::min(p[0], p[1]) == 0 && std::max(p[0], p[1]) == 3 && std::min(q[0], q[1]) == 0 &&
            std::max(q[0], q[1]) == 3) {
            return c;
        }
    }
    return std::nullopt;
}

TEST(properness, of_two_edges_is_the_sine_of_the_least_angle_between_the_surfaces) {
    SceneChance chance(12, 1);
    int proper = 0, improper = 0, worst = 0;
    for (int i = 0; i < 400; ++i) {
        const double lowest = i % 2 == 0 ? 0.02 : -1.3;
        const Ridge upper{chance.real(lowest, 1.4), chance.real(lowest, 1.4)};
        const Ridge lower{chance.real(lowest, 1.4), chance.real(lowest, 1.4)};
        const double angle = chance.sign() * chance.real(0.15, pi - 0.15);
        const auto c = ridge_on_ridge(built(upper.sheet(), Sides::both),
                                      built(lower.sheet(), Sides::both), angle);
        ASSERT_TRUE(c) << "pair " << i;
        EXPECT_NEAR(c->fraction, 0.7, 1e-12);
        EXPECT_NEAR((c->contact.normal - Vector3d::UnitZ()).norm(), 0, 1e-12);
        EXPECT_NEAR(c->properness, properness_of(upper, lower, angle), 1e-6)
            << "pair " << i << ": " << upper.left << " " << upper.right << " on " << lower.left
            << " " << lower.right << " at " << angle;
        (c->properness >= 0 ? proper : improper) += 1;
        worst += c->properness == -1 ? 1 : 0;
    }
    EXPECT_GT(proper, 150);
    EXPECT_GT(improper, 100);
    EXPECT_GT(worst, 5);
}

TEST(properness, of_convex_edges_of_solids_is_the_same) {
    SceneChance chance(12, 2);
    int seen = 0, improper = 0;
    for (int i = 0; i < 200; ++i) {
        const Ridge upper{chance.real(-0.4, 1.4), chance.real(0.45, 1.4)};
        const Ridge lower{chance.real(0.45, 1.4), chance.real(-0.4, 1.4)};
        const double angle = chance.sign() * chance.real(0.15, pi - 0.15);
        const auto c = ridge_on_ridge(built(upper.body()), built(lower.body()), angle);
        ASSERT_TRUE(c) << "pair " << i;
        EXPECT_NEAR(c->properness, properness_of(upper, lower, angle), 1e-6) << "pair " << i;
        ++seen;
        improper += c->properness < 0 ? 1 : 0;
    }
    EXPECT_EQ(seen, 200);
    EXPECT_GT(improper, 20);
}

// The paper's choice of the normal's sign takes two reflex edges for a proper contact
// (docs/derivations/glide.md, "Properness").
TEST(properness, two_reflex_edges_are_never_proper) {
    SceneChance chance(12, 3);
    for (int i = 0; i < 200; ++i) {
        const Ridge upper{-chance.real(0.1, 1.2), -chance.real(0.1, 1.2)};
        const Ridge lower{-chance.real(0.1, 1.2), -chance.real(0.1, 1.2)};
        const double angle = chance.sign() * chance.real(0.3, 2.8);
        const auto of_solids = ridge_on_ridge(built(upper.body()), built(lower.body()), angle);
        if (of_solids) {
            EXPECT_LT(of_solids->properness, 0);
        }
        const auto of_sheets = ridge_on_ridge(built(upper.sheet(), Sides::both),
                                              built(lower.sheet(), Sides::both), angle);
        ASSERT_TRUE(of_sheets);
        EXPECT_LT(of_sheets->properness, 0);
        EXPECT_NEAR(of_sheets->properness, properness_of(upper, lower, angle), 1e-6);
    }
}

TEST(properness, of_a_border_looks_at_the_one_face_that_is_there) {
    // An upright sheet comes down with its lower edge across a ridge.
    Mesh sheet;
    sheet.vertices = {{-1, 0, 0}, {-1, 0, 2}, {1, 0, 2}, {1, 0, 0}};
    sheet.add_polygon({0, 1, 2, 3});
    const Ridge ridge{0.5, 0.8};
    const Pose above =
        Pose::make({0, 0, 0.5},
                   Quaternion(Eigen::Quaterniond(Eigen::AngleAxisd(pi / 2, Vector3d::UnitZ()))))
            .value();
    const Pose below = Pose::make({0, 0, -0.5}, above.rotation()).value();
    const auto found =
        all_collisions({built(sheet), above, below}, {built(ridge.body()), Pose(), Pose()}).value();
    ASSERT_FALSE(found.collisions.empty());
    const Collision& first = found.collisions[0];
    EXPECT_EQ(first.contact.kind, ContactKind::edge_edge);
    EXPECT_NEAR(first.fraction, 0.5, 1e-12);
    // Along the sheet's edge, across the ridge: the flatter of its two faces.
    EXPECT_NEAR(first.properness, std::sin(0.5), 1e-9);
}

// A box that goes through a sheet, turned any way with it: its last four corners have an edge
// straight down, whose sine is -1 but for rounding.
TEST(glide_properness, what_is_as_improper_as_can_be_is_not_lost_to_rounding) {
    Mesh sheet;
    for (const Vector3d& x :
         {Vector3d(-4, -4, 0), Vector3d(4, -4, 0), Vector3d(4, 4, 0), Vector3d(-4, 4, 0)}) {
        sheet.add_vertex(x);
    }
    sheet.add_polygon({0, 1, 2, 3});
    const Polyhedron a = built(make_box({1, 1, 1}).value()), b = built(sheet, Sides::both);
    CollisionOptions all;
    all.min_properness = -1;
    SceneChance chance(7, 0);
    for (int i = 0; i < 300; ++i) {
        const Pose turned = Pose::make({0, 0, 0}, chance.rotation()).value();
        const Pose from = turned * Pose::make({0.3, 0.2, 2}).value();
        const Pose to = turned * Pose::make({0.3, 0.2, -2}).value();
        const auto found =
            all_collisions({a, from, to}, {b, turned, turned}, all).value().collisions;
        ASSERT_EQ(found.size(), 8U) << i;
        for (std::size_t k = 0; k < 8; ++k) {
            EXPECT_NEAR(found[k].properness, k < 4 ? 0 : -1, 1e-9) << i;
        }
    }
}

// Found by a campaign: a face in the plane of contact, seen from the other side of its edge, has a
// sine of negative zero there, which was taken as folded over by half a turn.
TEST(properness, of_an_edge_with_a_face_in_the_plane_of_contact_is_that_of_the_other_face) {
    Mesh sheet;
    const double x = 15.390434059255972, y = 13.064751941081685, z = 21.51185141738333;
    sheet.vertices = {{x, y, -z}, {-x, y, -z}, {-x, y, z}, {x, y, z}};
    sheet.add_polygon({0, 1, 2, 3});
    Mesh roof;
    roof.vertices = {{7.1407959856691807, -12.368221453662906, 3.4890354397174463},
                     {7.1407959856691807, -12.368221453662906, -3.4890354397174463},
                     {-7.1407959856691807, -12.368221453662906, -3.4890354397174463},
                     {-10.162389311168699, -17.601774613239076, 0}};
    roof.add_polygon({0, 1, 2});
    roof.add_polygon({1, 3, 2});
    CollisionOptions options;
    options.min_properness = -1;
    const Pose at_roof =
        Pose::make({51.145785839509607, -15.608993786630617, 44.354773479446884}).value();
    const auto r =
        all_collisions(
            {built(sheet),
             Pose::make({76.052343223469336, -85.792390680798974, 10.839333107234971}).value(),
             Pose::make({43.469939174566704, 6.1509745439718557, 54.688903983714731}).value()},
            {built(roof), at_roof, at_roof}, options)
            .value();
    const double down = 17.601774613239076 - 12.368221453662906, in = 3.4890354397174463;
    int edges = 0;
    for (const Collision& c : r.collisions) {
        if (c.contact.kind != ContactKind::edge_edge) continue;
        if (std::abs(c.contact.point[2] - (44.354773479446884 - in)) > 1e-9) continue;
        ++edges;  // the edge between the faces
        EXPECT_NEAR(c.properness, -down / std::hypot(down, in), 1e-6);
    }
    EXPECT_EQ(edges, 1);
}

// Trap: where no edge of a vertex went below the plane, its faces were not looked at. The two edges
// of a straight corner may both be level and the face go down between them.
TEST(properness, of_a_straight_corner_whose_edges_are_level_is_that_of_its_face) {
    Mesh leaf;
    leaf.vertices = {{0, 0, -1}, {1, 0.4, -1}, {1, 0.4, 1}, {0, 0, 1}, {0, 0, 0.25}};
    leaf.add_polygon({0, 1, 2, 3, 4});
    Mesh wall;
    wall.vertices = {{0, -3, -3}, {0, 3, -3}, {0, 3, 3}, {0, -3, 3}};
    wall.add_polygon({0, 1, 2, 3});
    CollisionOptions all;
    all.min_properness = -1;
    const auto found =
        all_collisions({built(leaf), Pose::make({-2, 0, 0}).value(), Pose::make({2, 0, 0}).value()},
                       {built(wall), Pose(), Pose()}, all)
            .value();
    const auto at = std::ranges::find_if(
        found.collisions, [](const Collision& c) { return c.contact.mover.vertices[0] == 4; });
    ASSERT_NE(at, found.collisions.end());
    EXPECT_NEAR(at->fraction, 0.5, 1e-12);
    EXPECT_NEAR(at->properness, -1 / std::sqrt(1.16), 1e-12);
}

/// A box with a second corner a few roundings beside the first, on the edge to vertex 1.
Mesh box_with_close_corner(const Mesh& box, const Vector3d& off) {
    Mesh made;
    made.vertices = box.vertices;
    const std::uint32_t beside = made.add_vertex(box.vertices[0] + off);
    for (std::size_t i = 0; i < box.polygon_count(); ++i) {
        std::vector<std::uint32_t> loop(box.polygon(i).begin(), box.polygon(i).end());
        for (std::size_t k = 0; k < loop.size(); ++k) {
            const std::uint32_t next = loop[(k + 1) % loop.size()];
            if (std::minmax(loop[k], next) !=
                std::pair<const std::uint32_t&, const std::uint32_t&>(0U, 1U))
                continue;
            loop.insert(loop.begin() + static_cast<std::ptrdiff_t>(k) + 1, beside);
            break;
        }
        made.add_polygon(loop);
    }
    return made;
}

/// The same with a triangle without width between the two faces of that edge.
Mesh box_with_needle(const Mesh& box, const Vector3d& off) {
    Mesh made;
    made.vertices = box.vertices;
    const std::uint32_t tip = made.add_vertex(0.4 * box.vertices[0] + 0.6 * box.vertices[1] + off);
    for (std::size_t i = 0; i < box.polygon_count(); ++i) {
        std::vector<std::uint32_t> loop(box.polygon(i).begin(), box.polygon(i).end());
        for (std::size_t k = 0; k < loop.size(); ++k) {
            if (loop[k] != 0 || loop[(k + 1) % loop.size()] != 1) continue;
            loop.insert(loop.begin() + static_cast<std::ptrdiff_t>(k) + 1, tip);
            break;
        }
        made.add_polygon(loop);
    }
    made.add_polygon({1, tip, 0});
    return made;
}

/// Trap: the direction of an edge as short as rounding, or the normal of a face as thin, decided
/// whether a contact was proper; and the first contact of a solid was none.
void expect_same_first_contact(SceneChance& chance, const Polyhedron& a, const Polyhedron& plain,
                               const Vector3d& at, const Polyhedron& other) {
    const Pose world_from_other =
        Pose::make(chance.real(0, 60) * chance.direction(), chance.rotation()).value();
    const Eigen::Quaterniond turn = chance.rotation();
    const Vector3d centre = world_from_other * Vector3d::Zero();
    const Vector3d way = chance.direction();
    const auto pose = [&](double along) {
        const Vector3d place = centre + along * way - turn * at;
        return Pose::make(place, Quaternion(turn.w(), turn.x(), turn.y(), turn.z())).value();
    };
    CollisionOptions options;
    options.min_properness = -1e-6;  // a face on a face, but for rounding
    // When, and how proper at best.
    const auto first = [&](const Polyhedron& shape) {
        const auto found = all_collisions({shape, pose(-6), pose(2)},
                                          {other, world_from_other, world_from_other}, options)
                               .value();
        std::pair<double, double> best(-1, -1);
        for (const Collision& c : found.collisions) {
            if (best.first < 0) best.first = c.fraction;
            if (c.fraction > best.first + 1e-9) break;
            best.second = std::max(best.second, c.properness);
        }
        return best;
    };
    EXPECT_NEAR(first(a).first, first(plain).first, 1e-9);
    EXPECT_NEAR(first(a).second, first(plain).second, 1e-6);
}

TEST(glide_properness, corners_closer_than_rounding_leave_the_first_contact_as_proper_as_it_is) {
    SceneChance chance(12, 1);
    const Mesh box = make_box({1, 0.8, 0.6}).value();
    const Polyhedron plain = built(box), other = built(make_box({20, 20, 0.5}).value());
    const Vector3d along = (box.vertices[1] - box.vertices[0]).normalized();
    for (int i = 0; i < 3000; ++i) {
        // On the edge, up to what the world is rounded to; or beside it, by the shape's own
        // rounding.
        const Vector3d off = chance.one_in(2)
                                 ? Vector3d(chance.integer(20, 2000) * along)
                                 : chance.integer(20, 50) * along + 4 * chance.direction();
        const Polyhedron a = built(box_with_close_corner(box, 1e-16 * off));
        expect_same_first_contact(chance, a, plain, box.vertices[0], other);
    }
}

TEST(glide_properness, needles_leave_the_first_contact_as_proper_as_it_is) {
    SceneChance chance(12, 2);
    const Mesh box = make_box({1, 0.8, 0.6}).value();
    const Polyhedron plain = built(box), other = built(make_box({2, 2, 2}).value());
    for (int i = 0; i < 3000; ++i) {
        const Polyhedron a =
            built(box_with_needle(box, 1e-16 * chance.integer(1, 100) * chance.direction()));
        expect_same_first_contact(chance, a, plain, 0.7 * box.vertices[0] + 0.3 * box.vertices[1],
                                  other);
    }
}

}  // namespace
}  // namespace swept

// Contacts of meshes with features below rounding: corners that are one but for rounding, and
// needles, faces without width.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "swept/distance.h"

namespace swept {
namespace {

using Eigen::Vector3d;

constexpr double ulp = 0x1p-52;  // of coordinates from 1 to 2

/// A square, seen from above, 1/8 below the plane z = 0.
Polyhedron floor_below() {
    Mesh mesh;
    mesh.vertices = {{-4, -4, -0.125}, {4, -4, -0.125}, {4, 4, -0.125}, {-4, 4, -0.125}};
    mesh.add_polygon({0, 1, 2, 3});
    return Polyhedron::build(mesh).value();
}

double least_separation(const ContactSet& set) {
    double least = std::numeric_limits<double>::infinity();
    for (const Contact& contact : set.contacts) least = std::min(least, contact.separation);
    return least;
}

// Each side of the face 2 3 0 is a side of a needle, too. The face was taken for a needle, and the
// mean of the normals at vertex 3 led the wrong way without it.
TEST(needles, on_all_sides_of_a_face_do_not_hide_it) {
    Mesh tetrahedron;
    tetrahedron.vertices = {{146.33914939723826, -836.03370636823763, 180.13726854093173},
                            {147.40652754213289, -835.59418518900236, 179.71247747732551},
                            {147.40652754213193, -835.59418518900486, 179.71247747732681},
                            {146.93084571959889, -836.85102954748572, 180.37783627811578},
                            {146.93084571960389, -836.85102954748311, 180.37783627811456},
                            {147.78557442787047, -836.42329684946128, 180.17518138388382}};
    tetrahedron.add_polygon({0, 1, 2});
    tetrahedron.add_polygon({2, 3, 0});
    tetrahedron.add_polygon({0, 3, 4});
    tetrahedron.add_polygon({4, 5, 0});
    tetrahedron.add_polygon({0, 5, 1});
    tetrahedron.add_polygon({1, 5, 4, 2});
    tetrahedron.add_polygon({4, 3, 2});
    Mesh square;
    square.vertices = {{-1.5426694159569447, 1.7730962910274217, -0.18761109693865458},
                       {1.5426694288467895, 1.7730962843093672, -0.18761105444110296},
                       {1.5426694211252663, -1.7730962897932421, -0.1876110661052301},
                       {-1.5426694236784682, -1.7730962830751875, -0.18761110860278168}};
    square.add_polygon({0, 1, 2, 3});
    const Pose world_from_square =
        Pose::make({-1114.5410959461844, 260953.23421760689, 82105.952746573239},
                   Eigen::Quaterniond(0.30502069387504616, -0.55538998505854387,
                                      -0.76849034621056511, 0.089033300432037471))
            .value();
    const Pose world_from_tetrahedron =
        Pose::make({-508.08101401102664, 260531.31535695703, 82563.042102713051},
                   Eigen::Quaterniond(-0.2547313250577391, 0.1765383861997176, 0.51163344693338086,
                                      0.80135969839479382))
            .value();
    const ContactSet set =
        contacts({Polyhedron::build(square).value(), world_from_square},
                 {Polyhedron::build(tetrahedron).value(), world_from_tetrahedron});
    EXPECT_NEAR(least_separation(set), 2.5977e-7, 1e-9);
}

// The needle has no normal, but it leads down from its short side to its tip: there alone is the
// distance to the floor lowest.
TEST(needles, are_in_contact_where_they_are_lowest_and_nowhere_else) {
    Mesh needle;
    needle.vertices = {{0, 0, 0}, {1, 0, 1}, {1, 20 * ulp, 1}};
    needle.add_polygon({0, 1, 2});
    ContactOptions options;
    options.tolerance = ContactTolerance::within(2).value();
    const ContactSet set = contacts({Polyhedron::build(needle).value()}, {floor_below()}, options);
    ASSERT_EQ(set.contacts.size(), 1U);
    EXPECT_EQ(set.contacts[0].kind, ContactKind::vertex_face);
    EXPECT_EQ(set.contacts[0].mover.vertices[0], 0U);
    EXPECT_EQ(set.contacts[0].separation, 0.125);
}

// Two edges of 40 ulp, too short to have a direction, join the ends of one of 80 ulp, which is not:
// the three vertices are one. Its direction, which is steep, kept all three from being contacts.
TEST(close_corners, joined_by_an_edge_a_little_longer_than_short_are_one_lowest_corner) {
    constexpr double k = 40 * ulp;
    Mesh sheet;
    sheet.vertices = {{0, 0, 0}, {k, -k, k / 8}, {1, -1, 0.125}, {1, 1, 0.75}, {k, k, 0.75 * k}};
    sheet.add_polygon({1, 2, 3, 4});
    sheet.add_polygon({1, 4, 0});
    ContactOptions options;
    options.tolerance = ContactTolerance::within(2).value();
    const Polyhedron shape = Polyhedron::build(sheet).value();
    ASSERT_EQ(shape.vertex_count(), 5U);
    const ContactSet set = contacts({shape}, {floor_below()}, options);
    EXPECT_NEAR(least_separation(set), 0.125, 1e-12);
}

// The sharp edge 1 3 of a wedge has a needle between it and the upper faces, which are two. Each of
// these counted as a side of the edge, and outward led up, away from what is before the edge.
TEST(needles, along_a_sharp_edge_leave_it_two_sides) {
    Mesh wedge;
    wedge.vertices = {{4, 0, 1}, {0, -1, 0}, {-20 * ulp, 0.25, 0}, {0, 1, 0}, {4, 0, -1}};
    wedge.add_polygon({0, 2, 1});
    wedge.add_polygon({0, 3, 2});
    wedge.add_polygon({3, 1, 2});
    wedge.add_polygon({1, 3, 4});
    wedge.add_polygon({0, 1, 4});
    wedge.add_polygon({0, 4, 3});
    const Vector3d away(-0.5625, 0, -0.8125), along(0.8125, 0, -0.5625);
    const double distance = away.norm() / 8;
    ContactOptions options;
    options.tolerance = ContactTolerance::within(2 * distance).value();
    for (const double y : {-0.5, 0.25, 0.5}) {  // before the needle's sides, and before its corner
        const Vector3d edge = away / 8 + Vector3d(0, y, 0);
        Mesh blade;
        blade.vertices = {edge - along, edge + along, edge + away};
        blade.add_polygon({0, 1, 2});
        const ContactSet set = contacts({Polyhedron::build(wedge).value()},
                                        {Polyhedron::build(blade).value()}, options);
        EXPECT_NEAR(least_separation(set), distance, 1e-12) << y;
    }
}

// Corners and sides that are one but for rounding are equally close but for rounding: one of them
// is enough.
TEST(close_corners, are_in_contact_with_the_closest_of_them) {
    Mesh sheet;
    sheet.vertices = {{0, 0, 0}, {1, 0, 0.5}, {0.5, 0, 1}, {0, 0, 30 * ulp}};
    sheet.add_polygon({0, 1, 2, 3});
    ContactOptions options;
    options.tolerance = ContactTolerance::within(0.25).value();
    const ContactSet set = contacts({Polyhedron::build(sheet).value()}, {floor_below()}, options);
    ASSERT_EQ(set.contacts.size(), 1U);
    EXPECT_EQ(set.contacts[0].mover.vertices[0], 0U);
}
TEST(needles, are_in_contact_with_the_closer_of_two_sides) {
    Mesh needle, point;
    needle.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 30 * ulp, 0}};
    needle.add_polygon({0, 1, 2});
    point.vertices = {{0.5, -0.125, 0}};
    ContactOptions options;
    options.tolerance = ContactTolerance::within(0.25).value();
    const ContactSet set =
        contacts({Polyhedron::build(point).value()}, {Polyhedron::build(needle).value()}, options);
    ASSERT_EQ(set.contacts.size(), 1U);
    EXPECT_EQ(set.contacts[0].kind, ContactKind::vertex_edge);
    EXPECT_EQ(set.contacts[0].separation, 0.125);
}

}  // namespace
}  // namespace swept

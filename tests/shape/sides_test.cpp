// Which closed surfaces stop with their front sides alone: those that are proven to show no back to
// what is outside. Each test has the trap in it.

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "core/inside.h"
#include "shape/build.h"
#include "swept/overlap.h"
#include "swept/solids.h"
#include "tests/repeats.h"
#include "tests/shape/samples.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using test::built;
using test::joined;

Mesh moved(Mesh mesh, const Vector3d& shift) {
    for (Vector3d& v : mesh.vertices) v += shift;
    return mesh;
}
Mesh box(double x, double y, double z, const Vector3d& at = Vector3d::Zero()) {
    return moved(make_box({x, y, z}).value(), at);
}
Mesh inside_out(Mesh mesh) {
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        std::reverse(mesh.corners.begin() + (i == 0 ? 0 : mesh.polygon_ends[i - 1]),
                     mesh.corners.begin() + mesh.polygon_ends[i]);
    }
    return mesh;
}
/// A cube whose top is a tip, at this height.
Mesh tipped_cube(double tip) {
    Mesh mesh = make_box({1, 1, 1}).value();
    Mesh made;
    made.vertices = mesh.vertices;
    const std::uint32_t apex = made.add_vertex({0, 0, tip});
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto polygon = mesh.polygon(i);
        const bool top =
            std::ranges::all_of(polygon, [&](std::uint32_t v) { return mesh.vertices[v][2] > 0; });
        if (!top) {
            made.add_polygon(polygon);
            continue;
        }
        for (std::size_t k = 0; k < 4; ++k) {
            made.add_polygon({polygon[k], polygon[(k + 1) % 4], apex});
        }
    }
    return made;
}

SidesReason reason(const Mesh& mesh, const BuildOptions& options = {}) {
    const Polyhedron shape = built(mesh, options);
    EXPECT_TRUE(shape.is_closed());
    EXPECT_TRUE(shape.is_oriented());
    const SidesReason why = shape.report().sides_reason;
    EXPECT_EQ(shape.sides(), why == SidesReason::proven ? Sides::front : Sides::both);
    return why;
}

TEST(sides, solids_that_do_not_cross_themselves_stop_with_their_front) {
    EXPECT_EQ(reason(box(1, 1, 1)), SidesReason::proven);
    EXPECT_EQ(reason(tipped_cube(1)), SidesReason::proven);
    EXPECT_EQ(reason(tipped_cube(-0.499)), SidesReason::proven) << "a dent almost to the floor";
    for (const char* solid : {"torus", "gear", "room", "stairs", "bolt", "nut", "cylinder", "car",
                              "sphere,detail=3", "torus,rings=100,sides=60"}) {
        const auto mesh = make_solid(solid);
        if (!mesh) continue;  // not every catalogue has all
        EXPECT_EQ(reason(*mesh), SidesReason::proven) << solid;
    }
}

TEST(sides, a_spike_through_the_other_side_makes_both_stop) {
    const Polyhedron spike = built(tipped_cube(-1.5));
    EXPECT_EQ(spike.sides(), Sides::both);
    EXPECT_EQ(spike.report().sides_reason, SidesReason::crosses_itself);
    const auto [a, b] = spike.report().sides_faces;
    const std::vector<FacePair> meetings = self_intersections(spike);
    EXPECT_TRUE(std::ranges::find(meetings, FacePair{a, b}) != meetings.end()) << a << " " << b;
    EXPECT_TRUE(spike.report().clean()) << "nothing was repaired";
    EXPECT_EQ(spike.internal_edge_count(), 0U);
    EXPECT_EQ(spike.internal_vertex_count(), 0U);
    EXPECT_GT(built(tipped_cube(-0.4)).internal_edge_count(), 0U);
}

TEST(sides, one_unit_in_the_last_place_decides) {
    EXPECT_EQ(reason(tipped_cube(std::nextafter(-0.5, 0))), SidesReason::proven);
    EXPECT_EQ(reason(tipped_cube(-0.5)), SidesReason::crosses_itself) << "it touches";
    EXPECT_EQ(reason(tipped_cube(std::nextafter(-0.5, -1))), SidesReason::crosses_itself);
}

TEST(sides, what_is_asked_for_is_not_overruled) {
    const Polyhedron front = built(tipped_cube(-1.5), {.sides = Sides::front});
    EXPECT_EQ(front.sides(), Sides::front);
    EXPECT_EQ(front.report().sides_reason, SidesReason::asked);
    EXPECT_EQ(built(box(1, 1, 1), {.sides = Sides::both}).sides(), Sides::both);
}

TEST(sides, solids_that_overlap_are_sound) {
    // From outside of their union, all that can be seen is fronts.
    const Mesh two = joined(box(1, 1, 1), box(1, 1, 1, {0.3, 0.4, 0.5}));
    EXPECT_EQ(reason(two), SidesReason::proven);
    EXPECT_EQ(reason(joined(box(3, 3, 3), box(1, 1, 1))), SidesReason::proven)
        << "one in the other";
    EXPECT_EQ(reason(joined(two, moved(tipped_cube(-1.5), {0.1, 0.2, 0.1}))),
              SidesReason::crosses_itself);
}

TEST(sides, solids_that_share_a_face_an_edge_or_a_corner_are_told_apart) {
    EXPECT_EQ(reason(joined(box(1, 1, 1), box(1, 1, 1, {1, 0, 0}))), SidesReason::proven);
    EXPECT_EQ(reason(joined(box(1, 1, 1), box(1, 1, 1, {1, 1, 0}))), SidesReason::proven);
    EXPECT_EQ(reason(joined(box(1, 1, 1), box(1, 1, 1, {1, 1, 1}))), SidesReason::proven);
    // A beam along one edge of a box, within it: whose faces are whose?
    EXPECT_EQ(reason(joined(box(1, 1, 1), box(0.5, 0.5, 1, {0.25, 0.25, 0}))),
              SidesReason::unproven);
}

TEST(sides, a_surface_inside_out_stops_with_both) {
    EXPECT_EQ(reason(inside_out(box(1, 1, 1))), SidesReason::inside_out);
    EXPECT_EQ(reason(inside_out(make_solid("torus").value())), SidesReason::inside_out);
    const Mesh beside = joined(box(1, 1, 1), inside_out(box(1, 1, 1, {3, 0, 0})));
    EXPECT_EQ(reason(beside), SidesReason::inside_out) << "in part";
    EXPECT_EQ(built(beside).report().sides_faces[0], 6U);
}

TEST(sides, a_hollow_in_a_solid_is_sound) {
    const Mesh house = joined(box(4, 4, 4), inside_out(box(3, 3, 3)));
    EXPECT_EQ(reason(house), SidesReason::proven);
    // A pillar that reaches into its walls; a hollow that reaches out of the house; two hollows.
    EXPECT_EQ(reason(joined(house, box(0.5, 0.5, 3.5))), SidesReason::proven);
    EXPECT_EQ(reason(joined(box(4, 4, 4), inside_out(box(3, 3, 5)))), SidesReason::inside_out);
    EXPECT_EQ(reason(joined(house, inside_out(box(3, 3, 3, {0.25, 0.25, 0.25})))),
              SidesReason::crosses_itself);
    EXPECT_EQ(reason(joined(house, inside_out(box(1, 1, 1)))), SidesReason::inside_out)
        << "a hollow in the air of a hollow";
    EXPECT_EQ(reason(joined(joined(house, box(2, 2, 2)), inside_out(box(1, 1, 1)))),
              SidesReason::proven)
        << "a hollow in a solid in a hollow in a solid";
}

TEST(sides, rooms_may_look_inward_but_not_cross_themselves) {
    const auto as_room = [](const Mesh& mesh) {
        const auto count = static_cast<std::uint32_t>(mesh.polygon_count());
        return build_among_neighbours(mesh, count)->report().sides_reason;
    };
    EXPECT_EQ(as_room(inside_out(box(4, 4, 4))), SidesReason::proven);
    EXPECT_EQ(as_room(joined(inside_out(box(4, 4, 4)), box(1, 1, 5))), SidesReason::proven)
        << "a pillar through floor and ceiling";
    EXPECT_EQ(as_room(inside_out(tipped_cube(-1.5))), SidesReason::crosses_itself);
    EXPECT_EQ(as_room(joined(inside_out(box(4, 4, 4)), inside_out(box(1, 1, 1)))),
              SidesReason::inside_out);
}

TEST(sides, the_same_for_any_number_of_threads_and_large_meshes) {
    Mesh torus = make_torus(300, 150, 1, 0.4).value();
    EXPECT_EQ(reason(torus), SidesReason::proven);
    // One of 45,000 vertices pulled through the far side of the tube.
    const std::uint32_t pulled = 150 * 77 + 3;
    const double angle = 2 * std::numbers::pi * 77 / 300;
    const Vector3d middle(std::cos(angle), std::sin(angle), 0);
    torus.vertices[pulled] = middle + 1.2 * (middle - torus.vertices[pulled]);
    const Polyhedron first = built(torus);
    EXPECT_EQ(first.report().sides_reason, SidesReason::crosses_itself);
    for (int again = 0; again < 3; ++again) EXPECT_EQ(built(torus).report(), first.report());
}

TEST(sides, thousands_of_faces_in_one_place_end_in_time) {
    // Cones: all faces share the tip, and the boxes of a quarter of all pairs meet. Either answer
    // is safe; it must come.
    for (const std::uint32_t n : {100U, 1000U, test::repeats(30'000U)}) {
        Mesh cone;
        std::vector<std::uint32_t> base;
        for (std::uint32_t i = 0; i < n; ++i) {
            const double angle = 2 * std::numbers::pi * i / n;
            base.push_back(cone.add_vertex({std::cos(angle), std::sin(angle), 0}));
        }
        const std::uint32_t tip = cone.add_vertex({0, 0, 1});
        const std::uint32_t below = cone.add_vertex({0, 0, -1});
        for (std::uint32_t i = 0; i < n; ++i) {
            cone.add_polygon({base[i], base[(i + 1) % n], tip});
            cone.add_polygon({base[(i + 1) % n], base[i], below});
        }
        const SidesReason why = reason(cone);
        EXPECT_TRUE(why == SidesReason::proven || (n >= 3000 && why == SidesReason::unproven)) << n;
    }
}

}  // namespace
}  // namespace swept

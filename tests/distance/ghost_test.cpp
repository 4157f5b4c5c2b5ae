// No ghost normals: what rests on or slides along flat ground sees the ground's normal alone, over
// triangles, seams and heights that are off by a rounding.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "swept/distance.h"
#include "swept/solids.h"
#include "swept/sweep.h"

namespace swept {
namespace {

using Eigen::Vector3d;

Polyhedron built(const Mesh& mesh) {
    return Polyhedron::build(mesh).value();
}
Polyhedron box(double x, double y, double z) {
    return built(make_box({x, y, z}).value());
}
Pose at(const Vector3d& place, double turn = 0) {
    return Pose::make(place, Quaternion(Eigen::AngleAxisd(turn, Vector3d::UnitZ()))).value();
}

/// 2 n n triangles from -8 to 8 at height `level`, each vertex off by some ulps of it; with a body
/// below when closed.
Mesh floor_mesh(int n, double level, int ulps, bool closed) {
    Mesh mesh;
    std::uint32_t state = 12345;
    const auto side = static_cast<std::uint32_t>(n + 1), last = side - 1;
    const double ulp = std::nextafter(level, 2 * level) - level;
    for (std::uint32_t i = 0; i < side; ++i) {
        for (std::uint32_t k = 0; k < side; ++k) {
            state = state * 1664525 + 1013904223;
            const int off = ulps == 0 ? 0 : static_cast<int>(state >> 16) % (2 * ulps + 1) - ulps;
            mesh.add_vertex({16.0 * i / n - 8, 16.0 * k / n - 8, level + off * ulp});
        }
    }
    const auto corner = [&](std::uint32_t i, std::uint32_t k) { return i * side + k; };
    for (std::uint32_t i = 0; i < last; ++i) {
        for (std::uint32_t k = 0; k < last; ++k) {
            mesh.add_polygon({corner(i, k), corner(i + 1, k), corner(i + 1, k + 1)});
            mesh.add_polygon({corner(i, k), corner(i + 1, k + 1), corner(i, k + 1)});
        }
    }
    if (!closed) return mesh;
    const std::uint32_t tip = mesh.add_vertex({0, 0, level - 4});
    for (std::uint32_t i = 0; i < last; ++i) {
        mesh.add_polygon({tip, corner(i + 1, 0), corner(i, 0)});
        mesh.add_polygon({tip, corner(i, last), corner(i + 1, last)});
        mesh.add_polygon({tip, corner(0, i), corner(0, i + 1)});
        mesh.add_polygon({tip, corner(last, i + 1), corner(last, i)});
    }
    return mesh;
}

/// Contacts of a mover with several obstacles, each a query of its own.
std::vector<Contact> all_contacts(const Polyhedron& mover, const Pose& pose,
                                  const std::vector<Placed>& obstacles) {
    std::vector<Contact> all;
    for (const Placed& o : obstacles) {
        const ContactSet set = contacts({mover, pose}, {o.shape, o.world_from_shape});
        EXPECT_NE(set.relation, Relation::overlapping);
        all.insert(all.end(), set.contacts.begin(), set.contacts.end());
    }
    return all;
}

Pose drop(const Polyhedron& mover, const Pose& pose, const Vector3d& way,
          const std::vector<Placed>& obstacles) {
    const SweepResult stop =
        sweep({mover, pose}, Translation::make(way).value(), std::span(obstacles));
    EXPECT_EQ(stop.state, State::hit);
    return stop.end;
}

/// Whether the normal is one of those allowed.
bool one_of(const Vector3d& normal, const std::vector<Vector3d>& allowed) {
    for (const Vector3d& n : allowed) {
        if ((normal - n).norm() <= 1e-6) return true;
    }
    return false;
}

/// Every lower corner of a box has a contact below it.
void expect_corners_carried(const Polyhedron& mover, const Pose& pose,
                            const std::vector<Contact>& found) {
    for (const Vector3d& v : mover.vertices()) {
        if (v[2] > 0) continue;
        const Vector3d corner = pose * v;
        bool carried = false;
        for (const Contact& c : found) {
            carried = carried || (c.point - corner).norm() < 1e-6;
        }
        EXPECT_TRUE(carried) << "corner " << corner.transpose();
    }
}

struct Slide {
    Vector3d from;
    double turn;    ///< of the box about z
    double course;  ///< the direction of the slide
};

const std::vector<Slide> slides{
    {{-4, -4, 2}, 0, std::numbers::pi / 4},  // along the diagonals of the floor's squares
    {{-5, 0.25, 2}, 0, 0},                   // aligned with them
    {{-4, -3, 2}, 0.3, 0.61},
    {{4, 4.5, 2}, 1.234, 3.9},
    {{-5, 0, 2}, std::numbers::pi / 4, 0},  // corner ahead
};

/// Slides a box over the ground in 200 steps; contacts see the ground's normal alone.
void slide_over(const std::vector<Placed>& ground) {
    const Polyhedron mover = box(1, 1.5, 0.75);
    for (const Slide& slide : slides) {
        Pose pose = drop(mover, at(slide.from, slide.turn), {0, 0, -4}, ground);
        const Vector3d step = 0.045 * Vector3d(std::cos(slide.course), std::sin(slide.course), 0);
        int free_steps = 0;
        for (int i = 0; i < 200 && !testing::Test::HasFailure(); ++i) {
            const std::vector<Contact> found = all_contacts(mover, pose, ground);
            for (const Contact& c : found) {
                EXPECT_TRUE(one_of(c.normal, {Vector3d::UnitZ()}))
                    << name_of(c.kind) << " " << c.normal.transpose() << " at step " << i
                    << " turned " << slide.turn << " point " << c.point.transpose();
            }
            expect_corners_carried(mover, pose, found);
            const SweepResult moved =
                sweep({mover, pose}, Translation::make(step).value(), std::span(ground));
            free_steps += moved.state == State::free ? 1 : 0;
            pose = moved.end;
        }
        EXPECT_GT(free_steps, 190);
    }
}

TEST(ghost_normals, none_on_a_flat_floor_of_triangles) {
    slide_over({{built(floor_mesh(32, 1, 0, false)), {}}});
    slide_over({{built(floor_mesh(32, 1, 0, true)), {}}});
}

TEST(ghost_normals, none_on_a_floor_that_is_off_by_some_ulps) {
    slide_over({{built(floor_mesh(32, 1, 3, false)), {}}});
    slide_over({{built(floor_mesh(32, 1, 3, true)), {}}});
}

TEST(ghost_normals, none_over_the_seams_of_slabs) {
    const Polyhedron half = box(8, 16, 2), quarter = box(8, 8, 2);
    slide_over({{half, at({-4, 0, 0})}, {half, at({4, 0, 0})}});
    slide_over({{quarter, at({-4, -4, 0})},
                {quarter, at({4, -4, 0})},
                {quarter, at({-4, 4, 0})},
                {quarter, at({4, 4, 0})}});
}

TEST(ghost_normals, none_over_seams_where_placing_rounds) {
    // Turned slabs: their tops and seams fit to a rounding only.
    const Polyhedron half = box(8, 16, 2);
    const double turn = 0.7;
    const auto placed = [&](double x) {
        return at(Vector3d(x * std::cos(turn), x * std::sin(turn), 0.1), turn);
    };
    slide_over({{half, placed(-4)}, {half, placed(4)}});
}

TEST(ghost_normals, along_a_wall_only_those_of_wall_and_floor) {
    // A floor and a wall as one solid: a prism over an L, lying on its side along y.
    Mesh ell;
    const std::vector<Eigen::Vector2d> outline{{-8, -1}, {8, -1}, {8, 0},
                                               {-7, 0},  {-7, 5}, {-8, 5}};
    std::vector<std::uint32_t> near, far;
    for (const double y : {8.0, -8.0}) {
        for (const auto& p : outline) ell.add_vertex({p[0], y, p[1]});
    }
    const auto n = static_cast<std::uint32_t>(outline.size());
    for (std::uint32_t i = 0; i < n; ++i) {
        near.push_back(n - 1 - i);
        far.push_back(n + i);
        const std::uint32_t k = (i + 1) % n;
        ell.add_polygon({i, k, n + k, n + i});
    }
    ell.add_polygon(near);
    ell.add_polygon(far);
    const Polyhedron one = built(ell);
    ASSERT_GT(one.volume().value_or(-1), 0);
    const std::vector<std::vector<Placed>> grounds{
        {{one, {}}}, {{box(16, 16, 1), at({0, 0, -0.5})}, {box(1, 16, 5), at({-7.5, 0, 2.5})}}};
    const Polyhedron mover = box(1, 1.5, 0.75);
    for (const auto& ground : grounds) {
        Pose pose = drop(mover, at({-4, -6, 2}), {0, 0, -4}, ground);
        pose = drop(mover, pose, {-9, 0, 0}, ground);
        int walls = 0, floors = 0;
        for (int i = 0; i < 200 && !HasFailure(); ++i) {
            const std::vector<Contact> found = all_contacts(mover, pose, ground);
            for (const Contact& c : found) {
                EXPECT_TRUE(one_of(c.normal, {Vector3d::UnitX(), Vector3d::UnitZ()}))
                    << name_of(c.kind) << " " << c.normal.transpose() << " at step " << i;
                walls += c.normal[0] > 0.5 ? 1 : 0;
                floors += c.normal[2] > 0.5 ? 1 : 0;
            }
            expect_corners_carried(mover, pose, found);
            pose = sweep({mover, pose}, Translation::make({0, 0.05, 0}).value(), std::span(ground))
                       .end;
        }
        EXPECT_GE(walls, 200 * 2);
        EXPECT_GE(floors, 200 * 4);
    }
}

TEST(ghost_normals, in_a_corner_only_those_of_its_three_sides) {
    RoomOptions options;
    options.doors = 0;
    const std::vector<Placed> room{{built(make_room(options).value()), {}}};
    const Polyhedron mover = box(0.5, 0.75, 1);
    const SweepOptions inside{.initial_overlap = InitialOverlap::surfaces};
    Pose pose = at({0, 0, 1});
    for (const Vector3d& way : {Vector3d(0, 0, -2), Vector3d(-9, 0, 0), Vector3d(0, -9, 0)}) {
        const SweepResult stop =
            sweep({mover, pose}, Translation::make(way).value(), std::span(room), inside);
        EXPECT_EQ(stop.state, State::hit);
        pose = stop.end;
    }
    const ContactSet set = contacts({mover, pose}, {room[0].shape});
    EXPECT_EQ(set.relation, Relation::separate);
    int sides[3] = {};
    for (const Contact& c : set.contacts) {
        EXPECT_TRUE(one_of(c.normal, {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()}))
            << name_of(c.kind) << " " << c.normal.transpose();
        for (int i = 0; i < 3; ++i) sides[i] += c.normal[i] > 0.5 ? 1 : 0;
    }
    for (const int side : sides) EXPECT_GE(side, 4);
}

TEST(ghost_normals, ball_on_the_floor_stands_on_its_lowest_facet) {
    const std::vector<Placed> ground{{built(floor_mesh(32, 1, 0, false)), {}}};
    const Polyhedron ball = built(make_sphere(1, 12, 24).value());
    const double facet = std::numbers::pi / 12;
    for (const double tilt : {0.0, 0.1, 0.777, 1.5}) {
        const Quaternion turn(Eigen::AngleAxisd(tilt, Vector3d(1, 2, 0.5).normalized()));
        const Pose start = Pose::make({0.3, 0.2, 4}, turn).value();
        const Pose pose = drop(ball, start, {0, 0, -4}, ground);
        const std::vector<Contact> found = all_contacts(ball, pose, ground);
        EXPECT_FALSE(found.empty());
        for (const Contact& c : found) EXPECT_GE(c.normal[2], std::cos(facet));
    }
}

TEST(ghost_normals, box_a_little_askew_keeps_all_its_corners) {
    const Polyhedron floor = box(16, 16, 2), mover = box(1, 1, 1);
    const Quaternion turn(Eigen::AngleAxisd(0.01, Vector3d::UnitX()));
    const Pose pose = Pose::make({0, 0, 1.51}, turn).value();
    const ContactOptions wide{.tolerance = ContactTolerance::within(0.05).value()};
    const ContactSet set = contacts({mover, pose}, {floor}, wide);
    ASSERT_EQ(set.contacts.size(), 4U);
    for (const Contact& c : set.contacts) {
        EXPECT_EQ(c.kind, ContactKind::vertex_face);
        EXPECT_LT((c.normal - Vector3d::UnitZ()).norm(), 1e-12);
    }
}

}  // namespace
}  // namespace swept

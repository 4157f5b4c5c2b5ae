// The trajectory paper's own expel zone: worked examples for each kind of pair and motion, the
// errors of the paper that must not come back, turning kernels against dense stepping, and the
// cache of sides against none.

#include "papers/van_waveren/zone.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>

#include "core/inside.h"
#include "papers/van_waveren/kernels.h"
#include "swept/overlap.h"
#include "swept/solids.h"
#include "tests/math/random_motion.h"
#include "tests/repeats.h"

namespace swept::papers::van_waveren {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;
using std::numbers::sqrt2;
using swept::testing::Random;

// ---- shapes and motions ------------------------------------------------------------------------

Polyhedron built(const Mesh& mesh) {
    return Polyhedron::build(mesh).value();
}

Polyhedron point(const Vector3d& at) {
    Mesh mesh;
    mesh.add_vertex(at);
    return built(mesh);
}

/// A square of 4 by 4 that looks up.
Polyhedron plate(double z) {
    Mesh mesh;
    for (const auto& [x, y] : {std::pair{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}) {
        mesh.add_vertex({double(x), double(y), z});
    }
    mesh.add_polygon({0, 1, 2, 3});
    return built(mesh);
}

/// A tetrahedron with an edge from a to b and the opposite one from c to d.
Polyhedron wedge(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
    Mesh mesh;
    for (const Vector3d& p : {a, b, c, d}) mesh.add_vertex(p);
    if ((b - a).cross(c - a).dot(d - a) > 0) std::swap(mesh.vertices[2], mesh.vertices[3]);
    for (const auto& face : {std::array{0U, 1U, 2U}, {1U, 0U, 3U}, {0U, 2U, 3U}, {2U, 1U, 3U}}) {
        mesh.add_polygon(face);
    }
    return built(mesh);
}

/// Its upper edge lies on the y axis, between faces at a right angle: the zone's line is at
/// sqrt(2) e over it.
Polyhedron roof() {
    return wedge({0, -1, 0}, {0, 1, 0}, {-1, 0, -1}, {1, 0, -1});
}

ScrewTrajectory along(const Vector3d& vector) {
    ScrewTrajectory path;
    path.advance = vector;
    return path;
}

ScrewTrajectory about(const Vector3d& origin, const Vector3d& axis, double angle) {
    ScrewTrajectory path;
    path.turning = true;
    path.origin = origin;
    path.axis = axis.normalized();
    path.end = angle;
    return path;
}

struct Scene {
    Polyhedron mover;
    Polyhedron obstacle;
    Pose world_from_mover = {};
    Pose world_from_obstacle = {};
};

/// All pairs of faces, one after another.
std::optional<PaperStop> stop_of(const Scene& scene, const ScrewTrajectory& path, double zone,
                                 SidednessCache* cache = nullptr, bool bevel = false) {
    const PlacedShape mover(scene.mover, scene.world_from_mover);
    const PlacedShape obstacle(scene.obstacle, scene.world_from_obstacle);
    const PaperQuery query{mover, obstacle, path, zone, bevel};
    if (cache != nullptr) cache->start_query();
    std::optional<PaperStop> first;
    for (std::uint32_t a = 0; a < mover.face_count(); ++a) {
        for (std::uint32_t b = 0; b < obstacle.face_count(); ++b) {
            const auto stop = paper_stop(query, a, b, first ? first->t : path.end, cache);
            if (stop && (!first || stop->t < first->t)) first = stop;
        }
    }
    return first;
}

bool meets(const Scene& scene, const Pose& world_from_mover) {
    return intersects({scene.mover, world_from_mover}, {scene.obstacle, scene.world_from_obstacle});
}

// ---- worked examples ---------------------------------------------------------------------------

TEST(paper_zone, a_falling_point_stops_at_the_zone_of_a_face) {
    const auto stop = stop_of({point({0.5, 0.25, 1}), plate(0)}, along({0, 0, -2}), 0.1);
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->kind, ContactKind::vertex_face);
    EXPECT_DOUBLE_EQ(stop->t, 0.45);
    EXPECT_LT((stop->point - Vector3d(0.5, 0.25, 0)).norm(), 1e-15);
    EXPECT_EQ(stop->normal, Vector3d(0, 0, 1));
}

TEST(paper_zone, a_falling_face_stops_over_a_point) {
    // The underside of a box of 2 by 2 by 2, which starts 1 above the point.
    const Scene scene{built(make_box({2, 2, 2}).value()), point({0.5, 0.25, -2})};
    const auto stop = stop_of(scene, along({0, 0, -2}), 0.1);
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->kind, ContactKind::face_vertex);
    EXPECT_DOUBLE_EQ(stop->t, 0.45);
    EXPECT_EQ(scene.mover.plane(FaceIndex(stop->mover_feature)).normal, Vector3d(0, 0, -1));
    EXPECT_EQ(stop->point, Vector3d(0.5, 0.25, -2));
    EXPECT_EQ(stop->normal, Vector3d(0, 0, 1));
}

TEST(paper_zone, a_falling_edge_stops_at_the_line_where_the_shifted_planes_meet) {
    const Scene scene{wedge({-1, 0, 1}, {1, 0, 1}, {0, 1, 2}, {0, -1, 2}), roof()};
    ASSERT_GT(scene.mover.volume().value(), 0);
    ASSERT_GT(scene.obstacle.volume().value(), 0);
    const auto stop = stop_of(scene, along({0, 0, -2}), 0.1);
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->kind, ContactKind::edge_edge);
    EXPECT_NEAR(stop->t, (1 - 0.1 * sqrt2) / 2, 1e-15);
    EXPECT_LT((stop->point - Vector3d::Zero()).norm(), 1e-15);
    EXPECT_LT((stop->normal - Vector3d::UnitZ()).norm(), 1e-15);
}

TEST(paper_zone, a_turning_point_stops_at_the_zone_of_a_face) {
    // About y, x turns to -z: the height over the plate is 0.6 - sin t.
    const auto stop =
        stop_of({point({1, 0, 0}), plate(-0.6)}, about({0, 0, 0}, {0, 1, 0}, pi), 0.1);
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->kind, ContactKind::vertex_face);
    EXPECT_NEAR(stop->t, pi / 6, 1e-15);
    EXPECT_LT((stop->point - Vector3d(std::sqrt(0.75), 0, -0.6)).norm(), 1e-15);
    EXPECT_EQ(stop->normal, Vector3d(0, 0, 1));
}

TEST(paper_zone, a_turning_face_stops_over_a_point) {
    // The same, seen from the plate.
    const auto stop =
        stop_of({plate(-0.6), point({1, 0, 0})}, about({0, 0, 0}, {0, -1, 0}, pi), 0.1);
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->kind, ContactKind::face_vertex);
    EXPECT_NEAR(stop->t, pi / 6, 1e-15);
    EXPECT_EQ(stop->point, Vector3d(1, 0, 0));
    EXPECT_LT((stop->normal - Vector3d(0.5, 0, -std::sqrt(0.75))).norm(), 1e-15);
}

TEST(paper_zone, a_turning_edge_stops_at_the_shifted_line) {
    // A drawbridge, hinged at x = -2 and raised by 45 degrees; its lower edge is the hinge's
    // radius.
    const Vector3d hinge(-2, 0, 0);
    const Vector3d up = Vector3d(1, 0, 1) / sqrt2;
    const Vector3d top = hinge + 2 * up + Vector3d(-1, 0, 1) / sqrt2;
    const Scene scene{
        wedge(hinge + 1 * up, hinge + 3 * up, top + Vector3d(0, 1, 0), top - Vector3d(0, 1, 0)),
        roof()};
    ASSERT_GT(scene.mover.volume().value(), 0);
    const auto stop = stop_of(scene, about(hinge, {0, 1, 0}, pi / 2), 0.1);
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->kind, ContactKind::edge_edge);
    const double rest = std::atan(0.1 * sqrt2 / 2);  // the shifted line is 2 away and 0.1414 up
    EXPECT_NEAR(stop->t, pi / 4 - rest, 1e-14);
    EXPECT_LT((stop->point - Vector3d::Zero()).norm(), 1e-14);
    EXPECT_LT((stop->normal - Vector3d(-std::sin(rest), 0, std::cos(rest))).norm(), 1e-14);
}

TEST(paper_zone, motions_away_and_beside_are_free) {
    EXPECT_FALSE(stop_of({point({0, 0, 1}), plate(0)}, along({0, 0, 2}), 0.1));
    EXPECT_FALSE(stop_of({point({3, 0, 1}), plate(0)}, along({0, 0, -2}), 0.1));
    EXPECT_FALSE(stop_of({point({0, 0, -1}), plate(0)}, along({0, 0, 2}), 0.1)) << "back sides";
    EXPECT_FALSE(stop_of({point({5, 0, 0}), plate(-0.6)}, about({0, 0, 0}, {0, 1, 0}, 0.5), 0.1));
}

TEST(paper_zone, a_way_through_a_shared_edge_is_stopped) {
    // On the edge both sides are 0, and a strict test loses the hit.
    Mesh mesh;
    for (const Vector3d& p :
         {Vector3d(-1, -1, 0), Vector3d(1, -1, 0), Vector3d(1, 1, 0), Vector3d(-1, 1, 0)}) {
        mesh.add_vertex(p);
    }
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({0, 2, 3});
    const Polyhedron halves = built(mesh);
    EXPECT_TRUE(stop_of({point({0.5, 0.5, 1}), halves}, along({0, 0, -2}), 0.1));
    EXPECT_TRUE(stop_of({point({0.5, 0.5, 1}), halves}, about({-9, 0, 1}, {0, 1, 0}, 0.5), 0.1));
}

TEST(paper_zone, the_bevel_keeps_a_bar_off_a_border_that_one_line_lets_through) {
    // docs/derivations/paper-zone.md, "The line of an edge": a bar that sinks by a hundredth from
    // above the plate to far beyond it comes down on the plate's border. One line, shifted within
    // the plane, keeps it off by a hundredth of e.
    const Vector3d from(-1.5, 0, 0.6), to(20, 0, 0.385);
    const Scene scene{wedge(from, to, {8, 1, 3}, {8, -1, 3}), plate(0)};
    const auto gap = [&](const std::optional<PaperStop>& stop) {
        return from.z() - 0.01 * (2 - from.x()) - (stop ? stop->t : 1);
    };
    const auto plain = stop_of(scene, along({0, 0, -1}), 0.01);
    EXPECT_NEAR(gap(plain), 0.0001, 1e-6);
    const auto bevelled = stop_of(scene, along({0, 0, -1}), 0.01, nullptr, true);
    EXPECT_GE(gap(bevelled), 0.00999);
    EXPECT_LE(gap(bevelled), 0.012);
}

TEST(paper_zone, the_line_of_an_edge_lies_in_both_shifted_planes) {
    Random random(17);
    int pulled_back = 0;
    for (int i = 0; i < 200; ++i) {
        const Vector3d n1 = random.direction(), n2 = random.direction();
        const Vector3d out = n1.cross(n2).cross(n1).normalized();
        const EdgeShifts plain = edge_shifts(n1, n2, out, 0.1, false);
        ASSERT_EQ(plain.count, 1);
        const Vector3d& k = plain.shifts[0];
        EXPECT_LE(k.norm(), 0.2 + 1e-12);
        EXPECT_NEAR(k.dot(n1), k.dot(n2), 1e-9);
        if (k.norm() < 0.2 - 1e-9) {
            EXPECT_NEAR(k.dot(n1), 0.1, 1e-12);
        } else {
            ++pulled_back;
            EXPECT_LT(k.dot(n1), 0.1 + 1e-9);
        }
    }
    EXPECT_GT(pulled_back, 20);
}

TEST(paper_zone, bevel_lines_keep_every_normal_of_the_cone_at_the_zones_thickness) {
    Random random(18);
    for (int i = 0; i < 200; ++i) {
        const Vector3d n1 = random.direction(), n2 = random.direction();
        const Vector3d out = n1.cross(n2).cross(n1).normalized();
        const bool border = i % 4 == 0;
        const EdgeShifts shifts =
            border ? border_shifts(n1, out, 0.1, true) : edge_shifts(n1, n2, out, 0.1, true);
        const double arc = border ? pi : std::acos(n1.dot(n2));
        for (int s = 0; s <= 20; ++s) {
            const double angle = arc * s / 20;
            const Vector3d normal = std::cos(angle) * n1 + std::sin(angle) * out;
            double reach = 0;
            for (std::uint8_t j = 0; j < shifts.count; ++j) {
                EXPECT_LE(shifts.shifts[j].norm(), 0.1 / std::cos(pi / 6) + 1e-9);
                reach = std::max(reach, shifts.shifts[j].dot(normal));
            }
            EXPECT_GE(reach, 0.1 - 1e-9);
        }
    }
}

TEST(paper_zone, seen_from_the_other_shape_the_stop_is_the_same) {
    // A point past a box, and the box past the point the other way round.
    Random random(19);
    const Polyhedron box = built(make_box({1, 2, 1}).value());
    int stopped = 0;
    for (int i = 0; i < 1000; ++i) {
        const Polyhedron dot = point(1.5 * random.direction());
        const ScrewTrajectory path =
            i % 2 == 0 ? along(random.point(3)) : about(random.point(1), random.direction(), 3);
        const auto direct = stop_of({dot, box}, path, 0.01);
        const auto seen = stop_of({box, dot}, path.inverse(), 0.01);
        ASSERT_EQ(direct.has_value(), seen.has_value()) << i;
        if (!direct) continue;
        ++stopped;
        EXPECT_EQ(direct->kind, ContactKind::vertex_face);
        EXPECT_EQ(seen->kind, ContactKind::face_vertex);
        EXPECT_EQ(direct->t, seen->t);
        EXPECT_EQ(direct->obstacle_feature, seen->mover_feature);
    }
    EXPECT_GT(stopped, 60);
}

// ---- the paper's errors ------------------------------------------------------------------------

TEST(paper_zone, a_vertex_that_leaves_the_zone_is_not_stopped_when_leaving) {
    // The paper stops it here (docs/derivations/paper-zone.md, "Rotation"). The height is 0.05 + (1
    // - cos t): out of the zone at once, back after nearly a full turn, which the paper's
    // arctangent takes for a negative angle.
    const Wave height{0.05, 0, -1};
    const PaperMoments moments = rotational_vertex_stops(height, 0.1);
    ASSERT_EQ(moments.count, 1);
    EXPECT_NEAR(moments.begin()->t, 2 * pi - std::acos(0.95), 1e-14);

    const Scene scene{point({0, 0, -1}), plate(-1.05)};
    EXPECT_FALSE(stop_of(scene, about({0, 0, 0}, {0, 1, 0}, 5.9), 0.1));
    const auto back = stop_of(scene, about({0, 0, 0}, {0, 1, 0}, 6), 0.1);
    ASSERT_TRUE(back);
    EXPECT_NEAR(back->t, 2 * pi - std::acos(0.95), 1e-14);
}

TEST(paper_zone, a_vertex_in_the_zone_may_leave_but_not_go_deeper) {
    EXPECT_FALSE(translational_vertex_stop(0.05, 1, 0.1));
    EXPECT_FALSE(translational_vertex_stop(0.05, 0, 0.1)) << "nor need it leave";
    EXPECT_EQ(translational_vertex_stop(0.05, -1, 0.1), 0.0);
    EXPECT_EQ(stop_of({point({0, 0, 0.05}), plate(0)}, along({0, 0, -1}), 0.1)->t, 0);
    EXPECT_FALSE(stop_of({point({0, 0, 0.05}), plate(0)}, along({0.5, 0, 1}), 0.1));
    const auto deeper = about({-1, 0, 0.05}, {0, 1, 0}, 1);
    EXPECT_EQ(stop_of({point({0, 0, 0.05}), plate(0)}, deeper, 0.1)->t, 0);
    EXPECT_FALSE(stop_of({point({0, 0, 0.05}), plate(0)}, deeper.inverse(), 0.1));
}

TEST(paper_zone, a_vertex_far_behind_a_face_is_not_stopped) {
    EXPECT_FALSE(translational_vertex_stop(-5, -1, 0.1));
    EXPECT_EQ(translational_vertex_stop(-0.05, -1, 0.1), 0.0);
    EXPECT_FALSE(stop_of({point({0, 0, -5}), plate(0)}, along({0, 0, -1}), 0.1));
    // Up through the face from behind, over it, and in again from the front.
    const PaperMoments moments = rotational_vertex_stops({-0.5, 1, 0}, 0.1);
    ASSERT_EQ(moments.count, 1);
    EXPECT_NEAR(moments.begin()->t, pi - std::asin(0.6), 1e-14);
}

TEST(paper_zone, a_vertex_that_cannot_get_out_of_the_zone_goes_up_to_the_top) {
    // Height 0.05 + 0.02 sin t, at most 0.07.
    const PaperMoments moments = rotational_vertex_stops({0.05, 0.02, 0}, 0.1);
    ASSERT_EQ(moments.count, 1);
    EXPECT_NEAR(moments.begin()->t, pi / 2, 1e-15);
    EXPECT_TRUE(moments.begin()->at_top);
    EXPECT_EQ(rotational_vertex_stops({0.05, 0, 0.02}, 0.1).begin()->t, 0) << "starts at the top";
    // The same in space: a point that circles about a tilted axis, low over the plate.
    const Vector3d axis = Vector3d(0, 0.03, 1).normalized();
    const auto stop = stop_of({point({1, 0, 0.05}), plate(0)}, about({0, 0, 0.05}, axis, pi), 0.1);
    ASSERT_TRUE(stop);
    EXPECT_NEAR(stop->t, 0, 1e-15) << "it sinks at once";
    const auto rising = stop_of({point({1, 0, 0.05}), plate(0)},
                                about({0, 0, 0.05}, Vector3d(0, -0.03, -1).normalized(), pi), 0.1);
    ASSERT_TRUE(rising);
    EXPECT_NEAR(rising->t, pi / 2, 1e-12);
}

TEST(paper_zone, the_zero_at_half_a_turn_is_found) {
    // The coefficient of r^2 vanishes, one root is pi.
    EXPECT_GE(falling_zero({1, 0, 0.5}).value(), 2 * pi) << "a touch at half a turn is no entry";
    EXPECT_NEAR(falling_zero({2, 1, 1}).value(), pi, 1e-15);
    EXPECT_FALSE(falling_zero({1, 0, 0}));
    EXPECT_FALSE(falling_zero({3, 1, 1}));
}

// ---- dense stepping ----------------------------------------------------------------------------

constexpr int steps = 10000;
constexpr double step = 2 * pi / steps;

Vector3d turned_point(const ScrewTrajectory& path, const Vector3d& x, double t) {
    return path.origin + Eigen::AngleAxisd(t, path.axis) * (x - path.origin);
}

TEST(paper_zone, turning_vertices_stop_where_dense_stepping_says) {
    Random random(11);
    int stopped = 0, at_once = 0, at_top = 0;
    for (int i = 0; i < test::repeats(400); ++i) {
        const ScrewTrajectory path = about(random.point(1), random.direction(), 2 * pi);
        const Vector3d x = random.point(1), normal = random.direction();
        // Every second start within the zone or just behind the plane.
        const double height = i % 2 == 0 ? random.uniform(-1, 1) : random.uniform(-0.1, 0.4);
        const Vector3d on_plane = x - height * normal;
        const double zone = i % 4 == 3 ? 1.0 : 0.3;
        const PaperMoments moments =
            rotational_vertex_stops(height_wave(path.track(x), normal, on_plane), zone);
        std::optional<double> expected;
        double last = height;
        for (int s = 1; s <= steps && !expected; ++s) {
            const double now = normal.dot(turned_point(path, x, s * step) - on_plane);
            const bool sinks_in_zone = last >= 0 && last <= zone && now < last;
            if (sinks_in_zone || (last > zone && now <= zone)) expected = (s - 1) * step;
            last = now;
        }
        const bool found = moments.count > 0 && moments.begin()->t < 2 * pi - 2 * step;
        ASSERT_EQ(found, expected.has_value() && *expected < 2 * pi - 2 * step) << i;
        if (!found) continue;
        EXPECT_NEAR(moments.begin()->t, *expected, 2 * step) << i;
        ++stopped;
        at_once += moments.begin()->t == 0 ? 1 : 0;
        at_top += moments.begin()->at_top ? 1 : 0;
    }
    EXPECT_GT(stopped, test::repeats(200));
    EXPECT_GT(at_once, test::repeats(20));
    EXPECT_GT(at_top, test::repeats(20));
}

TEST(paper_zone, turning_edges_enter_where_dense_stepping_of_the_line_distance_says) {
    Random random(12);
    int entries = 0;
    for (int i = 0; i < test::repeats(250); ++i) {
        const ScrewTrajectory path = about(random.point(1), random.direction(), 2 * pi);
        const Vector3d a = random.point(1), b = random.point(1);
        const Vector3d dq = random.point(1);
        const Vector3d shift = 0.1 * random.direction().cross(dq).normalized();
        const ShiftedEdge resting{random.point(1), dq, shift, {shift, shift}};
        const PaperMoments moments =
            rotational_edge_stops({path.track(a), path.track(b), path.axis}, resting, path);
        std::vector<double> expected;
        double last = 0;
        int last_out = 0;
        for (int s = 0; s <= steps; ++s) {
            const Vector3d at = turned_point(path, a, s * step);
            const Vector3d n = (turned_point(path, b, s * step) - at).cross(dq).normalized();
            const int out = shift.dot(n) > 0 ? 1 : -1;
            const double height = out * (at - resting.start - shift).dot(n);
            if (out == last_out && last > 0 && height <= 0) expected.push_back((s - 1) * step);
            last = height;
            last_out = out;
        }
        std::vector<double> found;
        for (const auto& [t, top] : moments) {
            if (!top) found.push_back(t);
        }
        ASSERT_EQ(found.size(), expected.size()) << i;
        for (std::size_t j = 0; j < found.size(); ++j) EXPECT_NEAR(found[j], expected[j], 2 * step);
        entries += static_cast<int>(found.size());
    }
    EXPECT_GT(entries, test::repeats(100));
}

TEST(paper_zone, turning_edges_that_start_in_the_zone_do_not_sink) {
    // Judged by the sidedness of the lines themselves, which must not fall before the stop.
    Random random(13);
    int at_once = 0, at_top = 0;
    for (int i = 0; i < test::repeats(4000); ++i) {
        const Vector3d dq = Vector3d::UnitY(), shift = 0.2 * Vector3d::UnitZ();
        const ShiftedEdge resting{{0, -0.5, 0}, dq, shift, {shift, shift}};
        const Vector3d middle(0, 0, random.uniform(0.01, 0.19));
        const Vector3d half = Vector3d(1, random.uniform(-1, 1), random.uniform(-0.1, 0.1));
        const ScrewTrajectory path = about(middle + random.point(0.3), random.direction(), 2 * pi);
        const Vector3d a = middle - half, b = middle + half;
        const TurningEdge moving{path.track(a), path.track(b), path.axis};
        const PaperMoments moments = rotational_edge_stops(moving, resting, path);
        const auto height = [&](double t) {
            const Vector3d at = turned_point(path, a, t);
            return (at - resting.start).dot((turned_point(path, b, t) - at).cross(dq));
        };
        const bool sinks = height(1e-6) < height(0);
        ASSERT_EQ(moments.count > 0 && moments.begin()->t == 0, sinks) << i;
        at_once += sinks ? 1 : 0;
        if (sinks || moments.count == 0 || !moments.begin()->at_top) continue;
        ++at_top;
        for (double t = 0; t + step < moments.begin()->t; t += step) {
            ASSERT_GE(height(t + step), height(t) - 1e-12) << i;
        }
        ASSERT_LE(height(moments.begin()->t + step), height(moments.begin()->t) + 1e-12) << i;
    }
    EXPECT_GT(at_once, test::repeats(1000));
    EXPECT_GT(at_top, test::repeats(100));
}

// ---- whole shapes ------------------------------------------------------------------------------

/// Two boxes apart from each other.
std::optional<Scene> two_boxes(Random& random) {
    const Scene scene{built(make_box({1, 1, 1}).value()), built(make_box({1, 2, 1}).value()),
                      Pose::make(2 * random.direction(), random.quaternion()).value(),
                      Pose::make(random.point(0.2), random.quaternion()).value()};
    if (meets(scene, scene.world_from_mover)) return std::nullopt;
    return scene;
}

TEST(paper_zone, translating_boxes_stop_before_they_meet) {
    Random random(14);
    int stopped = 0, free = 0, early = 0;
    for (int i = 0; i < test::repeats(400); ++i) {
        const std::optional<Scene> scene = two_boxes(random);
        if (!scene) continue;
        const Vector3d vector = random.point(5) - 2 * scene->world_from_mover.translation();
        const auto stop = stop_of(*scene, along(vector), 1e-3);
        ++(stop ? stopped : free);
        const double end = stop ? stop->t : 1;
        const Translation motion = Translation::make(vector).value();
        for (int s = 0; s <= 50; ++s) {
            ASSERT_FALSE(meets(*scene, motion.pose_at(scene->world_from_mover, end * s / 50))) << i;
        }
        if (!stop) continue;
        EXPECT_NEAR(stop->normal.norm(), 1, 1e-12);
        // A little further on they meet, unless they would just have passed each other.
        const double slant = std::abs(stop->normal.dot(vector));
        const double beyond = std::min(1.0, end + 0.01 / slant);
        early += meets(*scene, motion.pose_at(scene->world_from_mover, beyond)) ? 0 : 1;
    }
    EXPECT_GT(stopped, test::repeats(100));
    EXPECT_GT(free, test::repeats(100));
    EXPECT_LT(early, stopped / 20);
    RecordProperty("early", early);
}

TEST(paper_zone, turning_boxes_stop_before_they_meet_but_for_a_few_leaks) {
    Random random(15);
    int stopped = 0, free = 0, leaks = 0;
    for (int i = 0; i < test::repeats(400); ++i) {
        const std::optional<Scene> scene = two_boxes(random);
        if (!scene) continue;
        const Rotation motion =
            Rotation::make(random.point(1.5), random.direction(), random.uniform(0, 6)).value();
        const ScrewTrajectory path = about(motion.origin(), motion.axis(), motion.angle());
        const auto stop = stop_of(*scene, path, 1e-3);
        ++(stop ? stopped : free);
        const double end = stop ? stop->t / path.end : 1;
        bool leaked = false;
        for (int s = 0; s <= 50; ++s) {
            leaked |= meets(*scene, motion.pose_at(scene->world_from_mover, end * s / 50));
        }
        leaks += leaked ? 1 : 0;
    }
    EXPECT_GT(stopped, test::repeats(100));
    EXPECT_GT(free, test::repeats(100));
    EXPECT_LE(leaks, 3);
    RecordProperty("leaks", leaks);
}

TEST(paper_zone, cache_and_no_cache_give_the_same_bits) {
    Random random(16);
    const Scene scene{built(make_torus(8, 6, 1, 0.4).value()),
                      built(make_torus(8, 5, 1, 0.3).value())};
    SidednessCache roomy, tiny(2);
    int stopped = 0;
    for (int i = 0; i < 40; ++i) {
        Scene placed = scene;
        placed.world_from_mover = Pose::make(3 * random.direction(), random.quaternion()).value();
        const ScrewTrajectory path =
            i % 4 == 0 ? about(random.point(1), random.direction(), random.uniform(0, 3))
                       : along(-2 * placed.world_from_mover.translation());
        const auto plain = stop_of(placed, path, 1e-3);
        stopped += plain ? 1 : 0;
        for (SidednessCache* cache : {&roomy, &tiny}) {
            const auto cached = stop_of(placed, path, 1e-3, cache);
            ASSERT_EQ(cached.has_value(), plain.has_value());
            if (!plain) continue;
            EXPECT_EQ(std::bit_cast<std::uint64_t>(cached->t),
                      std::bit_cast<std::uint64_t>(plain->t));
            EXPECT_EQ(cached->kind, plain->kind);
            EXPECT_EQ(cached->mover_feature, plain->mover_feature);
            EXPECT_EQ(cached->obstacle_feature, plain->obstacle_feature);
            EXPECT_EQ(cached->point, plain->point);
            EXPECT_EQ(cached->normal, plain->normal);
        }
    }
    EXPECT_GT(stopped, 10);
}

TEST(paper_zone, a_cache_forgets_at_the_next_query) {
    SidednessCache cache(4);
    cache.start_query();
    EXPECT_EQ(cache.sign(false, VertexIndex(3), EdgeIndex(5), [] { return 1; }), 1);
    EXPECT_EQ(cache.sign(false, VertexIndex(3), EdgeIndex(5), [] { return -1; }), 1);
    EXPECT_EQ(cache.sign(true, VertexIndex(3), EdgeIndex(5), [] { return 0; }), 0);
    EXPECT_EQ(cache.sign(true, VertexIndex(3), EdgeIndex(5), [] { return 1; }), 0);
    cache.start_query();
    EXPECT_EQ(cache.sign(false, VertexIndex(3), EdgeIndex(5), [] { return -1; }), -1);
}

}  // namespace
}  // namespace swept::papers::van_waveren

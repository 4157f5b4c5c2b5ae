// Two faces against CGAL and rational clipping. judge.cpp does the same for millions of pairs; here
// are the cases that can be checked on paper, and enough random ones to notice a slip.

#include "shape/faces_meet.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>
#include <vector>

#include "core/inside.h"
#include "tests/oracle/cgal_faces.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using Face = std::vector<Vector3d>;
using oracle::TriangleCorners;

const Face floor_triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

Face reversed(Face face) {
    std::reverse(face.begin(), face.end());
    return face;
}

/// The answer, which must not depend on the order of the faces or on where their corners begin.
Meeting meeting(const Face& a, const Face& b) {
    const Meeting answer = meeting_of(a, b);
    EXPECT_EQ(meeting_of(b, a), answer);
    EXPECT_EQ(faces_meet(a, b), answer != Meeting::apart);
    EXPECT_EQ(faces_meet(b, a), answer != Meeting::apart);
    for (std::size_t i = 0; a.size() == 3 && i < 3; ++i) {
        const Face turned{a[i], a[(i + 1) % 3], a[(i + 2) % 3]};
        EXPECT_EQ(meeting_of(turned, b), answer);
    }
    return answer;
}

std::vector<TriangleCorners> fan(const Face& face) {
    if (face.size() < 3) return {{face.front(), face.back(), face.back()}};
    std::vector<TriangleCorners> triangles;
    for (std::size_t i = 2; i < face.size(); ++i) {
        triangles.push_back({face[0], face[i - 1], face[i]});
    }
    return triangles;
}

/// The judge's answer: all triangles against all.
Meeting judged(const Face& a, const Face& b) {
    Meeting answer = Meeting::apart;
    for (const TriangleCorners& t : fan(a)) {
        for (const TriangleCorners& s : fan(b)) {
            if (!oracle::triangles_meet(t, s)) continue;
            answer = std::max(
                answer, oracle::triangles_cross(t, s) ? Meeting::crossing : Meeting::touching);
        }
    }
    return answer;
}

double largest_coordinate(const Face& a, const Face& b) {
    double largest = 0;
    for (const Face* face : {&a, &b}) {
        for (const Vector3d& p : *face) largest = std::max(largest, p.lpNorm<Eigen::Infinity>());
    }
    return largest;
}

/// Distance from a point to a face over the largest coordinate of both faces.
double off(const Vector3d& point, const Face& face, double size) {
    double nearest = INFINITY;
    for (const TriangleCorners& t : fan(face)) {
        const auto share_sq =
            oracle::distance_sq(point, t) / (oracle::clipping::Number(size) * size);
        nearest = std::min(nearest, std::sqrt(share_sq.convert_to<double>()));
    }
    return nearest;
}

void expect_point_on_both(const Face& a, const Face& b) {
    const Vector3d point = point_on_both(a, b);
    const double size = largest_coordinate(a, b);
    if (size == 0) {
        EXPECT_EQ(point, Vector3d(0, 0, 0));
        return;
    }
    EXPECT_LE(off(point, a, size), 32 * 0x1p-53);
    EXPECT_LE(off(point, b, size), 32 * 0x1p-53);
}

// ---- On paper ----

TEST(faces_meet, a_triangle_above_another_is_apart) {
    EXPECT_EQ(meeting(floor_triangle, {{1, 1, 1}, {2, 1, 1}, {1, 2, 2}}), Meeting::apart);
}

TEST(faces_meet, a_triangle_that_straddles_the_plane_elsewhere_is_apart) {
    EXPECT_EQ(meeting(floor_triangle, {{5, 5, -1}, {6, 5, 1}, {5, 6, 1}}), Meeting::apart);
}

TEST(faces_meet, triangles_that_pass_through_each_other_cross) {
    EXPECT_EQ(meeting(floor_triangle, {{1, 1, -1}, {1, 1, 1}, {1, 2, 1}}), Meeting::crossing);
}

TEST(faces_meet, a_corner_on_a_face_touches) {
    EXPECT_EQ(meeting(floor_triangle, {{1, 1, 0}, {1, 2, 1}, {2, 1, 1}}), Meeting::touching);
    EXPECT_EQ(meeting(floor_triangle, {{1, 1, 5e-324}, {1, 2, 1}, {2, 1, 1}}), Meeting::apart);
    EXPECT_EQ(meeting(floor_triangle, {{1, 1, -5e-324}, {1, 2, 1}, {2, 1, 1}}), Meeting::crossing);
}

TEST(faces_meet, an_edge_in_a_face_touches) {
    EXPECT_EQ(meeting(floor_triangle, {{1, 1, 0}, {2, 1, 0}, {1, 2, 3}}), Meeting::touching);
}

TEST(faces_meet, an_edge_that_crosses_an_edge_in_one_point_touches) {
    EXPECT_EQ(meeting(floor_triangle, {{2, 0, -1}, {2, 0, 1}, {2, -3, 0}}), Meeting::touching);
    EXPECT_EQ(meeting(floor_triangle, {{2, 0, -1}, {2, 0, 1}, {2, 3, 0}}), Meeting::crossing);
}

TEST(faces_meet, intervals_that_only_share_an_end_touch) {
    // On the line y = 1, z = 0: [0, 3] of the first and [3, 5] of the second.
    EXPECT_EQ(meeting(floor_triangle, {{3, 1, -1}, {3, 1, 1}, {7, 1, 0.5}}), Meeting::touching);
    EXPECT_EQ(meeting(floor_triangle, {{3.5, 1, -1}, {3.5, 1, 1}, {7, 1, 0.5}}), Meeting::apart);
}

TEST(faces_meet, neighbours_touch_along_their_edge) {
    EXPECT_EQ(meeting(floor_triangle, {{4, 0, 0}, {0, 0, 0}, {0, -1, 2}}), Meeting::touching);
    EXPECT_EQ(meeting(floor_triangle, {{4, 0, 0}, {0, 0, 0}, {0, -1, 0}}), Meeting::touching);
}

TEST(faces_meet, a_shared_area_crosses_only_when_both_look_the_same_way) {
    const Face over{{1, 1, 0}, {5, 1, 0}, {1, 5, 0}};
    EXPECT_EQ(meeting(floor_triangle, over), Meeting::crossing);
    EXPECT_EQ(meeting(floor_triangle, reversed(over)), Meeting::touching);
    EXPECT_EQ(meeting(floor_triangle, floor_triangle), Meeting::crossing);
    EXPECT_EQ(meeting(floor_triangle, reversed(floor_triangle)), Meeting::touching);
}

TEST(faces_meet, one_inside_the_other_in_a_plane_meets) {
    const Face inner{{0.5, 0.5, 0}, {1, 0.5, 0}, {0.5, 1, 0}};
    EXPECT_EQ(meeting(floor_triangle, inner), Meeting::crossing);
}

TEST(faces_meet, in_one_plane_and_apart) {
    EXPECT_EQ(meeting(floor_triangle, {{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}), Meeting::apart);
    EXPECT_EQ(meeting(floor_triangle, {{4, 0, 0}, {6, 0, 0}, {5, 1, 0}}), Meeting::touching);
    EXPECT_EQ(meeting(floor_triangle, {{2, 2, 0}, {6, 2, 0}, {5, 5, 0}}), Meeting::touching);
}

TEST(faces_meet, points_and_segments_are_faces) {
    const Face point{{1, 1, 0}}, high{{1, 1, 1}}, upright{{1, 1, -1}, {1, 1, 1}};
    const Face lying{{-1, 1, 0}, {1, 1, 0}};
    EXPECT_EQ(meeting(floor_triangle, point), Meeting::touching);
    EXPECT_EQ(meeting(floor_triangle, high), Meeting::apart);
    EXPECT_EQ(meeting(floor_triangle, upright), Meeting::touching);
    EXPECT_EQ(meeting(upright, high), Meeting::touching);
    EXPECT_EQ(meeting(upright, lying), Meeting::touching);
    EXPECT_EQ(meeting(high, high), Meeting::touching);
    EXPECT_EQ(meeting(high, point), Meeting::apart);
    EXPECT_EQ(meeting(lying, {{2, 1, 0}, {3, 1, 0}}), Meeting::apart);
    EXPECT_EQ(meeting(lying, {{1, 1, 0}, {3, 1, 0}}), Meeting::touching);
    EXPECT_EQ(meeting(lying, {{-1, 2, 0}, {1, 2, 0}}), Meeting::apart);
}

TEST(faces_meet, a_triangle_on_one_line_is_the_segment_between_its_furthest_corners) {
    const Face flat{{2, 1, 1}, {1, 1, 0}, {0, 1, -1}};  // the middle corner between the others
    EXPECT_EQ(meeting(floor_triangle, flat), Meeting::touching);
    EXPECT_EQ(meeting(flat, {{2, 1, 1}}), Meeting::touching);
    EXPECT_EQ(meeting(flat, {{3, 1, 2}}), Meeting::apart);
    EXPECT_EQ(meeting(flat, flat), Meeting::touching);
}

TEST(faces_meet, polygons_are_fans) {
    const Face square{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    const Face wall{{1, 0.5, -1}, {1, 1.5, -1}, {1, 1.5, 1}, {1, 0.5, 1}};
    EXPECT_EQ(meeting(square, wall), Meeting::crossing);
    EXPECT_EQ(meeting(square, square), Meeting::crossing);
    EXPECT_EQ(meeting(square, reversed(square)), Meeting::touching);
    // Bent along its diagonal from (0, 0, 0): over the middle of the other diagonal there is a gap.
    const Face bent{{0, 0, 0}, {2, 0, 1}, {2, 2, 0}, {0, 2, 1}};
    const Face above{{1, 1, 0}, {1.1, 1, 2}, {1, 1.1, 2}};
    EXPECT_EQ(meeting(bent, above), Meeting::touching);
    EXPECT_EQ(meeting(bent, {{1, 1, 0.1}, {1.1, 1, 2}, {1, 1.1, 2}}), Meeting::apart);
}

TEST(faces_meet, coordinates_beyond_the_products_of_double_are_decided) {
    for (const double scale : {1e200, 1e-200, 1e-300}) {
        const auto scaled = [&](Face face) {
            for (Vector3d& p : face) p *= scale;
            return face;
        };
        const Face piercing = scaled({{1, 1, -1}, {1, 1, 1}, {1, 2, 1}});
        EXPECT_EQ(meeting(scaled(floor_triangle), piercing), Meeting::crossing);
        EXPECT_EQ(meeting(scaled(floor_triangle), scaled({{5, 5, -1}, {6, 5, 1}, {5, 6, 1}})),
                  Meeting::apart);
        expect_point_on_both(scaled(floor_triangle), piercing);
    }
}

// ---- Twins ----

struct Counts {
    int apart = 0, touching = 0, crossing = 0;
    void add(Meeting m) {
        ++(m == Meeting::apart ? apart : m == Meeting::touching ? touching : crossing);
    }
};

template <class Make>
Counts compare(int cases, const Make& make) {
    Counts counts;
    for (int i = 0; i < cases; ++i) {
        const Face a = make(), b = make();
        const Meeting expected = judged(a, b);
        EXPECT_EQ(meeting(a, b), expected);
        if (expected != Meeting::apart) expect_point_on_both(a, b);
        counts.add(expected);
    }
    return counts;
}

Vector3d grid_point(std::mt19937& random, int reach) {
    std::uniform_int_distribution<int> grid(-reach, reach);
    const int x = grid(random), y = grid(random), z = grid(random);
    return {double(x), double(y), double(z)};
}

TEST(faces_meet, agrees_with_the_judge_on_a_coarse_grid) {
    std::mt19937 random(1);
    const Counts counts = compare(4000, [&] {
        return Face{grid_point(random, 2), grid_point(random, 2), grid_point(random, 2)};
    });
    EXPECT_GT(counts.apart, 1200);
    EXPECT_GT(counts.touching, 400);
    EXPECT_GT(counts.crossing, 400);
}

TEST(faces_meet, agrees_with_the_judge_on_points_segments_and_triangles) {
    std::mt19937 random(2);
    const Counts counts = compare(4000, [&] {
        Face face(std::uniform_int_distribution<std::size_t>(1, 3)(random));
        for (Vector3d& p : face) p = grid_point(random, 1);
        return face;
    });
    EXPECT_GT(counts.apart, 1200);
    EXPECT_GT(counts.touching, 600);
}

/// A regular polygon that a rotation has rounded out of its plane.
Face placed_polygon(std::mt19937& random, bool same_plane) {
    std::normal_distribution<double> normal;
    const auto vector = [&]() -> Vector3d {
        const double x = normal(random), y = normal(random), z = normal(random);
        return {x, y, z};
    };
    const Eigen::Quaterniond rotation =
        same_plane ? Eigen::Quaterniond(0.8, 0.4, 0.4, 0.2)
                   : Eigen::Quaterniond(Eigen::AngleAxisd(normal(random), vector().normalized()));
    Vector3d centre = 0.5 * vector();
    if (same_plane) centre[2] = 0;
    const int corners = std::uniform_int_distribution<int>(3, 9)(random);
    Face face;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * M_PI * i / corners;
        face.push_back(rotation * (centre + Vector3d(std::cos(angle), std::sin(angle), 0)));
    }
    return face;
}

TEST(faces_meet, agrees_with_the_judge_on_placed_polygons) {
    std::mt19937 random(3);
    const Counts counts = compare(1000, [&] { return placed_polygon(random, false); });
    EXPECT_GT(counts.apart, 300);
    EXPECT_GT(counts.crossing, 300);
}

TEST(faces_meet, agrees_with_the_judge_on_polygons_of_nearly_one_plane) {
    std::mt19937 random(4);
    const Counts counts = compare(300, [&] { return placed_polygon(random, true); });
    EXPECT_GT(counts.apart, 50);
    EXPECT_GT(counts.crossing, 100);
}

// ---- The common point ----

TEST(point_on_both, is_the_middle_of_the_shared_segment) {
    const Vector3d point = point_on_both(floor_triangle, Face{{-1, 1, -1}, {-1, 1, 1}, {1, 1, 0}});
    EXPECT_EQ(point, Vector3d(0.5, 1, 0));
}

TEST(point_on_both, is_the_corner_that_touches) {
    EXPECT_EQ(point_on_both(floor_triangle, Face{{1, 1, 0}, {1, 2, 1}, {2, 1, 1}}),
              Vector3d(1, 1, 0));
}

TEST(point_on_both, lies_inside_a_shared_area) {
    const Vector3d point = point_on_both(floor_triangle, Face{{1, 1, 0}, {5, 1, 0}, {1, 5, 0}});
    EXPECT_EQ(point[2], 0);
    EXPECT_GT(point[0], 1);
    EXPECT_GT(point[1], 1);
    EXPECT_LT(point[0] + point[1], 4);
}

TEST(point_on_both, is_right_when_determinants_cancel_beyond_twice_the_precision) {
    // Integers made so that the ends of the segment have the volumes 1 and -2 over the triangle,
    // out of products of 2^135: the crossing is at a third of the segment.
    const Face triangle{{0, 0, 0},
                        {31309369826726.0, 8580961012111.0, -11900741553314.0},
                        {24705311283237.0, -28347592367473.0, 2419054512845.0}};
    const Face segment{{21824547852709.0, -12548875948678.0, -2064214727436.0},
                       {12365585404545.0, 5331120541994.0, -5353257585597.0}};
    ASSERT_EQ(meeting(triangle, segment), Meeting::touching);
    expect_point_on_both(triangle, segment);
    const Vector3d third = segment[0] + (segment[1] - segment[0]) / 3;
    EXPECT_LT((point_on_both(triangle, segment) - third).norm(), 1e-15 * third.norm());
}

TEST(point_on_both, stays_on_both_when_the_planes_are_almost_one) {
    // A rounded quotient would run along the edge by 1e-16 / 1e-15 of its length and leave the
    // narrow triangle.
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    int meet = 0;
    for (int i = 0; i < 2000; ++i) {
        const auto vector = [&]() -> Vector3d {
            const double x = normal(random), y = normal(random), z = normal(random);
            return {x, y, z};
        };
        const Vector3d o = vector(), u = vector(), v = vector();
        const double lift = std::exp2(-std::uniform_real_distribution<double>(30, 54)(random));
        const auto corner = [&]() -> Vector3d {
            const double s = normal(random), t = normal(random);
            return o + s * u + t * v + lift * vector();
        };
        Face a{corner(), corner(), corner()}, b{corner(), corner(), corner()};
        b[2] = b[0] + 0.5 * (b[1] - b[0]) + 1e-7 * vector();
        if (!faces_meet(a, b)) continue;
        ++meet;
        expect_point_on_both(a, b);
    }
    EXPECT_GT(meet, 300);
}

}  // namespace
}  // namespace swept

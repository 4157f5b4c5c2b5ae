// Static distances of features: on paper, and against dense sampling of both features.

#include "features/distance.h"
#include "core/inside.h"
#include "tests/repeats.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <random>
#include <vector>

namespace swept {
namespace {

using Eigen::Vector3d;

class Random {
   public:
    explicit Random(unsigned seed) : engine_(seed) {}
    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    Vector3d point() {
        const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
        return {x, y, z};
    }

   private:
    std::mt19937 engine_;
};

TEST(feature_distance, of_a_point_to_a_square) {
    const std::array<Vector3d, 4> square{Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(1, 1, 0),
                                         Vector3d(0, 1, 0)};
    const FaceGeometry face{square, Vector3d::UnitZ()};
    const ClosestOnFace above = point_to_face({0.5, 0.25, -3}, face);
    EXPECT_EQ(above.distance, 3);
    EXPECT_EQ(above.height, -3);
    EXPECT_TRUE(above.foot_inside);
    EXPECT_EQ(above.vector, Vector3d(0, 0, -3));
    const ClosestOnFace beside = point_to_face({4, 0.5, 4}, face);
    EXPECT_EQ(beside.distance, 5);
    EXPECT_FALSE(beside.foot_inside);
    EXPECT_EQ(point_to_face({-3, -4, 0}, face).distance, 5);
    EXPECT_TRUE(point_to_face({1, 0.5, 2}, face).foot_inside) << "the outline counts";
}

// Trap: a point in the plane of a face that is a point, or in the line of one without width, is
// beside none of its edges.
TEST(feature_distance, of_a_face_without_an_area_is_that_of_its_edges) {
    const Vector3d p(1, 2, 3), q(3, 2, 3);
    const std::array<Vector3d, 3> collapsed{p, p, p}, line{p, q, q}, folded{p, q, p};
    EXPECT_EQ(point_to_face({1, 6, 6}, {collapsed, Vector3d::UnitZ()}).distance, 5);
    EXPECT_EQ(point_to_face({1, 6, 3}, {collapsed, Vector3d::UnitZ()}).distance, 4);
    EXPECT_EQ(point_to_face(p, {collapsed, Vector3d::UnitZ()}).distance, 0);
    for (const auto& corners : {line, folded}) {
        EXPECT_EQ(point_to_face({6, 2, 7}, {corners, Vector3d::UnitZ()}).distance, 5);
        EXPECT_EQ(point_to_face({2, 2, 7}, {corners, Vector3d::UnitZ()}).distance, 4);
        EXPECT_EQ(point_to_face({6, 2, 3}, {corners, Vector3d::UnitZ()}).vector, Vector3d(3, 0, 0));
    }
}

TEST(feature_distance, of_edges_that_cross_in_space) {
    const Vector3d dp(2, 0, 0), dq(0, 2, 0);
    const ClosestOnEdges found = edge_to_edge({-1, 0, 3}, dp, {0.5, -1, 1}, dq, dp.cross(dq));
    EXPECT_EQ(found.distance, 2);
    EXPECT_TRUE(found.inside);
    EXPECT_EQ(found.lambda, 0.75);
    EXPECT_EQ(found.mu, 0.5);
    EXPECT_EQ(found.vector, Vector3d(0, 0, 2));
}

TEST(feature_distance, of_edges_agrees_with_samples_of_both) {
    Random random(3);
    for (int i = 0; i < 300; ++i) {
        const Vector3d a = random.point(), dp = random.point(), c = random.point();
        // A third of them almost or exactly parallel.
        const double tilt = i % 3 == 0 ? (i % 2 == 0 ? 0 : 1e-9) : 1;
        const Vector3d dq =
            i % 3 == 0 ? Vector3d(0.7 * dp + tilt * random.point()) : random.point();
        const ClosestOnEdges found = edge_to_edge(a, dp, c, dq, accurate_cross(dp, dq));
        EXPECT_NEAR((a + found.lambda * dp - c - found.mu * dq).norm(), found.distance, 1e-15);
        double least = 1e9;
        for (int s = 0; s <= 200; ++s) {
            const Vector3d x = a + s / 200.0 * dp;
            least = std::min(least, point_to_edge(x, c, dq).distance);
        }
        EXPECT_LE(found.distance, least + 1e-14);
        EXPECT_GE(found.distance, least - dp.norm() / 200);
    }
}

TEST(feature_distance, of_faces_agrees_with_their_edges_and_inside) {
    Random random(4);
    for (int i = 0; i < 300; ++i) {
        const std::array<Vector3d, 3> corners{random.point(), random.point(), random.point()};
        const Vector3d normal =
            (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
        const Vector3d x = 2 * random.point();
        const ClosestOnFace found = point_to_face(x, {corners, normal});
        double least = 1e9;
        constexpr int n = 100;
        for (int s = 0; s <= n; ++s) {
            for (int t = 0; s + t <= n; ++t) {
                const Vector3d y = corners[0] + double(s) / n * (corners[1] - corners[0]) +
                                   double(t) / n * (corners[2] - corners[0]);
                least = std::min(least, (x - y).norm());
            }
        }
        EXPECT_LE(found.distance, least + 1e-14);
        EXPECT_GE(found.distance, least - 4.0 / n);
        EXPECT_NEAR(found.vector.norm(), found.distance, 1e-14);
    }
}

/// The distance to the hull of points in a plane, in 50 digits: of all edges between two of them,
/// and of all triangles of three that have the foot inside.
double hull_distance(const Vector3d& point, const std::vector<Vector3d>& corners) {
    using Number = boost::multiprecision::cpp_bin_float_50;
    using Wide = std::array<Number, 3>;
    const auto wide = [](const Vector3d& v) { return Wide{v[0], v[1], v[2]}; };
    const auto minus = [](const Wide& a, const Wide& b) {
        return Wide{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    };
    const auto dot = [](const Wide& a, const Wide& b) {
        return Number(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
    };
    const Wide x = wide(point);
    Number least_sq = 1e30;
    for (const Vector3d& a : corners) {
        const Wide from = minus(x, wide(a));
        for (const Vector3d& b : corners) {
            const Wide e = minus(wide(b), wide(a));
            const Number ee = dot(e, e), share = ee == 0 ? Number(0) : Number(dot(from, e) / ee);
            const Number t = share < 0 ? Number(0) : share > 1 ? Number(1) : share;
            Number sq = 0;
            for (std::size_t k = 0; k < 3; ++k) sq += (from[k] - t * e[k]) * (from[k] - t * e[k]);
            least_sq = std::min(least_sq, sq);
            for (const Vector3d& c : corners) {
                const Wide f = minus(wide(c), wide(a));
                const Number ff = dot(f, f), ef = dot(e, f), fe = dot(from, e), f2 = dot(from, f);
                const Number det = ee * ff - ef * ef;
                if (det <= 0) continue;
                const Number s = (fe * ff - f2 * ef) / det, r = (f2 * ee - fe * ef) / det;
                if (s < 0 || r < 0 || s + r > 1) continue;
                Number height_sq = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                    const Number d = from[k] - s * e[k] - r * f[k];
                    height_sq += d * d;
                }
                least_sq = std::min(least_sq, height_sq);
            }
        }
    }
    return static_cast<double>(sqrt(least_sq));
}

// Trap: the line of an edge of one unit in the last place runs anywhere. A point over the middle of
// the face was beside it, and the distance that of a far edge.
TEST(feature_distance, of_faces_with_corners_that_are_one_but_for_rounding_is_that_of_the_hull) {
    Random random(6);
    int inside = 0;
    for (int i = 0; i < test::repeats(1500); ++i) {
        const Vector3d centre = random.point(), u = random.point().normalized();
        const Vector3d n = u.cross(random.point()).normalized(), v = n.cross(u);
        const double narrow = i % 3 == 0 ? std::pow(10, -random.uniform(0, 17)) : 1;
        std::vector<Vector3d> corners;
        const int count = 3 + i % 4;
        for (int k = 0; k < count; ++k) {
            const double angle = 2 * 3.14159265 * (k + random.uniform(0, 0.8)) / count;
            corners.push_back(centre + std::cos(angle) * u + narrow * std::sin(angle) * v);
        }
        for (int k = i % 3; k > 0; --k) {  // beside a corner, in the plane but for rounding
            const auto at = static_cast<std::size_t>(random.uniform(0, double(corners.size())));
            const double off = 0x1p-52 * std::pow(10, random.uniform(0, 2));
            const Vector3d corner = corners[at] + off * random.point();
            corners.insert(corners.begin() + static_cast<std::ptrdiff_t>(at) + 1, corner);
        }
        const double height = i % 2 == 0 ? random.uniform(-1, 1) : 1e-9 * random.uniform(-1, 1);
        const Vector3d x = centre + random.uniform(-1.5, 1.5) * u +
                           narrow * random.uniform(-1.5, 1.5) * v + height * n;
        const ClosestOnFace found = point_to_face(x, {corners, n});
        EXPECT_NEAR(found.distance, hull_distance(x, corners), 0x1p-46) << i;
        EXPECT_NEAR(found.vector.norm(), found.distance, 0x1p-48) << i;
        inside += found.foot_inside ? 1 : 0;
    }
    EXPECT_GT(inside, test::repeats(300));
    EXPECT_LT(inside, test::repeats(1200));
}

TEST(feature_distance, cross_products_of_almost_parallel_edges_keep_their_digits) {
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Vector3d dp = random.point(), off = random.point();
        const double tilt = std::pow(10, -random.uniform(5, 15));
        const Vector3d dq = dp + tilt * off;
        using Wide = Eigen::Matrix<long double, 3, 1>;
        const Wide exact = dp.cast<long double>().cross(dq.cast<long double>());
        const Wide found = accurate_cross(dp, dq).cast<long double>();
        EXPECT_LE((found - exact).norm(), 1e-3L * exact.norm() + 1e-19L) << tilt;
        if (tilt > 1e-12) {
            EXPECT_LE((found - exact).norm(), 1e-6L * exact.norm());
        }
    }
}

TEST(feature_distance, of_edges_of_no_length_is_that_of_points) {
    const Vector3d zero = Vector3d::Zero();
    EXPECT_EQ(point_to_edge({3, 4, 0}, zero, zero).distance, 5);
    EXPECT_EQ(edge_to_edge({3, 4, 0}, zero, zero, zero, zero).distance, 5);
}

}  // namespace
}  // namespace swept

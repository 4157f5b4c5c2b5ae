// All zeros of what passes what, against the volumes and heights themselves, placed and sampled.

#include "features/crossings.h"
#include "core/inside.h"
#include "tests/repeats.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>
#include <vector>

namespace swept {
namespace {

using Eigen::Vector3d;

struct Random {
    std::mt19937 engine{11};
    double operator()(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine);
    }
    Vector3d vector(double size) {
        return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)};
    }
    ScrewTrajectory path(int kind) {
        ScrewTrajectory path;
        if (kind == 0) {
            path.advance = vector(3);
            return path;
        }
        path.turning = true;
        path.axis = vector(1).normalized();
        path.origin = kind == 3 ? Vector3d(1e5 * vector(1)) : vector(2);
        if (kind > 1) path.advance = (*this)(-1, 1) * path.axis;
        path.end = kind == 3 ? (*this)(1e-6, 1e-5) : (*this)(0.1, 7);
        return path;
    }
};

/// A point by a rotation matrix about the axis and a shift along it.
Vector3d moved(const ScrewTrajectory& path, const Vector3d& x, double t) {
    if (!path.turning) return x + t * path.advance;
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(t, path.axis).toRotationMatrix();
    return path.origin + turn * (x - path.origin) + t * path.advance;
}

/// Sign changes of a function at many moments, refined.
template <class Function>
std::vector<double> sampled_zeros(const Function& f, double end, int samples) {
    std::vector<double> zeros;
    for (int i = 0; i < samples; ++i) {
        double low = end * i / samples, high = end * (i + 1) / samples;
        if ((f(low) > 0) == (f(high) > 0)) continue;
        for (int j = 0; j < 80; ++j) {
            const double middle = (low + high) / 2;
            ((f(middle) > 0) == (f(low) > 0) ? low : high) = middle;
        }
        zeros.push_back((low + high) / 2);
    }
    return zeros;
}

template <class Function>
void expect_all_found(const PassingFunction& passing, const ScrewTrajectory& path,
                      const Function& f, double tolerance) {
    std::vector<Crossing> found;
    std::uint64_t steps = 0;
    each_crossing(passing, path, 0, path.end, steps,
                  [&](const Crossing& c) { found.push_back(c); });
    const auto zeros = sampled_zeros(f, path.end, 2000);
    for (const double zero : zeros) {
        bool met = false;
        for (const Crossing& c : found) {
            met = met || (zero >= c.t - tolerance && zero <= c.until + tolerance);
        }
        EXPECT_TRUE(met) << "no crossing at " << zero << " of " << path.end;
    }
    EXPECT_GE(found.size(), zeros.size());
    for (const Crossing& c : found) {
        EXPECT_LE(std::abs(passing.at(path.moment(c.t)).height), 2 * passing.slack);
        EXPECT_LE(c.t, c.until);
    }
    EXPECT_LT(steps, 400U);
}

TEST(crossings, heights_are_those_of_the_moved_point) {
    Random random;
    for (int i = 0; i < 400; ++i) {
        const ScrewTrajectory path = random.path(i % 3);
        const Vector3d x = random.vector(2), n = random.vector(1).normalized();
        const Vector3d corner = random.vector(2);
        const PassingFunction f = height_over_plane(path.track(x), n, corner, 1e-12);
        for (const double share : {0.0, 0.3, 1.0}) {
            const double t = share * path.end;
            EXPECT_NEAR(f.at(path.moment(t)).height, n.dot(moved(path, x, t) - corner), 1e-12);
        }
    }
}

TEST(crossings, volumes_are_those_of_the_moved_edge) {
    Random random;
    for (int i = 0; i < 400; ++i) {
        const ScrewTrajectory path = random.path(i % 3);
        const Vector3d a = random.vector(2), dp = random.vector(1);
        const Vector3d c = random.vector(2), dq = random.vector(1);
        const PassingFunction f = volume_between(path, path.track(a), dp, c, dq, 1e-12);
        for (const double share : {0.0, 0.2, 0.7, 1.0}) {
            const double t = share * path.end;
            const Vector3d start = moved(path, a, t), along = moved(path, a + dp, t) - start;
            EXPECT_NEAR(f.at(path.moment(t)).height, (c - start).dot(along.cross(dq)), 2e-12)
                << "kind " << i % 3;
        }
    }
}

TEST(crossings, slopes_and_bends_bound_what_happens) {
    Random random;
    for (int i = 0; i < 200; ++i) {
        const ScrewTrajectory path = random.path(i % 3);
        const PassingFunction f =
            volume_between(path, path.track(random.vector(2)), random.vector(1), random.vector(2),
                           random.vector(1), 1e-12);
        const double bend = f.bend(path.end), h = path.end / 64;
        for (int j = 0; j < 64; ++j) {
            const auto low = f.at(path.moment(j * h)), high = f.at(path.moment((j + 1) * h));
            EXPECT_LE(std::abs(high.slope - low.slope), bend * h * (1 + 1e-9) + 1e-12);
            EXPECT_LE(std::abs(high.height - low.height - low.slope * h),
                      bend * h * h / 2 * (1 + 1e-9) + 1e-12);
        }
    }
}

TEST(crossings, none_is_missed_by_points_and_planes) {
    Random random;
    for (int i = 0; i < test::repeats(300); ++i) {
        const ScrewTrajectory path = random.path(i % 3);
        const Vector3d x = random.vector(2), n = random.vector(1).normalized();
        const Vector3d corner = random.vector(2);
        const PassingFunction f = height_over_plane(path.track(x), n, corner, 1e-12);
        expect_all_found(
            f, path, [&](double t) { return n.dot(moved(path, x, t) - corner); }, 1e-6);
    }
}

TEST(crossings, none_is_missed_by_two_edges) {
    Random random;
    std::size_t zeros = 0;
    for (int i = 0; i < test::repeats(300); ++i) {
        const ScrewTrajectory path = random.path(i % 3);
        const Vector3d a = random.vector(2), dp = random.vector(1);
        const Vector3d c = random.vector(2), dq = random.vector(1);
        const PassingFunction f = volume_between(path, path.track(a), dp, c, dq, 1e-12);
        const auto volume = [&](double t) {
            const Vector3d start = moved(path, a, t), along = moved(path, a + dp, t) - start;
            return (c - start).dot(along.cross(dq));
        };
        zeros += sampled_zeros(volume, path.end, 2000).size();
        expect_all_found(f, path, volume, 1e-6);
    }
    EXPECT_GT(zeros, test::repeats(200U));
}

TEST(crossings, an_axis_far_away_costs_no_digits) {
    Random random;
    for (int i = 0; i < 100; ++i) {
        const ScrewTrajectory path = random.path(3);
        const Vector3d a = random.vector(1), dp = random.vector(1);
        const Vector3d c = random.vector(1), dq = random.vector(1);
        const PassingFunction f = volume_between(path, path.track(a), dp, c, dq, 1e-14);
        const PointTrajectory from = path.track(a), to = path.track(a + dp);
        const TrajectoryTime m = path.moment(path.end);
        const Vector3d start = from.at(m), along = to.at(m) - start;
        EXPECT_NEAR(f.at(m).height, (c - start).dot(along.cross(dq)), 1e-13);
    }
}

TEST(crossings, what_stays_in_the_plane_is_one_stay) {
    ScrewTrajectory path;
    path.advance = {1, 0, 0};
    const PassingFunction f =
        height_over_plane(path.track({0, 0, 1}), Vector3d::UnitZ(), Vector3d(3, 4, 1), 1e-15);
    std::vector<Crossing> found;
    std::uint64_t steps = 0;
    each_crossing(f, path, 0, 1, steps, [&](const Crossing& c) { found.push_back(c); });
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].way, 0);
    EXPECT_EQ(found[0].t, 0);
    EXPECT_EQ(found[0].until, 1);
}

TEST(crossings, a_way_that_just_touches_is_found_and_one_that_does_not_is_none) {
    // A point on a circle of radius 1 over a plane that it touches at a quarter turn.
    ScrewTrajectory path;
    path.turning = true;
    path.end = 3;
    for (const double above : {0.0, 1e-14, 1e-9, -1e-9}) {
        const PassingFunction f = height_over_plane(path.track({1, 0, 0}), Vector3d(0, -1, 0),
                                                    Vector3d(0, 1 + above, 0), 1e-13);
        int count = 0;
        std::uint64_t steps = 0;
        each_crossing(f, path, 0, path.end, steps, [&](const Crossing& c) {
            ++count;
            EXPECT_NEAR(c.t, std::acos(-1.0) / 2, 1e-4);
        });
        const int least = above > 1e-12 ? 0 : above < 0 ? 2 : 1;
        EXPECT_GE(count, least) << above;
        EXPECT_EQ(count > 0, least > 0) << above;
    }
}

}  // namespace
}  // namespace swept

// The smallest ball is held by two to four points. We look for the point furthest outside, find the
// smallest ball of it and the points that hold the present one, and repeat: each ball is larger
// than the one before, so that this ends, mostly after a few rounds. It may end anywhere, for what
// is returned is measured afterwards.

#include "cast/small_ball.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "core/assert.h"
#include "math/extremes.h"
#include "swept/tolerance.h"

namespace swept::cast_detail {

namespace {

using Eigen::Vector3d;

constexpr unsigned most_holders = 4;
constexpr int most_rounds = 64;

/// A choice. Balls that are larger than the smallest by this share of it are small enough.
constexpr double nearly = 1e-9;

/// A ball and the points on its surface that hold it.
struct HeldBall {
    Vector3d centre = Vector3d::Zero();
    double radius_sq = infinity;
    std::array<Vector3d, most_holders> holders = {};
    unsigned count = 0;

    void add(const Vector3d& holder) {
        SWEPT_ASSERT(count < most_holders, "four points hold a ball");
        holders[count++] = holder;
    }
    [[nodiscard]] bool holds(const Vector3d& point) const {
        return (point - centre).squaredNorm() <= radius_sq * (1 + nearly);
    }
};

/// The smallest ball with all holders on its surface. Where they are too nearly in one line or
/// plane it comes out as none, or as one that does not hold what it should.
void hold(HeldBall& ball) {
    // The centre lies in the space of the holders: at first + sum_i w_i q_i with q_i the way from
    // the first to another, and q_j . (centre - first) = q_j . q_j / 2.
    const Vector3d first = ball.holders[0];
    SWEPT_ASSERT(ball.count >= 1 && ball.count <= most_holders, "held by one to four points");
    Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3> ways(3, ball.count - 1);
    for (unsigned i = 1; i < ball.count; ++i) ways.col(i - 1) = ball.holders[i] - first;
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3> gram =
        ways.transpose() * ways;
    const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> half = gram.diagonal() / 2;
    const Vector3d to_centre = ways * gram.ldlt().solve(half);
    ball.centre = first + to_centre;
    ball.radius_sq = to_centre.squaredNorm();
}

/// The smallest ball of a ball's holders and a point outside, which is one of its holders then.
HeldBall grown(const HeldBall& ball, const Vector3d& outside) {
    HeldBall best;
    for (unsigned kept = 1; kept < 1U << ball.count; ++kept) {
        if (std::popcount(kept) == most_holders) continue;
        HeldBall next;
        next.add(outside);
        for (unsigned i = 0; i < ball.count; ++i) {
            if ((kept >> i & 1U) != 0) next.add(ball.holders[i]);
        }
        hold(next);
        const bool all = std::all_of(ball.holders.begin(), ball.holders.begin() + ball.count,
                                     [&](const Vector3d& holder) { return next.holds(holder); });
        if (all && next.radius_sq < best.radius_sq) best = next;
    }
    return best;
}

const Vector3d& furthest(std::span<const Vector3d> points, const Vector3d& from) {
    SWEPT_ASSERT(!points.empty(), "there is a furthest");
    const Vector3d* found = points.data();
    double most = -1;
    for (const Vector3d& point : points) {
        const double distance_sq = (point - from).squaredNorm();
        if (distance_sq <= most) continue;
        most = distance_sq;
        found = &point;
    }
    return *found;
}

Vector3d centre_of(std::span<const Vector3d> points) {
    SWEPT_ASSERT(!points.empty(), "a centre of something");
    HeldBall ball;
    ball.add(furthest(points, points[0]));
    ball.add(furthest(points, ball.holders[0]));
    hold(ball);
    for (int round = 0; round < most_rounds; ++round) {
        const Vector3d& outside = furthest(points, ball.centre);
        if (ball.holds(outside)) break;
        const HeldBall next = grown(ball, outside);
        if (next.radius_sq <= ball.radius_sq || next.radius_sq == infinity) break;  // rounding
        ball = next;
    }
    return ball.centre;
}

}  // namespace

double unit_scale(double size) {
    int exponent = 0;
    (void)std::frexp(size, &exponent);
    return std::ldexp(1.0, -std::max(exponent, -1000));  // smaller sizes would overflow it
}

Sphere ball_about(const Vector3d& centre, std::span<const Vector3d> points) {
    SWEPT_ASSERT(!points.empty(), "a ball of something");
    double size = 0;
    for (const Vector3d& point : points) {
        size = std::max(size, (point - centre).cwiseAbs().maxCoeff());
    }
    if (size == 0) return {centre, 0};
    // Scaled by the largest difference, the furthest point is far from underflow, and what
    // underflows is not the furthest.
    const double scale = unit_scale(size);
    double most_sq = 0;
    for (const Vector3d& point : points) {
        most_sq = std::max(most_sq, ((point - centre) * scale).squaredNorm());
    }
    // A difference is off by u of itself, a sum of three squares by 5 u with that, its root by
    // 3.5 u, the product by 4.5 u; the rest makes up for products of errors. Unscaled, a radius
    // that is not a normal number is rounded once more.
    constexpr double above = 1 + 8 * tolerance::unit_roundoff;
    return {centre, std::nextafter(std::sqrt(most_sq) * above / scale, infinity)};
}

Sphere small_ball(std::span<const Vector3d> points) {
    SWEPT_ASSERT(!points.empty(), "a ball of something");
    Box box;
    for (const Vector3d& point : points) box.add(point);
    const double size = box.size().maxCoeff();
    if (size == 0) return {points[0], 0};
    const double scale = unit_scale(size);
    std::vector<Vector3d> local;
    local.reserve(points.size());
    for (const Vector3d& point : points) local.emplace_back((point - box.lower) * scale);
    const Vector3d centre = box.lower + centre_of(local) / scale;
    return ball_about(centre.cwiseMax(box.lower).cwiseMin(box.upper), points);
}

}  // namespace swept::cast_detail

#pragma once

// Random points, poses and motions with fixed seeds, and a record of the worst error against its
// bound.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "swept/motion.h"
#include "swept/tolerance.h"

namespace swept::testing {

constexpr double u = tolerance::unit_roundoff;

class Random {
   public:
    explicit Random(unsigned seed) : engine_(seed) {}

    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    /// Evenly spread over the exponents.
    double magnitude(double low, double high) {
        return std::exp(uniform(std::log(low), std::log(high)));
    }
    Eigen::Vector3d direction() {
        Eigen::Vector3d v;
        do {
            v = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
        } while (v.norm() > 1 || v.norm() < 0.1);
        return v.normalized();
    }
    Eigen::Vector3d point(double size) {
        return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
    }
    Quaternion quaternion() {
        std::normal_distribution<double> normal;
        const Eigen::Vector4d v(normal(engine_), normal(engine_), normal(engine_), normal(engine_));
        return Quaternion(v.normalized());
    }
    Pose pose(double size) { return *Pose::make(point(size), quaternion()); }
    Rotation rotation(double size, double angle) {
        return *Rotation::make(point(size), direction(), uniform(-angle, angle));
    }
    Screw screw(double size, double angle) {
        return *Screw::make(point(size), direction(), uniform(-angle, angle), uniform(-size, size));
    }
    Motion motion(double size, double angle) {
        const double kind = uniform(0, 3);
        if (kind < 1) return *Translation::make(point(size));
        if (kind < 2) return rotation(size, angle);
        return screw(size, angle);
    }

   private:
    std::mt19937_64 engine_;
};

/// Collects errors divided by their bounds; at its end it prints the largest and expects it
/// below 1.
class Worst {
   public:
    explicit Worst(std::string name) : name_(std::move(name)) {}
    Worst(const Worst&) = delete;
    Worst& operator=(const Worst&) = delete;
    ~Worst() {
        std::printf("[ measured ] %-44s %.3f of the bound, %d cases\n", name_.c_str(), ratio_,
                    count_);
        EXPECT_LE(ratio_, 1) << name_;
        EXPECT_GT(count_, 0) << name_;
    }

    void note(double error, double bound) {
        ++count_;
        const double ratio = error == 0 ? 0 : error / bound;
        if (!(ratio <= ratio_)) ratio_ = ratio;
    }

   private:
    std::string name_;
    double ratio_ = 0;
    int count_ = 0;
};

inline bool same_bits(const Pose& a, const Pose& b) {
    const auto equal = [](double x, double y) {
        return x == y && std::signbit(x) == std::signbit(y);
    };
    for (int i = 0; i < 3; ++i) {
        if (!equal(a.translation()[i], b.translation()[i])) return false;
    }
    for (int i = 0; i < 4; ++i) {
        if (!equal(a.rotation().coeffs()[i], b.rotation().coeffs()[i])) return false;
    }
    return true;
}

template <class T>
void expect_error(const Result<T>& result, const std::string& where, const std::string& word) {
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::bad_argument);
    EXPECT_EQ(result.error().where, where);
    EXPECT_NE(result.error().what.find(word), std::string::npos) << result.error().what;
}

}  // namespace swept::testing

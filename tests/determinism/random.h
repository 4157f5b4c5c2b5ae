#pragma once

// Numbers for questions: the same on every machine. Integers (splitmix64), doubles that are made of
// them exactly, and what takes no more than a root and a division.

#include <swept/swept.h>

#include <cmath>
#include <cstdint>

namespace swept::determinism {

class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t word() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
        return z ^ (z >> 31U);
    }
    /// 0 to count - 1.
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>((word() >> 32U) * count >> 32U);
    }
    /// True once in `count` times.
    bool once_in(std::uint32_t count) { return below(count) == 0; }
    double between(double lower, double upper) {
        return lower + (upper - lower) * (static_cast<double>(word() >> 11U) * 0x1p-53);
    }
    template <class List>
    const auto& one_of(const List& list) {
        return list[below(static_cast<std::uint32_t>(std::size(list)))];
    }

    /// In a cube about the origin.
    Eigen::Vector3d point(double reach) {
        Eigen::Vector3d made;
        for (double& x : made) x = between(-reach, reach);
        return made;
    }
    /// On a grid of quarters: where faces come to lie in one plane and ties are frequent.
    Eigen::Vector3d grid_point(double reach) {
        const auto count = static_cast<std::uint32_t>(8 * reach) + 1;
        Eigen::Vector3d made;
        for (double& x : made) x = below(count) / 4.0 - reach;
        return made;
    }
    /// One in three on the grid.
    Eigen::Vector3d place(double reach) { return once_in(3) ? grid_point(reach) : point(reach); }
    /// Any length but zero; one in three along a coordinate.
    Eigen::Vector3d direction() {
        Eigen::Vector3d made = Eigen::Vector3d::Zero();
        if (once_in(3)) {
            made[below(3)] = once_in(2) ? 1 : -1;
            return made;
        }
        do made = point(1);
        while (made.squaredNorm() < 0.01);
        return made;
    }
    Quaternion rotation() {
        Eigen::Vector4d made;
        do {
            for (double& x : made) x = between(-1, 1);
        } while (made.squaredNorm() < 0.01 || made.squaredNorm() > 1);
        made /= std::sqrt(made.squaredNorm());
        return {made[0], made[1], made[2], made[3]};
    }
    /// One in three on the grid, turned by no or by a quarter turn.
    Pose pose(double reach) {
        if (!once_in(3)) {
            const Eigen::Vector3d at = point(reach);
            return Pose::make(at, rotation()).value();
        }
        const Eigen::Vector3d at = grid_point(reach);
        static constexpr double root = 0.70710678118654757;
        switch (below(4)) {
            case 0:
                return Pose::make(at, Quaternion(root, root, 0, 0)).value();
            case 1:
                return Pose::make(at, Quaternion(root, 0, 0, -root)).value();
            default:
                return Pose::make(at).value();
        }
    }

    Motion translation(double reach) { return Translation::make(place(reach)).value(); }
    /// One in five with an angle that is a quarter of a turn, to rounding, or none, or many turns.
    double angle() {
        static constexpr double special[] = {1.5707963267948966, -1.5707963267948966, 0, 7, 20};
        return once_in(5) ? one_of(special) : between(-3, 3);
    }
    Motion turn(double reach) {
        const Eigen::Vector3d origin = place(reach), axis = direction();
        return Rotation::make(origin, axis, angle()).value();
    }
    Motion screw(double reach) {
        const Eigen::Vector3d origin = place(reach), axis = direction();
        const double advance = once_in(6) ? 0 : between(-reach, reach);
        return Screw::make(origin, axis, angle(), advance).value();
    }
    Motion motion(double reach) {
        switch (below(3)) {
            case 0:
                return translation(reach);
            case 1:
                return turn(reach);
            default:
                return screw(reach);
        }
    }

   private:
    std::uint64_t state_;
};

}  // namespace swept::determinism

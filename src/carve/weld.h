#pragma once

// Points that rounding cannot tell from each other become one. Renaming corners keeps what is
// closed closed, whatever the points.

#include <Eigen/Core>
#include <cstdint>
#include <vector>
#include "core/namespaces.h"

namespace swept::carve_detail {

/// Each point stands for itself or for one that was added before it and is no farther away than
/// the given distance in any coordinate; the first that was added takes all it can.
class Welder {
   public:
    explicit Welder(double distance) : distance_(distance) {}

    /// A point that stands for itself in any case.
    void add_fixed(std::uint32_t index, const Eigen::Vector3d& place) { add(index, place, true); }
    void add(std::uint32_t index, const Eigen::Vector3d& place) { add(index, place, false); }

    /// Writes for the points that were added which ones they stand for.
    void run(std::vector<std::uint32_t>& stands_for);

   private:
    struct Item {
        std::uint32_t index;
        bool fixed;
        Eigen::Vector3d place;
        double along;  // a direction in which few points are level
    };
    double distance_;
    std::vector<Item> items_;

    void add(std::uint32_t index, const Eigen::Vector3d& place, bool fixed);
};

/// Takes out corners that repeat and spikes that go there and back: their sides cancel. What is
/// left with fewer than three corners is empty.
void tidy(std::vector<std::uint32_t>& loop);

}  // namespace swept::carve_detail

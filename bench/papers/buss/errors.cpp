#include "errors.h"

#include <algorithm>
#include <numbers>

#include "swept/motion.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

/// A point at distance 1 from the axis, at many moments of a turn.
ErrorRow measure(double degrees, double printed) {
    constexpr int moments = 100'000;
    const double angle = degrees * std::numbers::pi / 180;
    const Rotation turn = Rotation::make(Vector3d::Zero(), Vector3d::UnitZ(), angle).value();
    const Vector3d start = Vector3d::UnitX();
    const Vector3d along = (turn.displacement(1) * start - start).normalized();
    double length = 0, bulge = 0;
    Vector3d last = start;
    for (int i = 1; i <= moments; ++i) {
        const double fraction = static_cast<double>(i) / moments;
        const Vector3d place = turn.displacement(fraction) * start;
        length += (place - last).norm();
        bulge = std::max(bulge, along.cross(place - start).norm());
        last = place;
    }
    return {degrees, printed, glide_error(angle), bulge / length};
}

}  // namespace

std::vector<ErrorRow> measure_errors() {
    return {measure(60, 0.173), measure(45, 0.097), measure(30, 0.065),
            measure(20, 0.044), measure(10, 0.022), measure(5, 0.011)};
}

}  // namespace swept::bench

// All collisions of a step: one car runs into the side of another that drives by, within 1/30 s. As
// if they passed through each other, every place where they meet is found, with how well the two
// surfaces face each other there. collision_screen.cpp draws the same step.

#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <numbers>

namespace {

/// A car on the road, turned to the left; one that brakes hangs its nose.
swept::Pose at(double x, double y, double left_deg, double nose_deg = 0) {
    constexpr double degree = std::numbers::pi / 180;
    const Eigen::Quaterniond turn = Eigen::AngleAxisd(left_deg * degree, Eigen::Vector3d::UnitZ()) *
                                    Eigen::AngleAxisd(nose_deg * degree, Eigen::Vector3d::UnitY());
    return swept::Pose::make({x, y, 0.1}, turn).value();
}

}  // namespace

int main() {
    const auto car = swept::Polyhedron::build(swept::make_car(4.2, 1.8, 1.4).value()).value();

    // Car a comes at 30 m/s, brakes and turns a little; b crosses at 15 m/s, to the left.
    const swept::Pose a_from = at(-3.4, 0, 0, 2), a_to = at(-2.4, 0, 4, 2);
    const swept::Pose b_from = at(0, -0.3, 90), b_to = at(0, 0.2, 90);
    const auto step = swept::all_collisions({car, a_from, a_to}, {car, b_from, b_to}).value();
    std::printf("%zu collisions\n", step.collisions.size());

    // What happens within a twentieth of the step counts as simultaneous.
    for (const auto& group : swept::group_within(step.collisions, 0.05)) {
        std::printf("together, after %.1f ms:\n", 1000.0 / 30 * group.front().fraction);
        for (const swept::Collision& hit : group) {
            const Eigen::Vector3d& p = hit.contact.point;
            std::printf("  %-11s at (%.2f, %.2f, %.2f), properness %.2f\n",
                        swept::name_of(hit.contact.kind).data(), p.x(), p.y(), p.z(),
                        hit.properness);
        }
    }

    // From 0 on the bodies do not cut into each other near the point: such a one may be a first
    // contact.
    swept::CollisionOptions proper;
    proper.min_properness = 0;
    const auto first =
        swept::all_collisions({car, a_from, a_to}, {car, b_from, b_to}, proper).value();
    std::printf("proper ones: %zu\n", first.collisions.size());
}

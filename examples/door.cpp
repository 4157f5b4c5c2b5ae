// A door turns until it touches: a sweep along a rotation. A crate stands in its way; pulled aside,
// it lets the door close. No sampling of angles: the answer is where it first touches.

#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <numbers>
#include <vector>

namespace {

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    return swept::Polyhedron::build(mesh.value()).value();
}

swept::Pose at(double x, double y, double z) {
    return swept::Pose::make({x, y, z}).value();
}

/// About the hinge, which stands along z through the origin.
swept::Rotation turn(double degrees) {
    return swept::Rotation::make({0, 0, 0}, {0, 0, 1}, degrees / 180 * std::numbers::pi).value();
}

void tell(const char* what, double degrees, const swept::SweepResult& answer) {
    std::printf("%s: %s after %.2f degrees", what, swept::name_of(answer.state).data(),
                degrees * answer.free_fraction);
    if (answer.state == swept::State::hit) {
        const Eigen::Vector3d& p = answer.contact.point;
        std::printf(", %s at (%.2f, %.2f)", answer.obstacle == 0 ? "at the frame" : "at the crate",
                    p.x(), p.y());
    }
    std::printf("\n");
}

}  // namespace

int main() {
    // A leaf of 0.9 m that is open: it stands along x, hinged at its edge, 1 cm above the floor.
    const swept::Polyhedron leaf = built(swept::make_box({0.9, 0.04, 2}));
    const swept::Pose open = at(0.47, 0, 1.01);
    // The doorway is along y. The frame's far post has a rebate that stops the leaf.
    std::vector<swept::Placed> things{
        {built(swept::make_box({0.1, 0.1, 2.1})), at(-0.08, 0.9, 1.05)},
        {built(swept::make_box({0.3, 0.3, 0.3})), at(0.5, 0.6, 0.15)}};

    const auto stopped = swept::sweep({leaf, open}, turn(120), things);
    tell("closing", 120, stopped);

    // In touch it cannot go on, but it can turn back.
    tell("pushing on", 10, swept::sweep({leaf, stopped.end}, turn(10), things));
    tell("turning back", -30, swept::sweep({leaf, stopped.end}, turn(-30), things));

    // The crate is moved a metre away, and the door closes up to the frame.
    things[1].world_from_shape = at(1.5, 0.6, 0.15);
    tell("closing again", 120, swept::sweep({leaf, stopped.end}, turn(120), things));

    // Or both move at once: someone pulls the crate out while the door closes.
    const auto pulled = swept::Translation::make({2, 0, 0}).value();
    const auto both = swept::sweep_both({{leaf, open}, turn(90)},
                                        {{things[1].shape, at(0.5, 0.6, 0.15)}, pulled});
    std::printf("closing while the crate is pulled away: %s\n",
                swept::name_of(both.sweep.state).data());
}

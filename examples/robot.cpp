// A robot arm among things: which of its links first touches what, along a motion of its joints?
// First the base turns, and all links go with it as one rigid body; then shoulder and elbow turn at
// once, and every link has a motion of its own.

#include <swept/solids.h>
#include <swept/swept.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <vector>

namespace {

using Eigen::Vector3d;

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    return swept::Polyhedron::build(mesh.value()).value();
}

/// Turned about an axis, then moved.
swept::Pose pose(const Vector3d& place, const Vector3d& axis = Vector3d::UnitZ(),
                 double degrees = 0) {
    const Eigen::AngleAxisd turn(degrees / 180 * std::numbers::pi, axis);
    return swept::Pose::make(place, Eigen::Quaterniond(turn)).value();
}

constexpr std::array names{"column", "upper arm", "forearm", "gripper"};

struct Joints {
    double base, shoulder, elbow;  // in degrees
};

/// Where the links stand: each frame is the one before times the joint between them.
std::array<swept::Pose, 4> links_at(const Joints& joints) {
    const swept::Pose column = pose({0, 0, 0}, Vector3d::UnitZ(), joints.base);
    const swept::Pose upper = column * pose({0, 0, 0.5}, Vector3d::UnitY(), joints.shoulder);
    const swept::Pose fore = upper * pose({0.6, 0, 0}, Vector3d::UnitY(), joints.elbow);
    return {column * pose({0, 0, 0.25}), upper * pose({0.3, 0, 0}), fore * pose({0.25, 0, 0}),
            fore * pose({0.55, 0, 0})};
}

}  // namespace

int main() {
    const std::array links{built(swept::make_cylinder(0.12, 0.4, 24, 1)),
                           built(swept::make_box({0.6, 0.1, 0.1})),
                           built(swept::make_box({0.5, 0.08, 0.08})),
                           built(swept::make_brick({0.1, 0.2, 0.05}, 0.01))};
    const swept::Polyhedron table = built(swept::make_box({2, 2, 0.04}));
    const swept::Polyhedron post = built(swept::make_cylinder(0.05, 1.2, 16, 1));
    const std::vector<swept::Placed> scene{{table, pose({0, 0, -0.02})},
                                           {post, pose({0.3, 0.7, 0.6})}};

    // The base turns by 150 degrees: one screw moves all parts.
    const Joints start{0, -40, 30};
    std::vector<swept::Part> arm;
    arm.reserve(links.size());
    for (std::size_t i = 0; i < links.size(); ++i) arm.push_back({links[i], links_at(start)[i]});
    const std::array turn{pose({0, 0, 0}), pose({0, 0, 0}, Vector3d::UnitZ(), 150)};
    const auto path = swept::check_path(arm, turn, scene).value();
    std::printf("the base turns %.1f degrees, then the %s touches the %s\n", 150 * path.fraction,
                names.at(path.part), path.obstacle == 0 ? "table" : "post");

    // Joints that turn together: in a world each link is a body. A link sees the scene, by a bit of
    // its mask, but not the other links, to which it is joined.
    swept::World world;
    const auto made = world.edit([&](swept::WorldEdit& edit) -> swept::Result<void> {
        for (std::size_t i = 0; i < links.size(); ++i) {
            const swept::Body link{links[i], links_at(start)[i], swept::Mask{1} << i};
            if (auto added = edit.insert_body(swept::BodyId(i), link); !added) return added;
        }
        return edit.insert_body(swept::BodyId(10), {table, scene[0].world_from_shape});
    });
    if (!made) return std::fprintf(stderr, "%s\n", made.error().message().c_str()), 1;

    // In small steps each link goes along the screw between its two poses: that is within 0.05 mm
    // of where its joints would take it, and each such step is proven free at every moment.
    for (int step = 0; step < 60; ++step) {
        const Joints from{0, start.shoulder + 2 * step, start.elbow + step};
        const Joints to{0, from.shoulder + 2, from.elbow + 1};
        std::vector<swept::BodyMotion> motions;
        motions.reserve(links.size());
        for (std::size_t i = 0; i < links.size(); ++i) {
            motions.push_back(
                {swept::BodyId(i), swept::screw_between(links_at(from)[i], links_at(to)[i])});
        }
        const auto contact = swept::first_contact(world.snapshot(), motions).value();
        if (contact.state == swept::State::hit) {
            std::printf("shoulder at %.1f, elbow at %.1f: the %s touches the table, %.2f m away\n",
                        from.shoulder + 2 * contact.free_fraction,
                        from.elbow + contact.free_fraction, names.at(contact.mover.value),
                        contact.contact.point.norm());
            break;
        }
        (void)world.edit([&](swept::WorldEdit& edit) -> swept::Result<void> {
            for (std::size_t i = 0; i < links.size(); ++i) {
                if (auto moved = edit.move_body(swept::BodyId(i), links_at(to)[i]); !moved)
                    return moved;
            }
            return {};
        });
    }
}

// A player who slides along what is in the way: collide and slide, made of sweeps and the normals
// of their contacts. Every frame ends where it is proven that nothing overlaps, for ever.

#include <swept/solids.h>
#include <swept/swept.h>

#include <array>
#include <cstdio>
#include <vector>

namespace {

using Eigen::Vector3d;

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    return swept::Polyhedron::build(mesh.value()).value();
}

swept::Pose at(double x, double y, double z) {
    return swept::Pose::make({x, y, z}).value();
}

/// What is left of a way that must not lead against any of these normals: along the one face, along
/// the crease of two, nothing in a corner of three.
Vector3d along(const Vector3d& way, const std::vector<Vector3d>& normals) {
    const auto allowed = [&](const Vector3d& v) {
        for (const Vector3d& normal : normals)
            if (v.dot(normal) < -1e-9 * way.norm()) return false;
        return true;
    };
    for (const Vector3d& n : normals) {
        const Vector3d slid = way - way.dot(n) * n;
        if (allowed(slid)) return slid;
    }
    for (const Vector3d& a : normals) {
        for (const Vector3d& b : normals) {
            const Vector3d crease = a.cross(b);
            if (crease.norm() < 1e-6) continue;
            const Vector3d slid = way.dot(crease) / crease.squaredNorm() * crease;
            if (allowed(slid)) return slid;
        }
    }
    return Vector3d::Zero();
}

/// One frame: moves by `way` and slides along whatever it meets. Returns how much it met.
std::size_t walk(const swept::Polyhedron& player, swept::Pose& pose, Vector3d way,
                 const std::vector<swept::Placed>& level) {
    std::vector<Vector3d> normals;
    while (normals.size() < 5 && way.norm() > 1e-6) {
        const auto motion = swept::Translation::make(way).value();
        const swept::SweepResult answer = swept::sweep({player, pose}, motion, level);
        pose = answer.end;  // never inside: the next sweep may start here
        if (answer.state != swept::State::hit) break;
        normals.push_back(answer.contact.normal);
        way = along((1 - answer.free_fraction) * way, normals);
    }
    return normals.size();
}

}  // namespace

int main() {
    // A room of 6 x 4 m with doorways west and east, a pillar in the way and a ledge along a wall.
    const std::vector<swept::Placed> level{
        {built(swept::make_room()), swept::Pose()},
        {built(swept::make_prism(6, 0.5, 3)), at(0.5, 0.1, 1.5)},
        {built(swept::make_box({2, 0.4, 0.5})), at(-1.5, 1.8, 0.25)}};
    const swept::Polyhedron player = built(swept::make_prism(8, 0.3, 1.8));
    swept::Pose pose = at(-2, 0, 1);  // a little above the floor

    struct Command {
        const char* name;
        Vector3d way;
    };
    const std::array commands{Command{"falls", {0, 0, -1}},
                              Command{"goes east", {4, 0, -0.1}},
                              Command{"goes east", {4, 0, -0.1}},
                              Command{"goes north-west", {-4, 4, -0.1}},
                              Command{"goes north-west", {-4, 4, -0.1}},
                              Command{"goes south-east", {5.5, -1.8, -0.1}},
                              Command{"goes south-east", {1, -0.8, -0.1}},
                              Command{"goes east", {2, 0, -0.1}}};
    for (const Command& command : commands) {
        const std::size_t met = walk(player, pose, command.way, level);
        const Vector3d& p = pose.translation();
        std::printf("%-15s  now at (%.2f, %.2f, %.2f), met %zu\n", command.name, p.x(), p.y(),
                    p.z(), met);
        for (const swept::Placed& collider : level) {
            const auto now =
                swept::overlap({player, pose}, {collider.shape, collider.world_from_shape});
            if (now.relation != swept::Relation::separate) return std::printf("inside!\n"), 1;
        }
    }
}

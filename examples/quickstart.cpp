// A tour: what is a shape, how do two of them stand, how far does one get, along which screw?

#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <numbers>

int main() {
    // Any mesh becomes a polyhedron, or an Error says why not.
    const auto mesh = swept::make_car(4.2, 1.8, 1.4);  // or swept::read_mesh("car.obj")
    const auto car = swept::Polyhedron::build(mesh.value());
    if (!car) return std::fprintf(stderr, "%s\n", car.error().message().c_str()), 1;
    std::printf("%u faces, volume %.2f; %u of %u edges can never touch first\n", car->face_count(),
                car->volume().value_or(0), car->internal_edge_count(), car->edge_count());

    // How do two of them stand to each other, bumper to bumper? Decided exactly, with a witness.
    const auto ahead = swept::Pose::make({4.2, 0, 0});
    const auto answer = swept::overlap({*car}, {*car, ahead.value()});
    std::printf("%s: face %u and face %u\n", swept::name_of(answer.relation).data(),
                answer.witness->faces.a, answer.witness->faces.b);

    // How far does one get towards the other? It stops a hair in front, and never inside.
    const auto drive = swept::Translation::make({10, 0, 0});
    const auto behind = swept::Pose::make({-3, 0, 0});
    const auto stop = swept::sweep({*car, behind.value()}, *drive, {*car, ahead.value()});
    std::printf("%s after %.9f of the way, %.1e apart\n", swept::name_of(stop.state).data(),
                stop.free_fraction, stop.contact.separation);

    // Between two poses lies a screw: here a quarter turn to the left, round a bend.
    const Eigen::Quaterniond left(
        Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()));
    const auto parked = swept::Pose::make({6, 8, 0}, left);
    const swept::Screw bend = swept::screw_between(swept::Pose(), parked.value());
    const Eigen::Vector3d halfway = bend.pose_at(swept::Pose(), 0.5) * Eigen::Vector3d::Zero();
    std::printf("turns about (%.2f, %.2f); halfway at (%.2f, %.2f)\n", bend.origin().x(),
                bend.origin().y(), halfway.x(), halfway.y());
}

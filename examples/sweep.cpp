// What sweep.h answers: a crate that is thrown into a room and slides along what it meets, a gate
// that turns until it meets a post, and many things dropped at once.

#include <swept/sweep.h>
#include <swept/swept.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace {

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    const auto shape = swept::Polyhedron::build(mesh.value());
    if (shape) return *shape;
    (void)std::fprintf(stderr, "%s\n", shape.error().message().c_str());
    std::exit(1);
}

swept::Pose at(double x, double y, double z) {
    return swept::Pose::make({x, y, z}).value();
}

void expect(bool holds, const char* what) {
    if (holds) return;
    (void)std::fprintf(stderr, "not so: %s\n", what);
    std::exit(1);
}

/// The zone, and some rounding: answers stop this little before what stands on paper.
constexpr double little = 1e-6;

/// Moves the crate by `way`; wherever it meets the room it goes on along what it met.
swept::Pose slide(const swept::Polyhedron& crate, swept::Pose pose, Eigen::Vector3d way,
                  const swept::Polyhedron& room) {
    for (int piece = 0; piece < 8; ++piece) {
        const auto motion = swept::Translation::make(way).value();
        const auto answer = swept::sweep(crate, pose, motion, room, swept::Pose());
        pose = answer.end;  // never inside: a sweep may always start where another has ended
        const Eigen::Vector3d p = pose.translation();
        std::printf("  %s after %5.1f %% of the way, at (%.3f, %.3f, %.3f)",
                    swept::name_of(answer.state).data(), 100 * answer.free_fraction, p.x(), p.y(),
                    p.z());
        if (answer.state != swept::SweepState::hit) break;
        const Eigen::Vector3d& normal = answer.contact.normal;
        std::printf(": face %u, whose normal is (%.0f, %.0f, %.0f)\n", answer.contact.obstacle.face,
                    normal.x(), normal.y(), normal.z());
        // What is left of the way, but for what would lead into the contact.
        way *= 1 - answer.free_fraction;
        way -= way.dot(normal) * normal;
    }
    std::printf("\n");
    return pose;
}

void throw_a_crate() {
    const swept::Polyhedron room = built(swept::make_room({.doors = 0}));  // 6 x 4 x 3, floor at 0
    const swept::Polyhedron crate = built(swept::make_box({1, 1, 1}));
    std::printf("a crate is thrown:\n");
    const swept::Pose end = slide(crate, at(-1, 0, 1.5), {5, 1, -2}, room);
    // To the floor, along it to the wall, along both to the end of the way.
    expect((end.translation() - Eigen::Vector3d(2.5, 1, 0.5)).norm() < little,
           "the crate lies on the floor, by the wall");
    expect(swept::overlap(crate, end, room, swept::Pose()).relation == swept::Relation::separate,
           "it is in nothing, exactly");
}

void close_a_gate() {
    const swept::Polyhedron gate = built(swept::make_box({2, 0.1, 1}));
    const swept::Polyhedron post = built(swept::make_box({0.2, 0.2, 1}));
    const auto turn = swept::Rotation::make({0, 0, 0}, {0, 0, 1}, std::numbers::pi).value();
    const auto answer = swept::sweep(gate, at(1, 0, 0), turn, post, at(0, 1.5, 0));
    const double degrees = answer.free_fraction * 180;
    std::printf("a gate turns by %.3f degrees and stops %.1g before the post (%s)\n", degrees,
                answer.contact.separation, swept::name_of(answer.contact.kind).data());
    // Its side, 0.05 from the middle, meets the corner of the post at (0.1, 1.4).
    const double corner = std::atan2(1.4, 0.1) - std::asin(0.05 / std::hypot(1.4, 0.1));
    expect(std::abs(degrees - corner * 180 / std::numbers::pi) < 1e-4, "the gate meets the corner");
}

void drop_many() {
    constexpr double run = 0.28;
    constexpr double rise = 0.18;
    const swept::Polyhedron stairs = built(swept::make_stairs(8, run, rise, 1));
    const swept::Polyhedron cube = built(swept::make_box({0.1, 0.1, 0.1}));
    const auto fall = swept::Translation::make({0, 0, -5}).value();
    std::vector<swept::SweepQuestion> drops;
    for (int i = 0; i < 60; ++i) drops.push_back({at(0.0173 + 0.037 * i, 0, 4), {}, fall});
    const auto answers = swept::sweep_batch(cube, stairs, drops);
    std::printf("60 cubes are dropped on stairs and lie at");
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const Eigen::Vector3d p = answers[i].end.translation();
        if (i % 10 == 0) std::printf(" %.2f", p.z());
        // On the highest step that is below any part of it.
        const double step = std::min(8.0, std::floor((p.x() + 0.05) / run) + 1);
        expect(std::abs(p.z() - 0.05 - rise * step) < little, "a cube lies on its step");
    }
    std::printf("\n");
}

}  // namespace

int main() {
    throw_a_crate();
    close_a_gate();
    drop_many();
}

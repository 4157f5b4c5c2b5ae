// What path.h answers, told by a bolt and its nut (M16, in mm, a clearance of 0.05): turned in
// along its own pitch the bolt gets through, all the way and with room to spare; with a pitch that
// is off by 1 % its thread runs into the nut's, and straight on it is stopped at once.

#include <swept/path.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace {

const swept::BoltOptions measures;  // the nut's own go with them
constexpr int turns = 3;

/// Between two poses the short way round is taken, so half a turn would be too much.
constexpr int poses_per_turn = 3;

/// What is left along the axis of a gap across the flanks, which lean by 30 degrees.
double along_axis(double gap) {
    return gap / std::cos(std::numbers::pi / 6);
}

/// The names of states and kinds are literals, so they end in 0.
const char* word(auto value) {
    return swept::name_of(value).data();
}

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    const auto shape = swept::Polyhedron::build(mesh.value());
    if (shape) return *shape;
    (void)std::fprintf(stderr, "%s\n", shape.error().message().c_str());
    std::exit(1);
}

void expect(bool holds, const char* what) {
    if (holds) return;
    (void)std::fprintf(stderr, "not so: %s\n", what);
    std::exit(1);
}

swept::Screw screw_of(double count, double pitch) {
    return swept::Screw::make({0, 0, 0}, {0, 0, 1}, 2 * std::numbers::pi * count, pitch * count)
        .value();
}

/// The bolt's tip is a turn below the nut. As they are made the threads match, and here the bolt is
/// whole turns from there.
swept::Pose start() {
    return swept::Pose::make({0, 0, -measures.length - measures.pitch}).value();
}

std::vector<swept::Pose> path_with(double pitch) {
    std::vector<swept::Pose> poses;
    poses.reserve(poses_per_turn * turns + 1);
    for (int i = 0; i <= poses_per_turn * turns; ++i) {
        poses.push_back(
            screw_of(static_cast<double>(i) / poses_per_turn, pitch).pose_at(start(), 1));
    }
    return poses;
}

void turn_in(const swept::Polyhedron& bolt, const swept::Polyhedron& nut) {
    // The chords of either mesh take up to a quarter of the clearance; half of it must be left.
    const auto poses = path_with(measures.pitch);
    const double half = measures.clearance / 2;
    const swept::PathOptions keeping{.clearance = swept::Clearance::of(half).value()};
    const auto answer = swept::check_path(bolt, poses, {nut}, keeping).value();
    std::printf("turned in by %.2f mm a turn: %s for %.1f turns, at least %.0f um from the nut\n",
                measures.pitch, word(answer.state), answer.proven() / poses_per_turn, 1e3 * half);
    expect(answer.state == swept::State::free, "the bolt goes in along its thread");

    const swept::Screw screw = screw_of(turns, measures.pitch);
    const auto sweep = swept::sweep({bolt, start()}, screw, {nut});
    std::printf("the same as one screw of %d turns: %s\n", turns, word(sweep.state));
    expect(sweep.state == swept::State::free, "one screw is the same way");
}

/// A thread of segments lies on itself after a screw of one of them, so a small turn shows it all.
void measure_clearance(const swept::Polyhedron& bolt, const swept::Polyhedron& nut) {
    const swept::Pose inside = screw_of(turns, measures.pitch).pose_at(start(), 1);
    const std::vector poses{inside, screw_of(1.0 / 24, measures.pitch).pose_at(inside, 1)};
    double kept = measures.clearance / 2;  // so much is known from the way in
    double too_much = measures.clearance;
    while (too_much - kept > 1e-5) {
        const double clearance = (kept + too_much) / 2;
        const swept::PathOptions keeping{.clearance = swept::Clearance::of(clearance).value()};
        const auto answer = swept::check_path(bolt, poses, {nut}, keeping);
        (answer->state == swept::State::free ? kept : too_much) = clearance;
    }
    std::printf(
        "it keeps %.2f um; ideal threads would %.0f, chords take up to %.1f from each side\n",
        1e3 * kept, 1e3 * measures.clearance, 1e3 * measures.clearance / 4);
    expect(kept > measures.clearance / 2 && too_much < measures.clearance,
           "chords take some of it");
}

void turn_with_another_pitch(const swept::Polyhedron& bolt, const swept::Polyhedron& nut) {
    const double pitch = 1.01 * measures.pitch;
    const auto answer = swept::check_path(bolt, path_with(pitch), {nut}).value();
    const double turned = answer.proven() / poses_per_turn;
    const double radius = answer.contact.point.head<2>().norm();
    std::printf(
        "turned in by %.2f mm a turn: %s after %.3f turns, %s, %.0e mm apart, %.2f mm from "
        "the axis\n",
        pitch, word(answer.state), turned, word(answer.contact.kind), answer.contact.separation,
        radius);
    expect(answer.state == swept::State::hit, "a wrong pitch is found out");
    const double slipped = turned * (pitch - measures.pitch);
    expect(
        slipped >= along_axis(measures.clearance / 2) && slipped <= along_axis(measures.clearance),
        "it slips by what is left between the flanks");
    const double crest = measures.diameter / 2;
    const double root = crest - 5 * std::numbers::sqrt3 / 16 * measures.pitch;
    expect(radius >= root && radius <= crest + measures.clearance,
           "it is the thread that it meets");
}

void push(const swept::Polyhedron& bolt, const swept::Polyhedron& nut) {
    const swept::Pose inside = screw_of(turns, measures.pitch).pose_at(start(), 1);
    const auto way = swept::Translation::make({0, 0, measures.pitch}).value();
    const auto answer = swept::sweep({bolt, inside}, way, {nut});
    const double gone = answer.free_fraction * measures.pitch;
    std::printf("turned in and pushed: %s after %.1f um; ideal flanks meet after %.1f\n",
                word(answer.state), 1e3 * gone, 1e3 * along_axis(measures.clearance));
    expect(gone >= along_axis(measures.clearance / 2) && gone <= along_axis(measures.clearance),
           "the first thread stops it");
}

}  // namespace

int main() {
    const swept::Polyhedron bolt = built(swept::make_bolt(measures));
    const swept::Polyhedron nut = built(swept::make_nut());
    std::printf("a bolt of %u faces, a nut of %u\n", bolt.face_count(), nut.face_count());
    turn_in(bolt, nut);
    measure_clearance(bolt, nut);
    turn_with_another_pitch(bolt, nut);
    push(bolt, nut);
}

#include "questions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace swept::bench {

using Eigen::Vector3d;

namespace {

constexpr double turn = 2 * std::numbers::pi;

Vector3d middle_of(const Polyhedron& shape, FaceIndex face) {
    Vector3d sum = Vector3d::Zero();
    for (const VertexIndex v : shape.corners(face)) sum += shape.position(v);
    return sum / static_cast<double>(shape.corners(face).size());
}

/// Half to four sizes away from the middle of some face.
Pose near_a_face(const Subject& mover, const Subject& obstacle, Random& random) {
    const FaceIndex face(random.below(obstacle.shape.face_count()));
    const Vector3d from = middle_of(obstacle.shape, face);
    const Vector3d direction = random.direction();
    const double distance = mover.size * random.uniform(0.5, 4);
    return Pose::make(from + distance * direction, random.rotation()).value();
}

double share_of_hits(const Subject& mover, const Subject& obstacle, std::span<const Start> starts,
                     MotionKind kind, double reach) {
    double hits = 0;
    for (const Start& start : starts) {
        const Motion motion = make_motion(start, kind, mover.size, reach);
        const SweepResult found = sweep({mover.shape, start.pose}, motion, {obstacle.shape});
        hits += found.state == State::hit ? 1 : 0;
    }
    return hits / static_cast<double>(starts.size());
}

/// The reach with which about half of the motions hit.
double find_reach(const Subject& mover, const Subject& obstacle, std::span<const Start> starts,
                  MotionKind kind) {
    constexpr std::size_t sample = 40;
    constexpr int most_tries = 8;
    const std::span<const Start> some = starts.first(std::min(sample, starts.size()));
    double reach = 1, best_reach = 1, best_miss = 1;
    for (int i = 0; i < most_tries && best_miss > 0.08; ++i) {
        const double share = share_of_hits(mover, obstacle, some, kind, reach);
        if (std::abs(share - 0.5) < best_miss) {
            best_miss = std::abs(share - 0.5);
            best_reach = reach;
        }
        reach *= share < 0.5 ? 1.5 : 0.6;
    }
    return best_reach;
}

}  // namespace

Vector3d Random::direction() {
    for (;;) {
        const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
        const Vector3d v(x, y, z);
        if (v.squaredNorm() > 0.01 && v.squaredNorm() < 1) return v.normalized();
    }
}

Quaternion Random::rotation() {
    const Vector3d axis = direction();
    return Quaternion(Eigen::AngleAxisd(uniform(-turn / 2, turn / 2), axis));
}

const char* name_of(MotionKind kind) {
    constexpr std::array names{"step", "way", "small turn", "turn"};
    return names.at(static_cast<std::size_t>(kind));
}

std::vector<Start> make_starts(const Subject& mover, const Subject& obstacle, std::size_t count,
                               std::uint64_t seed) {
    Random random(seed);
    std::vector<Start> starts;
    const std::span<const Vector3d> vertices = obstacle.shape.vertices();
    for (std::size_t tries = 0; tries < 50 * count && starts.size() < count; ++tries) {
        Start start;
        start.pose = near_a_face(mover, obstacle, random);
        const Vector3d goal = vertices[random.below(obstacle.shape.vertex_count())];
        const Vector3d miss = random.direction() * mover.size * random.uniform(0, 1);
        start.way = goal + miss - start.pose.translation();
        start.sideways = start.way.cross(random.direction()).normalized();
        start.lean = random.uniform(-1, 1);
        start.share = random.uniform(0.25, 1);
        if (start.way.norm() < mover.size / 4) continue;
        const OverlapResult found = overlap({mover.shape, start.pose}, {obstacle.shape});
        if (found.relation == Relation::separate) starts.push_back(start);
    }
    return starts;
}

Motion make_motion(const Start& start, MotionKind kind, double mover_size, double reach) {
    const Vector3d& from = start.pose.translation();
    const double sign = start.lean < 0 ? -1 : 1;
    switch (kind) {
        case MotionKind::step:
            return Translation::make(start.way.normalized() * (0.1 * mover_size)).value();
        case MotionKind::way:
            return Translation::make(start.way * (2 * start.share * reach)).value();
        case MotionKind::small_turn: {
            const double arm = std::abs(start.lean) * mover_size;
            const Vector3d origin = from + start.way.normalized() * arm;
            const double angle = sign * 0.1 * mover_size / (arm + mover_size / 2);
            return Rotation::make(origin, start.sideways, angle).value();
        }
        case MotionKind::turn:
            break;
    }
    // On a circle through the start and the goal.
    const Vector3d origin = from + start.way / 2 + start.lean * start.sideways.cross(start.way);
    const double angle = std::min(turn * start.share * reach, turn);
    return Rotation::make(origin, start.sideways, sign * angle).value();
}

std::vector<Question> make_questions(const Subject& mover, const Subject& obstacle,
                                     std::span<const Start> starts, MotionKind kind) {
    const bool is_long = kind == MotionKind::way || kind == MotionKind::turn;
    const double reach = is_long ? find_reach(mover, obstacle, starts, kind) : 1;
    std::vector<Question> questions;
    questions.reserve(starts.size());
    for (const Start& start : starts) {
        questions.push_back({start.pose, make_motion(start, kind, mover.size, reach)});
    }
    return questions;
}

}  // namespace swept::bench

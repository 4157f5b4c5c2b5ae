#include "fcl.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../common/fcl/sampling_peer.h"
#include "../common/medians.h"
#include "mesh_pairs.h"

namespace swept::bench {

namespace {

// FCL joins two poses the short way round.
constexpr double largest_angle = 170 * std::numbers::pi / 180;

/// A question as FCL takes it.
struct PosesToJoin {
    explicit PosesToJoin(const Question& question, const Subject& mover)
        : from(question.start), to(pose_at(question.motion, question.start, 1)) {
        const double extent = mover.shape.extent();
        if (const auto* const turn = std::get_if<Rotation>(&question.motion)) {
            point_in_mover = from.inverse() * turn->origin();
            const Eigen::Vector3d arm = from.translation() - turn->origin();
            length = std::abs(turn->angle()) * (arm.cross(turn->axis()).norm() + extent / 2);
        } else {
            length = std::get<Translation>(question.motion).vector().norm();
        }
        length /= extent;
    }

    Pose from;
    Pose to;
    Eigen::Vector3d point_in_mover = Eigen::Vector3d::Zero();
    double length = 0;  ///< that the furthest point goes, as a share of the mover's extent
};

std::vector<Question> questions_of(const MeshPair& pair, MotionKind kind, std::size_t count) {
    const auto starts = make_starts(pair.mover, pair.obstacle, count, 99);
    if (starts.empty()) return {};
    std::vector<Question> questions = make_questions(pair.mover, pair.obstacle, starts, kind);
    for (Question& q : questions) {
        const auto* const turn = std::get_if<Rotation>(&q.motion);
        if (turn == nullptr) continue;
        const double angle = std::clamp(turn->angle(), -largest_angle, largest_angle);
        q.motion = Rotation::make(turn->origin(), turn->axis(), angle).value();
    }
    return questions;
}

Sampled compared(std::span<const SweepResult> answers, std::span<const PeerAnswer> peer,
                 std::span<const PosesToJoin> joined) {
    Sampled sampled;
    std::vector<double> late;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const bool hit = answers[i].state == State::hit;
        const double beyond = peer[i].fraction - answers[i].free_fraction;
        if (hit && !peer[i].hit) ++sampled.missed;
        if (peer[i].hit && (!hit || beyond < -1e-9)) ++sampled.contradicts;
        if (hit && peer[i].hit) late.push_back(beyond * joined[i].length);
    }
    if (late.empty()) return sampled;
    sampled.median_late = median(late);
    sampled.largest_late = *std::ranges::max_element(late);
    return sampled;
}

FclRow measure_pair(const MeshPair& pair, MotionKind kind, std::span<const Question> questions,
                    SamplingPeer& peer, int rounds) {
    FclRow row{.ours = measure_row(pair.mover, pair.obstacle, kind, questions, rounds)};
    std::vector<PosesToJoin> joined;
    for (const Question& q : questions) joined.emplace_back(q, pair.mover);
    std::vector<SweepResult> answers(questions.size());
    std::array<std::vector<PeerAnswer>, sampled_poses.size()> seen;
    for (auto& s : seen) s.resize(questions.size());
    const auto sample = [&](std::size_t which) {
        for (std::size_t i = 0; i < joined.size(); ++i) {
            const PosesToJoin& q = joined[i];
            seen[which][i] = peer.check(q.from, q.to, q.point_in_mover, sampled_poses[which]);
        }
    };
    const auto times = cpu_medians(
        rounds,
        [&] {
            for (std::size_t i = 0; i < questions.size(); ++i) {
                answers[i] = sweep({pair.mover.shape, questions[i].start}, questions[i].motion,
                                   {pair.obstacle.shape});
            }
        },
        [&] { sample(0); }, [&] { sample(1); }, [&] { sample(2); });
    const double scale = 1e6 / static_cast<double>(questions.size());
    row.mean = scale * times[0];
    for (std::size_t i = 0; i < seen.size(); ++i) {
        row.sampled[i] = compared(answers, seen[i], joined);
        row.sampled[i].mean = scale * times[i + 1];
    }
    return row;
}

}  // namespace

std::vector<FclRow> measure_fcl(std::size_t questions, int rounds) {
    std::vector<FclRow> rows;
    if (!has_fcl()) return rows;
    for_each_pair("FCL", medium_pair_sources(), [&](const MeshPair& pair) {
        const auto peer = make_fcl_peer(soup_of(pair.mover.shape), soup_of(pair.obstacle.shape), 0);
        for (const MotionKind kind : {MotionKind::way, MotionKind::turn}) {
            const std::vector<Question> asked = questions_of(pair, kind, questions);
            if (!asked.empty()) rows.push_back(measure_pair(pair, kind, asked, *peer, rounds));
        }
    });
    return rows;
}

}  // namespace swept::bench

#include "coherence.h"

#include <algorithm>

#include "../common/cpu_clock.h"
#include "mesh_pairs.h"

namespace swept::bench {

namespace {

/// A question that hits, and the faces that stopped the mover when it began a little off.
struct Again {
    Question question;
    std::array<FaceIndex, 2> last;
};

std::vector<Again> made_again(const MeshPair& pair, std::span<const Question> questions) {
    std::vector<Again> made;
    Random random(3);
    for (const Question& q : questions) {
        const Eigen::Vector3d off = random.direction() * (pair.mover.size / 1000);
        const Pose before = Pose::make(q.start.translation() + off, q.start.rotation()).value();
        const SweepResult earlier =
            sweep({pair.mover.shape, before}, q.motion, {pair.obstacle.shape});
        if (earlier.state != State::hit) continue;
        made.push_back(
            {q, {earlier.contact.mover.face_index, earlier.contact.obstacle.face_index}});
    }
    return made;
}

CoherenceRow measure_pair(const MeshPair& pair, MotionKind kind, std::span<const Again> asked,
                          int rounds) {
    CoherenceRow row{.mover = pair.mover.name,
                     .obstacle = pair.obstacle.name,
                     .motion = kind,
                     .questions = asked.size()};
    for (const Again& again : asked) {
        double least[2] = {1e9, 1e9};
        SweepResult answers[2];
        for (int round = 0; round < rounds; ++round) {
            for (const int warm : {0, 1}) {
                SweepOptions options;
                if (warm == 1) options.warm_start = again.last;
                const double begin = thread_now();
                answers[warm] = sweep({pair.mover.shape, again.question.start},
                                      again.question.motion, {pair.obstacle.shape}, options);
                least[warm] = std::min(least[warm], thread_now() - begin);
            }
        }
        row.cold += least[0] * 1e6 / static_cast<double>(asked.size());
        row.warm += least[1] * 1e6 / static_cast<double>(asked.size());
        row.alike = row.alike && hash_of({answers, 1}) == hash_of({answers + 1, 1});
    }
    return row;
}

}  // namespace

std::vector<CoherenceRow> measure_coherence(std::size_t questions, int rounds) {
    std::vector<CoherenceRow> rows;
    for_each_pair("coherence", medium_pair_sources(), [&](const MeshPair& pair) {
        const auto starts = make_starts(pair.mover, pair.obstacle, questions, 7);
        for (const MotionKind kind : {MotionKind::way, MotionKind::turn}) {
            const auto asked =
                made_again(pair, make_questions(pair.mover, pair.obstacle, starts, kind));
            if (!asked.empty()) rows.push_back(measure_pair(pair, kind, asked, rounds));
        }
    });
    return rows;
}

}  // namespace swept::bench

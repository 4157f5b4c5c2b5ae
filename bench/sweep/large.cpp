#include "large.h"

#include "mesh_pairs.h"

namespace swept::bench {

LargeMeshes measure_large(std::size_t questions, int rounds) {
    LargeMeshes large;
    std::vector<double> all;
    for_each_pair("70,000 triangles", large_pair_sources(), [&](const MeshPair& pair) {
        const auto starts = make_starts(pair.mover, pair.obstacle, questions, 7);
        if (starts.empty()) return;
        for (const MotionKind kind : {MotionKind::way, MotionKind::turn}) {
            const auto asked = make_questions(pair.mover, pair.obstacle, starts, kind);
            large.rows.push_back(measure_row(pair.mover, pair.obstacle, kind, asked, rounds));
            const auto& times = large.rows.back().times.sorted();
            all.insert(all.end(), times.begin(), times.end());
        }
    });
    large.times = Times(std::move(all));
    return large;
}

}  // namespace swept::bench

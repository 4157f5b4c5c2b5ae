#pragma once

// One mover past one obstacle, many times: how long each query takes, what it does, what it
// answers.

#include "../common/sweep_times.h"

namespace swept::bench {

struct Effort {
    std::size_t questions = 200;  ///< of each pair and motion
    int rounds = 3;
    std::size_t growth_questions = 60;
    double flat_pairs = 1e5;  ///< pairs of faces to list for each pair of shapes and motion
    std::size_t level_questions = 200;  ///< beside Bullet, of each body, place and length
    int level_rounds = 3;
    std::size_t sampled_questions = 60;  ///< beside FCL, of each pair and motion
    int sampled_rounds = 3;
    std::size_t large_questions = 50;  ///< of each pair of large meshes and motion
    std::size_t rests = 200;           ///< of a box in each level
    std::size_t placements = 40;       ///< beside FCL's distance, near and far
    int distance_rounds = 3;
};

struct Row {
    std::string mover;
    std::string obstacle;
    Family family = Family::made;
    std::size_t mover_faces = 0;
    std::size_t obstacle_faces = 0;
    MotionKind motion = MotionKind::step;
    std::size_t questions = 0;
    Times times{};
    Times hit_times = {};      ///< of those that hit
    double hits = 0;           ///< share of the queries
    double volume_tests = 0;   ///< mean of a query
    double face_pairs = 0;     ///< the same
    double feature_pairs = 0;  ///< the same
    double zone_share = 0;     ///< the largest margin, as a share of the mover's extent (of the
                               ///< obstacle's, for a point)
    std::uint64_t hash = 0;    ///< of the answers
};

[[nodiscard]] Row measure_row(const Subject& mover, const Subject& obstacle, MotionKind kind,
                              std::span<const Question> questions, int rounds);

}  // namespace swept::bench

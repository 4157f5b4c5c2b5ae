#pragma once

// Runs the benchmark on one mesh: swept and its peers in turns over the same poses, one thread.
// Times are microseconds a query: the mean over the turns at a distance, the median over rounds.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../common/course.h"
#include "../common/models.h"
#include "peer.h"
#include "swept/tree.h"

namespace swept::bench {

/// How much to measure.
struct Effort {
    std::size_t turns = 500;
    std::size_t near_angles = 64;
    int rounds = 3;
    double sample_seconds = 0.4;  ///< for each subsampled peer and mesh; 0: none
};

/// Poses at which a peer says otherwise than swept.
struct Disagreement {
    std::size_t only_swept = 0;  ///< swept says that they meet
    std::size_t only_peer = 0;   ///< the peer does
    std::size_t inside = 0;      ///< of only_swept: no faces meet, a part lies inside, which peers
                                 ///< of surfaces do not look for
    std::vector<std::string> examples = {};  ///< a few in words
    [[nodiscard]] std::size_t count() const { return only_swept + only_peer; }
};

/// One contestant over the whole course.
struct PeerRow {
    std::string name;
    Curve curve = {};
    double near = 0;  ///< microseconds a query at near_gap
    double build_seconds = 0;
    std::size_t bytes = 0;
    Disagreement disagreement = {};
};

/// A slow contestant over as many poses as there is time for.
struct SampleRow {
    std::string name;
    std::size_t poses = 0;
    double mean = 0;
    double swept_mean = 0;  ///< of swept over the same poses
    double build_seconds = 0;
    std::size_t bytes = 0;
    std::size_t disagreements = 0;
};

/// Everything measured on one mesh.
struct ModelRow {
    std::string name;
    Origin origin = Origin::solid;
    std::string what;
    std::size_t triangles = 0;
    double shape_seconds = 0;
    std::vector<double> distances = {};
    std::vector<double> hit_share = {};  ///< at each distance
    std::uint64_t hash = 0;              ///< of swept's answers
    std::size_t near_poses = 0;
    PeerRow swept = {};
    std::vector<PeerRow> fcl = {};  ///< OBB, OBBRSS; empty without FCL
    std::vector<SampleRow> samples = {};
    double cold = 0;                 ///< overlap() asked whether they meet, microseconds a query
    double warm = 0;                 ///< the same, starting from the last witness
    TreeStatistics statistics = {};  ///< of the tree
};

/// swept and FCL over the whole course, near poses, warm start, subsampled peers.
[[nodiscard]] ModelRow measure_model(const Model& model, const Effort& effort);

}  // namespace swept::bench

#pragma once

// Pairs of meshes of about the same size: parts with flat faces and sharp edges, smooth bodies, and
// one with the other.

#include "../common/questions.h"

namespace swept::bench {

struct MeshPair {
    Subject mover;
    Subject obstacle;
};

/// Pairs by name, made when it is their turn.
struct MeshPairSource {
    Source mover;
    Source obstacle;
    double mover_size = 1;  ///< as a share of the diagonal of the obstacle's box
};

/// Of 1,000 to 6,000 triangles each; those from files where the data folder is.
[[nodiscard]] std::vector<MeshPairSource> medium_pair_sources();
/// Of about 70,000 triangles each.
[[nodiscard]] std::vector<MeshPairSource> large_pair_sources();

[[nodiscard]] Result<MeshPair> make_pair(const MeshPairSource& source);

/// Calls with each pair; what cannot be read is skipped with a word. `what` is for progress.
void for_each_pair(const char* what, std::span<const MeshPairSource> sources,
                   const std::function<void(const MeshPair&)>& call);

}  // namespace swept::bench

#pragma once

// Who answers "do these two placed meshes meet?": other libraries and swept itself. A library that
// was not found at build time offers no kinds.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../common/peer_times.h"
#include "../common/soup.h"
#include "swept/geometry.h"
#include "swept/polyhedron.h"

namespace swept::bench {

/// A way to make peers.
struct PeerKind {
    std::string name;
    std::function<std::unique_ptr<Peer>(const Soup& soup)> build;
};

/// A peer with what it cost.
struct BuiltPeer {
    std::string name;
    std::unique_ptr<Peer> peer;
    double build_seconds = 0;
    std::size_t bytes = 0;  ///< of heap that it holds, its copy of the mesh included
};

/// Builds a peer and measures it.
[[nodiscard]] BuiltPeer build_peer(const PeerKind& kind, const Soup& soup);

/// swept::meet on a shape with its tree.
[[nodiscard]] std::unique_ptr<Peer> swept_peer(Polyhedron shape);

// The libraries that were found, and those that were not by name.
[[nodiscard]] std::vector<PeerKind> fcl_oriented_kinds();  ///< OBB and OBBRSS: the bars
[[nodiscard]] std::vector<PeerKind> fcl_dop_kinds();       ///< kDOP 18 and 24
[[nodiscard]] std::vector<PeerKind> ode_kinds();
[[nodiscard]] std::vector<PeerKind> bullet_kinds();
[[nodiscard]] std::vector<std::string> missing_peers();

}  // namespace swept::bench

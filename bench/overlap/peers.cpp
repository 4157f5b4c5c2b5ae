// What all peers share: building under measurement, and swept itself as a peer.

#include <malloc.h>

#include "../common/cpu_clock.h"
#include "peer.h"
#include "swept/overlap.h"

namespace swept::bench {

namespace {

/// Bytes that the program holds. Peers do not all say what they take; their allocator knows.
std::size_t heap_bytes() {
    const struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

class SweptPeer final : public Peer {
   public:
    explicit SweptPeer(Polyhedron shape) : shape_(std::move(shape)) {}

    bool collide(const Pose& world_from_a, const Pose& world_from_b) override {
        return intersects({shape_, world_from_a}, {shape_, world_from_b});
    }

   private:
    Polyhedron shape_;
};

}  // namespace

BuiltPeer build_peer(const PeerKind& kind, const Soup& soup) {
    BuiltPeer built;
    built.name = kind.name;
    const std::size_t before = heap_bytes();
    built.build_seconds = cpu_seconds([&] { built.peer = kind.build(soup); });
    built.bytes = heap_bytes() - before;
    return built;
}

std::unique_ptr<Peer> swept_peer(Polyhedron shape) {
    return std::make_unique<SweptPeer>(std::move(shape));
}

std::vector<std::string> missing_peers() {
    std::vector<std::string> names;
    if (fcl_oriented_kinds().empty()) names.emplace_back("FCL");
    if (ode_kinds().empty()) names.emplace_back("ODE");
    if (bullet_kinds().empty()) names.emplace_back("Bullet");
    return names;
}

}  // namespace swept::bench

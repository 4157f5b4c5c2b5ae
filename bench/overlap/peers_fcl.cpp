// FCL: trees of oriented boxes (what the bars compare with) and of its own k-DOPs.

#include "peer.h"

#if SWEPT_PEER_FCL
#include <fcl/narrowphase/collision.h>

#include "../common/fcl/model.h"

namespace swept::bench {

namespace {

/// One model for both, and the cheapest question that FCL knows: one contact, not located.
template <class Volume>
class FclPeer final : public Peer {
   public:
    explicit FclPeer(const Soup& soup) { fill(model_, soup); }

    bool collide(const Pose& world_from_a, const Pose& world_from_b) override {
        const fcl::CollisionRequestd request(1, false);
        fcl::CollisionResultd result;
        return fcl::collide(&model_, transform_of(world_from_a), &model_,
                            transform_of(world_from_b), request, result) > 0;
    }

   private:
    fcl::BVHModel<Volume> model_;
};

template <class Volume>
PeerKind kind(const char* name) {
    return {name, [](const Soup& soup) { return std::make_unique<FclPeer<Volume>>(soup); }};
}

}  // namespace

std::vector<PeerKind> fcl_oriented_kinds() {
    return {kind<fcl::OBBd>("FCL OBB"), kind<fcl::OBBRSSd>("FCL OBBRSS")};
}

std::vector<PeerKind> fcl_dop_kinds() {
    return {kind<fcl::KDOP<double, 18>>("FCL 18-DOP"), kind<fcl::KDOP<double, 24>>("FCL 24-DOP")};
}

}  // namespace swept::bench

#else

namespace swept::bench {
std::vector<PeerKind> fcl_oriented_kinds() {
    return {};
}
std::vector<PeerKind> fcl_dop_kinds() {
    return {};
}
}  // namespace swept::bench

#endif

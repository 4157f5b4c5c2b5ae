#include "fcl_distance_peer.h"

#if SWEPT_PEER_FCL
#include <fcl/narrowphase/distance.h>

#include "../common/fcl/model.h"

namespace swept::bench {

namespace {

template <class Volume>
class FclDistance final : public DistancePeer {
   public:
    FclDistance(const Soup& a, const Soup& b) {
        fill(a_, a);
        fill(b_, b);
    }

    double distance(const Pose& world_from_a) override {
        constexpr bool points = true;
        const fcl::DistanceRequestd request(points);
        fcl::DistanceResultd result;
        fcl::distance(&a_, transform_of(world_from_a), &b_, fcl::Transform3d::Identity(), request,
                      result);
        return result.min_distance;
    }

   private:
    fcl::BVHModel<Volume> a_;
    fcl::BVHModel<Volume> b_;
};

}  // namespace

std::unique_ptr<DistancePeer> make_fcl_distance(const Soup& a, const Soup& b, FclVolume volume) {
    if (volume == FclVolume::rss) return std::make_unique<FclDistance<fcl::RSSd>>(a, b);
    return std::make_unique<FclDistance<fcl::OBBRSSd>>(a, b);
}

}  // namespace swept::bench

#else

namespace swept::bench {
std::unique_ptr<DistancePeer> make_fcl_distance(const Soup& /*a*/, const Soup& /*b*/,
                                                FclVolume /*volume*/) {
    return nullptr;
}
}  // namespace swept::bench

#endif

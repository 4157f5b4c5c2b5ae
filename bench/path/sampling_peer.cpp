#include "sampling_peer.h"

#if SWEPT_PEER_FCL
#include <fcl/math/motion/screw_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "../common/fcl_model.h"

namespace swept::bench {

namespace {

class FclPeer final : public SamplingPeer {
   public:
    FclPeer(const Soup& mover, const Soup& obstacle, std::size_t poses) {
        fill(mover_, mover);
        fill(obstacle_, obstacle);
        request_.num_max_iterations = poses;
        request_.toc_err = 1e-9;  // the naive solver takes no more poses than 1 / toc_err
        request_.ccd_motion_type = fcl::CCDM_SCREW;
        request_.ccd_solver_type = fcl::CCDC_NAIVE;
    }

    PeerAnswer check(const Pose& from, const Pose& to) override {
        const fcl::Transform3d rest = fcl::Transform3d::Identity();
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide(&mover_, transform_of(from), transform_of(to), &obstacle_, rest,
                               rest, request_, result);
        return {result.is_collide, result.time_of_contact};
    }

    Pose pose_at(const Pose& from, const Pose& to, double fraction) override {
        const fcl::ScrewMotion<double> motion(transform_of(from), transform_of(to));
        (void)motion.integrate(fraction);
        fcl::Transform3d at;
        motion.getCurrentTransform(at);
        Matrix34 matrix;
        matrix << at.linear(), at.translation();
        return Pose::from_matrix(matrix).value();
    }

   private:
    fcl::BVHModel<fcl::OBBRSSd> mover_;
    fcl::BVHModel<fcl::OBBRSSd> obstacle_;
    fcl::ContinuousCollisionRequestd request_;
};

}  // namespace

std::unique_ptr<SamplingPeer> make_fcl_peer(const Soup& mover, const Soup& obstacle,
                                            std::size_t poses) {
    return std::make_unique<FclPeer>(mover, obstacle, poses);
}

}  // namespace swept::bench

#else

namespace swept::bench {
std::unique_ptr<SamplingPeer> make_fcl_peer(const Soup& /*mover*/, const Soup& /*obstacle*/,
                                            std::size_t /*poses*/) {
    return nullptr;
}
}  // namespace swept::bench

#endif

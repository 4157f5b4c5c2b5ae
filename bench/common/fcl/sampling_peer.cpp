#include "sampling_peer.h"

namespace swept::bench {
bool has_fcl() {
    return SWEPT_PEER_FCL != 0;
}
}  // namespace swept::bench

#if SWEPT_PEER_FCL
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/screw_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "model.h"

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

    PeerAnswer check(const Pose& from, const Pose& to, const Eigen::Vector3d& point_in_mover,
                     std::size_t poses) override {
        fcl::ContinuousCollisionRequestd request = request_;
        request.num_max_iterations = poses;
        fcl::ContinuousCollisionResultd result;
        const Motion motion = motion_of(from, to, point_in_mover);
        const Motion rest = motion_of(Pose(), Pose(), Eigen::Vector3d::Zero());
        fcl::continuousCollide(&mover_, &motion, &obstacle_, &rest, request, result);
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
    using Motion = fcl::InterpMotion<double>;

    /// Of FCL's constructors this is the one that sets both the point and the speeds: without it
    /// the point stays unset, with two transforms and a point the speeds do.
    static Motion motion_of(const Pose& from, const Pose& to, const Eigen::Vector3d& point) {
        return Motion(from.rotation_matrix(), from.translation(), to.rotation_matrix(),
                      to.translation(), point);
    }

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

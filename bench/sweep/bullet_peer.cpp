// Bullet in single precision, as Debian builds it: a static mesh with quantised boxes, and the
// closest hit of a convex cast.

#include "bullet_peer.h"

namespace swept::bench {
bool has_bullet() {
    return SWEPT_PEER_BULLET != 0;
}
}  // namespace swept::bench

#if SWEPT_PEER_BULLET
#include "../common/bullet/mesh.h"

namespace swept::bench {

namespace {

// Bullet's casts need a margin on one of the two; this is a fortieth of its default, in metres.
constexpr double margin = 1e-3;

btTransform transform_of(const Pose& pose) {
    const Quaternion& q = pose.rotation();
    return btTransform(
        btQuaternion(btScalar(q.x()), btScalar(q.y()), btScalar(q.z()), btScalar(q.w())),
        vector_of(pose.translation()));
}

template <class Shape>
class BulletCaster final : public ConvexCaster {
   public:
    template <class... Arguments>
    BulletCaster(std::shared_ptr<BulletMesh> mesh, BulletCall call, const Arguments&... arguments)
        : mesh_(std::move(mesh)), call_(call), shape_(arguments...) {
        shape_.setMargin(btScalar(margin));
    }

    CastAnswer cast(const Pose& start, const Eigen::Vector3d& way) override {
        const btTransform from = transform_of(start);
        btTransform to = from;
        to.setOrigin(vector_of(start.translation() + way));
        btCollisionWorld::ClosestConvexResultCallback closest(from.getOrigin(), to.getOrigin());
        mesh_->cast(shape_, from, to, call_, closest);
        return {closest.hasHit(), double(closest.m_closestHitFraction)};
    }

    [[nodiscard]] Shape& shape() { return shape_; }

   private:
    std::shared_ptr<BulletMesh> mesh_;
    BulletCall call_;
    Shape shape_;
};

}  // namespace

std::shared_ptr<BulletMesh> make_bullet_mesh(const Soup& soup) {
    return std::make_shared<BulletMesh>(soup);
}

std::unique_ptr<ConvexCaster> make_bullet_box(std::shared_ptr<BulletMesh> mesh,
                                              const Eigen::Vector3d& size, BulletCall call) {
    // Bullet's boxes hold their margin inside.
    return std::make_unique<BulletCaster<btBoxShape>>(std::move(mesh), call, vector_of(size / 2));
}

std::unique_ptr<ConvexCaster> make_bullet_hull(std::shared_ptr<BulletMesh> mesh,
                                               std::span<const Eigen::Vector3d> points,
                                               double in_radius, BulletCall call) {
    auto caster = std::make_unique<BulletCaster<btConvexHullShape>>(std::move(mesh), call);
    // Bullet grows hulls by their margin: they are offset inward by it first.
    const double scale = 1 - margin / in_radius;
    for (const Eigen::Vector3d& p : points) {
        caster->shape().addPoint(vector_of(p * scale), false);
    }
    caster->shape().recalcLocalAabb();
    return caster;
}

}  // namespace swept::bench

#else

namespace swept::bench {

class BulletMesh {};

std::shared_ptr<BulletMesh> make_bullet_mesh(const Soup& /*soup*/) {
    return nullptr;
}
std::unique_ptr<ConvexCaster> make_bullet_box(std::shared_ptr<BulletMesh> /*mesh*/,
                                              const Eigen::Vector3d& /*size*/,
                                              BulletCall /*call*/) {
    return nullptr;
}
std::unique_ptr<ConvexCaster> make_bullet_hull(std::shared_ptr<BulletMesh> /*mesh*/,
                                               std::span<const Eigen::Vector3d> /*points*/,
                                               double /*in_radius*/, BulletCall /*call*/) {
    return nullptr;
}

}  // namespace swept::bench

#endif

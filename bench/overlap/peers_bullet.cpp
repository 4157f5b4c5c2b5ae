// Bullet: two GImpact meshes (its only concave against concave), single precision, no margin.

#include "peer.h"

#if SWEPT_PEER_BULLET
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <optional>

namespace swept::bench {

namespace {

/// Takes contacts and keeps nothing but whether there was one.
struct FirstContact final : btManifoldResult {
    bool found = false;

    using btManifoldResult::btManifoldResult;
    void addContactPoint(const btVector3& /*normal*/, const btVector3& /*point*/,
                         btScalar distance) override {
        found = found || distance <= 0;
    }
};

class BulletPeer final : public Peer {
   public:
    explicit BulletPeer(const Soup& soup) {
        for (const Eigen::Vector3d& p : soup.points) {
            for (int axis = 0; axis < 3; ++axis) coordinates_.push_back(btScalar(p[axis]));
        }
        for (const auto& triangle : soup.triangles) {
            for (const std::uint32_t v : triangle) indices_.push_back(static_cast<int>(v));
        }
        // Bullet keeps pointers into these arrays.
        mesh_.emplace(static_cast<int>(soup.triangles.size()), indices_.data(), 3 * sizeof(int),
                      static_cast<int>(soup.points.size()), coordinates_.data(),
                      3 * sizeof(btScalar));
        shape_.emplace(&*mesh_);
        shape_->setMargin(0);
        shape_->updateBound();
        a_.setCollisionShape(&*shape_);
        b_.setCollisionShape(&*shape_);
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
    }

    bool collide(const Pose& world_from_a, const Pose& world_from_b) override {
        a_.setWorldTransform(transform_of(world_from_a));
        b_.setWorldTransform(transform_of(world_from_b));
        const btCollisionObjectWrapper a(nullptr, &*shape_, &a_, a_.getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper b(nullptr, &*shape_, &b_, b_.getWorldTransform(), -1, -1);
        FirstContact contact(&a, &b);
        btCollisionAlgorithm* const algorithm =
            dispatcher_.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        algorithm->processCollision(&a, &b, btDispatcherInfo(), &contact);
        algorithm->~btCollisionAlgorithm();
        dispatcher_.freeCollisionAlgorithm(algorithm);
        return contact.found;
    }

   private:
    static btTransform transform_of(const Pose& pose) {
        const Quaternion& q = pose.rotation();
        const Eigen::Vector3d& t = pose.translation();
        return btTransform(
            btQuaternion(btScalar(q.x()), btScalar(q.y()), btScalar(q.z()), btScalar(q.w())),
            btVector3(btScalar(t.x()), btScalar(t.y()), btScalar(t.z())));
    }

    std::vector<btScalar> coordinates_;
    std::vector<int> indices_;
    std::optional<btTriangleIndexVertexArray> mesh_;
    std::optional<btGImpactMeshShape> shape_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btCollisionObject a_;
    btCollisionObject b_;
};

}  // namespace

std::vector<PeerKind> bullet_kinds() {
    return {
        {"Bullet GImpact", [](const Soup& soup) { return std::make_unique<BulletPeer>(soup); }}};
}

}  // namespace swept::bench

#else

namespace swept::bench {
std::vector<PeerKind> bullet_kinds() {
    return {};
}
}  // namespace swept::bench

#endif

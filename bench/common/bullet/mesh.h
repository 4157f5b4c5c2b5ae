#pragma once

// A mesh at rest in a world of its own, as Bullet keeps it: quantised boxes, no margin. For the
// files that are compiled where Bullet was found.

#include <btBulletCollisionCommon.h>

#include <optional>
#include <vector>

#include "../soup.h"
#include "call.h"

namespace swept::bench {

inline btVector3 vector_of(const Eigen::Vector3d& v) {
    return {btScalar(v.x()), btScalar(v.y()), btScalar(v.z())};
}

class BulletMesh {
   public:
    explicit BulletMesh(const Soup& soup) {
        for (const Eigen::Vector3d& p : soup.points) {
            for (int axis = 0; axis < 3; ++axis) coordinates_.push_back(btScalar(p[axis]));
        }
        for (const auto& triangle : soup.triangles) {
            for (const std::uint32_t v : triangle) indices_.push_back(static_cast<int>(v));
        }
        // Bullet keeps pointers into these arrays.
        triangles_.emplace(static_cast<int>(soup.triangles.size()), indices_.data(),
                           3 * sizeof(int), static_cast<int>(soup.points.size()),
                           coordinates_.data(), 3 * sizeof(btScalar));
        constexpr bool quantised = true;
        shape_.emplace(&*triangles_, quantised);
        shape_->setMargin(0);
        object_.setCollisionShape(&*shape_);
        world_.addCollisionObject(&object_);
    }
    ~BulletMesh() { world_.removeCollisionObject(&object_); }
    BulletMesh(const BulletMesh&) = delete;
    BulletMesh& operator=(const BulletMesh&) = delete;

    /// The closest hit of a convex mover.
    void cast(const btConvexShape& mover, const btTransform& from, const btTransform& to,
              BulletCall call, btCollisionWorld::ConvexResultCallback& result) {
        if (call == BulletCall::world) {
            world_.convexSweepTest(&mover, from, to, result);
        } else {
            btCollisionWorld::objectQuerySingle(&mover, from, to, &object_, &*shape_,
                                                object_.getWorldTransform(), result, 0);
        }
    }

    [[nodiscard]] btCollisionWorld& world() { return world_; }
    [[nodiscard]] btBvhTriangleMeshShape& shape() { return *shape_; }

   private:
    std::vector<btScalar> coordinates_;
    std::vector<int> indices_;
    std::optional<btTriangleIndexVertexArray> triangles_;
    std::optional<btBvhTriangleMeshShape> shape_;
    btCollisionObject object_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broad_phase_;
    btCollisionWorld world_{&dispatcher_, &broad_phase_, &configuration_};
};

}  // namespace swept::bench

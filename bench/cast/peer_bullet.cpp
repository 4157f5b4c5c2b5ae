// Bullet in single precision, as Debian builds it: rays and spheres past a static mesh with
// quantised boxes, the closest hit.

#include "peer.h"

namespace swept::bench {
bool has_bullet() {
    return SWEPT_PEER_BULLET != 0;
}
}  // namespace swept::bench

#if SWEPT_PEER_BULLET
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>

#include "../common/bullet/mesh.h"

namespace swept::bench {

namespace {

/// Bullet has segments alone.
struct Segment {
    Segment(const Way& way, Reach reach, double leaving)
        : factor(reach == Reach::segment ? 1 : leaving),
          from(way.from[0], way.from[1], way.from[2]),
          to(vector_of(from_of(way) + factor * vector_of(way))) {}

    double factor;
    btVector3 from;
    btVector3 to;
};

struct ClosestRay final : btCollisionWorld::ClosestRayResultCallback {
    std::uint32_t face = no_face;

    using ClosestRayResultCallback::ClosestRayResultCallback;
    btScalar addSingleResult(btCollisionWorld::LocalRayResult& ray, bool normal_in_world) override {
        face = static_cast<std::uint32_t>(ray.m_localShapeInfo->m_triangleIndex);
        return ClosestRayResultCallback::addSingleResult(ray, normal_in_world);
    }
};

class WorldRays final : public CastPeer {
   public:
    WorldRays(std::shared_ptr<BulletMesh> mesh, double extent)
        : mesh_(std::move(mesh)), leaving_(leaving_factor(extent)) {}

    void cast(std::span<const Way> ways, Reach reach, std::span<PeerHit> hits) override {
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Segment segment(ways[i], reach, leaving_);
            ClosestRay closest(segment.from, segment.to);
            mesh_->world().rayTest(segment.from, segment.to, closest);
            hits[i] = {segment.factor * double(closest.m_closestHitFraction), closest.face};
        }
    }

   private:
    std::shared_ptr<BulletMesh> mesh_;
    double leaving_;
};

struct ClosestTriangle final : btTriangleRaycastCallback {
    std::uint32_t face = no_face;

    using btTriangleRaycastCallback::btTriangleRaycastCallback;
    btScalar reportHit(const btVector3& /*normal*/, btScalar fraction, int /*part*/,
                       int triangle) override {
        face = static_cast<std::uint32_t>(triangle);
        return fraction;
    }
};

class MeshRays final : public CastPeer {
   public:
    MeshRays(std::shared_ptr<BulletMesh> mesh, double extent)
        : mesh_(std::move(mesh)), leaving_(leaving_factor(extent)) {}

    void cast(std::span<const Way> ways, Reach reach, std::span<PeerHit> hits) override {
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Segment segment(ways[i], reach, leaving_);
            ClosestTriangle closest(segment.from, segment.to);
            mesh_->shape().performRaycast(&closest, segment.from, segment.to);
            hits[i] = {segment.factor * double(closest.m_hitFraction), closest.face};
        }
    }

   private:
    std::shared_ptr<BulletMesh> mesh_;
    double leaving_;
};

class Spheres final : public CastPeer {
   public:
    Spheres(std::shared_ptr<BulletMesh> mesh, double radius)
        : mesh_(std::move(mesh)), sphere_(btScalar(radius)) {}

    void cast(std::span<const Way> ways, Reach /*reach*/, std::span<PeerHit> hits) override {
        btTransform from = btTransform::getIdentity(), to = from;
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Segment segment(ways[i], Reach::segment, 1);
            from.setOrigin(segment.from);
            to.setOrigin(segment.to);
            btCollisionWorld::ClosestConvexResultCallback closest(segment.from, segment.to);
            mesh_->cast(sphere_, from, to, BulletCall::object, closest);
            hits[i] = {double(closest.m_closestHitFraction), closest.hasHit() ? 0 : no_face};
        }
    }

   private:
    std::shared_ptr<BulletMesh> mesh_;
    btSphereShape sphere_;
};

}  // namespace

std::shared_ptr<BulletMesh> make_bullet(const Soup& soup) {
    return std::make_shared<BulletMesh>(soup);
}

std::unique_ptr<CastPeer> bullet_world_rays(std::shared_ptr<BulletMesh> mesh, double extent) {
    return std::make_unique<WorldRays>(std::move(mesh), extent);
}

std::unique_ptr<CastPeer> bullet_mesh_rays(std::shared_ptr<BulletMesh> mesh, double extent) {
    return std::make_unique<MeshRays>(std::move(mesh), extent);
}

std::unique_ptr<CastPeer> bullet_spheres(std::shared_ptr<BulletMesh> mesh, double radius) {
    return std::make_unique<Spheres>(std::move(mesh), radius);
}

}  // namespace swept::bench

#else

namespace swept::bench {

class BulletMesh {};

std::shared_ptr<BulletMesh> make_bullet(const Soup& /*soup*/) {
    return nullptr;
}
std::unique_ptr<CastPeer> bullet_world_rays(std::shared_ptr<BulletMesh> /*mesh*/,
                                            double /*extent*/) {
    return nullptr;
}
std::unique_ptr<CastPeer> bullet_mesh_rays(std::shared_ptr<BulletMesh> /*mesh*/,
                                           double /*extent*/) {
    return nullptr;
}
std::unique_ptr<CastPeer> bullet_spheres(std::shared_ptr<BulletMesh> /*mesh*/, double /*radius*/) {
    return nullptr;
}

}  // namespace swept::bench

#endif

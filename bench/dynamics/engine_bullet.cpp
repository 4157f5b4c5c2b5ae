// Bullet in single precision, as Debian builds it.

#include "engine.h"

#if SWEPT_PEER_BULLET
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <vector>

#include "swept/dynamics/mass.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

btVector3 bullet_of(const Vector3d& v) {
    return {btScalar(v.x()), btScalar(v.y()), btScalar(v.z())};
}
Vector3d ours_of(const btVector3& v) {
    return {double(v.x()), double(v.y()), double(v.z())};
}

/// Boxes and spheres about the origin.
std::unique_ptr<btCollisionShape> bullet_of(const Polyhedron& shape) {
    if (shape.vertex_count() == 8) {
        return std::make_unique<btBoxShape>(bullet_of(shape.box().size() / 2));
    }
    return std::make_unique<btSphereShape>(btScalar(shape.box().size().x() / 2));
}

class BulletEngine final : public Engine {
   public:
    BulletEngine(const Vector3d& gravity, const BulletSettings& settings)
        : sweeps_(settings.sweeps) {
        world_.setGravity(bullet_of(gravity));
        world_.getSolverInfo().m_numIterations = settings.rounds;
    }
    ~BulletEngine() override {
        for (const Body& one : bodies_) world_.removeRigidBody(one.body.get());
    }
    BulletEngine(const BulletEngine&) = delete;
    BulletEngine& operator=(const BulletEngine&) = delete;

    void add(const BodyDef& body) override {
        Body& one = bodies_.emplace_back();
        one.shape = bullet_of(body.shape);
        double mass = 0;
        btVector3 inertia(0, 0, 0);
        if (body.type == BodyType::dynamic) {
            mass = body.mass ? *body.mass : mass_properties(body.shape, body.density)->mass;
            one.shape->calculateLocalInertia(btScalar(mass), inertia);
        }
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, one.shape.get(),
                                                      inertia);
        const Quaternion& q = body.world_from_body.rotation();
        info.m_startWorldTransform = btTransform(
            btQuaternion(btScalar(q.x()), btScalar(q.y()), btScalar(q.z()), btScalar(q.w())),
            bullet_of(body.world_from_body.translation()));
        info.m_friction = btScalar(std::sqrt(body.friction));  // those of a pair are multiplied
        info.m_restitution = btScalar(body.restitution);
        one.body = std::make_unique<btRigidBody>(info);
        one.body->setLinearVelocity(bullet_of(body.velocity));
        one.body->setAngularVelocity(bullet_of(body.angular_velocity));
        if (sweeps_ && mass > 0) {
            const double thin = body.shape.box().size().minCoeff() / 2;
            one.body->setCcdMotionThreshold(btScalar(thin));
            one.body->setCcdSweptSphereRadius(btScalar(0.8 * thin));
        }
        world_.addRigidBody(one.body.get());
    }
    void step(double duration) override {
        constexpr int no_pieces = 0;
        world_.stepSimulation(btScalar(duration), no_pieces);
    }
    [[nodiscard]] BodyState state(std::size_t number) const override {
        const btRigidBody& body = *bodies_[number].body;
        const btTransform& at = body.getWorldTransform();
        const btQuaternion q = at.getRotation();
        const Eigen::Quaterniond turn(double(q.w()), double(q.x()), double(q.y()), double(q.z()));
        return {.world_from_body = Pose::make(ours_of(at.getOrigin()), turn.normalized()).value(),
                .centre = ours_of(at.getOrigin()),
                .velocity = ours_of(body.getLinearVelocity()),
                .angular_velocity = ours_of(body.getAngularVelocity()),
                .asleep = !body.isActive()};
    }

   private:
    struct Body {
        std::unique_ptr<btCollisionShape> shape;
        std::unique_ptr<btRigidBody> body;
    };
    bool sweeps_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broad_phase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
    std::vector<Body> bodies_;
};

}  // namespace

std::unique_ptr<Engine> make_bullet(const Vector3d& gravity, const BulletSettings& settings) {
    return std::make_unique<BulletEngine>(gravity, settings);
}

}  // namespace swept::bench

#else

namespace swept::bench {

std::unique_ptr<Engine> make_bullet(const Eigen::Vector3d& /*gravity*/,
                                    const BulletSettings& /*settings*/) {
    return nullptr;
}

}  // namespace swept::bench

#endif

#pragma once

// Other libraries that cast rays and spheres, each behind one small interface. Where one was not
// found at build time its maker returns nothing.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scenes.h"

namespace swept::bench {

inline constexpr std::uint32_t no_face = 0xffffffff;

struct PeerHit {
    double fraction = 0;
    std::uint32_t face = no_face;  ///< none: a miss

    [[nodiscard]] bool hit() const { return face != no_face; }
};

/// Answers many questions about one scene. Spheres answer with face 0 where a library does not name
/// the face.
class CastPeer {
   public:
    CastPeer() = default;
    virtual ~CastPeer() = default;
    CastPeer(const CastPeer&) = delete;
    CastPeer& operator=(const CastPeer&) = delete;

    virtual void cast(std::span<const Way> ways, Reach reach, std::span<PeerHit> hits) = 0;
};

/// What a scene cost to make.
struct BuildCost {
    double seconds = 0;     ///< on the processor, all threads together
    std::size_t bytes = 0;  ///< that stay, the caller's points and corners apart
};

// Embree 3: robust scenes, one thread.
enum class EmbreeQuality { medium, high };
class EmbreeScene;
[[nodiscard]] bool has_embree();
[[nodiscard]] std::shared_ptr<EmbreeScene> make_embree(const Soup& soup, EmbreeQuality quality);
[[nodiscard]] BuildCost build_cost(const EmbreeScene& scene);
[[nodiscard]] std::unique_ptr<CastPeer> embree_single(std::shared_ptr<EmbreeScene> scene);
/// Eight rays at once.
[[nodiscard]] std::unique_ptr<CastPeer> embree_packets(std::shared_ptr<EmbreeScene> scene);

// Bullet, single precision. Rays without end reach beyond the scene.
class BulletMesh;
[[nodiscard]] bool has_bullet();
[[nodiscard]] std::shared_ptr<BulletMesh> make_bullet(const Soup& soup);
/// Through a world: btCollisionWorld::rayTest.
[[nodiscard]] std::unique_ptr<CastPeer> bullet_world_rays(std::shared_ptr<BulletMesh> mesh,
                                                          double extent);
/// The mesh itself: btBvhTriangleMeshShape::performRaycast.
[[nodiscard]] std::unique_ptr<CastPeer> bullet_mesh_rays(std::shared_ptr<BulletMesh> mesh,
                                                         double extent);
/// btSphereShape, asked as the sweeps' benchmark does: btCollisionWorld::objectQuerySingle.
[[nodiscard]] std::unique_ptr<CastPeer> bullet_spheres(std::shared_ptr<BulletMesh> mesh,
                                                       double radius);

// ODE: its ray against a mesh, the closest hit.
[[nodiscard]] bool has_ode();
[[nodiscard]] std::unique_ptr<CastPeer> ode_rays(const Soup& soup, double extent);

/// The power of two that makes a way of any direction leave a scene.
[[nodiscard]] double leaving_factor(double extent);

}  // namespace swept::bench

#pragma once

// Bullet's sweep of a convex shape, behind a small interface, so that a program without it compiles
// and says so.

#include <memory>
#include <span>

#include "../common/bullet/call.h"
#include "../common/soup.h"
#include "swept/geometry.h"

namespace swept::bench {

struct CastAnswer {
    bool hit = false;
    double fraction = 1;
};

/// Sweeps one convex mover past one mesh at rest in the world's frame, without turning it.
class ConvexCaster {
   public:
    ConvexCaster() = default;
    virtual ~ConvexCaster() = default;
    ConvexCaster(const ConvexCaster&) = delete;
    ConvexCaster& operator=(const ConvexCaster&) = delete;

    [[nodiscard]] virtual CastAnswer cast(const Pose& start, const Eigen::Vector3d& way) = 0;
};

/// Whether Bullet was found at build time.
[[nodiscard]] bool has_bullet();

/// A mesh with Bullet's tree over it, for any number of movers.
class BulletMesh;
[[nodiscard]] std::shared_ptr<BulletMesh> make_bullet_mesh(const Soup& soup);

/// A box about the origin, or the hull of points about it. Both stop where the true shape does: the
/// margin that Bullet wants lies inside of them. Null where Bullet was not found at build time.
[[nodiscard]] std::unique_ptr<ConvexCaster> make_bullet_box(std::shared_ptr<BulletMesh> mesh,
                                                            const Eigen::Vector3d& size,
                                                            BulletCall call);
/// `in_radius` is that of the ball that touches all faces from inside.
[[nodiscard]] std::unique_ptr<ConvexCaster> make_bullet_hull(
    std::shared_ptr<BulletMesh> mesh, std::span<const Eigen::Vector3d> points, double in_radius,
    BulletCall call);

}  // namespace swept::bench

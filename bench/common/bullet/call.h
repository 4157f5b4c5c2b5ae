#pragma once

namespace swept::bench {

/// How Bullet is asked: through a world that holds the mesh alone, or the mesh itself.
enum class BulletCall { world, object };

}  // namespace swept::bench

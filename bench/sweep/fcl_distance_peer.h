#pragma once

// FCL's distance of two meshes, behind a small interface.

#include <memory>

#include "../common/soup.h"
#include "swept/geometry.h"

namespace swept::bench {

class DistancePeer {
   public:
    DistancePeer() = default;
    virtual ~DistancePeer() = default;
    DistancePeer(const DistancePeer&) = delete;
    DistancePeer& operator=(const DistancePeer&) = delete;

    /// With the closest points, as ours; b is at rest in the world's frame.
    [[nodiscard]] virtual double distance(const Pose& world_from_a) = 0;
};

enum class FclVolume { obbrss, rss };

/// Null where FCL was not found at build time.
[[nodiscard]] std::unique_ptr<DistancePeer> make_fcl_distance(const Soup& a, const Soup& b,
                                                              FclVolume volume);

}  // namespace swept::bench

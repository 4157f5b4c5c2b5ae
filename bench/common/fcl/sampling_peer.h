#pragma once

// Another library that checks a motion, behind a small interface, so that a program without it
// compiles and says so.

#include <memory>

#include "../soup.h"
#include "swept/geometry.h"

namespace swept::bench {

/// Whether FCL was found at build time.
[[nodiscard]] bool has_fcl();

struct PeerAnswer {
    bool hit = false;
    double fraction = 1;  ///< of the first pose at which it saw the two meet; 1 without a hit
};

/// Checks motions of a mover past an obstacle at rest in the world's frame.
class SamplingPeer {
   public:
    SamplingPeer() = default;
    virtual ~SamplingPeer() = default;
    SamplingPeer(const SamplingPeer&) = delete;
    SamplingPeer& operator=(const SamplingPeer&) = delete;

    /// The screw that joins two poses, at as many poses as the peer was made for.
    [[nodiscard]] virtual PeerAnswer check(const Pose& from, const Pose& to) = 0;
    /// From one pose to another: a point of the mover goes straight, and the mover turns about it,
    /// by less than half a turn.
    [[nodiscard]] virtual PeerAnswer check(const Pose& from, const Pose& to,
                                           const Eigen::Vector3d& point_in_mover,
                                           std::size_t poses) = 0;
    /// Where the peer has the mover at a fraction of that screw.
    [[nodiscard]] virtual Pose pose_at(const Pose& from, const Pose& to, double fraction) = 0;
};

/// FCL's continuousCollide with its naive solver: this many poses, evenly, until two meet. Trees of
/// OBBRSS. Null where FCL was not found at build time.
[[nodiscard]] std::unique_ptr<SamplingPeer> make_fcl_peer(const Soup& mover, const Soup& obstacle,
                                                          std::size_t poses);

}  // namespace swept::bench

#pragma once

// A step of two bodies as one motion: that of a as seen from b, which stands where it starts; and
// back from there to where the two really are.

#include <vector>

#include "core/namespaces.h"
#include "swept/collisions.h"

namespace swept::collisions_detail {

class SWEPT_API RelativeStep {
   public:
    RelativeStep(const Pose& a_from, const Pose& a_to, const Pose& b_from, const Pose& b_to);
    /// Of a on a motion past b at rest.
    RelativeStep(const Pose& a_from, const Motion& motion);

    /// In world coordinates.
    [[nodiscard]] const Motion& motion() const { return motion_; }

    /// Points and normals as seen from b, and a's own as it starts, become those of the world, with
    /// a moved by its own screw; point_in_a is set.
    void bring_to_world(std::vector<Collision>& collisions) const;

   private:
    Pose from_;
    bool b_rests_;
    Motion motion_;
    Motion own_;  // of a in world
};

}  // namespace swept::collisions_detail

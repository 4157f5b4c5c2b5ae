#include "collisions/relative.h"

#include "features/contact_frame.h"
#include "math/motion_access.h"

namespace swept::collisions_detail {

namespace {

bool same(const Pose& a, const Pose& b) {
    return a.translation() == b.translation() && a.rotation().coeffs() == b.rotation().coeffs();
}

Motion motion_between(const Pose& from, const Pose& to) {
    const Screw screw = screw_between(from, to);
    if (screw.angle() != 0) return screw;
    return MotionAccess::translation(to.translation() - from.translation());
}

}  // namespace

RelativeStep::RelativeStep(const Pose& a_from, const Pose& a_to, const Pose& b_from,
                           const Pose& b_to)
    : from_(a_from),
      b_rests_(same(b_from, b_to)),
      motion_(motion_between(a_from, b_rests_ ? a_to : b_from * (b_to.inverse() * a_to))),
      own_(b_rests_ ? motion_ : motion_between(a_from, a_to)) {}

RelativeStep::RelativeStep(const Pose& a_from, const Motion& motion)
    : from_(a_from), b_rests_(true), motion_(motion), own_(motion) {}

void RelativeStep::bring_to_world(std::vector<Collision>& collisions) const {
    for (Collision& c : collisions) {
        const Pose seen = pose_at(motion_, from_, c.fraction);
        c.point_in_a = seen.inverse() * c.contact.point;
        // a's own directions are those at the start until here.
        if (seen.rotation().coeffs() != from_.rotation().coeffs()) {
            Eigen::Vector3d& normal = c.contact.mover.face_normal;
            normal = seen.rotation_matrix() * (from_.rotation_matrix().transpose() * normal);
        }
        if (b_rests_) continue;
        const Pose world_from_seen = pose_at(own_, from_, c.fraction) * seen.inverse();
        c.contact = in_frame(world_from_seen, c.contact);
        c.contact.normal.normalize();  // the rounding of two poses
    }
}

}  // namespace swept::collisions_detail

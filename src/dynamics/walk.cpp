// One move of a character.

#include "dynamics/walk.h"

#include <algorithm>
#include <cmath>

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. How far behind an edge or a wall the ground there is looked for, in skins: further than
/// what the skin rounds off.
constexpr double behind_skins = 4;
/// Choice. A step must get further by this share of what is left.
constexpr double worth_a_step = 1e-3;
/// Choice. What leans more than this (its sine) is a wall: nothing stands on the edge of it.
constexpr double least_support = 0.05;
/// Choice. Ways shorter than this share of the skin are no ways.
constexpr double shortest_way = 1e-9;

}  // namespace

CharacterWalk::CharacterWalk(const Gait& gait, CharacterSweeps& probe, const Pose& start,
                             CharacterMove& made, CharacterMemory& memory)
    : gait_(gait),
      probe_(probe),
      start_(start),
      pose_(start),
      made_(made),
      memory_(memory),
      planes_(memory.planes),
      footing_(memory.footing),
      near_(memory.near) {
    made_.state = CharacterState::moved;
    made_.way.clear();
    made_.way.push_back(start.translation());
    made_.stepped = false;
    made_.touched.clear();
    planes_.clear();
    footing_.clear();
    near_.clear();
}

void CharacterWalk::run(const Vector3d& displacement, const std::vector<Vector3d>& grounds,
                        bool stands) {
    const double rise = displacement.dot(gait_.up);
    const Vector3d wish = displacement - rise * gait_.up;
    footing_.grounds = grounds;
    footing_.on_edge = stands && grounds.empty();
    const bool walks = stands && rise <= 0;
    const int strides = walks ? strides_of(wish.norm()) : 1;
    for (int i = 0; i < strides && !ended_; ++i) {
        across_ = wish / strides;
        rise_ = rise / strides;
        stride();
    }
    for (const InWorld<Contact>& contact : near_) touch(contact);
    if (rise > 0) footing_.clear();  // who jumps does not stand, close as the ground may be
    made_.end = pose_;
    made_.moved = pose_.translation() - start_.translation();
    made_.lost = wish - (made_.moved - made_.moved.dot(gait_.up) * gait_.up);
    made_.on_ground = footing_.stands();
    made_.ground_normal = gait_.up;
    double level = -1;
    for (const Vector3d& ground : footing_.grounds) {
        if (ground.dot(gait_.up) <= level) continue;
        level = ground.dot(gait_.up);
        made_.ground_normal = ground;
    }
    made_.sweeps = probe_.sweeps();
}

/// A long walk is made in strides so short that ground which can be walked on, stairs too, does not
/// fall by more than a step in any.
int CharacterWalk::strides_of(double length) const {
    constexpr double most = 64;
    const double slope = std::sqrt(1 - gait_.walkable * gait_.walkable) / gait_.walkable;
    const double strides = std::ceil(length * slope / gait_.step_height);
    return gait_.step_height > 0 ? static_cast<int>(std::clamp(strides, 1.0, most)) : 1;
}

void CharacterWalk::stride() {
    walking_ = footing_.stands() && rise_ <= 0;
    planes_.clear();
    if (walking_) planes_.grounds = footing_.grounds;
    wedged_at_.reset();
    slide();
    if (walking_) keep_to_ground();
    look();
}

// ---- going and sliding --------------------------------------------------------------------------

/// Goes on until nothing is left, or nothing leads on.
void CharacterWalk::slide() {
    for (int turn = 0; turn <= gait_.slides && !ended_; ++turn) {
        Vector3d way = Vector3d::Zero();
        if (walking_) {
            way = way_over_ground(across_, planes_, gait_.up, memory_.slide);
        } else {
            const AirWay air = way_through_air(across_, rise_, planes_, gait_.up, memory_.slide);
            way = air.across + air.along;
            // What cannot fall any further, between slopes that are all too steep, stands there:
            // else nothing could ever lead out.
            if (rise_ < 0 && air.along.isZero(0) && !planes_.walls.empty()) {
                walking_ = true;
                wedged_at_ = pose_;
                way = way_over_ground(across_, planes_, gait_.up, memory_.slide);
            }
        }
        if (way.norm() < shortest_way * gait_.skin || !advance(way)) return;
    }
}

/// One sweep of a slide. Whether something is left to do.
bool CharacterWalk::advance(const Vector3d& way) {
    const WayEnd end = go(way);
    arrive(end.pose);
    across_ *= 1 - end.fraction;
    if (!walking_) rise_ *= 1 - end.fraction;
    if (!end.hit || ended_) return false;
    return meet(end, end.fraction * way.norm());
}

/// At something that ended a sweep: what bars the way on from here?
bool CharacterWalk::meet(const WayEnd& end, double length) {
    touch(end.met);
    // The normal of what stopped a sweep is that of one pair of features, one of perhaps several at
    // this place, and at an edge or vertex it says little about the faces there. So everything that
    // is touched here counts. Where it came no further, it still stands where it met the rest.
    if (length > gait_.skin * shortest_way) planes_.clear();
    look();
    const Vector3d& up = gait_.up;
    for (const InWorld<Contact>& contact : near_) {
        planes_.add(contact.result.normal, up, gait_.walkable);
    }
    planes_.add(end.met.result.normal, up, gait_.walkable);
    const bool on_wall = end.met.result.normal.dot(up) < gait_.walkable;
    if (!walking_ && rise_ <= 0 && footing_.stands()) walking_ = true;
    if (walking_ && on_wall && step_over(end.met)) {
        planes_.clear();
        planes_.grounds = footing_.grounds;
    }
    return true;
}

WayEnd CharacterWalk::go(const Vector3d& way) {
    WayEnd end = probe_.go(pose_, way);
    if (end.state != CharacterState::moved) {
        made_.state = end.state;
        ended_ = true;
    }
    return end;
}

/// At the end of a sweep that counts.
void CharacterWalk::arrive(const Pose& pose) {
    pose_ = pose;
    if (made_.way.back() != pose.translation()) made_.way.push_back(pose.translation());
}

// ---- steps --------------------------------------------------------------------------------------

/// Up, on and down. Taken back unless it got further and stands on what can be walked on.
bool CharacterWalk::step_over(const InWorld<Contact>& wall) {
    if (!may_be_step(wall)) return false;
    const Pose before = pose_;
    const std::size_t corners = made_.way.size();
    const auto taken_back = [&] {
        pose_ = before;
        made_.way.resize(corners);
        look();
        return false;
    };
    const WayEnd raised = go(gait_.step_height * gait_.up);
    if (ended_) return taken_back();
    arrive(raised.pose);
    const WayEnd on = go(across_);
    if (ended_ || on.fraction < worth_a_step) return taken_back();
    arrive(on.pose);
    // Behind a kerb the ground may be deeper than before it, by a step.
    const WayEnd down = go(-(1 + raised.fraction) * gait_.step_height * gait_.up);
    arrive(down.pose);
    if (ended_) return taken_back();
    look();
    if (!footing_.stands()) return taken_back();
    if (down.hit) touch(down.met);
    across_ *= 1 - on.fraction;
    made_.stepped = true;
    return true;
}

/// Whether there is ground behind a wall, no higher than a step. Two rays: sweeps for nothing, at
/// every wall, would cost more than the rest of the move. The second looks further in, behind edges
/// that are bevelled.
bool CharacterWalk::may_be_step(const InWorld<Contact>& wall) const {
    if (!(gait_.step_height > 0)) return false;
    const Vector3d& up = gait_.up;
    const double feet = probe_.lowest(pose_, up);
    const Vector3d point = wall.result.point;
    Vector3d inward = -(wall.result.normal - wall.result.normal.dot(up) * up);
    if (inward.norm() < least_support || inward.dot(across_) <= 0) return false;
    inward.normalize();
    const double above = point.dot(up) - feet;
    if (above > gait_.step_height) return false;
    // Behind a corner there may be nothing in the direction of its normal: the tip of a triangle.
    if (wall.result.obstacle.vertex_count == 1) return true;
    for (const double depth : {behind_skins * gait_.skin, across_.norm() / 2}) {
        const Vector3d foot = point + depth * inward - above * up;
        const Vector3d top = foot + (gait_.step_height + gait_.skin) * up;
        // What stands out by less than the skin is below the feet.
        const Vector3d ground = foot - 2 * gait_.skin * up;
        if (probe_.is_floor_between(top, ground, up, gait_.walkable)) return true;
    }
    return false;
}

/// After a walk: down to the ground, if it is no further than a step, else on with the fall.
void CharacterWalk::keep_to_ground() {
    look();
    if (wedged_at_ && wedged_at_->translation() == pose_.translation()) footing_.on_edge = true;
    if (footing_.stands() || ended_) return;
    const Pose before = pose_;
    if (gait_.step_height > 0) {
        const WayEnd down = go(-gait_.step_height * gait_.up);
        if (ended_) return;
        if (down.hit) {
            pose_ = down.pose;
            look();
            if (footing_.stands()) {
                arrive(down.pose);
                return touch(down.met);
            }
        }
    }
    pose_ = before;
    walking_ = false;
    across_.setZero();
    planes_.clear();
    slide();
}

// ---- what is there ------------------------------------------------------------------------------

/// What it touches where it is, and whether it stands on that.
void CharacterWalk::look() {
    const bool known = has_looked_ && looked_.translation() == pose_.translation();
    if (known) return;
    probe_.touching(pose_, near_);
    looked_ = pose_;
    has_looked_ = true;
    footing_.clear();
    Planes& planes = memory_.looked;
    planes.clear();
    for (const InWorld<Contact>& contact : near_) {
        planes.add(contact.result.normal, gait_.up, gait_.walkable);
    }
    footing_.grounds = planes.grounds;
    if (footing_.stands()) return;
    const double feet = near_.empty() ? 0 : probe_.lowest(pose_, gait_.up);
    footing_.on_edge = std::ranges::any_of(
        near_, [&](const InWorld<Contact>& contact) { return is_edge_of_ground(contact, feet); });
}

/// A round foot on the edge of a step: the normal leads to the middle of the foot and may lean as
/// much as it likes, but what is touched is the rim of a ground.
bool CharacterWalk::is_edge_of_ground(const InWorld<Contact>& contact, double feet) const {
    const Contact& c = contact.result;
    const Vector3d& up = gait_.up;
    const double support = c.normal.dot(up);
    if (c.obstacle.vertex_count == 0 || support < least_support) return false;
    if (c.point.dot(up) - feet > gait_.step_height) return false;
    const Vector3d inward = -(c.normal - support * up).normalized();
    const double depth = behind_skins * gait_.skin;
    const double slope = std::sqrt(1 - gait_.walkable * gait_.walkable) / gait_.walkable;
    const double height = std::max(gait_.skin, std::min(2 * depth * slope, gait_.step_height));
    const Vector3d behind = c.point + depth * inward;
    return probe_.is_floor_between(behind + height * up, behind - height * up, up, gait_.walkable);
}

/// Adds to the report, each thing once.
void CharacterWalk::touch(const InWorld<Contact>& contact) {
    const bool known = std::ranges::any_of(made_.touched, [&](const InWorld<Contact>& other) {
        return other.collider == contact.collider;
    });
    if (!known) made_.touched.push_back(contact);
}

}  // namespace swept

// A character gets out of the way of a body that is kinematic. The body goes piece by piece of its
// motion, each piece until it is at the character; there the character gives way, and the body goes
// on.

#include <algorithm>
#include <cmath>

#include "dynamics/character_sweeps.h"
#include "dynamics/slide.h"
#include "swept/dynamics/character.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. The longest piece of a turn, 3 degrees. In it a point of the body leaves its chord by at
/// most a 76th of its length.
constexpr double longest_turn = std::numbers::pi / 60;
/// Choice. A character that is pushed gives way at a slant of at most 1 to 20: a wedge that is
/// sharper than this holds it.
constexpr double least_escape = 0.05;
/// Choice. How often a character may turn while it gives way to one piece.
constexpr int most_turns = 16;
/// Choice. Giving way by less than this share of the skin is none.
constexpr double no_way = 1e-6;

double turn_of(const Motion& motion) {
    if (const auto* rotation = std::get_if<Rotation>(&motion)) return rotation->angle();
    if (const auto* screw = std::get_if<Screw>(&motion)) return screw->angle();
    return 0;
}

/// The same motion, shorter: this share of it, from wherever it starts.
Motion share_of(const Motion& motion, double share) {
    if (const auto* rotation = std::get_if<Rotation>(&motion)) {
        const auto made =
            Rotation::make(rotation->origin(), rotation->axis(), rotation->angle() * share);
        if (made) return *made;
    } else if (const auto* screw = std::get_if<Screw>(&motion)) {
        const auto made = Screw::make(screw->origin(), screw->axis(), screw->angle() * share,
                                      screw->advance() * share);
        if (made) return *made;
    } else {
        const auto made = Translation::make(std::get<Translation>(motion).vector() * share);
        if (made) return *made;
    }
    return Translation();
}

/// How far a point of the body goes, in a straight line, while the body makes this motion.
Vector3d way_of(const Motion& motion, const Vector3d& point) {
    return displacement(motion, 1) * point - point;
}

/// Gives way to one body.
class GivingWay {
   public:
    GivingWay(CharacterSweeps& probe, const KinematicBody& body, const Pose& start, double skin,
              CharacterMemory& memory)
        : probe_(probe),
          body_(body),
          skin_(skin),
          start_(start),
          near_(memory.near),
          walls_(memory.walls) {
        made_.end = start;
        made_.way.push_back(start.translation());
    }

    CharacterPush run() {
        const double pieces =
            std::max(1.0, std::ceil(std::abs(turn_of(body_.motion)) / longest_turn));
        double done = 0;
        for (double i = 0; i < pieces && !stopped_; ++i) {
            done = piece(i / pieces, (i + 1) / pieces);
        }
        made_.free_fraction = stopped_ ? done : 1;
        made_.moved = made_.end.translation() - start_.translation();
        made_.sweeps = probe_.sweeps();
        return made_;
    }

   private:
    CharacterSweeps& probe_;
    const KinematicBody& body_;
    double skin_;
    Pose start_;
    CharacterPush made_;
    bool stopped_ = false;
    std::vector<InWorld<Contact>>& near_;
    std::vector<Vector3d>& walls_;

    /// Brings the body from one fraction to another; returns how far it got.
    double piece(double from, double to) {
        for (int turn = 0; turn < most_turns; ++turn) {
            const Pose world_from_body = pose_at(body_.motion, body_.world_from_body, from);
            const Motion rest = share_of(body_.motion, to - from);
            const WayEnd end = probe_.approach(made_.end, body_.shape, world_from_body, rest);
            from += end.fraction * (to - from);
            if (end.state != CharacterState::moved) {
                made_.state = end.state;
                break;
            }
            if (!end.hit) return to;
            made_.contact = end.met.result;
            made_.pushed = true;
            if (!give_way(from, to)) break;
        }
        stopped_ = true;
        return from;
    }

    /// Goes as far along the contact's normal as the body's point there will come.
    bool give_way(double from, double to) {
        const Motion rest = share_of(body_.motion, to - from);
        const Vector3d normal = made_.contact.normal;
        const double needed = way_of(rest, made_.contact.point).dot(normal);
        const Pose world_from_body = pose_at(body_.motion, body_.world_from_body, from);
        const Pose before = made_.end;
        // A share of the skin more, so that the body's next sweep does not end at its beginning.
        double left = std::max(needed, 0.0) + 0.01 * skin_;
        std::vector<Vector3d>& walls = walls_;
        walls.clear();
        for (int turn = 0; turn < most_turns && left > no_way * skin_; ++turn) {
            const Vector3d out = way_out_of(normal, walls, least_escape);
            if (out.isZero(0)) break;
            const WayEnd end = probe_.go(made_.end, out * (left / out.dot(normal)));
            WayEnd past = probe_.go_past(made_.end, out * (left / out.dot(normal)), body_.shape,
                                         world_from_body);
            if (end.state != CharacterState::moved || past.state != CharacterState::moved) break;
            const WayEnd& first = past.fraction < end.fraction ? past : end;
            made_.end = first.pose;
            made_.way.push_back(first.pose.translation());
            if (first.fraction > 0) walls.clear();
            left *= 1 - first.fraction;
            if (!first.hit) break;
            probe_.touching(made_.end, near_);
            for (const InWorld<Contact>& contact : near_) walls.push_back(contact.result.normal);
            walls.push_back(first.met.result.normal);
        }
        return (made_.end.translation() - before.translation()).norm() > no_way * skin_;
    }
};

}  // namespace

CharacterPush Character::push(const KinematicBody& body, const WorldSnapshot& world,
                              const WorldFilter& filter, Scratch* scratch) {
    const core_detail::ScratchLease lease(scratch);
    CharacterMemory& memory = lease->memory().get<CharacterMemory>();
    CharacterSweeps probe(shape_, centres_ ? &*centres_ : nullptr, skin_, world, filter, memory);
    CharacterPush made = GivingWay(probe, body, pose_, skin_, memory).run();
    if (made.end.translation() != pose_.translation()) {
        // What it stood on has another normal here, perhaps. Its next move finds out.
        on_edge_ = on_ground();
        grounds_.clear();
    }
    pose_ = made.end;
    return made;
}

}  // namespace swept

// A piece through one step. Two ways of moving:
//
// - Flying: along the chord of the parabola, from v to v + a t, at the mean velocity. Stopped at a
//   share f of it, it has v + a f t; as the chord runs below the parabola, energy is lost by that,
//   a² t² f (1 - f) / 2.
// - Touching: gravity's pull over the step, u = v + a t, then impulses at all contacts that leave
//   v' = u - d with v'.d >= 0, then straight on with v'. The energy changes by
//     (v'² - v²) / 2 - a.v' t  <=  -|d - a t|² / 2,
//   so it never grows; no other order of these steps has that.
//
// A stop halfway in contact may leave speed without the fall that pays for it: the end of the step
// takes that away.

#include "dynamics/debris_piece.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/inside.h"
#include "math/boxes.h"
#include "math/elementary.h"
#include "math/motion_access.h"
#include "math/pose_access.h"
#include "world/short_way.h"
#include "world/state.h"

namespace swept::debris {

using Eigen::Vector3d;

namespace {

/// Choice. How far ahead a flight is cast, in seconds: further, and the ball must be wider by the
/// sagitta of the parabola (8 cm for 0.25 s); less, and casts are more frequent.
constexpr double look_ahead = 0.25;

/// Choice. For so many steps no ball is tried again where none has fitted.
constexpr double near_steps = 3;

/// Choice. Up to this angle a step is one screw; beyond, its path strays too far from the chord,
/// and translation and rotation are swept one after the other.
constexpr double screw_angle = 0.5;

/// Choice. A turn below this is not made (radians).
constexpr double least_turn = 1e-6;

/// Choice. A piece is supported when its contacts leave it less than this share of what gravity
/// gave it in the step.
constexpr double supported_share = 0.02;

/// Choice. What is faster in contact, with gravity's pull, is not looked at for support: a
/// speed. More in long steps.
constexpr double fastest_supported = 1;

Quaternion turned(const Quaternion& rotation, const Vector3d& spin, double time) {
    const double rate = spin.norm(), half = rate * time / 2;
    if (!(half > 0)) return rotation;
    const Vector3d part = spin * (math::sin(half) / rate);
    Quaternion product =
        multiplied(Quaternion(math::cos(half), part.x(), part.y(), part.z()), rotation);
    const double length = std::sqrt(
        ((product.w() * product.w() + product.x() * product.x()) + product.y() * product.y()) +
        product.z() * product.z());
    product.coeffs() /= length;
    return product;
}

class PieceStep {
   public:
    PieceStep(Piece& piece, double dt, const PieceWorld& in, PieceScratch& scratch)
        : piece_(piece),
          in_(in),
          scratch_(scratch),
          gravity_(in.options.gravity),
          dt_(dt),
          left_(dt),
          slow_(std::max(in.options.bounce_speed, 2 * gravity_.norm() * dt)) {}

    unsigned run() {
        if (piece_.state == PieceState::flying && fly()) return 0;
        start_ = PoseAccess::make(piece_.centre, piece_.rotation);
        energy_ = kinetic_energy(piece_);
        scratch_.touching.clear();
        if (piece_.state == PieceState::touching) look_around();
        while (goes_on()) {
        }
        keep_energy();
        come_to_rest();
        return hits_;
    }

   private:
    Piece& piece_;
    const PieceWorld& in_;
    PieceScratch& scratch_;
    const Vector3d& gravity_;
    double dt_;
    double left_;          // of the step
    double slow_;          // what does not bounce
    bool pulled_ = false;  // gravity has given all of this step's speed
    unsigned hits_ = 0;
    Pose start_;         // where it stood
    double energy_ = 0;  // and its kinetic energy there

    [[nodiscard]] double skin() const {
        return piece_.shape != nullptr ? piece_.shape->skin() : in_.options.clearance / 8;
    }

    // ---- flight --------------------------------------------------------------------------------

    /// All that is left of the step in the air, if a ball around the piece can.
    bool fly() {
        if (piece_.free_time < 0) {
            piece_.free_time = std::min(0.0, piece_.free_time + left_);
            return false;
        }
        if (piece_.free_time < left_) {
            // What is walked through from behind may be met from the front further on: only this
            // step is straight.
            const bool one_sided = in_.world.state().options.sides == Sides::front;
            const double ahead = one_sided ? left_ : std::max(left_, look_ahead);
            prove_free(ahead, gravity_.norm() * ahead * ahead / 8);
            if (piece_.free_time < left_) {
                // Near a surface the ball will not fit for a while, and planes prove as much.
                piece_.free_time = is_slow() ? -near_steps * left_ : 0;
                return false;
            }
        }
        piece_.centre += way();
        if (piece_.shape != nullptr) piece_.rotation = turned(piece_.rotation, piece_.spin, left_);
        piece_.velocity += left_ * gravity_;
        piece_.free_time -= left_;
        piece_.slow_time = 0;
        return true;
    }

    /// So that a polygon need not be swept to get on where no ball fits.
    [[nodiscard]] bool is_slow() const {
        return piece_.shape == nullptr ||
               (piece_.spin.norm() * left_ <= screw_angle && goes_short());
    }

    /// So that few faces are near the way.
    [[nodiscard]] bool goes_short() const { return way().norm() <= 8 * piece_.shape->radius(); }

    /// Whatever the piece does within the ball, and its centre within `around` of the chord over
    /// this time, is free: the ball's way is convex, so the chords of steps are within it too.
    void prove_free(double time, double around) {
        piece_.free_time = 0;
        const double radius =
            piece_.shape != nullptr ? piece_.shape->radius() : in_.options.clearance;
        const auto ray = Ray::between(
            piece_.centre, piece_.centre + time * (piece_.velocity + time / 2 * gravity_));
        const auto ball = Radius::of(radius + skin() + around);
        if (!ray || !ball) return;
        const CastResult found =
            cast(SphereCast{*ray, *ball}, in_.world, {.filter = in_.options.filter}).result;
        if (found.start != Relation::separate || found.state == State::undecided ||
            found.error_bound > skin() / 4) {
            return;
        }
        piece_.free_time = found.state == State::hit ? time * found.hit.fraction : time;
    }

    /// Of the centre, over what is left of the step.
    [[nodiscard]] Vector3d way() const { return left_ * (piece_.velocity + left_ / 2 * pull()); }

    // ---- hits ----------------------------------------------------------------------------------

    /// One round: impulses where the piece touches, then on to the next hit. Whether there is more.
    bool goes_on() {
        piece_.free_time = std::min(piece_.free_time, 0.0);
        if (piece_.state == PieceState::touching && !respond()) return false;
        if (left_ <= 1e-9 * dt_) return false;
        if (hits_ > static_cast<unsigned>(in_.options.most_hits)) {
            // Jammed: it shall not store up what it cannot use.
            piece_.velocity /= 2;
            piece_.spin /= 2;
            return false;
        }
        const bool stopped = piece_.shape != nullptr ? sweep_polygon() : cast_point();
        if (!stopped) piece_.velocity += left_ * pull();
        return stopped;
    }

    /// Impulses at all contacts. False: it rests, and the step is over.
    bool respond() {
        double approach = 0;
        for (const PieceContact& contact : scratch_.touching) {
            const Vector3d arm = piece_.shape != nullptr ? Vector3d(contact.point - piece_.centre)
                                                         : Vector3d(Vector3d::Zero());
            const Vector3d speed = piece_.velocity + piece_.spin.cross(arm);
            approach = std::max(approach, -speed.dot(contact.normal));
        }
        const DebrisOptions& options = in_.options;
        if (approach > slow_ && options.restitution > 0) {
            apply_impulses(piece_, scratch_.touching,
                           {options.restitution, options.friction, slow_});
            if (!pulled_) piece_.state = PieceState::flying;  // thrown back
            return true;
        }
        piece_.velocity += left_ * pull();
        pulled_ = true;
        if (scratch_.touching.empty()) return true;
        double energy = kinetic_energy(piece_);
        const double fast = std::max(fastest_supported, 4 * dt_ * gravity_.norm());
        if (piece_.shape == nullptr || energy < fast * fast / 2) {
            const Vector3d velocity = piece_.velocity, spin = piece_.spin;
            apply_impulses(piece_, scratch_.touching, {.friction = options.friction});
            const double small = supported_share * dt_ * gravity_.norm();
            energy = kinetic_energy(piece_);
            if (2 * energy <= small * small) {
                rest();
                return false;
            }
            if (piece_.shape == nullptr || left_ <= 1e-9 * dt_) return true;
            piece_.velocity = velocity;
            piece_.spin = spin;
        }
        // Points on a turn move on arcs: without a gap, the second order would stop it at once. It
        // may rise for that by as much as half the energy that it had pays for.
        const double budget = std::clamp(allowed(), 0.0, energy) / 2;
        const double time = std::max(left_, 1e-3 * dt_);
        const double lift = budget / (gravity_.norm() * time + 1e-3 * std::sqrt(energy));
        apply_impulses(
            piece_, scratch_.touching,
            {.friction = options.friction, .gap = skin() / 2, .time = time, .parting_speed = lift});
        return true;
    }

    void rest() {
        piece_.velocity.setZero();
        piece_.spin.setZero();
        piece_.state = PieceState::resting;
    }

    void bury() {
        rest();
        piece_.state = PieceState::buried;
        left_ = 0;
    }

    /// Stopped after this share of what was left.
    void stop_after(double fraction) {
        ++hits_;
        piece_.velocity += fraction * left_ * pull();
        left_ *= 1 - fraction;
        piece_.state = PieceState::touching;
    }

    /// Sweeps on; true when something stopped it.
    bool sweep_polygon() {
        const Vector3d travel = way();
        const double rate = piece_.spin.norm(), angle = rate * left_;
        if (angle < least_turn) return sweep_along(MotionAccess::translation(travel), false);
        const Vector3d axis = piece_.spin / rate;
        if (angle <= screw_angle) {
            const double advance = travel.dot(axis);
            const Vector3d across = travel - advance * axis;
            // In the air the screw that ends where the flight does. From a contact the one that
            // starts as the piece moves: the other starts half the angle askew, into the floor.
            const bool in_air = piece_.state == PieceState::flying && hits_ == 0;
            const auto [sine, cosine] = math::sin_cos(angle / 2);
            const Vector3d from_centre =
                in_air ? Vector3d(across / 2 + axis.cross(across) * (cosine / (2 * sine)))
                       : Vector3d(axis.cross(across) / angle);
            return sweep_along(
                MotionAccess::screw(piece_.centre + from_centre, axis, angle, advance), false);
        }
        if (sweep_along(MotionAccess::translation(travel), false)) return true;
        return sweep_along(MotionAccess::rotation(piece_.centre, axis, angle), true);
    }

    /// `whole`: a hit comes when all of the time has passed.
    bool sweep_along(const Motion& motion, bool whole) {
        const Pose start = PoseAccess::make(piece_.centre, piece_.rotation);
        if (!whole && goes_short()) {
            const Pose end = pose_at(motion, start, 1);
            const double angle = motion.index() == 0 ? 0 : piece_.spin.norm() * left_;
            if (plainly_free({piece_.shape->polyhedron(), start, end, angle, skin() / 16},
                             in_.world, in_.options.filter)) {
                place(end);
                return false;
            }
        }
        SweepOptions options;
        options.initial_overlap =
            InitialOverlap::surfaces;  // what was inside a solid is buried by now
        options.filter = in_.options.filter;
        options.scratch = &scratch_.queries;
        const SweepResult found =
            sweep({piece_.shape->polyhedron(), start}, motion, in_.world, options).result;
        if (found.state == State::overlapping) {
            bury();
            return true;
        }
        if (found.state != State::hit) {
            place(found.end);
            if (found.state == State::free) return false;
            stop_after(whole ? 1 : found.free_fraction);
            look_around();
            return true;
        }
        // It stops half a skin before the contact, on the way that is proven free.
        const double fraction = found.free_fraction, back = share_before(found, motion, whole);
        place(back > 0 ? pose_at(motion, start, std::max(0.0, fraction - back)) : found.end);
        stop_after(whole ? 1 : std::max(0.0, fraction - back));
        look_around();
        add_if_new({found.contact.point, found.contact.normal, skin() / 2});
        return true;
    }

    void place(const Pose& pose) {
        piece_.centre = pose.translation();
        piece_.rotation = pose.rotation();
    }

    /// The share of the motion in which the contact came closer by half a skin.
    [[nodiscard]] double share_before(const SweepResult& found, const Motion& motion,
                                      bool whole) const {
        const Vector3d mean =
            whole ? Vector3d(Vector3d::Zero()) : Vector3d(piece_.velocity + left_ / 2 * pull());
        const bool turns = motion.index() != 0;
        const Vector3d arm = found.contact.point - found.end.translation();
        const Vector3d speed = turns ? Vector3d(mean + piece_.spin.cross(arm)) : mean;
        const double approach = -speed.dot(found.contact.normal) * left_;
        return approach > 0 ? skin() / 2 / approach : 0;
    }

    /// Gravity, as far as it has not been added for this step.
    [[nodiscard]] Vector3d pull() const { return pulled_ ? Vector3d(Vector3d::Zero()) : gravity_; }

    void add_if_new(const PieceContact& contact) {
        for (const PieceContact& known : scratch_.touching) {
            if (known.normal.dot(contact.normal) > 0.999 &&
                (known.point - contact.point).squaredNorm() < 16 * skin() * skin()) {
                return;
            }
        }
        scratch_.touching.push_back(contact);
    }

    /// The same for a point: a small ball.
    bool cast_point() {
        const auto ray = Ray::between(piece_.centre, piece_.centre + way());
        const auto ball = Radius::of(in_.options.clearance);
        if (!ray || !ball) return false;
        const CastResult found =
            cast(SphereCast{*ray, *ball}, in_.world, {.filter = in_.options.filter}).result;
        if (found.state != State::hit) {
            piece_.centre = ray->to();
            return false;
        }
        piece_.centre = ray->at(found.hit.fraction);
        stop_after(found.hit.fraction);
        piece_.normal = found.hit.normal;
        scratch_.touching.push_back({found.hit.point, found.hit.normal, 0});
        return true;
    }

    // ---- contact -------------------------------------------------------------------------------

    /// All that the piece touches where it stands; when that is nothing, it flies.
    void look_around() {
        if (piece_.shape == nullptr) {
            probe();
            return;
        }
        scratch_.touching.clear();
        ContactOptions options;
        options.reduced = true;
        options.filter = in_.options.filter;
        options.scratch = &scratch_.queries;
        // Where a sweep ended, in the same world, it is in no solid.
        if (hits_ > 0 || !in_.changed) options.initial_overlap = InitialOverlap::surfaces;
        if (const auto within = ContactTolerance::within(skin())) options.tolerance = *within;
        const Pose pose = PoseAccess::make(piece_.centre, piece_.rotation);
        const WorldContactSet found =
            contacts({piece_.shape->polyhedron(), pose}, in_.world, options);
        if (found.relation == Relation::overlapping) {
            bury();
            return;
        }
        for (const InWorld<Contact>& contact : found.contacts) {
            scratch_.touching.push_back(
                {contact.result.point, contact.result.normal, contact.result.separation});
        }
        if (hits_ == 0 && scratch_.touching.empty()) piece_.state = PieceState::flying;
    }

    /// Whether what a point last stood on is still there.
    void probe() {
        piece_.state = PieceState::flying;
        const auto ray = Ray::between(piece_.centre, piece_.centre - 2 * skin() * piece_.normal);
        const auto ball = Radius::of(in_.options.clearance);
        if (!ray || !ball) return;
        const CastResult found =
            cast(SphereCast{*ray, *ball}, in_.world, {.filter = in_.options.filter}).result;
        if (found.state != State::hit) return;
        piece_.state = PieceState::touching;
        scratch_.touching.push_back({found.hit.point, found.hit.normal, 0});
    }

    // ---- the end of the step -------------------------------------------------------------------

    /// The kinetic energy that it may have where it is.
    [[nodiscard]] double allowed() const {
        return energy_ + gravity_.dot(piece_.centre - start_.translation());
    }

    void keep_energy() {
        const double most = allowed(), energy = kinetic_energy(piece_);
        if (energy <= most) return;
        // It has risen further than it can: by parting, or along the arc of a screw. Then it stays
        // where it was.
        if (most < 0) place(start_);
        const double scale = std::sqrt(std::max(most, 0.0) / energy);
        piece_.velocity *= scale;
        piece_.spin *= scale;
    }

    void come_to_rest() {
        const double most = in_.options.rest_speed;
        if (piece_.state != PieceState::touching || 2 * kinetic_energy(piece_) > most * most) {
            piece_.slow_time = 0;
            return;
        }
        piece_.slow_time += dt_;
        if (piece_.slow_time >= in_.options.rest_time) rest();
    }
};

}  // namespace

Box reach_of(const Piece& piece, const DebrisOptions& options) {
    const double radius = piece.shape != nullptr ? piece.shape->radius() : options.clearance;
    const double time = std::max(piece.free_time, 0.0), ahead = std::max(time, look_ahead);
    const Vector3d end = piece.centre + time * (piece.velocity + time / 2 * options.gravity);
    // The cast was wider by the sagitta of a longer flight; skins are a share of the radius.
    const double width =
        1.25 * radius + (time > 0 ? options.gravity.norm() * ahead * ahead / 8 : 0);
    Box box;
    box.add(piece.centre);
    box.add(end);
    return math_detail::grown(box, width);
}

unsigned step_piece(Piece& piece, double dt, const PieceWorld& in, PieceScratch& scratch) {
    return PieceStep(piece, dt, in, scratch).run();
}

}  // namespace swept::debris

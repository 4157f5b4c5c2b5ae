#include "swept/dynamics/impact.h"
#include "math/elementary.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "core/inside.h"
#include "dynamics/least_squares.h"
#include "swept/motion.h"
#include "swept/overlap.h"

namespace swept {

using Column = Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// A body as the impulses see it: velocities scaled so that half their square is the energy.
struct Inertial {
    bool pushed = false;  ///< it can be
    Vector3d centre = Vector3d::Zero();
    double mass = 0;
    Matrix3d factor = Matrix3d::Identity();  ///< inertia = factor factor^T, in world

    Inertial(const ImpactBody& body, const Pose& pose) {
        if (!body.mass) return;
        pushed = true;
        centre = pose * body.mass->centre;
        mass = body.mass->mass;
        factor = pose.rotation_matrix() * Matrix3d(body.mass->inertia.llt().matrixL());
    }
    [[nodiscard]] Eigen::Matrix<double, 6, 1> scaled(const Twist& twist) const {
        Eigen::Matrix<double, 6, 1> made = Eigen::Matrix<double, 6, 1>::Zero();
        if (!pushed) return made;
        made << std::sqrt(mass) * twist.velocity, factor.transpose() * twist.angular_velocity;
        return made;
    }
    /// What a unit impulse through a point does to the scaled velocities.
    [[nodiscard]] Eigen::Matrix<double, 6, 1> change(const Vector3d& point,
                                                     const Vector3d& direction) const {
        Eigen::Matrix<double, 6, 1> made = Eigen::Matrix<double, 6, 1>::Zero();
        if (!pushed) return made;
        const Vector3d turn = (point - centre).cross(direction);
        made << direction / std::sqrt(mass), factor.partialPivLu().solve(turn);
        return made;
    }
    /// What all impulses, or their opposites for -1, make of its twist.
    [[nodiscard]] Twist pushed_by(std::span<const Impact> impacts, double sign, Twist twist) const {
        if (!pushed) return twist;
        Vector3d sum = Vector3d::Zero(), turn = Vector3d::Zero();
        for (const Impact& one : impacts) {
            sum += sign * one.impulse;
            turn += (one.point - centre).cross(sign * one.impulse);
        }
        twist.velocity += sum / mass;
        twist.angular_velocity +=
            factor.transpose().partialPivLu().solve(Vector3d(factor.partialPivLu().solve(turn)));
        return twist;
    }
};

/// Two directions across a normal.
std::pair<Vector3d, Vector3d> across(const Vector3d& n) {
    const Vector3d helper = std::abs(n[0]) < 0.6 ? Vector3d::UnitX() : Vector3d(Vector3d::UnitY());
    const Vector3d t = n.cross(helper).normalized();
    return {t, n.cross(t)};
}

/// Derived: least squares are good to some ten roundings of every one of some ten numbers; changes
/// of the scaled velocities by this share are rounding.
constexpr double rounding_of_rounds = 1e-13;

/// Choice. Friction and what presses depend on each other and are found in turns; and that comes to
/// an end, whether they agree by then or not.
constexpr int most_friction_turns = 200, rounds_per_turn = 4;

/// Choice. The rounds over friction, where it comes last, end here in any case: each lessens the
/// energy, so that the end is good whenever it comes.
constexpr int most_friction_rounds = 500;

/// Choice. So often restitution is halved where friction would let energy grow; the last time it is
/// none.
constexpr int most_halvings = 6;

/// Impulses at all collisions, and what they do to the scaled velocities of a, then of b.
struct Impulses {
    VectorXd along;     ///< the normals, >= 0
    MatrixXd across;    ///< 2 x n, in the two directions across each
    VectorXd velocity;  ///< with all of them
};

/// Rounds over friction, collision by collision: each step takes as much energy as it can.
class Rounds {
   public:
    Rounds(const MatrixXd& normals, const MatrixXd& tangents)
        : normals_(normals), tangents_(tangents) {}

    /// The matrices are filled now.
    void prepare() {
        steps_.resize(normals_.cols());
        for (Column i = 0; i < normals_.cols(); ++i) {
            const auto t = tangents_.col(2 * i), v = tangents_.col(2 * i + 1);
            const double p = t.squaredNorm(), q = v.squaredNorm();
            // 1 / the larger eigenvalue: no step goes too far.
            steps_[i] = 1 / ((p + q) / 2 + math::hypot((p - q) / 2, t.dot(v)));
        }
    }

    /// One round, within `most`.
    void rub(Impulses& impulses, const VectorXd& most) const {
        for (Column i = 0; i < normals_.cols(); ++i) rub(impulses, i, most[i]);
    }

    /// Rounds of friction and of what stops whatever approaches by it, until no velocity changes.
    void settle(Impulses& impulses, const VectorXd& most, double scale) const {
        for (int round = 0; round < most_friction_rounds; ++round) {
            const VectorXd before = impulses.velocity;
            for (Column i = 0; i < normals_.cols(); ++i) {
                rub(impulses, i, most[i]);
                press(impulses, i);
            }
            if ((impulses.velocity - before).norm() <= rounding_of_rounds * scale) break;
        }
    }

   private:
    const MatrixXd &normals_, &tangents_;
    VectorXd steps_;

    void rub(Impulses& impulses, Column i, double most) const {
        if (!(most > 0) && impulses.across.col(i).isZero(0)) return;
        const auto both = tangents_.middleCols<2>(2 * i);
        Vector2d to = impulses.across.col(i) - steps_[i] * (both.transpose() * impulses.velocity);
        if (to.norm() > most) to *= most / to.norm();
        impulses.velocity += both * (to - impulses.across.col(i));
        impulses.across.col(i) = to;
    }
    void press(Impulses& impulses, Column i) const {
        const auto n = normals_.col(i);
        const double from = impulses.along[i];
        const double to = std::max(from - n.dot(impulses.velocity) / n.squaredNorm(), 0.0);
        impulses.along[i] = to;
        impulses.velocity += n * (to - from);
    }
};

/// One set of impulses for all collisions. Two bodies have twelve velocities, so that this is done
/// to rounding, by active sets, and not as for many bodies (impulses.h), where it is ended early
/// and depends on the order of contacts. In scaled velocities, u before and v after:
/// - Without friction: of all v in which nothing approaches, the closest to u, is v0. These are a
///   cone, so that v0 and v0 - u are at right angles, and v = u + (1 + e) (v0 - u) has, by
///   Pythagoras, the square |v0|^2 + e^2 |v0 - u|^2: no more than u, and the same for e = 1. What
///   approached parts with at least e of its speed. It is the same to ask that nothing approaches
///   in v + e u.
/// - With friction that is asked as well; friction takes as much energy as it can within what the
///   normal impulses allow, and the two are found in turns until they agree. Where energy would
///   grow (friction can turn speed across normals into speed along them) e is made less.
/// - What was parting and approaches by that is stopped at last, which takes energy.
class Together {
   public:
    Together(const Inertial& a, const Inertial& b, const ImpactBody& body_a,
             const ImpactBody& body_b, std::vector<Impact>& impacts)
        : a_(a), b_(b), impacts_(impacts), before_(12), rounds_(normals_, tangents_) {
        before_ << a.scaled(body_a.twist), b.scaled(body_b.twist);
        const auto count = static_cast<Column>(impacts.size());
        normals_.resize(12, count);
        tangents_.resize(12, 2 * count);
        for (Column i = 0; i < count; ++i) {
            const Impact& one = impacts[static_cast<std::size_t>(i)];
            const auto [t, v] = across(one.normal);
            normals_.col(i) = change(one.point, one.normal);
            tangents_.col(2 * i) = change(one.point, t);
            tangents_.col(2 * i + 1) = change(one.point, v);
        }
        rounds_.prepare();
    }

    void solve(double restitution, double friction) {
        Impulses made = pressed(MatrixXd::Zero(2, normals_.cols()), restitution);
        if (made.along.isZero(0)) return;
        if (friction > 0) made = rubbing(made, restitution, friction);
        stop(made);
        for (std::size_t i = 0; i < impacts_.size(); ++i) {
            const auto k = static_cast<Column>(i);
            const auto [t, v] = across(impacts_[i].normal);
            impacts_[i].impulse =
                made.along[k] * impacts_[i].normal + made.across(0, k) * t + made.across(1, k) * v;
        }
    }

   private:
    const Inertial &a_, &b_;
    std::vector<Impact>& impacts_;
    VectorXd before_;
    MatrixXd normals_, tangents_;  ///< what unit impulses do to the velocities
    Rounds rounds_;

    [[nodiscard]] VectorXd change(const Vector3d& point, const Vector3d& direction) const {
        VectorXd made(12);
        made << a_.change(point, direction), -b_.change(point, direction);
        return made;
    }

    /// With normal impulses as restitution wants them, beside what there is across.
    [[nodiscard]] Impulses pressed(const MatrixXd& across, double restitution) const {
        Impulses made{{}, across, before_ + tangents_ * across.reshaped()};
        made.along = least_squares_not_negative(normals_, -(made.velocity + restitution * before_));
        made.velocity += normals_ * made.along;
        return made;
    }

    [[nodiscard]] Impulses rubbing(const Impulses& smooth, double restitution,
                                   double friction) const {
        for (int halving = 0; halving < most_halvings; ++halving) {
            const double e = halving + 1 < most_halvings ? std::ldexp(restitution, -halving) : 0;
            const Impulses made = in_turns(e, friction);
            if (made.velocity.squaredNorm() <= before_.squaredNorm()) return made;
            if (e == 0) break;
        }
        return rubbing_after(smooth, friction);
    }

    /// Impulses across, then along, then across again. With much friction there need not be any
    /// that go together; then it is what the last turn makes.
    [[nodiscard]] Impulses in_turns(double restitution, double friction) const {
        Impulses made = pressed(MatrixXd::Zero(2, normals_.cols()), restitution);
        for (int i = 0; i < most_friction_turns; ++i) {
            const VectorXd before = made.velocity, most = friction * made.along;
            for (int k = 0; k < rounds_per_turn; ++k) rounds_.rub(made, most);
            made = pressed(made.across, restitution);
            if ((made.velocity - before).norm() <= rounding_of_rounds * before_.norm()) break;
        }
        hold(made, friction);
        return made;
    }

    /// Friction to what the normal impulses allow.
    void hold(Impulses& made, double friction) const {
        for (Column i = 0; i < made.along.size(); ++i) {
            const double most = friction * made.along[i], now = made.across.col(i).norm();
            if (now <= most) continue;
            const Vector2d less = made.across.col(i) * (1 - most / now);
            made.across.col(i) -= less;
            made.velocity -= tangents_.middleCols<2>(2 * i) * less;
        }
    }

    /// Normal impulses as if there were no friction, then friction within what they allow.
    [[nodiscard]] Impulses rubbing_after(Impulses made, double friction) const {
        const VectorXd most = friction * made.along, along = made.along;
        made.along.setZero();  // what is added
        rounds_.settle(made, most, before_.norm());
        made.along += along;
        return made;
    }

    void stop(Impulses& made) const {
        const VectorXd more = least_squares_not_negative(normals_, -made.velocity);
        made.along += more;
        made.velocity += normals_ * more;
    }
};

// ---- what is asked ----

Result<void> check(const ImpactBody& body, const std::string& name) {
    const auto wrong = [&](const char* what, const char* field) {
        return fail(ErrorCode::bad_argument, what, name + ", " + field);
    };
    if (!body.twist.velocity.allFinite()) return wrong("not finite", "velocity");
    if (!body.twist.angular_velocity.allFinite()) return wrong("not finite", "angular velocity");
    if (!(body.restitution >= 0 && body.restitution <= 1)) {
        return wrong("not from 0 to 1", "restitution");
    }
    if (!(body.friction >= 0) || !std::isfinite(body.friction)) {
        return wrong("not a finite number from 0 on", "friction");
    }
    if (!body.mass) {
        if (body.twist.velocity.isZero(0) && body.twist.angular_velocity.isZero(0)) return {};
        return wrong("a body without mass stands still; give it one, or no velocity", "velocity");
    }
    if (!(body.mass->mass > 0) || !std::isfinite(body.mass->mass)) {
        return wrong("not a positive, finite number", "mass");
    }
    if (!body.mass->centre.allFinite()) return wrong("not finite", "centre of mass");
    const Matrix3d& inertia = body.mass->inertia;
    if (!inertia.allFinite() || !inertia.isApprox(inertia.transpose(), 1e-9) ||
        inertia.llt().info() != Eigen::Success) {
        return wrong("not symmetric and positive definite", "inertia");
    }
    return {};
}

Result<void> check(const ImpactBody& a, const ImpactBody& b, double duration,
                   const ImpactOptions& options) {
    if (const auto good = check(a, "a"); !good) return good;
    if (const auto good = check(b, "b"); !good) return good;
    if (!a.mass && !b.mass) {
        return fail(ErrorCode::bad_argument, "neither body can be pushed; give one a mass", "mass");
    }
    if (!(duration > 0) || !std::isfinite(duration)) {
        return fail(ErrorCode::bad_argument, "not a positive, finite time", "duration");
    }
    const double turn =
        duration * (a.twist.angular_velocity.norm() + b.twist.angular_velocity.norm());
    if (!(turn < std::numbers::pi)) {
        return fail(ErrorCode::bad_argument,
                    "the bodies turn by half a circle or more in a step; take shorter ones",
                    "duration");
    }
    if (!(options.together >= 0 && options.together <= 1)) {
        return fail(ErrorCode::bad_argument, "not a share from 0 to 1", "together");
    }
    const OverlapResult start = overlap({a.shape, a.world_from_body}, {b.shape, b.world_from_body});
    if (start.relation == Relation::overlapping) {
        return fail(ErrorCode::bad_argument, "the bodies overlap at the start; set them apart",
                    "a and b");
    }
    return {};
}

Result<Pose> end_of(const ImpactBody& body, double duration) {
    if (!body.mass) return body.world_from_body;
    return integrate_free_flight(body.world_from_body, body.mass->centre, body.twist, duration);
}

/// The collisions at one moment, that of the first: each is where its two points are then, or half
/// way, and its normal is turned with the body whose face it is, with both for two edges. So every
/// impulse has its opposite at the same point, and angular momentum is kept.
std::vector<Impact> at_one_moment(std::span<const Collision> found, const CollisionResult& step,
                                  const ImpactBody& a, const ImpactBody& b, const Screw& screw_a,
                                  const Screw& screw_b, const Pose& a_then, const Pose& b_then) {
    std::vector<Impact> made;
    const Pose b_from_world = b.world_from_body.inverse();
    for (const Collision& one : found) {
        // As the collisions see it: b stands, and a goes past it.
        const Pose a_past_b = pose_at(step.motion, a.world_from_body, one.fraction);
        const Vector3d point_in_b = b_from_world * (a_past_b * one.point_in_a);
        const Vector3d on_a = a_then * one.point_in_a, on_b = b_then * point_in_b;
        // The normal at its own time, brought to the moment by a or by b.
        const auto turned = [&](const Pose& then, const Screw& screw, const Pose& start) {
            const Pose own = screw.pose_at(start, one.fraction);
            return Vector3d(then.rotation() * (own.rotation().conjugate() * one.contact.normal));
        };
        const Vector3d with_a = turned(a_then, screw_a, a.world_from_body);
        const Vector3d with_b = turned(b_then, screw_b, b.world_from_body);
        const ContactKind kind = one.contact.kind;
        const Vector3d normal = kind == ContactKind::face_vertex   ? with_a
                                : kind == ContactKind::vertex_face ? with_b
                                                                   : Vector3d(with_a + with_b);
        made.push_back({one, (on_a + on_b) / 2, normal.normalized(), Vector3d::Zero()});
    }
    return made;
}

}  // namespace

Result<Pose> integrate_free_flight(const Pose& world_from_body, const Vector3d& centre_in_body,
                                   const Twist& twist, double duration) {
    const Vector3d turn = twist.angular_velocity * duration;
    const double angle = turn.norm();
    if (!std::isfinite(angle) || !centre_in_body.allFinite()) {
        return fail(ErrorCode::bad_argument, "not finite", "twist");
    }
    const Eigen::Quaterniond by(math::rotation_about(
        angle > 0 ? Vector3d(turn / angle) : Vector3d(Vector3d::UnitZ()), angle));
    const Eigen::Quaterniond rotation = angle > 0
                                            ? Eigen::Quaterniond(by * world_from_body.rotation())
                                            : Eigen::Quaterniond(world_from_body.rotation());
    // By how far the origin of the body is carried: nothing is lost of it far from the world's.
    const Vector3d arm = world_from_body.rotation() * -centre_in_body;
    const Vector3d swing = angle > 0 ? Vector3d(by * arm - arm) : Vector3d(Vector3d::Zero());
    return Pose::make(world_from_body.translation() + twist.velocity * duration + swing, rotation);
}

Result<ImpactResult> impact(const ImpactBody& a, const ImpactBody& b, double duration,
                            const ImpactOptions& options) {
    if (const auto good = check(a, b, duration, options); !good) {
        return tl::unexpected(good.error());
    }
    const auto a_to = end_of(a, duration), b_to = end_of(b, duration);
    if (!a_to) return tl::unexpected(a_to.error());
    if (!b_to) return tl::unexpected(b_to.error());
    CollisionOptions asked;
    asked.min_properness = options.min_properness;
    const auto step = all_collisions(BodyStep{a.shape, a.world_from_body, *a_to},
                                     BodyStep{b.shape, b.world_from_body, *b_to}, asked);
    if (!step) return tl::unexpected(step.error());

    ImpactResult result{{}, 1, *a_to, *b_to, a.twist, b.twist};
    if (step->collisions.empty()) return result;
    const auto groups = group_within(step->collisions, options.together);
    const Screw screw_a = screw_between(a.world_from_body, *a_to);
    const Screw screw_b = screw_between(b.world_from_body, *b_to);
    result.fraction = groups.front().front().fraction;
    result.world_from_a = screw_a.pose_at(a.world_from_body, result.fraction);
    result.world_from_b = screw_b.pose_at(b.world_from_body, result.fraction);
    result.impacts = at_one_moment(groups.front(), *step, a, b, screw_a, screw_b,
                                   result.world_from_a, result.world_from_b);

    const Inertial heavy_a(a, result.world_from_a), heavy_b(b, result.world_from_b);
    Together(heavy_a, heavy_b, a, b, result.impacts)
        .solve(std::max(a.restitution, b.restitution), std::sqrt(a.friction * b.friction));
    result.a = heavy_a.pushed_by(result.impacts, 1, a.twist);
    result.b = heavy_b.pushed_by(result.impacts, -1, b.twist);
    return result;
}

}  // namespace swept

// One body's motion seen from another: D(f) = B(f)^-1 A(f) for the world displacements A and B.
// Where D is a motion of our three kinds it is returned as it is; otherwise the screw S with the
// same end stands for it, together with a bound on how far the two part.
//
// The bound. Let a(p), b(p) be the velocity fields of the two motions (docs/derivations/motions.md,
// "Velocity field"), c = a - b, and R the rotation of B(f). The point z = D(f) x moves with the
// field v_f(z) = R^-1 c(B(f) z), the point s = S(f) x with a constant field w(s). For the gap g = z
// - s
//     g' = v_f(z) - w(s) = (v_f - w)(s) + (turn of v_f) x g,
// and the last term is at right angles to g, hence |g|' <= |(v_f - w)(s)|. The gap is zero at both
// ends, so that it is at most half the integral of the right side over the whole motion. The field
// v_f in turn changes at the rate
//     d v_f(p)/df = R^-1 [a, b](B(f) p),    [a, b](y) = (turn_a - turn_b) x b(y) - turn_b x c(y),
// which is a velocity field with the turn turn_a x turn_b. Measured from the middle of the motion,
//     |g| <= |v_middle - w| / 2 + |[a, b]| / 8,
// the largest values over all places which the ball can reach. Both terms vanish when the axes
// coincide; in n pieces the first falls as 1/n^3, the second as 1/n^2, and the bound becomes sharp.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "core/assert.h"
#include "math/checks.h"
#include "math/expansion.h"
#include "math/motion_access.h"
#include "math/pose_access.h"
#include "math/relative_motion.h"
#include "swept/tolerance.h"

namespace swept::math_detail {

namespace {

using exact::Expansion;
using Offset = std::array<Expansion<2>, 3>;

constexpr std::size_t most_pieces = 1'000'000;

// ------------------------------------------------------------------------------ exact cases

bool at_rest(const Translation& m) {
    return m.vector().isZero(0);
}
bool at_rest(const Rotation& m) {
    return m.angle() == 0;
}
bool at_rest(const Screw& m) {
    return m.angle() == 0 && m.advance() == 0;
}

/// The vector of a motion without a turn.
std::optional<Eigen::Vector3d> straight(const Translation& m) {
    return m.vector();
}
std::optional<Eigen::Vector3d> straight(const Rotation& m) {
    if (m.angle() == 0) return Eigen::Vector3d(0, 0, 0);
    return std::nullopt;
}
std::optional<Eigen::Vector3d> straight(const Screw& m) {
    if (m.angle() == 0) return Eigen::Vector3d(m.advance() * m.axis());
    return std::nullopt;
}

struct Line {
    Eigen::Vector3d origin;
    Eigen::Vector3d axis;
};

/// The axis of a motion with a turn.
std::optional<Line> line_of(const Motion& motion) {
    if (const auto* r = std::get_if<Rotation>(&motion); r != nullptr && r->angle() != 0) {
        return Line{r->origin(), r->axis()};
    }
    if (const auto* s = std::get_if<Screw>(&motion); s != nullptr && s->angle() != 0) {
        return Line{s->origin(), s->axis()};
    }
    return std::nullopt;
}

/// Does the cross product vanish exactly? (Where its terms underflow, the answer is about lengths
/// of 2^-1000.)
bool is_parallel(const Offset& offset, const Eigen::Vector3d& axis) {
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const auto left = exact::scaled(offset[i], axis[static_cast<Eigen::Index>(j)]);
        const auto right = exact::scaled(offset[j], axis[static_cast<Eigen::Index>(i)]);
        if ((left - right).sign() != 0) return false;
    }
    return true;
}

/// to - from without rounding.
Offset offset_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    return {Expansion<2>(exact::two_difference(to[0], from[0])),
            Expansion<2>(exact::two_difference(to[1], from[1])),
            Expansion<2>(exact::two_difference(to[2], from[2]))};
}

/// +1 or -1 when the directions are the same or opposite to the bit, 0 otherwise.
double same_direction(const Eigen::Vector3d& axis, const Line& line) {
    if (axis == line.axis) return 1;
    return axis == -line.axis ? -1 : 0;
}

double same_axis(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, const Line& line) {
    return is_parallel(offset_between(line.origin, origin), axis) ? same_direction(axis, line) : 0;
}

/// A motion as a turn about a given line and an advance along it.
struct AlongLine {
    double angle;
    double advance;
};

std::optional<AlongLine> along(const Translation& m, const Line& line) {
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
    if (!is_parallel(offset_between(zero, m.vector()), line.axis)) return std::nullopt;
    return AlongLine{0, m.vector().dot(line.axis)};
}
std::optional<AlongLine> along(const Rotation& m, const Line& line) {
    const double sign = same_axis(m.origin(), m.axis(), line);
    if (sign == 0) return std::nullopt;
    return AlongLine{sign * m.angle(), 0};
}
std::optional<AlongLine> along(const Screw& m, const Line& line) {
    const double sign =
        m.angle() == 0 ? same_direction(m.axis(), line) : same_axis(m.origin(), m.axis(), line);
    if (sign == 0) return std::nullopt;
    return AlongLine{sign * m.angle(), sign * m.advance()};
}

/// Both motions about one line: turns and glides are subtracted.
std::optional<Motion> about_common_line(const Motion& motion_a, const Motion& motion_b) {
    const std::optional<Line> of_a = line_of(motion_a);
    const std::optional<Line> line = of_a ? of_a : line_of(motion_b);
    if (!line) return std::nullopt;
    const auto along_line = [&](const auto& m) { return along(m, *line); };
    const auto a = std::visit(along_line, motion_a);
    const auto b = std::visit(along_line, motion_b);
    if (!a || !b) return std::nullopt;
    const double angle = a->angle - b->angle;
    const double advance = a->advance - b->advance;
    if (advance == 0) return MotionAccess::rotation(line->origin, line->axis, angle);
    return MotionAccess::screw(line->origin, line->axis, angle, advance);
}

/// The relative motion where it is a translation, a rotation or a screw.
std::optional<Motion> exact_motion(const Motion& motion_a, const Motion& motion_b) {
    const auto rests = [](const auto& m) { return at_rest(m); };
    const auto vector = [](const auto& m) { return straight(m); };
    if (std::visit(rests, motion_b)) return motion_a;
    if (std::visit(rests, motion_a)) return inverse(motion_b);
    const auto vector_a = std::visit(vector, motion_a);
    const auto vector_b = std::visit(vector, motion_b);
    if (vector_a && vector_b) return MotionAccess::translation(*vector_a - *vector_b);
    return about_common_line(motion_a, motion_b);
}

// ------------------------------------------------------------------------------ the bound

/// The velocity field turn x (p - origin) + advance of a motion, per unit of fraction
/// (docs/derivations/motions.md, "Velocity field").
struct Field {
    Eigen::Vector3d turn;
    Eigen::Vector3d origin;
    Eigen::Vector3d advance;

    [[nodiscard]] Eigen::Vector3d at(const Eigen::Vector3d& p) const {
        return turn.cross(p - origin) + advance;
    }
    /// What the named point of the axis costs where it is far along it, beyond coordinates that
    /// count anyway (ScrewTrajectory::rounded_along; poses start at the origin).
    [[nodiscard]] double rounded_along(double counted) const {
        const double angle = turn.norm();
        if (!(angle > 0)) return 0;
        const double beyond = std::abs(origin.dot(turn)) / angle - counted;
        return beyond > 0 ? beyond * std::min(angle, 1.0) : 0;
    }
};

Field field_of(const Translation& m) {
    return {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(), m.vector()};
}
Field field_of(const Rotation& m) {
    return {m.angle() * m.axis(), m.origin(), Eigen::Vector3d::Zero()};
}
Field field_of(const Screw& m) {
    return {m.angle() * m.axis(), m.origin(), m.advance() * m.axis()};
}

/// Two motions, a ball carried by the first, and what all pieces have in common.
struct TwoMotions {
    const Motion& motion_a;
    const Motion& motion_b;
    Motion undo_b;
    Field a;
    Field b;
    Sphere ball;
    double rounding;

    TwoMotions(const Motion& of_a, const Motion& of_b, const Sphere& ball_of_a)
        : motion_a(of_a),
          motion_b(of_b),
          undo_b(inverse(of_b)),
          a(std::visit([](const auto& m) { return field_of(m); }, of_a)),
          b(std::visit([](const auto& m) { return field_of(m); }, of_b)),
          ball(ball_of_a),
          rounding(rounding_of_poses()) {}

    /// Where a is displaced to at a fraction, seen from b. Anchored, as all motions are.
    [[nodiscard]] Pose displacement(double fraction) const {
        return pose_at(undo_b, swept::displacement(motion_a, fraction), fraction);
    }

    /// The rate at which the field seen from b changes, at a place in the world.
    [[nodiscard]] Eigen::Vector3d bracket(const Eigen::Vector3d& place) const {
        const Eigen::Vector3d field_b = b.at(place);
        return (a.turn - b.turn).cross(field_b) - b.turn.cross(a.at(place) - field_b);
    }

    /// What rounding adds. A point passes through four poses: of a, of b, of the piece's start and
    /// of its motion. Each turns it with an error below 26 u of its coordinates (a quaternion off
    /// by 13 u, twice that in angle) and moves and places it with less than 6 u more; 4 (26 + 6) =
    /// 128. An angle is rounded once per motion, hence the factors (1 + angle); coordinates grow by
    /// the travels.
    [[nodiscard]] double rounding_of_poses() const {
        const double near =
            ball.centre.norm() + ball.radius + a.at(ball.centre).norm() + b.at(ball.centre).norm();
        const double coordinates = near + a.rounded_along(near) + b.rounded_along(near);
        return 128 * tolerance::unit_roundoff * (1 + a.turn.norm()) * (1 + b.turn.norm()) *
               coordinates;
    }
};

/// The bound of the file's head for one piece. Fields are measured at the centre of the ball;
/// further out they differ by their turn times the distance.
double deviation_bound(const TwoMotions& two, const RelativeMotion& piece, const Screw& screw) {
    const double share = piece.end - piece.begin;
    SWEPT_ASSERT(0 <= piece.begin && piece.begin <= piece.end && piece.end <= 1,
                 "a piece is a share of the motion");
    const Eigen::Vector3d centre = piece.start * two.ball.centre;
    const Pose at_centre = PoseAccess::make(centre, Quaternion::Identity());
    const Pose in_world = pose_at(two.motion_b, at_centre, piece.begin + share / 2);
    const Eigen::Vector3d& place = in_world.translation();
    const Eigen::Matrix3d seen_from_b = in_world.rotation_matrix().transpose();

    const Field w = field_of(screw);
    const double travel = w.at(centre).norm();
    const double reach = two.ball.radius + travel;
    const Eigen::Vector3d turn = share * (seen_from_b * (two.a.turn - two.b.turn));
    const Eigen::Vector3d speed = share * (seen_from_b * (two.a.at(place) - two.b.at(place)));
    const double mismatch = (speed - w.at(centre)).norm() + (turn - w.turn).norm() * reach;

    // Half the piece lies on either side of the middle, where b carries the place along.
    const double reach_in_world = reach + share / 2 * two.b.at(place).norm();
    const double change =
        share * share *
        (two.bracket(place).norm() + two.a.turn.cross(two.b.turn).norm() * reach_in_world);

    return (1 + 1e-9) * (mismatch / 2 + change / 8) + two.rounding;
}

/// What a screw without a turn leaves out: a turn too small to have an axis within the coordinates.
double turn_left_out(const TwoMotions& two, const Pose& from, const Pose& to, const Screw& screw) {
    if (screw.angle() != 0) return 0;
    const Eigen::Matrix3d turn = to.rotation_matrix() - from.rotation_matrix();
    return turn.norm() * (two.ball.centre.norm() + two.ball.radius);
}

RelativeMotion joined_by_screw(const TwoMotions& two, double begin, double end) {
    RelativeMotion piece;
    piece.begin = begin;
    piece.end = end;
    piece.start = two.displacement(begin);
    const Pose goal = two.displacement(end);
    const Screw screw = screw_between(piece.start, goal);
    piece.motion = screw;
    const double bound =
        deviation_bound(two, piece, screw) + turn_left_out(two, piece.start, goal, screw);
    // Speeds whose squares leave the range of double: nothing is known, and that is said.
    piece.deviation = std::isfinite(bound) ? bound : std::numeric_limits<double>::infinity();
    return piece;
}

// ------------------------------------------------------------------------------ pieces

/// All pieces of a share of the step; false as soon as one of them strays too far.
bool in_pieces(const TwoMotions& two, std::size_t count, double largest_deviation,
               const ShareOfStep& share, std::vector<RelativeMotion>& pieces) {
    pieces.clear();
    const auto n = static_cast<double>(count);
    const double length = share.end - share.begin;
    double begin = share.begin;
    for (std::size_t i = 1; i <= count; ++i) {
        const double end =
            i < count ? share.begin + length * (static_cast<double>(i) / n) : share.end;
        pieces.push_back(joined_by_screw(two, begin, end));
        if (!(pieces.back().deviation <= largest_deviation)) return false;
        begin = end;
    }
    return true;
}

std::optional<Error> check_pieces(const Sphere& ball, double largest_deviation) {
    if (!(largest_deviation > 0) || !std::isfinite(largest_deviation)) {
        return Error{ErrorCode::bad_argument,
                     "not a positive length; say how far the motion may stray from the true path",
                     "largest_deviation"};
    }
    if (auto error = check_lengths(ball.centre, "ball")) return error;
    if (ball.radius < 0) {
        return Error{ErrorCode::bad_argument, "the radius is negative; it must be zero or more",
                     "ball"};
    }
    return check_number(ball.radius, "ball");
}

tl::unexpected<Error> too_many_pieces() {
    return fail(ErrorCode::bad_argument,
                "more than a million pieces would be needed; allow a larger deviation",
                "largest_deviation");
}

}  // namespace

}  // namespace swept::math_detail

namespace swept {

using namespace math_detail;

RelativeMotion relative_motion(const Motion& motion_a, const Motion& motion_b, const Sphere& ball) {
    if (const auto motion = exact_motion(motion_a, motion_b)) {
        RelativeMotion whole;
        whole.motion = *motion;
        return whole;
    }
    return joined_by_screw(TwoMotions(motion_a, motion_b, ball), 0, 1);
}

Result<std::vector<RelativeMotion>> relative_motion(const Motion& motion_a, const Motion& motion_b,
                                                    const Sphere& ball, double largest_deviation) {
    std::vector<RelativeMotion> pieces;
    if (const auto done =
            relative_motion(motion_a, motion_b, ball, largest_deviation, {0, 1}, pieces);
        !done) {
        return tl::unexpected(done.error());
    }
    return pieces;
}

}  // namespace swept

namespace swept::math_detail {

Result<void> relative_motion(const Motion& motion_a, const Motion& motion_b, const Sphere& ball,
                             double largest_deviation, const ShareOfStep& share,
                             std::vector<RelativeMotion>& pieces) {
    pieces.clear();
    if (auto error = check_pieces(ball, largest_deviation)) return tl::unexpected(*error);
    if (exact_motion(motion_a, motion_b)) {
        pieces.push_back(relative_motion(motion_a, motion_b, ball));
        return {};
    }
    const TwoMotions two(motion_a, motion_b, ball);
    if (!(two.rounding < largest_deviation)) return too_many_pieces();

    // A first guess from the term that falls as 1/n^2, which is what remains of the bound for small
    // pieces; the other terms are found out by trying.
    const double change =
        two.bracket(ball.centre).norm() + two.a.turn.cross(two.b.turn).norm() * ball.radius;
    const double guess =
        std::ceil((share.end - share.begin) * std::sqrt(change / 8 / largest_deviation));
    if (!(guess <= static_cast<double>(most_pieces))) return too_many_pieces();
    auto count = std::max<std::size_t>(1, static_cast<std::size_t>(guess));
    for (; count <= most_pieces; count += count / 4 + 1) {
        if (in_pieces(two, count, largest_deviation, share, pieces)) return {};
    }
    return too_many_pieces();
}

}  // namespace swept::math_detail

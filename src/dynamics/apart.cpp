#include "dynamics/apart.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "swept/tolerance.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Round-off bound. Corners on the way are off by 19 u, their measures by 13 u, and normals that
/// turn by 75 u; all times the largest coordinate (docs/derivations/planes.md).
constexpr double measuring = 192 * tolerance::unit_roundoff;

double reach_of(const Traveller& t) {
    return t.plan->centre.cwiseAbs().maxCoeff() + t.plan->way.norm() + 2 * t.plan->radius +
           t.plan->centre_in_body.norm();
}

/// How far a point of one goes at most as the other sees it.
double travel_between(const Traveller& a, const Traveller& b) {
    const Vector3d zero = Vector3d::Zero();
    const Vector3d way = (a.stands ? zero : a.plan->way) - (b.stands ? zero : b.plan->way);
    return way.norm() + (a.stands ? 0 : a.plan->angle * a.plan->radius) +
           (b.stands ? 0 : b.plan->angle * b.plan->radius);
}

/// How far corners may stray from straight lines over a whole way, as a plane sees them that keeps
/// its direction, or turns with a or with b. Over a share of the way it is the square of that.
struct Bows {
    double fixed = 0, with_a = 0, with_b = 0;

    Bows(const Traveller& a, const Traveller& b) {
        const double turn_a = a.stands ? 0 : a.plan->angle, turn_b = b.stands ? 0 : b.plan->angle;
        const double r_a = a.plan->radius, r_b = b.plan->radius;
        const Vector3d zero = Vector3d::Zero();
        const Vector3d from_a = a.plan->centre + (a.stands ? a.at : 0) * a.plan->way;
        const Vector3d from_b = b.plan->centre + (b.stands ? b.at : 0) * b.plan->way;
        const double way =
            ((a.stands ? zero : a.plan->way) - (b.stands ? zero : b.plan->way)).norm();
        const double far = (from_a - from_b).norm() + way;
        fixed = (turn_a * turn_a * r_a + turn_b * turn_b * r_b) / 8;
        with_a = (turn_b * turn_b * r_b + 2 * turn_a * (way + turn_b * r_b) +
                  turn_a * turn_a * (far + r_b)) /
                 8;
        with_b = (turn_a * turn_a * r_a + 2 * turn_b * (way + turn_a * r_a) +
                  turn_b * turn_b * (far + r_a)) /
                 8;
    }
};

/// The box of a world box in the coordinates of a placed shape.
Box in_frame(const Box& box, const Pose& pose) {
    const Eigen::Matrix3d turn = pose.rotation_matrix();
    const Vector3d centre = turn.transpose() * (box.centre() - pose.translation());
    const Vector3d half = turn.transpose().cwiseAbs() * (box.size() / 2);
    const Vector3d room = Vector3d::Constant(1e-9 * (half.norm() + box.centre().norm()));
    return {centre - half - room, centre + half + room};
}

}  // namespace

double ApartProver::pieces_free_until(const Traveller& a, std::uint32_t piece_a, const Traveller& b,
                                      std::uint32_t piece_b, double from, double to,
                                      Vector3d& direction, Detail detail) {
    Frame frame_a[2], frame_b[2];  // at the start and at the end of a piece of the way
    const Hull &hull_a = *a.body->hull, &hull_b = *b.body->hull;
    const PlacedPiece a0 = hull_a.placed(piece_a, frame_a[0]),
                      a1 = hull_a.placed(piece_a, frame_a[1]);
    const PlacedPiece b0 = hull_b.placed(piece_b, frame_b[0]),
                      b1 = hull_b.placed(piece_b, frame_b[1]);
    const double rounding = measuring * (reach_of(a) + reach_of(b));
    const double travel = travel_between(a, b);
    // Those that are as close as usual need not get closer.
    const auto shortest = [&](double gap, bool closer) {
        if (detail == Detail::coarse) return 0.125;
        return travel > 0 ? (gap <= usual_ && closer ? 2 * usual_ : 0.05 * least_) / travel : 1;
    };
    const Bows bows(a, b);
    double at = from, length = to - from;
    frame_a[0] = Frame(a.pose(at));
    frame_b[0] = Frame(b.pose(at));
    double kept = least_;  // what must be left between them
    bool begun = false;
    bool measured = false;  // whether `near` is that of the start of this piece
    Closest near;
    while (at < to) {
        ++tests;
        const double end = std::min(at + length, to);
        length = end - at;
        frame_a[1] = Frame(a.pose(end));
        frame_b[1] = Frame(b.pose(end));
        const double square = length * length;
        double start_gap = 0, end_gap = 0;  // along the best direction that was tried
        /// Whether a plane shows it that looks along n0 at the start and along n1 at the end.
        const auto with = [&](double bow, const Vector3d& n0, const Vector3d& n1) {
            const double need = bow * square + rounding;
            const double first = gap_along(a0, b0, n0);
            const double last = gap_along(a1, b1, n1);
            if (last > end_gap || start_gap == 0) {
                start_gap = first;
                end_gap = last;
            }
            if (!(first >= need) || !(last >= need + kept)) return false;
            direction = n1;
            return true;
        };
        /// The same of one that keeps its direction, or turns with one of them.
        const auto proven = [&](const Vector3d& n, bool at_start) {
            if (with(bows.fixed, n, n)) return true;
            const auto turned = [&](double bow, const Frame* frame) {
                const Eigen::Matrix3d turn = frame[1].turn * frame[0].turn.transpose();
                return at_start ? with(bow, n, turn * n) : with(bow, turn.transpose() * n, n);
            };
            if (!a.stands && a.plan->angle > 0 && turned(bows.with_a, frame_a)) return true;
            return !b.stands && b.plan->angle > 0 && turned(bows.with_b, frame_b);
        };
        if (!begun) {
            // What is closer already than it should be may go on, and come closer by a little.
            begun = true;
            if (gap_along(a0, b0, direction) < 2 * least_) {
                near = closest(a0, b0, direction);
                measured = true;
                if (!near.apart) return at;
                direction = near.normal;
                kept = std::min(least_, 0.9 * near.distance);
            }
        }
        bool good = proven(direction, true);
        if (!good) {
            if (!measured) near = closest(a0, b0, direction);
            measured = true;
            if (!near.apart) return at;
            direction = near.normal;
            start_gap = 0;
            good = proven(near.normal, true);
        }
        bool closer = true;
        if (!good) {
            const Closest there = closest(a1, b1, direction);
            closer = !there.apart || there.distance < near.distance;
            if (there.apart && there.distance >= kept) {
                const double swing = (there.normal - near.normal).norm() / length;
                good = proven(there.normal, false) ||
                       with(bows.fixed + swing * travel / 4, near.normal, there.normal);
            }
        }
        if (good) {
            at = end;
            length *= 2;
            frame_a[0] = frame_a[1];
            frame_b[0] = frame_b[1];
            measured = false;
            continue;
        }
        const double least_length = shortest(start_gap, closer);
        if (length <= least_length) return at;
        // Along the direction of the shortest distance they come to their usual gap about here.
        double share = 0.5;
        if (start_gap > end_gap) {
            share = std::clamp((start_gap - usual_) / (start_gap - end_gap), 1.0 / 16, 0.5);
        }
        length = std::max(length * share, 0.9 * least_length);
    }
    return to;
}

double ApartProver::free_until(const Traveller& a, const Traveller& b, double from, double to,
                               Vector3d& direction, Detail detail) {
    const Hull &p = *a.body->hull, &q = *b.body->hull;
    first_a = first_b = 0;
    if (p.piece_count() == 1 && q.piece_count() == 1) {
        return pieces_free_until(a, 0, b, 0, from, to, direction, detail);
    }
    if (p.piece_count() < q.piece_count()) {
        direction = -direction;
        const double found = free_until(b, a, from, to, direction, detail);
        direction = -direction;
        std::swap(first_a, first_b);
        return found;
    }
    // Those pieces of a that come near b: boxes of the ways, seen from where a starts.
    double least = to;
    const Pose start = a.pose(from);
    Box around = b.plan->box;
    around.lower.array() -= usual_;
    around.upper.array() += usual_;
    if (!a.stands) {  // as if b went all that a goes
        around.lower.array() -= a.plan->largest;
        around.upper.array() += a.plan->largest;
    }
    std::vector<std::uint32_t> pieces_a;
    p.in_box(in_frame(around, start), [&](std::uint32_t i) { pieces_a.push_back(i); });
    std::ranges::sort(pieces_a);
    for (const std::uint32_t i : pieces_a) {
        Box own = placed_box(p.box_of(i), start);
        const double room = usual_ + travel_between(a, b) * (1 + 1e-9);
        own.lower.array() -= room;
        own.upper.array() += room;
        std::vector<std::uint32_t> pieces_b;
        q.in_box(in_frame(own, b.pose(from)), [&](std::uint32_t k) { pieces_b.push_back(k); });
        std::ranges::sort(pieces_b);
        for (const std::uint32_t k : pieces_b) {
            if (least <= from) return from;
            Vector3d tried = direction;
            const double found = pieces_free_until(a, i, b, k, from, least, tried, detail);
            if (found < least) {
                least = found;
                direction = tried;
                first_a = i;
                first_b = k;
            }
        }
    }
    return least;
}

}  // namespace swept

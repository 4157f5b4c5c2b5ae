// Ways that would meet by a little, for they bend, are moved apart at their ends.

#include <algorithm>
#include <cmath>

#include "dynamics/travel.h"
#include "math/boxes.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. Ways are eased by no more at a time, radians: beyond it is a collision.
constexpr double most_turned = 0.05;

}  // namespace

/// Velocities do not approach at contacts, but ways bend: what would meet on the way by no more
/// than that is moved apart at its end. Velocities stay as they are. What meets by more is a
/// collision.
void Travel::ease_all() {
    bool joined = false;  // impulses that joints hand on take longer to find
    for (int round = 0; round < (joined ? 32 : 8); ++round) {
        bool eased = false;
        island_eased_.assign(joints_.islands().size(), false);
        for (Pair& pair : pairs_) {
            if (pair.known) continue;
            pair.free_to = measure(pair, 0, ApartProver::Detail::coarse);
            pair.free = pair.free_to == 1;
            pair.known = true;
            if (!pair.free && ease(pair)) eased = true;
        }
        if (!eased) break;
        for (const bool one : island_eased_) joined = joined || one;
        close_islands();
    }
}

/// Joints of what was eased.
void Travel::close_islands() {
    for (std::uint32_t k = 0; k < island_eased_.size(); ++k) {
        if (!island_eased_[k]) continue;
        const std::uint32_t first = joints_.islands()[k].bodies[0];
        if (bodies_[first].stuck > 0) continue;
        each_joined(first, [&](std::uint32_t i) { plans_[i] = ways_[i].plan; });
        if (!joints_.close(k, bodies_, plans_)) continue;
        bool fit = true;
        each_joined(first, [&](std::uint32_t i) { fit = fit && fits(i, plans_[i]); });
        each_joined(first, [&](std::uint32_t i) {
            if (!bodies_[i].dynamic()) return;
            ways_[i].plan = fit ? plans_[i] : ways_[i].planned;
            for (const std::uint32_t pair : ways_[i].near) pairs_[pair].known = false;
        });
    }
}

/// How two pieces that may overlap a little meet: the shortest distance, had they been moved apart.
/// Where edges cross no side shows it.
Travel::Encounter Travel::encounter(const PlacedPiece& a, const Frame& frame_a,
                                    const PlacedPiece& b, const Vector3d& direction) const {
    Encounter best{.gap = gap_along(a, b, direction), .normal = direction};
    for (int i = 0; i < 4; ++i) {
        const Vector3d shift = best.normal * std::max(2 * skin_ - best.gap, 0.0);
        Frame moved = frame_a;
        moved.place += shift;
        PlacedPiece piece = a;
        piece.frame = &moved;
        Vector3d start = best.normal;
        const Closest there = closest(piece, b, start);
        if (!there.apart) break;
        const double gap = gap_along(a, b, there.normal);
        if (best.known && gap <= best.gap) break;
        best = {gap, there.normal, there.on_a - shift, there.on_b, true};
    }
    return best;
}

bool Travel::joined(const Pair& pair) const {
    return joints_.island_of(pair.a) != Joints::none ||
           (!pair.room && joints_.island_of(pair.b) != Joints::none);
}

/// Of shapes that are not convex, pieces count: only for islands, which are stopped most often.
bool Travel::may_ease(const Pair& pair) const {
    return joined(pair) || (bodies_[pair.a].hull->convex() && second(pair).hull->convex());
}

/// What two would have met with, had they gone on: a touch, though it is not where they are closest
/// now. Else what rocks about an edge onto another is stopped again and again by the first.
void Travel::add_encounter(const Pair& pair, std::vector<Touch>& touches) const {
    if (!joined(pair)) return;
    const BodyRecord &a = bodies_[pair.a], &b = second(pair);
    const Frame end_a(ways_[pair.a].plan.at(1));
    const Frame end_b(pair.room ? b.pose : ways_[pair.b].plan.at(1));
    const Encounter found = encounter(a.hull->placed(pair.piece_a, end_a), end_a,
                                      b.hull->placed(pair.piece_b, end_b), pair.direction);
    if (!found.known || found.gap > 0.75 * skin_) return;
    const auto now = [](const Frame& end, const BodyRecord& body, const Vector3d& p) {
        return Vector3d(body.pose * (end.turn.transpose() * (p - end.place)));
    };
    const Vector3d on_a = now(end_a, a, found.on_a), on_b = now(end_b, b, found.on_b);
    Touch made;
    made.a = pair.a;
    made.b = pair.room ? no_body : pair.b;
    made.point = (on_a + on_b) / 2;
    made.normal = found.normal;
    made.separation = std::max(found.normal.dot(on_a - on_b), 0.0);
    made.friction = std::sqrt(a.body.friction * b.body.friction);
    touches.push_back(made);
}

bool Travel::ease(Pair& pair) {
    const Traveller a = traveller(pair.a);
    const Traveller b =
        pair.room ? Traveller{&rooms_[pair.b], &room_plans_[pair.b], true, 0} : traveller(pair.b);
    const Frame frame_a(a.pose(1)), frame_b(b.pose(1));
    if (!may_ease(pair)) return false;
    const PlacedPiece piece_a = a.body->hull->placed(pair.piece_a, frame_a);
    const PlacedPiece piece_b = b.body->hull->placed(pair.piece_b, frame_b);
    // The direction that showed it last, or as one of them sees it from where it ends up: that
    // along which they meet least.
    Vector3d n = pair.direction;
    double gap = gap_along(piece_a, piece_b, n);
    const auto offer = [&](const Frame& end, const Traveller& t) {
        const Vector3d turned =
            end.turn *
            (t.pose(t.stands ? 0 : pair.free_to).rotation_matrix().transpose() * pair.direction);
        const double here = gap_along(piece_a, piece_b, turned);
        if (here <= gap) return;
        gap = here;
        n = turned;
    };
    offer(frame_a, a);
    offer(frame_b, b);
    Encounter met;
    if (joined(pair)) {
        met = encounter(piece_a, frame_a, piece_b, n);
        met.known = met.known && met.gap >= gap;
        if (met.known) {
            gap = met.gap;
            n = met.normal;
        }
    }
    double low = 0, high = 0;
    const Vector3d point_a = frame_a * piece_a.points[piece_a.furthest(-n, low)];
    const Vector3d point_b = frame_b * piece_b.points[piece_b.furthest(n, high)];
    const double size = std::min(a.body->body.shape.extent(), b.body->body.shape.extent());
    const double missing = std::max(0.75 * skin_ - gap, 0.25 * skin_);
    // A point leaves the line on which it sets out by angle^2 r / 2: four bows.
    // What joints do on the way bends it too.
    const double bend = 4 * ((a.stands ? 0 : a.plan->bow(1)) + (b.stands ? 0 : b.plan->bow(1))) +
                        ways_[pair.a].bent + (pair.room ? 0 : ways_[pair.b].bent);
    if (missing > std::min({size / 20, most_eased * skin_, bend + skin_})) return false;
    const Vector3d point = (point_a + point_b) / 2;
    // Where they meet, or the corner of the smaller one: that of a floor may be far from there.
    const bool first_is_smaller = a.body->body.shape.extent() < b.body->body.shape.extent();
    const Vector3d at = met.known          ? Vector3d((met.on_a + met.on_b) / 2)
                        : first_is_smaller ? point_a
                                           : point_b;
    if (joined(pair)) return ease_joined(pair, at, n, missing);
    // Who got nowhere may have been eased into something else: it tries its own way.
    const auto can = [](const Traveller& t) {
        return t.body->dynamic() && !t.stands && t.body->stuck == 0;
    };
    const auto turn_of = [&](const Traveller& t) {  // by a unit impulse
        if (!can(t)) return Vector3d(Vector3d::Zero());
        return Vector3d(t.body->inverse_inertia * (point - t.plan->centre - t.plan->way).cross(n));
    };
    const auto ease_of = [&](const Traveller& t, const Vector3d& turn) {
        if (!can(t)) return 0.0;
        return t.body->inverse_mass + turn.dot((point - t.plan->centre - t.plan->way).cross(n));
    };
    Vector3d turn_a = turn_of(a), turn_b = turn_of(b);
    double sum = ease_of(a, turn_a) + ease_of(b, turn_b);
    if (sum == 0) return false;
    if (std::max(turn_a.norm(), turn_b.norm()) * missing / sum > most_turned) {
        // Thin things would rather spin than give way.
        turn_a.setZero();
        turn_b.setZero();
        sum = ease_of(a, turn_a) + ease_of(b, turn_b);
    }
    const double impulse = missing / sum;
    const bool first = shift(pair.a, impulse * n, impulse * turn_a);
    const bool second = !pair.room && shift(pair.b, -impulse * n, -impulse * turn_b);
    return first || second;
}

/// The same where joints hand it on: all or nothing.
bool Travel::ease_joined(const Pair& pair, const Vector3d& point, const Vector3d& n,
                         double missing) {
    std::vector<Spread> impulses, changes;
    const auto push = [&](std::uint32_t i, double sign) {
        if (!bodies_[i].dynamic() || !ways_[i].goes) return;
        const Plan& plan = ways_[i].plan;
        const Vector3d arm = point - plan.centre - plan.way;
        impulses.push_back({i, six(sign * n, sign * arm.cross(n))});
    };
    push(pair.a, 1);
    if (!pair.room) push(pair.b, -1);
    joints_.respond(impulses, bodies_, changes);
    double sum = 0, turn = 0;
    const auto vector = [](const Six& s, int at) {
        return Vector3d(s.x[at], s.x[at + 1], s.x[at + 2]);
    };
    for (const Spread& change : changes) {
        for (const Spread& one : impulses) {
            if (one.body == change.body) sum += dot(one.six, change.six);
        }
        turn = std::max(turn, vector(change.six, 3).norm());
    }
    if (!(sum > 0) || turn * missing / sum > most_turned) return false;
    std::vector<Plan> plans;
    for (const Spread& change : changes) {
        const Way& way = ways_[change.body];
        Plan& plan = plans.emplace_back(way.plan);
        plan.set(plan.way + missing / sum * vector(change.six, 0),
                 plan.angle * plan.axis + missing / sum * vector(change.six, 3),
                 bodies_[change.body].body.shape.box(), bodies_[change.body].box);
        const Plan& before = way.eased ? way.planned : way.plan;
        const Vector3d turned = plan.angle * plan.axis - before.angle * before.axis;
        if (turned.norm() > most_turned || !fits(change.body, plan)) return false;
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Way& way = ways_[changes[i].body];
        if (!way.eased) way.planned = way.plan;
        way.plan = plans[i];
        way.eased = true;
        for (const std::uint32_t k : way.near) pairs_[k].known = false;
        const std::uint32_t island = joints_.island_of(changes[i].body);
        if (island != Joints::none) island_eased_[island] = true;
    }
    return true;
}

/// Whether a way stays in the room in which pairs were looked for.
bool Travel::fits(std::uint32_t i, const Plan& plan) const {
    return math_detail::holds(ways_[i].room, plan.box);
}

/// Answers whether it could be: what would leave the room in which pairs were looked for stays.
bool Travel::shift(std::uint32_t i, const Vector3d& impulse, const Vector3d& turn) {
    BodyRecord& body = bodies_[i];
    Way& way = ways_[i];
    if (!body.dynamic() || !way.goes || body.stuck > 0) return false;
    Plan plan = way.plan;
    plan.set(plan.way + body.inverse_mass * impulse, plan.angle * plan.axis + turn,
             body.body.shape.box(), body.box);
    if (!way.eased) way.planned = way.plan;
    const Vector3d before = way.planned.angle * way.planned.axis;
    if ((plan.angle * plan.axis - before).norm() > most_turned) return false;
    if (!fits(i, plan)) return false;
    way.plan = plan;
    way.eased = true;
    for (const std::uint32_t k : way.near) pairs_[k].known = false;
    return true;
}

}  // namespace swept

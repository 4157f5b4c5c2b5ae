#include "world/bodies/body_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/assert.h"
#include "core/scratch.h"
#include "math/extremes.h"
#include "swept/tolerance.h"
#include "world/bodies/body_relation.h"
#include "world/bodies/body_sweep.h"
#include "world/state.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

/// Sweeps stop at the margin, which is no more than this share of the smaller extent, or the
/// option, or rounding: boxes are grown so that no pair is left out that a sweep would stop.
constexpr double room_share = 2e-6;
constexpr double zone_rounding = 0x1p-35;

/// How far the boxes of a pair, or their balls, are apart: no more than the bodies are.
double gap_of(const BodyTable& table, BoxPair pair) {
    SWEPT_ASSERT(pair.b < table.size(), "two bodies of the table");
    const Box& p = table.box(pair.a);
    const Box& q = table.box(pair.b);
    const Vector3d apart = (p.lower - q.upper).cwiseMax(q.lower - p.upper).cwiseMax(0.0);
    const Vector3d between = table.pose(pair.b) * table.measure(pair.b).centre -
                             table.pose(pair.a) * table.measure(pair.a).centre;
    const double balls =
        between.norm() - table.measure(pair.a).radius - table.measure(pair.b).radius;
    return std::max(apart.norm(), balls);
}

double largest_coordinate_of(const BodyTable& table, BoxPair pair) {
    const Box& p = table.box(pair.a);
    const Box& q = table.box(pair.b);
    return std::max(max_abs(p), max_abs(q));
}

/// Boxes that go straight never meet.
constexpr double never = std::numeric_limits<double>::infinity();

/// The moment at which two boxes that go straight begin to meet; a goes past b with this velocity.
double entry_of(const BodyTable& table, BoxPair pair, const Vector3d& velocity, double room) {
    SWEPT_ASSERT(room >= 0, "a distance");
    const Box& p = table.box(pair.a);
    const Box& q = table.box(pair.b);
    double enter = 0, leave = 1;
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
        const double before = q.lower[axis] - p.upper[axis] - room;
        const double beyond = q.upper[axis] - p.lower[axis] + room;
        const double speed = velocity[axis];
        if (speed == 0) {
            if (before > 0 || beyond < 0) return never;
            continue;
        }
        enter = std::max(enter, std::min(before / speed, beyond / speed));
        leave = std::min(leave, std::max(before / speed, beyond / speed));
    }
    return enter * (1 - 0x1p-40) <= leave * (1 + 0x1p-40) ? enter : never;
}

/// Up to where two bodies stay apart as their boxes, turning along, say: from each moment on for as
/// long as the gap takes to be closed (conservative advancement, Mirtich 1996). Infinite: for all
/// of the step.
double clear_until(const BodyTable& table, const BodyMotions& motions, BoxPair pair, double speed,
                   double room) {
    constexpr double smallest_step = 0x1p-8;
    double fraction = 0;
    while (fraction < 1) {
        const double gap = least_separation(
            table.measure(pair.a), pose_at(motions.of(pair.a), table.pose(pair.a), fraction),
            table.measure(pair.b), pose_at(motions.of(pair.b), table.pose(pair.b), fraction));
        const double step = (gap - room) / speed * (1 - 0x1p-40);
        if (!(step > smallest_step)) return fraction;
        fraction += step;
    }
    return never;
}

/// By (fraction, lower body, room before body, higher body); what overlaps first.
auto rank_of(const FirstContact& c) {
    return std::tuple(c.contact.state == State::overlapping ? 0 : 1, c.contact.free_fraction,
                      c.lower, c.contact.obstacle.kind, c.higher);
}

ColliderRef body_thing(BodyId body) {
    ColliderRef made;
    made.kind = ColliderRef::Kind::body;
    made.body = body;
    return made;
}

/// One pair. The mover is the lower of two that move, else the one that does.
FirstContact contact_of_pair(const BodyTable& table, const BodyMotions& motions, BoxPair pair,
                             const SweepOptions& options) {
    std::uint32_t mover = pair.a, obstacle = pair.b;
    if (!motions.moves(mover)) std::swap(mover, obstacle);
    const MutualSweepResult found = sweep_bodies(
        {table.geometry(mover), table.pose(mover), motions.of(mover)},
        {table.geometry(obstacle), table.pose(obstacle), motions.of(obstacle)}, options);
    FirstContact made;
    made.contact.state = found.sweep.state;
    made.contact.free_fraction = found.sweep.free_fraction;
    made.contact.mover = table.id(mover);
    made.contact.obstacle = body_thing(table.id(obstacle));
    made.contact.contact = found.sweep.contact;
    made.lower = table.id(pair.a);
    made.higher = table.id(pair.b);
    return made;
}

/// One body against the rooms.
FirstContact contact_with_rooms(const WorldSnapshot& world, const BodyTable& table,
                                const BodyMotions& motions, std::uint32_t i,
                                const SweepOptions& options) {
    const WorldFilter filter{.mask = table.mask(i), .bodies = false};
    FirstContact made;
    StepContact& contact = made.contact;
    contact.mover = made.lower = made.higher = table.id(i);
    if (const Polyhedron* shape = table.polyhedron_at(i)) {
        SweepOptions filtered = options;
        filtered.filter = filter;
        const InWorld<SweepResult> found =
            sweep({*shape, table.pose(i)}, motions.of(i), world, filtered);
        contact.state = found.result.state;
        contact.free_fraction = found.result.free_fraction;
        contact.obstacle = found.collider;
        contact.contact = found.result.contact;
        return made;
    }
    const SphereSet& spheres = *table.spheres_at(i);
    CastOptions grown;
    grown.initial_overlap = options.initial_overlap;
    grown.budget = options.budget;
    grown.filter = filter;
    const double margin =
        std::max({options.margin.least(), tolerance::margin * table.measure(i).extent,
                  zone_rounding * 0x1p-2 * max_abs(motions.boxes[i])});
    grown.clearance = Clearance::of(std::min(margin, tolerance::largest_coordinate)).value();
    const InWorld<CastResult> found =
        cast(SphereSetCast{spheres, table.pose(i), motions.of(i)}, world, grown);
    contact.obstacle = found.collider;
    if (found.result.start != Relation::separate) {
        CastOptions plain = grown;
        plain.clearance = {};
        const InWorld<CastResult> start =
            cast(SphereSetCast{spheres, table.pose(i), Translation()}, world, plain);
        if (start.result.start == Relation::overlapping) {
            contact.state = State::overlapping;
            contact.free_fraction = 0;
            if (start.collider.kind != ColliderRef::Kind::nothing)
                contact.obstacle = start.collider;
            contact.obstacle.kind = ColliderRef::Kind::room;
            return made;
        }
    }
    if (found.result.state == State::undecided) {
        contact.state = State::undecided;
        contact.free_fraction = 0;
    } else if (found.result.state == State::hit) {
        const CastHit& hit = found.result.hit;
        contact.state = State::hit;
        contact.free_fraction = std::min(hit.fraction, std::nextafter(1.0, 0.0));
        const Sphere& ball = spheres.spheres()[hit.sphere];
        const Vector3d centre =
            pose_at(motions.of(i), table.pose(i), contact.free_fraction) * ball.centre;
        const auto room = world.shape(found.collider.room);
        contact.contact = contact_of_hit(hit, centre, ball.radius, room ? &*room : nullptr, Pose());
    }
    return made;
}

}  // namespace

void FirstContact::take(const FirstContact& other) {
    if (!other.found()) return;
    if (!found() || rank_of(other) < rank_of(*this)) *this = other;
}

double lower_fraction(const BodyTable& table, const BodyMotions& motions, BoxPair pair) {
    SWEPT_ASSERT(pair.a < pair.b && pair.b < table.size(), "two bodies, the lower one first");
    // What zones and rounding may add.
    const double p = table.measure(pair.a).extent, q = table.measure(pair.b).extent;
    const double extent = p == 0 || q == 0 ? std::max(p, q) : std::min(p, q);
    const double speed = motions.speeds[pair.a] + motions.speeds[pair.b];
    const double room = motions.margin + room_share * extent +
                        zone_rounding * (largest_coordinate_of(table, pair) + speed);
    const double gap = gap_of(table, pair) - room;
    if (gap > speed) return never;
    double lower = gap > 0 ? gap / speed : 0;
    const auto* a = std::get_if<Translation>(&motions.of(pair.a));
    const auto* b = std::get_if<Translation>(&motions.of(pair.b));
    if (a != nullptr && b != nullptr) {
        lower = std::max(lower, entry_of(table, pair, a->vector() - b->vector(), room));
    }
    if (lower < 1) lower = std::max(lower, clear_until(table, motions, pair, speed, room));
    return lower * (1 - 0x1p-40);
}

FirstContact first_among_bodies(const BodyTable& table, const BodyMotions& motions,
                                const SweepOptions& options) {
    struct Candidate {
        double lower;
        BoxPair pair;
    };
    std::vector<Candidate> candidates;
    for (const BoxPair pair : pairs_of(table, motions)) {
        const double lower = lower_fraction(table, motions, pair);
        if (lower != never) candidates.push_back({lower, pair});
    }
    std::ranges::sort(candidates, {},
                      [](const Candidate& c) { return std::tuple(c.lower, c.pair); });
    FirstContact first;
    for (const Candidate& candidate : candidates) {
        if (candidate.lower > first.contact.free_fraction) break;
        first.take(contact_of_pair(table, motions, candidate.pair, options));
    }
    return first;
}

}  // namespace swept::world_detail

namespace swept {

using namespace world_detail;

// ---- the public questions ----

Result<std::vector<BodyPair>> pairs_that_may_touch(const WorldSnapshot& world,
                                                   std::span<const BodyMotion> motions) {
    const BodyTable& table = *world.state().bodies;
    const auto moving = motions_of(table, motions);
    if (!moving) return tl::unexpected(moving.error());
    const std::vector<BoxPair> pairs = pairs_of(table, *moving);
    std::vector<BodyPair> made(pairs.size());
    std::ranges::transform(pairs, made.begin(), [&](const BoxPair& pair) {
        return BodyPair{table.id(pair.a), table.id(pair.b)};
    });
    return made;
}

Result<StepContact> first_contact(const WorldSnapshot& world, std::span<const BodyMotion> motions,
                                  const SweepOptions& options) {
    const BodyTable& table = *world.state().bodies;
    auto moving = motions_of(table, motions);
    if (!moving) return tl::unexpected(moving.error());
    if (motions.empty()) return StepContact();
    moving->grow(table, room_share, options.margin.least(), zone_rounding);
    FirstContact first = first_among_bodies(table, *moving, options);
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        if (!moving->moves(i)) continue;
        first.take(contact_with_rooms(world, table, *moving, i, options));
    }
    return first.found() ? first.contact : StepContact();
}

}  // namespace swept

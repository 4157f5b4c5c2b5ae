#include "dynamics/travel.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "dynamics/pairs.h"
#include "math/boxes.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. Rounds at most, of those too in which nothing is stopped: a top may turn far in a step.
constexpr int most_rounds = 1000;

}  // namespace

bool Travel::Stop::operator<(const Stop& other) const {
    return std::tuple(fraction, pair) > std::tuple(other.fraction, other.pair);
}

Travel::Travel(Bodies& bodies, Joints& joints, const Bodies& rooms, TouchFinder& finder,
               ImpulseSolver& solver, const SimulationOptions& options, double skin)
    : bodies_(bodies),
      joints_(joints),
      rooms_(rooms),
      finder_(finder),
      solver_(solver),
      options_(options),
      skin_(skin),
      prover_(0.25 * skin, 0.75 * skin) {
    for (const BodyRecord& room : rooms_) room_plans_.push_back(plan_to_stay(room));
}

void Travel::run(double duration, StepReport& report, double& work) {
    duration_ = duration;
    creep_ = std::max(0.05 * options_.gravity.norm() * duration * duration, 1e-3 * skin_);
    report_ = &report;
    work_ = 0;
    exchanged_.clear();
    prover_.tests = 0;
    meetings_.clear();
    ways_.resize(bodies_.size());
    for (BodyRecord& body : bodies_) {
        body.lost = body.owed = 0;
        body.stuck = 0;
        body.remaining = body.moves() ? duration : 0;
    }
    int events = 0;
    for (int round = 0; round < most_rounds && events < options_.events && plan_round(); ++round) {
        find_pairs();
        ease_all();
        const std::uint32_t before = report.hits;
        stop_all();
        move_all();
        if (report.hits == before) continue;
        ++events;
        exchange_all();
    }
    for (BodyRecord& body : bodies_) {
        body.lost += body.remaining;
        body.remaining = 0;
        body.jammed = body.lost > duration / 2 ? body.jammed + 1 : 0;
        if (body.lost == 0) continue;
        ++report.blocked;
        report.lost = std::max(report.lost, body.lost);
    }
    report.sweeps += prover_.tests;
    work += work_;
    stop_wedged();
}

/// What hangs together and cannot go on for long begins anew from rest.
void Travel::stop_wedged() {
    for (const Joints::Island& island : joints_.islands()) {
        const auto wedged = [&](std::uint32_t i) { return bodies_[i].jammed > patience; };
        if (std::ranges::none_of(island.bodies, wedged)) continue;
        for (const std::uint32_t i : island.bodies) {
            bodies_[i].velocity.setZero();
            bodies_[i].spin.setZero();
        }
    }
}

/// The ways of all that have time left. Answers whether one goes.
bool Travel::plan_round() {
    active_.clear();
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        BodyRecord& body = bodies_[i];
        Way& way = ways_[i];
        way.goes = way.stopped = way.eased = false;
        way.fraction = 1;
        way.bent = 0;
        way.near.clear();
        if (joints_.island_of(i) != Joints::none) continue;
        if (body.remaining > 0) {
            way.plan = plan_for(body, body.remaining);
            way.goes = way.plan.largest >= (body.touches ? creep_ : 1e-3 * skin_);
            if (way.goes) {
                active_.push_back(i);
                continue;
            }
            stand(i);
        }
        way.plan = plan_to_stay(body);
    }
    if (!joints_.list.empty()) {
        joints_.look(bodies_);
        plans_.resize(bodies_.size());
        for (std::uint32_t k = 0; k < joints_.islands().size(); ++k) plan_island(k);
        std::ranges::sort(active_);
    }
    return !active_.empty();
}

/// It stands: forces act on it all the same, and what holds it answers them.
void Travel::stand(std::uint32_t i) {
    BodyRecord& body = bodies_[i];
    body.velocity += body.remaining / 2 * body.inner;
    if (body.dynamic()) {
        body.spin += body.inverse_inertia * (body.remaining / 2 * body.inner_turn);
    }
    body.owed += body.remaining;
    body.remaining = 0;
}

/// How far points of a body stray from where they would be but for the forces of its joints.
double Travel::bent_by_joints(const BodyRecord& body, const Inner& before, double time) {
    if (!body.dynamic()) return 0;
    const Vector3d turn = body.inverse_inertia * (body.inner_turn - before.second);
    return time * time / 2 * ((body.inner - before.first).norm() + turn.norm() * body.radius);
}

/// All of an island go, for one time, or none does.
void Travel::plan_island(std::uint32_t number) {
    const std::uint32_t first = joints_.islands()[number].bodies[0];
    const double time = bodies_[first].remaining;
    bool goes = false;
    if (time > 0) {
        before_.clear();
        each_joined(first, [&](std::uint32_t i) {
            before_.emplace_back(bodies_[i].inner, bodies_[i].inner_turn);
        });
        joints_.plan(number, bodies_, time, plans_);
        std::size_t next = 0;
        each_joined(first, [&](std::uint32_t i) {
            ways_[i].planned = plans_[i];
            ways_[i].bent = bent_by_joints(bodies_[i], before_[next++], plans_[i].time);
            goes |= plans_[i].largest >= (bodies_[i].touches ? creep_ : 1e-3 * skin_);
        });
    }
    if (!goes) {
        each_joined(first, [&](std::uint32_t i) {
            if (bodies_[i].remaining > 0) stand(i);
            ways_[i].plan = plan_to_stay(bodies_[i]);
        });
        return;
    }
    // What got nowhere may be pinched: then its joints stay as they are.
    const bool closed = bodies_[first].stuck == 0 && joints_.close(number, bodies_, plans_);
    each_joined(first, [&](std::uint32_t i) {
        ways_[i].plan = plans_[i];
        ways_[i].eased = closed && bodies_[i].dynamic();
        ways_[i].goes = bodies_[i].remaining > 0;
        if (ways_[i].goes) active_.push_back(i);
    });
}

Traveller Travel::traveller(std::uint32_t i) const {
    const Way& way = ways_[i];
    return {&bodies_[i], &way.plan, !way.goes || way.stopped, way.goes ? way.fraction : 0};
}

/// Pairs whose ways come near each other, and how far they are apart for sure.
void Travel::find_pairs() {
    pairs_.clear();
    stops_ = {};
    const auto add = [&](std::uint32_t a, std::uint32_t b, bool room) {
        const auto number = static_cast<std::uint32_t>(pairs_.size());
        pairs_.push_back({.a = a, .b = b, .room = room});
        if (ways_[a].goes) ways_[a].near.push_back(number);
        if (!room && ways_[b].goes) ways_[b].near.push_back(number);
    };
    for (Way& way : ways_) {
        way.room = way.plan.box;
        if (!way.goes) continue;
        way.room = math_detail::grown(way.room, most_eased * skin_);
    }
    each_pair_of(
        static_cast<std::uint32_t>(bodies_.size()), skin_,
        [&](std::uint32_t i) -> const Box& { return ways_[i].room; },
        [&](std::uint32_t a, std::uint32_t b) {
            const BodyRecord &p = bodies_[a], &q = bodies_[b];
            if ((!ways_[a].goes && !ways_[b].goes) || (p.body.mask & q.body.mask) == 0) return;
            if (joints_.joined(a, b)) return;
            if (p.dynamic() || q.dynamic()) add(a, b, false);
        });
    for (const std::uint32_t a : active_) {
        if (!bodies_[a].dynamic()) continue;
        for (std::uint32_t b = 0; b < rooms_.size(); ++b) {
            if ((bodies_[a].body.mask & rooms_[b].body.mask) != 0) add(a, b, true);
        }
    }
}

double Travel::measure(Pair& pair, double from, ApartProver::Detail detail) {
    const Traveller a = traveller(pair.a);
    const Traveller b =
        pair.room ? Traveller{&rooms_[pair.b], &room_plans_[pair.b], true, 0} : traveller(pair.b);
    if (a.stands && b.stands) return 1;
    pair.direction = pair.room ? pair.direction : finder_.direction(pair.a, pair.b);
    const double found = prover_.free_until(a, b, from, 1, pair.direction, detail);
    if (!pair.room) finder_.direction(pair.a, pair.b) = pair.direction;
    pair.piece_a = prover_.first_a;
    pair.piece_b = prover_.first_b;
    return found;
}

/// How far two go from a fraction on, as they go or stand now.
void Travel::look_at(std::uint32_t number, double from) {
    Pair& pair = pairs_[number];
    ++pair.version;
    const double found = pair.known && pair.free ? 1 : measure(pair, from);
    pair.known = false;  // once one of them is stopped
    if (found < 1) stops_.push({found, number, pair.version});
}

/// The earliest stops both; what comes after is about where they stand.
void Travel::stop_all() {
    blocking_.clear();
    first_.clear();
    for (std::uint32_t i = 0; i < pairs_.size(); ++i) look_at(i, 0);
    while (!stops_.empty()) {
        const Stop first = stops_.top();
        stops_.pop();
        const Pair pair = pairs_[first.pair];
        if (first.version != pair.version) continue;
        blocking_.push_back(first.pair);
        if (!ways_[pair.a].stopped && (pair.room || !ways_[pair.b].stopped)) {
            first_.push_back(first.pair);
        }
        if (ways_[pair.a].goes && !ways_[pair.a].stopped) stop(pair.a, first.fraction);
        if (!pair.room && ways_[pair.b].goes && !ways_[pair.b].stopped) {
            stop(pair.b, first.fraction);
        }
    }
}

void Travel::stop(std::uint32_t i, double fraction) {
    ++report_->hits;
    each_joined(i, [&](std::uint32_t k) {
        ways_[k].stopped = ways_[k].goes;
        ways_[k].fraction = fraction;
    });
    each_joined(i, [&](std::uint32_t k) { look_around(k, fraction); });
}

/// At who is near one that was stopped.
void Travel::look_around(std::uint32_t i, double fraction) {
    for (const std::uint32_t number : ways_[i].near) {
        Pair& pair = pairs_[number];
        ++pair.version;
        pair.known = false;
        const double found = measure(pair, fraction);
        if (found == 1 && !in_the_way(pair, i, fraction)) continue;
        stops_.push({fraction, number, pair.version});
    }
}

/// Whether who is stopped could not go on past the other, where that one ends up. The two stay
/// in step then: else the one would stand for good where the other follows with its own speed.
bool Travel::in_the_way(Pair& pair, std::uint32_t stopped, double fraction) {
    if (pair.room) return false;
    const std::uint32_t other = pair.a == stopped ? pair.b : pair.a;
    if (!ways_[other].goes || ways_[other].stopped) return false;
    Traveller follows = traveller(stopped), ahead = traveller(other);
    follows.stands = false;
    ahead.stands = true;
    ahead.at = 1;
    Vector3d direction = pair.a == stopped ? pair.direction : Vector3d(-pair.direction);
    return prover_.free_until(follows, ahead, fraction, 1, direction, ApartProver::Detail::coarse) <
           1;
}

void Travel::move_all() {
    for (const std::uint32_t i : active_) {
        BodyRecord& body = bodies_[i];
        const Way& way = ways_[i];
        const bool last = way.plan.time >= body.remaining;
        const double used = way.fraction * way.plan.time;
        // The last piece has its second half from forces alone, after the step: contacts answer
        // then.
        const bool whole = !way.stopped && last;
        // Joints turn bodies hard: their first half acts before the turn, for it is with it that
        // the turn keeps the energy.
        const bool joined = joints_.island_of(i) != Joints::none && body.dynamic();
        if (joined) body.spin += body.inverse_inertia * (used / 2 * body.inner_turn);
        if (way.fraction > 0 && !way.eased) body.place_turning(way.plan.at(way.fraction));
        if (way.fraction > 0 && way.eased) {
            // The turn that it was planned to make keeps the momentum; what was added takes the
            // spin along. (A thin rod that is tilted while its momentum stays would spin about
            // itself.)
            body.place_turning(way.planned.at(way.fraction));
            const Eigen::Matrix3d was = body.pose.rotation_matrix();
            body.place(way.plan.at(way.fraction));
            body.spin = body.pose.rotation_matrix() * (was.transpose() * body.spin);
        }
        const double share = whole ? used / 2 : used;
        body.velocity += share * body.inner;
        const double turned = joined ? used / 2 : 0;
        if (body.dynamic() && share > turned) {
            body.spin += body.inverse_inertia * ((share - turned) * body.inner_turn);
        }
        if (whole) body.owed += used;
        body.remaining = whole ? 0 : body.remaining - used;
        // Who gets nowhere, and nowhere again, loses the rest.
        double furthest = 0;
        each_joined(i, [&](std::uint32_t k) {
            furthest = std::max(furthest, ways_[k].fraction * ways_[k].plan.largest);
        });
        body.stuck = way.stopped && furthest < skin_ ? body.stuck + 1 : 0;
        if (body.stuck > (joined ? 5 : 2)) {
            body.lost += body.remaining;
            body.remaining = 0;
        }
    }
}

}  // namespace swept

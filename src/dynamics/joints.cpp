#include "dynamics/joints.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <string>
#include <tuple>

#include "core/inside.h"
#include "math/elementary.h"

namespace swept {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// Choice. Joints that say the same twice, as in a ring, make the system singular: so much of each
/// row's own is added.
constexpr double softness = 1e-9;

/// Choice. Joints count as closed when no more open than this, of the size of their bodies.
constexpr double closed = 1e-11;

constexpr int most_mends = 40;

/// Choice. Forces that close joints turn velocities and hardly lengthen them: kinetic energy grows
/// by a quarter of the square of the turn. Where they would give more, for the joints are jammed or
/// stretched out, there are none, and ends of ways are shifted instead.
constexpr double most_energy = 1.1;

/// Choice. Ends of ways are shifted by no more to close joints: a share of the size, and radians.
constexpr double most_shifted = 0.1;

/// The vector of a rotation: axis times angle.
Vector3d vector_of(const Matrix3d& turn) {
    return math::rotation_vector(Quaternion(turn));
}

}  // namespace

void across(const Vector3d& n, Vector3d& t, Vector3d& u) {
    const Vector3d helper = std::abs(n[0]) < 0.6 ? Vector3d::UnitX() : Vector3d(Vector3d::UnitY());
    t = n.cross(helper).normalized();
    u = n.cross(t);
}

Result<JointRecord> joint_record(const Joint& joint, std::uint32_t number, std::uint32_t a,
                                 std::uint32_t b, const Bodies& bodies) {
    const std::string name = "joint " + std::to_string(number);
    const auto wrong = [&](const char* field, std::string what) {
        return fail(ErrorCode::bad_argument, std::move(what), name + ", " + field);
    };
    if (a == b) return wrong("bodies", "joins a body to itself");
    if (!bodies[a].dynamic() && (b == no_body || !bodies[b].dynamic())) {
        return wrong("bodies", "neither is dynamic, so that there is nothing to hold");
    }
    if (!joint.anchor.allFinite()) return wrong("anchor", "not finite");
    for (const std::uint32_t i : {a, b}) {
        if (i == no_body) continue;
        const Box& box = bodies[i].box;
        const Vector3d nearest = joint.anchor.cwiseMax(box.lower).cwiseMin(box.upper);
        if ((joint.anchor - nearest).norm() <= 2 * bodies[i].body.shape.extent()) continue;
        return wrong("anchor", "further from body " + std::to_string(bodies[i].id.value) +
                                   " than twice its extent");
    }
    if (!(joint.friction >= 0) || !std::isfinite(joint.friction)) {
        return wrong("friction", "not a torque from 0 on");
    }
    const bool hinge = joint.kind == JointKind::hinge;
    if (joint.kind == JointKind::fixed && joint.friction > 0) {
        return wrong("friction", "a fixed joint does not turn");
    }
    if (!hinge && joint.limits) return wrong("limits", "only a hinge has them");
    if (!hinge && joint.motor) return wrong("motor", "only a hinge has one");
    if (hinge && !joint.axis.allFinite()) return wrong("axis", "not finite");
    if (hinge && !(joint.axis.stableNorm() > 0)) return wrong("axis", "has no length");
    if (joint.limits) {
        const auto [lower, upper] = *joint.limits;
        if (std::isnan(lower) || std::isnan(upper)) return wrong("limits", "not numbers");
        if (lower > upper) return wrong("limits", "the lower is above the upper");
        if (lower > 0 || upper < 0) {
            return wrong("limits", "violated at the start, which is angle 0");
        }
    }
    if (joint.motor) {
        if (!std::isfinite(joint.motor->speed)) return wrong("motor", "its speed is not finite");
        if (!(joint.motor->torque >= 0) || !std::isfinite(joint.motor->torque)) {
            return wrong("motor", "not a torque from 0 on");
        }
    }
    JointRecord made;
    made.joint = joint;
    made.a = a;
    made.b = b;
    const Vector3d axis = hinge ? joint.axis.stableNormalized() : Vector3d(Vector3d::UnitZ());
    Vector3d side, other;
    across(axis, side, other);
    const auto turn_of = [&](std::uint32_t i) {
        return i == no_body ? Matrix3d(Matrix3d::Identity()) : bodies[i].pose.rotation_matrix();
    };
    const auto arm_of = [&](std::uint32_t i) {
        const Vector3d centre = i == no_body ? Vector3d(Vector3d::Zero()) : bodies[i].centre;
        return Vector3d(turn_of(i).transpose() * (joint.anchor - centre));
    };
    made.arm_a = arm_of(a);
    made.arm_b = arm_of(b);
    made.axis_a = turn_of(a).transpose() * axis;
    made.axis_b = turn_of(b).transpose() * axis;
    made.side_a = turn_of(a).transpose() * side;
    made.side_b = turn_of(b).transpose() * side;
    made.b_from_a = turn_of(b).transpose() * turn_of(a);
    return made;
}

void Joints::connect(const Bodies& bodies) {
    const auto count = static_cast<std::uint32_t>(bodies.size());
    std::vector<std::uint32_t> group(count);
    std::iota(group.begin(), group.end(), 0U);
    const auto root = [&](std::uint32_t i) {
        while (group[i] != i) i = group[i] = group[group[i]];
        return i;
    };
    const auto moves = [&](std::uint32_t i) {
        return i != no_body && bodies[i].body.type != BodyType::fixed;
    };
    joined_.clear();
    for (const JointRecord& j : list) {
        if (j.b == no_body) continue;
        joined_.push_back(std::uint64_t{std::min(j.a, j.b)} << 32 | std::max(j.a, j.b));
        if (!moves(j.a) || !moves(j.b)) continue;
        const std::uint32_t p = root(j.a), q = root(j.b);
        group[std::max(p, q)] = std::min(p, q);
    }
    std::ranges::sort(joined_);
    islands_.clear();
    island_of_.assign(count, none);
    std::map<std::uint32_t, std::uint32_t> number;
    for (std::uint32_t k = 0; k < list.size(); ++k) {
        const std::uint32_t r = root(moves(list[k].a) ? list[k].a : list[k].b);
        const auto [at, fresh] = number.try_emplace(r, static_cast<std::uint32_t>(islands_.size()));
        if (fresh) islands_.emplace_back();
        Island& island = islands_[at->second];
        island.joints.push_back(k);
        island.rows += list[k].rows();
        for (const std::uint32_t i : {list[k].a, list[k].b}) {
            if (!moves(i) || island_of_[i] != none) continue;
            island_of_[i] = at->second;
            (bodies[i].dynamic() ? island.bodies : island.kinematic).push_back(i);
        }
    }
    for (Island& island : islands_) std::ranges::sort(island.bodies);
    systems_.assign(islands_.size(), {});
}

bool Joints::joined(std::uint32_t a, std::uint32_t b) const {
    if (joined_.empty()) return false;
    return std::ranges::binary_search(joined_,
                                      std::uint64_t{std::min(a, b)} << 32 | std::max(a, b));
}

void Joints::wake_together(Bodies& bodies) const {
    for (const Island& island : islands_) {
        const auto moves = [&](std::uint32_t i) { return bodies[i].moves(); };
        if (!std::ranges::any_of(island.bodies, moves) &&
            !std::ranges::any_of(island.kinematic, moves)) {
            continue;
        }
        for (const std::uint32_t i : island.bodies) {
            if (!bodies[i].asleep) continue;
            bodies[i].asleep = false;
            bodies[i].still_for = 0;
        }
    }
}

VectorXd Joints::System::solve(const VectorXd& right) const {
    return scale.cwiseProduct(factor.solve(scale.cwiseProduct(right)));
}

template <class PlacedOf>
void Joints::set_up(const Island& island, const Bodies& bodies, const PlacedOf& placed,
                    System& system) const {
    system.made = true;
    system.rows.clear();
    system.across.clear();
    for (const std::uint32_t k : island.joints) {
        const JointRecord& joint = list[k];
        const Placed a = placed(joint.a), b = placed(joint.b);
        const Vector3d arm_a = a.turn * joint.arm_a, arm_b = b.turn * joint.arm_b;
        const auto add_row = [&](const Vector3d& n_a, const Vector3d& turn_a, const Vector3d& n_b,
                                 const Vector3d& turn_b) {
            const auto change = [&](std::uint32_t i, const Placed& at, const Vector3d& n,
                                    const Vector3d& turn) {
                if (i == no_body || !bodies[i].dynamic()) return Six{};
                const Vector3d spin =
                    at.turn * (bodies[i].inverse_inertia_in_body * (at.turn.transpose() * turn));
                return six(n * bodies[i].inverse_mass, spin);
            };
            system.rows.push_back({joint.a, joint.b, six(n_a, turn_a), six(n_b, turn_b),
                                   change(joint.a, a, n_a, turn_a),
                                   change(joint.b, b, n_b, turn_b)});
        };
        for (int i = 0; i < 3; ++i) {
            const Vector3d n = Vector3d::Unit(i);
            add_row(n, arm_a.cross(n), n, arm_b.cross(n));
        }
        Vector3d t = Vector3d::UnitX(), u = Vector3d::UnitY();
        if (joint.is(JointKind::hinge)) across(a.turn * joint.axis_a, t, u);
        system.across.push_back(t);
        system.across.push_back(u);
        const Vector3d zero = Vector3d::Zero();
        if (!joint.is(JointKind::ball)) {
            add_row(zero, t, zero, t);
            add_row(zero, u, zero, u);
        }
        if (joint.is(JointKind::fixed)) {
            add_row(zero, Vector3d::UnitZ(), zero, Vector3d::UnitZ());
        }
    }
    for (const std::uint32_t k : system.at_limit) {
        const JointRecord& joint = list[k];
        const Placed a = placed(joint.a), b = placed(joint.b);
        const Vector3d axis = a.turn * joint.axis_a;
        const auto change = [&](std::uint32_t i, const Placed& at) {
            if (i == no_body || !bodies[i].dynamic()) return Six{};
            return six(Vector3d::Zero(), at.turn * (bodies[i].inverse_inertia_in_body *
                                                    (at.turn.transpose() * axis)));
        };
        const Six count = six(Vector3d::Zero(), axis);
        system.rows.push_back(
            {joint.a, joint.b, count, count, change(joint.a, a), change(joint.b, b)});
    }
    const int n = static_cast<int>(system.rows.size());
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i) {
        const Row& p = system.rows[static_cast<std::size_t>(i)];
        for (int k = 0; k <= i; ++k) {
            const Row& q = system.rows[static_cast<std::size_t>(k)];
            double sum = 0;
            if (p.a == q.a) sum += dot(p.count_a, q.change_a);
            if (p.a == q.b) sum -= dot(p.count_a, q.change_b);
            if (p.b != no_body && p.b == q.a) sum -= dot(p.count_b, q.change_a);
            if (p.b != no_body && p.b == q.b) sum += dot(p.count_b, q.change_b);
            matrix(i, k) = matrix(k, i) = sum;
        }
    }
    system.scale = matrix.diagonal().cwiseSqrt().cwiseInverse();
    matrix = system.scale.asDiagonal() * matrix * system.scale.asDiagonal();
    matrix.diagonal().array() += softness;
    system.factor.compute(matrix);
}

/// How far joints are open, row by row: what the rows are the change of.
template <class PlacedOf>
VectorXd Joints::errors(const Island& island, const System& system, const PlacedOf& placed) const {
    VectorXd made(static_cast<Eigen::Index>(system.rows.size()));
    int at = 0;
    for (std::size_t i = 0; i < island.joints.size(); ++i) {
        const JointRecord& joint = list[island.joints[i]];
        const Placed a = placed(joint.a), b = placed(joint.b);
        made.segment<3>(at) = (a.centre - b.centre) + (a.turn * joint.arm_a - b.turn * joint.arm_b);
        at += 3;
        if (joint.is(JointKind::hinge)) {
            const Vector3d off = (b.turn * joint.axis_b).cross(a.turn * joint.axis_a);
            made[at++] = off.dot(system.across[2 * i]);
            made[at++] = off.dot(system.across[2 * i + 1]);
        } else if (joint.is(JointKind::fixed)) {
            made.segment<3>(at) = vector_of(a.turn * (b.turn * joint.b_from_a).transpose());
            at += 3;
        }
    }
    for (const std::uint32_t k : system.at_limit) {
        const double angle = angle_of(list[k], placed(list[k].a), placed(list[k].b));
        const JointLimits& limits = *list[k].joint.limits;
        made[at++] = angle - std::clamp(angle, limits.lower, limits.upper);
    }
    return made;
}

/// The angle of a hinge, of all turns the nearest to where it was.
double Joints::angle_of(const JointRecord& joint, const Placed& a, const Placed& b) {
    const Vector3d axis = a.turn * joint.axis_a;
    const Vector3d side_a = a.turn * joint.side_a, side_b = b.turn * joint.side_b;
    const double angle = math::atan2(axis.dot(side_b.cross(side_a)), side_b.dot(side_a));
    const double turn = 2 * std::numbers::pi;
    return angle + turn * std::round((joint.angle - angle) / turn);
}

void Joints::look(const Bodies& bodies) {
    const auto placed = [&](std::uint32_t i) {
        if (i == no_body) return Placed{};
        return Placed{bodies[i].pose.rotation_matrix(), bodies[i].centre};
    };
    follow(bodies);
    for (std::uint32_t k = 0; k < islands_.size(); ++k) {
        systems_[k].made = false;
        if (awake(k, bodies)) set_up(islands_[k], bodies, placed, systems_[k]);
    }
}

void Joints::project(std::vector<Six>& moving) const {
    for (const System& system : systems_) {
        if (!system.made) continue;
        for (int round = 0; round < 2; ++round) {  // once more for what rounding left
            VectorXd right(system.rows.size());
            for (std::size_t i = 0; i < system.rows.size(); ++i) {
                const Row& row = system.rows[i];
                double speed = dot(row.count_a, moving[row.a]);
                if (row.b != no_body) speed -= dot(row.count_b, moving[row.b]);
                right[static_cast<Eigen::Index>(i)] = speed;
            }
            const VectorXd impulse = system.solve(right);
            for (std::size_t i = 0; i < system.rows.size(); ++i) {
                const Row& row = system.rows[i];
                const double p = impulse[static_cast<Eigen::Index>(i)];
                add(moving[row.a], row.change_a, -p);
                if (row.b != no_body) add(moving[row.b], row.change_b, p);
            }
        }
    }
}

void Joints::respond(std::span<const Spread> impulses, const Bodies& bodies,
                     std::vector<Spread>& changes) const {
    std::vector<std::uint32_t> done;
    for (const Spread& one : impulses) {
        const BodyRecord& body = bodies[one.body];
        if (!body.dynamic()) continue;
        const auto free_change = [&](const Spread& s) {
            const BodyRecord& b = bodies[s.body];
            const Vector3d turn(s.six.x[3], s.six.x[4], s.six.x[5]);
            const Vector3d push(s.six.x[0], s.six.x[1], s.six.x[2]);
            return six(push * b.inverse_mass, b.inverse_inertia * turn);
        };
        const std::uint32_t k = island_of_[one.body];
        if (k == none || !systems_[k].made) {
            changes.push_back({one.body, free_change(one)});
            continue;
        }
        if (std::ranges::find(done, k) != done.end()) continue;
        done.push_back(k);
        const Island& island = islands_[k];
        const System& system = systems_[k];
        const std::size_t first = changes.size();
        for (const std::uint32_t i : island.bodies) changes.push_back({i, {}});
        const auto of = [&](std::uint32_t i) -> Six* {
            if (i == no_body || !bodies[i].dynamic()) return nullptr;
            const auto at = std::ranges::lower_bound(island.bodies, i) - island.bodies.begin();
            return &changes[first + static_cast<std::size_t>(at)].six;
        };
        for (const Spread& s : impulses) {
            if (bodies[s.body].dynamic() && island_of_[s.body] == k) {
                add(*of(s.body), free_change(s), 1);
            }
        }
        VectorXd right(system.rows.size());
        for (std::size_t i = 0; i < system.rows.size(); ++i) {
            const Row& row = system.rows[i];
            double speed = 0;
            if (const Six* a = of(row.a)) speed += dot(row.count_a, *a);
            if (const Six* b = of(row.b)) speed -= dot(row.count_b, *b);
            right[static_cast<Eigen::Index>(i)] = speed;
        }
        const VectorXd answer = system.solve(right);
        for (std::size_t i = 0; i < system.rows.size(); ++i) {
            const Row& row = system.rows[i];
            const double p = answer[static_cast<Eigen::Index>(i)];
            if (Six* a = of(row.a)) add(*a, row.change_a, -p);
            if (Six* b = of(row.b)) add(*b, row.change_b, p);
        }
    }
}

void Joints::plan(std::uint32_t number, Bodies& bodies, double time,
                  std::vector<Plan>& plans) const {
    const Island& island = islands_[number];
    const System& system = systems_[number];
    const auto now = [&](std::uint32_t i) {
        if (i == no_body) return Placed{};
        return Placed{bodies[i].pose.rotation_matrix(), bodies[i].centre};
    };
    double t = time;
    const auto make_all = [&] {  // of one length
        for (int tries = 0; tries < 40; ++tries) {
            double least = t;
            for (const auto* members : {&island.bodies, &island.kinematic}) {
                for (const std::uint32_t i : *members) {
                    plans[i] = bodies[i].moves() ? plan_for(bodies[i], t) : plan_to_stay(bodies[i]);
                    if (bodies[i].moves()) least = std::min(least, plans[i].time);
                }
            }
            if (least == t) return;
            t = least;
        }
    };
    const auto end = [&](std::uint32_t i) {
        if (i == no_body || island_of_[i] == none) return now(i);
        return Placed{plans[i].at(1).rotation_matrix(), plans[i].centre + plans[i].way};
    };
    const auto kinetic = [&] {  // in the middle of the way
        double sum = 0;
        for (const std::uint32_t i : island.bodies) {
            const Vector3d velocity = bodies[i].velocity + t / 2 * bodies[i].inner;
            const Vector3d momentum =
                bodies[i].inertia() * bodies[i].spin + t / 2 * bodies[i].inner_turn;
            sum += bodies[i].mass.mass * velocity.squaredNorm() +
                   momentum.dot(bodies[i].inverse_inertia * momentum);
        }
        return sum;
    };
    make_all();
    std::vector<std::pair<Vector3d, Vector3d>> before;
    for (const std::uint32_t i : island.bodies) {
        before.emplace_back(bodies[i].inner, bodies[i].inner_turn);
    }
    const double energy = kinetic();
    const VectorXd at_start = errors(island, system, now);
    double size = 0;
    for (const std::uint32_t i : island.bodies) size = std::max(size, bodies[i].radius);
    double last = 0;
    for (int round = 0; round < most_mends; ++round) {
        const VectorXd more = errors(island, system, end) - at_start;
        const double off = more.cwiseAbs().maxCoeff();
        if (!(off > closed * size) || (round > 3 && off > 0.9 * last)) break;
        last = off;
        const VectorXd force = system.solve(more) * (2 / (t * t));
        if (!force.allFinite()) break;
        for (std::size_t i = 0; i < system.rows.size(); ++i) {
            const Row& row = system.rows[i];
            const double f = force[static_cast<Eigen::Index>(i)];
            const auto act = [&](std::uint32_t k, const Six& count, double times) {
                if (k == no_body || !bodies[k].dynamic()) return;
                const Vector3d push(count.x[0], count.x[1], count.x[2]);
                bodies[k].inner += times * bodies[k].inverse_mass * push;
                bodies[k].inner_turn += times * Vector3d(count.x[3], count.x[4], count.x[5]);
            };
            act(row.a, row.count_a, -f);
            act(row.b, row.count_b, f);
        }
        make_all();
        const bool kinematic = std::ranges::any_of(
            island.kinematic, [&](std::uint32_t i) { return bodies[i].moves(); });
        if (kinematic || kinetic() <= most_energy * energy) continue;
        for (std::size_t i = 0; i < before.size(); ++i) {
            BodyRecord& body = bodies[island.bodies[i]];
            std::tie(body.inner, body.inner_turn) = before[i];
        }
        return make_all();
    }
}

bool Joints::close(std::uint32_t number, const Bodies& bodies, std::vector<Plan>& plans) const {
    const Island& island = islands_[number];
    System system;
    const auto end = [&](std::uint32_t i) {
        if (i == no_body) return Placed{};
        if (island_of_[i] == none)
            return Placed{bodies[i].pose.rotation_matrix(), bodies[i].centre};
        return Placed{plans[i].at(1).rotation_matrix(), plans[i].centre + plans[i].way};
    };
    double size = 0;
    for (const std::uint32_t i : island.bodies) size = std::max(size, bodies[i].radius);
    bool shifted = false;
    for (int round = 0; round < 4; ++round) {
        for (const std::uint32_t k : island.joints) {
            const JointRecord& joint = list[k];
            if (!joint.joint.limits) continue;
            const double angle = angle_of(joint, end(joint.a), end(joint.b));
            if (angle >= joint.joint.limits->lower && angle <= joint.joint.limits->upper) continue;
            if (std::ranges::find(system.at_limit, k) == system.at_limit.end()) {
                system.at_limit.push_back(k);
            }
        }
        set_up(island, bodies, end, system);
        const VectorXd off = errors(island, system, end);
        if (!(off.cwiseAbs().maxCoeff() > 1e-9 * size)) break;
        const VectorXd shift = system.solve(off);
        if (!shift.allFinite()) break;
        std::vector<Spread> all;
        for (const std::uint32_t i : island.bodies) all.push_back({i, {}});
        const auto act = [&](std::uint32_t k, const Six& change, double times) {
            if (k == no_body || !bodies[k].dynamic()) return;
            const auto at = std::ranges::lower_bound(island.bodies, k) - island.bodies.begin();
            add(all[static_cast<std::size_t>(at)].six, change, times);
        };
        for (std::size_t i = 0; i < system.rows.size(); ++i) {
            const Row& row = system.rows[i];
            act(row.a, row.change_a, -shift[static_cast<Eigen::Index>(i)]);
            act(row.b, row.change_b, shift[static_cast<Eigen::Index>(i)]);
        }
        for (const Spread& s : all) {
            const Six& x = s.six;
            if (!(Vector3d(x.x[0], x.x[1], x.x[2]).norm() <= most_shifted * size) ||
                !(Vector3d(x.x[3], x.x[4], x.x[5]).norm() <= most_shifted)) {
                return shifted;
            }
        }
        shifted = true;
        for (const Spread& s : all) {
            Plan& plan = plans[s.body];
            plan.set(plan.way + Vector3d(s.six.x[0], s.six.x[1], s.six.x[2]),
                     plan.angle * plan.axis + Vector3d(s.six.x[3], s.six.x[4], s.six.x[5]),
                     bodies[s.body].body.shape.box(), bodies[s.body].box);
        }
    }
    return shifted;
}

Vector3d Joints::axis_of(const JointRecord& joint, const Bodies& bodies) {
    return bodies[joint.a].pose.rotation_matrix() * joint.axis_a;
}

void Joints::follow(const Bodies& bodies) {
    for (JointRecord& joint : list) {
        if (!joint.is(JointKind::hinge)) continue;
        const auto placed = [&](std::uint32_t i) {
            if (i == no_body) return Placed{};
            return Placed{bodies[i].pose.rotation_matrix(), bodies[i].centre};
        };
        joint.angle = angle_of(joint, placed(joint.a), placed(joint.b));
    }
}

JointState Joints::state(std::uint32_t number, const Bodies& bodies) const {
    const JointRecord& joint = list[number];
    const BodyRecord& a = bodies[joint.a];
    const BodyRecord* b = joint.b == no_body ? nullptr : &bodies[joint.b];
    const Matrix3d turn_a = a.pose.rotation_matrix();
    const Matrix3d turn_b =
        b != nullptr ? b->pose.rotation_matrix() : Matrix3d(Matrix3d::Identity());
    const Vector3d from_b =
        (b != nullptr ? b->centre : Vector3d(Vector3d::Zero())) + turn_b * joint.arm_b;
    JointState made;
    made.anchor = a.centre + turn_a * joint.arm_a;
    made.position_error = (made.anchor - from_b).norm();
    if (joint.is(JointKind::hinge)) {
        const Vector3d axis = turn_a * joint.axis_a, other = turn_b * joint.axis_b;
        made.angle_error = math::atan2(other.cross(axis).norm(), other.dot(axis));
        made.angle = joint.angle;
        made.speed = axis.dot(a.spin - (b != nullptr ? b->spin : Vector3d(Vector3d::Zero())));
    } else if (joint.is(JointKind::fixed)) {
        made.angle_error = vector_of(turn_a * (turn_b * joint.b_from_a).transpose()).norm();
    }
    return made;
}

}  // namespace swept

#include "swept/dynamics/simulation.h"

#include <algorithm>
#include <string>

#include "dynamics/begin.h"
#include "dynamics/rest.h"
#include "dynamics/state.h"

namespace swept {

using Eigen::Vector3d;

Simulation::Simulation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Result<Simulation> Simulation::make(std::span<const NumberedBodyDef> bodies,
                                    const SimulationOptions& options,
                                    std::optional<WorldSnapshot> world,
                                    std::span<const Joint> joints) {
    if (const auto good = check_options(options); !good) return tl::unexpected(good.error());
    auto state = std::make_unique<State>();
    state->options = options;
    state->world = std::move(world);
    for (const NumberedBodyDef& one : bodies) {
        auto record = record_of(one.id, one.body);
        if (!record) return tl::unexpected(record.error());
        state->bodies.push_back(std::move(*record));
    }
    std::ranges::sort(state->bodies, {}, &BodyRecord::id);
    for (std::uint32_t i = 0; i < state->bodies.size(); ++i) {
        const BodyRecord& body = state->bodies[i];
        if (!state->numbers.emplace(body.id, i).second) {
            return fail(ErrorCode::bad_argument, "this number is taken; give each body its own",
                        name_of(body.id));
        }
    }
    if (const auto good = state->add_joints(joints); !good) return tl::unexpected(good.error());
    if (state->world) state->rooms = rooms_of(*state->world);
    state->smallest = smallest_of(state->bodies);
    state->skin = skin_for(options, state->smallest);
    const Joined joined = [&](BodyId a, BodyId b) { return state->joined(a, b); };
    const auto apart = begin_apart(state->bodies, state->world, state->skin, joined);
    if (!apart) return tl::unexpected(apart.error());
    if (const auto good = state->renew_joints(); !good) return tl::unexpected(good.error());
    state->connect();
    state->answer_joints();
    refresh(state->touches, state->bodies, *state->finder, 0);
    find_levels(state->bodies, state->touches, state->finder->near());
    return Simulation(std::move(state));
}

Result<void> Simulation::State::add_joints(std::span<const Joint> given) {
    for (const Joint& joint : given) {
        const auto number_of = [&](const std::optional<BodyId>& id) -> Result<std::uint32_t> {
            if (!id) return no_body;
            const auto found = numbers.find(*id);
            if (found != numbers.end()) return found->second;
            return fail(ErrorCode::bad_argument, "no such body",
                        "joint " + std::to_string(joint_count) + ", " + name_of(*id));
        };
        const auto a = number_of(joint.a);
        if (!a) return tl::unexpected(a.error());
        const auto b = number_of(joint.b);
        if (!b) return tl::unexpected(b.error());
        auto record = joint_record(joint, joint_count, *a, *b, bodies);
        if (!record) return tl::unexpected(record.error());
        joints.list.push_back(std::move(*record));
        joint_numbers.push_back(joint_count++);
    }
    joints.connect(bodies);
    return {};
}

Result<void> Simulation::State::renew_joints() {
    for (std::size_t k = 0; k < joints.list.size(); ++k) {
        const JointRecord& old = joints.list[k];
        auto record = joint_record(old.joint, joint_numbers[k], old.a, old.b, bodies);
        if (!record) return tl::unexpected(record.error());
        joints.list[k] = std::move(*record);
    }
    return {};
}

void Simulation::State::answer_joints() {
    if (joints.list.empty()) return;
    joints.wake_together(bodies);
    joints.look(bodies);
    std::vector<Six> moving;
    for (const BodyRecord& body : bodies) moving.push_back(six(body.velocity, body.spin));
    joints.project(moving);
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        if (joints.island_of(i) == Joints::none || !bodies[i].dynamic()) continue;
        const double* x = moving[i].x;
        bodies[i].velocity = {x[0], x[1], x[2]};
        bodies[i].spin = {x[3], x[4], x[5]};
    }
}

std::vector<BodyId> Simulation::bodies() const {
    std::vector<BodyId> made;
    for (const BodyRecord& body : state_->bodies) made.push_back(body.id);
    return made;
}

std::optional<BodyState> Simulation::state(BodyId id) const {
    const auto found = state_->numbers.find(id);
    if (found == state_->numbers.end()) return std::nullopt;
    const BodyRecord& body = state_->bodies[found->second];
    return BodyState{body.pose, body.centre, body.velocity, body.spin, body.asleep};
}

std::optional<MassProperties> Simulation::mass(BodyId id) const {
    const auto found = state_->numbers.find(id);
    if (found == state_->numbers.end()) return std::nullopt;
    const BodyRecord& body = state_->bodies[found->second];
    if (!body.dynamic()) return std::nullopt;
    return body.mass;
}

std::optional<BodyDef> Simulation::description(BodyId id) const {
    const auto found = state_->numbers.find(id);
    if (found == state_->numbers.end()) return std::nullopt;
    return state_->bodies[found->second].body;
}

Energy Simulation::energy() const {
    Energy made;
    for (const BodyRecord& body : state_->bodies) {
        if (!body.dynamic()) continue;
        made.kinetic += body.kinetic_energy();
        made.potential -= body.mass.mass * state_->options.gravity.dot(body.centre);
    }
    made.work = state_->work;
    return made;
}

std::vector<TouchReport> Simulation::contacts() const {
    std::vector<TouchReport> made;
    for (const Touch& t : state_->touches) {
        if (t.separation > state_->finder->near()) continue;
        TouchReport one;
        one.a = state_->bodies[t.a].id;
        one.b = t.collider;
        if (t.b != no_body) {
            one.b.kind = ColliderRef::Kind::body;
            one.b.body = state_->bodies[t.b].id;
        }
        one.point = t.point;
        one.normal = t.normal;
        one.impulse = t.impulse;
        made.push_back(one);
    }
    return made;
}

std::uint32_t Simulation::joint_count() const {
    return state_->joint_count;
}

std::optional<JointState> Simulation::joint(std::uint32_t number) const {
    const JointRecord* found = state_->find_joint(number);
    if (found == nullptr) return std::nullopt;
    return state_->joints.state(static_cast<std::uint32_t>(found - state_->joints.list.data()),
                                state_->bodies);
}

bool Simulation::joined(BodyId a, BodyId b) const {
    return state_->joined(a, b);
}

double Simulation::skin() const {
    return state_->skin;
}

namespace {

/// A body that is known, of this type; or what is wrong.
Result<BodyRecord*> find_body(Simulation::State& s, BodyId id, BodyType type) {
    const auto found = s.numbers.find(id);
    if (found == s.numbers.end()) {
        return fail(ErrorCode::bad_argument, "no such body", name_of(id));
    }
    BodyRecord& body = s.bodies[found->second];
    if (body.body.type != type) {
        return fail(ErrorCode::bad_argument,
                    type == BodyType::dynamic ? "not a dynamic body: forces do not move it"
                                              : "not a kinematic body: it cannot be driven",
                    name_of(id));
    }
    return &body;
}

Result<void> check_finite(const Vector3d& value, const char* name, BodyId id) {
    if (value.allFinite() && value.norm() < 1e30) return {};
    return fail(ErrorCode::bad_argument, "not finite, or beyond all bounds",
                name_of(id) + ", " + name);
}

void wake(Simulation::State& s, std::uint32_t i) {
    if (i == no_body || !s.bodies[i].dynamic()) return;
    s.bodies[i].asleep = false;
    s.bodies[i].still_for = 0;
}

/// What sleeps on or beside a body wakes up, with all that touches it.
void wake_neighbours(Simulation::State& s, std::uint32_t i) {
    std::vector<bool> seen(s.bodies.size(), false);
    std::vector<std::uint32_t> open{i};
    seen[i] = true;
    while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        const auto reach = [&](std::uint32_t other) {
            if (other == no_body || seen[other] || !s.bodies[other].dynamic()) return;
            seen[other] = true;
            wake(s, other);
            open.push_back(other);
        };
        for (const Touch& t : s.touches) {
            if (t.a == at || t.b == at) reach(t.a == at ? t.b : t.a);
        }
        for (const JointRecord& joint : s.joints.list) {
            if (joint.a == at || joint.b == at) reach(joint.a == at ? joint.b : joint.a);
        }
    }
}

}  // namespace

Result<void> Simulation::apply_force(BodyId id, const Vector3d& force, const Vector3d& point) {
    const auto body = find_body(*state_, id, BodyType::dynamic);
    if (!body) return tl::unexpected(body.error());
    if (const auto good = check_finite(force, "force", id); !good) return good;
    if (const auto good = check_finite(point, "point of a force", id); !good) return good;
    (*body)->force += force;
    (*body)->torque += (point - (*body)->centre).cross(force);
    return {};
}

Result<void> Simulation::apply_torque(BodyId id, const Vector3d& torque) {
    const auto body = find_body(*state_, id, BodyType::dynamic);
    if (!body) return tl::unexpected(body.error());
    if (const auto good = check_finite(torque, "torque", id); !good) return good;
    (*body)->torque += torque;
    return {};
}

Result<void> Simulation::apply_impulse(BodyId id, const Vector3d& impulse, const Vector3d& point) {
    const auto body = find_body(*state_, id, BodyType::dynamic);
    if (!body) return tl::unexpected(body.error());
    if (const auto good = check_finite(impulse, "impulse", id); !good) return good;
    if (const auto good = check_finite(point, "point of an impulse", id); !good) return good;
    const double before = energy().kinetic;
    (*body)->push(impulse, point - (*body)->centre);
    (*body)->asleep = false;
    (*body)->still_for = 0;
    state_->answer_joints();
    state_->work += energy().kinetic - before;
    return {};
}

Result<void> Simulation::set_velocity(BodyId id, const Vector3d& velocity,
                                      const Vector3d& angular_velocity) {
    const auto body = find_body(*state_, id, BodyType::kinematic);
    if (!body) return tl::unexpected(body.error());
    if (const auto good = check_finite(velocity, "velocity", id); !good) return good;
    if (const auto good = check_finite(angular_velocity, "angular velocity", id); !good)
        return good;
    (*body)->velocity = velocity;
    (*body)->spin = angular_velocity;
    wake_neighbours(*state_, state_->numbers.at(id));
    return {};
}

Result<std::uint32_t> Simulation::add_joint(const Joint& joint) {
    State& s = *state_;
    if (const auto good = s.add_joints(std::span(&joint, 1)); !good) {
        return tl::unexpected(good.error());
    }
    const JointRecord& made = s.joints.list.back();
    // They no longer collide.
    std::erase_if(s.touches, [&](const Touch& t) {
        return t.b != no_body && std::minmax(t.a, t.b) == std::minmax(made.a, made.b);
    });
    for (const std::uint32_t i : {made.a, made.b}) wake(s, i);
    s.answer_joints();
    return s.joint_numbers.back();
}

Result<void> Simulation::remove_joint(std::uint32_t number) {
    State& s = *state_;
    const JointRecord* found = s.find_joint(number);
    const std::string name = "joint " + std::to_string(number);
    if (found == nullptr) return fail(ErrorCode::bad_argument, "no such joint", name);
    const std::uint32_t a = found->a, b = found->b;
    const auto at = found - s.joints.list.data();
    const auto same = [&](const JointRecord& other) {
        return &other != found && std::minmax(other.a, other.b) == std::minmax(a, b);
    };
    if (b != no_body && std::ranges::none_of(s.joints.list, same) &&
        relation_of(s.bodies[a], s.bodies[b]) != Relation::separate) {
        return fail(ErrorCode::bad_argument,
                    "without it its bodies collide, and they are not separate now; keep it, or "
                    "give them masks that do not meet",
                    name);
    }
    for (const std::uint32_t i : {a, b}) wake(s, i);
    s.joints.list.erase(s.joints.list.begin() + at);
    s.joint_numbers.erase(s.joint_numbers.begin() + at);
    s.joints.connect(s.bodies);
    return {};
}

Result<void> Simulation::set_motor(std::uint32_t number, const std::optional<JointMotor>& motor) {
    JointRecord* joint = state_->find_joint(number);
    const std::string name = "joint " + std::to_string(number);
    if (joint == nullptr) return fail(ErrorCode::bad_argument, "no such joint", name);
    if (!joint->is(JointKind::hinge)) {
        return fail(ErrorCode::bad_argument, "only a hinge has a motor", name);
    }
    if (motor &&
        !(std::isfinite(motor->speed) && std::isfinite(motor->torque) && motor->torque >= 0)) {
        return fail(ErrorCode::bad_argument, "not a finite speed and a torque from 0 on",
                    name + ", motor");
    }
    joint->joint.motor = motor;
    for (const std::uint32_t i : {joint->a, joint->b}) wake(*state_, i);
    return {};
}

Result<void> Simulation::add(BodyId id, const BodyDef& body) {
    State& s = *state_;
    if (s.numbers.contains(id)) {
        return fail(ErrorCode::bad_argument, "this number is taken; give each body its own",
                    name_of(id));
    }
    auto record = record_of(id, body);
    if (!record) return tl::unexpected(record.error());
    const auto at = std::ranges::lower_bound(s.bodies, id, {}, &BodyRecord::id);
    const auto number = static_cast<std::uint32_t>(at - s.bodies.begin());
    s.bodies.insert(at, std::move(*record));
    const Joined joined = [](BodyId, BodyId) { return false; };  // it has no joints yet
    const auto apart = begin_apart(s.bodies, s.world, s.skin, joined, number);
    if (!apart) {
        s.bodies.erase(s.bodies.begin() + number);
        return apart;
    }
    for (Touch& t : s.touches) {
        if (t.a >= number) ++t.a;
        if (t.b >= number && t.b != no_body) ++t.b;
    }
    s.renumber();
    return {};
}

Result<void> Simulation::remove(BodyId id) {
    State& s = *state_;
    const auto found = s.numbers.find(id);
    if (found == s.numbers.end()) {
        return fail(ErrorCode::bad_argument, "no such body", name_of(id));
    }
    const std::uint32_t number = found->second;
    wake_neighbours(s, number);
    std::erase_if(s.touches, [&](const Touch& t) { return t.a == number || t.b == number; });
    for (std::size_t k = s.joints.list.size(); k-- > 0;) {
        const JointRecord& joint = s.joints.list[k];
        if (joint.a != number && joint.b != number) continue;
        s.joints.list.erase(s.joints.list.begin() + static_cast<std::ptrdiff_t>(k));
        s.joint_numbers.erase(s.joint_numbers.begin() + static_cast<std::ptrdiff_t>(k));
    }
    s.bodies.erase(s.bodies.begin() + number);
    for (Touch& t : s.touches) {
        if (t.a > number) --t.a;
        if (t.b > number && t.b != no_body) --t.b;
    }
    s.renumber();
    return {};
}

}  // namespace swept

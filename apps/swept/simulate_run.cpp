#include "simulate_run.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>

#include "simulate_joints.h"
#include "swept/overlap.h"

namespace swept::tool {
namespace {

using Eigen::Vector3d;

/// As an error about the scene, with bodies by their names: the library counts them.
Failure failure_in(const Scene& scene, const Error& error) {
    std::string message = with_names_of_joints(error.message(), scene);
    for (std::size_t at = 0; (at = message.find("body ", at)) != std::string::npos; at += 5) {
        std::size_t number = 0;
        const char* const begin = message.data() + at + 5;
        const auto [end, bad] = std::from_chars(begin, message.data() + message.size(), number);
        const std::size_t all = scene.bodies.size() + scene.characters.size();
        if (bad != std::errc() || number >= all) continue;
        const std::string name = number < scene.bodies.size()
                                     ? scene.bodies[number].name
                                     : scene.characters[number - scene.bodies.size()].name;
        message.replace(at, static_cast<std::size_t>(end - message.data()) - at, "'" + name + "'");
        at += name.size();
    }
    const bool advises = message.find("; ") != std::string::npos;
    return {Exit::bad_file,
            fmt::format("{}: {}{}", scene.name, message, advises ? "" : "; correct the scene")};
}

/// Around a placed shape, and a little more than rounding can take away.
Box placed_box(const Polyhedron& shape, const Pose& pose) {
    const Box& own = shape.box();
    const Vector3d centre = pose * own.centre();
    const double rounding = 1e-12 * (centre.cwiseAbs().maxCoeff() + shape.extent());
    const Vector3d half =
        pose.rotation_matrix().cwiseAbs() * (own.size() / 2) + Vector3d::Constant(rounding);
    Box box;
    box.add(centre - half);
    box.add(centre + half);
    return box;
}

bool meet(const Box& a, const Box& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

class Run {
   public:
    Run(const Scene& scene, const RunOptions& options) : scene_(scene), options_(options) {
        states_.resize(scene.bodies.size());
        characters_.resize(scene.characters.size());
        make_simulation();
        make_movers();
        find_lowest();
        for (const SceneBody& body : scene.bodies) {
            const BodyType type = body.body.type;
            ++(type == BodyType::dynamic     ? report_.dynamic
               : type == BodyType::kinematic ? report_.kinematic
                                             : report_.fixed);
        }
    }

    RunReport run() {
        look(0);
        report_.energy_start = least_ = energy_now();
        if (options_.judge_all) judge(0);
        record(0);
        const std::size_t steps = steps_of(scene_);
        double whole = 0;
        for (std::size_t i = 1; i <= steps; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            step(i);
            const std::chrono::duration<double, std::milli> took =
                std::chrono::steady_clock::now() - begin;
            whole += took.count();
            report_.ms_most = std::max(report_.ms_most, took.count());
            look(i);
            keep_books();
            if (options_.judge_all || i == steps) judge(i);
            record(i);
            if (options_.progress) {
                options_.progress(static_cast<double>(i) / static_cast<double>(steps));
            }
        }
        report_.steps = steps;
        report_.seconds = static_cast<double>(steps) / scene_.rate;
        report_.ms_mean = whole / static_cast<double>(std::max<std::size_t>(steps, 1));
        report_.contacts = contacts_;
        for (const auto& state : states_)
            if (state && state->asleep) ++report_.asleep;
        report_.characters = characters_;
        return report_;
    }

   private:
    const Scene& scene_;
    const RunOptions& options_;
    std::optional<Simulation> simulation_;
    std::optional<World>
        world_;  ///< as characters see it: rooms and bodies. None without characters
    std::vector<Character> walkers_;
    std::vector<double> falling_;  ///< speed of each character along up
    Scratch scratch_;
    std::vector<std::optional<BodyState>> states_;
    std::vector<CharacterInstant> characters_;
    double least_ = 0;   ///< energy, less what came from outside, at its least so far
    double lowest_ = 0;  ///< potential per mass at the lowest place
    RunReport report_;
    std::size_t contacts_ = 0;

    [[nodiscard]] double duration() const { return 1 / scene_.rate; }
    [[nodiscard]] static BodyId id_of(std::size_t body) { return BodyId(body); }
    [[nodiscard]] BodyId id_of_character(std::size_t character) const {
        return BodyId(scene_.bodies.size() + character);
    }

    void check(const Result<void>& done) const {
        if (!done) throw failure_in(scene_, done.error());
    }

    // ---- making it ----

    void make_simulation() {
        std::vector<NumberedBodyDef> bodies;
        for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
            if (scene_.bodies[i].at <= 0) bodies.push_back({id_of(i), scene_.bodies[i].body});
        }
        for (std::size_t i = 0; i < scene_.characters.size(); ++i) {
            bodies.push_back({id_of_character(i), standing(i, scene_.characters[i].start)});
        }
        const std::vector<Joint> joints = joints_of(scene_);
        auto made = Simulation::make(bodies, scene_.options, scene_.world, joints);
        if (!made) throw failure_in(scene_, made.error());
        simulation_ = std::move(*made);
        report_.joints = joints.size();
    }

    /// A character as bodies see it.
    [[nodiscard]] BodyDef standing(std::size_t character, const Pose& pose) const {
        return {.shape = scene_.characters[character].shape,
                .world_from_body = pose,
                .type = BodyType::fixed};
    }

    void make_movers() {
        if (scene_.characters.empty()) return;
        WorldContents contents;
        if (scene_.world) contents = scene_.world->contents();
        contents.bodies.clear();
        for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
            if (scene_.bodies[i].at <= 0) contents.bodies.push_back(as_seen(i));
        }
        for (std::size_t i = 0; i < scene_.characters.size(); ++i) {
            const SceneCharacter& one = scene_.characters[i];
            CharacterOptions options = one.options;
            if (!scene_.options.gravity.isZero(0)) options.up = -scene_.options.gravity;
            auto character = Character::make(one.shape, options);
            if (!character) throw failure_in(scene_, named(character.error(), one.name));
            character->place(one.start);
            walkers_.push_back(std::move(*character));
            falling_.push_back(0);
            contents.bodies.push_back({id_of_character(i), {one.shape, one.start, every_bit}});
        }
        auto world = World::make(contents);
        if (!world) throw failure_in(scene_, world.error());
        world_ = std::move(*world);
        for (std::size_t i = 0; i < walkers_.size(); ++i) check_start(i);
    }

    void check_start(std::size_t i) const {
        const SceneCharacter& one = scene_.characters[i];
        WorldFilter filter;
        filter.except = id_of_character(i);
        const auto found = overlap({one.shape, one.start}, world_->snapshot(), {.filter = filter});
        if (found.result.relation != Relation::overlapping) return;
        const bool room = found.collider.kind == ColliderRef::Kind::room;
        throw failure_in(
            scene_,
            Error{ErrorCode::bad_argument, "overlap at the start; move one of them away",
                  fmt::format("'{}' and {} {}", one.name, room ? "room" : "body",
                              room ? found.collider.room.value : found.collider.body.value)});
    }

    static Error named(Error error, const std::string& name) {
        error.where = error.where.empty() ? "'" + name + "'" : "'" + name + "', " + error.where;
        return error;
    }

    [[nodiscard]] WorldContents::Placed as_seen(std::size_t i) const {
        const BodyDef& body = scene_.bodies[i].body;
        return {id_of(i), {body.shape, body.world_from_body, body.mask}};
    }

    // ---- a step ----

    void step(std::size_t number) {
        const double time = static_cast<double>(number - 1) * duration();
        bring_in(time);
        drive(time);
        walk(time);
        const auto done = simulation_->step(duration());
        if (!done) throw failure_in(scene_, done.error());
        contacts_ = done->contacts;
        report_.most_contacts = std::max(report_.most_contacts, contacts_);
        if (done->blocked > 0) ++report_.blocked;
        report_.lost = std::max(report_.lost, done->lost);
    }

    /// Bodies whose time has come.
    void bring_in(double time) {
        std::vector<std::size_t> came;
        for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
            const SceneBody& body = scene_.bodies[i];
            // Half a step is not told apart from none.
            if (states_[i] || body.at > time + 0.5 * duration()) continue;
            const double before = energy_now();
            if (const auto added = simulation_->add(id_of(i), body.body); !added) {
                Error error = added.error();
                error.where += fmt::format(", when '{}' comes at {:.6g} s", body.name, body.at);
                throw failure_in(scene_, error);
            }
            states_[i] = simulation_->state(id_of(i));
            report_.brought += energy_now() - before;
            came.push_back(i);
        }
        if (!world_ || came.empty()) return;
        const auto put = world_->edit([&](WorldEdit& edit) -> Result<void> {
            for (const std::size_t i : came) {
                auto good = edit.insert_body(id_of(i), as_seen(i).body);
                if (!good) return good;
            }
            return {};
        });
        if (!put) throw failure_in(scene_, put.error());
    }

    void drive(double time) {
        // A kinematic body goes by all its motors; what no motor says is as at its start.
        std::vector<std::array<Vector3d, 2>> going;
        for (const SceneBody& body : scene_.bodies) {
            going.push_back({body.body.velocity, body.body.angular_velocity});
        }
        for (const SceneMotor& motor : scene_.motors) {
            if (!states_[motor.body]) continue;
            const BodyState& state = *states_[motor.body];
            Vector3d value = motor.course.at(time + 0.5 * duration());
            if (motor.along_body) value = state.world_from_body.rotation_matrix() * value;
            const BodyId id = id_of(motor.body);
            using Kind = SceneMotor::Kind;
            if (motor.kind == Kind::force) {
                const Vector3d point =
                    motor.point ? state.world_from_body * *motor.point : state.centre;
                check(simulation_->apply_force(id, value, point));
            } else if (motor.kind == Kind::torque) {
                check(simulation_->apply_torque(id, value));
            } else {
                going[motor.body][motor.kind == Kind::velocity ? 0 : 1] = value;
            }
        }
        for (std::size_t i = 0; i < going.size(); ++i) {
            if (scene_.bodies[i].body.type != BodyType::kinematic || !states_[i]) continue;
            const auto& [velocity, turning] = going[i];
            const BodyState& now = *states_[i];
            if (velocity == now.velocity && turning == now.angular_velocity) continue;
            check(simulation_->set_velocity(id_of(i), velocity, turning));
        }
    }

    // ---- characters ----

    void walk(double time) {
        for (std::size_t i = 0; i < walkers_.size(); ++i) {
            const Pose before = walkers_[i].pose();
            go(i, time);
            give_way(i);
            const Pose& now = walkers_[i].pose();
            characters_[i].on_ground = walkers_[i].on_ground();
            if (now.translation() == before.translation()) continue;
            check(simulation_->remove(id_of_character(i)));
            check(simulation_->add(id_of_character(i), standing(i, now)));
            move_in_world(id_of_character(i), now);
        }
    }

    void move_in_world(BodyId id, const Pose& pose) {
        const auto moved = world_->edit([&](WorldEdit& edit) { return edit.move_body(id, pose); });
        if (!moved) throw failure_in(scene_, moved.error());
    }

    /// Where it wants to go, across up.
    [[nodiscard]] Vector3d wish(std::size_t i, double time) {
        const SceneCharacter& one = scene_.characters[i];
        if (one.way.empty()) return one.velocity.at(time);
        const Vector3d up = walkers_[i].up();
        while (characters_[i].reached < one.way.size()) {
            Vector3d left = one.way[characters_[i].reached] - walkers_[i].pose().translation();
            left -= up * up.dot(left);
            // Within a quarter of its size is there: what stands in a corner need not be hit.
            if (left.norm() > 0.25 * one.shape.extent()) {
                return left.normalized() * std::min(one.speed, left.norm() / duration());
            }
            ++characters_[i].reached;
        }
        return Vector3d::Zero();
    }

    void go(std::size_t i, double time) {
        Character& character = walkers_[i];
        const double gravity = scene_.options.gravity.norm();
        falling_[i] = (character.on_ground() ? 0 : falling_[i]) - gravity * duration();
        const Vector3d wanted = wish(i, time);
        WorldFilter filter;
        filter.except = id_of_character(i);
        const auto made = character.move((wanted + character.up() * falling_[i]) * duration(),
                                         world_->snapshot(), filter, &scratch_);
        if (!made) throw failure_in(scene_, named(made.error(), scene_.characters[i].name));
        if (wanted.isZero(0)) return;
        // It leans on what it meets.
        for (const InWorld<Contact>& touched : made->touched) {
            if (touched.collider.kind != ColliderRef::Kind::body) continue;
            const std::uint64_t body = touched.collider.body.value;
            if (body >= scene_.bodies.size() ||
                scene_.bodies[body].body.type != BodyType::dynamic) {
                continue;
            }
            const Vector3d& normal = touched.result.normal;
            const Vector3d away = normal.dot(character.up()) * character.up() - normal;  // level
            const double facing = away.dot(wanted.normalized());
            if (!(facing > 0)) continue;
            check(simulation_->apply_impulse(
                touched.collider.body, away * (scene_.characters[i].push * duration() * facing),
                touched.result.point));
        }
    }

    /// Gets out of the way of what is kinematic; what it cannot get out of the way of is held up.
    void give_way(std::size_t i) {
        std::optional<WorldSnapshot> others;
        for (std::size_t k = 0; k < scene_.bodies.size(); ++k) {
            if (scene_.bodies[k].body.type != BodyType::kinematic || !states_[k]) continue;
            const BodyState state = *simulation_->state(id_of(k));
            const double angle = state.angular_velocity.norm() * duration();
            if (state.velocity.isZero(0) && angle == 0) continue;
            const Pose& from = state.world_from_body;
            Quaternion turn = Quaternion::Identity();
            if (angle > 0) {
                turn = Eigen::Quaterniond(
                    Eigen::AngleAxisd(angle, state.angular_velocity.normalized()));
            }
            const auto to = Pose::make(from.translation() + duration() * state.velocity,
                                       (turn * from.rotation()).normalized());
            if (!to) throw failure_in(scene_, to.error());
            const KinematicBody body{scene_.bodies[k].body.shape, from, screw_between(from, *to)};
            WorldFilter filter;
            filter.except = id_of(k);
            // Its own body is in the world, too: it is taken out while it is pushed.
            if (!others) others = without(id_of_character(i));
            const CharacterPush push = walkers_[i].push(body, *others, filter, &scratch_);
            if (push.free_fraction >= 1) continue;
            check(simulation_->set_velocity(id_of(k), push.free_fraction * state.velocity,
                                            push.free_fraction * state.angular_velocity));
        }
    }

    /// The world without a character.
    [[nodiscard]] WorldSnapshot without(BodyId character) {
        const auto body = world_->snapshot().body(character);
        const auto out = world_->edit([&](WorldEdit& edit) { return edit.remove_body(character); });
        if (!out) throw failure_in(scene_, out.error());
        WorldSnapshot seen = world_->snapshot();
        const auto back =
            world_->edit([&](WorldEdit& edit) { return edit.insert_body(character, *body); });
        if (!back) throw failure_in(scene_, back.error());
        return seen;
    }

    // ---- books ----

    void look(std::size_t step) {
        for (std::size_t i = 0; i < states_.size(); ++i) {
            states_[i] = simulation_->state(id_of(i));
            if (states_[i]) add_to_hash(states_[i]->world_from_body);
        }
        if (world_ && step > 0) move_bodies_in_world();
        for (std::size_t i = 0; i < walkers_.size(); ++i) {
            characters_[i].pose = walkers_[i].pose();
            add_to_hash(characters_[i].pose);
        }
    }

    /// One edit for all: each makes the tree of bodies anew.
    void move_bodies_in_world() {
        const auto moved = world_->edit([&](WorldEdit& edit) -> Result<void> {
            for (std::size_t i = 0; i < states_.size(); ++i) {
                if (!states_[i] || scene_.bodies[i].body.type == BodyType::fixed) continue;
                auto good = edit.move_body(id_of(i), states_[i]->world_from_body);
                if (!good) return good;
            }
            return {};
        });
        if (!moved) throw failure_in(scene_, moved.error());
    }

    void add_to_hash(const Pose& pose) {
        const auto add = [&](double value) {
            report_.hash = (report_.hash ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3U;
            report_.hash ^= report_.hash >> 29U;
        };
        for (const double x : pose.translation()) add(x);
        for (const double x : pose.rotation().coeffs()) add(x);
    }

    void find_lowest() {
        bool any = false;
        const auto add = [&](const Vector3d& point) {
            const double potential = -scene_.options.gravity.dot(point);
            lowest_ = any ? std::min(lowest_, potential) : potential;
            any = true;
        };
        for (const SceneBody& body : scene_.bodies) {
            for (const Vector3d& v : body.body.shape.vertices()) {
                add(body.body.world_from_body * v);
            }
        }
        if (!scene_.world) return;
        for (const RoomId room : scene_.world->rooms()) {
            const auto shape = scene_.world->shape(room);
            if (!shape) continue;
            for (const Vector3d& v : shape->vertices()) add(v);
        }
    }

    [[nodiscard]] double energy_now() const {
        double mass = 0;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (const auto own = simulation_->mass(id_of(i))) mass += own->mass;
        }
        return simulation_->energy().total() - mass * lowest_;
    }

    void keep_books() {
        for (std::uint32_t i = 0; i < report_.joints; ++i) {
            const auto joint = simulation_->joint(i);
            if (!joint) continue;
            report_.position_error = std::max(report_.position_error, joint->position_error);
            report_.angle_error = std::max(report_.angle_error, joint->angle_error);
        }
        report_.energy_end = energy_now();
        report_.work = simulation_->energy().work;
        // Of itself, energy only gets less: what is there now, less what came from outside, should
        // be no more than it ever was.
        const double own = report_.energy_end - report_.brought - report_.work;
        least_ = std::min(least_, own);
        const double could = report_.energy_end - (own - least_);
        if (could > 0) report_.growth = std::max(report_.growth, report_.energy_end / could);
        const double given = report_.energy_start + report_.brought + report_.work;
        if (given > 0)
            report_.over_start = std::max(report_.over_start, report_.energy_end / given);
    }

    void record(std::size_t step) const {
        if (!options_.record) return;
        options_.record({step, static_cast<double>(step) / scene_.rate, states_, characters_,
                         simulation_->energy(), contacts_});
    }

    // ---- the judge ----

    struct Placed {
        const Polyhedron* shape;
        Pose pose;
        Box box;
        Mask mask;
        bool moves;  ///< by itself: what is kinematic or stands may be anywhere
        const std::string* name;
        BodyId id;
    };

    void judge(std::size_t step) {
        std::vector<Placed> all;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (!states_[i]) continue;
            const SceneBody& body = scene_.bodies[i];
            const Pose& pose = states_[i]->world_from_body;
            all.push_back({&body.body.shape, pose, placed_box(body.body.shape, pose),
                           body.body.mask, body.body.type == BodyType::dynamic, &body.name,
                           id_of(i)});
        }
        for (std::size_t i = 0; i < walkers_.size(); ++i) {
            const SceneCharacter& one = scene_.characters[i];
            all.push_back({&one.shape, characters_[i].pose,
                           placed_box(one.shape, characters_[i].pose), every_bit, true, &one.name,
                           id_of_character(i)});
        }
        ++report_.judged.steps;
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = i + 1; j < all.size(); ++j) judge(all[i], all[j], step);
            judge_rooms(all[i], step);
        }
    }

    void judge(const Placed& a, const Placed& b, std::size_t step) {
        if ((!a.moves && !b.moves) || (a.mask & b.mask) == 0 || !meet(a.box, b.box)) return;
        if (simulation_->joined(a.id, b.id)) return;  // they overlap where they are joined
        ++report_.judged.pairs;
        if (overlap({*a.shape, a.pose}, {*b.shape, b.pose}).relation != Relation::overlapping)
            return;
        condemn(fmt::format("'{}' and '{}'", *a.name, *b.name), step);
    }

    void judge_rooms(const Placed& body, std::size_t step) {
        if (!scene_.world || !body.moves) return;
        WorldFilter filter;
        filter.bodies = false;
        filter.mask = body.mask;
        ++report_.judged.pairs;
        const auto found = overlap({*body.shape, body.pose}, *scene_.world, {.filter = filter});
        if (found.result.relation != Relation::overlapping) return;
        condemn(fmt::format("'{}' and room {}", *body.name, found.collider.room.value), step);
    }

    void condemn(const std::string& pair, std::size_t step) {
        if (report_.judged.overlaps++ > 0) return;
        report_.judged.first = pair;
        report_.judged.first_time = static_cast<double>(step) / scene_.rate;
    }
};

}  // namespace

std::size_t steps_of(const Scene& scene) {
    // 2.0000000001 seconds are those of 2.
    return static_cast<std::size_t>(std::ceil(scene.seconds * scene.rate * (1 - 1e-9)));
}

void check_judgement(const std::string& scene, const Judgement& judged) {
    if (judged.overlaps == 0) return;
    throw Failure{
        Exit::found,
        fmt::format("{}: {} found, the first of {} at {:.6g} s; nothing should ever be "
                    "inside anything, report it with the scene",
                    scene, counted(judged.overlaps, "overlap"), judged.first, judged.first_time)};
}

RunReport run_scene(const Scene& scene, const RunOptions& options) {
    return Run(scene, options).run();
}

}  // namespace swept::tool

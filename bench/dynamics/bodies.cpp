// Walls, towers, dominoes and fast things: ours and Bullet in turns, judged alike. Whether bodies
// are inside each other is decided exactly, on their poses; how deep, along the normals of faces.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "../common/cpu_clock.h"
#include "engine.h"
#include "parts.h"
#include "scenes.h"
#include "swept/overlap.h"
#include "tests/dynamics/bodies_to_throw.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

/// How far two convex shapes would have to be moved apart along the normals of their faces, balls
/// left out, and the line of their centres: no less than their depth, which it is for faces.
double depth(const Polyhedron& a, const Pose& at_a, const Polyhedron& b, const Pose& at_b) {
    std::vector<Vector3d> axes{at_b * b.box().centre() - at_a * a.box().centre()};
    const auto add_normals = [&](const Polyhedron& shape, const Pose& pose) {
        if (shape.face_count() > 100) return;
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            axes.emplace_back(pose.rotation() * shape.plane(FaceIndex(f)).normal);
        }
    };
    add_normals(a, at_a);
    add_normals(b, at_b);
    double least = std::numeric_limits<double>::infinity();
    for (const Vector3d& axis : axes) {
        if (axis.norm() < 1e-9) continue;
        const auto range = [&](const Polyhedron& shape, const Pose& pose) {
            double from = std::numeric_limits<double>::infinity(), to = -from;
            for (std::uint32_t v = 0; v < shape.vertex_count(); ++v) {
                const double x = axis.normalized().dot(pose * shape.position(VertexIndex(v)));
                from = std::min(from, x);
                to = std::max(to, x);
            }
            return std::pair(from, to);
        };
        const auto [a_from, a_to] = range(a, at_a);
        const auto [b_from, b_to] = range(b, at_b);
        least = std::min({least, a_to - b_from, b_to - a_from});
    }
    return std::max(least, std::numeric_limits<double>::min());
}

/// A scene in one engine, and what has been seen of it.
class Watched {
   public:
    Watched(std::string name, std::unique_ptr<Engine> engine, const Vector3d& gravity)
        : engine_(std::move(engine)), gravity_(gravity) {
        row_.engine = std::move(name);
    }

    void add(const BodyDef& body) {
        engine_->add(body);
        Seen& one = seen_.emplace_back(Seen{body, {}, body.world_from_body});
        if (body.type == BodyType::dynamic) {
            one.mass = mass_properties(body.shape, body.density).value();
            if (body.mass) one.mass = one.mass.with_mass(*body.mass);
        }
        const double more = energy_of(one, {.world_from_body = body.world_from_body,
                                            .velocity = body.velocity,
                                            .angular_velocity = body.angular_velocity});
        given_ += more;
        least_ += more;
    }

    /// One step; answers the seconds of the processor that it took.
    double step(double duration) {
        const double before = cpu_now();
        engine_->step(duration);
        const double took = cpu_now() - before;
        double energy = 0;
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            const BodyState state = engine_->state(i);
            seen_[i].pose = state.world_from_body;
            energy += energy_of(seen_[i], state);
        }
        row_.energy_growth = std::max(row_.energy_growth, energy / given_);
        row_.energy_regained = std::max(row_.energy_regained, (energy - least_) / given_);
        least_ = std::min(least_, energy);
        return took;
    }

    /// The largest depth of two bodies now, 0 when none are inside each other.
    [[nodiscard]] double penetration() const {
        double most = 0;
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            for (std::size_t k = i + 1; k < seen_.size(); ++k) {
                const Seen &a = seen_[i], &b = seen_[k];
                if (a.body.type != BodyType::dynamic && b.body.type != BodyType::dynamic) continue;
                if ((a.pose.translation() - b.pose.translation()).norm() >
                    a.body.shape.extent() + b.body.shape.extent()) {
                    continue;
                }
                const auto found = overlap({a.body.shape, a.pose}, {b.body.shape, b.pose});
                if (found.relation != Relation::overlapping) continue;
                most = std::max(most, depth(a.body.shape, a.pose, b.body.shape, b.pose));
            }
        }
        return most;
    }

    /// How far the one that went farthest is from where it began.
    [[nodiscard]] double drift() const {
        double most = 0;
        for (const Seen& one : seen_) {
            const Vector3d began = one.body.world_from_body.translation();
            most = std::max(most, (one.pose.translation() - began).norm());
        }
        return most;
    }

    [[nodiscard]] const Pose& pose(std::size_t number) const { return seen_[number].pose; }
    [[nodiscard]] SceneRow& row() { return row_; }

   private:
    struct Seen {
        BodyDef body;
        MassProperties mass;
        Pose pose;
    };
    std::unique_ptr<Engine> engine_;
    Vector3d gravity_;
    std::vector<Seen> seen_;
    double given_ = 0;  ///< energy that bodies came with
    double least_ = 0;  ///< there has been since, with what they came with
    SceneRow row_;

    [[nodiscard]] double energy_of(const Seen& one, const BodyState& state) const {
        if (one.body.type != BodyType::dynamic) return 0;
        const Eigen::Matrix3d turn = state.world_from_body.rotation_matrix();
        const Vector3d spin = turn.transpose() * state.angular_velocity;
        const Vector3d centre = state.world_from_body * one.mass.centre;
        return one.mass.mass * (state.velocity.squaredNorm() / 2 - gravity_.dot(centre)) +
               spin.dot(one.mass.inertia * spin) / 2;
    }
};

/// Ours, Bullet as it comes, where it is, and Bullet with another setting.
std::vector<Watched> engines(const Vector3d& gravity, const std::string& other_name,
                             const BulletSettings& other) {
    std::vector<Watched> made;
    made.emplace_back("swept", make_swept(gravity), gravity);
    auto bullet = make_bullet(gravity, {});
    if (!bullet) return made;
    made.emplace_back("Bullet", std::move(bullet), gravity);
    made.emplace_back(other_name, make_bullet(gravity, other), gravity);
    return made;
}

/// A scene of the command line, at a rate: it stands, then something is thrown at it.
std::vector<SceneRow> play(const std::string& name, const std::string& keys, double rate) {
    const tool::Scene scene = tool::make_scene(fmt::format("scene:{}{}", name, keys));
    double stands = 0;
    for (const tool::SceneBody& one : scene.bodies) stands = std::max(stands, one.at);
    const int steps = static_cast<int>(std::lround(scene.seconds * rate));
    const int standing = static_cast<int>(std::lround(stands * rate));
    const int awake = static_cast<int>(rate / 2);  // ours may sleep after half a second
    std::vector<Watched> all =
        engines(scene.options.gravity, "Bullet, 60 rounds", {.rounds = scene.options.iterations});
    for (Watched& one : all) {
        one.row().scene = name;
        one.row().rate = rate;
        for (const tool::SceneBody& body : scene.bodies) {
            if (body.at == 0) one.add(body.body);
        }
    }
    for (int i = 0; i < steps; ++i) {
        for (Watched& one : all) {
            if (i == standing && standing > 0) {
                one.row().drift = one.drift();
                one.row().penetration_at_rest = one.penetration();
                for (const tool::SceneBody& body : scene.bodies) {
                    if (body.at > 0) one.add(body.body);
                }
            }
            const double ms = 1e3 * one.step(1 / rate);
            SceneRow& row = one.row();
            if (i < standing) {
                row.ms_standing += ms / standing;
                if (i < awake) row.ms_awake += ms / awake;
                row.penetration_standing = std::max(row.penetration_standing, one.penetration());
            } else {
                row.ms_moving += ms / (steps - standing);
                row.penetration_moving = std::max(row.penetration_moving, one.penetration());
            }
        }
    }
    std::vector<SceneRow> rows;
    for (Watched& one : all) rows.push_back(one.row());
    return rows;
}

}  // namespace

std::vector<SceneRow> measure_scenes(bool quick) {
    std::vector<SceneRow> rows;
    const auto add = [&](const std::vector<SceneRow>& more) {
        rows.insert(rows.end(), more.begin(), more.end());
    };
    for (const double rate : {240.0, 60.0, 30.0, 15.0}) {
        add(play("wall", quick ? ",stand=1" : "", rate));
    }
    add(play("tower", quick ? ",stand=1" : "", 60));
    add(play("dominoes", quick ? ",count=20" : "", 60));
    return rows;
}

std::vector<TunnelRow> measure_tunnels(bool quick) {
    const Vector3d weightless = Vector3d::Zero();
    const int every = quick ? 5 : 1;
    std::vector<TunnelRow> rows;
    const auto run = [&](const std::string& scene, double rate, int steps, const auto& bodies,
                         const auto& passed) {
        std::vector<TunnelRow> counts;
        for (int phase = 0; phase < test::phases; phase += every) {
            std::vector<Watched> all = engines(weightless, "Bullet, CCD", {.sweeps = true});
            counts.resize(all.size());
            for (std::size_t k = 0; k < all.size(); ++k) {
                Watched& one = all[k];
                for (const NumberedBodyDef& body : bodies(phase)) one.add(body.body);
                bool through = false;
                for (int i = 0; i < steps && !through; ++i) {
                    const Pose before[] = {one.pose(0), one.pose(1)};
                    (void)one.step(1 / rate);
                    through = passed(before[0], before[1], one.pose(0), one.pose(1));
                }
                TunnelRow& row = counts[k];
                row = {scene,
                       one.row().engine,
                       rate,
                       row.runs + 1,
                       row.tunnelled + through,
                       std::max(row.energy_growth, one.row().energy_growth)};
            }
        }
        rows.insert(rows.end(), counts.begin(), counts.end());
    };
    const auto through_plate = [](const Pose& plate, const Pose& ball, const Pose& plate_now,
                                  const Pose& ball_now) {
        return test::passed_plate(plate.inverse() * ball.translation(),
                                  plate_now.inverse() * ball_now.translation());
    };
    const auto over_post = [](const Pose&, const Pose& rod, const Pose&, const Pose& rod_now) {
        return test::passed_post(rod, rod_now);
    };
    for (const double rate : {60.0, 30.0}) {
        for (const BodyType type : {BodyType::fixed, BodyType::dynamic}) {
            run(
                type == BodyType::fixed ? "ball, fixed plate" : "ball, free plate", rate,
                static_cast<int>(rate / 2),
                [&](int phase) { return test::ball_and_plate(rate, phase, type); }, through_plate);
        }
        run(
            "rod, post", rate, static_cast<int>(rate),
            [&](int phase) { return test::rod_and_post(phase); }, over_post);
    }
    return rows;
}

}  // namespace swept::bench

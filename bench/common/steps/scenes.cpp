#include "scenes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../questions.h"
#include "swept/overlap.h"
#include "swept/solids.h"
#include "swept/sweep.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

constexpr double degree = std::numbers::pi / 180;
constexpr double major_radius = 0.375, tube_radius = 0.125;

Polyhedron built(const Mesh& mesh) {
    Polyhedron shape = Polyhedron::build(mesh).value();
    (void)shape.box_tree();  // made now, not in the first query
    (void)shape.box_tree();
    return shape;
}

/// Any vector across a unit one.
Vector3d across(const Vector3d& direction, Random& random) {
    return direction.cross(random.direction()).normalized();
}

/// A screw of 20 to 45 degrees that takes a point so far along: some of it by the glide, most of it
/// around an axis beside the point.
Screw screw_past(const Vector3d& point, double travel, Random& random) {
    const Vector3d axis = random.direction();
    const double angle = random.uniform(20, 45) * degree;
    const double climb = random.uniform(0, 45) * degree;
    const double radius = travel * std::cos(climb) / angle;
    const Vector3d origin = point + radius * across(axis, random);
    return Screw::make(origin, axis, angle, travel * std::sin(climb)).value();
}

Screw half_back(const Screw& screw) {
    return Screw::make(screw.origin(), screw.axis(), -screw.angle() / 2, -screw.advance() / 2)
        .value();
}

bool starts_apart(const ScrewStep& step, const Polyhedron& a, const Polyhedron& b) {
    return overlap({a, step.from}, {b}).relation == Relation::separate;
}

/// Tries until there are enough that start apart and collide.
template <class Try>
std::vector<ScrewStep> colliding_steps(const Polyhedron& a, const Polyhedron& b, std::size_t count,
                                       const Try& next) {
    std::vector<ScrewStep> steps;
    for (std::size_t tries = 0; steps.size() < count && tries < 1000 * count; ++tries) {
        const ScrewStep step = next();
        if (starts_apart(step, a, b) && step.collides) steps.push_back(step);
    }
    return steps;
}

void append_edges(const Polyhedron& shape, std::vector<double>& lengths) {
    for (std::uint32_t i = 0; i < shape.edge_count(); ++i) {
        const auto [from, to] = shape.ends(EdgeIndex(i));
        lengths.push_back((shape.position(to) - shape.position(from)).norm());
    }
}

Scene passing(const char* name, const Polyhedron& shape, std::size_t steps) {
    return {name, shape, shape, passing_steps(shape, shape, steps)};
}

Scene threaded(const char* name, double glide_share) {
    constexpr double pitch = 2;
    const double angle = 5 * degree;
    Scene scene{name, built(make_bolt().value()), built(make_nut().value())};
    // The nut sits on the middle of the shank, at a whole number of turns.
    const Pose from = Pose::make(Vector3d(0, 0, -3 * pitch)).value();
    const double glide = glide_share * pitch * angle / (2 * std::numbers::pi);
    const Screw screw = Screw::make(Vector3d::Zero(), Vector3d::UnitZ(), angle, glide).value();
    scene.steps.push_back(step_of(scene.a, from, screw, scene.b));
    return scene;
}

}  // namespace

double Scene::short_edge() const {
    std::vector<double> lengths;
    append_edges(a, lengths);
    append_edges(b, lengths);
    const auto quarter = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 4);
    std::ranges::nth_element(lengths, quarter);
    return *quarter;
}

Polyhedron unit_body(Mesh mesh) {
    Box box;
    for (const Vector3d& p : mesh.vertices) box.add(p);
    for (Vector3d& p : mesh.vertices) p = (p - box.centre()) / box.size().maxCoeff();
    return built(mesh);
}

Polyhedron rectangle_torus(std::size_t faces) {
    const auto count = static_cast<double>(faces);
    const auto sides = static_cast<std::uint32_t>(std::lround(std::sqrt(count * 3 / 4)));
    const auto rings = static_cast<std::uint32_t>(std::lround(count / sides));
    Mesh mesh;
    for (std::uint32_t i = 0; i < rings; ++i) {
        const double around = 2 * std::numbers::pi * i / rings;
        for (std::uint32_t j = 0; j < sides; ++j) {
            const double along = 2 * std::numbers::pi * j / sides;
            const double r = major_radius + tube_radius * std::cos(along);
            mesh.add_vertex(
                {r * std::cos(around), r * std::sin(around), tube_radius * std::sin(along)});
        }
    }
    for (std::uint32_t i = 0; i < rings; ++i) {
        const std::uint32_t here = i * sides, next = (i + 1) % rings * sides;
        for (std::uint32_t j = 0; j < sides; ++j) {
            const std::uint32_t k = (j + 1) % sides;
            mesh.add_polygon({here + j, next + j, next + k, here + k});
        }
    }
    return built(mesh);
}

Polyhedron unit_ball(std::size_t faces) {
    const auto half = static_cast<int>(std::lround(std::sqrt(static_cast<double>(faces) / 4)));
    return built(make_sphere(0.5, half + 1, 2 * half).value());
}

Polyhedron unit_gear(std::size_t faces) {
    // A tooth has so many faces with the caps' that belong to it.
    const Polyhedron one = built(make_gear().value());
    const double of_a_tooth = one.face_count() / 20.0;
    GearOptions options;
    options.teeth =
        std::max(8, static_cast<int>(std::lround(static_cast<double>(faces) / of_a_tooth)));
    options.width = 0.25 * options.teeth;
    options.bore = 0.4 * options.teeth;
    return unit_body(make_gear(options).value());
}

ScrewStep step_of(const Polyhedron& a, const Pose& from, const Screw& screw, const Polyhedron& b) {
    const Pose to = screw.pose_at(from, 1);
    const SweepResult found = sweep({a, from}, screw, {b});
    return {from, to, screw, found.free_fraction, found.state == State::hit};
}

std::vector<ScrewStep> passing_steps(const Polyhedron& a, const Polyhedron& b, std::size_t count) {
    Random random(20);
    return colliding_steps(a, b, count, [&] {
        // Half way, the bodies are about where they would overlap most.
        const Vector3d offset = random.direction() * random.uniform(0, 0.6);
        const Pose middle = Pose::make(offset, random.rotation()).value();
        const Screw screw = screw_past(offset, random.uniform(1.2, 2.2), random);
        const Screw back = half_back(screw);
        return step_of(a, back.pose_at(middle, 1), screw, b);
    });
}

std::vector<ScrewStep> linked_steps(const Polyhedron& torus, std::size_t count) {
    Random random(30);
    return colliding_steps(torus, torus, count, [&] {
        // A tube in the middle of the other's hole, and leaning.
        const double lean = random.uniform(65, 115) * degree;
        const Quaternion turned(Eigen::AngleAxisd(lean, Vector3d::UnitX()));
        const Vector3d place =
            major_radius * Vector3d::UnitX() + random.direction() * random.uniform(0, 0.08);
        const Pose from = Pose::make(place, turned).value();
        return step_of(torus, from, screw_past(place, random.uniform(0.2, 0.7), random), torus);
    });
}

Scene cubes(std::size_t steps) {
    return passing("cubes", unit_body(make_box({1, 1, 1}).value()), steps);
}

Scene cars(std::size_t steps) {
    return passing("cars", unit_body(make_car(4, 1.8, 1.4).value()), steps);
}

Scene apart_tori(std::size_t steps) {
    return passing("tori", rectangle_torus(300), steps);
}

Scene linked_tori(std::size_t steps) {
    const Polyhedron torus = rectangle_torus(300);
    return {"tori, interlocked", torus, torus, linked_steps(torus, steps)};
}

Scene gears(std::size_t faces, std::size_t steps) {
    return passing("gears", unit_gear(faces), steps);
}

Scene large_tori(std::size_t faces, std::size_t steps) {
    return passing("tori", rectangle_torus(faces), steps);
}

Scene large_balls(std::size_t faces, std::size_t steps) {
    return passing("balls", unit_ball(faces), steps);
}

Scene bolt_on_thread() {
    return threaded("bolt along its thread", 1);
}

Scene bolt_off_thread() {
    return threaded("bolt into its thread", 5);
}

}  // namespace swept::bench

// Two bodies that collide at several places at once: worked examples, what is promised over random
// pairs, and a judge that tries all sets of collisions.

#include "swept/dynamics/impact.h"
#include "swept/solids.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "tests/dynamics/bodies_to_throw.h"

namespace swept {
namespace {

using namespace test;

ImpactBody body(const Polyhedron& shape, const Pose& pose, const Vector3d& velocity,
                const Vector3d& spin = Vector3d::Zero()) {
    return {.shape = shape,
            .world_from_body = pose,
            .mass = mass_properties(shape, 100).value(),
            .twist = {velocity, spin},
            .restitution = 1,
            .friction = 0};
}

/// Momenta and energy at given poses.
struct Sums {
    Vector3d momentum = Vector3d::Zero(), turning = Vector3d::Zero();
    double energy = 0;
    double size = 0, turning_size = 0;  ///< of what is summed up: rounding is relative to them

    void add(const ImpactBody& b, const Pose& pose, const Twist& motion) {
        if (!b.mass) return;
        const Eigen::Matrix3d turn = pose.rotation_matrix();
        const Vector3d spin =
            turn * (b.mass->inertia * (turn.transpose() * motion.angular_velocity));
        const Vector3d p = b.mass->mass * motion.velocity, c = pose * b.mass->centre;
        momentum += p;
        turning += c.cross(p) + spin;
        energy += (p.dot(motion.velocity) + spin.dot(motion.angular_velocity)) / 2;
        size += p.norm();
        turning_size += c.norm() * p.norm() + spin.norm();
    }
};

Sums sums(const ImpactBody& a, const ImpactBody& b, const ImpactResult& r, bool after) {
    Sums made;
    made.add(a, r.world_from_a, after ? r.a : a.twist);
    made.add(b, r.world_from_b, after ? r.b : b.twist);
    return made;
}

/// How fast a leaves b at an impact.
Vector3d parting(const ImpactBody& a, const ImpactBody& b, const ImpactResult& r, const Impact& at,
                 const Twist& of_a, const Twist& of_b) {
    const auto speed = [&](const ImpactBody& one, const Pose& pose, const Twist& motion) {
        if (!one.mass) return Vector3d(Vector3d::Zero());
        const Vector3d arm = at.point - pose * one.mass->centre;
        return Vector3d(motion.velocity + motion.angular_velocity.cross(arm));
    };
    return speed(a, r.world_from_a, of_a) - speed(b, r.world_from_b, of_b);
}

// ---- worked examples ----

TEST(impact, equal_boxes_exchange_their_velocities) {
    const Polyhedron cube = solid("box,size=1x1x1");
    const auto a = body(cube, at({-1, 0, 0}), {3, 0, 0}), b = body(cube, at({1, 0, 0}), {-1, 0, 0});
    const auto r = impact(a, b, 1).value();
    EXPECT_EQ(r.impacts.size(), 4U);
    EXPECT_NEAR(r.fraction, 0.25, 1e-14);
    EXPECT_LT((r.a.velocity - Vector3d(-1, 0, 0)).norm(), 1e-12);
    EXPECT_LT((r.b.velocity - Vector3d(3, 0, 0)).norm(), 1e-12);
    EXPECT_LT(r.a.angular_velocity.norm() + r.b.angular_velocity.norm(), 1e-12);
    for (const Impact& one : r.impacts) {  // all corners alike
        EXPECT_NEAR(one.impulse.norm(), 100, 1e-9);
    }
}

TEST(impact, equal_spheres_exchange_their_velocities) {
    // Faces meet faces: odd rings have one around the equator, which is turned to the other's.
    const Polyhedron ball = solid("sphere,radius=0.5,rings=11,segments=24");
    const double half = M_PI / 24;
    const auto a = body(ball, turned_at({-1, 0, 0}, {0, 0, 1}, half), {2, 0, 0});
    const auto b = body(ball, turned_at({1, 0, 0}, {0, 0, 1}, half), {0, 0, 0});
    const auto r = impact(a, b, 1).value();
    ASSERT_FALSE(r.impacts.empty());
    EXPECT_LT(r.a.velocity.norm(), 1e-12);
    EXPECT_LT((r.b.velocity - Vector3d(2, 0, 0)).norm(), 1e-12);
    EXPECT_LT(r.a.angular_velocity.norm() + r.b.angular_velocity.norm(), 1e-12);
}

TEST(impact, without_restitution_they_go_on_together) {
    const Polyhedron cube = solid("box,size=1x1x1");
    auto a = body(cube, at({-1, 0, 0}), {3, 0, 0}), b = body(cube, at({1, 0, 0}), {-1, 0, 0});
    a.restitution = b.restitution = 0;
    const auto r = impact(a, b, 1).value();
    EXPECT_LT((r.a.velocity - Vector3d(1, 0, 0)).norm(), 1e-12);
    EXPECT_LT((r.b.velocity - Vector3d(1, 0, 0)).norm(), 1e-12);
}

TEST(impact, a_wall_cannot_be_pushed) {
    const Polyhedron cube = solid("box,size=1x1x1");
    auto a = body(cube, at({-1, 0.2, 0.1}), {3, 0, 0});
    const ImpactBody wall{.shape = solid("box,size=1x9x9"), .friction = 0};
    const auto r = impact(a, wall, 1).value();
    EXPECT_LT((r.a.velocity - Vector3d(-3, 0, 0)).norm(), 1e-12);
    EXPECT_TRUE(r.b.velocity.isZero(0));
    const auto swapped = impact(wall, a, 1).value();
    EXPECT_LT((swapped.b.velocity - r.a.velocity).norm(), 1e-12);
}

/// A box comes down at a slant. Friction of 0.2 takes a fifth of the normal speed; at its middle
/// height it tips no more than the ground lets it: not at all. Large friction stops it.
TEST(impact, friction_takes_its_share_or_all) {
    const Polyhedron tile = solid("box,size=2x2x0.1");
    const ImpactBody ground{
        .shape = solid("box,size=20x20x1"), .world_from_body = at({0, 0, -0.5}), .friction = 1};
    auto a = body(tile, at({0, 0, 0.2}), {3, 0, -2});
    a.restitution = 0;
    a.friction = 0.04;
    const auto slides = impact(a, ground, 0.2).value();
    EXPECT_NEAR(slides.a.velocity[0], 3 - 0.2 * 2, 1e-9);
    EXPECT_NEAR(slides.a.velocity[2], 0, 1e-12);
    EXPECT_LT(slides.a.angular_velocity.norm(), 1e-9);
    a.friction = 100;
    const auto sticks = impact(a, ground, 0.2).value();
    EXPECT_LT(sticks.a.velocity.norm(), 1e-9);
    EXPECT_LT(sticks.a.angular_velocity.norm(), 1e-9);
}

/// Buss, figure 2 b: a box that lands a little tilted meets with its far corners, too.
TEST(impact, a_little_tilt_makes_little_spin) {
    const Polyhedron cube = solid("box,size=1x1x1");
    const ImpactBody wall{.shape = solid("box,size=1x4x4"), .friction = 0};
    auto a = body(cube, turned_at({-2, 0, 0}, {0, 0, 1}, 0.02), {2, 0, 0});
    a.restitution = 0;
    const auto r = impact(a, wall, 1).value();
    EXPECT_EQ(r.impacts.size(), 4U);
    EXPECT_LT(r.a.angular_velocity.norm(), 0.1);
    // The first ones alone make it tumble.
    const auto alone = impact(a, wall, 1, {.together = 0.001}).value();
    EXPECT_EQ(alone.impacts.size(), 2U);
    EXPECT_GT(alone.a.angular_velocity.norm(), 1);
}

/// A fork, open along +x, and a bar across: both prongs hit at once, and neither body turns.
TEST(impact, concave_bodies_meet_at_two_places_at_once) {
    // A U in the plane z = const, made of one closed surface.
    const std::vector<Eigen::Vector2d> outline = {{-1, -1},    {1, -1},  {1, -0.6}, {-0.5, -0.6},
                                                  {-0.5, 0.6}, {1, 0.6}, {1, 1},    {-1, 1}};
    Mesh mesh;
    for (const double z : {-0.2, 0.2}) {
        for (const auto& p : outline) mesh.vertices.emplace_back(p[0], p[1], z);
    }
    const auto n = static_cast<std::uint32_t>(outline.size());
    std::vector<std::uint32_t> lower(n), upper(n);
    std::iota(upper.begin(), upper.end(), n);
    for (std::uint32_t i = 0; i < n; ++i) lower[i] = n - 1 - i;
    mesh.add_polygon(lower);
    mesh.add_polygon(upper);
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t k = (i + 1) % n;
        mesh.add_polygon(std::vector<std::uint32_t>{i, k, k + n, i + n});
    }
    const Polyhedron fork = Polyhedron::build(mesh).value();
    const auto a = body(fork, at({-2, 0, 0}), {4, 0, 0});
    const auto b = body(solid("box,size=0.4x3x0.4"), at({0, 0, 0}), {0, 0, 0});
    const auto r = impact(a, b, 1).value();
    double low = 0, high = 0;
    for (const Impact& one : r.impacts) (one.point[1] < 0 ? low : high) += one.impulse.norm();
    EXPECT_GT(low, 1);
    EXPECT_NEAR(low, high, 1e-9 * low);
    const double share = 2 * a.mass->mass / (a.mass->mass + b.mass->mass);
    EXPECT_LT((r.b.velocity - Vector3d(4 * share, 0, 0)).norm(), 1e-11);
    EXPECT_LT(r.a.angular_velocity.norm() + r.b.angular_velocity.norm(), 1e-11);
}

TEST(impact, two_cars_hit_at_two_places_at_once) {
    const Polyhedron car = solid("car");
    auto a = body(car, turned_at({-4.6, 0.9, 0}, {0, 0, 1}, 0.05), {15, 0, 0}, {0, 0, 0.3});
    auto b = body(car, turned_at({0, 0, 0}, {0, 0, 1}, 3.0), {-12, 0, 0});
    a.restitution = b.restitution = 0.3;
    a.friction = b.friction = 0.4;
    const auto r = impact(a, b, 1.0 / 30).value();
    ASSERT_GE(r.impacts.size(), 2U);
    const Sums before = sums(a, b, r, false), after = sums(a, b, r, true);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.size);
    EXPECT_LT((after.turning - before.turning).norm(), 1e-12 * before.turning_size);
    EXPECT_LT(after.energy, before.energy);
    for (const Impact& one : r.impacts) {
        EXPECT_GT(parting(a, b, r, one, r.a, r.b).dot(one.normal), -1e-9);
    }
}

// ---- properties ----

/// The same solid with other numbers: vertices and faces in another order, faces begun elsewhere.
Polyhedron renumbered(const char* description, std::mt19937& random) {
    const Mesh mesh = make_solid(description).value();
    std::vector<std::uint32_t> number(mesh.vertices.size()), order(mesh.polygon_count());
    std::iota(number.begin(), number.end(), 0U);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::shuffle(number, random);
    std::ranges::shuffle(order, random);
    Mesh made;
    made.vertices.resize(mesh.vertices.size());
    for (std::size_t i = 0; i < number.size(); ++i) made.vertices[number[i]] = mesh.vertices[i];
    for (const std::uint32_t f : order) {
        std::vector<std::uint32_t> polygon;
        for (const std::uint32_t v : mesh.polygon(f)) polygon.push_back(number[v]);
        std::ranges::rotate(
            polygon, polygon.begin() + static_cast<std::ptrdiff_t>(random() % polygon.size()));
        made.add_polygon(polygon);
    }
    return Polyhedron::build(made).value();
}

TEST(impact, numbers_of_faces_and_vertices_do_not_matter) {
    std::mt19937 random(3);
    for (const double friction : {0.0, 0.5}) {
        for (const double offset : {0.0, 0.15}) {
            std::optional<ImpactResult> first;
            for (int i = 0; i < 12; ++i) {
                auto a = body(renumbered("box,size=1x1x1", random),
                              turned_at({-1, offset, 0.1}, {0, 0, 1}, offset / 10), {3, 0.5, 0.2});
                auto b = body(renumbered("car", random), at({2.5, 0, 0}), {-1, 0, 0});
                // What makes a body heavy depends on the order of faces by rounding; that is not
                // what is asked here.
                a.mass = mass_properties(solid("box,size=1x1x1"), 100).value();
                b.mass = mass_properties(solid("car"), 100).value();
                a.friction = b.friction = friction;
                a.restitution = 0.5;
                b.restitution = 0;
                const auto r = impact(a, b, 0.5).value();
                ASSERT_GE(r.impacts.size(), 2U);
                if (!first) first = r;
                EXPECT_LT((r.a.velocity - first->a.velocity).norm(), 1e-12);
                EXPECT_LT((r.b.velocity - first->b.velocity).norm(), 1e-12);
                EXPECT_LT((r.a.angular_velocity - first->a.angular_velocity).norm(), 1e-12);
                EXPECT_LT((r.b.angular_velocity - first->b.angular_velocity).norm(), 1e-12);
            }
        }
    }
}

/// Velocities of two bodies after impacts without restitution or friction, by trying all sets of
/// impacts that may push: the one whose impulses are not negative and that leaves nothing
/// approaching.
std::optional<std::array<Twist, 2>> judged(const ImpactBody& a, const ImpactBody& b,
                                           const ImpactResult& r) {
    const auto n = static_cast<Eigen::Index>(r.impacts.size());
    Eigen::Matrix<double, 12, 12> inverse = Eigen::Matrix<double, 12, 12>::Zero();
    Eigen::MatrixXd counts = Eigen::MatrixXd::Zero(n, 12);
    Eigen::VectorXd u(12);
    u << a.twist.velocity, a.twist.angular_velocity, b.twist.velocity, b.twist.angular_velocity;
    int k = 0;
    for (const auto& [one, pose, sign] :
         {std::tuple(&a, r.world_from_a, 1.0), std::tuple(&b, r.world_from_b, -1.0)}) {
        const Eigen::Matrix3d turn = pose.rotation_matrix();
        inverse.block<3, 3>(k, k).diagonal().setConstant(1 / one->mass->mass);
        inverse.block<3, 3>(k + 3, k + 3) = turn * one->mass->inertia.inverse() * turn.transpose();
        for (Eigen::Index i = 0; i < n; ++i) {
            const Impact& at = r.impacts[static_cast<std::size_t>(i)];
            const Vector3d arm = at.point - pose * one->mass->centre;
            counts.block<1, 3>(i, k) = sign * at.normal.transpose();
            counts.block<1, 3>(i, k + 3) = sign * arm.cross(at.normal).transpose();
        }
        k += 6;
    }
    const Eigen::MatrixXd all = counts * inverse * counts.transpose();
    const Eigen::VectorXd speed = counts * u;
    for (unsigned set = 0; set < 1U << n; ++set) {
        std::vector<Eigen::Index> chosen;
        for (Eigen::Index i = 0; i < n; ++i) {
            if ((set >> i & 1U) != 0) chosen.push_back(i);
        }
        Eigen::VectorXd impulse = Eigen::VectorXd::Zero(n);
        if (!chosen.empty()) {
            const Eigen::MatrixXd part = all(chosen, chosen);
            const Eigen::VectorXd found = part.fullPivLu().solve(-speed(chosen));
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                impulse[chosen[i]] = found[static_cast<Eigen::Index>(i)];
            }
        }
        const Eigen::VectorXd then = speed + all * impulse;
        const double slack = 1e-10 * (1 + speed.cwiseAbs().maxCoeff());
        if (impulse.minCoeff() < -1e-10 * (1 + impulse.cwiseAbs().maxCoeff())) continue;
        if (then.minCoeff() < -slack) continue;
        const Eigen::VectorXd made = u + inverse * counts.transpose() * impulse;
        return std::array{Twist{made.segment<3>(0), made.segment<3>(3)},
                          Twist{made.segment<3>(6), made.segment<3>(9)}};
    }
    return std::nullopt;
}

class RandomPairs {
   public:
    explicit RandomPairs(unsigned seed) : random_(seed) {
        for (const char* one :
             {"car,length=2,width=1,height=0.8", "box,size=1x0.6x0.4",
              "prism,sides=5,radius=0.5,height=1", "torus,major=0.6,minor=0.2,rings=8,sides=6",
              "stairs,steps=3,run=0.3,rise=0.2,width=0.8"}) {
            shapes_.push_back(solid(one));
        }
    }
    /// Two that stand apart; nothing when they do not.
    std::optional<std::pair<ImpactBody, ImpactBody>> next() {
        auto a = one({-1.5, 0, 0}, {6, 0, 0}), b = one({0.6, 0, 0}, {-2, 0, 0});
        if (overlap({a.shape, a.world_from_body}, {b.shape, b.world_from_body}).relation !=
            Relation::separate) {
            return std::nullopt;
        }
        return std::pair(std::move(a), std::move(b));
    }
    double number(double from, double to) {
        return from + (to - from) * double(random_()) / 4294967296.0;
    }

   private:
    std::mt19937 random_;
    std::vector<Polyhedron> shapes_;

    Vector3d vector(double size) {
        const double x = number(-size, size), y = number(-size, size);
        return {x, y, number(-size, size)};
    }
    ImpactBody one(const Vector3d& place, const Vector3d& velocity) {
        const Polyhedron& shape = shapes_[random_() % shapes_.size()];
        const double angle = number(0, 6);
        const Vector3d spin = vector(3), axis = vector(1), offset = vector(0.7);
        auto made = body(shape, turned_at(place + offset, axis, angle), velocity + vector(2), spin);
        made.mass = mass_properties(shape, std::exp(number(2, 8))).value();
        return made;
    }
};

TEST(impact, keeps_momenta_and_gains_no_energy_over_random_pairs) {
    RandomPairs pairs(1);
    int asked = 0, hits = 0, several = 0, compared = 0;
    while (asked < 1000) {
        auto pair = pairs.next();
        if (!pair) continue;
        ++asked;
        auto& [a, b] = *pair;
        a.restitution = asked % 3 == 0 ? 0 : pairs.number(0, 1);
        b.restitution = 0;
        a.friction = b.friction = asked % 2 == 0 ? 0 : pairs.number(0, 1.5);
        const auto r = impact(a, b, 0.2).value();
        if (r.impacts.empty()) {
            EXPECT_EQ(r.fraction, 1);
            EXPECT_EQ(r.a.velocity, a.twist.velocity);
            continue;
        }
        ++hits;
        several += r.impacts.size() > 1;
        SCOPED_TRACE(asked);
        const Sums before = sums(a, b, r, false), after = sums(a, b, r, true);
        EXPECT_LT((after.momentum - before.momentum).norm(),
                  1e-13 * before.size + 1e-13 * after.size);
        EXPECT_LT((after.turning - before.turning).norm(),
                  1e-12 * (before.turning_size + after.turning_size));
        EXPECT_LE(after.energy, before.energy * (1 + 1e-12));
        for (const Impact& one : r.impacts) {
            const double along = one.impulse.dot(one.normal);
            const double rubbed = (one.impulse - along * one.normal).norm();
            EXPECT_GE(along, -1e-12 * one.impulse.norm());
            // Impulses of some 1e4: what is left across them is known to their rounding only.
            EXPECT_LE(rubbed, a.friction * along * (1 + 1e-9) + 0x1p-50 * one.impulse.norm());
            const double now = parting(a, b, r, one, r.a, r.b).dot(one.normal);
            EXPECT_GT(now, -1e-10);
        }
        if (a.friction == 0 && a.restitution == 0 && r.impacts.size() <= 10) {
            const auto judge = judged(a, b, r);
            ASSERT_TRUE(judge);
            ++compared;
            EXPECT_LT(((*judge)[0].velocity - r.a.velocity).norm(), 1e-8);
            EXPECT_LT(((*judge)[0].angular_velocity - r.a.angular_velocity).norm(), 1e-7);
            EXPECT_LT(((*judge)[1].velocity - r.b.velocity).norm(), 1e-8);
            EXPECT_LT(((*judge)[1].angular_velocity - r.b.angular_velocity).norm(), 1e-7);
        }
    }
    EXPECT_GT(hits, 300);
    EXPECT_LT(hits, 700);
    EXPECT_GT(several, 100);
    EXPECT_GT(compared, 50);
}

/// Single collisions have the textbook's answer: J = -(1 + e) v / (1/m + 1/m + n (I^-1 (r x n)) x
/// r).
TEST(impact, one_collision_parts_with_its_restitution) {
    RandomPairs pairs(2);
    int single = 0;
    for (int i = 0; i < 600; ++i) {
        const auto pair = pairs.next();
        if (!pair) continue;
        auto [a, b] = *pair;
        a.restitution = b.restitution = pairs.number(0, 1);
        const auto r = impact(a, b, 0.2, {.together = 0}).value();
        if (r.impacts.size() != 1) continue;
        const Impact& one = r.impacts[0];
        const double was = parting(a, b, r, one, a.twist, b.twist).dot(one.normal);
        if (was > 0) continue;
        ++single;
        const double now = parting(a, b, r, one, r.a, r.b).dot(one.normal);
        EXPECT_NEAR(now, -a.restitution * was, 1e-11);
    }
    EXPECT_GT(single, 100);
}

TEST(impact, does_not_depend_on_which_one_is_called_a) {
    RandomPairs pairs(5);
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
        const auto pair = pairs.next();
        if (!pair) continue;
        auto [a, b] = *pair;
        a.twist.angular_velocity.setZero();  // else which screw is meant differs a little
        b.twist.angular_velocity.setZero();
        a.restitution = b.restitution = 0.5;
        const auto r = impact(a, b, 0.2).value(), other = impact(b, a, 0.2).value();
        ASSERT_EQ(r.impacts.size(), other.impacts.size());
        hits += !r.impacts.empty();
        EXPECT_LT((r.a.velocity - other.b.velocity).norm(), 1e-9);
        EXPECT_LT((r.b.angular_velocity - other.a.angular_velocity).norm(), 1e-9);
    }
    EXPECT_GT(hits, 30);
}

// ---- what is refused ----

TEST(impact, names_what_is_wrong) {
    const Polyhedron cube = solid("box,size=1x1x1");
    const auto a = body(cube, at({-1, 0, 0}), {3, 0, 0}), b = body(cube, at({1, 0, 0}), {0, 0, 0});
    const auto refused = [&](const auto& change, const char* where) {
        ImpactBody other = a;
        change(other);
        const auto r = impact(other, b, 1);
        ASSERT_FALSE(r);
        EXPECT_EQ(r.error().where, where);
        const auto swapped = impact(b, other, 1);
        ASSERT_FALSE(swapped);
    };
    const double none = std::nan("");
    refused([&](ImpactBody& x) { x.mass->mass = 0; }, "a, mass");
    refused([&](ImpactBody& x) { x.mass->mass = none; }, "a, mass");
    refused([&](ImpactBody& x) { x.mass->inertia(0, 0) = -1; }, "a, inertia");
    refused([&](ImpactBody& x) { x.mass->inertia(0, 1) = none; }, "a, inertia");
    refused([&](ImpactBody& x) { x.mass->centre[1] = none; }, "a, centre of mass");
    refused([&](ImpactBody& x) { x.twist.velocity[2] = none; }, "a, velocity");
    refused([&](ImpactBody& x) { x.twist.angular_velocity[2] = 1 / 0.0; }, "a, angular velocity");
    refused([&](ImpactBody& x) { x.restitution = 1.1; }, "a, restitution");
    refused([&](ImpactBody& x) { x.friction = -0.1; }, "a, friction");
    refused([&](ImpactBody& x) { x.mass.reset(); }, "a, velocity");
    refused([&](ImpactBody& x) { x.twist.angular_velocity[2] = 4; }, "duration");
    refused([&](ImpactBody& x) { x.world_from_body = at({0.5, 0, 0}); }, "a and b");
    for (const double duration : {0.0, -1.0, none, 1 / 0.0}) EXPECT_FALSE(impact(a, b, duration));
    EXPECT_FALSE(impact(a, b, 1, {.min_properness = 2}));
    EXPECT_FALSE(impact(a, b, 1, {.together = -1}));
    EXPECT_FALSE(impact({.shape = cube}, {.shape = cube, .world_from_body = at({2, 0, 0})}, 1));
    EXPECT_TRUE(impact(a, b, 1));
    ImpactBody touching = a;  // which is no overlap
    touching.world_from_body = at({0, 0, 0});
    EXPECT_LT((impact(touching, b, 1).value().b.velocity - Vector3d(3, 0, 0)).norm(), 1e-12);
}

}  // namespace
}  // namespace swept

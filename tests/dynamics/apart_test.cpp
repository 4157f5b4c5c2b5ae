// The proof that bodies stay apart on their ways (docs/derivations/planes.md), attacked: what it
// says is free is looked at in exact arithmetic, and it must not stop for nothing.

#include "dynamics/apart.h"

#include <cmath>
#include <memory>
#include <random>

#include "tests/dynamics/bodies_to_throw.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using namespace test;

constexpr double usual = 1e-4, least = usual / 3;

BodyRecord record(const Polyhedron& shape, const Pose& pose) {
    BodyRecord made{
        .id = {}, .body = {.shape = shape}, .hull = std::make_shared<const Hull>(shape)};
    made.centre_in_body = shape.box().centre();
    for (const Vector3d& v : shape.vertices()) {
        made.radius = std::max(made.radius, (v - made.centre_in_body).norm());
    }
    made.place(pose);
    return made;
}

Plan plan_of(const BodyRecord& body, const Vector3d& way, const Vector3d& turn) {
    Plan plan = plan_to_stay(body);
    plan.time = 1;
    plan.set(way, turn, body.body.shape.box(), body.box);
    return plan;
}

/// How far two bodies are proven to get, and how far apart they are there.
struct Proven {
    double fraction = 0;
    double distance = 0;
};

double distance_at(const BodyRecord& a, const Plan& way_a, const BodyRecord& b, const Plan& way_b,
                   double fraction) {
    const Frame frame_a(way_a.at(fraction)), frame_b(way_b.at(fraction));
    const Vector3d guess = frame_a.place - frame_b.place + Vector3d(0, 0, 1e-3);
    return closest(a.hull->placed(0, frame_a), b.hull->placed(0, frame_b), guess).distance;
}

Proven prove(const BodyRecord& a, const Plan& way_a, const BodyRecord& b, const Plan& way_b) {
    ApartProver prover(least, usual);
    Vector3d direction = (a.centre - b.centre).normalized();
    Proven found;
    found.fraction = prover.free_until({&a, &way_a}, {&b, &way_b}, 0, 1, direction);
    found.distance = distance_at(a, way_a, b, way_b, found.fraction);
    return found;
}

bool separate_at(const BodyRecord& a, const Plan& way_a, const BodyRecord& b, const Plan& way_b,
                 double fraction) {
    return overlap({a.body.shape, way_a.at(fraction)}, {b.body.shape, way_b.at(fraction)})
               .relation == Relation::separate;
}

class Chance {
   public:
    double between(double low, double high) {
        return std::uniform_real_distribution(low, high)(engine_);
    }
    /// As likely a tenth as ten times something.
    double order(double low, double high) {
        return std::exp(between(std::log(low), std::log(high)));
    }
    Vector3d direction() {
        Vector3d made;
        do {
            made = {between(-1, 1), between(-1, 1), between(-1, 1)};
        } while (!(made.norm() > 0.1 && made.norm() < 1));
        return made.normalized();
    }
    std::size_t below(std::size_t count) { return engine_() % count; }

   private:
    std::mt19937 engine_{11};
};

TEST(apart, what_is_proven_free_is_free_in_exact_arithmetic) {
    const std::vector<Polyhedron> shapes{solid("box,size=1x1x1"),
                                         solid("box,size=0.1x0.2x1.5"),
                                         solid("box,size=2x1x0.02"),
                                         solid("prism,sides=5,radius=0.5,height=0.4"),
                                         solid("sphere,radius=0.5,rings=4,segments=6"),
                                         solid("box,size=6x0.3x0.3")};
    Chance chance;
    int stopped = 0, free = 0, far_stops = 0;
    constexpr int cases = test::repeats(400), samples = 2000;
    for (int i = 0; i < cases; ++i) {
        const Polyhedron &p = shapes[chance.below(6)], &q = shapes[chance.below(6)];
        // At random, or all but flat on each other.
        const Vector3d axis = chance.direction();
        const double angle = chance.between(0, 3);
        const BodyRecord b = record(q, turned_at(Vector3d::Zero(), axis, angle));
        const bool flat = chance.below(2) == 0;
        const double tilt = flat ? chance.order(1e-5, 0.1) : chance.between(0, 3);
        const Vector3d side = flat ? Vector3d(b.pose.rotation_matrix() *
                                              Vector3d::Unit(static_cast<int>(chance.below(3))))
                                   : chance.direction();
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(tilt, chance.direction()));
        const Eigen::Quaterniond of_b(Eigen::AngleAxisd(angle, axis));
        BodyRecord a =
            record(p, Pose::make(8 * side + 0.3 * chance.direction(), turn * of_b).value());
        const Frame frame_b(b.pose);
        Closest near;
        const double gap = usual * chance.order(0.4, 30);
        for (int round = 0; round < 40; ++round) {
            const Frame frame_a(a.pose);
            near = closest(a.hull->placed(0, frame_a), b.hull->placed(0, frame_b), side);
            a.place(Pose::make(a.pose.translation() - (near.distance - gap) * near.normal,
                               a.pose.rotation())
                        .value());
        }
        // It rocks and slides where they are closest: the other ways would be over at once.
        const Vector3d turn_a = chance.order(1e-3, 0.5) * chance.direction();
        const Vector3d turn_b =
            static_cast<double>(chance.below(2)) * chance.order(1e-3, 0.5) * chance.direction();
        const Vector3d slide = chance.direction();
        const Vector3d point = (near.on_a + near.on_b) / 2;
        const Vector3d way =
            chance.order(1e-5, 0.3) * (slide - slide.dot(near.normal) * near.normal) +
            (chance.below(2) == 0 ? chance.between(-3, 3) * usual : -chance.order(1e-4, 0.1)) *
                near.normal -
            turn_a.cross(point - a.centre);
        const Plan way_a = plan_of(a, way, turn_a);
        const Plan way_b = plan_of(b, -turn_b.cross(point - b.centre), turn_b);
        const Proven found = prove(a, way_a, b, way_b);
        ASSERT_GE(found.fraction, 0);
        ASSERT_LE(found.fraction, 1);
        (found.fraction < 1 ? stopped : free) += 1;
        far_stops += found.fraction < 1 && found.distance > 4 * usual;
        for (int k = 0; k <= samples; ++k) {
            // Evenly, and densely towards the end.
            const double even = found.fraction * k / samples;
            const double late = found.fraction * (1 - std::pow(0.5, k / 40.0));
            ASSERT_TRUE(separate_at(a, way_a, b, way_b, k % 4 == 3 ? late : even))
                << "case " << i << " at " << even << " of " << found.fraction;
        }
    }
    EXPECT_GT(stopped, 0.3 * cases);
    EXPECT_GT(free, 0.1 * cases);
    EXPECT_LT(far_stops, 0.02 * cases) << "of " << stopped;
    RecordProperty("stopped", stopped);
    RecordProperty("stopped_far_from_each_other", far_stops);
}

TEST(apart, boxes_that_meet_flat_are_stopped_at_the_usual_gap) {
    const BodyRecord b = record(solid("box,size=1x1x1"), Pose());
    const BodyRecord a = record(solid("box,size=1x1x1"), at({0.2, 0.1, 1.5}));
    const Plan down = plan_of(a, {0, 0, -1}, Vector3d::Zero()),
               stay = plan_of(b, {0, 0, 0}, {0, 0, 0});
    const Proven found = prove(a, down, b, stay);
    EXPECT_LE(found.fraction, 0.5 - least);
    EXPECT_GE(found.fraction, 0.5 - 3 * usual);
}

TEST(apart, what_goes_past_at_twice_the_gap_is_free) {
    const BodyRecord b = record(solid("box,size=1x1x1"), Pose());
    const BodyRecord a = record(solid("box,size=1x1x1"), at({-3, 0.1, 1 + 2 * usual}));
    const Plan past = plan_of(a, {6, 0, 0}, Vector3d::Zero()),
               stay = plan_of(b, {0, 0, 0}, {0, 0, 0});
    EXPECT_EQ(prove(a, past, b, stay).fraction, 1);
}

TEST(apart, edges_that_cross_and_rock_are_free) {
    // Two bars crossed on their edges; the upper one rocks about an axis between the two, so that
    // neither the normal of a side nor one that turns with a bar shows it.
    const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY();
    const double half = 0.1 * std::sqrt(2.0) / 2, quarter = std::acos(-1.0) / 4;
    const BodyRecord b = record(solid("box,size=2x0.1x0.1"), turned_at({0, 0, -half}, x, quarter));
    const BodyRecord a =
        record(solid("box,size=0.1x2x0.1"), turned_at({0, 0, half + 3 * usual}, y, quarter));
    for (const double angle : {0.01, 0.1, 0.3}) {
        const Vector3d turn = angle * (x + y).normalized();
        const Plan rock = plan_of(a, -turn.cross(-a.centre), turn),
                   stay = plan_of(b, {0, 0, 0}, {0, 0, 0});
        const Proven found = prove(a, rock, b, stay);
        // The line about which it rocks is through the origin, but its centre goes straight.
        EXPECT_TRUE(found.fraction == 1 || found.distance < 3 * usual)
            << angle << ": " << found.fraction << " " << found.distance;
    }
}

}  // namespace
}  // namespace swept

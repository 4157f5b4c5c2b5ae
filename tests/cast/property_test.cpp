// What must not change the answer: moving everything, another unit, the way back, halves of a way.

#include <algorithm>

#include "swept/solids.h"
#include "tests/cast/samples.h"

namespace swept {
namespace {

using namespace test;

struct Asked {
    Ray ray;
    Radius radius;
};

/// Ways past the origin, of rays and of spheres in turn; some of them without end.
Asked asked(Random& random, int i, double reach) {
    const Vector3d from = reach * random.uniform(0.3, 1.5) * direction(random);
    const Vector3d way = random.point(0.6 * reach) - from;
    const Ray ray =
        i % 5 == 4 ? endless(from, way) : segment(from, from + random.uniform(0.4, 1.8) * way);
    return {ray, i % 2 == 0 ? Radius() : radius(reach * random.uniform(0.001, 0.3))};
}
Ray moved(const Ray& ray, const Pose& pose) {
    const Vector3d from = pose * ray.from();
    if (ray.is_bounded()) return segment(from, pose * ray.to());
    return endless(from, pose.rotation_matrix() * ray.to());
}
Ray scaled(const Ray& ray, double by) {
    return ray.is_bounded() ? segment(by * ray.from(), by * ray.to())
                            : endless(by * ray.from(), by * ray.to());
}

TEST(cast_property, everything_moved_together_gives_the_same_answer) {
    const Polyhedron torus = built(make_torus(20, 10, 0.7, 0.3));
    Random random(1);
    int hits = 0, same = 0;
    for (int i = 0; i < 2000; ++i) {
        const Asked a = asked(random, i, 1.2);
        const Pose first = random.pose(1), all = random.pose(10);
        const CastResult here = cast(SphereCast{a.ray, a.radius}, {torus, first});
        const CastResult there =
            cast(SphereCast{moved(a.ray, all), a.radius}, {torus, all * first});
        same += here.state == there.state ? 1 : 0;
        if (here.state != State::hit || there.state != State::hit) continue;
        ++hits;
        const double speed = a.ray.vector().norm();
        const double square = std::abs(here.hit.normal.dot(a.ray.vector())) / speed;
        // From a contact the slack is part of the way.
        const bool contact = here.start != Relation::separate;
        const double off = (contact ? 9 : 1) * (here.error_bound + there.error_bound);
        // What a rounding of the place does to the moment grows as the way slants.
        EXPECT_LE(std::abs(here.hit.fraction - there.hit.fraction) * speed,
                  2 * off / std::max(square * square, 1e-6))
            << i;
    }
    EXPECT_EQ(same, 2000);
    EXPECT_GT(hits, 600);
    EXPECT_LT(hits, 1700);
}

TEST(cast_property, another_unit_gives_the_same_bits) {
    // Powers of two, up to where squares of lengths and products of three leave the range: there
    // other formulas may be taken, and the last bits differ.
    const Mesh mesh = make_torus(20, 10, 0.7, 0.3).value();
    for (const int exponent : {-290, -100, -3, 5, 80, 290}) {
        const double unit = std::ldexp(1.0, exponent);
        Mesh larger = mesh;
        for (Vector3d& v : larger.vertices) v *= unit;
        const Polyhedron small = built(mesh), large = built(larger);
        Random random(2);
        for (int i = 0; i < 300; ++i) {
            const Asked a = asked(random, i, 1.2);
            const Pose pose = random.pose(0.5);
            const Pose far = Pose::make(unit * pose.translation(), pose.rotation()).value();
            const CastResult here = cast(SphereCast{a.ray, a.radius}, {small, pose});
            const CastResult there = cast(
                SphereCast{scaled(a.ray, unit), radius(unit * a.radius.length())}, {large, far});
            ASSERT_EQ(here.state, there.state) << exponent << ' ' << i;
            EXPECT_EQ(here.start, there.start);
            EXPECT_EQ(here.error_bound * unit, there.error_bound);
            if (here.state != State::hit) continue;
            EXPECT_EQ(here.hit.feature, there.hit.feature);
            if (std::abs(exponent) > 200) {
                EXPECT_NEAR(here.hit.fraction, there.hit.fraction, 1e-13) << exponent << ' ' << i;
                continue;
            }
            EXPECT_EQ(here.hit.fraction, there.hit.fraction) << exponent << ' ' << i;
            EXPECT_EQ(here.hit.face, there.hit.face);
            EXPECT_EQ(Vector3d(unit * here.hit.point), there.hit.point);
        }
    }
}

TEST(cast_property, the_way_back_meets_the_same_faces_in_the_other_order) {
    const Polyhedron gear = built(make_gear({.teeth = 12}));
    Random random(3);
    int met = 0;
    std::vector<CastHit> there, back;
    for (int i = 0; i < 1000; ++i) {
        const Vector3d from = 12 * direction(random), to = random.point(3) - from;
        const Pose pose = random.pose(2);
        cast_all(segment(from, to), {gear, pose}, only(Sides::both), there);
        cast_all(segment(to, from), {gear, pose}, only(Sides::both), back);
        ASSERT_EQ(there.size(), back.size()) << i;
        met += there.empty() ? 0 : 1;
        std::ranges::reverse(back);
        for (std::size_t k = 0; k < there.size(); ++k) {
            EXPECT_NEAR(there[k].fraction, 1 - back[k].fraction, 1e-12);
            EXPECT_NE(there[k].side, back[k].side);
        }
        const auto by_face = [](const CastHit& h) { return h.face_index; };
        std::ranges::sort(there, {}, by_face);
        std::ranges::sort(back, {}, by_face);
        EXPECT_TRUE(std::ranges::equal(there, back, {}, by_face, by_face)) << i;
    }
    EXPECT_GT(met, 300);
    EXPECT_LT(met, 1000);
}

TEST(cast_property, two_halves_hit_when_the_whole_does) {
    const Polyhedron torus = built(make_torus(20, 10, 0.7, 0.3));
    Random random(4);
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        const Asked a = asked(random, 1, 1.2);  // a segment
        const Radius r = i % 2 == 0 ? Radius() : a.radius;
        const Vector3d middle = a.ray.from() + a.ray.vector() / 2;
        const CastResult whole = cast(SphereCast{a.ray, r}, {torus}, only(Sides::both));
        const CastResult first =
            cast(SphereCast{segment(a.ray.from(), middle), r}, {torus}, only(Sides::both));
        if (whole.state == State::free) {
            EXPECT_EQ(first.state, State::free) << i;
            continue;
        }
        ++hits;
        if (whole.hit.fraction < 0.499) {
            ASSERT_EQ(first.state, State::hit) << i;
            EXPECT_NEAR(first.hit.fraction, 2 * whole.hit.fraction, 1e-9) << i;
        } else if (whole.hit.fraction > 0.501) {
            EXPECT_EQ(first.state, State::free) << i;
        }
    }
    EXPECT_GT(hits, 500);
}

TEST(cast_property, a_larger_sphere_never_stops_later) {
    const Polyhedron gear = built(make_gear({.teeth = 10}));
    Random random(5);
    for (int i = 0; i < 1000; ++i) {
        const Vector3d from = 12 * direction(random), to = random.point(4);
        double last = 2;
        for (const double r : {1e-9, 0.01, 0.1, 0.5, 1.0}) {
            const CastResult result =
                cast(SphereCast{segment(from, to), radius(r)}, {gear}, only(Sides::both));
            const double fraction = result.state == State::hit ? result.hit.fraction : 1.5;
            EXPECT_LE(fraction, last + 1e-12) << i << ' ' << r;
            last = fraction;
        }
    }
}

/// Arcs that bulge by some 1e-9 over their chords, from places within reach of a shape.
void expect_arcs_like_chords(const Polyhedron& shape, const CastOptions& options, unsigned seed) {
    const SphereSet one = spheres({{{0, 0, 0}, 0.1}});
    Random random(seed);
    int hits = 0;
    for (int i = 0; i < 600; ++i) {
        const Vector3d from = random.point(1.5), way = random.point(1.5) - from;
        const Vector3d axis = way.cross(direction(random)).normalized();
        const double arm = way.squaredNorm() / 8e-9;
        const Motion arc = about(from + way / 2 + arm * axis.cross(way).normalized(), axis,
                                 2 * std::atan(way.norm() / 2 / arm));
        const auto straight = [&](double r) {
            return cast(SphereCast{segment(from, from + way), radius(r)}, {shape}, options);
        };
        const CastResult turned =
            cast(SphereSetCast{one, Pose::make(from).value(), arc}, {shape}, options);
        const CastResult thinner = straight(0.1 - 1e-8), wider = straight(0.1 + 1e-8);
        if (thinner.state == State::hit && thinner.start == Relation::separate) {
            EXPECT_EQ(turned.state, State::hit) << i;
            ++hits;
        }
        if (wider.state == State::free) {
            EXPECT_EQ(turned.state, State::free) << i;
        }
        const bool clear = wider.state == State::hit && thinner.state == State::hit &&
                           wider.start == Relation::separate;
        if (clear && thinner.hit.fraction - wider.hit.fraction < 1e-5) {
            EXPECT_NEAR(turned.hit.fraction, wider.hit.fraction, 1e-4) << i;
        }
    }
    EXPECT_GT(hits, 30);
    EXPECT_LT(hits, 500);
}

TEST(cast_property, an_arc_of_a_huge_circle_is_a_straight_way) {
    expect_arcs_like_chords(box(2, 1, 1.5), {}, 6);
    expect_arcs_like_chords(built(make_torus(12, 7, 0.7, 0.3)), only(Sides::both), 7);
}

TEST(cast_property, an_arc_from_within_a_solid_is_a_straight_way) {
    // Only faces that look against the way count: from inside some are met from behind, at their
    // edges and vertices.
    expect_arcs_like_chords(built(make_torus(12, 7, 0.7, 0.3)), only(Sides::front), 8);
    expect_arcs_like_chords(from_faces({{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}}),
                            only(Sides::front), 9);
}

}  // namespace
}  // namespace swept

// A slice of the campaign judge_cast, and the judge itself: wrong answers that it must not let
// pass.

#include <gtest/gtest.h>

#include "swept/cast.h"
#include "tests/oracle/cast_runs.h"

namespace swept {
namespace {

using namespace oracle;

TEST(cast_judged, rays_meet_exactly_the_faces_that_they_meet) {
    const CastTally tally = judge_rays({.count = 8000, .seed = 2});
    print_tally("rays", tally);
    EXPECT_TRUE(all_right(tally));
}

TEST(cast_judged, spheres_stop_at_their_radius_and_never_later) {
    const CastTally tally = judge_spheres({.count = 2000, .seed = 2});
    print_tally("spheres", tally);
    EXPECT_TRUE(all_right(tally));
}

TEST(cast_judged, sets_of_spheres_stop_on_turns_and_screws) {
    const CastTally tally = judge_sets({.count = 100, .seed = 2});
    print_tally("sets of spheres", tally);
    EXPECT_TRUE(all_right(tally));
}

TEST(cast_watertight, no_ray_escapes_through_edges_and_vertices) {
    const EdgeTally tally = judge_edges({.count = 100'000, .seed = 2});
    print_tally(tally);
    EXPECT_EQ(tally.rays, 100'000U);
    EXPECT_EQ(tally.escaped, 0U);
}

// ---- The judge ----

struct Spoiled {
    int cases = 0, caught = 0;
};

/// Right answers of spheres, or rays, that are spoiled where there is something to spoil.
template <class Spoil>
Spoiled spoil_answers(bool rays, const Spoil& spoil) {
    Spoiled count;
    for (std::uint64_t i = 0; count.cases < 60 && i < 400; ++i) {
        SceneChance chance(5, i);
        const JudgedScene judged(cast_scene(chance), false);
        CastChance questions(chance, judged.scene, judged.shape);
        CastCase c = questions.sphere();
        if (rays) c = {c.ray, {}, {}};
        if (!rays && is_particle(c)) continue;
        const Polyhedron& shape = judged.scene.named.shape;
        CastResult r =
            cast(SphereCast{c.ray, c.radius}, {shape, judged.scene.world_from_shape}, c.options);
        if (!spoil(c, r)) continue;
        CastTally tally;
        const CastVerdict verdict =
            rays ? check_ray(judged.shape, c, r, tally)
                 : check_spheres(judged.shape, moving_sphere(c), c.options, r, tally);
        ++count.cases;
        count.caught += verdict.empty() ? 0 : 1;
    }
    return count;
}

bool is_plain_hit(const CastResult& r) {
    return r.state == State::hit && r.start == Relation::separate && r.hit.fraction > 0;
}

TEST(judge_of_casts, right_answer_passes) {
    for (const bool rays : {true, false}) {
        const Spoiled count =
            spoil_answers(rays, [](const CastCase&, CastResult&) { return true; });
        EXPECT_EQ(count.cases, 60);
        EXPECT_EQ(count.caught, 0);
    }
}

TEST(judge_of_casts, missed_hit_is_caught) {
    for (const bool rays : {true, false}) {
        const Spoiled count = spoil_answers(rays, [](const CastCase& c, CastResult& r) {
            // A sphere that just touches may be free.
            if (!is_plain_hit(r) || (c.ray.is_bounded() && r.hit.fraction > 0.9)) return false;
            r.state = State::free;
            return true;
        });
        EXPECT_EQ(count.cases, 60);
        EXPECT_GE(count.caught, rays ? 60 : 45);
    }
}

TEST(judge_of_casts, hit_that_is_a_little_late_or_early_is_caught) {
    for (const bool rays : {true, false}) {
        for (const double by : {4.0, -4.0}) {
            const Spoiled count = spoil_answers(rays, [by](const CastCase& c, CastResult& r) {
                if (!is_plain_hit(r) || r.hit.feature != CastFeature::face) return false;
                const double along = std::abs(r.hit.normal.dot(c.ray.vector()));
                const double fraction = r.hit.fraction + by * r.error_bound / along;
                if (!(fraction > 0 && (fraction < 1 || !c.ray.is_bounded()))) return false;
                if (!(along > 1e-6 * c.ray.vector().norm())) return false;
                r.hit.fraction = fraction;
                return true;
            });
            EXPECT_GT(count.cases, 40);
            EXPECT_EQ(count.caught, count.cases);
        }
    }
}

TEST(judge_of_casts, made_up_hit_is_caught) {
    for (const bool rays : {true, false}) {
        const Spoiled count = spoil_answers(rays, [](const CastCase&, CastResult& r) {
            if (r.state != State::free) return false;
            r.state = State::hit;
            r.hit.fraction = 0.5;
            r.hit.face_index = FaceIndex(0);
            return true;
        });
        EXPECT_EQ(count.cases, 60);
        EXPECT_EQ(count.caught, 60);
    }
}

TEST(judge_of_casts, wrong_start_is_caught) {
    for (const bool rays : {true, false}) {
        const Spoiled count = spoil_answers(rays, [](const CastCase&, CastResult& r) {
            if (r.start == Relation::touching) return false;
            r.start = r.start == Relation::separate ? Relation::overlapping : Relation::separate;
            return true;
        });
        EXPECT_EQ(count.cases, 60);
        EXPECT_GE(count.caught, 50);  // but for those on a border
    }
}

TEST(judge_of_casts, wrong_normal_side_or_point_is_caught) {
    const auto spoiled = [](int what) {
        return [what](const CastCase& c, CastResult& r) {
            if (!is_plain_hit(r)) return false;
            if (c.radius.length() < 1e6 * r.error_bound) return false;
            if (what == 0) r.hit.normal = -r.hit.normal;
            if (what == 1) r.hit.point += 40 * r.error_bound * r.hit.normal;
            if (what == 2 && r.hit.feature != CastFeature::face) return false;
            if (what == 2) {
                r.hit.side = r.hit.side == FaceSide::front ? FaceSide::back : FaceSide::front;
            }
            return true;
        };
    };
    for (int what = 0; what < 3; ++what) {
        const Spoiled count = spoil_answers(false, spoiled(what));
        EXPECT_GT(count.cases, 30);
        EXPECT_EQ(count.caught, count.cases) << what;
    }
}

TEST(judge_of_casts, whole_numbers_decide_what_long_double_cannot) {
    // Through an edge, and off it by the last bit of a coordinate far smaller than the others.
    const Polyhedron one =
        Polyhedron::build([] {
            Mesh mesh;
            for (const Vector3d& v : {Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0, 1, 0)}) {
                mesh.add_vertex(v);
            }
            mesh.add_polygon({0, 1, 2});
            return mesh;
        }())
            .value();
    const CastShape shape(one, {});
    const auto meets = [&](double y) {
        const RayTwin ray(Ray::between({0.25, y, 1}, {0.25, y, -1}).value());
        return ray.meet(shape.triangles()[0], Sides::both).hit;
    };
    EXPECT_TRUE(meets(0));
    EXPECT_TRUE(meets(1e-300));
    EXPECT_FALSE(meets(-1e-300));
    EXPECT_FALSE(meets(std::nextafter(0.75, 1)));
    EXPECT_TRUE(meets(0.75));
}

}  // namespace
}  // namespace swept

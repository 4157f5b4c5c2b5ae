// What the pages for those who come from other libraries (docs/coming-from) show, as a program:
// each function holds the code of a page, word for word, which a test sees to.

#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void expect(bool holds, const char* what) {
    if (holds) return;
    (void)std::fprintf(stderr, "not so: %s\n", what);
    std::exit(1);
}

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    return swept::Polyhedron::build(mesh.value()).value();
}

// docs/coming-from/fcl.md
void from_fcl(const swept::Polyhedron& a, const swept::Polyhedron& b) {
    // fcl::collide
    const swept::Pose tf1 = swept::Pose::make({0, 0, 3}).value(), tf2;
    const swept::OverlapResult clash = swept::overlap({a, tf1}, {b, tf2});
    const bool is_collision = clash.relation != swept::Relation::separate;

    // fcl::distance
    const swept::DistanceResult gap = swept::distance({a, tf1}, {b, tf2});
    std::printf("%g between face %u and face %u\n", gap.distance, gap.closest.mover.face,
                gap.closest.obstacle.face);

    // fcl::continuousCollide of a from tf1 to its end, with b at rest: no number of samples
    const swept::Pose tf1_end = swept::Pose::make({0, 0, -2}).value();
    const swept::SweepResult hit =
        swept::sweep({a, tf1}, swept::screw_between(tf1, tf1_end), {b, tf2});
    std::printf("%s at %.9f\n", swept::name_of(hit.state).data(), hit.free_fraction);
    expect(!is_collision && hit.state == swept::State::hit, "it comes down on b");
}

// docs/coming-from/bullet.md
void from_bullet(const swept::Polyhedron& mover, const swept::Polyhedron& level) {
    // convexSweepTest, with any mesh for a mover; where `to` is turned, it turns on the way
    const swept::Pose from = swept::Pose::make({0, 0, 1.5}).value();
    const swept::Pose to = swept::Pose::make({6, 2, 1.5}).value();
    const swept::SweepResult hit =
        swept::sweep({mover, from}, swept::screw_between(from, to), {level});
    if (hit.state == swept::State::hit) {
        const Eigen::Vector3d& m_hitNormalWorld = hit.contact.normal;
        std::printf("fraction %f, normal (%f, %f, %f)\n", hit.free_fraction, m_hitNormalWorld.x(),
                    m_hitNormalWorld.y(), m_hitNormalWorld.z());
    }

    // rayTest
    const swept::Ray ray = swept::Ray::between({0, 0, 1.5}, {20, 0, 1.5}).value();
    const swept::CastResult seen = swept::cast(ray, {level});
    expect(seen.state == swept::State::hit, "there is a wall");
}

// docs/coming-from/jolt.md
void from_jolt(const swept::Polyhedron& mover, const swept::World& world) {
    // NarrowPhaseQuery::CastShape against everything but the mover's own body
    const swept::BodyId self(7);
    const swept::Pose start = swept::Pose::make({0, 0, 1.5}).value();
    const swept::Motion direction = swept::Translation::make({6, 0, 0}).value();
    const swept::WorldSnapshot now = world.snapshot();
    const auto hit = swept::sweep({mover, start}, direction, now, {.filter = {.except = self}});

    // NarrowPhaseQuery::CollideShape with mMaxSeparationDistance of a centimetre
    swept::ContactOptions options;
    options.tolerance = swept::ContactTolerance::within(0.01).value();
    const auto near = swept::contacts({mover, hit.result.end}, now, options);
    std::printf("%zu contacts where it stops\n", near.contacts.size());
    expect(hit.result.state == swept::State::hit && !near.contacts.empty(), "a wall stops it");
}

// docs/coming-from/box3d.md
void from_box3d(const swept::Polyhedron& mover, const swept::World& world) {
    // b3World_CastRayClosest with a filter
    const swept::WorldFilter filter{.mask = 0x1};
    const swept::Ray ray = swept::Ray::between({0, 0, 1.5}, {20, 0, 1.5}).value();
    const auto seen = swept::cast(ray, world.snapshot(), {.filter = filter});

    // b3TimeOfImpact of two bodies that both move
    const swept::Pose a = swept::Pose::make({-3, 0, 0}).value(), b;
    const swept::Motion motion_a = swept::Translation::make({5, 0, 0}).value();
    const swept::Motion motion_b = swept::Rotation::make({0, 0, 0}, {0, 0, 1}, 0.5).value();
    const auto impact = swept::sweep_both({{mover, a}, motion_a}, {{mover, b}, motion_b});
    std::printf("%s at %.6f\n", swept::name_of(impact.sweep.state).data(),
                impact.sweep.free_fraction);
    expect(seen.result.state == swept::State::hit, "there is a wall");
    expect(impact.sweep.state == swept::State::hit, "they meet");
}

// docs/coming-from/trimesh.md
void from_trimesh(const swept::Polyhedron& part, const swept::Polyhedron& other) {
    // manager.in_collision_single(part, transform, return_data=True)
    swept::Matrix34 transform;
    transform << 1, 0, 0, 0.2,  //
        0, 1, 0, 0,             //
        0, 0, 1, 0;
    const swept::Pose placed = swept::Pose::from_matrix(transform).value();
    const auto pairs = swept::intersecting_faces({part, placed}, {other});
    std::printf("%zu pairs of faces meet\n", pairs.size());

    // trimesh.ray: intersects_location
    std::vector<swept::CastHit> hits;
    const swept::Ray ray = swept::Ray::towards({-5, 0.1, 0.2}, {1, 0, 0}).value();
    swept::CastOptions both;
    both.sides = swept::Sides::both;
    swept::cast_all(ray, {part, placed}, both, hits);
    for (const swept::CastHit& hit : hits)
        std::printf("face %u at x = %g\n", hit.face, hit.point.x());

    // mesh.ray.contains_points
    const bool inside = swept::contains({part, placed}, {0.2, 0, 0});
    expect(inside && hits.size() == 2 && !pairs.empty(), "a ray goes in and out");
}

}  // namespace

int main() {
    const swept::Polyhedron box = built(swept::make_box({1, 1, 1}));
    const swept::World world =
        swept::World::make(swept::make_level_world({.rooms = 1}).value()).value();
    from_fcl(box, box);
    from_bullet(box, built(swept::make_level({.rooms = 1})));
    from_jolt(box, world);
    from_box3d(box, world);
    from_trimesh(box, box);
}

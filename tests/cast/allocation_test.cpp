// No allocation in casts once the shape has its tree. Every operator new of this program is
// counted; sanitizers bring operators of their own.

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include "swept/solids.h"
#include "tests/cast/samples.h"
#include "tests/counted_allocations.h"

namespace swept {
namespace {

using namespace test;

/// Asks twice; the second time nothing is allocated. Returns the hits.
template <class Ask>
int hits_without_allocation(const Ask& ask) {
    int hits = 0;
    for (int round = 0; round < 2; ++round) {
        Random random(3);
        for (int i = 0; i < 200; ++i) {
            const Vector3d from = 2 * direction(random), to = random.point(0.8) - from / 2;
            const std::size_t before = allocations;
            const CastResult r = ask(from, to);
            if (round == 0) continue;
            EXPECT_EQ(allocations - before, 0U) << i;
            hits += r.state == State::hit ? 1 : 0;
        }
    }
    return hits;
}

TEST(cast_allocation, there_is_none_for_rays_and_spheres) {
    const Polyhedron torus = built(make_torus(24, 12, 0.7, 0.3));
    const Pose pose = turned({0.1, 0, 0}, {1, 2, 3}, 1);
    for (const Pose& placed : {Pose(), pose}) {
        EXPECT_GT(hits_without_allocation([&](const Vector3d& from, const Vector3d& to) {
                      return cast(Ray::between(from, to).value(), {torus, placed});
                  }),
                  40);
        EXPECT_GT(hits_without_allocation([&](const Vector3d& from, const Vector3d& to) {
                      return cast(
                          SphereCast{Ray::between(from, to).value(), Radius::of(0.1).value()},
                          {torus, placed});
                  }),
                  40);
    }
}

TEST(cast_allocation, there_is_none_for_sets_of_spheres) {
    const Polyhedron torus = built(make_torus(24, 12, 0.7, 0.3));
    const SphereSet set = spheres({{{0, 0, 0}, 0.1}, {{0.1, 0, 0}, 0.05}});
    EXPECT_GT(hits_without_allocation([&](const Vector3d& from, const Vector3d& to) {
                  return cast(SphereSetCast{set, Pose::make(from).value(),
                                            Translation::make(to - from).value()},
                              {torus});
              }),
              40);
    EXPECT_GT(hits_without_allocation([&](const Vector3d& from, const Vector3d& to) {
                  const Motion turn = Rotation::make((from + to) / 2, from.cross(to), 3).value();
                  return cast(SphereSetCast{set, Pose::make(from).value(), turn}, {torus});
              }),
              20);
}

}  // namespace
}  // namespace swept
#endif

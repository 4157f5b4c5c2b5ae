// Programs may be compiled with other vector flags than the library: what passes between them must
// have one layout. Eigen aligns some of its types to 16, 32 or 64 bytes, by these flags; none of
// them may be in a type of the API.

#include <gtest/gtest.h>
#include <swept/swept.h>

#include <Eigen/Geometry>

namespace swept {
namespace {

template <class... Types>
constexpr bool plain = ((alignof(Types) <= alignof(double)) && ...);

TEST(layout, no_type_of_the_api_is_aligned_by_vector_flags) {
    // In this tree they are aligned as on a plain x86-64, so that the test would see them.
    EXPECT_EQ(alignof(Eigen::Vector4d), 16U);
    EXPECT_EQ(alignof(Eigen::Quaterniond), 16U);
    EXPECT_TRUE((plain<Eigen::Vector3d, Eigen::Matrix3d, Quaternion>));
    EXPECT_TRUE((plain<Pose, Motion, Translation, Rotation, Screw, Mesh, Polyhedron, BuildReport>));
    EXPECT_TRUE((plain<OverlapResult, DistanceResult, Contact, ContactSet, SweepOptions,
                       SweepResult, MutualSweepResult, PathResult, CollisionResult>));
    EXPECT_TRUE((plain<Ray, Radius, Sphere, SphereSet, CastHit, CastResult>));
    EXPECT_TRUE((plain<World, WorldSnapshot, WorldContents, WorldFilter, InWorld<CastResult>,
                       InWorld<SweepResult>, WorldContactSet, EditReport>));
}

TEST(layout, eigen_does_not_vectorise_here) {
#ifdef EIGEN_VECTORIZE
    FAIL() << "its sums would depend on the instruction set";
#endif
}

}  // namespace
}  // namespace swept

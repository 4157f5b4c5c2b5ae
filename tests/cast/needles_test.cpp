// Faces so narrow that placing their corners turns them over: by their planes it is known which way
// they look, and by their own corners what is over them.

#include <gtest/gtest.h>

#include "tests/cast/samples.h"

namespace swept::test {
namespace {

Pose placed(const Vector3d& translation, double w, double x, double y, double z) {
    return Pose::make(translation, Eigen::Quaterniond(w, x, y, z)).value();
}

TEST(cast_needles, the_way_in_the_plane_of_a_polygon_stops_at_its_side_and_not_beyond) {
    // A quadrilateral with a side of 2e-14; placed, its first triangle looks the other way than the
    // polygon does. The centre starts in its plane, outside of it.
    Mesh mesh;
    mesh.vertices = {{-1.3283865185643768, 1.4606085186836175, -0.32777989696448284},
                     {-1.337580728214574, 1.4886057662240249, -0.70139169974662618},
                     {0.43663323320519809, 1.0140060625232517, 1.0323522370241485},
                     {-1.2950112517515278, 1.3589776398764939, 1.0284425600703253},
                     {-1.3283865185643764, 1.460608518683616, -0.32777989696446319}};
    mesh.add_polygon(std::vector<std::uint32_t>{0, 1, 2});
    mesh.add_polygon(std::vector<std::uint32_t>{3, 4, 0, 2});
    const Pose pose =
        placed({-7.0019396618555128, 5.0699113690510833, -3.7631974559921906}, 0.4957855418976288,
               -0.086483171069735645, 0.53686499667982657, 0.67712135759180359);
    const Ray ray = Ray::towards({-7.6149612245434035, 5.636058454723603, -2.7895792866264921},
                                 {0.043448682181762725, -0.22279801600906224, 0.16594606128509665})
                        .value();
    const CastResult found =
        cast(ray, radius(0.060624635799696319), Polyhedron::build(mesh).value(), pose);
    ASSERT_EQ(found.state, CastState::hit);
    // Of the placed triangle in rational numbers. It was 5.13: 0.009 beyond the polygon.
    EXPECT_NEAR(found.hit.fraction, 5.095094267572619, 1e-10);
}

TEST(cast_needles, are_hit_by_one_sphere_and_by_all_alike) {
    // A triangle of which only the front counts, with a side of 2.6e-14. Its plane is fitted where
    // it is built; placed, its corners look the other way.
    Mesh mesh;
    mesh.vertices = {{2.3405175462084831, -2.9838414086801204, -5.2505316953611292},
                     {2.3405175462084666, -2.9838414086801008, -5.2505316953611336},
                     {2.1540581224138733, -2.7437895552725102, -5.3141364419460926}};
    mesh.add_polygon(std::vector<std::uint32_t>{0, 1, 2});
    BuildOptions options;
    options.sides = Sides::front;
    const Polyhedron shape = Polyhedron::build(mesh, options).value();
    const Pose pose = placed({12.905613335951273, -0.82401985406454892, -19.839832483298586},
                             -0.66364527998747036, 0.26363503558840473, -0.68943602142013893,
                             0.12144744842532687);
    const Ray ray = segment({12.197975158032094, -5.4625535821757776, -17.815178049167052},
                            {6.0182065628125132, -5.5816198236106249, -21.111014371243812});
    const Radius thickness = radius(1.964033727269044 + 1.4303486077512846);
    const CastResult first = cast(ray, thickness, shape, pose);
    std::vector<CastHit> hits;
    const CastResult all = cast_all(ray, thickness, shape, pose, {}, hits);
    EXPECT_EQ(first.state, all.state);
    EXPECT_EQ(first.state == CastState::hit, !hits.empty());
}

}  // namespace
}  // namespace swept::test

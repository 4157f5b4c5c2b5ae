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
    const CastResult found = cast(SphereCast{ray, radius(0.060624635799696319)},
                                  {Polyhedron::build(mesh).value(), pose});
    ASSERT_EQ(found.state, State::hit);
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
    const CastResult first = cast(SphereCast{ray, thickness}, {shape, pose});
    std::vector<CastHit> hits;
    const CastResult all = cast_all(SphereCast{ray, thickness}, {shape, pose}, {}, hits);
    EXPECT_EQ(first.state, all.state);
    EXPECT_EQ(first.state == State::hit, !hits.empty());
}

TEST(cast_needles, hit_by_a_ray_have_their_own_normal) {
    // A quadrilateral with a side 60 ulps long. Placed, the fan triangle at that side is 1e-13 wide
    // and at an angle with the polygon. The ray starts behind it.
    Mesh mesh;
    mesh.vertices = {{0x1.31c632bacc586p+9, -0x1.3c0e2d2e27a52p+8, 0x1.7e9bb45a912fbp+6},
                     {0x1.33e3e67426a85p+7, -0x1.0c1ef3fb5c25ep+9, -0x1.841abff9a7dccp+8},
                     {0x1.f38c633e287b8p+6, -0x1.1f1d267c28029p+7, 0x1.4cd36ffc66ee2p+6},
                     {0x1.33e3e67426a74p+7, -0x1.0c1ef3fb5c226p+9, -0x1.841abff9a7d45p+8}};
    mesh.add_polygon(std::vector<std::uint32_t>{0, 1, 3, 2});
    const Pose pose =
        placed({0x1.9b03bfd637a78p+7, -0x1.536384c0eb51cp+8, 0x1.13af8123d06cep+5}, 1, 0, 0, 0);
    const Ray ray = segment({0x1.520fa4b1c1d66p+9, -0x1.69a0f7b350b32p+9, -0x1.2e021343cf158p+4},
                            {0x1.8dea7eadad3f6p+9, -0x1.47e09b6ce566p+9, 0x1.df99349253668p+6});
    const CastResult found =
        cast(SphereCast{ray, radius(0)}, {Polyhedron::build(mesh).value(), pose});
    ASSERT_EQ(found.state, State::hit);
    // Of the placed corners, which are exact doubles, in long double: their differences are exact.
    using Long = Eigen::Matrix<long double, 3, 1>;
    const Long a = (pose * mesh.vertices[0]).cast<long double>(),
               b = (pose * mesh.vertices[1]).cast<long double>(),
               c = (pose * mesh.vertices[3]).cast<long double>();
    const Long normal = (c - b).cross(a - b).normalized();
    const long double along = normal.dot(found.hit.normal.cast<long double>());
    EXPECT_GT(std::abs(along), 0.99L);
    EXPECT_LE(found.hit.normal.dot(ray.vector()), 1e-9 * ray.vector().norm());
}

TEST(cast_needles, hit_by_a_sphere_have_the_direction_to_its_centre_as_normal) {
    // The last triangle has two sides of some ulps. The plane that it has where it is built says
    // nothing about its placed corners.
    Mesh mesh;
    mesh.vertices = {{-0x1.36315baa3a75fp+5, -0x1.16852553040b8p+4, -0x1.3da4d6f38270fp+5},
                     {-0x1.0a35498b8b086p+5, -0x1.02f6237f39497p+4, -0x1.4b3ab706b53c8p+3},
                     {0x1.ec98d6b478fb3p+2, 0x1.1b86fa073ccf9p+4, -0x1.7e067ada7d75fp+5},
                     {0x1.ec98d6b478fabp+2, 0x1.1b86fa073ccf6p+4, -0x1.7e067ada7d75fp+5},
                     {0x1.ec98d6b478f7p+2, 0x1.1b86fa073ccep+4, -0x1.7e067ada7d75fp+5},
                     {-0x1.36315baa3a753p+5, -0x1.16852553040b3p+4, -0x1.3da4d6f3826dp+5}};
    for (const auto& face :
         {std::vector<std::uint32_t>{3, 0, 5}, std::vector<std::uint32_t>{5, 1, 2},
          std::vector<std::uint32_t>{3, 5, 2}, std::vector<std::uint32_t>{2, 4, 3}}) {
        mesh.add_polygon(face);
    }
    const Pose pose = placed({0x1.8b881dc7d7954p+2, -0x1.fdd29bd48a967p-5, -0x1.6d59d1281f17ep+8},
                             0x1.35d4288504c3bp-1, 0x1.a6d998074e321p-2, 0x1.404e2f3818348p-1,
                             0x1.129ec871cd59dp-2);
    const Ray ray =
        Ray::towards({-0x1.24aab158bd0fdp+5, 0x1.761f795d2eea1p+4, -0x1.8999e51ee8432p+8},
                     {0, 0, 0x1.cd8a5050f404fp-3})
            .value();
    CastOptions options;
    options.sides = Sides::front;
    const CastResult found = cast(SphereCast{ray, radius(0x1.04a4af1ca96fdp+0)},
                                  {Polyhedron::build(mesh).value(), pose}, options);
    ASSERT_EQ(found.state, State::hit);
    const Vector3d centre = ray.from() + found.hit.fraction * ray.vector();
    const Vector3d away = (centre - found.hit.point).normalized();
    EXPECT_GT(found.hit.normal.dot(away), 0.999);
}

}  // namespace
}  // namespace swept::test

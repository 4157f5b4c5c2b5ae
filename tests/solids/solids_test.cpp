// Each solid is judged from its bare Mesh by code of this file alone (edges matched, Euler's
// formula, volume, exact planarity in rational numbers), then again as the Polyhedron built of it.

#include "swept/solids.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "swept/polyhedron.h"
#include "tests/oracle/rational.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using oracle::RationalVector;

constexpr double pi = std::numbers::pi;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// ---- what can be said of a mesh ----

struct Survey {
    bool closed = true;        ///< every directed edge once, and its opposite once
    bool all_used = true;      ///< every vertex is a corner
    bool all_distinct = true;  ///< no two vertices at one place
    long euler = 0;            ///< V - E + F
    long edges = 0;
    double volume = 0;
};

Survey survey(const Mesh& mesh) {
    Survey result;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> directed;
    const std::set<std::uint32_t> used(mesh.corners.begin(), mesh.corners.end());
    std::set<std::array<double, 3>> places;
    for (const Vector3d& v : mesh.vertices) places.insert({v.x(), v.y(), v.z()});
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto polygon = mesh.polygon(i);
        const Vector3d& first = mesh.vertices[polygon[0]];
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            const std::uint32_t from = polygon[k];
            const std::uint32_t to = polygon[(k + 1) % polygon.size()];
            ++directed[{from, to}];
            result.volume += first.dot(mesh.vertices[from].cross(mesh.vertices[to])) / 6;
        }
    }
    for (const auto& [edge, count] : directed) {
        const auto opposite = directed.find({edge.second, edge.first});
        result.closed &= count == 1 && opposite != directed.end() && opposite->second == 1;
    }
    result.all_used = used.size() == mesh.vertices.size();
    result.all_distinct = places.size() == mesh.vertices.size();
    result.edges = static_cast<long>(directed.size() / 2);
    result.euler = static_cast<long>(mesh.vertices.size()) - result.edges +
                   static_cast<long>(mesh.polygon_count());
    return result;
}

void expect_solid(const Result<Mesh>& mesh, long euler, double volume, double relative = 1e-12) {
    ASSERT_TRUE(mesh) << mesh.error().message();
    const Survey found = survey(*mesh);
    EXPECT_TRUE(found.closed);
    EXPECT_TRUE(found.all_used);
    EXPECT_TRUE(found.all_distinct);
    EXPECT_EQ(found.euler, euler);
    EXPECT_NEAR(found.volume, volume, relative * volume);
}

std::vector<RationalVector> exact_corners(const Mesh& mesh, std::size_t polygon) {
    std::vector<RationalVector> corners;
    for (const std::uint32_t corner : mesh.polygon(polygon)) {
        corners.push_back(oracle::rational(mesh.vertices[corner]));
    }
    return corners;
}

/// Twice the area vector of a polygon, exactly.
RationalVector area_vector(const std::vector<RationalVector>& corners) {
    RationalVector sum{};
    for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
        const RationalVector piece = cross(corners[k] - corners[0], corners[k + 1] - corners[0]);
        for (std::size_t axis = 0; axis < 3; ++axis) sum.coordinates[axis] += piece[axis];
    }
    return sum;
}

bool exactly_planar(const Mesh& mesh) {
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const std::vector<RationalVector> corners = exact_corners(mesh, i);
        const RationalVector normal = area_vector(corners);
        for (const RationalVector& corner : corners) {
            if (dot(normal, corner - corners[0]) != 0) return false;
        }
    }
    return true;
}

/// Every corner of every polygon turns left, and by less than half a turn.
bool exactly_convex(const Mesh& mesh) {
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const std::vector<RationalVector> corners = exact_corners(mesh, i);
        const RationalVector normal = area_vector(corners);
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const RationalVector& here = corners[k];
            const RationalVector& next = corners[(k + 1) % corners.size()];
            const RationalVector& second = corners[(k + 2) % corners.size()];
            if (dot(normal, cross(next - here, second - next)) <= 0) return false;
        }
    }
    return true;
}

double regular_polygon_area(int sides, double radius) {
    return sides / 2.0 * std::sin(2 * pi / sides) * radius * radius;
}

// ---- the solids ----

TEST(Solids, box_has_six_faces_and_its_volume) {
    for (const Vector3d& size : {Vector3d(1, 1, 1), Vector3d(0.1, 20, 3), Vector3d(1e-9, 1e9, 1)}) {
        const Result<Mesh> box = make_box(size);
        expect_solid(box, 2, size.prod());
        EXPECT_EQ(box->vertices.size(), 8U);
        EXPECT_EQ(box->polygon_count(), 6U);
        EXPECT_TRUE(exactly_planar(*box));
        EXPECT_TRUE(exactly_convex(*box));
    }
}

TEST(Solids, prism_is_planar_and_starts_on_the_x_axis) {
    for (const int sides : {3, 4, 5, 6, 7, 8, 12, 97, 360}) {
        const Result<Mesh> prism = make_prism(sides, 0.7, 2.5);
        expect_solid(prism, 2, regular_polygon_area(sides, 0.7) * 2.5);
        EXPECT_EQ(prism->vertices.size(), 2 * static_cast<std::size_t>(sides));
        EXPECT_EQ(prism->polygon_count(), static_cast<std::size_t>(sides) + 2);
        EXPECT_TRUE(exactly_planar(*prism));
        EXPECT_EQ(prism->vertices[0], Vector3d(0.7, 0, -1.25));
    }
}

TEST(Solids, points_on_circles_are_symmetric_to_the_last_bit) {
    for (const int sides : {4, 8, 12, 20, 360}) {
        const Mesh prism = make_prism(sides, 1, 1).value();
        std::set<std::array<double, 2>> points;
        for (const Vector3d& v : prism.vertices) points.insert({v.x(), v.y()});
        for (const auto& [x, y] : points) {
            EXPECT_TRUE(points.contains({-x, y}));
            EXPECT_TRUE(points.contains({x, -y}));
            EXPECT_TRUE(points.contains({y, x}));
        }
    }
}

TEST(Solids, sphere_has_its_polyhedron_s_volume_and_all_vertices_on_it) {
    const std::array<std::pair<int, int>, 5> resolutions{
        {{2, 3}, {3, 4}, {8, 16}, {24, 48}, {31, 7}}};
    for (const auto& [rings, segments] : resolutions) {
        const double radius = 1.5;
        const Result<Mesh> sphere = make_sphere(radius, rings, segments);
        double volume = 0;  // frusta over regular polygons; the quads of a band are planar
        for (int i = 0; i < rings; ++i) {
            const double low = pi * i / rings;
            const double high = pi * (i + 1) / rings;
            const double r0 = std::sin(low);
            const double r1 = std::sin(high);
            volume += regular_polygon_area(segments, 1) * (std::cos(low) - std::cos(high)) / 3 *
                      (r0 * r0 + r0 * r1 + r1 * r1);
        }
        expect_solid(sphere, 2, volume * std::pow(radius, 3));
        EXPECT_EQ(sphere->polygon_count(), static_cast<std::size_t>(2 * segments * (rings - 1)));
        EXPECT_EQ(sphere->vertices.size(), static_cast<std::size_t>(segments * (rings - 1) + 2));
        for (const Vector3d& v : sphere->vertices) EXPECT_NEAR(v.norm(), radius, 1e-15 * 4);
    }
}

TEST(Solids, finer_spheres_fill_the_ball_from_below) {
    double last = 0;
    for (const int rings : {4, 8, 16, 32, 64}) {
        const double volume = survey(make_sphere(1, rings, 2 * rings).value()).volume;
        EXPECT_GT(volume, last);
        EXPECT_LT(volume, 4 * pi / 3);
        last = volume;
    }
    EXPECT_NEAR(last, 4 * pi / 3, 0.01);
}

TEST(Solids, torus_has_genus_one_and_its_polyhedron_s_volume) {
    const std::array<std::pair<int, int>, 5> resolutions{
        {{3, 3}, {4, 3}, {5, 8}, {112, 56}, {7, 100}}};
    for (const auto& [rings, sides] : resolutions) {
        const double major = 0.7;
        const double minor = 0.3;
        const Result<Mesh> torus = make_torus(rings, sides, major, minor);
        // The quads are planar trapezoids; a wedge between two rings has the tube's area times
        // the way of its centre of area, sin(2 pi / rings) major.
        const double volume =
            rings * std::sin(2 * pi / rings) * major * regular_polygon_area(sides, minor);
        expect_solid(torus, 0, volume);
        EXPECT_EQ(torus->vertices.size(), static_cast<std::size_t>(rings * sides));
        EXPECT_EQ(torus->polygon_count(), static_cast<std::size_t>(2 * rings * sides));
    }
}

TEST(Solids, a_tube_as_thick_as_its_ring_still_has_a_hole) {
    expect_solid(make_torus(12, 8, 1, std::nextafter(1, 0)), 0,
                 12 * std::sin(2 * pi / 12) * regular_polygon_area(8, 1));
    expect_solid(make_torus(12, 8, 1, 1e-9), 0,
                 12 * std::sin(2 * pi / 12) * regular_polygon_area(8, 1e-9), 1e-5);
}

TEST(Solids, triangles_of_a_torus_run_ring_after_ring) {
    const Mesh torus = make_torus(20, 10, 1, 0.2).value();
    for (std::size_t i = 0; i < torus.polygon_count(); ++i) {
        const std::size_t ring = i / 20;  // 2 triangles for each of 10 sides
        for (const std::uint32_t corner : torus.polygon(i)) {
            EXPECT_TRUE(corner / 10 == ring || corner / 10 == (ring + 1) % 20);
        }
    }
}

TEST(Solids, cylinder_has_bands_and_two_fans) {
    for (const int segments : {3, 4, 17, 48}) {
        for (const int bands : {1, 2, 7}) {
            const Result<Mesh> cylinder = make_cylinder(2, 5, segments, bands);
            expect_solid(cylinder, 2, regular_polygon_area(segments, 2) * 5);
            EXPECT_EQ(cylinder->polygon_count(),
                      static_cast<std::size_t>(2 * segments * bands + 2 * (segments - 2)));
            EXPECT_EQ(cylinder->vertices.front().z(), -2.5);
            EXPECT_EQ(cylinder->vertices.back().z(), 2.5);
        }
    }
}

TEST(Solids, brick_is_a_box_less_its_bevels) {
    const Vector3d size(0.215, 0.1025, 0.065);
    for (const double bevel : {0.003, 0.03, 1e-6}) {
        const Result<Mesh> brick = make_brick(size, bevel);
        // A strip b^2/2 along each of twelve edges of the inner box, and at each corner what is
        // missing of a cube b^3: all but the tetrahedron b^3/6.
        const Vector3d inner = size.array() - 2 * bevel;
        const double missing = 2 * inner.sum() * bevel * bevel + 8 * std::pow(bevel, 3) * 5 / 6;
        expect_solid(brick, 2, size.prod() - missing);
        EXPECT_EQ(brick->vertices.size(), 24U);
        EXPECT_EQ(brick->polygon_count(), 26U);
        EXPECT_TRUE(exactly_planar(*brick));
        EXPECT_TRUE(exactly_convex(*brick));
    }
    EXPECT_EQ(make_brick(size, 0)->polygon_count(), 6U);
}

TEST(Solids, stairs_have_two_long_sides_and_no_other_seams) {
    for (const int steps : {1, 2, 3, 8, 100}) {
        const Result<Mesh> stairs = make_stairs(steps, 0.28, 0.18, 1.2);
        expect_solid(stairs, 2, 0.28 * 0.18 * 1.2 * steps * (steps + 1) / 2);
        EXPECT_EQ(stairs->vertices.size(), static_cast<std::size_t>(4 * steps + 4));
        EXPECT_EQ(stairs->polygon_count(), static_cast<std::size_t>(2 * steps + 4));
        EXPECT_TRUE(exactly_planar(*stairs));
        EXPECT_EQ(exactly_convex(*stairs), steps == 1);
    }
}

// The shell bounds a cavity. Without doors its surface is two spheres (V - E + F = 4); the first
// door joins them into one (2), each further one adds a handle (-2): 4 - 2 doors, genus doors - 1.
TEST(Solids, each_door_of_a_room_takes_two_from_eulers_number) {
    for (int doors = 0; doors <= 4; ++doors) {
        for (const double wall : {0.2, 1e-3}) {
            const RoomOptions options{{6, 4, 3}, wall, doors, 0.9, 2.1};
            const Vector3d outside = options.size.array() + 2 * wall;
            const double volume = outside.prod() - options.size.prod() - doors * wall * 0.9 * 2.1;
            const Result<Mesh> room = make_room(options);
            expect_solid(room, 4 - 2 * doors, volume, wall < 0.1 ? 1e-10 : 1e-12);
            EXPECT_TRUE(exactly_planar(*room));
            EXPECT_TRUE(exactly_convex(*room));
        }
    }
}

TEST(Solids, doors_may_take_the_whole_wall) {
    const Result<Mesh> room = make_room({{3, 3, 2}, 0.5, 4, 3, 2});
    expect_solid(room, 4 - 2 * 4, 4 * 4 * 3 - 3 * 3 * 2 - 4 * 0.5 * 3 * 2);
}

TEST(Solids, car_is_the_one_of_the_glide_paper) {
    for (const Vector3d& size : {Vector3d(4.2, 1.8, 1.4), Vector3d(1, 1, 1), Vector3d(3, 0.1, 7)}) {
        const Result<Mesh> car = make_car(size.x(), size.y(), size.z());
        ASSERT_TRUE(car);
        const Survey found = survey(*car);
        EXPECT_TRUE(found.closed);
        EXPECT_EQ(car->vertices.size(), 16U);
        EXPECT_EQ(found.edges, 26);
        EXPECT_EQ(car->polygon_count(), 12U);
        EXPECT_TRUE(exactly_planar(*car));
        EXPECT_TRUE(exactly_convex(*car));
        EXPECT_GT(found.volume, 0.5 * size.prod());
        EXPECT_LT(found.volume, size.prod());

        Box box;
        for (const Vector3d& v : car->vertices) box.add(v);
        EXPECT_LT((box.size() - size).norm(), 1e-14 * size.norm());
        EXPECT_EQ(box.lower.z(), 0);
        EXPECT_EQ(box.lower.head<2>(), -box.upper.head<2>());
    }
}

// ---- refusals ----

struct Refusal {
    Result<Mesh> mesh;
    std::string where;
};

TEST(Solids, senseless_measures_are_refused_by_name) {
    const int huge = std::numeric_limits<int>::max();
    const std::vector<Refusal> refusals{
        {make_box({1, 0, 1}), "size"},
        {make_box({1, 1, -1}), "size"},
        {make_box({nan, 1, 1}), "size"},
        {make_box({1, infinity, 1}), "size"},
        {make_box({1, 1e-320, 1}), "size"},
        {make_prism(2, 1, 1), "sides"},
        {make_prism(-1, 1, 1), "sides"},
        {make_prism(huge, 1, 1), "sides"},
        {make_prism(6, 0, 1), "radius"},
        {make_prism(6, 1, nan), "height"},
        {make_sphere(-1, 24, 48), "radius"},
        {make_sphere(1, 1, 48), "rings"},
        {make_sphere(1, 24, 2), "segments"},
        {make_sphere(1, huge, huge), "rings"},
        {make_torus(2, 56, 0.7, 0.3), "rings"},
        {make_torus(112, 2, 0.7, 0.3), "sides"},
        {make_torus(112, 56, 0.3, 0.3), "minor"},
        {make_torus(112, 56, nan, 0.3), "major"},
        {make_torus(112, 56, 1, 1e-20), "minor"},
        {make_torus(huge, huge, 0.7, 0.3), "rings"},
        {make_torus(1 << 16, 1 << 16, 0.7, 0.3), "rings"},
        {make_cylinder(0, 1, 8, 1), "radius"},
        {make_cylinder(1, -1, 8, 1), "height"},
        {make_cylinder(1, 1, 2, 1), "segments"},
        {make_cylinder(1, 1, 8, 0), "bands"},
        {make_cylinder(1, 1, huge, huge), "segments"},
        {make_brick({1, 1, 0}, 0), "size"},
        {make_brick({1, 1, 1}, 0.5), "bevel"},
        {make_brick({1, 1, 1}, -0.1), "bevel"},
        {make_brick({1, 1, 1}, nan), "bevel"},
        {make_brick({1, 1, 1}, 1e-20), "bevel"},
        {make_stairs(0, 1, 1, 1), "steps"},
        {make_stairs(huge, 1, 1, 1), "steps"},
        {make_stairs(3, 0, 1, 1), "run"},
        {make_stairs(3, 1, 0, 1), "rise"},
        {make_stairs(3, 1, 1, 0), "width"},
        {make_room({{0, 4, 3}, 0.2, 2, 1, 2.1}), "size"},
        {make_room({{6, 4, 3}, 0, 2, 1, 2.1}), "wall"},
        {make_room({{6, 4, 3}, 1e-30, 2, 1, 2.1}), "wall"},
        {make_room({{6, 4, 3}, 0.2, 5, 1, 2.1}), "doors"},
        {make_room({{6, 4, 3}, 0.2, -1, 1, 2.1}), "doors"},
        {make_room({{6, 4, 3}, 0.2, 2, 4.1, 2.1}), "door_width"},
        {make_room({{2, 4, 3}, 0.2, 3, 3, 2.1}), "door_width"},
        {make_room({{6, 4, 3}, 0.2, 2, nan, 2.1}), "door_width"},
        {make_room({{6, 4, 3}, 0.2, 2, 1, 3.1}), "door_height"},
        {make_car(0, 1, 1), "length"},
        {make_car(1, infinity, 1), "width"},
        {make_car(1, 1, -2), "height"},
    };
    for (const Refusal& refusal : refusals) {
        ASSERT_FALSE(refusal.mesh) << refusal.where;
        EXPECT_EQ(refusal.mesh.error().code, ErrorCode::bad_argument);
        EXPECT_EQ(refusal.mesh.error().where, refusal.where) << refusal.mesh.error().what;
        EXPECT_FALSE(refusal.mesh.error().what.empty());
    }
}

// ---- by name ----

bool same(const Mesh& a, const Mesh& b) {
    return a.vertices == b.vertices && a.corners == b.corners && a.polygon_ends == b.polygon_ends;
}

TEST(SolidCatalogue, descriptions_make_the_same_solids_as_calls) {
    const std::vector<std::pair<std::string, Result<Mesh>>> pairs{
        {"box", make_box({1, 1, 1})},
        {"box,size=1x2x3", make_box({1, 2, 3})},
        {"solid:box,size=1e-1x2.5x3", make_box({0.1, 2.5, 3})},
        {"prism", make_prism(6, 1, 1)},
        {"prism,height=3,sides=5,radius=2", make_prism(5, 2, 3)},
        {"sphere", make_sphere(1, 24, 48)},
        {"sphere,radius=2,rings=4,segments=6", make_sphere(2, 4, 6)},
        {"torus", make_torus(112, 56, 0.7, 0.3)},
        {"solid:torus,rings=10,sides=6,major=2,minor=0.5", make_torus(10, 6, 2, 0.5)},
        {"cylinder", make_cylinder(1, 2, 48, 1)},
        {"cylinder,radius=2,height=3,segments=7,bands=2", make_cylinder(2, 3, 7, 2)},
        {"brick", make_brick({0.215, 0.1025, 0.065}, 0.003)},
        {"brick,size=2x3x4,bevel=0.5", make_brick({2, 3, 4}, 0.5)},
        {"stairs", make_stairs(8, 0.28, 0.18, 1)},
        {"stairs,steps=3,run=1,rise=2,width=4", make_stairs(3, 1, 2, 4)},
        {"room", make_room()},
        {"room,size=5x5x3,wall=0.1,doors=4,door_width=2,door_height=2.5",
         make_room({{5, 5, 3}, 0.1, 4, 2, 2.5})},
        {"car", make_car(4.2, 1.8, 1.4)},
        {"car,length=2,width=1,height=3", make_car(2, 1, 3)},
        {"gear", make_gear()},
        {"gear,teeth=9,module=2,width=3,bore=0,pressure_angle_deg=25,backlash=0.1,flank_points=4",
         make_gear({9, 2, 3, 0, 25, 0.1, 4})},
        {"bolt", make_bolt()},
        {"bolt,diameter=8,pitch=1,length=9,head_width=13,head_height=5,clearance=0.1,segments=9",
         make_bolt({8, 1, 9, 13, 5, 0.1, 9})},
        {"nut", make_nut()},
        {"nut,diameter=8,pitch=1,height=6,width=13,clearance=0.1,segments=9",
         make_nut({8, 1, 6, 13, 0.1, 9})},
        {"level", make_level()},
        {"level,rooms=3,seed=-7,size=12,height=5,clutter=4,detail=1",
         make_level({3, -7, 12, 5, 4, 1})},
    };
    for (const auto& [description, called] : pairs) {
        const Result<Mesh> named = make_solid(description);
        ASSERT_TRUE(named) << named.error().message();
        EXPECT_TRUE(same(*named, called.value())) << description;
    }
}

TEST(SolidCatalogue, every_fallback_can_be_written_out) {
    EXPECT_EQ(solid_kinds().size(), 13U);
    for (const SolidKind& kind : solid_kinds()) {
        std::string description(kind.name);
        for (const SolidKey& key : kind.keys) {
            description.append(",").append(key.name).append("=").append(key.fallback);
            EXPECT_FALSE(key.meaning.empty());
        }
        const Result<Mesh> written_out = make_solid(description);
        ASSERT_TRUE(written_out) << written_out.error().message();
        EXPECT_TRUE(same(*written_out, make_solid(kind.name).value())) << description;
        EXPECT_FALSE(kind.meaning.empty());
    }
}

TEST(SolidCatalogue, errors_say_what_is_allowed) {
    const std::vector<std::pair<std::string, std::string>> messages{
        {"bxo",
         "unknown solid 'bxo'; known are: box, prism, sphere, torus, cylinder, brick, "
         "stairs, room, car, gear, bolt, nut, level"},
        {"solid:box,sise=1x2x3", "box: unknown key 'sise' of box; it has: size"},
        {"stairs,", "stairs: unknown key '' of stairs; it has: steps, run, rise, width"},
        {"box,size", "box: key 'size' has no value; write for example size=1x1x1"},
        {"box,size=1x2x3,size=1x2x3", "box: key 'size' is given twice; give it once"},
        {"box,size=1x2", "box,size: size=1x2 has 2 numbers, 3 are needed"},
        {"sphere,radius=1x2", "sphere,radius: radius=1x2 has 2 numbers, 1 is needed"},
        {"box,size=1xtwox3", "box,size: 'two' is not a number"},
        {"box,size=1x 2x3", "box,size: ' 2' is not a number"},
        {"sphere,radius=", "sphere,radius: '' is not a number"},
        {"prism,sides=6.5", "prism,sides: '6.5' is not a whole number"},
        {"prism,sides=1e3", "prism,sides: '1e3' is not a whole number"},
        {"prism,sides=99999999999", "prism,sides: '99999999999' is out of range"},
        {"sphere,radius=1e999", "sphere,radius: '1e999' is out of range"},
        {"prism,sides=2", "prism,sides: 2 is out of range; it must be 3 or more"},
        {"room,doors=5", "room,doors: 5 is out of range; it must be 0 to 4"},
        {"sphere,radius=-1",
         "sphere,radius: -1 is not a length; it must be positive, from 1e-90 to 1e90"},
        {"sphere,radius=nan",
         "sphere,radius: nan is not a length; it must be positive, from 1e-90 to 1e90"},
        {"sphere,rings=100000,segments=100000",
         "sphere,rings: this makes 9999900002 vertices; at most 268435456 are allowed"},
        {"torus,minor=2", "torus,minor: 2 is too large; it must be less than major=0.7"},
        {"bo\xc3\xb6x",  // a letter of two bytes, which a cut could halve
         "unknown solid 'bo??x'; known are: box, prism, sphere, torus, "
         "cylinder, brick, stairs, room, car, gear, bolt, nut, level"},
        {"two\nlines",
         "unknown solid 'two?lines'; known are: box, prism, sphere, torus, "
         "cylinder, brick, stairs, room, car, gear, bolt, nut, level"},
    };
    for (const auto& [description, message] : messages) {
        const Result<Mesh> mesh = make_solid(description);
        ASSERT_FALSE(mesh) << description;
        EXPECT_EQ(mesh.error().code, ErrorCode::bad_argument);
        EXPECT_EQ(mesh.error().message(), message);
    }
}

TEST(SolidCatalogue, hostile_descriptions_give_one_short_line) {
    const std::vector<std::string> descriptions{"",
                                                ",",
                                                "=",
                                                "solid:",
                                                "box,=",
                                                "box,size==1",
                                                "box,size=x",
                                                "box,size=xxxxxxxx",
                                                std::string(1000000, 'a'),
                                                "box," + std::string(1000000, ','),
                                                "box,size=" + std::string(1000000, 'x'),
                                                std::string("box\0,size", 9),
                                                "box,size=1x1x1\n",
                                                "BOX",
                                                " box"};
    for (const std::string& description : descriptions) {
        const Result<Mesh> mesh = make_solid(description);
        ASSERT_FALSE(mesh) << description.substr(0, 40);
        EXPECT_LT(mesh.error().message().size(), 200U);
        EXPECT_EQ(mesh.error().message().find('\n'), std::string::npos);
    }
}

// ---- as polyhedra ----

class EverySolid : public testing::TestWithParam<std::string> {};

TEST_P(EverySolid, is_a_closed_oriented_polyhedron_as_large_as_its_mesh) {
    const Mesh mesh = make_solid(GetParam()).value();
    const Result<Polyhedron> shape = Polyhedron::build(mesh);
    ASSERT_TRUE(shape) << shape.error().message();
    EXPECT_TRUE(shape->is_closed());
    EXPECT_TRUE(shape->is_oriented());
    ASSERT_TRUE(shape->volume());
    const double volume = survey(mesh).volume;
    EXPECT_NEAR(*shape->volume(), volume, 1e-12 * volume);
    EXPECT_EQ(shape->report().welded_vertices, 0U);
    EXPECT_EQ(shape->report().unused_vertices, 0U);
    EXPECT_EQ(shape->report().zero_area_faces, 0U);
    EXPECT_EQ(shape->report().split_nonplanar, 0U);
}

INSTANTIATE_TEST_SUITE_P(Solids, EverySolid,
                         testing::Values("box", "prism", "prism,sides=7", "sphere", "torus",
                                         "cylinder", "cylinder,bands=5", "brick", "stairs", "room",
                                         "room,doors=0", "room,doors=4", "car", "gear", "bolt",
                                         "nut", "level", "level,rooms=5,detail=1"));

TEST(SolidPolyhedra, only_the_sides_of_stairs_are_split) {
    for (const std::string_view clean : {"box", "car", "brick", "room", "sphere", "torus",
                                         "cylinder", "gear", "bolt", "nut", "level"}) {
        EXPECT_TRUE(Polyhedron::build(make_solid(clean).value())->report().clean()) << clean;
    }
    const Polyhedron stairs = Polyhedron::build(make_solid("stairs").value()).value();
    BuildReport expected;
    expected.split_nonconvex = 2;
    expected.sides_reason = SidesReason::proven;
    EXPECT_EQ(stairs.report(), expected);
}

TEST(SolidPolyhedra, car_keeps_its_counts_and_its_fold_is_flat_or_concave) {
    const Polyhedron car = Polyhedron::build(make_solid("car").value()).value();
    EXPECT_EQ(car.vertex_count(), 16U);
    EXPECT_EQ(car.edge_count(), 26U);
    EXPECT_EQ(car.face_count(), 12U);
    // Flat: between body and cabin, on both sides. Concave: windscreen base and rear-window base.
    EXPECT_EQ(car.edge_counts(), (EdgeCounts{22, 2, 2, 0, 0}));
}

}  // namespace
}  // namespace swept

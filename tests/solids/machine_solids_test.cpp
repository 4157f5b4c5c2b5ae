// Gears, bolts and nuts. Their ideal surfaces are written down again here, from the definitions and
// not from the makers' code; meshes are held against them, and parts against their partners.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "swept/motion.h"
#include "swept/overlap.h"
#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/repeats.h"
#include "tests/shape/samples.h"

namespace swept {
namespace {

constexpr int many = test::repeats(200);

using Eigen::Vector2d;
using Eigen::Vector3d;
using test::built;

constexpr double pi = std::numbers::pi;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr int huge = std::numeric_limits<int>::max();

/// Turned about z and lifted, then moved along x.
Pose placed(double angle, double lift, double x = 0) {
    const Pose turned =
        Screw::make(Vector3d::Zero(), Vector3d::UnitZ(), angle, lift)->displacement(1);
    return Pose::make({x, 0, 0}).value() * turned;
}

/// The search for faces that meet takes long where many lie in one plane.
enum class Search : std::uint8_t { no, yes };

void expect_faultless(const Polyhedron& shape, Search search = Search::yes) {
    EXPECT_TRUE(shape.is_closed());
    EXPECT_TRUE(shape.is_oriented());
    EXPECT_TRUE(shape.report().clean());
    if (search == Search::yes) {
        EXPECT_TRUE(self_intersections(shape).empty());
    }
    // One piece: every surface but a bore's is a sphere, and a bore makes it a torus.
    const long euler = static_cast<long>(shape.vertex_count()) - shape.edge_count() +
                       static_cast<long>(shape.face_count());
    EXPECT_TRUE(euler == 2 || euler == 0) << euler;
}

double hexagon_area(double across_flats) {
    return std::sqrt(3.0) / 2 * across_flats * across_flats;
}

// ---- the ideal thread ----

/// The profile as a sharp 60 degree ridge, cut off at its crest and at its root; `gap` is how far
/// all three are moved outward.
struct IdealThread {
    double diameter, pitch, gap;

    [[nodiscard]] double sharp_height() const { return std::sqrt(3.0) / 2 * pitch; }
    [[nodiscard]] double crest() const { return diameter / 2 + gap; }
    [[nodiscard]] double root() const { return crest() - 5.0 / 8 * sharp_height(); }
    /// Half the ridge's width at a radius.
    [[nodiscard]] double half_width(double radius) const {
        return (diameter / 2 + sharp_height() / 8 + 2 * gap - radius) / std::sqrt(3.0);
    }
    /// The area of a section across the axis: the mean over a period, times pi.
    [[nodiscard]] double area() const {
        const double top = 2 * half_width(crest());
        const double bottom = pitch - 2 * half_width(root());
        const double flanks = pitch - top - bottom;
        const double a = crest(), b = root();
        return pi / pitch * (top * a * a + bottom * b * b + flanks * (a * a + a * b + b * b) / 3);
    }
    /// From a point of space to the profile, in the half plane of the point.
    [[nodiscard]] double distance(const Vector3d& p) const {
        const double turns = std::atan2(p.y(), p.x()) / (2 * pi);
        const double height = std::abs(std::remainder(p.z() - pitch * turns, pitch));
        const Vector2d point(height, std::hypot(p.x(), p.y()));
        const std::array<Vector2d, 4> corners{Vector2d(0, crest()),
                                              {half_width(crest()), crest()},
                                              {half_width(root()), root()},
                                              {pitch / 2, root()}};
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
            const Vector2d side = corners[i + 1] - corners[i];
            const double share = (point - corners[i]).dot(side) / side.squaredNorm();
            const Vector2d nearest = corners[i] + std::clamp(share, 0.0, 1.0) * side;
            least = std::min(least, (point - nearest).norm());
        }
        return least;
    }
};

/// How far the triangles of the thread stray from it, over a dense grid of their points. Those of
/// flat ends and of the hexagon are left out.
double largest_deviation(const Mesh& mesh, const IdealThread& thread) {
    constexpr int grid = 10;
    double largest = 0;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto corners = mesh.polygon(i);
        const Vector3d& a = mesh.vertices[corners[0]];
        const Vector3d u = mesh.vertices[corners[1]] - a;
        const Vector3d v = mesh.vertices[corners[2]] - a;
        if (u.z() == 0 && v.z() == 0) continue;
        if (std::hypot(a.x(), a.y()) > thread.crest() * (1 + 1e-9)) continue;
        for (int s = 0; s <= grid; ++s) {
            for (int t = 0; s + t <= grid; ++t) {
                const Vector3d point = a + (s * u + t * v) / grid;
                largest = std::max(largest, thread.distance(point));
            }
        }
    }
    return largest;
}

struct ThreadCase {
    double diameter, pitch, length, clearance;
};
const std::vector<ThreadCase> thread_cases{
    {16, 2, 24, 0.05},    // the defaults
    {16, 2, 13, 0.05},    // whole half turns: helices end on columns
    {10, 0.5, 3.3, 0.1},  // fine
    {6, 1.5, 7.77, 0.2},  // coarse
    {5, 2.5, 10, 0.5},    // the coarsest
    {8, 1.25, 0.9, 0.1},  // less than a turn
    {8, 1, 0.01, 0.1},    // the shortest
    {1e-3, 2e-4, 1e-3, 1e-5},
};

TEST(Threads, bolts_and_nuts_need_no_repair_and_have_the_ideal_volume) {
    for (const auto& [diameter, pitch, length, clearance] : thread_cases) {
        for (const int segments : {0, 3, 5, 37}) {
            SCOPED_TRACE(testing::Message()
                         << diameter << ' ' << pitch << ' ' << length << ' ' << segments);
            const double width = 2.5 * diameter;
            const Polyhedron bolt = built(
                make_bolt({diameter, pitch, length, width, diameter, clearance, segments}).value());
            const Polyhedron stud =
                built(make_bolt({diameter, pitch, length, width, 0, clearance, segments}).value());
            const Polyhedron nut =
                built(make_nut({diameter, pitch, length, width, clearance, segments}).value());
            expect_faultless(bolt);
            expect_faultless(stud);
            expect_faultless(nut);

            EXPECT_NEAR(*bolt.volume() - *stud.volume(), hexagon_area(width) * diameter,
                        1e-9 * *bolt.volume());
            if (segments != 0 && length < pitch) continue;  // the corners of the ends make it round

            // A circle's polygon is smaller by a known share, slanted chords add a little; or the
            // surface is known to stray little, on the flanks twice as much along the radius.
            const bool chosen = segments == 0;
            const double step = 2 * pi / segments;
            const double share = chosen ? 1 : std::sin(step) / step;
            const double shank = IdealThread{diameter, pitch, 0}.area() * length * share;
            const double hole = IdealThread{diameter, pitch, clearance}.area() * length * share;
            const double slack = chosen          ? clearance / 2 * pi * diameter * length
                                 : segments < 12 ? 0.3 * shank
                                                 : 0.05 * shank;
            EXPECT_NEAR(*stud.volume(), shank, slack);
            EXPECT_NEAR(hexagon_area(width) * length - *nut.volume(), hole, slack);
        }
    }
}

TEST(Threads, meshes_keep_within_a_quarter_of_the_clearance) {
    for (const auto& [diameter, pitch, length, clearance] : thread_cases) {
        SCOPED_TRACE(testing::Message() << diameter << ' ' << pitch << ' ' << length);
        const double width = 2.5 * diameter;
        const Mesh bolt = make_bolt({diameter, pitch, length, width, 0, clearance}).value();
        const Mesh nut = make_nut({diameter, pitch, length, width, clearance}).value();
        const double of_bolt = largest_deviation(bolt, {diameter, pitch, 0});
        const double of_nut = largest_deviation(nut, {diameter, pitch, clearance});
        EXPECT_LE(of_bolt, clearance / 4);
        EXPECT_LE(of_nut, clearance / 4);
        if (length < pitch || 4 * pitch > diameter) continue;  // the bound is sharp at crests only
        EXPECT_GE(of_bolt, clearance / 8);
        EXPECT_GE(of_nut, clearance / 8);
    }
}

TEST(Threads, too_few_segments_are_not_within_it) {
    const Mesh bolt = make_bolt({.segments = 40}).value();
    EXPECT_GT(largest_deviation(bolt, {16, 2, 0}), 0.05 / 4);
}

// ---- bolt and nut ----

constexpr BoltOptions m16_bolt;
constexpr NutOptions m16_nut;

/// Where the bolt stands after this way along its own screw.
Pose screwed(double way, double pitch = m16_bolt.pitch, double off_phase = 0) {
    return placed(2 * pi * way / pitch, way + off_phase);
}

TEST(BoltAndNut, are_separate_wherever_the_screw_takes_the_bolt) {
    const Polyhedron bolt = built(make_bolt(m16_bolt).value());
    const Polyhedron nut = built(make_nut(m16_nut).value());
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> ways(-m16_nut.height - 5, -0.01);
    for (int i = 0; i < many; ++i) {
        const double way = ways(random);
        const auto relation = [&](double off_phase) {
            return overlap({bolt, screwed(way, m16_bolt.pitch, off_phase)}, {nut}).relation;
        };
        ASSERT_EQ(relation(0), Relation::separate) << way;
        if (i % 4 != 0) continue;
        // The flanks leave clearance / cos(30 degrees) along the axis, less the chords' share.
        ASSERT_EQ(relation(0.5 * m16_nut.clearance), Relation::separate) << way;
        ASSERT_EQ(relation(3 * m16_nut.clearance), Relation::overlapping) << way;
        ASSERT_EQ(relation(-3 * m16_nut.clearance), Relation::overlapping) << way;
    }
    // Head on nut.
    EXPECT_EQ(overlap({bolt}, {nut}).relation, Relation::touching);
    EXPECT_EQ(overlap({bolt, screwed(0.01)}, {nut}).relation, Relation::overlapping);
}

TEST(BoltAndNut, fit_also_with_other_pitches_and_other_meshes) {
    for (const auto& [diameter, pitch, length, clearance] : thread_cases) {
        if (length < pitch) continue;
        const double width = 2.5 * diameter;
        const Polyhedron stud =
            built(make_bolt({diameter, pitch, 2 * length, width, 0, clearance}).value());
        const Polyhedron nut = built(make_nut({diameter, pitch, length, width, clearance}).value());
        for (int i = -8; i <= 8; ++i) {
            const double way = 0.0837 * i * length;
            EXPECT_EQ(overlap({stud, screwed(way, pitch)}, {nut}).relation, Relation::separate)
                << diameter << ' ' << way;
        }
    }
}

double distance(const Vector3d& point, const std::array<Vector3d, 3>& triangle) {
    const Vector3d normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    double least = std::numeric_limits<double>::infinity();
    bool over_it = true;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector3d from = point - triangle[i];
        const Vector3d side = triangle[(i + 1) % 3] - triangle[i];
        const double share = std::clamp(from.dot(side) / side.squaredNorm(), 0.0, 1.0);
        least = std::min(least, (from - share * side).norm());
        over_it = over_it && normal.dot(side.cross(from)) >= 0;
    }
    return over_it ? std::abs(normal.normalized().dot(point - triangle[0])) : least;
}

/// From the vertices of one mesh of triangles to the triangles of another.
double least_distance(const Mesh& mesh, const Pose& pose, const Mesh& other) {
    double least = std::numeric_limits<double>::infinity();
    for (const Vector3d& vertex : mesh.vertices) {
        const Vector3d point = pose * vertex;
        for (std::size_t i = 0; i < other.polygon_count(); ++i) {
            const auto corners = other.polygon(i);
            if (corners.size() != 3) continue;
            least = std::min(
                least, distance(point, {other.vertices[corners[0]], other.vertices[corners[1]],
                                        other.vertices[corners[2]]}));
        }
    }
    return least;
}

TEST(BoltAndNut, stand_apart_by_the_clearance_less_what_the_meshes_stray) {
    const Mesh stud = make_bolt({.length = 8, .head_height = 0}).value();
    const Mesh nut = make_nut({.height = 3}).value();
    for (const double way : {-2.0, -3.3}) {
        const Pose pose = screwed(way);
        const double gap =
            std::min(least_distance(stud, pose, nut), least_distance(nut, pose.inverse(), stud));
        EXPECT_GT(gap, m16_nut.clearance / 2);
        EXPECT_LT(gap, m16_nut.clearance);
    }
}

TEST(BoltAndNut, sweep_freely_along_the_true_pitch_only) {
    const Polyhedron bolt = built(make_bolt(m16_bolt).value());
    const Polyhedron nut = built(make_nut({.height = 6}).value());
    const auto quarter_turn = [&](double sense, double glide) {
        const auto motion =
            Screw::make(Vector3d::Zero(), Vector3d::UnitZ(), sense * pi / 2, glide).value();
        return sweep({bolt, screwed(-3.21)}, motion, {nut});
    };
    const double true_glide = m16_bolt.pitch / 4;
    for (const double sense : {1.0, -1.0}) {
        const SweepResult fits = quarter_turn(sense, sense * true_glide);
        EXPECT_EQ(fits.start, Relation::separate);
        EXPECT_EQ(fits.state, State::free);
        const SweepResult jams = quarter_turn(sense, sense * true_glide * 1.3);
        EXPECT_EQ(jams.state, State::hit);
        // It is 0.3 glides off at the end; the flanks stop it between half of the clearance and
        // all of it along the axis.
        const double off = jams.free_fraction * 0.3 * true_glide;
        EXPECT_GT(off, 0.5 * m16_nut.clearance);
        EXPECT_LT(off, 2 / std::sqrt(3.0) * m16_nut.clearance);
    }
}

// ---- gears ----

/// Half the angle of an ideal tooth at a radius, from the definition of the involute.
double half_tooth_angle(const GearOptions& gear, double radius) {
    const auto involute = [](double angle) { return std::tan(angle) - angle; };
    const double alpha = gear.pressure_angle_deg * pi / 180;
    const double pitch_radius = gear.module * gear.teeth / 2;
    const double cosine = std::min(1.0, pitch_radius * std::cos(alpha) / radius);
    const double thickness = (pi * gear.module - gear.backlash) / 2;
    return thickness / (2 * pitch_radius) + involute(alpha) - involute(std::acos(cosine));
}

const std::vector<GearOptions> gear_cases{
    {},
    {.bore = 0},
    {.teeth = 4, .bore = 0},
    {.teeth = 5, .bore = 1},
    {.teeth = 7, .module = 2.5, .bore = 3, .flank_points = 2},
    {.teeth = 60, .module = 0.5, .bore = 20, .flank_points = 4},  // root above the base circle
    {.teeth = 41, .bore = 30},                                    // close to it
    {.teeth = 30, .pressure_angle_deg = 14.5, .backlash = 0},
    {.teeth = 18, .pressure_angle_deg = 30, .backlash = 0.2},
};

TEST(Gears, need_no_repair_and_lie_inside_the_ideal_gear) {
    for (const GearOptions& gear : gear_cases) {
        SCOPED_TRACE(testing::Message() << gear.teeth << ' ' << gear.pressure_angle_deg);
        const Mesh mesh = make_gear(gear).value();
        const Polyhedron shape = built(mesh);
        expect_faultless(shape, gear.teeth <= 20 ? Search::yes : Search::no);
        const double root = gear.module * (gear.teeth / 2.0 - 1.25);
        const double tip = gear.module * (gear.teeth / 2.0 + 1);
        EXPECT_EQ(shape.box().upper.x(), tip);
        EXPECT_EQ(shape.box().upper.z(), gear.width / 2);
        EXPECT_EQ(shape.box().lower.z(), -gear.width / 2);

        // Points along all edges: none beyond the involute, and the vertices on it.
        int on_flanks = 0;
        for (std::uint32_t i = 0; i < shape.edge_count(); ++i) {
            const auto [from, to] = shape.ends(EdgeIndex(i));
            for (const double share : {0.0, 0.5}) {
                const Vector3d point =
                    shape.position(from) + share * (shape.position(to) - shape.position(from));
                const double radius = std::hypot(point.x(), point.y());
                EXPECT_LE(radius, tip * (1 + 1e-12));
                if (radius < root * (1 + 1e-9)) continue;
                const double angle =
                    std::abs(std::remainder(std::atan2(point.y(), point.x()), 2 * pi / gear.teeth));
                const double ideal = half_tooth_angle(gear, radius);
                EXPECT_LE(angle, ideal + 1e-12);
                on_flanks += share == 0 && std::abs(angle - ideal) < 1e-12 ? 1 : 0;
            }
        }
        EXPECT_GE(on_flanks, 4 * gear.teeth * (gear.flank_points - 1));
    }
}

TEST(Gears, have_the_ideal_volume_with_many_points) {
    for (GearOptions gear : gear_cases) {
        gear.flank_points = 40;
        const double root = gear.module * (gear.teeth / 2.0 - 1.25);
        const double tip = gear.module * (gear.teeth / 2.0 + 1);
        constexpr int slices = 2000;
        double area = pi * root * root;
        for (int i = 0; i < slices; ++i) {
            const double radius = root + (tip - root) * (i + 0.5) / slices;
            const double width = 2 * gear.teeth * half_tooth_angle(gear, radius) * radius;
            area += width * (tip - root) / slices;
        }
        const double step = pi / gear.teeth;
        area -= pi * gear.bore * gear.bore / 4 * std::sin(step) / step;
        const double volume = *built(make_gear(gear).value()).volume();
        EXPECT_LT(volume, area * gear.width);
        // Roots and tips are two chords each: coarse for few teeth.
        EXPECT_GT(volume, area * gear.width * (1 - 0.2 * step * step)) << gear.teeth;
    }
}

/// Two gears in mesh, turned together; the second may be off by a way along its pitch circle.
struct GearPair {
    GearOptions a, b;
    Polyhedron shape_a = built(make_gear(a).value());
    Polyhedron shape_b = built(make_gear(b).value());

    [[nodiscard]] Relation turned(double angle, double off = 0) const {
        const double distance = a.module * (a.teeth + b.teeth) / 2;
        // A gap of the second looks at a tooth of the first.
        const double start = pi + pi / b.teeth + off / (b.module * b.teeth / 2);
        const double angle_b = start - angle * a.teeth / b.teeth;
        return overlap({shape_a, placed(angle, 0)}, {shape_b, placed(angle_b, 0, distance)})
            .relation;
    }
};

TEST(Gears, run_together_without_overlap) {
    const std::vector<std::pair<int, int>> teeth{{20, 20}, {17, 31}, {24, 60}};
    for (const auto& [teeth_a, teeth_b] : teeth) {
        const GearPair pair{{.teeth = teeth_a}, {.teeth = teeth_b}};
        std::mt19937_64 random(2);
        std::uniform_real_distribution<double> angles(0, 2 * pi);
        for (int i = 0; i < many; ++i) {
            const double angle = angles(random);
            ASSERT_EQ(pair.turned(angle), Relation::separate) << angle;
            if (i % 4 != 0) continue;
            // Either way there is half of the backlash, and a little more for chords.
            ASSERT_EQ(pair.turned(angle, 0.49 * pair.a.backlash), Relation::separate) << angle;
            ASSERT_EQ(pair.turned(angle, -0.49 * pair.a.backlash), Relation::separate) << angle;
            ASSERT_EQ(pair.turned(angle, 1.2 * pair.a.backlash), Relation::overlapping) << angle;
            ASSERT_EQ(pair.turned(angle, -1.2 * pair.a.backlash), Relation::overlapping) << angle;
        }
    }
}

TEST(Gears, without_backlash_and_with_fine_flanks_have_next_to_no_play) {
    const GearPair pair{{.backlash = 0, .flank_points = 20}, {.backlash = 0, .flank_points = 20}};
    for (int i = 0; i < 20; ++i) {
        const double angle = 0.3234 * i;
        EXPECT_NE(pair.turned(angle), Relation::overlapping) << angle;
        EXPECT_EQ(pair.turned(angle, 2e-3), Relation::overlapping) << angle;
    }
}

// ---- bad arguments ----

TEST(MachineSolids, refuse_bad_arguments_by_name) {
    struct Refusal {
        Result<Mesh> mesh;
        std::string_view where;
    };
    const std::vector<Refusal> refusals{
        {make_gear({.teeth = 3}), "teeth"},
        {make_gear({.teeth = huge}), "teeth"},
        {make_gear({.module = 0}), "module"},
        {make_gear({.width = nan}), "width"},
        {make_gear({.bore = -1}), "bore"},
        {make_gear({.bore = nan}), "bore"},
        {make_gear({.bore = 17.5}), "bore"},
        {make_gear({.pressure_angle_deg = 4}), "pressure_angle_deg"},
        {make_gear({.pressure_angle_deg = nan}), "pressure_angle_deg"},
        {make_gear({.pressure_angle_deg = 40}), "pressure_angle_deg"},  // pointed teeth
        {make_gear({.backlash = -0.1}), "backlash"},
        {make_gear({.backlash = 3.2}), "backlash"},
        {make_gear({.flank_points = 1}), "flank_points"},
        {make_bolt({.diameter = 0}), "diameter"},
        {make_bolt({.pitch = nan}), "pitch"},
        {make_bolt({.pitch = 8.1}), "pitch"},
        {make_bolt({.length = -1}), "length"},
        {make_bolt({.length = 0.01}), "length"},
        {make_bolt({.length = 1e80}), "clearance"},
        {make_bolt({.length = 1e80, .segments = 8}), "segments"},
        {make_bolt({.head_width = nan}), "head_width"},
        {make_bolt({.head_width = 16}), "head_width"},
        {make_bolt({.head_height = -1}), "head_height"},
        {make_bolt({.clearance = 0}), "clearance"},
        {make_bolt({.clearance = -0.1}), "clearance"},
        {make_bolt({.clearance = 1e-30}), "clearance"},
        {make_bolt({.segments = 2}), "segments"},
        {make_bolt({.segments = -1}), "segments"},
        {make_bolt({.segments = huge}), "segments"},
        {make_nut({.diameter = nan}), "diameter"},
        {make_nut({.pitch = 0}), "pitch"},
        {make_nut({.height = 0}), "height"},
        {make_nut({.width = 0}), "width"},
        {make_nut({.width = 10}), "width"},
        {make_nut({.width = 16.1}), "width"},
        {make_nut({.clearance = 0.44}), "clearance"},  // the crests vanish at 0.433
        {make_nut({.clearance = nan}), "clearance"},
        {make_nut({.segments = 1}), "segments"},
    };
    for (const Refusal& refusal : refusals) {
        ASSERT_FALSE(refusal.mesh) << refusal.where;
        EXPECT_EQ(refusal.mesh.error().code, ErrorCode::bad_argument);
        EXPECT_EQ(refusal.mesh.error().where, refusal.where) << refusal.mesh.error().what;
    }
}

TEST(MachineSolids, take_what_is_just_allowed) {
    EXPECT_TRUE(make_nut({.clearance = 0.41}));
    EXPECT_TRUE(make_nut({.width = 17}));
    EXPECT_TRUE(make_bolt({.head_width = 17}));
    EXPECT_TRUE(make_bolt({.clearance = 0, .segments = 3}));
    EXPECT_TRUE(make_gear({.bore = 17}));
    EXPECT_EQ(make_gear({.pressure_angle_deg = 40}).error().message(),
              "pressure_angle_deg: 40 is too large; the flanks of a tooth meet below its tip");
}

}  // namespace
}  // namespace swept

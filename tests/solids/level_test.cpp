// Levels: closed shells, the same from one seed, every room reachable, and room to move.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "swept/motion.h"
#include "swept/overlap.h"
#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/shape/samples.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using test::built;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double walls = 0.6;         // between two rooms
constexpr double within_doorway = 2;  // a height that all doorways have in common, as all rooms

bool same(const Mesh& a, const Mesh& b) {
    return a.vertices == b.vertices && a.corners == b.corners && a.polygon_ends == b.polygon_ends;
}

Polyhedron level_of(const LevelOptions& options) {
    return built(make_level(options).value());
}

/// Rooms as the options lay them out, counted row by row.
struct Plan {
    LevelOptions options;
    [[nodiscard]] int columns() const {
        return static_cast<int>(std::ceil(std::sqrt(options.rooms)));
    }
    [[nodiscard]] Vector3d middle(int room) const {
        const double pitch = options.size + walls;
        return {pitch * (room % columns()), pitch * (room / columns()), within_doorway};
    }
    /// Pairs of rooms that share a wall.
    [[nodiscard]] std::vector<std::pair<int, int>> neighbours() const {
        std::vector<std::pair<int, int>> pairs;
        for (int room = 0; room < options.rooms; ++room) {
            if (room % columns() > 0) pairs.emplace_back(room - 1, room);
            if (room >= columns()) pairs.emplace_back(room - columns(), room);
        }
        return pairs;
    }
};

const std::vector<LevelOptions> cases{
    {.rooms = 1},
    {.rooms = 2, .seed = 5, .clutter = 0},
    {},
    {.rooms = 11, .seed = -3, .size = 8, .height = 4, .clutter = 64},
    {.rooms = 23, .seed = 4, .size = 14.7, .height = 7, .clutter = 5},
    {.rooms = 3, .seed = 9, .clutter = 9, .detail = 2},
};

TEST(Levels, are_closed_and_oriented_and_need_no_repair) {
    for (const LevelOptions& options : cases) {
        SCOPED_TRACE(options.rooms);
        const Polyhedron level = level_of(options);
        EXPECT_TRUE(level.is_closed());
        EXPECT_TRUE(level.is_oriented());
        EXPECT_TRUE(level.report().clean());
        EXPECT_EQ(level.edge_counts()[static_cast<std::size_t>(EdgeKind::tangled)], 0U);
        EXPECT_GT(*level.volume(), 0);
    }
}

/// Every shell on its own: faces that hang together by edges enclose a positive volume.
TEST(Levels, are_shells_that_all_look_outward) {
    for (const LevelOptions& options : cases) {
        const Polyhedron level = level_of(options);
        std::vector<std::uint32_t> shell(level.vertex_count());
        std::iota(shell.begin(), shell.end(), 0U);
        const auto root = [&](std::uint32_t i) {
            while (shell[i] != i) i = shell[i] = shell[shell[i]];
            return i;
        };
        for (std::uint32_t i = 0; i < level.edge_count(); ++i) {
            const auto [a, b] = level.ends(EdgeIndex(i));
            shell[root(a.value)] = root(b.value);
        }
        std::vector<double> volume(level.vertex_count(), 0.0);
        for (std::uint32_t i = 0; i < level.face_count(); ++i) {
            const auto corners = level.corners(FaceIndex(i));
            const std::uint32_t of = root(corners[0].value);
            const auto from_root = [&](std::size_t k) -> Vector3d {
                return level.position(corners[k]) - level.vertices()[of];
            };
            for (std::size_t k = 2; k < corners.size(); ++k) {
                volume[of] += from_root(0).dot(from_root(k - 1).cross(from_root(k))) / 6;
            }
        }
        int shells = 0;
        for (std::uint32_t i = 0; i < level.vertex_count(); ++i) {
            if (root(i) != i) continue;
            ++shells;
            // The hollow of a room without doorways is a shell that looks into it.
            if (options.rooms > 1) {
                EXPECT_GT(volume[i], 1e-5);
            }
        }
        EXPECT_GE(shells, options.rooms * (1 + options.clutter));
    }
}

TEST(Levels, have_no_faces_of_two_shells_in_one_plane) {
    const Polyhedron level = level_of({.rooms = 25, .seed = 2});
    int crossing = 0;
    visit_self_intersections(level, [&](FaceIndex a, FaceIndex b) {
        const double sine = level.plane(a).normal.cross(level.plane(b).normal).norm();
        EXPECT_GT(sine, 1e-6) << a.value << ' ' << b.value;
        ++crossing;
        return true;
    });
    EXPECT_GT(crossing, 100);
}

TEST(Levels, depend_on_the_seed_alone) {
    const LevelOptions options{.rooms = 9};
    EXPECT_TRUE(same(make_level(options).value(), make_level(options).value()));
    for (const int seed : {0, 2, -1, std::numeric_limits<int>::min()}) {
        EXPECT_FALSE(same(make_level(options).value(),
                          make_level({.rooms = options.rooms, .seed = seed}).value()));
    }
    // The same on every machine: a weighted sum of all coordinates in micrometres.
    std::int64_t sum = 0;
    std::int64_t weight = 1;
    const Mesh level = make_level(options).value();
    for (const Vector3d& p : level.vertices) {
        for (const double x : p) sum += weight++ % 1000 * std::llround(x * 1e6);
    }
    EXPECT_EQ(sum, 38266779105292);
}

TEST(Levels, are_as_large_as_asked_for) {
    const auto faces = [](const LevelOptions& options) {
        return make_level(options)->polygon_count();
    };
    EXPECT_GE(faces({.rooms = 64}), 10'000U);
    EXPECT_LE(faces({.rooms = 64}), 64U * 400);
    EXPECT_GT(faces({.rooms = 64, .clutter = 20}), faces({.rooms = 64}));
    // Triangles, then four times as many.
    const std::size_t once = faces({.rooms = 4, .detail = 1});
    EXPECT_GT(once, 4 * faces({.rooms = 4}));
    EXPECT_EQ(faces({.rooms = 4, .detail = 3}), 16 * once);
    EXPECT_GT(faces({.rooms = 16, .detail = 3}), 300'000U);
    EXPECT_GT(faces({.rooms = 4096, .clutter = 0}), 500'000U);
}

TEST(Levels, let_every_room_be_reached) {
    for (const LevelOptions& options : cases) {
        const Plan plan{options};
        const Polyhedron level = level_of(options);
        const Polyhedron walker = built(make_box({1, 1, 0.8}).value());
        std::vector<int> reached_from(static_cast<std::size_t>(options.rooms));
        std::iota(reached_from.begin(), reached_from.end(), 0);
        const auto root = [&](int i) {
            while (reached_from[static_cast<std::size_t>(i)] != i) {
                i = reached_from[static_cast<std::size_t>(i)];
            }
            return i;
        };
        int closed = 0;
        for (const auto& [a, b] : plan.neighbours()) {
            const Vector3d from = plan.middle(a);
            const Vector3d to = plan.middle(b);
            const bool open = classify_point({level}, (from + to) / 2) == PointLocation::outside;
            const SweepResult walk = sweep({walker, Pose::make(from).value()},
                                           Translation::make(to - from).value(), {level});
            EXPECT_EQ(walk.state, open ? State::free : State::hit);
            EXPECT_EQ(walk.start, Relation::separate);
            if (open) reached_from[static_cast<std::size_t>(root(b))] = root(a);
            closed += open ? 0 : 1;
        }
        for (int room = 0; room < options.rooms; ++room) EXPECT_EQ(root(room), root(0));
        if (options.rooms >= 16) {
            EXPECT_GT(closed, 0);
        }
    }
}

TEST(Levels, have_room_for_a_person_on_every_floor) {
    const LevelOptions options{.rooms = 25, .seed = 3};
    const Plan plan{options};
    const Polyhedron level = level_of(options);
    const Polyhedron person = built(make_box({1, 1, 2}).value());
    std::vector<double> floors;
    for (int room = 0; room < options.rooms; ++room) {
        const Vector3d middle = plan.middle(room) + Vector3d(0, 0, 0.8);
        EXPECT_EQ(classify_point({level}, middle), PointLocation::outside);
        const SweepResult fall = sweep({person, Pose::make(middle).value()},
                                       Translation::make({0, 0, -5}).value(), {level});
        ASSERT_EQ(fall.state, State::hit);
        floors.push_back(fall.end.translation().z() - 1);
        EXPECT_EQ(
            classify_point({level}, middle + Vector3d(0, 0, floors.back() - middle.z() - 0.1)),
            PointLocation::inside);
        // Whoever stands there can turn round and walk three metres.
        const Pose standing =
            Pose::make(Vector3d(middle.x(), middle.y(), floors.back() + 1.01)).value();
        EXPECT_EQ(
            sweep({person, standing}, Rotation::make(middle, {0, 0, 1}, 6.28).value(), {level})
                .state,
            State::free);
        EXPECT_EQ(sweep({person, standing}, Translation::make({-2.5, 0, 0}).value(), {level}).state,
                  State::free);
    }
    const auto [lowest, highest] = std::ranges::minmax(floors);
    EXPECT_NEAR(lowest, 0, 1e-6);
    EXPECT_NEAR(highest, 6 * 0.18, 0.05);
}

/// In two rooms at different heights: up the stairs, step by step as a walker lifts his feet.
TEST(Levels, have_stairs_between_floors) {
    int climbed = 0;
    for (int seed = 0; seed < 20; ++seed) {
        const LevelOptions options{.rooms = 2, .seed = seed};
        const Plan plan{options};
        const Polyhedron level = level_of(options);
        const Polyhedron foot = built(make_box({0.2, 0.2, 0.1}).value());
        const auto drop = [&](const Vector3d& from) {
            return sweep({foot, Pose::make(from).value()}, Translation::make({0, 0, -4}).value(),
                         {level})
                .end.translation();
        };
        Vector3d at = drop(plan.middle(0));
        const double start = at.z();
        const double end = drop(plan.middle(1)).z();
        if (end < start + 0.1) continue;
        ++climbed;
        constexpr int paces = 200;
        for (int i = 0; i < paces; ++i) {
            const Vector3d forward = (plan.middle(1) - plan.middle(0)) / paces;
            at = drop(at + Vector3d(forward.x(), forward.y(), 0.2));
            ASSERT_LT(at.z(), end + 0.1);
        }
        EXPECT_NEAR(at.z(), end, 1e-6);
    }
    EXPECT_GE(climbed, 4);
}

TEST(Levels, refuse_bad_arguments_by_name) {
    const std::vector<std::pair<LevelOptions, std::string_view>> refusals{
        {{.rooms = 0}, "rooms"},      {{.rooms = -1}, "rooms"},
        {{.rooms = 4097}, "rooms"},   {{.rooms = std::numeric_limits<int>::max()}, "rooms"},
        {{.size = 7.9}, "size"},      {{.size = nan}, "size"},
        {{.size = 1e300}, "size"},    {{.height = 3.9}, "height"},
        {{.height = -nan}, "height"}, {{.clutter = -1}, "clutter"},
        {{.clutter = 65}, "clutter"}, {{.detail = -1}, "detail"},
        {{.detail = 6}, "detail"},    {{.rooms = 4096, .detail = 5}, "rooms"},
    };
    for (const auto& [options, where] : refusals) {
        const Result<Mesh> mesh = make_level(options);
        ASSERT_FALSE(mesh) << where;
        EXPECT_EQ(mesh.error().code, ErrorCode::bad_argument);
        EXPECT_EQ(mesh.error().where, where);
    }
    EXPECT_EQ(make_level({.size = 7}).error().message(),
              "size: 7 is out of range; it must be 8 to 100");
}

}  // namespace
}  // namespace swept

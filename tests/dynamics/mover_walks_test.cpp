// Random walks through levels: never inside, never outside, never stuck in the open. 500 pushes;
// SWEPT_MOVER_PUSHES in the environment sets another number (10000 for the whole judgement).
// Levels of real games are walked, too, where the folder of data is at hand (SWEPT_DATA).

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "swept/mesh_io.h"
#include "tests/dynamics/samples.h"

namespace swept {
namespace {

using namespace test;

int pushes() {
    const char* const set = std::getenv("SWEPT_MOVER_PUSHES");
    return set != nullptr ? std::max(1, std::atoi(set)) : 500;
}

std::filesystem::path data_folder() {
    if (const char* const set = std::getenv("SWEPT_DATA")) return set;
    return std::filesystem::path(__FILE__).parent_path() / "../../../shared/data";
}

/// Time of this thread's work, in seconds: other programs do not count.
double worked() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

Box box_of(const WorldSnapshot& world) {
    Box box;
    for (const RoomId room : world.rooms()) {
        const auto shape = world.shape(room);
        if (!shape) continue;
        box.add(shape->box().lower);
        box.add(shape->box().upper);
    }
    return box;
}

struct Tally {
    int moves = 0, on_ground = 0, stepped = 0, blocked = 0, falls_out = 0, sweeps = 0;
    double seconds = 0, way = 0, gone = 0;
    Box visited;
};

/// One mover and the level it walks in. `metre`: in units of the level.
class Walk {
   public:
    Walk(const WorldSnapshot& world, Mover mover, double metre, unsigned seed)
        : world_(world),
          mover_(std::move(mover)),
          metre_(metre),
          box_(box_of(world)),
          numbers_(seed) {}

    /// Puts the mover at a random place above ground from which it can fall by no more than a few
    /// metres. Whether one was found.
    bool start() {
        for (int i = 0; i < 20000; ++i) {
            const Vector3d place =
                box_.lower + Vector3d(uniform(), uniform(), uniform()).cwiseProduct(box_.size());
            mover_.place(at(place.x(), place.y(), place.z()));
            if (!is_clear(mover_, world_)) continue;
            const MoverMove fall = mover_.move(-4 * metre_ * mover_.up(), world_).value();
            if (fall.state != MoverState::moved || !fall.on_ground) continue;
            if (has_ceiling() && is_open()) return true;
        }
        return false;
    }
    void start_at(const Pose& pose) { mover_.place(pose); }

    void run(int count) {
        double heading = 6.28 * uniform();
        for (int i = 0; i < count; ++i) {
            // Elsewhere from time to time: levels have pits and pockets that nobody gets out of.
            const bool elsewhere = i % 500 == 499;
            ASSERT_TRUE(!elsewhere || start());
            heading += uniform() - 0.5;
            const Vector3d push =
                0.3 * metre_ * Vector3d(std::cos(heading), std::sin(heading), -0.3);
            const double before = worked();
            const auto made = mover_.move(push, world_, {}, &scratch_);
            tally.seconds += worked() - before;
            ASSERT_TRUE(made.has_value());
            ASSERT_EQ(made->state, MoverState::moved) << i;
            ASSERT_TRUE(is_clear(mover_, world_)) << "inside after push " << i;
            count_in(*made);
            if (made->lost.norm() > 0.15 * metre_) heading += 2 * uniform();  // turn away
            if (made->moved.norm() < 0.003 * metre_) {
                ASSERT_FALSE(is_stuck())
                    << "push " << i << " at " << mover_.pose().translation().transpose();
            }
            const Vector3d place = mover_.pose().translation();
            if ((place.array() < box_.lower.array()).any() ||
                (place.array() > box_.upper.array()).any()) {
                ++tally.falls_out;
                ASSERT_TRUE(start());
            }
        }
    }

    Tally tally;

   private:
    const WorldSnapshot& world_;
    Mover mover_;
    double metre_;
    Box box_;
    std::mt19937 numbers_;
    MoverScratch scratch_;

    double uniform() { return static_cast<double>(numbers_()) / 4294967296.0; }

    void count_in(const MoverMove& made) {
        ++tally.moves;
        tally.on_ground += made.on_ground ? 1 : 0;
        tally.stepped += made.stepped ? 1 : 0;
        tally.blocked += made.lost.norm() > 0.297 * metre_ ? 1 : 0;
        tally.sweeps += made.sweeps;
        tally.way += 0.3 * metre_;
        tally.gone += made.moved.head<2>().norm();
        tally.visited.add(mover_.pose().translation());
    }

    [[nodiscard]] Vector3d direction(int i) const {
        const double angle = i * std::numbers::pi / 8;
        return {std::cos(angle), std::sin(angle), 0};
    }

    /// Not on a roof: from there the way leads out of the level.
    [[nodiscard]] bool has_ceiling() const {
        const auto ray = Ray::towards(mover_.pose().translation(), mover_.up()).value();
        const CastResult found = cast(ray, world_).cast;
        return found.state == CastState::hit && found.hit.normal.z() < 0;
    }

    /// Whether some way of a metre leads on from here: no start in a cupboard.
    [[nodiscard]] bool is_open() const {
        int free = 0;
        for (int i = 0; i < 16; ++i) {
            Mover other = mover_;
            const auto made = other.move(metre_ * direction(i), world_);
            free += made->lost.norm() < 0.1 * metre_ ? 1 : 0;
        }
        return free >= 4;
    }

    /// No push gets anywhere, though one of the ways is free: a plain sweep, a little above the
    /// ground, would get on.
    [[nodiscard]] bool is_stuck() const {
        for (int i = 0; i < 16; ++i) {
            Mover other = mover_;
            const auto made =
                other.move(0.3 * metre_ * (direction(i) - 0.1 * Vector3d::UnitZ()), world_);
            if (made->moved.norm() > 0.003 * metre_) return false;
        }
        const auto& shape = std::get<Polyhedron>(mover_.shape());
        for (int i = 0; i < 16; ++i) {
            const auto motion = Translation::make(0.3 * metre_ * direction(i)).value();
            const auto found = sweep(shape, mover_.pose(), motion, world_);
            if (found.sweep.free_fraction > 0.01) return true;
        }
        return false;
    }
};

void report(const char* name, const Walk& walk) {
    const Tally& t = walk.tally;
    const Vector3d size = t.visited.size();
    std::printf(
        "%-24s %6d pushes  %5.1f us  %.2f sweeps  ground %.3f  stepped %d  blocked %d  "
        "gone %.2f of the way  over %.1f x %.1f x %.1f  fell out %d\n",
        name, t.moves, 1e6 * t.seconds / t.moves, double(t.sweeps) / t.moves,
        double(t.on_ground) / t.moves, t.stepped, t.blocked, t.gone / t.way, size.x(), size.y(),
        size.z(), t.falls_out);
}

Polyhedron built_of(const Mesh& mesh) {
    return Polyhedron::build(mesh).value();
}

TEST(MoversInLevels, are_never_inside_never_outside_and_never_stuck) {
    const WorldSnapshot world = World::make(make_level_world().value())->snapshot();
    const std::vector<std::pair<const char*, Polyhedron>> shapes{
        {"level, box", player_box()},
        {"level, prism", built_of(make_prism(8, 0.3, 1.8).value())},
        {"level, brick", built_of(make_brick({0.6, 0.6, 1.8}, 0.1).value())}};
    for (const auto& [name, shape] : shapes) {
        SCOPED_TRACE(name);
        Walk walk(world, Mover::make(shape).value(), 1, 1);
        walk.start_at(at(0, 0, 2));
        walk.run(pushes());
        report(name, walk);
        EXPECT_EQ(walk.tally.falls_out, 0);
        EXPECT_GT(walk.tally.on_ground, 0.95 * walk.tally.moves);
        EXPECT_GT(walk.tally.gone, 0.5 * walk.tally.way);
    }
}

TEST(MoversInLevels, walk_levels_of_many_seeds) {
    for (int seed = 2; seed < 6; ++seed) {
        SCOPED_TRACE(seed);
        const WorldSnapshot world =
            World::make(make_level_world({.rooms = 6, .seed = seed, .clutter = 16}).value())
                ->snapshot();
        Walk walk(world, Mover::make(player_box()).value(), 1, static_cast<unsigned>(seed));
        ASSERT_TRUE(walk.start());
        walk.run(pushes() / 4);
        report("level of 6 rooms", walk);
    }
}

TEST(MoversInLevels, made_of_spheres_are_never_inside) {
    const WorldSnapshot world = World::make(make_level_world().value())->snapshot();
    Mover mover = Mover::make(player_spheres()).value();
    mover.place(at(0, 0, 2));
    std::mt19937 numbers(1);
    double heading = 0, gone = 0;
    const int count = pushes() / 5;
    for (int i = 0; i < count; ++i) {
        heading += static_cast<double>(numbers()) / 4294967296.0 - 0.5;
        const MoverMove made =
            walked(mover, 0.3 * Vector3d(std::cos(heading), std::sin(heading), -0.3), world);
        if (made.lost.norm() > 0.15) heading += 2;
        gone += made.moved.head<2>().norm();
    }
    EXPECT_GT(gone, 0.5 * 0.3 * count);
}

/// Quake's: the player is 32 x 32 x 56 and climbs 18; a metre is about 32.
TEST(MoversInLevels, walk_levels_of_games) {
    const std::filesystem::path folder = data_folder() / "levels";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".obj") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename().string());
        const auto read = read_mesh(file);
        ASSERT_TRUE(read.has_value()) << read.error().message();
        const WorldSnapshot world = world_of({read->mesh});
        const Polyhedron player = built_of(make_box({32, 32, 56}).value());
        Walk walk(world, Mover::make(player, {.step_height = 18.0}).value(), 32, 1);
        ASSERT_TRUE(walk.start());
        walk.run(pushes());
        report(file.filename().string().c_str(), walk);
    }
}

}  // namespace
}  // namespace swept

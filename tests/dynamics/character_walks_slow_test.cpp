// Random walks through levels, a generated one and those of games: never inside, never outside,
// never stuck in the open. What these words mean here:
//
// - Never inside, never through: the way of every push, from corner to corner, is free of all
//   triangles (level_judge.h, which shares nothing with sweeps).
// - Never outside: in a closed level, rays from the character in 27 directions all end at surfaces.
// An
//   open level is left only where it is open: somewhere on the character's last fall, no triangle
//   at all is below it.
// - Never stuck: a push that gets nowhere (less than a hundredth of it) is one that nothing could
//   make: a sweep without skin in its direction, from where the character stands and from two skins
//   higher, does not get on by a tenth of it either.
//
// 2500 pushes; SWEPT_MOVER_PUSHES in the environment sets another number (10000 for the whole
// judgement). Levels of games are walked where the folder of data is at hand
// (SWEPT_DATA).

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "swept/mesh_io.h"
#include "swept/solids.h"
#include "tests/dynamics/level_judge.h"
#include "tests/dynamics/samples.h"

namespace swept {
namespace {

using namespace test;

int pushes() {
    const char* const set = std::getenv("SWEPT_MOVER_PUSHES");
    return set != nullptr ? std::max(1, std::atoi(set)) : 2500;
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

struct Tally {
    int moves = 0, on_ground = 0, stepped = 0, blocked = 0, left = 0, sweeps = 0;
    double seconds = 0, way = 0, gone = 0;
    Box visited;
};

enum class Level { closed, open };

/// Steps of 30 cm, downhill as if it fell; or pushes of up to 3 m in all directions, jumps too.
enum class Pushes { steps, wild };

/// One character and the level it walks in. `metre`: in units of the level.
class Walk {
   public:
    Walk(const WorldSnapshot& world, Level level, Character character, double metre, unsigned seed)
        : world_(world),
          level_(level),
          judge_(world),
          character_(std::move(character)),
          metre_(metre),
          numbers_(seed) {}

    /// Puts the character at a random place above ground from which it can fall by no more than a
    /// few metres. Whether one was found.
    bool start() {
        const Box& box = judge_.box();
        for (int i = 0; i < 20000; ++i) {
            const double x = uniform(), y = uniform(), z = uniform();
            const Vector3d place = box.lower + Vector3d(x, y, z).cwiseProduct(box.size());
            character_.place(at(place.x(), place.y(), place.z()));
            if (!judge_.check_way(character_, {place}).empty()) continue;
            const CharacterMove fall =
                character_.move(-4 * metre_ * character_.up(), world_).value();
            if (fall.state != CharacterState::moved || !fall.on_ground) continue;
            if (has_ceiling() && is_open() && judge_.winding(place) < 0.5) return true;
        }
        return false;
    }

    void run(int count, Pushes kind = Pushes::steps) {
        double heading = 6.28 * uniform();
        for (int i = 0; i < count; ++i) {
            // Elsewhere from time to time: levels have pits and pockets that nobody gets out of.
            const bool elsewhere = i % 500 == 0;
            ASSERT_TRUE(!elsewhere || start());
            heading += uniform() - 0.5;
            const Vector3d across(std::cos(heading), std::sin(heading), 0);
            Vector3d push = 0.3 * metre_ * (across - 0.3 * character_.up());
            if (kind == Pushes::wild) {
                const double length = 10 * std::pow(uniform(), 3), rise = 4 * uniform() - 2;
                push = 0.3 * length * metre_ * (across + rise * character_.up());
            }
            const Vector3d before = character_.pose().translation();
            const double clock = worked();
            const auto made = character_.move(push, world_, {}, &scratch_);
            tally.seconds += worked() - clock;
            ASSERT_TRUE(made.has_value());
            SCOPED_TRACE("push " + std::to_string(i) + " by " + text_of(push) + " from " +
                         text_of(before) + " to " + text_of(made->end.translation()));
            judge(*made, before, across, i, kind);
            if (testing::Test::HasFatalFailure()) return;
            count_in(*made);
            if (made->on_ground) fall_.clear();
            fall_.push_back(before);
            if (made->lost.norm() > 0.15 * metre_) heading += 2 * uniform();  // turn away
            if (level_ == Level::open && has_left()) {
                ++tally.left;
                ASSERT_TRUE(std::ranges::any_of(fall_, [&](const Vector3d& place) {
                    return judge_.is_nothing_below(character_, place);
                })) << "left where it is not open";
                ASSERT_TRUE(start());
            }
        }
    }

    void report(const std::string& name) const {
        const Tally& t = tally;
        const Vector3d size = t.visited.size();
        std::printf(
            "%-24s %6d pushes  %5.1f us  %.2f sweeps  ground %.3f  stepped %d  blocked %d  "
            "gone %.2f of the way  over %.1f x %.1f x %.1f  left %d times\n",
            name.c_str(), t.moves, 1e6 * t.seconds / t.moves, double(t.sweeps) / t.moves,
            double(t.on_ground) / t.moves, t.stepped, t.blocked, t.gone / t.way, size.x(), size.y(),
            size.z(), t.left);
    }

    Tally tally;

   private:
    const WorldSnapshot& world_;
    Level level_;
    LevelJudge judge_;
    Character character_;
    double metre_;
    std::mt19937 numbers_;
    Scratch scratch_;
    std::vector<Vector3d> fall_;  ///< where it was since it last stood

    double uniform() { return static_cast<double>(numbers_()) / 4294967296.0; }

    static std::string text_of(const Vector3d& v) {
        char text[96];
        (void)std::snprintf(text, sizeof text, "(%.17g, %.17g, %.17g)", v.x(), v.y(), v.z());
        return text;
    }

    void judge(const CharacterMove& made, const Vector3d& before, const Vector3d& across, int push,
               Pushes kind) {
        ASSERT_EQ(made.state, CharacterState::moved);
        ASSERT_EQ(made.way.front(), before);
        ASSERT_EQ(made.way.back(), character_.pose().translation());
        ASSERT_EQ(judge_.check_way(character_, made.way), "");
        if (level_ == Level::closed && push % 50 == 0) {
            ASSERT_NEAR(judge_.winding(character_.pose().translation()), 0, 1e-9);
            ASSERT_TRUE(judge_.is_enclosed(character_.pose().translation()));
        }
        if (kind == Pushes::steps && made.moved.norm() < 0.003 * metre_) {
            Character raised = character_;
            raised.place(Pose::make(character_.pose().translation() +
                                        2 * character_.skin() * character_.up(),
                                    character_.pose().rotation())
                             .value());
            ASSERT_LT(free_way(character_, across), 0.03 * metre_) << "stuck";
            ASSERT_LT(free_way(raised, across), 0.03 * metre_) << "stuck";
        }
    }

    /// How far a sweep without skin gets.
    [[nodiscard]] double free_way(const Character& character, const Vector3d& across) const {
        const auto motion = Translation::make(0.3 * metre_ * across).value();
        if (const auto* shape = std::get_if<Polyhedron>(&character.shape())) {
            const SweepResult found = sweep({*shape, character.pose()}, motion, world_).result;
            if (found.state == State::overlapping) return 0;
            return found.free_fraction * 0.3 * metre_;
        }
        const CastResult found =
            cast(SphereSetCast{std::get<SphereSet>(character.shape()), character.pose(), motion},
                 world_)
                .result;
        if (found.start == Relation::overlapping) return 0;
        return (found.state == State::hit ? found.hit.fraction : 1) * 0.3 * metre_;
    }

    void count_in(const CharacterMove& made) {
        ++tally.moves;
        tally.on_ground += made.on_ground ? 1 : 0;
        tally.stepped += made.stepped ? 1 : 0;
        tally.blocked += made.lost.norm() > 0.297 * metre_ ? 1 : 0;
        tally.sweeps += made.sweeps;
        tally.way += 0.3 * metre_;
        tally.gone += made.moved.head<2>().norm();
        tally.visited.add(character_.pose().translation());
    }

    [[nodiscard]] bool has_left() const {
        const Vector3d place = character_.pose().translation();
        return (place.array() < judge_.box().lower.array()).any() ||
               (place.array() > judge_.box().upper.array()).any();
    }

    /// Not on a roof: from there the way leads out of the level.
    [[nodiscard]] bool has_ceiling() const {
        const auto ray = Ray::towards(character_.pose().translation(), character_.up()).value();
        const CastResult found = cast(ray, world_).result;
        return found.state == State::hit && found.hit.normal.z() < 0;
    }

    /// Whether some ways of a metre lead on from here: no start in a cupboard.
    [[nodiscard]] bool is_open() const {
        int free = 0;
        for (int i = 0; i < 16; ++i) {
            Character other = character_;
            const double angle = i * std::numbers::pi / 8;
            const auto made =
                other.move(metre_ * Vector3d(std::cos(angle), std::sin(angle), 0), world_);
            free += made->lost.norm() < 0.1 * metre_ ? 1 : 0;
        }
        return free >= 4;
    }
};

Character character_of(const Mesh& mesh, const CharacterOptions& options = {}) {
    return Character::make(Polyhedron::build(mesh).value(), options).value();
}

struct NamedCharacter {
    std::string name;
    Character character;
};

/// 1.8 m high and 0.6 m wide, in units of the level.
std::vector<NamedCharacter> players(double metre, const CharacterOptions& options = {}) {
    const Vector3d size = metre * Vector3d(0.6, 0.6, 1.8);
    const double r = 0.3 * metre, up = 0.6 * metre;
    const auto pill = SphereSet::make({{{0, 0, -up}, r}, {{0, 0, 0}, r}, {{0, 0, up}, r}});
    return {{"box", character_of(make_box(size).value(), options)},
            {"prism", character_of(make_prism(8, r, size.z()).value(), options)},
            {"brick", character_of(make_brick(size, metre / 10).value(), options)},
            {"spheres", Character::make(pill.value(), options).value()}};
}

TEST(characters_in_levels, are_never_inside_never_outside_and_never_stuck) {
    const WorldSnapshot world = World::make(make_level_world().value())->snapshot();
    for (const NamedCharacter& player : players(1)) {
        SCOPED_TRACE(player.name);
        Walk walk(world, Level::closed, player.character, 1, 1);
        walk.run(pushes());
        walk.report("level, " + player.name);
        EXPECT_GT(walk.tally.on_ground, 0.95 * walk.tally.moves);
        EXPECT_GT(walk.tally.gone, 0.5 * walk.tally.way);
    }
}

TEST(characters_in_levels, that_are_thrown_about_are_never_inside_and_never_outside) {
    const WorldSnapshot world = World::make(make_level_world().value())->snapshot();
    for (const NamedCharacter& player : players(1)) {
        SCOPED_TRACE(player.name);
        Walk walk(world, Level::closed, player.character, 1, 3);
        walk.run(pushes() / 4, Pushes::wild);
        walk.report("wild, " + player.name);
        walk.run(pushes() / 4);
    }
}

TEST(characters_in_levels, walk_levels_of_many_seeds) {
    for (int seed = 2; seed < 6; ++seed) {
        SCOPED_TRACE(seed);
        const WorldSnapshot world =
            World::make(make_level_world({.rooms = 6, .seed = seed, .clutter = 16}).value())
                ->snapshot();
        const NamedCharacter player = players(1)[static_cast<std::size_t>(seed - 2)];
        Walk walk(world, Level::closed, player.character, 1, static_cast<unsigned>(seed));
        walk.run(pushes() / 4);
        walk.report("6 rooms, " + player.name);
    }
}

/// Quake's: the player is 32 x 32 x 56 and climbs 18; a metre is about 32. Sky, water and triggers
/// have been taken out of these levels, so that they are open there.
TEST(characters_in_levels, walk_levels_of_games) {
    const std::filesystem::path folder = data_folder() / "levels";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".obj") files.push_back(entry.path());
    }
    ASSERT_FALSE(files.empty()) << folder;
    std::ranges::sort(files);
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename().string());
        const auto read = read_mesh(file);
        ASSERT_TRUE(read.has_value()) << read.error().message();
        const WorldSnapshot world = world_of({read->mesh});
        std::vector<NamedCharacter> characters = players(32, {.step_height = 18.0});
        characters[0].character =
            character_of(make_box({32, 32, 56}).value(), {.step_height = 18.0});
        for (const NamedCharacter& player : characters) {
            SCOPED_TRACE(player.name);
            Walk walk(world, Level::open, player.character, 32, 1);
            walk.run(pushes() / 2);
            walk.report(file.stem().string() + ", " + player.name);
        }
    }
}

}  // namespace
}  // namespace swept

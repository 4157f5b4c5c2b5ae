// Readers in many threads while one edits: every answer is that of one snapshot, never of a
// mixture. SWEPT_EDIT_SECONDS makes it longer (./dev check: a minute under ThreadSanitizer).

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "swept/solids.h"
#include "swept/swept.h"
#include "swept/world.h"
#include "tests/oracle/corridor.h"

namespace swept {
namespace {

using Eigen::Vector3d;

/// A crate of six polygons at a height that is told by their ids: what one snapshot must agree on.
RoomPolygons crate(double x, double z, std::uint64_t number) {
    RoomPolygons made;
    made.mesh = make_box({1, 1, 1}).value();
    for (Vector3d& v : made.mesh.vertices) v += Vector3d(x, 4, z);
    made.labels.assign(made.mesh.polygon_count(), {PolygonId(number), every_bit});
    return made;
}

double height_of(std::uint64_t number) {
    return 0.6 + 0.001 * static_cast<double>(number % 1000);
}

constexpr std::uint64_t first_number = 1'000'000;

double seconds() {
    const char* const set = std::getenv("SWEPT_EDIT_SECONDS");
    return set != nullptr ? std::atof(set) : 2;
}

/// Both rooms have a crate with the same number, and so has the body's mask: a torn world would
/// show two.
struct Reader {
    std::uint64_t torn = 0, asked = 0, newest = 0;

    void ask(const WorldSnapshot& world, std::mt19937_64& random) {
        const auto down = [&](double x) {
            return cast(Ray::between({x, 4, 3.9}, {x, 4, 0.01}).value(), world);
        };
        const InWorld<CastResult> left = down(5), right = down(15);
        const std::uint64_t number = left.collider.polygon.id.value;
        const double top = height_of(number) + 0.5;
        const bool same = number == right.collider.polygon.id.value &&
                          std::abs(left.result.hit.point.z() - top) < 1e-9 &&
                          std::abs(right.result.hit.point.z() - top) < 1e-9;
        const auto body = world.body(BodyId(1));
        const bool moved = body && body->mask == number;
        // A sweep through the doorway and an overlap, for what they touch.
        const double y = std::uniform_real_distribution<double>(3.4, 4.6)(random);
        const InWorld<SweepResult> swept =
            sweep({mover, Pose::make({8, y, 2}).value()}, Translation::make({4, 0, 0}).value(),
                  world, {.filter = {.bodies = false}});
        const bool through = swept.result.state == State::free;
        torn += same && moved && through ? 0U : 1U;
        torn += world.version() < newest ? 1U : 0U;
        newest = world.version();
        ++asked;
    }
    Polyhedron mover = Polyhedron::build(make_box({0.3, 0.3, 0.3}).value()).value();
};

TEST(world_threads, readers_see_whole_snapshots_while_one_edits) {
    World world = World::make(oracle::corridor(2).contents).value();
    const Polyhedron ball = Polyhedron::build(make_box({0.2, 0.2, 0.2}).value()).value();
    const Polyhedron tool = Polyhedron::build(make_box({0.7, 0.7, 0.7}).value()).value();
    std::uint64_t number = first_number;
    ASSERT_TRUE(world.edit([&](WorldEdit& edit) -> Result<void> {
        for (const std::uint64_t room : {0U, 1U}) {
            const double x = 5 + 10 * static_cast<double>(room);
            if (auto done = edit.add_polygons(RoomId(room), crate(x, height_of(number), number));
                !done) {
                return done;
            }
        }
        return edit.insert_body(BodyId(1), {ball, Pose::make({2, 2, 2}).value(), number});
    }));
    std::atomic<bool> stop{false};
    constexpr int readers = 8;
    std::vector<Reader> found(readers);
    std::vector<std::thread> threads;
    for (int i = 0; i < readers; ++i) {
        threads.emplace_back([&, i] {
            std::mt19937_64 random(static_cast<std::uint64_t>(i));
            while (!stop) found[static_cast<std::size_t>(i)].ask(world.snapshot(), random);
        });
    }
    std::uint64_t edits = 0;
    std::mt19937_64 random(99);
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds());
    while (std::chrono::steady_clock::now() < until) {
        const std::uint64_t next = number + 1;
        const auto report = world.edit([&](WorldEdit& edit) -> Result<void> {
            for (const std::uint64_t room : {0U, 1U}) {
                const double x = 5 + 10 * static_cast<double>(room);
                if (auto done = edit.replace_polygons(RoomId(room), std::vector{PolygonId(number)},
                                                      crate(x, height_of(next), next));
                    !done) {
                    return done;
                }
            }
            if (auto done = edit.remove_body(BodyId(1)); !done) return done;
            const double x = std::uniform_real_distribution<double>(1, 3)(random);
            if (edits % 16 == 0) {  // a crater in a far corner, now and then
                auto carved = edit.carve(
                    {tool,
                     Pose::make({x, 0.5, std::uniform_real_distribution<double>(1, 3)(random)})
                         .value()});
                if (!carved) return tl::unexpected(carved.error());
            }
            return edit.insert_body(BodyId(1), {ball, Pose::make({x, 2, 2}).value(), next});
        });
        ASSERT_TRUE(report) << report.error().message();
        number = next;
        ++edits;
    }
    stop = true;
    for (std::thread& thread : threads) thread.join();
    std::uint64_t asked = 0, torn = 0;
    for (const Reader& reader : found) {
        asked += reader.asked;
        torn += reader.torn;
        EXPECT_GT(reader.asked, 0U);
    }
    std::printf("%llu edits, %llu questions by 8 threads\n", static_cast<unsigned long long>(edits),
                static_cast<unsigned long long>(asked));
    EXPECT_EQ(torn, 0U);
    EXPECT_GT(edits, 10U);
}

}  // namespace
}  // namespace swept

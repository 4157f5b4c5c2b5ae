// Worlds that are carved again and again, before judges that share nothing with what they judge.
//
//   judge_world [--carves N] [--rooms N] [--moves N] [--rays N] [--seed S] [--corridor N]
//
// Half of the carves are made in a level of closed shells that overlap, half in a row of rooms that
// are joined at seams. After every carve: only rooms that the tool meets have changed, and what was
// taken out is closed. After every block of carves: every surface is closed and oriented; rays
// through the whole cross it as often inward as outward; a mover walks about, and the exact judge
// finds it nowhere inside. Ends with 1 on any violation.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include "swept/solids.h"
#include "swept/swept.h"
#include "swept/world.h"
#include "tests/judges/options.h"
#include "tests/oracle/corridor.h"
#include "tests/oracle/separation.h"

namespace swept::judge {
namespace {

using Eigen::Vector3d;

struct Options {
    std::uint64_t carves = 10'000;
    std::uint64_t rooms = 25;
    std::uint64_t block = 250;
    std::uint64_t moves = 200;
    std::uint64_t rays = 1000;
    std::uint64_t seed = 1;
};

struct Tally {
    std::uint64_t carves = 0, met = 0, fragments = 0, rays = 0, crossings = 0, moves = 0,
                  stopped = 0;
    std::uint64_t wrong = 0;
    std::vector<double> milliseconds;

    void complain(const char* what, std::uint64_t number) {
        std::printf("wrong: %s after carve %llu\n", what, static_cast<unsigned long long>(number));
        ++wrong;
    }
};

class Random {
   public:
    explicit Random(std::uint64_t seed) : bits_(seed) {}
    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(bits_);
    }
    Vector3d in(const Box& box) {
        return {between(box.lower.x(), box.upper.x()), between(box.lower.y(), box.upper.y()),
                between(box.lower.z(), box.upper.z())};
    }
    Vector3d direction() { return in({{-1, -1, -1}, {1, 1, 1}}); }
    Pose pose(const Vector3d& place) {
        const Eigen::Quaterniond q(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1));
        return Pose::make(place, Quaternion(q.normalized())).value();
    }
    std::size_t below(std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n - 1)(bits_);
    }

   private:
    std::mt19937_64 bits_;
};

/// What rockets leave, and what builders cut out.
std::vector<Polyhedron> tools() {
    std::vector<Polyhedron> made;
    for (const double r : {0.3, 0.7, 1.3}) {
        made.push_back(Polyhedron::build(make_sphere(r, 5, 8).value()).value());
        made.push_back(Polyhedron::build(make_box({r, 1.5 * r, 2 * r}).value()).value());
    }
    return made;
}

class Campaign {
   public:
    Campaign(WorldContents contents, bool corridor, const Options& options, Tally& tally)
        : world_(World::make(contents).value()),
          corridor_(corridor),
          options_(options),
          tally_(tally),
          random_(options.seed + (corridor ? 77 : 0)),
          tools_(tools()),
          mover_(Polyhedron::build(make_box({0.35, 0.25, 0.45}).value()).value()) {
        for (const WorldContents::Room& room : contents.rooms) {
            for (const Vector3d& v : room.polygons.mesh.vertices) box_.add(v);
        }
    }

    void run(std::uint64_t carves) {
        for (std::uint64_t i = 0; i < carves; ++i) {
            carve(i);
            if ((i + 1) % options_.block == 0 || i + 1 == carves) look(i);
        }
    }

   private:
    World world_;
    bool corridor_;
    const Options& options_;
    Tally& tally_;
    Random random_;
    std::vector<Polyhedron> tools_;
    Polyhedron mover_;
    Box box_;

    /// On a polygon, or near it: somewhere that a rocket hits.
    Pose aim(const WorldSnapshot& before, bool on_grid) {
        for (int tries = 0; tries < 100; ++tries) {
            const Vector3d from = random_.in(box_);
            const Ray ray = Ray::between(from, from + 20 * random_.direction()).value();
            const InWorld<CastResult> hit = cast(ray, before, {.sides = Sides::both});
            if (hit.result.state != State::hit) continue;
            Vector3d place = hit.result.hit.point;
            if (!on_grid) return random_.pose(place + 0.2 * random_.direction());
            for (double& x : place) x = std::round(4 * x) / 4;
            return Pose::make(place).value();
        }
        return random_.pose(random_.in(box_));
    }

    void carve(std::uint64_t number) {
        const WorldSnapshot before = world_.snapshot();
        // Every third with square tools on a coarse grid: everything is in one plane with
        // something.
        const bool on_grid = number % 3 == 0;
        const Polyhedron& tool = tools_[on_grid ? 2 * random_.below(3) + 1 : random_.below(6)];
        const Pose pose = aim(before, on_grid);
        CarveResult carving;
        const auto begin = std::chrono::steady_clock::now();
        const auto report = world_.edit([&](WorldEdit& edit) -> Result<void> {
            auto carved = edit.carve({tool, pose}, {.take_fragments = true});
            if (!carved) return tl::unexpected(carved.error());
            carving = std::move(*carved);
            return {};
        });
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - begin;
        tally_.milliseconds.push_back(took.count());
        ++tally_.carves;
        if (!report) {
            std::printf("%s\n", report.error().message().c_str());
            tally_.complain("a carve was refused", number);
            return;
        }
        tally_.met += carving.rooms.empty() ? 0U : 1U;
        tally_.fragments += carving.fragments.size();
        if (carving.piece && !(carving.piece->is_closed() && carving.piece->is_oriented())) {
            tally_.complain("what was taken out is not closed", number);
        }
        check_touched(before, tool, pose, carving, *report, number);
    }

    /// Rooms that are not met keep their very data.
    void check_touched(const WorldSnapshot& before, const Polyhedron& tool, const Pose& pose,
                       const CarveResult& carving, const EditReport& report, std::uint64_t number) {
        const WorldSnapshot after = world_.snapshot();
        for (const RoomId id : before.rooms()) {
            const auto old = before.shape(id), now = after.shape(id);
            const bool changed = !old != !now || (old && &old->data() != &now->data());
            const bool loose =
                std::ranges::any_of(carving.fragments, [&](const CarveResult::Fragment& part) {
                    return std::ranges::find(part.rooms, id) != part.rooms.end();
                });
            const bool named = std::ranges::find(report.changed, id) != report.changed.end();
            if (changed != named) tally_.complain("the report is not what changed", number);
            if (!changed || loose) continue;
            if (!old || !intersects({*old}, {tool, pose})) {
                tally_.complain("a room changed that the tool does not meet", number);
            }
        }
    }

    void look(std::uint64_t number) {
        const WorldSnapshot now = world_.snapshot();
        if (corridor_) {
            if (!now.seams().closed) tally_.complain("the world is open", number);
        } else {
            for (const RoomId id : now.rooms()) {
                const auto shape = now.shape(id);
                if (shape && !(shape->is_closed() && shape->is_oriented())) {
                    tally_.complain("a room is open", number);
                }
            }
        }
        for (std::uint64_t i = 0; i < options_.rays; ++i) cross(now, number);
        walk(now, number);
    }

    /// From outside to outside: as often inward as outward.
    void cross(const WorldSnapshot& now, std::uint64_t number) {
        Box wide = box_;
        wide.lower.array() -= 5;
        wide.upper.array() += 5;
        const int axis = static_cast<int>(random_.below(3));
        Vector3d from = random_.in(wide), to = random_.in(wide);
        from[axis] = wide.lower[axis];
        to[axis] = wide.upper[axis];
        const Ray ray = Ray::between(from, to).value();
        int balance = 0;
        std::vector<CastHit> hits;
        for (const RoomId id : now.rooms()) {
            const auto shape = now.shape(id);
            if (!shape) continue;
            (void)cast_all(ray, {*shape}, {.sides = Sides::both}, hits);
            for (const CastHit& hit : hits) balance += hit.side == FaceSide::front ? 1 : -1;
            tally_.crossings += hits.size();
        }
        ++tally_.rays;
        if (balance != 0) tally_.complain("a ray slips through", number);
    }

    void walk(const WorldSnapshot& now, std::uint64_t number) {
        std::vector<std::pair<RoomId, Polyhedron>> shapes;
        for (const RoomId id : now.rooms()) {
            if (auto shape = now.shape(id)) shapes.emplace_back(id, *shape);
        }
        Scratch scratch;
        Pose pose;
        bool placed = false;
        for (std::uint64_t i = 0; i < options_.moves; ++i) {
            for (int tries = 0; !placed && tries < 1000; ++tries) {
                pose = random_.pose(random_.in(box_));
                placed = overlap({mover_, pose}, now).result.relation == Relation::separate;
            }
            if (!placed) return;
            const Motion motion =
                i % 2 == 0 ? Motion(Translation::make(2 * random_.direction()).value())
                           : Motion(Rotation::make(pose.translation() + random_.direction(),
                                                   random_.direction(), random_.between(-2, 2))
                                        .value());
            const InWorld<SweepResult> found =
                sweep({mover_, pose}, motion, now, {.scratch = &scratch});
            ++tally_.moves;
            tally_.stopped += found.result.state == State::hit ? 1U : 0U;
            pose = found.result.end;
            for (const auto& [id, shape] : shapes) {
                if (oracle::interpenetrate(mover_, pose, shape, Pose())) {
                    tally_.complain("the mover is inside", number);
                    placed = false;
                }
            }
        }
    }
};

int run(int count, char** words) {
    Options options;
    const bool good = read_options(count, words,
                                   {{"--carves", &options.carves},
                                    {"--rooms", &options.rooms},
                                    {"--block", &options.block},
                                    {"--moves", &options.moves},
                                    {"--rays", &options.rays},
                                    {"--seed", &options.seed}});
    if (!good) {
        std::fprintf(stderr,
                     "judge_world [--carves N] [--rooms N] [--block N] [--moves N] [--rays N] "
                     "[--seed S]\n");
        return 2;
    }
    options.block = std::max<std::uint64_t>(options.block, 1);
    Tally tally;
    LevelOptions level;
    level.rooms = static_cast<int>(options.rooms);
    level.detail = 1;
    Campaign(make_level_world(level).value(), false, options, tally).run(options.carves / 2);
    Campaign(oracle::corridor(24).contents, true, options, tally)
        .run(options.carves - options.carves / 2);
    std::ranges::sort(tally.milliseconds);
    const auto share = [&](double s) {
        return tally.milliseconds[static_cast<std::size_t>(
            s * static_cast<double>(tally.milliseconds.size() - 1))];
    };
    const auto n = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    std::printf(
        "%llu carves, %llu met something, %llu parts came loose; ms: half below %.2f, "
        "99 %% below %.2f\n",
        n(tally.carves), n(tally.met), n(tally.fragments), share(0.5), share(0.99));
    std::printf(
        "%llu rays with %llu crossings, %llu moves of which %llu were stopped: %llu wrong\n",
        n(tally.rays), n(tally.crossings), n(tally.moves), n(tally.stopped), n(tally.wrong));
    if (tally.wrong == 0) std::printf("all right\n");
    return tally.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace swept::judge

int main(int count, char** words) {
    return swept::judge::run(count, words);
}

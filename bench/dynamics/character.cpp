// What does a push cost?

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <random>

#include "../common/cpu_clock.h"
#include "../common/data_folder.h"
#include "../common/hash.h"
#include "parts.h"
#include "swept/dynamics/character.h"
#include "swept/mesh_io.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

struct Level {
    std::string name;
    WorldSnapshot world;
    Box box;
    double metre;
};

Level level_of(const std::string& name, const WorldContents& contents, double metre) {
    Level level{name, World::make(contents).value().snapshot(), {}, metre};
    for (const RoomId room : level.world.rooms()) {
        const Box box = level.world.shape(room)->box();
        level.box.add(box.lower);
        level.box.add(box.upper);
    }
    return level;
}

std::vector<Level> levels() {
    std::vector<Level> made{level_of("generated", make_level_world().value(), 1)};
    const std::filesystem::path folder = data_folder() / "levels";
    for (const char* const name : {"lq_e0m1", "lq_e1m1", "lqdm4"}) {
        const auto read = read_mesh(folder / (std::string(name) + ".obj"));
        if (!read) continue;
        WorldContents contents;
        contents.rooms.push_back({RoomId(0), {read->mesh, {}}});
        made.push_back(level_of(name, contents, 32));
    }
    return made;
}

class Walker {
   public:
    Walker(const Level& level, Character character)
        : level_(level), character_(std::move(character)) {}

    /// To a place of its own choice, under a ceiling and on the ground.
    void start() {
        for (int i = 0; i < 20'000; ++i) {
            const double x = uniform(), y = uniform(), z = uniform();
            const Vector3d place =
                level_.box.lower + Vector3d(x, y, z).cwiseProduct(level_.box.size());
            character_.place(Pose::make(place).value());
            const auto fall = character_.move({0, 0, -4 * level_.metre}, level_.world);
            if (fall->state != CharacterState::moved || !fall->on_ground) continue;
            const auto up = Ray::towards(character_.pose().translation(), Vector3d::UnitZ());
            const CastResult ceiling = cast(*up, level_.world).result;
            if (ceiling.state == State::hit && ceiling.hit.normal.z() < 0) return;
        }
    }

    CharacterRow walk(int pushes) {
        CharacterRow row;
        row.pushes = pushes;
        Hash hash;
        double heading = 0, seconds = 0;
        for (int i = 0; i < pushes; ++i) {
            if (i % 500 == 0) start();
            heading += uniform() - 0.5;
            const Vector3d push =
                0.3 * level_.metre * Vector3d(std::cos(heading), std::sin(heading), -0.3);
            const double before = thread_now();
            const auto made = character_.move(push, level_.world, {}, &scratch_);
            seconds += thread_now() - before;
            row.sweeps += double(made->sweeps) / pushes;
            if (made->lost.norm() > 0.15 * level_.metre) heading += 2 * uniform();
            for (const double x : character_.pose().translation()) {
                hash.add(std::bit_cast<std::uint64_t>(x));
            }
        }
        row.us = 1e6 * seconds / pushes;
        row.hash = hash.value();
        return row;
    }

   private:
    const Level& level_;
    Character character_;
    Scratch scratch_;
    std::mt19937 numbers_{1};

    double uniform() { return double(numbers_()) / 4294967296.0; }
};

}  // namespace

std::vector<CharacterRow> measure_characters(int pushes) {
    std::vector<CharacterRow> rows;
    for (const Level& level : levels()) {
        const double m = level.metre;
        const CharacterOptions options{.step_height = 0.5 * m};
        const auto walk = [&](const char* shape, const Result<Character>& character) {
            rows.push_back(Walker(level, character.value()).walk(pushes));
            rows.back().level = level.name;
            rows.back().shape = shape;
        };
        walk("box", Character::make(
                        Polyhedron::build(make_box({0.6 * m, 0.6 * m, 1.8 * m}).value()).value(),
                        options));
        walk("prism",
             Character::make(Polyhedron::build(make_prism(8, 0.3 * m, 1.8 * m).value()).value(),
                             options));
        walk("spheres", Character::make(SphereSet::make({{{0, 0, -0.6 * m}, 0.3 * m},
                                                         {{0, 0, 0}, 0.3 * m},
                                                         {{0, 0, 0.6 * m}, 0.3 * m}})
                                            .value(),
                                        options));
    }
    return rows;
}

}  // namespace swept::bench

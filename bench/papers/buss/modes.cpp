#include "modes.h"

#include <algorithm>
#include <array>

namespace swept::bench {

namespace {

ScreenOptions mode_options(const Scene& scene, PixelMode mode, PixelStore store) {
    ScreenOptions options = pixel_options(scene, low_pixels);
    options.pixels.mode = mode;
    options.pixels.store = store;
    return options;
}

/// How far a point of the mover goes in the step, about.
double travel(const ScrewStep& step) {
    return (step.to.translation() - step.from.translation()).norm() + step.screw.angle();
}

/// The pixel method has one as near as it promises: within its rounding in place, and in time
/// within what the bodies take for that and its resolution in time.
bool has_near(const CollisionResult& result, const Collision& wanted, const ScrewStep& step) {
    const double place = result.error_bound + Pixels{}.time * travel(step);
    return std::ranges::any_of(result.collisions, [&](const Collision& c) {
        return (c.contact.point - wanted.contact.point).norm() <= place;
    });
}

std::optional<std::size_t> missed(const Scene& scene, const Answers& exact, const Answers& pixels) {
    if (!exact.complete() || !pixels.complete()) return std::nullopt;
    std::size_t count = 0;
    for (std::size_t i = 0; i < scene.steps.size(); ++i) {
        for (const Collision& c : exact.results[i].collisions) {
            if (c.properness < 0) continue;
            if (!has_near(pixels.results[i], c, scene.steps[i])) ++count;
        }
    }
    return count;
}

std::size_t proper_count(const Answers& answers) {
    std::size_t count = 0;
    for (const CollisionResult& result : answers.results) {
        count += static_cast<std::size_t>(std::ranges::count_if(
            result.collisions, [](const Collision& c) { return c.properness >= 0; }));
    }
    return count;
}

ModeRow measure(const Scene& scene, double seconds) {
    std::vector<Way> ways;
    for (const PixelMode mode : {PixelMode::robust, PixelMode::plain}) {
        for (const PixelStore store : {PixelStore::sorted, PixelStore::hashed}) {
            ways.push_back(screen_way("", mode_options(scene, mode, store)));
        }
    }
    RaceResult race = race_ways(scene, ways, seconds);
    Scratch scratch;
    const Answers exact = answers_of(scene, exact_way(), scratch);
    ModeRow row{.scene = scene.name, .faces = scene.a.face_count()};
    row.proper = proper_count(exact);
    row.robust_missed = missed(scene, exact, race.ways[0].answers);
    row.plain_missed = missed(scene, exact, race.ways[2].answers);
    row.robust = std::move(race.ways[0]);
    row.robust_hashed = std::move(race.ways[1]);
    row.plain = std::move(race.ways[2]);
    row.plain_hashed = std::move(race.ways[3]);
    return row;
}

}  // namespace

std::vector<ModeRow> measure_modes(std::size_t steps, double seconds) {
    std::vector<ModeRow> rows;
    for (const auto& make : {cubes, cars, apart_tori, linked_tori}) {
        rows.push_back(measure(make(steps), seconds));
    }
    const std::size_t few = std::max<std::size_t>(2, steps / 4);
    rows.push_back(measure(gears(1000, few), seconds));
    rows.push_back(measure(large_tori(10'000, few), seconds));
    rows.push_back(measure(bolt_on_thread(), seconds));
    rows.push_back(measure(bolt_off_thread(), seconds));
    return rows;
}

}  // namespace swept::bench

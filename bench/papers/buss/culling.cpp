#include "culling.h"

#include <array>

namespace swept::bench {

namespace {

constexpr std::array cullings{ScreenCulling::none, ScreenCulling::coarse, ScreenCulling::trees};
// All pairs of faces of larger bodies would take minutes.
constexpr double most_pairs = 5e5;

bool takes_too_long(const Scene& scene, bool exact, ScreenCulling culling) {
    const double pairs = static_cast<double>(scene.a.face_count()) * scene.b.face_count();
    return exact && culling == ScreenCulling::none && pairs > most_pairs;
}

bool all_same(const CullingRow& row) {
    const WayRow* first = nullptr;
    for (const std::optional<WayRow>& way : row.ways) {
        if (!way || !way->answers.complete()) continue;
        if (first != nullptr && first->answers.hash() != way->answers.hash()) return false;
        first = &*way;
    }
    return true;
}

CullingRow measure(const Scene& scene, bool exact, double seconds) {
    CullingRow row{.scene = scene.name,
                   .faces = std::size_t{scene.a.face_count()} + scene.b.face_count(),
                   .exact = exact};
    std::vector<Way> ways;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < cullings.size(); ++i) {
        if (takes_too_long(scene, exact, cullings[i])) continue;
        const std::string name(name_of(cullings[i]));
        ScreenOptions options = pixel_options(scene, low_pixels);
        options.culling = cullings[i];
        ways.push_back(exact ? culled_way(name, cullings[i]) : screen_way(name, options));
        which.push_back(i);
    }
    RaceResult race = race_ways(scene, ways, seconds);
    for (std::size_t i = 0; i < which.size(); ++i) row.ways[which[i]] = std::move(race.ways[i]);
    row.same = all_same(row);
    return row;
}

}  // namespace

std::vector<CullingRow> measure_culling(std::size_t steps, double seconds) {
    const std::vector<Scene> scenes{
        cubes(steps),       apart_tori(steps),         linked_tori(steps),
        gears(1000, steps), large_tori(10'000, steps), bolt_on_thread(),
        bolt_off_thread()};
    std::vector<CullingRow> rows;
    for (const Scene& scene : scenes) {
        for (const bool exact : {false, true}) rows.push_back(measure(scene, exact, seconds));
    }
    return rows;
}

}  // namespace swept::bench

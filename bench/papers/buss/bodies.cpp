#include "bodies.h"

namespace swept::bench {

std::vector<BodyRow> measure_bodies(const std::vector<LargeScene>& scenes, double seconds) {
    std::vector<BodyRow> rows;
    for (const auto& [scene, is_bar] : scenes) {
        const std::vector<Way> ways{screen_way("pixels", pixel_options(scene, low_pixels)),
                                    exact_way()};
        RaceResult race = race_ways(scene, ways, seconds);
        BodyRow row{.scene = scene.name,
                    .faces_a = scene.a.face_count(),
                    .faces_b = scene.b.face_count(),
                    .steps = scene.steps.size(),
                    .is_bar = is_bar};
        row.exact_first = first_contacts(scene, race.ways[1].answers);
        row.pixels = std::move(race.ways[0]);
        row.exact = std::move(race.ways[1]);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace swept::bench

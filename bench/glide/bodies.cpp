#include "bodies.h"

namespace swept::bench {

std::vector<BodyRow> measure_bodies(const std::vector<LargeScene>& scenes, double seconds) {
    std::vector<BodyRow> rows;
    for (const auto& [scene, is_bar] : scenes) {
        const std::vector<Way> ways{exact_way()};
        RaceResult race = race_ways(scene, ways, seconds);
        BodyRow row{.scene = scene.name,
                    .faces_a = scene.a.face_count(),
                    .faces_b = scene.b.face_count(),
                    .steps = scene.steps.size(),
                    .is_bar = is_bar,
                    .exact = std::move(race.ways.front())};
        row.first = first_contacts(scene, row.exact.answers);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace swept::bench

#include "small.h"

#include <array>

namespace swept::bench {

namespace {

constexpr std::array poses{std::size_t{10}, std::size_t{100}, std::size_t{1000}};

SmallRow measure(const Scene& scene, std::size_t timed, double seconds) {
    Scene few = scene;
    while (few.steps.size() > timed) few.steps.pop_back();
    SmallRow row{.scene = scene.name,
                 .faces = scene.a.face_count(),
                 .steps = scene.steps.size(),
                 .timed = few.steps.size()};
    std::vector<StepQuery> sampling;
    for (const std::size_t count : poses) {
        row.sampled.push_back(sample(scene, count));
        sampling.emplace_back(
            [&scene, count](const ScrewStep& step) { (void)first_meeting(scene, step, count); });
    }
    const std::vector<Way> ways{exact_way()};
    RaceResult race = race_ways(few, ways, seconds, sampling);
    row.exact = std::move(race.ways.front());
    Scratch scratch;
    row.exact.answers = answers_of(scene, ways.front(), scratch);
    row.first = first_contacts(scene, row.exact.answers);
    for (std::size_t i = 0; i < poses.size(); ++i) row.sampled[i].times = std::move(race.others[i]);
    return row;
}

}  // namespace

std::vector<SmallRow> measure_small(std::size_t steps, std::size_t timed, double seconds) {
    std::vector<SmallRow> rows;
    for (const auto& make : {cubes, cars, apart_tori, linked_tori}) {
        rows.push_back(measure(make(steps), timed, seconds));
    }
    return rows;
}

}  // namespace swept::bench

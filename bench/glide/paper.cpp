#include "paper.h"

namespace swept::bench {

namespace {

constexpr std::array poses{std::size_t{10}, std::size_t{100}, std::size_t{1000}};
constexpr std::array edges{low_pixels, medium_pixels, high_pixels};

PaperRow measure(const Scene& scene, std::size_t timed, const std::array<double, 3>& paper,
                 double seconds) {
    Scene few = scene;
    while (few.steps.size() > timed) few.steps.pop_back();
    PaperRow row{.scene = scene.name,
                 .faces = scene.a.face_count(),
                 .steps = scene.steps.size(),
                 .timed = few.steps.size(),
                 .short_edge = scene.short_edge(),
                 .paper = paper};
    std::vector<Way> ways;
    for (const PixelMode mode : {PixelMode::plain, PixelMode::robust}) {
        for (const double edge : edges) {
            CollisionOptions options = pixel_options(scene, edge);
            options.pixels->mode = mode;
            ways.push_back({"pixels", options});
        }
    }
    ways.push_back({"exact", exact_options()});
    std::vector<StepQuery> sampling;
    for (const std::size_t count : poses) {
        row.sampled.push_back(sample(scene, count));
        sampling.emplace_back(
            [&scene, count](const ScrewStep& step) { (void)first_meeting(scene, step, count); });
    }
    RaceResult race = race_ways(few, ways, seconds, sampling);
    Scratch scratch;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        race.ways[i].answers = answers_of(scene, ways[i].options, scratch);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        WayRow &plain = race.ways[i], &robust = race.ways[edges.size() + i];
        row.pixels_first[i] = first_contacts(scene, plain.answers);
        row.robust_first[i] = first_contacts(scene, robust.answers);
        row.pixels[i] = std::move(plain);
        row.robust[i] = std::move(robust);
        row.sampled[i].times = std::move(race.others[i]);
    }
    row.exact = std::move(race.ways.back());
    row.exact_first = first_contacts(scene, row.exact.answers);
    return row;
}

}  // namespace

std::vector<PaperRow> measure_paper(std::size_t steps, std::size_t timed, double seconds) {
    constexpr std::array tori{2040.0, 2560.0, 3480.0};
    return {measure(cubes(steps), timed, {56, 63, 77}, seconds),
            measure(cars(steps), timed, {109, 128, 170}, seconds),
            measure(apart_tori(steps), timed, tori, seconds),
            measure(linked_tori(steps), timed, tori, seconds)};
}

}  // namespace swept::bench

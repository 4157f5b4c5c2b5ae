#include "paper.h"

namespace swept::bench {

namespace {

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
            ScreenOptions options = pixel_options(scene, edge);
            options.pixels.mode = mode;
            ways.push_back(screen_way("pixels", options));
        }
    }
    ways.push_back(exact_way());
    RaceResult race = race_ways(few, ways, seconds);
    Scratch scratch;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        race.ways[i].answers = answers_of(scene, ways[i], scratch);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        WayRow &plain = race.ways[i], &robust = race.ways[edges.size() + i];
        row.pixels_first[i] = first_contacts(scene, plain.answers);
        row.robust_first[i] = first_contacts(scene, robust.answers);
        row.pixels[i] = std::move(plain);
        row.robust[i] = std::move(robust);
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

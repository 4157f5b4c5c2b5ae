#include "broad_phases.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "../common/levels.h"
#include "../common/medians.h"
#include "../common/other_tree.h"

namespace swept::bench {

namespace {

using papers::zachmann::Builder;

Subject with_builder(const Subject& subject, Builder builder) {
    Subject other = subject;
    other.shape = with_tree(subject.shape, {.builder = builder});
    return other;
}

/// One way to answer the questions of a cell.
struct Variant {
    const Subject& mover;
    const Subject& obstacle;
    BroadPhase phase;
    std::vector<SweepResult> answers = {};
    Scratch scratch = {};

    void ask(std::span<const Question> questions) {
        answers.resize(questions.size());
        for (std::size_t i = 0; i < questions.size(); ++i) {
            answers[i] = sweep(mover.shape, questions[i].start, questions[i].motion, obstacle.shape,
                               Pose(), {.broad_phase = phase}, &scratch);
        }
    }
};

void compare(const Variant& one, const Variant& other, BroadPhaseRow& row) {
    for (std::size_t i = 0; i < one.answers.size(); ++i) {
        const SweepResult& a = one.answers[i];
        const SweepResult& b = other.answers[i];
        if (a.state != b.state) ++row.differ;
        row.apart = std::max(row.apart, row.length * std::abs(a.free_fraction - b.free_fraction));
    }
}

BroadPhaseRow measure_cell(const Body& body, const Place& place, const Subject& furthest,
                           const Subject& longest, double length,
                           std::span<const Question> questions, int rounds) {
    Variant trees{body.subject, place.obstacle, BroadPhase::trees};
    Variant bsp{body.subject, place.obstacle, BroadPhase::axial_bsp};
    Variant by_pair{body.subject, furthest, BroadPhase::trees};
    Variant by_axis{body.subject, longest, BroadPhase::trees};
    const auto times = cpu_medians(
        rounds, [&] { trees.ask(questions); }, [&] { bsp.ask(questions); },
        [&] { by_pair.ask(questions); }, [&] { by_axis.ask(questions); });
    const double scale = 1e6 / static_cast<double>(questions.size());
    BroadPhaseRow row{.body = body.subject.name,
                      .level = place.obstacle.name,
                      .faces = place.obstacle.face_count(),
                      .length = length,
                      .trees = scale * times[0],
                      .axial_bsp = scale * times[1],
                      .furthest_pair = scale * times[2],
                      .longest_axis = scale * times[3],
                      .hash = hash_of(trees.answers)};
    for (const Variant* const other : {&bsp, &by_pair, &by_axis}) compare(trees, *other, row);
    return row;
}

}  // namespace

std::vector<BroadPhaseRow> measure_broad_phases(std::size_t questions, int rounds) {
    std::vector<BroadPhaseRow> rows;
    for (const PlaceSource& source : level_sources()) {
        (void)std::fprintf(stderr, "broad phases: %s\n", source.source.name.c_str());
        const Result<Place> place = make_place(source);
        if (!place) continue;
        const Subject furthest = with_builder(place->obstacle, Builder::furthest_pair);
        const Subject longest = with_builder(place->obstacle, Builder::longest_axis);
        for (const Body& body : {box_body(), dodecahedron_body()}) {
            const auto stands = stands_in(*place, body, questions, 11);
            if (stands.empty()) continue;
            for (const double length : {1.0, 10.0}) {
                const auto asked = ways_from(stands, length, 12);
                rows.push_back(
                    measure_cell(body, *place, furthest, longest, length, asked, rounds));
            }
        }
    }
    return rows;
}

}  // namespace swept::bench

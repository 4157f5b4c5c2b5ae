#include "bullet.h"

#include <cmath>
#include <cstdio>

#include "../common/medians.h"
#include "bullet_peer.h"

namespace swept::bench {

namespace {

// Asked directly, Bullet is a little faster than through a world.
constexpr BulletCall call = BulletCall::object;

std::unique_ptr<ConvexCaster> caster_of(const Body& body, const std::shared_ptr<BulletMesh>& mesh) {
    if (body.box_size) return make_bullet_box(mesh, *body.box_size, call);
    return make_bullet_hull(mesh, body.subject.shape.vertices(), body.in_radius, call);
}

/// The same questions, in turns.
void race(const Body& body, const Place& place, std::span<const Question> questions,
          ConvexCaster& peer, int rounds, BulletRow& row) {
    std::vector<SweepResult> answers(questions.size());
    std::vector<CastAnswer> peer_answers(questions.size());
    const auto ask = [&] {
        for (std::size_t i = 0; i < questions.size(); ++i) {
            answers[i] = sweep({body.subject.shape, questions[i].start}, questions[i].motion,
                               {place.obstacle.shape});
        }
    };
    const auto ask_peer = [&] {
        for (std::size_t i = 0; i < questions.size(); ++i) {
            const auto& way = std::get<Translation>(questions[i].motion);
            peer_answers[i] = peer.cast(questions[i].start, way.vector());
        }
    };
    const auto [seconds, peer_seconds] = cpu_medians(rounds_of(rounds, ask_peer), ask, ask_peer);
    const auto count = static_cast<double>(questions.size());
    row.mean = 1e6 * seconds / count;
    row.peer_mean = 1e6 * peer_seconds / count;
    std::vector<double> errors;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const bool hit = answers[i].state == State::hit;
        row.agree += hit == peer_answers[i].hit ? 1 / count : 0;
        if (!hit || !peer_answers[i].hit) continue;
        errors.push_back(row.length *
                         std::abs(answers[i].free_fraction - peer_answers[i].fraction));
    }
    if (errors.empty()) return;
    row.median_error = median(errors);
    row.largest_error = *std::ranges::max_element(errors);
}

void measure_place(const Place& place, std::size_t count, int rounds,
                   std::vector<BulletRow>& rows) {
    const auto mesh = make_bullet_mesh(soup_of(place.obstacle.shape));
    for (const Body& body : {box_body(), dodecahedron_body()}) {
        const auto peer = caster_of(body, mesh);
        const std::vector<Pose> stands = stands_in(place, body, count, 11);
        if (!peer || stands.empty()) continue;
        for (const double length : {1.0, 10.0}) {
            const std::vector<Question> questions = ways_from(stands, length, 12);
            BulletRow row{.ours = measure_row(body.subject, place.obstacle, MotionKind::way,
                                              questions, rounds),
                          .length = length};
            race(body, place, questions, *peer, rounds, row);
            rows.push_back(row);
        }
    }
}

}  // namespace

std::vector<BulletRow> measure_bullet(std::size_t questions, int rounds) {
    std::vector<BulletRow> rows;
    if (!has_bullet()) return rows;
    std::vector<PlaceSource> sources = level_sources();
    std::ranges::copy(thing_sources(), std::back_inserter(sources));
    for (const PlaceSource& source : sources) {
        (void)std::fprintf(stderr, "Bullet: %s\n", source.source.name.c_str());
        const Result<Place> place = make_place(source);
        if (place) {
            // Bullet takes long past things of many small faces.
            const std::size_t few = place->room == Room::beside ? 4 : 1;
            measure_place(*place, questions / few, rounds, rows);
        } else {
            std::printf("%s: %s: skipped\n", source.source.name.c_str(),
                        place.error().message().c_str());
        }
    }
    return rows;
}

}  // namespace swept::bench

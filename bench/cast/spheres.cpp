#include "spheres.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "../common/hash.h"
#include "../common/medians.h"
#include "race.h"

namespace swept::bench {

namespace {

constexpr CastOptions both_sides{.sides = Sides::both};

StopErrors errors_of(double length, std::span<const std::optional<double>> truths,
                     std::span<const PeerHit> answers) {
    StopErrors errors{.asked = truths.size()};
    std::vector<double> off;
    for (std::size_t i = 0; i < truths.size(); ++i) {
        if (truths[i].has_value() != answers[i].hit()) {
            ++(truths[i] ? errors.missed : errors.false_hits);
        } else if (truths[i]) {
            off.push_back(1000 * length * std::abs(*truths[i] - answers[i].fraction));
        }
    }
    if (off.empty()) return errors;
    errors.median_mm = median(off);
    errors.largest_mm = *std::ranges::max_element(off);
    return errors;
}

struct Asked {
    std::vector<Way> ways;
    std::vector<SphereCast> casts;
};

Asked asked(const Scene& scene, const Radius& radius, std::span<const Eigen::Vector3d> starts,
            double length) {
    Asked questions{ways_from(scene, starts, length, 19), {}};
    for (const Ray& ray : rays_of(questions.ways, Reach::segment)) {
        questions.casts.push_back({ray, radius});
    }
    return questions;
}

/// Our answers as the peers give theirs.
std::vector<PeerHit> hits_of(std::span<const CastResult> results) {
    std::vector<PeerHit> hits;
    for (const CastResult& result : results) {
        const bool hit = result.state == State::hit;
        hits.push_back(hit ? PeerHit{result.hit.fraction, result.hit.face_index.value} : PeerHit{});
    }
    return hits;
}

void add_answers(std::span<const CastResult> results, SphereRow& row) {
    const auto count = static_cast<double>(results.size());
    Hash hash;
    for (const PeerHit& hit : hits_of(results)) {
        hash.add(std::bit_cast<std::uint64_t>(hit.fraction));
        hash.add(hit.face);
        row.hits += hit.hit() ? 1 / count : 0;
    }
    row.hash = hash.value();
    for (const CastResult& result : results) {
        row.box_tests += result.box_tests / count;
        row.face_tests += result.face_tests / count;
    }
}

void judge_row(const Judge& judge, std::span<const Way> ways, std::span<const PeerHit> ours,
               CastPeer* bullet, SphereRow& row) {
    std::vector<std::optional<double>> truths;
    for (const Way& way : ways) truths.push_back(judge.first(way, sphere_radius));
    row.errors = errors_of(row.length, truths, ours);
    if (bullet == nullptr) return;
    std::vector<PeerHit> hits(ways.size());
    bullet->cast(ways, Reach::segment, hits);
    row.bullet_errors = errors_of(row.length, truths, hits);
}

SphereRow measure_length(const Scene& scene, CastPeer* bullet, const Judge& judge,
                         const Asked& questions, double length, const Effort& effort) {
    const auto rounds = static_cast<std::size_t>(effort.rounds);
    const std::size_t slice = questions.ways.size() / rounds;
    const std::span<const SphereCast> casts(questions.casts);
    const Placed target{scene.shape};
    std::vector<CastResult> results(casts.size()), last(slice);
    std::vector<PeerHit> hits(slice);
    std::vector<Runner> runners{
        {"swept", slice,
         [&](std::size_t first, std::size_t count) {
             for (std::size_t i = 0; i < count; ++i) {
                 last[i] = cast(casts[first + i], target, both_sides);
             }
         },
         [&](std::size_t first, std::size_t count) {
             std::copy_n(last.begin(), count, results.begin() + static_cast<std::ptrdiff_t>(first));
         }},
        {"swept, batch", slice, [&](std::size_t first, std::size_t count) {
             last = cast_batch(casts.subspan(first, count), target, both_sides, 1);
         }}};
    if (bullet != nullptr) {
        runners.push_back(
            {"Bullet", effort.slow_spheres / rounds, [&](std::size_t first, std::size_t count) {
                 bullet->cast(std::span(questions.ways).subspan(first, count), Reach::segment,
                              std::span(hits).first(count));
             }});
    }
    const std::vector<double> seconds = race(runners, effort.rounds, slice);
    SphereRow row{.scene = scene.name,
                  .triangles = scene.triangles(),
                  .length = length,
                  .spheres = questions.ways.size(),
                  .slow_spheres = effort.slow_spheres,
                  .ns = 1e9 * seconds[0],
                  .batch_ns = 1e9 * seconds[1],
                  .bullet_ns = std::nullopt};
    if (bullet != nullptr) row.bullet_ns = 1e9 * seconds[2];
    add_answers(results, row);
    const std::size_t few = std::min(effort.judged_spheres, results.size());
    judge_row(judge, std::span(questions.ways).first(few), hits_of(std::span(results).first(few)),
              bullet, row);
    return row;
}

}  // namespace

std::optional<double> SphereRow::bullet_ratio() const {
    if (!bullet_ns) return std::nullopt;
    return *bullet_ns / ns;
}

void measure_spheres(const Scene& scene, PeerScenes& peers, const Effort& effort,
                     std::vector<SphereRow>& rows) {
    const Radius radius = Radius::of(sphere_radius).value();
    const auto starts = clear_starts_in(scene, radius, effort.spheres, 6);
    if (starts.size() < effort.spheres) return;
    const Judge judge(scene);
    const auto bullet = has_bullet() ? bullet_spheres(peers.bullet, sphere_radius) : nullptr;
    for (const double length : {1.0, 10.0}) {
        rows.push_back(measure_length(scene, bullet.get(), judge,
                                      asked(scene, radius, starts, length), length, effort));
    }
}

}  // namespace swept::bench

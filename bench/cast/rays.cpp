#include "rays.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "../common/hash.h"
#include "race.h"

namespace swept::bench {

namespace {

constexpr CastOptions both_sides{.sides = Sides::both};

PeerHit hit_of(const CastResult& result) {
    if (result.state != State::hit) return {};
    return {result.hit.fraction, result.hit.face_index.value};
}

std::uint64_t hash_of(std::span<const PeerHit> hits) {
    Hash hash;
    for (const PeerHit& hit : hits) {
        hash.add(hit.hit() ? std::bit_cast<std::uint64_t>(hit.fraction) : 0);
        hash.add(hit.face);
    }
    return hash.value();
}

/// What belongs to a name; made where there is none.
template <class Value>
Value& entry(std::vector<std::pair<std::string, Value>>& entries, const std::string& name) {
    const auto found =
        std::ranges::find_if(entries, [&](const auto& one) { return one.first == name; });
    return found != entries.end() ? found->second : entries.emplace_back(name, Value{}).second;
}

/// Our answers as the peers give theirs, and what they took.
struct Ours {
    explicit Ours(std::size_t count) : hits(count) {}

    void keep(std::span<const CastResult> results, std::size_t first) {
        for (std::size_t i = 0; i < results.size(); ++i) {
            hits[first + i] = hit_of(results[i]);
            box_tests += results[i].box_tests;
            face_tests += results[i].face_tests;
        }
    }

    std::vector<PeerHit> hits;
    double box_tests = 0;
    double face_tests = 0;
};

/// One length of way in one scene: who is asked, and what they answered.
class Course {
   public:
    Course(const Scene& scene, std::vector<Way> ways, Reach reach)
        : scene_(scene),
          ways_(std::move(ways)),
          rays_(rays_of(ways_, reach)),
          reach_(reach),
          single_(ways_.size()),
          batch_(ways_.size()) {}

    void add_ours(std::size_t share) {
        results_.resize(share);
        const auto results = [this](std::size_t count) {
            return std::span<const CastResult>(results_).first(count);
        };
        runners_.push_back({swept_single, share,
                            [this](std::size_t first, std::size_t count) {
                                for (std::size_t i = 0; i < count; ++i) {
                                    results_[i] = cast(rays_[first + i], target_, both_sides);
                                }
                            },
                            [this, results](std::size_t first, std::size_t count) {
                                single_.keep(results(count), first);
                            }});
        runners_.push_back({swept_batch, share,
                            [this](std::size_t first, std::size_t count) {
                                results_ = cast_batch(std::span(rays_).subspan(first, count),
                                                      target_, both_sides, 1);
                            },
                            [this, results](std::size_t first, std::size_t count) {
                                batch_.keep(results(count), first);
                            }});
    }

    void add_peer(const std::string& name, CastPeer& peer, std::size_t share) {
        answers_.emplace_back(name, std::vector<PeerHit>(ways_.size()));
        const std::size_t which = answers_.size() - 1;
        runners_.push_back({name, share, [this, which, &peer](std::size_t first, std::size_t n) {
                                peer.cast(std::span(ways_).subspan(first, n), reach_,
                                          std::span(answers_[which].second).subspan(first, n));
                            }});
    }

    void run(int rounds, std::size_t slice) { seconds_ = race(runners_, rounds, slice); }

    /// Adds what the peers answered, their shares of all slices.
    void tally(const Judge& judge, int rounds, std::size_t slice,
               std::vector<std::pair<std::string, Tally>>& tallies) const {
        for (const Runner& runner : runners_) {
            const std::vector<PeerHit>* const answers = answers_of(runner.name);
            if (answers == nullptr) continue;
            Tally& sum = entry(tallies, runner.name);
            for (std::size_t round = 0; round < static_cast<std::size_t>(rounds); ++round) {
                for (std::size_t i = round * slice; i < round * slice + runner.share; ++i) {
                    tally(judge, i, (*answers)[i], sum);
                }
            }
        }
    }

    [[nodiscard]] const std::vector<Way>& ways() const { return ways_; }
    [[nodiscard]] Reach reach() const { return reach_; }
    [[nodiscard]] const Ours& single() const { return single_; }
    [[nodiscard]] const Ours& batch() const { return batch_; }
    [[nodiscard]] const auto& answers() const { return answers_; }
    [[nodiscard]] std::map<std::string, double> nanoseconds() const {
        std::map<std::string, double> ns;
        for (std::size_t i = 0; i < runners_.size(); ++i) ns[runners_[i].name] = 1e9 * seconds_[i];
        return ns;
    }

   private:
    void tally(const Judge& judge, std::size_t i, const PeerHit& theirs, Tally& sum) const {
        const PeerHit& ours = single_.hits[i];
        ++sum.asked;
        if (theirs.hit()) ++sum.hits;
        if (ours.hit()) ++sum.our_hits;
        if (is_close(theirs, ours)) return;
        ++sum.differ;
        const PeerHit truth = judge.first(ways_[i], reach_);
        if (is_close(theirs, truth)) ++sum.right;
        if (is_close(ours, truth)) ++sum.ours_right;
    }

    [[nodiscard]] const std::vector<PeerHit>* answers_of(const std::string& name) const {
        for (const auto& [who, answers] : answers_) {
            if (who == name) return &answers;
        }
        return nullptr;
    }

    const Scene& scene_;
    Placed target_{scene_.shape};
    std::vector<Way> ways_;
    std::vector<Ray> rays_;
    Reach reach_;
    Ours single_;
    Ours batch_;
    std::vector<CastResult> results_;
    std::vector<Runner> runners_;
    std::vector<std::pair<std::string, std::vector<PeerHit>>> answers_;
    std::vector<double> seconds_;
};

bool is_slow(const std::string& name) {
    return name == bullet_world || name == bullet_mesh || name == ode;
}

/// The first rays of every slice, which all have answered.
std::vector<std::size_t> sample_of(const Effort& effort) {
    const auto rounds = static_cast<std::size_t>(effort.rounds);
    const std::size_t slice = effort.rays / rounds, few = effort.judged_rays / rounds;
    std::vector<std::size_t> sample;
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < few; ++i) sample.push_back(round * slice + i);
    }
    return sample;
}

template <class T>
std::vector<T> picked(const std::vector<T>& all, std::span<const std::size_t> sample) {
    std::vector<T> some;
    some.reserve(sample.size());
    for (const std::size_t i : sample) some.push_back(all[i]);
    return some;
}

void judge_course(const Judge& judge, const Course& course, std::span<const std::size_t> sample,
                  Verdicts& verdicts) {
    const std::vector<Way> ways = picked(course.ways(), sample);
    std::vector<PeerHit> truths;
    truths.reserve(ways.size());
    for (const Way& way : ways) truths.push_back(judge.first(way, course.reach()));
    const auto add = [&](const std::string& who, const std::vector<PeerHit>& answers) {
        verdicts.add(who, judged(judge, ways, course.reach(), truths, picked(answers, sample)));
    };
    add(swept_single, course.single().hits);
    add(swept_batch, course.batch().hits);
    for (const auto& [name, answers] : course.answers()) add(name, answers);
}

void judge_vertices(const Scene& scene, const Judge& judge, PeerScenes& peers, std::size_t count,
                    Verdicts& verdicts) {
    Course course(scene, ways_through_vertices(scene, count, 31), Reach::segment);
    course.add_ours(count);
    for (auto& [name, peer] : peers.rays) course.add_peer(name, *peer, count);
    course.run(1, count);
    std::vector<std::size_t> all(count);
    std::ranges::generate(all, [i = std::size_t{0}]() mutable { return i++; });
    judge_course(judge, course, all, verdicts);
}

RayRow measure_length(const Scene& scene, PeerScenes& peers, const Judge& judge,
                      std::span<const Eigen::Vector3d> starts, double length, const Effort& effort,
                      RayResults& results) {
    const auto rounds = static_cast<std::size_t>(effort.rounds);
    const std::size_t slice = starts.size() / rounds;
    const Reach reach = length > 0 ? Reach::segment : Reach::endless;
    Course course(scene, ways_from(scene, starts, length > 0 ? length : 1, 17), reach);
    course.add_ours(slice);
    for (auto& [name, peer] : peers.rays) {
        course.add_peer(name, *peer, is_slow(name) ? effort.slow_rays / rounds : slice);
    }
    course.run(effort.rounds, slice);
    RayRow row{.scene = scene.name,
               .triangles = scene.triangles(),
               .length = length,
               .rays = starts.size(),
               .slow_rays = effort.slow_rays,
               .ns = course.nanoseconds()};
    const std::vector<PeerHit>& ours = course.single().hits;
    const auto all = static_cast<double>(ours.size());
    const auto hits = std::ranges::count_if(ours, [](const PeerHit& h) { return h.hit(); });
    row.hits = static_cast<double>(hits) / all;
    row.box_tests = course.single().box_tests / all;
    row.face_tests = course.single().face_tests / all;
    row.hash = hash_of(ours);
    row.batch_same = hash_of(course.batch().hits) == row.hash;
    course.tally(judge, effort.rounds, slice, results.tallies);
    judge_course(judge, course, sample_of(effort), results.random);
    return row;
}

}  // namespace

std::optional<double> RayRow::time(const std::string& who) const {
    const auto found = ns.find(who);
    if (found == ns.end()) return std::nullopt;
    return found->second;
}

std::optional<double> RayRow::ratio(const std::string& peer, const char* ours) const {
    const auto theirs = time(peer);
    if (!theirs) return std::nullopt;
    return *theirs / ns.at(ours);
}

std::optional<double> RayRow::bullet_ratio() const {
    const auto by_world = ratio(bullet_world, swept_single);
    const auto by_mesh = ratio(bullet_mesh, swept_single);
    if (!by_world || !by_mesh) return std::nullopt;
    return std::min(*by_world, *by_mesh);
}

void Verdicts::add(const std::string& who, const Verdict& verdict) {
    entry(of, who) += verdict;
}

PeerScenes::PeerScenes(const Scene& scene) {
    const double extent = scene.shape.extent();
    const auto add = [&](const char* name, std::unique_ptr<CastPeer> peer) {
        rays.emplace_back(name, std::move(peer));
    };
    if (has_embree()) {
        medium = make_embree(scene.soup, EmbreeQuality::medium);
        high = make_embree(scene.soup, EmbreeQuality::high);
        add(embree_medium, embree_single(medium));
        add(embree_high, embree_single(high));
        add(embree_eight, embree_packets(medium));
    }
    if (has_bullet()) {
        bullet = make_bullet(scene.soup);
        add(bullet_world, bullet_world_rays(bullet, extent));
        add(bullet_mesh, bullet_mesh_rays(bullet, extent));
    }
    if (has_ode()) add(ode, ode_rays(scene.soup, extent));
}

void measure_rays(const Scene& scene, PeerScenes& peers, const Effort& effort,
                  RayResults& results) {
    // Four rays from each start, far apart in the order in which they are asked.
    std::vector<Eigen::Vector3d> starts = starts_in(scene, effort.rays / 4, 5);
    if (starts.size() < effort.rays / 4) return;
    for (std::size_t i = 0; starts.size() < effort.rays; ++i) starts.push_back(starts[i]);
    const Judge judge(scene);
    for (const double length : {1.0, 10.0, 0.0}) {
        results.rows.push_back(
            measure_length(scene, peers, judge, starts, length, effort, results));
    }
    judge_vertices(scene, judge, peers, effort.vertex_rays, results.vertices);
}

}  // namespace swept::bench

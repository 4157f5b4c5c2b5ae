// Rays, spheres and sets of spheres.

#include "swept/cast.h"

#include <tuple>

#include "swept/papers/schroeder.h"
#include "tests/fuzz/target.h"

namespace swept::fuzz {
namespace {

namespace schroeder = papers::schroeder;

/// How the paper finds triangles.
struct PaperSearch {
    schroeder::Culling culling;
    schroeder::Partition partition;
};

struct Scene {
    Polyhedron shape;
    Pose pose;
    CastOptions options;
    PaperSearch search;

    [[nodiscard]] schroeder::PlacedModel model() const {
        return {schroeder::Model::make(shape, {.leaf_size = 2}).value(), pose};
    }
};

schroeder::CastOptions by_paper(const CastOptions& options, const PaperSearch& search) {
    return {.culling = search.culling,
            .partition = search.partition,
            .mode = options.mode,
            .sides = options.sides,
            .clearance = options.clearance,
            .initial_overlap = options.initial_overlap,
            .budget = options.budget};
}

std::optional<Ray> take_ray(Bytes& bytes) {
    const bool bounded = bytes.coin();
    const Eigen::Vector3d from = bytes.point(true);
    const Eigen::Vector3d to = bytes.point(true);
    const auto ray = bounded ? Ray::between(from, to) : Ray::towards(from, to);
    if (ray) return *ray;
    check_error(ray.error());
    return std::nullopt;
}

Radius take_radius(Bytes& bytes) {
    const auto radius = Radius::of(std::abs(bytes.wild_number()));
    if (!radius) check_error(radius.error());
    return radius.value_or(Radius());
}

CastOptions take_options(Bytes& bytes) {
    CastOptions options;
    options.sides = bytes.one_of(std::array{Sides::automatic, Sides::front, Sides::both});
    if (bytes.below(4) == 3) options.clearance = Clearance::of(take_radius(bytes).length()).value();
    options.initial_overlap = bytes.coin() ? InitialOverlap::solids : InitialOverlap::surfaces;
    options.budget = 500;
    return options;
}

PaperSearch take_search(Bytes& bytes) {
    using schroeder::Culling, schroeder::Partition;
    return bytes.one_of(std::array{PaperSearch{Culling::outcodes, Partition::tree},
                                   PaperSearch{Culling::path_box, Partition::bins},
                                   PaperSearch{Culling::outcodes, Partition::bins},
                                   PaperSearch{Culling::path_box, Partition::none},
                                   PaperSearch{Culling::outcodes, Partition::none}});
}

void check_hit(const CastHit& hit, bool bounded) {
    promise(hit.fraction >= 0 && std::isfinite(hit.fraction), "a fraction is 0 or more");
    promise(!bounded || hit.fraction <= 1, "a fraction is 0 to 1");
    promise(hit.point.allFinite(), "a hit has a place");
    promise(is_unit(hit.normal), "a hit has a unit normal");
}

bool same(const CastResult& a, const CastResult& b) {
    if (a.state != b.state || a.start != b.start) return false;
    if (a.state != State::hit) return true;
    return same_bits(a.hit.fraction, b.hit.fraction) && a.hit.face == b.hit.face &&
           a.hit.face_index == b.hit.face_index && a.hit.sphere == b.hit.sphere &&
           a.hit.feature == b.hit.feature && a.hit.side == b.hit.side &&
           same_bits(a.hit.point, b.hit.point) && same_bits(a.hit.normal, b.hit.normal);
}

/// `ask(options)` is a cast, `ask_all(options, hits)` the same for all hits, `ask_paper(options)` a
/// cast by the paper.
template <class AskOne, class AskAll, class AskPaper>
void check_cast(const Scene& scene, bool bounded, const AskOne& ask_one, const AskAll& ask_all,
                const AskPaper& ask_paper) {
    const CastOptions& options = scene.options;
    const CastResult result = ask_one(options);
    if (result.state == State::hit) check_hit(result.hit, bounded);
    promise(std::isfinite(result.error_bound) && result.error_bound >= 0, "the rounding is finite");
    promise(same(result, ask_one(options)), "the same question, the same bits");
    if (result.state == State::undecided) return;
    const CastResult answer = ask_paper(by_paper(options, scene.search));
    promise(answer.state == State::undecided || same(result, answer),
            "the answer does not depend on culling");
    CastOptions any = options;
    any.mode = CastMode::any;
    const CastResult some = ask_one(any);
    promise(some.state == State::undecided || some.state == result.state,
            "any hit is there when a first is");
    std::vector<CastHit> hits;
    const CastResult all = ask_all(options, hits);
    if (all.state == State::undecided) return;
    promise(all.state == result.state, "all hits are some when a first is");
    promise(hits.empty() == (all.state != State::hit), "a hit is among all");
    for (const CastHit& hit : hits) check_hit(hit, bounded);
    promise(std::ranges::is_sorted(hits, {}, &CastHit::fraction), "hits are sorted");
    promise(hits.empty() || same_bits(hits[0].fraction, all.hit.fraction), "the first is first");
}

void check_set(const Scene& scene, Bytes& bytes) {
    std::vector<Sphere> balls;
    for (unsigned count = bytes.below(4); count > 0; --count) {
        const Eigen::Vector3d centre = bytes.point(true);
        balls.push_back({centre, bytes.coin() ? bytes.wild_number() : std::abs(bytes.number())});
    }
    const auto set = SphereSet::make(balls);
    if (!set) return check_error(set.error());
    const Pose from = take_pose(bytes);
    const auto motion = take_motion(bytes);
    if (!motion) return;
    check_cast(
        scene, true,
        [&](const CastOptions& options) {
            return cast(SphereSetCast{*set, from, *motion}, {scene.shape, scene.pose}, options);
        },
        [&](const CastOptions& options, std::vector<CastHit>& hits) {
            return cast_all(SphereSetCast{*set, from, *motion}, {scene.shape, scene.pose}, options,
                            hits);
        },
        [&](const schroeder::CastOptions& options) {
            return schroeder::cast({*set, from, *motion}, scene.model(), options);
        });
}

/// Spheres fitted to the shape hold its vertices.
void check_fit(const Polyhedron& shape, unsigned count) {
    const auto fitted = fit_spheres(shape, count);
    if (!fitted) return check_error(fitted.error());
    promise(fitted->spheres().size() <= count, "no more spheres than asked for");
    for (const Eigen::Vector3d& vertex : shape.vertices()) {
        const bool held = std::ranges::any_of(fitted->spheres(), [&](const Sphere& ball) {
            return (vertex - ball.centre).norm() <= ball.radius * (1 + 1e-12);
        });
        promise(held, "the spheres hold every vertex");
    }
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(cast) {
    using namespace swept;
    using namespace swept::fuzz;
    const unsigned kind = bytes.below(8);
    const auto shape = take_shape(bytes);
    if (!shape) return;
    const Pose pose = take_pose(bytes);
    const CastOptions asked = take_options(bytes);
    const Scene scene{*shape, pose, asked, take_search(bytes)};
    if (kind == 7) return check_fit(*shape, bytes.below(20));
    if (kind > 4) return check_set(scene, bytes);
    const auto ray = take_ray(bytes);
    if (!ray) return;
    if (kind > 2) {
        return check_cast(
            scene, ray->is_bounded(),
            [&](const CastOptions& options) { return cast(*ray, {*shape, pose}, options); },
            [&](const CastOptions& options, std::vector<CastHit>& hits) {
                return cast_all(*ray, {*shape, pose}, options, hits);
            },
            [&](const schroeder::CastOptions& options) {
                return schroeder::cast(*ray, {}, scene.model(), options);
            });
    }
    const Radius radius = take_radius(bytes);
    check_cast(
        scene, ray->is_bounded(),
        [&](const CastOptions& options) {
            return cast(SphereCast{*ray, radius}, {*shape, pose}, options);
        },
        [&](const CastOptions& options, std::vector<CastHit>& hits) {
            return cast_all(SphereCast{*ray, radius}, {*shape, pose}, options, hits);
        },
        [&](const schroeder::CastOptions& options) {
            return schroeder::cast(*ray, radius, scene.model(), options);
        });
}

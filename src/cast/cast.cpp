#include "swept/cast.h"
#include "core/assert.h"
#include "math/extremes.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "cast/order.h"
#include "cast/query.h"
#include "cast/ray.h"
#include "cast/search.h"
#include "cast/sphere.h"
#include "cast/turn.h"
#include "core/bits.h"
#include "core/parallel.h"
#include "swept/tolerance.h"

namespace swept::cast_detail {

using Eigen::Vector3d;

double cast_rounding(double reach, const Segment& way, double radius) {
    SWEPT_ASSERT(reach >= 0 && radius >= 0, "lengths");
    const double end = std::isinf(way.end) ? 0 : max_abs(way.head);
    return tolerance::cast_rounding * (reach + max_abs(way.from) + end + radius);
}

// On turns moments are rounded too, the more of them there are.
double cast_rounding(double reach, const MotionTrajectory& motion, const Vector3d& centre,
                     double radius) {
    const double sizes = reach + max_abs(centre) + radius;
    const double travel = motion.path.track(centre).speed * motion.path.end +
                          motion.path.rounded_along(centre, sizes);
    return 8 * tolerance::sweep_rounding * (sizes + travel);
}

namespace {

double rounding_of(const CastTarget& target, const Segment& way, double radius) {
    return cast_rounding(target.reach, way, radius);
}

bool lies_inside(const CastTarget& target, const Pose& world_from_shape, const Vector3d& point) {
    return target.shape().is_solid() && classify_point({target.placed.polyhedron, world_from_shape},
                                                       point) == PointLocation::inside;
}

void look_inside(const CastTarget& target, const Pose& world_from_shape, const Vector3d& from,
                 const CastOptions& options, Relation& start) {
    if (options.initial_overlap != InitialOverlap::solids || start == Relation::overlapping) return;
    if (lies_inside(target, world_from_shape, from)) start = Relation::overlapping;
}

/// Hits of each face, the earliest first; of a polygon that was hit in several triangles one.
void put_in_order(std::vector<CastHit>& hits) {
    // Points have no face index.
    const auto key = [](const CastHit& hit) {
        return std::tuple(hit.sphere, hit.face_index, hit.face_index.is_none() ? hit.face : 0);
    };
    std::ranges::sort(hits, [&](const CastHit& p, const CastHit& q) {
        const auto best = [&](const CastHit& hit) {
            return std::tuple(key(hit), hit.fraction, hit.feature, hit.point[0], hit.point[1],
                              hit.point[2]);
        };
        return best(p) < best(q);
    });
    const auto same = std::ranges::unique(
        hits, [&](const CastHit& p, const CastHit& q) { return key(p) == key(q); });
    hits.erase(same.begin(), same.end());
    std::ranges::sort(hits, [&](const CastHit& p, const CastHit& q) {
        return std::pair(p.fraction, key(p)) < std::pair(q.fraction, key(q));
    });
}

/// The answer to a cast for all hits, which are put in order.
CastResult with_first(CastResult result, std::vector<CastHit>& hits) {
    put_in_order(hits);
    result.hit = hits.empty() ? CastHit() : hits.front();
    if (result.state != State::undecided) {
        result.state = hits.empty() ? State::free : State::hit;
    }
    return result;
}

// ---- straight ways ----

/// One particle. With `all`, every hit is added there.
void cast_particle(const CastTarget& target, const Segment& way, double latest,
                   const CastOptions& options, std::vector<CastHit>* all, CastResult& result) {
    result.error_bound = rounding_of(target, way, 0);
    RayVisitor look(target, way, result.error_bound, options.mode == CastMode::any, all);
    const ThickSegment piece{.from = way.from,
                             .vector = way.vector,
                             .end = way.end,
                             .latest = latest,
                             .rounding = result.error_bound,
                             .particle = true,
                             .first = all == nullptr && options.mode == CastMode::first};
    result.box_tests = search_triangles(target, piece, look);
    result.face_tests = look.looks;
    if (look.is_touching()) result.start = Relation::touching;
    if (look.has_hit()) {
        result.state = State::hit;
        look.describe(result.hit);
    }
}

/// One sphere on its straight way.
class StraightSphere {
   public:
    StraightSphere(const CastTarget& target, const Segment& way, double radius, double latest,
                   const CastOptions& options, std::vector<CastHit>* all)
        : target_(target),
          way_(way),
          radius_(radius),
          latest_(std::min(latest, way.end)),
          options_(options),
          all_(all) {
        result_.error_bound = rounding_of(target, way, radius) + target.deviation;
        slack_ = tolerance::cast_contact * result_.error_bound;
    }

    CastResult run() {
        // Few start in contact: that is looked for on the way, and all begins anew if it is found.
        if (all_ == nullptr) {
            SphereVisitor look = sent(radius_, SphereAim::watched);
            if (!look.starts_in_contact()) return finished(std::move(look));
        }
        const SphereVisitor at_start = sent(radius_, SphereAim::start);
        const double distance = at_start.start_distance();
        if (distance < radius_ + slack_) {
            result_.start =
                distance < radius_ - slack_ ? Relation::overlapping : Relation::touching;
        }
        // From the faces that count it keeps the distance that it has. On one, it is a particle.
        const double kept = at_start.counting_distance();
        if (kept >= radius_ + slack_) return finished(sent(radius_, aim()));
        keeps_distance_ = true;
        if (kept <= 2 * slack_) return as_particle();
        return finished(sent(std::min(radius_, kept - slack_), aim()));
    }

   private:
    const CastTarget& target_;
    const Segment& way_;
    double radius_;
    double latest_;
    const CastOptions& options_;
    std::vector<CastHit>* all_;
    double slack_;
    bool keeps_distance_ = false;  // it starts in contact with faces that count
    CastResult result_;

    [[nodiscard]] SphereAim aim() const {
        return all_ != nullptr ? SphereAim::all : SphereAim::stop;
    }

    SphereVisitor sent(double level, SphereAim aim) {
        SphereVisitor look(target_, way_, level, result_.error_bound, slack_, aim, latest_);
        const bool still = aim == SphereAim::start;
        const ThickSegment piece{.from = way_.from,
                                 .vector = still ? Vector3d(Vector3d::Zero()) : way_.vector,
                                 .end = still ? 1 : way_.end,
                                 .latest = still ? 1 : latest_,
                                 .radius = level + 2 * slack_,
                                 .rounding = result_.error_bound};
        result_.box_tests += search_triangles(target_, piece, look);
        result_.face_tests += look.looks;
        return look;
    }

    CastResult finished(SphereVisitor&& look) {
        const auto described = [&](SphereStop stop) {
            if (keeps_distance_) look.stop_at_start(stop);
            CastHit hit;
            look.describe(stop, hit);
            return hit;
        };
        if (all_ != nullptr) {
            for (const SphereStop& stop : look.all()) all_->push_back(described(stop));
        } else if (std::isfinite(look.stop().fraction)) {
            result_.state = State::hit;
            result_.hit = described(look.stop());
        }
        return result_;
    }

    CastResult as_particle() {
        CastResult found;
        cast_particle(target_, way_, latest_, options_, all_, found);
        result_.state = found.state;
        result_.hit = found.hit;
        result_.box_tests += found.box_tests;
        result_.face_tests += found.face_tests;
        return result_;
    }
};

CastResult cast_straight(const CastTarget& target, const Segment& way, double radius, double latest,
                         const CastOptions& options, std::vector<CastHit>* all) {
    if (radius == 0) {
        CastResult result;
        cast_particle(target, way, latest, options, all, result);
        return result;
    }
    return StraightSphere(target, way, radius, latest, options, all).run();
}

/// What the direction of a way without end is divided by, so that its square is in the range of
/// doubles beside targets of every size: 1 for all but extreme ones, a power of two.
double unit_of(const Segment& way) {
    if (!std::isinf(way.end)) return 1;
    const double size = max_abs(way.vector);
    return size > 0x1p-128 && size < 0x1p128 ? 1 : std::scalbn(1.0, std::ilogb(size));
}

/// Into a result that is new.
void cast_one(const Segment& way, double radius, const CastTarget& target,
              const Pose& world_from_shape, double latest, const CastOptions& options,
              std::vector<CastHit>* all, CastResult& result) {
    if (const double unit = unit_of(way); unit != 1) {
        Segment counted = way;
        counted.vector /= unit;
        cast_one(counted, radius, target, world_from_shape, latest * unit, options, all, result);
        result.hit.fraction /= unit;
        if (all != nullptr) {
            for (CastHit& hit : *all) hit.fraction /= unit;
        }
        return;
    }
    const double thickness = radius + options.clearance.length();
    if (thickness == 0) {
        cast_particle(target, way, latest, options, all, result);
    } else {
        result = cast_straight(target, way, thickness, latest, options, all);
    }
    look_inside(target, world_from_shape, way.from, options, result.start);
}

// ---- sphere sets ----

/// A particle's way is exact on its ends.
Segment segment_of_sphere(const Vector3d& from, const Vector3d& vector) {
    return {from, from + vector};
}

/// What every sphere of a set adds to the answer.
void merge(const CastResult& found, std::uint32_t sphere, CastResult& result) {
    result.start = std::max(result.start, found.start);
    result.box_tests += found.box_tests;
    result.face_tests += found.face_tests;
    result.error_bound = std::max(result.error_bound, found.error_bound);
    // Where one sphere is undecided nothing is known to be first.
    if (found.state == State::undecided) result.state = State::undecided;
    if (found.state != State::hit || result.state == State::undecided) return;
    if (result.state == State::hit && found.hit.fraction >= result.hit.fraction) return;
    result.state = State::hit;
    result.hit = found.hit;
    result.hit.sphere = sphere;
}

CastResult cast_turning(const CastTarget& target, const MotionTrajectory& motion,
                        const Vector3d& centre, double radius, double latest, CastBudget& budget,
                        std::vector<CastHit>* all) {
    CastResult result;
    result.error_bound = cast_rounding(target.reach, motion, centre, radius) + target.deviation;
    // So many turns that places are not known to within the size of what is there, or of its way
    // round the axis: points have no size of their own.
    const double size = target.reach + radius + motion.path.track(centre).turn_speed;
    if (4 * tolerance::cast_contact * result.error_bound > size) {
        result.state = State::undecided;
        return result;
    }
    CastBudget own{budget.left, 0, 0};
    TurningSphere sphere(target, motion, centre, radius, result.error_bound);
    const bool paid = sphere.run(latest, all, own);
    budget.left = own.left;
    result.start = sphere.start();
    result.box_tests = own.boxes;
    result.face_tests = own.faces;
    if (!paid) result.state = State::undecided;
    if (sphere.has_hit() && (paid || all == nullptr)) {
        result.state = State::hit;
        result.hit = sphere.hit();
    }
    return result;
}

CastResult cast_set(const SphereSet& spheres, const Pose& world_from_spheres,
                    const MotionTrajectory& path, const CastTarget& target,
                    const Pose& world_from_shape, double until, const CastOptions& options,
                    std::vector<CastHit>* all) {
    CastResult result;
    CastBudget budget{options.budget, 0, 0};
    std::uint32_t number = 0;
    for (const Sphere& ball : spheres.spheres()) {
        const Vector3d centre = world_from_spheres * ball.centre;
        const double radius = ball.radius + options.clearance.length();
        const double latest =
            all == nullptr && result.state == State::hit ? result.hit.fraction : until;
        const std::size_t known = all != nullptr ? all->size() : 0;
        CastResult found = path.path.turning
                               ? cast_turning(target, path, centre, radius, latest, budget, all)
                               : cast_straight(target, segment_of_sphere(centre, path.path.advance),
                                               radius, latest, options, all);
        look_inside(target, world_from_shape, centre, options, found.start);
        if (all != nullptr) {
            for (std::size_t i = known; i < all->size(); ++i) (*all)[i].sphere = number;
        }
        merge(found, number++, result);
    }
    return result;
}

// ---- any of them ----

/// What a cast is sent against.
struct CastScene {
    const CastTarget& target;
    const Placed& placed;
    const CastOptions& options;
};

void cast_into(const Ray& ray, const CastScene& scene, std::vector<CastHit>* all,
               CastResult& result) {
    const Segment way(ray);
    cast_one(way, 0, scene.target, scene.placed.world_from_shape, way.end, scene.options, all,
             result);
}

void cast_into(const SphereCast& sphere, const CastScene& scene, std::vector<CastHit>* all,
               CastResult& result) {
    const Segment way(sphere.path);
    cast_one(way, sphere.radius.length(), scene.target, scene.placed.world_from_shape, way.end,
             scene.options, all, result);
}

void cast_into(const SphereSetCast& set, const CastScene& scene, std::vector<CastHit>* all,
               CastResult& result) {
    result = cast_set(set.spheres, set.world_from_spheres, path_of(set.motion), scene.target,
                      scene.placed.world_from_shape, 1, scene.options, all);
}

void cast_into(const CastQuery& query, const CastScene& scene, std::vector<CastHit>* all,
               CastResult& result) {
    std::visit([&](const auto& cast) { cast_into(cast, scene, all, result); }, query);
}

/// With `all`, every hit is added there.
CastResult cast_query(const CastQuery& query, const CastScene& scene, std::vector<CastHit>* all) {
    CastResult result;
    cast_into(query, scene, all, result);
    return result;
}

}  // namespace

void cast_onto(const CastTarget& target, const Pose& world_from_shape, const Segment& way,
               double radius, double latest, const CastOptions& options, CastResult& result) {
    cast_one(way, radius, target, world_from_shape, latest, options, nullptr, result);
}

CastResult cast_onto(const CastTarget& target, const Pose& world_from_shape,
                     const SphereSet& spheres, const Pose& world_from_spheres,
                     const MotionTrajectory& path, double latest, const CastOptions& options) {
    return cast_set(spheres, world_from_spheres, path, target, world_from_shape, latest, options,
                    nullptr);
}

CastResult cast_all_onto(const CastTarget& target, const Pose& world_from_shape, const Segment& way,
                         double radius, const CastOptions& options, std::vector<CastHit>& hits) {
    CastOptions every = options;
    every.mode = CastMode::first;
    hits.clear();
    CastResult result;
    cast_one(way, radius, target, world_from_shape, way.end, every, &hits, result);
    return with_first(result, hits);
}

CastResult cast_all_onto(const CastTarget& target, const Pose& world_from_shape,
                         const SphereSet& spheres, const Pose& world_from_spheres,
                         const MotionTrajectory& path, const CastOptions& options,
                         std::vector<CastHit>& hits) {
    CastOptions every = options;
    every.mode = CastMode::first;
    hits.clear();
    const CastResult result =
        cast_set(spheres, world_from_spheres, path, target, world_from_shape, 1, every, &hits);
    return with_first(result, hits);
}

}  // namespace swept::cast_detail

namespace swept {

using namespace cast_detail;

CastResult cast(const CastQuery& query, const Placed& target, const CastOptions& options) {
    const CastTarget placed(target.shape, target.world_from_shape, options.sides);
    return cast_query(query, {placed, target, options}, nullptr);
}

CastResult cast(const CastQuery& query, const PreparedTarget& target, const CastOptions& options) {
    return cast_query(query, {target.data().target, target.placed(), options}, nullptr);
}

CastResult cast_all(const CastQuery& query, const Placed& target, const CastOptions& options,
                    std::vector<CastHit>& hits) {
    const Pose& pose = target.world_from_shape;
    const CastTarget placed(target.shape, pose, options.sides);
    if (const auto* ray = std::get_if<Ray>(&query)) {
        return cast_all_onto(placed, pose, Segment(*ray), 0, options, hits);
    }
    if (const auto* sphere = std::get_if<SphereCast>(&query)) {
        return cast_all_onto(placed, pose, Segment(sphere->path), sphere->radius.length(), options,
                             hits);
    }
    const auto& set = std::get<SphereSetCast>(query);
    return cast_all_onto(placed, pose, set.spheres, set.world_from_spheres, path_of(set.motion),
                         options, hits);
}

PreparedTarget::PreparedTarget(const Placed& target, Sides sides)
    : data_(std::make_shared<const Data>(target, sides)) {}

const Placed& PreparedTarget::placed() const {
    return data_->placed;
}

}  // namespace swept

namespace swept::cast_detail {

namespace {

/// Casts a batch, in an order of its own: `cast_number` does one.
template <class From, class CastNumber>
void cast_in_order(const CastTarget& target, std::size_t count, unsigned threads, const From& from,
                   std::span<CastResult> results, const CastNumber& cast_number) {
    constexpr std::size_t chunk = 256, ahead = 8;
    // What fits into the caches of most machines needs no order.
    constexpr std::size_t small = std::size_t{8} << 20;
    const bool ordered = target.tree.bytes() > small && count > chunk;
    const std::vector<std::uint32_t> order =
        ordered ? order_by_start(target, count, from) : std::vector<std::uint32_t>();
    parallel::for_each((count + chunk - 1) / chunk, threads, [&](std::size_t number) {
        const std::size_t end = std::min((number + 1) * chunk, count);
        if (!ordered) {
            for (std::size_t i = number * chunk; i < end; ++i) {
                cast_number(i, results[i] = CastResult());
            }
            return;
        }
        for (std::size_t i = number * chunk; i < end; ++i) {
            if (i + ahead < end) {
                prefetch(&from(order[i + ahead]));
                prefetch_to_write(&results[order[i + ahead]]);
            }
            cast_number(order[i], results[order[i]] = CastResult());
        }
    });
}

const Vector3d& start_of(const Ray& ray) {
    return ray.from();
}
const Vector3d& start_of(const SphereCast& sphere) {
    return sphere.path.from();
}
const Vector3d& start_of(const SphereSetCast& set) {
    return set.world_from_spheres.translation();
}
const Vector3d& start_of(const CastQuery& query) {
    return std::visit([](const auto& cast) -> const Vector3d& { return start_of(cast); }, query);
}

template <class Query>
std::vector<CastResult> cast_each(std::span<const Query> queries, const Placed& placed,
                                  const CastOptions& options, unsigned threads) {
    const CastTarget target(placed.shape, placed.world_from_shape, options.sides);
    const CastScene scene{target, placed, options};
    std::vector<CastResult> results(queries.size());
    cast_in_order(
        target, queries.size(), threads,
        [&](std::size_t i) -> const Vector3d& { return start_of(queries[i]); }, results,
        [&](std::size_t i, CastResult& result) { cast_into(queries[i], scene, nullptr, result); });
    return results;
}

}  // namespace

}  // namespace swept::cast_detail

namespace swept {

std::vector<CastResult> cast_batch(std::span<const Ray> queries, const Placed& target,
                                   const CastOptions& options, unsigned threads) {
    return cast_each(queries, target, options, threads);
}

std::vector<CastResult> cast_batch(std::span<const SphereCast> queries, const Placed& target,
                                   const CastOptions& options, unsigned threads) {
    return cast_each(queries, target, options, threads);
}

std::vector<CastResult> cast_batch(std::span<const CastQuery> queries, const Placed& target,
                                   const CastOptions& options, unsigned threads) {
    return cast_each(queries, target, options, threads);
}

}  // namespace swept

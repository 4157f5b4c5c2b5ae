#include "cast/turn.h"

#include <algorithm>
#include <cmath>

#include "cast/search.h"
#include "core/assert.h"
#include "features/distance.h"
#include "features/search.h"
#include "swept/tolerance.h"

namespace swept::cast_detail {

using Eigen::Vector3d;

namespace {

/// Choice. A search that looks at so many moments costs as much of the budget as one more face, and
/// so on. Few take a hundred.
constexpr std::uint64_t moments_per_cost = 256;

/// A stop that was found, as a moment.
struct Found {
    double moment;
    SphereStop stop;
};

/// How long w + s t - c t^2 / 2 is not negative; w > 0, c >= 0.
double lasts(double w, double s, double c) {
    const double root = std::sqrt(s * s + 2 * c * w);
    if (s < 0) return 2 * w / (root - s);
    return c > 0 ? (s + root) / c : 1e300;
}

}  // namespace

/// Searches the faces that one arc may meet.
class TurningSphere::Look final : public CastVisitor {
   public:
    Look(const TurningSphere& sphere, double level, double latest, bool all)
        : sphere_(sphere),
          stop_{level, sphere.rounding_ / 8},
          latest_(latest),
          all_(all),
          face_(sphere.target_, sphere.scale_) {}

    void set_clock(const TimedSegmentInTree& /*clock*/) override {}

    /// The moments that are looked at from now on, and what long searches may cost meanwhile.
    void set_arc(double from, double to, std::uint64_t budget) {
        from_ = from;
        to_ = to;
        last_face_ = FaceIndex::none_value;
        long_searches_ = 0;
        budget_ = budget;
    }
    /// From now on only the distances at the start are measured, of faces closer than this.
    void measure_start(double within) {
        measuring_ = true;
        within_ = within;
    }

    float look(std::uint32_t triangle) override {
        const std::uint32_t face = sphere_.target_.face_of(triangle);
        if (face == last_face_) return 2;
        last_face_ = face;
        ++looks;
        face_.load(face);
        if (measuring_) {
            measure(face);
            return 2;
        }
        search_face();
        const bool flat_too = sphere_.target_.front && !face_.is_point() && seams_matter();
        // Of all hits every face has its own outline; not for a particle that goes on in its plane.
        const bool every = all_ && !sphere_.on_face_;
        for (std::size_t i = 0; i < face_.count(); ++i) {
            if (!face_.is_point() &&
                (every || (all_ ? face_.has_edge(i, flat_too) : face_.owns_edge(i, flat_too)))) {
                search_edge(i);
            }
            if (every || (all_ ? face_.has_vertex(i) : face_.owns_vertex(i))) search_vertex(i);
        }
        return 2;
    }

    /// What long searches of this arc have cost, beyond the faces.
    [[nodiscard]] std::uint64_t long_searches() const { return long_searches_; }
    /// Some search was not finished: what was found may not be first, unless it is before that.
    [[nodiscard]] bool left_out() const {
        if (spent_ || all_ || !has_first_) return spent_ || left_out_from_ <= to_;
        return left_out_from_ <= first_.moment;
    }
    /// From all faces, and from those that count.
    [[nodiscard]] double nearest() const { return nearest_; }
    [[nodiscard]] double nearest_counting() const { return nearest_counting_; }
    /// The lowest face that the centre starts on and goes through from its front; none_value: none.
    [[nodiscard]] std::uint32_t goes_through() const { return through_; }
    [[nodiscard]] double latest() const { return latest_; }
    [[nodiscard]] std::span<const Found> found() const {
        return all_ ? std::span<const Found>(found_) : std::span(&first_, has_first_ ? 1U : 0U);
    }

   private:
    const TurningSphere& sphere_;
    StopDistance stop_;
    double latest_;
    bool all_;
    SphereFace face_;
    double from_ = 0, to_ = 0;
    std::uint32_t last_face_ = FaceIndex::none_value;
    bool measuring_ = false;
    double within_ = 0;
    double nearest_ = std::numeric_limits<double>::infinity();
    double nearest_counting_ = std::numeric_limits<double>::infinity();
    std::uint32_t through_ = FaceIndex::none_value;
    std::uint64_t steps_ = 0;
    std::uint64_t long_searches_ = 0;
    std::uint64_t budget_ = 0;
    bool spent_ = false;
    double left_out_from_ = std::numeric_limits<double>::infinity();
    bool has_first_ = false;
    Found first_{};
    std::vector<Found> found_;  ///< when all are asked for

    [[nodiscard]] bool goes_against(std::uint32_t face, const TrajectoryTime& m) const {
        return sphere_.target_.normal_of(face).dot(sphere_.track_.velocity(m)) < 0;
    }

    void measure(std::uint32_t face) {
        const CastTarget& target = sphere_.target_;
        const bool against = target.points || goes_against(face, TrajectoryTime{});
        const double distance = face_.distance_from(sphere_.track_.start);
        nearest_ = std::min(nearest_, distance);
        if (target.front && !against) return;
        nearest_counting_ = std::min(nearest_counting_, distance);
        // A particle on a face stands on its front; behind it, it goes on.
        if (distance > within_ || !against || target.points) return;
        const double height = face_.normal().dot(sphere_.track_.start - face_.corner(0));
        if (height >= 0) through_ = std::min(through_, face);
    }

    /// From among faces that do not count, those next to them in their plane may be entered: at the
    /// start, or once the way has turned back from leaving through the plane.
    [[nodiscard]] bool seams_matter() const {
        if (sphere_.start_ != Relation::separate) return true;
        const PointTrajectory& track = sphere_.track_;
        const Vector3d normal = sphere_.target_.normal_of(face_.number());
        const double along = normal.dot(track.velocity(TrajectoryTime{}));
        return std::abs(along) <= track.bend(normal) * to_ + stop_.rounding;
    }

    void search_face() {
        if (face_.is_point()) return;
        const FaceGeometry geometry = face_.geometry();
        double fastest = 0;
        for (std::size_t i = 0; i < face_.count(); ++i) {
            fastest = std::max(fastest, closing_speed(face_.corner(i)));
        }
        const PointPastFace pair(sphere_.track_, geometry, sphere_.target_.front, stop_, fastest);
        // Where the centre is beside the face, as close for rounding, its outline is hit.
        search(pair, CastFeature::face, 0, [&](const Vector3d& centre) {
            return Vector3d(centre - point_to_face(centre, geometry).vector);
        });
    }
    void search_edge(std::size_t i) {
        const bool forward = face_.runs_up(i);  // the same bits for all its faces
        const Vector3d begin = forward ? face_.corner(i) : face_.after(i);
        const Vector3d edge = (forward ? face_.after(i) : face_.corner(i)) - begin;
        const double fastest =
            std::max(closing_speed(face_.corner(i)), closing_speed(face_.after(i)));
        search(PointPastEdge(sphere_.track_, begin, edge, stop_, fastest), CastFeature::edge, i,
               [&](const Vector3d& centre) {
                   return Vector3d(begin + foot_on_edge(centre, begin, edge) * edge);
               });
    }
    void search_vertex(std::size_t i) {
        const Vector3d vertex = face_.corner(i);
        const PointPastPoint pair(sphere_.track_, vertex, stop_, closing_speed(vertex));
        search(pair, CastFeature::vertex, i,
               [&](const Vector3d& /*centre*/) { return Vector3d(vertex); });
    }
    [[nodiscard]] double closing_speed(const Vector3d& resting) const {
        return closing_speed_of(sphere_.path_, sphere_.track_, resting, stop_);
    }

    /// Stops at which no face of the feature counts are passed by: the feature is then left from
    /// its front, or seen from behind. Each costs as much as a face.
    template <class Pair, class Foot>
    void search(const Pair& pair, CastFeature feature, std::size_t i, const Foot& foot) {
        constexpr int most_passed = 4096;  // Choice. Most searches pass a few; so many are no proof
        double from = from_;
        for (int passed = 0;; ++passed) {
            spent_ |= long_searches_ > budget_;
            if (passed == most_passed) left_out_from_ = std::min(left_out_from_, from);
            if (spent_ || passed == most_passed) return;
            // What is level with the best for rounding is looked at too: which of them wins does
            // not depend on the order.
            const double least = 4 * stop_.rounding / pair.speed();
            const double until = std::min(to_, latest_ + least);
            if (until < from) return;
            const std::uint64_t before = steps_;
            const auto moment = first_stop(pair, sphere_.path_, stop_, from, until, steps_);
            long_searches_ += (steps_ - before) / moments_per_cost;
            if (!moment) return;
            const TrajectoryTime m = sphere_.path_.moment(*moment);
            double idle = 0;
            const std::uint32_t face = face_that_counts(feature, i, m, idle);
            if (face != FaceIndex::none_value) {
                offer(*moment, {0, face, feature, foot(sphere_.track_.at(m)), face_.number(),
                                static_cast<std::uint32_t>(i)});
                return;
            }
            from = std::max(*moment, from) + std::max(least, idle);
            ++long_searches_;
        }
    }

    /// When none does, none will for `idle`, but for a rounding.
    [[nodiscard]] std::uint32_t face_that_counts(CastFeature feature, std::size_t i,
                                                 const TrajectoryTime& m, double& idle) const {
        const CastTarget& target = sphere_.target_;
        if (!target.front || target.points || feature == CastFeature::face) return face_.number();
        SphereFace other(target, sphere_.scale_);
        idle = std::numeric_limits<double>::infinity();
        const auto counts = [&](std::uint32_t face) {
            other.load(face);
            const double until = idle_of(other, m);
            idle = std::min(idle, until);
            return until == 0;
        };
        if (all_) return counts(face_.number()) ? face_.number() : FaceIndex::none_value;
        return face_.lowest_of(feature, i, counts);
    }

    /// How long a face does not count from a moment on, but for a rounding; 0: it counts.
    [[nodiscard]] double idle_of(const SphereFace& face, const TrajectoryTime& m) const {
        const PointTrajectory& track = sphere_.track_;
        const Vector3d centre = track.at(m), velocity = track.velocity(m);
        const Vector3d normal = sphere_.target_.normal_of(face.number());
        // What it goes along the way may bend into.
        const double along = normal.dot(velocity);
        const double bends = along < 0 ? 0 : lasts(stop_.rounding, along, track.bend(normal));
        // A face that is closer already was come close to while it did not count: until it is as
        // far again. A distance d has a second derivative of no more than |x''| + |x'|^2 / d.
        const ClosestOnFace closest = point_to_face(centre, face.geometry());
        const double within = stop_.distance - 8 * stop_.rounding - closest.distance;
        if (within <= 0) return bends;
        const double least = stop_.distance / 4;
        double leaves = within / track.speed;
        if (closest.distance > 2 * least) {
            const double nears = -closest.vector.dot(velocity) / closest.distance;
            const double curves = track.turn_speed + track.speed * track.speed / least;
            leaves = std::max(leaves, std::min(lasts(within, nears, curves),
                                               (closest.distance - least) / track.speed));
        }
        if (closest.foot_inside) {  // over the face it is the height
            const double nears = closest.height < 0 ? along : -along;
            leaves = std::max(leaves, std::min(lasts(within, nears, track.bend(normal)),
                                               room_inside(face, centre) / track.speed));
        }
        return std::max(bends, leaves);
    }

    /// How far the foot of a point is inside the face, from its edges.
    [[nodiscard]] static double room_inside(const SphereFace& face, const Vector3d& x) {
        double room = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < face.count(); ++i) {
            const Vector3d edge = face.after(i) - face.corner(i);
            const double inside = face.normal().dot(edge.cross(x - face.corner(i)));
            room = std::min(room, inside / std::max(edge.norm(), 0x1p-500));
        }
        return room;
    }

    void offer(double moment, SphereStop stop) {
        stop.fraction = moment;  // for the order; made a fraction of the motion in the end
        if (all_) {
            found_.push_back({moment, stop});
        } else if (!has_first_ || stop.before(first_.stop)) {
            has_first_ = true;
            first_ = {moment, stop};
            latest_ = moment;
        }
    }
};

TurningSphere::TurningSphere(const CastTarget& target, const MotionTrajectory& motion,
                             const Vector3d& centre, double radius, double rounding)
    : target_(target),
      motion_(motion),
      scale_(scale_for(rounding * 0x1p45)),
      path_(motion.path),
      rounding_(rounding * scale_) {
    path_.origin *= scale_;
    path_.advance *= scale_;
    track_ = path_.track(centre * scale_);
    // Nothing is thinner than the rounding.
    radius_ = std::max(radius * scale_, 4 * tolerance::cast_contact * rounding_);
}

bool TurningSphere::pay(CastBudget& budget, std::uint32_t boxes, std::uint32_t faces,
                        std::uint64_t long_searches) {
    budget.boxes += boxes;
    budget.faces += faces;
    const std::uint64_t cost = std::uint64_t{boxes} + faces + long_searches;
    if (budget.left < cost) {
        budget.left = 0;
        return false;
    }
    budget.left -= cost;
    return true;
}

/// The level at which it stops: its radius, or, when it starts closer, about the distance it has.
/// A centre that starts on a face is a particle there.
double TurningSphere::level_from_start(CastBudget& budget) {
    const double slack = tolerance::cast_contact * rounding_;
    Look look(*this, radius_, 0, false);
    look.measure_start(2 * slack);
    const ThickSegment piece{.from = track_.start / scale_,
                             .vector = Vector3d::Zero(),
                             .radius = (radius_ + 2 * slack) / scale_,
                             .rounding = rounding_ / scale_};
    const std::uint32_t boxes = search_triangles(target_, piece, look);
    (void)pay(budget, boxes, look.looks, 0);
    const double distance = look.nearest();
    if (distance >= radius_ + slack) return radius_;
    start_ = distance < radius_ - slack ? Relation::overlapping : Relation::touching;
    const double kept = look.nearest_counting();
    if (kept >= radius_ + slack) return radius_;
    keeps_distance_ = true;
    if (kept > 2 * slack) return std::min(radius_, kept - slack);
    if (look.goes_through() != FaceIndex::none_value) {
        has_hit_ = true;
        SphereFace face(target_, scale_);
        face.load(look.goes_through());
        SphereStop stop;
        stop.face = face.number();
        (void)face.put_at_start(stop, track_.start);
        describe(target_, stop, track_.start, scale_, hit_);
    }
    on_face_ = true;
    return slack;
}

/// When the centre is beside the target along the axis: of many turns most may pass before or
/// beyond it.
TurningSphere::Range TurningSphere::moments_beside() const {
    const double advance = path_.advance.dot(path_.axis);
    Range range{0, path_.end};
    if (advance == 0) return range;
    const Box& box = target_.shape().box;
    double lower = std::numeric_limits<double>::infinity(), upper = -lower;
    for (unsigned corner = 0; corner < 8; ++corner) {
        Vector3d x;
        for (unsigned i = 0; i < 3; ++i) {
            x[i] = (corner >> i & 1U) != 0 ? box.upper[i] : box.lower[i];
        }
        const Vector3d placed = target_.placed.rotation * x + target_.placed.translation;
        const double along = path_.axis.dot(placed * scale_ - track_.start);
        lower = std::min(lower, along);
        upper = std::max(upper, along);
    }
    const double room = radius_ + tolerance::cast_contact * rounding_;
    const double first = (lower - room) / advance, last = (upper + room) / advance;
    range.from = std::max(range.from, std::min(first, last));
    range.to = std::min(range.to, std::max(first, last));
    return range;
}

/// The longest arc that bulges over its chord by no more than a quarter of the level, or a
/// hundredth of the circle's radius: the arm t^2 / 8.
double TurningSphere::arc_for(double level) const {
    SWEPT_ASSERT(level >= 0, "a distance");
    const double bulge = std::max(level / 4, track_.turn_speed / 128);
    return track_.turn_speed > 0 ? std::min(std::sqrt(8 * bulge / track_.turn_speed), 1.0) : 1e300;
}

/// Arc after arc, until something stops it or the budget is spent.
bool TurningSphere::walk(double level, Look& look, CastBudget& budget) const {
    const Range beside = moments_beside();
    const double arc = arc_for(level);
    const double bulge = track_.turn_speed > 0 ? track_.turn_speed * arc * arc / 8 : 0;
    for (double from = beside.from; from <= std::min(beside.to, look.latest());) {
        const double to = std::min(from + arc, beside.to);
        const Vector3d here = track_.at(path_.moment(from)), there = track_.at(path_.moment(to));
        const std::uint32_t looked = look.looks;
        look.set_arc(from, to, budget.left);
        const ThickSegment piece{
            .from = here / scale_,
            .vector = (there - here) / scale_,
            .radius = (level + bulge + 2 * tolerance::cast_contact * rounding_) / scale_,
            .rounding = rounding_ / scale_};
        const std::uint32_t boxes = search_triangles(target_, piece, look);
        if (!pay(budget, boxes, look.looks - looked, look.long_searches())) return false;
        if (look.left_out()) return false;
        if (to == beside.to) break;
        if (!(to > from)) return false;  // so many turns that moments are further apart than arcs
        from = to;
    }
    return true;
}

bool TurningSphere::run(double latest, std::vector<CastHit>* all, CastBudget& budget) {
    const double level = level_from_start(budget);
    if (has_hit_ && all != nullptr) all->push_back(hit_);
    if (track_.speed == 0 || (has_hit_ && all == nullptr)) return true;
    const double end = std::min(latest * motion_.angle * (1 + 0x1p-40), path_.end);
    Look look(*this, level, end, all != nullptr);
    const bool paid = walk(level, look, budget);
    if (look.left_out() && all == nullptr) return false;
    for (const Found& found : look.found()) {
        hit_ = described(found.stop, found.moment, level);
        has_hit_ = true;
        if (all != nullptr) all->push_back(hit_);
    }
    return paid;
}

/// From a contact the first roundings of an approach are the slack's, as on straight ways.
CastHit TurningSphere::described(SphereStop stop, double moment, double level) const {
    Vector3d centre = track_.at(path_.moment(moment));
    stop.fraction = fraction_at(motion_, moment);
    // Not what did not count there.
    const bool counted = !target_.front || target_.points ||
                         target_.normal_of(stop.face).dot(track_.velocity(TrajectoryTime{})) < 0;
    if (keeps_distance_ && counted) {
        SphereFace face(target_, scale_);
        face.load(stop.tested_face);
        SphereStop moved = stop;
        const bool over_it = face.put_at_start(moved, track_.start);
        const Vector3d away = track_.start - moved.point;
        if (over_it && away.norm() <= level + (tolerance::cast_contact + 2) * rounding_ &&
            away.dot(track_.velocity(TrajectoryTime{})) < 0) {
            stop = moved;
            centre = track_.start;
        }
    }
    CastHit hit;
    describe(target_, stop, centre, scale_, hit);
    return hit;
}

}  // namespace swept::cast_detail

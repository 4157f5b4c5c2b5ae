#include "cast/sphere.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "swept/tolerance.h"

namespace swept::cast_detail {

using Eigen::Vector3d;

namespace {

double largest_of(const CastTarget& target, const Segment& way, double level) {
    const double end = std::isinf(way.end) ? 0 : way.vector.lpNorm<Eigen::Infinity>();
    return std::max({target.reach, way.from.lpNorm<Eigen::Infinity>(), end, level});
}

/// Where a moving point comes down to a distance from one at rest: `start` is the way from that to
/// it, `rate` its velocity, `speed_sq` the square of it. Measured from where it is closest, and how
/// close that is by a cross product: by the moment of it, the moment's rounding would count, which
/// is that of the whole way there (docs/derivations/casts.md). -1 when it stays further away until
/// the end; leans towards a hit.
double entry(const Vector3d& start, const Vector3d& rate, double speed_sq, double distance,
             double rounding, double end) {
    const double least = std::sqrt(start.cross(rate).squaredNorm() / speed_sq);
    if (least > distance + rounding) return -1;
    const double middle = -start.dot(rate) / speed_sq;
    const double half_sq = (distance - least) * (distance + least) / speed_sq;
    const double fraction = middle - std::sqrt(std::max(half_sq, 0.0));
    if (fraction <= end) return fraction;
    return (start + end * rate).norm() <= distance + rounding ? end : -1;
}

}  // namespace

SphereVisitor::SphereVisitor(const CastTarget& target, const Segment& way, double level,
                             double rounding, double slack, SphereAim aim, double latest)
    : target_(target),
      way_(way),
      scale_(scale_for(largest_of(target, way, level))),
      from_(way.from * scale_),
      vector_(way.vector * scale_),
      speed_sq_(vector_.squaredNorm()),
      level_(level * scale_),
      rounding_(rounding * scale_),
      slack_(slack * scale_),
      aim_(aim),
      latest_(latest),
      face_(target, scale_) {}

float SphereVisitor::look(std::uint32_t triangle) {
    const std::uint32_t face = target_.face_of(triangle);
    if (face == last_face_) return clock_->tau(latest_);  // another triangle of a polygon
    last_face_ = face;
    ++looks;
    face_.load(face);
    if (aim_ == SphereAim::start) {
        if (starts_within(level_ + 2 * slack_)) {
            const double distance = face_.distance_from(from_);
            nearest_ = std::min(nearest_, distance);
            if (counts()) {
                nearest_counting_ = std::min(nearest_counting_, distance);
            }
        }
        return clock_->tau(latest_);
    }
    if (aim_ == SphereAim::watched && starts_within(level_ + slack_) &&
        face_.distance_from(from_) < level_ + slack_) {
        contact_ = true;
        return -1;
    }
    if (speed_sq_ == 0) return clock_->tau(latest_);
    const bool all = aim_ == SphereAim::all;
    until_ = latest_;
    // Of faces in one plane along the way rounding says which count: then their edges matter.
    const bool flat_too =
        target_.front && std::abs(face_.normal().dot(vector_)) <= 0x1p-20 * std::sqrt(speed_sq_);
    past_plane();
    for (std::size_t i = 0; i < face_.count(); ++i) {
        if (!face_.is_point() && (all || face_.owns_edge(i, flat_too))) past_edge(i);
        if (all || face_.owns_vertex(i)) past_vertex(i);
    }
    return clock_->tau(latest_);
}

/// Necessary only: most faces are ruled out by their plane.
bool SphereVisitor::starts_within(double distance) const {
    return face_.is_point() || std::abs(face_.normal().dot(from_ - face_.corner(0))) <= distance;
}

/// The face that is loaded.
bool SphereVisitor::counts() const {
    // As of the faces of an edge or vertex (offer()): by the plane, which placing does not turn
    // over.
    return !target_.front || target_.points || target_.faces(face_.number(), way_.head, way_.base);
}

void SphereVisitor::past_plane() {
    if (face_.is_point()) return;
    const Vector3d& normal = face_.normal();
    const double height = normal.dot(from_ - face_.corner(0)), rate = normal.dot(vector_);
    const double side = height < 0 ? -1 : 1;
    const double gap = side * height - level_, closing = -side * rate;
    // Within the level of the plane already: it is entered through an edge or vertex
    // (docs/derivations/spheres.md, "Sphere, edge and vertex").
    if (!(closing > 0) || gap < 0) return;
    double fraction = gap / closing;
    if (fraction > way_.end && gap - closing * way_.end <= rounding_ / 2) fraction = way_.end;
    if (fraction > until_) return;
    const Vector3d centre = from_ + fraction * vector_;
    // Where the foot is beside the face an edge or vertex is met. A centre out of the range of
    // double is beside it too.
    const ClosestOnFace closest = point_to_face(centre, face_.geometry());
    if (!(closest.beside(normal) <= rounding_)) return;
    if (!(closest.distance <= level_ + rounding_ / 2)) return;
    offer(fraction, CastFeature::face, 0, centre - side * level_ * normal);
}

void SphereVisitor::past_edge(std::size_t i) {
    SWEPT_ASSERT(i < face_.count(), "an edge of the loaded face");
    // The same way along for all its faces: so all of them find the same bits.
    const bool forward = face_.runs_up(i);
    const Vector3d& begin = forward ? face_.corner(i) : face_.after(i);
    const Vector3d& end = forward ? face_.after(i) : face_.corner(i);
    // The paper's cheap test: the edge against the box around the path.
    if (std::isfinite(until_)) {
        const double room = level_ + rounding_;
        for (int axis = 0; axis < 3; ++axis) {
            const double here = from_[axis], there = here + until_ * vector_[axis];
            if (std::max(begin[axis], end[axis]) < std::min(here, there) - room) return;
            if (std::min(begin[axis], end[axis]) > std::max(here, there) + room) return;
        }
    }
    const Vector3d edge = end - begin;
    const double length = edge.norm();
    if (!(length > 0)) return;
    const Vector3d unit = edge / length, start = from_ - begin;
    // Across the edge and turned by a quarter about it: what is left of a difference instead would
    // keep a part along the edge, by the rounding of its length, which counts for thin spheres.
    const Vector3d across = vector_.cross(unit);
    const double across_sq = across.squaredNorm();
    // Along the edge, but for rounding, its distance does not change: its ends are met first.
    constexpr double parallel = 16 * tolerance::unit_roundoff;
    if (across_sq <= parallel * parallel * speed_sq_) return;
    const double fraction =
        entry(start.cross(unit), across, across_sq, level_, rounding_ / 2, way_.end);
    if (!(fraction >= 0) || fraction > until_) return;
    const Vector3d centre = start + fraction * vector_;
    const double foot = centre.dot(unit), on_edge = std::clamp(foot, 0.0, length);
    if (!(std::abs(foot - on_edge) <= rounding_)) return;
    // Beyond its ends no further than these reach themselves: a seam would go on past its rim.
    if (foot != on_edge && !((centre - on_edge * unit).norm() <= level_ + rounding_ / 2)) return;
    offer(fraction, CastFeature::edge, i, begin + on_edge * unit);
}

void SphereVisitor::past_vertex(std::size_t i) {
    SWEPT_ASSERT(i < face_.count(), "a corner of the loaded face");
    const Vector3d& vertex = face_.corner(i);
    const double fraction =
        entry(from_ - vertex, vector_, speed_sq_, level_, rounding_ / 2, way_.end);
    if (!(fraction >= 0) || fraction > until_) return;
    offer(fraction, CastFeature::vertex, i, vertex);
}

void SphereVisitor::offer(double fraction, CastFeature feature, std::size_t corner,
                          const Vector3d& point) {
    std::uint32_t face = face_.number();
    const bool of_this_face = feature == CastFeature::face || aim_ == SphereAim::all;
    if (of_this_face) {
        if (!counts()) return;
    } else if (target_.front && !target_.points) {
        face = face_.lowest_of(feature, corner, [&](std::uint32_t other) {
            return target_.faces(other, way_.head, way_.base);
        });
        if (face == FaceIndex::none_value) return;
    }
    const SphereStop found{fraction, face,           feature,
                           point,    face_.number(), static_cast<std::uint32_t>(corner)};
    if (aim_ == SphereAim::all) {
        until_ = fraction;
        if (!all_.empty() && all_.back().face == face) {
            if (found.before(all_.back())) all_.back() = found;
        } else {
            all_.push_back(found);
        }
    } else if (found.before(stop_)) {
        stop_ = found;
        until_ = latest_ = fraction;
    }
}

void SphereVisitor::stop_at_start(SphereStop& stop) {
    face_.load(stop.tested_face);
    SphereStop moved = stop;
    const bool over_it = face_.put_at_start(moved, from_);
    const Vector3d away = from_ - moved.point;
    const bool touches = away.norm() <= level_ + slack_ + 2 * rounding_;
    if (over_it && touches && away.dot(vector_) < 0) stop = moved;
}

void SphereVisitor::describe(const SphereStop& stop, CastHit& hit) const {
    cast_detail::describe(target_, stop, from_ + stop.fraction * vector_, scale_, hit);
}

}  // namespace swept::cast_detail

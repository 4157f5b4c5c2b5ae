#include "tests/oracle/sweep_twin.h"

namespace swept::oracle {

TwinMotion::TwinMotion(const Motion& motion) {
    if (const auto* translation = std::get_if<Translation>(&motion)) {
        advance_ = wide(translation->vector());
    } else if (const auto* rotation = std::get_if<Rotation>(&motion)) {
        turn(rotation->origin(), rotation->axis(), rotation->angle());
    } else {
        const Screw& screw = std::get<Screw>(motion);
        turn(screw.origin(), screw.axis(), screw.angle());
        advance_ = screw.advance() * axis_;
    }
}

TwinTrack TwinMotion::track(const LongVector& start) const {
    TwinTrack track{
        start, LongVector::Zero(), LongVector::Zero(), advance_, angle_, advance_.norm(), 0};
    if (angle_ == 0) return track;
    const LongVector arm = start - origin_;
    track.across = axis_.cross(arm);
    track.along = std::abs(arm.dot(axis_));
    track.arm = arm - arm.dot(axis_) * axis_;
    track.speed = std::hypot(angle_ * track.arm.norm(), track.speed);
    return track;
}

LongVector whole_cross(const LongVector& p, const LongVector& q) {
    const LongVector plain = p.cross(q);
    if (plain.squaredNorm() > 1e-2L * p.squaredNorm() * q.squaredNorm()) return plain;
    const auto difference = [](Length a, Length b, Length c, Length d) {
        const Length second = c * d;
        return std::fma(a, b, -second) - std::fma(c, d, -second);
    };
    return {difference(p[1], q[2], p[2], q[1]), difference(p[2], q[0], p[0], q[2]),
            difference(p[0], q[1], p[1], q[0])};
}

Closest closest_from(const LongVector& on_a, const LongVector& on_b,
                     const LongVector& keep_across) {
    LongVector line = on_a - on_b;
    const Length along_sq = keep_across.squaredNorm();
    if (along_sq > 0) line -= line.dot(keep_across) / along_sq * keep_across;
    const Length distance = line.norm();
    Closest closest{on_a, on_b, LongVector::Zero(), distance};
    if (distance > 0) closest.normal = line / distance;
    return closest;
}

Closest closest_on_segment(const LongVector& p, const LongVector& a, const LongVector& b) {
    const LongVector along = b - a;
    const Length length_sq = along.squaredNorm();
    const Length s = length_sq > 0 ? (p - a).dot(along) / length_sq : 0;
    if (s <= 0) return closest_from(p, a, LongVector::Zero());
    if (s >= 1) return closest_from(p, b, LongVector::Zero());
    return closest_from(p, a + s * along, along);
}

Closest closest_on_triangle(const LongVector& p, const LongVector& a, const LongVector& b,
                            const LongVector& c) {
    const LongVector ab = b - a, bc = c - b, ca = a - c;
    const LongVector normal = whole_cross(ab, -ca);
    const Length area = normal.norm();
    if (area > 0) {
        const LongVector n = normal / area;
        if (n.cross(ab).dot(p - a) >= 0 && n.cross(bc).dot(p - b) >= 0 &&
            n.cross(ca).dot(p - c) >= 0) {
            const Length height = n.dot(p - a);
            const LongVector outward = height < 0 ? LongVector(-n) : n;
            return {p, p - height * n, height == 0 ? LongVector::Zero().eval() : outward,
                    std::abs(height)};
        }
    }
    Closest best = closest_on_segment(p, a, b);
    for (const Closest& other : {closest_on_segment(p, b, c), closest_on_segment(p, c, a)}) {
        if (other.distance < best.distance) best = other;
    }
    return best;
}

Closest closest_of_segments(const LongVector& a, const LongVector& b, const LongVector& c,
                            const LongVector& d) {
    const LongVector p = b - a, q = d - c, w = c - a;
    const LongVector normal = whole_cross(p, q);
    const Length n_sq = normal.squaredNorm();
    if (n_sq > 0) {
        const Length s = w.cross(q).dot(normal) / n_sq, t = w.cross(p).dot(normal) / n_sq;
        if (s > 0 && s < 1 && t > 0 && t < 1) {
            const LongVector n = normal / std::sqrt(n_sq);
            const LongVector on_a = a + s * p, on_b = c + t * q;
            const Length height = n.dot(on_a - on_b);
            const LongVector outward = height < 0 ? LongVector(-n) : n;
            return {on_a, on_b, height == 0 ? LongVector::Zero().eval() : outward,
                    std::abs(height)};
        }
    }
    Closest best = closest_on_segment(a, c, d);
    for (const Closest& other : {closest_on_segment(b, c, d), swapped(closest_on_segment(c, a, b)),
                                 swapped(closest_on_segment(d, a, b))}) {
        if (other.distance < best.distance) best = other;
    }
    return best;
}

Closest closest_of_features(std::size_t count_a, const FeatureCorners& a, std::size_t count_b,
                            const FeatureCorners& b) {
    if (count_a == 1 && count_b == 1) return closest_from(a[0], b[0], LongVector::Zero());
    if (count_a == 1 && count_b == 2) return closest_on_segment(a[0], b[0], b[1]);
    if (count_a == 2 && count_b == 1) return swapped(closest_on_segment(b[0], a[0], a[1]));
    if (count_a == 1) return closest_on_triangle(a[0], b[0], b[1], b[2]);
    if (count_b == 1) return swapped(closest_on_triangle(b[0], a[0], a[1], a[2]));
    return closest_of_segments(a[0], a[1], b[0], b[1]);
}

TwinFeatures::TwinFeatures(const Polyhedron& shape) {
    for (std::uint32_t v = 0; v < shape.vertex_count(); ++v) vertices.push_back({1, {v, 0, 0}});
    std::set<std::pair<std::uint32_t, std::uint32_t>> sides;  // not as the library found them
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const auto corners = shape.corners(FaceIndex(f));
        for (std::size_t i = 0; i < corners.size(); ++i) {
            sides.insert(std::minmax(corners[i].value, corners[(i + 1) % corners.size()].value));
        }
        for (std::size_t i = 2; i < corners.size(); ++i) {
            triangles.push_back({3, {corners[0].value, corners[i - 1].value, corners[i].value}});
        }
    }
    for (const auto& [from, to] : sides) edges.push_back({2, {from, to, 0}});
}

TwinBall ball_of(const std::vector<LongVector>& points) {
    LongVector lower = points[0], upper = points[0];
    for (const LongVector& p : points) {
        lower = lower.cwiseMin(p);
        upper = upper.cwiseMax(p);
    }
    TwinBall ball{(lower + upper) / 2, 0};
    for (const LongVector& p : points) {
        ball.radius = std::max(ball.radius, (p - ball.centre).norm());
    }
    ball.radius *= 1 + 1e-15L;
    return ball;
}

SweepTwin::SweepTwin(const Polyhedron& mover, const Pose& world_from_mover, const Motion& motion,
                     const Polyhedron& obstacle, const Pose& world_from_obstacle)
    : motion_(motion),
      mover_features_(mover),
      obstacle_features_(obstacle),
      obstacle_(placed_points(obstacle, world_from_obstacle)) {
    const std::vector<LongVector> start = placed_points(mover, world_from_mover);
    for (const LongVector& p : start) tracks_.push_back(motion_.track(p));
    for (const TwinTrack& t : tracks_) travel_ = std::max(travel_, t.speed);
    mover_ball_ = moving_ball(start);
    obstacle_ball_ = ball_of(obstacle_);
    for (const auto* shape : {&mover, &obstacle}) {
        for (const Eigen::Vector3d& v : shape->vertices()) note(wide(v));
    }
    for (const LongVector& p : start) note(p);
    for (const LongVector& p : obstacle_) note(p);
    add_group(mover_features_.vertices, obstacle_features_.triangles);
    add_group(mover_features_.triangles, obstacle_features_.vertices);
    add_group(mover_features_.edges, obstacle_features_.edges);
    if (mover_features_.triangles.empty() && obstacle_features_.triangles.empty()) {
        add_group(mover_features_.vertices, obstacle_features_.vertices);
    }
}

Closest SweepTwin::distance(Length fraction) const {
    const TwinMoment m = motion_.moment(fraction);
    Closest best;
    best.distance = unbounded;
    for (const Group& group : groups_) {
        for (const MovingFeature& a : group.mover) {
            const LongVector centre = a.ball.track.at(m);
            const FeatureCorners corners = corners_at(a, m);
            if ((centre - obstacle_ball_.centre).norm() - a.ball.radius - obstacle_ball_.radius >=
                best.distance) {
                continue;
            }
            for (const FixedFeature& b : group.obstacle) {
                const Length reach = best.distance + a.ball.radius + b.ball.radius;
                if ((centre - b.ball.centre).squaredNorm() >= reach * reach) continue;
                const Closest c =
                    closest_of_features(a.feature.count, corners, b.feature.count, b.corners);
                if (c.distance < best.distance) best = c;
            }
        }
    }
    return best;
}

TwinAnswer SweepTwin::search(const TwinQuestion& question) const {
    Search s{question, question.until, {}};
    for (const Length f : {Length(0), question.until}) {
        if (!question.least) break;
        const Length d = distance(f).distance;
        if (d < s.answer.least) {
            s.answer.least = d;
            s.answer.least_at = f;
        }
    }
    for (const Group& group : groups_) {
        // When each of them can first come near the other shape as a whole.
        std::vector<Length> near_mover;
        for (const FixedFeature& b : group.obstacle) {
            near_mover.push_back(ball_time(mover_ball_, b.ball, 0, s));
        }
        for (const MovingFeature& a : group.mover) {
            const Length near = ball_time(a.ball, obstacle_ball_, 0, s);
            if (near >= s.limit) continue;
            for (std::size_t k = 0; k < group.obstacle.size(); ++k) {
                const Length from = std::max(near, near_mover[k]);
                if (from < s.limit) search_pair(a, group.obstacle[k], from, s);
            }
        }
    }
    return s.answer;
}

SweepTwin::MovingBall SweepTwin::moving_ball(const std::vector<LongVector>& points) const {
    const TwinBall ball = ball_of(points);
    MovingBall moving{motion_.track(ball.centre), ball.radius, 0};
    for (const LongVector& p : points) {
        moving.speed = std::max(moving.speed, motion_.track(p).speed);
    }
    return moving;
}

void SweepTwin::add_group(const std::vector<TwinFeature>& mover,
                          const std::vector<TwinFeature>& obstacle) {
    Group group;
    for (const TwinFeature& f : mover) {
        std::vector<LongVector> points;
        for (std::size_t i = 0; i < f.count; ++i) points.push_back(tracks_[f.vertices[i]].start);
        group.mover.push_back({f, moving_ball(points)});
    }
    for (const TwinFeature& f : obstacle) {
        std::vector<LongVector> points;
        FeatureCorners corners;
        for (std::size_t i = 0; i < f.count; ++i) {
            points.push_back(obstacle_[f.vertices[i]]);
            corners[i] = points.back();
        }
        group.obstacle.push_back({f, ball_of(points), corners});
    }
    groups_.push_back(std::move(group));
}

Length SweepTwin::ball_time(const MovingBall& a, const TwinBall& b, Length from, Search& s) const {
    Length t = from;
    const Length reach = a.radius + b.radius;
    while (t < s.limit) {
        const TwinMoment m = motion_.moment(t);
        const LongVector between = a.track.at(m) - b.centre;
        const Length room = between.norm() - reach - s.floor();
        if (room <= reach / 8 + s.question.tolerance) return t;
        t += ball_step(a, between, room, m);
        ++s.answer.steps;
    }
    return t;
}

void SweepTwin::search_pair(const MovingFeature& a, const FixedFeature& b, Length from,
                            Search& s) const {
    Length t = from;
    for (; t < s.limit; ++s.answer.steps) {
        if (s.answer.steps > s.question.most_steps) {
            s.answer.gave_up = true;
            return;
        }
        const TwinMoment m = motion_.moment(t);
        const LongVector between = a.ball.track.at(m) - b.ball.centre;
        const Length reach = a.ball.radius + b.ball.radius;
        const Length ball_room = between.norm() - reach - s.floor();
        if (ball_room > reach / 2 + s.question.tolerance) {
            t += ball_step(a.ball, between, ball_room, m);
            continue;
        }
        const FeatureCorners corners = corners_at(a, m);
        const Closest c = closest_of_features(a.feature.count, corners, b.feature.count, b.corners);
        if (c.distance < s.answer.least) {
            s.answer.least = c.distance;
            s.answer.least_at = t;
        }
        if (c.distance <= s.question.level + s.question.tolerance) {
            s.answer.reached = t;
            s.limit = t;
            return;
        }
        t += pair_step(a, corners, b, c, s.floor(), m);
    }
}

Length SweepTwin::pair_step(const MovingFeature& a, const FeatureCorners& corners,
                            const FixedFeature& b, const Closest& c, Length floor,
                            const TwinMoment& m) const {
    Length step = unbounded;
    for (std::size_t i = 0; i < a.feature.count; ++i) {
        Length room = unbounded;
        for (std::size_t k = 0; k < b.feature.count; ++k) {
            room = std::min(room, c.normal.dot(corners[i] - b.corners[k]) - floor);
        }
        const TwinTrack& track = tracks_[a.feature.vertices[i]];
        step = std::min(step,
                        clear_step(room, -c.normal.dot(track.velocity(m)), track.bend(c.normal)));
    }
    const Length slow = a.ball.speed > 0 ? (c.distance - floor) / a.ball.speed : unbounded;
    return std::max(step, slow);
}

}  // namespace swept::oracle

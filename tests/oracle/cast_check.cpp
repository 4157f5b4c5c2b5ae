#include "tests/oracle/cast_check.h"

namespace swept::oracle {

void CastTally::add(const CastTally& t) {
    asked += t.asked, hits += t.hits, free += t.free, wrong += t.wrong;
    started_touching += t.started_touching, started_overlapping += t.started_overlapping;
    on_border += t.on_border, gave_up += t.gave_up;
    for (std::size_t i = 0; i < 3; ++i) features[i] += t.features[i];
    for (const auto& [verdict, count] : t.verdicts) verdicts[verdict] += count;
    distance_off = std::max(distance_off, t.distance_off);
    late = std::max(late, t.late);
    point_off = std::max(point_off, t.point_off);
    rounding = std::max(rounding, t.rounding);
}

std::string text_of(const CastHit& h) {
    char text[400];
    std::snprintf(text, sizeof text,
                  "fraction %a (%.17g) sphere %u face %u (index %u) %s %s point {%.17g, %.17g, "
                  "%.17g} normal {%.17g, %.17g, %.17g}",
                  h.fraction, h.fraction, h.sphere, h.face, h.face_index.value,
                  std::string(name_of(h.feature)).c_str(), std::string(name_of(h.side)).c_str(),
                  h.point[0], h.point[1], h.point[2], h.normal[0], h.normal[1], h.normal[2]);
    return text;
}

CastVerdict check_form(const CastShape& shape, const CastHit& h, Length until) {
    if (!(h.fraction >= 0 && h.fraction <= until)) return "a fraction off the way";
    if (!h.point.allFinite() || std::abs(h.normal.norm() - 1) > 1e-12) return "point or normal";
    if (shape.is_points()) {
        if (!h.face_index.is_none()) return "a face of a set of points";
        if (h.feature != CastFeature::vertex) return "a point that is no vertex";
        for (const std::uint32_t v : {h.face}) {
            if (v >= shape.points().size()) return "no such point";
        }
        return "";
    }
    if (h.face_index.value >= shape.face_count()) return "no such face";
    if (h.face != shape.shape().source_face(h.face_index)) return "not the caller's face";
    return "";
}

RayFaces meet_all(const CastShape& shape, const RayTwin& ray, Sides sides) {
    RayFaces faces;
    if (shape.is_points()) return faces;
    for (const CastTriangle& t : shape.triangles()) {
        const RayMeeting m = ray.meet(t, sides);
        faces.touches = faces.touches || m.touches;
        if (m.hit) faces.met.push_back({&t, m});
    }
    return faces;
}

CastVerdict check_ray_start(const CastShape& shape, const Ray& ray, const RayFaces& faces,
                            const CastOptions& options, const CastResult& r) {
    if (faces.touches) return r.start == Relation::touching ? "" : "start: not touching";
    const bool solid = options.initial_overlap == InitialOverlap::solids &&
                       shape.shape().is_closed() && shape.shape().is_oriented();
    if (solid && winding(shape, ray.from()) > 0) {
        return r.start == Relation::overlapping ? "" : "start: not inside";
    }
    return r.start == Relation::separate ? "" : "start: not separate";
}

CastVerdict check_ray_hit(const CastShape& shape, const RayTwin& ray, const RayFaces& faces,
                          const CastHit& h, Length rounding, CastTally& tally) {
    if (CastVerdict v = check_form(shape, h, ray.until()); !v.empty()) return v;
    Length nearest = unbounded, on_face = unbounded;
    bool side = false, normal = false;
    for (const RayFaces::Met& m : faces.met) {
        if (m.triangle->face != h.face_index.value) continue;
        const Length off = std::abs(beyond(ray, *m.triangle, h.fraction, rounding));
        nearest = std::min(nearest, off);
        if (off > rounding) continue;
        side = side || (h.side == FaceSide::front) == (m.meeting.way < 0);
        LongVector n = m.triangle->normal;
        if (m.meeting.way > 0) n = -n;
        const Length slack = normal_slack(shape, *m.triangle);
        const bool along_ray = wide(h.normal).dot(ray.vector()) > 1e-9L * ray.vector().norm();
        normal = normal || (slack < 1 ? (wide(h.normal) - n).norm() <= slack : !along_ray);
    }
    if (nearest == unbounded) return "hits a face that it does not meet";
    tally.note(tally.distance_off, nearest / rounding);
    if (nearest > rounding) return "off the face" + said("by roundings", nearest / rounding);
    if (!side) return "side";
    if (!normal) return "normal of a ray's hit";
    for (const CastTriangle& t : shape.of_face(h.face_index.value)) {
        on_face = std::min(on_face, t.closest(wide(h.point)).distance);
    }
    tally.note(tally.point_off, on_face / rounding);
    if (on_face > 2 * rounding) return "point off the face" + said("by", on_face / rounding);
    return "";
}

CastVerdict check_rounding(const CastShape& shape, Length reach, Length most, const CastResult& r,
                           CastTally& tally) {
    if (!(r.error_bound >= 0) || !std::isfinite(r.error_bound)) return "rounding";
    const Box& own = shape.shape().box();
    const Length size = shape.largest_coordinate() + reach +
                        Length(own.lower.stableNorm() + own.upper.stableNorm());
    // At the end of the range it is some of the smallest doubles.
    if (r.error_bound < 0x1p-1060) return "";
    const Length times = (r.error_bound - Length(shape.shape().plane_deviation())) /
                         std::max(0x1p-53L * size, std::numeric_limits<Length>::min());
    tally.note(tally.rounding, times);
    return times <= most ? "" : "rounding is large" + said("times", times);
}

CastVerdict check_ray(const CastShape& shape, const CastCase& c, const CastResult& r,
                      CastTally& tally) {
    const Sides sides = sides_of(shape.shape(), c.options);
    const RayTwin ray(c.ray);
    const RayFaces faces = meet_all(shape, ray, sides);
    tally.note_answer(r);
    if (CastVerdict v = check_ray_start(shape, c.ray, faces, c.options, r); !v.empty()) {
        return v;
    }
    if (r.state != (faces.met.empty() ? State::free : State::hit)) {
        return faces.met.empty() ? "hits what it does not meet" : "misses what it meets";
    }
    const Length until = c.ray.is_bounded() ? 1 : Length(r.hit.fraction);
    const Length reach = wide(c.ray.from()).norm() + until * ray.vector().norm();
    if (CastVerdict v = check_rounding(shape, reach, most_rounding, r, tally); !v.empty()) return v;
    if (r.state != State::hit) return "";
    if (CastVerdict v = check_ray_hit(shape, ray, faces, r.hit, r.error_bound, tally); !v.empty()) {
        return v;
    }
    for (const RayFaces::Met& m : faces.met) {
        if (m.meeting.touches && r.hit.fraction != 0) return "not stopped at the start";
        const Length late = beyond(ray, *m.triangle, r.hit.fraction, r.error_bound);
        tally.note(tally.late, late / r.error_bound);
        if (late > r.error_bound) return "beyond another face" + said("by", late / r.error_bound);
    }
    return "";
}

CastVerdict check_all_of_ray(const CastShape& shape, const CastCase& c,
                             const std::vector<CastHit>& hits, const CastResult& first,
                             CastTally& tally) {
    const RayTwin ray(c.ray);
    const RayFaces faces = meet_all(shape, ray, sides_of(shape.shape(), c.options));
    std::vector<std::uint32_t> met, found;
    for (const RayFaces::Met& m : faces.met) met.push_back(m.triangle->face);
    for (const CastHit& h : hits) found.push_back(h.face_index.value);
    std::ranges::sort(found);
    std::ranges::sort(met);
    met.erase(std::ranges::unique(met).begin(), met.end());
    if (met != found) return "all: not the faces that it meets";
    for (const CastHit& h : hits) {
        const Length more =
            64 * 0x1p-53L * std::abs(Length(h.fraction) - first.hit.fraction) * ray.vector().norm();
        CastVerdict v = check_ray_hit(shape, ray, faces, h, first.error_bound + more, tally);
        if (!v.empty()) return "all: " + v;
    }
    return "";
}

void add_levels(StopLevels& levels, Length start, Length radius, Length rounding,
                SlackRange slack) {
    const auto add = [&](Length low, Length high, Length at_start) {
        levels.low = std::min(levels.low, low);
        levels.high = std::max(levels.high, high);
        levels.at_start = std::max(levels.at_start, at_start);
    };
    if (start >= radius + (slack.least - 1) * rounding) add(radius, radius, radius);
    if (start >= radius + (slack.most + 1) * rounding) return;
    const Length lowest = std::min(radius, start - slack.most * rounding);
    const Length highest = std::min(radius, start - slack.least * rounding);
    add(lowest - rounding, highest + rounding, highest + (particle_slack + 1) * rounding);
    if (start <= (particle_slack + 1) * rounding) {  // on turns its level is the slack
        add(0, slack.most * rounding, (slack.most + particle_slack + 1) * rounding);
    }
}

StopLevels levels_of(const CastShape& shape, const MovingSphere& sphere, Sides sides,
                     Length rounding, SlackRange slack) {
    const LongVector x = sphere.way.at(0), velocity = sphere.way.velocity(0);
    StopLevels levels;
    const Length l = sphere.radius;
    for (const CastTriangle& t : shape.triangles()) {
        const Length away = (x - t.ball.centre).norm() - t.ball.radius;
        if (away > l + (slack.most + 1) * rounding && away > levels.start) continue;
        const Length distance = t.closest(x).distance;
        levels.nearest = std::min(levels.nearest, distance);
        const Counts does = counts(shape, t.face, velocity, sides);
        if (does == Counts::no) continue;
        levels.start_perhaps = std::min(levels.start_perhaps, distance);
        if (does == Counts::yes) levels.start = std::min(levels.start, distance);
    }
    for (const Length start : {levels.start, levels.start_perhaps}) {
        add_levels(levels, start, l, rounding, slack);
        // On turns nothing is thinner than a few roundings.
        const Length least = 4 * contact_slack * rounding;
        if (!sphere.way.is_straight() && l < least)
            add_levels(levels, start, least, rounding, slack);
    }
    levels.in_contact = levels.start < l + (slack.least - 1) * rounding;
    levels.is_particle = levels.in_contact && levels.start == levels.start_perhaps &&
                         levels.start < (2 * slack.least - 1) * rounding;
    levels.may_be_particle = levels.start_perhaps < (2 * slack.most + 1) * rounding;
    return levels;
}

std::vector<Interval> counting_intervals(const CastShape& shape, std::uint32_t face,
                                         const CentreWay& way, Sides sides, Length until,
                                         Counts wanted) {
    const auto fits = [&](Length fraction) {
        return counts(shape, face, way.velocity(fraction), sides) >= wanted;
    };
    if (way.is_straight() || sides != Sides::front || shape.is_points()) {
        return fits(0) ? std::vector<Interval>{{0, until}} : std::vector<Interval>{};
    }
    // v.n = angle (across.n cos - arm.n sin) + advance.n crosses a limit where a cosine has a
    // value.
    const TwinTrack& t = way.track();
    const CastTriangle& widest = widest_of(shape, face);
    const LongVector& n = widest.normal;
    const Length slack = normal_slack(shape, widest), angle = t.angle;
    const Length c = n.dot(t.across), s = -n.dot(t.arm), size = std::hypot(c, s);
    const Length phase = std::atan2(s, c), pi = std::numbers::pi_v<Length>;
    std::vector<Length> cuts{0, until};
    for (const Length limit : {-slack * t.speed, Length(0), slack * t.speed}) {
        const Length value = (limit - n.dot(t.advance)) / (angle * size);
        if (!(std::abs(value) <= 1)) continue;
        for (const Length at : {phase + std::acos(value), phase - std::acos(value)}) {
            const int turns = static_cast<int>(std::abs(angle) / (2 * pi)) + 2;
            for (int k = -turns; k <= turns; ++k) {
                const Length cut = (at + 2 * pi * k) / angle;
                if (cut > 0 && cut < until) cuts.push_back(cut);
            }
        }
    }
    std::ranges::sort(cuts);
    std::vector<Interval> intervals;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        if (!fits((cuts[i] + cuts[i + 1]) / 2)) continue;
        if (!intervals.empty() && intervals.back().until == cuts[i]) {
            intervals.back().until = cuts[i + 1];
        } else {
            intervals.push_back({cuts[i], cuts[i + 1]});
        }
    }
    return intervals;
}

bool keeps_away(const CentreWay& way, Length until, const TwinBall& ball, Length distance) {
    if (!way.is_straight()) return false;
    const TwinTrack& t = way.track();
    const LongVector to = ball.centre - t.start;
    const Length speed_sq = t.speed * t.speed;
    const Length beside =
        speed_sq > 0 ? std::clamp(to.dot(t.advance) / speed_sq, Length(0), until) : 0;
    const Length reach =
        (ball.radius + distance) * (1 + 1e-12L) + 1e-15L * (to.norm() + ball.centre.norm());
    return (beside * t.advance - to).squaredNorm() > reach * reach;
}

FirstBelow first_within(const CastShape& shape, const MovingSphere& sphere, Sides sides,
                        Length until, Length level, Length tolerance, Counts wanted) {
    FirstBelow first;
    if (level < 0) return first;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        std::optional<std::vector<Interval>> intervals;
        for (const CastTriangle& t : shape.of_face(f)) {
            if (keeps_away(sphere.way, until, t.ball, level)) continue;
            if (!intervals) {
                intervals = counting_intervals(shape, f, sphere.way, sides, until, wanted);
            }
            for (const Interval& in : *intervals) {
                const FirstBelow found = first_below(t, sphere.way, in, level, tolerance);
                first.gave_up = first.gave_up || found.gave_up;
                if (!found.fraction || (*found.fraction == in.from && in.from > 0)) continue;
                if (!first.fraction || *found.fraction < *first.fraction) {
                    first.fraction = found.fraction;
                }
                break;
            }
        }
    }
    return first;
}

PartsAt parts_at(const CastShape& shape, std::uint32_t face, const LongVector& p) {
    PartsAt parts;
    const auto corners = shape.shape().corners(FaceIndex(face));
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const LongVector a = wide(shape.points()[corners[i].value]);
        const LongVector b = wide(shape.points()[corners[(i + 1) % corners.size()].value]);
        parts.edge = std::min(parts.edge, closest_on_segment(p, a, b).distance);
        parts.vertex = std::min(parts.vertex, (p - a).norm());
    }
    return parts;
}

CastVerdict check_sphere_contact(const CastShape& shape, const MovingSphere& sphere,
                                 const CastHit& h, Length near, Length rounding, CastTally& tally) {
    const std::uint32_t face = named_face(shape, h);
    const LongVector x = sphere.way.at(h.fraction), point = wide(h.point);
    Length distance = unbounded, on_face = unbounded;
    for (const CastTriangle& t : shape.of_face(face)) {
        on_face = std::min(on_face, t.closest(point).distance);
        distance = std::min(distance, t.closest(x).distance);
    }
    const CastTriangle& widest = widest_of(shape, face);
    const Length slack = shape.is_points() ? 0 : normal_slack(shape, widest);
    const Length away = (x - point).norm();
    const Length off = std::max(on_face, away - distance);
    tally.note(tally.point_off, off / rounding);
    if (off > near) return "point off what is hit" + said("by roundings", off / rounding);
    if (distance > 1000 * rounding) {
        const Length turn = 32 * rounding / distance + 1e-12L + slack;
        // Of a face its normal, or, where the foot is beside it by a little, the way to the point.
        const LongVector to_side = h.side == FaceSide::front ? widest.normal : -widest.normal;
        Length tilt = (wide(h.normal) - (x - point) / away).norm();
        if (h.feature == CastFeature::face) {
            tilt = std::min(tilt, (wide(h.normal) - to_side).norm());
        }
        if (tilt > turn) return "normal" + said("off", tilt) + said("allowed", turn);
    }
    if (shape.is_points()) return "";
    const PartsAt parts = parts_at(shape, face, point);
    if (h.feature == CastFeature::vertex && parts.vertex > near) return "no vertex there";
    if (h.feature == CastFeature::edge && parts.edge > near) return "no edge there";
    const Length height = widest.normal.dot(x - widest.wide_corners[0]);
    if (std::abs(height) > near + slack * distance && (h.side == FaceSide::front) != (height > 0)) {
        return "side";
    }
    return "";
}

CastVerdict check_sphere_start(const CastShape& shape, const std::vector<MovingSphere>& spheres,
                               const std::vector<StopLevels>& levels, const CastOptions& options,
                               SlackRange slack, const CastResult& r, CastTally& tally) {
    const Length rounding = r.error_bound;
    Relation least = Relation::separate, most = Relation::separate;
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const bool turns = !spheres[i].way.is_straight();
        const Length l = spheres[i].radius;
        const Length thick = turns ? std::max(l, 4 * contact_slack * rounding) : l;
        // The least that it may be, with the wider border, and the most.
        const Length far = levels[i].nearest + rounding, near = levels[i].nearest - rounding;
        Relation low = far < l - slack.most * rounding    ? Relation::overlapping
                       : far < l + slack.least * rounding ? Relation::touching
                                                          : Relation::separate;
        Relation high = near < thick - slack.least * rounding  ? Relation::overlapping
                        : near < thick + slack.most * rounding ? Relation::touching
                                                               : Relation::separate;
        // A particle on a straight way is decided exactly: close to a face it may not touch it.
        if (l == 0 && !turns) low = Relation::separate;
        if (options.initial_overlap == InitialOverlap::solids && shape.shape().is_closed() &&
            shape.shape().is_oriented() && !shape.is_points()) {
            const Eigen::Vector3d centre = spheres[i].way.at(0).cast<double>();
            Length surface = unbounded;
            for (const CastTriangle& t : shape.triangles()) {
                surface = std::min(surface, t.closest(wide(centre)).distance);
            }
            const bool exact = wide(centre) == spheres[i].way.at(0) && surface > 0;
            if (exact && winding(shape, centre) > 0) low = high = Relation::overlapping;
            if (!exact) high = Relation::overlapping;
        }
        least = std::max(least, low);
        most = std::max(most, high);
    }
    if (least != most) ++tally.on_border;
    if (r.start < least) return "start: more than " + std::string(name_of(r.start));
    if (r.start > most) return "start: not " + std::string(name_of(r.start));
    return "";
}

CastVerdict check_sphere_hit(const CastShape& shape, const MovingSphere& sphere,
                             const StopLevels& levels, Sides sides, const CastHit& h,
                             Length rounding, CastTally& tally) {
    if (CastVerdict v = check_form(shape, h, sphere.way.until()); !v.empty()) return v;
    const std::uint32_t face = named_face(shape, h);
    // A particle meets the triangles of a polygon one by one, as a ray does; of one as thin as
    // rounding only exact numbers say which way it looks.
    const auto may_count_there = [&](const CastTriangle& t) {
        return levels.may_be_particle && t.closest(wide(h.point)).distance <= rounding &&
               (normal_slack(shape, t) >= 1 ||
                counts(shape, t, sphere.way.velocity(h.fraction)) != Counts::no);
    };
    if (counts(shape, face, sphere.way.velocity(h.fraction), sides) == Counts::no &&
        std::ranges::none_of(shape.of_face(face), may_count_there)) {
        return "hits a face that does not count";
    }
    const LongVector x = sphere.way.at(h.fraction);
    Length distance = unbounded;
    for (const CastTriangle& t : shape.of_face(face)) {
        distance = std::min(distance, t.closest(x).distance);
    }
    const Length high = h.fraction == 0 ? std::max(levels.high, levels.at_start) : levels.high;
    // On a turn a face may come to count when the sphere is within its level already. Whether that
    // stops an approach is not said.
    const LongVector velocity = sphere.way.velocity(h.fraction);
    const bool late = sides == Sides::front && !sphere.way.is_straight() && h.fraction > 0 &&
                      velocity.dot(x - wide(h.point)) < 0;
    if (late && distance < levels.low - rounding) {
        ++tally.on_border;
        return "";
    }
    const Length off = std::max({Length(0), levels.low - distance, distance - high});
    tally.note(tally.distance_off, off / rounding);
    if (off > rounding) {
        return "off the level" + said("by roundings", off / rounding) + said("distance", distance) +
               said("level", high);
    }
    // A centre that starts on a face is on it, to within the slack.
    const bool on_it = levels.start_perhaps <= (particle_slack + 1) * rounding;
    const Length near = (on_it ? particle_slack + 2 : 4) * rounding;
    return check_sphere_contact(shape, sphere, h, near, rounding, tally);
}

bool came_to_count_within(const CastShape& shape, const MovingSphere& sphere, Sides sides,
                          Length fraction, Length level) {
    if (sphere.way.is_straight() || sides != Sides::front) return false;
    const LongVector x = sphere.way.at(fraction), velocity = sphere.way.velocity(fraction);
    const LongVector before = sphere.way.at(fraction * (1 - 1e-6L));
    return std::ranges::any_of(shape.triangles(), [&](const CastTriangle& t) {
        return (t.closest(x).distance < 0.999L * level || t.closest(before).distance < level) &&
               counts(shape, t.face, velocity, sides) != Counts::no;
    });
}

CastVerdict check_spheres(const CastShape& shape, const std::vector<MovingSphere>& spheres,
                          const CastOptions& options, const CastResult& r, CastTally& tally) {
    tally.note_answer(r);
    const Sides sides = sides_of(shape.shape(), options);
    const bool hit = r.state == State::hit;
    Length reach = 0;
    for (const MovingSphere& s : spheres) {
        const Length until = s.way.until() == 1 ? 1 : hit ? Length(r.hit.fraction) : 0;
        const TwinTrack& track = s.way.track();
        const Length near = track.start.norm() + s.radius;
        // An axis that is named by a far point of it counts as that much more way.
        const Length beyond = std::max(track.along - shape.largest_coordinate() - near, Length(0));
        const Length turned = std::min(std::abs(track.angle), Length(1));
        reach = std::max(reach, near + until * track.speed + turned * beyond);
    }
    const bool turning = !spheres.front().way.is_straight();
    const Length most = turning ? most_rounding_turning : most_rounding;
    if (CastVerdict v = check_rounding(shape, reach, most, r, tally); !v.empty()) return v;
    if (r.state == State::undecided) return "undecided";
    const SlackRange slack{spheres.size() == 1 ? contact_slack : 1, contact_slack};
    std::vector<StopLevels> levels;
    for (const MovingSphere& s : spheres) {
        levels.push_back(levels_of(shape, s, sides, r.error_bound, slack));
    }
    if (CastVerdict v = check_sphere_start(shape, spheres, levels, options, slack, r, tally);
        !v.empty()) {
        return v;
    }
    if (hit && r.hit.sphere >= spheres.size()) return "no such sphere";
    if (hit) {
        const StopLevels& own = levels[r.hit.sphere];
        CastVerdict v =
            check_sphere_hit(shape, spheres[r.hit.sphere], own, sides, r.hit, r.error_bound, tally);
        if (!v.empty()) return v;
        // Who starts in contact is stopped by what comes closer, and by nothing else.
        if (own.in_contact && !own.is_particle) {
            const FirstBelow closer =
                first_within(shape, spheres[r.hit.sphere], sides, spheres[r.hit.sphere].way.until(),
                             own.high + r.error_bound, 0, Counts::perhaps);
            if (!closer.fraction && !closer.gave_up) return "stopped though it does not approach";
        }
    }
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const Length until = hit ? Length(r.hit.fraction) : spheres[i].way.until();
        const Length error =
            distance_error(shape, spheres[i].way, std::isfinite(until) ? until : Length(0));
        const Length level = levels[i].low - (hit ? Length(r.error_bound) : 2 * error);
        const FirstBelow within =
            first_within(shape, spheres[i], sides, until, level - error, error, Counts::yes);
        if (within.gave_up) ++tally.gave_up;
        if (!within.fraction) continue;
        // Where faces may count at the start it may keep the larger of the two distances.
        const bool knows_level = levels[i].start == levels[i].start_perhaps;
        const Length kept = knows_level ? level - error : levels[i].high;
        if (came_to_count_within(shape, spheres[i], sides, *within.fraction, kept)) {
            ++tally.on_border;
            continue;
        }
        return (hit ? "too late: sphere " : "misses: sphere ") + std::to_string(i) +
               said("is within the level at", *within.fraction);
    }
    return "";
}

CastVerdict check_all_of_spheres(const CastShape& shape, const std::vector<MovingSphere>& spheres,
                                 const CastOptions& options, const std::vector<CastHit>& hits,
                                 Length rounding, CastTally& tally) {
    const Sides sides = sides_of(shape.shape(), options);
    const SlackRange slack{spheres.size() == 1 ? contact_slack : 1, contact_slack};
    for (std::uint32_t i = 0; i < spheres.size(); ++i) {
        const MovingSphere& sphere = spheres[i];
        const StopLevels levels = levels_of(shape, sphere, sides, rounding, slack);
        std::vector<bool> hit(shape.face_count(), false);
        for (const CastHit& h : hits) {
            if (h.sphere >= spheres.size()) return "all: no such sphere";
            if (h.sphere != i) continue;
            CastVerdict v = check_sphere_hit(shape, sphere, levels, sides, h, rounding, tally);
            if (!v.empty()) return "all: " + v;
            hit[named_face(shape, h)] = true;
        }
        if (!sphere.way.is_straight() || levels.is_particle) continue;
        const LongVector velocity = sphere.way.velocity(0);
        for (const CastTriangle& t : shape.triangles()) {
            const Length level = levels.low - 4 * distance_error(shape, sphere.way, 1);
            if (level < 0 || hit[t.face] ||
                keeps_away(sphere.way, sphere.way.until(), t.ball, level))
                continue;
            if (counts(shape, t.face, velocity, sides) != Counts::yes) continue;
            const FirstBelow within = first_below(t, sphere.way, {0, sphere.way.until()}, level, 0);
            if (within.fraction) return "all: a face is missing" + said("face", t.face);
        }
    }
    return "";
}

}  // namespace swept::oracle

#include "tests/oracle/sweep_check.h"

#include "tests/oracle/contact_normals.h"

namespace swept::oracle {

Length stated_rounding(const SweepTwin& twin, const SweepCase& c) {
    const auto size = [](const Polyhedron& shape, const Pose& pose) {
        double reach = 0;
        for (const Vector3d& v : shape.vertices()) reach = std::max(reach, v.norm());
        const Vector3d corner = shape.box().lower.cwiseAbs().cwiseMax(shape.box().upper.cwiseAbs());
        return Length(std::max(reach, corner.norm()) + pose.translation().norm());
    };
    const Length sizes = std::max(size(c.mover.shape, c.world_from_mover),
                                  size(c.obstacle.shape, c.world_from_obstacle));
    return 32 * Length(tolerance::unit_roundoff) * (sizes + twin.travel()) +
           Length(c.mover.shape.plane_deviation()) + Length(c.obstacle.shape.plane_deviation());
}

void SweepTally::add(const SweepTally& t) {
    sweeps += t.sweeps, hits += t.hits, free += t.free;
    started_meeting += t.started_meeting, started_within += t.started_within;
    lost += t.lost, gave_up += t.gave_up, wrong += t.wrong, twin_steps += t.twin_steps;
    for (std::size_t i = 0; i < 6; ++i) kinds[i] += t.kinds[i];
    early = std::max(early, t.early), deep = std::max(deep, t.deep);
    off_pose = std::max(off_pose, t.off_pose);
    separation_off = std::max(separation_off, t.separation_off);
    point_off = std::max(point_off, t.point_off);
    normal_off = std::max(normal_off, t.normal_off);
    approach = std::max(approach, t.approach);
    thinnest = std::min(thinnest, t.thinnest), thickest = std::max(thickest, t.thickest);
}

Closest closest_of(const PlacedFeature& a, const PlacedFeature& b) {
    Closest best;
    best.distance = unbounded;
    for (const FeatureCorners& x : a.pieces) {
        for (const FeatureCorners& y : b.pieces) {
            const Closest c = closest_of_features(a.count, x, b.count, y);
            if (c.distance < best.distance) best = c;
        }
    }
    return best;
}

Verdict check_feature(const Polyhedron& shape, const ContactFeature& f, int wanted) {
    if (f.vertex_count != wanted) return "the kind and the count of vertices disagree";
    for (std::size_t i = 0; i < f.vertex_count; ++i) {
        if (f.vertex_indices[i].value >= shape.vertex_count()) return "no such vertex";
        if (f.vertices[i] != shape.source_vertex(f.vertex_indices[i])) {
            return "not the caller's vertex";
        }
    }
    if (shape.face_count() == 0) {
        if (!f.face_index.is_none()) return "a face of a set of points";
        return f.face == f.vertices[0] ? "" : "not the caller's point";
    }
    if (f.face_index.value >= shape.face_count()) return "no such face";
    if (f.face != shape.source_face(f.face_index)) return "not the caller's face";
    const auto corners = shape.corners(f.face_index);
    for (std::size_t i = 0; i < f.vertex_count; ++i) {
        if (std::ranges::find(corners, f.vertex_indices[i]) == corners.end()) {
            return "a vertex that is not of its face";
        }
    }
    if (f.vertex_count < 2) return "";
    for (const EdgeIndex e : shape.edges_of(f.face_index)) {
        const auto ends = shape.ends(e);
        if ((ends[0] == f.vertex_indices[0] && ends[1] == f.vertex_indices[1]) ||
            (ends[1] == f.vertex_indices[0] && ends[0] == f.vertex_indices[1])) {
            return "";
        }
    }
    return "two vertices that no edge of the face joins";
}

std::array<int, 2> vertices_of(ContactKind kind) {
    switch (kind) {
        case ContactKind::vertex_face:
            return {1, 0};
        case ContactKind::face_vertex:
            return {0, 1};
        case ContactKind::edge_edge:
            return {2, 2};
        case ContactKind::vertex_edge:
            return {1, 2};
        case ContactKind::edge_vertex:
            return {2, 1};
        case ContactKind::vertex_vertex:
            break;
    }
    return {1, 1};
}

Verdict check_contact(const SweepCase& c, const SweepTwin& twin, const SweepResult& result,
                      Length bound, SweepTally& tally) {
    const Contact& contact = result.contact;
    const auto wanted = vertices_of(contact.kind);
    if (Verdict v = check_feature(c.mover.shape, contact.mover, wanted[0]); !v.empty()) {
        return "contact, mover: " + v;
    }
    if (Verdict v = check_feature(c.obstacle.shape, contact.obstacle, wanted[1]); !v.empty()) {
        return "contact, obstacle: " + v;
    }
    ++tally.kinds[static_cast<std::size_t>(contact.kind)];
    const TwinMoment m = twin.motion().moment(result.free_fraction);
    const PlacedFeature mover =
        placed_feature(c.mover.shape, contact.mover,
                       [&](std::uint32_t v) -> LongVector { return twin.tracks()[v].at(m); });
    const PlacedFeature obstacle =
        placed_feature(c.obstacle.shape, contact.obstacle,
                       [&](std::uint32_t v) -> LongVector { return twin.obstacle_points()[v]; });
    const Closest closest = closest_of(mover, obstacle);
    const auto note = [](double& worst, Length value) {
        worst = std::max(worst, static_cast<double>(value));
    };
    const LongVector normal = wide(contact.normal), point = wide(contact.point);
    if (std::abs(normal.norm() - 1) > 1e-12L) return "contact: the normal is not of unit length";
    note(tally.separation_off, std::abs(closest.distance - contact.separation) / bound);
    if (std::abs(closest.distance - contact.separation) > bound) {
        return "contact: separation" + number("is", closest.distance) +
               number("said", contact.separation) + number("bound", bound);
    }
    if (closest.distance > result.margin + early_bound(twin, c)) {
        return "contact: these features are not close" + number("distance", closest.distance);
    }
    // A short line has no better direction than its ends allow.
    const Length turn = 1e-6L + 4 * std::sqrt(bound / std::max(closest.distance, bound));
    note(tally.normal_off, (normal - closest.normal).norm() / turn);
    if ((normal - closest.normal).norm() > turn) {
        return "contact: the normal" + number("is off by", (normal - closest.normal).norm()) +
               number("allowed", turn);
    }
    const Length off = closest_of(placed_point(point), obstacle).distance;
    note(tally.point_off, off / bound);
    if (off > bound) return "contact: the point is not on the feature" + number("off", off);
    const LongVector across = point + Length(contact.separation) * normal;
    const Length off_mover = closest_of(placed_point(across), mover).distance;
    if (off_mover > 2 * bound + turn * closest.distance) {
        return "contact: the point is not where they are closest" + number("off", off_mover) +
               number("bound", bound);
    }
    const Length mover_off = normal_off(
        c.mover.shape, contact.mover,
        [&](std::uint32_t v) -> LongVector { return twin.tracks()[v].at(m); }, bound);
    const Length obstacle_off = normal_off(
        c.obstacle.shape, contact.obstacle,
        [&](std::uint32_t v) -> LongVector { return twin.obstacle_points()[v]; }, bound);
    if (mover_off > 0) return "contact, mover: face normal" + number("off", mover_off);
    if (obstacle_off > 0) return "contact, obstacle: face normal" + number("off", obstacle_off);
    const LongVector velocity = twin.motion().track(across).velocity(twin.motion().moment(0));
    // The track of the contact point starts where it stands now: the velocity of that place.
    const Length outward = normal.dot(velocity), allowed = (turn + 1e-9L) * twin.travel();
    note(tally.approach, allowed > 0 ? outward / allowed : 0);
    if (outward > allowed) {
        return "contact: the mover is leaving there" + number("outward", outward) +
               number("allowed", allowed);
    }
    return "";
}

Verdict check_motion(const SweepCase& c, const SweepTwin& twin, const SweepResult& result,
                     Length bound, SweepTally& tally) {
    const Length e = result.margin, fraction = result.free_fraction;
    // Is the end where the motion says?
    const TwinMoment m = twin.motion().moment(fraction);
    Length off = 0;
    for (std::uint32_t v = 0; v < c.mover.shape.vertex_count(); ++v) {
        const LongVector placed = wide(result.end * c.mover.shape.vertices()[v]);
        off = std::max(off, (placed - twin.tracks()[v].at(m)).norm());
    }
    tally.off_pose = std::max(tally.off_pose, static_cast<double>(off / bound));
    if (off > bound) {
        return "the end is not at free_fraction" + number("off", off) + number("bound", bound);
    }
    if (result.state == State::hit) {
        const Length at_stop = twin.distance(fraction).distance;
        tally.early = std::max(tally.early, static_cast<double>((at_stop - e) / bound));
        if (at_stop > e + early_bound(twin, c)) {
            return "a stop without a contact" + number("distance", at_stop) + number("margin", e) +
                   number("bound", bound);
        }
    }
    const TwinAnswer way = twin.search(
        {.level = std::max(e - bound, Length(0)), .tolerance = bound / 1000, .until = fraction});
    tally.twin_steps += way.steps;
    if (way.gave_up && !way.reached) {
        ++tally.gave_up;
        return "";
    }
    tally.deep = std::max(tally.deep, static_cast<double>((e - way.least) / bound));
    if (way.reached) {
        const Length least =
            twin.search({.level = 0, .tolerance = bound / 1000, .until = fraction}).least;
        return "a contact was missed: at fraction" + number("", *way.reached) + " of" +
               number("", fraction) + number("distance", way.least) + number("margin", e) +
               number("bound", bound) + number("least", least);
    }
    return "";
}

Verdict check_plain(const SweepResult& result) {
    if (!(result.free_fraction >= 0 && result.free_fraction <= 1)) return "free_fraction";
    if ((result.free_fraction == 1) != (result.state == State::free)) {
        return "free_fraction is 1 exactly when free";
    }
    if (!(result.margin > 0 && std::isfinite(result.margin))) return "margin";
    if (result.obstacle != 0) return "there is one obstacle only";
    return "";
}

Verdict check_sweep(const SweepCase& c, const SweepResult& result, SweepTally& tally) {
    ++tally.sweeps;
    if (Verdict v = check_plain(result); !v.empty()) return v;
    const SweepTwin twin(c.mover.shape, c.world_from_mover, c.motion, c.obstacle.shape,
                         c.world_from_obstacle);
    const Length bound = depth_bound(twin, c);
    if (result.state == State::undecided) {
        ++tally.lost;
        if (!lost_in_rounding(twin, c)) return "ten million tests do not decide it";
        return result.free_fraction == 0 ? "" : "lost in rounding, but proven in part";
    }
    const bool meeting =
        interpenetrate(c.mover.shape, c.world_from_mover, c.obstacle.shape, c.world_from_obstacle);
    if (result.state == State::overlapping || meeting) {
        ++tally.started_meeting;
        // Overlapping implies meeting; what only touches may move.
        return meeting || result.state != State::overlapping ? "" : "they do not overlap";
    }
    const Length start = twin.distance(0).distance;
    if (start <= result.margin + 8 * bound) {  // the rules within the margin are for the walks
        ++tally.started_within;
        return "";
    }
    if (result.start != Relation::separate) return "they start apart, beyond the margin";
    const double extent = std::min(c.mover.shape.extent(), c.obstacle.shape.extent());
    tally.thinnest = std::min(tally.thinnest, static_cast<double>(result.margin / bound));
    tally.thickest = std::max(
        tally.thickest,
        static_cast<double>(result.margin / (c.options.margin.least() + 1e-9 * extent + bound)));
    if (result.margin < c.options.margin.least()) return "the margin is thinner than asked for";
    ++(result.state == State::hit ? tally.hits : tally.free);
    if (Verdict v = check_motion(c, twin, result, bound, tally); !v.empty()) return v;
    if (result.state != State::hit) return "";
    return check_contact(c, twin, result, bound, tally);
}

SweepResult twin_answer(const SweepCase& c, double margin) {
    SweepResult result;
    result.margin = margin;
    const SweepTwin twin(c.mover.shape, c.world_from_mover, c.motion, c.obstacle.shape,
                         c.world_from_obstacle);
    const Length bound = depth_bound(twin, c);
    const TwinAnswer way = twin.search({.level = margin, .tolerance = bound / 1000});
    result.free_fraction = way.reached ? static_cast<double>(*way.reached) : 1;
    if (way.reached && result.free_fraction < 1) result.state = State::hit;
    result.end = pose_at(c.motion, c.world_from_mover, result.free_fraction);
    const Closest closest = twin.distance(result.free_fraction);
    result.contact.point = closest.on_b.cast<double>();
    result.contact.normal = closest.normal.cast<double>().normalized();
    result.contact.separation = static_cast<double>(closest.distance);
    return result;
}

SweepCase grazing(SceneChance& chance, SweepCase c) {
    const SweepTwin twin(c.mover.shape, c.world_from_mover, c.motion, c.obstacle.shape,
                         c.world_from_obstacle);
    const double size = radius_of(c.mover.shape);
    const Length gap = size * chance.magnitude(1e-8, 1e-3) + 1e4L * depth_bound(twin, c);
    if (twin.distance(0).distance < gap) return c;
    const TwinAnswer way =
        twin.search({.level = gap, .tolerance = gap / 1000, .least = false, .most_steps = 100'000});
    if (!way.reached) return c;
    const Closest closest = twin.distance(*way.reached);
    const Vector3d normal = closest.normal.cast<double>(), point = closest.on_b.cast<double>();
    if (!(normal.norm() > 0.5)) return c;
    c.world_from_mover = pose_at(c.motion, c.world_from_mover, static_cast<double>(*way.reached));
    const Vector3d tangent = random_across(chance, normal);
    const double reach = std::max(size, radius_of(c.obstacle.shape)) * chance.magnitude(1e-2, 2);
    const double into = static_cast<double>(gap) * chance.real(0, 3);
    switch (chance.integer(0, 3)) {
        case 0:
        case 1:
            c.motion = Translation::make(reach * tangent - into * normal).value();
            break;
        case 2:
            c.motion =
                Rotation::make(
                    point + chance.real(-1, 1) * reach * tangent, random_across(chance, normal),
                    chance.sign() * chance.magnitude(1, 1e3) * std::min(into / reach, 1e-3))
                    .value();
            break;
        default:
            c.motion = Screw::make(point + 0.1 * size * chance.direction(), normal,
                                   any_angle(chance), -into)
                           .value();
    }
    return c;
}

void print_wrong(std::uint64_t seed, std::uint64_t index, const SweepCase& c, const SweepResult& r,
                 const Verdict& verdict) {
    std::printf("WRONG: %s\n  sweep %llu of seed %llu: state %d fraction %a (%.17g) margin %a\n%s",
                verdict.c_str(), static_cast<unsigned long long>(index),
                static_cast<unsigned long long>(seed), static_cast<int>(r.state), r.free_fraction,
                r.free_fraction, r.margin, describe(c).c_str());
    if (r.state == State::hit) {
        std::printf("    contact kind %d point %s normal %s separation %a\n",
                    static_cast<int>(r.contact.kind), hex(r.contact.point).c_str(),
                    hex(r.contact.normal).c_str(), r.contact.separation);
    }
    std::fflush(stdout);
}

void report_wrong(const SweepRun& run, std::uint64_t index, const SweepCase& c,
                  const Sweeper& sweeper, const Verdict& verdict) {
    print_wrong(run.seed, index, c, sweeper(c), verdict);
    const Finding finding = finding_of(c, [&](const SweepCase& other) {
        SweepTally unused;
        return check_sweep(other, sweeper(other), unused);
    });
    const std::string name = "sweep-" + std::to_string(run.seed) + "-" + std::to_string(index);
    std::fputs(left_behind(run.reproducers, name, finding, verdict).c_str(), stdout);
    std::fflush(stdout);
}

SweepTally judge_sweeps(const SweepRun& run, const Sweeper& sweeper) {
    constexpr std::uint64_t chunk = 64;
    std::atomic<std::uint64_t> next = 0, wrong = 0;
    std::mutex mutex;
    SweepTally tally;
    const auto work = [&] {
        for (;;) {
            const std::uint64_t begin = next.fetch_add(chunk);
            if (begin >= run.sweeps || wrong >= run.most_wrong) return;
            SweepTally some;
            for (std::uint64_t i = begin; i < std::min(begin + chunk, run.sweeps); ++i) {
                const SweepCase c = sweep_case(run.seed, i);
                const SweepResult result = sweeper(c);
                const Verdict verdict = check_sweep(c, result, some);
                if (verdict.empty()) continue;
                if (!run.contacts && verdict.starts_with("contact")) continue;
                ++some.wrong;
                ++wrong;
                const std::scoped_lock lock(mutex);
                report_wrong(run, i, c, sweeper, verdict);
            }
            const std::scoped_lock lock(mutex);
            tally.add(some);
            if (run.progress) {
                std::fprintf(stderr, "\r%llu of %llu sweeps, %llu wrong ",
                             static_cast<unsigned long long>(tally.sweeps),
                             static_cast<unsigned long long>(run.sweeps),
                             static_cast<unsigned long long>(tally.wrong));
            }
        }
    };
    on_threads(run.threads, work);
    if (run.progress) std::fprintf(stderr, "\n");
    return tally;
}

void print_tally(const SweepTally& t) {
    const auto n = [](std::uint64_t x) { return static_cast<unsigned long long>(x); };
    std::printf(
        "%llu sweeps: %llu hits, %llu free (%.0f %% hit), %llu started meeting, %llu within the "
        "margin, %llu lost in rounding, %llu given up by the twin, %llu wrong\n",
        n(t.sweeps), n(t.hits), n(t.free), 100 * t.hit_share(), n(t.started_meeting),
        n(t.started_within), n(t.lost), n(t.gave_up), n(t.wrong));
    std::printf(
        "in units of the bound: stops early by %.3f, deep by %.3f, end pose %.3f, separation %.3f, "
        "point %.3f; of what is allowed: normal %.3f, approach %.3f\n",
        t.early, t.deep, t.off_pose, t.separation_off, t.point_off, t.normal_off, t.approach);
    std::printf("margin: from %.3f bounds, up to %.3f of (asked or 1e-9 extent, + bound)\n",
                t.thinnest, t.thickest);
    std::printf(
        "contacts: vertex-face %llu, face-vertex %llu, edge-edge %llu, vertex-edge %llu, "
        "edge-vertex %llu, vertex-vertex %llu; %.0f steps of the twin per sweep\n",
        n(t.kinds[0]), n(t.kinds[1]), n(t.kinds[2]), n(t.kinds[3]), n(t.kinds[4]), n(t.kinds[5]),
        static_cast<double>(t.twin_steps) /
            static_cast<double>(std::max<std::uint64_t>(t.sweeps, 1)));
}

bool all_right(const SweepTally& t) {
    if (t.wrong > 0) return false;
    if (t.sweeps < 500) return true;
    const double judged = static_cast<double>(t.hits + t.free) / static_cast<double>(t.sweeps);
    if (t.hit_share() < 0.3 || t.hit_share() > 0.7 || judged < 0.5 || t.gave_up * 1000 > t.sweeps) {
        std::printf("ONE-SIDED: %.0f %% hit, %.0f %% judged\n", 100 * t.hit_share(), 100 * judged);
        return false;
    }
    return true;
}

}  // namespace swept::oracle

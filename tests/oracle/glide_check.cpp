#include "tests/oracle/glide_check.h"

namespace swept::oracle {

using papers::buss::PixelMode;
using papers::buss::PixelStore;
using papers::buss::ScreenCulling;

void GlideTally::add(const GlideTally& t) {
    steps += t.steps, with_collisions += t.with_collisions, collisions += t.collisions;
    proper += t.proper, wrong += t.wrong, events += t.events, certain += t.certain;
    border += t.border, still += t.still, poses += t.poses, entries += t.entries;
    vertex_face += t.vertex_face, face_vertex += t.face_vertex, edge_edge += t.edge_edge;
    shallow += t.shallow, new_pairs += t.new_pairs, sampled += t.sampled;
    pixel_runs += t.pixel_runs, pixel_refused += t.pixel_refused;
    robust_wanted += t.robust_wanted, robust_missed += t.robust_missed;
    plain_wanted += t.plain_wanted, plain_missed += t.plain_missed;
    const auto most = [](double& a, double b) { a = std::max(a, b); };
    most(motion_off, t.motion_off), most(apart, t.apart), most(place_off, t.place_off);
    most(point_off, t.point_off), most(late, t.late), most(normal_off, t.normal_off);
    most(properness_off, t.properness_off), most(pixel_off, t.pixel_off);
    most(pixel_time_off, t.pixel_time_off), most(pixel_apart, t.pixel_apart);
}

Complaints GlideCheck::run(const GlideRun& run, bool dense) {
    ++tally_.steps;
    GlideOptions all;
    all.min_properness = -1;
    auto answer = collider_(c_, all);
    if (!answer) {
        say("refused: %s", answer.error().what.c_str());
        return complaints_;
    }
    result_ = std::move(*answer);
    tally_.with_collisions += result_.collisions.empty() ? 0U : 1U;
    tally_.collisions += result_.collisions.size();
    if (!(result_.error_bound > 0)) {  // the bodies do not move: nothing more to say
        ++tally_.still;
        if (!result_.collisions.empty()) say("collisions of bodies at rest");
        if (twin_.speed > 1e-12L * size()) say("a step that moves was taken for rest");
        return complaints_;
    }
    prepare();
    check_motion();
    for (std::size_t i = 0; i < result_.collisions.size(); ++i) check_collision(i);
    check_order();
    check_events(run, dense);
    check_overlaps(run.poses);
    check_new_pairs(run.poses / 20);
    check_options(all);
    if (run.pixels) check_pixels();
    return complaints_;
}

void GlideCheck::say(const char* format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (complaints_.size() < 8) complaints_.emplace_back(text);
}

std::optional<std::uint32_t> GlideCheck::edge_between(const Polyhedron& shape,
                                                      const std::array<VertexIndex, 2>& ends) {
    if (ends[0].value >= shape.vertex_count()) return std::nullopt;
    for (const EdgeIndex e : shape.edges_of(ends[0])) {
        const auto found = shape.ends(e);
        if (found[0] == ends[1] || found[1] == ends[1]) return e.value;
    }
    return std::nullopt;
}

void GlideCheck::check_motion() {
    const TwinMotion stated(result_.motion);
    const auto compare = [&](std::uint32_t v) {
        const TwinTrack track = stated.track(twin_.a.at[v]);
        for (const Length f : {0.25L, 0.5L, 1.0L}) {
            const Length off =
                (track.at(stated.moment(f)) - twin_.tracks_a[v].at(twin_.screw.moment(f))).norm();
            most(tally_.motion_off, off / near_);
            if (off > near_) say("the motion is off by %Lg roundings at %Lg", off / near_, f);
        }
    };
    const auto n = static_cast<std::uint32_t>(twin_.a.at.size());
    for (std::uint32_t v = 0; v < n; v += std::max(1U, n / 8)) compare(v);
}

void GlideCheck::check_collision(std::size_t i) {
    const Collision& c = result_.collisions[i];
    const auto at = [&](const char* what) {
        say("collision %zu (%s at %.17g): %s", i, short_name(c.contact.kind), c.fraction, what);
    };
    known_.emplace_back();
    Known& known = known_.back();
    if (!(c.fraction >= 0 && c.fraction <= 1)) return at("its fraction is none");
    if (!name_features(c, known)) return at("its features are none");
    const ContactKind kind = c.contact.kind;
    const TwinMoment m = twin_.screw.moment(c.fraction);

    const Length apart = twin_.distance(kind, known.a, known.b, c.fraction);
    most(tally_.apart, apart / near_);
    if (apart > features_bound * near_) {
        say("collision %zu (%s at %.17g): its features are %Lg roundings apart", i,
            short_name(kind), c.fraction, apart / near_);
    }
    check_place(i, c, known, m);
    const Length normal_known_to = check_normal(i, c, known, m);
    if (twin_.facing(kind, known.a, known.b, known.place, m, slack_) == Certain::no) {
        at("its features do not face each other");
    }
    check_properness(i, c, known, m, normal_known_to);
    tally_.proper += c.properness >= 0 ? 1 : 0;
    tally_.vertex_face += kind == ContactKind::vertex_face ? 1 : 0;
    tally_.face_vertex += kind == ContactKind::face_vertex ? 1 : 0;
    tally_.edge_edge += kind == ContactKind::edge_edge ? 1 : 0;
    if (!(c.contact.separation >= 0 && c.contact.separation <= result_.error_bound)) {
        at("its separation is not within rounding");
    }
}

bool GlideCheck::name_features(const Collision& c, Known& known) const {
    const auto side = [](const ContactFeature& f, const Polyhedron& shape, int vertices,
                         std::uint32_t& number) {
        if (f.vertex_count != vertices) return false;
        for (int i = 0; i < vertices; ++i) {
            const auto k = static_cast<std::size_t>(i);
            const VertexIndex v = f.vertex_indices[k];
            if (v.value >= shape.vertex_count()) return false;
            if (f.vertices[k] != shape.source_vertex(v)) return false;
        }
        if (vertices == 0) {
            if (f.face_index.value >= shape.face_count()) return false;
            number = f.face_index.value;
        } else if (vertices == 1) {
            number = f.vertex_indices[0].value;
        } else {
            const auto edge = edge_between(shape, f.vertex_indices);
            if (!edge) return false;
            number = *edge;
            if (f.edge_kind != shape.kind(EdgeIndex(*edge))) return false;
        }
        if (shape.face_count() == 0) return true;
        if (f.face_index.value >= shape.face_count()) return false;
        return vertices == 0 ||
               std::ranges::find(shape.corners(f.face_index), f.vertex_indices[0]) !=
                   shape.corners(f.face_index).end();
    };
    const Contact& contact = c.contact;
    switch (contact.kind) {
        case ContactKind::vertex_face:
            return side(contact.mover, c_.a.shape, 1, known.a) &&
                   side(contact.obstacle, c_.b.shape, 0, known.b);
        case ContactKind::face_vertex:
            return side(contact.mover, c_.a.shape, 0, known.a) &&
                   side(contact.obstacle, c_.b.shape, 1, known.b);
        case ContactKind::edge_edge:
            return side(contact.mover, c_.a.shape, 2, known.a) &&
                   side(contact.obstacle, c_.b.shape, 2, known.b);
        default:
            return false;
    }
}

void GlideCheck::check_place(std::size_t i, const Collision& c, Known& known, const TwinMoment& m) {
    const LongVector start = wide(c_.a_from) * wide(c.point_in_a);
    known.place = twin_.screw.track(start).at(m);
    const ContactKind kind = c.contact.kind;
    const Length off = std::max(twin_.from_feature_a(kind, known.a, known.place, m),
                                twin_.from_feature_b(kind, known.b, known.place));
    most(tally_.place_off, off / near_);
    if (off > place_bound * near_) {
        say("collision %zu (%s at %.17g): its point is %Lg roundings from its features", i,
            short_name(kind), c.fraction, off / near_);
    }
    const LongVector in_world = own_.track(start).at(own_.moment(c.fraction));
    const Length apart = (in_world - wide(c.contact.point)).norm();
    most(tally_.point_off, apart / near_);
    if (apart > place_bound * near_) {
        say("collision %zu (%s at %.17g): its point in the world is %Lg roundings off", i,
            short_name(kind), c.fraction, apart / near_);
    }
}

Length GlideCheck::check_normal(std::size_t i, const Collision& c, Known& known,
                                const TwinMoment& m) {
    // From the world, in which a moved by its own screw, to b at rest.
    const LongVector in_a = own_.inverse().turned(wide(c.contact.normal), own_.moment(c.fraction));
    known.normal = twin_.screw.turned(in_a, m);
    const LongVector velocity = twin_.screw.velocity_at(known.place);
    const ContactKind kind = c.contact.kind;
    LongVector wanted = LongVector::Zero();
    bool either_way = false;
    Length known_to = 1e-12L;
    if (kind == ContactKind::vertex_face) {
        wanted = twin_.b.normals[known.b];
        either_way = !twin_.b.one_sided;
        known_to += 100 * near_ / twin_.b.face_radius[known.b];
    } else if (kind == ContactKind::face_vertex) {
        wanted = -twin_.screw.turned(twin_.a.normals[known.a], m);
        either_way = !twin_.a.one_sided;
        known_to += 100 * near_ / twin_.a.face_radius[known.a];
    } else {
        const auto ea = twin_.a.ends(known.a), eb = twin_.b.ends(known.b);
        const LongVector da = twin_.screw.turned(twin_.a.at[ea[1]] - twin_.a.at[ea[0]], m);
        const LongVector db = twin_.b.at[eb[1]] - twin_.b.at[eb[0]];
        const LongVector cross = da.cross(db);
        wanted = cross.normalized();
        either_way = true;
        const Length shorter = std::min(da.norm(), db.norm());
        known_to = (known_to + 100 * near_ / shorter) * da.norm() * db.norm() /
                   std::max(cross.norm(), Length(1e-300));
    }
    if (either_way && wanted.dot(known.normal) < 0) wanted = -wanted;
    const Length off = (known.normal - wanted).norm();
    most(tally_.normal_off, off / known_to);
    if (off > known_to) {
        say("collision %zu (%s at %.17g): its normal is off by %Lg", i, short_name(kind),
            c.fraction, off);
    }
    if (either_way && known.normal.dot(velocity) > slack_) {
        say("collision %zu (%s at %.17g): its normal goes with the motion", i, short_name(kind),
            c.fraction);
    }
    return known_to;
}

void GlideCheck::check_properness(std::size_t i, const Collision& c, const Known& known,
                                  const TwinMoment& m, Length normal_known_to) {
    const Length wanted = defined_properness(c.contact.kind, known, m);
    const Length off = std::abs(wanted - c.properness);
    // Sampling sees the least sine from above, by the square of a step; nearly parallel edges
    // leave their normal undecided.
    const Length allowed =
        1e-5L + 10 * normal_known_to + 100 * near_ / least_size_at(c.contact.kind, known);
    most(tally_.properness_off, off / allowed);
    if (off > allowed) {
        say("collision %zu (%s at %.17g): its properness is %.9g, by definition %.9Lg", i,
            short_name(c.contact.kind), c.fraction, c.properness, wanted);
    }
}

Length GlideCheck::least_size_at(ContactKind kind, const Known& known) const {
    Length least = 1;
    const auto look_at = [&](const Polyhedron& shape, VertexIndex vertex) {
        for (const EdgeIndex edge : shape.edges_of(vertex)) {
            const auto ends = shape.ends(edge);
            const auto length = (shape.position(ends[1]) - shape.position(ends[0])).norm();
            least = std::min(least, Length(length));
            for (const FaceIndex face : shape.faces_of(edge)) {
                const auto corners = shape.corners(face);
                const Vector3d& first = shape.position(corners[0]);
                Vector3d area = Vector3d::Zero();
                double reach = 1e-300;
                for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
                    const Vector3d p = shape.position(corners[i]) - first;
                    const Vector3d q = shape.position(corners[i + 1]) - first;
                    area += p.cross(q);
                    reach = std::max({reach, p.norm(), q.norm()});
                }
                least = std::min(least, Length(area.norm() / reach));
            }
        }
    };
    const auto look_at_edge = [&](const Polyhedron& shape, std::uint32_t edge) {
        for (const VertexIndex v : shape.ends(EdgeIndex(edge))) look_at(shape, v);
    };
    if (kind == ContactKind::vertex_face) look_at(c_.a.shape, VertexIndex(known.a));
    if (kind == ContactKind::face_vertex) look_at(c_.b.shape, VertexIndex(known.b));
    if (kind == ContactKind::edge_edge) {
        look_at_edge(c_.a.shape, known.a);
        look_at_edge(c_.b.shape, known.b);
    }
    return std::max(least, Length(1e-300));
}

Length GlideCheck::defined_properness(ContactKind kind, const Known& known,
                                      const TwinMoment& m) const {
    const LongVector at_start = twin_.screw_back.turned(known.normal, m);
    if (kind == ContactKind::vertex_face) {
        return sampled_vertex_properness(twin_.a, known.a, at_start);
    }
    if (kind == ContactKind::face_vertex) {
        return sampled_vertex_properness(twin_.b, known.b, -known.normal);
    }
    const auto ea = twin_.a.ends(known.a), eb = twin_.b.ends(known.b);
    std::vector<LongVector> wings_a = wings(twin_.a, known.a);
    for (LongVector& w : wings_a) w = twin_.screw.turned(w, m);
    return sampled_edge_properness(
        wings_a, twin_.screw.turned(twin_.a.at[ea[1]] - twin_.a.at[ea[0]], m).normalized(),
        wings(twin_.b, known.b), (twin_.b.at[eb[1]] - twin_.b.at[eb[0]]).normalized(),
        known.normal);
}

void GlideCheck::check_order() {
    const auto& all = result_.collisions;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        if (all[i].fraction > all[i + 1].fraction) say("collision %zu is out of order", i);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t k = i + 1; k < all.size(); ++k) {
            if (all[k].contact.kind != all[i].contact.kind) continue;
            if (known_[k].a != known_[i].a || known_[k].b != known_[i].b) continue;
            const Length way = (all[k].fraction - all[i].fraction) * twin_.speed;
            if (way + (known_[k].place - known_[i].place).norm() < 4 * near_) {
                say("collisions %zu and %zu are the same", i, k);
            }
        }
    }
}

void GlideCheck::check_events(const GlideRun& run, bool dense) {
    const TwinLimits limits{near_, inside_margin * near_, slack_};
    events_ = twin_.events(limits);
    for (const TwinEvent& e : events_) check_event(e);
    if (!dense || twin_.pairs() > 400) return;
    ++tally_.sampled;
    for (const TwinEvent& e :
         twin_.sampled_events(static_cast<std::uint32_t>(run.moments), limits)) {
        if (e.inside != Certain::yes) continue;
        const bool seen = std::ranges::any_of(events_, [&](const TwinEvent& other) {
            return other.kind == e.kind && other.a == e.a && other.b == e.b &&
                   std::abs(other.fraction - e.fraction) < 1e-12L;
        });
        if (!seen) say("the judge's own search missed an event at %Lg", e.fraction);
    }
}

void GlideCheck::check_event(const TwinEvent& e) {
    ++tally_.events;
    if (e.facing != Certain::yes || !counts(e)) return;
    if (e.inside == Certain::yes) {
        ++tally_.certain;
        if (!reported(e)) {
            say("missed: %s %u %u at %.17Lg, normal speed %Lg of %Lg", short_name(e.kind), e.a, e.b,
                e.fraction, e.normal_speed, twin_.speed);
        }
        return;
    }
    ++tally_.border;
    if (!e.truly_inside || e.normal_speed < 1e-3L * twin_.speed) return;
    // Nothing passes faster than it moves: of parallel edges the volume is rounding.
    if (e.normal_speed > 2 * twin_.speed) return;
    const Length end = near_ * stand_in_bound / twin_.speed;
    if (e.fraction < end || e.fraction > 1 - end) return;
    if (!stood_in_for(e)) {
        say("missed at a border: %s %u %u at %.17Lg, normal speed %Lg of %Lg", short_name(e.kind),
            e.a, e.b, e.fraction, e.normal_speed, twin_.speed);
    }
}

bool GlideCheck::reported(const TwinEvent& e) {
    for (std::size_t i = 0; i < known_.size(); ++i) {
        const Collision& c = result_.collisions[i];
        if (c.contact.kind != e.kind || known_[i].a != e.a || known_[i].b != e.b) continue;
        if (!near_between(i, e.fraction, place_bound * near_)) continue;
        most(tally_.late, std::abs(c.fraction - e.fraction) * e.normal_speed / near_);
        return true;
    }
    return false;
}

bool GlideCheck::near_between(std::size_t i, Length fraction, Length bound) const {
    const Collision& c = result_.collisions[i];
    for (int k = 0; k <= 8; ++k) {
        const Length at = fraction + (c.fraction - fraction) * k / 8;
        if (twin_.distance(c.contact.kind, known_[i].a, known_[i].b, at) > bound) return false;
    }
    return true;
}

Pose GlideCheck::pose_at(Length fraction, const LongVector& shift) const {
    const LongPose pose = twin_.screw.at(fraction) * wide(c_.a_from);
    const LongQuaternion q = pose.rotation.normalized();
    return Pose::make((pose.translation + shift).cast<double>(),
                      Quaternion(static_cast<double>(q.w()), static_cast<double>(q.x()),
                                 static_cast<double>(q.y()), static_cast<double>(q.z())))
        .value();
}

void GlideCheck::check_overlaps(std::uint64_t poses) {
    if (poses == 0 || may_be_entered(twin_.a) || may_be_entered(twin_.b)) return;
    bool before = overlaps(0);
    for (std::uint64_t i = 1; i <= poses; ++i) {
        const Length at = Length(i) / Length(poses);
        const bool now = overlaps(at);
        if (now && !before) check_entry(Length(i - 1) / Length(poses), at);
        before = now;
    }
    tally_.poses += poses + 1;
}

void GlideCheck::check_entry(Length low, Length high) {
    const Length inside = high;
    while (high - low > 1e-13L) {
        const Length middle = (low + high) / 2;
        (overlaps(middle) ? high : low) = middle;
    }
    ++tally_.entries;
    const Length bound = place_bound * near_;
    for (std::size_t i = 0; i < known_.size(); ++i) {
        const Collision& c = result_.collisions[i];
        if (c.properness < -1e-6) continue;
        // The poses at which overlap is asked are rounded, by less than a rounding.
        if (near_between(i, (low + high) / 2, bound + 1e-13L * twin_.speed)) return;
        // Corners that meet and slide past each other are in by the square of their way w, over
        // 2 r: more than the 8 roundings that count as grazing once w is 4 sqrt(r roundings).
        const Length way = (high - c.fraction) * twin_.speed;
        const Length size = c_.a.shape.extent() + c_.b.shape.extent();
        if (way < 0 || way > 4 * std::sqrt(size * near_)) continue;
        if (graze_between(c.fraction, (low + high) / 2)) return;
    }
    if (shallow(inside)) {
        ++tally_.shallow;
        return;
    }
    say("they overlap from %.15Lg on, without a proper collision there", high);
}

bool GlideCheck::shallow(Length fraction) const {
    const TwinMoment m = twin_.screw.moment(fraction);
    const bool now = overlaps(fraction);
    const auto changes_by = [&](const LongVector& direction) {
        for (const Length by : {-8 * near_, 8 * near_}) {
            if (overlaps(fraction, by * direction) != now) return true;
        }
        return false;
    };
    for (const LongVector& n : twin_.b.normals) {
        if (changes_by(n)) return true;
    }
    for (const LongVector& n : twin_.a.normals) {
        if (changes_by(twin_.screw.turned(n, m))) return true;
    }
    return false;
}

GlideCheck::FacePairs GlideCheck::pairs_at(Length fraction) const {
    FacePairs pairs;
    judged_a_.move(c_.a.shape, pose_at(fraction));
    visit_close_pairs(judged_a_, judged_b_, [&](std::uint32_t i, std::uint32_t k) {
        const std::pair pair(faces_a_[i], faces_b_[k]);
        if (pairs.contains(pair)) return;
        if (triangles_touch(judged_a_.points_of(i), judged_b_.points_of(k))) pairs.insert(pair);
    });
    return pairs;
}

void GlideCheck::check_new_pairs(std::uint64_t poses) {
    if (poses == 0 || twin_.a.one_sided || twin_.b.one_sided || !c_.generic) return;
    if (c_.a.shape.face_count() == 0 || c_.b.shape.face_count() == 0) return;
    FacePairs before = pairs_at(0);
    for (std::uint64_t i = 1; i <= poses; ++i) {
        const Length at = Length(i) / Length(poses), last = Length(i - 1) / Length(poses);
        FacePairs now = pairs_at(at);
        for (const auto& pair : now) {
            if (!before.contains(pair)) check_new_pair(pair, last, at);
        }
        before = std::move(now);
    }
}

void GlideCheck::check_new_pair(const std::pair<std::uint32_t, std::uint32_t>& pair, Length low,
                                Length high) {
    while (high - low > 1e-13L) {
        const Length middle = (low + high) / 2;
        (pairs_at(middle).contains(pair) ? high : low) = middle;
    }
    ++tally_.new_pairs;
    const Length at = (low + high) / 2;
    const Length blur = place_bound * near_ + 1e-13L * twin_.speed;
    for (std::size_t i = 0; i < known_.size(); ++i) {
        // Of these two faces, or of others that meet there, too.
        const Collision& c = result_.collisions[i];
        const bool theirs = belongs(c_.a.shape, c.contact.mover, known_[i].a, pair.first) &&
                            belongs(c_.b.shape, c.contact.obstacle, known_[i].b, pair.second);
        if (theirs && near_between(i, at, blur)) return;
        const Length way = std::abs(c.fraction - at) * twin_.speed;
        if (way < stand_in_bound * near_ && near_faces(i, pair)) return;
    }
    // Over an edge within a plane the other goes from one face to the next: nothing happens.
    for (const TwinEvent& e : events_) {
        if (!counts(e) && std::abs(e.fraction - at) * twin_.speed < stand_in_bound * near_) {
            return;
        }
    }
    say("faces %u and %u meet from %.15Lg on, without a collision there", pair.first, pair.second,
        high);
}

bool GlideCheck::belongs(const Polyhedron& shape, const ContactFeature& feature,
                         std::uint32_t number, std::uint32_t face) {
    if (feature.vertex_count == 0) return number == face;
    const auto corners = shape.corners(FaceIndex(face));
    for (std::size_t i = 0; i < feature.vertex_count; ++i) {
        if (std::ranges::find(corners, feature.vertex_indices[i]) == corners.end()) {
            return false;
        }
    }
    return true;
}

bool GlideCheck::same(const Collision& a, const Collision& b) {
    return a.fraction == b.fraction && a.properness == b.properness &&
           a.point_in_a == b.point_in_a && a.contact.kind == b.contact.kind &&
           a.contact.point == b.contact.point && a.contact.normal == b.contact.normal &&
           a.contact.separation == b.contact.separation &&
           a.contact.mover.face_index == b.contact.mover.face_index &&
           a.contact.mover.vertex_indices == b.contact.mover.vertex_indices &&
           a.contact.obstacle.face_index == b.contact.obstacle.face_index &&
           a.contact.obstacle.vertex_indices == b.contact.obstacle.vertex_indices;
}

void GlideCheck::check_options(GlideOptions options) {
    for (const ScreenCulling culling :
         {ScreenCulling::none, ScreenCulling::coarse, ScreenCulling::trees}) {
        options.culling = culling;
        const auto again = collider_(c_, options);
        if (!again || !same(again->collisions, result_.collisions)) {
            say("another answer with culling '%s'", std::string(name_of(culling)).c_str());
        }
    }
    for (const double least : {-0.1, 0.0}) {
        options.min_properness = least;
        const auto some = collider_(c_, options);
        std::vector<Collision> wanted;
        for (const Collision& c : result_.collisions) {
            if (c.properness >= least) wanted.push_back(c);
        }
        if (!some || !same(some->collisions, wanted)) {
            say("a least properness of %g leaves out something else", least);
        }
    }
}

double GlideCheck::short_edge() const {
    double shortest = 1e300;
    for (const Polyhedron* shape : {&c_.a.shape, &c_.b.shape}) {
        std::vector<double> lengths;
        for (std::uint32_t e = 0; e < shape->edge_count(); ++e) {
            const auto ends = shape->ends(EdgeIndex(e));
            lengths.push_back((shape->position(ends[0]) - shape->position(ends[1])).norm());
        }
        if (lengths.empty()) continue;
        std::ranges::nth_element(lengths,
                                 lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 8));
        shortest = std::min(shortest, lengths[lengths.size() / 8]);
    }
    return shortest;
}

void GlideCheck::check_pixel_answer(const Collision& c, const CollisionResult& answer) {
    Known known;
    if (!(c.fraction >= 0 && c.fraction <= 1) || !name_features(c, known)) {
        say("pixels: a collision at %g without features", c.fraction);
        return;
    }
    const Length apart = twin_.distance(c.contact.kind, known.a, known.b, c.fraction);
    most(tally_.pixel_apart, apart / answer.error_bound);
    if (apart > answer.error_bound + near_) {
        say("pixels: features of %s %u %u at %.17g are %Lg of the rounding apart",
            short_name(c.contact.kind), known.a, known.b, c.fraction, apart / answer.error_bound);
    }
}

void GlideCheck::check_pixels() {
    const double edge = short_edge();
    if (edge > 1e299) return;
    for (const int fineness : {6, 12, 24}) {
        for (const PixelMode mode : {PixelMode::robust, PixelMode::plain}) {
            check_pixels(edge / fineness, mode, fineness == 12);
        }
    }
}

void GlideCheck::check_pixels(double pixel, PixelMode mode, bool with_variants) {
    GlideOptions options;
    options.min_properness = -1;
    options.pixels = papers::buss::Pixels{.size = pixel, .mode = mode};
    const auto answer = collider_(c_, options);
    if (!answer) {
        ++tally_.pixel_refused;
        return;
    }
    ++tally_.pixel_runs;
    for (const Collision& c : answer->collisions) check_pixel_answer(c, *answer);
    if (with_variants) {
        for (const PixelStore store : {PixelStore::sorted, PixelStore::hashed}) {
            for (const ScreenCulling culling :
                 {ScreenCulling::none, ScreenCulling::coarse, ScreenCulling::trees}) {
                options.pixels->store = store;
                options.culling = culling;
                const auto again = collider_(c_, options);
                if (!again || !same(again->collisions, answer->collisions)) {
                    say("another answer with pixels stored '%s', culling '%s'",
                        std::string(name_of(store)).c_str(), std::string(name_of(culling)).c_str());
                }
            }
        }
    }
    for (std::size_t i = 0; i < known_.size(); ++i) {
        if (result_.collisions[i].properness < 0) continue;
        const bool found = found_by_pixels(i, *answer, pixel, options.pixels->time);
        if (mode == PixelMode::plain) {
            ++tally_.plain_wanted;
            tally_.plain_missed += found ? 0 : 1;
            continue;
        }
        ++tally_.robust_wanted;
        if (found) continue;
        ++tally_.robust_missed;
        say("pixels of %.17g missed collision %zu (%s %u %u at %.17g, properness %g)", pixel, i,
            short_name(result_.collisions[i].contact.kind), known_[i].a, known_[i].b,
            result_.collisions[i].fraction, result_.collisions[i].properness);
    }
}

bool GlideCheck::found_by_pixels(std::size_t i, const CollisionResult& answer, double pixel,
                                 double time) {
    const Length two_pixels = 2 * std::sqrt(Length(2)) * pixel;
    const Collision& wanted = result_.collisions[i];
    const LongVector velocity = twin_.screw.velocity_at(known_[i].place);
    const Length pace = velocity.norm();
    const LongVector flow = velocity / pace;
    const Length cosine = std::abs(known_[i].normal.dot(flow));
    const Length tangent =
        std::sqrt(std::max(Length(0), 1 - cosine * cosine)) / std::max(cosine, Length(1e-30));
    const Length allowed = two_pixels * (1 + tangent) + time * pace;
    const bool slides =
        wanted.contact.kind == ContactKind::edge_edge && cosine * two_pixels < near_;
    Length best = unbounded, best_across = 0, best_along = 0;
    for (const Collision& c : answer.collisions) {
        Known same;
        if (slides && c.contact.kind == ContactKind::edge_edge && name_features(c, same) &&
            same.a == known_[i].a && same.b == known_[i].b) {
            return true;
        }
        const TwinMoment m = twin_.screw.moment(c.fraction);
        const LongVector place = twin_.screw.track(wide(c_.a_from) * wide(c.point_in_a)).at(m);
        const LongVector off = place - known_[i].place;
        const Length across = (off - off.dot(flow) * flow).norm() / two_pixels;
        const Length along =
            std::max(std::abs(off.dot(flow)), std::abs(c.fraction - wanted.fraction) * pace) /
            allowed;
        if (std::max(across, along) >= best) continue;
        best = std::max(across, along);
        best_across = across;
        best_along = along;
    }
    if (best > 1) return false;
    most(tally_.pixel_off, best_across);
    most(tally_.pixel_time_off, best_along);
    return true;
}

void report_wrong(const GlideRun& run, std::uint64_t number, const GlideCase& c,
                  const Collider& collider, const Complaints& complaints) {
    print_complaints(run.seed, number, c, complaints);
    const auto judged = [&](const GlideCase& other, const GlideRun& how) {
        GlideTally unused;
        const Complaints found = GlideCheck(other, collider, unused).run(how, false);
        return found.empty() ? std::string() : found.front();
    };
    GlideRun how = run;
    if (!run.reproducers.empty()) {
        GlideRun in_a_hurry = run;
        in_a_hurry.pixels = false;
        in_a_hurry.poses = std::min<std::uint64_t>(run.poses, 50);
        if (!judged(c, in_a_hurry).empty()) how = in_a_hurry;
    }
    const Finding finding{{"a", "b"},
                          {c.a.shape, c.b.shape},
                          {collisions_question(c.a_from, c.a_to, c.b_from, c.b_to)},
                          [&](const Shapes& shapes) {
                              GlideCase other = c;
                              other.a.shape = shapes[0];
                              other.b.shape = shapes[1];
                              return judged(other, how);
                          },
                          all_sides};
    const std::string name = "glide-" + std::to_string(run.seed) + "-" + std::to_string(number);
    std::fputs(left_behind(run.reproducers, name, finding, complaints.front()).c_str(), stdout);
    std::fflush(stdout);
}

GlideTally judge_glides(const GlideRun& run, const Collider& collider) {
    constexpr std::uint64_t chunk = 16;
    std::atomic<std::uint64_t> next = 0, wrong = 0;
    std::mutex mutex;
    GlideTally tally;
    const auto work = [&] {
        for (;;) {
            const std::uint64_t begin = next.fetch_add(chunk);
            if (begin >= run.steps || wrong >= run.most_wrong) return;
            GlideTally some;
            for (std::uint64_t i = begin; i < std::min(begin + chunk, run.steps); ++i) {
                const GlideCase c = glide_case(run.seed, i);
                const Complaints complaints = GlideCheck(c, collider, some).run(run, i % 8 == 0);
                if (complaints.empty()) continue;
                ++some.wrong;
                ++wrong;
                const std::scoped_lock lock(mutex);
                report_wrong(run, i, c, collider, complaints);
            }
            const std::scoped_lock lock(mutex);
            tally.add(some);
            if (run.progress) {
                std::fprintf(stderr, "\r%llu of %llu steps, %llu wrong ",
                             static_cast<unsigned long long>(tally.steps),
                             static_cast<unsigned long long>(run.steps),
                             static_cast<unsigned long long>(tally.wrong));
            }
        }
    };
    on_threads(run.threads, work);
    if (run.progress) std::fprintf(stderr, "\n");
    return tally;
}

void print_tally(const GlideTally& t) {
    const auto n = [](std::uint64_t x) { return static_cast<unsigned long long>(x); };
    const auto percent = [](std::uint64_t part, std::uint64_t whole) {
        return whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
    };
    std::printf("%llu steps, %.0f %% with collisions, %llu at rest, %llu wrong\n", n(t.steps),
                percent(t.with_collisions, t.steps), n(t.still), n(t.wrong));
    std::printf(
        "%llu collisions: %llu vertex-face, %llu face-vertex, %llu edge-edge; %llu proper\n",
        n(t.collisions), n(t.vertex_face), n(t.face_vertex), n(t.edge_edge), n(t.proper));
    std::printf(
        "the twin: %llu events, %llu of them certain, %llu at borders; %llu steps sampled "
        "densely\n",
        n(t.events), n(t.certain), n(t.border), n(t.sampled));
    std::printf(
        "overlap: %llu poses, %llu entries, %llu of them shallow; %llu new pairs of faces\n",
        n(t.poses), n(t.entries), n(t.shallow), n(t.new_pairs));
    std::printf(
        "in units of the rounding: motion %.3f, features apart %.3f, place %.3f, point in world "
        "%.3f, moment %.3f; of what is allowed: normal %.3f, properness %.3f\n",
        t.motion_off, t.apart, t.place_off, t.point_off, t.late, t.normal_off, t.properness_off);
    std::printf(
        "pixels: %llu runs, %llu refused, features %.3f of the answer's rounding apart; robust: "
        "%llu of %llu proper collisions missed, place off by %.3f of two pixels, moment by %.3f of "
        "what is allowed; plain: %llu of %llu missed (%.3f %%)\n",
        n(t.pixel_runs), n(t.pixel_refused), t.pixel_apart, n(t.robust_missed), n(t.robust_wanted),
        t.pixel_off, t.pixel_time_off, n(t.plain_missed), n(t.plain_wanted),
        percent(t.plain_missed, t.plain_wanted));
}

bool all_right(const GlideTally& t) {
    if (t.wrong > 0) return false;
    if (t.steps < 200) return true;
    const double share = static_cast<double>(t.with_collisions) / static_cast<double>(t.steps);
    const double luck = t.steps < 500 ? 0.1 : 0;  // three deviations of so few
    if (share < 0.3 - luck || share > 0.7 + luck || t.certain < t.border ||
        t.proper * 20 < t.steps) {
        std::printf("ONE-SIDED: %.0f %% with collisions\n", 100 * share);
        return false;
    }
    return true;
}

}  // namespace swept::oracle

#include "tests/oracle/contacts_check.h"

namespace swept::oracle {

void ContactTally::add(const ContactTally& t) {
    placements += t.placements, wrong += t.wrong, missing += t.missing;
    separate += t.separate, touching += t.touching, overlapping += t.overlapping;
    contained += t.contained, with_contacts += t.with_contacts, contacts += t.contacts;
    required += t.required, on_seams += t.on_seams, unmeasured += t.unmeasured;
    for (std::size_t i = 0; i < 6; ++i) kinds[i] += t.kinds[i];
    distances += t.distances, beyond += t.beyond;
    reduced_from += t.reduced_from, reduced_to += t.reduced_to;
    separation_off = std::max(separation_off, t.separation_off);
    distance_off = std::max(distance_off, t.distance_off);
    point_off = std::max(point_off, t.point_off);
    normal_off = std::max(normal_off, t.normal_off);
}

std::string text_of(const Contact& c) {
    char text[512];
    const auto feature = [](const ContactFeature& f) {
        std::string named = "face " + std::to_string(f.face_index.value);
        for (std::size_t i = 0; i < f.vertex_count; ++i) {
            named += (i == 0 ? " vertices " : " ") + std::to_string(f.vertex_indices[i].value);
        }
        return named;
    };
    std::snprintf(text, sizeof text,
                  "%s: a %s, b %s; point (%.17g %.17g %.17g) normal (%.17g %.17g %.17g) separation "
                  "%.17g",
                  std::string(name_of(c.kind)).c_str(), feature(c.mover).c_str(),
                  feature(c.obstacle).c_str(), c.point[0], c.point[1], c.point[2], c.normal[0],
                  c.normal[1], c.normal[2], c.separation);
    return text;
}

std::uint32_t named_feature(const Polyhedron& shape, const ContactFeature& f) {
    if (f.vertex_count == 0) return f.face_index.value;
    if (f.vertex_count == 1) return f.vertex_indices[0].value;
    for (const EdgeIndex e : shape.edges_of(f.vertex_indices[0])) {
        const auto ends = shape.ends(e);
        if (ends[0] == f.vertex_indices[1] || ends[1] == f.vertex_indices[1]) return e.value;
    }
    return EdgeIndex::none_value;
}

Verdict check_named(const ContactShape& placed, const ContactFeature& f, int wanted) {
    const Polyhedron& shape = placed.shape();
    if (Verdict v = check_feature(shape, f, wanted); !v.empty()) return v;
    if (shape.face_count() == 0) return f.face_normal.isZero(0) ? "" : "a normal of a point";
    const LongVector normal = wide(f.face_normal);
    const Length off = (normal - placed.normal(f.face_index.value)).norm();
    const Length slack = placed.slack(Part::face, f.face_index.value);
    if (off > 1e-6L + 2 * slack) return "not the face's normal" + number("off", off);
    if (f.vertex_count == 2) {
        const std::uint32_t edge = named_feature(shape, f);
        if (f.edge_kind != shape.kind(EdgeIndex(edge))) return "not the edge's kind";
    }
    return "";
}

Length off_feature(const ContactShape& s, Part part, std::uint32_t i, const LongVector& x) {
    if (part == Part::vertex) return (x - s.point(i)).norm();
    if (part == Part::edge) {
        return closest_on_segment(x, s.edge(i).start, s.edge(i).end).distance;
    }
    const auto corners = s.shape().corners(FaceIndex(i));
    Length least = unbounded;
    for (std::size_t k = 2; k < corners.size(); ++k) {
        least = std::min(
            least, closest_on_triangle(x, s.point(corners[0].value), s.point(corners[k - 1].value),
                                       s.point(corners[k].value))
                       .distance);
    }
    return least;
}

Verdict check_measures(const ContactTwin& twin, const Contact& contact, const FeatureKey& key,
                       const PairVerdict& pair, ContactTally& tally) {
    const Length bound = twin.bound();
    const auto note = [](double& worst, Length value) {
        worst = std::max(worst, static_cast<double>(value));
    };
    const LongVector point = wide(contact.point), normal = wide(contact.normal);
    if (std::abs(normal.norm() - 1) > 1e-12L) return "the normal is not of unit length";
    if (!(contact.separation >= 0)) return "a negative separation";
    const Length off = std::abs(contact.separation - pair.distance);
    note(tally.separation_off, off / bound);
    if (off > bound) {
        return "separation" + number("is", pair.distance) + number("said", contact.separation) +
               number("bound", bound);
    }
    const auto [part_a, part_b] = parts_of(contact.kind);
    const Length margin = pair.measured ? bound + 2 * pair.shift : unbounded;
    const Length off_b = off_feature(twin.b(), part_b, key[2], point);
    note(tally.point_off, off_b / margin);
    if (off_b > margin) {
        return "the point is not on b's feature" + number("off", off_b) + number("bound", bound);
    }
    const Length off_a = off_feature(twin.a(), part_a, key[1], point);
    if (off_a > pair.distance + 2 * margin) {
        return "the point is not closest to a's feature" + number("off", off_a) +
               number("distance", pair.distance);
    }
    return "";
}

Verdict check_reported(const ContactCase& c, const ContactTwin& twin, const ContactSet& set,
                       const Contact& contact, ContactTally& tally) {
    const auto wanted = vertices_of(contact.kind);
    if (Verdict v = check_named(twin.a(), contact.mover, wanted[0]); !v.empty()) return "a: " + v;
    if (Verdict v = check_named(twin.b(), contact.obstacle, wanted[1]); !v.empty()) {
        return "b: " + v;
    }
    const FeatureKey key = key_of(c, contact);
    const auto [part_a, part_b] = parts_of(contact.kind);
    if (!twin.a().can_touch(part_a, key[1])) return "a's feature can never touch";
    if (!twin.b().can_touch(part_b, key[2])) return "b's feature can never touch";
    const PairVerdict pair = twin.judge(contact.kind, key[1], key[2], set.margin);
    if (!pair.measured) ++tally.unmeasured;
    if (Verdict v = check_measures(twin, contact, key, pair, tally); !v.empty()) return v;
    if (pair.distance > Length(set.tolerance) + twin.bound()) {
        return "further than the tolerance" + number("distance", pair.distance);
    }
    if (!pair.inside) return "the distance is not attained inside both";
    if (!pair.measured || (pair.choices.empty() && pair.distance <= twin.bound())) return "";
    // The nearest of the normals that it may have.
    const Length allowed = 1e-6L + 4 * pair.turn;
    Length least = unbounded, over = 0;
    bool holds = false;
    for (const NormalChoice& choice : pair.choices) {
        const Length off = (wide(contact.normal) - choice.normal).norm();
        if (off < least) over = choice.over;
        least = std::min(least, off);
        if (off <= allowed && choice.holds) holds = true;
    }
    if (least > allowed) {
        return "the normal" + number("is off by", least) + number("allowed", allowed);
    }
    tally.normal_off = std::max(tally.normal_off, static_cast<double>(least / allowed));
    return holds ? "" : "too steep, or not outward" + number("by", over);
}

Verdict check_order(const ContactCase& c, const ContactSet& set) {
    const auto rank = [](const Contact& x) { return std::pair(x.kind, x.mover.face_index); };
    for (std::size_t i = 1; i < set.contacts.size(); ++i) {
        if (rank(set.contacts[i]) < rank(set.contacts[i - 1])) return "contacts out of order";
        if (key_of(c, set.contacts[i]) == key_of(c, set.contacts[i - 1])) {
            return "twice the same contact";
        }
    }
    return "";
}

bool over_seam(const KeyedContacts& reported, ContactKind kind, std::uint32_t i, std::uint32_t k,
               const PairVerdict& pair) {
    return std::ranges::any_of(reported, [&](const auto& entry) {
        const auto& [key, contact] = entry;
        const bool same_vertex = kind == ContactKind::vertex_face ? key[1] == i : key[2] == k;
        return key[0] == static_cast<std::uint32_t>(kind) && same_vertex &&
               (wide(contact->point) - pair.on_b).norm() <= 4 * pair.shift;
    });
}

/// Whether the vertex has a contact at the same place and along the same normal, with another face
/// that lies on this one: so do the halves of a quadrilateral that crosses itself.
bool over_another_layer(const KeyedContacts& reported, ContactKind kind, std::uint32_t i,
                        std::uint32_t k, const PairVerdict& pair) {
    if (kind != ContactKind::vertex_face && kind != ContactKind::face_vertex) return false;
    return std::ranges::any_of(reported, [&](const auto& entry) {
        const auto& [key, contact] = entry;
        const bool same_vertex = kind == ContactKind::vertex_face ? key[1] == i : key[2] == k;
        return key[0] == static_cast<std::uint32_t>(kind) && same_vertex &&
               (wide(contact->point) - pair.on_b).norm() <= 4 * pair.shift &&
               std::ranges::any_of(pair.choices, [&](const NormalChoice& choice) {
                   return (wide(contact->normal) - choice.normal).norm() <= 1e-6L;
               });
    });
}

void check_set(const ContactCase& c, const ContactTwin& twin, const ContactSet& set, Length least,
               ContactTally& tally, Complaints& complaints) {
    for (const Contact& contact : set.contacts) {
        ++tally.contacts;
        ++tally.kinds[static_cast<std::size_t>(contact.kind)];
        if (Verdict v = check_reported(c, twin, set, contact, tally); !v.empty()) {
            complaints.wrong.push_back(v + "\n      " + text_of(contact));
            return;  // what names wrong features cannot be looked at further
        }
    }
    if (Verdict v = check_order(c, set); !v.empty()) complaints.wrong.push_back(v);
    const KeyedContacts reported = keyed(c, set);
    if (reported.size() != set.contacts.size()) complaints.wrong.emplace_back("contacts repeat");
    const Length reach = Length(set.tolerance) - twin.bound();
    const auto see = [&](ContactKind kind, std::uint32_t i, std::uint32_t k,
                         const PairVerdict& pair) {
        const bool seam = pair.on_seam && pair.measured && pair.normal_is_clear();
        if (!seam && !pair.must_be_reported()) return;
        ++(seam ? tally.on_seams : tally.required);
        if (reported.contains({static_cast<std::uint32_t>(kind), i, k})) return;
        if (seam && over_seam(reported, kind, i, k, pair)) return;
        if (over_another_layer(reported, kind, i, k, pair)) return;
        complaints.missing.push_back(
            std::string(name_of(kind)) + " of a's " + std::to_string(i) + " and b's " +
            std::to_string(k) + (seam ? ", over a seam," : "") + number("distance", pair.distance) +
            number("tolerance", set.tolerance) + number("margin", set.margin));
        for (const NormalChoice& choice : pair.choices) {
            complaints.missing.back() += number("over", choice.over);
        }
    };
    twin.pairs_within(reach, set.margin, see);
    // Where they are closest there is no slope: something there is a contact. (Where they meet
    // there is no direction, and a saddle has none that would do.)
    if (least > twin.bound() && least <= reach) {
        Length closest = unbounded;
        for (const Contact& contact : set.contacts) {
            closest = std::min(closest, Length(contact.separation));
        }
        if (closest > least + 2 * twin.bound()) {
            complaints.missing.push_back("nothing where they are closest" +
                                         number("distance", least) + number("seen", closest) +
                                         number("margin", set.margin));
        }
    }
}

bool seen_elsewhere(const Contact& contact, const KeyedContacts& others, Length bound) {
    if (contact.kind != ContactKind::vertex_face && contact.kind != ContactKind::face_vertex) {
        return false;
    }
    return std::ranges::any_of(others, [&](const auto& entry) {
        const Contact& other = *entry.second;
        const Eigen::Vector3d there = other.point - other.separation * contact.normal;
        return other.kind == mirrored(contact.kind) &&
               std::abs(other.separation - contact.separation) <= bound &&
               (other.normal + contact.normal).norm() <= 1e-6 &&
               (there - contact.point).norm() <=
                   static_cast<double>(4 * bound) + 1e-9 * contact.separation;
    });
}

void check_mirrored(const ContactCase& c, const ContactTwin& twin, const ContactSet& set,
                    const ContactSet& other, Complaints& complaints) {
    const ContactCase swapped = exchanged(c);
    KeyedContacts mirror;
    for (const Contact& contact : other.contacts) {
        const FeatureKey key = key_of(swapped, contact);
        mirror[{static_cast<std::uint32_t>(mirrored(contact.kind)), key[2], key[1]}] = &contact;
    }
    const KeyedContacts straight = keyed(c, set);
    // Of what stands a rounding off a limit, one answer may tell and the other not.
    const auto on_a_limit = [&](const FeatureKey& key) {
        const auto kind = static_cast<ContactKind>(key[0]);
        return !twin.judge(kind, key[1], key[2], set.margin).must_be_reported();
    };
    for (const auto& [key, contact] : straight) {
        const auto found = mirror.find(key);
        if (found == mirror.end() && seen_elsewhere(*contact, mirror, twin.bound())) continue;
        if (found == mirror.end() && on_a_limit(key)) continue;
        if (found == mirror.end()) {
            complaints.wrong.push_back("not there when a and b change places\n      " +
                                       text_of(*contact));
            continue;
        }
        const Contact& back = *found->second;
        const PairVerdict pair = twin.judge(contact->kind, key[1], key[2], set.margin);
        const Length turn = 1e-6L + (pair.measured ? 2 * pair.turn : 0.1L);
        // Where several normals are as good as each other, either may be named.
        const auto is_good = [&](const Eigen::Vector3d& n) {
            return std::ranges::any_of(pair.choices, [&](const NormalChoice& choice) {
                return choice.primary && choice.holds && (wide(n) - choice.normal).norm() <= turn;
            });
        };
        const bool opposite = (back.normal + contact->normal).norm() <= turn ||
                              (is_good(contact->normal) && is_good(-back.normal));
        if (std::abs(back.separation - contact->separation) > twin.bound() || !opposite) {
            complaints.wrong.push_back("not the same when a and b change places\n      " +
                                       text_of(*contact) + "\n      " + text_of(back));
        }
    }
    for (const auto& [key, contact] : mirror) {
        if (!straight.contains(key) && !seen_elsewhere(*contact, straight, twin.bound()) &&
            !on_a_limit(key)) {
            complaints.wrong.push_back("there only when a and b change places\n      " +
                                       text_of(*contact));
        }
    }
}

Verdict check_reduced(const ContactCase& c, const ContactSet& full, const ContactSet& reduced) {
    const KeyedContacts all = keyed(c, full), kept = keyed(c, reduced);
    double least = std::numeric_limits<double>::infinity(), least_kept = least;
    for (const auto& [key, contact] : kept) {
        if (!all.contains(key)) return "a reduced contact that is not of the full set";
        least_kept = std::min(least_kept, contact->separation);
    }
    const double limit = std::cos(2 * 8.0 * std::numbers::pi / 180) - 1e-9;
    for (const auto& [key, contact] : all) {
        least = std::min(least, contact->separation);
        bool near = false;
        int alike = 0;
        for (const auto& [other_key, other] : kept) {
            near = near || other->normal.dot(contact->normal) >= limit;
            alike += (other->normal - contact->normal).norm() < 1e-12 ? 1 : 0;
        }
        if (!near) return "no reduced contact in a direction of the full set";
        if (alike > 4) return "more than four reduced contacts of one normal";
    }
    return least_kept == least || all.empty() ? "" : "the closest contact is not among the reduced";
}

Verdict check_distance(const ContactCase& c, const ContactTwin& twin, const DistanceResult& result,
                       const OverlapResult& stand, Length least, ContactTally& tally) {
    ++tally.distances;
    const Length bound = twin.bound(), limit = c.distance.limit.length();
    if (result.relation != stand.relation) return "distance: relation";
    if (result.contained != stand.contained) return "distance: contained";
    if (result.witness.has_value() != stand.witness.has_value()) return "distance: witness";
    if (stand.relation != Relation::separate) {
        return result.distance == 0 && !result.beyond ? "" : "distance of what meets is not 0";
    }
    if (result.beyond) {
        ++tally.beyond;
        if (least < limit - bound) return "distance: not beyond" + number("is", least);
        return result.distance == c.distance.limit.length() ? "" : "beyond is not the limit";
    }
    if (least > limit + bound) return "distance: beyond" + number("is", least);
    const Length off = std::abs(result.distance - least);
    tally.distance_off = std::max(tally.distance_off, static_cast<double>(off / bound));
    if (off > bound) {
        return "distance" + number("is", least) + number("said", result.distance) +
               number("bound", bound);
    }
    const Contact& closest = result.closest;
    const auto wanted = vertices_of(closest.kind);
    if (Verdict v = check_named(twin.a(), closest.mover, wanted[0]); !v.empty()) {
        return "distance, a: " + v;
    }
    if (Verdict v = check_named(twin.b(), closest.obstacle, wanted[1]); !v.empty()) {
        return "distance, b: " + v;
    }
    const FeatureKey key = key_of(c, closest);
    const auto [part_a, part_b] = parts_of(closest.kind);
    const LongVector on_a = wide(result.points[0]), on_b = wide(result.points[1]);
    // Feet of nearly parallel edges may shift along them.
    const Length size = twin.a().ball(part_a, key[1]).radius + twin.b().ball(part_b, key[2]).radius;
    const Length margin = bound + 1e-9L * size;
    if (off_feature(twin.a(), part_a, key[1], on_a) > margin) return "distance: point on a";
    if (off_feature(twin.b(), part_b, key[2], on_b) > margin) return "distance: point on b";
    if (std::abs((on_a - on_b).norm() - least) > 2 * margin)
        return "distance: the points' distance";
    if (closest.separation != result.distance) return "distance: not the separation";
    if (result.points[1] != closest.point) return "distance: not the contact's point";
    const Length turn = 1e-6L + 8 * margin / std::max(least, margin);
    const LongVector way = on_a - on_b;
    if (way.norm() > 0 && turn < 0.5L && (wide(closest.normal) - way.normalized()).norm() > turn) {
        return "distance: the normal" +
               number("off", (wide(closest.normal) - way.normalized()).norm());
    }
    return "";
}

Complaints check_case(const ContactCase& c, const ContactAnswerer& answerer, ContactTally& tally) {
    Complaints complaints;
    ++tally.placements;
    const auto complain = [&](const Verdict& v) {
        if (!v.empty()) complaints.wrong.push_back(v);
    };
    const ContactSet set = answerer.contacts(c, c.contacts);
    const DistanceResult distance = answerer.distance(c, c.distance);
    const OverlapResult stand = overlap({c.a.shape, c.world_from_a}, {c.b.shape, c.world_from_b});
    const ContactTwin twin(c.a.shape, c.world_from_a, c.b.shape, c.world_from_b);
    if (set.relation != stand.relation) complain("relation");
    if (set.contained != stand.contained) complain("contained");
    if (set.witness.has_value() != stand.witness.has_value()) complain("witness");
    if (!(set.margin > 0 && std::isfinite(set.margin))) complain("margin");
    const std::optional<double> asked = c.contacts.tolerance.length();
    if (set.tolerance != asked.value_or(2 * set.margin)) complain("tolerance");
    // Overlap has a judge of its own; whether they are separate is not left to it.
    const bool separate = !interpenetrate(c.a.shape, c.world_from_a, c.b.shape, c.world_from_b);
    if ((stand.relation == Relation::separate) != separate) complain("separate or not");
    Length least = 0;
    if (separate) {
        least = SweepTwin(c.a.shape, c.world_from_a, Translation(), c.b.shape, c.world_from_b)
                    .distance(0)
                    .distance;
    }
    complain(check_distance(c, twin, distance, stand, least, tally));
    ++(stand.relation == Relation::separate   ? tally.separate
       : stand.relation == Relation::touching ? tally.touching
                                              : tally.overlapping);
    if (stand.contained != OverlapResult::Contained::none) ++tally.contained;
    if (stand.relation == Relation::overlapping) {
        if (!set.contacts.empty()) complain("contacts of what overlaps");
        return complaints;
    }
    if (!set.contacts.empty()) ++tally.with_contacts;
    check_set(c, twin, set, least, tally, complaints);
    if (!complaints.wrong.empty()) return complaints;
    check_mirrored(c, twin, set, answerer.contacts(exchanged(c), c.contacts), complaints);
    ContactOptions fewer = c.contacts;
    fewer.reduced = true;
    const ContactSet reduced = answerer.contacts(c, fewer);
    tally.reduced_from += set.contacts.size();
    tally.reduced_to += reduced.contacts.size();
    complain(check_reduced(c, set, reduced));
    return complaints;
}

ContactFeature name_feature(const ContactShape& s, Part part, std::uint32_t i) {
    const Polyhedron& shape = s.shape();
    ContactFeature f;
    if (part == Part::face) f.face_index = FaceIndex(i);
    if (part == Part::edge) {
        f.face_index = shape.owner(EdgeIndex(i));
        f.vertex_count = 2;
        f.vertex_indices = shape.ends(EdgeIndex(i));
        f.edge_kind = shape.kind(EdgeIndex(i));
    }
    if (part == Part::vertex) {
        if (shape.face_count() > 0) f.face_index = shape.owner(VertexIndex(i));
        f.vertex_count = 1;
        f.vertex_indices[0] = VertexIndex(i);
    }
    for (std::size_t k = 0; k < f.vertex_count; ++k) {
        f.vertices[k] = shape.source_vertex(f.vertex_indices[k]);
    }
    f.face = f.face_index.is_none() ? f.vertices[0] : shape.source_face(f.face_index);
    if (!f.face_index.is_none()) f.face_normal = s.normal(f.face_index.value).cast<double>();
    return f;
}

ContactSet twin_contacts(const ContactCase& c, const ContactOptions& options) {
    const ContactTwin twin(c.a.shape, c.world_from_a, c.b.shape, c.world_from_b);
    const OverlapResult stand = overlap({c.a.shape, c.world_from_a}, {c.b.shape, c.world_from_b});
    ContactSet set;
    set.relation = stand.relation;
    set.witness = stand.witness;
    set.contained = stand.contained;
    set.margin =
        sweep({c.a.shape, c.world_from_a}, Translation(), {c.b.shape, c.world_from_b}).margin;
    set.tolerance = options.tolerance.length().value_or(2 * set.margin);
    if (stand.relation == Relation::overlapping) return set;
    twin.pairs_within(
        set.tolerance, set.margin,
        [&](ContactKind kind, std::uint32_t i, std::uint32_t k, const PairVerdict& pair) {
            if (!pair.measured || !pair.inside) return;
            const auto good = std::ranges::find_if(
                pair.choices, [](const NormalChoice& choice) { return choice.holds; });
            if (good == pair.choices.end()) return;
            Contact contact;
            contact.kind = kind;
            contact.point = pair.on_b.cast<double>();
            contact.normal = good->normal.cast<double>().normalized();
            contact.separation = static_cast<double>(pair.distance);
            contact.mover = name_feature(twin.a(), parts_of(kind)[0], i);
            contact.obstacle = name_feature(twin.b(), parts_of(kind)[1], k);
            set.contacts.push_back(contact);
        });
    std::ranges::stable_sort(
        set.contacts, {}, [](const Contact& x) { return std::pair(x.kind, x.mover.face_index); });
    return set;
}

void report_wrong(const ContactRun& run, std::uint64_t number, const ContactCase& c,
                  const ContactAnswerer& answerer, const Complaints& complaints) {
    print_complaints(run.seed, number, c, complaints);
    ContactOptions fewer = c.contacts;
    fewer.reduced = complaints.first().find("reduced") != std::string::npos;
    ToolQuestion turned = contacts_question(c.world_from_b, c.world_from_a, fewer);
    turned.turned = true;
    const Finding finding{{"a", "b"},
                          {c.a.shape, c.b.shape},
                          {contacts_question(c.world_from_a, c.world_from_b, fewer), turned,
                           distance_question(c.world_from_a, c.world_from_b, c.distance)},
                          [&](const Shapes& shapes) {
                              ContactCase other = c;
                              other.a.shape = shapes[0];
                              other.b.shape = shapes[1];
                              ContactTally unused;
                              return check_case(other, answerer, unused).first();
                          }};
    const std::string name = "contacts-" + std::to_string(run.seed) + "-" + std::to_string(number);
    std::fputs(left_behind(run.reproducers, name, finding, complaints.first()).c_str(), stdout);
    std::fflush(stdout);
}

ContactTally judge_contacts(const ContactRun& run, const ContactAnswerer& answerer) {
    constexpr std::uint64_t chunk = 64;
    std::atomic<std::uint64_t> next = 0, bad = 0;
    std::mutex mutex;
    ContactTally tally;
    const auto work = [&] {
        for (;;) {
            const std::uint64_t begin = next.fetch_add(chunk);
            if (begin >= run.placements || bad >= run.most_wrong) return;
            ContactTally some;
            for (std::uint64_t i = begin; i < std::min(begin + chunk, run.placements); ++i) {
                const ContactCase c = contact_case(run.seed, i, run.real);
                const Complaints complaints = check_case(c, answerer, some);
                if (complaints.empty()) continue;
                some.wrong += complaints.wrong.size();
                some.missing += complaints.missing.size();
                ++bad;
                const std::scoped_lock lock(mutex);
                report_wrong(run, i, c, answerer, complaints);
            }
            const std::scoped_lock lock(mutex);
            tally.add(some);
            if (run.progress) {
                std::fprintf(stderr, "\r%llu of %llu placements, %llu wrong, %llu missing ",
                             static_cast<unsigned long long>(tally.placements),
                             static_cast<unsigned long long>(run.placements),
                             static_cast<unsigned long long>(tally.wrong),
                             static_cast<unsigned long long>(tally.missing));
            }
        }
    };
    on_threads(run.threads, work);
    if (run.progress) std::fprintf(stderr, "\n");
    return tally;
}

void print_tally(const ContactTally& t) {
    const auto n = [](std::uint64_t x) { return static_cast<unsigned long long>(x); };
    std::printf(
        "%llu placements: %llu separate, %llu touching, %llu overlapping (%llu contained); %.0f %% "
        "of what does not overlap has contacts; %llu wrong, %llu missing\n",
        n(t.placements), n(t.separate), n(t.touching), n(t.overlapping), n(t.contained),
        100 * t.contact_share(), n(t.wrong), n(t.missing));
    std::printf(
        "%llu contacts: vertex-face %llu, face-vertex %llu, edge-edge %llu, vertex-edge %llu, "
        "edge-vertex %llu, vertex-vertex %llu; %llu required, %llu over seams, %llu too small to "
        "be measured; "
        "reduced from %llu to %llu\n",
        n(t.contacts), n(t.kinds[0]), n(t.kinds[1]), n(t.kinds[2]), n(t.kinds[3]), n(t.kinds[4]),
        n(t.kinds[5]), n(t.required), n(t.on_seams), n(t.unmeasured), n(t.reduced_from),
        n(t.reduced_to));
    std::printf(
        "%llu distances, %llu beyond the limit; in units of the bound: distance %.3f, separation "
        "%.3f; of what is allowed: point %.3f, normal %.3f\n",
        n(t.distances), n(t.beyond), t.distance_off, t.separation_off, t.point_off, t.normal_off);
}

bool all_right(const ContactTally& t) {
    if (t.wrong + t.missing > 0) return false;
    if (t.placements < 500) return true;
    const bool every_kind = std::ranges::all_of(t.kinds, [](std::uint64_t n) { return n > 0; });
    if (t.contact_share() < 0.3 || t.contact_share() > 0.7 || !every_kind ||
        t.overlapping * 2 > t.placements) {
        std::printf("ONE-SIDED\n");
        return false;
    }
    return true;
}

}  // namespace swept::oracle

#pragma once

// Random placements before the twin: contacts and distances, each compared with all pairs of
// features in long double. The answers come from functions, so that the judge itself can be tested
// with wrong ones.

#include <atomic>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "swept/distance.h"
#include "swept/overlap.h"
#include "tests/oracle/contacts_scenes.h"
#include "tests/oracle/contacts_twin.h"
#include "tests/oracle/reproducer.h"
#include "tests/oracle/sweep_check.h"
#include "tests/oracle/threads.h"

namespace swept::oracle {

struct ContactTally {
    std::uint64_t placements = 0, wrong = 0, missing = 0;
    std::uint64_t separate = 0, touching = 0, overlapping = 0, contained = 0;
    std::uint64_t with_contacts = 0, contacts = 0, required = 0, on_seams = 0, unmeasured = 0;
    std::uint64_t kinds[6] = {};
    std::uint64_t distances = 0, beyond = 0;
    std::uint64_t reduced_from = 0, reduced_to = 0;
    double separation_off = 0;  ///< in units of the bound
    double distance_off = 0;    ///< the same
    double point_off = 0;       ///< of what is allowed
    double normal_off = 0;      ///< the same

    void add(const ContactTally& t);
    [[nodiscard]] double contact_share() const {
        const std::uint64_t judged = separate + touching;
        return judged == 0 ? 0 : static_cast<double>(with_contacts) / static_cast<double>(judged);
    }
};

/// What answers: contacts and distances of a case, with a and b as they are or exchanged.
struct ContactAnswerer {
    std::function<ContactSet(const ContactCase&, const ContactOptions&)> contacts;
    std::function<DistanceResult(const ContactCase&, const DistanceOptions&)> distance;
};

inline ContactCase exchanged(const ContactCase& c) {
    return {c.b, c.a, c.world_from_b, c.world_from_a, c.contacts, c.distance};
}

std::string text_of(const Contact& c);

// ---- One contact ----

/// Which vertex, edge or face a contact names; the features are known to be good.
std::uint32_t named_feature(const Polyhedron& shape, const ContactFeature& f);

inline FeatureKey key_of(const ContactCase& c, const Contact& contact) {
    return {static_cast<std::uint32_t>(contact.kind), named_feature(c.a.shape, contact.mover),
            named_feature(c.b.shape, contact.obstacle)};
}

/// The ids, the kind of an edge and the normal of the face.
Verdict check_named(const ContactShape& placed, const ContactFeature& f, int wanted);

/// The nearest of the feature's points to a point.
Length off_feature(const ContactShape& s, Part part, std::uint32_t i, const LongVector& x);

/// A contact of the right features with numbers that fit; whether it should be one is not asked.
Verdict check_measures(const ContactTwin& twin, const Contact& contact, const FeatureKey& key,
                       const PairVerdict& pair, ContactTally& tally);

/// One reported contact against the definition.
Verdict check_reported(const ContactCase& c, const ContactTwin& twin, const ContactSet& set,
                       const Contact& contact, ContactTally& tally);

Verdict check_order(const ContactCase& c, const ContactSet& set);

// ---- The sets ----

/// Wrong answers and missing ones, in words.
struct Complaints {
    std::vector<std::string> wrong, missing;
    [[nodiscard]] bool empty() const { return wrong.empty() && missing.empty(); }
    [[nodiscard]] std::string first() const {
        if (!wrong.empty()) return wrong.front();
        return missing.empty() ? "" : "missing: " + missing.front();
    }
};

using KeyedContacts = std::map<FeatureKey, const Contact*>;

inline KeyedContacts keyed(const ContactCase& c, const ContactSet& set) {
    KeyedContacts keys;
    for (const Contact& contact : set.contacts) keys[key_of(c, contact)] = &contact;
    return keys;
}

/// Whether a vertex over a seam is reported for another of the faces there.
bool over_seam(const KeyedContacts& reported, ContactKind kind, std::uint32_t i, std::uint32_t k,
               const PairVerdict& pair);

/// The whole set: every contact is one, and none is missing. `least` is the distance of the two.
void check_set(const ContactCase& c, const ContactTwin& twin, const ContactSet& set, Length least,
               ContactTally& tally, Complaints& complaints);

/// Over a seam either of two faces may be named: the same contact of another face, mirrored.
bool seen_elsewhere(const Contact& contact, const KeyedContacts& others, Length bound);

/// The answer to the exchanged question, mirrored.
void check_mirrored(const ContactCase& c, const ContactTwin& twin, const ContactSet& set,
                    const ContactSet& other, Complaints& complaints);

/// Of the full set, a part that keeps the closest and something of each direction.
Verdict check_reduced(const ContactCase& c, const ContactSet& full, const ContactSet& reduced);

// ---- Distance ----

Verdict check_distance(const ContactCase& c, const ContactTwin& twin, const DistanceResult& result,
                       const OverlapResult& stand, Length least, ContactTally& tally);

// ---- One placement ----

Complaints check_case(const ContactCase& c, const ContactAnswerer& answerer, ContactTally& tally);

// ---- The twin as an answerer ----

/// A feature named as the library names them.
ContactFeature name_feature(const ContactShape& s, Part part, std::uint32_t i);

/// Answers made by the twin itself: to try the judge, and where there is no product. The margin is
/// that of a sweep.
ContactSet twin_contacts(const ContactCase& c, const ContactOptions& options);

// ---- Many placements ----

struct ContactRun {
    std::uint64_t placements = 100'000;
    std::uint64_t seed = 1;
    unsigned threads = 0;           ///< 0: as many as there are
    std::uint64_t most_wrong = 20;  ///< then it ends
    bool progress = false;          ///< on stderr
    scenes::RealMeshes real;        ///< some of the shapes, where there are any
    std::string reproducers{};      ///< where to leave what is wrong; empty: nowhere
};

inline void print_complaints(std::uint64_t seed, std::uint64_t number, const ContactCase& c,
                             const Complaints& complaints) {
    for (const std::string& text : complaints.wrong) std::printf("WRONG: %s\n", text.c_str());
    for (const std::string& text : complaints.missing) std::printf("MISSING: %s\n", text.c_str());
    std::printf("  placement %llu of seed %llu:\n%s", static_cast<unsigned long long>(number),
                static_cast<unsigned long long>(seed), describe(c).c_str());
    std::fflush(stdout);
}

/// Prints it and leaves what still shows it.
void report_wrong(const ContactRun& run, std::uint64_t number, const ContactCase& c,
                  const ContactAnswerer& answerer, const Complaints& complaints);

ContactTally judge_contacts(const ContactRun& run, const ContactAnswerer& answerer);

void print_tally(const ContactTally& t);

/// Whether nothing was wrong and the cases were worth judging.
bool all_right(const ContactTally& t);

}  // namespace swept::oracle

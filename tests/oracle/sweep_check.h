#pragma once

// Random sweeps before the twin: each answer is compared, in depth, with the flat list of all
// feature pairs in long double. The answers come from a function, so that the judge itself can be
// tested with wrong ones.

#include <atomic>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "swept/sweep.h"
#include "swept/tolerance.h"
#include "tests/oracle/reproducer.h"
#include "tests/oracle/separation.h"
#include "tests/oracle/sweep_scenes.h"
#include "tests/oracle/sweep_twin.h"
#include "tests/oracle/threads.h"

namespace swept::oracle {

using Sweeper = std::function<SweepResult(const SweepCase&)>;

/// How deep an answer may be off: 64 u (L + T) and the plane deviations
/// (docs/derivations/distances.md).
inline Length depth_bound(const SweepTwin& twin, const SweepCase& c) {
    return 64 * Length(tolerance::unit_roundoff) * (twin.largest_coordinate() + twin.travel()) +
           Length(c.mover.shape.plane_deviation()) + Length(c.obstacle.shape.plane_deviation());
}

/// The rounding that docs/guarantees.md states, 32 u (L + T) and the plane deviations, with L how
/// far a shape reaches from its own origin plus where that is.
Length stated_rounding(const SweepTwin& twin, const SweepCase& c);

/// How early a stop may be: a near miss within four roundings may count as a touch; and what the
/// distance itself may be off.
inline Length early_bound(const SweepTwin& twin, const SweepCase& c) {
    return 4 * stated_rounding(twin, c) + depth_bound(twin, c);
}

/// Where the thinnest margin there can be, 32 tau = 256 roundings, is larger than both shapes,
/// nothing need be claimed. The longest way that counts is that of a corner of the mover's box,
/// which is no more than twice that of a vertex and its size.
inline bool lost_in_rounding(const SweepTwin& twin, const SweepCase& c) {
    const double extent = std::max(c.mover.shape.extent(), c.obstacle.shape.extent());
    return 2 * 256 * stated_rounding(twin, c) >= extent;
}

/// What was seen, in units of the bound where it is a depth.
struct SweepTally {
    std::uint64_t sweeps = 0, hits = 0, free = 0, started_meeting = 0, started_within = 0;
    std::uint64_t gave_up = 0, wrong = 0, twin_steps = 0;
    std::uint64_t lost = 0;  ///< undecided, the shapes being smaller than 256 roundings
    std::uint64_t kinds[6] = {};
    double early = 0;           ///< a stop above the margin
    double deep = 0;            ///< anywhere on the way below the margin
    double off_pose = 0;        ///< the end pose against the motion
    double separation_off = 0;  ///< the contact's separation
    double point_off = 0;       ///< the contact's point from its feature
    double normal_off = 0;      ///< the contact's normal, of what is allowed
    double approach = 0;        ///< the contact's speed outward, of what is allowed
    double thinnest = 1e300;    ///< margin over bound
    double thickest = 0;        ///< margin over (requested, or 1e-9 of the extent, + bound)

    void add(const SweepTally& t);
    [[nodiscard]] double hit_share() const {
        return hits + free == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(hits + free);
    }
};

/// What is wrong with an answer; empty when nothing is.
using Verdict = std::string;

inline std::string number(const char* name, Length value) {
    char text[128];
    std::snprintf(text, sizeof text, " %s %.9Lg", name, value);
    return text;
}

// ---- The contact ----

/// A contact's feature in place.
struct PlacedFeature {
    std::vector<FeatureCorners> pieces;  ///< one, or the triangles of a face
    std::size_t count = 0;
};

template <class Position>
PlacedFeature placed_feature(const Polyhedron& shape, const ContactFeature& f,
                             const Position& position) {
    PlacedFeature placed;
    placed.count = f.vertex_count == 0 ? 3 : f.vertex_count;
    if (f.vertex_count > 0) {
        FeatureCorners corners;
        for (std::size_t i = 0; i < f.vertex_count; ++i) {
            corners[i] = position(f.vertex_indices[i].value);
        }
        placed.pieces.push_back(corners);
        return placed;
    }
    const auto corners = shape.corners(f.face_index);
    for (std::size_t i = 2; i < corners.size(); ++i) {
        placed.pieces.push_back({position(corners[0].value), position(corners[i - 1].value),
                                 position(corners[i].value)});
    }
    return placed;
}

Closest closest_of(const PlacedFeature& a, const PlacedFeature& b);

inline PlacedFeature placed_point(const LongVector& p) {
    return {{{p, p, p}}, 1};
}

/// Whether a feature names parts of the shape that belong together, by both numberings.
Verdict check_feature(const Polyhedron& shape, const ContactFeature& f, int wanted);

std::array<int, 2> vertices_of(ContactKind kind);

Verdict check_contact(const SweepCase& c, const SweepTwin& twin, const SweepResult& result,
                      Length bound, SweepTally& tally);

// ---- The answer ----

Verdict check_motion(const SweepCase& c, const SweepTwin& twin, const SweepResult& result,
                     Length bound, SweepTally& tally);

Verdict check_plain(const SweepResult& result);

/// One answer. Says what is wrong with it.
Verdict check_sweep(const SweepCase& c, const SweepResult& result, SweepTally& tally);

// ---- The twin as a sweep ----

/// An answer made by the twin itself: to try the judge, and where there is no product. Contacts of
/// vertices and triangles or of edges are named; the caller's ids are those of the shapes.
SweepResult twin_answer(const SweepCase& c, double margin);

// ---- Many sweeps ----

struct SweepRun {
    std::uint64_t sweeps = 100'000;
    std::uint64_t seed = 1;
    unsigned threads = 0;           ///< 0: as many as there are
    std::uint64_t most_wrong = 20;  ///< then it ends
    bool progress = false;          ///< on stderr
    bool contacts = true;           ///< judge the contacts too
    std::string reproducers{};      ///< where to leave what is wrong; empty: nowhere
};

/// The same shapes, close to each other, and a motion that grazes: along the contact's tangent but
/// for a little, or about it. As it was when the two never come close.
SweepCase grazing(SceneChance& chance, SweepCase c);

/// The case of a number: the same for any number of threads.
inline SweepCase sweep_case(std::uint64_t seed, std::uint64_t number) {
    SceneChance chance(seed, number);
    SweepCase c = random_sweep(chance);
    return number % 4 == 3 ? grazing(chance, std::move(c)) : c;
}

void print_wrong(std::uint64_t seed, std::uint64_t index, const SweepCase& c, const SweepResult& r,
                 const Verdict& verdict);

/// Prints it and leaves what still shows it.
void report_wrong(const SweepRun& run, std::uint64_t index, const SweepCase& c,
                  const Sweeper& sweeper, const Verdict& verdict);

SweepTally judge_sweeps(const SweepRun& run, const Sweeper& sweeper);

void print_tally(const SweepTally& t);

/// Whether nothing was wrong and the cases were worth judging.
bool all_right(const SweepTally& t);

}  // namespace swept::oracle

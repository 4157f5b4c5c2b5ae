#pragma once

// Random steps before the twin: every collision that is reported is one, none is missed, each is
// what it says; the bodies never come to overlap without a collision; the pixel method finds what
// the exact one calls proper; nothing depends on how it was found. The answers come from a
// function, so that the judge itself can be tested with wrong ones.

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "swept/collisions.h"
#include "swept/papers/buss.h"
#include "swept/tolerance.h"
#include "tests/oracle/crossing.h"
#include "tests/oracle/glide_scenes.h"
#include "tests/oracle/glide_twin.h"
#include "tests/oracle/reproducer.h"
#include "tests/oracle/threads.h"

namespace swept::oracle {

/// How a step is asked about: exactly, or by the collision screen of swept/papers/buss.h.
struct GlideOptions {
    double min_properness = -0.1;
    std::optional<papers::buss::Pixels> pixels = std::nullopt;          ///< none: exactly
    std::optional<papers::buss::ScreenCulling> culling = std::nullopt;  ///< none: the library's own
};
using Collider = std::function<Result<CollisionResult>(const GlideCase&, const GlideOptions&)>;
using Complaints = std::vector<std::string>;

// ---- Bounds, in units of the answer's own rounding ----

/// Two features that are reported, at their fraction: the promise.
inline constexpr double features_bound = 1;
/// The same with what the placing of points costs on top: start poses and inverses
/// (docs/derivations/placing.md).
inline constexpr double place_bound = 4;
/// Further inside than this (and more where the way grazes) an event must be reported as it is.
inline constexpr double inside_margin = 16;
/// Another collision that stands for one at a border is at most this far away.
inline constexpr double stand_in_bound = 1e4;

struct GlideTally {
    std::uint64_t steps = 0, with_collisions = 0, collisions = 0, proper = 0, wrong = 0;
    std::uint64_t events = 0, certain = 0, border = 0, still = 0;
    std::uint64_t vertex_face = 0, face_vertex = 0, edge_edge = 0;
    std::uint64_t poses = 0, entries = 0, shallow = 0, new_pairs = 0;
    std::uint64_t sampled = 0;
    std::uint64_t pixel_runs = 0, pixel_refused = 0, robust_wanted = 0, robust_missed = 0;
    std::uint64_t plain_wanted = 0, plain_missed = 0;
    // Deepest errors, in units of the answer's rounding.
    double motion_off = 0, apart = 0, place_off = 0, point_off = 0, late = 0;
    double normal_off = 0, properness_off = 0;
    double pixel_off = 0, pixel_time_off = 0;  ///< of two pixels; of the time that is allowed
    double pixel_apart = 0;                    ///< of the pixel answer's own rounding

    void add(const GlideTally& t);
};

struct GlideRun {
    std::uint64_t steps = 10'000;
    std::uint64_t seed = 1;
    std::uint64_t poses = 10'000;    ///< at which overlap is asked, per step
    std::uint64_t moments = 10'000;  ///< of dense sampling, where a step has few pairs: one in 8
    unsigned threads = 0;            ///< 0: as many as there are
    std::uint64_t most_wrong = 20;   ///< then it ends
    bool progress = false;           ///< on stderr
    bool pixels = true;
    std::string reproducers{};  ///< where to leave what is wrong; empty: nowhere
};

// ---- One step ----

class GlideCheck {
   public:
    GlideCheck(const GlideCase& c, const Collider& collider, GlideTally& tally)
        : c_(c),
          collider_(collider),
          tally_(tally),
          twin_(c.a.shape, c.a_from, c.a_to, c.b.shape, c.b_from, c.b_to),
          own_(wide(c.a_to) * wide(c.a_from).inverse(), wide(c.a_from * c.a.shape.box().centre())),
          judged_a_(c.a.shape, c.a_from),
          judged_b_(c.b.shape, c.b_from),
          faces_a_(faces_of_fans(c.a.shape)),
          faces_b_(faces_of_fans(c.b.shape)) {}

    Complaints run(const GlideRun& run, bool dense);

    [[nodiscard]] const CollisionResult& result() const { return result_; }

   private:
    const GlideCase& c_;
    const Collider& collider_;
    GlideTally& tally_;
    GlideTwin twin_;
    TwinScrew own_;                 // of a in the world
    mutable JudgedShape judged_a_;  // wherever it was asked about last
    JudgedShape judged_b_;
    std::vector<std::uint32_t> faces_a_, faces_b_;  // of the judges' triangles
    CollisionResult result_;
    Complaints complaints_;
    Length near_ = 0, slack_ = 0;

    /// A collision as the polyhedra number it, in the frame of b at rest.
    struct Known {
        std::uint32_t a = 0, b = 0;
        LongVector place = LongVector::Zero();
        LongVector normal = LongVector::Zero();
    };
    std::vector<Known> known_;
    std::vector<TwinEvent> events_;

    __attribute__((format(printf, 2, 3))) void say(const char* format, ...);
    [[nodiscard]] static const char* short_name(ContactKind kind) {
        return kind == ContactKind::vertex_face   ? "VF"
               : kind == ContactKind::face_vertex ? "FV"
               : kind == ContactKind::edge_edge   ? "EE"
                                                  : "other";
    }
    [[nodiscard]] Length size() const {
        const double a = c_.a.shape.extent(), b = c_.b.shape.extent();
        return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
    }
    static void most(double& largest, Length value) {
        largest = std::max(largest, static_cast<double>(value));
    }

    static std::vector<std::uint32_t> faces_of_fans(const Polyhedron& shape) {
        std::vector<std::uint32_t> faces;
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            faces.insert(faces.end(), shape.corners(FaceIndex(f)).size() - 2, f);
        }
        return faces;
    }

    void prepare() {
        near_ = result_.error_bound;
        // Directions of faces are known to rounding over their size; places to some roundings.
        slack_ = twin_.speed * std::max(Length(1e-9), 1000 * near_ / size());
    }

    [[nodiscard]] static std::optional<std::uint32_t> edge_between(
        const Polyhedron& shape, const std::array<VertexIndex, 2>& ends);

    // ---- The motion ----

    /// The answer's own motion, in long double, is the one that the poses have.
    void check_motion();

    // ---- What is reported ----

    void check_collision(std::size_t i);

    bool name_features(const Collision& c, Known& known) const;

    /// The point is on both features, and the same in a's coordinates and in the world.
    void check_place(std::size_t i, const Collision& c, Known& known, const TwinMoment& m);

    /// Unit, from b to a: along the face's normal, or across both edges, and against the motion
    /// where it may be either.
    /// Returns how well the normal can be known.
    Length check_normal(std::size_t i, const Collision& c, Known& known, const TwinMoment& m);

    /// Properness is what its definition says.
    void check_properness(std::size_t i, const Collision& c, const Known& known,
                          const TwinMoment& m, Length normal_known_to);
    /// The shortest edge, or the width of the narrowest face, at the vertices of the features: what
    /// is near rounding has directions that are known as well as that, and no better.
    [[nodiscard]] Length least_size_at(ContactKind kind, const Known& known) const;
    [[nodiscard]] Length defined_properness(ContactKind kind, const Known& known,
                                            const TwinMoment& m) const;

    /// By fraction, and none twice.
    void check_order();

    // ---- What is missed ----

    void check_events(const GlideRun& run, bool dense);

    [[nodiscard]] bool counts(const TwinEvent& e) const {
        if (e.kind != ContactKind::edge_edge) return true;
        // Edges that can never be the first to touch.
        return !c_.a.shape.is_internal(EdgeIndex(e.a)) && !c_.b.shape.is_internal(EdgeIndex(e.b));
    }

    void check_event(const TwinEvent& e);

    /// The same features, and near each other all the time between the two moments.
    [[nodiscard]] bool reported(const TwinEvent& e);
    [[nodiscard]] bool near_between(std::size_t i, Length fraction, Length bound) const;
    [[nodiscard]] bool stood_in_for(const TwinEvent& e) const {
        for (std::size_t i = 0; i < known_.size(); ++i) {
            const Length way = std::abs(result_.collisions[i].fraction - e.fraction) * twin_.speed;
            if (way + (known_[i].place - e.place).norm() < stand_in_bound * near_) return true;
        }
        return false;
    }

    // ---- Overlap at many poses ----

    [[nodiscard]] Pose pose_at(Length fraction, const LongVector& shift = LongVector::Zero()) const;
    [[nodiscard]] bool overlaps(Length fraction,
                                const LongVector& shift = LongVector::Zero()) const {
        judged_a_.move(c_.a.shape, pose_at(fraction, shift));
        return shapes_overlap(judged_a_, judged_b_);
    }

    /// Sheets that collide with their front only may be entered from behind, and so may closed
    /// surfaces that were told to: shells that cross each other show their backs outside.
    [[nodiscard]] static bool may_be_entered(const TwinBody& body) {
        if (!body.one_sided) return false;
        if (!(body.shape.volume().value_or(0) > 0)) return true;
        if (body.shape.report().sides_reason != SidesReason::asked) return false;
        const auto unasked = Polyhedron::build(body.shape.mesh());
        return !unasked || unasked->sides() != Sides::front;
    }

    void check_overlaps(std::uint64_t poses);

    void check_entry(Length low, Length high);

    /// Whether a shift by some roundings undoes the overlap, or makes one: bodies that graze.
    [[nodiscard]] bool shallow(Length fraction) const;
    [[nodiscard]] bool graze_between(Length from, Length to) const {
        for (int k = 0; k <= 8; ++k) {
            if (!shallow(from + (to - from) * k / 8)) return false;
        }
        return true;
    }

    // ---- Soups: every pair of faces that comes to meet ----

    using FacePairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;
    [[nodiscard]] FacePairs pairs_at(Length fraction) const;

    void check_new_pairs(std::uint64_t poses);

    void check_new_pair(const std::pair<std::uint32_t, std::uint32_t>& pair, Length low,
                        Length high);
    [[nodiscard]] static bool belongs(const Polyhedron& shape, const ContactFeature& feature,
                                      std::uint32_t number, std::uint32_t face);
    [[nodiscard]] bool near_faces(std::size_t i,
                                  const std::pair<std::uint32_t, std::uint32_t>& pair) const {
        const TwinMoment m = twin_.screw.moment(result_.collisions[i].fraction);
        const Length bound = stand_in_bound * near_;
        return twin_.from_feature_a(ContactKind::face_vertex, pair.first, known_[i].place, m) <
                   bound &&
               twin_.from_feature_b(ContactKind::vertex_face, pair.second, known_[i].place) < bound;
    }

    // ---- Options ----

    [[nodiscard]] static bool same(const Collision& a, const Collision& b);
    [[nodiscard]] static bool same(const std::vector<Collision>& a,
                                   const std::vector<Collision>& b) {
        return std::ranges::equal(
            a, b, [](const Collision& x, const Collision& y) { return same(x, y); });
    }

    /// The same for any culling; a threshold leaves out what is below it and nothing else.
    void check_options(GlideOptions options);

    // ---- Pixels ----

    [[nodiscard]] double short_edge() const;

    /// Its features are as near each other as the answer says.
    void check_pixel_answer(const Collision& c, const CollisionResult& answer);

    void check_pixels();

    void check_pixels(double pixel, papers::buss::PixelMode mode, bool with_variants);

    /// Whether one of the pixel method's answers stands for an exact one.
    ///
    /// Place: within two pixels, that is two diagonals, across the motion, which is what the screen
    /// shows. Time: a point that is off by so much across the motion meets a face with the normal n
    /// later or sooner by that times the tangent of the angle between n and the motion; edges and
    /// vertices meet along their common normal in the same way. So much, and the resolution in time
    /// that was asked for, may the moment be off, as a way at the speed of the place; and the place
    /// along the motion as well. Edges that slide along each other in a plane stay in touch at
    /// places that the moment tells: where that is not known at all, one collision stands for all
    /// of it.
    [[nodiscard]] bool found_by_pixels(std::size_t i, const CollisionResult& answer, double pixel,
                                       double time);
};

// ---- Many steps ----

inline void print_complaints(std::uint64_t seed, std::uint64_t number, const GlideCase& c,
                             const Complaints& complaints) {
    std::printf("WRONG: step %llu of seed %llu\n", static_cast<unsigned long long>(number),
                static_cast<unsigned long long>(seed));
    for (const std::string& text : complaints) std::printf("  %s\n", text.c_str());
    std::printf("%s", describe(c).c_str());
    std::fflush(stdout);
}

/// Prints it and leaves what still shows it. Where a judge in a hurry sees it, that one judges what
/// is left when faces are left out: the whole of a step takes long.
void report_wrong(const GlideRun& run, std::uint64_t number, const GlideCase& c,
                  const Collider& collider, const Complaints& complaints);

GlideTally judge_glides(const GlideRun& run, const Collider& collider);

void print_tally(const GlideTally& t);

/// Whether nothing was wrong and the cases were worth judging.
bool all_right(const GlideTally& t);

}  // namespace swept::oracle

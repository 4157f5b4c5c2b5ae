// The judges before each other: do those that share no code say the same?
//
//   judge_agreement [--cases N] [--seed S] [--threads N] [--only I]
//
// Small random and adversarial scenes are put to two or more judges of tests/oracle at a time:
// first contacts to rational arithmetic, to the certified search and to the flat list of features;
// overlap just before and after them to CGAL; distances, rays, spheres and collisions of whole
// steps likewise. The library builds the shapes and places them; no answer of it is judged. Every
// comparison has a slack of its own, which is stated where it is made; how many cases were decisive
// is counted, and must be enough. Ends with 1 when two judges disagree or too little was decided.
// --only I compares that one case of the seed.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/judges/options.h"
#include "tests/oracle/adversarial_scenes.h"
#include "tests/oracle/cast_scenes.h"
#include "tests/oracle/certified_sweep.h"
#include "tests/oracle/cgal_distance.h"
#include "tests/oracle/cgal_meshes.h"
#include "tests/oracle/contacts_twin.h"
#include "tests/oracle/glide_twin.h"
#include "tests/oracle/high_precision.h"
#include "tests/oracle/rational_translation.h"
#include "tests/oracle/separation.h"

namespace swept::judge {
namespace {

using namespace oracle;
using Eigen::Vector3d;
using Exact = translation::Rational;
using Digits = ::oracle::Real;  ///< a hundred of them
using Triangles = std::vector<std::array<Vector3d, 3>>;

constexpr double unit_roundoff = 0x1p-53;

// ---- What is compared ----

enum Comparison : std::uint8_t {
    exact_and_certified,
    exact_and_flat,
    certified_and_flat,
    few_and_many_digits,
    translation_as_screw,
    start_and_cgal,
    before_and_cgal,
    after_and_cgal,
    distance_flat,
    distance_separation,
    distance_contacts,
    inside_and_winding,
    ray_and_cgal,
    ray_and_exact,
    sphere_and_cgal,
    sphere_and_flat,
    glide_and_certified,
    glide_and_exact,
    comparison_count
};

struct Row {
    const char* text;
    double least_decisive;  ///< share of the cases
};
constexpr std::array<Row, comparison_count> rows{{
    {"first contact, translation: rational, certified search", 0.5},
    {"first contact, translation: rational, flat list", 0.5},
    {"first contact, turn or screw: certified search, flat list", 0.5},
    {"first contact: certified search in long double, in 100 digits", 0.5},
    {"translation as a screw: rational, certified search, flat list", 0.3},
    {"meeting at the start: rational, CGAL", 0.7},
    {"apart just before: first contact, CGAL's overlap", 0.3},
    {"meeting just after: first contact, CGAL's overlap", 0.2},
    {"distance: flat list, CGAL", 0.7},
    {"distance: separation, CGAL", 0.9},
    {"distance: contacts' pairs of features, CGAL", 0.5},
    {"inside a solid: separation's ray, casts' winding", 0.5},
    {"ray and triangle: casts, CGAL", 0.8},
    {"ray: casts, rational first contact of a point", 0.3},
    {"sphere and triangle: casts, CGAL's distance", 0.5},
    {"sphere on any motion: casts, flat list of a point", 0.5},
    {"turn or screw: collisions of a step, certified search", 0.3},
    {"translation: collisions of a step, rational", 0.3},
}};

struct Count {
    std::uint64_t cases = 0, decisive = 0, wrong = 0;
    double off = 0;  ///< the most, in units of the slack, where there is one
};

struct Tally {
    std::array<Count, comparison_count> counts;
    std::vector<std::string> complaints;

    void add(const Tally& t) {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            counts[i].cases += t.counts[i].cases;
            counts[i].decisive += t.counts[i].decisive;
            counts[i].wrong += t.counts[i].wrong;
            counts[i].off = std::max(counts[i].off, t.counts[i].off);
        }
    }
    void decided(Comparison c, bool decisive) {
        ++counts[c].cases;
        if (decisive) ++counts[c].decisive;
    }
    /// Notes how far off something is, in units of the slack; above 1 is wrong.
    bool within(Comparison c, Length off, Length slack) {
        counts[c].off = std::max(counts[c].off, static_cast<double>(off / slack));
        return off <= slack;
    }
    __attribute__((format(printf, 3, 4))) void wrong(Comparison c, const char* format, ...) {
        char text[512];
        va_list values;
        va_start(values, format);
        std::vsnprintf(text, sizeof text, format, values);
        va_end(values);
        ++counts[c].wrong;
        complaints.push_back(std::string(rows[c].text) + ": " + text);
    }
};

// ---- Numbers and places ----

/// A long double is the sum of two doubles.
Exact exact(Length x) {
    const auto high = static_cast<double>(x);
    return Exact(high) + Exact(static_cast<double>(x - Length(high)));
}

/// To 2^-159 of itself.
cgal_exact::Number cgal_number(Digits x) {
    cgal_exact::Number sum = 0;
    for (int i = 0; i < 3; ++i) {
        const auto part = static_cast<double>(x);
        sum += cgal_exact::Number(part);
        x -= Digits(part);
    }
    return sum;
}

std::vector<Vector3d> placed(const Polyhedron& shape, const Pose& pose) {
    std::vector<Vector3d> points;
    for (const Vector3d& v : shape.vertices()) points.push_back(pose * v);
    return points;
}

/// The fans of all faces; of a set of points each point three times.
template <class Point>
std::vector<std::array<Point, 3>> fans(const Polyhedron& shape, const std::vector<Point>& at) {
    std::vector<std::array<Point, 3>> triangles;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const auto c = shape.corners(FaceIndex(f));
        for (std::size_t i = 2; i < c.size(); ++i) {
            triangles.push_back({at[c[0].value], at[c[i - 1].value], at[c[i].value]});
        }
    }
    if (triangles.empty()) {
        for (const Point& p : at) triangles.push_back({p, p, p});
    }
    return triangles;
}

/// A mover on its way, placed in a hundred digits by the definition of the motion.
class Way {
   public:
    Way(const Polyhedron& shape, const Pose& start, const Motion& motion)
        : shape_(&shape), start_(placed(shape, start)), motion_(motion) {}

    [[nodiscard]] CgalDistance at(Length fraction) const {
        std::vector<cgal_exact::Point> points;
        for (const ::oracle::Vec& p : places(fraction)) {
            points.emplace_back(cgal_number(p.x), cgal_number(p.y), cgal_number(p.z));
        }
        return CgalDistance(fans(*shape_, points));
    }
    /// Rounded to doubles.
    [[nodiscard]] PlacedTriangles rounded_at(Length fraction) const {
        std::vector<Vector3d> points;
        for (const ::oracle::Vec& p : places(fraction)) {
            points.emplace_back(static_cast<double>(p.x), static_cast<double>(p.y),
                                static_cast<double>(p.z));
        }
        return {*shape_, points};
    }

   private:
    const Polyhedron* shape_;
    std::vector<Vector3d> start_;
    Motion motion_;

    [[nodiscard]] std::vector<::oracle::Vec> places(Length fraction) const {
        const ::oracle::Rigid moved = ::oracle::displacement(motion_, Digits(fraction));
        std::vector<::oracle::Vec> points;
        for (const Vector3d& p : start_) points.push_back(moved * ::oracle::Vec(p));
        return points;
    }
};

// ---- First contacts ----

constexpr std::size_t most_pairs = 600;

/// A sweep with all that the judges of first contacts are asked.
class Contest {
   public:
    Contest(const SweepCase& c, const Motion& motion)
        : c_(c),
          motion_(motion),
          mover_(fans(c.mover.shape, placed(c.mover.shape, c.world_from_mover))),
          obstacle_(fans(c.obstacle.shape, placed(c.obstacle.shape, c.world_from_obstacle))),
          flat_(c.mover.shape, c.world_from_mover, motion, c.obstacle.shape, c.world_from_obstacle),
          way_(c.mover.shape, c.world_from_mover, motion),
          still_(obstacle_),
          size_(flat_.largest_coordinate() + flat_.travel()),
          // What the judges of sweeps let an answer be off.
          bound_(64 * Length(unit_roundoff) * size_) {}

    [[nodiscard]] std::size_t pairs() const { return mover_.size() * obstacle_.size(); }
    [[nodiscard]] const Triangles& mover() const { return mover_; }
    [[nodiscard]] const Triangles& obstacle() const { return obstacle_; }
    [[nodiscard]] const SweepTwin& flat() const { return flat_; }
    [[nodiscard]] Length travel() const { return flat_.travel(); }
    [[nodiscard]] Length size() const { return size_; }
    [[nodiscard]] Length bound() const { return bound_; }

    [[nodiscard]] double distance_at(Length fraction) const {
        return way_.at(fraction).distance(still_);
    }
    /// Whether CGAL sees them meet, with the places rounded: each by no more than rounding().
    [[nodiscard]] bool meet_at(Length fraction) const {
        return meshes_meet(way_.rounded_at(fraction),
                           PlacedTriangles(c_.obstacle.shape, c_.world_from_obstacle));
    }
    [[nodiscard]] Length rounding() const { return 2 * Length(unit_roundoff) * size_; }

    template <class Real>
    [[nodiscard]] typename CertifiedSweep<Real>::Bracket certified() const {
        return CertifiedSweep<Real>(mover_, motion_, obstacle_).search();
    }
    [[nodiscard]] TwinAnswer flat_answer() const {
        return flat_.search({.level = bound_, .tolerance = bound_ / 1000, .most_steps = 2'000'000});
    }

    /// Is the flat list right about the distance where it says that it comes to the level, or is
    /// least? It must be right to a sixteenth of what it lets others be off. When the level is not
    /// reached, it looks for less only where that were less by a twentieth.
    void check_flat(const TwinAnswer& answer, Comparison row, Tally& tally) const {
        const Length at = answer.reached ? *answer.reached : answer.least_at;
        const Length is = distance_at(at), said = flat_.distance(at).distance, slack = bound_ / 16;
        if (!tally.within(row, std::abs(is - said), slack)) {
            tally.wrong(row, "distance %.9Lg at %.17Lg, CGAL says %.9Lg, slack %Lg", said, at, is,
                        slack);
        }
        const Length low = answer.reached ? bound_ : answer.least - (answer.least - bound_) / 20;
        const Length high = answer.reached ? bound_ * (1 + 1e-3L) : answer.least;
        if (is < low - slack || is > high + slack) {
            tally.wrong(row, "%s %.9Lg at %.17Lg, CGAL says %.9Lg, slack %Lg",
                        answer.reached ? "at the level" : "least", high, at, is, slack);
        }
    }

   private:
    const SweepCase& c_;
    Motion motion_;
    Triangles mover_, obstacle_;
    SweepTwin flat_;
    Way way_;
    CgalDistance still_;
    Length size_, bound_;
};

/// CGAL on both sides of a first contact.
///
/// Before: the flat list says that they are `bound` apart, which is 64 roundings, and the places
/// are off by two, those of the mover and those of the obstacle. After: two triangles are in each
/// other by more than 32 roundings, measured along all directions that could part them.
void check_sides(const Contest& contest, const TwinAnswer& flat, std::optional<Length> inside,
                 Tally& tally) {
    if (flat.reached && *flat.reached > 0) {
        tally.decided(before_and_cgal, true);
        for (const Length share : {0.25L, 0.5L, 1.0L}) {
            if (contest.meet_at(share * *flat.reached)) {
                tally.wrong(before_and_cgal, "they meet at %.17Lg, the level is reached at %.17Lg",
                            share * *flat.reached, *flat.reached);
            }
        }
    } else {
        tally.decided(before_and_cgal, false);
    }
    if (inside) {
        if (!contest.meet_at(*inside)) {
            tally.wrong(after_and_cgal, "they do not meet at %.17Lg", *inside);
        }
    }
    tally.decided(after_and_cgal, inside.has_value());
}

/// A moment soon after a certain contact at which they are deep enough in each other.
std::optional<Length> moment_inside(const CertifiedSweep<Length>& judge, Length from,
                                    Length depth) {
    for (const Length step : {1e-12L, 1e-9L, 1e-6L, 1e-4L, 1e-2L, 1e-1L}) {
        const Length at = from + step * (1 - from);
        if (judge.depth(at) > depth) return at;
    }
    return std::nullopt;
}

void check_translation(const SweepCase& c, const Vector3d& vector, Tally& tally) {
    const Motion motion = Translation::make(vector).value();
    const Contest contest(c, motion);
    const RationalTranslation rational(contest.mover(), contest.obstacle(), vector);
    const auto first = rational.first();

    // Both decide about the same doubles: no slack.
    tally.decided(start_and_cgal,
                  c.mover.shape.face_count() > 0 && c.obstacle.shape.face_count() > 0);
    if (c.mover.shape.face_count() > 0 && c.obstacle.shape.face_count() > 0) {
        if (contest.meet_at(0) != (first && first->from == 0)) {
            tally.wrong(start_and_cgal, "CGAL says %d", contest.meet_at(0));
        }
    }

    // The bracket is certified, the moment exact: no slack.
    const auto bracket = contest.certified<Length>();
    const Length narrow = 1e-9L * contest.size();
    if (first) {
        const bool tight =
            bracket.high && (*bracket.high - bracket.low) * contest.travel() <= narrow;
        tally.decided(exact_and_certified, tight);
        if (bracket.free || exact(bracket.low) > first->from ||
            (bracket.high && exact(*bracket.high) < first->from)) {
            tally.wrong(exact_and_certified, "contact at %.17g, certified from %.20Lg to %.20Lg",
                        first->from.convert_to<double>(), bracket.low, bracket.high.value_or(2));
        }
    } else {
        tally.decided(exact_and_certified, bracket.free);
        if (bracket.high) {
            tally.wrong(exact_and_certified, "no contact, certified at %.20Lg", *bracket.high);
        }
    }

    // The flat list is asked for a distance of 64 roundings: it comes to that before the contact,
    // and CGAL says how far apart they are then. Its distances are right until they meet: it is not
    // asked from a start at which they do, or nearly.
    const bool apart =
        !(first && first->from == 0) && contest.flat().distance(0).distance > 2 * contest.bound();
    const TwinAnswer flat = apart ? contest.flat_answer() : TwinAnswer();
    if (!apart || flat.gave_up) {
        tally.decided(exact_and_flat, false);
        return;
    }
    contest.check_flat(flat, exact_and_flat, tally);
    if (first && (!flat.reached || exact(*flat.reached) >= first->from)) {
        tally.wrong(exact_and_flat, "contact at %.17g, the flat list says %.20Lg",
                    first->from.convert_to<double>(), flat.reached.value_or(2));
    }
    const bool tight =
        first && flat.reached &&
        (Length(first->from.convert_to<double>()) - *flat.reached) * contest.travel() <=
            100 * contest.bound();
    tally.decided(exact_and_flat, tight || (!first && !flat.reached));
    if (!first) return;
    const Exact middle = (first->from + first->until) / 2;
    const auto at = static_cast<Length>(middle.convert_to<double>());
    const bool deep = rational.depth(first->mover, first->obstacle, exact(at)) >
                      static_cast<double>(16 * contest.rounding());
    check_sides(contest, flat, deep ? std::optional(at) : std::nullopt, tally);
}

/// The same translation as a screw along it, with no turn or a tiny one.
///
/// The axis is rounded and the turn moves a point aside: by no more than `aside`. So each of the
/// two comes that close by when the other one makes contact.
void check_as_screw(const SweepCase& c, const Vector3d& vector, double angle, Tally& tally) {
    if (!(vector.norm() > 0)) return;
    const Vector3d through = c.world_from_mover * middle_of(c.mover.shape);
    const Motion screw = Screw::make(through, vector, angle, vector.norm()).value();
    const Contest straight(c, Translation::make(vector).value()), turning(c, screw);
    const Length reach = 2 * radius_of(c.mover.shape);
    const Length aside = Length(std::abs(angle)) * reach +
                         8 * Length(unit_roundoff) * straight.travel() + straight.bound() / 64;
    if (straight.flat().distance(0).distance <= 4 * aside) return;
    const auto first = RationalTranslation(straight.mover(), straight.obstacle(), vector).first();
    if (first && first->from == 0) return;
    const auto bracket = turning.certified<Length>();
    const TwinQuestion question{.level = aside, .tolerance = aside / 1000, .most_steps = 2'000'000};
    const TwinAnswer on_screw = turning.flat().search(question);
    const TwinAnswer on_line = straight.flat().search(question);
    if (on_screw.gave_up || on_line.gave_up) return tally.decided(translation_as_screw, false);
    if (first && (!on_screw.reached || exact(*on_screw.reached) > first->from)) {
        tally.wrong(translation_as_screw, "contact at %.17g, as a screw close at %.20Lg",
                    first->from.convert_to<double>(), on_screw.reached.value_or(2));
    }
    if (bracket.high && (!on_line.reached || *on_line.reached > *bracket.high)) {
        tally.wrong(translation_as_screw,
                    "the screw makes contact at %.17Lg, straight close at %.20Lg", *bracket.high,
                    on_line.reached.value_or(2));
    }
    const auto near = [&](Length a, Length b) {
        return std::abs(a - b) * straight.travel() <= 100 * aside;
    };
    const bool contact = first && on_screw.reached && bracket.high &&
                         near(first->from.convert_to<Length>(), *on_screw.reached) &&
                         near(first->from.convert_to<Length>(), *bracket.high);
    tally.decided(translation_as_screw, contact || (!first && bracket.free && !on_screw.reached));
}

void check_turn(const SweepCase& c, bool many_digits, Tally& tally) {
    const Contest contest(c, c.motion);
    // The flat list's distances are right until they meet: it is not asked from a start at which
    // they do, or nearly.
    if (contest.meet_at(0) || !(contest.flat().distance(0).distance > 2 * contest.bound())) return;
    const CertifiedSweep<Length> judge(contest.mover(), c.motion, contest.obstacle());
    const auto bracket = judge.search();
    const TwinAnswer flat = contest.flat_answer();
    if (flat.gave_up) return tally.decided(certified_and_flat, false);
    contest.check_flat(flat, certified_and_flat, tally);
    if (bracket.high && (!flat.reached || *flat.reached >= *bracket.high)) {
        tally.wrong(certified_and_flat, "contact at %.20Lg, the flat list says %.20Lg",
                    *bracket.high, flat.reached.value_or(2));
    }
    const bool tight = bracket.high && flat.reached &&
                       (*bracket.high - *flat.reached) * contest.travel() <= 1e4L * contest.bound();
    tally.decided(certified_and_flat, tight || (bracket.free && !flat.reached));
    if (bracket.high) {
        check_sides(contest, flat, moment_inside(judge, *bracket.high, 16 * contest.rounding()),
                    tally);
    }
    if (!many_digits || contest.pairs() > 40) return;
    // Both are certified: the brackets have a moment in common.
    const auto sharp = contest.certified<Digits>();
    const bool closed = sharp.high && bracket.high;
    const bool agree =
        closed ? sharp.low <= Digits(*bracket.high) && Digits(bracket.low) <= *sharp.high
               : !(sharp.free && bracket.high) && !(bracket.free && sharp.high);
    if (!agree) {
        tally.wrong(few_and_many_digits, "%.20Lg to %.20Lg, in 100 digits %.20g to %.20g",
                    bracket.low, bracket.high.value_or(2), static_cast<double>(sharp.low),
                    sharp.high ? static_cast<double>(*sharp.high) : 2);
    }
    const bool narrow = closed && static_cast<Length>(*sharp.high - sharp.low) < 1e-40L;
    tally.decided(few_and_many_digits, narrow || (sharp.free && bracket.free));
}

// ---- Distances ----

void check_distances(const ContactCase& c, Tally& tally) {
    const std::vector<Vector3d> points_a = placed(c.a.shape, c.world_from_a);
    const std::vector<Vector3d> points_b = placed(c.b.shape, c.world_from_b);
    const Triangles fans_a = fans(c.a.shape, points_a), fans_b = fans(c.b.shape, points_b);
    if (fans_a.size() * fans_b.size() > most_pairs) return;
    const cgal_exact::Number exact_sq = CgalDistance(fans_a).distance_sq(CgalDistance(fans_b));
    const Length is = std::sqrt(CGAL::to_double(exact_sq));

    // In long double, all features: a sixteenth of what it lets others be off.
    const SweepTwin flat(c.a.shape, c.world_from_a, Translation(), c.b.shape, c.world_from_b);
    const Length slack = 4 * Length(unit_roundoff) * flat.largest_coordinate();
    const Length said = flat.distance(0).distance;
    // The flat list measures between features: of surfaces that cross it knows nothing.
    tally.decided(distance_flat, is > 0);
    if (is > 0 && !tally.within(distance_flat, std::abs(is - said), slack)) {
        tally.wrong(distance_flat, "CGAL %.17Lg, flat list %.17Lg, slack %Lg", is, said, slack);
    }

    // Rounded down by a ten thousandth at most; zero exactly when they meet.
    const JudgedShape a(c.a.shape, c.world_from_a), b(c.b.shape, c.world_from_b);
    const Separation apart = separation(a, b, static_cast<double>(2 * is));
    const bool right = apart.crossing ? exact_sq == 0
                                      : exact_sq > 0 && apart.distance <= is * (1 + 1e-15L) &&
                                            apart.distance >= is * (1 - 1.1e-4L);
    tally.decided(distance_separation, true);
    if (!right) {
        tally.wrong(distance_separation, "CGAL %.17Lg, separation %.17g%s", is, apart.distance,
                    apart.crossing ? ", crossing" : "");
    }

    // The closest pair of features is among those that may be contacts, and none that surely is one
    // is closer; the twin's own bound, which it states.
    if (is > 0 && !apart.inside) {
        const ContactTwin twin(c.a.shape, c.world_from_a, c.b.shape, c.world_from_b);
        Length least = unbounded, least_well = unbounded;
        twin.pairs_within(is + 4 * twin.bound(), 0,
                          [&](ContactKind, std::uint32_t, std::uint32_t, const PairVerdict& v) {
                              if (!v.inside) return;
                              least = std::min(least, v.distance);
                              if (v.measured && v.well_inside) {
                                  least_well = std::min(least_well, v.distance);
                              }
                          });
        if (least > is + twin.bound() || least_well < is - twin.bound()) {
            tally.wrong(distance_contacts, "CGAL %.17Lg, contacts %.17Lg (%.17Lg), bound %Lg", is,
                        least, least_well, twin.bound());
        }
        tally.decided(distance_contacts, std::abs(least_well - is) <= twin.bound());
    }

    // A point that is not on a surface is inside for both, or for none: both are exact.
    for (const auto& [solid, other] : {std::pair(&c.a, &points_b), std::pair(&c.b, &points_a)}) {
        const JudgedShape& judged = solid == &c.a ? a : b;
        if (!judged.closed() || is == 0) continue;
        const CastShape cast(solid->shape, solid == &c.a ? c.world_from_a : c.world_from_b);
        std::vector<Vector3d> probes{(*other)[0], cast.ball().centre.cast<double>()};
        for (int i = 0; i < 4; ++i) {
            const CastTriangle& t =
                cast.triangles()[static_cast<std::size_t>(i) * 7 % cast.triangles().size()];
            const Vector3d middle = (t.corners[0] + t.corners[1] + t.corners[2]) / 3;
            const double step = (i % 2 == 0 ? 1e-3 : -1e-3) * static_cast<double>(t.width);
            probes.push_back(middle + step * t.normal.cast<double>());
        }
        for (const Vector3d& p : probes) {
            Length off = unbounded;
            for (const CastTriangle& t : cast.triangles()) {
                off = std::min(off, t.closest(wide(p)).distance);
            }
            const bool clear = off > 1e-9L * cast.largest_coordinate();
            tally.decided(inside_and_winding, clear);
            if (clear && judged.holds(p) != (winding(cast, p) > 0)) {
                tally.wrong(inside_and_winding, "point %s: %d", hex(p).c_str(), judged.holds(p));
            }
        }
    }
}

// ---- Casts ----

/// A ray in rational numbers.
struct CgalRay {
    cgal_exact::Point from;
    cgal_exact::Vector way;
    bool bounded;

    explicit CgalRay(const Ray& ray)
        : from(cgal_exact::point(ray.from())),
          way(ray.is_bounded() ? cgal_exact::point(ray.to()) - from
                               : cgal_exact::point(ray.to()) - CGAL::ORIGIN),
          bounded(ray.is_bounded()) {}

    [[nodiscard]] cgal_exact::Point at(const cgal_exact::Number& fraction) const {
        return from + fraction * way;
    }
    [[nodiscard]] bool meets(const cgal_exact::Triangle& t) const {
        if (bounded) return CGAL::do_intersect(cgal_exact::Segment(from, from + way), t);
        return CGAL::do_intersect(cgal_exact::Kernel::Ray_3(from, way), t);
    }
};

cgal_exact::Number cgal_number(Length x) {
    return cgal_number(Digits(x));
}

void check_ray(const Ray& ray, const CastShape& shape, Tally& tally) {
    const RayTwin twin(ray);
    const CgalRay exact_ray(ray);
    if (exact_ray.way == CGAL::NULL_VECTOR) return;
    bool along_a_face = false;
    Length first = unbounded, unsure_from = unbounded;  // less the slack
    for (const CastTriangle& t : shape.triangles()) {
        if (!(t.width > 0)) continue;
        const auto c = cgal_exact::corners(t.corners);
        const cgal_exact::Vector normal = CGAL::cross_product(c[1] - c[0], c[2] - c[0]);
        const cgal_exact::Number rate = normal * exact_ray.way;
        const RayMeeting m = twin.meet(t, Sides::both);
        const bool meets = exact_ray.meets(cgal_exact::Triangle(c[0], c[1], c[2]));
        along_a_face = along_a_face || rate == 0;
        // A ray along the plane of a triangle meets it only where it starts.
        const bool decisive = rate != 0;
        tally.decided(ray_and_cgal, decisive);
        if ((m.hit || m.touches) && !meets) tally.wrong(ray_and_cgal, "CGAL does not see it meet");
        if (decisive && meets && !m.hit && !m.touches) {
            tally.wrong(ray_and_cgal, "CGAL sees it meet, hit %d touches %d", m.hit, m.touches);
        }
        if (!m.hit && !m.touches) continue;
        // The fraction: the quotient of two whole numbers, each rounded, as is the quotient.
        const Length slack = 0x1p-61L * m.fraction;
        if (m.hit && decisive) {
            const cgal_exact::Number is = normal * (c[0] - exact_ray.from) / rate;
            const auto off = static_cast<Length>(CGAL::to_double(is - cgal_number(m.fraction)));
            if (!tally.within(ray_and_cgal, std::abs(off), slack + 0x1p-1000L)) {
                tally.wrong(ray_and_cgal, "fraction %.20Lg is off by %Lg, slack %Lg", m.fraction,
                            off, slack);
            }
        }
        first = std::min(first, m.touches ? 0 : m.fraction);
        unsure_from = std::min(unsure_from, m.touches ? 0 : m.fraction - slack);
    }
    if (ray.is_bounded()) return;
    // The same as a point that moves, as far as the direction is long.
    const Triangles point{{ray.from(), ray.from(), ray.from()}};
    Triangles fan;
    for (const CastTriangle& t : shape.triangles()) fan.push_back(t.corners);
    const auto contact = RationalTranslation(point, fan, ray.to()).first();
    const Length off = first < unbounded ? first - unsure_from + 0x1p-60L * first : 0;
    const bool decisive =
        !along_a_face && !shape.is_points() && off < 1e-9L && std::abs(first - 1) > 2 * off;
    tally.decided(ray_and_exact, decisive);
    if (!decisive) return;
    const Length is = contact ? contact->from.convert_to<Length>() : unbounded;
    const bool same = first > 1 ? !contact : contact && std::abs(is - first) <= 2 * off;
    if (!same) tally.wrong(ray_and_exact, "%.20Lg, as a point %.20Lg", first, is);
}

/// Spheres on a straight way: the distance is convex along it, so that a moment at which it is the
/// radius and before which it is more is the first one.
void check_sphere(const Ray& ray, double radius, const CastShape& shape, Tally& tally) {
    const RayTwin twin(ray);
    const CentreWay way(twin.start(), twin.vector(), ray.is_bounded() ? 1 : 2);
    const CgalRay exact_ray(ray);
    const auto distance = [&](const CastTriangle& t, Length at) -> Length {
        return std::sqrt(CGAL::to_double(cgal_exact::distance_sq(exact_ray.at(cgal_number(at)),
                                                                 cgal_exact::corners(t.corners))));
    };
    const std::size_t step = 1 + shape.triangles().size() / 8;
    for (std::size_t i = 0; i < shape.triangles().size(); i += step) {
        const CastTriangle& t = shape.triangles()[i];
        const FirstBelow found = first_below(t, way, {0, way.until()}, radius, 0);
        const Length slack = distance_error(shape, way, way.until()) + 0x1p-52L * Length(radius);
        Length outside = -unbounded;  // how far it is on the wrong side
        if (!found.fraction) {
            for (const Length at : {0.0L, 0.25L, 0.5L, 1.0L}) {
                outside = std::max(outside, radius - distance(t, at * way.until()));
            }
            const LeastDistance least = least_distance(t, way, {0, way.until()}, radius);
            outside = std::max(outside, radius - distance(t, least.fraction));
        } else {
            const Length at = *found.fraction, there = distance(t, at);
            outside = there - radius;
            if (at > 0) outside = std::max(outside, radius - there);
            for (const Length back : {0.5L, 0x1p-6L, 0x1p-12L, 0x1p-24L}) {
                if (at > 0) outside = std::max(outside, radius - distance(t, at - back * at));
            }
        }
        tally.decided(sphere_and_cgal, found.fraction.has_value() || radius > 0);
        if (!tally.within(sphere_and_cgal, outside, slack)) {
            tally.wrong(sphere_and_cgal, "radius %a, said %.20Lg, off by %Lg, slack %Lg", radius,
                        found.fraction.value_or(-1), outside, slack);
        }
    }
}

/// A sphere on any motion is a point that comes as close as its radius.
void check_moving_sphere(const CastScene& scene, const CastShape& shape, const SetCase& set,
                         Tally& tally) {
    const Sphere ball = set.spheres.spheres()[0];
    const Vector3d centre = set.world_from_spheres * ball.centre;
    Mesh mesh;
    mesh.add_vertex(centre);
    const auto point = Polyhedron::build(mesh);
    if (!point) return;
    const SweepTwin flat(*point, Pose(), set.motion, scene.named.shape, scene.world_from_shape);
    const CentreWay way(centre, set.motion);
    const Length level = ball.radius, slack = distance_error(shape, way, 1) + 0x1p-52L * level;
    const Length tolerance = 1000 * slack;
    const TwinAnswer by_flat =
        flat.search({.level = level, .tolerance = tolerance, .most_steps = 2'000'000});
    FirstBelow by_cast;
    for (const CastTriangle& t : shape.triangles()) {
        const FirstBelow f = first_below(t, way, {0, 1}, level, tolerance);
        by_cast.gave_up = by_cast.gave_up || f.gave_up;
        if (f.fraction && (!by_cast.fraction || *f.fraction < *by_cast.fraction)) {
            by_cast.fraction = f.fraction;
        }
    }
    if (by_flat.gave_up || by_cast.gave_up) return tally.decided(sphere_and_flat, false);
    const Way exact_way(*point, Pose(), set.motion);
    const CgalDistance still(fans(scene.named.shape, shape.points()));
    const auto distance = [&](Length at) -> Length { return exact_way.at(at).distance(still); };
    // Where either of them is at the level, CGAL says the same; the other one was not below before.
    Length outside = -unbounded;
    for (const std::optional<Length>& at : {by_flat.reached, by_cast.fraction}) {
        if (!at) continue;
        const Length there = distance(*at);
        outside = std::max(outside, there - level - tolerance);
        if (*at > 0) outside = std::max(outside, level - there);
    }
    if (by_flat.reached && by_cast.fraction) {
        const Length between = (*by_flat.reached + *by_cast.fraction) / 2;
        if (between > 0) outside = std::max(outside, level - distance(between));
    }
    const bool both =
        by_flat.reached && by_cast.fraction &&
        std::abs(*by_flat.reached - *by_cast.fraction) * flat.travel() <= 1e3L * tolerance;
    tally.decided(sphere_and_flat, both || (!by_flat.reached && !by_cast.fraction));
    if (!tally.within(sphere_and_flat, outside, slack)) {
        tally.wrong(sphere_and_flat, "radius %a, %.20Lg and %.20Lg, off by %Lg, slack %Lg",
                    ball.radius, by_flat.reached.value_or(2), by_cast.fraction.value_or(2), outside,
                    slack);
    }
}

void check_casts(std::uint64_t seed, std::uint64_t number, Tally& tally) {
    SceneChance chance(seed ^ 0xca57, number);
    const CastScene scene = cast_scene(chance);
    const CastShape shape(scene.named.shape, scene.world_from_shape);
    if (shape.triangles().size() > 80) return;
    CastChance casts(chance, scene, shape);
    for (int i = 0; i < 4; ++i) check_ray(casts.ray(), shape, tally);
    const Ray ray = casts.ray();
    check_sphere(ray, casts.radius(ray), shape, tally);
    for (int i = 0; i < 2; ++i) check_moving_sphere(scene, shape, casts.sphere_set(), tally);
}

// ---- Collisions of whole steps ----

/// The displacement of a motion by less than half a turn.
std::optional<LongPose> displacement_of(const Motion& motion) {
    if (const auto* t = std::get_if<Translation>(&motion)) {
        return LongPose{LongQuaternion::Identity(), wide(t->vector())};
    }
    const auto turned = [](const Vector3d& at, const Vector3d& direction, double angle,
                           double glide) -> std::optional<LongPose> {
        if (std::abs(angle) > 3) return std::nullopt;
        const LongVector origin = wide(at), axis = wide(direction).normalized();
        const Length half = Length(angle) / 2;
        const LongQuaternion q(Eigen::AngleAxis<Length>(2 * half, axis).toRotationMatrix());
        return LongPose{q, origin - q * origin + Length(glide) * axis};
    };
    if (const auto* r = std::get_if<Rotation>(&motion)) {
        return turned(r->origin(), r->axis(), r->angle(), 0);
    }
    const Screw& s = std::get<Screw>(motion);
    return turned(s.origin(), s.axis(), s.angle(), s.advance());
}

/// How far from the origin the axis is.
Length axis_distance(const Motion& motion) {
    if (const auto* r = std::get_if<Rotation>(&motion)) return r->origin().norm();
    if (const auto* s = std::get_if<Screw>(&motion)) return s->origin().norm();
    return 0;
}

/// A step before a judge of first contacts: no pair of features passes each other, well inside
/// both, before the first contact, and when there is one, some pair does by then. Features that
/// pass at a speed are known to be where they are to the bound, so their moment to the bound over
/// the speed. That may be beyond the end of a step that ends at the contact: the list goes on for
/// as long as the slowest takes of those that are known to pass.
void check_steps(const SweepCase& c, const Motion& motion, Tally& tally) {
    const bool straight = std::holds_alternative<Translation>(motion);
    const Comparison row = straight ? glide_and_exact : glide_and_certified;
    const Contest contest(c, motion);
    const std::optional<LongPose> displacement = displacement_of(motion);
    if (!displacement || contest.meet_at(0) ||
        !(contest.flat().distance(0).distance > 64 * contest.bound()))
        return;
    if (0x1p-58L * axis_distance(motion) > contest.bound() / 10) return;
    // From inside, and from behind a one-sided sheet, a contact is none.
    for (const auto* shape : {&c.mover.shape, &c.obstacle.shape}) {
        if (shape->sides() == Sides::front && !(shape->volume().value_or(0) > 0)) return;
    }
    if (interpenetrate(c.mover.shape, c.world_from_mover, c.obstacle.shape,
                       c.world_from_obstacle)) {
        return;
    }
    const TwinScrew screw(*displacement, wide(c.world_from_mover * middle_of(c.mover.shape)));
    const GlideTwin twin(c.mover.shape, c.world_from_mover, screw, c.obstacle.shape,
                         c.world_from_obstacle);
    const Length near = contest.bound();
    TwinLimits limits{.near = near, .margin = 16 * near, .slack = Length(1e-9) * twin.speed};
    limits.until = 1 + std::min(Length(1), near / limits.slack);
    const std::vector<TwinEvent> events = twin.events(limits);
    // By definition a vertex goes through a face or an edge passes an edge: points that meet points
    // touch, and nothing passes. Points and faces do pass, wherever on the faces they meet.
    if (c.mover.shape.face_count() == 0 && c.obstacle.shape.face_count() == 0) {
        if (!events.empty()) tally.wrong(row, "points without faces pass each other");
        return;
    }
    // Free until the one, a contact by the other.
    Length low = 1, high = unbounded;
    bool free = false;
    if (straight) {
        const auto first = RationalTranslation(contest.mover(), contest.obstacle(),
                                               std::get<Translation>(motion).vector())
                               .first();
        free = !first;
        if (first) low = high = first->from.convert_to<Length>();
    } else {
        const auto bracket = contest.certified<Length>();
        free = bracket.free;
        if (!free) low = bracket.low;
        if (bracket.high) high = *bracket.high;
    }
    bool seen = false;
    Length sure = unbounded;
    for (const TwinEvent& e : events) {
        const Length off = near / std::max(e.normal_speed, Length(1e-12) * twin.speed);
        if (e.inside == Certain::yes && e.facing == Certain::yes) {
            sure = std::min(sure, e.fraction);
            if (e.fraction + off < low) {
                tally.wrong(row, "features pass at %.20Lg, free until %.20Lg, slack %Lg",
                            e.fraction, low, off);
            }
        }
        seen = seen || e.fraction - off <= high;
    }
    if (high <= 1 && !seen && !twin.edges_run_together(high, 16 * near)) {
        tally.wrong(row, "contact at %.20Lg, no features pass by then", high);
    }
    const bool tight = high <= 1 && std::abs(sure - high) * twin.speed <= 1e4L * near;
    const bool none_pass =
        std::ranges::none_of(events, [](const TwinEvent& e) { return e.fraction <= 1; });
    tally.decided(row, tight || (free && none_pass));
}

// ---- All of them ----

/// A translation for any scene: its own, or where its motion takes the middle of the mover.
Vector3d straightened(const SweepCase& c) {
    if (const auto* t = std::get_if<Translation>(&c.motion)) return t->vector();
    const TwinMotion motion(c.motion);
    const TwinTrack track = motion.track(wide(c.world_from_mover * middle_of(c.mover.shape)));
    return (track.at(motion.moment(1)) - track.start).cast<double>();
}

void compare(std::uint64_t seed, std::uint64_t number, Tally& tally, std::string* description) {
    const SweepCase c =
        number % 2 == 0 ? sweep_case(seed, number) : adversarial_case(seed, number / 2).sweep;
    const ContactCase contact = contact_case(seed, number);
    if (description) *description = describe(c) + describe(contact);
    const auto triangles = [](const NamedShape& s) {
        return std::max<std::size_t>(TwinFeatures(s.shape).triangles.size(),
                                     s.shape.face_count() == 0 ? s.shape.vertex_count() : 0);
    };
    if (triangles(c.mover) * triangles(c.obstacle) <= most_pairs) {
        const Vector3d vector = straightened(c);
        SceneChance chance(seed ^ 0x5c4e, number);
        check_translation(c, vector, tally);
        if (number % 4 < 2) {
            check_as_screw(c, vector, chance.one_in(2) ? 0 : chance.magnitude(1e-15, 1e-6), tally);
        }
        check_steps(c, Translation::make(vector).value(), tally);
        if (!std::holds_alternative<Translation>(c.motion)) {
            check_turn(c, number % 4 < 2, tally);
            check_steps(c, c.motion, tally);
        }
    }
    check_distances(contact, tally);
    check_casts(seed, number, tally);
}

struct Options {
    std::uint64_t cases = 5'000, seed = 1;
    unsigned threads = 0;
    std::optional<std::uint64_t> only;
    bool progress = false;
};

std::optional<Options> parse(int count, char** words) {
    Options options;

    const bool known = read_options(count, words,
                                    {{"--cases", &options.cases},
                                     {"--seed", &options.seed},
                                     {"--threads", &options.threads},
                                     {"--only", &options.only}});
    return known ? std::optional(options) : std::nullopt;
}

Tally compare_one(const Options& options, std::uint64_t number) {
    Tally tally;
    std::string description;
    compare(options.seed, number, tally, &description);
    if (tally.complaints.empty() && !options.only) return tally;
    std::string text =
        "case " + std::to_string(number) + " of seed " + std::to_string(options.seed) + "\n";
    for (const std::string& complaint : tally.complaints) text += "  WRONG " + complaint + "\n";
    std::printf("%s%s", text.c_str(), description.c_str());
    std::fflush(stdout);
    return tally;
}

Tally compare_all(const Options& options) {
    constexpr std::uint64_t most_wrong = 20;
    std::atomic<std::uint64_t> next = 0, wrong = 0;
    std::mutex mutex;
    Tally all;
    std::uint64_t done = 0;
    on_threads(options.threads, [&] {
        for (;;) {
            const std::uint64_t number = next.fetch_add(1);
            if (number >= options.cases || wrong >= most_wrong) return;
            const Tally tally = compare_one(options, number);
            wrong += tally.complaints.empty() ? 0U : 1U;
            const std::scoped_lock lock(mutex);
            all.add(tally);
            if (options.progress && ++done % 16 == 0) {
                std::fprintf(stderr, "\r%llu of %llu cases ", static_cast<unsigned long long>(done),
                             static_cast<unsigned long long>(options.cases));
            }
        }
    });
    if (options.progress) std::fprintf(stderr, "\n");
    return all;
}

/// Prints the table. Whether no two judges disagreed and enough was decided.
bool print(const Tally& tally, bool all_cases) {
    bool good = true;
    std::printf("%-64s %9s %9s %6s  %s\n", "question: judges", "cases", "decisive", "wrong",
                "off, of the slack");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Count& c = tally.counts[i];
        const auto share = static_cast<double>(c.decisive) /
                           static_cast<double>(std::max<std::uint64_t>(c.cases, 1));
        const bool enough = !all_cases || (c.cases > 0 && share >= rows[i].least_decisive);
        std::printf(
            "%-64s %9llu %9llu %6llu  %.3f%s\n", rows[i].text,
            static_cast<unsigned long long>(c.cases), static_cast<unsigned long long>(c.decisive),
            static_cast<unsigned long long>(c.wrong), c.off, enough ? "" : "  TOO FEW DECISIVE");
        good = good && enough && c.wrong == 0;
    }
    return good;
}

int run(int count, char** words) {
    std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(stderr, "judge_agreement [--cases N] [--seed S] [--threads N] [--only I]\n");
        return 2;
    }
    options->progress = isatty(STDERR_FILENO) != 0;
    const Tally tally =
        options->only ? compare_one(*options, *options->only) : compare_all(*options);
    const bool good = print(tally, !options->only && options->cases >= 100);
    std::printf(good ? "all judges agree\n" : "THE JUDGES DISAGREE\n");
    return good ? 0 : 1;
}

}  // namespace
}  // namespace swept::judge

int main(int count, char** words) {
    return swept::judge::run(count, words);
}

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <tuple>

#include "core/assert.h"
#include "math/elementary.h"
#include "papers/buss/scan.h"

namespace swept::papers::buss {

namespace {

using Eigen::Vector3d;

/// Choice. Curves are followed until a step of Newton's method is below this share of a pixel; what
/// is left is about its square.
constexpr double last_step = 0x1p-4;
/// Choice. What meets by this share of the step before it or after, or by what coordinates are
/// rounded to, meets at its beginning or end: bodies in touch.
constexpr double least_moment = 1e-9;

/// Choice. Pixels are filled in by this share of one beyond their chords: which of two pixels a
/// place on their border is in must not depend on how it was computed.
constexpr double filled_beyond = 0x1p-20;
/// Choice. Chords within this share of a pixel are in touch.
constexpr double in_touch = 0x1p-10;
/// Choice. A place on a chord is known to this many halvings of it at most.
constexpr int most_place_halvings = 40;

/// Choice. To fill in a pixel, sort it and look it up takes as long as to look at so many chords;
/// with the pixels around it, at so many.
constexpr std::size_t looks_per_pixel = 8, looks_per_pixel_around = 32;

/// Where two chords are looked at: parameters from 0 to 1 along each.
struct ChordPair {
    double alpha = 0, beta = 0;
};

/// Places where two chords are within a pixel of each other.
struct Places {
    std::array<ChordPair, 7> pairs;
    std::size_t count = 0;

    void add(const ChordPair& pair) {
        SWEPT_ASSERT(count < pairs.size(), "ends and closest points: seven at most");
        pairs[count++] = pair;
    }
};

/// Where the curves of two edges cross: parameters along the edges and the share of the step.
struct CurveCrossing {
    double at_a = 0, at_b = 0, share = 0;
};

ScreenArea area_of(const Chord& chord) {
    ScreenArea area{
        {chord.from.u, chord.from.u}, {chord.from.v, chord.from.v}, {chord.from.t, chord.from.t}};
    area.u.include(chord.to.u);
    area.v.include(chord.to.v);
    area.t.include(chord.to.t);
    area.t.lo -= chord.late;
    area.t.hi += chord.late;
    return area;
}

class EdgeScan {
   public:
    EdgeScan(const ScanInput& in, ScanMemory& memory, ScreenStats& stats)
        : in_(in),
          memory_(memory),
          stats_(stats),
          robust_(in.pixels.mode == PixelMode::robust),
          early_(robust_ ? 2 * in.pixels.time : 0),
          way_(in.step.speed * in.step.path.end),
          rounding_(in.step.rounding),
          moment_(std::max(least_moment, 4 * in.step.rounding / way_)) {}

    void find_hits() {
        memory_.hits.clear();
        if (in_.a.chords.empty() || in_.b.chords.empty()) return;
        memory_.areas.build(in_.b.chords.size(),
                            [&](std::uint32_t j) { return area_of(in_.b.chords[j]); });
        if (is_quick_to_sort()) {
            compare_sorted();
        } else {
            compare_pixels();
        }
    }

    /// Of hits of the same two edges, those where they cross; else the closest, and of these the
    /// first.
    void report(std::vector<Meeting>& meetings) {
        std::vector<EdgeHit>& hits = memory_.hits;
        // By edges, which mostly decides: hits are large.
        std::vector<HitOrder>& order = memory_.hit_order;
        order.clear();
        for (std::uint32_t i = 0; i < hits.size(); ++i) {
            order.push_back({std::uint64_t{hits[i].edge_a} << 32U | hits[i].edge_b, i});
        }
        std::sort(order.begin(), order.end(), [&](const HitOrder& x, const HitOrder& y) {
            if (x.edges != y.edges) return x.edges < y.edges;
            return comes_before(hits[x.hit], hits[y.hit]);
        });
        const EdgeHit* last = nullptr;
        for (const HitOrder& next : order) {
            const EdgeHit& hit = hits[next.hit];
            const bool first = last == nullptr || !has_same_edges(hit, *last);
            if (first || (hit.crosses && !is_same(hit, *last))) report(hit, meetings);
            last = &hit;
        }
    }

   private:
    /// Whether chords are sooner compared in the order of their radii than pixel by pixel: unless
    /// many are long.
    [[nodiscard]] bool is_quick_to_sort() const {
        if (in_.pixels.store == PixelStore::hashed) return false;
        const auto pixels = static_cast<std::size_t>(in_.a.pixels + in_.b.pixels);
        const std::size_t enough = pixels * (robust_ ? looks_per_pixel_around : looks_per_pixel);
        std::size_t looks = 0;
        for (const Chord& chord : in_.a.chords) {
            looks += memory_.areas.cost(query_of(chord));
            if (looks > enough) return false;
        }
        return true;
    }
    /// What shares no pixel comes to nothing by itself.
    void compare_sorted() {
        for (const Chord& chord : in_.a.chords) {
            memory_.areas.visit(query_of(chord),
                                [&](std::uint32_t j) { compare(chord, in_.b.chords[j]); });
        }
    }

    /// Those that share a pixel, or are that close.
    void compare_pixels() {
        ScreenArea window = area_of(in_.b.chords.front());
        double stray_a = 0, stray_b = 0;
        for (const Chord& chord : in_.b.chords) {
            include(window, area_of(chord));
            stray_b = std::max(stray_b, chord.stray);
        }
        ScreenArea other = query_of(in_.a.chords.front());
        for (const Chord& chord : in_.a.chords) {
            include(other, query_of(chord));
            stray_a = std::max(stray_a, chord.stray);
        }
        if (!window.meets(other)) return;
        // Curves within a pixel of each other have chords that are no further apart than this.
        const double apart = robust_ ? in_.size + stray_a + stray_b : 0;
        const auto pixels_apart = static_cast<std::int32_t>(std::ceil(apart / in_.size));
        // What shares a pixel is within one of the other.
        const double margin = std::max(apart, in_.size);
        const auto narrowed = [&](const Interval& x, const Interval& y) {
            return Interval{std::max(x.lo, y.lo) - margin, std::min(x.hi, y.hi) + margin};
        };
        window.u = narrowed(window.u, other.u);
        window.v = narrowed(window.v, other.v);
        const double blur = filled_beyond * in_.size;
        fill_pixels(in_.a.chords, {in_.size, pixels_apart, blur, window}, memory_.records_a);
        fill_pixels(in_.b.chords, {in_.size, 0, blur, window}, memory_.records_b);
        stats_.pixel_records += memory_.records_a.size() + memory_.records_b.size();
        memory_.rows.begin(memory_.records_b, in_.b.chords.size(), in_.pixels.store, early_);
        memory_.rows.match(memory_.records_a, [&](std::uint32_t i, std::uint32_t j) {
            compare(in_.a.chords[i], in_.b.chords[j]);
        });
    }

    [[nodiscard]] static bool has_same_edges(const EdgeHit& h, const EdgeHit& o) {
        return h.edge_a == o.edge_a && h.edge_b == o.edge_b && h.is_point_a == o.is_point_a &&
               h.is_point_b == o.is_point_b;
    }
    [[nodiscard]] static bool comes_before(const EdgeHit& h, const EdgeHit& o) {
        const auto all = [](const EdgeHit& x) {
            return std::tuple(x.is_point_a, x.is_point_b, !x.crosses, x.gap, x.share, x.outside,
                              x.at_a, x.at_b, x.end_a, x.end_b, x.end_gap, x.apart);
        };
        return all(h) < all(o);
    }
    /// One crossing, followed from several chords.
    [[nodiscard]] static bool is_same(const EdgeHit& h, const EdgeHit& other) {
        constexpr double same = 1e-6;
        return std::abs(h.share - other.share) < same && std::abs(h.at_a - other.at_a) < same &&
               std::abs(h.at_b - other.at_b) < same && h.end_a == other.end_a &&
               h.end_b == other.end_b;
    }

    const ScanInput& in_;
    ScanMemory& memory_;
    ScreenStats& stats_;
    bool robust_;
    double early_;     // what meets by as much before or after the step counts, too
    double way_;       // no point of a goes further
    double rounding_;  // of places
    double moment_;    // and of moments, as a share of the step

    static void include(ScreenArea& all, const ScreenArea& area) {
        all.u = {std::min(all.u.lo, area.u.lo), std::max(all.u.hi, area.u.hi)};
        all.v = {std::min(all.v.lo, area.v.lo), std::max(all.v.hi, area.v.hi)};
        all.t = {std::min(all.t.lo, area.t.lo), std::max(all.t.hi, area.t.hi)};
    }

    /// Where what the chord of a meets has to be, with room for rounding.
    [[nodiscard]] ScreenArea query_of(const Chord& chord) const {
        ScreenArea area = area_of(chord);
        const double around = in_.size * (1 + filled_beyond);
        area.u = {area.u.lo - around, area.u.hi + around};
        area.v = {area.v.lo - around, area.v.hi + around};
        const double slack = early_ + 0x1p-40 * (1 + std::abs(area.t.lo) + std::abs(area.t.hi));
        area.t = {area.t.lo - slack, area.t.hi + 1 + slack};
        return area;
    }

    [[nodiscard]] static ScreenPoint at(const Chord& c, double s) {
        SWEPT_ASSERT(detail::is_fraction(s), "a share of the chord");
        return {c.from.u + s * (c.to.u - c.from.u), c.from.v + s * (c.to.v - c.from.v),
                c.from.t + s * (c.to.t - c.from.t)};
    }

    // ---- Two chords ----

    void compare(const Chord& a, const Chord& b) {
        ++stats_.candidates;
        const double au = a.to.u - a.from.u, av = a.to.v - a.from.v;
        const double bu = b.to.u - b.from.u, bv = b.to.v - b.from.v;
        const double wu = b.from.u - a.from.u, wv = b.from.v - a.from.v;
        const double turn = au * bv - av * bu;
        const double across_b = wu * bv - wv * bu, across_a = wu * av - wv * au;
        const auto inside = [&](double across) {
            return turn > 0 ? across >= 0 && across <= turn : across <= 0 && across >= turn;
        };
        const double square_a = au * au + av * av, square_b = bu * bu + bv * bv;
        if (turn == 0 || !inside(across_a) || !inside(across_b)) {
            // On one side of the other's line, and further than a pixel from it?
            const auto beyond = [&](double from, double square) {
                const double to = from - turn;
                if ((from > 0) != (to > 0)) return false;
                const double least = std::min(std::abs(from), std::abs(to));
                return least * least > in_.size * in_.size * square;
            };
            if (!beyond(across_a, square_a) && !beyond(across_b, square_b)) pass(a, b);
            return;
        }
        const ChordPair where{across_b / turn, across_a / turn};
        if (!robust_) {
            // Of chords that are parallel but for rounding that may be anywhere on both.
            const double gap = gap_at(a, b, where), share = share_at(a, b, where);
            if (gap > in_.size) {
                pass(a, b);
            } else if (share >= 0 && share <= 1) {
                add(a, b, where, share, gap, true);
            }
            return;
        }
        const double length_a = std::sqrt(square_a), length_b = std::sqrt(square_b);
        // The curves cross no further than this from where the chords do.
        const double strays = a.stray + b.stray + rounding_;
        const double blur = strays * (length_a * length_b / std::abs(turn));
        const double slope =
            std::abs(a.to.t - a.from.t) / length_a + std::abs(b.to.t - b.from.t) / length_b;
        cross(a, b, where, blur, blur * slope + a.late + b.late + moment_);
    }

    /// Chords that cross, robust. Where that tells the place of the curves' crossing to a pixel
    /// only badly, or the moment, the curves themselves are followed.
    void cross(const Chord& a, const Chord& b, const ChordPair& where, double blur, double late) {
        const double share = share_at(a, b, where);
        if (share < -late || share > 1 + late) {
            if (blur <= in_.size) return;
        } else if (blur <= in_.size && late <= early_ && late * way_ <= in_.size) {
            if (share >= -early_ && share <= 1 + early_) add(a, b, where, share, 0, true);
            return;
        }
        if (!meet_in_step(a, b)) return;
        Places places;
        places.add(where);
        if (blur > in_.size) {  // they run along each other until they are a pixel apart
            add_close_ends(a, b, places);
            const double stretch = blur / (a.stray + b.stray + rounding_) * in_.size;
            const double u = a.to.u - a.from.u, v = a.to.v - a.from.v;
            const double step = stretch / std::sqrt(u * u + v * v);
            for (const double alpha : {where.alpha - step, where.alpha + step}) {
                if (alpha > 0 && alpha < 1) places.add({alpha, nearest(b, at(a, alpha))});
            }
        }
        if (!follow_from(a, b, places)) come_close(a, b, places);
    }

    /// Chords that do not cross; their curves may, if they are that close.
    void pass(const Chord& a, const Chord& b) {
        Places places;
        const double gap = add_close_ends(a, b, places);
        if (places.count == 0) return;
        const double strays = a.stray + b.stray;
        if (robust_ && gap <= strays * strays && meet_in_step(a, b) && follow_from(a, b, places)) {
            return;
        }
        come_close(a, b, places);
    }

    /// Whether the chords are within a pixel of each other at some place and, as far as times are
    /// known, within the step there. Curves that cross have such chords, and every store finds
    /// these. A store may find others: records hold several pieces of an edge, areas all times of a
    /// chord. Newton's method from there may end at a crossing all the same, and the answer would
    /// depend on the store. Twin: answers_do_not_depend_on_store_or_culling.
    ///
    /// Parameters of places within a pixel make an ellipse, of which the square [0, 1]^2 cuts out
    /// what is on the chords. The share is linear in them, and so has its bounds on the sides of
    /// the square or where the ellipse goes furthest along its gradient.
    [[nodiscard]] bool meet_in_step(const Chord& a, const Chord& b) const {
        constexpr double all = std::numeric_limits<double>::infinity();
        Interval shares{all, -all};
        const auto consider = [&](const ChordPair& pair) {
            // Beyond what rounding can do it is not on the ellipse: nearly parallel chords.
            if (gap_sq(a, b, pair) > in_.size * in_.size * (1 + filled_beyond)) return;
            shares.include(share_at(a, b, pair));
        };
        for (const double end : {0.0, 1.0}) {
            const Interval of_b = part_near(b, at(a, end)), of_a = part_near(a, at(b, end));
            for (const double beta : {of_b.lo, of_b.hi}) consider({end, beta});
            for (const double alpha : {of_a.lo, of_a.hi}) consider({alpha, end});
        }
        const double au = a.to.u - a.from.u, av = a.to.v - a.from.v, ta = a.to.t - a.from.t;
        const double bu = b.to.u - b.from.u, bv = b.to.v - b.from.v, tb = b.to.t - b.from.t;
        const double turn = au * bv - av * bu;
        // By the gap from b to a the share changes by this, over the turn.
        const double by_u = av * tb - bv * ta, by_v = bu * ta - au * tb;
        const double length = std::sqrt(by_u * by_u + by_v * by_v);
        if (turn != 0 && length > 0) {
            for (const double gap : {-in_.size, in_.size}) {
                const double wu = b.from.u - a.from.u + by_u / length * gap;
                const double wv = b.from.v - a.from.v + by_v / length * gap;
                const ChordPair pair{(wu * bv - wv * bu) / turn, (wu * av - wv * au) / turn};
                if (pair.alpha >= 0 && pair.alpha <= 1 && pair.beta >= 0 && pair.beta <= 1) {
                    consider(pair);
                }
            }
        }
        const double late = early_ + a.late + b.late;
        return shares.meets({-late, 1 + late});
    }
    /// The part of a chord within a pixel of a place; of one that has none, what is nearest.
    [[nodiscard]] Interval part_near(const Chord& c, const ScreenPoint& p) const {
        const double u = c.to.u - c.from.u, v = c.to.v - c.from.v, square = u * u + v * v;
        if (square == 0) return {0, 1};
        const double pu = p.u - c.from.u, pv = p.v - c.from.v;
        const double middle = (pu * u + pv * v) / square, across = pu * v - pv * u;
        const double half_sq = (in_.size * in_.size - across * across / square) / square;
        const double half = std::sqrt(std::max(half_sq, 0.0));
        return {std::clamp(middle - half, 0.0, 1.0), std::clamp(middle + half, 0.0, 1.0)};
    }

    /// The curves may cross anywhere along the stretch where the chords are close, and more than
    /// once: they are followed from the middle and both ends of it.
    bool follow_from(const Chord& a, const Chord& b, const Places& places) {
        if (a.is_point || b.is_point || places.count == 0) return false;
        bool any = false;
        ChordPair middle;
        const auto try_from = [&](const ChordPair& where) {
            const auto crossing = follow(a, b, where);
            if (!crossing) return;
            add_crossing(a, b, *crossing);
            any = true;
        };
        for (std::size_t i = 0; i < places.count; ++i) {
            try_from(places.pairs[i]);
            middle.alpha += places.pairs[i].alpha / static_cast<double>(places.count);
            middle.beta += places.pairs[i].beta / static_cast<double>(places.count);
        }
        if (places.count > 1) try_from(middle);
        return any;
    }

    /// The ends of the chords with what is closest to them on the other, where that is within a
    /// pixel.
    /// The least square of a gap.
    double add_close_ends(const Chord& a, const Chord& b, Places& places) const {
        double least = std::numeric_limits<double>::infinity();
        const auto consider = [&](const ChordPair& pair) {
            const double gap = gap_sq(a, b, pair);
            if (gap > in_.size * in_.size) return;
            places.add(pair);
            least = std::min(least, gap);
        };
        consider({0, nearest(b, a.from)});
        consider({1, nearest(b, a.to)});
        consider({nearest(a, b.from), 0});
        consider({nearest(a, b.to), 1});
        return least;
    }
    [[nodiscard]] static double nearest(const Chord& c, const ScreenPoint& p) {
        const double u = c.to.u - c.from.u, v = c.to.v - c.from.v, square = u * u + v * v;
        if (square == 0) return 0;
        return std::clamp(((p.u - c.from.u) * u + (p.v - c.from.v) * v) / square, 0.0, 1.0);
    }
    [[nodiscard]] static double gap_sq(const Chord& a, const Chord& b, const ChordPair& pair) {
        const ScreenPoint p = at(a, pair.alpha), q = at(b, pair.beta);
        return (p.u - q.u) * (p.u - q.u) + (p.v - q.v) * (p.v - q.v);
    }

    /// A place where chords are close, when their curves are there, and how far they are apart.
    struct ClosePlace {
        ChordPair at;
        double share = 0, gap = 0;
    };
    [[nodiscard]] ClosePlace close_place(const Chord& a, const Chord& b,
                                         const ChordPair& pair) const {
        return {pair, exact_share_at(a, b, pair), gap_at(a, b, pair)};
    }
    /// Edges that stay in touch are equally close but for rounding.
    [[nodiscard]] double gap_at(const Chord& a, const Chord& b, const ChordPair& pair) const {
        const double gap = std::sqrt(gap_sq(a, b, pair));
        return gap <= in_touch * in_.size ? 0 : gap;
    }

    /// Chords that do not cross, or whose curves do not: within a pixel, or in one pixel, they
    /// meet nevertheless. Where the closest places miss the step, those along the stretch that
    /// do not count; and robust, where the stretch is in touch at the start already, that place.
    ///
    /// The stretch is that between the closest places before and after the start, and of these the
    /// latest and the first. A place further on, beyond the end of one of the chords, may be within
    /// a pixel, too: what is between it and one in touch is not, and would count for less than
    /// whatever is in touch later.
    void come_close(const Chord& a, const Chord& b, const Places& places) {
        std::optional<ClosePlace> best, before, after;
        const double touching = robust_ ? moment_ : 0;
        for (std::size_t i = 0; i < places.count; ++i) {
            const ClosePlace place = close_place(a, b, places.pairs[i]);
            const double share = place.share;
            const auto is_closer_than = [&](const std::optional<ClosePlace>& other) {
                if (!other || place.gap != other->gap) return !other || place.gap < other->gap;
                return std::abs(share) < std::abs(other->share);
            };
            if (share < -touching && is_closer_than(before)) before = place;
            if (share > 0 && is_closer_than(after)) after = place;
            if (share < -early_ || share > 1 + early_) continue;
            if (is_closer_than(best)) best = place;
        }
        if (best) add_close(a, b, *best);
        if (!before || !after || (best && !robust_)) return;
        add_close(a, b, where_step_begins(a, b, *before, *after));
    }
    /// The place between one before the step and one after its start at which it starts. Of chords
    /// that is plain, but the times of their curves are off by up to `late`, which may be pixels
    /// of the way: then by halving.
    [[nodiscard]] ClosePlace where_step_begins(const Chord& a, const Chord& b,
                                               const ClosePlace& before,
                                               const ClosePlace& after) const {
        const auto between = [&](double s) {
            return close_place(a, b,
                               {before.at.alpha + s * (after.at.alpha - before.at.alpha),
                                before.at.beta + s * (after.at.beta - before.at.beta)});
        };
        double low = 0, high = 1, s = -before.share / (after.share - before.share);
        ClosePlace place = between(s);
        for (int i = 0; i < most_place_halvings; ++i) {
            if (std::abs(place.share) * way_ <= in_touch * in_.size) {
                place.share = 0;  // no later than what is taken to the start from before it
                break;
            }
            (place.share < 0 ? low : high) = s;
            s = low + (high - low) / 2;
            place = between(s);
        }
        return place;
    }
    void add_close(const Chord& a, const Chord& b, const ClosePlace& place) {
        if (!robust_ && !in_one_pixel(a, b, place.at)) return;
        const double share = place.share;
        if (share < -early_ || share > 1 + early_ || !may_meet(a, b)) return;
        add(a, b, place.at, share, place.gap, false);
    }
    /// The time of the curve itself, not of the chord. In a straight chart these are one, however
    /// far the chart itself is off.
    [[nodiscard]] double exact_time(const GlideBody& body, const DrawnBody& drawn, const Chord& c,
                                    double s) const {
        const double about = at(c, s).t;
        if (!in_.chart.turning() || c.late <= in_.pixels.time) return about;
        if (c.is_point || s == 0 || s == 1) return about;
        const EdgeInChart edge = edge_of(body, drawn, c.edge);
        const Vector3d x = edge.from + (c.begin + s * (c.end - c.begin)) * edge.way;
        const double r_sq = x[0] * x[0] + x[1] * x[1], p = in_.chart.pitch();
        const double q_sq = p * p + r_sq, way = in_.chart.way();
        if (r_sq == 0) return about;
        const double time = (x[2] * p + math::atan2(x[1], x[0]) * r_sq) / (q_sq * way);
        const double turn = Chart::full_turn * r_sq / (q_sq * way);
        return time + std::round((about - time) / turn) * turn;
    }
    [[nodiscard]] double exact_share_at(const Chord& a, const Chord& b,
                                        const ChordPair& pair) const {
        return exact_time(in_.step.b, in_.b, b, pair.beta) -
               exact_time(in_.step.a, in_.a, a, pair.alpha);
    }
    [[nodiscard]] static double share_at(const Chord& a, const Chord& b, const ChordPair& pair) {
        return at(b, pair.beta).t - at(a, pair.alpha).t;
    }
    [[nodiscard]] bool in_one_pixel(const Chord& a, const Chord& b, const ChordPair& pair) const {
        const ScreenPoint p = at(a, pair.alpha), q = at(b, pair.beta);
        const double per_size = 1 / in_.size;
        return pixel_of(p.u, per_size) == pixel_of(q.u, per_size) &&
               pixel_of(p.v, per_size) == pixel_of(q.v, per_size);
    }
    /// As culling sees it: so that no answer depends on that.
    [[nodiscard]] bool may_meet(const Chord& a, const Chord& b) const {
        const auto box = [&](const DrawnBody& body, const Chord& chord) {
            return chord.is_point ? in_.chart.bounds(body.projected[chord.edge].place)
                                  : body.edge_boxes[chord.edge];
        };
        return in_.chart.may_meet(box(in_.a, a), box(in_.b, b));
    }

    // ---- Two curves ----

    struct EdgeInChart {
        Vector3d from, way;
    };
    [[nodiscard]] static EdgeInChart edge_of(const GlideBody& body, const DrawnBody& drawn,
                                             std::uint32_t edge) {
        const auto& ends = body.shape.edge_ends[edge];
        const Vector3d& from = drawn.projected[ends[0].value].place;
        return {from, drawn.projected[ends[1].value].place - from};
    }

    /// How far a has gone at a share of the step.
    [[nodiscard]] Gone gone_at(double share) const {
        return gone_by(in_.chart, share * in_.chart.way());
    }
    [[nodiscard]] Vector3d velocity_at(const Vector3d& place) const {
        const double way = in_.chart.way();
        if (!in_.chart.turning()) return {0, 0, way};
        return way * Vector3d(-place[1], place[0], in_.chart.pitch());
    }

    /// Newton's method for where the edges themselves meet, from a place of their chords on:
    /// R(t) a(alpha) = b(beta), three equations for two places and a moment.
    [[nodiscard]] std::optional<CurveCrossing> follow(const Chord& a, const Chord& b,
                                                      const ChordPair& where) {
        const EdgeInChart ea = edge_of(in_.step.a, in_.a, a.edge);
        const EdgeInChart eb = edge_of(in_.step.b, in_.b, b.edge);
        const auto mid = [](double s) { return std::clamp(s, 0.0, 1.0); };
        const double alpha = mid(where.alpha), beta = mid(where.beta);
        CurveCrossing x{a.begin + alpha * (a.end - a.begin), b.begin + beta * (b.end - b.begin),
                        at(b, beta).t - at(a, alpha).t};
        const double within = last_step * in_.size;
        const double length_a = ea.way.norm(), length_b = eb.way.norm();
        // No further than this from the chords.
        const double far_a = 2 * in_.size / length_a, far_b = 2 * in_.size / length_b;
        int strayed = 0;
        for (int i = 0; i < 10; ++i) {
            ++stats_.search_steps;
            const Gone gone = gone_at(x.share);
            const Vector3d place = gone.from(ea.from + x.at_a * ea.way);
            const Vector3d dp = gone.turned(ea.way), velocity = velocity_at(place);
            const Vector3d off = eb.from + x.at_b * eb.way - place;
            const Vector3d normal = dp.cross(eb.way);
            const double volume = velocity.dot(normal);
            if (volume == 0) return std::nullopt;
            const double late = off.dot(normal) / volume;
            const Vector3d rest = off - late * velocity;
            // rest = da dp - db dq in the plane of both.
            const double square = normal.squaredNorm();
            const double da = rest.cross(eb.way).dot(normal) / square;
            const double db = rest.cross(dp).dot(normal) / square;
            const double next_a = std::clamp(x.at_a + da, a.begin - far_a, a.end + far_a);
            const double next_b = std::clamp(x.at_b + db, b.begin - far_b, b.end + far_b);
            if (next_a != x.at_a + da || next_b != x.at_b + db) {
                if (++strayed > 2) return std::nullopt;
            }
            x = {next_a, next_b, x.share + late};
            if (!(std::abs(da) * length_a <= within && std::abs(db) * length_b <= within &&
                  std::abs(late) * velocity.norm() <= within)) {
                continue;
            }
            // What is left of a step of Newton's method must not take it out of the step.
            if (!is_in_step(x.share) && std::abs(late) > moment_ / 4) continue;
            return on_edges(x, within / (16 * length_a), within / (16 * length_b));
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_in_step(double share) const {
        return share >= -moment_ && share <= 1 + moment_;
    }
    /// A crossing is one only if it is on both edges and within the step.
    [[nodiscard]] std::optional<CurveCrossing> on_edges(CurveCrossing x, double slack_a,
                                                        double slack_b) const {
        const bool inside = x.at_a >= -slack_a && x.at_a <= 1 + slack_a && x.at_b >= -slack_b &&
                            x.at_b <= 1 + slack_b && is_in_step(x.share);
        if (!inside) return std::nullopt;
        x.at_a = std::clamp(x.at_a, 0.0, 1.0);
        x.at_b = std::clamp(x.at_b, 0.0, 1.0);
        return x;
    }

    // ---- Hits ----

    void add(const Chord& a, const Chord& b, const ChordPair& where, double share, double gap,
             bool crosses) {
        add_hit(a, b, where, a.begin + where.alpha * (a.end - a.begin),
                b.begin + where.beta * (b.end - b.begin), share, gap, crosses);
    }
    void add_crossing(const Chord& a, const Chord& b, const CurveCrossing& x) {
        const auto inverse = [](const Chord& c, double s) {
            return c.end > c.begin ? std::clamp((s - c.begin) / (c.end - c.begin), 0.0, 1.0) : 0;
        };
        add_hit(a, b, {inverse(a, x.at_a), inverse(b, x.at_b)}, x.at_a, x.at_b, x.share, 0, true);
    }
    void add_hit(const Chord& a, const Chord& b, const ChordPair& where, double at_a, double at_b,
                 double share, double gap, bool crosses) {
        const NearEnd end_a = end_of(a, where.alpha), end_b = end_of(b, where.beta);
        memory_.hits.push_back({.edge_a = a.edge,
                                .edge_b = b.edge,
                                .is_point_a = a.is_point,
                                .is_point_b = b.is_point,
                                .crosses = crosses,
                                .end_a = end_a.end,
                                .end_b = end_b.end,
                                .gap = gap,
                                .end_gap = gap + end_a.distance + end_b.distance,
                                .apart = apart_at(a, b, where, gap, share),
                                .share = std::clamp(share, 0.0, 1.0),
                                .outside = std::max({0.0, -share, share - 1}),
                                .at_a = at_a,
                                .at_b = at_b});
    }
    /// How far two places are apart in space at most, from what is known of them on the screen. At
    /// one time a place at (r, v) is at the angle -p f / Q^2 and the height r^2 f / Q^2, with f and
    /// Q as in bend.h. So a step of dr along r shifts it by p^2 v / (r Q^2) dr across the motion
    /// and 2 p v / Q^2 dr along it: the screen shears, the more the closer to the axis.
    [[nodiscard]] double apart_at(const Chord& a, const Chord& b, const ChordPair& where,
                                  double gap, double share) const {
        const double off = gap + a.stray + b.stray + last_step * in_.size;
        const double late = a.late + b.late + std::max({0.0, -share, share - 1});
        double stretch = 1;
        if (const double p = in_.chart.pitch(); p > 0) {
            const ScreenPoint at_a = at(a, where.alpha);
            const double r = at_a.u - off, v = std::abs(at_a.v) + off;
            if (!(r > 0)) return std::numeric_limits<double>::infinity();
            stretch += v * p * (p + 2 * r) / (r * (p * p + r * r));
        }
        return off * stretch + late * way_;
    }
    /// The end of its edge that a place is within a pixel of.
    struct NearEnd {
        std::int8_t end = -1;
        double distance = 0;
    };
    [[nodiscard]] NearEnd end_of(const Chord& c, double s) const {
        // The nearer one in space: of an edge along the motion both are at one place here.
        const bool last = c.to_vertex && (s > 0.5 || !c.from_vertex);
        if (!last && !c.from_vertex) return {};
        const double u = c.to.u - c.from.u, v = c.to.v - c.from.v, part = last ? 1 - s : s;
        const double distance_sq = part * part * (u * u + v * v);
        if (distance_sq > in_.size * in_.size) return {};
        return {static_cast<std::int8_t>(last ? 1 : 0), std::sqrt(distance_sq)};
    }

    [[nodiscard]] static Vector3d place_on(const GlideBody& body, const DrawnBody& drawn,
                                           std::uint32_t edge, bool is_point, double s) {
        if (is_point) return drawn.projected[edge].place;
        const EdgeInChart line = edge_of(body, drawn, edge);
        return line.from + s * line.way;
    }
    [[nodiscard]] static double end_distance(const GlideBody& body, std::uint32_t edge, int end,
                                             double s) {
        const auto& ends = body.shape.edge_ends[edge];
        const double length = (body.position(ends[1]) - body.position(ends[0])).norm();
        return (end == 0 ? s : 1 - s) * length;
    }
    /// Makes sure that what is named is as near each other as the answer promises: ends that are
    /// too far from the place are none, the moment is brought to where the two places are. False if
    /// they never are.
    [[nodiscard]] bool settle(EdgeHit& hit) const {
        const double bound = apart_bound(in_.step, in_.pixels) - in_.chart.deviation();
        double end_a = 0, end_b = 0;
        if (hit.end_a >= 0 && !hit.is_point_a) {
            end_a = end_distance(in_.step.a, hit.edge_a, hit.end_a, hit.at_a);
        }
        if (hit.end_b >= 0 && !hit.is_point_b) {
            end_b = end_distance(in_.step.b, hit.edge_b, hit.end_b, hit.at_b);
        }
        if (hit.apart + end_a + end_b <= bound) return true;
        const double apart = approach(hit, bound / 2);
        if (end_a > end_b && apart + end_a + end_b > bound) hit.end_a = -1, end_a = 0;
        if (apart + end_a + end_b > bound) hit.end_b = -1, end_b = 0;
        if (apart + end_a > bound) hit.end_a = -1;
        return apart <= bound;
    }
    /// How far the places of a hit are apart, if that is more than enough at another moment.
    [[nodiscard]] double approach(EdgeHit& hit, double enough) const {
        const Vector3d from = place_on(in_.step.a, in_.a, hit.edge_a, hit.is_point_a, hit.at_a);
        const Vector3d to = place_on(in_.step.b, in_.b, hit.edge_b, hit.is_point_b, hit.at_b);
        Vector3d place = gone_at(hit.share).from(from);
        double apart = (to - place).norm();
        for (int i = 0; i < 3 && apart > enough; ++i) {
            const Vector3d velocity = velocity_at(place);
            const double later = (to - place).dot(velocity) / velocity.squaredNorm();
            const double share = std::clamp(hit.share + later, 0.0, 1.0);
            place = gone_at(share).from(from);
            const double next = (to - place).norm();
            if (!(next < apart)) break;
            hit.share = share;
            apart = next;
        }
        return apart;
    }

    void report(EdgeHit hit, std::vector<Meeting>& meetings) const {
        if (!settle(hit)) return;
        const auto& shape_a = in_.step.a.shape;
        const auto& shape_b = in_.step.b.shape;
        Meeting made{.kind = ContactKind::edge_edge,
                     .feature_a = hit.edge_a,
                     .feature_b = hit.edge_b,
                     .t = hit.share * in_.step.path.end,
                     .separation = hit.gap,
                     .blur = robust_ ? in_.size : 0};
        if (hit.is_point_b) {
            made.place = in_.step.b.positions[hit.edge_b];
        } else {
            const auto& ends = shape_b.edge_ends[hit.edge_b];
            const Vector3d& from = in_.step.b.position(ends[0]);
            made.place = from + hit.at_b * (in_.step.b.position(ends[1]) - from);
        }
        // Robust: edges that cross or are in touch meet, whatever else is near, which may count
        // for less than is asked for.
        const bool near_end = hit.end_a >= 0 || hit.end_b >= 0;
        const bool are_edges = !hit.is_point_a && !hit.is_point_b;
        if (!near_end || (robust_ && are_edges && hit.gap == 0)) meetings.push_back(made);
        if (!near_end) return;
        made.blur = 0;  // where vertices go through faces is known
        made.separation = hit.end_gap;
        if (hit.end_a >= 0 && !hit.is_point_a) {
            made.feature_a =
                shape_a.edge_ends[hit.edge_a][static_cast<std::size_t>(hit.end_a)].value;
        }
        if (hit.end_b >= 0 && !hit.is_point_b) {
            made.feature_b =
                shape_b.edge_ends[hit.edge_b][static_cast<std::size_t>(hit.end_b)].value;
        }
        made.kind = hit.end_a >= 0 && hit.end_b >= 0 ? ContactKind::vertex_vertex
                    : hit.end_a >= 0                 ? ContactKind::vertex_edge
                                                     : ContactKind::edge_vertex;
        meetings.push_back(made);
    }
};

}  // namespace

void scan_edges(const ScanInput& input, ScanMemory& memory, std::vector<Meeting>& meetings,
                ScreenStats& stats) {
    EdgeScan scan(input, memory, stats);
    scan.find_hits();
    scan.report(meetings);
}

}  // namespace swept::papers::buss

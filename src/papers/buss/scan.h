#pragma once

// What of two drawn bodies meets on the screen (Buss 9, fifth and sixth step): vertices in faces,
// and edges that cross or come close.

#include "collisions/resolve.h"
#include "core/assert.h"
#include "core/namespaces.h"
#include "math/elementary.h"
#include "papers/buss/draw.h"
#include "papers/buss/rows.h"
#include "papers/buss/sorted_areas.h"
#include "papers/buss/tiles.h"

namespace swept::papers::buss {

using collisions_detail::Meeting;  // src/overlap has another

/// Work that a query did.
struct ScreenStats : CollisionStats {
    std::uint64_t pixel_records = 0;
};

/// Two chords that meet.
struct EdgeHit {
    std::uint32_t edge_a = 0, edge_b = 0;  ///< or vertices without edges
    bool is_point_a = false, is_point_b = false;
    bool crosses = false;                ///< else they only come close
    std::int8_t end_a = -1, end_b = -1;  ///< 0, 1: within a pixel of this end
    double gap = 0;                      ///< on the screen
    double end_gap = 0;                  ///< from the ends, if there are such
    double apart = 0;                    ///< no further are the places apart in space
    double share = 0;                    ///< of the step
    double outside = 0;                  ///< by so much it is before or after the step
    double at_a = 0, at_b = 0;           ///< parameters along the edges
};

/// Where a hit stands among those of its edges.
struct HitOrder {
    std::uint64_t edges = 0;
    std::uint32_t hit = 0;
};

/// Working memory of the scans.
struct ScanMemory {
    Tiles tiles;
    SortedAreas areas;
    std::vector<PixelRecord> records_a, records_b;
    PixelRows rows;
    std::vector<EdgeHit> hits;
    std::vector<HitOrder> hit_order;
    std::vector<Eigen::Vector3d> corners;  // of one face
};

struct ScanInput {
    const GlideStep& step;
    const Chart& chart;
    const Pixels& pixels;
    double size;    ///< of a pixel, scaled
    double enough;  ///< the least properness that is asked for
    const DrawnBody& a;
    const DrawnBody& b;
};

/// How far a point has gone in the chart, by an angle or a length.
struct Gone {
    double sine = 0, cosine = 1, ahead = 0;

    [[nodiscard]] Eigen::Vector3d turned(const Eigen::Vector3d& v) const {
        return {cosine * v[0] - sine * v[1], sine * v[0] + cosine * v[1], v[2]};
    }
    [[nodiscard]] Eigen::Vector3d turned_back(const Eigen::Vector3d& v) const {
        return {cosine * v[0] + sine * v[1], cosine * v[1] - sine * v[0], v[2]};
    }
    [[nodiscard]] Eigen::Vector3d from(const ChartPoint& x) const {
        return {cosine * x[0] - sine * x[1], sine * x[0] + cosine * x[1], x[2] + ahead};
    }
};
[[nodiscard]] inline Gone gone_by(const Chart& chart, double run) {
    if (!chart.turning()) return {.ahead = run};
    return {math::sin(run), math::cos(run), chart.pitch() * run};
}

/// No two features that the scans name are further apart at their moment, but for rounding; scaled.
/// Scans measure it where it is not plain: a pixel has a diagonal, chords stray, moments are known
/// to a resolution and ends stand for what is within a pixel, each of which the motion and the
/// bend of the screen may stretch.
[[nodiscard]] inline double apart_bound(const GlideStep& step, const Pixels& pixels) {
    SWEPT_ASSERT(pixels.size > 0 && pixels.time > 0, "pixels have a size");
    const double way = step.speed * step.path.end;
    return 2 * (std::sqrt(2.0) * pixels.size * step.scale + pixels.time * way);
}

/// Edges with edges, of which some end: all kinds but those with faces.
void scan_edges(const ScanInput& input, ScanMemory& memory, std::vector<Meeting>& meetings,
                ScreenStats& stats);

/// Vertices in faces, of both.
void scan_faces(const ScanInput& input, ScanMemory& memory, std::vector<Meeting>& meetings,
                CollisionStats& stats);

}  // namespace swept::papers::buss

#pragma once

// A judge of placements: do two shapes overlap, and which of their triangles meet? Exact: ranges in
// long double (certified_sweep.h) and gaps along a direction (separation.h) decide most pairs,
// rational numbers the rest.
//
// They overlap when the inner parts of two triangles cross, when two that look the same way share
// an area of one plane, when the surfaces cross along an edge of one, and when a part of one lies
// inside the other, a closed one. No other way of reaching into a solid is left: what does so ends
// along lines, or is inside as a whole; where such a part touches in single points it is taken for
// a touch.
//
// Shares with the library the plain data of its types, and nothing else.

#include "tests/oracle/certified_sweep.h"
#include "tests/oracle/clipping.h"
#include "tests/oracle/line_crossing.h"
#include "tests/oracle/separation.h"

namespace swept::oracle {

inline bool certainly_pierce(const TrianglePoints& a, const TrianglePoints& b) {
    const auto ranges = [](const TrianglePoints& t) {
        std::array<Triple<Range<Length>>, 3> made;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                made[i][k] = Length(t[i][static_cast<Eigen::Index>(k)]);
            }
        }
        return made;
    };
    return pierce_each_other<Length>(ranges(a), ranges(b));
}

/// Calls see(triangle_a, triangle_b) for all pairs that may have a point in common.
template <class See>
void visit_close_pairs(const JudgedShape& a, const JudgedShape& b, const See& see) {
    a.near(b.box(), 0, [&](std::uint32_t i) {
        const TrianglePoints points_a = a.points_of(i);
        b.near(a.box_of(i), 0, [&](std::uint32_t k) {
            const TrianglePoints points_b = b.points_of(k);
            if (clearly_beyond(points_a, points_b, 0) || clearly_beyond(points_b, points_a, 0)) {
                return;
            }
            see(i, k);
        });
    });
}

/// Whether two triangles have a point in common.
inline bool triangles_touch(const TrianglePoints& a, const TrianglePoints& b) {
    NearPair pair;
    std::uint64_t rational = 0;
    return certainly_pierce(a, b) || distance_below(a, b, 0, pair, rational) == 0;
}

using TrianglePairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Whether surfaces cross along an edge of one of them; all pairs of triangles that touch are
/// given. What else is at a place of both triangles of a pair touches one of them.
inline bool cross_along_edges(const JudgedShape& a, const JudgedShape& b,
                              const TrianglePairs& touching) {
    const auto outline_of = [](const JudgedShape& shape, std::uint32_t triangle) {
        return clipping::outline(shape.points_of(triangle));
    };
    return std::ranges::any_of(touching, [&](const auto& pair) {
        TouchingSurface at_a{{outline_of(a, pair.first)}, a.closed()};
        TouchingSurface at_b{{outline_of(b, pair.second)}, b.closed()};
        for (const auto& [i, k] : touching) {
            if (k == pair.second && i != pair.first) at_a.triangles.push_back(outline_of(a, i));
            if (i == pair.first && k != pair.second) at_b.triangles.push_back(outline_of(b, k));
        }
        return cross_along_sides(at_a, at_b);
    });
}

inline bool shapes_overlap(const JudgedShape& a, const JudgedShape& b) {
    bool cross = false;
    TrianglePairs unsure, touching;
    visit_close_pairs(a, b, [&](std::uint32_t i, std::uint32_t k) {
        cross = cross || certainly_pierce(a.points_of(i), b.points_of(k));
        if (!cross) unsure.emplace_back(i, k);
    });
    if (cross) return true;
    for (const auto& [i, k] : unsure) {
        if (!triangles_touch(a.points_of(i), b.points_of(k))) continue;
        if (triangles_cross(a.points_of(i), b.points_of(k))) return true;
        touching.emplace_back(i, k);
    }
    return touching.empty() ? holds_a_part(a, b) : cross_along_edges(a, b, touching);
}

}  // namespace swept::oracle

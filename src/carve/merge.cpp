#include "carve/merge.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <tuple>

#include "carve/triangulate.h"
#include "carve/weld.h"
#include "core/assert.h"
#include "math/predicates.h"
#include "shape/merge.h"
#include "swept/tolerance.h"

namespace swept::carve_detail {

namespace {

double largest_coordinate(Positions points, Loop loop) {
    double largest = 0;
    for (const std::uint32_t v : loop) largest = std::max(largest, points[v].cwiseAbs().maxCoeff());
    return largest;
}

/// Whether a point lies between two others, to rounding.
bool is_straight(Positions points, std::uint32_t a, std::uint32_t middle, std::uint32_t b) {
    SWEPT_ASSERT(std::max({a, middle, b}) < points.size(), "corners are points");
    const Eigen::Vector3d along = points[b] - points[a], to = points[middle] - points[a];
    const double length_sq = along.squaredNorm(), share = along.dot(to);
    const bool between = share > 0 && share < length_sq;
    if (!between) return false;
    const double within =
        tolerance::planarity / 2 *
        std::max(points[a].cwiseAbs().maxCoeff(), points[b].cwiseAbs().maxCoeff());
    return (to - along * (share / length_sq)).norm() <= within;
}

bool has_repeats(Loop loop) {
    std::vector<std::uint32_t> corners(loop.begin(), loop.end());
    std::ranges::sort(corners);
    return std::ranges::adjacent_find(corners) != corners.end();
}

/// Whether Polyhedron::build takes a face as it is. It would cut others anew and leave out
/// triangles without area, which hold sides together.
bool stays_whole(Positions points, Loop loop) {
    // Faces that rounding has laid on each other may merge to something without an inside.
    if (loop.size() < 3 || has_repeats(loop)) return false;
    if (loop.size() == 3 || has_zero_area(points, loop)) return true;
    const Plane plane = fit_plane(points, loop);
    return plane_deviation(plane, points, loop) <=
               tolerance::planarity * largest_coordinate(points, loop) &&
           is_convex(plane, points, loop);
}

/// A side of a face without area that passes corners of that face: they go into it, and into the
/// side of the face beyond.
struct LongSide {
    std::uint32_t from, to;
    std::vector<std::uint32_t> between;  // on the way
};

std::vector<LongSide> long_sides(Positions points, Loop sliver) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        return exact::precedes(points[a], points[b]);
    };
    std::vector<std::uint32_t> line(sliver.begin(), sliver.end());
    std::ranges::sort(line, before);
    line.erase(std::ranges::unique(line).begin(), line.end());
    std::vector<LongSide> sides;
    for (std::size_t i = 0; i < sliver.size(); ++i) {
        LongSide side{sliver[i], sliver[(i + 1) % sliver.size()], {}};
        const bool up = before(side.from, side.to);
        const std::uint32_t low = up ? side.from : side.to, high = up ? side.to : side.from;
        for (const std::uint32_t v : line) {
            if (before(low, v) && before(v, high)) side.between.push_back(v);
        }
        if (!up) std::ranges::reverse(side.between);
        if (!side.between.empty()) sides.push_back(std::move(side));
    }
    return sides;
}

/// Faces that lose those without area.
class SliverDrop {
   public:
    SliverDrop(Positions points, const Faces& faces) : points_(points) {
        for (std::size_t i = 0; i < faces.size(); ++i) {
            loops_.emplace_back(faces[i].begin(), faces[i].end());
        }
    }
    /// Puts the corners of a sliver into the faces beyond its long sides, if there are any: then
    /// the sides of the sliver cancel.
    bool give_away(std::size_t sliver) {
        if (loops_[sliver].empty()) return true;
        const std::vector<LongSide> sides = long_sides(points_, loops_[sliver]);
        std::vector<std::size_t> takers;
        for (const LongSide& side : sides) {
            const std::size_t taker = face_along(side.to, side.from, sliver, takers);
            if (taker == loops_.size()) return false;
            takers.push_back(taker);
        }
        for (std::size_t i = 0; i < sides.size(); ++i) insert(sides[i], loops_[takers[i]]);
        loops_[sliver].clear();
        for (const std::size_t taker : takers) tidy(loops_[taker]);
        return true;
    }
    [[nodiscard]] Faces take(const Faces& faces) const {
        Faces kept;
        for (std::size_t i = 0; i < loops_.size(); ++i) {
            if (!loops_[i].empty()) kept.add(loops_[i], faces.sources[i]);
        }
        return kept;
    }

   private:
    Positions points_;
    std::vector<std::vector<std::uint32_t>> loops_;

    static std::size_t place_of(const std::vector<std::uint32_t>& loop, std::uint32_t from,
                                std::uint32_t to) {
        for (std::size_t k = 0; k < loop.size(); ++k) {
            if (loop[k] == from && loop[(k + 1) % loop.size()] == to) return k;
        }
        return loop.size();
    }
    /// A face with this side, each once for one sliver.
    [[nodiscard]] std::size_t face_along(std::uint32_t from, std::uint32_t to, std::size_t without,
                                         std::span<const std::size_t> used) const {
        for (std::size_t i = 0; i < loops_.size(); ++i) {
            if (i == without || std::ranges::find(used, i) != used.end()) continue;
            if (place_of(loops_[i], from, to) < loops_[i].size()) return i;
        }
        return loops_.size();
    }
    static void insert(const LongSide& side, std::vector<std::uint32_t>& loop) {
        const std::size_t k = place_of(loop, side.to, side.from);
        SWEPT_ASSERT(k < loop.size(), "a face that has the side");
        loop.insert(loop.begin() + static_cast<std::ptrdiff_t>(k) + 1, side.between.rbegin(),
                    side.between.rend());
    }
};

}  // namespace

void start_well(Positions points, std::vector<std::uint32_t>& loop) {
    const std::size_t n = loop.size();
    if (n < 4) return;
    std::size_t best = 0;
    double best_shape = -1;
    for (std::size_t start = 0; start < n; ++start) {
        const Eigen::Vector3d& a = points[loop[start]];
        double worst = 1;
        for (std::size_t i = 1; i + 1 < n && worst > best_shape; ++i) {
            const Eigen::Vector3d b = points[loop[(start + i) % n]] - a;
            const Eigen::Vector3d c = points[loop[(start + i + 1) % n]] - a;
            const double longest =
                std::max({b.squaredNorm(), c.squaredNorm(), (b - c).squaredNorm()});
            worst = std::min(worst, longest > 0 ? b.cross(c).norm() / longest : 0);
        }
        if (worst > best_shape) {
            best_shape = worst;
            best = start;
        }
    }
    std::ranges::rotate(loop, loop.begin() + static_cast<std::ptrdiff_t>(best));
}

void drop_slivers(Positions points, Faces& faces) {
    std::vector<std::size_t> slivers;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        if (has_zero_area(points, faces[i])) slivers.push_back(i);
    }
    if (slivers.empty()) return;
    SliverDrop drop(points, faces);
    while (std::erase_if(slivers, [&](std::size_t s) { return drop.give_away(s); }) > 0) {
    }
    faces = drop.take(faces);
}

bool lies_in(Positions points, const Plane& plane, Loop loop) {
    const double within = tolerance::planarity * largest_coordinate(points, loop);
    return std::ranges::all_of(loop, [&](std::uint32_t v) {
        return std::abs(plane.normal.dot(points[v]) + plane.offset) <= within;
    });
}

void drop_straight_corners(Positions points, Faces& faces) {
    /// A corner with its neighbours, the lower one first.
    struct Use {
        std::uint32_t corner, low, high;
        bool up;
        std::size_t at;
    };
    std::vector<Use> uses;
    std::vector<std::uint32_t> left;  // corners of each face
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const Loop loop = faces[f];
        left.push_back(static_cast<std::uint32_t>(loop.size()));
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const std::uint32_t a = loop[(i + loop.size() - 1) % loop.size()];
            const std::uint32_t b = loop[(i + 1) % loop.size()];
            uses.push_back({loop[i], std::min(a, b), std::max(a, b), a < b, f});
        }
    }
    std::ranges::sort(uses, {}, [](const Use& u) { return std::tuple(u.corner, u.at); });
    std::vector<std::uint32_t> dropped;             // ascending
    std::vector<std::uint8_t> kept(points.size());  // neighbours of what is dropped stay this time
    for (std::size_t i = 0, end = 0; i < uses.size(); i = end) {
        while (end < uses.size() && uses[end].corner == uses[i].corner) ++end;
        const Use &a = uses[i], &b = uses[end - 1];
        if (end - i != 2 || a.low != b.low || a.high != b.high || a.up == b.up) continue;
        if (left[a.at] < 4 || left[b.at] < 4 || kept[a.corner] != 0) continue;
        if (std::ranges::binary_search(dropped, a.low) ||
            std::ranges::binary_search(dropped, a.high)) {
            continue;
        }
        if (!is_straight(points, a.low, a.corner, a.high)) continue;
        dropped.push_back(a.corner);
        kept[a.low] = kept[a.high] = 1;
        --left[a.at];
        --left[b.at];
    }
    if (dropped.empty()) return;
    Faces result;
    std::vector<std::uint32_t> loop;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        loop.assign(faces[f].begin(), faces[f].end());
        std::erase_if(loop,
                      [&](std::uint32_t v) { return std::ranges::binary_search(dropped, v); });
        result.add(loop, faces.sources[f]);
    }
    faces = std::move(result);
}

bool cut_bent(Positions points, Faces& faces) {
    const auto whole = [&](std::size_t i) { return stays_whole(points, faces[i]); };
    bool all = true;
    for (std::size_t i = 0; i < faces.size(); ++i) all = all && whole(i);
    if (all) return true;
    Faces result;
    bool good = true;
    std::vector<Arc> arcs;
    std::vector<IndexTriangle> triangles;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const Loop loop = faces[i];
        if (whole(i)) {
            result.add(loop, faces.sources[i]);
            continue;
        }
        arcs.clear();
        for (std::size_t k = 0; k < loop.size(); ++k) {
            arcs.push_back({loop[k], loop[k + 1 == loop.size() ? 0 : k + 1]});
        }
        triangles.clear();
        good =
            triangulate(points, arcs, view_of(points, loop), triangles) != Triangulated::failed &&
            good;
        for (const auto& t : triangles) result.add(t, faces.sources[i]);
    }
    faces = std::move(result);
    return good;
}

void merge_in_plane(Positions points, const Plane& plane, Faces& faces) {
    if (faces.size() < 2) return;
    Faces flat, result;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        Faces& to = lies_in(points, plane, faces[i]) ? flat : result;
        to.add(faces[i], faces.sources[i]);
    }
    Faces merged = flat;
    const auto members = merge_convex(points, merged, 0, &plane);
    for (std::size_t i = 0; i < merged.size(); ++i) {
        if (stays_whole(points, merged[i])) {
            result.add(merged[i], merged.sources[i]);
        } else {
            for (const std::uint32_t m : members[i]) result.add(flat[m], flat.sources[m]);
        }
    }
    faces = std::move(result);
}

}  // namespace swept::carve_detail

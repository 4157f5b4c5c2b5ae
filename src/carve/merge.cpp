#include "carve/merge.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>
#include <tuple>

#include "carve/triangulate.h"
#include "shape/merge.h"
#include "swept/tolerance.h"

namespace swept {
namespace {

double largest_coordinate(Positions points, Loop loop) {
    double largest = 0;
    for (const std::uint32_t v : loop) largest = std::max(largest, points[v].cwiseAbs().maxCoeff());
    return largest;
}

/// Whether a point lies between two others, to rounding.
bool is_straight(Positions points, std::uint32_t a, std::uint32_t middle, std::uint32_t b) {
    const Eigen::Vector3d along = points[b] - points[a], to = points[middle] - points[a];
    const double length_sq = along.squaredNorm(), share = along.dot(to);
    if (!(share > 0 && share < length_sq)) return false;
    const double within =
        tolerance::planarity / 2 *
        std::max(points[a].cwiseAbs().maxCoeff(), points[b].cwiseAbs().maxCoeff());
    return (to - along * (share / length_sq)).norm() <= within;
}

bool has_repeats(Loop loop) {
    for (std::size_t i = 1; i < loop.size(); ++i) {
        if (std::ranges::count(loop.first(i), loop[i]) > 0) return true;
    }
    return false;
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

/// Takes out corners that repeat and spikes that go there and back: their sides cancel.
void tidy(std::vector<std::uint32_t>& loop) {
    for (std::size_t i = 0; loop.size() > 2 && i < loop.size();) {
        const std::size_t n = loop.size();
        const std::uint32_t before = loop[(i + n - 1) % n], after = loop[(i + 1) % n];
        if (loop[i] != after && before != after) {
            ++i;
            continue;
        }
        loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(i));
        i = i > 1 ? i - 2 : 0;
    }
    if (loop.size() < 3) loop.clear();
}

/// The corners between the ends of a sliver's long side, from one to the other; empty if it is no
/// such sliver. Loop: from the lowest place on its line to the highest and straight back.
bool start_at_long_side(Positions points, std::vector<std::uint32_t>& loop) {
    const auto lower = [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(points[a][0], points[a][1], points[a][2]) <
               std::tuple(points[b][0], points[b][1], points[b][2]);
    };
    for (std::size_t turn = 0; turn < loop.size(); ++turn) {
        const std::vector<std::uint32_t> way(loop);
        const bool up = std::ranges::is_sorted(way, [&](auto a, auto b) { return !lower(b, a); });
        const bool down = std::ranges::is_sorted(way, [&](auto a, auto b) { return !lower(a, b); });
        if (up || down) return true;
        std::ranges::rotate(loop, loop.begin() + 1);
    }
    return false;
}

/// Puts the corners of a sliver into the face beyond its long side, if there is one.
bool give_away(Positions points, std::vector<std::vector<std::uint32_t>>& loops,
               std::size_t sliver) {
    std::vector<std::uint32_t>& thin = loops[sliver];
    if (thin.empty()) return true;
    if (!start_at_long_side(points, thin)) return false;
    const std::uint32_t from = thin.front(), to = thin.back();
    for (std::size_t i = 0; i < loops.size(); ++i) {
        if (i == sliver) continue;
        std::vector<std::uint32_t>& loop = loops[i];
        for (std::size_t k = 0; k < loop.size(); ++k) {
            if (loop[k] != from || loop[(k + 1) % loop.size()] != to) continue;
            loop.insert(loop.begin() + static_cast<std::ptrdiff_t>(k) + 1, thin.begin() + 1,
                        thin.end() - 1);
            tidy(loop);
            thin.clear();
            return true;
        }
    }
    return false;
}

}  // namespace

void Welding::reset(std::size_t point_count) {
    stands_for_.resize(point_count);
    std::iota(stands_for_.begin(), stands_for_.end(), 0U);
}

void Welding::weld(Positions points, std::uint32_t first_new, std::span<const Faces* const> faces) {
    std::vector<std::uint32_t> used;
    for (const Faces* f : faces) used.insert(used.end(), f->corners.begin(), f->corners.end());
    std::ranges::sort(used);
    const auto rest = std::ranges::unique(used);
    used.erase(rest.begin(), rest.end());
    const auto place = [&](std::uint32_t v) {
        return std::tuple(points[v][0], points[v][1], points[v][2]);
    };
    std::ranges::stable_sort(used, {}, place);
    for (std::size_t i = 1; i < used.size(); ++i) {
        if (used[i] < first_new || points[used[i]] != points[used[i - 1]]) continue;
        stands_for_[used[i]] = stands_for_[used[i - 1]];
    }
}

Faces Welding::apply(const Faces& faces) const {
    Faces welded;
    std::vector<std::uint32_t> loop;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        loop.clear();
        for (const std::uint32_t v : faces[f]) loop.push_back(stands_for_[v]);
        tidy(loop);
        if (!loop.empty()) welded.add(loop, faces.sources[f]);
    }
    return welded;
}

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
    std::vector<std::vector<std::uint32_t>> loops;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        loops.emplace_back(faces[i].begin(), faces[i].end());
    }
    while (std::erase_if(slivers, [&](std::size_t s) { return give_away(points, loops, s); }) > 0) {
    }
    Faces kept;
    for (std::size_t i = 0; i < loops.size(); ++i) {
        if (!loops[i].empty()) kept.add(loops[i], faces.sources[i]);
    }
    faces = std::move(kept);
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

void cut_bent(Positions points, Faces& faces) {
    const auto whole = [&](std::size_t i) { return stays_whole(points, faces[i]); };
    bool all = true;
    for (std::size_t i = 0; i < faces.size(); ++i) all = all && whole(i);
    if (all) return;
    Faces result;
    Loops loops;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        if (whole(i)) {
            result.add(faces[i], faces.sources[i]);
            continue;
        }
        loops.corners.assign(faces[i].begin(), faces[i].end());
        loops.ends.assign(1, static_cast<std::uint32_t>(loops.corners.size()));
        triangles.clear();
        triangulate(points, loops, view_of(points, faces[i]), triangles);
        for (const auto& t : triangles) result.add(t, faces.sources[i]);
    }
    faces = std::move(result);
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

}  // namespace swept

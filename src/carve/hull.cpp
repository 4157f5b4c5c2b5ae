#include "carve/hull.h"

#include <algorithm>
#include <tuple>

#include "core/assert.h"
#include "math/predicates.h"

namespace swept::carve_detail {

namespace {

using Eigen::Vector3d;
using Corners = std::array<std::uint32_t, 3>;

class HullBuilder {
   public:
    explicit HullBuilder(std::span<const Vector3d> points) : points_(points) {}

    bool run() {
        if (!start()) return false;
        for (std::uint32_t p = 0; p < points_.size(); ++p) add(p);
        return true;
    }

    std::vector<Corners> triangles;

   private:
    /// A side of a triangle that the new point sees.
    struct Side {
        std::uint32_t from, to;
    };
    std::span<const Vector3d> points_;
    std::vector<Corners> kept_;
    std::vector<Side> sides_;

    [[nodiscard]] bool sees(std::uint32_t p, const Corners& t) const {
        if (p == t[0] || p == t[1] || p == t[2]) return false;  // spares the exact way to 0
        return exact::orient3d(points_[t[0]], points_[t[1]], points_[t[2]], points_[p]) > 0;
    }
    template <class Test>
    [[nodiscard]] std::optional<std::uint32_t> first(const Test& test) const {
        for (std::uint32_t i = 0; i < points_.size(); ++i) {
            if (test(points_[i])) return i;
        }
        return std::nullopt;
    }

    /// The first four points that span a volume.
    bool start() {
        if (points_.empty()) return false;
        const Vector3d& a = points_[0];
        const auto b = first([&](const Vector3d& p) { return p != a; });
        if (!b) return false;
        const auto c =
            first([&](const Vector3d& p) { return !exact::collinear(a, points_[*b], p); });
        if (!c) return false;
        const auto d = first([&](const Vector3d& p) {
            return exact::orient3d(a, points_[*b], points_[*c], p) != 0;
        });
        if (!d) return false;
        Corners base{0, *b, *c};
        if (sees(*d, base)) std::swap(base[1], base[2]);
        triangles = {base};
        for (std::size_t i = 0; i < 3; ++i) triangles.push_back({base[(i + 1) % 3], base[i], *d});
        return true;
    }

    void add(std::uint32_t p) {
        kept_.clear();
        sides_.clear();
        for (const Corners& t : triangles) {
            if (!sees(p, t)) {
                kept_.push_back(t);
                continue;
            }
            for (std::size_t i = 0; i < 3; ++i) sides_.push_back({t[i], t[(i + 1) % 3]});
        }
        if (sides_.empty()) return;
        // The border of what it sees: sides that no other seen triangle runs along backwards.
        for (const Side& s : sides_) {
            const bool inner = std::ranges::any_of(
                sides_, [&](const Side& o) { return o.from == s.to && o.to == s.from; });
            if (!inner) kept_.push_back({s.from, s.to, p});
        }
        triangles.swap(kept_);
    }
};

std::vector<ConvexHull::Edge> edges_of(const std::vector<Corners>& triangles) {
    struct Side {
        std::uint32_t low, high, triangle;
        bool up;
    };
    std::vector<Side> sides;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = triangles[t][i], b = triangles[t][(i + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), t, a < b});
        }
    }
    std::ranges::sort(sides, [](const Side& a, const Side& b) {
        return std::tuple(a.low, a.high, !a.up) < std::tuple(b.low, b.high, !b.up);
    });
    SWEPT_ASSERT(sides.size() % 2 == 0, "each edge of a hull has two triangles");
    std::vector<ConvexHull::Edge> edges;
    for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
        SWEPT_ASSERT(sides[i].low == sides[i + 1].low && sides[i].high == sides[i + 1].high,
                     "each edge of a hull has two triangles");
        edges.push_back({sides[i].low, sides[i].high, sides[i].triangle, sides[i + 1].triangle});
    }
    return edges;
}

}  // namespace

std::optional<ConvexHull> convex_hull(std::span<const Vector3d> points) {
    HullBuilder builder(points);
    if (!builder.run()) return std::nullopt;
    ConvexHull hull;
    hull.triangles = std::move(builder.triangles);
    hull.edges = edges_of(hull.triangles);
    return hull;
}

}  // namespace swept::carve_detail

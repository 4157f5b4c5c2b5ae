#include <algorithm>
#include <array>
#include <vector>

#include "math/unit.h"
#include "shape/polygon.h"
#include "shape/weld.h"

namespace swept::shape_detail {

namespace {

using Edge = std::array<std::uint32_t, 2>;

class ShortEdges {
   public:
    ShortEdges(const Mesh& mesh, double distance, std::span<const std::uint32_t> stands_for)
        : mesh_(mesh), distance_(distance), before_(stands_for) {
        each_edge([&](std::uint32_t a, std::uint32_t b) {
            if (!is_short(a, b)) return;
            edges_.push_back({a, b});
            edges_.push_back({b, a});
        });
        std::ranges::sort(edges_);
        edges_.erase(std::ranges::unique(edges_).begin(), edges_.end());
    }

    [[nodiscard]] bool none() const { return edges_.empty(); }

    /// Fills in which vertex stands for which; those of polygons that would be lost stay as they
    /// were.
    void weld(std::span<std::uint32_t> stands_for) {
        kept_.assign(mesh_.vertices.size(), 0);
        constexpr int most_rounds =
            8;  // Choice. Each costs as much as the mesh; the second is rare
        for (int round = 0; round < most_rounds; ++round) {
            std::ranges::copy(before_, stands_for.begin());
            join(stands_for);
            if (!keep_what_is_lost(stands_for)) return;
        }
        std::ranges::copy(before_, stands_for.begin());
    }

   private:
    const Mesh& mesh_;
    double distance_;
    std::span<const std::uint32_t> before_;
    std::vector<Edge> edges_;         // the short ones, both ways, sorted
    std::vector<std::uint8_t> kept_;  // vertices that must stay

    template <class Visit>
    void each_edge(const Visit& visit) const {
        for (std::uint32_t i = 0; i < mesh_.polygon_count(); ++i) {
            const auto polygon = mesh_.polygon(i);
            for (std::size_t c = 0; c < polygon.size(); ++c) {
                const std::uint32_t a = before_[polygon[c]];
                const std::uint32_t b = before_[polygon[c + 1 == polygon.size() ? 0 : c + 1]];
                if (a != b) visit(a, b);
            }
        }
    }
    [[nodiscard]] bool is_short(std::uint32_t a, std::uint32_t b) const {
        const Eigen::Vector3d way = mesh_.vertices[a] - mesh_.vertices[b];
        return way.cwiseAbs().maxCoeff() <= distance_ && stable_length(way) <= distance_;
    }

    /// From the lowest vertex on, along short edges as far as the distance reaches.
    void join(std::span<std::uint32_t> stands_for) const {
        std::vector<std::uint8_t> seen(mesh_.vertices.size(), 0);
        std::vector<std::uint32_t> stack, members;
        for (const Edge& edge : edges_) {
            const std::uint32_t first = edge[0];
            if (seen[first] != 0 || kept_[first] != 0) continue;
            stack.assign(1, first);
            seen[first] = 1;
            while (!stack.empty()) {
                const std::uint32_t v = stack.back();
                stack.pop_back();
                stands_for[v] = first;
                auto next = std::ranges::lower_bound(edges_, Edge{v, 0});
                for (; next != edges_.end() && (*next)[0] == v; ++next) {
                    const std::uint32_t w = (*next)[1];
                    if (seen[w] != 0 || kept_[w] != 0 || !is_short(first, w)) continue;
                    seen[w] = 1;
                    stack.push_back(w);
                }
            }
        }
        // Vertices that stood for others still do.
        for (std::size_t v = 0; v < stands_for.size(); ++v) {
            if (before_[v] != v) stands_for[v] = stands_for[before_[v]];
        }
    }

    /// The corners of a polygon, those that are one once.
    void find_loop(std::uint32_t polygon, std::span<const std::uint32_t> stands_for,
                   std::vector<std::uint32_t>& loop) const {
        loop.clear();
        for (const std::uint32_t v : mesh_.polygon(polygon)) {
            if (loop.empty() || loop.back() != stands_for[v]) loop.push_back(stands_for[v]);
        }
        while (loop.size() > 1 && loop.front() == loop.back()) loop.pop_back();
    }
    [[nodiscard]] bool has_area(std::span<const std::uint32_t> loop) const {
        return loop.size() >= 3 && !has_zero_area(mesh_.vertices, loop);
    }

    static void add_edges(std::span<const std::uint32_t> loop, std::vector<Edge>& edges) {
        for (std::size_t c = 0; c < loop.size(); ++c) {
            const auto [a, b] = std::minmax(loop[c], loop[c + 1 == loop.size() ? 0 : c + 1]);
            edges.push_back({a, b});
        }
    }

    /// Polygons that had an area and have none any more must leave their edges to others. True if
    /// some do not: their vertices are kept, and all is to be done anew.
    bool keep_what_is_lost(std::span<const std::uint32_t> stands_for) {
        std::vector<std::uint32_t> loop;
        std::vector<std::uint32_t> vanished;
        for (std::uint32_t i = 0; i < mesh_.polygon_count(); ++i) {
            const bool touched = std::ranges::any_of(
                mesh_.polygon(i), [&](std::uint32_t v) { return stands_for[v] != before_[v]; });
            if (!touched) continue;
            find_loop(i, stands_for, loop);
            if (has_area(loop)) continue;
            find_loop(i, before_, loop);
            if (has_area(loop)) vanished.push_back(i);
        }
        if (vanished.empty()) return false;
        const std::vector<Edge> left = edges_of_the_others(stands_for);
        bool lost = false;
        for (const std::uint32_t i : vanished) {
            find_loop(i, stands_for, loop);
            std::vector<Edge> needed;
            add_edges(loop, needed);
            const bool found = std::ranges::all_of(
                needed, [&](const Edge& edge) { return std::ranges::binary_search(left, edge); });
            if (found) continue;
            lost = true;
            for (const std::uint32_t v : mesh_.polygon(i)) kept_[before_[v]] = 1;
        }
        return lost;
    }
    /// Sorted; each vertex stands there too, as an edge to itself.
    [[nodiscard]] std::vector<Edge> edges_of_the_others(
        std::span<const std::uint32_t> stands_for) const {
        std::vector<Edge> left;
        std::vector<std::uint32_t> loop;
        for (std::uint32_t i = 0; i < mesh_.polygon_count(); ++i) {
            find_loop(i, stands_for, loop);
            if (!has_area(loop)) continue;
            add_edges(loop, left);
            for (const std::uint32_t v : loop) left.push_back({v, v});
        }
        std::ranges::sort(left);
        return left;
    }
};

}  // namespace

std::uint32_t weld_short_edges(const Mesh& mesh, double distance,
                               std::span<std::uint32_t> stands_for) {
    const std::vector<std::uint32_t> before(stands_for.begin(), stands_for.end());
    ShortEdges edges(mesh, distance, before);
    if (edges.none()) return 0;
    edges.weld(stands_for);
    std::uint32_t welded = 0;
    for (std::uint32_t v = 0; v < before.size(); ++v) {
        welded += before[v] == v && stands_for[v] != v ? 1U : 0U;
    }
    return welded;
}

}  // namespace swept::shape_detail

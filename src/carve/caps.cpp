#include "carve/caps.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/assert.h"
#include "math/elementary.h"

namespace swept::carve_detail {

namespace {

using Eigen::Vector3d;

/// How many times the solid covers each place of the hull: 0 or 1, and other numbers only in specks
/// where rounding has folded the surface. Known from the surface's crossings up to a constant,
/// which is found last.
class Capper {
   public:
    Capper(const CarveTool& tool, std::uint32_t shell, const Cut& cut, Caps& caps)
        : tool_(tool), shell_(shell), cut_(cut), caps_(caps) {}

    bool run() {
        collect();
        if (!cover_vertices()) return false;
        const int base = base_cover();
        for (int& cover : covers_) cover += base;
        add_segments();
        for (std::uint32_t e = 0; e < tool_.hull.edges.size(); ++e) {
            if (!tool_.flat[e]) add_edge(e);
        }
        return close_sides();
    }

   private:
    /// A side of a cap on one side of the tool, the solid to its left seen from outside the tool.
    struct SideArc {
        std::uint32_t side;  // of the tool
        Arc arc;
    };

    const CarveTool& tool_;
    std::uint32_t shell_;
    const Cut& cut_;
    Caps& caps_;
    std::vector<CutHullEdge> crossings_;  // by edge, then along it
    std::vector<std::uint32_t> begins_;   // of each edge, in crossings_
    std::vector<int> covers_;             // of the hull's points
    std::span<const std::uint32_t> tool_points_;
    std::vector<SideArc> arcs_;

    void collect() {
        for (const CutHullEdge& c : cut_.hull_edges) {
            if (c.shell == shell_) crossings_.push_back(c);
        }
        std::ranges::sort(crossings_, {}, [](const CutHullEdge& c) {
            return std::tuple(c.edge, c.fraction, c.point);
        });
        begins_.assign(tool_.hull.edges.size() + 1, 0);
        for (const CutHullEdge& c : crossings_) {
            SWEPT_ASSERT(c.edge + 1 < begins_.size(), "an edge of the hull");
            ++begins_[c.edge + 1];
        }
        for (std::size_t e = 1; e < begins_.size(); ++e) begins_[e] += begins_[e - 1];
        const auto place = std::ranges::lower_bound(cut_.shells, shell_) - cut_.shells.begin();
        SWEPT_ASSERT(static_cast<std::size_t>(place) < cut_.tool_points.size(),
                     "a shell that is cut");
        tool_points_ = cut_.tool_points[static_cast<std::size_t>(place)];
    }
    [[nodiscard]] std::span<CutHullEdge> crossings(std::size_t e) {
        SWEPT_ASSERT(e + 1 < begins_.size(), "an edge of the hull");
        return std::span(crossings_).subspan(begins_[e], begins_[e + 1] - begins_[e]);
    }
    [[nodiscard]] int step_along(std::size_t e) {
        int sum = 0;
        for (const CutHullEdge& c : crossings(e)) sum += c.step;
        return sum;
    }

    /// From vertex to vertex along the hull's edges; all ways must agree.
    bool cover_vertices() {
        constexpr int unknown = -1000000;  // stays so where a vertex is not on the hull
        const auto& edges = tool_.hull.edges;
        covers_.assign(tool_.points.size(), unknown);
        SWEPT_ASSERT(!edges.empty(), "a tool has a volume");
        covers_[edges[0].from] = 0;
        for (bool more = true; more;) {
            more = false;
            for (std::size_t e = 0; e < edges.size(); ++e) {
                int &from = covers_[edges[e].from], &to = covers_[edges[e].to];
                if (from == unknown && to == unknown) continue;
                const int step = step_along(e);
                if (from != unknown && to != unknown) {
                    if (from + step != to) return false;
                    continue;
                }
                more = true;
                (to == unknown ? to : from) = to == unknown ? from + step : to - step;
            }
        }
        return true;
    }

    /// What is to be added to the covers so that they are 0 and 1.
    int base_cover() {
        int lowest = std::numeric_limits<int>::max(), highest = std::numeric_limits<int>::min();
        for (const auto& edge : tool_.hull.edges) {
            lowest = std::min({lowest, covers_[edge.from], covers_[edge.to]});
            highest = std::max({highest, covers_[edge.from], covers_[edge.to]});
        }
        if (highest > lowest) return -lowest;
        if (crossings_.empty()) return base_cover_of_loops();
        // All vertices are alike: the stretches between the crossings tell, the longer the surer.
        double in = 0, out = 0;
        for (std::size_t e = 0; e < tool_.hull.edges.size(); ++e) {
            const auto along = crossings(e);
            int cover = 0;
            for (std::size_t i = 0; i + 1 < along.size(); ++i) {
                cover += along[i].step;
                const double length =
                    (cut_.points[along[i + 1].point] - cut_.points[along[i].point]).norm();
                (cover > 0 ? in : out) += cover == 0 ? 0 : length;
            }
        }
        return -lowest + (out > in ? 1 : 0);
    }
    /// No hull edge meets the surface. Then what the segments go round has either the solid
    /// inside, or the air; and if there are none, the surface is swallowed whole: a cavity had
    /// solid all round.
    int base_cover_of_loops() {
        add_segments();
        double area = 0;
        for_each_side([&](std::uint32_t side, std::span<const Arc> arcs) {
            area += twice_area(cut_.points, arcs, view(side));
        });
        const bool any = !arcs_.empty();
        arcs_.clear();
        if (any) return area < 0 ? 1 : 0;
        Faces swallowed;
        for (std::size_t i = 0; i < cut_.inside.size(); ++i) {
            const std::uint32_t place = cut_.inside.sources[i];
            if (cut_.polygons[place].shell == shell_) swallowed.add(cut_.inside[i], 0);
        }
        return volume6(cut_.points, swallowed, tool_.centre) < 0 ? 1 : 0;
    }

    void add_segments() {
        for (const CutSegment& s : cut_.segments) {
            if (s.shell == shell_) arcs_.push_back({s.side, {s.to, s.from}});
        }
    }

    /// The stretches of a hull edge inside the solid bound both its triangles.
    void add_edge(std::uint32_t e) {
        const ConvexHull::Edge& edge = tool_.hull.edges[e];
        SWEPT_ASSERT(std::max(edge.from, edge.to) < tool_points_.size(), "points of the tool");
        const auto along = crossings(e);
        int cover = covers_[edge.from];
        if (along.empty() && cover == 0) return;
        put_ties_in_order(along, cover, tie_of(edge));
        std::uint32_t from = cover != 0 ? tool_points_[edge.from] : none;
        for (const CutHullEdge& c : along) {
            add_stretch(edge, from, c.point, cover);
            from = c.point;
            cover += c.step;
        }
        if (cover != 0) add_stretch(edge, from, tool_points_[edge.to], cover);
    }
    void add_stretch(const ConvexHull::Edge& edge, std::uint32_t from, std::uint32_t to,
                     int cover) {
        if (from == to) return;  // nearer to each other than rounding can tell
        if (cover != 0 && cover != 1) caps_.clean = false;
        if (cover < 0) std::swap(from, to);
        for (int i = 0; i < std::abs(cover); ++i) {
            SWEPT_ASSERT(from < cut_.points.size() && to < cut_.points.size(), "points of the cut");
            arcs_.push_back({tool_.sides[edge.left], {from, to}});
            arcs_.push_back({tool_.sides[edge.right], {to, from}});
        }
    }
    /// Crossings nearer to each other than rounding can tell.
    [[nodiscard]] double tie_of(const ConvexHull::Edge& edge) const {
        const Vector3d &p = tool_.points[edge.from], &q = tool_.points[edge.to];
        const double coordinate = std::max(p.cwiseAbs().maxCoeff(), q.cwiseAbs().maxCoeff());
        const double length = (q - p).norm();
        return 64 * tolerance::unit_roundoff * (1 + coordinate / length);
    }
    /// Of crossings at one place, first the one that keeps the cover at 0 or 1.
    static void put_ties_in_order(std::span<CutHullEdge> along, int cover, double tie) {
        for (std::size_t i = 0; i < along.size(); ++i) {
            const int wanted = cover <= 0 ? 1 : -1;
            for (std::size_t j = i; j < along.size(); ++j) {
                if (along[j].fraction - along[i].fraction > tie) break;
                if (along[j].step != wanted) continue;
                std::rotate(along.begin() + static_cast<std::ptrdiff_t>(i),
                            along.begin() + static_cast<std::ptrdiff_t>(j),
                            along.begin() + static_cast<std::ptrdiff_t>(j) + 1);
                break;
            }
            cover += along[i].step;
        }
    }

    [[nodiscard]] View view(std::uint32_t side) const {
        return View::along(tool_.side_normals[side]);
    }

    template <class Visit>
    void for_each_side(const Visit& visit) {
        std::ranges::stable_sort(arcs_, {}, &SideArc::side);
        std::vector<Arc> arcs;
        for (std::size_t i = 0, end = 0; i < arcs_.size(); i = end) {
            arcs.clear();
            for (; end < arcs_.size() && arcs_[end].side == arcs_[i].side; ++end) {
                arcs.push_back(arcs_[end].arc);
            }
            visit(arcs_[i].side, std::span<const Arc>(arcs));
        }
    }
    bool close_sides() {
        bool closed = true;
        std::vector<IndexTriangle> triangles;
        for_each_side([&](std::uint32_t side, std::span<const Arc> arcs) {
            triangles.clear();
            const Triangulated done = triangulate(cut_.points, arcs, view(side), triangles);
            closed = closed && done != Triangulated::failed;
            caps_.clean = caps_.clean && done == Triangulated::simple;
            for (const auto& t : triangles) caps_.faces.add(t, side);
        });
        return closed;
    }
};

}  // namespace

bool make_caps(const CarveTool& tool, std::uint32_t shell, const Cut& cut, Caps& caps) {
    return Capper(tool, shell, cut, caps).run();
}

double volume6(std::span<const Vector3d> points, const Faces& faces, const Vector3d& origin) {
    double sum = 0;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const auto loop = faces[f];
        const Vector3d a = points[loop[0]] - origin;
        for (std::size_t i = 2; i < loop.size(); ++i) {
            sum += a.dot((points[loop[i - 1]] - origin).cross(points[loop[i]] - origin));
        }
    }
    return sum;
}

}  // namespace swept::carve_detail

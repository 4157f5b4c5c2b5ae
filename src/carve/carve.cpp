#include "carve/carve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "carve/caps.h"
#include "carve/cut.h"
#include "carve/merge.h"
#include "carve/tool.h"
#include "math/boxes.h"
#include "math/extremes.h"

namespace swept::carve_detail {

namespace {

using Eigen::Vector3d;

/// Choice. What is thinner than this share of the tool's extent is not taken out: the tool only
/// touches. Larger than what rounding can make of a touch.
constexpr double film = 0x1p-40;

double area2(std::span<const Vector3d> points, const Faces& faces) {
    double sum = 0;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const auto loop = faces[f];
        for (std::size_t i = 2; i < loop.size(); ++i) {
            sum += (points[loop[i - 1]] - points[loop[0]])
                       .cross(points[loop[i]] - points[loop[0]])
                       .norm();
        }
    }
    return sum;
}

/// Directed sides, summed up: what is left is the boundary.
class SideSum {
   public:
    void add(std::uint32_t shell, std::span<const std::uint32_t> loop, int sign) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const std::uint32_t a = loop[i], b = loop[i + 1 == loop.size() ? 0 : i + 1];
            if (a != b)
                sides_.push_back({shell, std::min(a, b), std::max(a, b), a < b ? sign : -sign});
        }
    }
    /// Whether nothing is left, but for sides that the caller allows.
    template <class Allowed>
    bool closed(const Allowed& allowed) {
        std::ranges::sort(sides_, {},
                          [](const Side& s) { return std::tuple(s.shell, s.low, s.high); });
        for (std::size_t i = 0, end = 0; i < sides_.size(); i = end) {
            const Side& first = sides_[i];
            int sum = 0;
            for (; end < sides_.size() && sides_[end].low == first.low &&
                   sides_[end].high == first.high && sides_[end].shell == first.shell;
                 ++end) {
                sum += sides_[end].sign;
            }
            if (sum != 0 && !allowed(first.shell, first.low)) return false;
        }
        return true;
    }

   private:
    struct Side {
        std::uint32_t shell, low, high;
        int sign;
    };
    std::vector<Side> sides_;
};

/// One attempt, with one tool.
class Attempt {
   public:
    Attempt(const CarveSurface& surface, const CarveTool& tool) : surface_(surface), tool_(tool) {}

    /// False: no consistent cut.
    bool run() {
        if (!cut_surface(surface_, tool_, cut_)) return false;
        clean_ = cut_.clean;
        find_shells();
        for (const std::uint32_t shell : shells_) {
            if (!carve_shell(shell)) return false;
        }
        return is_balanced();
    }
    [[nodiscard]] bool clean() const { return clean_; }
    Carved take() { return std::move(carved_); }

   private:
    const CarveSurface& surface_;
    const CarveTool& tool_;
    Cut cut_;
    std::vector<std::uint32_t> shells_;  // that are met
    Carved carved_;
    bool clean_ = true;
    /// Pieces that may be merged with each other, where there is a plane.
    struct Flat {
        std::uint32_t group;
        std::optional<Plane> plane;
        Faces pieces;  // source: the polygon
    };
    std::vector<Flat> flats_;
    Faces added_, piece_;  // of one shell; source: place in the origins
    std::vector<CarvedPolygon> added_origins_, piece_origins_;
    std::vector<std::uint32_t> new_vertices_, piece_vertices_;  // per point

    void find_shells() {
        for (const CutPolygon& p : cut_.polygons) shells_.push_back(p.shell);
        std::ranges::sort(shells_);
        const auto rest = std::ranges::unique(shells_);
        shells_.erase(rest.begin(), rest.end());
    }
    [[nodiscard]] bool is_closed(std::uint32_t shell) const { return surface_.closed[shell] != 0; }

    bool carve_shell(std::uint32_t shell) {
        Caps caps;
        if (is_closed(shell) && !make_caps(tool_, shell, cut_, caps)) return false;
        const Faces inside = of_shell(cut_.inside, shell);
        if (only_touched(shell, inside, caps.faces)) return true;
        clean_ = clean_ && caps.clean;
        carved_.met = true;
        CarvedPolygon origin{none, shell, 0, false};
        for (std::uint32_t i = 0; i < cut_.polygons.size(); ++i) {
            if (cut_.polygons[i].shell != shell) continue;
            origin.source = std::min(origin.source, cut_.polygons[i].polygon);
            take_polygon(i);
        }
        take_flats(shell);
        origin.cap = true;
        take_caps(caps.faces, origin);
        return write_added() && write_piece();
    }

    /// Whether all that lies inside is on the surface of the tool as given, and nothing is between:
    /// a tool that was grown meets the walls that it made before.
    [[nodiscard]] bool only_touched(std::uint32_t shell, const Faces& inside,
                                    const Faces& caps) const {
        const double coordinate = max_abs(tool_.box);
        const double thickness =
            tool_.grown + film * tool_.extent + 8 * tolerance::unit_roundoff * coordinate;
        for (std::size_t i = 0; i < inside.size(); ++i) {
            Vector3d middle = Vector3d::Zero();
            for (const std::uint32_t p : inside[i]) middle += cut_.points[p];
            if (tool_.depth(middle / static_cast<double>(inside[i].size())) > thickness) {
                return false;
            }
        }
        if (!is_closed(shell)) return true;
        const double volume =
            volume6(cut_.points, inside, tool_.centre) + volume6(cut_.points, caps, tool_.centre);
        const double area = area2(cut_.points, inside) + area2(cut_.points, caps);
        return std::abs(volume) <= thickness * area;
    }

    void take_polygon(std::uint32_t i) {
        const CutPolygon& polygon = cut_.polygons[i];
        carved_.removed.push_back(polygon.polygon);
        const auto loop = surface_.polygon(polygon.polygon);
        const Faces outside = faces_of(cut_.outside, i);
        if (outside.size() > 0) {
            Faces& to = flat_of(polygon.polygon, loop).pieces;
            for (std::size_t f = 0; f < outside.size(); ++f) to.add(outside[f], polygon.polygon);
        }
        if (!is_closed(polygon.shell)) return;
        const CarvedPolygon origin{polygon.polygon, polygon.shell, 0, false};
        const Faces inside = faces_of(cut_.inside, i);
        for (std::size_t f = 0; f < inside.size(); ++f) add_to_piece(inside[f], origin);
    }
    /// The pieces that may be merged with those of a polygon.
    Flat& flat_of(std::uint32_t polygon, Loop loop) {
        const std::uint32_t group = surface_.groups.empty() ? polygon : surface_.groups[polygon];
        if (has_zero_area(surface_.positions, loop)) {
            return flats_.emplace_back(Flat{group, std::nullopt, {}});
        }
        const Plane plane = fit_plane(surface_.positions, loop);
        for (Flat& flat : flats_) {
            if (flat.group == group && flat.plane && flat.plane->normal.dot(plane.normal) > 0 &&
                lies_in(surface_.positions, *flat.plane, loop)) {
                return flat;
            }
        }
        return flats_.emplace_back(Flat{group, plane, {}});
    }
    void take_flats(std::uint32_t shell) {
        for (Flat& flat : flats_) {
            if (flat.plane) merge_in_plane(cut_.points, *flat.plane, flat.pieces);
            for (std::size_t f = 0; f < flat.pieces.size(); ++f) {
                add(flat.pieces[f], {flat.pieces.sources[f], shell, 0, false});
            }
        }
        flats_.clear();
    }
    [[nodiscard]] Faces of_shell(const Faces& all, std::uint32_t shell) const {
        Faces some;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (cut_.polygons[all.sources[i]].shell == shell) some.add(all[i], 0);
        }
        return some;
    }
    static Faces faces_of(const Faces& all, std::uint32_t source) {
        Faces some;
        const auto [begin, end] = std::ranges::equal_range(all.sources, source);
        for (auto s = begin; s != end; ++s) {
            some.add(all[static_cast<std::size_t>(s - all.sources.begin())], 0);
        }
        return some;
    }

    void take_caps(const Faces& caps, CarvedPolygon origin) {
        for (std::size_t i = 0, end = 0; i < caps.size(); i = end) {
            const std::uint32_t side = caps.sources[i];
            Faces group;
            for (; end < caps.size() && caps.sources[end] == side; ++end) group.add(caps[end], 0);
            origin.tool_face = tool_.side_faces[side];
            merge_in_plane(cut_.points, plane_of(side), group);
            for (std::size_t f = 0; f < group.size(); ++f) add_cap(group[f], origin);
        }
    }
    [[nodiscard]] Plane plane_of(std::uint32_t side) const {
        std::vector<std::uint32_t> triangle;
        double largest = -1;
        for (std::size_t t = 0; t < tool_.planes.size(); ++t) {
            const double area = tool_.planes[t].normal().squaredNorm();
            if (tool_.sides[t] != side || !(area > largest)) continue;
            largest = area;
            triangle.assign(tool_.hull.triangles[t].begin(), tool_.hull.triangles[t].end());
        }
        return fit_plane(tool_.points, triangle);
    }

    /// The piece's cap looks out of the tool, the surface's into it.
    void add_cap(std::span<const std::uint32_t> loop, const CarvedPolygon& origin) {
        add_to_piece(loop, origin);
        const std::vector<std::uint32_t> turned(loop.rbegin(), loop.rend());
        add(turned, origin);
    }
    void add(std::span<const std::uint32_t> loop, const CarvedPolygon& origin) {
        added_.add(loop, static_cast<std::uint32_t>(added_origins_.size()));
        added_origins_.push_back(origin);
    }
    void add_to_piece(std::span<const std::uint32_t> loop, const CarvedPolygon& origin) {
        piece_.add(loop, static_cast<std::uint32_t>(piece_origins_.size()));
        piece_origins_.push_back(origin);
    }

    /// What is left of a shell's new polygons goes to the answer.
    bool write_added() {
        if (!finish(added_)) return false;
        for (std::size_t i = 0; i < added_.size(); ++i) {
            for (const std::uint32_t p : added_[i]) carved_.corners.push_back(vertex_of(p));
            carved_.begins.push_back(static_cast<std::uint32_t>(carved_.corners.size()));
            carved_.added.push_back(added_origins_[added_.sources[i]]);
        }
        added_ = {};
        added_origins_.clear();
        return true;
    }
    bool finish(Faces& faces) const {
        drop_slivers(cut_.points, faces);
        drop_straight_corners(cut_.points, faces);
        Faces finished;
        std::vector<std::uint32_t> loop;
        for (std::size_t i = 0; i < faces.size(); ++i) {
            loop.assign(faces[i].begin(), faces[i].end());
            start_well(cut_.points, loop);
            finished.add(loop, faces.sources[i]);
        }
        const bool good = cut_bent(cut_.points, finished);
        drop_slivers(cut_.points, finished);  // those that held corners on sides together
        faces = std::move(finished);
        return good;
    }
    std::uint32_t vertex_of(std::uint32_t point) {
        if (point < cut_.vertices.size()) return cut_.vertices[point];
        new_vertices_.resize(cut_.points.size(), none);
        std::uint32_t& vertex = new_vertices_[point];
        if (vertex == none) {
            vertex =
                static_cast<std::uint32_t>(surface_.positions.size() + carved_.vertices.size());
            carved_.vertices.push_back(cut_.points[point]);
        }
        return vertex;
    }
    bool write_piece() {
        if (!finish(piece_)) return false;
        piece_vertices_.resize(cut_.points.size(), none);
        for (std::size_t i = 0; i < piece_.size(); ++i) {
            for (const std::uint32_t p : piece_[i]) {
                if (piece_vertices_[p] == none) {
                    piece_vertices_[p] = carved_.piece.add_vertex(cut_.points[p]);
                }
                carved_.piece.corners.push_back(piece_vertices_[p]);
            }
            carved_.piece.polygon_ends.push_back(
                static_cast<std::uint32_t>(carved_.piece.corners.size()));
            carved_.piece_polygons.push_back(piece_origins_[piece_.sources[i]]);
        }
        piece_ = {};
        piece_origins_.clear();
        return true;
    }

    /// Closed shells keep their boundary, none; open ones change it only where they were cut.
    [[nodiscard]] bool is_balanced() {
        std::ranges::sort(carved_.removed);
        SideSum surface, piece;
        for (const std::uint32_t p : carved_.removed) {
            surface.add(surface_.shells[p], surface_.polygon(p), -1);
        }
        for (std::size_t i = 0; i < carved_.added.size(); ++i) {
            surface.add(carved_.added[i].shell, carved_.polygon(i), 1);
        }
        for (std::size_t i = 0; i < carved_.piece.polygon_count(); ++i) {
            piece.add(carved_.piece_polygons[i].shell, carved_.piece.polygon(i), 1);
        }
        return surface.closed([&](std::uint32_t shell, std::uint32_t) {
            return !is_closed(shell);
        }) && piece.closed([](std::uint32_t, std::uint32_t) { return false; });
    }
};

/// Whether the tool as it stands would leave a film as thin as rounding between it and the far side
/// of what it is taken out of.
bool leaves_film(const CarveSurface& surface, const CarveTool& tool) {
    const Box box = grown(tool.box, 2 * tolerance::planarity * max_abs(tool.box));
    for (std::size_t i = 0; i < surface.size(); ++i) {
        Box around;
        for (const std::uint32_t v : surface.polygon(i)) around.add(surface.positions[v]);
        if (!boxes_meet(around, box)) continue;
        if (tool.nearly_flush_with(surface.positions, surface.polygon(i))) return true;
    }
    return false;
}

}  // namespace

Result<Carved> carve(const CarveSurface& surface, const Polyhedron& tool,
                     const Pose& world_from_tool) {
    const Result<ToolMaker> maker = ToolMaker::make(tool, world_from_tool);
    if (!maker) return tl::unexpected(maker.error());
    // A cut that is folded somewhere is closed all the same: it will do if a few others are no
    // better.
    constexpr int tries_for_a_clean_one = 3;
    std::optional<Carved> folded;
    int last = ToolMaker::last_attempt;
    for (int attempt = 0; attempt <= last; ++attempt) {
        const std::optional<CarveTool> placed = maker->tool(attempt);
        if (!placed) {
            return fail(ErrorCode::bad_mesh,
                        "the tool is flat where it stands: give it a thickness", "tool");
        }
        if (attempt == 0 && leaves_film(surface, *placed)) continue;
        Attempt cut(surface, *placed);
        if (!cut.run()) continue;
        const bool clean = cut.clean();
        Carved carved = cut.take();
        carved.attempts = attempt + 1;
        if (clean) return carved;
        if (!folded) {
            folded = std::move(carved);
            last = std::min(last, attempt + tries_for_a_clean_one);
        }
    }
    if (folded) return std::move(*folded);
    return fail(ErrorCode::unsupported,
                "no cut keeps the surface closed: see that the polygons of closed shells are all "
                "given near the tool, are convex and share their corners");
}

}  // namespace swept::carve_detail

#include "shape/merge.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "math/predicates.h"

namespace swept::shape_detail {

namespace {

constexpr std::uint32_t none = 0xffffffff;

/// The sides of all faces, each linked to the next and the previous one of its outline and to the
/// one that runs back along it, if there is exactly one. Merging relinks them.
struct Outlines {
    std::vector<std::uint32_t> origin;  // vertex
    std::vector<std::uint32_t> face;
    std::vector<std::uint32_t> next;
    std::vector<std::uint32_t> previous;
    std::vector<std::uint32_t> twin;

    explicit Outlines(const Faces& faces)
        : origin(faces.corners), face(origin.size()), next(origin.size()), previous(origin.size()) {
        for (std::uint32_t f = 0; f < faces.size(); ++f) {
            const std::uint32_t begin = faces.begins[f], end = faces.begins[f + 1];
            for (std::uint32_t side = begin; side < end; ++side) {
                face[side] = f;
                next[side] = side + 1 == end ? begin : side + 1;
                previous[side] = side == begin ? end - 1 : side - 1;
            }
        }
        find_twins();
    }

   private:
    void find_twins() {
        twin.assign(origin.size(), none);
        const auto place = [&](std::uint32_t side) -> std::pair<std::uint32_t, std::uint32_t> {
            return std::minmax(origin[side], origin[next[side]]);
        };
        std::vector<std::uint32_t> sides(origin.size());
        std::iota(sides.begin(), sides.end(), 0U);
        std::ranges::sort(sides, [&](std::uint32_t a, std::uint32_t b) {
            const auto p = place(a), q = place(b);
            return p < q || (p == q && a < b);
        });
        for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
            const auto here = place(sides[i]);
            while (end < sides.size() && place(sides[end]) == here) ++end;
            const std::uint32_t a = sides[i], b = sides[end - 1];
            if (end - i != 2 || origin[a] == origin[b]) continue;
            twin[a] = b;
            twin[b] = a;
        }
    }
};

class Merger {
   public:
    Merger(Positions positions, const Faces& faces, double tolerance, const Plane* plane)
        : positions_(positions),
          faces_(faces),
          tolerance_(tolerance),
          plane_(plane),
          sides_(faces),
          parent_(faces.size()),
          start_(faces.begins.begin(), faces.begins.end() - 1),
          refused_(faces.corners.size(), 0) {
        std::iota(parent_.begin(), parent_.end(), 0U);
        for (std::uint32_t f = 0; f < faces.size(); ++f) {
            members_.push_back({f});
            if (plane == nullptr) planes_.push_back(fit_plane(positions, faces[f]));
        }
    }

    void run() {
        // A merge can make another one convex; a few rounds find nearly all of them.
        for (int round = 0; round < 8; ++round) {
            bool any = false;
            for (std::uint32_t side = 0; side < sides_.origin.size(); ++side) {
                if (sides_.twin[side] > side && sides_.twin[side] != none) any = join(side) || any;
            }
            if (!any) break;
        }
    }

    std::vector<std::vector<std::uint32_t>> take(Faces& merged) {
        std::vector<std::vector<std::uint32_t>> members;
        std::vector<std::uint32_t> loop;
        for (std::uint32_t f = 0; f < faces_.size(); ++f) {
            // In the order of the lowest face of each group, whichever took up the others.
            const std::uint32_t group = root(f);
            if (members_[group].empty()) continue;
            std::ranges::sort(members_[group]);
            std::uint32_t source = faces_.sources[f];
            for (const std::uint32_t m : members_[group])
                source = std::min(source, faces_.sources[m]);
            outline_of(group, loop);
            merged.add(loop, source);
            members.push_back(std::move(members_[group]));
            members_[group].clear();
        }
        return members;
    }

   private:
    Positions positions_;
    const Faces& faces_;
    double tolerance_;
    const Plane* plane_;
    Outlines sides_;
    std::vector<std::uint32_t> parent_;
    std::vector<std::uint32_t> start_;    // per group: one of its sides
    std::vector<std::uint64_t> refused_;  // per side: the sizes of both groups when last refused
    std::vector<std::vector<std::uint32_t>> members_;
    std::vector<Plane> planes_;

    std::uint32_t root(std::uint32_t f) {
        while (parent_[f] != f) f = parent_[f] = parent_[parent_[f]];
        return f;
    }
    [[nodiscard]] const Plane& plane_of(std::uint32_t group) const {
        return plane_ != nullptr ? *plane_ : planes_[group];
    }
    void outline_of(std::uint32_t group, std::vector<std::uint32_t>& loop) const {
        loop.clear();
        std::uint32_t side = start_[group];
        do {
            loop.push_back(sides_.origin[side]);
            side = sides_.next[side];
        } while (side != start_[group]);
    }

    /// Sides that two groups share, one after the other, as the first runs along them.
    struct Seam {
        std::uint32_t first;
        std::uint32_t last;
    };
    /// The seam through a side, if merging along it leaves the outline convex: both outlines are,
    /// so only the corners at its ends can spoil that. Walks towards both ends in turns, for one
    /// that is near may do; what was walked is remembered as refused.
    std::optional<Seam> convex_seam(const Plane& plane, std::uint32_t side) {
        Seam seam{side, side};
        bool more_before = true, more_after = true;
        while (more_before || more_after) {
            if (more_before) {
                const std::uint32_t before = sides_.previous[seam.first];
                const std::uint32_t back = sides_.next[sides_.twin[seam.first]];
                more_before = sides_.twin[before] == back && before != seam.last;
                if (!more_before && !turns_left(plane, before, back)) return refused(seam);
                if (more_before) seam.first = before;
            }
            if (more_after) {
                const std::uint32_t after = sides_.next[seam.last];
                const std::uint32_t back = sides_.previous[sides_.twin[seam.last]];
                more_after = sides_.twin[after] == back && after != seam.first;
                if (!more_after && !turns_left(plane, back, after)) return refused(seam);
                if (more_after) seam.last = after;
            }
        }
        return seam;
    }

    bool join(std::uint32_t side) {
        std::uint32_t a = root(sides_.face[side]), b = root(sides_.face[sides_.twin[side]]);
        if (a == b || refused_[side] == sizes(side)) return false;
        // The larger takes up the smaller: then no face is looked at more than log n times.
        if (std::pair(members_[a].size(), b) < std::pair(members_[b].size(), a)) {
            std::swap(a, b);
            side = sides_.twin[side];
        }
        const std::optional<Seam> seam = convex_seam(plane_of(a), side);
        if (!seam) return false;
        if (!fits_plane_of(a, b)) return refused(*seam).has_value();
        unlink(*seam, a);
        members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
        members_[b].clear();
        parent_[b] = a;
        return true;
    }

    /// Groups only grow: while the sizes on both sides of a side are the same, so is the answer.
    std::uint64_t sizes(std::uint32_t side) {
        const std::uint64_t here = members_[root(sides_.face[side])].size();
        return here << 32 | members_[root(sides_.face[sides_.twin[side]])].size();
    }
    /// Marks all sides of a seam, so that the others need not walk along it again.
    std::optional<Seam> refused(const Seam& seam) {
        for (std::uint32_t side = seam.first;; side = sides_.next[side]) {
            const std::uint32_t lower = std::min(side, sides_.twin[side]);
            refused_[lower] = sizes(lower);
            if (side == seam.last) return std::nullopt;
        }
    }

    /// Whether all corners of group b lie in the plane of group a, and its outline is convex there
    /// too, seen along the axis along which that plane is seen.
    [[nodiscard]] bool fits_plane_of(std::uint32_t a, std::uint32_t b) const {
        if (plane_ != nullptr) return true;
        const Plane& plane = planes_[a];
        const bool within = std::ranges::all_of(members_[b], [&](std::uint32_t m) {
            return planes_[m].normal.dot(plane.normal) > 0 &&
                   plane_deviation(plane, positions_, faces_[m]) <= tolerance_;
        });
        if (!within || dominant_axis(plane) == dominant_axis(planes_[b])) return within;
        std::vector<std::uint32_t> loop;
        outline_of(b, loop);
        return is_convex(plane, positions_, loop);
    }

    /// Whether going from one side on to the other turns left or goes straight on, not back.
    [[nodiscard]] bool turns_left(const Plane& plane, std::uint32_t from, std::uint32_t to) const {
        const int axis = dominant_axis(plane);
        const int facing = plane.normal[axis] < 0 ? -1 : 1;
        const auto at = [&](std::uint32_t side) {
            return exact::seen_along(axis, positions_[sides_.origin[side]]);
        };
        const exact::Point2 a = at(from), b = at(to), c = at(sides_.next[to]);
        const int turn = facing * exact::orient2d(a, b, c);
        if (turn != 0) return turn > 0;
        const auto between = [](double x, double y, double z) {
            return (x <= y && y <= z) || (x >= y && y >= z);
        };
        return between(a.x, b.x, c.x) && between(a.y, b.y, c.y);
    }

    /// Joins the two outlines around the seam.
    void unlink(const Seam& seam, std::uint32_t group) {
        const std::uint32_t before = sides_.previous[seam.first], after = sides_.next[seam.last];
        const std::uint32_t back_after = sides_.next[sides_.twin[seam.first]];
        const std::uint32_t back_before = sides_.previous[sides_.twin[seam.last]];
        sides_.next[before] = back_after;
        sides_.previous[back_after] = before;
        sides_.next[back_before] = after;
        sides_.previous[after] = back_before;
        start_[group] = before;
    }
};

}  // namespace

std::vector<std::vector<std::uint32_t>> merge_convex(Positions positions, Faces& faces,
                                                     double tolerance, const Plane* plane) {
    Merger merger(positions, faces, tolerance, plane);
    merger.run();
    Faces merged;
    auto members = merger.take(merged);
    faces = std::move(merged);
    return members;
}

}  // namespace swept::shape_detail

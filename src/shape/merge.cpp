#include "shape/merge.h"

#include <algorithm>
#include <numeric>

#include "math/predicates.h"

namespace swept {
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
          changed_(faces.size(), 0) {
        std::iota(parent_.begin(), parent_.end(), 0U);
        for (std::uint32_t f = 0; f < faces.size(); ++f) {
            members_.push_back({f});
            if (plane == nullptr) planes_.push_back(fit_plane(positions, faces[f]));
        }
    }

    void run() {
        // A merge can make another one convex; a few rounds find nearly all of them. From the
        // second round on only what the last one changed is tried again.
        for (std::uint32_t round = 1; round <= 8; ++round) {
            bool any = false;
            for (std::uint32_t side = 0; side < sides_.origin.size(); ++side) {
                if (sides_.twin[side] > side && sides_.twin[side] != none) {
                    any = join(side, round) || any;
                }
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
    std::vector<std::uint32_t> changed_;  // per group: in which round it last grew
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
    [[nodiscard]] Seam seam_through(std::uint32_t side) const {
        const auto goes_on = [&](std::uint32_t a, std::uint32_t b) { return sides_.twin[a] == b; };
        Seam seam{side, side};
        std::uint32_t back = sides_.twin[side];
        while (goes_on(sides_.previous[seam.first], sides_.next[back])) {
            seam.first = sides_.previous[seam.first];
            back = sides_.next[back];
            if (seam.first == side) return seam;  // all of it: two faces back to back
        }
        back = sides_.twin[side];
        while (goes_on(sides_.next[seam.last], sides_.previous[back])) {
            seam.last = sides_.next[seam.last];
            back = sides_.previous[back];
        }
        return seam;
    }

    bool join(std::uint32_t side, std::uint32_t round) {
        std::uint32_t a = root(sides_.face[side]), b = root(sides_.face[sides_.twin[side]]);
        if (a == b) return false;
        if (round > 1 && std::max(changed_[a], changed_[b]) + 1 < round) return false;
        // The larger takes up the smaller: then no face is looked at more than log n times.
        if (members_[a].size() < members_[b].size() ||
            (members_[a].size() == members_[b].size() && b < a)) {
            std::swap(a, b);
            side = sides_.twin[side];
        }
        if (plane_ == nullptr && !fits_plane_of(a, b)) return false;
        const Seam seam = seam_through(side);
        if (!stays_convex(plane_of(a), seam)) return false;
        unlink(seam, a);
        members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
        members_[b].clear();
        parent_[b] = a;
        changed_[a] = round;
        return true;
    }

    /// Whether all corners of group b lie in the plane of group a, and its outline is convex there
    /// too, seen along the axis along which that plane is seen.
    [[nodiscard]] bool fits_plane_of(std::uint32_t a, std::uint32_t b) const {
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

    /// Both outlines are convex, so only the two corners at the ends of the seam can spoil it.
    [[nodiscard]] bool stays_convex(const Plane& plane, const Seam& seam) const {
        const std::uint32_t back_first = sides_.twin[seam.first],
                            back_last = sides_.twin[seam.last];
        return turns_left(plane, sides_.previous[seam.first], sides_.next[back_first]) &&
               turns_left(plane, sides_.previous[back_last], sides_.next[seam.last]);
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

}  // namespace swept

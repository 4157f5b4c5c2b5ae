#include "shape/merge.h"

#include <algorithm>
#include <numeric>

namespace swept {
namespace {

/// Two faces and the side they share, which the first runs from `from` to `to`.
struct Seam {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t face;
    std::uint32_t neighbour;
};

std::vector<Seam> seams_between(const Faces& faces) {
    struct Side {
        std::uint32_t low, high, face;
        bool forward;
    };
    std::vector<Side> sides;
    sides.reserve(faces.corners.size());
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
        const Loop loop = faces[f];
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const std::uint32_t from = loop[i], to = loop[(i + 1) % loop.size()];
            sides.push_back({std::min(from, to), std::max(from, to), f, from < to});
        }
    }
    const auto place = [](const Side& s) { return std::pair(s.low, s.high); };
    std::ranges::stable_sort(sides, {}, place);
    std::vector<Seam> seams;
    for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
        while (end < sides.size() && place(sides[end]) == place(sides[i])) ++end;
        if (end - i != 2 || sides[i].forward == sides[i + 1].forward) continue;
        const Side& a = sides[i];
        seams.push_back(
            {a.forward ? a.low : a.high, a.forward ? a.high : a.low, a.face, sides[i + 1].face});
    }
    return seams;
}

class Merger {
   public:
    Merger(Positions positions, const Faces& faces, double tolerance, const Plane* plane)
        : positions_(positions), faces_(faces), tolerance_(tolerance), plane_(plane) {
        parent_.resize(faces.size());
        std::iota(parent_.begin(), parent_.end(), 0U);
        for (std::uint32_t f = 0; f < faces.size(); ++f) {
            const Loop loop = faces[f];
            loops_.emplace_back(loop.begin(), loop.end());
            members_.push_back({f});
            if (plane == nullptr) planes_.push_back(fit_plane(positions, loop));
        }
    }

    void run() {
        const std::vector<Seam> seams = seams_between(faces_);
        // A merge can make another one convex; a few rounds find nearly all of them.
        for (int round = 0; round < 8; ++round) {
            bool changed = false;
            for (const Seam& seam : seams) changed = join(seam) || changed;
            if (!changed) break;
        }
    }

    std::vector<std::vector<std::uint32_t>> take(Faces& merged) {
        std::vector<std::vector<std::uint32_t>> members;
        for (std::uint32_t f = 0; f < faces_.size(); ++f) {
            if (root(f) != f) continue;
            std::ranges::sort(members_[f]);
            std::uint32_t source = faces_.sources[f];
            for (const std::uint32_t m : members_[f]) source = std::min(source, faces_.sources[m]);
            merged.add(loops_[f], source);
            members.push_back(std::move(members_[f]));
        }
        return members;
    }

   private:
    Positions positions_;
    const Faces& faces_;
    double tolerance_;
    const Plane* plane_;
    std::vector<std::uint32_t> parent_;
    std::vector<std::vector<std::uint32_t>> loops_;
    std::vector<std::vector<std::uint32_t>> members_;
    std::vector<Plane> planes_;

    std::uint32_t root(std::uint32_t f) {
        while (parent_[f] != f) f = parent_[f] = parent_[parent_[f]];
        return f;
    }
    [[nodiscard]] const Plane& plane_of(std::uint32_t f) const {
        return plane_ != nullptr ? *plane_ : planes_[f];
    }

    bool join(const Seam& seam) {
        std::uint32_t a = root(seam.face), b = root(seam.neighbour);
        if (a == b) return false;
        std::uint32_t from = seam.from, to = seam.to;
        if (b < a) {
            std::swap(a, b);
            std::swap(from, to);
        }
        if (plane_ == nullptr && !lies_in_plane_of(a, b)) return false;
        std::vector<std::uint32_t> loop = spliced(loops_[a], loops_[b], from, to);
        if (loop.size() < 3 || !is_convex(plane_of(a), positions_, loop)) return false;
        loops_[a] = std::move(loop);
        loops_[b].clear();
        members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
        members_[b].clear();
        parent_[b] = a;
        return true;
    }

    [[nodiscard]] bool lies_in_plane_of(std::uint32_t a, std::uint32_t b) const {
        const Plane& plane = planes_[a];
        return std::ranges::all_of(members_[b], [&](std::uint32_t m) {
            return planes_[m].normal.dot(plane.normal) > 0 &&
                   plane_deviation(plane, positions_, faces_[m]) <= tolerance_;
        });
    }

    /// The outline of two loops joined at the side from -> to of the first.
    static std::vector<std::uint32_t> spliced(const std::vector<std::uint32_t>& a,
                                              const std::vector<std::uint32_t>& b,
                                              std::uint32_t from, std::uint32_t to) {
        const auto start_at = [](const std::vector<std::uint32_t>& loop, std::uint32_t v) {
            return static_cast<std::size_t>(std::ranges::find(loop, v) - loop.begin());
        };
        std::vector<std::uint32_t> loop;
        const std::size_t a_start = start_at(a, to), b_start = start_at(b, from);
        for (std::size_t i = 0; i < a.size(); ++i) loop.push_back(a[(a_start + i) % a.size()]);
        for (std::size_t i = 1; i + 1 < b.size(); ++i) loop.push_back(b[(b_start + i) % b.size()]);
        remove_spikes(loop);
        return loop;
    }

    /// Where the two share more than one side, the outline runs there and back: ... x y x ...
    static void remove_spikes(std::vector<std::uint32_t>& loop) {
        std::vector<std::uint32_t> clean;
        for (const std::uint32_t v : loop) {
            if (clean.size() >= 2 && clean[clean.size() - 2] == v) {
                clean.pop_back();
            } else {
                clean.push_back(v);
            }
        }
        std::size_t begin = 0, end = clean.size();
        while (end - begin >= 3) {  // across the seam between the end and the beginning
            if (clean[begin] == clean[end - 2]) {
                end -= 2;
            } else if (clean[begin + 1] == clean[end - 1]) {
                begin += 2;
            } else {
                break;
            }
        }
        loop.assign(clean.begin() + static_cast<std::ptrdiff_t>(begin),
                    clean.begin() + static_cast<std::ptrdiff_t>(end));
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

#include "shape/cut_polygon.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "math/predicates.h"
#include "swept/tolerance.h"

namespace swept::shape_detail {

namespace {

using exact::Point2;

/// Corners by their number in the whole polygon, counter-clockwise.
using Numbers = std::vector<std::uint32_t>;

class Cutter {
   public:
    Cutter(Positions positions, int axis, int facing, std::vector<std::uint32_t> loop,
           std::uint32_t source, Faces& pieces)
        : positions_(positions),
          axis_(axis),
          facing_(facing),
          loop_(std::move(loop)),
          source_(source),
          pieces_(pieces) {
        double largest = 0;
        for (const std::uint32_t v : loop_) {
            largest = std::max(largest, positions[v].cwiseAbs().maxCoeff());
        }
        straight_ = tolerance::planarity * largest;
    }

    void run() {
        Numbers all(loop_.size());
        std::iota(all.begin(), all.end(), 0U);
        cut(all);
    }

   private:
    Positions positions_;
    int axis_;
    int facing_;
    std::vector<std::uint32_t> loop_;
    std::uint32_t source_;
    Faces& pieces_;
    double straight_;  // corners within this of a line are taken for corners on it
    std::vector<std::uint32_t> piece_;

    [[nodiscard]] Point2 at(std::uint32_t number) const {
        return exact::seen_along(axis_, positions_[loop_[number]]);
    }

    /// Every call leaves at most 5/6 of the corners to each of the calls it makes.
    void cut(const Numbers& corners) {
        if (corners.size() <= most_corners_of_piece) {
            emit(corners);
        } else if (!cut_round_a_middle(corners)) {
            cut_in_two(corners);
        }
    }

    void emit(const Numbers& corners) {
        piece_.clear();
        for (const std::uint32_t corner : corners) piece_.push_back(loop_[corner]);
        pieces_.add(piece_, source_);
    }

    /// A piece of corners evenly spaced, and what lies beyond each of its sides. False, and nothing
    /// is cut, where the outline beyond a side is straight: that would have no area.
    bool cut_round_a_middle(const Numbers& corners) {
        // As many steps beyond a side as a piece can have, or that many times all that these can:
        // so nearly all pieces are full.
        const std::size_t steps = corners.size() - 1, most = most_corners_of_piece - 1;
        std::size_t beyond = most;
        while (beyond * most < steps) beyond *= most;
        const std::size_t sides = (steps + beyond - 1) / beyond;
        const auto begin = [&](std::size_t side) { return side * steps / sides; };
        for (std::size_t side = 0; side < sides; ++side) {
            const Numbers::const_iterator first = corners.begin();
            const std::span chain(first + static_cast<std::ptrdiff_t>(begin(side)),
                                  first + static_cast<std::ptrdiff_t>(begin(side + 1)) + 1);
            if (chain.size() > 2 && is_straight(chain)) return false;
        }
        Numbers middle;
        for (std::size_t side = 0; side <= sides; ++side) middle.push_back(corners[begin(side)]);
        emit(middle);
        for (std::size_t side = 0; side < sides; ++side) {
            if (begin(side + 1) - begin(side) < 2) continue;
            cut(part_of(corners, begin(side), begin(side + 1)));
        }
        return true;
    }

    [[nodiscard]] bool is_straight(std::span<const std::uint32_t> chain) const {
        const Point2 a = at(chain.front()), b = at(chain.back());
        const double dx = b.x - a.x, dy = b.y - a.y;
        // What underflows counts as straight.
        const double bound = straight_ * std::sqrt(dx * dx + dy * dy) + 0x1p-1000;
        return std::ranges::all_of(chain, [&](std::uint32_t corner) {
            const Point2 p = at(corner);
            // Written so that what is not a number counts as straight.
            return !(std::abs(dx * (p.y - a.y) - dy * (p.x - a.x)) > bound);
        });
    }

    /// Along a diagonal from one of three corners that are not on one line to the middle of the
    /// outline between the others: whatever is straight, both parts have an area.
    void cut_in_two(const Numbers& corners) {
        const std::optional<std::array<std::size_t, 3>> found = widest_corners(corners);
        if (!found) return emit(corners);  // not reached: the polygon has an area
        const std::size_t n = corners.size();
        const auto steps = [&](std::size_t i) {
            return ((*found)[(i + 1) % 3] + n - (*found)[i]) % n;
        };
        const std::size_t longest = std::ranges::max({0U, 1U, 2U}, {}, steps);
        const std::size_t apex = (*found)[(longest + 2) % 3];
        const std::size_t middle = ((*found)[longest] + steps(longest) / 2) % n;
        cut(part_of(corners, apex, middle));
        cut(part_of(corners, middle, apex));
    }

    /// From one corner round to another, both included.
    static Numbers part_of(const Numbers& corners, std::size_t from, std::size_t to) {
        const std::size_t n = corners.size();
        Numbers part;
        for (std::size_t i = from; i != to; i = i + 1 == n ? 0 : i + 1) part.push_back(corners[i]);
        part.push_back(corners[to]);
        return part;
    }

    /// Three corners at which the outline turns, in order and far from each other.
    [[nodiscard]] std::optional<std::array<std::size_t, 3>> widest_corners(
        const Numbers& corners) const {
        const std::vector<std::size_t> turns = turning_corners(corners);
        if (turns.size() < 3) return std::nullopt;
        const auto point = [&](std::size_t i) { return at(corners[i]); };
        const auto widest = [&](const auto& measure) {
            return std::ranges::max(turns, {}, measure);
        };
        const auto farthest_from = [&](std::size_t from) {
            return widest([&](std::size_t i) {
                if (i == from) return -1.0;
                const double dx = point(i).x - point(from).x, dy = point(i).y - point(from).y;
                return dx * dx + dy * dy;
            });
        };
        const std::size_t a = farthest_from(turns[0]), b = farthest_from(a);
        const double dx = point(b).x - point(a).x, dy = point(b).y - point(a).y;
        const std::size_t c = widest([&](std::size_t i) {
            if (i == a || i == b) return -1.0;
            return std::abs(dx * (point(i).y - point(a).y) - dy * (point(i).x - point(a).x));
        });
        std::array<std::size_t, 3> found{a, b, c};
        std::ranges::sort(found);
        return found;
    }

    /// Corners at which the outline turns left, decided exactly, one of several at one place.
    [[nodiscard]] std::vector<std::size_t> turning_corners(const Numbers& corners) const {
        const auto same_place = [&](std::size_t i, std::size_t j) {
            const Point2 p = at(corners[i]), q = at(corners[j]);
            return p.x == q.x && p.y == q.y;
        };
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            if (places.empty() || !same_place(places.back(), i)) places.push_back(i);
        }
        while (places.size() > 1 && same_place(places.back(), places.front())) places.pop_back();
        std::vector<std::size_t> turns;
        const std::size_t n = places.size();
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t before = places[i == 0 ? n - 1 : i - 1];
            const std::size_t after = places[i + 1 == n ? 0 : i + 1];
            const int turn =
                exact::orient2d(at(corners[before]), at(corners[places[i]]), at(corners[after]));
            if (facing_ * turn > 0) turns.push_back(places[i]);
        }
        return turns;
    }
};

}  // namespace

bool cut_convex_polygon(Positions positions, const Plane& plane, Loop loop, std::uint32_t source,
                        Faces& pieces) {
    std::array<int, 3> axes{0, 1, 2};
    std::ranges::sort(axes, [&](int a, int b) {
        const double x = std::abs(plane.normal[a]), y = std::abs(plane.normal[b]);
        return x > y || (x == y && a < b);
    });
    for (const int axis : axes) {
        if (std::abs(plane.normal[axis]) < 0.25) break;  // seen from the side it may be a line
        const int facing = plane.normal[axis] < 0 ? -1 : 1;
        Plane seen;
        seen.normal = facing * Eigen::Vector3d::Unit(axis);
        if (!is_convex(seen, positions, loop)) continue;
        std::vector<std::uint32_t> from_lowest(loop.begin(), loop.end());
        std::ranges::rotate(from_lowest, std::ranges::min_element(from_lowest));
        Cutter(positions, axis, facing, std::move(from_lowest), source, pieces).run();
        return true;
    }
    return false;
}

}  // namespace swept::shape_detail

#include "shape/polygon.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "math/expansion.h"
#include "math/predicates.h"
#include "math/unit.h"
#include "shape/corner_index.h"
#include "shape/merge.h"
#include "swept/tolerance.h"

namespace swept::shape_detail {

namespace {

using Eigen::Vector3d;

/// Twice the area vector of a polygon about its first corner, with edges multiplied by `factor`.
Vector3d newell(Positions positions, Loop loop, double factor) {
    const Vector3d& origin = positions[loop[0]];
    Vector3d sum = Vector3d::Zero();
    Vector3d previous = (positions[loop[1]] - origin) * factor;
    for (std::size_t i = 2; i < loop.size(); ++i) {
        const Vector3d next = (positions[loop[i]] - origin) * factor;
        sum += previous.cross(next);
        previous = next;
    }
    return sum;
}

/// x - y without rounding, times a power of two.
exact::Expansion<2> scaled_difference(double x, double y, double factor) {
    const auto [difference, error] = exact::two_difference(x, y);
    return exact::Expansion<2>({difference * factor, error * factor});
}

/// The normal of a sliver, whose cross product in double would be noise: the rounding of its long
/// edges outweighs its height.
Vector3d sliver_normal(const Vector3d& a, const Vector3d& b, const Vector3d& c, double factor) {
    const auto edge = [&](const Vector3d& to, int axis) {
        return scaled_difference(to[axis % 3], a[axis % 3], factor);
    };
    Vector3d normal;
    for (int axis = 0; axis < 3; ++axis) {
        normal[axis] =
            (edge(b, axis + 1) * edge(c, axis + 2) - edge(b, axis + 2) * edge(c, axis + 1))
                .estimate();
    }
    return normal;
}

/// The largest coordinate difference to the first corner.
double size_of(Positions positions, Loop loop) {
    double size = 0;
    for (const std::uint32_t v : loop) {
        size = std::max(size, (positions[v] - positions[loop[0]]).cwiseAbs().maxCoeff());
    }
    return size;
}

/// A power of two that brings tiny and huge lengths near 1, so that the products of four of them
/// stay within double; 1 for all others.
double factor_for(double size) {
    if (size == 0 || (size > 0x1p-200 && size < 0x1p200)) return 1;
    return std::ldexp(1.0, std::clamp(-std::ilogb(size), -1000, 1000));
}

Vector3d unit(const Vector3d& normal) {
    const double largest = normal.cwiseAbs().maxCoeff();
    if (!(largest > 0)) return Vector3d::UnitZ();  // nothing left: the deviation will tell
    const Vector3d scaled = normal / largest;
    return scaled / scaled.norm();
}

struct Normal {
    Vector3d direction;  ///< of unit length
    bool certain;        ///< else the polygon is so thin that rounding may have turned it
};

Normal newell_normal(Positions positions, Loop loop, double factor) {
    const Vector3d normal = newell(positions, loop, factor);
    const double length = size_of(positions, loop) * factor;
    const double area = length < 0x1p200 ? normal.norm() : 0;
    // Well shaped, the common case: the cross product's error of a few u length^2 turns the normal
    // by no more than some hundred u.
    if (area > 0.01 * (length * length)) return {normal / area, true};
    return {unit(normal), false};
}

/// The normal of the three corners that span the most: first to farthest, and what is farthest from
/// that line. In their order in the loop, so that they turn as it does.
Vector3d widest_normal(Positions positions, Loop loop, double factor) {
    const Vector3d& first = positions[loop[0]];
    const auto farthest = [&](std::size_t without, const auto& measure) {
        std::size_t best = without == 1 ? 2 : 1;
        for (std::size_t i = best + 1; i < loop.size(); ++i) {
            if (i == without) continue;
            if (measure(positions[loop[i]]) > measure(positions[loop[best]])) best = i;
        }
        return best;
    };
    const std::size_t far =
        farthest(0, [&](const Vector3d& p) { return stable_length(p - first); });
    const Vector3d along = (positions[loop[far]] - first).stableNormalized();
    const std::size_t wide =
        farthest(far, [&](const Vector3d& p) { return stable_length(along.cross(p - first)); });
    const auto [second, third] = std::minmax(far, wide);
    const Vector3d normal =
        sliver_normal(first, positions[loop[second]], positions[loop[third]], factor);
    if (!normal.isZero(0)) return unit(normal);
    // All on one line, exactly: every plane through the line is as good.
    Eigen::Index least = 0;
    along.cwiseAbs().minCoeff(&least);
    return unit(along.cross(Vector3d::Unit(least)));
}

/// The plane with this normal that halves the spread of the corners.
Plane halving(const Vector3d& normal, Positions positions, Loop loop) {
    Plane plane;
    plane.normal = normal;
    double lowest = plane.normal.dot(positions[loop[0]]);
    double highest = lowest;
    for (const std::uint32_t v : loop.subspan(1)) {
        const double height = plane.normal.dot(positions[v]);
        lowest = std::min(lowest, height);
        highest = std::max(highest, height);
    }
    plane.offset = -(lowest + (highest - lowest) / 2);
    return plane;
}

}  // namespace

double factor_of(Positions positions, Loop loop) {
    return factor_for(size_of(positions, loop));
}

Plane fit_plane(Positions positions, Loop loop) {
    // Huge polygons are left as they are: products of two lengths are finite, and scaling them down
    // could lose what is tiny in them.
    const double factor = std::max(factor_of(positions, loop), 1.0);
    const Normal newell = newell_normal(positions, loop, factor);
    const Plane plane = halving(newell.direction, positions, loop);
    if (newell.certain) return plane;
    // A polygon all of whose corners are almost on one line, as cutting leaves them, has a Newell
    // normal that is noise.
    const Plane widest = halving(widest_normal(positions, loop, factor), positions, loop);
    const bool better = loop.size() == 3 || plane_deviation(widest, positions, loop) <
                                                plane_deviation(plane, positions, loop);
    return better ? widest : plane;
}

double plane_deviation(const Plane& plane, Positions positions, Loop loop) {
    double deviation = 0;
    for (const std::uint32_t v : loop) {
        const Vector3d& p = positions[v];
        const Vector3d part = plane.normal.cwiseProduct(p);
        const double sum = (part[0] + part[1]) + part[2] + plane.offset;
        const double size = (std::abs(part[0]) + std::abs(part[1])) + std::abs(part[2]);
        // One rounding per product and three additions: below 4 u of the absolute sum, and 5 to
        // cover the rounding of this bound; what underflows is below 2^-1072.
        const double rounding =
            5 * tolerance::unit_roundoff * (size + std::abs(plane.offset)) + 0x1p-1072;
        const double here = std::abs(sum) + rounding;
        if (!(here <= deviation)) deviation = here;  // keeps what is not a number too
    }
    return deviation;
}

bool has_zero_area(Positions positions, Loop loop) {
    // Two different corners make the line; every other one must lie on it.
    const Vector3d& a = positions[loop[0]];
    std::size_t second = 1;
    while (second < loop.size() && positions[loop[second]] == a) ++second;
    for (std::size_t i = second + 1; i < loop.size(); ++i) {
        if (!exact::collinear(a, positions[loop[second]], positions[loop[i]])) return false;
    }
    return true;
}

int dominant_axis(const Plane& plane) {
    int axis = 0;
    plane.normal.cwiseAbs().maxCoeff(&axis);
    return axis;
}

bool is_convex(const Plane& plane, Positions positions, Loop loop) {
    const int axis = dominant_axis(plane);
    const int facing = plane.normal[axis] < 0 ? -1 : 1;
    const std::size_t n = loop.size();
    const auto point = [&](std::size_t i) {
        return exact::seen_along(axis, positions[loop[i % n]]);
    };
    // Left, or straight on along x: going round once changes this twice.
    const auto goes_left = [](exact::Point2 a, exact::Point2 b) {
        return b.x < a.x || (b.x == a.x && b.y < a.y);
    };
    int changes = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const exact::Point2 a = point(i), b = point(i + 1), c = point(i + 2);
        if (facing * exact::orient2d(a, b, c) < 0) return false;
        if (goes_left(a, b) != goes_left(b, c)) ++changes;
    }
    return changes == 2;
}

double twice_area_sq(const Vector3d& a, const Vector3d& b, const Vector3d& c, double factor) {
    return ((b - a) * factor).cross((c - a) * factor).squaredNorm();
}

std::array<std::uint32_t, 3> spanning_corners(Positions positions, Loop loop) {
    if (loop.size() == 3) return {loop[0], loop[1], loop[2]};
    const double factor = factor_of(positions, loop);
    const Vector3d& a = positions[loop[0]];
    const auto distance_sq = [&](std::size_t i) {
        return ((positions[loop[i]] - a) * factor).squaredNorm();
    };
    std::size_t far = 1;
    for (std::size_t i = 2; i < loop.size(); ++i) {
        if (distance_sq(i) > distance_sq(far)) far = i;
    }
    std::size_t wide = far == 1 ? 2 : 1;
    const auto area_sq = [&](std::size_t i) {
        return twice_area_sq(a, positions[loop[far]], positions[loop[i]], factor);
    };
    for (std::size_t i = 1; i < loop.size(); ++i) {
        if (i != far && area_sq(i) > area_sq(wide)) wide = i;
    }
    if (wide < far) std::swap(wide, far);
    return {loop[0], loop[far], loop[wide]};
}

namespace {

/// Cuts off ears: triangles of three corners in a row that turn left and hold no other corner.
/// Corners on one line are kept, because neighbours meet there. Exact but for outlines that cross
/// themselves. Cutting an ear can only make its two neighbours ears, so that each is looked at a
/// few times; trees find the next ear and what lies in it, so that a look takes little more time
/// however many corners there are.
class EarClipper {
   public:
    EarClipper(Positions positions, Loop loop, const Plane& plane)
        : loop_(loop),
          axis_(dominant_axis(plane)),
          facing_(plane.normal[axis_] < 0 ? -1 : 1),
          positions_(positions),
          points_(seen_from_front(positions, loop)),
          next_(loop.size()),
          previous_(loop.size()),
          ears_(loop.size()),
          left_(loop.size()) {
        const std::size_t n = loop.size();
        if (n > most_without_tree) tree_.emplace(points_);
        for (std::size_t i = 0; i < n; ++i) {
            next_[i] = (i + 1) % n;
            previous_[i] = (i + n - 1) % n;
        }
        for (std::size_t i = 0; i < n; ++i, current_ = next_[current_]) drop_spikes();
        find_all_ears();
    }

    /// Appends the triangles; true when every ear was a proper one.
    bool clip(std::uint32_t source, Faces& triangles) {
        bool proper = true;
        while (left_ > 3) {
            if (!go_to_ear()) {
                // Outlines that touch themselves may hide an ear; those that cross themselves have
                // none, and any corner that turns will do.
                if (searches_ < most_searches) find_all_ears();
                if (!go_to_ear()) {
                    proper = false;
                    go_to_turn();
                }
            }
            cut(source, triangles);
        }
        if (left_ < 3) return proper;  // the last were spikes
        proper = proper && turn(current_) > 0;
        emit(source, triangles);
        return proper;
    }

   private:
    static constexpr int most_searches = 16;               // a search looks at all corners
    static constexpr std::size_t most_without_tree = 128;  // corners that are gone through as fast

    Loop loop_;
    int axis_;
    int facing_;
    Positions positions_;
    std::vector<exact::Point2> points_;
    std::optional<PointTree> tree_;
    std::vector<std::size_t> next_;
    std::vector<std::size_t> previous_;
    MarkedNumbers ears_;  // hints, looked at again before they are used
    /// Corners that turn left, and those that turn at all; only once they are asked for.
    struct Turns {
        MarkedNumbers left;
        MarkedNumbers any;
    };
    std::optional<Turns> turns_;
    std::size_t left_;
    std::size_t current_ = 0;
    int searches_ = 0;

    /// Mirrored where it is seen from behind, so that it turns left.
    [[nodiscard]] std::vector<exact::Point2> seen_from_front(Positions positions, Loop loop) const {
        std::vector<exact::Point2> points;
        points.reserve(loop.size());
        for (const std::uint32_t v : loop) {
            const exact::Point2 p = exact::seen_along(axis_, positions[v]);
            points.push_back(facing_ < 0 ? exact::Point2{p.y, p.x} : p);
        }
        return points;
    }
    [[nodiscard]] int side(std::size_t a, std::size_t b, std::size_t c) const {
        return exact::orient2d(points_[a], points_[b], points_[c]);
    }
    [[nodiscard]] bool same_place(std::size_t a, std::size_t b) const {
        return positions_[loop_[a]] == positions_[loop_[b]];
    }
    [[nodiscard]] int turn(std::size_t i) const { return side(previous_[i], i, next_[i]); }

    [[nodiscard]] bool is_ear(std::size_t b) const {
        const std::size_t a = previous_[b], c = next_[b];
        if (side(a, b, c) <= 0) return false;
        // An outline may pass a place twice: a bridge to a hole does.
        const auto is_other_place = [&](std::size_t p) {
            return !same_place(p, a) && !same_place(p, b) && !same_place(p, c);
        };
        if (tree_) return !tree_->any_in({points_[a], points_[b], points_[c]}, is_other_place);
        for (std::size_t p = next_[c]; p != a; p = next_[p]) {
            if (!is_other_place(p)) continue;
            if (side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0) return false;
        }
        return true;
    }
    /// Where the outline goes from a vertex to the next and straight back, x y x, there is nothing
    /// to cut: y and one x are taken out. Outlines that touch themselves in a corner leave such
    /// spikes.
    void drop_spikes() {
        while (left_ > 2 && loop_[previous_[current_]] == loop_[next_[current_]]) {
            take_out(next_[current_]);
            current_ = take_out(current_);
        }
    }
    /// Returns the corner before.
    std::size_t take_out(std::size_t i) {
        const std::size_t before = previous_[i], after = next_[i];
        next_[before] = after;
        previous_[after] = before;
        --left_;
        ears_.set(i, false);
        if (tree_) tree_->take_out(i);
        if (turns_) {
            turns_->left.set(i, false);
            turns_->any.set(i, false);
            mark_turn(before);
            mark_turn(after);
        }
        return before;
    }
    void find_all_ears() {
        ++searches_;
        if (left_ < 3) return;
        std::size_t i = current_;
        do {
            ears_.set(i, is_ear(i));
            i = next_[i];
        } while (i != current_);
    }
    /// Going round from the last ear gives well shaped pieces.
    bool go_to(const MarkedNumbers& marked) {
        const std::size_t found = marked.next_round(current_);
        if (found == MarkedNumbers::none) return false;
        current_ = found;
        return true;
    }
    bool go_to_ear() {
        const std::size_t from = current_;
        while (go_to(ears_)) {
            if (is_ear(current_)) return true;
            ears_.set(current_, false);
        }
        current_ = from;
        return false;
    }
    void mark_turn(std::size_t i) {
        const int here = turn(i);
        turns_->left.set(i, here > 0);
        turns_->any.set(i, here != 0);
    }
    void go_to_turn() {
        if (!turns_) {
            turns_.emplace(MarkedNumbers(loop_.size()), MarkedNumbers(loop_.size()));
            for (std::size_t k = 0, i = current_; k < left_; ++k, i = next_[i]) mark_turn(i);
        }
        go_to(turns_->left) || go_to(turns_->any);
    }
    void cut(std::uint32_t source, Faces& triangles) {
        emit(source, triangles);
        current_ = take_out(current_);
        drop_spikes();
        if (left_ < 3) return;
        ears_.set(current_, is_ear(current_));
        current_ = next_[current_];
        drop_spikes();
        if (left_ < 3) return;
        ears_.set(current_, is_ear(current_));
        current_ = next_[current_];
    }
    void emit(std::uint32_t source, Faces& triangles) const {
        const std::array<std::uint32_t, 3> triangle{loop_[previous_[current_]], loop_[current_],
                                                    loop_[next_[current_]]};
        if (!has_zero_area(positions_, triangle)) triangles.add(triangle, source);
    }
};

}  // namespace

SplitResult split_polygon(Positions positions, Loop loop, std::uint32_t source, double tolerance,
                          Faces& pieces) {
    const Plane plane = fit_plane(positions, loop);
    SplitResult result;
    result.planar = plane_deviation(plane, positions, loop) <= tolerance;
    Faces triangles;
    result.self_crossing = !EarClipper(positions, loop, plane).clip(source, triangles);
    if (result.planar && !result.self_crossing) {
        merge_convex(positions, triangles, tolerance, &plane);
    }
    for (std::size_t i = 0; i < triangles.size(); ++i) pieces.add(triangles[i], source);
    return result;
}

}  // namespace swept::shape_detail

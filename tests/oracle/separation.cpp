#include "tests/oracle/separation.h"

namespace swept::oracle {

namespace exact_distance {

Number point_segment_sq(const Vector& p, const Vector& a, const Vector& b) {
    const Vector along = b - a;
    const Number length_sq = dot(along, along);
    Number s(0);
    if (length_sq > 0) s = Number(dot(p - a, along) / length_sq);
    if (s < 0) s = 0;
    if (s > 1) s = 1;
    const Vector rest = p - (a + s * along);
    return dot(rest, rest);
}

Number point_triangle_sq(const Vector& p, const Triangle& t) {
    const Vector normal = cross(t[1] - t[0], t[2] - t[0]);
    const Number n_sq = dot(normal, normal);
    if (n_sq > 0) {
        bool inside = true;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vector& from = t[i];
            inside = inside && dot(cross(normal, t[(i + 1) % 3] - from), p - from) >= 0;
        }
        const Number height = dot(normal, p - t[0]);
        if (inside) return Number(height * height / n_sq);
    }
    Number best = point_segment_sq(p, t[0], t[1]);
    for (std::size_t i = 1; i < 3; ++i) {
        const Number other = point_segment_sq(p, t[i], t[(i + 1) % 3]);
        if (other < best) best = other;
    }
    return best;
}

Number segments_sq(const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
    const Vector p = b - a, q = d - c, w = c - a;
    const Vector normal = cross(p, q);
    const Number n_sq = dot(normal, normal);
    if (n_sq > 0) {
        const Number s(dot(cross(w, q), normal) / n_sq), t(dot(cross(w, p), normal) / n_sq);
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            const Number height = dot(w, normal);
            return Number(height * height / n_sq);
        }
    }
    Number best = point_segment_sq(a, c, d);
    for (const Number& other :
         {point_segment_sq(b, c, d), point_segment_sq(c, a, b), point_segment_sq(d, a, b)}) {
        if (other < best) best = other;
    }
    return best;
}

bool pierces(const Vector& from, const Vector& to, const Triangle& t) {
    const Vector normal = cross(t[1] - t[0], t[2] - t[0]);
    const Number above = dot(normal, from - t[0]), below = dot(normal, to - t[0]);
    if (above * below >= 0) return false;
    const Number s(above / (above - below));
    const Vector through = from + s * (to - from);
    for (std::size_t i = 0; i < 3; ++i) {
        if (dot(cross(normal, t[(i + 1) % 3] - t[i]), through - t[i]) < 0) return false;
    }
    return true;
}

Number triangles_sq(const TrianglePoints& first, const TrianglePoints& second) {
    const Triangle a = triangle(first), b = triangle(second);
    Number best = point_triangle_sq(a[0], b);
    const auto note = [&](const Number& d) {
        if (d < best) best = d;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        note(point_triangle_sq(a[i], b));
        note(point_triangle_sq(b[i], a));
        for (std::size_t k = 0; k < 3; ++k) {
            note(segments_sq(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]));
        }
        if (pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a)) return Number(0);
    }
    return best;
}

}  // namespace exact_distance

JudgedShape::JudgedShape(const Polyhedron& shape, const Pose& pose) {
    const TwinFeatures features(shape);
    for (const TwinFeature& t : features.triangles) triangles_.push_back(t.vertices);
    closed_ = is_balanced(triangles_);
    // Polygons without area may close the gap between others, and are not there to be seen.
    if (shape.report().zero_area_faces > 0) closed_ = shape.is_closed() && shape.is_oriented();
    if (triangles_.empty()) {  // a set of points
        for (std::uint32_t v = 0; v < shape.vertex_count(); ++v) triangles_.push_back({v, v, v});
    }
    find_components(shape.vertex_count());
    place(shape, pose);
    order_.resize(triangles_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    nodes_.reserve(2 * triangles_.size());
    build(0, static_cast<std::uint32_t>(order_.size()));
}

bool JudgedShape::holds(const Eigen::Vector3d& point) const {
    if (!closed_ || !within(box(), JudgedBox{point, point}, 0)) return false;
    std::uint64_t state = 0x2545f4914f6cdd1d;
    for (int attempt = 0; attempt < 200; ++attempt) {
        Eigen::Vector3d direction;
        for (int i = 0; i < 3; ++i) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            direction[i] = static_cast<double>(state >> 40) * 0x1p-23 - 1;
        }
        int winding = 0;
        if (count_crossings(point, direction, winding)) return winding > 0;
    }
    return true;  // no direction is certain: the point is on the surface
}

bool JudgedShape::is_balanced(const std::vector<JudgedTriangle>& triangles) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
    for (const JudgedTriangle& t : triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t from = t[i], to = t[(i + 1) % 3];
            balance[std::minmax(from, to)] += from < to ? 1 : -1;
        }
    }
    return !triangles.empty() &&
           std::ranges::all_of(balance, [](const auto& side) { return side.second == 0; });
}

void JudgedShape::place(const Polyhedron& shape, const Pose& pose) {
    points_.resize(shape.vertex_count());
    largest_ = 0;
    for (std::uint32_t v = 0; v < shape.vertex_count(); ++v) {
        points_[v] = pose * shape.vertices()[v];
        largest_ = std::max(largest_, points_[v].cwiseAbs().maxCoeff());
    }
    boxes_.assign(triangles_.size(), JudgedBox());
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
        for (const std::uint32_t v : triangles_[i]) boxes_[i].add(points_[v]);
    }
}

void JudgedShape::find_components(std::uint32_t vertices) {
    std::vector<std::uint32_t> parent(vertices);
    std::iota(parent.begin(), parent.end(), 0U);
    const auto root = [&](std::uint32_t v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const JudgedTriangle& t : triangles_) {
        parent[root(t[0])] = root(t[1]);
        parent[root(t[1])] = root(t[2]);
    }
    for (std::uint32_t v = 0; v < vertices; ++v) {
        if (root(v) == v) parts_.push_back(v);
    }
}

std::uint32_t JudgedShape::build(std::uint32_t begin, std::uint32_t end) {
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    JudgedBox box;
    for (std::uint32_t i = begin; i < end; ++i) {
        box.add(boxes_[order_[i]].lower);
        box.add(boxes_[order_[i]].upper);
    }
    nodes_[index].box = box;
    if (end - begin <= 4) {
        nodes_[index].first = begin;
        nodes_[index].count = end - begin;
        return index;
    }
    int axis = 0;
    (box.upper - box.lower).maxCoeff(&axis);
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) {
                         const double x = boxes_[a].lower[axis] + boxes_[a].upper[axis];
                         const double y = boxes_[b].lower[axis] + boxes_[b].upper[axis];
                         return x != y ? x < y : a < b;
                     });
    const std::uint32_t first = build(begin, middle), second = build(middle, end);
    nodes_[index].first = first;
    nodes_[index].second = second;
    return index;
}

void JudgedShape::refit(Node& node) {
    node.box = JudgedBox();
    if (node.count == 0) {
        for (const std::uint32_t child : {node.first, node.second}) {
            node.box.add(nodes_[child].box.lower);
            node.box.add(nodes_[child].box.upper);
        }
        return;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        node.box.add(boxes_[order_[i]].lower);
        node.box.add(boxes_[order_[i]].upper);
    }
}

bool JudgedShape::ray_near(const JudgedBox& box, const Eigen::Vector3d& from,
                           const Eigen::Vector3d& way) {
    double enter = 0, leave = std::numeric_limits<double>::infinity();
    const double slack = 1e-12 * (box.lower.cwiseAbs().maxCoeff() +
                                  box.upper.cwiseAbs().maxCoeff() + from.cwiseAbs().maxCoeff());
    for (int i = 0; i < 3; ++i) {
        const double low = box.lower[i] - slack - from[i], high = box.upper[i] + slack - from[i];
        if (std::abs(way[i]) < 1e-6) continue;
        const double a = low / way[i], b = high / way[i];
        enter = std::max(enter, std::min(a, b) * (1 - 1e-12));
        leave = std::min(leave, std::max(a, b) * (1 + 1e-12));
    }
    return enter <= leave;
}

bool JudgedShape::are_in_line(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                              const Eigen::Vector3d& c) {
    using Number = boost::multiprecision::mpq_rational;
    const auto from_a = [&](const Eigen::Vector3d& x, int i) -> Number {
        return Number(x[i]) - Number(a[i]);
    };
    for (int i = 0; i < 3; ++i) {
        const int k = (i + 1) % 3;
        if (from_a(b, i) * from_a(c, k) != from_a(b, k) * from_a(c, i)) return false;
    }
    return true;
}

bool JudgedShape::count_crossings(const Eigen::Vector3d& from, const Eigen::Vector3d& way,
                                  int& winding) const {
    std::vector<std::uint32_t> stack{0};
    while (!stack.empty()) {
        const Node& node = nodes_[stack.back()];
        stack.pop_back();
        if (!ray_near(node.box, from, way)) continue;
        if (node.count == 0) {
            stack.push_back(node.first);
            stack.push_back(node.second);
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            if (!count_crossing(order_[i], from, way, winding)) return false;
        }
    }
    return true;
}

bool JudgedShape::count_crossing(std::uint32_t triangle, const Eigen::Vector3d& from,
                                 const Eigen::Vector3d& way, int& winding) const {
    if (!ray_near(boxes_[triangle], from, way)) return true;
    const TrianglePoints t = points_of(triangle);
    std::array<LongVector, 3> p;
    for (std::size_t i = 0; i < 3; ++i) p[i] = wide(t[i]) - wide(from);
    const LongVector d = wide(way);
    int sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const int side = sign_of(d, p[i], p[(i + 1) % 3]);
        // On the line of a side, but not on the surface, it meets the triangle in no direction.
        if (side == 2 && are_in_line(from, t[i], t[(i + 1) % 3])) return true;
        if (side == 2) return false;
        sum += side;
    }
    if (sum != 3 && sum != -3) return true;
    // The line goes through; in front of the ray when the volume has the sign of the turn.
    const int volume = sign_of(p[0], p[1], p[2]);
    if (volume == 2) return false;
    if ((volume > 0) == (sum > 0)) winding += sum > 0 ? 1 : -1;
    return true;
}

Closest closest_guess(const TrianglePoints& first, const TrianglePoints& second) {
    FeatureCorners a, b;
    for (std::size_t i = 0; i < 3; ++i) {
        a[i] = wide(first[i]);
        b[i] = wide(second[i]);
    }
    Closest best;
    best.distance = unbounded;
    const auto note = [&](const Closest& c) {
        if (c.distance < best.distance) best = c;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        note(closest_on_triangle(a[i], b[0], b[1], b[2]));
        note(swapped(closest_on_triangle(b[i], a[0], a[1], a[2])));
        for (std::size_t k = 0; k < 3; ++k) {
            note(closest_of_segments(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]));
        }
    }
    return best;
}

double distance_below(const TrianglePoints& a, const TrianglePoints& b, double reach,
                      NearPair& pair, std::uint64_t& rational) {
    const Closest guess = closest_guess(a, b);
    Length gap = unbounded, size = 0;
    for (const Eigen::Vector3d& x : a) {
        for (const Eigen::Vector3d& y : b) {
            const LongVector between = wide(x) - wide(y);
            gap = std::min(gap, guess.normal.dot(between));
            size = std::max(size, between.cwiseAbs().sum());
        }
    }
    // The differences are off by 2^-64 each, three products and two sums by less than 2^-61 of the
    // sizes; the length of the direction by 2^-60.
    const Length proven = (gap - 0x1p-59L * size) * (1 - 0x1p-58L);
    pair.on_a = guess.on_a.cast<double>();
    pair.normal = guess.normal.cast<double>();
    if (guess.distance > 0 && proven > reach) return static_cast<double>(proven);
    if (guess.distance > 0 && proven > guess.distance * (1 - 1e-4L)) {
        return static_cast<double>(proven);  // certainly apart, and as close as it looks
    }
    ++rational;
    const exact_distance::Number exact_sq = exact_distance::triangles_sq(a, b);
    const auto down = static_cast<double>(
        std::sqrt(static_cast<Length>(exact_sq.convert_to<double>())) * (1 - 1e-15L));
    if (exact_sq == 0) return 0;
    return std::max(down, std::numeric_limits<double>::min());
}

bool clearly_beyond(const TrianglePoints& plane_of, const TrianglePoints& other, double reach) {
    const Eigen::Vector3d normal = (plane_of[1] - plane_of[0]).cross(plane_of[2] - plane_of[0]);
    const double length = normal.norm();
    double low = std::numeric_limits<double>::infinity(), high = -low, size = 0;
    for (const Eigen::Vector3d& p : other) {
        const Eigen::Vector3d between = p - plane_of[0];
        low = std::min(low, normal.dot(between));
        high = std::max(high, normal.dot(between));
        size = std::max(size, between.cwiseAbs().sum());
    }
    // The plane's own corners are off it by the rounding of its normal.
    for (const Eigen::Vector3d& p : plane_of) {
        size = std::max(size, (p - plane_of[0]).cwiseAbs().sum());
    }
    const double edges = (plane_of[1] - plane_of[0]).norm() * (plane_of[2] - plane_of[0]).norm();
    const double far = reach * length * (1 + 1e-14) + 1e-14 * edges * size;
    return low > far || high < -far;
}

bool holds_a_part(const JudgedShape& a, const JudgedShape& b) {
    const auto holds_part = [](const JudgedShape& solid, const JudgedShape& thing) {
        if (!solid.closed()) return false;
        return std::ranges::any_of(thing.part_vertices(),
                                   [&](std::uint32_t v) { return solid.holds(thing.vertex(v)); });
    };
    return holds_part(a, b) || holds_part(b, a);
}

bool separation_at_least(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                         const Pose& pose_b, double d) {
    const JudgedShape first(a, pose_a), second(b, pose_b);
    bool far = true;
    separation(first, second, d, [&](const NearPair& pair) {
        if (!far || pair.distance >= d) return;
        const exact_distance::Number exact_sq = exact_distance::triangles_sq(
            first.points_of(pair.triangle_a), second.points_of(pair.triangle_b));
        const exact_distance::Number wanted(d);
        if (exact_sq < wanted * wanted) far = false;
    });
    return far;
}

}  // namespace swept::oracle

#pragma once

// Judges of what moves through a level. They share no code with sweeps and casts: every triangle
// near the way is looked at, one by one, and parted from the character's whole way by an axis, or
// by plain distances. So whoever passes them has never gone through anything.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "swept/dynamics/character.h"

namespace swept::test {

using Eigen::Vector3d;

inline bool boxes_meet(const Box& a, const Box& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

struct JudgedTriangle {
    std::array<Vector3d, 3> corners;
    Box box;
};

/// A convex polyhedron on a straight way: everything that it sweeps over is the hull of its corners
/// before and after.
class StraightWay {
   public:
    StraightWay(const Polyhedron& shape, const Pose& start, const Vector3d& way) {
        const Eigen::Matrix3d turn = start.rotation_matrix();
        for (std::uint32_t i = 0; i < shape.vertex_count(); ++i) {
            const Vector3d place = start * shape.position(VertexIndex(i));
            corners_.push_back(place);
            corners_.push_back(place + way);
        }
        edges_.push_back(way);
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            axes_.push_back(turn * shape.plane(FaceIndex(f)).normal);
            const auto ring = shape.corners(FaceIndex(f));
            for (std::size_t i = 0; i < ring.size(); ++i) {
                const Vector3d edge =
                    turn * (shape.position(ring[(i + 1) % ring.size()]) - shape.position(ring[i]));
                edges_.push_back(edge);
                axes_.push_back(edge.cross(way));
            }
        }
    }

    /// Two convex sets are apart if and only if an axis parts them that is the normal of a face of
    /// one, or perpendicular to an edge of each.
    [[nodiscard]] bool is_apart_from(const std::array<Vector3d, 3>& t) const {
        const std::array<Vector3d, 3> sides{t[1] - t[0], t[2] - t[1], t[0] - t[2]};
        if (parts(sides[0].cross(sides[1]), t)) return true;
        if (std::ranges::any_of(axes_, [&](const Vector3d& axis) { return parts(axis, t); })) {
            return true;
        }
        for (const Vector3d& edge : edges_) {
            for (const Vector3d& side : sides) {
                if (parts(edge.cross(side), t)) return true;
            }
        }
        return false;
    }

   private:
    std::vector<Vector3d> corners_, edges_, axes_;

    [[nodiscard]] bool parts(const Vector3d& axis, const std::array<Vector3d, 3>& t) const {
        const double length = axis.norm();
        if (!(length > 1e-12)) return false;
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (const Vector3d& corner : corners_) {
            const double along = axis.dot(corner - t[0]);
            low = std::min(low, along), high = std::max(high, along);
        }
        const double b = axis.dot(t[1] - t[0]), c = axis.dot(t[2] - t[0]);
        const double least = 1e-9 * length;  // more than rounding
        return low > std::max({0.0, b, c}) + least || high < std::min({0.0, b, c}) - least;
    }
};

inline double point_to_segment(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
    const Vector3d along = b - a;
    const double size = along.squaredNorm();
    const double share = size > 0 ? std::clamp((p - a).dot(along) / size, 0.0, 1.0) : 0;
    return (p - a - share * along).norm();
}

inline double point_to_triangle(const Vector3d& p, const std::array<Vector3d, 3>& t) {
    const Vector3d normal = (t[1] - t[0]).cross(t[2] - t[0]);
    bool above = normal.norm() > 0;
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector3d& next = t[(i + 1) % 3];
        above = above && normal.cross(next - t[i]).dot(p - t[i]) >= 0;
        least = std::min(least, point_to_segment(p, t[i], next));
    }
    return above ? std::abs(normal.normalized().dot(p - t[0])) : least;
}

inline double segment_to_segment(const Vector3d& a, const Vector3d& b, const Vector3d& c,
                                 const Vector3d& d) {
    const Vector3d p = b - a, q = d - c, between = c - a, normal = p.cross(q);
    const double size = normal.squaredNorm();
    if (size > 1e-20 * p.squaredNorm() * q.squaredNorm()) {
        const double s = between.cross(q).dot(normal) / size;
        const double t = between.cross(p).dot(normal) / size;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            return std::abs(between.dot(normal)) / std::sqrt(size);
        }
    }
    return std::min({point_to_segment(a, c, d), point_to_segment(b, c, d),
                     point_to_segment(c, a, b), point_to_segment(d, a, b)});
}

/// Where a segment (fractions 0 to 1) goes through a triangle.
inline std::optional<double> pierced_at(const Vector3d& from, const Vector3d& way,
                                        const std::array<Vector3d, 3>& t) {
    const Vector3d normal = (t[1] - t[0]).cross(t[2] - t[0]);
    const double speed = normal.dot(way);
    if (speed == 0) return std::nullopt;
    const double share = normal.dot(t[0] - from) / speed;
    if (!(share >= 0 && share <= 1)) return std::nullopt;
    const Vector3d place = from + share * way;
    for (std::size_t i = 0; i < 3; ++i) {
        if (normal.cross(t[(i + 1) % 3] - t[i]).dot(place - t[i]) < 0) return std::nullopt;
    }
    return share;
}

/// From all points of a segment to a triangle, the least; 0 where it goes through.
inline double segment_to_triangle(const Vector3d& from, const Vector3d& to,
                                  const std::array<Vector3d, 3>& t) {
    if (pierced_at(from, to - from, t)) return 0;
    double least = std::min(point_to_triangle(from, t), point_to_triangle(to, t));
    for (std::size_t i = 0; i < 3; ++i) {
        least = std::min(least, segment_to_segment(from, to, t[i], t[(i + 1) % 3]));
    }
    return least;
}

/// A level as a heap of triangles.
class LevelJudge {
   public:
    explicit LevelJudge(const WorldSnapshot& world) {
        for (const RoomId room : world.rooms()) {
            const auto shape = world.shape(room);
            if (!shape) continue;
            for (std::uint32_t f = 0; f < shape->face_count(); ++f) {
                const auto ring = shape->corners(FaceIndex(f));
                for (std::size_t i = 2; i < ring.size(); ++i) {
                    add({shape->position(ring[0]), shape->position(ring[i - 1]),
                         shape->position(ring[i])});
                }
            }
        }
    }

    [[nodiscard]] const Box& box() const { return box_; }

    /// What is wrong with a way from corner to corner: empty, if the character touches nothing from
    /// beginning to end.
    [[nodiscard]] std::string check_way(const Character& character,
                                        const std::vector<Vector3d>& way) const {
        if (way.empty()) return "no way";
        Box around;
        for (const Vector3d& corner : way) {
            const Box here = box_around(character, corner);
            around.add(here.lower);
            around.add(here.upper);
        }
        std::vector<const JudgedTriangle*> near;
        for (const JudgedTriangle& t : triangles_) {
            if (boxes_meet(t.box, around)) near.push_back(&t);
        }
        for (std::size_t i = 0; i < std::max<std::size_t>(way.size() - 1, 1); ++i) {
            const Vector3d& to = way[std::min(i + 1, way.size() - 1)];
            if (!is_clear(character, way[i], to, near)) {
                return "piece " + std::to_string(i) + " of its way meets something";
            }
        }
        return {};
    }

    /// Whether no triangle comes into the column (its box) from a character at this place down
    /// along z.
    [[nodiscard]] bool is_nothing_below(const Character& character, const Vector3d& place) const {
        Box column = box_around(character, place);
        column.lower.z() = -HUGE_VAL;
        return std::ranges::none_of(
            triangles_, [&](const JudgedTriangle& t) { return boxes_meet(t.box, column); });
    }

    /// How often the surfaces wind about a point, from the solid angles under which triangles are
    /// seen (van Oosterom and Strackee 1983): 0 in the air, 1 and more in solids.
    [[nodiscard]] double winding(const Vector3d& point) const {
        double sum = 0;
        for (const JudgedTriangle& t : triangles_) {
            const Vector3d a = t.corners[0] - point, b = t.corners[1] - point,
                           c = t.corners[2] - point;
            const double la = a.norm(), lb = b.norm(), lc = c.norm();
            sum += 2 * std::atan2(a.dot(b.cross(c)),
                                  la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
        }
        return sum / (4 * std::numbers::pi);
    }

    /// Whether rays in all directions (a grid of 3 x 3 x 3) end at a surface.
    [[nodiscard]] bool is_enclosed(const Vector3d& point) const {
        const double far = 2 * box_.size().norm();
        for (int i = 0; i < 27; ++i) {
            const Vector3d direction(i % 3 - 1.01, i / 3 % 3 - 1.03, i / 9 - 1.02);
            if (!meets(point, far * direction.normalized())) return false;
        }
        return true;
    }

    /// Whether there is a surface on the way of a point.
    [[nodiscard]] bool meets(const Vector3d& from, const Vector3d& way) const {
        return std::ranges::any_of(triangles_, [&](const JudgedTriangle& t) {
            return pierced_at(from, way, t.corners).has_value();
        });
    }

   private:
    std::vector<JudgedTriangle> triangles_;
    Box box_;

    void add(const std::array<Vector3d, 3>& corners) {
        JudgedTriangle t{corners, {}};
        for (const Vector3d& corner : corners) t.box.add(corner), box_.add(corner);
        triangles_.push_back(t);
    }

    static Box box_around(const Character& character, const Vector3d& place) {
        const Pose pose = Pose::make(place, character.pose().rotation()).value();
        Box box;
        if (const auto* polyhedron = std::get_if<Polyhedron>(&character.shape())) {
            for (const Vector3d& v : polyhedron->vertices()) box.add(pose * v);
            return box;
        }
        for (const Sphere& ball : std::get<SphereSet>(character.shape()).spheres()) {
            box.add(pose * ball.centre - Vector3d::Constant(ball.radius));
            box.add(pose * ball.centre + Vector3d::Constant(ball.radius));
        }
        return box;
    }

    static bool is_clear(const Character& character, const Vector3d& from, const Vector3d& to,
                         const std::vector<const JudgedTriangle*>& near) {
        const Pose start = Pose::make(from, character.pose().rotation()).value();
        if (const auto* shape = std::get_if<Polyhedron>(&character.shape())) {
            const StraightWay swept(*shape, start, to - from);
            return std::ranges::all_of(
                near, [&](const JudgedTriangle* t) { return swept.is_apart_from(t->corners); });
        }
        for (const Sphere& ball : std::get<SphereSet>(character.shape()).spheres()) {
            const Vector3d centre = start * ball.centre;
            const bool clear = std::ranges::all_of(near, [&](const JudgedTriangle* t) {
                return segment_to_triangle(centre, centre + (to - from), t->corners) > ball.radius;
            });
            if (!clear) return false;
        }
        return true;
    }
};

}  // namespace swept::test

#include "world/rooms/nesting.h"

#include <cmath>

#include "math/predicates.h"
#include "shape/polyhedron_data.h"
#include "swept/tolerance.h"
#include "world/rooms/room_list.h"

namespace swept::world_detail {

namespace {

using Eigen::Vector3d;

/// Surfaces that touch may reach through each other by rounding: vertices of carves are rounded,
/// and those nearer to each other than that are one.
double rounding_of(const Box& box) {
    return 64 * tolerance::unit_roundoff *
           box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs()).maxCoeff();
}
bool lies_in(const Box& box, const Vector3d& point, double within) {
    return (point.array() >= box.lower.array() - within).all() &&
           (point.array() <= box.upper.array() + within).all();
}

/// Calls visit(shape, face) for the faces of a shell until it returns false.
template <class Visit>
void visit_faces(const RoomList& rooms, const Shells& shells, std::uint32_t shell,
                 const Visit& visit) {
    for (std::uint32_t i = 0; i < rooms.size(); ++i) {
        if (!shells.knows(i)) continue;
        const RoomShells& parts = rooms[i]->shells();
        const Polyhedron::Data& shape = rooms[i]->own().data();
        for (std::uint32_t f = 0; f < parts.part_of.size(); ++f) {
            if (shells.shell_of(i, parts.part_of[f]) != shell) continue;
            if (!visit(shape, FaceIndex(f))) return;
        }
    }
}

/// How often a surface goes round a point, by what a ray along +x crosses. The point is thought of
/// as moved by an infinitely small amount along +y and a still smaller one along +z, so that the
/// ray passes no edge.
class Rounds {
   public:
    Rounds(const Vector3d& point, double rounding) : point_(point), rounding_(rounding) {}

    void add(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
        Box box;
        for (const Vector3d& corner : {a, b, c}) box.add(corner);
        if (lies_in(box, point_, rounding_)) {
            const Vector3d normal = (b - a).cross(c - a);
            touched_ = touched_ || std::abs(normal.dot(point_ - a)) <= rounding_ * normal.norm();
        }
        if (box.upper.x() < point_.x()) return;  // behind
        for (int k = 1; k < 3; ++k) {
            if (box.upper[k] < point_[k] || box.lower[k] > point_[k]) return;
        }
        const int turns = crossing(a, b) + crossing(b, c) + crossing(c, a);
        // Seen from +x the triangle turns left and the point is behind it, or the other way.
        if (turns != 0 && turns * exact::orient3d(a, b, c, point_) < 0) rounds_ += turns;
    }
    [[nodiscard]] int rounds() const { return rounds_; }
    /// Whether the point lies on the surface to rounding: then the number says nothing.
    [[nodiscard]] bool touched() const { return touched_; }

   private:
    Vector3d point_;
    double rounding_;
    int rounds_ = 0;
    bool touched_ = false;

    /// Whether a side passes the point on its +y side, seen along x: upward (1) or downward (-1).
    [[nodiscard]] int crossing(const Vector3d& from, const Vector3d& to) const {
        const bool from_above = from.z() > point_.z(), to_above = to.z() > point_.z();
        if (from_above == to_above) return 0;
        const int side = exact::orient2d(0, from, to, point_);
        if (to_above) return side > 0 ? 1 : 0;
        return side < 0 ? -1 : 0;
    }
};

/// Whether a shell goes round another: asked of the first vertex that does not lie on it to
/// rounding.
bool surrounds(const RoomList& rooms, const Shells& shells, std::uint32_t outer,
               std::uint32_t inner) {
    bool inside = false;
    const double rounding = rounding_of(shells[outer].box);
    visit_faces(rooms, shells, inner, [&](const Polyhedron::Data& shape, FaceIndex face) {
        for (const VertexIndex v : shape.corners_of(face)) {
            Rounds rounds(shape.positions[v.value], rounding);
            visit_faces(rooms, shells, outer, [&](const Polyhedron::Data& other, FaceIndex f) {
                const auto corners = other.corners_of(f);
                for (std::size_t i = 2; i < corners.size(); ++i) {
                    rounds.add(other.positions[corners[0].value],
                               other.positions[corners[i - 1].value],
                               other.positions[corners[i].value]);
                }
                return true;
            });
            inside = rounds.rounds() != 0;
            if (!rounds.touched()) return false;
        }
        return true;
    });
    return inside;
}

}  // namespace

std::optional<std::uint32_t> solid_around(const RoomList& rooms, const Shells& shells,
                                          std::uint32_t hollow) {
    std::optional<std::uint32_t> innermost;
    for (std::uint32_t s = 0; s < shells.size(); ++s) {
        if (s == hollow || !shells.is_shell(s) || !shells[s].closed) continue;
        const double rounding = rounding_of(shells[s].box);
        if (!lies_in(shells[s].box, shells[hollow].box.lower, rounding)) continue;
        if (!lies_in(shells[s].box, shells[hollow].box.upper, rounding)) continue;
        const double volume = std::abs(shells[s].six_volumes);
        if (innermost && volume >= std::abs(shells[*innermost].six_volumes)) continue;
        if (surrounds(rooms, shells, s, hollow)) innermost = s;
    }
    if (innermost && !(shells[*innermost].six_volumes > 0)) return std::nullopt;
    return innermost;
}

}  // namespace swept::world_detail

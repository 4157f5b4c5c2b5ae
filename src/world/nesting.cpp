#include "world/nesting.h"

#include <cmath>

#include "math/predicates.h"
#include "shape/polyhedron_data.h"
#include "world/room_list.h"

namespace swept {
namespace {

using Eigen::Vector3d;

bool lies_in(const Box& box, const Vector3d& point) {
    return (point.array() >= box.lower.array()).all() && (point.array() <= box.upper.array()).all();
}
bool lies_in(const Box& box, const Box& other) {
    return lies_in(box, other.lower) && lies_in(box, other.upper);
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
    explicit Rounds(const Vector3d& point) : point_(point) {}

    void add(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
        Box box;
        for (const Vector3d& corner : {a, b, c}) box.add(corner);
        if (box.upper.x() < point_.x()) return;  // behind
        for (int k = 1; k < 3; ++k) {
            if (box.upper[k] < point_[k] || box.lower[k] > point_[k]) return;
        }
        const int turns = crossing(a, b) + crossing(b, c) + crossing(c, a);
        const bool may_touch = box.lower.x() <= point_.x();
        if (turns == 0 && !may_touch) return;
        const int side = exact::orient3d(a, b, c, point_);
        if (side == 0 && may_touch) touched_ = true;
        // Seen from +x the triangle turns left and the point is behind it, or the other way.
        if (turns * side < 0) rounds_ += turns;
    }
    [[nodiscard]] int rounds() const { return rounds_; }
    /// Whether the point may lie on the surface: then the number is that of a place beside it.
    [[nodiscard]] bool touched() const { return touched_; }

   private:
    Vector3d point_;
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

/// Whether a shell goes round another: asked of the first vertex that does not touch it.
bool surrounds(const RoomList& rooms, const Shells& shells, std::uint32_t outer,
               std::uint32_t inner) {
    bool inside = false;
    visit_faces(rooms, shells, inner, [&](const Polyhedron::Data& shape, FaceIndex face) {
        for (const VertexIndex v : shape.corners_of(face)) {
            Rounds rounds(shape.positions[v.value]);
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
        if (!lies_in(shells[s].box, shells[hollow].box)) continue;
        const double volume = std::abs(shells[s].six_volumes);
        if (innermost && volume >= std::abs(shells[*innermost].six_volumes)) continue;
        if (surrounds(rooms, shells, s, hollow)) innermost = s;
    }
    if (innermost && !(shells[*innermost].six_volumes > 0)) return std::nullopt;
    return innermost;
}

}  // namespace swept

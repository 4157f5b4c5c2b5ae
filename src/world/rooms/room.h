#pragma once

// A room: polygons with labels, as a shape among its neighbours. Immutable once made; snapshots
// share it.

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "cast/target.h"
#include "core/assert.h"
#include "core/namespaces.h"
#include "features/numeric_scale.h"
#include "shape/face_tree.h"
#include "swept/world_parts.h"
#include "world/rooms/shells.h"

namespace swept::world_detail {

/// Polygons of other rooms that share a vertex with the open edges of one: what its edges and
/// vertices are classified with.
struct Neighbours {
    Mesh mesh;
    std::vector<Mask> masks;

    friend bool operator==(const Neighbours& p, const Neighbours& q) {
        return p.mesh.vertices == q.mesh.vertices && p.mesh.corners == q.mesh.corners &&
               p.mesh.polygon_ends == q.mesh.polygon_ends && p.masks == q.masks;
    }
};

/// A vertex at the end of an open edge.
struct RimVertex {
    Eigen::Vector3d position;
    VertexIndex vertex;
};

class Room {
   public:
    /// Error: a mesh that cannot become a shape. Before anyone else sees it, it must be joined.
    [[nodiscard]] static Result<std::shared_ptr<Room>> make(RoomId id, RoomPolygons polygons,
                                                            Sides sides);
    /// Among its neighbours, which must be those of its rim.
    [[nodiscard]] Result<void> join(Neighbours neighbours);
    /// The same room among others.
    [[nodiscard]] Result<std::shared_ptr<Room>> joined(Neighbours neighbours) const;

    [[nodiscard]] RoomId id() const { return id_; }
    [[nodiscard]] const RoomPolygons& polygons() const { return *polygons_; }
    [[nodiscard]] bool has_shape() const { return own_.has_value(); }
    /// By itself, and among its neighbours. Only of a room that has polygons with an area.
    [[nodiscard]] const Polyhedron& own() const { return *own_; }
    [[nodiscard]] const Polyhedron& shape() const { return *shape_; }
    [[nodiscard]] const Box& box() const { return box_; }
    [[nodiscard]] const PlacedShape& placed() const { return *placed_; }
    /// For casts with the room's own sides.
    [[nodiscard]] const CastTarget& target() const;
    [[nodiscard]] Sides sides() const { return sides_; }

    [[nodiscard]] const PolygonLabel& label(std::uint32_t polygon) const {
        SWEPT_ASSERT(polygon_of(polygon) < polygons_->labels.size(), "a polygon of this room");
        return polygons_->labels[polygon_of(polygon)];
    }
    /// The room's polygon that a polygon of this view of it is.
    [[nodiscard]] std::uint32_t polygon_of(std::uint32_t polygon) const {
        SWEPT_ASSERT(of_view_.empty() || polygon < of_view_.size(), "a polygon of this view");
        return of_view_.empty() ? polygon : of_view_[polygon];
    }

    /// By position, ascending; where it has open edges.
    [[nodiscard]] std::span<const RimVertex> rim() const { return rim_; }
    /// Where other rooms may go on: the rim, and the corners of slivers. Ascending.
    [[nodiscard]] std::span<const Eigen::Vector3d> ends() const { return ends_; }
    /// Its polygons without area: they join what is on either side of them.
    [[nodiscard]] std::span<const std::uint32_t> slivers() const { return slivers_; }
    [[nodiscard]] const Neighbours& neighbours() const { return neighbours_; }
    [[nodiscard]] std::size_t seam_edges() const { return seam_edges_; }
    [[nodiscard]] std::size_t open_edges() const { return open_edges_; }
    /// The parts of its own surface that hang together.
    [[nodiscard]] const RoomShells& shells() const;

    /// What a query with this mask sees of the room: the room, a part of it that is made when it is
    /// first asked for, or nothing. `keep` holds what the answer points to.
    [[nodiscard]] const Room* seen_by(Mask mask, std::shared_ptr<const Room>& keep) const;

    [[nodiscard]] std::size_t bytes() const;

    Room(RoomId id, Sides sides) : id_(id), sides_(sides) {}

   private:
    RoomId id_;
    Sides sides_;
    std::shared_ptr<const RoomPolygons> polygons_;
    std::vector<std::uint32_t> of_view_;  // of a part: which polygons of the room its own are
    std::optional<Polyhedron> own_;
    std::optional<Polyhedron> shape_;
    std::optional<PlacedShape> placed_;
    Box box_;
    std::vector<RimVertex> rim_;
    std::vector<std::uint32_t> slivers_;
    std::vector<Eigen::Vector3d> ends_;
    Neighbours neighbours_;
    std::size_t seam_edges_ = 0;
    std::size_t open_edges_ = 0;
    Mask some_ = 0;         // bits of any polygon
    Mask all_ = every_bit;  // bits of every polygon
    mutable MadeOnce<CastTarget> target_;
    mutable MadeOnce<RoomShells> shells_;

    /// A part of the room: the polygons whose masks have been chosen.
    struct View {
        std::vector<bool> chosen;  // by masks_
        std::shared_ptr<const Room> room;
    };
    std::vector<Mask> masks_;  // those that occur, ascending
    mutable std::mutex view_lock_;
    mutable std::vector<View> views_;
    mutable std::size_t next_view_ = 0;

    [[nodiscard]] Result<void> build();
    void find_rim();
    void find_slivers();
    void find_ends();
    void find_masks();
    void count_edges();
    [[nodiscard]] std::shared_ptr<const Room> view_of(Mask mask) const;
    [[nodiscard]] std::shared_ptr<const Room> make_view(Mask mask) const;
};

}  // namespace swept::world_detail

#pragma once

// World (scene): rooms of static polygons, portals between them, and bodies. It can be edited while
// other threads query it (Schroeder 2001: rooms of polygons with a tree each, walls that are blown
// open between two frames).
//
//   World          changed by one editor at a time, in batches
//   WorldSnapshot  queried by readers: it never changes, and exists as long as it is held
//
// Guarantees:
// - Results are those over all rooms and bodies. Portals, boxes and trees only save work.
// - Edges are matched across rooms, at vertices with exactly the same coordinates: a seam between
//   two rooms counts as an edge within one shape.
// - An edit is published completely or, on any error, not at all. Only rooms whose polygons or
//   seams change are built again.
// - A reader waits at most for a pointer to be copied. Any number of threads may query a snapshot.
//
// The sides of polygons that collide are decided per room (Sides::automatic): the front if every
// edge of the room has its neighbours, in the room or across a seam, and the room does not cross
// itself; else both. Walls that face the interior of a room let movers through from behind.
// Containment is tested for rooms that are closed by themselves, and for bodies.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "swept/cast.h"
#include "swept/distance.h"
#include "swept/overlap.h"
#include "swept/path.h"
#include "swept/sweep.h"
#include "swept/world_parts.h"

namespace swept {

class WorldDraft;
struct WorldState;

/// Options of a world.
struct WorldOptions {
    Sides sides = Sides::automatic;  ///< the sides of room polygons that collide
};

/// The state of a world at one moment. Copies share their data and cost a pointer.
class SWEPT_API WorldSnapshot {
   public:
    /// Number of the publication: later snapshots of a world have larger numbers.
    [[nodiscard]] std::uint64_t version() const;

    [[nodiscard]] std::vector<RoomId> rooms() const;      ///< ascending
    [[nodiscard]] std::vector<PortalId> portals() const;  ///< ascending
    [[nodiscard]] std::vector<BodyId> bodies() const;     ///< ascending
    /// The number of polygons of all rooms.
    [[nodiscard]] std::size_t polygon_count() const;

    /// The current polygons of a room, with their labels: convex, after splitting and carving. None
    /// for an unknown id.
    [[nodiscard]] std::optional<RoomPolygons> polygons(RoomId room) const;
    /// A room as a shape, with polygons numbered as in `polygons`. None for an unknown id or a room
    /// without polygons.
    [[nodiscard]] std::optional<Polyhedron> shape(RoomId room) const;
    /// A portal; none for an unknown id.
    [[nodiscard]] std::optional<Portal> portal(PortalId portal) const;
    /// A body, with its pose in this snapshot; none for an unknown id.
    [[nodiscard]] std::optional<Body> body(BodyId body) const;
    /// All contents, to write them to a file or to make another world.
    [[nodiscard]] WorldContents contents() const;

    /// How well the rooms are connected.
    struct Seams {
        std::size_t seam_edges = 0;  ///< edges that join polygons of different rooms
        std::size_t open_edges = 0;  ///< edges without a neighbour in any room
        bool closed = false;         ///< there are polygons, and no edge is open
    };
    /// Counts seam edges and open edges over all rooms.
    [[nodiscard]] Seams seams() const;
    /// Memory held by rooms and bodies, in bytes, with their shapes and trees, which are built if
    /// there are none yet. Shared data count once.
    [[nodiscard]] std::size_t bytes() const;

    /// @private
    [[nodiscard]] const WorldState& state() const { return *state_; }
    /// @private
    explicit WorldSnapshot(std::shared_ptr<const WorldState> state) : state_(std::move(state)) {}

   private:
    std::shared_ptr<const WorldState> state_;
};

// ---- editing -----------------------------------------------------------------------------------

/// Options of a carve.
struct CarveOptions {
    /// Label of the new walls of the hole; none: the label of a polygon that was cut.
    std::optional<PolygonLabel> label = std::nullopt;
    /// Removes the fragments from their rooms, so that they can become bodies.
    bool take_fragments = false;
};

/// Result of a carve.
struct CarveResult {
    /// Rooms whose polygons the tool intersected, ascending. Empty: nothing changed.
    std::vector<RoomId> rooms;
    /// The removed solid, in world coordinates: the part of closed surfaces within the tool. Of
    /// overlapping surfaces, each contributes its own part. None if it has no volume. The ids of
    /// its polygons are those of the labels, in `piece_labels`.
    std::optional<Polyhedron> piece;
    std::vector<PolygonLabel> piece_labels;  ///< by the piece's source_face
    /// A part that the carve disconnected: a chunk of rock that would fall. The largest part of a
    /// solid, and what surrounds a cavity, are not fragments.
    struct Fragment {
        Polyhedron shape;                  ///< in world coordinates
        std::vector<PolygonLabel> labels;  ///< by its source_face
        std::vector<RoomId> rooms;         ///< rooms that contain or contained it; ascending
    };
    /// All fragments.
    std::vector<Fragment> fragments;
};

/// A batch of changes, published together. Each call is refused with an Error, or later calls of
/// the batch see its effect.
class SWEPT_API WorldEdit {
   public:
    /// @private
    explicit WorldEdit(WorldDraft& draft) : draft_(draft) {}

    // Rooms. Errors: an id that is unknown or taken; a mesh that cannot become polygons (NaN, an
    // index out of range), with the polygon's name; a number of labels that is neither 0 nor the
    // number of polygons. A room without polygons is valid and is never hit.
    /// Adds a room with these polygons.
    [[nodiscard]] Result<void> add_room(RoomId room, const RoomPolygons& polygons);
    [[nodiscard]] Result<void> remove_room(RoomId room);  ///< removes a room and its portals
    /// Adds polygons to a room.
    [[nodiscard]] Result<void> add_polygons(RoomId room, const RoomPolygons& polygons);
    /// Removes all polygons with one of these ids. Error: an id that no polygon of the room has.
    [[nodiscard]] Result<void> remove_polygons(RoomId room, std::span<const PolygonId> ids);
    /// Removes the polygons with these ids and adds others.
    [[nodiscard]] Result<void> replace_polygons(RoomId room, std::span<const PolygonId> ids,
                                                const RoomPolygons& by);

    // Portals. Errors: an id that is taken or unknown; a room that is unknown; the same room twice;
    // an outline that is not planar and convex; a side that is not on a wall.
    /// Adds a portal between two rooms.
    [[nodiscard]] Result<void> add_portal(PortalId id, const Portal& portal);
    /// Removes a portal; the opening stays.
    [[nodiscard]] Result<void> remove_portal(PortalId id);

    /// Subtracts a convex polyhedron, the tool, from all polygons that it intersects, in all rooms
    /// (boolean difference, CSG). The rest of these polygons stays, as convex polygons. Closed
    /// surfaces stay closed: where the tool cuts into them, its faces become new walls that face
    /// the hole. Open surfaces are only cut. A tool that intersects no polygon changes nothing, in
    /// the air or within a solid. Exact ties are decided as if the tool were infinitely little
    /// larger. If rounding would leave a film or a fold, the tool is enlarged by 2^-40 of its
    /// extent, at most 2^-25. Errors: a tool that is not closed, oriented and convex, or that
    /// rounding flattens; a surface that no cut keeps closed.
    [[nodiscard]] Result<CarveResult> carve(const Placed& tool, const CarveOptions& options = {});

    // Bodies. Errors: an id that is taken or unknown; coordinates beyond
    // tolerance::largest_coordinate.
    /// Adds a body.
    [[nodiscard]] Result<void> insert_body(BodyId id, const Body& body);
    /// Changes the pose of a body.
    [[nodiscard]] Result<void> move_body(BodyId id, const Pose& world_from_body);
    /// Removes a body.
    [[nodiscard]] Result<void> remove_body(BodyId id);

   private:
    WorldDraft& draft_;
};

/// Result of an edit.
struct EditReport {
    std::uint64_t version = 0;     ///< version of the published snapshot
    std::vector<RoomId> changed;   ///< rooms that changed, were added or removed; ascending
    std::vector<RoomId> rejoined;  ///< other rooms whose edges were matched again, because a seam
                                   ///< with a neighbour changed; ascending
    /// Portals that were removed because a side of their outline no longer lies on a wall, as after
    /// a carve through it; ascending. The opening stays.
    std::vector<PortalId> removed_portals;
};

/// A world. Any number of threads may take snapshots; edits wait for each other.
class SWEPT_API World {
   public:
    /// An empty world.
    explicit World(const WorldOptions& options = {});
    /// A world with these contents. Errors: those of the edits that add them.
    [[nodiscard]] static Result<World> make(const WorldContents& contents,
                                            const WorldOptions& options = {});
    ~World();
    /// Moves the world. The source may then only be assigned to or destroyed.
    World(World&&) noexcept;
    /// As the move constructor.
    World& operator=(World&&) noexcept;

    /// The current state. Take one snapshot for a batch of queries.
    [[nodiscard]] WorldSnapshot snapshot() const;

    /// Calls `change` with a batch and publishes its changes. If `change` returns an Error, or its
    /// changes cannot be published, nothing changes and that Error is returned.
    Result<EditReport> edit(const std::function<Result<void>(WorldEdit&)>& change);

   private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

// ---- queries of rooms and bodies ---------------------------------------------------------------
// The guarantees are those of the queries of two shapes (see their headers). Face numbers of
// `CastHit` and `Contact` are indices into WorldSnapshot::polygons for a room, and the caller's ids
// for the shape of a body; for a body made of spheres, the sphere. `collider` names the owner.

/// First hit of a cast.
[[nodiscard]] SWEPT_API InWorld<CastResult> cast(const CastQuery& query, const WorldSnapshot& world,
                                                 const CastOptions& options = {});
/// `cast` for many rays, in parallel. `threads` 0 means all.
[[nodiscard]] SWEPT_API std::vector<InWorld<CastResult>> cast_batch(std::span<const Ray> queries,
                                                                    const WorldSnapshot& world,
                                                                    const CastOptions& options = {},
                                                                    unsigned threads = 0);

/// Time of impact of a mover. The margin is that of the mover and the whole world.
[[nodiscard]] SWEPT_API InWorld<SweepResult> sweep(const Placed& mover, const Motion& motion,
                                                   const WorldSnapshot& world,
                                                   const SweepOptions& options = {});

/// Checks a path, as past obstacles, with the same errors.
[[nodiscard]] SWEPT_API Result<InWorld<PathResult>> check_path(const Polyhedron& mover,
                                                               std::span<const Pose> poses,
                                                               const WorldSnapshot& world,
                                                               const PathOptions& options = {});

/// All contacts of a shape with a world.
struct WorldContactSet {
    Relation relation = Relation::separate;  ///< relation to the whole world, exact
    /// With the owner of each `obstacle`. By room and body, then as in ContactSet. A contact at a
    /// seam is listed once, in the lowest of its rooms.
    std::vector<InWorld<Contact>> contacts;
    std::optional<Witness> witness;  ///< two faces that intersect; as in ContactSet
    ColliderRef collider;  ///< the owner of the witness, or what contains or is inside the shape
    OverlapResult::Contained contained = OverlapResult::Contained::none;  ///< as in ContactSet
    double tolerance = 0;  ///< the tolerance that was used, a length
    double margin = 0;     ///< margin of the shape and the whole world, a length
};
/// All contacts. The default tolerance is twice the margin of the shape and the whole world.
[[nodiscard]] SWEPT_API WorldContactSet contacts(const Placed& shape, const WorldSnapshot& world,
                                                 const ContactOptions& options = {});

/// The same, into a result that is reused: then nothing is allocated.
SWEPT_API void find_contacts(const Placed& shape, const WorldSnapshot& world,
                             const ContactOptions& options, WorldContactSet& result);

/// Distance from the closest object. If nothing is within the limit, `result.beyond` is true.
[[nodiscard]] SWEPT_API InWorld<DistanceResult> distance(const Placed& shape,
                                                         const WorldSnapshot& world,
                                                         const DistanceOptions& options = {});

/// Relation of a shape to the whole world.
[[nodiscard]] SWEPT_API InWorld<OverlapResult> overlap(const Placed& shape,
                                                       const WorldSnapshot& world,
                                                       const OverlapOptions& options = {});

// ---- bodies among themselves -------------------------------------------------------------------

/// The motion of a body during a step. Bodies that are not named do not move.
struct BodyMotion {
    BodyId body;    ///< the body
    Motion motion;  ///< displaces it from its pose in the snapshot
};
/// Two bodies of a world.
struct BodyPair {
    BodyId a, b;  ///< a < b

    /// Ordered by a, then b.
    friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// Broad phase: all pairs of bodies that may touch during the step. Their masks share a bit and the
/// boxes around their motions overlap. No pair that touches is missing. Ascending, each once. Pairs
/// of bodies that do not move are listed only if `motions` is empty. Errors: a body that is unknown
/// or named twice.
[[nodiscard]] SWEPT_API Result<std::vector<BodyPair>> pairs_that_may_touch(
    const WorldSnapshot& world, std::span<const BodyMotion> motions);

/// Result of a step in which many bodies move at once: the first contact.
struct StepContact {
    /// As for a sweep. overlapping: the lowest pair that overlaps at the start is named.
    State state = State::free;
    double free_fraction = 1;  ///< fraction of the step that is proven free for all bodies
    BodyId mover;              ///< the body that is stopped
    ColliderRef obstacle;      ///< another body, or a polygon of a room
    Contact contact;           ///< at free_fraction, in world coordinates
};
/// First contact of moving bodies with other bodies and with rooms. Bodies and polygons whose masks
/// share no bit pass through each other. If `motions` is empty, the state is free. Errors: a body
/// that is unknown or named twice.
[[nodiscard]] SWEPT_API Result<StepContact> first_contact(const WorldSnapshot& world,
                                                          std::span<const BodyMotion> motions,
                                                          const SweepOptions& options = {});

}  // namespace swept

#pragma once

// A world of rooms joined by portals, with bodies moving in it, that is edited while it is asked
// (Schroeder 2001: rooms of polygons with a tree each, walls that are blown open between two
// frames).
//
//   World          one editor at a time changes it, in batches
//   WorldSnapshot  what readers ask: it never changes, and lives as long as it is held
//
// What is promised:
// - Answers are those over all rooms and bodies. Portals, boxes and trees only spare work.
// - Edges are matched across rooms, at vertices of exactly the same coordinates: a seam between two
//   rooms counts as an edge inside one shape does.
// - An edit is published whole or not at all: whatever goes wrong, the last snapshot stands. Only
//   rooms whose polygons change, or whose seams do, are built again.
// - A reader waits no longer than for a pointer to be copied. Snapshots may be asked by any number
//   of threads.
//
// Which sides of polygons count is decided room by room (Sides::automatic): the front where every
// edge of the room has its neighbours, within it or across a seam, and the room does not cross
// itself; else both. Rooms are seen from within: walls that look inward let through from behind.
// What is inside a solid is asked of rooms that are closed by themselves, and of bodies.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "swept/cast.h"
#include "swept/contacts.h"
#include "swept/overlap.h"
#include "swept/path.h"
#include "swept/sweep.h"
#include "swept/world_parts.h"

namespace swept {

class WorldDraft;
struct WorldState;

/// How a world is made.
struct WorldOptions {
    Sides sides = Sides::automatic;  ///< of the polygons of rooms
};

/// A world as it was at one moment. Copies share their data and cost a pointer.
class SWEPT_API WorldSnapshot {
   public:
    /// Counts publications: later snapshots of a world have larger numbers.
    [[nodiscard]] std::uint64_t version() const;

    [[nodiscard]] std::vector<RoomId> rooms() const;      ///< ascending
    [[nodiscard]] std::vector<PortalId> portals() const;  ///< ascending
    [[nodiscard]] std::vector<BodyId> bodies() const;     ///< ascending
    /// Polygons of all rooms together.
    [[nodiscard]] std::size_t polygon_count() const;

    /// The polygons of a room with their labels, as they are now: convex, after splitting and
    /// carving. Nothing for an id that is not known.
    [[nodiscard]] std::optional<RoomPolygons> polygons(RoomId room) const;
    /// A room as a shape: polygons are numbered as in `polygons`. Nothing for a room without
    /// polygons, or that is not known.
    [[nodiscard]] std::optional<Polyhedron> shape(RoomId room) const;
    /// Nothing for an id that is not known.
    [[nodiscard]] std::optional<Portal> portal(PortalId portal) const;
    /// Where it stands in this snapshot. Nothing for an id that is not known.
    [[nodiscard]] std::optional<Body> body(BodyId body) const;
    /// Everything, to be written to a file or made into another world.
    [[nodiscard]] WorldContents contents() const;

    /// How well the rooms hold together.
    struct Seams {
        std::size_t seam_edges = 0;  ///< edges that join polygons of different rooms
        std::size_t open_edges = 0;  ///< edges without a neighbour in any room
        bool closed = false;         ///< there are polygons, and no edge is open
    };
    /// Counts edges over all rooms.
    [[nodiscard]] Seams seams() const;
    /// Memory held by rooms and bodies, in bytes: with the shapes of both and their trees, which
    /// this makes if there are none yet. What several share counts once.
    [[nodiscard]] std::size_t bytes() const;

    /// @private
    [[nodiscard]] const WorldState& state() const { return *state_; }
    /// @private
    explicit WorldSnapshot(std::shared_ptr<const WorldState> state) : state_(std::move(state)) {}

   private:
    std::shared_ptr<const WorldState> state_;
};

// ---- editing -----------------------------------------------------------------------------------

/// How a hole is carved.
struct CarveOptions {
    /// What the new walls of the hole carry; without it, the label of a polygon that was cut.
    std::optional<PolygonLabel> label = std::nullopt;
    /// Takes parts that came loose out of their rooms, so that they can become bodies.
    bool take_fragments = false;
};

/// What a carve did.
struct CarveResult {
    /// Rooms whose polygons the tool met, ascending; none: nothing changed.
    std::vector<RoomId> rooms;
    /// What was taken out of closed surfaces, in world coordinates: what was solid within the tool;
    /// of surfaces that overlap, each gives its own part. None where that has no volume.
    /// Its polygon ids are the labels' ids, in `piece_labels`.
    std::optional<Polyhedron> piece;
    std::vector<PolygonLabel> piece_labels;  ///< by the piece's source_face
    /// A part of a surface that hung together before, and no longer does: a chunk of rock that
    /// would fall. The largest part, and what surrounds a hollow, is not loose.
    struct Fragment {
        Polyhedron shape;                  ///< in world coordinates
        std::vector<PolygonLabel> labels;  ///< by its source_face
        std::vector<RoomId> rooms;         ///< where its polygons are, or were; ascending
    };
    /// All parts that came loose.
    std::vector<Fragment> fragments;
};

/// A batch of changes. Each call is refused with an Error, or shows at once in what follows in the
/// same batch; all of them are published together.
class SWEPT_API WorldEdit {
   public:
    /// @private
    explicit WorldEdit(WorldDraft& draft) : draft_(draft) {}

    // Rooms. Errors: a room id that is not known, or is taken; a mesh that cannot become polygons
    // (NaN, an index out of range), which names the polygon; as many labels as polygons, or none. A
    // room may be without polygons: it hits nothing.
    /// A new room with these polygons.
    [[nodiscard]] Result<void> add_room(RoomId room, const RoomPolygons& polygons);
    [[nodiscard]] Result<void> remove_room(RoomId room);  ///< and its portals
    /// Further polygons for a room.
    [[nodiscard]] Result<void> add_polygons(RoomId room, const RoomPolygons& polygons);
    /// All polygons with one of these ids. Error: an id that no polygon of the room has.
    [[nodiscard]] Result<void> remove_polygons(RoomId room, std::span<const PolygonId> ids);
    /// Takes these polygons out and puts others in.
    [[nodiscard]] Result<void> replace_polygons(RoomId room, std::span<const PolygonId> ids,
                                                const RoomPolygons& by);

    // Portals. Errors: an id that is taken or not known, a room that is not known, twice the same
    // room, an outline that is not planar and convex, and a side that does not lie on a wall.
    /// A new portal between two rooms.
    [[nodiscard]] Result<void> add_portal(PortalId id, const Portal& portal);
    /// Takes a portal out; the opening stays.
    [[nodiscard]] Result<void> remove_portal(PortalId id);

    /// Subtracts a convex polyhedron from all polygons that it meets, in whichever rooms: what is
    /// left of them stays, as convex polygons; surfaces that are closed get the tool's faces as new
    /// walls where it cut into them, looking into the hole, and stay closed; others are cut.
    /// A tool that meets no polygon changes nothing, be it in the air or within a solid. Should the
    /// tool touch features of the surface exactly, it is made larger by a billionth of its size or
    /// less. Errors: a tool that is not closed, oriented and convex.
    [[nodiscard]] Result<CarveResult> carve(const Polyhedron& tool, const Pose& world_from_tool,
                                            const CarveOptions& options = {});

    // Bodies. Errors: an id that is taken or not known; coordinates beyond
    // tolerance::largest_coordinate.
    /// A new body.
    [[nodiscard]] Result<void> insert_body(BodyId id, const Body& body);
    /// Another place for a body.
    [[nodiscard]] Result<void> move_body(BodyId id, const Pose& world_from_body);
    /// Takes a body out.
    [[nodiscard]] Result<void> remove_body(BodyId id);

   private:
    WorldDraft& draft_;
};

/// What an edit did.
struct EditReport {
    std::uint64_t version = 0;     ///< of the snapshot that was published
    std::vector<RoomId> changed;   ///< rooms whose polygons changed, came or went; ascending
    std::vector<RoomId> rejoined;  ///< further rooms that have a neighbour's polygon at a seam
                                   ///< that changed: their edges were matched anew; ascending
};

/// The world itself. Any number of threads may take snapshots; edits wait for each other.
class SWEPT_API World {
   public:
    /// A world without anything in it.
    explicit World(const WorldOptions& options = {});
    /// A world with these contents. Errors as those of the edits that add them.
    [[nodiscard]] static Result<World> make(const WorldContents& contents,
                                            const WorldOptions& options = {});
    ~World();
    /// The world goes over; what is left may only be assigned to or destroyed.
    World(World&&) noexcept;
    /// As the constructor.
    World& operator=(World&&) noexcept;

    /// The world as it is now. Take one for a batch of queries.
    [[nodiscard]] WorldSnapshot snapshot() const;

    /// Runs `change` on a batch and publishes what it did. When it returns an Error, or what it
    /// left cannot be published, nothing is changed and that Error is returned.
    Result<EditReport> edit(const std::function<Result<void>(WorldEdit&)>& change);

   private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

// ---- questions about rooms and bodies ----------------------------------------------------------
// As for two shapes: see the headers of these verbs for what they promise. In answers, face numbers
// of `CastHit` and `Contact` are those of WorldSnapshot::polygons for a room and the caller's for
// the shape of a body; of a body made of spheres, the sphere. `thing` says whose they are.

/// The answer to a cast in a world.
struct WorldCastResult {
    CastResult cast;       ///< as of one shape
    ColliderRef collider;  ///< what was hit
};
/// What a particle hits.
[[nodiscard]] SWEPT_API WorldCastResult cast(const Ray& ray, const WorldSnapshot& world,
                                             const WorldFilter& filter = {},
                                             const CastOptions& options = {});
/// What a sphere hits.
[[nodiscard]] SWEPT_API WorldCastResult cast(const Ray& ray, const Radius& radius,
                                             const WorldSnapshot& world,
                                             const WorldFilter& filter = {},
                                             const CastOptions& options = {});
/// What a set of spheres hits on a motion.
[[nodiscard]] SWEPT_API WorldCastResult cast(const SphereSet& spheres,
                                             const Pose& world_from_spheres, const Motion& motion,
                                             const WorldSnapshot& world,
                                             const WorldFilter& filter = {},
                                             const CastOptions& options = {});
/// `cast` for many rays, in parallel. `results` is as long as the rays. `threads` 0 means all.
SWEPT_API void cast_batch(std::span<const Ray> rays, const WorldSnapshot& world,
                          const WorldFilter& filter, const CastOptions& options,
                          std::span<WorldCastResult> results, unsigned threads = 0);

/// The answer to a sweep in a world.
struct WorldSweepResult {
    SweepResult sweep;     ///< as of two shapes
    ColliderRef collider;  ///< what stopped it, or overlapped at the start
};
/// The zone is that of the mover and the whole world.
[[nodiscard]] SWEPT_API WorldSweepResult sweep(const Polyhedron& mover,
                                               const Pose& world_from_mover, const Motion& motion,
                                               const WorldSnapshot& world,
                                               const WorldFilter& filter = {},
                                               const SweepOptions& options = {},
                                               SweepScratch* scratch = nullptr);

/// The answer about a path in a world.
struct WorldPathResult {
    PathResult path;       ///< as of a path past obstacles
    ColliderRef collider;  ///< what stopped it, or overlapped at the start
};
/// Whether a path is free; as of a path past obstacles.
[[nodiscard]] SWEPT_API Result<WorldPathResult> check_path(const Polyhedron& mover,
                                                           std::span<const Pose> poses,
                                                           const WorldSnapshot& world,
                                                           const WorldFilter& filter = {},
                                                           const PathOptions& options = {},
                                                           SweepScratch* scratch = nullptr);

/// A contact with a part of a world.
struct WorldContact {
    Contact contact;       ///< as of two shapes
    ColliderRef collider;  ///< whose feature `contact.obstacle` is
};
/// All contacts of a shape with a world.
struct WorldContactSet {
    Relation relation = Relation::separate;  ///< how the shape stands to all of it, exactly
    std::vector<WorldContact> contacts;  ///< by room and body, then as in ContactSet. One at a seam
                                         ///< stands once, in the lowest of its rooms
    std::optional<Witness> witness;      ///< two faces that meet; as in ContactSet
    ColliderRef collider;  ///< whose face the witness is, or what holds or is held by the shape
    OverlapResult::Contained contained = OverlapResult::Contained::none;  ///< as in ContactSet
    double tolerance = 0;  ///< that was used, a length
    double zone = 0;  ///< thickness of the expel zone of the shape and the whole world, a length
};
/// All contacts; the tolerance is by default twice the zone of the shape and the whole world.
[[nodiscard]] SWEPT_API WorldContactSet contacts(const Polyhedron& shape,
                                                 const Pose& world_from_shape,
                                                 const WorldSnapshot& world,
                                                 const WorldFilter& filter = {},
                                                 const ContactOptions& options = {},
                                                 ContactScratch* scratch = nullptr);

/// The same into an answer that is used again: then nothing is allocated.
SWEPT_API void find_contacts(const Polyhedron& shape, const Pose& world_from_shape,
                             const WorldSnapshot& world, const WorldFilter& filter,
                             const ContactOptions& options, WorldContactSet& answer,
                             ContactScratch* scratch = nullptr);

/// How far a shape is from a world.
struct WorldDistanceResult {
    DistanceResult distance;  ///< as of two shapes
    ColliderRef collider;     ///< what is closest
};
/// When nothing is there, or within the limit, `distance.beyond` is true.
[[nodiscard]] SWEPT_API WorldDistanceResult distance(const Polyhedron& shape,
                                                     const Pose& world_from_shape,
                                                     const WorldSnapshot& world,
                                                     const WorldFilter& filter = {},
                                                     const DistanceOptions& options = {},
                                                     ContactScratch* scratch = nullptr);

/// How a shape stands to a world.
struct WorldOverlapResult {
    OverlapResult overlap;  ///< as of two shapes
    ColliderRef collider;   ///< what it meets or overlaps
};
/// How the shape stands to all of it.
[[nodiscard]] SWEPT_API WorldOverlapResult overlap(const Polyhedron& shape,
                                                   const Pose& world_from_shape,
                                                   const WorldSnapshot& world,
                                                   const WorldFilter& filter = {},
                                                   const OverlapOptions& options = {});

// ---- bodies among themselves -------------------------------------------------------------------

/// A body and how it moves during a step. Bodies that are not named stand still.
struct BodyMotion {
    BodyId body;    ///< which one
    Motion motion;  ///< displaces it from where it stands in the snapshot
};
/// Two bodies of a world.
struct BodyPair {
    BodyId a, b;  ///< a < b

    /// By a, then b.
    friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// All pairs of bodies that may touch during the step: their masks have a bit in common and the
/// boxes around their motions meet. No pair that touches is missing. Ascending, each once; two
/// bodies that both stand still are not listed unless `motions` is empty: then it is about how they
/// stand. Error: a body that is not known, or is named twice.
[[nodiscard]] SWEPT_API Result<std::vector<BodyPair>> pairs_that_may_touch(
    const WorldSnapshot& world, std::span<const BodyMotion> motions);

/// The first contact of a step in which many bodies move at once.
struct StepContact {
    /// free: nothing meets; hit, overlapping or undecided as of a sweep: of all pairs that overlap
    /// at the start the lowest is named.
    SweepState state = SweepState::free;
    double free_fraction = 1;  ///< of the step, proven free for all bodies
    BodyId mover;              ///< the body that met something
    ColliderRef obstacle;      ///< another body, or a polygon of a room
    Contact contact;           ///< at free_fraction, in world coordinates
};
/// Bodies against bodies and against rooms; pairs without a common bit in their masks pass through
/// each other, and so do bodies and polygons. Error as above.
[[nodiscard]] SWEPT_API Result<StepContact> first_contact(const WorldSnapshot& world,
                                                          std::span<const BodyMotion> motions,
                                                          const SweepOptions& options = {});

}  // namespace swept

#pragma once

// A player who walks through a world: slides along walls, climbs and descends stairs, keeps to the
// ground, does not climb what is too steep, gets out of the way of doors. Part of the component
// swept::dynamics.
//
// A mover is a shape that does not turn, and where it stands. What is promised:
// - Every bit of its way is a sweep (of spheres: a cast) from a pose that is separate from
//   everything. So it is never inside anything, by the promises of sweep.h and cast.h, and never
//   jumps over anything.
// - It keeps a distance to all things, the skin: sweeps have it as their zone. What is smaller than
//   the skin (seams, T-junctions, faces that do not quite fit) is rounded off by it, and normals
//   at such places lead from surface to surface over a length that is no rounding.
// - What it was asked to go across `up` it goes, unless something is in the way: on walkable ground
//   it is lifted and lowered by the slope and loses nothing; along a wall it keeps what leads along
//   it.
//
// A move of a mover that stands on the ground and is not asked to go up is a walk:
//   1. along the ground as far as possible; what is not walkable is a wall, however it leans;
//   2. at a wall: over it, if that is a step (up, on, down: three sweeps), else along it, else
//      along the crease of wall and ground; where that is a corner it stops;
//   3. down to the ground again, if that is no further than a step; else it falls by what is left
//      of the displacement along `up`.
// A long walk is made in strides, each of them so, that are short enough not to lose the ground on
// stairs or slopes that can be walked on. Any other move is a flight: straight, sliding along what
// it meets; it ends as a walk when it lands. What is too steep to be walked on is slid down and is
// no way up.
//
// All functions are total, keep no state but the mover's own, and give the same bits for the same
// questions.

#include <cstdint>
#include <memory>
#include <numbers>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "swept/cast.h"
#include "swept/contacts.h"
#include "swept/motion.h"
#include "swept/polyhedron.h"
#include "swept/sweep.h"
#include "swept/world.h"

namespace swept {

/// How a mover walks. Lengths are in the caller's unit.
struct MoverOptions {
    /// Away from the ground; any length but zero.
    Eigen::Vector3d up = Eigen::Vector3d::UnitZ();
    /// The highest step that is climbed, and the deepest that is walked down: a length along `up`,
    /// 0 or more. None: a fifth of the shape's height.
    std::optional<double> step_height = std::nullopt;
    /// The steepest slope that can be walked on: its angle from level, radians, at least 0 and less
    /// than half of pi.
    double steepest_slope = std::numbers::pi / 4;
    /// The distance that is kept from everything, a length, > 0 and at most a tenth of the shape's
    /// extent. None: 1e-4 of the extent.
    std::optional<double> skin = std::nullopt;
    /// How often a stride may change its direction, 1 to 64.
    int slides = 6;
};

/// How a move ended.
enum class MoverState : std::uint8_t {
    moved,        ///< as far as it could, which may be nowhere
    overlapping,  ///< it overlaps something where it stands: it was not moved. Place it elsewhere
    undecided,  ///< a sweep could not be decided (SweepState::undecided): it went as far as proven
};

/// "moved", "overlapping", "undecided".
[[nodiscard]] SWEPT_DYNAMICS_API std::string_view name_of(MoverState state);

/// What one move did, in world coordinates.
struct MoverMove {
    MoverState state = MoverState::moved;  ///< whether it could move at all
    Pose end;                              ///< where it stands now
    /// end - start.
    Eigen::Vector3d moved = Eigen::Vector3d::Zero();
    /// The corners of its way: places of its origin, from start to end. From each to the next it
    /// went straight, by a sweep that found nothing in between.
    std::vector<Eigen::Vector3d> way;
    /// What of the displacement across `up` was not made. Of a slide along a wall, what led into
    /// the wall; of a walk in the open, nothing.
    Eigen::Vector3d lost = Eigen::Vector3d::Zero();
    bool on_ground = false;  ///< whether it stands on something that can be walked on
    /// Unit, of the ground; of several grounds the one that is most level. `up` in the air.
    Eigen::Vector3d ground_normal = Eigen::Vector3d::UnitZ();
    bool stepped = false;  ///< whether it climbed a step on the way
    /// What it met, in this order: what stopped it on its way, then what it touches at its end;
    /// each polygon or body once, as it was first met. In the contacts, `mover` is its own feature
    /// (of spheres, `mover.face` is the sphere), `obstacle` that of the thing; separations are
    /// about the skin.
    std::vector<WorldContact> touched;
    int sweeps = 0;  ///< what it took: sweeps or casts
};

/// A body that goes its way whatever stands there: a door, a lift, a piston.
struct DrivenBody {
    Polyhedron shape;      ///< any mesh
    Pose world_from_body;  ///< where it starts
    Motion motion;         ///< how it goes on from there
};

/// What came of a push.
struct MoverPush {
    MoverState state = MoverState::moved;  ///< overlapping: mover and body, before any motion
    /// The share of the body's motion for which there is room: the mover has got out of its way so
    /// far, and stands clear of it all the while. 1: the body may go all its way.
    double free_fraction = 1;
    Pose end;  ///< where the mover stands now
    /// end - start.
    Eigen::Vector3d moved = Eigen::Vector3d::Zero();
    /// The corners of its way, as those of a MoverMove.
    std::vector<Eigen::Vector3d> way;
    Contact contact;      ///< where the body touched it last; valid if `pushed`
    bool pushed = false;  ///< whether the body touched it at all
    int sweeps = 0;       ///< what it took: sweeps or casts, of mover and body
};

/// Working memory for moves. One per thread; a move that is given one that has served a move like
/// it before does not allocate, but for its answer. It holds nothing that an answer depends on.
class SWEPT_API MoverScratch {
   public:
    MoverScratch();
    ~MoverScratch();
    /// The memory goes over; what is left may only be assigned to or destroyed.
    MoverScratch(MoverScratch&&) noexcept;
    /// As the constructor.
    MoverScratch& operator=(MoverScratch&&) noexcept;

    struct Memory;
    /// @private
    [[nodiscard]] Memory& memory() { return *memory_; }

   private:
    std::unique_ptr<Memory> memory_;
};

/// A player. Copies are independent movers that share the shape.
class SWEPT_DYNAMICS_API Mover {
   public:
    /// A mover at the origin, in the air. Errors name the field: a shape that is not a convex
    /// solid; `up` without length; an option out of its range.
    [[nodiscard]] static Result<Mover> make(const Polyhedron& shape,
                                            const MoverOptions& options = {});
    /// One made of spheres. Error: spheres of radius 0, and as above.
    [[nodiscard]] static Result<Mover> make(const SphereSet& shape,
                                            const MoverOptions& options = {});

    /// Puts it elsewhere, in the air as far as it knows. It should be separate from everything.
    void place(const Pose& world_from_mover);
    /// Where it stands.
    [[nodiscard]] const Pose& pose() const { return pose_; }
    /// Whether it stood on walkable ground after its last move.
    [[nodiscard]] bool on_ground() const { return !grounds_.empty() || on_edge_; }

    /// A polyhedron or a set of spheres, in coordinates of its own.
    [[nodiscard]] const BodyShape& shape() const { return shape_; }
    /// Unit length.
    [[nodiscard]] const Eigen::Vector3d& up() const { return up_; }
    /// The distance it keeps, a length.
    [[nodiscard]] double skin() const { return skin_; }
    /// The highest step, a length.
    [[nodiscard]] double step_height() const { return step_height_; }

    /// Goes by this displacement, in world, as far as the world allows. Its part along `up` is what
    /// it jumps (positive) or falls (negative): a mover that stands keeps to the ground, however
    /// large the fall. A world that holds the mover as a body needs it in `filter.except`. Error: a
    /// displacement that is not finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] Result<MoverMove> move(const Eigen::Vector3d& displacement,
                                         const WorldSnapshot& world, const WorldFilter& filter = {},
                                         MoverScratch* scratch = nullptr);

    /// The same into an answer that is used again: then nothing is allocated.
    Result<void> move_into(MoverMove& answer, const Eigen::Vector3d& displacement,
                           const WorldSnapshot& world, const WorldFilter& filter = {},
                           MoverScratch* scratch = nullptr);

    /// Gets out of the way of a body, by as much as needed: along the normal where it is touched,
    /// or along walls that hinder that. `world` must not hold the body where it is driven (put it
    /// in `filter.except`). Where the mover cannot give way the body has to stop: free_fraction
    /// < 1. Turns are taken in pieces of 3 degrees, in each of which the mover goes straight: it
    /// may end a little further away than it needs to.
    [[nodiscard]] MoverPush push(const DrivenBody& body, const WorldSnapshot& world,
                                 const WorldFilter& filter = {}, MoverScratch* scratch = nullptr);

   private:
    explicit Mover(const BodyShape& shape) : shape_(shape) {}
    static Result<Mover> checked(Mover made, const MoverOptions& options);

    BodyShape shape_;
    std::optional<Polyhedron> centres_;  ///< of spheres, as a set of points: for contacts
    Eigen::Vector3d up_ = Eigen::Vector3d::UnitZ();
    double step_height_ = 0;
    double walkable_ = 0;  ///< cosine of the steepest slope
    double skin_ = 0;
    int slides_ = 0;
    Pose pose_;
    std::vector<Eigen::Vector3d> grounds_;  ///< normals of the ground under it, after its last move
    bool on_edge_ = false;                  ///< stands on the edge of walkable ground, nothing else
};

}  // namespace swept

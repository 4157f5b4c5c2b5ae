#pragma once

// Character controller: a player that walks through a world. It slides along walls, climbs and
// descends stairs, stays on the ground, does not climb steep slopes, and moves out of the way of
// doors. Part of the component swept::dynamics.
//
// A character is a shape that does not rotate, with a pose. Guarantees:
// - Each piece of its path is a sweep (for spheres, a cast) from a pose that is separate from
//   everything. By the guarantees of sweep.h and cast.h, it is never inside anything and never
//   passes through anything.
// - It keeps a distance from everything, the skin, which is the margin of its sweeps. Details
//   smaller than the skin (seams, T-junctions, faces that do not quite match) are rounded off.
//   There, the normal changes over a length of the size of the skin, and not within a rounding.
// - It makes the requested displacement across `up`, unless something is in the way. On walkable
//   ground the slope raises and lowers it, without loss. Along a wall it keeps the component along
//   the wall.
//
// If the character stands on the ground and the displacement does not lead up, the move is a walk:
//   1. It moves along the ground as far as possible. Every surface that is not walkable is a wall,
//      whatever its slope.
//   2. At a wall, it tries a step: up, forward and down, three sweeps. Otherwise it slides along
//      the wall, or along the crease of wall and ground. In a corner it stops.
//   3. It moves down to the ground if that is within a step. Otherwise it falls by the rest of the
//      displacement along `up`.
// A long walk is split into strides that are short enough not to lose the ground on walkable slopes
// and stairs. Every other move is a flight: it is straight, slides along what it hits, and becomes
// a walk on landing. The character slides down surfaces that are too steep to walk on, and cannot
// climb them.
//
// The only state is that of the character. The same arguments give the same bits.

#include <cstdint>
#include <memory>
#include <numbers>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "swept/cast.h"
#include "swept/distance.h"
#include "swept/motion.h"
#include "swept/polyhedron.h"
#include "swept/sweep.h"
#include "swept/world.h"

namespace swept {

/// Options of a character. Lengths are in the caller's unit.
struct CharacterOptions {
    /// The direction away from the ground; any length but zero.
    Eigen::Vector3d up = Eigen::Vector3d::UnitZ();
    /// The highest step that it climbs or walks down: a length along `up`, 0 or more. None: a fifth
    /// of the height of the shape.
    std::optional<double> step_height = std::nullopt;
    /// The steepest walkable slope: its angle to the horizontal, in radians, at least 0 and less
    /// than pi / 2.
    double steepest_slope = std::numbers::pi / 4;
    /// The distance that it keeps from everything: a length, > 0 and at most a tenth of the extent
    /// of the shape. None: 1e-4 of the extent.
    std::optional<double> skin = std::nullopt;
    /// The largest number of changes of direction in a stride, 1 to 64.
    int slides = 6;
};

/// How a move ended.
enum class CharacterState : std::uint8_t {
    moved,        ///< as far as possible, perhaps not at all
    overlapping,  ///< it overlaps something at its pose and was not moved. Place it elsewhere
    undecided,    ///< a sweep was undecided (State::undecided): it moved as far as proven free
};

/// "moved", "overlapping", "undecided".
[[nodiscard]] SWEPT_DYNAMICS_API std::string_view name_of(CharacterState state);

/// The result of a move, in world coordinates.
struct CharacterMove {
    CharacterState state = CharacterState::moved;  ///< how the move ended
    Pose end;                                      ///< the new pose
    /// end - start.
    Eigen::Vector3d moved = Eigen::Vector3d::Zero();
    /// The corners of the path of its origin, from start to end. Each straight piece between two
    /// corners was proven free by a sweep.
    std::vector<Eigen::Vector3d> way;
    /// The part of the displacement across `up` that was not made. For a slide along a wall, the
    /// component into the wall; for a walk in the open, zero.
    Eigen::Vector3d lost = Eigen::Vector3d::Zero();
    bool on_ground = false;  ///< true if it stands on walkable ground
    /// Unit normal of the ground; of several grounds, the most level one. `up` in the air.
    Eigen::Vector3d ground_normal = Eigen::Vector3d::UnitZ();
    bool stepped = false;  ///< true if it climbed a step
    /// First what stopped it, in order, then what it touches at the end. Each polygon or body is
    /// listed once, with its first contact. In a contact, `mover` is the feature of the character
    /// (`mover.face` is the sphere, if it is made of spheres), and `obstacle` is the feature of the
    /// polygon or body. Separations are about the skin.
    std::vector<InWorld<Contact>> touched;
    int sweeps = 0;  ///< number of sweeps or casts; not guaranteed
};

/// A body whose motion the character cannot stop: a door, a lift, a piston.
struct KinematicBody {
    Polyhedron shape;      ///< any mesh
    Pose world_from_body;  ///< pose at the start
    Motion motion;         ///< its motion from there
};

/// The result of a push.
struct CharacterPush {
    /// `overlapping`: character and body overlapped at the start. Else as in CharacterMove.
    CharacterState state = CharacterState::moved;
    /// The fraction of the motion of the body for which there is room. The character is clear of
    /// the body during all of it. 1: the body may make its whole motion.
    double free_fraction = 1;
    Pose end;  ///< the new pose of the character
    /// end - start.
    Eigen::Vector3d moved = Eigen::Vector3d::Zero();
    /// The corners of the path, as in CharacterMove.
    std::vector<Eigen::Vector3d> way;
    Contact contact;      ///< the last contact with the body; valid if `pushed`
    bool pushed = false;  ///< true if the body touched the character
    int sweeps = 0;       ///< number of sweeps or casts, of character and body; not guaranteed
};

/// A character. Copies are independent characters that share the shape.
class SWEPT_DYNAMICS_API Character {
   public:
    /// Makes a character of a convex solid, at the origin and in the air. Errors name the field:
    /// the shape is not a convex solid, `up` has no length, an option is out of range.
    [[nodiscard]] static Result<Character> make(const Polyhedron& shape,
                                                const CharacterOptions& options = {});
    /// Makes a character of spheres. Errors: a sphere has radius 0, and as above.
    [[nodiscard]] static Result<Character> make(const SphereSet& shape,
                                                const CharacterOptions& options = {});

    /// Sets the pose, which should be separate from everything. Until its next move, the character
    /// counts as in the air.
    void place(const Pose& world_from_mover);
    /// The current pose.
    [[nodiscard]] const Pose& pose() const { return pose_; }
    /// Whether it stood on walkable ground after its last move.
    [[nodiscard]] bool on_ground() const { return !grounds_.empty() || on_edge_; }

    /// A polyhedron or a set of spheres, in its own coordinates.
    [[nodiscard]] const BodyShape& shape() const { return shape_; }
    /// The direction away from the ground, of unit length.
    [[nodiscard]] const Eigen::Vector3d& up() const { return up_; }
    /// The distance that it keeps from everything, a length.
    [[nodiscard]] double skin() const { return skin_; }
    /// The highest step that it climbs, a length.
    [[nodiscard]] double step_height() const { return step_height_; }

    /// Moves by a displacement in world coordinates, as far as the world allows. The component
    /// along `up` is a jump if positive and a fall if negative. A character on the ground stays
    /// there, however large the fall. If the world holds the character as a body, name that body in
    /// `filter.except`. Error: the displacement is not finite or beyond
    /// tolerance::largest_coordinate.
    [[nodiscard]] Result<CharacterMove> move(const Eigen::Vector3d& displacement,
                                             const WorldSnapshot& world,
                                             const WorldFilter& filter = {},
                                             Scratch* scratch = nullptr);

    /// The same into a reused result. With a scratch that has served a similar move, nothing is
    /// allocated.
    Result<void> move_into(CharacterMove& answer, const Eigen::Vector3d& displacement,
                           const WorldSnapshot& world, const WorldFilter& filter = {},
                           Scratch* scratch = nullptr);

    /// Moves the character out of the way of a body, as far as needed: along the normal of the
    /// contact, or along walls that are in the way. `world` must not contain the body: name it in
    /// `filter.except`. If the character cannot give way, the body has to stop: free_fraction < 1.
    /// Rotations are split into pieces of 3 degrees, and the character moves straight in each. It
    /// may therefore end slightly further away than necessary.
    [[nodiscard]] CharacterPush push(const KinematicBody& body, const WorldSnapshot& world,
                                     const WorldFilter& filter = {}, Scratch* scratch = nullptr);

   private:
    explicit Character(const BodyShape& shape) : shape_(shape) {}
    static Result<Character> checked(Character made, const CharacterOptions& options);

    BodyShape shape_;
    std::optional<Polyhedron> centres_;  ///< of the spheres, as a set of points: for contacts
    Eigen::Vector3d up_ = Eigen::Vector3d::UnitZ();
    double step_height_ = 0;
    double walkable_ = 0;  ///< cosine of the steepest slope
    double skin_ = 0;
    int slides_ = 0;
    Pose pose_;
    std::vector<Eigen::Vector3d> grounds_;  ///< normals of the ground after the last move
    bool on_edge_ = false;                  ///< it stands only on the edge of walkable ground
};

}  // namespace swept

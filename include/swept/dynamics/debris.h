#pragma once

// Simulation of thousands of fragments and particles: single polygons and points that fly, bounce,
// slide and come to rest in a world. They collide with its rooms and bodies, not with each other.
//
// Guarantees:
// - Never inside: a piece that starts separate from the world is separate after each step, decided
//   exactly (overlap of its shape at its pose), at any speed and any step rate. No tunnelling.
// - Energy does not grow. In flight the energy of a piece is constant up to rounding; hits and
//   contacts never increase it. Besides the effect of restitution and friction, a hit removes at
//   most g² dt² / 8 per mass, because a piece moves along the chord of its parabola and stops half
//   a skin in front of what it hits.
// - The same bits for any number of threads, because no piece depends on another.
//
// Cost: a piece that rotates about its centre stays within its bounding sphere. One cast of that
// sphere along the flight proves many steps free. Only near surfaces the polygon itself is swept.
// A piece at rest costs nothing until the world changes near it.
//
// Method (Schroeder 2001: particles are cast, and use the rest of their step after a hit): in each
// step, a flying piece moves along the chord of its parabola, and its angular velocity is constant.
// At a hit, all contacts within the skin receive an impulse together, with restitution above
// `bounce_speed` and with Coulomb friction. The piece then continues with the rest of the step, up
// to `most_hits` times. What remains after that is lost; a piece is never forced through anything.
// The mass of a polygon is uniform over its area. Its value makes no difference.

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "swept/export.h"
#include "swept/geometry.h"
#include "swept/mesh.h"
#include "swept/polyhedron.h"
#include "swept/result.h"
#include "swept/world.h"

namespace swept {

/// Options of debris. The defaults assume metres and seconds.
struct DebrisOptions {
    Eigen::Vector3d gravity{0, 0, -9.81};  ///< an acceleration
    double restitution = 0.3;              ///< 0 to 1: the share of the speed after a bounce
    double friction = 0.5;                 ///< Coulomb coefficient, 0 or more
    /// Slower hits do not bounce. The speed that gravity adds in two steps never bounces either.
    double bounce_speed = 0.5;
    double clearance = 1e-3;  ///< distance that points keep from what they hit, > 0
    /// Older pieces are removed, > 0.
    double lifetime = std::numeric_limits<double>::infinity();
    double rest_speed = 0.05;  ///< a piece in contact that is slower than this comes to rest ...
    double rest_time = 0.3;    ///< ... after this time
    int most_hits = 2;         ///< how often a piece continues after a hit in one step, 1 to 64
    WorldFilter filter = {};   ///< the parts of the world that pieces collide with
    unsigned threads = 0;      ///< 0: all. The results do not depend on it
};

/// The shape of a piece: a polygon, moved so that its centre of mass is at the origin. Copies share
/// their data.
class SWEPT_DYNAMICS_API DebrisShape {
   public:
    /// From the corners of a polygon, in order. The polygon may be concave or not planar. Errors:
    /// fewer than three corners, a coordinate that is not finite or beyond 1e9, no area.
    [[nodiscard]] static Result<DebrisShape> make(std::span<const Eigen::Vector3d> outline);
    /// From a polygon of a mesh. Errors as above, or the mesh has no such polygon.
    [[nodiscard]] static Result<DebrisShape> make(const Mesh& mesh, std::size_t polygon);

    /// The polygon, moved so that its centre of mass is at the origin.
    [[nodiscard]] const Polyhedron& polyhedron() const;
    /// The centre of mass in the caller's coordinates.
    [[nodiscard]] const Eigen::Vector3d& centre() const;
    /// The distance from the centre to the furthest corner.
    [[nodiscard]] double radius() const;
    /// The margin, a length: a piece that is this close to a surface is in contact. 1/200 of the
    /// radius.
    [[nodiscard]] double skin() const;
    /// Inertia per mass, about the centre; an area. It includes the inertia of a small width, about
    /// a hundredth of the radius, so that needles do not spin at any rate.
    [[nodiscard]] const Eigen::Matrix3d& inertia() const;
    /// The inverse of `inertia`.
    [[nodiscard]] const Eigen::Matrix3d& inverse_inertia() const;

   private:
    struct Data;
    explicit DebrisShape(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    std::shared_ptr<const Data> data_;
};

/// The velocities of a piece.
struct DebrisMotion {
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();          ///< of its centre, in world
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  ///< radians per second, in world
};

/// An explosion that breaks a shape into pieces.
struct Explosion {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< in world
    double speed = 8;  ///< the speed that a piece at the centre would get
    double reach = 1;  ///< the distance from the centre where pieces get half of it, > 0
    double spin = 10;  ///< largest angular velocity, radians per second, 0 or more
    /// Each face shrinks by this share of its size and moves inward by this share of its radius, so
    /// that pieces start separate from what the shape touched. 0 to 0.5.
    double inset = 0.02;
    DebrisMotion before = {};  ///< velocities of the whole shape before, about `centre`
    std::uint32_t seed = 1;    ///< of the random angular velocities
};

/// The id of a piece, which never changes. Pieces are numbered from 0 in the order in which they
/// are added.
using PieceId = Id<struct PieceTag>;

/// The state of a piece.
enum class PieceState : std::uint8_t {
    flying,    ///< in the air, without contact
    touching,  ///< bounced, slid or rolled in the last step
    resting,   ///< at rest; costs nothing until the world changes near it
    buried,    ///< the world changed and now overlaps the piece, which stays at its pose
};

/// The result of a step.
struct DebrisReport {
    std::size_t moved = 0;    ///< pieces that were not at rest
    std::size_t hits = 0;     ///< stops during the step
    std::size_t at_rest = 0;  ///< pieces that are at rest or buried after the step
    std::size_t woken = 0;    ///< pieces at rest near which the world changed
    std::size_t expired = 0;  ///< pieces that were removed because of their lifetime
};

/// Pieces in a world, in flat arrays. Only one thread at a time may use it; a step itself uses
/// several threads.
class SWEPT_DYNAMICS_API Debris {
   public:
    /// Makes debris without pieces. Error: an option is out of range; it names the option.
    [[nodiscard]] static Result<Debris> make(const DebrisOptions& options = {});
    ~Debris();
    /// Moves the debris. The source may then only be assigned to or destroyed.
    Debris(Debris&&) noexcept;
    /// As the constructor.
    Debris& operator=(Debris&&) noexcept;

    /// Adds a piece. `world_from_shape` is the pose of `shape`, whose centre of mass is at its
    /// origin. Errors: a number is not finite or beyond 1e9; the piece overlaps the world.
    [[nodiscard]] Result<PieceId> add(const DebrisShape& shape, const Pose& world_from_shape,
                                      const DebrisMotion& motion, const WorldSnapshot& world);
    /// Adds a polygon that is given in coordinates of the caller, with the pose
    /// `world_from_outline`. Errors as in DebrisShape::make and `add`.
    [[nodiscard]] Result<PieceId> add_polygon(std::span<const Eigen::Vector3d> outline,
                                              const Pose& world_from_outline,
                                              const DebrisMotion& motion,
                                              const WorldSnapshot& world);
    /// Adds points, each with its velocity, and returns the id of the first; the others follow in
    /// order. After an error, none is added. Errors: the numbers of points and velocities differ; a
    /// coordinate or velocity is not finite or beyond 1e9; a point is inside a solid. They name the
    /// point.
    [[nodiscard]] Result<PieceId> add_points(std::span<const Eigen::Vector3d> points,
                                             std::span<const Eigen::Vector3d> velocities,
                                             const WorldSnapshot& world);

    /// The result of `add_shattered`.
    struct Shattered {
        std::size_t added = 0;     ///< faces that became pieces
        std::size_t left_out = 0;  ///< faces that would overlap the world, or have no area
    };
    /// Adds each face of a shape as a piece that an explosion accelerates. Remove the shape from
    /// the world before. Errors: a number of the explosion is not finite or beyond 1e9; the inset
    /// is not between 0 and 0.5.
    [[nodiscard]] Result<Shattered> add_shattered(const Polyhedron& shape,
                                                  const Pose& world_from_shape,
                                                  const Explosion& explosion,
                                                  const WorldSnapshot& world);

    /// Advances all pieces by `dt` seconds. The snapshot is kept until the next step, to find what
    /// changed. Error: `dt` is not between 1e-6 and 1.
    [[nodiscard]] Result<DebrisReport> step(double dt, const WorldSnapshot& world);

    /// Removes all pieces.
    void clear();

    // The pieces, in the order in which they were added. All arrays have the same length. They are
    // valid until the next call that is not const.
    /// The number of pieces.
    [[nodiscard]] std::size_t size() const { return ids().size(); }
    /// The ids, ascending.
    [[nodiscard]] std::span<const PieceId> ids() const;
    /// The centres of mass, in world.
    [[nodiscard]] std::span<const Eigen::Vector3d> centres() const;
    /// The rotations from shape to world; the identity for points.
    [[nodiscard]] std::span<const Quaternion> rotations() const;
    /// The velocities of the centres, in world.
    [[nodiscard]] std::span<const Eigen::Vector3d> velocities() const;
    /// The angular velocities, radians per second, in world.
    [[nodiscard]] std::span<const Eigen::Vector3d> angular_velocities() const;
    /// The states.
    [[nodiscard]] std::span<const PieceState> states() const;
    /// The shape of a piece; null for a point. `index` is an index of the arrays.
    [[nodiscard]] const DebrisShape* shape(std::size_t index) const;
    /// The pose of the shape of a piece.
    [[nodiscard]] Pose pose(std::size_t index) const;
    /// Kinetic plus potential energy per mass. The potential energy is 0 at the origin.
    [[nodiscard]] double energy(std::size_t index) const;

   private:
    struct State;
    explicit Debris(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace swept

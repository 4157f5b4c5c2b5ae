#pragma once

// What becomes of thousands of splinters and sparks? Single polygons and points that fly, bounce,
// slide and come to rest in a world. They meet its rooms and bodies, not each other.
//
// What is promised:
// - Never inside: a piece that starts separate from the world is separate after each step, judged
//   exactly (overlap of its shape at its pose), at any speed and any rate. Nothing tunnels.
// - Cheap: a piece that turns about its centre stays within a ball, so one cast of that ball along
//   the flight proves many steps free. Only near surfaces is the polygon itself swept. What has
//   come to rest costs nothing until the world changes near it.
// - No energy from nothing: in flight the energy of a piece stays, to rounding; at hits and in
//   contact it does not grow. A hit takes, besides what restitution and friction take, at most
//   g² dt² / 8 per mass: a piece is stopped on the chord of its parabola, half a skin before what
//   it hits.
// - The same bits for any number of threads: no piece depends on another.
//
// How a piece moves (Schroeder 2001: particles are cast, and go on with what is left of their step
// after a hit). Flight follows the parabola's chord, the spin keeps its axis. At a hit all contacts
// within the skin take an impulse together, with restitution where it is fast, and with Coulomb's
// friction; the piece goes on a bounded number of times. What is left then is lost, never forced.
// The mass of a polygon is spread evenly over it; how heavy it is makes no difference.

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

/// How debris behaves. Lengths in metres, times in seconds, where gravity is as on earth.
struct DebrisOptions {
    Eigen::Vector3d gravity{0, 0, -9.81};  ///< an acceleration
    double restitution = 0.3;              ///< 0 to 1: share of the speed that a bounce gives back
    double friction = 0.5;                 ///< Coulomb's coefficient, 0 or more
    double bounce_speed = 0.5;   ///< slower hits do not bounce, nor what two steps of gravity give
    double point_radius = 1e-3;  ///< how far points keep from what they hit, > 0
    double lifetime = std::numeric_limits<double>::infinity();  ///< pieces older than this go, > 0
    double rest_speed = 0.05;  ///< slower than this in contact, a piece comes to rest ...
    double rest_time = 0.3;    ///< ... after so long
    int most_hits = 2;         ///< how often a piece goes on after a hit in one step, 1 to 64
    WorldFilter filter = {};   ///< what of the world pieces meet
    unsigned threads = 0;      ///< 0: all. The answers do not depend on it
};

/// A polygon as debris: its surface about its centre of mass. Copies share their data.
class SWEPT_DYNAMICS_API DebrisShape {
   public:
    /// From the corners of a polygon, in order; it may be not convex, or bent. Error: fewer than
    /// three corners, a coordinate that is not finite, no area.
    [[nodiscard]] static Result<DebrisShape> make(std::span<const Eigen::Vector3d> outline);
    /// One polygon of a mesh. Errors as above, and a polygon that the mesh does not have.
    [[nodiscard]] static Result<DebrisShape> make(const Mesh& mesh, std::size_t polygon);

    /// The polygon, moved so that its centre of mass is at the origin.
    [[nodiscard]] const Polyhedron& polyhedron() const;
    /// The centre of mass in the caller's coordinates.
    [[nodiscard]] const Eigen::Vector3d& centre() const;
    /// From the centre to the furthest corner, a length.
    [[nodiscard]] double radius() const;
    /// How near is in contact: a two-hundredth of the radius, a length.
    [[nodiscard]] double skin() const;
    /// Moments of inertia per mass, an area. Splinters count as a hundredth of their length wide.
    [[nodiscard]] const Eigen::Matrix3d& inertia() const;
    /// Its inverse.
    [[nodiscard]] const Eigen::Matrix3d& inverse_inertia() const;

   private:
    struct Data;
    explicit DebrisShape(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    std::shared_ptr<const Data> data_;
};

/// How a piece moves.
struct DebrisMotion {
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();          ///< of its centre, per second
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  ///< radians per second, in world
};

/// How a thing is blown to pieces.
struct Explosion {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< in world
    double speed = 8;                                  ///< that pieces at the centre would get
    double reach = 1;                                  ///< where they get half of it, a length, > 0
    double spin = 10;     ///< the fastest, radians per second, 0 or more
    double inset = 0.02;  ///< by this share of their size faces shrink and draw back from where
                          ///< they were, so that they start apart from what they stood on
    DebrisMotion before = {};  ///< how the thing moved as a whole, turning about `centre`
    std::uint32_t seed = 1;    ///< of the directions of spins
};

/// Names a piece for as long as it lives: counted from 0 in the order of coming.
using PieceId = Id<struct PieceTag>;

/// What a piece is doing.
enum class PieceState : std::uint8_t {
    flying,    ///< in the air, touching nothing
    touching,  ///< bounced, slid or rolled in the last step
    resting,   ///< costs nothing until the world changes near it
    buried,    ///< the world was changed so that it overlaps the piece: it stays where it is
};

/// What a step did.
struct DebrisReport {
    std::size_t moved = 0;    ///< pieces that were not at rest
    std::size_t hits = 0;     ///< how often one was stopped
    std::size_t at_rest = 0;  ///< pieces that rest, or are buried, after the step
    std::size_t woken = 0;    ///< pieces at rest near which the world has changed
    std::size_t expired = 0;  ///< pieces that went: their time was up
};

/// Pieces in a world, in flat arrays. One thread at a time; it uses several itself.
class SWEPT_DYNAMICS_API Debris {
   public:
    /// No pieces yet. Error: an option out of its range; it names the option.
    [[nodiscard]] static Result<Debris> make(const DebrisOptions& options = {});
    ~Debris();
    /// What is left may only be assigned to or destroyed.
    Debris(Debris&&) noexcept;
    /// As the constructor.
    Debris& operator=(Debris&&) noexcept;

    /// A piece whose shape's own coordinates, about its centre, stand at `world_from_shape`.
    /// Errors: a number that is not finite or beyond 1e9; a start that overlaps the world.
    [[nodiscard]] Result<PieceId> add(const DebrisShape& shape, const Pose& world_from_shape,
                                      const DebrisMotion& motion, const WorldSnapshot& world);
    /// A polygon in coordinates of the caller's, which stand at `world_from_outline`. Errors as
    /// those of DebrisShape::make and `add`.
    [[nodiscard]] Result<PieceId> add_polygon(std::span<const Eigen::Vector3d> outline,
                                              const Pose& world_from_outline,
                                              const DebrisMotion& motion,
                                              const WorldSnapshot& world);
    /// Points, each with its velocity; all or none. The first is named, the others follow. Errors:
    /// not as many velocities as points; a number that is not finite or beyond 1e9; a point within
    /// a solid. They name the point.
    [[nodiscard]] Result<PieceId> add_points(std::span<const Eigen::Vector3d> points,
                                             std::span<const Eigen::Vector3d> velocities,
                                             const WorldSnapshot& world);

    /// What became of the faces of a thing.
    struct Shattered {
        std::size_t added = 0;     ///< pieces
        std::size_t left_out = 0;  ///< faces that would overlap the world, or have no area
    };
    /// Each face of a shape becomes a piece that flies away from an explosion. The shape itself is
    /// best out of the world by then. Error: a number of the explosion that is not finite or beyond
    /// 1e9, an inset not within 0 and 0.5.
    [[nodiscard]] Result<Shattered> add_shattered(const Polyhedron& shape,
                                                  const Pose& world_from_shape,
                                                  const Explosion& explosion,
                                                  const WorldSnapshot& world);

    /// Moves all pieces on by `dt` seconds. The world is kept until the next step, to see what has
    /// changed. Error: a time that is not within 1e-6 and 1.
    [[nodiscard]] Result<DebrisReport> step(double dt, const WorldSnapshot& world);

    /// Takes all pieces out.
    void clear();

    // The pieces, in the order of coming; all arrays are as long. They hold until the next call
    // that is not const.
    /// How many there are.
    [[nodiscard]] std::size_t size() const { return ids().size(); }
    /// Ascending.
    [[nodiscard]] std::span<const PieceId> ids() const;
    /// In world.
    [[nodiscard]] std::span<const Eigen::Vector3d> centres() const;
    /// World from shape; of points the identity.
    [[nodiscard]] std::span<const Quaternion> rotations() const;
    /// Of the centres, in world.
    [[nodiscard]] std::span<const Eigen::Vector3d> velocities() const;
    /// Radians per second, in world.
    [[nodiscard]] std::span<const Eigen::Vector3d> angular_velocities() const;
    /// What each is doing.
    [[nodiscard]] std::span<const PieceState> states() const;
    /// The shape of a piece; null for a point. `index` counts in the arrays.
    [[nodiscard]] const DebrisShape* shape(std::size_t index) const;
    /// Where the shape of a piece stands.
    [[nodiscard]] Pose pose(std::size_t index) const;
    /// Kinetic and potential energy per mass, the latter 0 at the origin.
    [[nodiscard]] double energy(std::size_t index) const;

   private:
    struct State;
    explicit Debris(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace swept

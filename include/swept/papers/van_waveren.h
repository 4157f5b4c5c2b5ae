#pragma once

// The collision detection of DOOM III as published: J.M.P. van Waveren, "Robust Continuous
// Collision Detection Between Arbitrary Polyhedra Using Trajectory Parameterization of Polyhedral
// Features", id Software 2005, with its misprints corrected (docs/papers.md). For study and
// comparison; swept/sweep.h is the method to use.
//
// - Sweep (2, 4, 5): time of impact of a translating or rotating shape.
// - Expel zone (3): planes shifted outward by e, and lines where shifted planes meet.
// - Broad phase (5): the box of the whole motion against an axial BSP-tree.
// - Inward offset (3.5).
//
// Zone and broad phase are separate options. So each can be measured beside ours, on the same
// queries.

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "swept/distance.h"
#include "swept/export.h"
#include "swept/motion.h"
#include "swept/polyhedron.h"
#include "swept/query.h"
#include "swept/result.h"
#include "swept/sweep.h"

namespace swept::papers::van_waveren {

/// The shape of the margin around the obstacles.
enum class Zone : std::uint8_t {
    paper,    ///< the expel zone: shifted planes and lines, corrected. It leaks at sharp, border
              ///< and saddle features and in long rotations: none of the guarantees of
              ///< swept/sweep.h holds. Screws that rotate and advance are undecided
    rounded,  ///< all points within the distance e, as swept::sweep; never leaks
};

/// "paper", "rounded".
[[nodiscard]] SWEPT_PAPERS_API std::string_view name_of(Zone zone);

/// How candidate pairs of faces are found. The results do not depend on it, the statistics do.
enum class BroadPhase : std::uint8_t {
    axial_bsp,  ///< the bounding box of the whole motion of one shape against an axial BSP-tree
                ///< over the other's faces
    trees,      ///< the trees of both shapes, as swept::sweep
};

/// "axial BSP", "trees".
[[nodiscard]] SWEPT_PAPERS_API std::string_view name_of(BroadPhase phase);

struct AxialBsp;

/// A shape with the axial BSP-tree of its faces: the tree "is created from the bounding planes of
/// the polygon bounding boxes" (5). Copies share both.
class SWEPT_PAPERS_API Model {
   public:
    /// Builds the tree: in O(n log n) for n faces; of a set of points, over the points.
    explicit Model(Polyhedron shape);

    /// The shape.
    [[nodiscard]] const Polyhedron& shape() const { return shape_; }

    /// @private
    [[nodiscard]] const AxialBsp& tree() const { return *tree_; }

   private:
    Polyhedron shape_;
    std::shared_ptr<const AxialBsp> tree_;
};

/// A model with its pose.
struct PlacedModel {
    Model model;            ///< any mesh
    Pose world_from_model;  ///< its pose
};

/// Options of a sweep.
struct SweepOptions {
    Zone zone = Zone::paper;                                  ///< the shape of the margin
    BroadPhase broad_phase = BroadPhase::axial_bsp;           ///< how candidate faces are found
    Margin margin = {};                                       ///< the least thickness e of the zone
    InitialOverlap initial_overlap = InitialOverlap::solids;  ///< as in swept::SweepOptions
    Budget budget = no_budget;                                ///< as in swept::SweepOptions
    WarmStart warm_start = std::nullopt;                      ///< as in swept::SweepOptions
};

/// Time of impact of a mover along a motion, past several obstacles: the earliest contact wins.
/// Total and thread-safe, like swept::sweep.
[[nodiscard]] SWEPT_PAPERS_API SweepResult sweep(const Placed& mover, const Motion& motion,
                                                 std::span<const PlacedModel> obstacles,
                                                 const SweepOptions& options = {});

/// The same past one obstacle.
[[nodiscard]] SWEPT_PAPERS_API SweepResult sweep(const Placed& mover, const Motion& motion,
                                                 const PlacedModel& obstacle,
                                                 const SweepOptions& options = {});

/// A step of the paper (2): a translation, then, if that is free, a rotation.
[[nodiscard]] SWEPT_PAPERS_API StepResult sweep(const Placed& mover,
                                                const TranslateThenRotate& step,
                                                std::span<const PlacedModel> obstacles,
                                                const SweepOptions& options = {});

/// A model that moves.
struct MovingModel {
    Model model;            ///< any mesh
    Pose world_from_model;  ///< its pose at the start
    Motion motion;          ///< how it moves
};

/// Time of impact of two models that both move: the paper (2) reduces it to one that moves relative
/// to the other. As swept::sweep_both.
[[nodiscard]] SWEPT_PAPERS_API MutualSweepResult sweep_both(const MovingModel& mover,
                                                            const MovingModel& obstacle,
                                                            const SweepOptions& options = {});

/// All contacts of two models (2.6), with candidate faces from their axial BSP-trees. The contacts
/// are those of swept::contacts, the statistics differ.
[[nodiscard]] SWEPT_PAPERS_API ContactSet contacts(const PlacedModel& a, const PlacedModel& b,
                                                   const ContactOptions& options = {});

/// Inward offset (3.5): if the offset shapes are tested and the originals are drawn, the drawn
/// shapes touch where the tested ones are apart by the margin.
///
/// A convex solid with every face moved inward by `distance`, a length: the part of it behind all
/// shifted planes. If two shapes are each offset inward by half the margin, they come to rest with
/// their originals in contact, face on face.
///
/// A vertex of more than three faces splits if the shifted faces do not meet in one point. Faces
/// that the others cut off vanish. Faces in one plane, to rounding, are merged. `source_face`
/// returns the caller's polygon as for `shape`, the lowest of merged ones. Vertices are new, and
/// `source_vertex` is their own number. Distance 0 returns the shape itself. No vertex is further
/// out of a shifted plane than the sum of 1e-13 of the extent, 1e-14 of the largest coordinate and
/// twice the plane deviation. Time: quadratic in the number of faces.
///
/// Errors (bad_argument): a distance that is negative, not finite or leaves nothing; a shape that
/// is not closed, not oriented, in several parts, inside out or not convex.
[[nodiscard]] SWEPT_PAPERS_API Result<Polyhedron> offset_inward(const Polyhedron& shape,
                                                                double distance);

}  // namespace swept::papers::van_waveren

#pragma once

// The ray casting of Red Faction as published: T. Schroeder, "Collision Detection Using Ray
// Casting", 2001, with its misprints corrected (docs/papers.md). For study and comparison;
// swept/cast.h is the method to use.
//
// - Culling ("Putting Polygons into Boxes"): the box around the whole path, or the path itself by
//   outcodes, against the box of each polygon.
// - Tree ("Putting Boxes into Bins"): a binary tree of boxes, halved across the longest axis.
// - Casts of rays and spheres against the polygons that remain. These tests are those of
//   swept/cast.h, which come from the paper; the results are the same as there.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "swept/cast.h"
#include "swept/export.h"
#include "swept/polyhedron.h"
#include "swept/query.h"
#include "swept/result.h"

namespace swept::papers::schroeder {

/// How boxes are tested.
enum class Culling : std::uint8_t {
    path_box,  ///< the box around the whole path, against other boxes
    outcodes,  ///< the path against boxes grown by the radius, after Cohen and Sutherland
};

/// "path box", "outcodes".
[[nodiscard]] SWEPT_PAPERS_API std::string_view name_of(Culling culling);

/// Which boxes are tested.
enum class Partition : std::uint8_t {
    bins,  ///< the paper's tree of bins, then those of its polygons
    tree,  ///< the tree of swept::cast, then those of its triangles
    none,  ///< those of all triangles, without a tree
};

/// "bins", "tree", "none".
[[nodiscard]] SWEPT_PAPERS_API std::string_view name_of(Partition partition);

/// Limits of the tree: a bin that reaches one of them is not divided.
struct BinLimits {
    unsigned leaf_size = 8;   ///< number of polygons of a bin, 1 to 1000
    unsigned max_depth = 48;  ///< number of divisions above a bin, 0 to 48
    double min_volume = 0;    ///< fraction of the volume of the whole box, 0 to 1
};

struct PolygonBins;

/// A shape with its tree of bins. Copies share both.
class SWEPT_PAPERS_API Model {
   public:
    /// Divides the box in half across its longest axis; the centre of each polygon's box tells to
    /// which half it belongs; and so on. If all centres are in one half, the box of the centres is
    /// divided instead. Error: a limit out of range.
    [[nodiscard]] static Result<Model> make(const Polyhedron& shape, const BinLimits& limits = {});

    /// The shape.
    [[nodiscard]] const Polyhedron& shape() const { return shape_; }
    /// The number of bins, those that are divided included.
    [[nodiscard]] std::size_t bin_count() const;

    /// @private
    [[nodiscard]] const PolygonBins& bins() const { return *bins_; }

   private:
    Model(Polyhedron shape, std::shared_ptr<const PolygonBins> bins)
        : shape_(std::move(shape)), bins_(std::move(bins)) {}
    Polyhedron shape_;
    std::shared_ptr<const PolygonBins> bins_;
};

/// A model with its pose.
struct PlacedModel {
    Model model;            ///< any mesh
    Pose world_from_model;  ///< its pose
};

/// Options of a cast.
struct CastOptions {
    Culling culling = Culling::outcodes;                        ///< how boxes are tested
    Partition partition = Partition::bins;                      ///< which boxes are tested
    CastMode mode = CastMode::first;                            ///< as in swept::CastOptions
    Sides sides = Sides::automatic;                             ///< as in swept::CastOptions
    Clearance clearance = {};                                   ///< as in swept::CastOptions
    InitialOverlap initial_overlap = InitialOverlap::surfaces;  ///< as in swept::CastOptions
    Budget budget = no_budget;                                  ///< as in swept::CastOptions
};

/// First hit of a particle or sphere whose centre moves along a ray; radius 0: a particle. Total
/// and thread-safe. The result is that of swept::cast, but for the statistics and for the hit that
/// CastMode::any names.
[[nodiscard]] SWEPT_PAPERS_API CastResult cast(const Ray& ray, const Radius& radius,
                                               const PlacedModel& target,
                                               const CastOptions& options = {});

/// Spheres that move together.
struct MovingSpheres {
    SphereSet spheres;        ///< in their own frame
    Pose world_from_spheres;  ///< its pose at the start
    Motion motion;            ///< any
};

/// First hit of a set of spheres. The paper moves one sphere along a line; a motion that rotates is
/// cut into arcs here, and the culling tests the chords of these.
[[nodiscard]] SWEPT_PAPERS_API CastResult cast(const MovingSpheres& spheres,
                                               const PlacedModel& target,
                                               const CastOptions& options = {});

/// Result of a cast for all hits, as of swept::cast_all.
struct AllHits {
    CastResult result;          ///< with the first of the hits
    std::vector<CastHit> hits;  ///< each face once per sphere
};

/// Every face that is hit.
[[nodiscard]] SWEPT_PAPERS_API AllHits cast_all(const Ray& ray, const Radius& radius,
                                                const PlacedModel& target,
                                                const CastOptions& options = {});
/// The same for a set of spheres.
[[nodiscard]] SWEPT_PAPERS_API AllHits cast_all(const MovingSpheres& spheres,
                                                const PlacedModel& target,
                                                const CastOptions& options = {});

}  // namespace swept::papers::schroeder

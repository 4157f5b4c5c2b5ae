#pragma once

// DOP-trees as published: G. Zachmann, "Rapid Collision Detection by Dynamically Aligned
// DOP-Trees", VRAIS 1998, with its misprints corrected (docs/papers.md). Trees of k-DOPs (volumes
// bounded by k fixed directions) for k = 6, 8, 14, 18 and 26, by three builders, and the
// simultaneous traversal of two of them, in which volumes are re-aligned to the other tree. For
// study and comparison; swept/overlap.h, whose trees are boxes, is what to use.
//
// Faces are decided by the library's own exact tests: results are those of swept/overlap.h for any
// trees, with the same guarantees. Only which of several witnesses is named depends on the trees.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "swept/export.h"
#include "swept/overlap.h"
#include "swept/polyhedron.h"
#include "swept/progress.h"
#include "swept/result.h"
#include "swept/tree.h"

namespace swept::papers::zachmann {

/// How faces are distributed to the children of a node.
enum class Builder : std::uint8_t {
    surface_area,   ///< the split of least expected cost (surface area heuristic), from bins
    furthest_pair,  ///< the paper's (4.2): from two far faces, each to the one that grows less
    longest_axis,   ///< Schroeder 2001: the longest axis is halved
};

/// "surface area", "furthest pair", "longest axis".
[[nodiscard]] SWEPT_PAPERS_API std::string_view name_of(Builder builder);

/// Options of a tree.
struct TreeOptions {
    /// Number of directions that bound a volume: 6 (boxes), 8, 14, 18 or 26.
    int orientations = 6;
    Builder builder = Builder::surface_area;  ///< how faces are distributed

    // Limits; a node that reaches one of them is not split.
    unsigned leaf_size = 8;   ///< number of faces of a leaf, 1 to 1000
    unsigned max_depth = 48;  ///< number of splits above a leaf, 1 to 48
    double min_volume = 0;    ///< fraction of the whole box, 0 to 1; for longest_axis only

    unsigned threads = 0;    ///< 0: all; the tree does not depend on it
    Progress progress = {};  ///< may be empty
};

/// Quality of a tree by the criteria of section 4.2, and its cost.
struct Statistics : TreeStatistics {
    int orientations = 6;                     ///< directions that bound a volume
    Builder builder = Builder::surface_area;  ///< how faces were distributed
};

/// A tree of k-DOPs over the faces of a shape (of a set of points: over the points). Copies share
/// it.
class SWEPT_PAPERS_API DopTree {
   public:
    /// Builds a tree. Error: an option out of range.
    [[nodiscard]] static Result<DopTree> build(const Polyhedron& shape,
                                               const TreeOptions& options = {});
    /// A saved tree. Any bytes may be passed. Error: bytes that are not exactly a tree of this
    /// shape.
    [[nodiscard]] static Result<DopTree> load(const Polyhedron& shape,
                                              std::span<const std::byte> saved);

    /// The tree as bytes, to be saved in a file. Of boxes by the surface area heuristic, a shape
    /// can load them too (Polyhedron::with_saved_tree).
    [[nodiscard]] std::vector<std::byte> saved() const;
    /// Quality and cost.
    [[nodiscard]] Statistics statistics() const;
    /// The shape whose faces it bounds.
    [[nodiscard]] const Polyhedron& shape() const;

    struct Data;  ///< the arrays, for the traversal
    /// @private
    [[nodiscard]] const Data& data() const { return *data_; }

   private:
    explicit DopTree(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    std::shared_ptr<const Data> data_;
};

/// A tree, and where its shape is.
struct PlacedTree {
    DopTree tree;           ///< the tree, with its shape
    Pose world_from_shape;  ///< the pose of the shape
};

/// The relation of two placed shapes, with a witness, as swept::overlap; by these trees. Trees of
/// different orientations are not compared: the shapes' own trees of boxes are traversed instead.
[[nodiscard]] SWEPT_PAPERS_API OverlapResult overlap(const PlacedTree& a, const PlacedTree& b,
                                                     const OverlapOptions& options = {});

/// Whether two placed shapes intersect (touching counts) or one is inside the other.
[[nodiscard]] SWEPT_PAPERS_API bool intersects(const PlacedTree& a, const PlacedTree& b);

/// Visits every pair of faces that intersect, as swept::visit_intersecting_faces.
SWEPT_PAPERS_API bool visit_intersecting_faces(const PlacedTree& a, const PlacedTree& b,
                                               const PairVisitor& visit,
                                               const OverlapOptions& options = {});

/// All pairs of the caller's faces that intersect, in ascending order, each once.
[[nodiscard]] SWEPT_PAPERS_API std::vector<FacePair> intersecting_faces(const PlacedTree& a,
                                                                        const PlacedTree& b);

}  // namespace swept::papers::zachmann

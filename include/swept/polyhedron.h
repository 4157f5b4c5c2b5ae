#pragma once

// Polyhedron: the shape (collision shape, collider) on which every query works. It has convex
// faces, classified edges, vertices and a tree (BVH), in arrays that never change once built. It is
// built from any mesh, or there is an Error with the reason. Every repair is counted in a report.

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "swept/geometry.h"
#include "swept/mesh.h"
#include "swept/progress.h"
#include "swept/tree.h"

namespace swept {

struct FaceTree;
class FaceTreeHolder;

/// A typed index. Indices of different types do not convert into each other.
template <class Tag>
struct Index {
    std::uint32_t value = none_value;  ///< counted from 0

    static constexpr std::uint32_t none_value = 0xffffffff;  ///< the value of none
    /// None.
    constexpr Index() = default;
    /// The index with this value. The conversion is explicit.
    constexpr explicit Index(std::uint32_t v) : value(v) {}
    /// True for none.
    [[nodiscard]] constexpr bool is_none() const { return value == none_value; }
    /// Ordered by value; none is the largest.
    friend constexpr auto operator<=>(Index, Index) = default;
};
/// Index of a vertex of a polyhedron.
using VertexIndex = Index<struct VertexTag>;
/// Index of an edge of a polyhedron.
using EdgeIndex = Index<struct EdgeTag>;
/// Index of a face of a polyhedron.
using FaceIndex = Index<struct FaceTag>;

/// How the faces of an edge meet, decided exactly on the stored doubles.
enum class EdgeKind : std::uint8_t {
    convex,   ///< two faces that face away from each other; also two that are back to back
    flat,     ///< two faces in exactly one plane, or two pieces of one face of many corners
    concave,  ///< two faces that face each other
    border,   ///< one face
    tangled,  ///< three or more faces, or two with inconsistent orientation
};

/// "convex", "flat", ...
[[nodiscard]] SWEPT_API std::string_view name_of(EdgeKind kind);

/// The sides of its faces with which a shape collides.
enum class Sides : std::uint8_t {
    automatic,  ///< front if it is proven to stop everything outside (SidesReason), else both
    front,      ///< the front; passable from behind
    both,       ///< front and back
};

/// Why a shape collides with front or both sides.
enum class SidesReason : std::uint8_t {
    asked,           ///< set by BuildOptions::sides
    proven,          ///< front: closed, oriented, and no back face is visible from outside. This
                     ///< includes solids that do not cross themselves, with or without cavities,
                     ///< and solids that overlap each other
    open,            ///< both: not closed, or faces with inconsistent orientation
    crosses_itself,  ///< both: a closed surface crosses itself, or two cavities intersect, other
                     ///< than in common corners and edges
    inside_out,      ///< both: a closed surface is oriented inward and is in no solid
    unproven,        ///< both: closed by polygons without area; or more than two faces around an
                     ///< edge cannot be assigned to solids; or the proof would take too long
};

/// "asked", "proven", ...
[[nodiscard]] SWEPT_API std::string_view name_of(SidesReason reason);

/// The plane n.x + offset = 0.
struct Plane {
    /// The unit normal n, which points out of the front.
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    /// A length: minus the distance of the plane from the origin, along the normal.
    double offset = 0;
};

/// Which vertices of a mesh are merged.
enum class Weld : std::uint8_t {
    none,       ///< none
    identical,  ///< those at exactly the same position
    within,     ///< those within BuildOptions::weld_distance of the first of them
};

/// Options of Polyhedron::build.
struct BuildOptions {
    /// Meshes often repeat a vertex for every face (STL always). The shape is the same, but its
    /// faces share edges only if vertices are welded. Except with Weld::none, ends of an edge that
    /// differ only by rounding (tolerance::one_corner) are also merged.
    Weld weld = Weld::identical;
    double weld_distance = 0;  ///< for Weld::within, else 0: a length, >= 0

    /// Merges neighbouring faces within this distance of one plane, a fraction of the extent, into
    /// larger convex faces (tolerance::merge is a good value). None: no merging. The deviation is
    /// included in the plane deviation.
    std::optional<double> merge_coplanar = std::nullopt;

    /// The sides that collide. For closed and oriented meshes, automatic costs about as much as the
    /// default tree, which it also builds; for other meshes it costs nothing.
    Sides sides = Sides::automatic;
    Progress progress = {};  ///< may be empty
};

/// What the builder changed, and why the shape collides with its sides. Every vertex or face that
/// is removed or changed is counted.
struct BuildReport {
    std::uint32_t welded_vertices = 0;   ///< vertices merged with an earlier one
    std::uint32_t close_vertices = 0;    ///< vertices merged with a neighbour on a polygon, from
                                         ///< which they differ only by rounding
    std::uint32_t unused_vertices = 0;   ///< vertices of no face, removed
    std::uint32_t repeated_corners = 0;  ///< corners repeated in a row in a polygon, removed
    std::uint32_t zero_area_faces = 0;   ///< polygons without area, removed
    std::uint32_t duplicate_faces = 0;   ///< faces that repeat an earlier one, removed (kept where
                                         ///< overlapping solids share them)
    std::uint32_t split_nonconvex = 0;   ///< planar polygons split into convex ones
    std::uint32_t split_nonplanar = 0;   ///< non-planar polygons split into triangles
    std::uint32_t self_crossing = 0;     ///< split polygons whose outline crosses itself
    std::uint32_t merged_faces = 0;      ///< faces merged into a larger one (merge_coplanar)
    std::uint32_t merged_vertices = 0;   ///< vertices inside merged faces, removed
    std::uint32_t split_large = 0;  ///< convex faces of more than 64 corners, split into pieces
                                    ///< of at most 16, all in the face's plane

    SidesReason sides_reason = SidesReason::asked;  ///< the reason for Polyhedron::sides
    /// The caller's polygons that show it: two that intersect for crosses_itself; one, twice, for
    /// inside_out and unproven; else 0.
    std::array<std::uint32_t, 2> sides_faces{};

    /// True if nothing was changed: all counts are 0.
    [[nodiscard]] bool clean() const {
        BuildReport nothing;
        nothing.sides_reason = sides_reason;
        nothing.sides_faces = sides_faces;
        return *this == nothing;
    }
    /// True if all members are equal.
    friend bool operator==(const BuildReport&, const BuildReport&) = default;
};

/// Number of edges of each kind, in the order of EdgeKind.
using EdgeCounts = std::array<std::uint32_t, 5>;

/// An immutable shape: convex faces, edges, vertices. Copies share their data and cost a pointer.
/// Any number of threads may read it. References and spans are valid as long as one copy exists.
/// The same mesh and options give the same polyhedron, bit for bit. Precondition of all accessors:
/// an index belongs to this polyhedron and is not none; release builds do not check this.
class SWEPT_API Polyhedron {
   public:
    /// Builds a shape from any mesh: closed or open, a single polygon, points, polygon soup. Faces
    /// that are not convex, not planar or of more than 64 corners are split. Time: n log n. Errors:
    /// no face and no point; no face with an area; an index out of range; a coordinate that is not
    /// finite or beyond 2^300; a polygon with fewer than three corners; more than 2^30 vertices or
    /// corners; a weld distance that is negative, not finite, below the rounding of the coordinates
    /// or set without Weld::within; merge_coplanar outside 0 to 0.01.
    [[nodiscard]] static Result<Polyhedron> build(const Mesh& mesh,
                                                  const BuildOptions& options = {});

    // Counts.
    /// The number of vertices of faces; for a set of points, of all vertices.
    [[nodiscard]] std::uint32_t vertex_count() const;
    /// The number of edges: pairs of vertices that are neighbours on some face.
    [[nodiscard]] std::uint32_t edge_count() const;
    /// The number of faces, after splitting and merging: convex, with at most 64 corners.
    [[nodiscard]] std::uint32_t face_count() const;

    // Vertices, in the coordinates of the mesh.
    /// All positions, by index.
    [[nodiscard]] std::span<const Eigen::Vector3d> vertices() const;
    /// The position of a vertex.
    [[nodiscard]] const Eigen::Vector3d& position(VertexIndex vertex) const;
    /// The edges at a vertex.
    [[nodiscard]] std::span<const EdgeIndex> edges_of(VertexIndex vertex) const;

    // Faces: convex, corners counter-clockwise seen from the front; edge i starts at corner i.
    /// The vertices of a face, in order.
    [[nodiscard]] std::span<const VertexIndex> corners(FaceIndex face) const;
    /// The edges of a face, in order.
    [[nodiscard]] std::span<const EdgeIndex> edges_of(FaceIndex face) const;
    /// The plane of a face.
    [[nodiscard]] const Plane& plane(FaceIndex face) const;

    // Edges, sorted by their lower, then their higher vertex. The faces of an edge are in ascending
    // order; its ends are in the order in which the first face runs along it.
    /// The two vertices of an edge.
    [[nodiscard]] std::array<VertexIndex, 2> ends(EdgeIndex edge) const;
    /// The faces of an edge.
    [[nodiscard]] std::span<const FaceIndex> faces_of(EdgeIndex edge) const;
    /// The kind of an edge.
    [[nodiscard]] EdgeKind kind(EdgeIndex edge) const;
    /// The number of edges of each kind.
    [[nodiscard]] EdgeCounts edge_counts() const;

    /// True if an edge is internal: it can never touch first, so that no query needs to test it
    /// (docs/derivations/search.md, "Internal features"). On a closed and oriented shape that
    /// collides with its front, these are concave and flat edges, and vertices whose edges leave in
    /// directions that no open half space contains. On other shapes, these are flat edges. Short
    /// edges, and edges of thin faces (tolerance::thin), are never internal.
    [[nodiscard]] bool is_internal(EdgeIndex edge) const;
    /// The same for a vertex.
    [[nodiscard]] bool is_internal(VertexIndex vertex) const;
    /// The number of internal edges.
    [[nodiscard]] std::uint32_t internal_edge_count() const;
    /// The number of internal vertices.
    [[nodiscard]] std::uint32_t internal_vertex_count() const;

    /// The face that tests an edge on behalf of all its faces: the lowest of them.
    [[nodiscard]] FaceIndex owner(EdgeIndex edge) const;
    /// The same for a vertex. None for a vertex of a set of points.
    [[nodiscard]] FaceIndex owner(VertexIndex vertex) const;

    // The caller's ids.
    /// The caller's vertex; the lowest of them if vertices were welded.
    [[nodiscard]] std::uint32_t source_vertex(VertexIndex vertex) const;
    /// The caller's polygon of which this face is the whole or a piece; the lowest of them if faces
    /// were merged.
    [[nodiscard]] std::uint32_t source_face(FaceIndex face) const;
    /// The caller's polygon at a point of this face, in the coordinates of the mesh. If faces were
    /// merged, the nearest one to the point; the time grows with their number.
    [[nodiscard]] std::uint32_t source_face(FaceIndex face, const Eigen::Vector3d& point) const;

    // The whole shape.
    /// The bounding box of all vertices, in the coordinates of the mesh.
    [[nodiscard]] const Box& box() const;
    /// The length of the box's diagonal.
    [[nodiscard]] double extent() const;
    /// The largest distance of a corner of a face from its plane, measured on the stored doubles.
    [[nodiscard]] double plane_deviation() const;
    /// Upper bound of the distance of a placed copy from the true shape, without the rounding of
    /// the placed coordinates: plane deviation and the rounding of the rotated vertices
    /// (docs/derivations/placing.md, "A placed vertex").
    [[nodiscard]] double error_bound() const;
    /// True if every edge has an even number of faces, polygons without area included.
    [[nodiscard]] bool is_closed() const;
    /// True if all faces agree about which side is the front.
    [[nodiscard]] bool is_oriented() const;
    /// The enclosed volume, negative if the faces are oriented inward; none unless closed and
    /// oriented.
    [[nodiscard]] std::optional<double> volume() const;
    /// The sides that collide: front or both. BuildReport::sides_reason gives the reason.
    [[nodiscard]] Sides sides() const;
    /// The repairs of the builder.
    [[nodiscard]] const BuildReport& report() const;
    /// Memory held, in bytes, without the tree (TreeStatistics::bytes).
    [[nodiscard]] std::size_t bytes() const;
    /// The faces as a mesh; vertices and polygons are numbered as in this polyhedron.
    [[nodiscard]] Mesh mesh() const;

    // The tree (BVH). It is built when the sides are decided (BuildOptions::sides), or at the first
    // query that needs it, in any thread: once, for all copies.
    /// Builds the tree now, if there is none yet, so that no later query waits for it. `threads` 0
    /// means all; the tree does not depend on it.
    void prepare(unsigned threads = 0) const;
    /// This shape with a saved tree. Any bytes may be passed. Error: bytes that are not exactly a
    /// tree of this shape.
    [[nodiscard]] Result<Polyhedron> with_saved_tree(std::span<const std::byte> saved) const;
    /// The tree as bytes, to be saved in a file.
    [[nodiscard]] std::vector<std::byte> saved_tree() const;
    /// Quality and cost of the tree. Builds it if there is none yet.
    [[nodiscard]] TreeStatistics tree_statistics() const;

    struct Data;  ///< the arrays, for the library's own kernels
    /// @private
    [[nodiscard]] const Data& data() const { return *data_; }
    /// @private
    [[nodiscard]] const FaceTree& box_tree() const;

   private:
    friend struct PolyhedronAccess;
    Polyhedron(std::shared_ptr<const Data> data, std::shared_ptr<FaceTreeHolder> tree)
        : data_(std::move(data)), tree_(std::move(tree)) {}
    std::shared_ptr<const Data> data_;
    std::shared_ptr<FaceTreeHolder> tree_;
};

}  // namespace swept

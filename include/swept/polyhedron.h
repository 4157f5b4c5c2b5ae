#pragma once

// Shapes. A Polyhedron is what every query works on: convex faces, edges with their kinds,
// vertices, all in flat arrays that never change once built. Any mesh can become one, or there is
// an Error that says why not; whatever had to be repaired is counted in the report.

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

struct AxialBsp;
struct FaceTree;
class FaceTreeHolder;

/// A number that counts one kind of thing and does not mix with the others.
template <class Tag>
struct Index {
    std::uint32_t value = none_value;  ///< counted from 0

    static constexpr std::uint32_t none_value = 0xffffffff;  ///< stands for none
    /// None.
    constexpr Index() = default;
    /// This number; nothing converts to an index by itself.
    constexpr explicit Index(std::uint32_t v) : value(v) {}
    /// Whether it names nothing.
    [[nodiscard]] constexpr bool is_none() const { return value == none_value; }
    /// By number; none is the largest.
    friend constexpr auto operator<=>(Index, Index) = default;
};
/// Counts the vertices of a polyhedron.
using VertexIndex = Index<struct VertexTag>;
/// Counts its edges.
using EdgeIndex = Index<struct EdgeTag>;
/// Counts its faces.
using FaceIndex = Index<struct FaceTag>;

/// How the faces of an edge meet, decided exactly on the stored doubles.
enum class EdgeKind : std::uint8_t {
    convex,   ///< two faces that look away from each other; also two that lie back to back
    flat,     ///< two faces in exactly one plane, or two pieces of one face of many corners
    concave,  ///< two faces that look towards each other
    border,   ///< one face
    tangled,  ///< three or more faces, or two that disagree about which side is the front
};

/// "convex", "flat", ...
[[nodiscard]] SWEPT_API std::string_view name_of(EdgeKind kind);

/// Which sides of its faces a shape collides with.
enum class Sides : std::uint8_t {
    automatic,  ///< front where that is proven to stop whatever is outside (SidesReason), else both
    front,      ///< walls that can be walked through from behind
    both,
};

/// Why a shape collides with the sides it does.
enum class SidesReason : std::uint8_t {
    asked,           ///< BuildOptions::sides says so
    proven,          ///< front: closed, oriented, and no back can be seen from outside. So are
                     ///< solids that do not cross themselves, with hollows in them or not, and
                     ///< those that overlap each other
    open,            ///< both: not closed, or faces disagree about which side is the front
    crosses_itself,  ///< both: a closed surface, or two hollows, meet elsewhere than in common
                     ///< corners and edges
    inside_out,      ///< both: a closed surface that looks inward, and is in no solid
    unproven,        ///< both: closed by polygons without area, or more than two faces around an
                     ///< edge do not tell solids apart, or it would take too long
};

/// "asked", "proven", ...
[[nodiscard]] SWEPT_API std::string_view name_of(SidesReason reason);

/// n.x + offset = 0 with a unit normal that points out of the front.
struct Plane {
    /// Unit length.
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    /// A length: less the distance of the plane from the origin, along the normal.
    double offset = 0;
};

/// Which vertices of a mesh become one.
enum class Weld : std::uint8_t {
    none,       ///< those with one index
    identical,  ///< those at exactly one place
    within,     ///< those within BuildOptions::weld_distance of the first of them
};

/// How a mesh becomes a polyhedron.
struct BuildOptions {
    /// Meshes often repeat a vertex for every face (STL always); the shape is the same, but only
    /// welded do its faces meet in edges. But for Weld::none, the ends of an edge that are one but
    /// for rounding (tolerance::one_corner) become one, too.
    Weld weld = Weld::identical;
    double weld_distance = 0;  ///< for Weld::within, and only there: a length, >= 0

    /// Merge neighbours within this, as a share of the extent, of one plane into larger convex
    /// faces (tolerance::merge is a good value). Off when absent. What it bends enters the plane
    /// deviation.
    std::optional<double> merge_coplanar = std::nullopt;

    /// Which sides of the faces collide. Automatic costs about as much as the default tree, which
    /// it makes now, for closed and oriented meshes; nothing for others.
    Sides sides = Sides::automatic;
    Progress progress = {};  ///< may be empty
};

/// What the builder changed, and why the shape collides with the sides it does. Nothing is dropped
/// or altered without being counted here.
struct BuildReport {
    std::uint32_t welded_vertices = 0;  ///< vertices that became one with an earlier one
    std::uint32_t close_vertices = 0;   ///< vertices that became one with a neighbour on a polygon,
                                        ///< from which they differ by rounding only
    std::uint32_t unused_vertices = 0;  ///< vertices of no face, left out
    std::uint32_t repeated_corners = 0;  ///< corners that stood twice in a row in a polygon
    std::uint32_t zero_area_faces = 0;   ///< polygons without area, left out
    std::uint32_t duplicate_faces = 0;   ///< faces that repeat an earlier one, left out (kept where
                                         ///< solids that overlap share them)
    std::uint32_t split_nonconvex = 0;   ///< planar polygons that were cut into convex ones
    std::uint32_t split_nonplanar = 0;   ///< polygons in no plane that were cut into triangles
    std::uint32_t self_crossing = 0;     ///< of the split ones, those whose outline crosses itself
    std::uint32_t merged_faces = 0;     ///< faces that became part of a larger one (when asked for)
    std::uint32_t merged_vertices = 0;  ///< vertices inside merged faces, left out
    std::uint32_t split_large = 0;      ///< convex faces of more than 64 corners that were cut into
                                        ///< pieces of at most 16, all in the face's plane

    SidesReason sides_reason = SidesReason::asked;  ///< why Polyhedron::sides is what it is
    /// The caller's polygons that show it: two that meet for crosses_itself; one, twice, for
    /// inside_out and unproven; else 0.
    std::array<std::uint32_t, 2> sides_faces{};

    /// Whether nothing had to be changed: all counts are 0.
    [[nodiscard]] bool clean() const {
        BuildReport nothing;
        nothing.sides_reason = sides_reason;
        nothing.sides_faces = sides_faces;
        return *this == nothing;
    }
    /// Whether all of it is the same.
    friend bool operator==(const BuildReport&, const BuildReport&) = default;
};

/// How many edges there are of each kind, in the order of EdgeKind.
using EdgeCounts = std::array<std::uint32_t, 5>;

/// An immutable shape: convex faces, edges, vertices. Copies share their data and cost a pointer;
/// any number of threads may read at once. References and spans live as long as one copy does. The
/// same mesh and options give the same polyhedron, bit for bit. Indices that are passed in must be
/// of this polyhedron and not none: they are not checked.
class SWEPT_API Polyhedron {
   public:
    /// From any mesh: closed or open, one polygon, points alone, polygon soup. Faces that are not
    /// convex or not planar are split, and so are those of more than 64 corners; the time grows
    /// with n log n. Errors: no face and no point; every face without area; an index out of range;
    /// a coordinate that is not finite or beyond 2^300; a polygon with fewer than three corners;
    /// more than 2^30 vertices or corners; a weld distance that is negative, not finite or below
    /// the rounding of the coordinates; a merge share outside 0 to 0.01.
    [[nodiscard]] static Result<Polyhedron> build(const Mesh& mesh,
                                                  const BuildOptions& options = {});

    // Counts.
    /// Vertices that some face uses; of a set of points, all.
    [[nodiscard]] std::uint32_t vertex_count() const;
    /// Pairs of vertices that are neighbours on some face.
    [[nodiscard]] std::uint32_t edge_count() const;
    /// Convex faces of at most 64 corners, after splitting and merging.
    [[nodiscard]] std::uint32_t face_count() const;

    // Vertices, in the coordinates of the mesh.
    /// All of them, by index.
    [[nodiscard]] std::span<const Eigen::Vector3d> vertices() const;
    /// Where a vertex is.
    [[nodiscard]] const Eigen::Vector3d& position(VertexIndex vertex) const;
    /// The edges that end in a vertex.
    [[nodiscard]] std::span<const EdgeIndex> edges_of(VertexIndex vertex) const;

    // Faces: convex, corners counter-clockwise seen from the front; edge i starts at corner i.
    /// The vertices of a face, in order.
    [[nodiscard]] std::span<const VertexIndex> corners(FaceIndex face) const;
    /// The edges of a face, in order.
    [[nodiscard]] std::span<const EdgeIndex> edges_of(FaceIndex face) const;
    /// The plane of a face.
    [[nodiscard]] const Plane& plane(FaceIndex face) const;

    // Edges, sorted by their lower, then their higher vertex. The faces of an edge are in ascending
    // order, its ends as the first of them runs along it.
    /// The two vertices of an edge.
    [[nodiscard]] std::array<VertexIndex, 2> ends(EdgeIndex edge) const;
    /// The faces that meet in an edge.
    [[nodiscard]] std::span<const FaceIndex> faces_of(EdgeIndex edge) const;
    /// How they meet.
    [[nodiscard]] EdgeKind kind(EdgeIndex edge) const;
    /// How many edges there are of each kind.
    [[nodiscard]] EdgeCounts edge_counts() const;

    /// Features that can never be the first to touch, so that no query needs to test them
    /// (docs/derivations/search.md, "Internal features"). On a closed and oriented shape that
    /// collides with its front: concave and flat edges, and vertices whose edges leave in
    /// directions that no open half space holds. On others: flat edges.
    [[nodiscard]] bool is_internal(EdgeIndex edge) const;
    /// The same of a vertex.
    [[nodiscard]] bool is_internal(VertexIndex vertex) const;
    /// How many edges are internal.
    [[nodiscard]] std::uint32_t internal_edge_count() const;
    /// How many vertices are internal.
    [[nodiscard]] std::uint32_t internal_vertex_count() const;

    /// The one face that tests a feature on behalf of all its faces: the lowest of them. None for a
    /// vertex of a set of points.
    [[nodiscard]] FaceIndex owner(EdgeIndex edge) const;
    /// The same of a vertex.
    [[nodiscard]] FaceIndex owner(VertexIndex vertex) const;

    // The caller's ids.
    /// The caller's vertex; the lowest of them where vertices were welded.
    [[nodiscard]] std::uint32_t source_vertex(VertexIndex vertex) const;
    /// The caller's polygon that this face is, or is a piece of; the lowest of them where faces
    /// were merged.
    [[nodiscard]] std::uint32_t source_face(FaceIndex face) const;
    /// The caller's polygon under a point of this face (the nearest to it where faces were merged;
    /// the time grows with how many were).
    [[nodiscard]] std::uint32_t source_face(FaceIndex face, const Eigen::Vector3d& point) const;

    // The whole.
    /// The box around all vertices, in the coordinates of the mesh.
    [[nodiscard]] const Box& box() const;
    /// The length of the box's diagonal.
    [[nodiscard]] double extent() const;
    /// No corner of a face lies further than this from its plane, measured on the stored doubles.
    [[nodiscard]] double plane_deviation() const;
    /// How far a placed copy may be from the true shape, apart from the rounding of the placed
    /// coordinates themselves: plane deviation and the rounding of the rotated vertices
    /// (docs/derivations/placing.md, "A placed vertex").
    [[nodiscard]] double error_bound() const;
    /// No edge is left open: every edge has an even number of faces, polygons without area
    /// included.
    [[nodiscard]] bool is_closed() const;
    /// The faces agree about which side is the front.
    [[nodiscard]] bool is_oriented() const;
    /// The enclosed volume, negative where the faces look inward; nothing unless closed and
    /// oriented.
    [[nodiscard]] std::optional<double> volume() const;
    /// The sides that collide: front or both, never automatic. BuildReport::sides_reason says why.
    [[nodiscard]] Sides sides() const;
    /// What the builder had to repair.
    [[nodiscard]] const BuildReport& report() const;
    /// Memory held, in bytes; the tree apart (TreeStatistics::bytes).
    [[nodiscard]] std::size_t bytes() const;
    /// The faces as a mesh; vertices and polygons are numbered as here.
    [[nodiscard]] Mesh mesh() const;

    // The tree. A shape gets the default one when its sides are decided (BuildOptions::sides), or
    // at the first query that needs it: made once, whichever thread asks first, and shared by all
    // copies.
    /// This shape with another tree, made now. Error: an option out of its range.
    [[nodiscard]] Result<Polyhedron> with_tree(const TreeOptions& options) const;
    /// This shape with a tree that was saved. Error: bytes that are not exactly a tree of this
    /// shape, whatever they are.
    [[nodiscard]] Result<Polyhedron> with_saved_tree(std::span<const std::byte> saved) const;
    /// The tree as bytes, to be kept in a file.
    [[nodiscard]] std::vector<std::byte> saved_tree() const;
    /// How good the tree is, and what it costs. Makes it if there is none yet.
    [[nodiscard]] TreeStatistics tree_statistics() const;

    struct Data;  ///< the arrays themselves, for the library's own kernels
    /// @private
    [[nodiscard]] const Data& data() const { return *data_; }
    /// @private
    [[nodiscard]] const FaceTree& face_tree() const;
    /// @private
    [[nodiscard]] const FaceTree& box_tree() const;
    /// @private
    [[nodiscard]] const AxialBsp& axial_bsp() const;

   private:
    friend struct PolyhedronAccess;
    Polyhedron(std::shared_ptr<const Data> data, std::shared_ptr<FaceTreeHolder> tree)
        : data_(std::move(data)), tree_(std::move(tree)) {}
    std::shared_ptr<const Data> data_;
    std::shared_ptr<FaceTreeHolder> tree_;
};

}  // namespace swept

#pragma once

// How far does a pair of faces let a translating or turning shape get, by the trajectory paper's
// own expel zone (its sections 2 to 4, without the errors that docs/papers.md lists)? For
// comparison with the rounded zone: this one leaks at sharp, border, tangled and saddle features,
// and where a turning vertex passes the edge of two faces (docs/derivations/paper-zone.md, "Where
// it leaks").
//
// Where we differ from the paper: formulas are anchored and formed from differences
// (docs/derivations/lines.md, "Sidedness"; docs/derivations/motions.md, "Anchored at the start");
// where its velocity says nothing, at the top of an arc, we look along the normal.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/namespaces.h"
#include "features/trajectory.h"
#include "shape/placed_shape.h"
#include "swept/contact.h"

namespace swept::papers::van_waveren {

/// One sweep, in world coordinates.
struct PaperQuery {
    const PlacedShape& mover;
    const PlacedShape& obstacle;
    ScrewTrajectory path;  ///< a translation, or a rotation: then without advance, end at most 2 pi
    double zone = 0;       ///< e, > 0
    bool bevel = false;    ///< several lines around sharp and border edges, not one
};

/// Where a pair of features stops the mover.
struct PaperStop {
    double t = 0;  ///< of the path
    ContactKind kind = ContactKind::vertex_face;
    std::uint32_t mover_feature = 0;  ///< vertex, edge or face of the polyhedron, as the kind says
    std::uint32_t obstacle_feature = 0;
    Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< on the obstacle's feature
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit, from obstacle to mover
};

/// Remembers, for the translation that is being tested, on which side of an edge the way of a
/// vertex of the other shape passes (the bit cache of the paper's section 4). A face, its
/// neighbours and the edge tests all ask the same. A table of fixed size: a line holds three bits
/// each for 32 vertices and one edge; lines that meet in one place displace each other, which costs
/// time and changes no answer. Turns ask in a direction of their own each time and do not use it.
class SidednessCache {
   public:
    explicit SidednessCache(unsigned log2_lines = 12)
        : lines_(std::size_t{1} << log2_lines), shift_(64 - log2_lines) {}

    /// Forgets everything. To be called before each query.
    void start_query() {
        if (++stamp_ != 0) return;
        for (Line& line : lines_) line = Line{};
        stamp_ = 1;
    }

    /// The sign that `compute()` gives, asked once. `of_obstacle`: the vertex is the obstacle's and
    /// the edge the mover's.
    template <class Compute>
    int sign(bool of_obstacle, VertexIndex vertex, EdgeIndex edge, const Compute& compute) {
        const std::uint64_t key =
            std::uint64_t{of_obstacle} << 60 | std::uint64_t{vertex.value >> 5} << 32 | edge.value;
        Line& line = lines_[(key * 0x9e3779b97f4a7c15) >> shift_];
        if (line.key != key || line.stamp != stamp_) line = Line{key, stamp_, 0, 0, 0};
        const std::uint32_t bit = std::uint32_t{1} << (vertex.value & 31);
        if ((line.known & bit) == 0) {
            const int sign = compute();
            line.known |= bit;
            if (sign > 0) line.positive |= bit;
            if (sign < 0) line.negative |= bit;
            return sign;
        }
        return ((line.positive & bit) != 0 ? 1 : 0) - ((line.negative & bit) != 0 ? 1 : 0);
    }

   private:
    struct Line {
        std::uint64_t key = 0;
        std::uint32_t stamp = 0;
        std::uint32_t known = 0;
        std::uint32_t positive = 0;
        std::uint32_t negative = 0;
    };
    std::vector<Line> lines_;
    unsigned shift_;
    std::uint32_t stamp_ = 1;
};

/// The earliest stop in [0, until], and before the path's end, among the pairs of features that
/// these two faces own: the vertices and edges of which each is the lowest face, against the other
/// face and its owned edges. Features that can never be the first to touch are left out, and only
/// front sides stop. Of a set of points, a `face` is a vertex. Without a cache, sides are computed
/// each time; the answers are the same bits.
[[nodiscard]] std::optional<PaperStop> paper_stop(const PaperQuery& query, std::uint32_t mover_face,
                                                  std::uint32_t obstacle_face, double until,
                                                  SidednessCache* cache);

}  // namespace swept::papers::van_waveren

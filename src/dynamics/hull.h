#pragma once

// A shape as convex pieces, for proofs by separating planes: itself if it is convex, else its
// faces. Two solids that are apart stay so as long as no face of one meets a face of the other.

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dynamics/gjk.h"
#include "math/boxes.h"
#include "swept/polyhedron.h"

namespace swept {

/// A flat side of a convex shape: all its faces in one plane.
struct Facet {
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< unit, outward
    std::vector<std::uint32_t> loop;                    ///< vertices, counter-clockwise
};

class Hull {
   public:
    Hull() = default;
    explicit Hull(const Polyhedron& shape);
    /// Of some faces alone.
    Hull(const Polyhedron& shape, std::span<const FaceIndex> faces);

    /// One piece, and sides.
    [[nodiscard]] bool convex() const { return convex_; }
    [[nodiscard]] std::uint32_t piece_count() const {
        return static_cast<std::uint32_t>(begins_.size()) - 1;
    }
    /// The corners of a piece, in the coordinates of the shape.
    [[nodiscard]] std::span<const Eigen::Vector3d> piece(std::uint32_t i) const {
        return std::span(points_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
    }
    /// The same, placed.
    [[nodiscard]] PlacedPiece placed(std::uint32_t i, const Frame& frame) const {
        return {piece(i), &frame, clusters_, clustered_};
    }
    [[nodiscard]] const Box& box_of(std::uint32_t i) const { return boxes_[i]; }
    /// Calls visit(piece) for those whose boxes meet this one, in the coordinates of the shape.
    template <class Visit>
    void in_box(const Box& box, const Visit& visit) const {
        for (const Group& group : groups_) {
            if (!math_detail::boxes_meet(group.box, box)) continue;
            for (std::uint32_t i = group.begin; i < group.end; ++i) {
                if (math_detail::boxes_meet(boxes_[grouped_[i]], box)) visit(grouped_[i]);
            }
        }
    }

    // Of a convex shape.
    [[nodiscard]] std::span<const Facet> facets() const { return facets_; }
    /// The sides around a vertex.
    [[nodiscard]] std::span<const std::uint32_t> facets_of(std::uint32_t vertex) const {
        return std::span(around_).subspan(around_begins_[vertex],
                                          around_begins_[vertex + 1] - around_begins_[vertex]);
    }

   private:
    bool convex_ = false;
    std::vector<Eigen::Vector3d> points_;
    std::vector<std::uint32_t> begins_{0};
    /// Pieces that lie close together.
    struct Group {
        Box box;
        std::uint32_t begin, end;  ///< in the list of grouped pieces
    };
    std::vector<Box> boxes_;  ///< by piece
    std::vector<Group> groups_;
    std::vector<std::uint32_t> grouped_;
    std::vector<Cluster> clusters_;  ///< of the one piece, if it has many corners
    std::vector<std::uint32_t> clustered_;
    std::vector<Facet> facets_;
    std::vector<std::uint32_t> around_, around_begins_;

    void add_face(const Polyhedron& shape, FaceIndex face);
    void find_groups(std::uint32_t begin, std::uint32_t end);
    void find_facets(const Polyhedron& shape);
    void find_clusters(std::uint32_t begin, std::uint32_t end);
};

}  // namespace swept

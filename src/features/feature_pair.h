#pragma once

// Pairs of features of two faces, one of a mover and one of an obstacle: how they are named, which
// ones a pair of faces owns, and how far apart they are where they stand.

#include <array>
#include <cstdint>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/placed_features.h"
#include "swept/contact.h"

namespace swept::features_detail {

/// A pair of features as the polyhedra number them: vertices, edges or faces as the kind says.
struct FeaturePair {
    ContactKind kind = ContactKind::vertex_face;
    std::uint32_t mover_number = 0;     ///< which of several movers
    std::uint32_t obstacle_number = 0;  ///< which obstacle
    std::uint32_t mover_face = 0;       ///< a face that has the feature
    std::uint32_t obstacle_face = 0;
    std::uint32_t mover_corner = 0;  ///< of an edge, where it starts; unused for a face
    std::uint32_t obstacle_corner = 0;

    friend auto operator<=>(const FeaturePair&, const FeaturePair&) = default;
};

/// What a corner of a face names: the face itself, the vertex there or the edge that starts there.
enum class FeaturePart : std::uint8_t { face, vertex, edge };

/// Of the mover and of the obstacle.
[[nodiscard]] inline std::array<FeaturePart, 2> parts_of(ContactKind kind) {
    SWEPT_ASSERT(static_cast<std::size_t>(kind) < 6, "one of the six kinds");
    constexpr auto face = FeaturePart::face, vertex = FeaturePart::vertex, edge = FeaturePart::edge;
    constexpr std::array<std::array<FeaturePart, 2>, 6> parts{{{vertex, face},
                                                               {face, vertex},
                                                               {edge, edge},
                                                               {vertex, edge},
                                                               {edge, vertex},
                                                               {vertex, vertex}}};
    return parts[static_cast<std::size_t>(kind)];
}

[[nodiscard]] inline bool has_face(const PlacedFeatures& loaded) {
    return loaded.corners.size() >= 3;
}
[[nodiscard]] inline bool can_stop(const PlacedFeatures& loaded) {
    return has_face(loaded) && !loaded.culled;
}

/// Calls vertex_face(corner of the mover) and so on for every owned pair; edges against edges last,
/// when the others have cut the time short.
template <class Visitor>
void for_each_pair(const PlacedFeatures& mover, const PlacedFeatures& obstacle, Visitor&& visitor) {
    for (const std::uint32_t i : mover.own_vertices) {
        if (can_stop(obstacle)) visitor.vertex_face(i);
        for (const std::uint32_t j : obstacle.own_edges) visitor.vertex_edge(i, j);
        for (const std::uint32_t j : obstacle.own_vertices) visitor.vertex_vertex(i, j);
    }
    for (const std::uint32_t j : obstacle.own_vertices) {
        if (can_stop(mover)) visitor.face_vertex(j);
        for (const std::uint32_t i : mover.own_edges) visitor.edge_vertex(i, j);
    }
    for (const std::uint32_t i : mover.own_edges) {
        for (const std::uint32_t j : obstacle.own_edges) visitor.edge_edge(i, j);
    }
}

/// Two features that are closest to each other at `closest`, from the obstacle to the mover.
/// `inside`: at points inside both (the foot in the face or on the edge, the common normal on both
/// edges; for two vertices always). Ends of edges that are not tested belong to their edges: else
/// what stands before the joint of a ridge would be nowhere.
struct StandingPair {
    ContactKind kind;
    std::uint32_t mover_corner;
    std::uint32_t obstacle_corner;
    Closest closest;
    bool inside;
};

namespace feature_pair_detail {

template <class Visit>
struct FeatureVisitor {
    const PlacedFeatures& mover;
    const PlacedFeatures& obstacle;
    bool mover_front;
    bool obstacle_front;
    double behind;
    double beyond;
    Visit& visit;

    /// Behind a face that stops on its front alone there is nothing.
    [[nodiscard]] bool counts(const ClosestOnFace& closest, bool front) const {
        return !front || closest.height >= -behind;
    }
    void vertex_face(std::uint32_t i) {
        const ClosestOnFace on_face = point_to_face(mover.tracks[i].start, obstacle.geometry());
        if (!counts(on_face, obstacle_front)) return;
        visit({ContactKind::vertex_face, i, 0, on_face, on_face.foot_inside});
    }
    void face_vertex(std::uint32_t j) {
        ClosestOnFace on_face = point_to_face(obstacle.tracks[j].start, mover.geometry());
        if (!counts(on_face, mover_front)) return;
        on_face.vector = -on_face.vector;
        visit({ContactKind::face_vertex, 0, j, on_face, on_face.foot_inside});
    }
    /// The foot of x is on the edge, or beyond an untested end by no more than rounding.
    [[nodiscard]] bool is_on(const ClosestOnEdge& closest, const Eigen::Vector3d& x,
                             const PlacedFeatures& loaded, std::uint32_t corner) const {
        if (closest.inside()) return true;
        SWEPT_ASSERT(corner < loaded.ends.size(), "an edge of this face");
        const bool at_start = closest.foot == 0;
        const EdgeEnds& ends = loaded.ends[corner];
        if (at_start ? ends.start_tested : ends.end_tested) return false;
        const Eigen::Vector3d& end = loaded.corners[at_start ? corner : loaded.next(corner)];
        const Eigen::Vector3d dq = loaded.edge(corner);
        return (at_start ? end - x : x - end).dot(dq) <= beyond * dq.norm();
    }
    void vertex_edge(std::uint32_t i, std::uint32_t j) {
        const Eigen::Vector3d& x = mover.tracks[i].start;
        const ClosestOnEdge on_edge = point_to_edge(x, obstacle.corners[j], obstacle.edge(j));
        visit({ContactKind::vertex_edge, i, j, on_edge, is_on(on_edge, x, obstacle, j)});
    }
    void edge_vertex(std::uint32_t i, std::uint32_t j) {
        const Eigen::Vector3d& x = obstacle.tracks[j].start;
        ClosestOnEdge on_edge = point_to_edge(x, mover.corners[i], mover.edge(i));
        on_edge.vector = -on_edge.vector;
        visit({ContactKind::edge_vertex, i, j, on_edge, is_on(on_edge, x, mover, i)});
    }
    void vertex_vertex(std::uint32_t i, std::uint32_t j) {
        visit({ContactKind::vertex_vertex, i, j,
               point_to_point(mover.tracks[i].start, obstacle.corners[j]), true});
    }
    void edge_edge(std::uint32_t i, std::uint32_t j) {
        const Eigen::Vector3d dp = mover.edge(i), dq = obstacle.edge(j);
        const ClosestOnEdges on_edges = edge_to_edge(mover.tracks[i].start, dp, obstacle.corners[j],
                                                     dq, accurate_cross(dp, dq));
        visit({ContactKind::edge_edge, i, j, on_edges, on_edges.inside});
    }
};

}  // namespace feature_pair_detail

/// Calls visit(StandingPair) with every owned pair of two faces that stand still. Of a shape of
/// which only the front can be touched, nothing that is further than `behind` behind a face counts;
/// nor what is further than `beyond` beyond the end of an edge.
template <class Visit>
void visit_standing_pairs(const PlacedFeatures& mover, bool mover_front,
                          const PlacedFeatures& obstacle, bool obstacle_front, double behind,
                          double beyond, Visit&& visit) {
    for_each_pair(mover, obstacle,
                  feature_pair_detail::FeatureVisitor<Visit>{
                      mover, obstacle, mover_front, obstacle_front, behind, beyond, visit});
}

}  // namespace swept::features_detail

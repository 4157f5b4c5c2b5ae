#pragma once

// A face as spheres see it: its corners and normal, scaled so that squares neither over- nor
// underflow, and which of its edges and vertices it tests.

#include <limits>
#include <vector>

#include "cast/target.h"
#include "core/assert.h"
#include "core/namespaces.h"
#include "features/distance.h"

namespace swept::cast_detail {

/// Where a sphere stops.
struct SphereStop {
    double fraction = std::numeric_limits<double>::infinity();
    std::uint32_t face = 0;  ///< of an edge or vertex the lowest that counts
    CastFeature feature = CastFeature::face;
    Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< on the feature, scaled
    std::uint32_t tested_face = 0;                    ///< the face that found it,
    std::uint32_t corner = 0;                         ///< and which of its edges or vertices it is

    /// Earlier ones first, in an order that does not depend on which was found first.
    [[nodiscard]] bool before(const SphereStop& other) const {
        if (fraction != other.fraction) return fraction < other.fraction;
        if (face != other.face) return face < other.face;
        if (feature != other.feature) return feature < other.feature;
        if (tested_face != other.tested_face) return tested_face < other.tested_face;
        return corner < other.corner;
    }
};

/// The power of two that brings a length to about 1.
[[nodiscard]] double scale_for(double largest);

class SphereFace {
   public:
    SphereFace(const CastTarget& target, double scale) : target_(target), scale_(scale) {}

    void load(std::uint32_t face);

    [[nodiscard]] std::uint32_t number() const { return face_; }
    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] bool is_point() const { return count_ == 1; }
    [[nodiscard]] const Eigen::Vector3d& corner(std::size_t i) const { return corners()[i]; }
    [[nodiscard]] const Eigen::Vector3d& after(std::size_t i) const {
        SWEPT_ASSERT(i < count_, "a corner of the loaded face");
        return corners()[i + 1 == count_ ? 0 : i + 1];
    }
    /// Unit; of polygons, whose corners rounding moves out of one plane, that of the plane. Zero
    /// for a point and for a triangle that is a line.
    [[nodiscard]] const Eigen::Vector3d& normal() const { return normal_; }
    [[nodiscard]] FaceGeometry geometry() const { return {{corners(), count_}, normal_}; }
    [[nodiscard]] double distance_from(const Eigen::Vector3d& point) const;
    /// Moves a stop to the start: its point is the one closest to `centre` there. False where the
    /// centre starts beside the face: then its outline is what the start touches, and the face is
    /// reached later.
    [[nodiscard]] bool put_at_start(SphereStop& stop, const Eigen::Vector3d& centre) const;

    /// Whether edge i goes from its lower to its higher vertex.
    [[nodiscard]] bool runs_up(std::size_t i) const {
        SWEPT_ASSERT(i < count_, "an edge of the loaded face");
        const VertexIndex* at = target_.shape().corners.data() + target_.shape().face_begins[face_];
        return at[i] < at[i + 1 == count_ ? 0 : i + 1];
    }
    /// Whether its edge or vertex i has to be tested: not where its faces stop whatever it would.
    [[nodiscard]] bool has_edge(std::size_t i, bool flat_too = false) const;
    [[nodiscard]] bool has_vertex(std::size_t i) const;
    /// Whether this face tests them: each is tested once, by the lowest of its faces.
    [[nodiscard]] bool owns_edge(std::size_t i, bool flat_too = false) const;
    [[nodiscard]] bool owns_vertex(std::size_t i) const;

    /// The lowest face of edge or vertex i for which `counts`; none_value if there is none.
    template <class Counts>
    [[nodiscard]] std::uint32_t lowest_of(CastFeature feature, std::size_t i,
                                          const Counts& counts) const {
        const Polyhedron::Data& shape = target_.shape();
        const std::uint32_t at = shape.face_begins[face_] + static_cast<std::uint32_t>(i);
        std::uint32_t lowest = FaceIndex::none_value;
        const auto see = [&](EdgeIndex edge) {
            for (const FaceIndex face : shape.faces_of(edge)) {
                if (face.value < lowest && counts(face.value)) lowest = face.value;
            }
        };
        if (feature == CastFeature::edge) {
            see(shape.corner_edges[at]);
            return lowest;
        }
        const std::uint32_t vertex = shape.corners[at].value;
        const std::uint32_t* edges = shape.vertex_edge_begins.data() + vertex;
        for (std::uint32_t e = edges[0]; e < edges[1]; ++e) see(shape.vertex_edges[e]);
        return lowest;
    }

   private:
    const CastTarget& target_;
    double scale_;
    std::uint32_t face_ = 0;
    std::size_t count_ = 0;
    std::array<Eigen::Vector3d, 16> few_;
    std::vector<Eigen::Vector3d> many_;
    Eigen::Vector3d normal_;

    [[nodiscard]] const Eigen::Vector3d* corners() const {
        return count_ > few_.size() ? many_.data() : few_.data();
    }
};

/// What is known of a stop, with the centre of the sphere there, scaled.
void describe(const CastTarget& target, const SphereStop& stop, const Eigen::Vector3d& centre,
              double scale, CastHit& hit);

}  // namespace swept::cast_detail

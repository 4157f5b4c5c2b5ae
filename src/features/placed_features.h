#pragma once

// The features of a shape's faces, placed and with their tracks, loaded as a sweep gets to them. A
// pair of faces tests what the two own: each vertex and edge belongs to one face, so that shared
// features are tested once (van Waveren section 4) without marks in the mesh.

#include <array>
#include <cstdint>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/distance.h"
#include "features/trajectory.h"
#include "shape/placed_shape.h"

namespace swept::features_detail {

/// How a shape is brought before the kernels: scaled by a power of two, so that no product of
/// lengths leaves the range of doubles. Its tracks may be shifted, before or after the motion: a
/// mover that is `lift` off its place all the time is one after; seen from it, the obstacle's
/// points are -lift off before.
struct ScaledPlacement {
    double scale = 1;
    Eigen::Vector3d before = Eigen::Vector3d::Zero();
    Eigen::Vector3d after = Eigen::Vector3d::Zero();
};

[[nodiscard]] inline ScaledPlacement staging_of_mover(double scale, const Eigen::Vector3d& lift) {
    return {scale, Eigen::Vector3d::Zero(), lift};
}
[[nodiscard]] inline ScaledPlacement staging_of_obstacle(double scale,
                                                         const Eigen::Vector3d& lift) {
    return {scale, -lift, Eigen::Vector3d::Zero()};
}

/// Whether the vertices at the ends of an edge are tested, too. Those of a straight ridge that is
/// cut into pieces are not, but for the two of the whole.
struct EdgeEnds {
    bool start_tested = false;
    bool end_tested = false;

    [[nodiscard]] bool both_tested() const { return start_tested && end_tested; }
};

/// One face with its corners; of a set of points, a point. Corner i starts edge i.
struct PlacedFeatures {
    std::uint32_t face = 0;
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    std::vector<Eigen::Vector3d> corners;     ///< where it stands
    std::vector<PointTrajectory> tracks;      ///< how the corners go past the other shape
    std::vector<std::uint32_t> own_vertices;  ///< which corners this face tests
    std::vector<std::uint32_t> own_edges;     ///< which edges, by the corner where they start
    std::vector<EdgeEnds> ends;               ///< of each corner's edge, if it is owned
    std::vector<std::uint8_t> left;           ///< corners at which the other shape leaves the face
    bool culled = false;                      ///< all of them: nothing can come to the face's front

    [[nodiscard]] FaceGeometry geometry() const { return {corners, normal}; }
    [[nodiscard]] std::size_t next(std::size_t corner) const {
        SWEPT_ASSERT(corner < corners.size(), "a corner of this face");
        return corner + 1 == corners.size() ? 0 : corner + 1;
    }
    [[nodiscard]] Eigen::Vector3d edge(std::size_t corner) const {
        return corners[next(corner)] - corners[corner];
    }
};

/// Memory for two faces that are looked at together.
struct LoadedPair {
    PlacedFeatures mover;
    PlacedFeatures obstacle;
};

/// Whether the feature can be the first to touch (docs/derivations/search.md, "Internal features").
/// Only a shape that stops on its front sides alone has the internal features of a solid.
[[nodiscard]] bool is_tested(const Polyhedron::Data& shape, EdgeIndex edge);
[[nodiscard]] bool is_tested(const Polyhedron::Data& shape, VertexIndex vertex);

/// How the other shape's points go past this one, at a place that stands still with it: the same at
/// all moments. Where all faces at a feature of a solid look along with that velocity, whatever is
/// near the feature is leaving it: back-face culling, decided per feature over all its faces (van
/// Waveren section 4), for every kind of motion.
struct Culling {
    ScrewTrajectory passing;  ///< how the other one moves; its tracks' velocities are meant
    double margin = 0;    ///< what a velocity must exceed: the turn within the margin, and rounding
    double rounding = 0;  ///< of coordinates: narrow faces do not show their normals
    double scale = 1;
};

/// Of features that are culled nothing is owned, and a culled face is marked. `culling` null: none.
void load_face(const PlacedShape& placed, std::uint32_t face, const ScrewTrajectory& path,
               const ScaledPlacement& staging, const Culling* culling, PlacedFeatures& loaded);

/// Faces of one shape that were loaded lately in a query: neighbours come again and again.
class FeatureCache {
   public:
    /// Forgets all: another query begins.
    void begin() { faces_.fill(no_face); }
    const PlacedFeatures& get(const PlacedShape& placed, std::uint32_t face,
                              const ScrewTrajectory& path, const ScaledPlacement& staging,
                              const Culling* culling) {
        const std::size_t slot = face % count;
        if (loaded_.size() <= places_[slot]) places_[slot] = make_place();
        PlacedFeatures& loaded = loaded_[places_[slot]];
        if (faces_[slot] != face) {
            faces_[slot] = face;
            load_face(placed, face, path, staging, culling, loaded);
        }
        return loaded;
    }

   private:
    static constexpr std::size_t count = 128;
    static constexpr std::uint32_t no_face = 0xffffffff;
    static constexpr std::uint8_t no_place = 0xff;
    std::array<std::uint32_t, count> faces_{};
    std::array<std::uint8_t, count> places_ = filled_places();  // of slots in loaded_
    std::vector<PlacedFeatures> loaded_;  // as many as were needed; never moved

    static constexpr std::array<std::uint8_t, count> filled_places() {
        std::array<std::uint8_t, count> places{};
        places.fill(no_place);
        return places;
    }
    [[nodiscard]] std::uint8_t make_place() {
        if (loaded_.empty()) loaded_.reserve(count);
        SWEPT_ASSERT(loaded_.size() < count,
                     "places are given out once, so that none is ever moved");
        loaded_.emplace_back();
        return static_cast<std::uint8_t>(loaded_.size() - 1);
    }
};

}  // namespace swept::features_detail

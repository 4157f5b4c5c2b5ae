#pragma once

// A sphere on a straight way against faces, edges and vertices (Schroeder 2001, "Crank up the
// Volume"; docs/derivations/spheres.md). A face's neighbourhood is entered through its plane, the
// cylinder of an edge or the sphere of a vertex. Everything is measured from where the centre is
// closest, so that a start far away costs no digits, and leans towards a hit within the rounding.

#include "cast/sphere_face.h"
#include "core/namespaces.h"

namespace swept::cast_detail {

/// What a sphere is after.
enum class SphereAim : std::uint8_t {
    start,    ///< how far its centre is from the faces where it starts
    watched,  ///< the first stop, unless it starts in contact
    stop,     ///< the first stop; it does not start in contact
    all,      ///< the stop of each face; it does not start in contact
};

class SphereVisitor final : public CastVisitor {
   public:
    /// `level`: at which distance of the centre it stops; a start closer than level + slack is in
    /// contact. `latest`: nothing later is of interest.
    SphereVisitor(const CastTarget& target, const Segment& way, double level, double rounding,
                  double slack, SphereAim aim, double latest);

    void set_clock(const TimedSegmentInTree& clock) override { clock_ = &clock; }
    float look(std::uint32_t triangle) override;

    [[nodiscard]] bool starts_in_contact() const { return contact_; }
    /// From all faces, and from those that count; infinite where further than the level and slack.
    [[nodiscard]] double start_distance() const { return nearest_ / scale_; }
    [[nodiscard]] double counting_distance() const { return nearest_counting_ / scale_; }
    [[nodiscard]] const SphereStop& stop() const { return stop_; }
    [[nodiscard]] const std::vector<SphereStop>& all() const { return all_; }
    void describe(const SphereStop& stop, CastHit& hit) const;
    /// From a contact the first roundings of an approach are the slack's: what it touches where it
    /// starts, and comes closer to, stops it there.
    void stop_at_start(SphereStop& stop);

   private:
    const CastTarget& target_;
    const Segment& way_;
    double scale_;  // of all lengths below
    Eigen::Vector3d from_, vector_;
    double speed_sq_;
    double level_, rounding_, slack_;
    SphereAim aim_;
    double latest_;
    const TimedSegmentInTree* clock_ = nullptr;
    SphereFace face_;
    std::uint32_t last_face_ = FaceIndex::none_value;
    bool contact_ = false;
    double nearest_ = std::numeric_limits<double>::infinity();
    double nearest_counting_ = std::numeric_limits<double>::infinity();
    SphereStop stop_;
    std::vector<SphereStop> all_;
    double until_ = 0;  // of the face at hand, what is later is of no interest

    [[nodiscard]] bool counts() const;
    [[nodiscard]] bool starts_within(double distance) const;
    void past_plane();
    void past_edge(std::size_t i);
    void past_vertex(std::size_t i);
    void offer(double fraction, CastFeature feature, std::size_t corner,
               const Eigen::Vector3d& point);
};

}  // namespace swept::cast_detail

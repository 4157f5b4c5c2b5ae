#pragma once

// A particle on a straight way against triangles (Schroeder 2001, "Simple Particle/Polygon
// Collisions"; docs/derivations/spheres.md, "Particle and face"). Decided exactly on the placed
// vertices: a filter in doubles answers most of the time, exact signs the rest. So nothing slips
// between triangles that share an edge or a vertex: the line's side of the shared edge has one sign
// for both, and 0 counts for both.

#include <vector>

#include "cast/target.h"
#include "core/namespaces.h"

namespace swept::cast_detail {

class RayVisitor final : public CastVisitor {
   public:
    /// `all` collects every hit and may be null; else the earliest is kept, or, with `any`, the
    /// first that is found.
    RayVisitor(const CastTarget& target, const Segment& way, double rounding, bool any,
               std::vector<CastHit>* all)
        : target_(target), way_(way), rounding_(rounding), any_(any), all_(all), latest_(way.end) {}

    void set_clock(const TimedSegmentInTree& clock) override { clock_ = &clock; }
    float look(std::uint32_t triangle) override;
    float visit_crossed(std::uint32_t triangle) override;

    [[nodiscard]] bool is_touching() const { return touching_; }
    [[nodiscard]] bool has_hit() const { return hit_; }
    [[nodiscard]] double fraction() const { return latest_; }
    /// Adds what is known of the hit, unless all were asked for.
    void describe(CastHit& hit) const { describe(best_, hit); }

   private:
    using Triangle = std::array<Eigen::Vector3d, 3>;

    struct Found {
        double fraction;
        std::uint32_t triangle;
        bool back;
        Eigen::Vector3d normal;  ///< not of unit length
    };

    const CastTarget& target_;
    const Segment& way_;
    const TimedSegmentInTree* clock_ = nullptr;
    double rounding_;
    bool any_;
    std::vector<CastHit>* all_;
    bool touching_ = false;
    bool hit_ = false;
    double latest_;
    Found best_;

    /// When any will do and is found, only what may be at the start is.
    [[nodiscard]] float latest_of_interest() const {
        return clock_->tau(any_ && hit_ ? 0 : latest_);
    }
    [[nodiscard]] Eigen::Vector3d normal_at(const Triangle& p, std::uint32_t number,
                                            int along) const;
    [[nodiscard]] double fraction_at(const Triangle& p, const Eigen::Vector3d& normal) const;
    [[nodiscard]] double fraction_in_plane(const Triangle& p, const Eigen::Vector3d& normal) const;
    [[nodiscard]] double within_triangle(const Triangle& p, const Eigen::Vector3d& normal,
                                         double fraction) const;
    [[nodiscard]] bool comes_before(const Found& p, const Found& q) const;
    [[nodiscard]] bool start_is_on(const Triangle& p) const;
    void take(const Found& found);
    void describe(const Found& found, CastHit& hit) const;
};

}  // namespace swept::cast_detail

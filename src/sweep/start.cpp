#include "sweep/start.h"

#include <algorithm>

#include "core/assert.h"
#include "overlap/traverse.h"

namespace swept::sweep_detail {

using Eigen::Vector3d;

namespace {

/// Choice. A start closer than this many roundings is in touch: no level fits below it.
constexpr double touch_roundings = 16;
/// Choice. How far a start in touch is lifted, in roundings.
constexpr double lift_roundings = 32;

/// The middle of the placed mover, scaled.
Vector3d middle_of(const PlacedShape& mover, const SweepSetup& setup) {
    return (mover.rotation * mover.shape.box.centre() + mover.translation) * setup.scale;
}

/// Looks at all pairs of faces that are within reach, of one obstacle after the other.
class Near {
   public:
    Near(std::span<const MovingShape> movers, std::span<const PlacedShape> obstacles,
         const SweepSetup& setup, StartMemory& memory, const Vector3d& lift)
        : movers_(movers), obstacles_(obstacles), setup_(setup), memory_(memory), lift_(lift) {
        setting_.stop.rounding = setup.rounding;
    }

    /// The closest pair, if it is at most this far apart; scaled. Where many are, one that is much
    /// closer is soon found, and then only those that are closer still matter.
    const StartDistance& find(double reach) {
        SWEPT_ASSERT(reach >= 0, "a distance");
        for (reach_ = reach; look(); reach_ = closest_.distance) {
        }
        return closest_;
    }

    /// Collects the normals of all contacts at most this far apart; scaled.
    void collect_normals(double reach) {
        memory_.normals.clear();
        memory_.beside.clear();
        collecting_ = true;
        reach_ = reach;
        (void)look();
    }

   private:
    std::span<const MovingShape> movers_;
    std::span<const PlacedShape> obstacles_;
    const SweepSetup& setup_;
    StartMemory& memory_;
    Vector3d lift_;
    const PlacedShape* mover_ = nullptr;
    const PlacedShape* obstacle_ = nullptr;
    FacePairContext setting_;
    StartDistance closest_;
    double reach_ = 0;
    bool collecting_ = false;

    /// Looks at all pairs within reach. True when it ended early, for a shorter reach will do.
    bool look() {
        for (std::uint32_t i = 0; i < movers_.size(); ++i) {
            for (std::uint32_t j = 0; j < obstacles_.size(); ++j) {
                if (look(i, j)) return true;
            }
        }
        return false;
    }

    bool look(std::uint32_t mover, std::uint32_t obstacle) {
        SWEPT_ASSERT(mover < movers_.size() && obstacle < obstacles_.size(), "one of each");
        mover_ = &movers_[mover].placed;
        obstacle_ = &obstacles_[obstacle];
        setting_.mover_number = mover;
        setting_.obstacle_number = obstacle;
        setting_.mover_front = mover_->shape.sides == Sides::front;
        setting_.obstacle_front = obstacle_->shape.sides == Sides::front;
        TestBudget budget{no_budget};
        traverse(
            *mover_, *obstacle_, budget,
            [](void* near, std::uint32_t face_a, std::uint32_t face_b) {
                static_cast<Near*>(near)->faces(face_a, face_b);
                return static_cast<Near*>(near)->reaches_too_far();
            },
            this, (reach_ + lift_.norm()) / setup_.scale);
        return reaches_too_far();
    }

    [[nodiscard]] bool reaches_too_far() const {
        return !collecting_ && closest_.distance < reach_ / 2 && reach_ > setup_.rounding;
    }

    void faces(std::uint32_t face_a, std::uint32_t face_b) {
        const ScrewTrajectory rest;
        load_face(*mover_, face_a, rest, staging_of_mover(setup_.scale, lift_), nullptr,
                  memory_.faces.mover);
        load_face(*obstacle_, face_b, rest, staging_of_obstacle(setup_.scale, lift_), nullptr,
                  memory_.faces.obstacle);
        visit_standing_pairs(memory_.faces.mover, setting_.mover_front, memory_.faces.obstacle,
                             setting_.obstacle_front, 4 * setup_.rounding, 4 * setup_.rounding,
                             [&](const StandingPair& found) { visit(found); });
    }

    void visit(const StandingPair& found) {
        const double distance = found.closest.distance;
        const FeaturePair pair{found.kind,
                               setting_.mover_number,
                               setting_.obstacle_number,
                               memory_.faces.mover.face,
                               memory_.faces.obstacle.face,
                               found.mover_corner,
                               found.obstacle_corner};
        if (distance < closest_.distance ||
            (distance == closest_.distance && pair < closest_.pair)) {
            closest_ = {distance, pair};
        }
        if (!collecting_ || distance > reach_) return;
        const bool on_face =
            pair.kind == ContactKind::vertex_face || pair.kind == ContactKind::face_vertex;
        if (found.inside && (on_face || pair.kind == ContactKind::edge_edge)) {
            memory_.normals.push_back(away(pair, found.closest));
        } else if (on_face) {
            memory_.beside.push_back(away(pair, found.closest));
        }
    }

    /// The direction that leads away from a contact. Where the distance is rounding it does not
    /// show it: then the fronts of solids do, or on which side the mover has its middle; and if it
    /// is flat, where it wants to go.
    [[nodiscard]] Vector3d away(const FeaturePair& pair, const Closest& found) const {
        const PlacedFeatures& a = memory_.faces.mover;
        const PlacedFeatures& b = memory_.faces.obstacle;
        if (pair.kind == ContactKind::vertex_face && setting_.obstacle_front) return b.normal;
        if (pair.kind == ContactKind::face_vertex && setting_.mover_front) return -a.normal;
        Vector3d normal = b.normal;
        if (pair.kind == ContactKind::face_vertex) normal = a.normal;
        if (pair.kind == ContactKind::edge_edge) {
            const Vector3d dp = a.edge(pair.mover_corner), dq = b.edge(pair.obstacle_corner);
            normal = accurate_cross(dp, dq).normalized();
        }
        const double along = found.vector.dot(normal);
        if (std::abs(along) > 4 * setup_.rounding) return along < 0 ? Vector3d(-normal) : normal;
        const Vector3d middle = middle_of(*mover_, setup_);
        double side = normal.dot(middle - b.corners[0]);
        if (std::abs(side) <= touch_roundings * setup_.rounding) {
            side = normal.dot(setup_.path.velocity_at(middle));
        }
        return side < 0 ? Vector3d(-normal) : normal;
    }
};

/// A unit vector with positive products with all normals, if there is a good one: the perceptron's
/// way, which ends early or not at all.
std::optional<Vector3d> way_out(std::span<const Vector3d> normals) {
    SWEPT_ASSERT(!normals.empty(), "something is touched");
    constexpr int most_rounds = 256;
    constexpr double good = 0.0625;
    Vector3d way = Vector3d::Zero();
    for (const Vector3d& n : normals) way += n;
    for (int round = 0; round < most_rounds; ++round) {
        const double length = way.norm();
        const Vector3d* worst = nullptr;
        double least = good * length;
        for (const Vector3d& n : normals) {
            if (n.dot(way) >= least && length > 0) continue;
            least = n.dot(way);
            worst = &n;
        }
        if (worst == nullptr && length > 0) return Vector3d(way / length);
        if (worst == nullptr) return std::nullopt;
        way += *worst;
    }
    return std::nullopt;
}

/// Whether a direction leads into none of what is touched.
bool leads_out(const Vector3d& way, std::span<const Vector3d> normals) {
    return !way.isZero(0) &&
           std::ranges::all_of(normals, [&](const Vector3d& n) { return n.dot(way) >= 0; });
}

/// The way out of a start in touch. A contact at the very rim of a face may by rounding be inside
/// of nothing; and where points alone meet, every direction leads away: that of the motion. Corners
/// that meet lie on rims that look opposite ways, and only along them there is a way.
std::optional<Vector3d> way_out(const StartMemory& memory, const Vector3d& velocity) {
    const std::vector<Vector3d>& normals = memory.normals.empty() ? memory.beside : memory.normals;
    if (!normals.empty()) {
        if (const auto way = way_out(normals)) return way;
        Vector3d sum = Vector3d::Zero();
        for (const Vector3d& n : normals) sum += n;
        if (leads_out(sum, normals)) return sum.normalized();
    }
    if (leads_out(velocity, normals)) return velocity.stableNormalized();
    return std::nullopt;
}

}  // namespace

// l for a start at distance d0 (docs/derivations/zone.md, "The level"): what is left above a floor
// shrinks by a quarter at most, so that the floor is never reached. It is half the margin; for
// starts below that, half of that again, and so on: zones of the same shapes are powers of two
// apart, and so what one query has kept, half of its margin, is kept by all others, thick as their
// zones may be.
double stop_distance_for(double d0, double margin, double step) {
    double floor = margin / 2;
    while (floor >= d0) floor /= 2;
    return std::min(margin, d0 - std::min(step, (d0 - floor) / 4));
}

StartState far_level(const SweepSetup& setup) {
    StartState found;
    found.stop = {stop_distance_for(start_reach(setup), setup.margin, setup.step), setup.rounding};
    return found;
}

StartState find_level(std::span<const MovingShape> movers, std::span<const PlacedShape> obstacles,
                      const SweepSetup& setup, StartMemory& memory) {
    StartState found;
    found.stop.rounding = setup.rounding;
    const double reach = start_reach(setup);
    const double touch = touch_roundings * setup.rounding;
    Near near(movers, obstacles, setup, memory, Vector3d::Zero());
    found.closest = near.find(reach);
    double d0 = std::min(found.closest.distance, reach);
    found.in_zone = found.closest.distance <= reach;  // stops are up to a step above the margin
    found.unproven = d0 <= setup.margin / 2;
    if (d0 < touch) {
        near.collect_normals(touch);
        const PlacedShape& mover = movers[found.closest.pair.mover_number].placed;
        const Vector3d velocity = setup.path.velocity_at(middle_of(mover, setup));
        const std::optional<Vector3d> way = way_out(memory, velocity);
        found.stuck = !way;
        if (!way) return found;
        found.lift = *way * (lift_roundings * setup.rounding);
        Near lifted(movers, obstacles, setup, memory, found.lift);
        d0 = std::min(lifted.find(reach).distance, reach);
        found.stuck = d0 < setup.rounding;
        if (found.stuck) return found;
    }
    found.stop.distance = stop_distance_for(d0, setup.margin, setup.step);
    return found;
}

}  // namespace swept::sweep_detail

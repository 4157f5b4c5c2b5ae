#pragma once

// When do two features meet the expel zone that the trajectory paper draws around the stationary
// one? Its formulas (sections 2 and 3), with the errors that docs/papers.md lists removed, as
// numbers in and numbers out; whether the meeting is inside the features is asked elsewhere
// (zone.h). The zone is made of shifted planes and lines, and leaks
// (docs/derivations/paper-zone.md, "Where it leaks").

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <optional>

#include "core/namespaces.h"
#include "features/trajectory.h"

namespace swept::papers::van_waveren {

/// Moments at which a pair of features may have to stop, in ascending order. The first that lies
/// inside the features counts: that is why there may be more than one.
struct PaperMoments {
    struct Candidate {
        double t = 0;
        /// The features stop here because from here on they would come closer: they stand still
        /// across the zone, so that the velocity does not tell where they would meet.
        bool at_top = false;
    };
    std::array<Candidate, 4> candidates;
    std::uint8_t count = 0;

    void add(double t, bool at_top = false);  ///< keeps the order
    [[nodiscard]] const Candidate* begin() const { return candidates.data(); }
    [[nodiscard]] const Candidate* end() const { return candidates.data() + count; }
};

// ---- translation -------------------------------------------------------------------------------

/// Vertex and plane: height over the plane and its change over the whole motion; the fraction, or
/// nothing (docs/derivations/paper-zone.md, "Vertex and plane, translation").
[[nodiscard]] std::optional<double> translational_vertex_stop(double height, double change,
                                                              double zone);

/// Two edges: the fractions at which the moving line meets the stationary one and its shifted copy
/// (docs/derivations/paper-zone.md, "Two edges, translation").
[[nodiscard]] std::optional<double> translational_edge_stop(double meets_line,
                                                            double meets_shifted);

// ---- rotation ----------------------------------------------------------------------------------

/// height + slope sin t + bend (cos t - 1): the height of a turning vertex over a plane, or the
/// sidedness of a turning line and one at rest (docs/derivations/motions.md, "Point and plane" and
/// "Two edges"). `height` is the value and `slope` the derivative at t = 0.
struct Wave {
    double height = 0;
    double slope = 0;
    double bend = 0;

    [[nodiscard]] double amplitude() const;
    [[nodiscard]] double highest() const { return height - bend + amplitude(); }
    /// Where it is highest, in [0, 2 pi).
    [[nodiscard]] double top() const;
    /// Whether it falls right after t = 0.
    [[nodiscard]] bool falls() const { return slope < 0 || (slope == 0 && bend > 0); }
    [[nodiscard]] Wave operator-() const { return {-height, -slope, -bend}; }
};

/// Where the wave falls through 0, in [0, 2 pi]; nothing where it does not
/// (docs/derivations/motions.md, "Point and plane": without poles and cancellation).
[[nodiscard]] std::optional<double> falling_zero(const Wave& wave);

/// The height of a turning point over a plane through `on_plane`.
[[nodiscard]] Wave height_wave(const PointTrajectory& vertex, const Eigen::Vector3d& normal,
                               const Eigen::Vector3d& on_plane);

/// Vertex and plane (docs/derivations/paper-zone.md, "Rotation").
[[nodiscard]] PaperMoments rotational_vertex_stops(const Wave& height, double zone);

/// An edge at rest and how far its line is shifted.
struct ShiftedEdge {
    Eigen::Vector3d start;      ///< c
    Eigen::Vector3d direction;  ///< dq
    Eigen::Vector3d shift;      ///< k
    /// Two directions across the edge between which normals of contacts lie, less than half a turn
    /// apart; or twice the same, the middle of half a turn.
    std::array<Eigen::Vector3d, 2> cone;
};

/// A turning edge: the ways of its ends.
struct TurningEdge {
    PointTrajectory a;
    PointTrajectory b;
    Eigen::Vector3d axis;  ///< k of the path
};

/// The sidedness of the turning edge and the resting one, shifted by `shift` (0 or k):
/// docs/derivations/motions.md, "Two edges".
[[nodiscard]] Wave sidedness_wave(const TurningEdge& moving, const ShiftedEdge& resting,
                                  const Eigen::Vector3d& shift);

/// Two edges (docs/derivations/paper-zone.md, "Rotation"): the orientation, which way is out, is
/// asked at every root.
[[nodiscard]] PaperMoments rotational_edge_stops(const TurningEdge& moving,
                                                 const ShiftedEdge& resting,
                                                 const ScrewTrajectory& path);

// ---- lines -------------------------------------------------------------------------------------

/// Where two lines a + lambda dp and c + mu dq are closest (docs/derivations/lines.md, "Closest
/// points of two lines").
struct ClosestOnLines {
    Eigen::Vector3d normal;  ///< N = dp x dq, not unit
    double lambda = 0;
    double mu = 0;

    [[nodiscard]] bool within_both() const {
        return lambda >= 0 && lambda <= 1 && mu >= 0 && mu <= 1;
    }
};
/// Nothing for lines that are parallel.
[[nodiscard]] std::optional<ClosestOnLines> closest_on_lines(const Eigen::Vector3d& a,
                                                             const Eigen::Vector3d& dp,
                                                             const Eigen::Vector3d& c,
                                                             const Eigen::Vector3d& dq);

/// By how much the line of an edge is shifted (docs/derivations/paper-zone.md, "The line of an
/// edge"): once, or several times around a sharp edge when it is bevelled.
struct EdgeShifts {
    std::array<Eigen::Vector3d, 3> shifts;
    std::uint8_t count = 0;
    std::array<Eigen::Vector3d, 2> cone;
};
/// Between two faces with these unit normals. `outward` is the unit vector across the edge, in the
/// plane of the first face and away from it.
[[nodiscard]] EdgeShifts edge_shifts(const Eigen::Vector3d& normal_1,
                                     const Eigen::Vector3d& normal_2,
                                     const Eigen::Vector3d& outward, double zone, bool bevel);
/// Of an edge with one face.
[[nodiscard]] EdgeShifts border_shifts(const Eigen::Vector3d& normal,
                                       const Eigen::Vector3d& outward, double zone, bool bevel);

}  // namespace swept::papers::van_waveren

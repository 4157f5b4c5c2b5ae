#pragma once

// Every constant that a decision depends on, each with its reason and its safe side.
// Two kinds. Round-off bounds are derived: the count of operations is given. Geometric choices are
// named and may be changed by the caller through options. All are dimensionless: they are
// multiplied by a length of the data at hand, so that the answer does not depend on the unit.

namespace swept::tolerance {

/// u: half the distance from 1 to the next double; the relative error of one rounded operation.
inline constexpr double unit_roundoff = 0x1p-53;

/// Round-off bound. A point placed by a pose is off by at most u (4 |x| + |y|), x before, y after
/// (docs/derivations/placing.md, "A placed vertex"). Larger is safe.
inline constexpr double placing = 4 * unit_roundoff;

/// Choice. A quaternion or matrix within this of rigid is normalised, anything else refused: data
/// printed with seven digits pass, a scale or a shear does not.
inline constexpr double rigid = 1e-6;

/// Choice. Largest magnitude of a coordinate, 2^300: products of three lengths stay finite. Larger
/// coordinates are an Error.
inline constexpr double largest_coordinate = 0x1p300;

/// Round-off bound. A polygon counts as planar when its corners lie within this, times the largest
/// coordinate, of its plane: corners of a true plane rounded to double are off by sqrt(3) u L each,
/// the plane through them by as much again, the measurement by a few u L more. Planar polygons stay
/// whole and their deviation enters the expel zone; smaller is safe (more polygons are split).
inline constexpr double planarity = 16 * unit_roundoff;

/// Round-off bound. Two neighbours on a polygon are one corner when they are no further apart than
/// this, times the largest coordinate: what was computed in two ways, or rounded twice, differs by
/// as much as corners are off their plane. The direction of such an edge is rounding; its ends are
/// made one, which is counted. Smaller is safe: no kernel relies on it.
inline constexpr double one_corner = planarity;

/// Round-off bound. A face that is narrower than this, times the largest coordinate, may be turned
/// over by what its neighbours deviate from their planes (planarity), and an edge that is shorter
/// points anywhere: of such, no edge or vertex is taken for one that can not touch first. Larger is
/// safe (more is tested).
inline constexpr double thin = 8 * planarity;

/// Choice. Default distance, as a share of the extent, within which neighbours count as coplanar
/// when merging is asked for. It enters the expel zone as plane deviation; smaller is safe.
inline constexpr double merge = 1e-9;

/// Choice. Below this angle (radians) a turn is straight, but for far less than a rounding error. A
/// screw between two poses is a translation then: its axis would lie beyond all coordinates.
/// Smaller is safe, down to where a glide per radian could overflow.
inline constexpr double smallest_turn = 0x1p-100;

/// Round-off bound. A distance between a mover on its way and an obstacle is computed with an error
/// below this, times the largest coordinate L plus the longest travel T: a track costs u (17.4 L +
/// 17.6 T), two edges 12 u L + 2 u T more (docs/derivations/distances.md). Where normals take part
/// it is four times this, and the end pose places vertices within five of these: the zone has room
/// for both. Larger is safe.
inline constexpr double sweep_rounding = 32 * unit_roundoff;

/// Choice (tau = 8 dl: docs/derivations/zone.md, "The level"). How much closer a mover within the
/// expel zone may come by sliding, in roundings: less than a rounding or two would stop slides for
/// nothing.
inline constexpr double sweep_step = 8;

/// Choice. The expel zone's thickness as a share of the extent of the smallest shape. Larger is
/// safe.
inline constexpr double zone = 1e-9;

/// Choice. The thickness is at least this many steps (tau): the lower half of the zone must hold
/// many of them.
inline constexpr double zone_steps = 32;

/// Round-off bound. A distance between a face and the centre of a sphere, or a particle, at the
/// fraction of a hit is off by less than this, times the largest coordinates of all that takes part
/// in a cast: a difference, a foot, a root and the place at the fraction come to 31.5 (casts.md).
/// Larger is safe.
inline constexpr double cast_rounding = 32 * unit_roundoff;

/// Choice. A sphere that starts within this many roundings of its radius is in contact: less would
/// stop slides for nothing.
inline constexpr double cast_contact = 8;

}  // namespace swept::tolerance

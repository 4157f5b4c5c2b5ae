#pragma once

// Tolerances: every constant on which a decision depends, with its reason and its safe side.
// Round-off bounds are derived from the number of operations. Choices are geometric; options can
// change some of them. All are dimensionless: they are multiplied by a length of the data, so that
// results do not depend on the unit.

namespace swept::tolerance {

/// u: half the distance from 1 to the next double; the relative error of one rounded operation.
inline constexpr double unit_roundoff = 0x1p-53;

/// Round-off bound. The error of a placed point is at most u (4 |x| + |y|), with x before and y
/// after placing (docs/derivations/placing.md, "A placed vertex"). Larger is safe.
inline constexpr double placing = 4 * unit_roundoff;

/// Choice. A quaternion or matrix within this of rigid is normalised, all others are refused. Data
/// printed with seven digits pass; a scale or a shear does not.
inline constexpr double rigid = 1e-6;

/// Choice. Largest magnitude of a coordinate, 2^300: products of three lengths stay finite. Larger
/// coordinates are an Error.
inline constexpr double largest_coordinate = 0x1p300;

/// Round-off bound. A polygon counts as planar if its corners are within this, times the largest
/// coordinate L, of its plane. Corners of a true plane, rounded to double, are off by sqrt(3) u L
/// each, the plane through them by as much again, and the measurement by a few u L. Planar polygons
/// stay whole; their deviation is added to the margin. Smaller is safe (more polygons are split).
inline constexpr double planarity = 16 * unit_roundoff;

/// Round-off bound. Two neighbours on a polygon are one corner if their distance is at most this,
/// times the largest coordinate: a point that was computed in two ways, or rounded twice, differs
/// by as much as corners deviate from their plane. The direction of such an edge is noise; its ends
/// are merged and counted. Smaller is safe: no kernel relies on it.
inline constexpr double one_corner = planarity;

/// Round-off bound. A face narrower than this, times the largest coordinate, can be turned over by
/// the plane deviation of its neighbours (planarity), and the direction of a shorter edge is noise.
/// Their edges and vertices are never internal features. Larger is safe (more is tested).
inline constexpr double thin = 8 * planarity;

/// Choice. A good value of BuildOptions::merge_coplanar: the distance, as a fraction of the extent,
/// within which neighbours count as coplanar. It is added to the margin as plane deviation. Smaller
/// is safe.
inline constexpr double merge = 1e-9;

/// Choice. Below this angle (radians) a rotation is straight, to far less than a rounding error. A
/// screw between two poses is then a translation: its axis would be beyond all coordinates. Smaller
/// is safe, as long as the advance per radian cannot overflow.
inline constexpr double smallest_turn = 0x1p-100;

/// Round-off bound (dl). The distance between a mover in motion and an obstacle has an error below
/// this, times the largest coordinate L plus the longest travel T: a trajectory costs u (17.4 L +
/// 17.6 T), two edges 12 u L + 2 u T more (docs/derivations/distances.md). If normals are used, the
/// error is four times this, and the end pose places vertices within five times this. The margin
/// has room for both. Larger is safe.
inline constexpr double sweep_rounding = 32 * unit_roundoff;

/// Choice (tau = 8 dl: docs/derivations/zone.md, "The level"). How much closer a mover within the
/// margin may come while it slides, in roundings. Below one or two, slides would stop needlessly.
inline constexpr double sweep_step = 8;

/// Choice. The margin as a fraction of the extent of the smallest shape. Larger is safe.
inline constexpr double margin = 1e-9;

/// Choice. The margin is at least this many tau: its lower half must contain many of them.
inline constexpr double zone_steps = 32;

/// Round-off bound. The distance between a face and the centre of a sphere, or a particle, at the
/// fraction of a hit has an error below this, times the sum of the largest coordinates of the cast:
/// a difference, a foot, a root and the position at the fraction add up to 31.5 (casts.md). Larger
/// is safe.
inline constexpr double cast_rounding = 32 * unit_roundoff;

/// Choice. A sphere that starts within this many roundings of its radius is in contact. Less would
/// stop slides needlessly.
inline constexpr double cast_contact = 8;

}  // namespace swept::tolerance

// Each face near the way is parted from the polygon by its own plane: all corners, before and
// after, on one side of it. Or by a box. On a screw of angle t the way of a point strays from its
// chord, at the same fraction, by at most r t² / 8 (its acceleration is r t²), r its distance from
// the axis; with the chord's length c >= 2 r sin(t/2) that is below c t / 7 for t <= 1.

#include "world/short_way.h"

#include <array>
#include <cmath>

#include "core/assert.h"
#include "overlap/volume_query.h"
#include "world/bounds.h"
#include "world/memory.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

constexpr std::size_t most_corners = 16;

/// The corners before and after, and what holds them all the way.
struct PolygonTrack {
    std::array<Vector3d, 2 * most_corners> places;
    std::size_t count = 0;
    double around = 0;  // straying and margin
    Box box;
};

PolygonTrack polygon_track(const ShortWay& way) {
    PolygonTrack track;
    const auto corners = way.polygon.vertices();
    double longest_sq = 0;
    const Eigen::Matrix3d before = way.start.rotation_matrix(), after = way.end.rotation_matrix();
    for (const Vector3d& corner : corners) {
        const Vector3d from = before * corner + way.start.translation();
        const Vector3d to = after * corner + way.end.translation();
        longest_sq = std::max(longest_sq, (to - from).squaredNorm());
        for (const Vector3d& place : {from, to}) {
            SWEPT_ASSERT(track.count < track.places.size(), "short ways are for few corners");
            track.places[track.count++] = place;
            track.box.add(place);
        }
    }
    track.around = way.margin + std::sqrt(longest_sq) * way.angle / 7;
    track.box = grown(track.box, track.around);
    return track;
}

bool parted_by_plane(const PolygonTrack& track, const Plane& plane, double around) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (std::size_t i = 0; i < track.count; ++i) {
        const double side = plane.normal.dot(track.places[i]) + plane.offset;
        least = std::min(least, side);
        most = std::max(most, side);
    }
    return least > around || most < -around;
}

bool parted_by_box(const PolygonTrack& track, const Polyhedron& room, FaceIndex face) {
    Box box;
    for (const VertexIndex corner : room.corners(face)) box.add(room.position(corner));
    return !boxes_meet(box, track.box);
}

bool free_of(const PolygonTrack& track, const Room& room) {
    const Polyhedron& shape = room.shape();
    const FaceTree& tree = shape.box_tree();
    const double around = track.around + shape.plane_deviation();
    const BoxQuery near(room.placed(), tree, track.box.lower, track.box.upper);
    return !visit_faces(tree, near, [&](std::uint32_t face) {
        return !parted_by_plane(track, shape.plane(FaceIndex(face)), around) &&
               !parted_by_box(track, shape, FaceIndex(face));
    });
}

}  // namespace

bool plainly_free(const ShortWay& way, const WorldSnapshot& world, const WorldFilter& filter) {
    if (way.polygon.vertex_count() > most_corners || way.angle > 1) return false;
    const PolygonTrack track = polygon_track(way);
    // Coordinates may be so large that rounding eats the margin.
    const double reach =
        std::max(track.box.lower.cwiseAbs().maxCoeff(), track.box.upper.cwiseAbs().maxCoeff());
    if (!(way.margin > 0x1p-40 * reach)) return false;
    const WorldState& state = world.state();
    const WorldMemoryLease memory;
    find_bodies(state, filter, track.box, memory->bodies);
    if (!memory->bodies.empty()) return false;
    find_rooms(state, filter, track.box, memory->rooms);
    for (const VisibleRoom& seen : memory->rooms) {
        if (!free_of(track, *seen.room)) return false;
    }
    return true;
}

}  // namespace swept::world_detail

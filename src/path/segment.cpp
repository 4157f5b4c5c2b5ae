#include "path/segment.h"

#include "core/assert.h"
#include "math/motion_access.h"

namespace swept::path_detail {

namespace {

/// The turn from one pose to another about the mover's own origin, where it starts.
Rotation turn_in_place(const Pose& from, const Pose& to) {
    const Rotation turn = decompose(from, to).rotation;
    return MotionAccess::rotation(from.translation(), turn.axis(), turn.angle());
}

Eigen::Vector3d way(const Pose& from, const Pose& to) {
    return to.translation() - from.translation();
}

SegmentPiece piece_of(double begin, double end, const Pose& start, const Motion& motion) {
    return {.begin = begin, .end = end, .motion = motion, .start = start};
}

/// The origin goes straight while the body turns: the turn in place, seen from something that goes
/// the other way.
Result<void> split_straight(const Pose& from, const Pose& to, const Sphere& ball, double deviation,
                            const ShareOfStep& share, std::vector<SegmentPiece>& pieces) {
    const Rotation turn = turn_in_place(from, to);
    if (turn.angle() == 0) {
        pieces.push_back(piece_of(0, 1, from, MotionAccess::translation(way(from, to))));
        return {};
    }
    const Motion back = MotionAccess::translation(-way(from, to));
    const auto found =
        relative_motion(turn, back, {from * ball.centre, ball.radius}, deviation, share, pieces);
    if (!found) return tl::unexpected(found.error());
    for (SegmentPiece& piece : pieces) piece.start = piece.start * from;
    return {};
}

}  // namespace

Result<void> split_segment(const Pose& from, const Pose& to, const PathOptions& options,
                           const Sphere& ball, double deviation, const ShareOfStep& share,
                           std::vector<SegmentPiece>& pieces) {
    pieces.clear();
    switch (options.join) {
        SWEPT_ASSERT(deviation >= 0 && ball.radius >= 0, "lengths");
        case PathJoin::screw:
            pieces.push_back(piece_of(0, 1, from, screw_between(from, to)));
            return {};
        case PathJoin::step: {
            const TranslateThenRotate step = decompose(from, to, options.pivot);
            pieces.push_back(piece_of(0, 0.5, from, step.translation));
            pieces.push_back(piece_of(0.5, 1, step.translation.pose_at(from, 1), step.rotation));
            return {};
        }
        case PathJoin::straight:
            return split_straight(from, to, ball, deviation, share, pieces);
    }
    return {};
}

}  // namespace swept::path_detail

namespace swept {

using namespace path_detail;

Pose pose_between(const Pose& from, const Pose& to, double fraction, const PathOptions& options) {
    switch (options.join) {
        case PathJoin::screw:
            return screw_between(from, to).pose_at(from, fraction);
        case PathJoin::step: {
            const TranslateThenRotate step = decompose(from, to, options.pivot);
            if (fraction <= 0.5) return step.translation.pose_at(from, 2 * fraction);
            return step.rotation.pose_at(step.translation.pose_at(from, 1), 2 * fraction - 1);
        }
        case PathJoin::straight: {
            const Pose turned = turn_in_place(from, to).pose_at(from, fraction);
            return MotionAccess::translation(way(from, to)).pose_at(turned, fraction);
        }
    }
    return from;
}

}  // namespace swept

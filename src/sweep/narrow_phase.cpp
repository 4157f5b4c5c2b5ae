#include "sweep/narrow_phase.h"

#include <algorithm>
#include <bit>

#include "core/assert.h"

namespace swept::sweep_detail {

namespace {

bool has_polygons(const PlacedShape& placed) {
    return !placed.polyhedron.box_tree().triangle_faces.empty();
}

}  // namespace

CandidateCollector::CandidateCollector(SweepTraversal& sweep, const LaneKernels& kernels)
    : sweep_(sweep),
      kernels_(kernels),
      polygons_(has_polygons(sweep.mover) || has_polygons(sweep.obstacle)) {
    sweep.mover_faces.begin();
    sweep.obstacle_faces.begin();
    sweep.candidates.clear();
}

void CandidateCollector::add(const Slice& slice, std::uint64_t possible, const EntryLanes* found,
                             const std::uint32_t* mover_faces,
                             const std::uint32_t* obstacle_faces) {
    for (; possible != 0; possible &= possible - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(possible));
        const EntryLanes& entry = found[bit / tree_width];
        const unsigned lane = bit % tree_width;
        SWEPT_ASSERT(bit / tree_width < tree_width, "eight triangles and eight others");
        const double begin = moment(slice, entry.from[lane]);
        const double end = slice.begin + static_cast<double>(entry.to[lane]) * (1 + 0x1p-20);
        add({begin, std::min(end, slice.end), mover_faces[bit / tree_width], obstacle_faces[lane]});
    }
}

/// Pairs of triangles of the same two faces become one, with all their moments.
void CandidateCollector::add(const FaceCandidate& candidate) {
    SWEPT_ASSERT(candidate.face_a < sweep_.mover.face_count() &&
                     candidate.face_b < sweep_.obstacle.face_count(),
                 "faces of the two shapes");
    if (polygons_) {
        for (FaceCandidate& c : sweep_.candidates) {
            if (c.face_a != candidate.face_a || c.face_b != candidate.face_b) continue;
            c.from = std::min(c.from, candidate.from);
            c.to = std::max(c.to, candidate.to);
            return;
        }
    }
    sweep_.candidates.push_back(candidate);
}

MarginSearch::MarginSearch(SweepTraversal& sweep)
    : sweep_(sweep),
      mover_culling_(culling(sweep.setting.inverse)),
      obstacle_culling_(culling(sweep.setting.path)) {}

Culling MarginSearch::culling(const ScrewTrajectory& passing) const {
    // Contacts are up to the margin away from the feature, where the turn's velocity is another;
    // lifts count in.
    const double near = sweep_.margin + sweep_.lift.norm();
    SWEPT_ASSERT(sweep_.margin >= 0 && sweep_.scale > 0, "a length and a scale");
    const double rounding = sweep_.setting.stop.rounding;
    return {passing, (passing.turning ? 2 * near : 0) + 8 * rounding, rounding, sweep_.scale};
}

void MarginSearch::operator()(const FaceCandidate& candidate) const {
    const FacePairContext& setting = sweep_.setting;
    const PlacedFeatures& a =
        sweep_.mover_faces.get(sweep_.mover, candidate.face_a, setting.path,
                               staging_of_mover(sweep_.scale, sweep_.lift), &mover_culling_);
    const PlacedFeatures& b = sweep_.obstacle_faces.get(
        sweep_.obstacle, candidate.face_b, setting.inverse,
        staging_of_obstacle(sweep_.scale, sweep_.lift), &obstacle_culling_);
    // Outside these moments the two are further apart than the margin.
    search_face_pair(setting, a, b, candidate.from, candidate.to, sweep_.best, sweep_.stats);
}

}  // namespace swept::sweep_detail

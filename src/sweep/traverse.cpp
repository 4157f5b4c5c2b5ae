#include "sweep/traverse.h"

#include "sweep/narrow_phase.h"
#include "sweep/tree_walk.h"

namespace swept::sweep_detail {

void SweepTraversal::run() {
    const LaneKernels kernels = lane_kernels();
    NarrowPhase narrow(*this, kernels, MarginSearch(*this));
    TreeWalk(*this, kernels, narrow).run();
}

}  // namespace swept::sweep_detail

#pragma once

// The expel zone as a search of pairs of faces, for the broad phases of sweeps
// (sweep/narrow_phase.h).

#include "core/namespaces.h"
#include "papers/van_waveren/zone.h"
#include "sweep/traverse.h"

namespace swept::papers::van_waveren {

/// Offers the first stop of a pair of faces to the best one.
class ZoneSearch {
   public:
    ZoneSearch(SweepTraversal& sweep, const PaperQuery& query) : sweep_(sweep), query_(query) {}

    void operator()(const FaceCandidate& candidate) const;

   private:
    SweepTraversal& sweep_;
    const PaperQuery& query_;
};

}  // namespace swept::papers::van_waveren

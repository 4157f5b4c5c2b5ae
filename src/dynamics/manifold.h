#pragma once

// Where do two convex bodies touch? At the corners of what their two facing sides have in common,
// or at a point where none faces the other.

#include <vector>

#include "dynamics/touches.h"

namespace swept {

/// Adds the touches of two convex bodies within `reach`, at most five. `direction` is where to
/// begin, and becomes that of their shortest distance. `skin`: closer than this, sides count before
/// edges, which then only show where within the skin the bodies are.
void add_manifold(const BodyRecord& a, const BodyRecord& b, double reach, double skin,
                  Eigen::Vector3d& direction, std::vector<Touch>& found);

}  // namespace swept

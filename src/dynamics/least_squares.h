#pragma once

// Least squares with unknowns that are not negative (Lawson and Hanson 1974, NNLS), by active sets:
// exact to rounding, for some hundred unknowns.

#include <Eigen/Core>

namespace swept {

/// The x >= 0 that makes |matrix x - right| least; of several the shortest, so that the answer does
/// not depend on the order of the columns, but for rounding.
[[nodiscard]] Eigen::VectorXd least_squares_not_negative(const Eigen::MatrixXd& matrix,
                                                         const Eigen::VectorXd& right);

}  // namespace swept

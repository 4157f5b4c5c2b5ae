#include "dynamics/least_squares.h"

#include <Eigen/QR>
#include <algorithm>
#include <vector>

namespace swept {

using Column = Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Choice. Where several solutions are the same, rows of this size below the matrix tell which of
/// the columns the shortest has. What it is, is found without them.
constexpr double shortness = 1e-5;

/// Derived: a slope of the square is a sum of some ten products; less than this is rounding.
constexpr double flat_slope = 1e-14;

/// Choice. Columns that are closer than this to each other's span count as dependent.
constexpr double dependent = 1e-9;

MatrixXd columns_of(const MatrixXd& matrix, const std::vector<Column>& chosen) {
    return matrix(Eigen::indexing::all, chosen);
}

/// With rows that make x short: every unknown, times their size, shall be 0.
MatrixXd with_rows(const MatrixXd& matrix, double size) {
    const Column n = matrix.cols();
    MatrixXd made = MatrixXd::Zero(matrix.rows() + n, n);
    made.topRows(matrix.rows()) = matrix;
    made.bottomRows(n).diagonal().setConstant(size);
    return made;
}

class ActiveSet {
   public:
    ActiveSet(const MatrixXd& matrix, const VectorXd& right)
        : matrix_(matrix), right_(right), count_(matrix.cols()) {
        x_ = VectorXd::Zero(count_);
    }

    VectorXd solve() {
        const double least = flat_slope * matrix_.colwise().norm().maxCoeff() * right_.norm();
        // Each round lessens the square, but for rounding; so there is an end in any case.
        for (Column round = 0; round < 3 * count_ + 10; ++round) {
            const VectorXd slope = matrix_.transpose() * (right_ - matrix_ * x_);
            Column best = -1;
            for (Column i = 0; i < count_; ++i) {
                const bool chosen = std::ranges::find(chosen_, i) != chosen_.end();
                if (!chosen && slope[i] > least && (best < 0 || slope[i] > slope[best])) best = i;
            }
            if (best < 0) break;
            chosen_.insert(std::ranges::upper_bound(chosen_, best), best);
            settle();
        }
        return x_;
    }

   private:
    const MatrixXd& matrix_;
    const VectorXd& right_;
    Column count_;
    VectorXd x_;
    std::vector<Column> chosen_;  ///< ascending: those that may be above 0

    /// To the best of the chosen ones; whatever would have to be below 0 on the way is let go.
    void settle() {
        while (!chosen_.empty()) {
            const MatrixXd part = columns_of(matrix_, chosen_);
            const VectorXd wanted = part.householderQr().solve(right_);
            double share = 1;
            for (std::size_t k = 0; k < chosen_.size(); ++k) {
                const double from = x_[chosen_[k]], to = wanted[static_cast<Column>(k)];
                if (to <= 0) share = std::min(share, from > to ? from / (from - to) : 0.0);
            }
            std::vector<Column> kept;
            for (std::size_t k = 0; k < chosen_.size(); ++k) {
                const Column i = chosen_[k];
                const double to = wanted[static_cast<Column>(k)], from = x_[i];
                const bool ends = to <= 0 && (from > to ? from / (from - to) : 0.0) <= share;
                x_[i] = ends ? 0 : from + share * (to - from);
                if (!ends) kept.push_back(i);
            }
            if (kept.size() == chosen_.size()) return;
            chosen_ = std::move(kept);
        }
    }
};

/// The shortest of all x >= 0 that the matrix takes to the same. Nothing that is not clearly that:
/// then the one that was found stands.
VectorXd shortest_of(const MatrixXd& matrix, const VectorXd& found) {
    const double size = matrix.colwise().norm().maxCoeff();
    const VectorXd right = matrix * found;
    const MatrixXd longer = with_rows(matrix, shortness * size);
    VectorXd longer_right = VectorXd::Zero(longer.rows());
    longer_right.head(right.size()) = right;
    const VectorXd near = ActiveSet(longer, longer_right).solve();
    std::vector<Column> chosen;
    for (Column i = 0; i < near.size(); ++i) {
        if (near[i] > 0) chosen.push_back(i);
    }
    while (!chosen.empty()) {
        Eigen::CompleteOrthogonalDecomposition<MatrixXd> parts;
        parts.setThreshold(dependent);
        parts.compute(columns_of(matrix, chosen));
        const VectorXd x = parts.solve(right);
        Column worst = 0;
        if (x.minCoeff(&worst) < 0) {
            chosen.erase(chosen.begin() + worst);
            continue;
        }
        VectorXd made = VectorXd::Zero(found.size());
        for (std::size_t k = 0; k < chosen.size(); ++k) {
            made[chosen[k]] = x[static_cast<Column>(k)];
        }
        const bool same = (matrix * made - right).norm() <= 10 * flat_slope * right.norm();
        return same ? made : found;
    }
    return found;
}

}  // namespace

VectorXd least_squares_not_negative(const MatrixXd& matrix, const VectorXd& right) {
    if (matrix.cols() == 0 || right.isZero(0)) return VectorXd::Zero(matrix.cols());
    const VectorXd found = ActiveSet(matrix, right).solve();
    return found.isZero(0) ? found : shortest_of(matrix, found);
}

}  // namespace swept

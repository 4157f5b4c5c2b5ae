#include "looseness.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <functional>
#include <limits>
#include <random>

#include "core/inside.h"
#include "papers/zachmann/orientations.h"

namespace swept::bench::zachmann {

namespace {

namespace dop = papers::zachmann::dop;
using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Fixed seed: the same pieces in every run.
class Random {
   public:
    Vector3d vector() { return {normal_(engine_), normal_(engine_), normal_(engine_)}; }
    Matrix3d rotation() {
        const Vector3d v = vector();
        const Eigen::Quaterniond q(normal_(engine_), v.x(), v.y(), v.z());
        return q.normalized().matrix();
    }
    double within(double half) { return half * uniform_(engine_); }

   private:
    std::mt19937_64 engine_{1998};
    std::normal_distribution<double> normal_;
    std::uniform_real_distribution<double> uniform_{-1, 1};
};

using Piece = std::vector<Vector3d>;

double reach(const Piece& piece, const Vector3d& direction) {
    double most = -infinity;
    for (const Vector3d& p : piece) most = std::max(most, direction.dot(p));
    return most;
}

/// Points of a plane through the middle of the unit cell, as far as they lie in it.
Piece sheet_anyhow(Random& random) {
    const Matrix3d turn = random.rotation();
    Piece piece;
    while (piece.size() < 64) {
        const Vector3d p = turn * Vector3d(random.within(0.9), random.within(0.9), 0);
        if (p.cwiseAbs().maxCoeff() <= 0.5) piece.push_back(p);
    }
    return piece;
}

/// A wall of the cell.
Piece sheet_along_axes(Random& /*random*/) {
    return {{0.5, 0.5, 0}, {0.5, -0.5, 0}, {-0.5, 0.5, 0}, {-0.5, -0.5, 0}};
}

/// What fills the cell to its corners.
Piece full_cell(Random& /*random*/) {
    Piece piece;
    for (const double x : {-0.5, 0.5}) {
        for (const double y : {-0.5, 0.5}) {
            for (const double z : {-0.5, 0.5}) piece.emplace_back(x, y, z);
        }
    }
    return piece;
}

/// What a realigned DOP reaches along a direction of its own frame that is none of its own.
double realigned_reach(int k, const Piece& piece, const Vector3d& direction) {
    const dop::Combination c = dop::combination(k, direction);
    double sum = 0;
    for (std::size_t l = 0; l < 3; ++l) {
        sum += c.weight[l] * reach(piece, dop::normals(k)[c.index[l]]);
    }
    return sum;
}

/// How far b, turned, must go along `way` until a test in either frame tells the two apart.
double apart_at(int k, const Piece& a, const Piece& b, const Matrix3d& turn, const Vector3d& way) {
    double least = infinity;
    const auto test = [&](const Vector3d& direction, double reach_a, double reach_b) {
        const double speed = direction.dot(way);
        if (speed > 0) least = std::min(least, (reach_a + reach_b) / speed);
    };
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
        const Vector3d& n = dop::normals(k)[i];
        test(n, reach(a, n), realigned_reach(k, b, -(turn.transpose() * n)));
        const Vector3d n_of_b = turn * n;
        test(n_of_b, realigned_reach(k, a, n_of_b), reach(b, -n));
    }
    return least;
}

/// The room: directions at random, so the mean of the cubed distances, but for a factor.
LoosenessRow row_of(const char* name, const std::function<Piece(Random&)>& make,
                    std::size_t samples) {
    Random random;
    LoosenessRow row{name, std::vector<double>(all_orientations.size())};
    for (std::size_t s = 0; s < samples; ++s) {
        const Piece a = make(random);
        const Piece b = make(random);
        const Matrix3d turn = random.rotation();
        const Vector3d way = random.vector().normalized();
        for (std::size_t i = 0; i < row.room.size(); ++i) {
            const double distance = apart_at(all_orientations.at(i), a, b, turn, way);
            row.room[i] += distance * distance * distance;
        }
    }
    const double of_boxes = row.room[0];
    for (double& room : row.room) room /= of_boxes;
    return row;
}

}  // namespace

std::vector<LoosenessRow> measure_looseness(std::size_t samples) {
    return {row_of("a sheet that lies anyhow", sheet_anyhow, samples),
            row_of("a sheet along the axes", sheet_along_axes, samples),
            row_of("what fills its cell", full_cell, samples)};
}

}  // namespace swept::bench::zachmann

// No point is cut off when a DOP is realigned: random and special rotations of points, needles,
// slabs, triangles and clouds, judged in extended precision without any tolerance. The slack that
// the realignment adds for its own rounding is 2^-19 of what it handles, so a judge with 64 bits
// has nothing to decide at its own limit.

#include "papers/zachmann/realign.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "core/inside.h"
#include "tests/papers/zachmann/samples.h"

namespace swept::papers::zachmann::test {
namespace {

using dop::all_k;
using dop::largest_k;
using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using FloatOffsets = std::array<float, largest_k>;
using LongVector = Eigen::Matrix<long double, 3, 1>;

/// The least single-precision numbers that are not below the offsets of the points.
FloatOffsets tight(int k, const Corners& points) {
    FloatOffsets offsets;
    offsets.fill(Tree::absent);
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
        const LongVector n = dop::normals(k)[i].cast<long double>();
        for (const Vector3d& p : points) {
            const long double along = n.dot(p.cast<long double>());
            auto offset = static_cast<float>(along);
            if (static_cast<long double>(offset) < along) {
                offset = std::nextafter(offset, std::numeric_limits<float>::infinity());
            }
            offsets[i] = std::max(offsets[i], offset);
        }
    }
    return offsets;
}

/// Points of [-1, 1]^3 as the faces of a tree may have them.
std::vector<Corners> shapes(Random& random) {
    std::vector<Corners> made;
    made.push_back({Vector3d::Zero()});
    made.push_back({random.point()});
    made.push_back({{1, 1, 1}, {-1, -1, -1}});                           // a needle
    made.push_back({random.point(), random.point()});                    // another
    made.push_back({{1, 0, 0}, {-1, 1e-9, 0}});                          // along an axis
    made.push_back({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});    // a slab
    made.push_back({{1, 1, -1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, -1}});  // half a cube
    made.push_back({random.point(), random.point(), random.point()});    // a triangle
    const Vector3d corner = random.point(0.9);
    made.push_back({corner, corner + random.point(1e-3), corner + random.point(1e-6)});  // a sliver
    const Vector3d u = random.direction(), v = random.direction();
    made.push_back({u / 2, v / 2, (u + v) / 2, (u - v) / 2});  // a slanted slab
    made.emplace_back();
    for (int i = 0; i < 12; ++i) made.back().push_back(random.point());  // a cloud
    return made;
}

std::vector<Matrix3d> rotations(Random& random) {
    constexpr double pi = std::numbers::pi;
    std::vector<Matrix3d> made{Matrix3d::Identity()};
    for (const double angle : {pi / 2, pi, pi / 4, 1e-3, 1e-8, 1e-16, -1e-300}) {
        for (int axis = 0; axis < 3; ++axis) {
            made.emplace_back(AngleAxisd(angle, Vector3d::Unit(axis)));
        }
        made.emplace_back(AngleAxisd(angle, Vector3d(1, 1, 1).normalized()));
        made.emplace_back(AngleAxisd(angle, Vector3d(1, 1, 0).normalized()));
    }
    // Turns that exchange axes, exactly.
    made.emplace_back(Matrix3d{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}});
    made.emplace_back(Matrix3d{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}});
    for (int i = 0; i < 40; ++i) {
        made.emplace_back(AngleAxisd(random.uniform(-pi, pi), random.direction()));
    }
    return made;
}

/// How far the realigned DOP reaches beyond the moved points, at the least; negative: it cuts.
long double least_excess(int k, const FloatOffsets& realigned, const Matrix3d& m, const Vector3d& o,
                         const Corners& points) {
    long double least = std::numeric_limits<long double>::infinity();
    for (const Vector3d& p : points) {
        const LongVector moved =
            m.cast<long double>() * p.cast<long double>() + o.cast<long double>();
        for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
            const LongVector n = dop::normals(k)[i].cast<long double>();
            least = std::min(least, static_cast<long double>(realigned[i]) - n.dot(moved));
        }
    }
    return least;
}

FloatOffsets realigned(int k, const Matrix3d& m, const Vector3d& o, double slack,
                       const FloatOffsets& offsets) {
    FloatOffsets moved{};
    realign(k, make_realignment(k, m, o, slack), offsets.data(), moved.data());
    return moved;
}

TEST(realign, cuts_off_no_point_of_any_shape_in_any_rotation) {
    Random random(1);
    int cases = 0;
    for (const int k : all_k) {
        for (const Matrix3d& rotation : rotations(random)) {
            for (const double ratio : {1.0, 0.3, 1e-6, 1e-3, 7.0, 1e3, 1e6}) {
                const Matrix3d m = rotation * ratio;
                const Vector3d o = random.point(random.uniform(0, 3) * (1 + ratio));
                for (const Corners& shape : shapes(random)) {
                    FloatOffsets offsets = tight(k, shape);
                    ASSERT_GE(least_excess(k, realigned(k, m, o, 0, offsets), m, o, shape), 0)
                        << k << ", ratio " << ratio << "\n"
                        << rotation;
                    for (float& offset : offsets) {  // a loose one, within what nodes can hold
                        offset =
                            std::min(offset + static_cast<float>(random.uniform(0, 0.3)), 1.75F);
                    }
                    ASSERT_GE(least_excess(k, realigned(k, m, o, 0, offsets), m, o, shape), 0)
                        << k << ", loose, ratio " << ratio << "\n"
                        << rotation;
                    cases += 2;
                }
            }
        }
    }
    EXPECT_GT(cases, 50000);
}

TEST(realign, cuts_off_no_point_in_double_precision_before_any_slack_is_added) {
    // The combinations themselves, without the help of the slack: exact up to the rounding of
    // doubles.
    Random random(2);
    for (const int k : all_k) {
        for (const Matrix3d& m : rotations(random)) {
            for (const Corners& shape : shapes(random)) {
                std::vector<double> offsets(largest_k, -1e308);
                for (const Vector3d& p : shape) dop::widen(k, p, offsets.data());
                for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
                    const Vector3d y = m.transpose() * dop::normals(k)[i];
                    const dop::Combination c = dop::combination(k, y);
                    double limit = 0;
                    for (std::size_t l = 0; l < 3; ++l) limit += c.weight[l] * offsets[c.index[l]];
                    for (const Vector3d& p : shape) ASSERT_GE(limit, y.dot(p) - 4e-15);
                }
            }
        }
    }
}

TEST(realign, cuts_off_no_thing_of_a_tree) {
    // All volumes of a tree, seen from another frame: each holds every thing below it.
    Random random(3);
    for (const int k : all_k) {
        const DopThings things(strewn_triangles(200, 0.1, 30), k);
        const NodeTree tree = build_tree(things.bounds(), {.orientations = k, .leaf_size = 2});
        for (int repeat = 0; repeat < 20; ++repeat) {
            const double ratio = std::exp(random.uniform(-3, 3));
            const Matrix3d m =
                ratio * AngleAxisd(random.uniform(0, 3), random.direction()).toRotationMatrix();
            const Vector3d o = random.point(2 * ratio);
            const Realignment realignment = make_realignment(k, m, o, 0);
            std::vector<Corners> below(tree.node_count());
            for (std::uint32_t node = tree.node_count(); node-- > 0;) {
                for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
                    const std::uint32_t child = tree.children_of(node)[lane];
                    if (child == Tree::no_child) continue;
                    Corners points;
                    if ((child & Tree::leaf_bit) == 0) {
                        points = below[child];
                    } else {
                        for (const std::uint32_t thing : things_of(tree, child)) {
                            for (const Vector3d& p : things.corners[thing]) {
                                points.push_back(tree.to_tree(p));
                            }
                        }
                    }
                    FloatOffsets moved{};
                    realign(k, realignment, offsets_of_child(tree, node, lane).data(),
                            moved.data());
                    ASSERT_GE(least_excess(k, moved, m, o, points), 0) << k;
                    below[node].insert(below[node].end(), points.begin(), points.end());
                }
            }
        }
    }
}

// The trap in the paper. It takes three planes of the vertex of a generic DOP (all offsets 1) that
// is extreme along the direction. For k = 8 four planes meet in every such vertex, and with three
// of them a coefficient is negative half the time: the bound of a tight DOP is then no bound.
struct Trap {
    int negative = 0;
    int cut_off = 0;
    int cases = 0;
};

/// Three of the four planes of the octahedron's vertex that is extreme along y.
std::array<std::size_t, 3> three_planes_of_the_vertex(const Vector3d& y, std::uint32_t left_out) {
    int axis = 0;
    y.cwiseAbs().maxCoeff(&axis);
    std::vector<std::size_t> planes;
    for (std::size_t i = 0; i < 8; ++i) {
        if (dop::normals(8)[i][axis] * y[axis] > 0) planes.push_back(i);
    }
    planes.erase(planes.begin() + left_out);
    return {planes[0], planes[1], planes[2]};
}

void note(const Vector3d& y, const Corners& shape, Random& random, Trap& trap) {
    std::vector<double> offsets(largest_k, -1e308);
    for (const Vector3d& p : shape) dop::widen(8, p, offsets.data());
    const auto planes = three_planes_of_the_vertex(y, random.below(4));
    Matrix3d columns;
    columns << dop::normals(8)[planes[0]], dop::normals(8)[planes[1]], dop::normals(8)[planes[2]];
    const Vector3d c = columns.inverse() * y;
    const double papers =
        c[0] * offsets[planes[0]] + c[1] * offsets[planes[1]] + c[2] * offsets[planes[2]];
    const dop::Combination ours = dop::combination(8, y);
    double limit = 0;
    for (std::size_t l = 0; l < 3; ++l) limit += ours.weight[l] * offsets[ours.index[l]];
    double support = -1e308;
    for (const Vector3d& p : shape) support = std::max(support, y.dot(p));
    ASSERT_GE(limit, support - 1e-14);
    ++trap.cases;
    trap.negative += c.minCoeff() < -1e-12 ? 1 : 0;
    trap.cut_off += papers < support - 1e-6 ? 1 : 0;
}

TEST(realign, needs_combinations_without_negative_weights) {
    Random random(4);
    Trap trap;
    for (int repeat = 0; repeat < 4000; ++repeat) {
        const Corners triangle{random.point(), random.point(), random.point()};
        note(random.direction(), triangle, random, trap);
    }
    EXPECT_NEAR(static_cast<double>(trap.negative) / trap.cases, 0.5, 0.05);
    EXPECT_NEAR(static_cast<double>(trap.cut_off) / trap.cases, 0.1, 0.03);  // measured: 9.7 %
}

TEST(realign, an_unturned_dop_stays_as_it_is_but_for_the_slack) {
    Random random(5);
    for (const int k : all_k) {
        for (const Corners& shape : shapes(random)) {
            const FloatOffsets offsets = tight(k, shape);
            const FloatOffsets moved =
                realigned(k, Matrix3d::Identity(), Vector3d::Zero(), 0, offsets);
            for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
                EXPECT_GT(moved[i], offsets[i]);
                EXPECT_LT(moved[i], offsets[i] + 2e-5F);
            }
        }
    }
}

TEST(realign, slack_widens_every_direction) {
    Random random(6);
    for (const int k : all_k) {
        const Corners shape{random.point(), random.point()};
        const Matrix3d m = AngleAxisd(1, random.direction()).toRotationMatrix();
        const FloatOffsets narrow = realigned(k, m, {0.5, 0, 0}, 0, tight(k, shape));
        const FloatOffsets wide = realigned(k, m, {0.5, 0, 0}, 0.25, tight(k, shape));
        for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
            EXPECT_NEAR(wide[i] - narrow[i], 0.25, 1e-6);
        }
    }
}

TEST(realign, a_shift_that_nearly_cancels_along_a_direction_cuts_nothing_off) {
    // n.o of (1e12, -1e12, 0) is small, its rounding is not. Only rationals can judge here.
    Random random(7);
    for (const int k : all_k) {
        for (int repeat = 0; repeat < 30; ++repeat) {
            const double far = std::exp(random.uniform(10, 35));
            Vector3d o = random.point(2);
            o[repeat % 3] += far;
            o[(repeat + 1) % 3] -= far;
            const Vector3d p = random.point();
            const FloatOffsets moved = realigned(k, Matrix3d::Identity(), o, 0, tight(k, {p}));
            for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
                const oracle::RationalVector n = oracle::rational(dop::normals(k)[i]);
                const oracle::Rational along =
                    oracle::dot(n, oracle::rational(p)) + oracle::dot(n, oracle::rational(o));
                ASSERT_GE(oracle::Rational(static_cast<double>(moved[i])), along)
                    << k << " " << far;
            }
        }
    }
}

// ---- far beyond what single precision holds
// --------------------------------------------------------

/// What comparing DOPs needs: a bound, or one so far out that nothing is apart because of it. And
/// no child that is not there can look present beside it.
void expect_usable(int k, const FloatOffsets& moved, const Matrix3d& m, const Vector3d& o,
                   const Vector3d& p, bool apart_when_far) {
    const Vector3d at = m * p + o;
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
        ASSERT_TRUE(std::isfinite(moved[i]));
        ASSERT_LT(moved[i] + Tree::absent, 0);
        const double along = dop::normals(k)[i].dot(at);
        if (moved[i] < 1e17F && along > -1e17) {
            ASSERT_GE(static_cast<double>(moved[i]), along) << k << "\n" << m << "\n" << o;
        }
        if (apart_when_far && along <= -1e18 - 1e-6 * o.norm()) {
            ASSERT_LT(moved[i], -1e17F);
        }
    }
}

TEST(realign, sizes_and_places_of_any_magnitude_stay_finite_and_safe) {
    Random random(8);
    for (const int k : all_k) {
        for (const double ratio : {1e-300, 1e-60, 1e-39, 1e-20, 1.0, 1e10, 1e20, 1e39, 1e300}) {
            for (const double far : {0.0, 1e-300, 1.0, 1e10, 1e20, 1e30, 1e40, 1e300}) {
                for (int repeat = 0; repeat < 10; ++repeat) {
                    const Matrix3d m =
                        ratio *
                        AngleAxisd(random.uniform(0, 3), random.direction()).toRotationMatrix();
                    const Vector3d o = random.point() * far;
                    const Vector3d p = random.point();
                    expect_usable(k, realigned(k, m, o, 0, tight(k, {p})), m, o, p, ratio < 1e11);
                    expect_usable(k, realigned(k, m, o, 1e300, tight(k, {p})), m, o, p, false);
                }
            }
        }
    }
}

TEST(realign, numbers_beyond_doubles_bound_nothing) {
    const double infinity = std::numeric_limits<double>::infinity();
    for (const int k : all_k) {
        const FloatOffsets offsets = tight(k, {{0.5, 0.5, 0.5}});
        const FloatOffsets moved =
            realigned(k, Matrix3d::Identity(), {infinity, -infinity, 0}, infinity, offsets);
        for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
            EXPECT_GE(moved[i], 1e17F);
            EXPECT_LT(moved[i] + Tree::absent, 0);
        }
    }
}

}  // namespace
}  // namespace swept::papers::zachmann::test

#include "papers/zachmann/orientations.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/assert.h"

namespace swept::papers::zachmann::dop {

using Eigen::Vector3d;

namespace {

/// A direction of {-1, 0, 1}^3 as a number 0...26.
constexpr int code_of(int x, int y, int z) {
    return (x + 1) * 9 + (y + 1) * 3 + (z + 1);
}

// Axes of the box, diagonals of its faces, diagonals of the box.
constexpr std::array<std::array<int, 3>, 13> directions{{{1, 0, 0},
                                                         {0, 1, 0},
                                                         {0, 0, 1},
                                                         {1, 1, 0},
                                                         {1, -1, 0},
                                                         {1, 0, 1},
                                                         {1, 0, -1},
                                                         {0, 1, 1},
                                                         {0, 1, -1},
                                                         {1, 1, 1},
                                                         {1, 1, -1},
                                                         {1, -1, 1},
                                                         {1, -1, -1}}};

struct Orientations {
    std::array<Vector3d, largest_k> normals;
    std::array<std::uint8_t, 27> index_of_code{};
};

bool belongs(int k, const std::array<int, 3>& d) {
    const int nonzero = std::abs(d[0]) + std::abs(d[1]) + std::abs(d[2]);
    switch (nonzero) {
        case 1:
            return k != 8;
        case 2:
            return k == 18 || k == 26;
        default:
            return k == 8 || k == 14 || k == 26;
    }
}

Orientations make(int k) {
    Orientations made;
    made.normals.fill(Vector3d::Zero());
    int i = 0;
    for (const auto& d : directions) {
        if (!belongs(k, d)) continue;
        const Vector3d normal = Vector3d(d[0], d[1], d[2]).normalized();
        const int reversed = opposite(k, i);
        made.normals[static_cast<std::size_t>(i)] = normal;
        made.normals[static_cast<std::size_t>(reversed)] = -normal;
        made.index_of_code[static_cast<std::size_t>(code_of(d[0], d[1], d[2]))] =
            static_cast<std::uint8_t>(i);
        made.index_of_code[static_cast<std::size_t>(code_of(-d[0], -d[1], -d[2]))] =
            static_cast<std::uint8_t>(reversed);
        ++i;
    }
    return made;
}

const Orientations& orientations(int k) {
    SWEPT_ASSERT(is_k(k), "one of the five DOPs");
    static const std::array<Orientations, 5> all{make(6), make(8), make(14), make(18), make(26)};
    return all[static_cast<std::size_t>(std::ranges::find(all_k, k) - all_k.begin())];
}

}  // namespace

bool is_k(int k) {
    return std::ranges::find(all_k, k) != all_k.end();
}

const std::array<Vector3d, largest_k>& normals(int k) {
    return orientations(k).normals;
}

namespace {

/// Boxes, the most frequent: each coordinate goes to its own axis.
Combination along_axes(const Vector3d& y) {
    Combination made;
    for (std::size_t i = 0; i < 3; ++i) {
        const double along = y[static_cast<int>(i)];
        made.index[i] = static_cast<std::uint8_t>(along < 0 ? i + 3 : i);
        made.weight[i] = std::abs(along);
    }
    return made;
}

}  // namespace

// By symmetry it is enough to look at y with y0 >= y1 >= y2 >= 0; the other directions follow by
// exchanging axes and reversing them. Each case is the triangle of the hull of the normals that
// holds such a y (for k = 8, where four normals share a facet, one of its two halves).
Combination combination(int k, const Vector3d& y) {
    if (k == 6) return along_axes(y);
    std::array<int, 3> axis{0, 1, 2};
    std::ranges::sort(axis, [&](int p, int q) {
        return std::abs(y[p]) != std::abs(y[q]) ? std::abs(y[p]) > std::abs(y[q]) : p < q;
    });
    const double a = std::abs(y[axis[0]]), b = std::abs(y[axis[1]]), c = std::abs(y[axis[2]]);
    constexpr double root2 = std::numbers::sqrt2, root3 = std::numbers::sqrt3;

    const Orientations& known = orientations(k);
    Combination made;
    std::size_t terms = 0;
    const auto add = [&](double weight, int s0, int s1, int s2) {
        SWEPT_ASSERT(terms < made.weight.size(), "three directions suffice");
        std::array<int, 3> d{};
        const std::array<int, 3> sign{s0, s1, s2};
        for (std::size_t l = 0; l < 3; ++l) {
            d[static_cast<std::size_t>(axis[l])] = y[axis[l]] < 0 ? -sign[l] : sign[l];
        }
        made.index[terms] =
            known.index_of_code[static_cast<std::size_t>(code_of(d[0], d[1], d[2]))];
        made.weight[terms++] = std::max(weight, 0.0);
    };
    switch (k) {
        case 8:
            add(root3 * (a + c) / 2, 1, 1, 1);
            add(root3 * (b - c) / 2, 1, 1, -1);
            add(root3 * (a - b) / 2, 1, -1, -1);
            break;
        case 14:
            add(a - b, 1, 0, 0);
            add(root3 * (b + c) / 2, 1, 1, 1);
            add(root3 * (b - c) / 2, 1, 1, -1);
            break;
        case 18:
            if (a >= b + c) {
                add(a - (b + c), 1, 0, 0);
                add(root2 * b, 1, 1, 0);
                add(root2 * c, 1, 0, 1);
            } else {
                add(root2 * (a + b - c) / 2, 1, 1, 0);
                add(root2 * (a + c - b) / 2, 1, 0, 1);
                add(root2 * (b + c - a) / 2, 0, 1, 1);
            }
            break;
        default:
            add(a - b, 1, 0, 0);
            add(root2 * (b - c), 1, 1, 0);
            add(root3 * c, 1, 1, 1);
    }
    return made;
}

void offsets_of(int k, const Vector3d& point, double* offsets) {
    const auto& n = normals(k);
    for (int i = 0; i < k / 2; ++i) {
        const Vector3d& normal = n[static_cast<std::size_t>(i)];
        const double along = (normal[0] * point[0] + normal[1] * point[1]) + normal[2] * point[2];
        offsets[i] = along;
        offsets[i + k / 2] = -along;
    }
}

void widen(int k, const Vector3d& point, double* offsets) {
    std::array<double, largest_k> of_point;
    offsets_of(k, point, of_point.data());
    for (int i = 0; i < k; ++i) {
        offsets[i] = std::max(offsets[i], of_point[static_cast<std::size_t>(i)]);
    }
}

namespace {

using Loop = std::vector<Vector3d>;

/// What is left of a convex loop behind the plane n.x = d (Sutherland and Hodgman).
void clip(const Loop& loop, const Vector3d& n, double d, Loop& kept) {
    kept.clear();
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vector3d& p = loop[i];
        const Vector3d& q = loop[i + 1 < loop.size() ? i + 1 : 0];
        const double dp = n.dot(p) - d, dq = n.dot(q) - d;
        if (dp <= 0) kept.push_back(p);
        if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) {
            kept.emplace_back(p + dp / (dp - dq) * (q - p));
        }
    }
}

double area(const Loop& loop, const Vector3d& n) {
    Vector3d sum = Vector3d::Zero();
    for (std::size_t i = 2; i < loop.size(); ++i) {
        sum += (loop[i - 1] - loop[0]).cross(loop[i] - loop[0]);
    }
    return n.dot(sum) / 2;
}

/// A box that holds the DOP.
struct OuterBox {
    Vector3d lower, upper;
};
OuterBox outer_box(int k, const float* offsets) {
    const auto bound = [&](const Vector3d& y) {
        const Combination c = combination(k, y);
        double sum = 0;
        for (std::size_t l = 0; l < 3; ++l) {
            sum += c.weight[l] * static_cast<double>(offsets[c.index[l]]);
        }
        return sum;
    };
    OuterBox box;
    for (int axis = 0; axis < 3; ++axis) {
        box.upper[axis] = bound(Vector3d::Unit(axis));
        box.lower[axis] = -bound(-Vector3d::Unit(axis));
    }
    return box;
}

/// A DOP seen from a point near its middle.
struct Centred {
    int k = 6;
    double radius = 0;  ///< it reaches no further
    std::array<double, largest_k> offsets{};
};

/// The area of the face along direction i: a square cut by all other half spaces.
double face_area(const Centred& dop, std::size_t i, Loop& loop, Loop& spare) {
    const auto& n = normals(dop.k);
    const Vector3d centre = n[i] * dop.offsets[i];
    const Vector3d u = n[i].unitOrthogonal() * (3 * dop.radius), v = n[i].cross(u);
    loop.assign({centre - u - v, centre + u - v, centre + u + v, centre - u + v});
    for (std::size_t j = 0; j < static_cast<std::size_t>(dop.k) && loop.size() >= 3; ++j) {
        if (j == i) continue;
        clip(loop, n[j], dop.offsets[j], spare);
        loop.swap(spare);
    }
    return area(loop, n[i]);
}

}  // namespace

// The sum of the pyramids over all faces, from a point near the middle. A face that is cut away, or
// touches the others in an edge or a corner only, has no area; none is counted twice.
double volume(int k, const float* offsets) {
    SWEPT_ASSERT(is_k(k), "one of the five DOPs");
    for (int i = 0; i < k / 2; ++i) {
        if (offsets[i] + offsets[i + k / 2] <= 0) return 0;
    }
    const OuterBox box = outer_box(k, offsets);
    if ((box.lower.array() >= box.upper.array()).any()) return 0;
    if (k == 6) return (box.upper - box.lower).prod();

    const Vector3d centre = (box.lower + box.upper) / 2;
    Centred dop;
    dop.k = k;
    dop.radius = (box.upper - box.lower).norm() / 2;
    offsets_of(k, centre, dop.offsets.data());
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
        dop.offsets[i] = static_cast<double>(offsets[i]) - dop.offsets[i];
    }
    Loop loop, spare;
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
        if (std::abs(dop.offsets[i]) > dop.radius) continue;  // beyond the box
        sum += dop.offsets[i] * face_area(dop, i, loop, spare);
    }
    return std::max(0.0, sum / 3);
}

}  // namespace swept::papers::zachmann::dop

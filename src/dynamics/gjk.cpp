#include "dynamics/gjk.h"

#include <cmath>
#include <limits>

namespace swept {

using Eigen::Vector3d;

namespace {

/// A corner of the difference of the two.
struct Corner {
    Vector3d w, a, b;
};

struct Simplex {
    Corner corner[4];
    double share[4] = {};
    int size = 0;

    void keep(std::initializer_list<int> which, std::initializer_list<double> shares) {
        Corner kept[4];
        size = 0;
        for (const int i : which) kept[size++] = corner[i];
        for (int i = 0; i < size; ++i) corner[i] = kept[i];
        int n = 0;
        for (const double s : shares) share[n++] = s;
    }
    [[nodiscard]] Vector3d point() const {
        Vector3d made = Vector3d::Zero();
        for (int i = 0; i < size; ++i) made += share[i] * corner[i].w;
        return made;
    }
};

void nearest_on_segment(Simplex& s, int i, int j) {
    const Vector3d p = s.corner[i].w, d = s.corner[j].w - p;
    const double t = -p.dot(d), l = d.squaredNorm();
    if (t <= 0 || l == 0) return s.keep({i}, {1.0});
    if (t >= l) return s.keep({j}, {1.0});
    s.keep({i, j}, {1 - t / l, t / l});
}

void nearest_on_triangle(Simplex& s, int i, int j, int k) {
    const Vector3d a = s.corner[i].w, b = s.corner[j].w, c = s.corner[k].w;
    const Vector3d ab = b - a, ac = c - a;
    const double d1 = -ab.dot(a), d2 = -ac.dot(a);
    if (d1 <= 0 && d2 <= 0) return s.keep({i}, {1.0});
    const double d3 = -ab.dot(b), d4 = -ac.dot(b);
    if (d3 >= 0 && d4 <= d3) return s.keep({j}, {1.0});
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return nearest_on_segment(s, i, j);
    const double d5 = -ab.dot(c), d6 = -ac.dot(c);
    if (d6 >= 0 && d5 <= d6) return s.keep({k}, {1.0});
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return nearest_on_segment(s, i, k);
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return nearest_on_segment(s, j, k);
    const double sum = va + vb + vc;
    if (!(sum > 0)) return nearest_on_segment(s, i, j);
    s.keep({i, j, k}, {va / sum, vb / sum, vc / sum});
}

/// Answers whether the origin is inside.
bool nearest_on_tetrahedron(Simplex& s) {
    const Simplex whole = s;
    static constexpr int face[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    double best = std::numeric_limits<double>::infinity();
    bool outside = false;
    for (const auto& f : face) {
        const auto at = [&](int i) -> const Vector3d& { return whole.corner[f[i]].w; };
        const Vector3d n = (at(1) - at(0)).cross(at(2) - at(0));
        const double origin = -n.dot(at(0)), other = n.dot(at(3) - at(0));
        // A tetrahedron without volume has the origin on both sides.
        const bool flat = std::abs(other) <= 1e-14 * n.norm() * (at(3) - at(0)).norm();
        if (!flat && origin * other >= 0) continue;
        outside = true;
        Simplex tried = whole;
        nearest_on_triangle(tried, f[0], f[1], f[2]);
        const double here = tried.point().squaredNorm();
        if (here < best) {
            best = here;
            s = tried;
        }
    }
    return !outside;
}

}  // namespace

Closest closest(const PlacedPiece& a, const PlacedPiece& b, const Vector3d& guess, double enough) {
    Closest made;
    Simplex s;
    const auto corner = [&](const Vector3d& along) {  // the furthest against `along`
        double value = 0;
        Corner c;
        c.a = *a.frame * a.points[a.furthest(-along, value)];
        c.b = *b.frame * b.points[b.furthest(along, value)];
        c.w = c.a - c.b;
        return c;
    };
    s.corner[0] = corner(guess);
    s.share[0] = 1;
    s.size = 1;
    Vector3d v = s.corner[0].w;
    for (int round = 0; round < 64; ++round) {
        const double square = v.squaredNorm();
        if (!(square > 1e-28)) return made;
        const Corner next = corner(v);
        const double along = v.dot(next.w);
        if (along > 0 && along * along > enough * enough * square) {
            made.apart = true;
            made.distance = along / std::sqrt(square);
            made.normal = v / std::sqrt(square);
            return made;
        }
        bool known = square - along <= 1e-10 * square;
        for (int i = 0; i < s.size; ++i) known |= (s.corner[i].w - next.w).squaredNorm() == 0;
        if (known) break;
        s.corner[s.size++] = next;
        if (s.size == 2) {
            nearest_on_segment(s, 0, 1);
        } else if (s.size == 3) {
            nearest_on_triangle(s, 0, 1, 2);
        } else if (nearest_on_tetrahedron(s)) {
            return made;
        }
        const Vector3d nearer = s.point();
        if (nearer.squaredNorm() >= square) break;  // rounding: it gets no better
        v = nearer;
        for (int i = 0; i < s.size; ++i) {
            const Corner& c = s.corner[i];
            if (i == 0) made.on_a.setZero(), made.on_b.setZero();
            made.on_a += s.share[i] * c.a;
            made.on_b += s.share[i] * c.b;
        }
    }
    if (s.size == 1) {
        made.on_a = s.corner[0].a;
        made.on_b = s.corner[0].b;
    }
    made.distance = v.norm();
    made.normal = v / made.distance;
    double gap = gap_along(a, b, made.normal);
    const auto offer = [&](const Vector3d& n) {
        const double here = n.allFinite() ? gap_along(a, b, n) : gap;
        if (here <= gap) return;
        gap = here;
        made.normal = n;
    };
    // Across a large face and a small gap the normal of the face is by far the better known; and
    // no direction shows more than the shortest way does, so what does was rounded less.
    if (s.size == 3) {
        Vector3d n = (s.corner[1].w - s.corner[0].w).cross(s.corner[2].w - s.corner[0].w);
        n *= (n.dot(v) < 0 ? -1 : 1) / n.norm();
        offer(n);
    }
    offer(guess);
    made.apart = gap > 0;
    return made;
}

}  // namespace swept

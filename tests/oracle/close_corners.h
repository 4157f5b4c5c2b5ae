#pragma once

// Meshes with features that are shorter or thinner than rounding: corners 1 to 100 units in the
// last place apart, on edges, in faces and at corners, in one face of an edge or in both; runs of
// corners in a line; needles without width. Such corners once let a box through the middle of a
// face.

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "swept/mesh.h"

namespace swept::oracle {

template <class Chance>
class CloseCorners {
   public:
    CloseCorners(Chance& chance, Mesh& mesh) : chance_(chance), mesh_(mesh) {
        for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
            const auto polygon = mesh.polygon(i);
            loops_.emplace_back(polygon.begin(), polygon.end());
        }
    }

    /// A few of them.
    void add() {
        if (loops_.empty()) return;
        for (int i = chance_.integer(1, 4); i > 0; --i) add_one();
        Mesh made;
        made.vertices = mesh_.vertices;
        for (const auto& loop : loops_) made.add_polygon(loop);
        mesh_ = std::move(made);
    }

   private:
    using Loop = std::vector<std::uint32_t>;
    using Vector3d = Eigen::Vector3d;
    Chance& chance_;
    Mesh& mesh_;
    std::vector<Loop> loops_;

    void add_one() {
        const auto f =
            static_cast<std::size_t>(chance_.integer(0, static_cast<int>(loops_.size()) - 1));
        const auto i =
            static_cast<std::size_t>(chance_.integer(0, static_cast<int>(loops_[f].size()) - 1));
        const std::uint32_t a = loops_[f][i], b = loops_[f][(i + 1) % loops_[f].size()];
        switch (chance_.integer(0, 5)) {
            case 0:  // beside a corner, on an edge, in both faces
            case 1:
                split(a, b, {beside(a, mesh_.vertices[b] - mesh_.vertices[a])}, true);
                break;
            case 2:  // in one face
                split(a, b, {beside(a, mesh_.vertices[b] - mesh_.vertices[a])}, false);
                break;
            case 3: {  // anywhere on an edge, twice
                const std::uint32_t middle = between(a, b, chance_.unit());
                split(a, b, {middle, beside(middle, mesh_.vertices[b] - mesh_.vertices[middle])},
                      !chance_.one_in(3));
                break;
            }
            case 4: {  // a run of corners in a line
                Loop run;
                const int count = chance_.integer(2, 6);
                for (int k = 1; k <= count; ++k) {
                    run.push_back(between(a, b, (k - chance_.unit() / 2) / (count + 1)));
                }
                split(a, b, run, !chance_.one_in(3));
                break;
            }
            default:
                add_needle(a, b);
        }
    }

    /// 1 to 100 units in the last place of the largest coordinate, or one of each.
    [[nodiscard]] Vector3d off(const Vector3d& at, const Vector3d& direction) {
        const double largest = at.cwiseAbs().maxCoeff();
        const double unit =
            std::nextafter(largest, std::numeric_limits<double>::infinity()) - largest;
        const double count = chance_.one_in(2) ? chance_.integer(1, 3) : chance_.integer(1, 100);
        const Vector3d random(chance_.real(-1, 1), chance_.real(-1, 1), chance_.real(-1, 1));
        const double length = direction.norm();
        if (!(length > 0) || chance_.one_in(3)) return count * unit * random;
        return count * unit * (direction / length) + (chance_.one_in(2) ? unit : 0) * random;
    }
    std::uint32_t beside(std::uint32_t v, const Vector3d& direction) {
        const Vector3d at = mesh_.vertices[v];
        return mesh_.add_vertex(at + off(at, direction));
    }
    std::uint32_t between(std::uint32_t a, std::uint32_t b, double share) {
        const Vector3d from = mesh_.vertices[a], to = mesh_.vertices[b];
        return mesh_.add_vertex(from + share * (to - from));
    }

    /// Puts vertices on the edge from a to b, in one face or in all that have it.
    void split(std::uint32_t a, std::uint32_t b, const Loop& run, bool in_all) {
        bool done = false;
        for (Loop& loop : loops_) {
            for (std::size_t i = 0; i < loop.size() && !(done && !in_all); ++i) {
                const std::uint32_t p = loop[i], q = loop[(i + 1) % loop.size()];
                const auto after = loop.begin() + static_cast<std::ptrdiff_t>(i) + 1;
                if (p == a && q == b) {
                    loop.insert(after, run.begin(), run.end());
                } else if (p == b && q == a) {
                    loop.insert(after, run.rbegin(), run.rend());
                } else {
                    continue;
                }
                done = true;
                break;
            }
        }
    }
    /// A triangle as thin as rounding between the two faces of an edge: one of them keeps the edge,
    /// the other goes by a vertex beside it.
    void add_needle(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t tip = chance_.one_in(2)
                                      ? between(a, b, chance_.unit())
                                      : beside(a, mesh_.vertices[b] - mesh_.vertices[a]);
        mesh_.vertices[tip] += off(mesh_.vertices[tip], Vector3d::Zero());
        split(a, b, {tip}, false);
        loops_.push_back({a, tip, b});
        std::ranges::reverse(loops_.back());
        // The first face now runs a, tip, b: the needle closes what is between that and the edge.
    }
};

template <class Chance>
void add_close_corners(Chance& chance, Mesh& mesh) {
    CloseCorners(chance, mesh).add();
}

}  // namespace swept::oracle

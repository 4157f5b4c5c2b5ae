#pragma once

// Shapes, places and judges that the tests of overlap queries share. The judges share no code with
// the library: convex things are told apart by separating directions in exact integers, solids made
// of unit cells by their cells.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "core/inside.h"
#include "shape/faces_meet.h"
#include "shape/placed_shape.h"
#include "swept/overlap.h"
#include "swept/solids.h"

namespace swept::test {
inline namespace of_pairs {  // tests of papers are of several modules, with samples of their own

using Eigen::Vector3d;
using Face = std::vector<Vector3d>;

// ---- Chance ----

class Random {
   public:
    explicit Random(unsigned seed) : engine_(seed) {}
    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    int integer(int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(engine_);
    }
    std::uint32_t below(std::size_t count) {
        return static_cast<std::uint32_t>(integer(0, static_cast<int>(count) - 1));
    }
    bool chance(double share) { return uniform(0, 1) < share; }
    Vector3d point(double size) {
        const double x = uniform(-size, size), y = uniform(-size, size), z = uniform(-size, size);
        return {x, y, z};
    }
    Vector3d grid_point(int reach) {
        const int x = integer(-reach, reach), y = integer(-reach, reach),
                  z = integer(-reach, reach);
        return {double(x), double(y), double(z)};
    }
    Pose pose(double size) {
        Eigen::Vector4d v;
        do {
            v = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
        } while (v.norm() < 0.1);
        return *Pose::make(point(size), Quaternion(v.normalized()));
    }

   private:
    std::mt19937_64 engine_;
};

// ---- Meshes ----

inline Polyhedron built(const Mesh& mesh, const BuildOptions& options = {}) {
    Result<Polyhedron> shape = Polyhedron::build(mesh, options);
    EXPECT_TRUE(shape.has_value()) << (shape ? "" : shape.error().message());
    return shape.value();
}

inline Mesh mesh_of(const std::vector<Vector3d>& vertices,
                    const std::vector<std::vector<std::uint32_t>>& polygons) {
    Mesh mesh;
    mesh.vertices = vertices;
    for (const auto& polygon : polygons) mesh.add_polygon(polygon);
    return mesh;
}

/// Each face with vertices of its own.
inline Mesh soup_of(const std::vector<Face>& faces) {
    Mesh mesh;
    for (const Face& face : faces) {
        std::vector<std::uint32_t> loop;
        for (const Vector3d& p : face) loop.push_back(mesh.add_vertex(p));
        mesh.add_polygon(loop);
    }
    return mesh;
}

inline Mesh points_of(const std::vector<Vector3d>& points) {
    return mesh_of(points, {});
}

inline Mesh box_between(const Vector3d& lower, const Vector3d& upper) {
    Mesh mesh;
    for (unsigned i = 0; i < 8; ++i) {
        mesh.add_vertex({(i & 1U) != 0 ? upper[0] : lower[0], (i & 2U) != 0 ? upper[1] : lower[1],
                         (i & 4U) != 0 ? upper[2] : lower[2]});
    }
    for (const auto& quad : std::vector<std::vector<std::uint32_t>>{
             {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}) {
        mesh.add_polygon(quad);
    }
    return mesh;
}

inline Mesh cube(double half) {
    return box_between(Vector3d::Constant(-half), Vector3d::Constant(half));
}

/// Faces looking the other way.
inline Mesh reversed(const Mesh& mesh) {
    Mesh turned;
    turned.vertices = mesh.vertices;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto loop = mesh.polygon(i);
        turned.add_polygon(std::vector<std::uint32_t>(loop.rbegin(), loop.rend()));
    }
    return turned;
}

inline Mesh joined(Mesh a, const Mesh& b) {
    const auto offset = static_cast<std::uint32_t>(a.vertices.size());
    for (const Vector3d& p : b.vertices) a.add_vertex(p);
    for (std::size_t i = 0; i < b.polygon_count(); ++i) {
        std::vector<std::uint32_t> loop;
        for (const std::uint32_t v : b.polygon(i)) loop.push_back(v + offset);
        a.add_polygon(loop);
    }
    return a;
}

template <class Map>
Mesh mapped(Mesh mesh, const Map& map) {
    for (Vector3d& p : mesh.vertices) p = map(p);
    return mesh;
}

inline Mesh moved(const Mesh& mesh, const Vector3d& by) {
    return mapped(mesh, [&](const Vector3d& p) -> Vector3d { return p + by; });
}

inline Mesh scaled(const Mesh& mesh, double by) {
    return mapped(mesh, [&](const Vector3d& p) -> Vector3d { return p * by; });
}

/// Every polygon cut into the fan from its first corner.
inline Mesh triangulated(const Mesh& mesh) {
    Mesh cut;
    cut.vertices = mesh.vertices;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto loop = mesh.polygon(i);
        for (std::size_t k = 2; k < loop.size(); ++k) {
            cut.add_polygon({loop[0], loop[k - 1], loop[k]});
        }
    }
    return cut;
}

// ---- Places ----

inline Pose at(double x, double y, double z) {
    return *Pose::make({x, y, z});
}
inline Pose at(const Vector3d& translation) {
    return *Pose::make(translation);
}

/// The twelve turns that take the axes to axes and are exact as quaternions: none, half turns about
/// the axes, third turns about the diagonals.
inline std::vector<Quaternion> exact_turns() {
    std::vector<Quaternion> turns{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (const double x : {-0.5, 0.5}) {
        for (const double y : {-0.5, 0.5}) {
            for (const double z : {-0.5, 0.5}) turns.emplace_back(0.5, x, y, z);
        }
    }
    return turns;
}

/// The placed faces, or points: the doubles that all decisions are about.
inline std::vector<Face> placed_faces(const Polyhedron& shape, const Pose& pose) {
    std::vector<Face> faces;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        faces.emplace_back();
        for (const VertexIndex v : shape.corners(FaceIndex(f))) {
            faces.back().push_back(pose * shape.position(v));
        }
    }
    if (!faces.empty()) return faces;
    for (const Vector3d& p : shape.vertices()) faces.push_back({pose * p});
    return faces;
}

// ---- Separating directions ----

/// Exact integers: of a small grid, and of doubles between 2^5 and what is left of 2^-120.
using Small = std::int64_t;
using Large = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<704, 704, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;

template <class Number>
struct ExactVector {
    Number x, y, z;

    friend ExactVector operator-(const ExactVector& a, const ExactVector& b) {
        return {Number(a.x - b.x), Number(a.y - b.y), Number(a.z - b.z)};
    }
    [[nodiscard]] Number dot(const ExactVector& b) const {
        return Number(Number(x * b.x) + Number(y * b.y) + Number(z * b.z));
    }
    [[nodiscard]] ExactVector cross(const ExactVector& b) const {
        return {Number(y * b.z - z * b.y), Number(z * b.x - x * b.z), Number(x * b.y - y * b.x)};
    }
};

template <class Number>
Number exact_number(double x) {
    if constexpr (std::is_same_v<Number, Small>) {
        EXPECT_EQ(x, std::floor(x));
        EXPECT_LE(std::abs(x), 64);
        return static_cast<Small>(x);
    } else {
        const double shifted = std::ldexp(x, 120);
        EXPECT_EQ(shifted, std::floor(shifted)) << "too fine for the judge: " << x;
        EXPECT_LE(std::abs(x), 64);
        return Number(shifted);
    }
}

template <class Number>
using ExactFace = std::vector<ExactVector<Number>>;

template <class Number>
ExactFace<Number> exact_face(const Face& face) {
    ExactFace<Number> made;
    for (const Vector3d& p : face) {
        made.push_back(
            {exact_number<Number>(p[0]), exact_number<Number>(p[1]), exact_number<Number>(p[2])});
    }
    return made;
}

/// Whether the hulls of two sets of points meet, given the directions of all their edges. Hulls
/// that are apart are strictly parted along the normal of a facet of their Minkowski difference, or
/// across that difference when it is flat; all of these are made of edges and of one line between
/// the two.
template <class Number>
bool hulls_meet(const ExactFace<Number>& a, const ExactFace<Number>& b,
                const std::vector<ExactVector<Number>>& edges) {
    using Vector = ExactVector<Number>;
    const auto parts = [&](const Vector& n) {
        Number low_a = n.dot(a[0]), high_a = low_a, low_b = n.dot(b[0]), high_b = low_b;
        for (std::size_t i = 1; i < a.size(); ++i) {
            const Number along = n.dot(a[i]);
            low_a = std::min(low_a, along);
            high_a = std::max(high_a, along);
        }
        for (std::size_t i = 1; i < b.size(); ++i) {
            const Number along = n.dot(b[i]);
            low_b = std::min(low_b, along);
            high_b = std::max(high_b, along);
        }
        return high_a < low_b || high_b < low_a;
    };
    const Vector across = b[0] - a[0];
    if (parts(across)) return false;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            if (parts(edges[i].cross(edges[k]))) return false;
        }
    }
    for (const Vector& e : edges) {
        if (parts(e) || parts(e.cross(across.cross(e)))) return false;
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            const Vector n = edges[i].cross(edges[k]);
            if (parts(n.cross(edges[i])) || parts(n.cross(edges[k]))) return false;
        }
    }
    return true;
}

template <class Number>
std::vector<ExactFace<Number>> fan_of(const ExactFace<Number>& face) {
    if (face.size() < 3) return {face};
    std::vector<ExactFace<Number>> fan;
    for (std::size_t i = 2; i < face.size(); ++i) fan.push_back({face[0], face[i - 1], face[i]});
    return fan;
}

template <class Number>
void add_edges(const ExactFace<Number>& hull, std::vector<ExactVector<Number>>& edges) {
    for (std::size_t i = 1; i < hull.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) edges.push_back(hull[i] - hull[k]);
    }
}

/// Whether the boxes round two faces meet.
inline bool boxes_meet(const Face& a, const Face& b) {
    Box box_a, box_b;
    for (const Vector3d& p : a) box_a.add(p);
    for (const Vector3d& p : b) box_b.add(p);
    return (box_a.lower.array() <= box_b.upper.array()).all() &&
           (box_b.lower.array() <= box_a.upper.array()).all();
}

/// Whether two faces, each the fan from its first corner, have a point in common.
template <class Number>
bool judged_meeting(const Face& a, const Face& b) {
    if (!boxes_meet(a, b)) return false;
    for (const ExactFace<Number>& s : fan_of(exact_face<Number>(a))) {
        for (const ExactFace<Number>& t : fan_of(exact_face<Number>(b))) {
            std::vector<ExactVector<Number>> edges;
            add_edges(s, edges);
            add_edges(t, edges);
            if (hulls_meet(s, t, edges)) return true;
        }
    }
    return false;
}

// ---- All pairs ----

using IndexPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// All pairs of faces for which `meet` holds, in ascending order.
template <class Meet>
IndexPairs all_pairs(const std::vector<Face>& a, const std::vector<Face>& b, const Meet& meet) {
    IndexPairs pairs;
    std::vector<Box> boxes(b.size());
    for (std::size_t k = 0; k < b.size(); ++k) {
        for (const Vector3d& p : b[k]) boxes[k].add(p);
    }
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        Box box;
        for (const Vector3d& p : a[i]) box.add(p);
        for (std::uint32_t k = 0; k < b.size(); ++k) {
            const bool near = (box.lower.array() <= boxes[k].upper.array()).all() &&
                              (boxes[k].lower.array() <= box.upper.array()).all();
            if (near && meet(a[i], b[k])) pairs.emplace_back(i, k);
        }
    }
    return pairs;
}

/// What visit_intersecting_faces calls its visitor with, in ascending order.
inline IndexPairs visited_pairs(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                                const Pose& pose_b) {
    IndexPairs pairs;
    EXPECT_TRUE(visit_intersecting_faces({a, pose_a}, {b, pose_b}, [&](FaceIndex i, FaceIndex k) {
        pairs.emplace_back(i.value, k.value);
        return true;
    }));
    std::ranges::sort(pairs);
    EXPECT_EQ(std::ranges::adjacent_find(pairs), pairs.end()) << "a pair came twice";
    return pairs;
}

// ---- Solids made of cells ----

/// Unit cells by their lower corners.
struct Cells {
    using Cell = std::array<int, 3>;
    std::set<Cell> filled;

    [[nodiscard]] bool has(const Cell& c) const { return filled.contains(c); }

    static Cells block(const Cell& lower, const Cell& upper) {
        Cells made;
        for (int x = lower[0]; x < upper[0]; ++x) {
            for (int y = lower[1]; y < upper[1]; ++y) {
                for (int z = lower[2]; z < upper[2]; ++z) made.filled.insert({x, y, z});
            }
        }
        return made;
    }

    /// A block of n by n by n cells about the origin, each of which is there with a chance; at
    /// least one.
    static Cells random(Random& random, int n, double share) {
        Cells made;
        const int low = -(n / 2);
        for (const Cell& c : block({low, low, low}, {low + n, low + n, low + n}).filled) {
            if (random.chance(share)) made.filled.insert(c);
        }
        if (made.filled.empty()) made.filled.insert({0, 0, 0});
        return made;
    }

    /// Cut into cells of half the size, in units of that size.
    [[nodiscard]] Cells refined() const {
        Cells made;
        for (const auto& [x, y, z] : filled) {
            for (int i = 0; i < 8; ++i) {
                made.filled.insert({2 * x + i % 2, 2 * y + i / 2 % 2, 2 * z + i / 4});
            }
        }
        return made;
    }

    /// Placed by a turn of exact_turns and a whole translation.
    [[nodiscard]] Cells placed(const Pose& pose) const {
        Cells made;
        for (const auto& [x, y, z] : filled) {
            const Vector3d centre = pose * Vector3d(x + 0.5, y + 0.5, z + 0.5);
            Cell cell{};
            for (std::size_t i = 0; i < 3; ++i) {
                cell[i] = static_cast<int>(std::floor(centre[static_cast<Eigen::Index>(i)]));
            }
            made.filled.insert(cell);
        }
        return made;
    }

    /// Calls see(neighbour, axis, side) for the six neighbours of a cell.
    template <class See>
    static void for_each_neighbour(const Cell& c, const See& see) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const int side : {-1, 1}) {
                Cell neighbour = c;
                neighbour[axis] += side;
                see(neighbour, axis, side);
            }
        }
    }

    /// Its surface, in squares that look outward.
    [[nodiscard]] Mesh mesh() const {
        Mesh made;
        for (const Cell& c : filled) {
            for_each_neighbour(c, [&](const Cell& neighbour, std::size_t axis, int side) {
                if (has(neighbour)) return;
                const auto u = (axis + 1) % 3, v = (axis + 2) % 3;
                std::vector<std::uint32_t> square;
                for (unsigned i = 0; i < 4; ++i) {
                    std::array<double, 3> p{};
                    p[axis] = c[axis] + (side > 0 ? 1 : 0);
                    p[u] = c[u] + (i == 1 || i == 2 ? 1 : 0);
                    p[v] = c[v] + (i >= 2 ? 1 : 0);
                    square.push_back(made.add_vertex({p[0], p[1], p[2]}));
                }
                if (side < 0) std::ranges::reverse(square);
                made.add_polygon(square);
            });
        }
        return made;
    }
};

/// How two solids made of cells stand to each other.
inline Relation relation_of(const Cells& a, const Cells& b) {
    Relation relation = Relation::separate;
    for (const auto& [x, y, z] : a.filled) {
        if (b.has({x, y, z})) return Relation::overlapping;
        for (int i = 0; i < 27; ++i) {
            if (b.has({x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1})) {
                relation = Relation::touching;
            }
        }
    }
    return relation;
}

/// Whether a lies inside b with their surfaces apart.
inline bool is_inside(const Cells& a, const Cells& b) {
    for (const auto& [x, y, z] : a.filled) {
        for (int i = 0; i < 27; ++i) {
            if (!b.has({x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1})) return false;
        }
    }
    return true;
}

/// Where a point lies: the cells about it are all filled, all empty, or some are and some not.
inline PointLocation place_in(const Cells& cells, const Vector3d& point) {
    bool filled = false, empty = false;
    for (unsigned i = 0; i < 8; ++i) {
        Cells::Cell cell{};
        for (unsigned axis = 0; axis < 3; ++axis) {
            const double x = point[static_cast<Eigen::Index>(axis)];
            const double below = (i >> axis & 1U) != 0 ? std::ceil(x) - 1 : std::floor(x);
            cell[axis] = static_cast<int>(below);
        }
        (cells.has(cell) ? filled : empty) = true;
    }
    if (filled && empty) return PointLocation::surface;
    return filled ? PointLocation::inside : PointLocation::outside;
}

}  // namespace of_pairs
}  // namespace swept::test

// Surfaces that touch along lines: on paper, and solids on an integer grid against a judge.

#include "overlap/surfaces_cross.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "core/inside.h"
#include "shape/faces_meet.h"
#include "tests/oracle/convex_parts.h"
#include "tests/oracle/crossing.h"
#include "tests/repeats.h"

namespace swept {
namespace {

using Eigen::Vector3d;
using oracle::ConvexPart;
using oracle::GridPoint;

Polyhedron built(const Mesh& mesh) {
    const auto shape = Polyhedron::build(mesh);
    EXPECT_TRUE(shape.has_value()) << (shape ? "" : shape.error().message());
    return *shape;
}

/// What the pairs of faces show: whether some meet, whether some are crossing, and whether surfaces
/// cross along an edge of some.
struct Shown {
    bool meet = false, crossing = false, along_edge = false;
    [[nodiscard]] bool cross() const { return crossing || along_edge; }
};

Shown shown(const Polyhedron& a, const Polyhedron& b) {
    const PlacedShape placed_a(a, Pose()), placed_b(b, Pose());
    Shown all;
    for (std::uint32_t i = 0; i < a.face_count(); ++i) {
        for (std::uint32_t k = 0; k < b.face_count(); ++k) {
            const PlacedFace face_a(placed_a, i), face_b(placed_b, k);
            const Meeting meeting = meeting_of(face_a.corners(), face_b.corners());
            if (meeting == Meeting::apart) continue;
            const bool cross = surfaces_cross(placed_a, FaceIndex(i), placed_b, FaceIndex(k));
            EXPECT_EQ(surfaces_cross(placed_b, FaceIndex(k), placed_a, FaceIndex(i)), cross);
            all.meet = true;
            all.crossing = all.crossing || meeting == Meeting::crossing;
            all.along_edge = all.along_edge || cross;
        }
    }
    return all;
}

/// Vertices and polygons in one go.
Mesh mesh_of(const std::vector<Vector3d>& vertices,
             const std::vector<std::vector<std::uint32_t>>& polygons) {
    Mesh mesh;
    mesh.vertices = vertices;
    for (const auto& polygon : polygons) mesh.add_polygon(polygon);
    return mesh;
}

/// A prism over a polygon of the plane z = lower, counter-clockwise seen from above.
Polyhedron prism(const std::vector<std::array<double, 2>>& outline, double lower, double upper) {
    Mesh mesh;
    const auto count = static_cast<std::uint32_t>(outline.size());
    for (const double z : {lower, upper}) {
        for (const auto& [x, y] : outline) mesh.add_vertex({x, y, z});
    }
    std::vector<std::uint32_t> bottom, top;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t next = (i + 1) % count;
        bottom.insert(bottom.begin(), i);
        top.push_back(count + i);
        mesh.add_polygon({i, next, count + next, count + i});
    }
    mesh.add_polygon(bottom);
    mesh.add_polygon(top);
    return built(mesh);
}

Polyhedron box(const Vector3d& lower, const Vector3d& upper) {
    return prism(
        {{lower[0], lower[1]}, {upper[0], lower[1]}, {upper[0], upper[1]}, {lower[0], upper[1]}},
        lower[2], upper[2]);
}

Polyhedron sheet(const std::vector<Vector3d>& corners) {
    Mesh mesh;
    mesh.vertices = corners;
    std::vector<std::uint32_t> polygon(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) polygon[i] = static_cast<std::uint32_t>(i);
    mesh.add_polygon(polygon);
    return built(mesh);
}

const Polyhedron floor_box = box({-4, -4, -1}, {4, 4, 0});

// ---- Solids on paper ----

TEST(surfaces_cross, a_box_on_a_floor_touches) {
    for (const double x : {0.0, 2.0, 3.0, 4.0, -5.0}) {
        const Shown all = shown(box({x, -1, 0}, {x + 1, 1, 2}), floor_box);
        EXPECT_TRUE(all.meet);
        EXPECT_FALSE(all.cross());
    }
}

TEST(surfaces_cross, a_box_that_stands_on_an_edge_touches) {
    // Turned by 45 degrees about y; its lowest edge lies in the floor.
    const Polyhedron tipped = built(mesh_of(
        {{0, -1, 0},
         {1, -1, 1},
         {0, -1, 2},
         {-1, -1, 1},
         {0, 1, 0},
         {1, 1, 1},
         {0, 1, 2},
         {-1, 1, 1}},
        {{0, 1, 2, 3}, {7, 6, 5, 4}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}}));
    EXPECT_GT(tipped.volume().value_or(0), 0);
    const Shown all = shown(tipped, floor_box);
    EXPECT_TRUE(all.meet);
    EXPECT_FALSE(all.cross());
}

TEST(surfaces_cross, an_edge_in_a_face_with_its_faces_on_either_side_crosses) {
    // The edge from (0, -1, 0) to (0, 1, 0) lies in the top of the floor; one of its faces goes up,
    // the other down.
    const Polyhedron wedge =
        built(mesh_of({{0, -1, 0}, {3, -1, -0.5}, {3, -1, 1}, {0, 1, 0}, {3, 1, -0.5}, {3, 1, 1}},
                      {{0, 1, 2}, {5, 4, 3}, {0, 3, 4, 1}, {1, 4, 5, 2}, {2, 5, 3, 0}}));
    EXPECT_GT(wedge.volume().value_or(0), 0);
    EXPECT_TRUE(shown(wedge, floor_box).along_edge);
}

TEST(surfaces_cross, boxes_that_share_an_edge_diagonally_touch) {
    const Shown all = shown(box({0, 0, 0}, {1, 1, 1}), box({1, 1, 0}, {2, 2, 1}));
    EXPECT_TRUE(all.meet);
    EXPECT_FALSE(all.cross());
}

TEST(surfaces_cross, boxes_side_by_side_touch_whatever_their_lengths) {
    for (const double length : {0.5, 1.0, 3.0}) {
        const Shown all = shown(box({0, 0, 0}, {1, 1, 1}), box({1, 0, 0}, {2, length, length}));
        EXPECT_TRUE(all.meet);
        EXPECT_FALSE(all.cross());
    }
}

TEST(surfaces_cross, equal_boxes_coincide) {
    EXPECT_TRUE(shown(box({0, 0, 0}, {1, 1, 1}), box({0, 0, 0}, {1, 1, 1})).crossing);
}

TEST(surfaces_cross, a_wedge_in_a_matching_groove_touches) {
    const Polyhedron groove =
        prism({{-2, -1}, {2, -1}, {2, 1}, {1, 1}, {0, 0}, {-1, 1}, {-2, 1}}, 0, 4);
    const Polyhedron wedge = prism({{0, 0}, {1, 1}, {-1, 1}}, 1, 3);
    const Shown all = shown(groove, wedge);
    EXPECT_TRUE(all.meet);
    EXPECT_FALSE(all.cross());
    // A narrower one stands on the bottom of the groove, a wider one cuts into its sides.
    EXPECT_FALSE(shown(groove, prism({{0, 0}, {1, 2}, {-1, 2}}, 1, 3)).cross());
    EXPECT_TRUE(shown(groove, prism({{0, 0}, {2, 1.5}, {-2, 1.5}}, 1, 3)).cross());
}

TEST(surfaces_cross, a_wedge_that_only_leans_into_the_groove_wall_crosses_along_the_bottom) {
    const Polyhedron groove =
        prism({{-2, -1}, {2, -1}, {2, 1}, {1, 1}, {0, 0}, {-1, 1}, {-2, 1}}, 0, 4);
    // From the bottom edge into the right wall; the edge is the only line where surfaces meet
    // within 1 < z < 3, but the ends cut the walls of the groove too.
    EXPECT_TRUE(shown(groove, prism({{0, 0}, {0.75, 0.5}, {0.5, 0.75}}, 1, 3)).along_edge);
}

TEST(surfaces_cross, a_ridge_across_a_ridge_touches_and_through_it_crosses) {
    const Polyhedron lower = prism({{-1, -1}, {1, -1}, {0, 0}}, -2, 2);  // ridge along z at y = 0
    const auto roof = [](double height) {  // ridge along x, hanging down to y = height
        return built(mesh_of({{-2, height + 1, -1},
                              {-2, height + 1, 1},
                              {-2, height, 0},
                              {2, height + 1, -1},
                              {2, height + 1, 1},
                              {2, height, 0}},
                             {{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}));
    };
    const Shown touching = shown(lower, roof(0));
    EXPECT_TRUE(touching.meet);
    EXPECT_FALSE(touching.cross());
    EXPECT_TRUE(shown(lower, roof(-0.25)).cross());
    EXPECT_FALSE(shown(lower, roof(0.25)).meet);
}

TEST(surfaces_cross, a_box_inside_that_touches_a_face_from_within_coincides_with_it) {
    EXPECT_TRUE(shown(box({0, 0, 0}, {4, 4, 4}), box({1, 1, 0}, {2, 2, 1})).crossing);
}

TEST(surfaces_cross, a_wedge_inside_that_touches_a_face_with_an_edge_from_within_crosses) {
    const Polyhedron inner = prism({{2, 0}, {3, 1}, {1, 1}}, 1, 2);
    EXPECT_TRUE(shown(box({0, 0, 0}, {4, 4, 4}), inner).along_edge);
}

TEST(surfaces_cross, a_prism_that_fills_a_corner_of_a_box_from_outside_touches) {
    // An L whose inner edge is the box's edge.
    const Polyhedron angle = prism({{-1, -1}, {3, -1}, {3, 0}, {0, 0}, {0, 3}, {-1, 3}}, 0, 2);
    const Shown all = shown(angle, box({0, 0, -1}, {2, 2, 1}));
    EXPECT_TRUE(all.meet);
    EXPECT_FALSE(all.cross());
}

TEST(surfaces_cross, one_shape_with_two_boxes_on_an_edge_leaves_room_between_them) {
    const Polyhedron a = box({0, 0, 0}, {1, 1, 1}), b = box({1, 1, 0}, {2, 2, 1});
    Mesh both = a.mesh();
    const auto offset = static_cast<std::uint32_t>(both.vertices.size());
    const Mesh other = b.mesh();
    for (const Vector3d& p : other.vertices) both.vertices.push_back(p);
    for (std::size_t i = 0; i < other.polygon_count(); ++i) {
        std::vector<std::uint32_t> polygon;
        for (const std::uint32_t corner : other.polygon(i)) polygon.push_back(corner + offset);
        both.add_polygon(polygon);
    }
    const Polyhedron tangled = built(both);
    EXPECT_TRUE(tangled.is_closed() && tangled.is_oriented());
    const Shown beside = shown(tangled, box({1, 0, 0}, {2, 1, 1}));
    EXPECT_TRUE(beside.meet);
    EXPECT_FALSE(beside.cross());
    const Polyhedron wide = prism({{1, 1}, {1.5, 0}, {4, 1.5}}, 0.25, 0.75);
    EXPECT_TRUE(shown(tangled, wide).along_edge);
}

// ---- Sheets on paper ----

TEST(surfaces_cross, a_sheet_that_stands_on_a_box_touches) {
    const Shown all = shown(sheet({{-1, 0, 0}, {1, 0, 0}, {1, 0, 2}, {-1, 0, 2}}), floor_box);
    EXPECT_TRUE(all.meet);
    EXPECT_FALSE(all.cross());
}

TEST(surfaces_cross, a_sheet_whose_border_reaches_a_face_from_inside_crosses) {
    const Polyhedron hidden = sheet({{-1, 0, 0}, {1, 0, 0}, {1, 0, -0.5}, {-1, 0, -0.5}});
    EXPECT_TRUE(shown(hidden, floor_box).along_edge);
}

TEST(surfaces_cross, a_sheet_that_lies_on_a_box_touches_when_it_looks_the_other_way) {
    const Polyhedron up = sheet({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
    const Polyhedron down = sheet({{-1, 1, 0}, {1, 1, 0}, {1, -1, 0}, {-1, -1, 0}});
    EXPECT_TRUE(shown(up, floor_box).cross());
    EXPECT_TRUE(shown(down, floor_box).meet);
    EXPECT_FALSE(shown(down, floor_box).cross());
}

/// Two squares that share the edge from (0, 0, 0) to (0, 1, 0), towards two points with y = 0.
Polyhedron folded(const Vector3d& left, const Vector3d& right) {
    const Vector3d up(0, 1, 0), o(0, 0, 0);
    return built(
        mesh_of({o, up, left, left + up, right, right + up}, {{0, 1, 3, 2}, {1, 0, 4, 5}}));
}

TEST(surfaces_cross, folded_sheets_cross_along_their_fold_when_their_halves_alternate) {
    const Polyhedron a = folded({-1, 0, 1}, {1, 0, 1});
    EXPECT_TRUE(shown(a, folded({0, 0, 1}, {0, 0, -1})).along_edge);
    EXPECT_FALSE(shown(a, folded({-1, 0, -1}, {1, 0, -1})).cross());
    EXPECT_FALSE(shown(a, folded({-1, 0, 0}, {1, 0, 0})).cross());
    EXPECT_FALSE(shown(a, folded({-1, 0, 3}, {1, 0, 3})).cross());
    EXPECT_TRUE(shown(a, folded({-1, 0, 3}, {1, 0, 0})).along_edge);
}

TEST(surfaces_cross, folded_sheets_agree_with_their_angles) {
    std::mt19937 random(4);
    std::uniform_int_distribution<int> grid(-2, 2);
    const auto direction = [&] {
        Vector3d d(0, 0, 0);
        while (d == Vector3d(0, 0, 0)) d = Vector3d(grid(random), 0, grid(random));
        return d;
    };
    const auto same = [](const Vector3d& u, const Vector3d& v) {
        return u.cross(v) == Vector3d(0, 0, 0) && u.dot(v) > 0;
    };
    const auto angle = [](const Vector3d& u) { return std::atan2(u[2], u[0]); };
    int crossing = 0, alike = 0, apart = 0;
    for (int i = 0; i < 3000; ++i) {
        const Vector3d a[] = {direction(), direction()}, b[] = {direction(), direction()};
        if (same(a[0], a[1]) || same(b[0], b[1])) continue;
        const auto between = [&](const Vector3d& u) {
            const double low = std::min(angle(a[0]), angle(a[1]));
            return angle(u) > low && angle(u) < std::max(angle(a[0]), angle(a[1]));
        };
        const bool look_alike = same(a[0], b[0]) || same(a[1], b[1]);
        const bool coincide = look_alike || same(a[0], b[1]) || same(a[1], b[0]);
        const bool alternate = !coincide && between(b[0]) != between(b[1]);
        const Shown all = shown(folded(a[0], a[1]), folded(b[0], b[1]));
        EXPECT_EQ(all.cross(), look_alike || alternate);
        EXPECT_EQ(all.along_edge, look_alike || alternate);
        ++(alternate ? crossing : look_alike ? alike : apart);
    }
    EXPECT_GT(crossing, 500);
    EXPECT_GT(alike, 200);
    EXPECT_GT(apart, 1000);
}

TEST(surfaces_cross, a_fold_in_a_sheet_crosses_it_only_with_its_halves_on_both_sides) {
    const Polyhedron flat = sheet({{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}});
    EXPECT_TRUE(shown(folded({-1, 0, 1}, {1, 0, -1}), flat).along_edge);
    EXPECT_FALSE(shown(folded({-1, 0, 1}, {1, 0, 1}), flat).cross());
}

TEST(surfaces_cross, a_border_on_a_sheet_does_not_cross_it) {
    const Polyhedron flat = sheet({{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}});
    const Shown all = shown(sheet({{0, -1, 0}, {0, 1, 0}, {0, 0, 2}}), flat);
    EXPECT_TRUE(all.meet);
    EXPECT_FALSE(all.cross());
}

TEST(surfaces_cross, borders_along_each_other_touch) {
    const Shown all = shown(sheet({{0, -1, 0}, {0, 1, 0}, {0, 0, 2}}),
                            sheet({{0, -2, 0}, {0, 0.5, 0}, {2, 0, 0}}));
    EXPECT_TRUE(all.meet);
    EXPECT_FALSE(all.cross());
}

TEST(surfaces_cross, a_bent_polygon_crosses_along_the_diagonal_of_its_fan) {
    // In no plane, so that its fan is bent along the diagonal from its first corner, which lies in
    // the sheet; its other corners are above and below. Built as triangles it would have an edge
    // there; planar polygons get such bends from the rounding of a pose.
    const Polyhedron flat = sheet({{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}});
    const double lift = 0x1p-52;
    const Polyhedron bent = sheet({{-1, -1, 0}, {1, -1, lift}, {1, 1, 0}, {-1, 1, -lift}});
    ASSERT_EQ(bent.face_count(), 1U);
    EXPECT_TRUE(shown(bent, flat).along_edge);
    const Polyhedron dented = sheet({{-1, -1, 0}, {1, -1, lift}, {1, 1, 0}, {-1, 1, lift}});
    ASSERT_EQ(dented.face_count(), 1U);
    EXPECT_FALSE(shown(dented, flat).cross());
}

TEST(surfaces_cross, corners_in_line_are_passed_over) {
    // The first triangle of each fan has no area: the first three corners are on one line.
    const Polyhedron wedge = built(
        mesh_of({{0, -1, 0}, {0, 0, 0}, {0, 1, 0}, {2, 1, 1}, {2, -1, 1}, {2, 1, -1}, {2, -1, -1}},
                {{0, 1, 2, 3, 4}, {2, 1, 0, 6, 5}}));
    const Polyhedron flat = sheet({{-3, -3, 0}, {0, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}});
    EXPECT_TRUE(shown(wedge, flat).along_edge);
}

// ---- Solids on a grid ----

/// A solid: what it is made of, and its surface.
struct GridSolid {
    std::vector<ConvexPart> parts;
    ConvexPart surface;  ///< corners and polygons of all of it; not convex
};

ConvexPart grid_prism(const std::vector<std::array<int, 2>>& outline, int lower, int upper) {
    ConvexPart part;
    const std::size_t count = outline.size();
    for (const int z : {lower, upper}) {
        for (const auto& [x, y] : outline) part.corners.emplace_back(x, y, z);
    }
    std::vector<std::size_t> bottom, top;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t next = (i + 1) % count;
        bottom.insert(bottom.begin(), i);
        top.push_back(count + i);
        part.polygons.push_back({i, next, count + next, count + i});
    }
    part.polygons.push_back(bottom);
    part.polygons.push_back(top);
    return part;
}

ConvexPart grid_box(int x0, int y0, int z0, int x1, int y1, int z1) {
    return grid_prism({{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, z0, z1);
}

ConvexPart together(const ConvexPart& a, const ConvexPart& b) {
    ConvexPart both = a;
    for (const GridPoint& p : b.corners) both.corners.push_back(p);
    for (auto polygon : b.polygons) {
        for (std::size_t& corner : polygon) corner += a.corners.size();
        both.polygons.push_back(polygon);
    }
    return both;
}

ConvexPart inside_out(ConvexPart part) {
    for (auto& polygon : part.polygons) std::reverse(polygon.begin(), polygon.end());
    return part;
}

class GridSolids {
   public:
    explicit GridSolids(unsigned seed) : random_(seed) {}

    int integer(int lower, int upper) {
        return std::uniform_int_distribution<int>(lower, upper)(random_);
    }

    std::size_t index(std::size_t size) {
        return std::uniform_int_distribution<std::size_t>(0, size - 1)(random_);
    }

    GridSolid any() {
        GridSolid solid = make(integer(0, 7));
        turn(solid);
        shift(solid, {integer(-2, 2), integer(-2, 2), integer(-2, 2)});
        return solid;
    }

    /// Large enough for others to fit inside.
    GridSolid any_large() {
        GridSolid solid = make(integer(0, 7));
        turn(solid);
        for_corners(solid, [](GridPoint& p) { p *= 3; });
        shift(solid, {integer(-6, 2), integer(-6, 2), integer(-6, 2)});
        return solid;
    }

    /// A solid that is likely to touch another: a corner on a corner, or a tetrahedron that stands
    /// with an edge on an edge.
    GridSolid any_beside(const GridSolid& other) {
        const std::vector<GridPoint> edge = any_edge(other);
        const int kind = integer(0, 2);
        if (kind == 0) return any();
        if (kind == 1) return tetrahedron(edge);
        GridSolid solid = any();
        shift(solid, edge[0] - solid.surface.corners[index(solid.surface.corners.size())]);
        return solid;
    }

    /// One polygon, or two that share an edge; often with the fold or the border on an edge of
    /// another.
    GridSolid any_sheet_beside(const GridSolid& other) {
        const auto point = [&] {
            return GridPoint(integer(-3, 3), integer(-3, 3), integer(-3, 3));
        };
        GridSolid sheet;
        ConvexPart& surface = sheet.surface;
        const bool on_edge = integer(0, 1) == 1;
        do {
            surface.corners = {point(), point(), point(), point()};
            if (on_edge) {
                const std::vector<GridPoint> edge = any_edge(other);
                std::copy(edge.begin(), edge.end(), surface.corners.begin());
            }
        } while (has_flat_triangle(surface.corners));
        surface.polygons = {{0, 1, 2}};
        if (integer(0, 1) == 1) surface.polygons.push_back({1, 0, 3});
        for (const auto& polygon : surface.polygons) {
            ConvexPart part;
            for (const std::size_t corner : polygon)
                part.corners.push_back(surface.corners[corner]);
            part.polygons = {{0, 1, 2}};
            sheet.parts.push_back(part);
        }
        return sheet;
    }

   private:
    std::mt19937 random_;

    std::vector<GridPoint> any_edge(const GridSolid& solid) {
        const auto& polygon = solid.surface.polygons[index(solid.surface.polygons.size())];
        const std::size_t first = index(polygon.size());
        return {solid.surface.corners[polygon[first]],
                solid.surface.corners[polygon[(first + 1) % polygon.size()]]};
    }

    static bool has_flat_triangle(const std::vector<GridPoint>& p) {
        const auto flat = [&](std::size_t i, std::size_t j, std::size_t k) {
            return GridPoint((p[j] - p[i]).cross(p[k] - p[i])) == GridPoint(0, 0, 0);
        };
        return flat(0, 1, 2) || flat(1, 0, 3);
    }

    GridSolid convex(const ConvexPart& part) { return {{part}, part}; }

    GridSolid make(int kind) {
        const int w = integer(1, 3), h = integer(1, 3), d = integer(1, 3);
        switch (kind) {
            case 0:
                return convex(grid_box(0, 0, 0, w, h, d));
            case 1:
                return convex(grid_prism({{0, 0}, {2 * w, 0}, {w, h}}, 0, d));
            case 2:
                return convex(grid_prism({{0, 0}, {w, 0}, {0, h}}, 0, d));
            case 3:
                return tetrahedron({});
            case 4:  // an L
                return {{grid_box(0, 0, 0, 3, 1, d), grid_box(0, 0, 0, 1, 3, d)},
                        grid_prism({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, 0, d)};
            case 5:  // a block with a groove
                return {{grid_prism({{-2, -1}, {2, -1}, {2, 0}, {-2, 0}}, 0, d),
                         grid_prism({{0, -1}, {2, -1}, {2, 1}, {1, 1}, {0, 0}}, 0, d),
                         grid_prism({{-2, -1}, {0, -1}, {0, 0}, {-1, 1}, {-2, 1}}, 0, d)},
                        grid_prism({{-2, -1}, {2, -1}, {2, 1}, {1, 1}, {0, 0}, {-1, 1}, {-2, 1}}, 0,
                                   d)};
            case 6: {  // two boxes on an edge
                const ConvexPart a = grid_box(0, 0, 0, 1, 1, d), b = grid_box(1, 1, 0, 2, 2, d);
                return {{a, b}, together(a, b)};
            }
            default:  // a hollow box
                return {
                    {grid_box(0, 0, 0, 4, 4, 1), grid_box(0, 0, 3, 4, 4, 4),
                     grid_box(0, 0, 0, 4, 1, 4), grid_box(0, 3, 0, 4, 4, 4),
                     grid_box(0, 0, 0, 1, 4, 4), grid_box(3, 0, 0, 4, 4, 4)},
                    together(grid_box(0, 0, 0, 4, 4, 4), inside_out(grid_box(1, 1, 1, 3, 3, 3)))};
        }
    }

    /// With the given corners, the others by chance.
    GridSolid tetrahedron(const std::vector<GridPoint>& given) {
        ConvexPart part;
        std::int64_t volume = 0;
        while (volume <= 0) {
            part.corners = given;
            while (part.corners.size() < 4) {
                part.corners.emplace_back(integer(-2, 2), integer(-2, 2), integer(-2, 2));
            }
            const GridPoint u = part.corners[1] - part.corners[0];
            const GridPoint v = part.corners[2] - part.corners[0];
            volume = u.cross(v).dot(part.corners[3] - part.corners[0]);
        }
        part.polygons = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
        return convex(part);
    }

    template <class Change>
    static void for_corners(GridSolid& solid, const Change& change) {
        for (ConvexPart& part : solid.parts) {
            for (GridPoint& p : part.corners) change(p);
        }
        for (GridPoint& p : solid.surface.corners) change(p);
    }

    static void shift(GridSolid& solid, const GridPoint& by) {
        for_corners(solid, [&](GridPoint& p) { p += by; });
    }

    /// One of the 24 turns of the grid.
    void turn(GridSolid& solid) {
        Eigen::Matrix<std::int64_t, 3, 3> rotation;
        do {
            rotation.setZero();
            std::array<int, 3> axes{0, 1, 2};
            std::shuffle(axes.begin(), axes.end(), random_);
            for (int i = 0; i < 3; ++i) {
                rotation(i, axes[static_cast<std::size_t>(i)]) = integer(0, 1) * 2 - 1;
            }
        } while (rotation.row(0).cross(rotation.row(1)).dot(rotation.row(2)) != 1);
        for_corners(solid, [&](GridPoint& p) { p = (rotation * p).eval(); });
    }
};

Polyhedron built(const GridSolid& solid) {
    Mesh mesh;
    for (const GridPoint& p : solid.surface.corners) mesh.add_vertex(p.cast<double>());
    for (const auto& polygon : solid.surface.polygons) {
        mesh.add_polygon(std::vector<std::uint32_t>(polygon.begin(), polygon.end()));
    }
    return built(mesh);
}

/// Whether a whole connected part of the surface of `inner` may lie in `outer`: all its corners do.
bool may_be_inside(const GridSolid& inner, const GridSolid& outer) {
    const ConvexPart& surface = inner.surface;
    std::vector<std::size_t> part(surface.corners.size());
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = i;
    const auto root = [&](std::size_t i) {
        while (part[i] != i) i = part[i];
        return i;
    };
    for (const auto& polygon : surface.polygons) {
        for (const std::size_t corner : polygon) part[root(corner)] = root(polygon[0]);
    }
    std::set<std::size_t> outside;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (!oracle::holds(outer.parts, surface.corners[i])) outside.insert(root(i));
    }
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (!outside.contains(root(i))) return true;
    }
    return false;
}

struct Counts {
    int apart = 0, touching = 0, overlapping = 0, only_edges = 0, inside = 0;
};

/// What faces show must be what the judge says, but for parts that lie inside as a whole.
void compare(const GridSolid& a, const GridSolid& b, Counts& counts) {
    const int judged = oracle::overlap_of(a.parts, b.parts);
    const Shown all = shown(built(a), built(b));
    ++(judged < 0 ? counts.apart : judged == 0 ? counts.touching : counts.overlapping);
    if (judged <= 0) {
        EXPECT_FALSE(all.cross());
        EXPECT_EQ(all.meet, judged == 0);
        return;
    }
    if (!all.cross()) {
        ++counts.inside;
        EXPECT_TRUE(may_be_inside(a, b) || may_be_inside(b, a));
    } else if (!all.crossing) {
        ++counts.only_edges;
    }
}

TEST(surfaces_cross, agrees_with_convex_parts_on_solids_of_a_grid) {
    GridSolids solids(1);
    Counts counts;
    for (int i = 0; i < test::repeats(8000); ++i) {
        const GridSolid a = i % 2 == 0 ? solids.any() : solids.any_large();
        compare(a, solids.any_beside(a), counts);
    }
    EXPECT_GT(counts.touching, test::repeats(1000));
    EXPECT_GT(counts.overlapping, test::repeats(1000));
    EXPECT_GT(counts.only_edges, test::repeats(50));  // cases that only surfaces_cross finds
    EXPECT_LT(counts.inside, counts.overlapping / 10);
    std::printf("apart %d touching %d overlapping %d, by edges only %d, inside %d\n", counts.apart,
                counts.touching, counts.overlapping, counts.only_edges, counts.inside);
}

TEST(surfaces_cross, agrees_with_convex_parts_on_sheets_and_solids_of_a_grid) {
    GridSolids solids(2);
    Counts counts;
    for (int i = 0; i < test::repeats(6000); ++i) {
        const GridSolid solid = i % 2 == 0 ? solids.any() : solids.any_large();
        const GridSolid sheet = solids.any_sheet_beside(solid);
        const int judged = oracle::overlap_of(sheet.parts, solid.parts);
        const Shown all = shown(built(sheet), built(solid));
        ++(judged < 0 ? counts.apart : judged == 0 ? counts.touching : counts.overlapping);
        EXPECT_TRUE(judged < 0 || all.meet || may_be_inside(sheet, solid));
        if (judged > 0 && !all.cross()) {
            ++counts.inside;
            EXPECT_TRUE(may_be_inside(sheet, solid));
        }
        if (judged > 0 && !all.crossing && all.cross()) ++counts.only_edges;
        // A sheet flat on a face that looks the same way crosses it without going inside.
        EXPECT_TRUE(judged > 0 || all.crossing || !all.along_edge);
    }
    EXPECT_GT(counts.touching, test::repeats(300));
    EXPECT_GT(counts.overlapping, test::repeats(1000));
    EXPECT_GT(counts.only_edges, test::repeats(100));
    std::printf("apart %d touching %d overlapping %d, by edges only %d, inside %d\n", counts.apart,
                counts.touching, counts.overlapping, counts.only_edges, counts.inside);
}

// ---- The judge of placements ----

bool judged_to_overlap(const Polyhedron& a, const Polyhedron& b) {
    const oracle::JudgedShape judged_a(a, Pose()), judged_b(b, Pose());
    const bool overlap = oracle::shapes_overlap(judged_a, judged_b);
    EXPECT_EQ(oracle::shapes_overlap(judged_b, judged_a), overlap);
    return overlap;
}

TEST(surfaces_cross, the_judge_of_placements_sees_a_sheet_through_corners_of_a_solid) {
    // An octahedron whose middle is a square in the plane z = 0: no triangle of it crosses a sheet
    // in that plane, for all begin there. A judge that looked for triangles that cross took the
    // sheet for one that touches, until the octahedron had moved by a rounding (seed 1357 of
    // judge_collisions).
    const Polyhedron diamond = built(mesh_of(
        {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
        {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}}));
    EXPECT_GT(diamond.volume().value_or(0), 0);
    const auto square = [](double x, double half) {
        return sheet(
            {{x, -half, 0}, {x + 2 * half, -half, 0}, {x + 2 * half, half, 0}, {x, half, 0}});
    };
    EXPECT_TRUE(judged_to_overlap(diamond, square(0.25, 4)));
    EXPECT_TRUE(judged_to_overlap(diamond, square(-4, 4)));
    EXPECT_FALSE(judged_to_overlap(diamond, square(1, 4)));  // a corner on a border
    EXPECT_FALSE(judged_to_overlap(diamond, square(1.25, 4)));
    EXPECT_FALSE(judged_to_overlap(square(0, 1), sheet({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}})));
    EXPECT_TRUE(judged_to_overlap(square(-1, 1), folded({-1, 0, 1}, {1, 0, -1})));
    EXPECT_FALSE(judged_to_overlap(square(-1, 1), folded({-1, 0, 1}, {1, 0, 1})));
}

TEST(surfaces_cross, the_judge_of_placements_agrees_with_convex_parts) {
    GridSolids solids(3);
    int touching = 0, only_edges = 0;
    for (int i = 0; i < test::repeats(1500); ++i) {
        const GridSolid a = i % 2 == 0 ? solids.any() : solids.any_large();
        const GridSolid b = i % 3 == 0 ? solids.any_sheet_beside(a) : solids.any_beside(a);
        const int judged = oracle::overlap_of(a.parts, b.parts);
        const Polyhedron shape_a = built(a), shape_b = built(b);
        const Shown all = shown(shape_a, shape_b);
        // Inside as a whole, and in touch with single points; flat on a face, looking the same way.
        const bool inside = all.meet && !all.cross();
        if ((judged > 0 && inside) || (judged <= 0 && all.crossing)) continue;
        EXPECT_EQ(judged_to_overlap(shape_a, shape_b), judged > 0) << i;
        touching += judged == 0 ? 1 : 0;
        only_edges += judged > 0 && all.meet && !all.crossing ? 1 : 0;
    }
    EXPECT_GT(touching, test::repeats(300));
    EXPECT_GT(only_edges, test::repeats(15));
}

}  // namespace
}  // namespace swept

#pragma once

// Surfaces to carve, kept the way a world would keep them, and short ways to measure them.

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "carve/carve.h"
#include "core/inside.h"
#include "swept/polyhedron.h"
#include "swept/solids.h"

namespace swept::test {

using Eigen::Vector3d;

/// Shells that are carved again and again.
struct Rock {
    std::vector<Vector3d> positions;
    std::vector<std::uint32_t> begins{0}, corners, shells, groups;
    bool grouped = true;  // a group for each polygon of the start, one for each cap
    std::uint32_t group_count = 0;
    std::vector<std::uint8_t> closed;

    /// Adds a mesh as a shell of its own.
    Rock& add(const Mesh& mesh, bool is_closed = true, bool inside_out = false) {
        const auto first = static_cast<std::uint32_t>(positions.size());
        positions.insert(positions.end(), mesh.vertices.begin(), mesh.vertices.end());
        for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
            std::vector<std::uint32_t> loop;
            for (const std::uint32_t v : mesh.polygon(i)) loop.push_back(first + v);
            if (inside_out) std::ranges::reverse(loop);
            corners.insert(corners.end(), loop.begin(), loop.end());
            begins.push_back(static_cast<std::uint32_t>(corners.size()));
            shells.push_back(static_cast<std::uint32_t>(closed.size()));
            groups.push_back(group_count++);
        }
        closed.push_back(is_closed ? 1 : 0);
        return *this;
    }
    [[nodiscard]] CarveSurface surface() const {
        return {positions, begins, corners,
                shells,    closed, grouped ? std::span(groups) : std::span<const std::uint32_t>()};
    }
    [[nodiscard]] std::size_t size() const { return shells.size(); }

    void apply(const Carved& carved) {
        std::vector<std::uint32_t> new_begins{0}, new_corners, new_shells, new_groups;
        const auto take = [&](std::span<const std::uint32_t> loop, std::uint32_t shell,
                              std::uint32_t group) {
            new_corners.insert(new_corners.end(), loop.begin(), loop.end());
            new_begins.push_back(static_cast<std::uint32_t>(new_corners.size()));
            new_shells.push_back(shell);
            new_groups.push_back(group);
        };
        std::size_t gone = 0;
        for (std::uint32_t i = 0; i < size(); ++i) {
            if (gone < carved.removed.size() && carved.removed[gone] == i) {
                ++gone;
            } else {
                take(surface().polygon(i), shells[i], groups[i]);
            }
        }
        EXPECT_EQ(gone, carved.removed.size());
        for (std::size_t i = 0; i < carved.added.size(); ++i) {
            const CarvedPolygon& from = carved.added[i];
            take(carved.polygon(i), from.shell,
                 from.cap ? group_count + from.tool_face : groups[from.source]);
        }
        group_count += 1000;
        positions.insert(positions.end(), carved.vertices.begin(), carved.vertices.end());
        begins = std::move(new_begins);
        corners = std::move(new_corners);
        shells = std::move(new_shells);
        groups = std::move(new_groups);
    }

    /// The polygons of one shell, or of all.
    [[nodiscard]] Mesh mesh(int shell = -1) const {
        Mesh mesh;
        mesh.vertices = positions;
        for (std::size_t i = 0; i < size(); ++i) {
            if (shell < 0 || shells[i] == static_cast<std::uint32_t>(shell)) {
                mesh.add_polygon(surface().polygon(i));
            }
        }
        return mesh;
    }
};

/// The signed volume of a mesh, as fans, with no regard to whether it is closed.
inline double volume_of(const Mesh& mesh, const Vector3d& origin = Vector3d::Zero()) {
    double sum = 0;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto loop = mesh.polygon(i);
        const Vector3d a = mesh.vertices[loop[0]] - origin;
        for (std::size_t k = 2; k < loop.size(); ++k) {
            sum +=
                a.dot((mesh.vertices[loop[k - 1]] - origin).cross(mesh.vertices[loop[k]] - origin));
        }
    }
    return sum / 6;
}

/// How often the surface goes round a point: 1 inside, 0 outside (van Oosterom and Strackee 1983).
inline double winding_number(const Mesh& mesh, const Vector3d& point) {
    double sum = 0;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto loop = mesh.polygon(i);
        for (std::size_t k = 2; k < loop.size(); ++k) {
            const Vector3d a = mesh.vertices[loop[0]] - point,
                           b = mesh.vertices[loop[k - 1]] - point,
                           c = mesh.vertices[loop[k]] - point;
            const double x = a.norm(), y = b.norm(), z = c.norm();
            sum += 2 * std::atan2(a.dot(b.cross(c)),
                                  x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y);
        }
    }
    return sum / (4 * std::acos(-1.0));
}

/// The sum of directed sides by index: 0 everywhere for a closed chain.
inline bool is_balanced(const Mesh& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto loop = mesh.polygon(i);
        for (std::size_t k = 0; k < loop.size(); ++k) {
            const std::uint32_t a = loop[k], b = loop[(k + 1) % loop.size()];
            sides[std::minmax(a, b)] += a < b ? 1 : -1;
        }
    }
    return std::ranges::all_of(sides, [](const auto& s) { return s.second == 0; });
}

inline Polyhedron solid(const Mesh& mesh) {
    const Result<Polyhedron> built = Polyhedron::build(mesh);
    EXPECT_TRUE(built.has_value()) << (built ? "" : built.error().message());
    return built.value();
}

/// Whether the library takes it as closed and oriented.
inline bool builds_closed(const Mesh& mesh) {
    const Result<Polyhedron> built = Polyhedron::build(mesh);
    EXPECT_TRUE(built.has_value()) << (built ? "" : built.error().message());
    return built && built->is_closed() && built->is_oriented();
}

inline Mesh box(const Vector3d& lower, const Vector3d& upper) {
    Mesh mesh = make_box(upper - lower).value();
    for (Vector3d& v : mesh.vertices) {
        for (int k = 0; k < 3; ++k) v[k] = v[k] < 0 ? lower[k] : upper[k];
    }
    return mesh;
}

inline Pose at(const Vector3d& translation) {
    return Pose::make(translation).value();
}

inline Pose random_pose(std::mt19937& random, double reach) {
    std::uniform_real_distribution<double> unit(-1, 1);
    Eigen::Quaterniond q(unit(random), unit(random), unit(random), unit(random));
    q.normalize();
    return Pose::make(reach * Vector3d(unit(random), unit(random), unit(random)), q).value();
}

inline Carved carved(const Rock& rock, const Polyhedron& tool, const Pose& pose = {}) {
    Result<Carved> result = carve(rock.surface(), tool, pose);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message());
    return result ? *result : Carved{};
}

/// Carves, and checks what must always hold: closed shells stay closed, the piece is closed, and no
/// volume is lost. Shells that are open must be given by `with_open`.
inline Carved carve_and_check(Rock& rock, const Polyhedron& tool, const Pose& pose = {},
                              bool with_open = false) {
    const Vector3d origin = pose.translation();
    const double before = volume_of(rock.mesh(), origin);
    const Carved result = carved(rock, tool, pose);
    EXPECT_EQ(result.met, !result.removed.empty());
    rock.apply(result);
    EXPECT_TRUE(is_balanced(result.piece));
    if (!with_open) {
        EXPECT_TRUE(is_balanced(rock.mesh()));
        const double after = volume_of(rock.mesh(), origin);
        const double piece = volume_of(result.piece, origin);
        EXPECT_NEAR(before, after + piece, 1e-12 * (std::abs(before) + std::abs(after) + 1));
        EXPECT_GE(piece, -1e-12);
    }
    return result;
}

}  // namespace swept::test

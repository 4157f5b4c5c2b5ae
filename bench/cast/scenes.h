#pragma once

// Where casts are asked, and from which places on which ways. All coordinates, of vertices and of
// ways, are whole multiples of a power of two, few enough that a float holds them and every sum of
// a place and a way: libraries of single and of double precision are asked the same question, and
// the judge (exact.h) counts in integers.

#include <array>
#include <cstdint>
#include <span>

#include "../common/questions.h"
#include "../common/soup.h"
#include "swept/cast.h"

namespace swept::bench {

/// A straight way as single precision takes it.
struct Way {
    std::array<float, 3> from{};
    std::array<float, 3> vector{};
};

/// Where ways start.
enum class StartPlace {
    rooms,  ///< in open space between walls
    box,    ///< anywhere in the box of the mesh
};

struct Scene {
    std::string name;
    Polyhedron shape;  ///< triangles, its tree made
    Soup soup;         ///< the same, numbered as the faces of the shape
    StartPlace place = StartPlace::box;
    double grid = 0;  ///< what all coordinates are multiples of

    [[nodiscard]] std::size_t triangles() const { return soup.triangles.size(); }
};

/// A scene by name, made when it is its turn.
struct SceneSource {
    Source source;
    StartPlace place = StartPlace::box;
};

/// A generated level; a real one and real things where the data folder is, things with a diagonal
/// of 100 m, so that a metre is a hundredth of them.
[[nodiscard]] std::vector<SceneSource> scene_sources();
[[nodiscard]] Result<Scene> make_scene(const SceneSource& source);

/// As many places to start from as are wanted, or fewer where there is no room for them. None lies
/// on a face: what is hit from there, libraries differ about on purpose.
[[nodiscard]] std::vector<Eigen::Vector3d> starts_in(const Scene& scene, std::size_t count,
                                                     std::uint64_t seed);
/// Those where a sphere has room: nothing is within its radius.
[[nodiscard]] std::vector<Eigen::Vector3d> clear_starts_in(const Scene& scene, const Radius& radius,
                                                           std::size_t count, std::uint64_t seed);

/// Ways of one length from the starts, in all directions.
[[nodiscard]] std::vector<Way> ways_from(const Scene& scene,
                                         std::span<const Eigen::Vector3d> starts, double length,
                                         std::uint64_t seed);

/// Ways that lead exactly through a vertex, half way: what leaks where neighbours do not agree
/// about their edge.
[[nodiscard]] std::vector<Way> ways_through_vertices(const Scene& scene, std::size_t count,
                                                     std::uint64_t seed);

[[nodiscard]] Eigen::Vector3d from_of(const Way& way);
[[nodiscard]] Eigen::Vector3d vector_of(const Way& way);
/// How far a way leads.
enum class Reach { segment, endless };
[[nodiscard]] std::vector<Ray> rays_of(std::span<const Way> ways, Reach reach);

}  // namespace swept::bench

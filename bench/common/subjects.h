#pragma once

// What moves and what stands in the way.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swept/polyhedron.h"

namespace swept::bench {

/// A mesh by name, made when it is its turn.
struct Source {
    std::string name;
    std::function<Result<Mesh>()> make;
};

/// A mesh of the data folder.
[[nodiscard]] Source file_source(std::string name, const std::string& path);
/// A solid by its description.
[[nodiscard]] Source solid_source(std::string name, const std::string& description);

/// A mover: about the origin, its largest side 1. A single point has no side; it moves as if its
/// size were 1. Without data and a solid of that name there is no gear.
[[nodiscard]] std::vector<Source> mover_sources();

/// A ball of 97,032 faces.
[[nodiscard]] Source large_mover_source();

/// The library's gear, else one of the data folder; none where neither is.
[[nodiscard]] std::optional<Source> gear_source();

/// A prism of three sides, so thin that two of its edges have about two degrees.
[[nodiscard]] Source knife_source();

enum class Family { level, part, made };

struct ObstacleSource {
    Source source;
    Family family = Family::made;
    double mover_size = 0.1;  ///< as a share of the diagonal of the obstacle's box
};

/// All obstacles; those from files where the data folder is.
[[nodiscard]] std::vector<ObstacleSource> obstacle_sources();

/// Obstacles of few faces, for the flat list.
[[nodiscard]] std::vector<ObstacleSource> small_obstacle_sources();

struct Subject {
    std::string name;
    Polyhedron shape;
    /// The length that steps and distances are measured in: the largest side of a mover, the
    /// diagonal of an obstacle.
    double size = 0;

    /// Faces, or points.
    [[nodiscard]] std::size_t face_count() const {
        return shape.face_count() != 0 ? shape.face_count() : shape.vertex_count();
    }
};

/// A mover of a size, its tree made.
[[nodiscard]] Result<Subject> make_mover(const Source& source, double size);
[[nodiscard]] Result<Subject> make_obstacle(const Source& source);

}  // namespace swept::bench

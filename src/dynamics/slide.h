#pragma once

// Which way is left where some directions are barred? Small problems: a displacement and the
// normals of what is touched.

#include <Eigen/Core>
#include <vector>

namespace swept {

/// What a character touches, sorted by what can be walked on. Normals are unit and lead to the
/// character.
struct Planes {
    std::vector<Eigen::Vector3d> grounds;
    std::vector<Eigen::Vector3d> walls;  ///< all others, however they lean; ceilings too

    void clear();
    void add(const Eigen::Vector3d& normal, const Eigen::Vector3d& up, double walkable);
};

/// What the ways below are worked out with. Overwritten.
struct SlideMemory {
    std::vector<Eigen::Vector3d> barriers;
    std::vector<Eigen::Vector3d> barred;
};

/// The way over the ground for a displacement across `up`: lifted and lowered so that it follows
/// the highest of the grounds, turned along walls. Its part across `up` is the displacement itself
/// where nothing bars it, else its share along a wall that leaves most of it; zero in a corner.
[[nodiscard]] Eigen::Vector3d way_over_ground(const Eigen::Vector3d& across, const Planes& planes,
                                              const Eigen::Vector3d& up, SlideMemory& memory);

/// The way through the air: `across` turned along walls, never upwards; of a rise or fall along
/// `up` what is left: a rise ends at a ceiling, a fall slides down.
struct AirWay {
    Eigen::Vector3d across = Eigen::Vector3d::Zero();
    Eigen::Vector3d along = Eigen::Vector3d::Zero();
};
[[nodiscard]] AirWay way_through_air(const Eigen::Vector3d& across, double rise,
                                     const Planes& planes, const Eigen::Vector3d& up,
                                     SlideMemory& memory);

/// The unit direction that leads away most from a push along `normal` (unit) and into none of the
/// walls; zero if none leads away by more than `least` per length.
[[nodiscard]] Eigen::Vector3d way_out_of(const Eigen::Vector3d& normal,
                                         const std::vector<Eigen::Vector3d>& walls, double least);

}  // namespace swept

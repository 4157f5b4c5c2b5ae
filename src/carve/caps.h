#pragma once

// What of the tool's hull lies inside a closed shell? There the carve needs a cap.

#include "carve/cut.h"
#include "core/namespaces.h"

namespace swept::carve_detail {

struct Caps {
    Faces faces;  ///< triangles that look out of the tool; source: the tool's side
    bool clean =
        true;  ///< false: rounding has folded a cap, or the shell where a hull edge leaves it
};

/// The caps of one shell, made of the cut's points. False: the shell is not closed where the hull
/// crosses it.
[[nodiscard]] bool make_caps(const CarveTool& tool, std::uint32_t shell, const Cut& cut,
                             Caps& caps);

/// Six times the signed volume between the origin and faces, as fans.
[[nodiscard]] double volume6(std::span<const Eigen::Vector3d> points, const Faces& faces,
                             const Eigen::Vector3d& origin);

}  // namespace swept::carve_detail

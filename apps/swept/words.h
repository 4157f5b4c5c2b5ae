#pragma once

// Values in words, for people.

#include <string>

#include "swept/contact.h"
#include "swept/geometry.h"

namespace swept::tool {

/// "1,2,3"
[[nodiscard]] std::string words_of(const Eigen::Vector3d& v);

/// As --at takes it.
[[nodiscard]] std::string words_of(const Pose& pose);

/// "vertex 3", "edge 3-4", "face 7"
[[nodiscard]] std::string words_of(const ContactFeature& feature);

}  // namespace swept::tool

#pragma once

// Values in words, for people.

#include <string>

#include "swept/contact.h"
#include "swept/geometry.h"

namespace swept::tool {

/// 9 significant digits: for people. JSON keeps all of them.
[[nodiscard]] std::string short_number(double number);

/// "1,2,3", 9 digits each
[[nodiscard]] std::string words_of(const Eigen::Vector3d& v);

/// "a.stl" of "parts/left/a.stl"; the description of a solid as it is.
[[nodiscard]] std::string short_name(const std::string& mesh);

/// As --at takes it, 9 digits each.
[[nodiscard]] std::string words_of(const Pose& pose);

/// "vertex 3", "edge 3-4", "face 7"
[[nodiscard]] std::string words_of(const ContactFeature& feature);

}  // namespace swept::tool

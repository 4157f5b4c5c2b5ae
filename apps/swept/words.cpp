#include "words.h"

#include <fmt/format.h>

namespace swept::tool {

std::string words_of(const Eigen::Vector3d& v) {
    return fmt::format("{},{},{}", v[0], v[1], v[2]);
}

std::string words_of(const Pose& pose) {
    const Quaternion& q = pose.rotation();
    std::string words = words_of(pose.translation());
    if (q.coeffs() == Quaternion::Identity().coeffs()) return words;
    return words + fmt::format(",{},{},{},{}", q.w(), q.x(), q.y(), q.z());
}

std::string words_of(const ContactFeature& feature) {
    const auto& [a, b] = feature.vertices;
    if (feature.vertex_count == 1) return fmt::format("vertex {}", a);
    if (feature.vertex_count == 2) return fmt::format("edge {}-{}", a, b);
    return fmt::format("face {}", feature.face);
}

}  // namespace swept::tool

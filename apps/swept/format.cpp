#include "format.h"

#include <fmt/format.h>

namespace swept::tool {

std::string short_number(double number) {
    return fmt::format("{:.9g}", number);
}

std::string short_name(const std::string& mesh) {
    if (mesh.starts_with("solid:")) return mesh;
    const std::size_t slash = mesh.rfind('/');
    return slash == std::string::npos || slash + 1 == mesh.size() ? mesh : mesh.substr(slash + 1);
}

std::string words_of(const Eigen::Vector3d& v) {
    return fmt::format("{:.9g},{:.9g},{:.9g}", v[0], v[1], v[2]);
}

std::string words_of(const Pose& pose) {
    const Quaternion& q = pose.rotation();
    std::string words = words_of(pose.translation());
    if (q.coeffs() == Quaternion::Identity().coeffs()) return words;
    return words + fmt::format(",{:.9g},{:.9g},{:.9g},{:.9g}", q.w(), q.x(), q.y(), q.z());
}

std::string words_of(const ContactFeature& feature) {
    const auto& [a, b] = feature.vertices;
    if (feature.vertex_count == 1) return fmt::format("vertex {}", a);
    if (feature.vertex_count == 2) return fmt::format("edge {}-{}", a, b);
    return fmt::format("face {}", feature.face);
}

}  // namespace swept::tool

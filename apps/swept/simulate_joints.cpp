#include "simulate_joints.h"

#include <charconv>

namespace swept::tool {
namespace {

JointKind kind_of(SceneJoint::Kind kind) {
    if (kind == SceneJoint::Kind::hinge) return JointKind::hinge;
    return kind == SceneJoint::Kind::fixed ? JointKind::fixed : JointKind::ball;
}

}  // namespace

std::vector<Joint> joints_of(const Scene& scene) {
    std::vector<Joint> made;
    for (const SceneJoint& one : scene.joints) {
        Joint& joint = made.emplace_back();
        joint.kind = kind_of(one.kind);
        joint.a = BodyId(one.a);
        if (one.b) joint.b = BodyId(*one.b);
        joint.anchor = one.point;
        joint.axis = one.axis;
        joint.friction = one.friction;
        if (one.limits) joint.limits = JointLimits{(*one.limits)[0], (*one.limits)[1]};
        joint.motor = one.motor;
    }
    return made;
}

std::string with_names_of_joints(std::string message, const Scene& scene) {
    constexpr std::string_view word = "joint ";
    const std::size_t at = message.find(word);
    if (at == std::string::npos) return message;
    std::size_t number = 0;
    const char* const begin = message.data() + at + word.size();
    const auto [end, bad] = std::from_chars(begin, message.data() + message.size(), number);
    if (bad != std::errc() || number >= scene.joints.size()) return message;
    const auto length = static_cast<std::size_t>(end - message.data()) - at;
    message.replace(at, length, "joint '" + scene.joints[number].name + "'");
    if (const std::size_t field = message.find(", anchor"); field != std::string::npos) {
        message.replace(field, std::string_view(", anchor").size(), ", point");
    }
    return message;
}

}  // namespace swept::tool

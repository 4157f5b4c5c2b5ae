#include "arm.h"

#include <numbers>

#include "../common/data_folder.h"
#include "swept/mesh_io.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

constexpr double quarter = std::numbers::pi / 2;

/// A joint turns the next link about its own z axis. The numbers are those of robots/panda.urdf of
/// the data folder: origin xyz, and the roll of origin rpy, whose other two are 0.
struct JointOrigin {
    double roll;
    double x, y, z;
};
constexpr std::array<JointOrigin, 7> joint_origins{{{0, 0, 0, 0.333},
                                                    {-quarter, 0, 0, 0},
                                                    {quarter, 0, -0.316, 0},
                                                    {quarter, 0.0825, 0, 0},
                                                    {-quarter, -0.0825, 0.384, 0},
                                                    {quarter, 0, 0, 0},
                                                    {quarter, 0.088, 0, 0}}};
// The flange and the hand on it are fixed to the last link.
constexpr double flange_height = 0.107;
constexpr double hand_yaw = -quarter / 2;

Pose turned(const Vector3d& axis, double angle) {
    return Pose::make(Vector3d::Zero(), Quaternion(Eigen::AngleAxisd(angle, axis))).value();
}

Pose shifted(double x, double y, double z) {
    return Pose::make(Vector3d(x, y, z)).value();
}

}  // namespace

Result<std::vector<ArmLink>> read_arm() {
    std::vector<ArmLink> links;
    for (const char* const name :
         {"link0", "link1", "link2", "link3", "link4", "link5", "link6", "link7", "hand"}) {
        const auto file =
            read_mesh(data_folder() / "robots/panda/collision" / (std::string(name) + ".stl"));
        if (!file) return tl::unexpected(file.error());
        const Result<Polyhedron> shape = Polyhedron::build(file->mesh);
        if (!shape) return tl::unexpected(shape.error());
        (void)shape->box_tree();
        links.push_back({name, *shape});
    }
    return links;
}

std::vector<Pose> arm_poses(const Joints& joints) {
    std::vector<Pose> poses{Pose()};
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const JointOrigin& o = joint_origins[i];
        const Pose joint_from_link = turned(Vector3d::UnitZ(), joints[i]);
        poses.push_back(poses.back() * shifted(o.x, o.y, o.z) * turned(Vector3d::UnitX(), o.roll) *
                        joint_from_link);
    }
    poses.push_back(poses.back() * shifted(0, 0, flange_height) *
                    turned(Vector3d::UnitZ(), hand_yaw));
    return poses;
}

}  // namespace swept::bench

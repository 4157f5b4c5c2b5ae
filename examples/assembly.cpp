// Does a part come out of its housing? A T-shaped bolt lies in a box with an upright slot: straight
// on its head is stopped, turned by a quarter it passes. The path is proven at every moment, with a
// clearance that is kept all along.

#include <swept/solids.h>
#include <swept/swept.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <vector>

namespace {

/// A prism over any outline, counter-clockwise; one that is not convex is split by the builder.
swept::Polyhedron extruded(const std::vector<Eigen::Vector2d>& outline, double height) {
    swept::Mesh mesh;
    std::vector<std::uint32_t> bottom, top;
    for (const Eigen::Vector2d& p : outline) {
        top.push_back(mesh.add_vertex({p.x(), p.y(), height / 2}));
        bottom.insert(bottom.begin(), mesh.add_vertex({p.x(), p.y(), -height / 2}));
    }
    mesh.add_polygon(top);
    mesh.add_polygon(bottom);
    const auto count = static_cast<std::uint32_t>(outline.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t next = (i + 1) % count;
        mesh.add_polygon({2 * i + 1, 2 * next + 1, 2 * next, 2 * i});
    }
    return swept::Polyhedron::build(mesh).value();
}

void tell(const char* what, const swept::Result<swept::PathResult>& path) {
    if (!path) return void(std::printf("%s: %s\n", what, path.error().message().c_str()));
    std::printf("%s: %s", what, swept::name_of(path->state).data());
    if (path->state == swept::State::hit) {
        std::printf(" in segment %zu after %.1f %% of it, at face %u of the housing", path->segment,
                    100 * path->fraction, path->contact.obstacle.face);
    }
    std::printf("\n");
}

}  // namespace

int main() {
    // The slot is 1 wide and 2.1 high; the bolt's head is 2 long, its shank 0.4 thick.
    const auto housing = swept::Polyhedron::build(swept::make_room().value()).value();
    const swept::Polyhedron bolt = extruded(
        {{-0.3, -1}, {0.3, -1}, {0.3, -0.2}, {3, -0.2}, {3, 0.2}, {0.3, 0.2}, {0.3, 1}, {-0.3, 1}},
        0.4);
    std::printf("the bolt: %u convex faces, volume %.2f\n", bolt.face_count(),
                bolt.volume().value_or(0));

    const Eigen::Quaterniond quarter(
        Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitX()));
    const auto inside = swept::Pose::make({0, 0, 1.05}).value();
    const auto turned = swept::Pose::make({0, 0, 1.05}, quarter).value();
    const auto pulled = swept::Pose::make({6, 0, 1.05}).value();
    const auto turned_and_pulled = swept::Pose::make({6, 0, 1.05}, quarter).value();

    const std::array straight{inside, pulled};
    tell("straight out", swept::check_path(bolt, straight, {housing}));

    const std::array around{inside, turned, turned_and_pulled};
    tell("turned, then out", swept::check_path(bolt, around, {housing}));

    // At all three poses 0.05 or more is left, but on its way round a corner of the head comes
    // within 0.0302 of the floor: 1.05 less half the head's diagonal.
    for (const double clearance : {0.030, 0.031}) {
        swept::PathOptions options;
        options.clearance = swept::Clearance::of(clearance).value();
        std::printf("with a clearance of %.3f, ", clearance);
        tell("turned, then out", swept::check_path(bolt, around, {housing}, options));
    }
}

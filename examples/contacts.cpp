// What contacts.h answers: a crate set down on a floor of two slabs, what holds it there, and how
// far it is from a wall.

#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <cstdlib>

namespace {

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    const auto shape = swept::Polyhedron::build(mesh.value());
    if (shape) return *shape;
    (void)std::fprintf(stderr, "%s\n", shape.error().message().c_str());
    std::exit(1);
}

swept::Pose at(double x, double y, double z) {
    return swept::Pose::make({x, y, z}).value();
}

void expect(bool holds, const char* what) {
    if (holds) return;
    (void)std::fprintf(stderr, "not so: %s\n", what);
    std::exit(1);
}

}  // namespace

int main() {
    const swept::Polyhedron crate = built(swept::make_box({1, 1, 1}));
    const swept::Polyhedron slab = built(swept::make_box({4, 4, 1}));  // its top at 0.5

    // Let it fall over the seam of two slabs.
    const std::vector<swept::Placed> floor{{slab, at(-2, 0, 0)}, {slab, at(2, 0, 0)}};
    const swept::Motion fall = swept::Translation::make({0, 0, -5}).value();
    const swept::SweepResult landed = swept::sweep({crate, at(0.2, 0, 3)}, fall, floor);
    expect(landed.state == swept::State::hit, "the crate lands");

    // What holds it: by default all that is within twice the margin. All normals point up, at the
    // seam too.
    for (const swept::Placed& part : floor) {
        const swept::ContactSet set = swept::contacts({crate, landed.end}, part);
        std::printf("%zu contacts within %.1e:\n", set.contacts.size(), set.tolerance);
        for (const swept::Contact& contact : set.contacts) {
            std::printf("  %-11s at (%5.2f, %5.2f, %.2f), %.1e apart, normal (%g, %g, %g)\n",
                        swept::name_of(contact.kind).data(), contact.point.x(), contact.point.y(),
                        contact.point.z(), contact.separation, contact.normal.x(),
                        contact.normal.y(), contact.normal.z());
            expect(contact.normal.z() > 0.999999, "normals point up");
        }
        expect(set.contacts.size() == 4, "four corners on each slab");
    }

    // How far is it from a wall, and where?
    const swept::Polyhedron wall = built(swept::make_box({0.5, 4, 3}));
    const swept::DistanceResult gap = swept::distance({crate, landed.end}, {wall, at(3, 0, 2)});
    std::printf("%.3f from the wall: %s, from (%g, %g, %g) to (%g, %g, %g)\n", gap.distance,
                swept::name_of(gap.closest.kind).data(), gap.points[0].x(), gap.points[0].y(),
                gap.points[0].z(), gap.points[1].x(), gap.points[1].y(), gap.points[1].z());
    expect(gap.distance > 2.049 && gap.distance < 2.051, "2.05 to the wall");

    // Only whether it is within half a metre: the search ends early.
    swept::DistanceOptions near;
    near.limit = swept::DistanceLimit::at_most(0.5).value();
    expect(swept::distance({crate, landed.end}, {wall, at(3, 0, 2)}, near).beyond,
           "beyond the limit");
}

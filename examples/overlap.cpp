// What overlap.h answers: a table, a cup that is set on it, lifted, pushed in, and what lies where.

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
    const swept::Polyhedron table = built(swept::make_box({4, 4, 1}));  // centred: top at 0.5
    const swept::Polyhedron cup = built(swept::make_cylinder(0.5, 1, 32, 1));  // centred too
    const swept::Pose origin;

    // Lifted, set down, pushed in: exactly, without a tolerance.
    for (const double height : {1.25, 1.0, 0.999}) {
        const auto answer = swept::overlap({table, origin}, {cup, at(0, 0, height)});
        std::printf("cup at %.3f: %s", height, swept::name_of(answer.relation).data());
        if (answer.witness) {
            const Eigen::Vector3d& p = answer.witness->point;
            std::printf(", face %u of the table and face %u of the cup meet at (%.2f, %.2f, %.2f)",
                        answer.witness->faces.a, answer.witness->faces.b, p.x(), p.y(), p.z());
        }
        std::printf("\n");
    }

    // All pairs of faces that meet, and how often the same holds for many placements at once.
    const auto pairs = swept::intersecting_faces({table, origin}, {cup, at(1.9, 0, 0.999)});
    std::printf("hanging over the edge and pushed in: %zu pairs of faces meet\n", pairs.size());
    std::vector<swept::PlacedPair> drop;
    for (int i = 0; i < 1000; ++i)
        drop.push_back({{table, origin}, {cup, at(0, 0, 1.5 - i * 0.001)}});
    const auto answers = swept::overlap_batch(drop);
    std::size_t separate = 0;
    for (const auto& answer : answers) {
        if (answer.relation == swept::Relation::separate) ++separate;
    }
    std::printf("dropped by 0.001 a thousand times: separate for the first %zu\n", separate);

    // Points and boxes; one solid inside another.
    expect(swept::contains({table, origin}, {0, 0, 0.5}), "a point of the top is in the table");
    expect(swept::faces_in({table, origin}, {{1.5, -1, -1}, {3, 1, 1}}).size() == 3,
           "top, bottom and one side reach into the box");
    const auto inside = swept::overlap({table, origin}, {cup, at(0, 0, 0)});
    expect(inside.relation == swept::Relation::overlapping, "cup through table");
    expect(swept::self_intersections(cup).empty(), "a cup does not cross itself");
}

// Spheres, and things made of spheres: a ball thrown at stairs that keeps a clearance, and a car
// made of spheres that turns into a parking space and meets a post. Rays: pick.cpp.

#include <swept/solids.h>
#include <swept/swept.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>

namespace {

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    const auto shape = swept::Polyhedron::build(mesh.value());
    if (shape) return *shape;
    (void)std::fprintf(stderr, "%s\n", shape.error().message().c_str());
    std::exit(1);
}

void expect(bool holds, const char* what) {
    if (holds) return;
    (void)std::fprintf(stderr, "not so: %s\n", what);
    std::exit(1);
}

/// "face 3", "face 3 at an edge", "face 3 at a corner"
std::string words_of(const swept::CastHit& hit) {
    const std::string face = "face " + std::to_string(hit.face);
    if (hit.feature == swept::CastFeature::face) return face;
    return face + (hit.feature == swept::CastFeature::edge ? " at an edge" : " at a corner");
}

/// The centre of a ball stops where the ball is the clearance away, however slanting its way.
void throw_ball(const swept::Polyhedron& stairs) {
    const swept::Ray flight = swept::Ray::between({-1, 0, 0.8}, {1, 0, 0.3}).value();
    const swept::Radius radius = swept::Radius::of(0.05).value();
    swept::CastOptions options;
    options.clearance = swept::Clearance::of(0.01).value();
    const swept::CastResult answer =
        swept::cast(swept::SphereCast{flight, radius}, {stairs}, options);
    expect(answer.state == swept::State::hit, "the ball meets the stairs");
    const Eigen::Vector3d centre = flight.at(answer.hit.fraction);
    const double apart = (centre - answer.hit.point).norm();
    std::printf("the ball stops at (%.3f, %.3f, %.3f), its centre %.4f from %s\n", centre.x(),
                centre.y(), centre.z(), apart, words_of(answer.hit).c_str());
    expect(std::abs(apart - 0.06) < 1e-12, "radius and clearance are kept");
}

/// Spheres around a mesh never miss what the mesh would hit; more of them stop later.
void park_car(const swept::Polyhedron& car, const swept::Polyhedron& post) {
    const swept::Pose start = swept::Pose::make({0, 0, 0.1}).value();
    const swept::Pose at_post = swept::Pose::make({4.5, 3.5, 1}).value();
    // To the left about a point beside it, and up a ramp meanwhile.
    const swept::Motion turn =
        swept::Screw::make({-1, 5, 0}, {0, 0, 1}, std::numbers::pi / 2, 0.5).value();
    const swept::SweepResult exact = swept::sweep({car, start}, turn, {post, at_post});
    expect(exact.state == swept::State::hit, "the car itself meets the post");
    for (const unsigned count : {8U, 64U, 512U}) {
        const swept::SphereSet spheres = swept::fit_spheres(car, count).value();
        const swept::CastResult answer =
            swept::cast(swept::SphereSetCast{spheres, start, turn}, {post, at_post});
        expect(answer.state == swept::State::hit, "so do its spheres");
        expect(answer.hit.fraction <= exact.free_fraction + 1e-9, "and no later");
        std::printf("%3zu spheres: after %.1f degrees sphere %u meets %s, at a height of %.2f\n",
                    spheres.spheres().size(), 90 * answer.hit.fraction, answer.hit.sphere,
                    words_of(answer.hit).c_str(), answer.hit.point.z());
    }
    std::printf("the car itself: after %.1f degrees\n", 90 * exact.free_fraction);
}

}  // namespace

int main() {
    const swept::Polyhedron stairs = built(swept::make_stairs(7, 0.28, 0.18, 1));
    throw_ball(stairs);
    park_car(built(swept::make_car(4.2, 1.8, 1.4)), built(swept::make_cylinder(0.1, 2, 24, 1)));
}

// Which face is under the mouse? Rays through the pixels of a small picture, each answered with the
// number of the polygon that it hits first, as the mesh numbers them.

#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using Eigen::Vector3d;

constexpr int columns = 64, rows = 20;

/// A parallel view onto the origin; a character is twice as high as wide.
struct Camera {
    Vector3d ahead = Vector3d(-2, 3, -1.6).normalized();
    Vector3d right = ahead.cross(Vector3d::UnitZ()).normalized();
    Vector3d up = right.cross(ahead);

    [[nodiscard]] swept::Ray through(int column, int row) const {
        const Vector3d pixel = 0.04 * (2 * column - columns) * right +
                               0.08 * (rows - 2 * row) * up + Vector3d(0, 0, 0.7);
        return swept::Ray::towards(pixel - 10 * ahead, ahead).value();
    }
};

}  // namespace

int main() {
    const auto car = swept::Polyhedron::build(swept::make_car(4.2, 1.8, 1.4).value()).value();
    const Camera camera;

    // All pixels: which face is seen there, as a letter.
    for (int row = 0; row < rows; ++row) {
        std::string line;
        for (int column = 0; column < columns; ++column) {
            const swept::CastResult seen = swept::cast(camera.through(column, row), {car});
            line += seen.state == swept::State::hit ? static_cast<char>('a' + seen.hit.face) : '.';
        }
        std::printf("%s\n", line.c_str());
    }

    // One pixel: what a click there would be told.
    const swept::Ray click = camera.through(30, 9);
    const swept::CastHit hit = swept::cast(click, {car}).hit;
    std::printf("clicked: face %u ('%c') at (%.2f, %.2f, %.2f), normal (%.2f, %.2f, %.2f)\n",
                hit.face, static_cast<char>('a' + hit.face), hit.point.x(), hit.point.y(),
                hit.point.z(), hit.normal.x(), hit.normal.y(), hit.normal.z());

    // All that lies under the mouse, nearest first; from inside, faces are hit on their backs.
    swept::CastOptions options;
    options.sides = swept::Sides::both;
    std::vector<swept::CastHit> hits;
    (void)swept::cast_all(click, {car}, options, hits);
    for (const swept::CastHit& each : hits) {
        std::printf("after %.2f: the %s of face %u\n", each.fraction,
                    swept::name_of(each.side).data(), each.face);
    }
}

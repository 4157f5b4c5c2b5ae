// A result to look at: a box is swept at a wall, and the picture of it goes into a file of the
// current folder, with the motion as its animation. Where the library has the viewer, the same
// picture is a page for any browser, too.

#include <swept/picture.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <string>

namespace {

swept::Polyhedron box(double x, double y, double z) {
    return swept::Polyhedron::build(swept::make_box({x, y, z}).value()).value();
}

swept::Picture picture_of(const swept::Moving& box, const swept::Placed& wall) {
    const swept::SweepResult result = swept::sweep(box.placed, box.motion, wall);
    const std::string state(swept::name_of(result.state));
    const bool hit = result.state == swept::State::hit;
    const swept::Contact* contact = hit ? &result.contact : nullptr;

    swept::Picture picture{.command = "sweep", .state = state, .margin = result.margin};
    picture.text.title = "a box past a wall: " + state;
    swept::add_mover(picture, "box", box, {result.free_fraction, contact});
    swept::add_obstacle(picture, "wall", wall, contact);
    if (hit) {
        picture.marks.push_back(
            swept::mark_of(*contact, {.a = "box", .b = "wall", .at = result.free_fraction}));
    }
    return picture;
}

bool write(const swept::Picture& picture, const char* file) {
    const swept::Result<void> written = swept::write_picture(picture, file);
    if (!written) std::fprintf(stderr, "%s\n", written.error().message().c_str());
    return written.has_value();
}

}  // namespace

int main() {
    const swept::Moving moving{{box(1, 1, 1), swept::Pose::make({0, 0, 0.2}).value()},
                               swept::Rotation::make({0, 5, 0}, {0, 0, 1}, 2).value()};
    const swept::Placed wall{box(0.5, 6, 2), swept::Pose::make({4, 3, 0}).value()};
    const swept::Picture picture = picture_of(moving, wall);

    if (!write(picture, "picture.glb")) return 1;
    if (swept::has_viewer() && !write(picture, "picture.html")) return 1;
    std::printf("%s\n", picture.text.title.c_str());
    std::printf("free up to %.4f of the motion\n", picture.timeline->free.value());
    for (const swept::PictureMark& mark : picture.marks) std::printf("%s\n", mark.text.c_str());
    std::printf("wrote picture.glb: %zu shapes, %zu ghosts\n", picture.shapes.size(),
                picture.shapes[0].ghosts.size());
}

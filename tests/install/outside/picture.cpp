// A program outside the project that draws: the component swept::picture, found, linked and run.

#include <swept/picture.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>

int main() {
    const auto box = swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    const swept::Moving push{{box}, swept::Translation::make({10, 0, 0}).value()};
    const swept::Placed ahead{box, swept::Pose::make({6, 0, 0}).value()};
    const swept::SweepResult result = swept::sweep(push.placed, push.motion, ahead);
    swept::Picture picture{.command = "sweep"};
    swept::add_mover(picture, "box", push, {result.free_fraction, &result.contact});
    picture.marks.push_back(swept::mark_of(result.contact, {}));
    swept::add_obstacle(picture, "wall", ahead, &result.contact);
    const auto bytes = swept::picture_glb(picture);
    const bool good = bytes && bytes->starts_with("glTF") && picture.timeline &&
                      picture.timeline->free == result.free_fraction;
    std::printf("picture: %s\n", good ? "fine" : "wrong");
    return good ? 0 : 1;
}

// Is the package whole? A box is pushed at another: the header, the library and its parts must be
// there and fit each other.

#include <swept/swept.h>

#include <cstdio>

int main() {
    const auto box = swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    const auto push = swept::Translation::make({10, 0, 0}).value();
    const auto ahead = swept::Pose::make({6, 0, 0}).value();
    const auto answer = swept::sweep({box}, push, {box, ahead});
    std::printf("swept %s: %s after %.1f %%\n", SWEPT_VERSION, swept::name_of(answer.state).data(),
                100 * answer.free_fraction);
    return answer.state == swept::State::hit ? 0 : 1;
}

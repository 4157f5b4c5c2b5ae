// The first sweep: a crate is pushed at a wall. How far does it get, what stops it, and where?

#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>

int main() {
    // Solids are centred at the origin. Whatever cannot become a shape is an Error that says why.
    const auto crate = swept::Polyhedron::build(swept::make_box({1, 1, 1}).value());
    const auto wall = swept::Polyhedron::build(swept::make_box({0.5, 6, 3}).value());
    if (!crate || !wall) return std::fprintf(stderr, "no shape\n"), 1;

    // Where they stand, and how the crate is to move: 10 along x.
    const auto from = swept::Pose::make({0, 0, 0.5}).value();
    const auto at_wall = swept::Pose::make({5, 0, 1.5}).value();
    const auto push = swept::Translation::make({10, 0, 0}).value();

    const swept::SweepResult answer = swept::sweep({*crate, from}, push, {*wall, at_wall});

    // The way from the crate's front to the wall is 4.25; it stops a hair before that.
    std::printf("at the start they are %s; the sweep ends with: %s\n",
                swept::name_of(answer.start).data(), swept::name_of(answer.state).data());
    std::printf("free are %.1f %% of the way: the crate ends at x = %.3f\n",
                100 * answer.free_fraction, answer.end.translation().x());

    // What touches what, by your own numbers: those of the polygons of the two meshes.
    const swept::Contact& contact = answer.contact;
    std::printf("%s: face %u of the crate, face %u of the wall, %.0e apart\n",
                swept::name_of(contact.kind).data(), contact.mover.face, contact.obstacle.face,
                contact.separation);
    std::printf("the wall's normal there has x = %.0f\n", contact.normal.x());

    // Nothing is ever inside anything: where it ends, the next sweep may start.
    const auto relation = swept::overlap({*crate, answer.end}, {*wall, at_wall}).relation;
    std::printf("there they are %s, exactly\n", swept::name_of(relation).data());
    const auto aside = swept::Translation::make({0, 2, 0}).value();
    const auto slide = swept::sweep({*crate, answer.end}, aside, {*wall, at_wall});
    std::printf("along the wall the way is %s\n", swept::name_of(slide.state).data());
}

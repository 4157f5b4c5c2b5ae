#pragma once

// What moves are worked out with, kept from one to the next.

#include <vector>

#include "core/scratch.h"
#include "dynamics/slide.h"
#include "swept/dynamics/character.h"

namespace swept {

/// What a character stands on.
struct Footing {
    std::vector<Eigen::Vector3d> grounds;  ///< normals of what can be walked on
    bool on_edge = false;                  ///< on the edge of such, or wedged
    [[nodiscard]] bool stands() const { return on_edge || !grounds.empty(); }
    void clear() {
        grounds.clear();
        on_edge = false;
    }
};

struct CharacterMemory : Scratch::Memory::Piece {
    static constexpr auto owner = Scratch::Memory::Owner::character;

    Scratch queries;
    WorldContactSet touching;
    std::vector<InWorld<Contact>> near;
    Planes planes;  ///< what is in the way
    Planes looked;  ///< what is touched
    Footing footing;
    SlideMemory slide;
    std::vector<Eigen::Vector3d> walls;  ///< that hinder a character which gives way
};

}  // namespace swept

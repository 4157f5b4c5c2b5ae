#pragma once

// The memory that queries of the collision screen keep.

#include "collisions/memory.h"
#include "core/namespaces.h"
#include "papers/buss/pixels.h"

namespace swept::papers::buss {

/// Working memory of the collision screen.
struct ScreenMemory : Scratch::Memory::Piece {
    static constexpr auto owner = Scratch::Memory::Owner::screen;

    CollisionMemory common;
    ScreenCullMemory cull;  ///< of the exact method
    PixelMemory pixels;
};

}  // namespace swept::papers::buss

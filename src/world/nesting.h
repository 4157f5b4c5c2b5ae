#pragma once

// Which solid does a hollow belong to?

#include <cstdint>
#include <optional>

#include "world/shells.h"

namespace swept {

/// The innermost closed surface around a closed surface that looks inward, if that surface encloses
/// a solid: then the other is a hollow in it. Nothing where there is none around it, or where the
/// innermost looks inward as well: what looks inward there bounds the rock around.
///
/// Decided exactly: by how often a surface goes round a vertex of the other, counted along a ray by
/// signs of determinants. Surfaces do not cross each other, or what surrounds what has no answer.
[[nodiscard]] std::optional<std::uint32_t> solid_around(const RoomList& rooms, const Shells& shells,
                                                        std::uint32_t hollow);

}  // namespace swept

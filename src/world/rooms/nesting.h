#pragma once

// Which solid does a hollow belong to?

#include <cstdint>
#include <optional>

#include "core/namespaces.h"
#include "world/rooms/shells.h"

namespace swept::world_detail {

/// The innermost closed surface around a closed surface that looks inward, if that surface encloses
/// a solid: then the other is a hollow in it. Nothing where there is none around it, or where the
/// innermost looks inward as well: what looks inward there bounds the rock around.
///
/// Decided exactly: by how often a surface goes round a vertex of the other, counted along a ray by
/// signs of determinants. The vertex is one that does not lie on the surface to rounding. Surfaces
/// do not cross each other but for rounding, or what surrounds what has no answer.
[[nodiscard]] std::optional<std::uint32_t> solid_around(const RoomList& rooms, const Shells& shells,
                                                        std::uint32_t hollow);

}  // namespace swept::world_detail

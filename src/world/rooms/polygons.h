#pragma once

// Polygons put together and picked out.

#include <optional>
#include <span>

#include "core/namespaces.h"
#include "swept/result.h"
#include "swept/world_parts.h"

namespace swept::world_detail {

/// Why these cannot be polygons of a room, or nothing.
[[nodiscard]] std::optional<Error> check(const RoomPolygons& polygons);

/// Appends polygons; labels that are missing are made.
void append(Mesh& to, const Mesh& more);
void append(RoomPolygons& to, const RoomPolygons& more);

/// Those that are chosen, with the vertices that they need.
[[nodiscard]] Mesh chosen(const Mesh& from, std::span<const std::uint32_t> polygons);
[[nodiscard]] RoomPolygons chosen(const RoomPolygons& from,
                                  std::span<const std::uint32_t> polygons);

}  // namespace swept::world_detail

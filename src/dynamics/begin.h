#pragma once

// How a simulation begins: what is no body or no option is refused, and bodies that touch are set
// apart.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "dynamics/bodies.h"
#include "swept/dynamics/simulation.h"
#include "swept/overlap.h"

namespace swept {

/// As errors call it.
[[nodiscard]] std::string name_of(BodyId id);

[[nodiscard]] Result<void> check_options(const SimulationOptions& options);

/// Error: what is no body, with the field.
[[nodiscard]] Result<BodyRecord> record_of(BodyId id, const BodyDef& body);

/// The polygons of a world as bodies that stand, by room and by what sees them.
[[nodiscard]] Bodies rooms_of(const WorldSnapshot& world);

/// The extent of the smallest dynamic body; infinite when there is none.
[[nodiscard]] double smallest_of(std::span<const BodyRecord> bodies);

[[nodiscard]] double skin_for(const SimulationOptions& options, double smallest);

/// How two stand to each other; separate where one of them does not see the other.
[[nodiscard]] Relation relation_of(const BodyRecord& a, const BodyRecord& b);

/// Whether a joint holds two bodies: those may overlap.
using Joined = std::function<bool(BodyId, BodyId)>;

/// Bodies that touch are set apart, if there is room: `only` this one is moved, or all. Error: two
/// that overlap, or have no room.
[[nodiscard]] Result<void> begin_apart(Bodies& bodies, const std::optional<WorldSnapshot>& world,
                                       double skin, const Joined& joined,
                                       std::optional<std::uint32_t> only = std::nullopt);

}  // namespace swept

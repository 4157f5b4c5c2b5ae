#pragma once

// What all queries share: a shape with its pose, a shape that moves, how a query ended, checked
// lengths, the filter of a world, the budget, warm starts and working memory. docs/verbs.md shows
// all queries side by side.

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

#include "swept/geometry.h"
#include "swept/motion.h"
#include "swept/polyhedron.h"

namespace swept {

/// A shape and its pose. For repeated queries keep it: making one copies two shared pointers.
struct Placed {
    Polyhedron shape;            ///< any mesh
    Pose world_from_shape = {};  ///< its pose
};

/// Two placed shapes: one query of a batch of `overlap`, `contacts` or `distance`.
struct PlacedPair {
    Placed a;  ///< the first shape
    Placed b;  ///< the second shape
};

/// A placed shape and its motion from there.
struct Moving {
    Placed placed;  ///< the shape at its start pose
    Motion motion;  ///< displaces it from there
};

/// How a query ended. A miss is a state, not an error.
enum class State : std::uint8_t {
    free,         ///< nothing is hit; for two shapes at rest: they are separate
    hit,          ///< something is hit; for two shapes at rest: they touch
    overlapping,  ///< the shapes overlap at the start; nothing is claimed about the motion
    undecided,    ///< the budget was spent, or rounding needs a margin larger than the shapes. What
                  ///< the result calls proven is true; nothing is known beyond that
};

/// "free", "hit", "overlapping", "undecided".
[[nodiscard]] SWEPT_API std::string_view name_of(State state);

/// What counts as overlapping at the start of a motion.
enum class InitialOverlap : std::uint8_t {
    solids,    ///< surfaces that cross, or one shape inside the other, a solid
    surfaces,  ///< surfaces that cross: a shape in the hollow of a shell may move in there
};

/// Lower bound of the margin: the numerical gap that sweeps keep because of rounding. The length
/// is checked when it is made.
class SWEPT_API Margin {
   public:
    /// As thin as the query allows: about 1e-9 of the extent of the smaller shape, more where
    /// coordinates are large.
    Margin() = default;
    /// At least this length. Error: it is negative, not finite or beyond
    /// tolerance::largest_coordinate.
    [[nodiscard]] static Result<Margin> at_least(double length);
    /// A length; 0: as thin as the query allows.
    [[nodiscard]] double least() const { return least_; }

   private:
    double least_ = 0;
};

/// The distance that a caller wants kept, unlike the margin, which rounding needs. The length is
/// checked when it is made.
class SWEPT_API Clearance {
   public:
    /// 0: none.
    Clearance() = default;
    /// This length. Error: it is negative, not finite or beyond tolerance::largest_coordinate.
    [[nodiscard]] static Result<Clearance> of(double length);
    /// 0 or more.
    [[nodiscard]] double length() const { return length_; }

   private:
    double length_ = 0;
};

/// Maximum number of tests of a query. When it is spent, the state is `undecided`.
using Budget = std::uint64_t;
/// No limit on the number of tests.
inline constexpr Budget no_budget = std::numeric_limits<Budget>::max();

/// Warm start: the faces that an earlier query of these two shapes named, the mover's (or a's) and
/// the obstacle's (or b's). They are tested first. Indices out of range are ignored. What a query
/// decides does not depend on it. Queries in a world do not use it.
using WarmStart = std::optional<std::array<FaceIndex, 2>>;

/// A typed id that the caller chooses. Ids of different types do not convert into each other.
template <class Tag>
struct Id {
    std::uint64_t value = 0;  ///< the caller's number

    /// 0.
    constexpr Id() = default;
    /// The id with this value. The conversion is explicit.
    constexpr explicit Id(std::uint64_t v) : value(v) {}
    /// Ordered by value.
    friend constexpr auto operator<=>(Id, Id) = default;
};
/// Id of a body.
using BodyId = Id<struct BodyTag>;

/// Collision filter (layers): a query sees a polygon or body if their masks share a bit.
using Mask = std::uint64_t;
/// The default mask: all bits.
inline constexpr Mask every_bit = ~Mask{0};

/// The objects of a world that a query sees. Queries of single shapes do not use it.
struct WorldFilter {
    Mask mask = every_bit;                        ///< objects that share a bit are seen
    bool rooms = true;                            ///< whether polygons of rooms are seen
    bool bodies = true;                           ///< whether bodies are seen
    std::optional<BodyId> except = std::nullopt;  ///< a body that is not seen, such as the mover
    /// Whether portals may save the search of rooms. Speed only: results do not depend on it.
    bool portals = true;
};

/// Working memory of queries. A query that is given one that has served a query of its size before
/// does not allocate, except for its result. Without one, a query uses memory that its thread
/// keeps, and does not allocate either once that is warm. Use one only to control when memory is
/// freed; never use one in two threads at once. No result depends on it.
class SWEPT_API Scratch {
   public:
    Scratch();
    ~Scratch();
    /// Takes over the memory. The source may only be assigned to or destroyed.
    Scratch(Scratch&&) noexcept;
    /// As the constructor.
    Scratch& operator=(Scratch&&) noexcept;

    struct Memory;
    /// @private
    [[nodiscard]] Memory& memory() { return *memory_; }

   private:
    std::unique_ptr<Memory> memory_;
};

}  // namespace swept

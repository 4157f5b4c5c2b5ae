#pragma once

// What all queries share: a shape with its pose, how overlap at the start is treated, the margin,
// and working memory.

#include <cstdint>
#include <memory>

#include "swept/geometry.h"
#include "swept/polyhedron.h"

namespace swept {

/// A shape and its pose.
struct Placed {
    Polyhedron shape;            ///< any mesh
    Pose world_from_shape = {};  ///< its pose
};

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

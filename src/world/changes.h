#pragma once

// Where does one world differ from another? So that who rests elsewhere may sleep on.

#include "core/namespaces.h"
#include "world/box_tree.h"
#include "world/state.h"

namespace swept::world_detail {

/// All rooms and bodies that came, went, moved or changed. For swept::dynamics.
class WorldChanges {
   public:
    SWEPT_API WorldChanges(const WorldState& before, const WorldState& after);

    [[nodiscard]] bool empty() const { return empty_; }
    /// Whether one of them, as it was or as it is, may meet the box.
    [[nodiscard]] SWEPT_API bool meet(const Box& box) const;

   private:
    BoxTree boxes_;
    bool empty_ = true;
};

}  // namespace swept::world_detail

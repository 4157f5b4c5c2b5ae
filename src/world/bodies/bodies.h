#pragma once

// The bodies of a world: which there are, where they stand, and which are near a place.
//
//   BodyTable    never changes; snapshots share it
//   BodyChanges  what an edit does to the bodies: a draft that becomes the next table
//
// What stays the same from one table to the next is shared, so that moving every body copies poses
// and makes boxes and their tree anew, but touches no shape.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/assert.h"
#include "core/namespaces.h"
#include "features/numeric_scale.h"
#include "swept/overlap.h"
#include "swept/world.h"
#include "world/bodies/body_shape.h"
#include "world/bodies/body_tree.h"

namespace swept::world_detail {

class BodyTable {
   public:
    /// No bodies.
    BodyTable();

    // Bodies are numbered by ascending id.
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(poses_.size()); }
    [[nodiscard]] std::optional<std::uint32_t> find(BodyId id) const;
    [[nodiscard]] std::span<const BodyId> ids() const { return members_->ids; }
    [[nodiscard]] BodyId id(std::uint32_t i) const { return members_->ids[i]; }
    [[nodiscard]] Mask mask(std::uint32_t i) const { return members_->masks[i]; }
    [[nodiscard]] const Pose& pose(std::uint32_t i) const { return poses_[i]; }
    /// Holds the placed body, rounded outward.
    [[nodiscard]] const Box& box(std::uint32_t i) const { return boxes_[i]; }
    [[nodiscard]] std::span<const Box> boxes() const { return boxes_; }
    [[nodiscard]] const BodyGeometry& geometry(std::uint32_t i) const {
        SWEPT_ASSERT(i < members_->geometries.size(), "a body of this table");
        return *members_->geometries[i];
    }
    [[nodiscard]] const BodyMeasure& measure(std::uint32_t i) const {
        SWEPT_ASSERT(i < members_->measures.size(), "a body of this table");
        return members_->measures[i];
    }
    [[nodiscard]] const BodyShape& shape(std::uint32_t i) const { return geometry(i).shape; }
    /// Null for a set of spheres.
    [[nodiscard]] const Polyhedron* polyhedron_at(std::uint32_t i) const {
        return geometry(i).polyhedron();
    }
    [[nodiscard]] const SphereSet* spheres_at(std::uint32_t i) const {
        return geometry(i).spheres();
    }
    [[nodiscard]] Body body(std::uint32_t i) const { return {shape(i), pose(i), mask(i)}; }

    /// Calls see(number) for each body whose box meets this one, always in the same order.
    template <class See>
    void visit(const Box& box, const See& see) const {
        tree_.visit(box, [&](std::uint32_t i) {
            if (boxes_meet(box, boxes_[i])) see(i);
        });
    }
    [[nodiscard]] const BodyTree& tree() const { return tree_; }

    // SceneExtent, for zones.
    [[nodiscard]] double reach() const { return reach_; }  ///< no coordinate of a box is larger
    /// Of all polyhedra and spheres, where they stand; for zones.
    [[nodiscard]] SceneExtent sizes() const;
    /// Memory held, in bytes: with the shapes and their trees, each once.
    [[nodiscard]] std::size_t bytes() const;

   private:
    friend class BodyChanges;

    /// What changes only when bodies come or go.
    struct Members {
        std::vector<BodyId> ids;
        std::vector<Mask> masks;
        std::vector<BodyMeasure> measures;
        std::vector<std::shared_ptr<const BodyGeometry>> geometries;
        SceneExtent sizes;  ///< in the bodies' own coordinates
    };

    std::shared_ptr<const Members> members_;
    std::vector<Pose> poses_;
    std::vector<Box> boxes_;
    BodyTree tree_;
    double reach_ = 0;
};

/// Changes to a table, published together. Each is refused with an Error, or seen by those that
/// follow.
class BodyChanges {
   public:
    explicit BodyChanges(std::shared_ptr<const BodyTable> base);

    /// Errors: an id that is taken; a body that reaches beyond tolerance::largest_coordinate.
    [[nodiscard]] Result<void> insert(BodyId id, const Body& body);
    /// Errors: an id that is not known; a pose that takes it beyond.
    [[nodiscard]] Result<void> move(BodyId id, const Pose& world_from_body);
    /// Error: an id that is not known.
    [[nodiscard]] Result<void> remove(BodyId id);
    [[nodiscard]] bool contains(BodyId id) const;
    [[nodiscard]] bool empty() const;  ///< nothing was changed

    /// The table with all changes; the base itself when there are none.
    [[nodiscard]] std::shared_ptr<const BodyTable> publish() const;

   private:
    struct Newcomer {
        std::shared_ptr<const BodyGeometry> geometry;
        Pose pose;
        Box box;
        Mask mask;
    };
    enum class Change : std::uint8_t { none, moved, removed };

    std::shared_ptr<const BodyTable> base_;
    std::vector<Change> changes_;  ///< of the base's bodies; none at first
    std::vector<Pose> poses_;      ///< of the base's bodies, as they are moved
    std::vector<Box> boxes_;
    std::size_t moved_ = 0, removed_ = 0;
    std::map<BodyId, Newcomer> newcomers_;
    std::unordered_map<const void*, std::shared_ptr<const BodyGeometry>> known_;  ///< by identity
    std::uint32_t hint_ = 0;  ///< the body after the one that was found last

    [[nodiscard]] std::optional<std::uint32_t> find_in_base(BodyId id);
    void begin();
    [[nodiscard]] Result<std::shared_ptr<const BodyGeometry>> geometry_of(const BodyShape& shape);
    void merge(BodyTable& table) const;
};

}  // namespace swept::world_detail

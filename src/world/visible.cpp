#include "world/visible.h"

#include <algorithm>

#include "core/assert.h"

namespace swept::world_detail {

void find_rooms(const WorldState& state, const WorldFilter& filter, const Box& box,
                std::vector<VisibleRoom>& seen) {
    seen.clear();
    if (!filter.rooms) return;
    state.room_boxes->in_box(box, [&](std::uint32_t number) {
        VisibleRoom found{number, nullptr, nullptr};
        found.room = state.rooms[number]->seen_by(filter.mask, found.keep);
        if (found.room != nullptr) seen.push_back(std::move(found));
    });
    std::ranges::sort(seen, {}, &VisibleRoom::number);
}

void find_bodies(const WorldState& state, const WorldFilter& filter, const Box& box,
                 std::vector<std::uint32_t>& seen) {
    seen.clear();
    if (!filter.bodies) return;
    const BodyTable& bodies = *state.bodies;
    bodies.visit(box, [&](std::uint32_t i) {
        if ((bodies.mask(i) & filter.mask) == 0 || filter.except == bodies.id(i)) return;
        seen.push_back(i);
    });
    std::ranges::sort(seen);
}

ColliderRef collider_of(const VisibleRoom& seen, std::uint32_t polygon) {
    ColliderRef collider;
    collider.kind = ColliderRef::Kind::room;
    collider.room = seen.room->id();
    collider.polygon = seen.room->label(polygon);
    return collider;
}

ColliderRef collider_of(const WorldState& state, std::uint32_t body) {
    SWEPT_ASSERT(body < state.bodies->size(), "a body of this world");
    ColliderRef collider;
    collider.kind = ColliderRef::Kind::body;
    collider.body = state.bodies->id(body);
    return collider;
}

SceneExtent sizes_of(const WorldState& state) {
    SceneExtent sizes = state.sizes;
    sizes.add(state.bodies->sizes());
    return sizes;
}

}  // namespace swept::world_detail

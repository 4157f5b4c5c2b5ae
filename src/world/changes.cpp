#include "world/changes.h"

namespace swept::world_detail {

namespace {

/// Walks through two lists that ascend by id: only_before(i), only_after(j), both(i, j).
template <class IdBefore, class IdAfter, class OnlyBefore, class OnlyAfter, class Both>
void merge(std::uint32_t size_before, std::uint32_t size_after, const IdBefore& id_before,
           const IdAfter& id_after, const OnlyBefore& only_before, const OnlyAfter& only_after,
           const Both& both) {
    std::uint32_t i = 0, j = 0;
    while (i < size_before || j < size_after) {
        if (j == size_after || (i < size_before && id_before(i) < id_after(j))) {
            only_before(i++);
        } else if (i == size_before || id_after(j) < id_before(i)) {
            only_after(j++);
        } else {
            both(i++, j++);
        }
    }
}

void compare_rooms(const RoomList& before, const RoomList& after, std::vector<Box>& changed) {
    merge(
        before.size(), after.size(), [&](std::uint32_t i) { return before.entry(i).id; },
        [&](std::uint32_t j) { return after.entry(j).id; },
        [&](std::uint32_t i) { changed.push_back(before.entry(i).box); },
        [&](std::uint32_t j) { changed.push_back(after.entry(j).box); },
        [&](std::uint32_t i, std::uint32_t j) {
            if (before.entry(i).room == after.entry(j).room) return;
            changed.push_back(before.entry(i).box);
            changed.push_back(after.entry(j).box);
        });
}

bool same_body(const BodyTable& before, std::uint32_t i, const BodyTable& after, std::uint32_t j) {
    const Pose &p = before.pose(i), &q = after.pose(j);
    return &before.geometry(i) == &after.geometry(j) && before.mask(i) == after.mask(j) &&
           p.translation() == q.translation() && p.rotation().coeffs() == q.rotation().coeffs();
}

void compare_bodies(const BodyTable& before, const BodyTable& after, std::vector<Box>& changed) {
    merge(
        before.size(), after.size(), [&](std::uint32_t i) { return before.id(i); },
        [&](std::uint32_t j) { return after.id(j); },
        [&](std::uint32_t i) { changed.push_back(before.box(i)); },
        [&](std::uint32_t j) { changed.push_back(after.box(j)); },
        [&](std::uint32_t i, std::uint32_t j) {
            if (same_body(before, i, after, j)) return;
            changed.push_back(before.box(i));
            changed.push_back(after.box(j));
        });
}

/// Boxes around what differs, before and after. Empty boxes may be among them.
std::vector<Box> changes_between(const WorldState& before, const WorldState& after) {
    std::vector<Box> changed;
    if (&before == &after) return changed;
    compare_rooms(before.rooms, after.rooms, changed);
    if (before.bodies != after.bodies) compare_bodies(*before.bodies, *after.bodies, changed);
    return changed;
}

}  // namespace

WorldChanges::WorldChanges(const WorldState& before, const WorldState& after) {
    std::vector<Box> boxes = changes_between(before, after);
    empty_ = boxes.empty();
    if (!empty_) boxes_ = BoxTree(std::move(boxes));
}

bool WorldChanges::meet(const Box& box) const {
    bool met = false;
    boxes_.in_box(box, [&](std::uint32_t) { met = true; });
    return met;
}

}  // namespace swept::world_detail

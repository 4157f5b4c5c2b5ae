#include "edits.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "../common/medians.h"

namespace swept::bench {

namespace {

constexpr std::size_t most_choices = 32;
/// Ids of the other polygons begin here: no polygon of the level has one of them.
constexpr std::uint64_t first_other = std::uint64_t{1} << 32;

/// How far two rooms are from a thousand polygons each.
std::size_t distance_from_thousand(const WorldContents::Room& p, const WorldContents::Room& q) {
    const auto off = [](const WorldContents::Room& room) {
        return std::abs(static_cast<long>(room.polygons.mesh.polygon_count()) - 1000);
    };
    return static_cast<std::size_t>(std::max(off(p), off(q)));
}

std::vector<PolygonId> ids_of(const RoomPolygons& polygons) {
    std::vector<PolygonId> ids;
    for (const PolygonLabel& label : polygons.labels) ids.push_back(label.id);
    return ids;
}

EditRow timed(const Level& level, const char* kind, std::size_t edits,
              const std::function<double()>& edit) {
    EditRow row{.rooms = level.rooms(), .polygons = level.polygons, .kind = kind, .edits = edits};
    std::vector<double> milliseconds;
    for (std::size_t i = 0; i < edits; ++i) milliseconds.push_back(1e3 * edit());
    std::ranges::sort(milliseconds);
    row.median_ms = milliseconds[edits / 2];
    row.p99_ms = milliseconds[edits * 99 / 100];
    return row;
}

}  // namespace

/// Rooms that have about a thousand polygons both in this level and in one of another seed.
RoomSwapper::RoomSwapper(const Level& level) {
    Level other = make_level_of(static_cast<int>(level.rooms()), 2);
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i < level.rooms(); ++i) {
        order.emplace_back(distance_from_thousand(level.contents.rooms[i], other.contents.rooms[i]),
                           i);
    }
    std::ranges::sort(order);
    if (order.size() > most_choices) order.resize(most_choices);
    for (const auto& [distance, i] : order) {
        const WorldContents::Room& room = level.contents.rooms[i];
        Choice choice{room.id, room.polygons, std::move(other.contents.rooms[i].polygons)};
        for (PolygonLabel& label : choice.other.labels) label.id.value += first_other;
        choices_.push_back(std::move(choice));
    }
}

RoomSwapper::Swap RoomSwapper::next() {
    Choice& choice = choices_[next_++ % choices_.size()];
    std::swap(choice.now, choice.other);
    return {choice.room, ids_of(choice.other), &choice.now};
}

bool RoomSwapper::apply(const Swap& swap, World& world) {
    return world
        .edit([&](WorldEdit& edit) { return edit.replace_polygons(swap.room, swap.out, *swap.in); })
        .has_value();
}

std::vector<EditRow> measure_edits(const Level& level, std::size_t edits,
                                   std::size_t sanity_casts) {
    World world = world_of(level);
    RoomSwapper swapper(level);
    std::vector<EditRow> rows;
    double replaced = 0, by = 0;
    EditRow whole = timed(level, whole_room, edits, [&] {
        const RoomSwapper::Swap swap = swapper.next();
        replaced += static_cast<double>(swap.out.size());
        by += static_cast<double>(swap.in->mesh.polygon_count());
        const double begin = cpu_now();
        if (!RoomSwapper::apply(swap, world)) std::abort();
        return cpu_now() - begin;
    });
    whole.replaced = replaced / static_cast<double>(edits);
    whole.by = by / static_cast<double>(edits);
    rows.push_back(whole);
    std::size_t turn = 0;
    EditRow one = timed(level, "one polygon", edits, [&] {
        const RoomId room = level.contents.rooms[turn++ % level.rooms()].id;
        const RoomPolygons now = *world.snapshot().polygons(room);
        RoomPolygons by_itself;
        for (const std::uint32_t v : now.mesh.polygon(0)) {
            by_itself.mesh.corners.push_back(by_itself.mesh.add_vertex(now.mesh.vertices[v]));
        }
        by_itself.mesh.polygon_ends.push_back(
            static_cast<std::uint32_t>(by_itself.mesh.corners.size()));
        by_itself.labels.push_back(now.labels[0]);
        const std::vector<PolygonId> out{now.labels[0].id};
        const double begin = cpu_now();
        if (!RoomSwapper::apply({room, out, &by_itself}, world)) std::abort();
        return cpu_now() - begin;
    });
    one.replaced = one.by = 1;
    rows.push_back(one);
    rows.push_back(timed(level, "nothing", edits, [&] {
        const double begin = cpu_now();
        if (!world.edit([](WorldEdit& /*edit*/) { return Result<void>(); })) std::abort();
        return cpu_now() - begin;
    }));
    const Sanity sanity = compare(world.snapshot(), rays_in(level, sanity_casts, 0, 82));
    for (EditRow& row : rows) row.sanity = sanity;
    return rows;
}

}  // namespace swept::bench

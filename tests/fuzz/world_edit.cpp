// A world that is edited and asked: rooms, portals, bodies and carving.

#include "swept/world.h"
#include "tests/fuzz/target.h"

namespace swept::fuzz {
namespace {

/// Ids from a small set, so that they meet again.
template <class Id>
Id take_id(Bytes& bytes) {
    return Id(bytes.below(4));
}

RoomPolygons take_polygons(Bytes& bytes) {
    RoomPolygons polygons{take_mesh(bytes, bytes.below(8) == 7), {}};
    if (bytes.below(4) != 3) return polygons;
    for (unsigned count = bytes.below(16); count > 0; --count) {
        polygons.labels.push_back({take_id<PolygonId>(bytes), bytes.byte()});
    }
    return polygons;
}

Portal take_portal(Bytes& bytes) {
    Portal portal{take_id<RoomId>(bytes), take_id<RoomId>(bytes), {}};
    for (unsigned count = bytes.below(6); count > 0; --count) {
        portal.outline.push_back(bytes.point(true));
    }
    return portal;
}

std::optional<Body> take_body(Bytes& bytes) {
    const Pose pose = take_pose(bytes);
    if (bytes.below(4) == 3) {
        const auto set = SphereSet::make({Sphere{bytes.point(), std::abs(bytes.number())}});
        if (!set) return std::nullopt;
        return Body{*set, pose, bytes.byte()};
    }
    const auto shape = take_shape(bytes);
    if (!shape) return std::nullopt;
    return Body{*shape, pose, bytes.coin() ? every_bit : bytes.byte()};
}

Result<void> carve(WorldEdit& edit, Bytes& bytes) {
    const auto tool = take_shape(bytes);
    if (!tool) return {};
    CarveOptions options;
    options.take_fragments = bytes.coin();
    const auto done = edit.carve({*tool, take_pose(bytes)}, options);
    if (!done) return tl::unexpected(done.error());
    promise(std::ranges::is_sorted(done->rooms), "rooms ascend");
    if (done->piece) {
        promise(done->piece->is_closed(), "a piece is closed");
        promise(!done->piece_labels.empty(), "a piece has labels");
    }
    return {};
}

/// Ids first: compilers read arguments in orders of their own.
Result<void> one_change(WorldEdit& edit, Bytes& bytes) {
    const unsigned kind = bytes.below(12);
    if (kind > 9) return carve(edit, bytes);
    if (kind == 7) {
        const auto body = take_body(bytes);
        return body ? edit.insert_body(take_id<BodyId>(bytes), *body) : Result<void>();
    }
    if (kind == 9) {
        return bytes.coin() ? edit.remove_body(take_id<BodyId>(bytes))
                            : edit.remove_portal(take_id<PortalId>(bytes));
    }
    const unsigned id = bytes.below(4);
    switch (kind) {
        case 0:
        case 1:
            return edit.add_room(RoomId(id), take_polygons(bytes));
        case 2:
            return edit.remove_room(RoomId(id));
        case 3:
            return edit.add_polygons(RoomId(id), take_polygons(bytes));
        case 4:
            return edit.remove_polygons(RoomId(id), std::array{take_id<PolygonId>(bytes)});
        case 5: {
            const std::array ids{take_id<PolygonId>(bytes)};
            return edit.replace_polygons(RoomId(id), ids, take_polygons(bytes));
        }
        case 6:
            return edit.add_portal(PortalId(id), take_portal(bytes));
        default:
            return edit.move_body(BodyId(id), take_pose(bytes));
    }
}

/// Carving alone leaves closed what is closed.
void check_carve(World& world, Bytes& bytes) {
    const auto before = world.snapshot().seams();
    const auto report = world.edit([&](WorldEdit& edit) { return carve(edit, bytes); });
    if (!report) return check_error(report.error());
    promise(!before.closed || world.snapshot().seams().closed, "what is closed stays closed");
}

void check_edit(World& world, Bytes& bytes) {
    const std::uint64_t before = world.snapshot().version();
    const std::size_t polygons = world.snapshot().polygon_count();
    const auto report = world.edit([&](WorldEdit& edit) -> Result<void> {
        for (unsigned count = 1 + bytes.below(3); count > 0; --count) {
            if (auto done = one_change(edit, bytes); !done && bytes.coin()) return done;
        }
        return {};
    });
    if (report) {
        promise(report->version == world.snapshot().version(), "what was published is seen");
        promise(report->version > before, "versions rise");
        return;
    }
    check_error(report.error());
    promise(world.snapshot().version() == before && world.snapshot().polygon_count() == polygons,
            "what was refused changes nothing");
}

void check_cast(const WorldSnapshot& world, Bytes& bytes) {
    const Eigen::Vector3d from = bytes.point();
    const auto ray = Ray::between(from, bytes.point());
    if (!ray) return;
    const auto radius = Radius::of(std::abs(bytes.number()));
    if (!radius) return;
    WorldFilter filter;
    if (bytes.below(4) == 3) filter.mask = bytes.byte();
    const auto hit = cast(SphereCast{*ray, *radius}, world, {.filter = filter});
    if (hit.result.state == State::hit) {
        promise(hit.result.hit.fraction >= 0 && hit.result.hit.fraction <= 1, "0 to 1");
        promise(hit.collider.kind != ColliderRef::Kind::nothing, "a hit hits something");
    }
    filter.portals = false;
    const auto again = cast(SphereCast{*ray, *radius}, world, {.filter = filter});
    promise(again.result.state == hit.result.state &&
                same_bits(again.result.hit.fraction, hit.result.hit.fraction) &&
                again.collider == hit.collider,
            "portals do not change the answer");
}

bool all_sound(const WorldSnapshot& world) {
    for (const RoomId id : world.rooms()) {
        const auto room = world.shape(id);
        if (room && !is_sound(*room)) return false;
    }
    for (const BodyId id : world.bodies()) {
        const auto body = world.body(id);
        const auto* shape = std::get_if<Polyhedron>(&body->shape);
        if (shape == nullptr || !is_sound(*shape)) return false;
    }
    return true;
}

void check_sweep(const WorldSnapshot& world, Bytes& bytes) {
    const auto mover = take_shape(bytes);
    const auto motion = take_motion(bytes);
    if (!mover || !motion) return;
    SweepOptions options;
    options.budget = 2000;
    const Pose from = take_pose(bytes);
    const auto result = sweep({*mover, from}, *motion, world, options);
    promise(result.result.free_fraction >= 0 && result.result.free_fraction <= 1, "0 to 1");
    promise((result.result.state == State::free) == (result.result.free_fraction == 1),
            "1 exactly when free");
    if (!all_sound(world) || !is_sound(*mover)) return;
    const auto start = overlap({*mover, from}, world);
    if (start.result.relation != Relation::separate) return;
    promise(overlap({*mover, result.result.end}, world).result.relation == Relation::separate,
            "from a separate start it ends separate");
}

void check_step(const WorldSnapshot& world, Bytes& bytes) {
    std::vector<BodyMotion> motions;
    for (unsigned count = bytes.below(3); count > 0; --count) {
        const auto motion = take_motion(bytes);
        if (motion) motions.push_back({take_id<BodyId>(bytes), *motion});
    }
    const auto pairs = pairs_that_may_touch(world, motions);
    if (!pairs) return check_error(pairs.error());
    promise(std::ranges::is_sorted(*pairs), "pairs ascend");
    SweepOptions options;
    options.budget = 2000;
    const auto contact = first_contact(world, motions, options);
    promise(contact.has_value(), "what has pairs has a first contact or none");
    promise(contact->free_fraction >= 0 && contact->free_fraction <= 1, "0 to 1");
}

/// Polygons and bodies make the same world again.
void check_contents(const WorldSnapshot& world) {
    WorldContents contents = world.contents();
    contents.portals.clear();  // those whose walls are gone cannot be made again
    const auto copy = World::make(contents);
    promise(copy.has_value(), "a world can be made from its contents");
    promise(copy->snapshot().polygon_count() == world.polygon_count(), "all polygons are there");
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(world_edit) {
    using namespace swept;
    using namespace swept::fuzz;
    World world;
    for (int step = 0; step < 6 && !bytes.empty(); ++step) {
        switch (bytes.below(8)) {
            case 0:
                check_cast(world.snapshot(), bytes);
                break;
            case 1:
                check_sweep(world.snapshot(), bytes);
                break;
            case 2:
                check_step(world.snapshot(), bytes);
                break;
            case 3:
                check_carve(world, bytes);
                break;
            default:
                check_edit(world, bytes);
                break;
        }
    }
    check_contents(world.snapshot());
}

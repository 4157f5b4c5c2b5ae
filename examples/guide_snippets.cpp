// What the guides (docs/guides) and other pages show, as a program: each function holds the code of
// a page, word for word, which a test sees to.

#include <swept/papers/buss.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <utility>
#include <vector>

namespace {

void expect(bool holds, const char* what) {
    if (holds) return;
    (void)std::fprintf(stderr, "not so: %s\n", what);
    std::exit(1);
}

// docs/guides/sweep.md
void guide_sweep() {
    const auto crate = swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    const auto floor = swept::Polyhedron::build(swept::make_box({10, 10, 1}).value()).value();
    const swept::Pose above = swept::Pose::make({0, 0, 3}).value();
    const swept::Motion fall = swept::Translation::make({0, 0, -5}).value();

    const swept::SweepResult answer = swept::sweep({crate, above}, fall, {floor});
    if (answer.state == swept::State::hit) {
        std::printf("stopped after %.9f of the way by face %u, %.1e in front of it\n",
                    answer.free_fraction, answer.contact.obstacle.face, answer.contact.separation);
    }

    // The next sweep may start where this one ended: the end is never inside.
    const swept::Motion slide = swept::Translation::make({2, 0, 0}).value();
    const swept::SweepResult next = swept::sweep({crate, answer.end}, slide, {floor});
    std::printf("started %s, then %s\n", swept::name_of(next.start).data(),
                swept::name_of(next.state).data());
    expect(answer.state == swept::State::hit && next.state == swept::State::free,
           "the crate lands and slides");

    // Several obstacles, and options.
    const std::vector<swept::Placed> slabs{{floor, swept::Pose::make({-5, 0, 0}).value()},
                                           {floor, swept::Pose::make({5, 0, 0}).value()}};
    swept::SweepOptions options;
    options.margin = swept::Margin::at_least(0.01).value();  // stop a centimetre before
    const swept::SweepResult kept = swept::sweep({crate, above}, fall, slabs, options);
    std::printf("obstacle %u, %.6f apart\n", kept.obstacle, kept.contact.separation);
    expect(kept.contact.separation >= 0.01, "it keeps its distance");

    // Both move: a lift comes up while the crate falls.
    const swept::Motion lift = swept::Translation::make({0, 0, 1}).value();
    const swept::MutualSweepResult both =
        swept::sweep_both({{crate, above}, fall}, {{floor}, lift});
    std::printf("they meet at %.9f of the step, the lift at z = %.9f\n", both.sweep.free_fraction,
                both.end_of_obstacle.translation().z());
    expect(both.sweep.free_fraction < answer.free_fraction, "they meet sooner");
}

// docs/guides/shape.md
void guide_shape() {
    const swept::Mesh mesh = swept::make_cylinder(1, 2, 32, 4).value();  // or read_mesh("can.stl")
    const auto can = swept::Polyhedron::build(mesh);
    if (!can) return (void)std::fprintf(stderr, "%s\n", can.error().message().c_str());
    std::printf("%u faces, %s, %s\n", can->face_count(), can->is_closed() ? "closed" : "open",
                can->report().clean() ? "nothing repaired" : "repaired");

    // A scan: vertices that are a little apart become one, and faces in one plane do, too.
    swept::BuildOptions options;
    options.weld = swept::Weld::within;
    options.weld_distance = 1e-6;
    options.merge_coplanar = swept::tolerance::merge;
    const auto tidy = swept::Polyhedron::build(mesh, options).value();
    std::printf("%u faces, %u of them merged away\n", tidy.face_count(),
                tidy.report().merged_faces);

    // Does it have an inside that can be trusted?
    const bool sound = can->report().sides_reason == swept::SidesReason::proven;
    std::printf("%s\n", sound ? "a solid" : "not a solid: both sides count, or look at it");
    expect(sound && tidy.face_count() < can->face_count(), "a can is a solid");
}

// docs/guides/path.md
void guide_path() {
    const auto part = swept::Polyhedron::build(swept::make_box({0.6, 0.4, 0.4}).value()).value();
    const auto stairs = swept::Polyhedron::build(swept::make_stairs(8, 0.28, 0.18, 1).value());
    const Eigen::Quaterniond left(
        Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()));
    const std::vector<swept::Pose> way{
        swept::Pose::make({-1, 0, 0.3}).value(), swept::Pose::make({-1, 0, 1.8}).value(),
        swept::Pose::make({1, 0, 1.8}, left).value(), swept::Pose::make({3, 0, 1.2}).value()};

    const auto answer = swept::check_path(part, way, {stairs.value()});
    if (!answer) return (void)std::fprintf(stderr, "%s\n", answer.error().message().c_str());
    if (answer->state == swept::State::free) std::printf("free\n");
    if (answer->state == swept::State::hit) {
        std::printf("free for %.6f segments, then face %u of the stairs\n", answer->proven(),
                    answer->contact.obstacle.face);
    }
    expect(answer->state == swept::State::hit && answer->segment == 2, "it meets a step");

    // A planner's straight ways, five centimetres off everything.
    swept::PathOptions options;
    options.join = swept::PathJoin::straight;
    options.clearance = swept::Clearance::of(0.05).value();
    const auto planned = swept::check_path(part, way, {stairs.value()}, options);
    std::printf("%s after %.6f segments, kept %.6f\n", swept::name_of(planned->state).data(),
                planned->proven(), planned->margin);
    expect(planned->proven() < answer->proven(), "a clearance stops it sooner");

    // A mover of two parts: one rigid thing, whichever of them is met.
    const std::vector<swept::Part> tool{{part, swept::Pose()},
                                        {part, swept::Pose::make({0, 0, 0.4}).value()}};
    const std::vector<swept::Placed> obstacles{{stairs.value(), swept::Pose()}};
    const auto joined = swept::check_path(tool, way, obstacles);
    std::printf("part %u is met first\n", joined->part);
}

// docs/guides/overlap.md
void guide_overlap() {
    const auto table = swept::Polyhedron::build(swept::make_box({4, 4, 1}).value()).value();
    const auto cup = swept::Polyhedron::build(swept::make_cylinder(0.5, 1, 32, 1).value()).value();
    for (const double height : {1.25, 1.0, 0.999, 0.0}) {
        const swept::Pose at = swept::Pose::make({0, 0, height}).value();
        const swept::OverlapResult answer = swept::overlap({table}, {cup, at});
        std::printf("%s", swept::name_of(answer.relation).data());
        if (answer.witness) {
            std::printf(": face %u of the table meets face %u of the cup", answer.witness->faces.a,
                        answer.witness->faces.b);
        }
        std::printf("\n");
    }

    // Only yes or no, and which faces.
    const swept::Pose pushed = swept::Pose::make({1.9, 0, 0.999}).value();
    if (swept::intersects({table}, {cup, pushed})) {
        const auto pairs = swept::intersecting_faces({table}, {cup, pushed});
        std::printf("%zu pairs of faces meet\n", pairs.size());
        expect(!pairs.empty(), "what meets has pairs");
    }
}

// docs/guides/contacts.md
void guide_contacts() {
    const auto crate = swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    const auto floor = swept::Polyhedron::build(swept::make_box({10, 10, 1}).value()).value();
    const swept::Pose on_floor = swept::Pose::make({0, 0, 1}).value();

    const swept::ContactSet set = swept::contacts({crate, on_floor}, {floor});
    for (const swept::Contact& contact : set.contacts) {
        std::printf("%s at (%g, %g, %g), %g apart\n", swept::name_of(contact.kind).data(),
                    contact.point.x(), contact.point.y(), contact.point.z(), contact.separation);
    }
    expect(set.contacts.size() == 4, "a crate stands on four corners");

    // All that is within a centimetre, at most four of each direction: for a solver.
    swept::ContactOptions options;
    options.tolerance = swept::ContactTolerance::within(0.01).value();
    options.reduced = true;
    swept::ContactSet again;  // kept from query to query: then nothing is allocated
    swept::find_contacts({crate, on_floor}, {floor}, options, again);

    // How far apart, and where?
    const swept::Pose lifted = swept::Pose::make({0, 0, 3}).value();
    const swept::DistanceResult gap = swept::distance({crate, lifted}, {floor});
    std::printf("%g from (%g, %g, %g) to (%g, %g, %g)\n", gap.distance, gap.points[0].x(),
                gap.points[0].y(), gap.points[0].z(), gap.points[1].x(), gap.points[1].y(),
                gap.points[1].z());
    expect(gap.distance == 2, "two apart");
}

// docs/guides/collisions.md
void guide_collisions() {
    const auto car = swept::Polyhedron::build(swept::make_car(4.2, 1.8, 1.4).value()).value();
    const Eigen::Quaterniond left(
        Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()));
    const swept::Pose a_from = swept::Pose::make({-3.4, 0, 0}).value();
    const swept::Pose a_to = swept::Pose::make({-2.4, 0, 0}).value();
    const swept::Pose b_from = swept::Pose::make({0, -0.3, 0}, left).value();
    const swept::Pose b_to = swept::Pose::make({0, 0.2, 0}, left).value();

    const auto step = swept::all_collisions({car, a_from, a_to}, {car, b_from, b_to});
    for (const auto& group : swept::group_within(step->collisions, 0.05))  // at about one time
        for (const swept::Collision& hit : group)
            std::printf("fraction %f, properness %f\n", hit.fraction, hit.properness);
    expect(step && !step->collisions.empty(), "they collide");
}

// docs/papers.md
void papers_buss() {
    const auto car = swept::Polyhedron::build(swept::make_car(4.2, 1.8, 1.4).value()).value();
    const Eigen::Quaterniond left(
        Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()));
    const swept::BodyStep a{car, swept::Pose::make({-3.4, 0, 0}).value(),
                            swept::Pose::make({-2.4, 0, 0}).value()};
    const swept::BodyStep b{car, swept::Pose::make({0, -0.3, 0}, left).value(),
                            swept::Pose::make({0, 0.2, 0}, left).value()};

    // Pixels of five centimetres, and only what may be a first contact.
    const auto rough =
        swept::papers::buss::all_collisions(a, b, {.pixels = {.size = 0.05}, .min_properness = 0});
    std::printf("%zu on the screen, within %.2f\n", rough->collisions.size(), rough->error_bound);
}

// docs/guides/cast.md
void guide_cast() {
    const auto stairs =
        swept::Polyhedron::build(swept::make_stairs(8, 0.28, 0.18, 1).value()).value();
    const swept::Ray down = swept::Ray::between({0.5, 0, 9}, {0.5, 0, 0}).value();
    const swept::CastResult answer = swept::cast(down, {stairs});
    if (answer.state == swept::State::hit) {
        std::printf("face %u at height %g\n", answer.hit.face, answer.hit.point.z());
    }
    expect(answer.state == swept::State::hit, "there are stairs");

    // A ball that keeps a centimetre away.
    swept::CastOptions options;
    options.clearance = swept::Clearance::of(0.01).value();
    const swept::Ray flight = swept::Ray::between({-1, 0, 0.8}, {1, 0, 0.3}).value();
    const auto ball =
        swept::cast(swept::SphereCast{flight, swept::Radius::of(0.05).value()}, {stairs}, options);
    const Eigen::Vector3d centre = flight.at(ball.hit.fraction);
    std::printf("its centre stops %.3f before the face\n", (centre - ball.hit.point).norm());

    // A whole shape as spheres, on a turn: never later than the shape itself.
    const auto car = swept::Polyhedron::build(swept::make_car(0.4, 0.2, 0.15).value()).value();
    const swept::SphereSet spheres = swept::fit_spheres(car, 64).value();
    const swept::Motion turn =
        swept::Rotation::make({0, 2, 0}, {0, 0, 1}, std::numbers::pi / 2).value();
    const auto set = swept::cast(
        swept::SphereSetCast{spheres, swept::Pose::make({-1, 0, 0.05}).value(), turn}, {stairs});
    std::printf("%zu spheres: %s\n", spheres.spheres().size(), swept::name_of(set.state).data());

    // Many at once, in parallel.
    const std::vector<swept::Ray> rays(1000, down);
    const std::vector<swept::CastResult> results = swept::cast_batch(rays, {stairs});
    expect(results.back().hit.fraction == answer.hit.fraction, "a batch answers as one cast does");
}

// docs/guides/world.md
void guide_world() {
    // A level of four rooms, joined by portals, and a crate in the first of them.
    swept::World world = swept::World::make(swept::make_level_world({.rooms = 4}).value()).value();
    const auto box = swept::Polyhedron::build(swept::make_box({0.8, 0.8, 0.8}).value()).value();
    const swept::BodyId crate(1);
    const auto inserted = world.edit([&](swept::WorldEdit& edit) {
        return edit.insert_body(crate, {box, swept::Pose::make({0, 0, 1.5}).value()});
    });
    if (!inserted) return (void)std::fprintf(stderr, "%s\n", inserted.error().message().c_str());

    // Ask a snapshot: the crate falls, and does not see itself.
    const swept::WorldSnapshot now = world.snapshot();
    const swept::Motion fall = swept::Translation::make({0, 0, -5}).value();
    const swept::Pose start = now.body(crate)->world_from_body;
    const auto landed = swept::sweep({box, start}, fall, now, {.filter = {.except = crate}});
    std::printf("polygon %llu of room %llu stops it\n",
                static_cast<unsigned long long>(landed.collider.polygon.id.value),
                static_cast<unsigned long long>(landed.collider.room.value));
    expect(landed.result.state == swept::State::hit, "the crate lands");

    // Move it there, and blow a hole into whatever is beside it, in one edit.
    const auto ball = swept::Polyhedron::build(swept::make_sphere(1.25, 7, 11).value()).value();
    const swept::Pose at_the_wall = swept::Pose::make({5.3, 0, 1.2}).value();
    swept::CarveResult carving;
    const auto published = world.edit([&](swept::WorldEdit& edit) -> swept::Result<void> {
        if (auto moved = edit.move_body(crate, landed.result.end); !moved) return moved;
        return edit.carve({ball, at_the_wall}).map([&](const swept::CarveResult& done) {
            carving = done;
        });
    });
    std::printf("version %llu: %zu rooms cut, %.3f taken out\n",
                static_cast<unsigned long long>(published->version), carving.rooms.size(),
                carving.piece ? carving.piece->volume().value_or(0) : 0);
    expect(published.has_value(), "the edit is published");

    // The crate and whatever else moves: what comes first in this step?
    const std::vector<swept::BodyMotion> step{{crate, swept::Translation::make({9, 0, 0}).value()}};
    const auto first = swept::first_contact(world.snapshot(), step);
    std::printf("%s at %.6f of the step\n", swept::name_of(first->state).data(),
                first->free_fraction);
    expect(first.has_value(), "all bodies are known");
}

// docs/conventions.md
void conventions() {
    const Eigen::Quaterniond left(
        Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()));
    const swept::Pose world_from_table = swept::Pose::make({5, 0, 1}).value();
    const swept::Pose table_from_cup = swept::Pose::make({0.5, 0, 0.2}, left).value();
    const swept::Pose world_from_cup = world_from_table * table_from_cup;  // neighbours cancel
    const Eigen::Vector3d handle_in_cup(0.1, 0, 0);
    const Eigen::Vector3d handle_in_world = world_from_cup * handle_in_cup;  // (5.5, 0.1, 1.2)
    expect((handle_in_world - Eigen::Vector3d(5.5, 0.1, 1.2)).norm() < 1e-12, "neighbours cancel");

    const swept::Rotation turn =
        swept::Rotation::make({0, 0, 0}, {0, 0, 1}, std::numbers::pi).value();
    const swept::Pose halfway =
        turn.pose_at(world_from_cup, 0.5);  // a quarter turn about the world's z
    expect(std::abs(halfway.translation().y() - 5.5) < 1e-12, "half of half a turn is a quarter");

    // Bad numbers are refused where they come in; what is made is valid.
    const swept::Result<swept::Pose> none =
        swept::Pose::make({0, 0, 0}, swept::Quaternion(2, 0, 0, 0));
    if (!none) std::printf("%s\n", none.error().message().c_str());
    expect(!none, "a scale is no pose");
}

// docs/performance.md
void performance() {
    const auto mover = swept::Polyhedron::build(swept::make_sphere(0.5, 16, 24).value()).value();
    const auto level = swept::Polyhedron::build(swept::make_level({.rooms = 4}).value()).value();
    const swept::Pose start = swept::Pose::make({0, 0, 1.5}).value();
    const swept::Motion way = swept::Translation::make({6, 0, 0}).value();

    // Placed once, kept for all queries; and what stopped it last time is looked at first.
    const swept::Placed ball{mover, start}, room{level};
    swept::SweepOptions options;
    for (int frame = 0; frame < 3; ++frame) {
        const auto answer = swept::sweep(ball, way, room, options);
        if (answer.state == swept::State::hit) {
            options.warm_start = {
                {answer.contact.mover.face_index, answer.contact.obstacle.face_index}};
        }
    }

    // A limit on the work: what is proven by then is proven.
    options.budget = 2000;
    const auto answer = swept::sweep(ball, way, room, options);
    if (answer.state == swept::State::undecided) {
        std::printf("free up to %f, unknown beyond\n", answer.free_fraction);
    }

    // Many queries: one call, all cores, the same results.
    const std::vector<swept::SweepQuery> queries(100, {ball, way, room});
    const auto results = swept::sweep_batch(queries);
    expect(results.front().free_fraction == results.back().free_fraction, "the same results");

    // The tree: made now and not at the first query, and kept for the next start of the program.
    const std::vector<std::byte> saved = level.saved_tree();
    const swept::Polyhedron loaded = level.with_saved_tree(saved).value();
    std::printf("%zu bytes of tree, %zu of shape\n", loaded.tree_statistics().bytes,
                loaded.bytes());
}

// docs/results/error.md
void errors() {
    swept::Mesh mesh;
    mesh.add_vertex({0, 0, 0});
    mesh.add_polygon({0, 1, 2});
    const auto shape = swept::Polyhedron::build(mesh);
    if (!shape) {
        const swept::Error& error = shape.error();
        std::printf("%s\n", error.message().c_str());
        expect(error.code == swept::ErrorCode::bad_mesh, "it is the mesh");
    }
    expect(!shape, "there is one vertex only");
}

}  // namespace

int main() {
    guide_shape();
    guide_sweep();
    guide_path();
    guide_overlap();
    guide_contacts();
    guide_collisions();
    papers_buss();
    guide_cast();
    guide_world();
    conventions();
    performance();
    errors();
}

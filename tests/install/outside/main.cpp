// A program outside the project. It makes values here, hands them to the library and checks what
// comes back: every public type crosses the border, by value and in vectors, so that a difference
// in layout between the two (vector flags of the compiler, say) shows as a wrong number.

#include <swept/solids.h>
#include <swept/swept.h>

#include <cmath>
#include <iostream>
#include <numbers>
#include <vector>

#ifdef OUTSIDE_WITH_IO
#include <swept/mesh_io.h>

#include <fstream>
#endif

namespace {

using Eigen::Vector3d;

template <class... Types>
constexpr bool unaligned = ((alignof(Types) <= alignof(double)) && ...);
static_assert(
    unaligned<swept::Pose, swept::Quaternion, swept::Matrix34, swept::Box, swept::Sphere>);
static_assert(unaligned<swept::Plane, swept::Mesh, swept::Polyhedron, swept::BuildOptions>);
static_assert(unaligned<swept::Translation, swept::Rotation, swept::Screw, swept::Motion>);
static_assert(
    unaligned<swept::TranslateThenRotate, swept::RelativeMotion, swept::RoomOptions, swept::Error>);
static_assert(unaligned<swept::Result<swept::Pose>, swept::Result<swept::Polyhedron>>);
static_assert(unaligned<swept::Witness, swept::OverlapResult, swept::OverlapOptions>);
static_assert(unaligned<swept::Placed, swept::PlacedPair, swept::Moving, swept::TreeStatistics>);
static_assert(unaligned<swept::Margin, swept::Clearance, swept::WarmStart, swept::WorldFilter>);
static_assert(unaligned<swept::Contact, swept::SweepOptions, swept::SweepResult>);
static_assert(unaligned<swept::StepResult, swept::MutualSweepResult, swept::SweepQuery>);
static_assert(unaligned<swept::Part, swept::PathOptions, swept::PathResult, swept::PathQuery>);
static_assert(unaligned<swept::Ray, swept::Radius, swept::SphereSet, swept::SphereCast>);
static_assert(unaligned<swept::SphereSetCast, swept::CastQuery, swept::PreparedTarget>);
static_assert(unaligned<swept::CastHit, swept::CastResult, swept::CastOptions>);
static_assert(unaligned<swept::InWorld<swept::SweepResult>, swept::WorldContactSet>);
static_assert(sizeof(swept::Pose) == 7 * sizeof(double));
static_assert(sizeof(swept::Matrix34) == 12 * sizeof(double));
static_assert(sizeof(swept::Screw) == 8 * sizeof(double));

int failures = 0;

void check(bool holds, const char* what) {
    if (holds) return;
    std::cerr << "outside: wrong: " << what << '\n';
    ++failures;
}

bool near(const Vector3d& a, const Vector3d& b) {
    return (a - b).norm() < 1e-12;
}
bool near(double a, double b) {
    return std::abs(a - b) < 1e-12;
}

const double quarter = std::numbers::pi / 2;

swept::Pose quarter_turn_about_z(const Vector3d& translation) {
    const Eigen::Quaterniond rotation(Eigen::AngleAxisd(quarter, Vector3d::UnitZ()));
    return swept::Pose::make(translation, rotation).value();
}

void check_poses() {
    const swept::Pose pose = quarter_turn_about_z({1, 2, 3});
    check(near(pose * Vector3d(1, 0, 0), {1, 3, 3}), "pose * point");
    check(near(pose * pose * Vector3d(1, 0, 0), {-2, 3, 6}), "pose * pose * point");
    check(near(pose.inverse() * Vector3d(1, 3, 3), {1, 0, 0}), "inverse of a pose");
    check(near(pose.rotation_matrix().col(0), {0, 1, 0}), "rotation matrix");

    swept::Matrix34 matrix;
    matrix << 0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3;
    const swept::Result<swept::Pose> from_matrix = swept::Pose::from_matrix(matrix);
    check(from_matrix && near(*from_matrix * Vector3d(0, 1, 0), {0, 2, 3}), "pose of a matrix");
    matrix(0, 0) = 5;
    check(
        !swept::Pose::from_matrix(matrix) && !swept::Pose::from_matrix(matrix).error().what.empty(),
        "a shear is refused with words");

    const std::vector<swept::Pose> poses(5, pose);  // odd, so that alignment would show
    swept::Pose product;
    for (const swept::Pose& factor : poses) product = product * factor;
    check(near(product * Vector3d(0, 0, 0), {1, 2, 15}), "product of a vector of poses");

    const std::vector<Vector3d> points{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {4, 5, 6}, {7, 8, 9}};
    std::vector<Vector3d> placed(points.size());
    swept::place(pose, points, placed);
    for (std::size_t i = 0; i < points.size(); ++i) {
        check(placed[i] == pose * points[i], "place is pose * point, bit for bit");
    }
}

void check_motions() {
    const std::vector<swept::Motion> motions{
        swept::Translation::make({2, 0, 0}).value(),
        swept::Rotation::make({1, 0, 0}, {0, 0, 2}, quarter).value(),
        swept::Screw::make({1, 0, 0}, {0, 0, 2}, quarter, 3).value()};
    const std::vector<Vector3d> ends{{4, 0, 0}, {1, 1, 0}, {1, 1, 3}};
    for (std::size_t i = 0; i < motions.size(); ++i) {
        const Vector3d start(2, 0, 0);
        check(near(displacement(motions[i], 1) * start, ends[i]), "end of a motion");
        check(near(displacement(inverse(motions[i]), 1) * ends[i], start), "inverse motion");
        const swept::Pose body = swept::Pose::make(start).value();
        check(near(pose_at(motions[i], body, 1).translation(), ends[i]), "moved body");
    }

    const swept::Pose from = quarter_turn_about_z({1, 0, 0});
    const swept::Pose to = from * quarter_turn_about_z({0, 0, 2});
    const swept::Screw screw = screw_between(from, to);
    check(near(screw.angle(), quarter) && near(screw.advance(), 2), "screw between poses");
    const swept::TranslateThenRotate step = decompose(from, to);
    check(near(step.translation.vector(), {0, 0, 2}) && near(step.rotation.angle(), quarter),
          "step in two parts");

    const swept::Sphere ball{{2, 0, 0}, 1};
    const swept::RelativeMotion relative =
        swept::relative_motion(motions[0], swept::Motion(swept::Translation()), ball);
    check(near(displacement(relative.motion, 1) * ball.centre, {4, 0, 0}) &&
              relative.deviation == 0 && near(relative.start.translation(), {0, 0, 0}) &&
              relative.end == 1,
          "relative motion");
    const auto pieces = swept::relative_motion(motions[0], motions[1], ball, 0.1);
    check(pieces && !pieces->empty() && pieces->back().end == 1 && pieces->back().deviation <= 0.1,
          "relative motion in pieces");
}

void check_shapes() {
    const swept::Result<swept::Mesh> mesh = swept::make_box({1, 2, 3});
    check(mesh && mesh->vertices.size() == 8, "mesh of a box");
    std::vector<swept::Result<swept::Polyhedron>> shapes;
    shapes.push_back(swept::Polyhedron::build(*mesh));
    shapes.push_back(swept::Polyhedron::build(swept::make_solid("car").value()));
    shapes.push_back(swept::Polyhedron::build(swept::Mesh()));
    check(shapes[0] && shapes[1] && !shapes[2], "two shapes and an error");

    const swept::Polyhedron box = *shapes[0];
    check(near(box.volume().value_or(0), 6), "volume");
    const std::vector<swept::Box> bounds(3, box.box());
    check(near(bounds[1].size(), {1, 2, 3}) && near(bounds[2].centre(), {0, 0, 0}), "bounds");
    const std::vector<swept::Plane> planes{box.plane(swept::FaceIndex(0)),
                                           box.plane(swept::FaceIndex(1))};
    for (const swept::Plane& plane : planes) {
        check(near(plane.normal.norm(), 1) && plane.offset < 0, "plane that looks outward");
    }
    check(shapes[1]->edge_count() == 26, "edges of the car");

    swept::BuildOptions options;
    double share = 0;
    options.merge_coplanar = swept::tolerance::merge;
    options.progress = [&](double done) { share = done; };
    const auto merged = swept::Polyhedron::build(swept::make_solid("room").value(), options);
    check(merged && merged->report().merged_faces > 0, "options reach the builder");
    check(share >= 0 && share <= 1, "progress comes back");
    check(swept::solid_kinds().size() > 1, "catalogue of solids");
}

void check_overlap() {
    const auto box = swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    const swept::Pose beside = swept::Pose::make({1, 0.25, 0}).value();
    const swept::OverlapResult touching = swept::overlap({box}, {box, beside});
    check(touching.relation == swept::Relation::touching && touching.state == swept::State::hit,
          "boxes side by side touch");
    check(touching.witness && near(touching.witness->point.x(), 0.5), "where they touch");
    const std::vector<swept::PlacedPair> many{{{box}, {box, beside}},
                                              {{box}, {box, swept::Pose::make({3, 0, 0}).value()}}};
    const auto answers = swept::overlap_batch(many);
    check(answers.size() == 2 && answers[1].relation == swept::Relation::separate, "a batch");
    check(swept::contains({box, beside}, {1.25, 0.25, 0}), "a point inside");
    check(box.tree_statistics().leaves > 0, "the quality of a tree");
    check(box.with_saved_tree(box.saved_tree()).has_value(), "a saved tree");
}

void check_sweeps() {
    const auto box = swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    const swept::Pose ahead = swept::Pose::make({3, 0, 0}).value();
    const swept::Motion drive = swept::Translation::make({4, 0, 0}).value();
    swept::SweepOptions options;
    options.margin = swept::Margin::at_least(0.5).value();
    swept::Scratch scratch;
    options.scratch = &scratch;
    const swept::SweepResult stop = swept::sweep({box}, drive, {box, ahead}, options);
    check(stop.state == swept::State::hit && std::abs(stop.free_fraction - 0.375) < 1e-9,
          "half before the other box");
    check(near(stop.contact.normal, {-1, 0, 0}) && std::abs(stop.contact.separation - 0.5) < 1e-9,
          "what stopped it");
    const std::vector<swept::SweepQuery> many(3, {{box}, drive, {box, ahead}});
    const auto answers = swept::sweep_batch(many);
    check(answers.size() == 3 && std::abs(answers[2].end.translation().x() - 2) < 1e-6,
          "a batch of sweeps");
}

void check_paths() {
    const auto box = swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    const std::vector<swept::Part> parts{{box, swept::Pose()},
                                         {box, quarter_turn_about_z({0, 1, 0})}};
    const std::vector<swept::Placed> obstacles{{box, swept::Pose::make({0, -9, 0}).value()},
                                               {box, swept::Pose::make({6, 1.25, 0}).value()}};
    const std::vector<swept::Pose> poses{swept::Pose(), swept::Pose::make({0, 0, 3}).value(),
                                         swept::Pose::make({6, 0, 3}).value(),
                                         swept::Pose::make({6, 0, 1}).value()};
    swept::PathOptions options;
    options.clearance = swept::Clearance::of(0.5).value();
    double share = 0;
    options.progress = [&](double done) { share = done; };
    const swept::Result<swept::PathResult> answer =
        swept::check_path(parts, poses, obstacles, options);
    check(answer && answer->state == swept::State::hit && answer->segment == 2 &&
              std::abs(answer->fraction - 0.75) < 1e-9,
          "the last segment of a path, half above what is below");
    check(answer && answer->part == 1 && answer->obstacle == 1 &&
              std::abs(answer->end.translation().z() - 1.5) < 1e-9,
          "the second part above the second obstacle");
    check(share > 0.6 && share < 0.7, "progress of a path comes back");
    const std::vector<swept::PathQuery> queries(3, {parts, poses, obstacles});
    const auto answers = swept::check_path_batch(queries, options);
    check(answers.size() == 3 && answers[2] && answers[2]->segment == 2, "a batch of paths");
    check(near(pose_between(poses[1], poses[2], 0.5).translation(), {3, 0, 3}), "on a path's way");
    check(!swept::check_path(parts, {}, obstacles, options), "a path without a pose is refused");
}

void check_casts() {
    const auto box = swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    const swept::Ray ray = swept::Ray::between({3, 0.25, 0.125}, {-1, 0.25, 0.125}).value();
    const swept::CastResult seen = swept::cast(ray, {box});
    check(seen.state == swept::State::hit && near(seen.hit.fraction, 0.625) &&
              near(seen.hit.normal, {1, 0, 0}) && seen.hit.side == swept::FaceSide::front,
          "a ray");
    swept::CastOptions options;
    options.clearance = swept::Clearance::of(0.25).value();
    options.sides = swept::Sides::both;
    const std::vector<swept::SphereCast> many(3, {ray, swept::Radius::of(0.25).value()});
    const std::vector<swept::CastResult> answers = swept::cast_batch(many, {box}, options);
    check(near(answers[2].hit.fraction, 0.5) && near(answers[2].hit.point, {0.5, 0.25, 0.125}),
          "a batch of spheres with a clearance");
    std::vector<swept::CastHit> hits;
    const auto all = swept::cast_all(ray, {box}, {.sides = swept::Sides::both}, hits);
    check(all.start == swept::Relation::separate && hits.size() == 2 &&
              near(hits[1].fraction, 0.875) && hits[1].side == swept::FaceSide::back,
          "all hits of a ray");
    const swept::SphereSet spheres = swept::fit_spheres(box, 8).value();
    const swept::Motion back = swept::Translation::make({-4, 0, 0}).value();
    const swept::SphereSetCast query{spheres, swept::Pose::make({4, 0, 0}).value(), back};
    const auto stop = swept::cast(query, {box});
    check(spheres.spheres().size() == 8 && stop.state == swept::State::hit &&
              stop.hit.fraction < 0.75,
          "spheres fitted to a box");
    check(!swept::Ray::towards({0, 0, 0}, {0, 0, 0}) && !swept::Radius::of(-1),
          "a ray and a radius that are none");
}

void check_world() {
    const swept::Polyhedron box =
        swept::Polyhedron::build(swept::make_box({1, 1, 1}).value()).value();
    swept::World world =
        swept::World::make(swept::make_level_world({.rooms = 2, .clutter = 0}).value()).value();
    const auto ray = swept::Ray::between({0, 0, 3}, {0, 0, -1}).value();
    const auto before = swept::cast(ray, world.snapshot());
    const Eigen::Vector3d floor = before.result.hit.point;
    const auto edited = world.edit([&](swept::WorldEdit& edit) -> swept::Result<void> {
        const auto hole = edit.carve({box, swept::Pose::make(floor).value()});
        if (!hole) return tl::unexpected(hole.error());
        check(hole->piece && hole->piece->is_closed(), "what was carved is closed");
        const auto above = swept::Pose::make(floor + Eigen::Vector3d(3, 0, 2)).value();
        return edit.insert_body(swept::BodyId(1), {box, above});
    });
    const auto after = swept::cast(ray, world.snapshot());
    check(edited && before.collider.kind == swept::ColliderRef::Kind::room &&
              (after.result.state == swept::State::free ||
               after.result.hit.fraction > before.result.hit.fraction),
          "a hole in the floor of a world");
    const auto fall = swept::Translation::make({0, 0, -4}).value();
    const auto first = swept::first_contact(
        world.snapshot(), std::vector<swept::BodyMotion>{{swept::BodyId(1), fall}});
    check(first && first->state == swept::State::hit, "a body falls to the floor");
    check(!world.edit([](swept::WorldEdit& edit) { return edit.remove_room(swept::RoomId(99)); }),
          "a room that is not there");
}

#ifdef OUTSIDE_WITH_IO
void check_files() {
    std::ofstream("outside.off") << "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                                    "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";
    const swept::Result<swept::MeshFile> read = swept::read_mesh("outside.off");
    check(read && read->mesh.polygon_count() == 4 && read->format == "off", "a file is read");
    check(read && swept::write_mesh(read->mesh, "outside.ply") &&
              swept::read_mesh("outside.ply")->mesh.vertices == read->mesh.vertices,
          "a file is written and read back");
    const swept::Result<swept::MeshFile> missing = swept::read_mesh("no such file.obj");
    check(!missing && missing.error().code == swept::ErrorCode::no_file, "a missing file");
}
#endif

}  // namespace

int main() {
    check_poses();
    check_motions();
    check_shapes();
    check_overlap();
    check_sweeps();
    check_paths();
    check_casts();
    check_world();
#ifdef OUTSIDE_WITH_IO
    check_files();
#endif
    if (failures == 0) std::cout << "outside: all right, swept " SWEPT_VERSION "\n";
    return failures == 0 ? 0 : 1;
}

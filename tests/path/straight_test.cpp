// Straight ways that were stopped: where they end, what is said of the contact there, and that they
// can go back the way they came.

#include <gtest/gtest.h>

#include "swept/distance.h"
#include "swept/path.h"
#include "swept/solids.h"
#include "tests/oracle/separation.h"
#include "tests/repeats.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept::test {
namespace {

std::vector<Polyhedron> solids() {
    std::vector<Polyhedron> made;
    for (const char* name : {"gear", "car", "brick", "stairs", "torus", "bolt", "nut", "prism"}) {
        const Mesh mesh = make_solid(name).value();
        Box box;
        for (const Vector3d& v : mesh.vertices) box.add(v);
        Mesh unit = mesh;  // of the same size, about the origin
        for (Vector3d& v : unit.vertices) v = (v - box.centre()) / box.size().norm();
        made.push_back(built(unit));
    }
    return made;
}

Pose turned_by(const Pose& pose, const Vector3d& way, double angle, const Vector3d& axis) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, axis));
    return Pose::make(pose.translation() + way, turn * pose.rotation()).value();
}

struct Push {
    Pose from;
    Pose to;
};

/// A short way towards a point of the obstacle, with a turn, that begins close to it.
Push random_push(Random& random, const Polyhedron& mover, const Polyhedron& obstacle) {
    const Vector3d away = random.direction();
    const Pose turn = random.pose(1);
    const auto placed = [&](double height) {
        return Pose::make(height * away, turn.rotation()).value();
    };
    // As close as a sweep comes, and a little back.
    const SweepResult found =
        sweep({mover, placed(2)}, Translation::make(-2 * away).value(), {obstacle});
    const double height = 2 * (1 - found.free_fraction) + std::pow(10, random.uniform(-4, -0.7));
    const double towards = random.uniform(0.02, 0.3);
    const Vector3d way = random.point(0.1) - towards * away;
    const Pose from = placed(height);
    const double angle = random.uniform(0.01, 0.6);
    return {from, turned_by(from, way, angle, random.direction())};
}

PathOptions straight(double clearance, double deviation) {
    PathOptions options;
    options.join = PathJoin::straight;
    options.clearance = clearance_of(clearance);
    options.deviation = deviation;
    return options;
}

PathResult asked(const Polyhedron& mover, const Pose& from, const Pose& to,
                 const Polyhedron& obstacle, const PathOptions& options) {
    return check_path(mover, std::vector<Pose>{from, to}, {obstacle}, options).value();
}

// Once the screws that cover a way could keep their distance while the way itself, where the mover
// was put, was up to half a margin closer than a way may begin: 195 of 375 were stuck where they
// had stopped.
TEST(straight_paths, what_was_stopped_can_go_back_the_way_it_came) {
    const std::vector<Polyhedron> shapes = solids();
    Random random(31);
    int hits = 0;
    for (std::size_t i = 0; hits < test::repeats(400); ++i) {
        const Polyhedron &mover = shapes[i % 8], &obstacle = shapes[i / 8 % 8];
        const Push push = random_push(random, mover, obstacle);
        const double clearance = i % 3 == 0 ? random.uniform(1e-4, 1e-2) : 0;
        const double deviation = i % 2 == 0 ? 0 : std::pow(10, random.uniform(-8, -4));
        const PathOptions options = straight(clearance, deviation);
        const PathResult there = asked(mover, push.from, push.to, obstacle, options);
        if (there.state != State::hit || there.proven() == 0) continue;
        ++hits;
        const PathResult back = asked(mover, there.end, push.from, obstacle, options);
        EXPECT_EQ(back.state, State::free) << i << " back by " << back.fraction;
        // And again, as often as one likes.
        const PathResult again = asked(mover, push.from, push.to, obstacle, options);
        EXPECT_EQ(again.fraction, there.fraction);
    }
}

TEST(straight_paths, the_contact_is_that_of_the_pose_where_it_ends) {
    const std::vector<Polyhedron> shapes = solids();
    Random random(32);
    int hits = 0;
    for (std::size_t i = 0; hits < test::repeats(200); ++i) {
        const Polyhedron &mover = shapes[i % 8], &obstacle = shapes[i / 8 % 8];
        const Push push = random_push(random, mover, obstacle);
        const double clearance = i % 3 == 0 ? random.uniform(1e-4, 1e-2) : 0, strays = 1e-5;
        const PathResult there =
            asked(mover, push.from, push.to, obstacle, straight(clearance, strays));
        if (there.state != State::hit || there.proven() == 0) continue;
        ++hits;
        // The features that it names, measured where they are.
        const Contact& contact = there.contact;
        const auto place = [&](const Polyhedron& shape, const ContactFeature& feature,
                               const Pose& pose) {
            std::vector<Vector3d> corners;
            if (feature.vertex_count == 0) {
                for (const VertexIndex v : shape.corners(feature.face_index)) {
                    corners.push_back(pose * shape.position(v));
                }
            }
            for (std::size_t k = 0; k < feature.vertex_count; ++k) {
                corners.push_back(pose * shape.position(feature.vertex_indices[k]));
            }
            return corners;
        };
        Mesh a, b;
        for (const Vector3d& v : place(mover, contact.mover, there.end)) a.add_vertex(v);
        for (const Vector3d& v : place(obstacle, contact.obstacle, Pose())) b.add_vertex(v);
        for (Mesh* mesh : {&a, &b}) {
            if (mesh->vertices.size() == 2) {  // an edge, as a triangle without width
                mesh->add_vertex((mesh->vertices[0] + mesh->vertices[1]) / 2 +
                                 1e-13 * Vector3d(1, 2, 3));
            }
            std::vector<std::uint32_t> corners(mesh->vertices.size());
            for (std::uint32_t k = 0; k < corners.size(); ++k) corners[k] = k;
            if (corners.size() > 2) mesh->add_polygon(corners);
        }
        const DistanceResult apart =
            distance({built(a, {.weld = Weld::none})}, {built(b, {.weld = Weld::none})});
        EXPECT_NEAR(contact.separation, apart.distance, 1e-12) << i;
        // It is what stopped it, and nothing is much closer.
        const double nearest = distance({mover, there.end}, {obstacle}).distance;
        EXPECT_LE(contact.separation, clearance + 3 * strays);
        EXPECT_GE(nearest, clearance + strays);
        EXPECT_LE(contact.separation - nearest, strays);
    }
}

// Walks of straight ways against all that is there: never inside, never closer than the clearance,
// and from wherever they were stopped they can go back and leave.
TEST(straight_paths, walks_along_walls_are_never_inside_and_never_stuck) {
    const std::vector<Polyhedron> shapes = solids();
    Random random(33);
    int hits = 0, on_the_way = 0;
    for (std::size_t i = 0; i < 24; ++i) {
        const Polyhedron &mover = shapes[i % 5], &obstacle = shapes[(3 * i + i / 5) % 5];
        const double clearance = i % 2 == 0 ? 0 : 1e-3, strays = 1e-5;
        const PathOptions options = straight(clearance, strays);
        Pose pose = random_push(random, mover, obstacle).from;
        if (distance({mover, pose}, {obstacle}).distance < clearance + 3 * strays) continue;
        for (int move = 0; move < 40; ++move) {
            const Vector3d way = -0.05 * pose.translation().normalized() + random.point(0.1);
            const Pose to = turned_by(pose, way, random.uniform(-0.2, 0.2), random.direction());
            const PathResult made = asked(mover, pose, to, obstacle, options);
            const Pose before = pose;
            pose = made.end;
            ASSERT_NE(overlap({mover, pose}, {obstacle}).relation, Relation::overlapping);
            if (made.state != State::hit) continue;
            ++hits;
            if (made.fraction == 0) continue;
            ++on_the_way;
            const PathResult back = asked(mover, pose, before, obstacle, options);
            EXPECT_EQ(back.state, State::free) << i << " " << move << " at " << back.fraction;
        }
        // In exact arithmetic, where it got to.
        EXPECT_FALSE(oracle::interpenetrate(mover, pose, obstacle, Pose())) << i;
        EXPECT_TRUE(
            oracle::separation_at_least(mover, pose, obstacle, Pose(), clearance * (1 - 1e-12)))
            << i;
        const DistanceResult close = distance({mover, pose}, {obstacle});
        const Pose lifted =
            turned_by(pose, 1e-3 * close.closest.normal, 1e-4, Vector3d(1, 2, 3).normalized());
        EXPECT_GT(asked(mover, pose, lifted, obstacle, options).proven(), 0) << i;
    }
    EXPECT_GT(hits, 100);
    EXPECT_GT(on_the_way, 50);
}

}  // namespace
}  // namespace swept::test

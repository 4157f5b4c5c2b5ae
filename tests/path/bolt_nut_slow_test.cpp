// A bolt turns into its nut: along its true pitch it gets there, otherwise a thread stops it.

#include <gtest/gtest.h>

#include "swept/path.h"
#include "swept/solids.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept::test {
namespace {

constexpr double pitch = 2, length = 24, clearance = 0.05;  // the defaults of both
constexpr double crest = 8, root = 8 - 0.5413 * pitch;

class BoltAndNut : public testing::Test {
   protected:
    const Polyhedron bolt = built(make_bolt());
    const Polyhedron nut = built(make_nut());

    /// The bolt, turned in by so many turns: at 0 its tip is at the nut's mouth, z = 0.
    static Pose turned_in(double turns) {
        const double z = turns * pitch - length;
        return turned({0, 0, z}, Vector3d::UnitZ(), 2 * pi * std::fmod(z / pitch, 1.0));
    }
    static Motion turn(double turns, double of_pitch) {
        return Screw::make(Vector3d::Zero(), Vector3d::UnitZ(), 2 * pi * turns,
                           turns * pitch * of_pitch)
            .value();
    }
    /// On the thread: as far from the axis as crest and root, within what the clearance adds.
    static void expect_on_thread(const Contact& contact) {
        const double radius = contact.point.head<2>().norm();
        EXPECT_GT(radius, root - clearance);
        EXPECT_LT(radius, crest + 2 * clearance);
    }
};

TEST_F(BoltAndNut, three_turns_along_the_true_pitch_are_free) {
    // From before the mouth to three turns in, and three more when it is engaged.
    for (const double from : {-0.4, 1.2}) {
        const SweepResult way = sweep({bolt, turned_in(from)}, turn(3, 1), {nut});
        EXPECT_EQ(way.start, Relation::separate);
        EXPECT_EQ(way.state, State::free) << from << " " << way.free_fraction;
    }
    EXPECT_EQ(sweep({bolt, turned_in(2.7)}, turn(-3, 1), {nut}).state, State::free);
}

TEST_F(BoltAndNut, the_same_as_a_path_with_clearance) {
    std::vector<Pose> poses;
    for (int i = 0; i <= 9; ++i) poses.push_back(turned_in(-0.4 + 0.33 * i));
    PathOptions options;
    EXPECT_EQ(check_path(bolt, poses, {nut}, options)->state, State::free);
    // Chords take up to a quarter of the clearance on each side.
    options.clearance = clearance_of(clearance / 2);
    EXPECT_EQ(check_path(bolt, poses, {nut}, options)->state, State::free);
    options.clearance = clearance_of(clearance);
    EXPECT_EQ(check_path(bolt, poses, {nut}, options)->state, State::hit);
    // The origin lies on the axis: straight ways with a turn are these very screws.
    options.clearance = {};
    options.join = PathJoin::straight;
    EXPECT_EQ(check_path(bolt, poses, {nut}, options)->state, State::free);
}

TEST_F(BoltAndNut, a_pitch_that_is_off_by_a_hundredth_is_stopped_at_a_thread) {
    for (const double off : {0.99, 1.01}) {
        const SweepResult way = sweep({bolt, turned_in(1)}, turn(3, off), {nut});
        ASSERT_EQ(way.state, State::hit) << off;
        // Flanks stand 60 degrees to the axis: axial play is clearance / sin 60, less the chords.
        const double strayed = way.free_fraction * 3 * pitch * 0.01;
        EXPECT_LT(strayed, clearance / std::sin(pi / 3));
        EXPECT_GT(strayed, clearance / 2);
        expect_on_thread(way.contact);
        // It comes down on the flank that it strays to.
        EXPECT_GT(std::abs(way.contact.normal[2]), 0.8);
        EXPECT_EQ(way.contact.normal[2] < 0, off > 1);
    }
}

TEST_F(BoltAndNut, pushed_straight_it_stops_at_the_first_thread) {
    const SweepResult outside = sweep({bolt, turned_in(-0.4)}, along(0, 0, 10), {nut});
    ASSERT_EQ(outside.state, State::hit);
    EXPECT_NEAR(outside.end.translation()[2] + length, 0, 1e-6);  // at the nut's mouth
    expect_on_thread(outside.contact);
    const SweepResult engaged = sweep({bolt, turned_in(1)}, along(0, 0, 10), {nut});
    ASSERT_EQ(engaged.state, State::hit);
    EXPECT_LT(engaged.free_fraction * 10, clearance / std::sin(pi / 3));
    EXPECT_GT(engaged.free_fraction * 10, clearance / 2);
    expect_on_thread(engaged.contact);
}

}  // namespace
}  // namespace swept::test

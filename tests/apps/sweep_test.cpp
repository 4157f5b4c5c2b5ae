// swept sweep: one question as flags, many as lines. What every batch promises is tried in
// batch_test.cpp, poses as flags in overlap_test.cpp.

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "tests/apps/tool.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using Json = nlohmann::json;

/// No answer here is further from the number on paper than the margin explains.
constexpr double near = 1e-7;

class sweep : public swept::test::ToolTest {
   protected:
    sweep() {
        // A tip that looks down, its point at the origin; and a square below it, open.
        write("tip.obj",
              "v 0 0 0\nv -1 -1 2\nv 1 -1 2\nv 0 1 2\nf 2 3 4\nf 1 3 2\nf 1 4 3\nf 1 2 4\n");
        write("square.obj", "v -5 -5 -3\nv 5 -5 -3\nv 5 5 -3\nv -5 5 -3\nf 1 2 3 4\n");
        // Two roofs: the ridge of one below, along x; that of the other on top, along y, at -2.
        write("keel.obj",
              "v -1 0 0\nv 1 0 0\nv 1 1 1\nv -1 1 1\nv -1 -1 1\nv 1 -1 1\n"
              "f 1 2 3 4\nf 1 5 6 2\n");
        write("roof.obj",
              "v 0 -1 -2\nv 0 1 -2\nv 1 1 -3\nv 1 -1 -3\nv -1 1 -3\nv -1 -1 -3\n"
              "f 1 4 3 2\nf 1 2 5 6\n");
        // A point on the axis, and one that circles it.
        write("points.obj", "v 0 0 9\nv 2 0 0\n");
    }

    [[nodiscard]] Json json_to(const std::string& arguments) const {
        return Json::parse(answer_to("sweep --json " + arguments));
    }

    /// Answers to lines about a unit cube and the floor.
    [[nodiscard]] Answer ask(const std::string& lines, const std::string& flags = "") const {
        write("q.jsonl", lines);
        return run("sweep solid:box solid:box,size=10x10x1 --batch q.jsonl " + flags);
    }
};

/// A unit cube above a floor whose top is at 0.5: it stands there at height 1.
const std::string cube_and_floor = "solid:box solid:box,size=10x10x1 ";

void expect_near(const Json& vector, double x, double y, double z) {
    ASSERT_EQ(vector.size(), 3U);
    EXPECT_NEAR(vector[0].get<double>(), x, near) << vector;
    EXPECT_NEAR(vector[1].get<double>(), y, near) << vector;
    EXPECT_NEAR(vector[2].get<double>(), z, near) << vector;
}

std::vector<int> sorted(const Json& numbers) {
    auto values = numbers.get<std::vector<int>>();
    std::ranges::sort(values);
    return values;
}

// ---- worked examples ----

TEST_F(sweep, a_box_that_falls_stops_above_the_floor) {
    const Json hit = json_to(cube_and_floor + "--at 0,0,3 --translate 0,0,-5");
    EXPECT_EQ(hit["start"], "separate");
    EXPECT_EQ(hit["state"], "hit");
    const double fraction = hit["free_fraction"];
    EXPECT_NEAR(fraction, 0.4, near);
    EXPECT_LT(fraction, 0.4) << "stops before it touches";
    EXPECT_GT(hit["margin"], 0);
    EXPECT_LT(hit["margin"], near);
    expect_near(hit["pose"]["translation"], 0, 0, 1);
    EXPECT_EQ(hit["pose"]["rotation"], Json::parse("[1.0,0.0,0.0,0.0]"));
    const Json& contact = hit["contact"];
    EXPECT_NEAR(contact["point"][2].get<double>(), 0.5, near);
    expect_near(contact["normal"], 0, 0, 1);
    EXPECT_GT(contact["separation"], 0);
    EXPECT_LT(contact["separation"], near);
    EXPECT_EQ(contact["obstacle"]["face"], 5);
    EXPECT_FALSE(hit.contains("contained"));
    EXPECT_FALSE(hit.contains("id"));
}

TEST_F(sweep, what_meets_nothing_is_free) {
    const Json free = json_to(cube_and_floor + "--at 0,0,3 --translate 9,-2,-1.5");
    EXPECT_EQ(free["start"], "separate");
    EXPECT_EQ(free["state"], "free");
    EXPECT_EQ(free["free_fraction"], 1.0);
    EXPECT_TRUE(free["contact"].is_null());
    EXPECT_EQ(free["pose"]["translation"], Json::parse("[9.0,-2.0,1.5]"));
}

TEST_F(sweep, a_vertex_meets_a_face) {
    const Json hit = json_to("tip.obj square.obj --translate 0,0,-6");
    EXPECT_NEAR(hit["free_fraction"].get<double>(), 0.5, near);
    const Json& contact = hit["contact"];
    EXPECT_EQ(contact["kind"], "vertex-face");
    EXPECT_EQ(contact["mover"]["vertices"], Json::parse("[0]"));
    EXPECT_NE(contact["mover"]["face"], 0) << "a face that the tip belongs to";
    EXPECT_EQ(contact["obstacle"]["face"], 0);
    expect_near(contact["obstacle"]["normal"], 0, 0, 1);
    EXPECT_FALSE(contact["obstacle"].contains("edge"));
    EXPECT_EQ(sorted(contact["obstacle"]["vertices"]), (std::vector{0, 1, 2, 3}));
    expect_near(contact["point"], 0, 0, -3);
    expect_near(contact["normal"], 0, 0, 1);
}

TEST_F(sweep, a_face_meets_a_vertex) {
    const Json hit = json_to("square.obj tip.obj --translate 0,0,6");
    EXPECT_NEAR(hit["free_fraction"].get<double>(), 0.5, near);
    const Json& contact = hit["contact"];
    EXPECT_EQ(contact["kind"], "face-vertex");
    EXPECT_EQ(contact["mover"]["face"], 0);
    EXPECT_EQ(sorted(contact["mover"]["vertices"]), (std::vector{0, 1, 2, 3}));
    EXPECT_EQ(contact["obstacle"]["vertices"], Json::parse("[0]"));
    expect_near(contact["point"], 0, 0, 0);
    expect_near(contact["normal"], 0, 0, -1);
}

TEST_F(sweep, an_edge_meets_an_edge) {
    const Json hit = json_to("keel.obj roof.obj --translate 0,0,-4");
    EXPECT_NEAR(hit["free_fraction"].get<double>(), 0.5, near);
    const Json& contact = hit["contact"];
    EXPECT_EQ(contact["kind"], "edge-edge");
    EXPECT_EQ(sorted(contact["mover"]["vertices"]), (std::vector{0, 1}));
    EXPECT_EQ(sorted(contact["obstacle"]["vertices"]), (std::vector{0, 1}));
    EXPECT_EQ(contact["mover"]["edge"], "concave") << "the keel's faces look inward, up";
    EXPECT_EQ(contact["obstacle"]["edge"], "convex");
    expect_near(contact["point"], 0, 0, -2);
    expect_near(contact["normal"], 0, 0, 1);
}

TEST_F(sweep, a_point_that_circles_meets_a_wall_at_thirty_degrees) {
    // The wall of a box is at y = 1; the circle has radius 2.
    const std::string question = "points.obj solid:box,size=4x4x4 --obstacle-at 0,3,0 ";
    const Json turn = json_to(question + "--rotate 0,0,0 0,0,1 90");
    EXPECT_EQ(turn["state"], "hit");
    EXPECT_NEAR(turn["free_fraction"].get<double>(), 1.0 / 3, near);
    EXPECT_EQ(turn["contact"]["kind"], "vertex-face");
    EXPECT_EQ(turn["contact"]["mover"], Json::parse(R"({"face":1,"vertices":[1],"normal":null})"));
    EXPECT_EQ(turn["contact"]["obstacle"]["vertices"].size(), 4U);
    expect_near(turn["contact"]["point"], std::numbers::sqrt3, 1, 0);
    expect_near(turn["contact"]["normal"], 0, -1, 0);

    // The other way round the axis, and about the opposite axis: the same and the contrary.
    EXPECT_EQ(json_to(question + "--rotate 0,0,-7 0,0,-2 -90")["state"], "hit");
    EXPECT_EQ(json_to(question + "--rotate 0,0,0 0,0,1 -90")["state"], "free");
    // Two turns and more: the same place, as a share of it all.
    const Json turns = json_to(question + "--rotate 0,0,0 0,0,1 720");
    EXPECT_NEAR(turns["free_fraction"].get<double>(), 1.0 / 24, near);
    // With an advance the wall is met as early, but higher up.
    const Json screw = json_to(question + "--screw 0,0,0 0,0,1 90 3");
    EXPECT_NEAR(screw["free_fraction"].get<double>(), 1.0 / 3, near);
    expect_near(screw["contact"]["point"], std::numbers::sqrt3, 1, 1);
    EXPECT_EQ(json_to(question + "--screw 0,0,0 0,0,1 90 9")["state"], "free") << "over the top";
}

TEST_F(sweep, to_is_the_screw_between_the_poses) {
    const std::string falling = cube_and_floor + "--at 0,0,3 ";
    const Json straight = json_to(falling + "--to 0,0,-2");
    EXPECT_NEAR(straight["free_fraction"].get<double>(), 0.4, near);
    expect_near(straight["pose"]["translation"], 0, 0, 1);

    const std::string turning = "points.obj solid:box,size=4x4x4 --obstacle-at 0,3,0 ";
    const Json turn = json_to(turning + "--to 0,0,0,0.7071067811865476,0,0,0.7071067811865476");
    EXPECT_NEAR(turn["free_fraction"].get<double>(), 1.0 / 3, near);
    const Json nowhere = json_to(falling + "--to 0,0,3");
    EXPECT_EQ(nowhere["state"], "free");
}

TEST_F(sweep, a_thicker_zone_stops_earlier) {
    const Json hit = json_to(cube_and_floor + "--at 0,0,3 --translate 0,0,-5 --margin 0.5");
    EXPECT_GE(hit["margin"], 0.5);
    EXPECT_NEAR(hit["margin"].get<double>(), 0.5, near);
    EXPECT_NEAR(hit["free_fraction"].get<double>(), 0.3, near);
    EXPECT_NEAR(hit["contact"]["separation"].get<double>(), 0.5, near);
    EXPECT_EQ(json_to(cube_and_floor + "--at 0,0,1.25 --translate 1,0,0 --margin 0.5")["start"],
              "touching")
        << "within the margin";
}

// ---- how it starts ----

TEST_F(sweep, what_touches_may_slide_and_leave_but_not_go_in) {
    const std::string standing = cube_and_floor + "--at 0,0,1 ";
    for (const char* motion : {"0,0,4", "2,1,0", "2,1,0.5"}) {
        const Json free = json_to(standing + "--translate " + motion);
        EXPECT_EQ(free["start"], "touching") << motion;
        EXPECT_EQ(free["state"], "free") << motion;
    }
    const Json stopped = json_to(standing + "--translate 0,0,-1");
    EXPECT_EQ(stopped["start"], "touching");
    EXPECT_EQ(stopped["state"], "hit");
    EXPECT_EQ(stopped["free_fraction"], 0.0);
    EXPECT_EQ(stopped["pose"]["translation"], Json::parse("[0.0,0.0,1.0]"));
}

TEST_F(sweep, one_that_starts_overlapping_gets_nowhere_and_names_a_witness) {
    const Json overlapping = json_to(cube_and_floor + "--at 0.25,0,0.75 --translate 0,0,5");
    EXPECT_EQ(overlapping["start"], "overlapping");
    EXPECT_EQ(overlapping["state"], "overlapping");
    EXPECT_EQ(overlapping["free_fraction"], 0.0);
    EXPECT_TRUE(overlapping["contact"].is_object());
    EXPECT_EQ(overlapping["pose"]["translation"], Json::parse("[0.25,0.0,0.75]"));
    EXPECT_FALSE(overlapping.contains("contained"));
    const std::string text =
        answer_to("sweep " + cube_and_floor + "--at 0.25,0,0.75 --translate 0,0,5");
    EXPECT_TRUE(text.starts_with(
        "solid:box past solid:box,size=10x10x1: overlapping at the start\n  contact   "))
        << text;
}

TEST_F(sweep, containment_names_the_one_inside) {
    const Json mover = json_to("solid:box solid:box,size=3x3x3 --translate 5,0,0");
    EXPECT_EQ(mover["start"], "overlapping");
    EXPECT_EQ(mover["state"], "overlapping");
    EXPECT_EQ(mover["free_fraction"], 0.0);
    EXPECT_EQ(mover["contained"], "mover");
    EXPECT_TRUE(mover["contact"].is_null());
    const Json obstacle = json_to("solid:box,size=3x3x3 solid:box --translate 5,0,0");
    EXPECT_EQ(obstacle["contained"], "obstacle");
    EXPECT_TRUE(contains(answer_to("sweep solid:box solid:box,size=3x3x3 --translate 5,0,0"),
                         "overlapping at the start\n  contained the mover lies inside"));
    EXPECT_TRUE(contains(answer_to("sweep solid:box,size=3x3x3 solid:box --translate 5,0,0"),
                         "overlapping at the start\n  contained the obstacle lies inside"));
}

TEST_F(sweep, of_what_holds_a_part_of_the_other_there_is_no_contact_to_tell) {
    // One of the points is in the middle of the box; their surfaces are apart.
    const Json part = json_to("points.obj solid:box --obstacle-at 2,0,0 --translate 0,0,1");
    EXPECT_EQ(part["state"], "overlapping");
    EXPECT_TRUE(part["contact"].is_null());
    EXPECT_FALSE(part.contains("contained"));
}

TEST_F(sweep, with_surfaces_alone_a_thing_moves_within_a_shell) {
    // From the middle the way to the wall is 1, of 5.
    const Json hit =
        json_to("--surfaces --sides both solid:box solid:box,size=3x3x3 --translate 5,0,0");
    EXPECT_NE(hit["start"], "overlapping");
    EXPECT_FALSE(hit.contains("contained"));
    EXPECT_EQ(hit["state"], "hit");
    EXPECT_NEAR(hit["free_fraction"].get<double>(), 0.2, near);
    expect_near(hit["contact"]["normal"], -1, 0, 0);
}

TEST_F(sweep, where_it_ends_it_is_separate_and_may_start_again) {
    const std::string torus = "solid:torus,rings=24,sides=12 solid:car ";
    const Json hit = json_to(torus + "--at 0,0,3 --screw 0.3,0,0 0.1,0.2,1 200 -4");
    ASSERT_EQ(hit["state"], "hit");
    const std::string there = "--at '" + hit["pose"].dump() + "' ";
    EXPECT_EQ(Json::parse(answer_to("overlap --json " + torus + there))["relation"], "separate");
    const Json on = json_to(torus + there + "--translate 0,0,-1");
    EXPECT_NE(on["start"], "overlapping");
    EXPECT_NE(on["state"], "overlapping");
    // The way it came from is free, the way it went is not.
    const Json back = json_to(torus + there + "--screw 0.3,0,0 0.1,0.2,1 -20 0.4");
    EXPECT_EQ(back["state"], "free");
    const Json further = json_to(torus + there + "--screw 0.3,0,0 0.1,0.2,1 200 -4");
    EXPECT_EQ(further["state"], "hit");
    EXPECT_LT(further["free_fraction"], near);
}

TEST_F(sweep, a_budget_that_is_spent_is_told) {
    const std::string spheres = "solid:sphere solid:sphere --at 3,0,0 --translate -2,0.1,0.2 ";
    const Json spent = json_to(spheres + "--budget 1");
    EXPECT_EQ(spent["state"], "undecided");
    EXPECT_LT(spent["free_fraction"], 1);
    EXPECT_TRUE(spent["contact"].is_null());
    const Json plenty = json_to(spheres + "--budget 1000000000");
    EXPECT_EQ(plenty["state"], "hit");
    EXPECT_EQ(plenty, json_to(spheres));
    EXPECT_LE(spent["free_fraction"], plenty["free_fraction"]);
    const std::string text = answer_to("sweep " + spheres + "--budget 1");
    EXPECT_TRUE(text.starts_with("solid:sphere past solid:sphere: not decided\n")) << text;
    EXPECT_TRUE(contains(text, "\n  budget    spent before the end; a larger --budget ")) << text;
}

// ---- for people ----

TEST_F(sweep, the_text_says_the_same_in_words) {
    const Json json = json_to("tip.obj square.obj --translate 0,0,-6");
    const auto lines = lines_of(answer_to("sweep tip.obj square.obj --translate 0,0,-6"));
    ASSERT_EQ(lines.size(), 10U);
    EXPECT_EQ(lines[0], "tip.obj past square.obj: hit");
    EXPECT_EQ(lines[1], "  start     separate");
    EXPECT_EQ(lines[2], "  free      50.00 % of the motion, fraction 0.499999999");
    EXPECT_NEAR(json["free_fraction"].get<double>(), 0.5, near);
    EXPECT_TRUE(lines[3].starts_with("  travelled 3 "));
    EXPECT_TRUE(lines[3].ends_with(" of 6"));
    EXPECT_EQ(lines[4], "  contact   vertex 0 of the mover meets face 0 of the obstacle");
    EXPECT_TRUE(lines[5].starts_with("  point     ")) << lines[5];
    EXPECT_TRUE(lines[6].starts_with("  normal    ")) << lines[6];
    EXPECT_TRUE(lines[6].ends_with(" from obstacle to mover")) << lines[6];
    EXPECT_TRUE(lines[7].starts_with("  apart     "));
    EXPECT_TRUE(lines[8].starts_with("  end       0,0,-3"));
    EXPECT_TRUE(lines[9].starts_with("  margin    "));
    EXPECT_TRUE(
        contains(answer_to("sweep keel.obj roof.obj --translate 0,0,-4"), "  contact   edge "));

    EXPECT_TRUE(answer_to("sweep " + cube_and_floor + "--at 0,0,3 --translate 0,3,4")
                    .starts_with("solid:box past solid:box,size=10x10x1: free\n"
                                 "  start     separate\n"
                                 "  free      100.00 % of the motion, fraction 1\n"
                                 "  travelled 5 of 5\n"
                                 "  end       0,3,7\n"
                                 "  margin    "));
}

TEST_F(sweep, the_way_is_told_as_the_motion_goes) {
    const std::string up = "sweep solid:box solid:box --at 0,0,9 ";
    EXPECT_TRUE(
        contains(answer_to(up + "--rotate 0,0,0 0,0,1 90"), "travelled 90 of 90 degrees\n"));
    EXPECT_TRUE(contains(answer_to(up + "--screw 0,0,0 0,0,1 -45 2"),
                         "travelled -45 of -45 degrees, 2 of 2 along the axis\n"));
    EXPECT_TRUE(
        contains(answer_to(up + "--screw 0,0,0 0,0,1 90 0"), "travelled 90 of 90 degrees\n"));
    EXPECT_TRUE(contains(answer_to(up + "--to 3,0,13"), "travelled 5 of 5\n"));
    EXPECT_TRUE(contains(answer_to(up + "--rotate 0,0,0 0,0,1 180"), "\n  end       0,0,9,"))
        << "with its rotation";
}

TEST_F(sweep, nearly_all_is_not_rounded_up_to_all) {
    const std::string text =
        answer_to("sweep " + cube_and_floor + "--at 0,0,1000001 --translate 0,0,-1000000.001");
    EXPECT_TRUE(contains(text, ": hit\n")) << text;
    EXPECT_TRUE(contains(text, "  free      99.99 % of the motion, fraction 0.9999")) << text;
}

TEST_F(sweep, help_explains_with_examples) {
    const std::string help = answer_to("sweep --help");
    for (const char* part :
         {"Examples:", "--rotate ORIGIN AXIS DEGREES\n", "--screw ORIGIN AXIS DEGREES ADVANCE\n",
          "--margin LENGTH", "radians"}) {
        EXPECT_TRUE(contains(help, part)) << part;
    }
}

// ---- wrong usage ----

TEST_F(sweep, exactly_one_motion_is_asked_for) {
    const std::string question = "sweep " + cube_and_floor;
    expect_failure(question, 2, "sweep: no motion is given; add --translate, --rotate");
    expect_failure(question + "--at 0,0,3 --json", 2, "no motion is given");
    expect_failure(question + "--translate 1,0,0 --to 0,0,1", 2,
                   "sweep: --translate and --to are given; a sweep has one motion");
    expect_failure(question + "--rotate 0,0,0 0,0,1 9 --screw 0,0,0 0,0,1 9 1 --to 0,0,1", 2,
                   "--rotate and --screw and --to are given");
    expect_failure(question + "--translate 1,0,0 --translate 1,0,0", 2, "--translate: ");
    expect_failure(question + "--rotate 0,0,0 0,0,1 9 --rotate 0,0,0 0,0,1 9", 2, "--rotate: ");
}

TEST_F(sweep, a_motion_that_is_none_is_wrong_usage_and_names_the_value) {
    const auto refused = [&](const std::string& motion, const std::string& message) {
        expect_failure("sweep " + cube_and_floor + motion, 2, "swept: " + message);
    };
    refused("--translate 1,2", "--translate: must be x,y,z, not '1,2'");
    refused("--translate 1,2,3,4", "--translate: must be x,y,z");
    refused("--translate 1,2,x", "--translate: must be x,y,z");
    refused("--translate nan,0,0", "--translate: not a finite number");
    refused("--translate 1e200,0,0", "--translate: larger than 2^300");
    refused("--translate ''", "--translate: must not be empty");
    refused("--rotate 0,0,0 0,0,1", "--rotate: ");
    refused("--rotate 0,0,0 0,0,1 ''", "--rotate: must not be empty");
    refused("--rotate 0,0 0,0,1 90", "--rotate: ORIGIN must be x,y,z, not '0,0'");
    refused("--rotate 0,0,0 z 90", "--rotate: AXIS must be x,y,z, not 'z'");
    refused("--rotate 0,0,0 --json 90", "--rotate: AXIS must be x,y,z, not '--json'");
    refused("--rotate 0,0,0 0,0,1 90deg", "--rotate: DEGREES must be a number, not '90deg'");
    refused("--rotate 0,0,0 0,0,1 1,2", "--rotate: DEGREES must be a number");
    refused("--rotate 0,0,0 0,0,0 90", "--rotate: axis: the axis has no length");
    refused("--rotate 0,0,0 0,inf,0 90", "--rotate: axis: not a finite number");
    refused("--rotate 0,0,1e99 0,0,1 90", "--rotate: origin: larger than 2^300");
    refused("--rotate 0,0,0 0,0,1 nan", "--rotate: angle: not a finite number");
    refused("--screw 0,0,0 0,0,1 90", "--screw: ");
    refused("--screw 0 0,0,1 90 1", "--screw: ORIGIN must be x,y,z");
    refused("--screw 0,0,0 up 90 1", "--screw: AXIS must be x,y,z");
    refused("--screw 0,0,0 0,0,1 much 1", "--screw: DEGREES must be a number");
    refused("--screw 0,0,0 0,0,1 90 far", "--screw: ADVANCE must be a number, not 'far'");
    refused("--screw 0,0,0 0,0,1 90 inf", "--screw: advance: not a finite number");
    refused("--screw 0,0,0 0,0,0 90 1", "--screw: axis: the axis has no length");
    refused("--to 1,2", "--to: must be x,y,z or x,y,z,qw,qx,qy,qz");
    refused("--to '{\"rotation\":[1,1,0,0]}'", "--to: rotation: the quaternion is not of unit");
    refused("--translate 1,0,0 --at 1", "--at: must be x,y,z");
    refused("--translate 1,0,0 --obstacle-at 1", "--obstacle-at: must be x,y,z");
}

TEST_F(sweep, a_leading_minus_is_no_flag) {
    const std::string question = "points.obj solid:box,size=4x4x4 --obstacle-at 0,3,0 ";
    EXPECT_EQ(json_to(question + "--translate -1,-2,-3")["state"], "free");
    EXPECT_EQ(json_to(question + "--rotate -0,-0,-1 -0,-0,-1 -90")["state"], "hit");
    EXPECT_EQ(json_to(question + "--screw -0,-0,-1 -0,-0,-1 -90 -1")["state"], "hit");
}

TEST_F(sweep, other_flags_that_mean_nothing_are_wrong_usage) {
    write("q.jsonl", "");
    expect_failure("sweep", 2, "swept sweep --help");
    expect_failure("sweep solid:box", 2, "OBSTACLE is required");
    const std::string question = "sweep " + cube_and_floor;
    expect_failure(question + "solid:box --translate 1,0,0", 2, "swept sweep --help");
    const std::string moving = question + "--translate 1,0,0 ";
    expect_failure(moving + "--margin far", 2, "--margin: must be a number, not 'far'");
    expect_failure(moving + "--margin -1", 2, "--margin: ");
    expect_failure(moving + "--margin inf", 2, "--margin: ");
    expect_failure(moving + "--margin nan", 2, "--margin: ");
    expect_failure(moving + "--margin 1e99", 2, "--margin: ");
    expect_failure(moving + "--budget 0", 2, "--budget: must be a whole number from 1");
    expect_failure(moving + "--budget -1", 2, "--budget");
    expect_failure(moving + "--sides inside", 2, "--sides: must be automatic, front or both");
    expect_failure(moving + "--threads 0", 2, "--threads");
    expect_failure(question + "--nonsense", 2, "swept sweep --help");
    const std::string many = question + "--batch q.jsonl ";
    for (const char* flag : {"--at 1,0,0", "--obstacle-at 1,0,0", "--translate 1,0,0",
                             "--rotate 0,0,0 0,0,1 9", "--screw 0,0,0 0,0,1 9 1", "--to 1,0,0"}) {
        expect_failure(many + flag, 2, "with --batch poses and motions stand in the lines");
    }
    expect_failure(many + "--json", 2, "leave out --json");
    expect_failure(many + "--margin -1", 2, "--margin: ");
    expect_failure(question + "--batch ''", 2, "must not be empty");
}

TEST_F(sweep, a_mesh_that_cannot_be_used_is_named) {
    write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n");
    expect_failure("sweep bad.obj tip.obj --translate 1,0,0", 3, "swept: bad.obj:4: ");
    expect_failure("sweep tip.obj bad.obj --translate 1,0,0", 3, "swept: bad.obj:4: ");
    expect_failure("sweep tip.obj missing.obj --translate 1,0,0", 3, "swept: missing.obj: ");
    expect_failure("sweep tip.obj solid:bxo --translate 1,0,0", 2, "unknown solid");
    expect_failure("sweep tip.obj missing.obj --translate 1,0", 2, "--translate");
    expect_failure("sweep tip.obj square.obj --translate 1,0,0 >/dev/full", 4, "stdout: ");
    expect_failure("sweep missing.obj missing.obj --batch missing.jsonl", 3, "missing.jsonl");
}

// ---- many questions ----

TEST_F(sweep, a_line_is_answered_like_a_single_question) {
    struct Case {
        std::string flags;
        std::string line;
    };
    const std::vector<Case> cases = {
        {"--at 0,0,3 --translate 0,0,-5",
         R"("pose":{"translation":[0,0,3]},"motion":{"translate":[0,0,-5]})"},
        {"--obstacle-at 0,0,-2 --translate 0,0.5,-3",
         R"("obstacle_pose":{"translation":[0,0,-2]},"motion":{"translate":[0,0.5,-3]})"},
        {"--at 0,0,3 --rotate 0,1,0 2,0,0 90",
         R"("pose":{"translation":[0,0,3]},"motion":{"rotate":{"origin":[0,1,0],)"
         R"("axis":[2,0,0],"angle":1.5707963267948966}})"},
        {"--at 0,0,3 --screw 0,1,0 0,0,1 45 -2.5",
         R"("pose":{"translation":[0,0,3]},"motion":{"screw":{"origin":[0,1,0],)"
         R"("axis":[0,0,1],"angle":0.7853981633974483,"advance":-2.5}})"},
        {"--at 0,0,3 --to 1,0,-3,0.6,0.8,0,0",
         R"("pose":{"translation":[0,0,3]},)"
         R"("motion":{"to":{"translation":[1,0,-3],"rotation":[0.6,0.8,0,0]}})"},
        {"--translate 0,0,5", R"("motion":{"translate":[0,0,5]})"},
    };
    for (const auto& [flags, line] : cases) {
        const std::string single = answer_to("sweep --json " + cube_and_floor + flags);
        const Answer answer = ask(R"({"id":"i",)" + line + "}\n");
        EXPECT_EQ(answer.code, 0) << answer.error;
        EXPECT_EQ(answer.out, R"({"id":"i",)" + single.substr(1)) << line;
    }
}

std::string random_moves(int count) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    const auto three = [&] { return Json{normal(random), normal(random), normal(random)}; };
    std::string text;
    for (int i = 0; i < count; ++i) {
        Json line{{"id", i}, {"pose", {{"translation", three()}}}};
        line["pose"]["translation"][2] = 2.5 + std::abs(normal(random));
        Json turn{{"origin", three()}, {"axis", three()}, {"angle", normal(random)}};
        Json screw = turn;
        screw["advance"] = normal(random);
        if (i % 4 == 0) line["motion"]["translate"] = {normal(random), normal(random), -2.5};
        if (i % 4 == 1) line["motion"]["rotate"] = turn;
        if (i % 4 == 2) line["motion"]["screw"] = screw;
        if (i % 4 == 3) line["motion"]["to"]["translation"] = three();
        text += line.dump() + "\n";
    }
    return text;
}

TEST_F(sweep, answers_come_in_order_and_do_not_depend_on_threads) {
    constexpr int count = 400;
    write("q.jsonl", random_moves(count));
    const std::string pair = "sweep solid:torus,rings=16,sides=8 solid:sphere,rings=8,segments=12 ";
    const std::string expected = answer_to(pair + "--batch q.jsonl");
    int hits = 0;
    int next = 0;
    for (const std::string& line : lines_of(expected)) {
        const Json answer = Json::parse(line);
        EXPECT_EQ(answer["id"], next++);
        hits += answer["state"] == "hit" ? 1 : 0;
    }
    EXPECT_EQ(next, count);
    EXPECT_GT(hits, count / 5);
    EXPECT_LT(hits, count * 4 / 5);
    for (const char* flags : {"--threads 1", "--threads 2", "--threads 8", "--quiet"}) {
        EXPECT_EQ(answer_to(pair + "--batch q.jsonl " + flags), expected) << flags;
    }
    EXPECT_EQ(answer_to(pair + "--batch - <q.jsonl"), expected);
}

TEST_F(sweep, wherever_it_ends_the_two_are_separate) {
    // Judged exactly by overlap, also for faces of five corners.
    const std::string pair = "solid:torus,rings=24,sides=12 solid:prism,sides=5,radius=2 ";
    constexpr int count = 1000;
    write("q.jsonl", random_moves(count));
    std::string ends;
    int hits = 0;
    for (const std::string& line : lines_of(answer_to("sweep " + pair + "--batch q.jsonl"))) {
        const Json answer = Json::parse(line);
        if (answer["state"] != "hit") continue;
        ends += Json{{"id", answer["id"]}, {"pose", answer["pose"]}}.dump() + "\n";
        hits += 1;
    }
    EXPECT_GT(hits, count / 5);
    write("ends.jsonl", ends);
    for (const std::string& line : lines_of(answer_to("overlap " + pair + "--batch ends.jsonl"))) {
        EXPECT_EQ(Json::parse(line)["relation"], "separate") << line;
    }
}

TEST_F(sweep, a_bad_line_is_answered_in_its_place_and_the_rest_goes_on) {
    const std::string good = R"("motion":{"translate":[0,0,1]},"pose":{"translation":[0,0,2]}})";
    const Answer answer =
        ask(R"({"id":"a",)" + good + "\n" + R"({"id":"b"})" + "\n\n" + "{" + good + "\n");
    EXPECT_EQ(answer.code, 1);
    const auto lines = lines_of(answer.out);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_TRUE(lines[0].starts_with(R"({"id":"a","start":"separate","state":"free",)"))
        << lines[0];
    EXPECT_EQ(lines[1], R"({"id":"b","error":"motion: is missing"})");
    EXPECT_TRUE(lines[2].starts_with(R"({"id":4,"start":"separate","state":"free",)")) << lines[2];
    EXPECT_EQ(answer.error,
              "swept: q.jsonl:2: 1 of 3 lines could not be answered, this is the first; "
              "the answers say why\n");
}

TEST_F(sweep, every_error_names_the_place) {
    struct Case {
        std::string motion;
        std::string error;
    };
    const std::string turn = R"("origin":[0,0,0],"axis":[0,0,1],"angle":1)";
    const std::vector<Case> cases = {
        {"null", "motion: must be an object"},
        {"[0,0,1]", "motion: must be an object"},
        {"{}", "motion: must have one of translate, rotate, screw, to"},
        {R"({"translate":[1,2,3],"to":{}})", "motion: must have one of translate, rotate"},
        {R"({"move":[1,2,3]})", R"(motion: unknown key "move"; known are translate, rotate)"},
        {R"({"translate":[1,2]})", "motion.translate: must be three numbers [x,y,z]"},
        {R"({"translate":"1,2,3"})", "motion.translate: must be three numbers"},
        {R"({"translate":[1e200,0,0]})", "motion.translate: larger than 2^300"},
        {R"({"rotate":1})", "motion.rotate: must be an object"},
        {R"({"rotate":{}})", "motion.rotate.origin: is missing"},
        {R"({"rotate":{"origin":[0,0,0]}})", "motion.rotate.axis: is missing"},
        {R"({"rotate":{"origin":[0,0,0],"axis":[0,0,1]}})", "motion.rotate.angle: is missing"},
        {R"({"rotate":{"origin":[0,0],"axis":[0,0,1],"angle":1}})",
         "motion.rotate.origin: must be three numbers"},
        {R"({"rotate":{"origin":[0,0,0],"axis":[0,0,0],"angle":1}})",
         "motion.rotate.axis: the axis has no length"},
        {R"({"rotate":{"origin":[0,0,0],"axis":[0,0,1],"angle":"1"}})",
         "motion.rotate.angle: must be a number"},
        {R"({"rotate":{"origin":[0,0,0],"axis":[0,0,1],"angle":1e100}})",
         "motion.rotate.angle: larger than 2^300"},
        {R"({"rotate":{"origin":[0,1e99,0],"axis":[0,0,1],"angle":1}})",
         "motion.rotate.origin: larger than 2^300"},
        {R"({"rotate":{)" + turn + R"(,"advance":1}})",
         R"(motion.rotate: unknown key "advance"; known are origin, axis, angle)"},
        {R"({"screw":{)" + turn + "}}", "motion.screw.advance: is missing"},
        {R"({"screw":{)" + turn + R"(,"advance":[1]}})", "motion.screw.advance: must be a number"},
        {R"({"screw":{)" + turn + R"(,"advance":1e100}})",
         "motion.screw.advance: larger than 2^300"},
        {R"({"screw":{"origin":[0,0,0],"axis":[0,0,0],"angle":1,"advance":1}})",
         "motion.screw.axis: the axis has no length"},
        {R"({"to":[0,0,1]})", "motion.to: must be an object"},
        {R"({"to":{"translation":[1,2]}})", "motion.to.translation: must be three numbers"},
        {R"({"to":{"rotation":[1,1,0,0]}})", "motion.to.rotation: the quaternion is not of unit"},
        {R"({"to":{"matrix":[]}})", "motion.to.matrix: must be three rows"},
    };
    std::string lines;
    for (const Case& bad : cases) lines += R"({"motion":)" + bad.motion + "}\n";
    lines += R"({"motion":{"to":{}},"pose":{"rotation":[1]}})"
             "\n";
    lines += R"({"motion":{"to":{}},"obstacle_pose":1})"
             "\n";
    lines += R"({"motion":{"to":{}},"place":{}})"
             "\n";
    const Answer answer = ask(lines);
    EXPECT_EQ(answer.code, 1);
    const auto answers = lines_of(answer.out);
    ASSERT_EQ(answers.size(), cases.size() + 3);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Json parsed = Json::parse(answers[i]);
        ASSERT_EQ(parsed.size(), 2U) << answers[i];
        EXPECT_TRUE(parsed["error"].get<std::string>().starts_with(cases[i].error))
            << cases[i].motion << answers[i];
    }
    EXPECT_TRUE(contains(answers[cases.size()], "pose.rotation: must be four numbers"));
    EXPECT_TRUE(contains(answers[cases.size() + 1], "obstacle_pose: must be an object"));
    EXPECT_TRUE(contains(answers[cases.size() + 2], "known are id, pose, obstacle_pose, "));
}

TEST_F(sweep, flags_are_for_every_line) {
    const std::string line = R"({"pose":{"translation":[0,0,3]},"motion":{"translate":[0,0,-5]}})";
    const auto answer = [&](const std::string& flags) { return Json::parse(ask(line, flags).out); };
    EXPECT_NEAR(answer("--margin 0.5")["free_fraction"].get<double>(), 0.3, near);
    EXPECT_EQ(answer("--budget 1")["state"], "undecided");
    EXPECT_EQ(answer("")["state"], "hit");
}

TEST_F(sweep, quiet_and_threads_change_nothing_in_the_answer) {
    const std::string question =
        "sweep --json solid:torus solid:sphere --at 3,0.2,0.1,0.6,0.8,0,0 --translate -2,0,0 ";
    const std::string plain = answer_to(question);
    for (const char* flags : {"--quiet", "--threads 1", "--threads 8"}) {
        EXPECT_EQ(answer_to(question + flags), plain) << flags;
    }
}

TEST_F(sweep, numbers_read_back_as_they_are) {
    // The end of one sweep is the start of the next, bit for bit.
    const Json free = json_to(
        "solid:box solid:box --at 5,0.30000000000000004,1e-17 --rotate 1,2,3 0.1,0.2,0.3 33");
    ASSERT_EQ(free["state"], "free");
    const Json again =
        json_to("solid:box solid:box --at '" + free["pose"].dump() + "' --translate 0,0,0");
    EXPECT_EQ(again["pose"], free["pose"]);
}

}  // namespace

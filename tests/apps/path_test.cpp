// swept path: a row of poses from a file, checked all along. What every reader of lines promises
// is tried in batch_test.cpp, the words about contacts in sweep_test.cpp.

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "tests/apps/tool.h"
#include "tests/repeats.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using Json = nlohmann::json;

/// No answer here is further from the number on paper than the margin explains.
constexpr double near = 1e-7;

/// A unit cube, and a floor whose top is at 0.5: the cube stands there at height 1.
const std::string cube_and_floor = "solid:box solid:box,size=10x10x1 ";

/// Two points, one on the axis and one that circles it at radius 2, and a wall at y = 1.
const std::string points_and_wall = "points.obj solid:box,size=4x4x4 --obstacle-at 0,3,0 ";

const std::string identity = "{}\n";
const std::string quarter_turn = "{\"rotation\":[0.7071067811865476,0,0,0.7071067811865476]}\n";
const std::string half_turn = "{\"rotation\":[0,0,0,1]}\n";

std::string at(double x, double y, double z) {
    return Json{{"translation", {x, y, z}}}.dump() + "\n";
}

class path : public swept::test::ToolTest {
   protected:
    path() { write("points.obj", "v 0 0 9\nv 2 0 0\n"); }

    [[nodiscard]] Json json_to(const std::string& poses, const std::string& arguments) const {
        write("p.jsonl", poses);
        return Json::parse(answer_to("path --json --poses p.jsonl " + arguments));
    }
    [[nodiscard]] std::string text_to(const std::string& poses,
                                      const std::string& arguments) const {
        write("p.jsonl", poses);
        return answer_to("path --poses p.jsonl " + arguments);
    }
    void expect_refused(const std::string& poses, const std::string& message) const {
        write("p.jsonl", poses);
        expect_failure("path solid:box solid:box --poses p.jsonl", 3, "swept: " + message);
    }
};

void expect_near(const Json& vector, double x, double y, double z) {
    ASSERT_EQ(vector.size(), 3U);
    EXPECT_NEAR(vector[0].get<double>(), x, near) << vector;
    EXPECT_NEAR(vector[1].get<double>(), y, near) << vector;
    EXPECT_NEAR(vector[2].get<double>(), z, near) << vector;
}

TEST_F(path, poses_may_be_csv_with_the_names_of_columns_above) {
    const std::string as_json = at(0, 0, 3) + at(2, 0, 3) + at(2, 2, 1.5);
    const Json same = json_to(as_json, cube_and_floor);
    EXPECT_EQ(json_to("0,0,3\n2,0,3\n2,2,1.5\n", cube_and_floor), same);
    EXPECT_EQ(json_to("x, y, z, qw, qx, qy, qz\n0, 0, 3, 1, 0, 0, 0\n2,0,3,1,0,0,0\r\n2,2,1.5\n",
                      cube_and_floor),
              same);
    expect_refused("0,0,3\n1,2\n", "p.jsonl:2: must be x,y,z or x,y,z,qw,qx,qy,qz");
    expect_refused("nan,0,3\n", "p.jsonl:1: ");
    expect_refused("0,0,3\nx,y,z\n", "p.jsonl:2: ");
    expect_refused("0,0,3,2,0,0,0\n", "p.jsonl:1: ");
}

// ---- worked examples ----

TEST_F(path, what_meets_nothing_is_free) {
    const Json free = json_to(at(0, 0, 3) + at(2, 0, 3) + at(2, 2, 1.5), cube_and_floor);
    EXPECT_EQ(free["start"], "separate");
    EXPECT_EQ(free["state"], "free");
    EXPECT_EQ(free["segments"], 2);
    EXPECT_TRUE(free["segment"].is_null());
    EXPECT_TRUE(free["lines"].is_null());
    EXPECT_EQ(free["free_fraction"], 1.0);
    EXPECT_EQ(free["proven"], 2.0);
    EXPECT_TRUE(free["contact"].is_null());
    EXPECT_EQ(free["pose"]["translation"], Json::parse("[2.0,2.0,1.5]"));
    EXPECT_GT(free["margin"], 0);
    EXPECT_LT(free["margin"], near);
    EXPECT_FALSE(free.contains("contained"));
}

TEST_F(path, a_hit_names_the_segment_its_lines_and_how_far_it_is_free) {
    // Down by 5 in the third segment: from 3 to 1 there is nothing. A blank line counts as a line.
    const std::string poses = at(0, 0, 3) + at(2, 0, 3) + "\n" + at(2, 2, 3) + at(2, 2, -2);
    const Json hit = json_to(poses + at(9, 9, 9), cube_and_floor);
    EXPECT_EQ(hit["start"], "separate");
    EXPECT_EQ(hit["state"], "hit");
    EXPECT_EQ(hit["segments"], 4);
    EXPECT_EQ(hit["segment"], 2);
    EXPECT_EQ(hit["lines"], Json::parse("[4,5]"));
    const double fraction = hit["free_fraction"];
    EXPECT_NEAR(fraction, 0.4, near);
    EXPECT_LT(fraction, 0.4) << "stops before it touches";
    EXPECT_EQ(hit["proven"], 2 + fraction);
    EXPECT_EQ(hit["contact"]["kind"], "vertex-face");
    EXPECT_EQ(hit["contact"]["obstacle"]["face"], 5);
    EXPECT_NEAR(hit["contact"]["point"][2].get<double>(), 0.5, near);
    expect_near(hit["contact"]["normal"], 0, 0, 1);
    expect_near(hit["pose"]["translation"], 2, 2, 1);
}

TEST_F(path, the_answer_to_one_segment_is_that_of_sweep) {
    const std::string from = R"({"translation":[0,0,3]})";
    const std::string to = R"({"translation":[1,0,-3],"rotation":[0.6,0.8,0,0]})";
    const Json answer = json_to(from + "\n" + to + "\n", cube_and_floor);
    const Json sweep = Json::parse(
        answer_to("sweep --json " + cube_and_floor + "--at '" + from + "' --to '" + to + "'"));
    for (const auto& [key, value] : sweep.items()) EXPECT_EQ(answer[key], value) << key;
    EXPECT_EQ(answer.size(), sweep.size() + 4) << "segments, segment, lines, proven";
}

TEST_F(path, keys_come_in_their_order) {
    write("p.jsonl", at(0, 0, 3));
    const std::string json = answer_to("path --json --poses p.jsonl " + cube_and_floor);
    EXPECT_TRUE(json.starts_with(
        R"({"start":"separate","state":"free","segments":0,"segment":null,"lines":null,)"
        R"("free_fraction":1.0,"proven":0.0,"contact":null,"pose":{"translation":[0.0,0.0,3.0],)"
        R"("rotation":[1.0,0.0,0.0,0.0]},"margin":)"))
        << json;
    EXPECT_EQ(lines_of(json).size(), 1U);
}

TEST_F(path, each_pose_is_a_start_for_the_next) {
    // Onto the floor, along it, and up again: what touches may slide and leave, but not go in.
    const std::string slide = at(0, 0, 3) + at(0, 0, 1.25) + at(3, 0, 1.25) + at(3, 0, 4);
    EXPECT_EQ(json_to(slide, cube_and_floor)["state"], "free");
    const Json standing = json_to(at(0, 0, 1) + at(3, 1, 1) + at(3, 1, 2), cube_and_floor);
    EXPECT_EQ(standing["start"], "touching");
    EXPECT_EQ(standing["state"], "free");
    const Json inward = json_to(at(0, 0, 1) + at(3, 1, 0.5), cube_and_floor);
    EXPECT_EQ(inward["start"], "touching");
    EXPECT_EQ(inward["state"], "hit");
    EXPECT_EQ(inward["free_fraction"], 0.0);
}

// ---- how it starts, short paths ----

TEST_F(path, one_that_starts_overlapping_gets_nowhere_and_names_a_witness) {
    const std::string poses = at(0.25, 0, 0.75) + at(0, 0, 5);
    const Json overlapping = json_to(poses, cube_and_floor);
    EXPECT_EQ(overlapping["start"], "overlapping");
    EXPECT_EQ(overlapping["state"], "overlapping");
    EXPECT_EQ(overlapping["segment"], 0);
    EXPECT_EQ(overlapping["lines"], Json::parse("[1,2]"));
    EXPECT_EQ(overlapping["free_fraction"], 0.0);
    EXPECT_EQ(overlapping["proven"], 0.0);
    EXPECT_TRUE(overlapping["contact"].is_object());
    EXPECT_EQ(overlapping["pose"]["translation"], Json::parse("[0.25,0.0,0.75]"));
    EXPECT_TRUE(text_to(poses, cube_and_floor)
                    .starts_with("solid:box past solid:box,size=10x10x1: overlapping at the "
                                 "start\n  contact   "));
}

TEST_F(path, containment_names_the_one_inside_unless_surfaces_alone_count) {
    const std::string poses = at(0, 0, 0) + at(5, 0, 0);
    const Json inside = json_to(poses, "solid:box solid:box,size=3x3x3");
    EXPECT_EQ(inside["state"], "overlapping");
    EXPECT_EQ(inside["contained"], "mover");
    EXPECT_TRUE(inside["contact"].is_null());
    // From the middle the way to the wall is 1, of 5.
    const Json shell = json_to(poses, "--surfaces --sides both solid:box solid:box,size=3x3x3");
    EXPECT_EQ(shell["state"], "hit");
    EXPECT_NEAR(shell["free_fraction"].get<double>(), 0.2, near);
    EXPECT_FALSE(shell.contains("contained"));
}

TEST_F(path, a_single_pose_is_a_path_too) {
    const Json free = json_to(at(0, 0, 3), cube_and_floor);
    EXPECT_EQ(free["state"], "free");
    EXPECT_EQ(free["segments"], 0);
    EXPECT_EQ(free["proven"], 0.0);
    EXPECT_EQ(free["free_fraction"], 1.0);
    EXPECT_EQ(json_to(at(0, 0, 1), cube_and_floor)["start"], "touching");
    EXPECT_EQ(json_to(at(0, 0, 1), cube_and_floor)["state"], "free");
    const Json overlapping = json_to("\n" + at(0, 0, 0.75), cube_and_floor);
    EXPECT_EQ(overlapping["state"], "overlapping");
    EXPECT_EQ(overlapping["segment"], 0);
    EXPECT_EQ(overlapping["lines"], Json::parse("[2,2]"));
    const Json close = json_to(at(0, 0, 3), cube_and_floor + "--clearance 2.5");
    EXPECT_EQ(close["state"], "hit");
    EXPECT_EQ(close["free_fraction"], 0.0);
    EXPECT_NEAR(close["contact"]["separation"].get<double>(), 2, near);
    EXPECT_TRUE(contains(text_to(at(0, 0, 3), cube_and_floor),
                         ": free\n  start     separate\n  path      one pose, nothing moves\n"));
}

TEST_F(path, poses_that_repeat_change_nothing) {
    const std::string twice = at(0, 0, 3) + at(0, 0, 3) + at(0, 0, -2) + at(0, 0, -2);
    const Json hit = json_to(twice, cube_and_floor);
    EXPECT_EQ(hit["segment"], 1);
    EXPECT_NEAR(hit["free_fraction"].get<double>(), 0.4, near);
    const Json standing = json_to(at(0, 0, 1) + at(0, 0, 1) + at(0, 0, 1), cube_and_floor);
    EXPECT_EQ(standing["state"], "free");
    EXPECT_EQ(standing["proven"], 2.0);
}

// ---- turns, joins, clearance ----

TEST_F(path, a_turn_meets_the_wall_at_thirty_degrees) {
    const Json quarter = json_to(identity + quarter_turn, points_and_wall);
    EXPECT_EQ(quarter["state"], "hit");
    EXPECT_NEAR(quarter["free_fraction"].get<double>(), 1.0 / 3, near);
    EXPECT_EQ(quarter["contact"]["kind"], "vertex-face");
    expect_near(quarter["contact"]["point"], std::numbers::sqrt3, 1, 0);
    // Half a turn is about the axis that looks up, in each way of joining.
    for (const char* join : {"screw", "step", "straight"}) {
        const Json half = json_to(identity + half_turn, points_and_wall + "--join " + join);
        EXPECT_EQ(half["state"], "hit") << join;
        const bool step = half["free_fraction"] > 0.5;
        EXPECT_EQ(step, std::string(join) == "step");
        EXPECT_NEAR(half["free_fraction"].get<double>(), step ? 0.5 + 1.0 / 12 : 1.0 / 6, 1e-5);
        expect_near(half["pose"]["translation"], 0, 0, 0);
    }
    // Around the other side, in two quarters.
    const std::string back = "{\"rotation\":[0.7071067811865476,0,0,-0.7071067811865476]}\n";
    EXPECT_EQ(json_to(identity + back + half_turn, points_and_wall)["state"], "free");
}

TEST_F(path, the_joins_differ_in_where_they_go) {
    // A long bar turns by a quarter while it goes by 4 along x. There is a post beside the way.
    const std::string poses =
        at(0, 0, 0) +
        "{\"translation\":[4,0,0],\"rotation\":[0.7071067811865476,0,0,0.7071067811865476]}\n";
    const std::string bar = "solid:box,size=2x0.2x1 solid:box,size=0.2x0.2x1 ";
    const auto state = [&](const std::string& post, const std::string& flags) {
        return json_to(poses, bar + "--obstacle-at " + post + " " + flags)["state"];
    };
    // The screw turns about (2,2): half way, the middle of the bar is at (2, 2 - 2 sqrt 2).
    EXPECT_EQ(state("2,-0.83,0", "--join screw"), "hit");
    EXPECT_EQ(state("2,-0.83,0", ""), "hit") << "the default";
    EXPECT_EQ(state("2,0,0", "--join screw"), "free");
    EXPECT_EQ(state("2,0,0", "--join straight"), "hit");
    EXPECT_EQ(state("2,-0.83,0", "--join step"), "free");
    // Step: there first, then the turn, on the spot or about the bar's end.
    EXPECT_EQ(state("4,0.9,0", "--join step"), "hit");
    EXPECT_EQ(state("5.5,-0.8,0", "--join step"), "free");
    EXPECT_EQ(state("3,1.9,0", "--join step"), "free");
}

TEST_F(path, step_turns_about_the_pivot) {
    // The pivot goes from (1,0) straight to where the second pose has it, then the bar turns.
    const std::string poses =
        identity + "{\"rotation\":[0.7071067811865476,0,0,0.7071067811865476]}\n";
    const std::string question = "solid:box,size=2x0.2x1 solid:box,size=0.2x0.2x1 ";
    const std::string own = question + "--obstacle-at -1,1,0 --join step ";
    EXPECT_EQ(json_to(poses, own)["state"], "free") << "the corner that no turn about 0 reaches";
    const Json moved = json_to(poses, own + "--pivot 1,0,0");
    EXPECT_EQ(moved["state"], "hit") << "it has moved by (-1,1) before it turns";
    EXPECT_LT(moved["free_fraction"], 0.5);
}

TEST_F(path, straight_covers_the_way_to_within_the_deviation) {
    const std::string poses = at(0, 0, 0) + "{\"translation\":[4,0,0],\"rotation\":[0,0,0,1]}\n";
    // The point at radius 2 has y = 2 sin: it meets y = 1 after thirty degrees, of 180.
    const auto fraction = [&](const std::string& flags) {
        const Json hit = json_to(poses, "points.obj solid:box,size=40x4x4 --obstacle-at 0,3,0 " +
                                            std::string("--join straight ") + flags);
        EXPECT_EQ(hit["state"], "hit") << flags;
        return hit["free_fraction"].get<double>();
    };
    EXPECT_NEAR(fraction(""), 1.0 / 6, 1e-4);
    EXPECT_NEAR(fraction("--deviation 1e-8"), 1.0 / 6, 1e-6);
    const double coarse = fraction("--deviation 0.01");
    EXPECT_LT(coarse, 1.0 / 6);
    EXPECT_GT(coarse, 1.0 / 6 - 0.05);
}

TEST_F(path, a_clearance_is_kept) {
    const std::string down = at(0, 0, 3) + at(0, 0, -2);
    const Json hit = json_to(down, cube_and_floor + "--clearance 0.5");
    EXPECT_EQ(hit["state"], "hit");
    EXPECT_NEAR(hit["free_fraction"].get<double>(), 0.3, near);
    EXPECT_NEAR(hit["margin"].get<double>(), 0.5, near);
    EXPECT_NEAR(hit["contact"]["separation"].get<double>(), 0.5, near);
    const std::string along = at(0, 0, 2) + at(2, 0, 2);
    EXPECT_EQ(json_to(along, cube_and_floor + "--clearance 0.99")["state"], "free");
    const Json close = json_to(along, cube_and_floor + "--clearance 1.01");
    EXPECT_EQ(close["state"], "hit") << "it stands too close from the start";
    EXPECT_EQ(close["free_fraction"], 0.0);
    EXPECT_EQ(json_to(along, cube_and_floor + "--clearance 0")["state"], "free");
    EXPECT_TRUE(
        contains(text_to(along, cube_and_floor + "--clearance 0.5"), "\n  clearance 0.5\n"));
    EXPECT_FALSE(contains(text_to(along, cube_and_floor), "clearance"));
}

TEST_F(path, a_budget_that_is_spent_is_told) {
    const std::string poses = at(3, 0, 0) + at(2.5, 0, 0) + at(0, 0.1, 0.2);
    const std::string spheres = "solid:sphere solid:sphere ";
    const Json spent = json_to(poses, spheres + "--budget 1");
    EXPECT_EQ(spent["state"], "undecided");
    EXPECT_TRUE(spent["segment"].is_number());
    EXPECT_LT(spent["free_fraction"], 1);
    EXPECT_TRUE(spent["contact"].is_null());
    const Json plenty = json_to(poses, spheres + "--budget 1000000000");
    EXPECT_EQ(plenty["state"], "hit");
    EXPECT_EQ(plenty, json_to(poses, spheres));
    EXPECT_LE(spent["proven"], plenty["proven"]);
    const std::string text = text_to(poses, spheres + "--budget 1");
    EXPECT_TRUE(text.starts_with("solid:sphere past solid:sphere: not decided\n")) << text;
    EXPECT_TRUE(contains(text, "\n  budget    spent before the end; a larger --budget ")) << text;
}

// ---- for people ----

TEST_F(path, the_text_says_the_same_in_words) {
    const std::string poses = at(0, 0, 3) + "\n" + at(2, 0, 3) + at(2, 0, -2);
    const Json json = json_to(poses, cube_and_floor);
    const auto lines = lines_of(text_to(poses, cube_and_floor));
    ASSERT_EQ(lines.size(), 10U);
    EXPECT_EQ(lines[0], "solid:box past solid:box,size=10x10x1: hit");
    EXPECT_EQ(lines[1], "  start     separate");
    EXPECT_EQ(lines[2], "  free      1.4 of 2 segments");
    EXPECT_NEAR(json["proven"].get<double>(), 1.4, near);
    EXPECT_EQ(lines[3],
              "  segment   1, from line 3 to line 4 of p.jsonl: 40.00 % of it, fraction 0.4");
    EXPECT_TRUE(lines[4].starts_with("  contact   vertex ")) << lines[4];
    EXPECT_TRUE(lines[8].starts_with("  end       2,0,1")) << lines[8];
    EXPECT_TRUE(lines[9].starts_with("  margin    ")) << lines[9];
    EXPECT_TRUE(text_to(at(0, 0, 3) + at(1, 0, 3), cube_and_floor)
                    .starts_with("solid:box past solid:box,size=10x10x1: free\n"
                                 "  start     separate\n"
                                 "  free      all of 1 segment\n"
                                 "  end       1,0,3\n"
                                 "  margin    "));
}

TEST_F(path, help_explains_with_examples) {
    const std::string help = answer_to("path --help");
    for (const char* part : {"Examples:", "--poses FILE", "--join HOW", "--clearance LENGTH",
                             "--deviation LENGTH", "--pivot X,Y,Z", "--surfaces", "--budget N"}) {
        EXPECT_TRUE(contains(help, part)) << part;
    }
    EXPECT_TRUE(contains(answer_to("--help"), "  path "));
}

// ---- the file ----

TEST_F(path, poses_come_from_stdin_too) {
    const std::string poses = at(0, 0, 3) + at(2, 0, 3) + at(2, 0, -2);
    const std::string question = "path --json " + cube_and_floor;
    write("p.jsonl", poses);
    const std::string expected = answer_to(question + "--poses p.jsonl");
    EXPECT_EQ(answer_to(question + "--poses - <p.jsonl"), expected);
    EXPECT_TRUE(
        contains(answer_to("path " + cube_and_floor + "--poses - <p.jsonl"), "line 3 of stdin"));
    write("bad.jsonl", poses + "oops\n");
    expect_failure(question + "--poses - <bad.jsonl", 3, "swept: stdin:4: not JSON at byte ");
    expect_failure(question + "--poses - </dev/null", 3, "swept: stdin: there is no pose; ");
    expect_failure(question + "--poses - <&-", 3, "swept: stdin: cannot be read: ");
}

TEST_F(path, every_form_of_a_pose_and_of_a_line_end_is_read) {
    const Json plain = json_to(at(0, 0, 3) + at(2, 0, -2), cube_and_floor);
    const std::string from = R"({"matrix":[[1,0,0,0],[0,1,0,0],[0,0,1,3]]})";
    const std::string to = R"({"translation":[2,0,-2],"rotation":[1,0,0,0]})";
    for (const std::string& poses : {from + "\n" + to, from + "\r\n" + to + "\r\n",
                                     "\xEF\xBB\xBF" + from + "\n" + to + "\n"}) {
        EXPECT_EQ(json_to(poses, cube_and_floor), plain) << poses;
    }
    EXPECT_EQ(json_to("\n \n" + from + "\n\t\n" + to + "\n\n", cube_and_floor)["lines"],
              Json::parse("[3,5]"));
}

TEST_F(path, a_bad_line_is_named) {
    const std::string good = at(0, 0, 3);
    expect_refused(good + "nonsense\n" + good, "p.jsonl:2: not JSON at byte 2: ");
    expect_refused(good + "\n" + "[0,0,1]\n", "p.jsonl:3: must be an object: {...}; each line is");
    expect_refused("{\"translation\":[1,2]}\n", "p.jsonl:1: translation: must be three numbers");
    expect_refused("{\"translation\":[1,NaN,2]}\n", "p.jsonl:1: not JSON at byte ");
    expect_refused("{\"translation\":[1,1e999,2]}\n",
                   "p.jsonl:1: not JSON at byte 23: a number beyond the range");
    expect_refused("{\"translation\":[1,1e200,2]}\n", "p.jsonl:1: translation: larger than 2^300");
    expect_refused("{\"rotation\":[1,1,0,0]}\n", "p.jsonl:1: rotation: the quaternion is not of");
    expect_refused("{\"rotation\":[1,0,0]}\n", "p.jsonl:1: rotation: must be four numbers");
    expect_refused("{\"matrix\":[[2,0,0,0],[0,1,0,0],[0,0,1,0]]}\n", "p.jsonl:1: matrix: ");
    expect_refused("{\"matrix\":[[1,0,0,0]]}\n", "p.jsonl:1: matrix: must be three rows of four");
    expect_refused("{\"pose\":{}}\n", "p.jsonl:1: unknown key \"pose\"; known are translation");
    expect_refused("{\"translation\":[0,0,0],\"translation\":[0,0,0]}\n", "p.jsonl:1: the key ");
    expect_refused("{} {}\n", "p.jsonl:1: not JSON at byte ");
    expect_refused(std::string((1 << 20) + 1, ' ') + "\n",
                   "p.jsonl:1: the line is longer than 1048576 bytes; each line is a pose");
    expect_refused(good + std::string("\0\n", 2), "p.jsonl:2: a zero byte at byte 1");
}

TEST_F(path, a_file_without_poses_or_none_at_all_is_told) {
    expect_refused("", "p.jsonl: there is no pose; ");
    expect_refused("\n  \n\n", "p.jsonl: there is no pose; ");
    const std::string question = "path solid:box solid:box ";
    expect_failure(question + "--poses missing.jsonl", 3,
                   "swept: missing.jsonl: cannot be read: there is no such file");
    expect_failure(question + "--poses .", 3, "swept: .: cannot be read: it is a directory");
    // Told before a mesh is looked at, for that may take long.
    expect_failure("path missing.obj missing.obj --poses missing.jsonl", 3, "missing.jsonl");
}

TEST_F(path, a_mesh_that_cannot_be_used_is_named) {
    write("p.jsonl", "{}\n");
    write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n");
    expect_failure("path bad.obj solid:box --poses p.jsonl", 3, "swept: bad.obj:4: ");
    expect_failure("path solid:box missing.obj --poses p.jsonl", 3, "swept: missing.obj: ");
    expect_failure("path solid:box solid:bxo --poses p.jsonl", 2, "unknown solid");
}

TEST_F(path, an_answer_that_cannot_be_written_exits_with_4) {
    write("p.jsonl", "{}\n");
    expect_failure("path solid:box solid:box --poses p.jsonl >/dev/full", 4, "stdout: ");
    expect_failure("path solid:box solid:box --poses p.jsonl --json >/dev/full", 4, "stdout: ");
    expect_failure("path solid:box solid:box --poses p.jsonl --quiet >&-", 4, "stdout: ");
}

// ---- wrong usage ----

TEST_F(path, flags_that_mean_nothing_are_wrong_usage) {
    write("p.jsonl", at(0, 0, 3) + at(1, 0, 3));
    expect_failure("path", 2, "swept path --help");
    expect_failure("path solid:box --poses p.jsonl", 2, "OBSTACLE is required");
    expect_failure("path solid:box solid:box", 2, "path: no poses are given; add --poses FILE");
    const auto refused = [&](const std::string& flags, const std::string& message) {
        expect_failure("path " + cube_and_floor + "--poses p.jsonl " + flags, 2,
                       "swept: " + message);
    };
    refused("--poses p.jsonl", "--poses: ");
    refused("--join curve", "--join: must be screw, step or straight, not 'curve'");
    refused("--join ''", "--join: must not be empty");
    for (const char* flag : {"--clearance", "--join straight --deviation"}) {
        const std::string name = flag == std::string("--clearance") ? flag : "--deviation";
        for (const char* value : {"-1", "nan", "inf", "-inf"}) {
            refused(flag + std::string(" ") + value,
                    name + ": must be a length, 0 or more, not '" + value + "'");
        }
        refused(flag + std::string(" far"), name + ": must be a number, not 'far'");
        refused(flag + std::string(" 1,2"), name + ": must be a number, not '1,2'");
        refused(flag + std::string(" ''"), name + ": must not be empty");
        refused(flag + std::string(" 1e99"), name + ": larger than 2^300");
    }
    refused("--join step --pivot 1,2", "--pivot: must be x,y,z, not '1,2'");
    refused("--join step --pivot 1,nan,2", "--pivot: not a finite number in '1,nan,2'");
    refused("--join step --pivot 1,1e99,2", "--pivot: larger than 2^300");
    for (const char* join : {"", "--join screw ", "--join step "}) {
        refused(join + std::string("--deviation 0.1"),
                "path: --deviation is about --join straight; add that, or leave it out");
    }
    for (const char* join : {"", "--join screw ", "--join straight "}) {
        refused(join + std::string("--pivot 0,0,1"),
                "path: --pivot is about --join step; add that, or leave it out");
    }
    refused("--obstacle-at 1", "--obstacle-at: must be x,y,z");
    refused("--budget 0", "--budget: must be a whole number from 1");
    refused("--threads 0", "--threads");
    refused("--at 0,0,1", "unknown flag '--at'");
}

TEST_F(path, a_deviation_that_no_screws_can_keep_is_told) {
    write("p.jsonl", identity + "{\"translation\":[1e6,0,0],\"rotation\":[0,0,0,1]}\n");
    expect_failure("path " + cube_and_floor +
                       "--obstacle-at 0,0,9 --poses p.jsonl --join straight --deviation 1e-30",
                   2, "swept: --deviation: segment 0: ");
}

// ---- long paths ----

TEST_F(path, quiet_and_threads_change_nothing_in_the_answer) {
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    std::string poses;
    for (int i = 0; i < 60; ++i) {
        poses += at(4 - 0.06 * i, 0.02 * normal(random), 0.02 * normal(random));
    }
    write("p.jsonl", poses);
    const std::string question =
        "path --json solid:torus solid:sphere --clearance 0.05 --poses p.jsonl ";
    const std::string plain = answer_to(question);
    EXPECT_EQ(Json::parse(plain)["state"], "hit");
    EXPECT_GT(Json::parse(plain)["segment"], 5);
    for (const char* flags : {"--quiet", "--threads 1", "--threads 2", "--threads 8"}) {
        EXPECT_EQ(answer_to(question + flags), plain) << flags;
    }
}

TEST_F(path, many_poses_are_read_in_time_and_memory_of_their_own) {
    // Sanitizers are slow.
    constexpr std::size_t count = swept::test::repeats(200'000U);
    {
        std::ofstream file(in_folder("p.jsonl"));
        for (std::size_t i = 0; i < count; ++i) {
            file << R"({"translation":[)" << i % 1000
                 << R"(.125,0.25,30],"rotation":[0.6,0.8,0,0]})"
                 << "\n";
        }
    }
    const auto begin = std::chrono::steady_clock::now();
    const Json free = Json::parse(answer_to("path --json " + cube_and_floor + "--poses p.jsonl"));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
    EXPECT_EQ(free["state"], "free");
    EXPECT_EQ(free["segments"], count - 1);
    EXPECT_EQ(free["proven"], static_cast<double>(count - 1));
}

}  // namespace

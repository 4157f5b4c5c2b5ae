// swept cast: what a ray or a sphere hits.

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/apps/tool.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using Json = nlohmann::json;

class casting : public swept::test::ToolTest {
   protected:
    [[nodiscard]] Json json_to(const std::string& arguments) const {
        return Json::parse(answer_to("cast --json " + arguments));
    }
};

// The unit cube about the origin; its faces: -y +x +y -x -z +z.
const std::string through = "solid:box --from 2,0.25,0.125 --to -2,0.25,0.125 ";

TEST_F(casting, a_ray_hits_the_first_face_on_its_way) {
    EXPECT_EQ(json_to(through), Json::parse(R"({"start":"separate","hit":true,"fraction":0.375,
        "point":[0.5,0.25,0.125],"normal":[1,0,0],"face":1,"side":"front","feature":"face"})"));
}

TEST_F(casting, a_miss_is_an_answer_with_nothing_in_it) {
    const Json free = json_to("solid:box --from 2,0.25,0.75 --to -2,0.25,0.75");
    EXPECT_EQ(free, Json::parse(R"({"start":"separate","hit":false,"fraction":null,"point":null,
        "normal":null,"face":null,"side":null,"feature":null})"));
    EXPECT_FALSE(json_to("solid:box --from 2,0,0 --to 1,0,0")["hit"].get<bool>());
}

TEST_F(casting, a_direction_goes_on_without_end) {
    const Json hit = json_to("solid:box --from 1000.5,0.25,0.125 --direction -0.5,0,0");
    EXPECT_EQ(hit["fraction"], 2000);
    EXPECT_EQ(hit["point"], Json::parse("[0.5,0.25,0.125]"));
    EXPECT_FALSE(json_to("solid:box --from 1000.5,0,0 --direction 0.5,0,0")["hit"].get<bool>());
}

TEST_F(casting, a_sphere_stops_by_its_radius_and_a_buffer_more) {
    const Json hit = json_to(through + "--radius 0.5");
    EXPECT_DOUBLE_EQ(hit["fraction"].get<double>(), 0.25);
    EXPECT_EQ(hit["point"], Json::parse("[0.5,0.25,0.125]"));
    EXPECT_EQ(hit["normal"], Json::parse("[1,0,0]"));
    const Json sooner = json_to(through + "--radius 0.25 --clearance 0.5");
    EXPECT_DOUBLE_EQ(sooner["fraction"].get<double>(), 0.1875);
    // Past the face, but not past its edge.
    const Json edge = json_to("solid:box --from 2,0,0.75 --to -2,0,0.75 --radius 0.5");
    EXPECT_EQ(edge["feature"], "edge");
    EXPECT_EQ(edge["point"], Json::parse("[0.5,0,0.5]"));
    EXPECT_NEAR(edge["fraction"].get<double>(), (1.5 - std::sqrt(0.1875)) / 4, 1e-14);
    EXPECT_NEAR(edge["normal"][2].get<double>(), 0.5, 1e-14);
}

TEST_F(casting, the_mesh_may_be_elsewhere) {
    const Json hit = json_to("solid:box --at 0,0,10 --from 0,0,20 --to 0,0,0");
    EXPECT_EQ(hit["fraction"], 0.475);
    EXPECT_EQ(hit["point"], Json::parse("[0,0,10.5]"));
    const Json turned = json_to(
        "solid:box,size=1x1x4 --at 0,0,0,0.7071067811865476,0,0.7071067811865476,0 --from 9,0,0 "
        "--to 0,0,0");
    EXPECT_NEAR(turned["point"][0].get<double>(), 2, 1e-14);
}

TEST_F(casting, all_hits_are_listed_in_their_order) {
    const Json all = json_to("--all --sides both " + through);
    ASSERT_EQ(all["hits"].size(), 2U);
    EXPECT_EQ(all["hits"][0]["fraction"], 0.375);
    EXPECT_EQ(all["hits"][0]["side"], "front");
    EXPECT_EQ(all["hits"][1]["fraction"], 0.625);
    EXPECT_EQ(all["hits"][1]["face"], 3);
    EXPECT_EQ(all["hits"][1]["side"], "back");
    EXPECT_EQ(all["hits"][1]["normal"], Json::parse("[1,0,0]"));
    // The other keys are those of the first.
    for (const auto& [key, value] : all["hits"][0].items()) EXPECT_EQ(all[key], value) << key;
    EXPECT_TRUE(all["hit"].get<bool>());
    const Json none = json_to("--all solid:box --from 2,0,3 --to -2,0,3");
    EXPECT_EQ(none["hits"], Json::array());
    EXPECT_FALSE(none["hit"].get<bool>());
    EXPECT_TRUE(none["face"].is_null());
}

TEST_F(casting, any_hit_says_that_there_is_one) {
    const Json any = json_to("--any --sides both " + through);
    EXPECT_TRUE(any["hit"].get<bool>());
    EXPECT_TRUE(any["face"] == 1 || any["face"] == 3);
    EXPECT_FALSE(json_to("--any solid:box --from 2,0,3 --to -2,0,3")["hit"].get<bool>());
}

TEST_F(casting, sides_decide_whether_a_ray_gets_out_again) {
    const std::string out = "solid:box --from 0,0.25,0.125 --to 2,0.25,0.125 ";
    const Json free = json_to(out);
    EXPECT_EQ(free["start"], "overlapping");
    EXPECT_FALSE(free["hit"].get<bool>());
    const Json hit = json_to(out + "--sides both");
    EXPECT_EQ(hit["fraction"], 0.25);
    EXPECT_EQ(hit["side"], "back");
    EXPECT_EQ(hit["normal"], Json::parse("[-1,0,0]"));
}

TEST_F(casting, the_start_is_told_exactly) {
    const auto start = [&](const std::string& flags) {
        return json_to("solid:box " + flags)["start"];
    };
    EXPECT_EQ(start("--from 0.5,0.25,0 --to 2,0.25,0"), "touching");
    EXPECT_EQ(start("--from 0.5000000000000001,0.25,0 --to 2,0.25,0"), "separate");
    EXPECT_EQ(start("--from 0.49999999999999994,0.25,0 --to 2,0.25,0"), "overlapping");
    EXPECT_EQ(start("--from 1,0.25,0 --to 2,0.25,0 --radius 0.75"), "overlapping");
    // On a face it may leave, and is stopped at once on its way through.
    EXPECT_FALSE(json_to("solid:box --from 0.5,0.25,0 --to 2,0.25,0")["hit"].get<bool>());
    EXPECT_EQ(json_to("solid:box --from 0.5,0.25,0 --to 0,0.25,0")["fraction"], 0);
}

TEST_F(casting, points_are_hit_by_spheres_alone) {
    write("points.obj", "v 0 0 0\nv 0 0 5\np 1 2\n");
    const Json hit = json_to("points.obj --from 3,0,5 --to 0,0,5 --radius 1");
    EXPECT_TRUE(hit["hit"].get<bool>());
    EXPECT_EQ(hit["face"], 1);
    EXPECT_TRUE(hit["side"].is_null());
    EXPECT_EQ(hit["feature"], "vertex");
    EXPECT_FALSE(json_to("points.obj --from 3,0,5 --to -3,0,5")["hit"].get<bool>());
}

TEST_F(casting, the_text_says_the_same_in_words) {
    EXPECT_EQ(answer_to("cast " + through),
              "a ray past solid:box: hit\n"
              "  start     separate\n"
              "  hit       the front of face 1\n"
              "  free      37.50 % of the way, fraction 0.375\n"
              "  travelled 1.5 of 4\n"
              "  point     0.5,0.25,0.125\n"
              "  normal    1,0,0\n");
    EXPECT_EQ(answer_to("cast solid:box --from 2,0.25,3 --direction -2,0,0 --radius 0.5"),
              "a sphere of radius 0.5 past solid:box: free\n"
              "  start     separate\n");
    const std::string beyond = answer_to("cast solid:box --from 2,0.25,0 --direction -2,0,0");
    EXPECT_TRUE(contains(beyond,
                         "  free      0.75 times the direction\n"
                         "  travelled 1.5\n"))
        << beyond;
    EXPECT_EQ(answer_to("cast --all --sides both " + through),
              "a ray past solid:box: 2 hits\n"
              "  start     separate\n"
              "  hit       the front of face 1 at fraction 0.375, 0.5,0.25,0.125\n"
              "  hit       the back of face 3 at fraction 0.625, -0.5,0.25,0.125\n");
    const std::string many =
        answer_to("cast --all --sides both solid:torus --from 0,0,0 --to 1,0,0 --radius 0.4");
    EXPECT_TRUE(contains(many, " more; --json lists them\n")) << many;
}

TEST_F(casting, numbers_that_are_none_are_wrong_usage) {
    const std::string box = "cast solid:box ";
    for (const char* length : {"-1", "nan", "inf", "1e301"}) {
        expect_failure("cast " + through + "--radius " + length, 2, "swept: --radius: ");
        expect_failure("cast " + through + "--clearance " + length, 2, "swept: --clearance: ");
    }
    expect_failure("cast " + through + "--radius big", 2, "--radius: must be a number, not 'big'");
    expect_failure(box + "--from 1,2 --to 0,0,0", 2, "--from: must be x,y,z, not '1,2'");
    expect_failure(box + "--from 1,2,3 --to 0,nan,0", 2, "swept: --to: not a finite number");
    expect_failure(box + "--from 1,2,1e300 --to 0,0,0", 2, "swept: --from: larger than 2^300");
    expect_failure(box + "--from 1,2,3 --direction 0,0,0", 2,
                   "swept: --direction: the direction has no length");
    expect_failure("cast " + through + "--at 1,2", 2, "--at: must be x,y,z");
    expect_failure("cast " + through + "--sides none", 2, "must be automatic, front or both");
}

TEST_F(casting, combinations_that_mean_nothing_are_wrong_usage) {
    write("q.jsonl", "{}\n");
    const std::string box = "cast solid:box ";
    expect_failure("cast", 2, "swept cast --help");
    expect_failure(box, 2, "no way is given");
    expect_failure(box + "--from 1,2,3", 2, "no end is given");
    expect_failure(box + "--to 1,2,3", 2, "no way is given");
    expect_failure("cast " + through + "--direction 1,0,0", 2, "leave out the other");
    expect_failure("cast " + through + "--all --any", 2, "leave out one of them");
    expect_failure(box + "--batch q.jsonl --from 1,2,3", 2, "the ways stand in the lines");
    expect_failure(box + "--batch q.jsonl --json", 2, "leave out --json");
    expect_failure("cast missing.obj --from 1,2,3 --to 0,0,0", 3, "swept: missing.obj: ");
    // Told before a mesh is looked at.
    expect_failure("cast missing.obj --from 1,2,3 --to 0,0,0 --clearance x", 2, "--clearance: ");
    expect_failure("cast missing.obj --batch missing.jsonl", 3, "swept: missing.jsonl: ");
}

TEST_F(casting, many_questions_are_answered_in_order_and_bad_ones_in_their_place) {
    write("q.jsonl", R"({"id":"ray","from":[2,0.25,0.125],"to":[-2,0.25,0.125]}
{"from":[2,0.25,0.125],"to":[-2,0.25,0.125],"radius":0.5}
{"id":"on","from":[2,0.25,0.125],"direction":[-1,0,0],"radius":0}
{"id":"none","to":[1,2,3]}
{"id":"end","from":[1,2,3]}
{"id":"both","from":[1,2,3],"to":[0,0,0],"direction":[1,0,0]}
{"id":"two","from":[1,2],"to":[0,0,0]}
{"id":"thin","from":[1,2,3],"to":[0,0,0],"radius":-1}
{"id":"word","from":[1,2,3],"to":[0,0,0],"radius":"1"}
{"id":"zero","from":[1,2,3],"direction":[0,0,0]}
{"id":"key","form":[1,2,3],"to":[0,0,0]}
{"id":"miss","from":[2,0,3],"to":[-2,0,3]}
)");
    const Answer answer = run("cast solid:box --batch q.jsonl");
    EXPECT_EQ(answer.code, 1);
    EXPECT_EQ(answer.error,
              "swept: q.jsonl:4: 8 of 12 lines could not be answered, this is the first; the "
              "answers say why\n");
    const std::vector<std::string> lines = lines_of(answer.out);
    ASSERT_EQ(lines.size(), 12U);
    const auto error = [&](std::size_t i) {
        return Json::parse(lines[i])["error"].get<std::string>();
    };
    EXPECT_EQ(lines[0], R"({"id":"ray",)" +
                            answer_to("cast --json " + through).substr(1, lines[0].size() - 12));
    EXPECT_EQ(Json::parse(lines[1])["id"], 2);
    EXPECT_DOUBLE_EQ(Json::parse(lines[1])["fraction"].get<double>(), 0.25);
    EXPECT_EQ(Json::parse(lines[2])["fraction"], 1.5);
    EXPECT_EQ(error(3), "from: is missing");
    EXPECT_EQ(error(4), "to: is missing");
    EXPECT_EQ(error(5), "direction: cannot stand beside to");
    EXPECT_EQ(error(6), "from: must be three numbers [x,y,z]");
    EXPECT_TRUE(contains(error(7), "radius: the radius is negative"));
    EXPECT_EQ(error(8), "radius: must be a number");
    EXPECT_TRUE(contains(error(9), "direction: the direction has no length"));
    EXPECT_EQ(error(10), "unknown key \"form\"; known are id, from, to, direction, radius");
    EXPECT_EQ(Json::parse(lines[11])["hit"], false);
    EXPECT_TRUE(Json::parse(lines[11])["fraction"].is_null());
}

TEST_F(casting, a_radius_is_for_lines_that_say_nothing_else) {
    write("q.jsonl",
          "{\"from\":[2,0.25,0.125],\"to\":[-2,0.25,0.125]}\n"
          "{\"from\":[2,0.25,0.125],\"to\":[-2,0.25,0.125],\"radius\":0}\n");
    const auto lines = lines_of(
        answer_to("cast solid:box --at 0,0,0.1 --batch q.jsonl --radius 0.5 --all --sides both"));
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_DOUBLE_EQ(Json::parse(lines[0])["fraction"].get<double>(), 0.25);
    EXPECT_EQ(Json::parse(lines[1])["fraction"], 0.375);
    EXPECT_EQ(Json::parse(lines[1])["hits"].size(), 2U);
}

TEST_F(casting, quiet_and_threads_change_nothing_in_the_answer) {
    std::string questions;
    for (int i = 0; i < 500; ++i) {
        const double angle = 0.1 * i;
        questions += Json{{"from", {3 * std::cos(angle), 3 * std::sin(angle), 0.001 * i}},
                          {"to", {0.4 * std::cos(2 * angle), 0.3, -0.1}},
                          {"radius", i % 3 == 0 ? 0.0 : 0.05}}
                         .dump() +
                     "\n";
    }
    write("q.jsonl", questions);
    const std::string plain = answer_to("cast solid:torus --batch q.jsonl");
    EXPECT_EQ(lines_of(plain).size(), 500U);
    for (const char* flags : {"--quiet", "--threads 1", "--threads 8"}) {
        EXPECT_EQ(answer_to(std::string("cast solid:torus --batch q.jsonl ") + flags), plain);
    }
}

}  // namespace
